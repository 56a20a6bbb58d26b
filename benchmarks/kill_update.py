"""Kill (-9) updates at random moments and look at what they leave: the old data or the new.

    python benchmarks/kill_update.py [--kills 200] [--seed 6]

Every turn changes a card in a copy of the source, starts `deckcheck db update` on it as a user
would, and kills the process at a random moment of the time that an update takes. Then the
database file must be whole (SQLite's integrity check), the program must open it, and the card
must be as before or as in the source; a damaged or half database ends the script with 1. Now and
then the update is let through, or rolled back, so that all states are met. POSIX only.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from deckcheck.shipped import data_folder
from deckcheck.store.home import Home, find_home
from deckcheck.store.open import open_cards


def main() -> int:
    """Run and count; 0 = every end was sound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=6)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    timing = _module("update.py")
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "source"
        timing.write_source(data_folder(), source)
        home = find_home(Path(name) / "home")
        open_cards(home).close()
        command = update_command(home, source)
        took = let_through(timing, source, command, "begin")
        turn = 0
        while seen["killed"] < options.kills:
            turn += 1
            before, after = traits(home), [f"Turn {turn}"]
            timing.change_one_card(source, after[0])
            process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            time.sleep(chance.uniform(0.1, 1.05) * took)
            process.send_signal(signal.SIGKILL)
            ended = process.wait()
            seen["ended first" if ended == 0 else "killed"] += 1
            check_file(home)
            now = traits(home)
            if now not in (before, after):
                print(f"turn {turn}: {now} is neither {before} nor {after}")
                return 1
            seen["new" if now == after else "old"] += 1
            if turn % 20 == 19:
                let_through(timing, source, command, f"whole {turn}")
                roll_back(home)
                check_file(home)
            left = [n for n in os.listdir(home.folder) if n.endswith(".new")]
            seen["left something beside"] += bool(left)
        took = let_through(timing, source, command, "end")
        assert traits(home) == ["end"]
        left = [n for n in os.listdir(home.folder) if n.endswith(".new")]
        assert not left
    print(f"{turn} updates: {dict(seen)}; the last update was whole ({took:.1f} s)")
    return 0


def update_command(home: Home, source: Path) -> list[str]:
    """The update as a user types it."""
    arguments = ["db", "update", "--offline", str(source), "--snapshot", "2099-01-01"]
    return [sys.executable, "-m", "deckcheck", *arguments, "--home", home.folder]


def let_through(timing: Any, source: Path, command: list[str], trait: str) -> float:
    """An update that isn't killed; seconds it took."""
    timing.change_one_card(source, trait)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def roll_back(home: Home) -> None:
    """`deckcheck db rollback`."""
    command = [sys.executable, "-m", "deckcheck", "db", "rollback", "--home", home.folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def check_file(home: Home) -> None:
    """The file as another tool sees it is whole."""
    connection = sqlite3.connect(home.cards)
    try:
        said = connection.execute("PRAGMA integrity_check").fetchone()[0]
        count = connection.execute("SELECT count(*) FROM card WHERE game = 'agot2'").fetchone()[0]
    finally:
        connection.close()
    if said != "ok" or count != 2240:
        raise SystemExit(f"{home.cards}: {said}, {count} cards")


def traits(home: Home) -> Any:
    """What the program says of the card that is changed."""
    with open_cards(home) as store:
        found = [c for c in store.pool("agot2").all() if c.pack == "AHaH"]
        return min(found, key=lambda card: card.code).facts["traits"]


def _module(name: str) -> Any:
    """A benchmark beside this one."""
    spec = importlib.util.spec_from_file_location("beside", Path(__file__).with_name(name))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    sys.exit(main())
