"""The README can't rot: its commands run, and print what it says.

A `console` block holds commands (`$ …`) and what they print. A line `…` stands for any lines.
Commands run in a copy of the checkout's decks with a home of their own.
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
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.S)


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


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "data" / "agot2" / "decks", folder / "data" / "agot2" / "decks")
    scripts = str(Path(sys.executable).parent)
    env = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("DECKCHECK", "LC_", "LANG"))},
        "PATH": scripts + os.pathsep + os.environ["PATH"],
        "DECKCHECK_HOME": str(folder / "home"),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
    }
    return folder, env


@pytest.mark.parametrize("block", BLOCKS, ids=[str(n) for n in range(len(BLOCKS))])
def test_readme_commands(block: str, desk: tuple[Path, dict[str, str]]) -> None:
    folder, env = desk
    for command, expected in steps(block):
        run = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        assert fits(expected, run.stdout), f"$ {command}\n{run.stdout}"


def test_readme_has_two_setup_commands() -> None:
    commands = re.findall(r"```sh\n(.*?)```", README, re.S)
    assert len(commands) == 2
    assert all(len(c.strip().splitlines()) == 1 for c in commands)
    assert commands[1].strip() in (ROOT / ".ci" / "run").read_text("utf-8")


def test_every_command_is_in_the_readme() -> None:
    from deckcheck.cli import COMMANDS

    for name in COMMANDS:
        assert f"deckcheck {name}" in README, f"the README doesn't speak of {name}"
