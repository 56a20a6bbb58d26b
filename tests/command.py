"""Running deckcheck in tests: in this process, or as one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from deckcheck.cli import run
from deckcheck.shipped import data_root

CHECKOUT = Path(__file__).parent.parent
ON = ("--on", "2026-11-29")
"""The date that the tests ask about: today would change their answers one day."""
LEGAL = data_root() / "agot2" / "decks" / "winter-is-coming.txt"


class Ran(NamedTuple):
    """What a run ended with."""

    code: int
    out: str
    err: str


def in_process(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """Run in this process; what was printed before is thrown away."""
    capsys.readouterr()
    code = run(list(arguments))
    out, err = capsys.readouterr()
    return Ran(code, out, err)


def process(home: Path, *arguments: str, **options: Any) -> Ran:
    """Run as a process. Options: `input` (bytes or text), `env` (more variables), `cwd`."""
    given = options.get("input", "")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "deckcheck", *arguments],
        input=given if isinstance(given, bytes) else given.encode(),
        env=environment(home, options.get("env", {})),
        cwd=options.get("cwd"),
        capture_output=True,
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def environment(home: Path, more: dict[str, str]) -> dict[str, str]:
    """The variables of a process: nothing of the machine's own settings but the path."""
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "SYSTEMROOT", "TMPDIR")}
    own = {"DECKCHECK_HOME": str(home), "PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "1"}
    return {**kept, **own, **more}


def deck(tmp_path: Path, name: str, *changes: tuple[str, str]) -> str:
    """Path of a copy of the shipped legal deck with lines replaced: `("3x Summer", "6x Summer")`.

    A change names how a line begins, and what stands in the place of that beginning.
    """
    lines = LEGAL.read_text("utf-8").splitlines()
    for old, new in changes:
        hits = [n for n, line in enumerate(lines) if line.startswith(old)]
        assert len(hits) == 1, f"{old!r} begins {len(hits)} lines"
        lines[hits[0]] = lines[hits[0]].replace(old, new, 1)
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)
