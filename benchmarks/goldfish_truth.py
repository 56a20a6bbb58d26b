"""Exact set-up against every hand of real decks, laid out in every way at the table.

    python benchmarks/goldfish_truth.py [deck id …]

For each real deck of tests/goldfish_decks.json, every way to lay cards out is asked of the table's
set-up actions; the best layout of each of some hundred million hands then gives a distribution of
all six figures, which must equal the exact one as whole numbers. Takes some minutes a deck. The
test suite does the same for a hundred small random decks and for a share of these decks' hands.
"""

from __future__ import annotations

import json
import sys
import time
from math import comb
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from pools import agot2_game, agot2_pool  # noqa: E402
from table_hands import distribution  # noqa: E402

from deckcheck.games.agot2.table import Table  # noqa: E402
from deckcheck.goldfish.exact import count_hands  # noqa: E402
from deckcheck.goldfish.plan import ECONOMY, FIGURES, plan  # noqa: E402
from deckcheck.model import Deck  # noqa: E402


def main(wanted: list[str]) -> int:
    """Compare, and print one line a deck; 1 if any differs."""
    cards = {card.code: card for card in agot2_pool().all()}
    wrong = 0
    for row in json.loads((ROOT / "tests" / "goldfish_decks.json").read_text("utf-8")):
        if wanted and row["id"] not in wanted:
            continue
        agendas = tuple(row["agendas"])
        deck = Deck("agot2", row["name"], row["faction"], agendas, cards=row["cards"])
        made = plan(deck, cards, agot2_game())
        start = time.process_time()
        counted = {o.figures: n for o, n in count_hands(made, len(FIGURES)).items()}
        between = time.process_time()
        truth = distribution(Table(agot2_game()), deck, cards, ECONOMY, made.fetched)
        end = time.process_time()
        same = counted == truth and sum(truth.values()) == comb(made.size, made.drawn)
        wrong += not same
        print(
            f"{row['id']} {row['name']}: {sum(truth.values()):,} hands, {len(truth)} outcomes, "
            f"{'equal' if same else 'DIFFERENT'}; exact {between - start:.2f} s, "
            f"by the table {end - between:.0f} s",
            flush=True,
        )
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
