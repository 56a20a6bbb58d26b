"""Building cards.db: whole or not at all, by one process, from data that are right."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from harbour import CARDS, environment, titles_now, write, write_data

from deckcheck.errors import DataError
from deckcheck.store.home import Home, find_home
from deckcheck.store.open import open_cards

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_data(tmp_path / "data")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return find_home(tmp_path / "home")


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("cards/Old.jsonl", "{", r"Old\.jsonl, row 1 isn't well formed"),
        ("cards/Old.jsonl", "[]", r"Old\.jsonl, row 1 isn't an object"),
        ("cards/Old.jsonl", '{"code": "1", "title": "", "type": "t", "pack": "Old"}', "no title"),
        ("cards/Old.jsonl", '{"code": "1", "title": "t", "type": "t", "pack": "?"}', "no pack"),
        ("cards/Var.jsonl", json.dumps(CARDS["Old"][0]), r"01001 is also in .*Old\.jsonl, row 1"),
        ("titles/de.json", '{"77777": "Niemand"}', "77777, which is no card"),
        ("packs.json", '{"cycles": [], "packs": [{"code": "Old"}]}', r"packs\.json"),
        ("rules/baseline.toml", "[[rule", r"baseline\.toml isn't well formed"),
        ("legality/a0.json", "nothing", r"a0\.json isn't well formed"),
    ],
)
def test_wrong_data_files_are_named_and_the_old_database_stays(
    home: Home, root: Path, file: str, text: str, says: str
) -> None:
    open_cards(home, root).close()
    old = Path(home.cards).read_bytes()
    write(root / "harbour" / file, text)
    with pytest.raises(DataError, match=says):
        open_cards(home, root)
    assert Path(home.cards).read_bytes() == old
    assert not os.path.exists(home.cards + ".new")


@pytest.mark.parametrize("make", [True, False], ids=["empty", "absent"])
def test_without_any_data_the_error_says_to_install_again(
    home: Home, tmp_path: Path, make: bool
) -> None:
    if make:
        (tmp_path / "nothing").mkdir()
    with pytest.raises(DataError, match="install deckcheck again"):
        open_cards(home, tmp_path / "nothing")


OPEN_AND_SAY = """
import sys
from deckcheck.store.home import find_home
from deckcheck.store.open import open_cards
with open_cards(find_home(sys.argv[1]), sys.argv[2]) as opened:
    print(opened.built, len(opened.notes), len(opened.pool("harbour").all()))
"""


def start(home: Home, root: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", OPEN_AND_SAY, home.folder, str(root)]
    return subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)


def test_of_processes_that_start_together_one_builds_and_all_read(home: Home, root: Path) -> None:
    processes = [start(home, root) for _ in range(4)]
    said = sorted(process.communicate(timeout=120)[0].strip() for process in processes)
    assert said == ["False 0 5", "False 0 5", "False 0 5", "True 0 5"]


OPEN_AND_DIE = """
import os, signal, sys
import deckcheck.store.build
from deckcheck.store.home import find_home
from deckcheck.store.open import open_cards
lines, last, file = 0, int(sys.argv[3]), deckcheck.store.build.__file__
def trace(frame, event, value):
    global lines
    if frame.f_code.co_filename != file:
        return None
    lines += event == "line"
    if event == "line" and lines == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return trace
sys.settrace(trace)
open_cards(find_home(sys.argv[1]), sys.argv[2]).close()
sys.settrace(None)
print(lines)
"""


def build_until(home: Home, root: Path, line: int) -> tuple[int, str]:
    """Open the database in a process that ends itself (-9) at a line of the builder.

    Returns its exit code and, where it lived, how many lines of the builder it ran.
    """
    command = [sys.executable, "-c", OPEN_AND_DIE, home.folder, str(root), str(line)]
    done = subprocess.run(
        command, env=environment(), stdout=subprocess.PIPE, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout


@POSIX_ONLY
def test_a_build_that_is_killed_leaves_the_old_database_or_the_new_one(
    home: Home, root: Path
) -> None:
    total = int(build_until(home, root, 0)[1])
    path = root / "harbour" / "cards" / "Old.jsonl"
    text = path.read_text(encoding="utf-8")
    chance = random.Random(2)
    moments = [*(chance.randrange(1, total) for _ in range(9)), total - 12, total - 6, total - 1]
    found = []
    for turn, moment in enumerate(moments):
        write(path, text.replace("Fog", f"Fog {turn}"))
        assert build_until(home, root, moment)[0] == -signal.SIGKILL
        with closing(sqlite3.connect(home.cards)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            row = connection.execute("SELECT title FROM card WHERE code = '01002'").fetchone()
        found.append(row[0] == f"Fog {turn}")
        assert found[-1] or row[0] == (f"Fog {turn - 1}" if turn else "Fog")
        assert f"Fog {turn}" in titles_now(home, root)
        assert sorted(os.listdir(home.folder)) == ["cards.db", "cards.lock"]
    assert set(found) == {True, False}
