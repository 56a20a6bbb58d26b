"""The README and the docs can't rot: their commands run, and print what they say.

A `console` block holds commands (`$ …`) and what they print. A line `…` stands for any lines, and
`(…/` for the folder it runs in. The blocks of a page run in order, in a folder of their own with a
copy of the checkout's decks and a home of their own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, kind: str = "console") -> list[str]:
    """What stands in a page between fences of a kind."""
    return re.findall(rf"```{kind}\n(.*?)```", page.read_text("utf-8"), re.S)


def steps(block: str) -> list[tuple[str, str]]:
    """(command, what it prints) of a block, in order."""
    found: list[tuple[str, str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            command, out = found.pop()
            found.append((command, f"{out}{line}\n"))
    return found


def fits(expected: str, printed: str) -> bool:
    """Whether the output is as written, a line `…` standing for any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line) + r"\n"
        for line in expected.splitlines()
    )
    return re.fullmatch(pattern, printed) is not None


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a page's commands, which are to run in `folder`."""
    shutil.copytree(ROOT / "data" / "agot2" / "decks", folder / "data" / "agot2" / "decks")
    scripts = str(Path(sys.executable).parent)
    return {
        **{k: v for k, v in os.environ.items() if not k.startswith(("DECKCHECK", "LC_", "LANG"))},
        "PATH": scripts + os.pathsep + os.environ["PATH"],
        "DECKCHECK_HOME": str(folder / "home"),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
    }


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page)], ids=lambda page: str(page.relative_to(ROOT))
)
def test_the_commands_print_what_the_page_says(page: Path, tmp_path: Path) -> None:
    env = surroundings(tmp_path)
    for block in blocks(page):
        for command, expected in steps(block):
            run = subprocess.run(
                ["bash", "-c", command],
                cwd=tmp_path,
                env=env,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=60,
                check=False,
            )
            expected = expected.replace("(…/", f"({tmp_path}/")
            assert fits(expected, run.stdout), f"$ {command}\n{run.stdout}"


def test_readme_has_two_setup_commands() -> None:
    commands = re.findall(r"```sh\n(.*?)```", README, re.S)
    assert len(commands) == 2
    assert all(len(c.strip().splitlines()) == 1 for c in commands)
    assert commands[1].strip() in (ROOT / ".ci" / "run").read_text("utf-8")


def test_every_command_is_in_readme_or_docs() -> None:
    from deckcheck.cli import COMMANDS

    pages = "".join(page.read_text("utf-8") for page in PAGES)
    for name in COMMANDS:
        assert f"deckcheck {name}" in pages, f"neither README nor docs speak of {name}"
