"""Kill a process that writes to the shelf at random moments: nothing is lost or half done.

    python benchmarks/kill_shelf.py [KILLS [SEED]]

A worker makes changes of several rows each, one after the other: cards added, a long list imported,
a deck changed, changes undone, a backup put back. After each commit it notes how far it is. It is
killed (-9) at a random moment; then the database must be sound, hold everything that was noted and
at most the one change that was going on, and every change whole.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from deckcheck.ledger import Collection, Edit, Entry, Key, added
from deckcheck.saved import Saved
from deckcheck.shelf import Catalogue, Item
from deckcheck.store import collection, decks
from deckcheck.store.backup import back_up_to, restore
from deckcheck.store.home import Home, find_home
from deckcheck.store.userdata import reading, writing

KILLS = 200
TOGETHER = [f"card{n}" for n in range(6)]
LONG = [f"long{n}" for n in range(300)]
KNOWN = Catalogue(Item(c, c, c, "x", "Box", None, 3, 3) for c in (*TOGETHER, *LONG))
AT = "2026-11-29T12:00:00Z"


def one_more(codes: list[str], there: Collection) -> Edit:
    """One copy more of each of these cards."""
    return added(there, KNOWN, [Entry(Key("have", code), 1) for code in codes])


def work(home: Home, notes: str, seed: int) -> None:
    """Make changes until killed; after each, its number goes to the file of notes."""
    chance = random.Random(seed)
    with open(notes, "a", encoding="ascii") as file:
        while True:
            step(home, chance.random())
            print(steps_in(home), file=file, flush=True)


def step(home: Home, draw: float) -> None:
    """One change, of a kind that `draw` decides."""
    if draw < 0.05:
        path = os.path.join(home.folder, "kept.zip")
        if os.path.exists(home.user):
            back_up_to(home, path, force=True)
            restore(home, path, "now")
    with writing(home) as connection:
        if draw < 0.5:
            codes = LONG if draw < 0.15 else TOGETHER
            plan = lambda there: one_more(codes, there)  # noqa: E731
            collection.change(connection, KNOWN, "x", AT, "add", plan)
        elif draw < 0.7 and collection.log(connection, "x", 1) and can_undo(connection):
            collection.undo(connection, "x")
        else:
            rows = decks.listed(connection)
            size = len(decks.log(connection)) + 1
            form = {"game": "x", "name": "D", "agendas": [], "cards": dict.fromkeys(TOGETHER, size)}
            if rows:
                decks.change(connection, rows[0], Saved(form), AT, "edited")
            else:
                decks.add(connection, Saved(form), AT, "added")


def can_undo(connection: sqlite3.Connection) -> bool:
    """Whether a change is left that isn't undone."""
    sql = "SELECT EXISTS (SELECT 1 FROM collection_change WHERE NOT undone)"
    return bool(connection.execute(sql).fetchone()[0])


def steps_in(home: Home) -> int:
    """How many changes the database has seen: each adds one to this number."""
    with reading(home) as connection:
        return int(
            connection.execute(
                "SELECT (SELECT count(*) + coalesce(sum(undone), 0) FROM collection_change) "
                "+ (SELECT count(*) FROM deck_revision)"
            ).fetchone()[0]
        )


def verify(home: Home, noted: int) -> None:
    """AssertionError where something was lost, is half done or damaged."""
    steps = steps_in(home)
    assert noted <= steps <= noted + 1, f"{noted} changes were noted, {steps} are there"
    with closing(sqlite3.connect(home.user)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with reading(home) as connection:
        rows = collection.collection(connection, "x").rows
        for codes in (TOGETHER, LONG):
            counts = {rows.get(Key("have", code), 0) for code in codes}
            assert len(counts) == 1, f"a change is half there: {counts}"
        for saved in decks.states(connection, decks.listed(connection)):
            assert len(set(saved.deck["cards"].values())) == 1
            assert len(saved.deck["cards"]) == len(TOGETHER)


def run(kills: int, seed: int) -> int:
    """Kill so often; the number of changes that were made in all. AssertionError on any loss."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        home = find_home(os.path.join(folder, "home"))
        notes = os.path.join(folder, "notes")
        noted = 0
        for number in range(kills):
            command = [sys.executable, __file__, "--work", home.folder, notes, str(seed + number)]
            worker = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)})
            before = noted
            end = time.monotonic() + 60
            while noted == before and time.monotonic() < end:  # until it writes at all
                time.sleep(0.005)
                noted = last_note(notes)
            time.sleep(chance.random() * 0.1)
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            noted = last_note(notes)
            verify(home, noted)
            noted = steps_in(home)
            with open(notes, "a", encoding="ascii") as file:
                print(noted, file=file)
        return noted


def last_note(path: str) -> int:
    """The last number that was noted whole."""
    if not os.path.exists(path):
        return 0
    text = Path(path).read_text("ascii")
    lines = text[: text.rfind("\n") + 1].split()
    return int(lines[-1]) if lines else 0


ROOT = Path(__file__).parent.parent

if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(find_home(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    else:
        often = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
        chosen = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
        began = time.perf_counter()
        made = run(often, chosen)
        seconds = time.perf_counter() - began
        print(f"{often} kills (seed {chosen}), {made} changes, {seconds:.0f} s: nothing lost.")
