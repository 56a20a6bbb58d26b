"""Ten thousand solitaire rounds played at random, every state looked at.

    python benchmarks/random_play.py [rounds]

Real decks are played with all legal and manual actions; after each one every card must be in
exactly one zone, no unique title in play twice, no gold below zero, no card in play against the
dead pile, no duplicate but on a copy (tests/table_play.py). The test suite plays a share of it.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from goldfish_decks import all_cards, real_decks  # noqa: E402
from pools import agot2_game  # noqa: E402
from table_play import faults, random_play  # noqa: E402

from deckcheck.games.agot2.table import Table  # noqa: E402


def main(wanted: int) -> int:
    """Play until so many rounds have passed; 1 at the first fault."""
    table, decks = Table(agot2_game()), list(real_decks().values())
    rounds = states = games = 0
    start = time.process_time()
    while rounds < wanted:
        before = table.start([decks[games % len(decks)]], all_cards(), games)
        for after in random_play(table, before, Random(games), 1_000):
            wrong = faults(before, after)
            if wrong:
                print(f"game {games}: {wrong} after {after.log[-1]}")
                return 1
            before, states = after, states + 1
        rounds, games = rounds + before.round, games + 1
    seconds = time.process_time() - start
    print(f"{rounds:,} rounds, {games:,} games, {states:,} states: no fault; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
