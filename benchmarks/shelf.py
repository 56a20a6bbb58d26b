"""How fast the shelf answers, as ratios within one run.

    python benchmarks/shelf.py

1. 20,000 rows of a collection and 1,000 saved decks: `own list` (text and JSON), `own missing` and
   `deck list`, whole processes. What each takes beyond the same command on an empty shelf, against
   reading the rows it is about with plain sqlite3 and nothing else. The aim is below 3.
2. `own buy` for 20 decks over all packs: the time of the exact answer itself. The aim is 10 ms.
"""

from __future__ import annotations

import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing

from deckcheck.codecs.base import Desk
from deckcheck.game import load
from deckcheck.ledger import Collection, stock_of
from deckcheck.model import Deck
from deckcheck.saved import saved_of
from deckcheck.shelf import Shelf, free, need_of
from deckcheck.shopping import offers, shop
from deckcheck.store import decks
from deckcheck.store.collection import catalogue
from deckcheck.store.home import Home, find_home
from deckcheck.store.open import Store, open_cards
from deckcheck.store.userdata import writing

ROWS = 20_000
DECKS = 1_000
TURNS = 15
AT = "2026-11-29T12:00:00Z"


def random_decks(store: Store, number: int) -> list[Deck]:
    """Decks of 60 cards and 7 plots."""
    pool, game = store.pool("agot2"), load("agot2", store.documents("agot2"))
    chance = random.Random(1)
    cards = [card for card in pool.all() if card.released]
    draw = [card.code for card in cards if game.section(card) == "draw"]
    plots = [card.code for card in cards if game.section(card) == "plot"]
    agendas = [card.code for card in cards if card.type == "agenda"]
    factions = [faction.code for faction in game.factions.values() if faction.playable]
    found = []
    for at in range(number):
        counts = dict.fromkeys(chance.sample(draw, 20), 3) | dict.fromkeys(
            chance.sample(plots, 7), 1
        )
        faction, agenda = chance.choice(factions), chance.choice(agendas)
        found.append(Deck("agot2", f"Deck {at}", faction, (agenda,), cards=counts))
    return found


def fill(home: Home, store: Store) -> None:
    """20,000 rows and 1,000 decks."""
    chance = random.Random(2)
    items = list(catalogue(store, "agot2").items.values())
    desk = Desk(store.pool("agot2"), load("agot2", store.documents("agot2")))
    rows = {}
    while len(rows) < ROWS:
        one = chance.choice(items)
        note = f"note {chance.randrange(40)}"
        key = ("agot2", "have", one.code, chance.choice(["", "EX", "GD"]), "", note)
        rows[key] = (chance.randint(1, 3), one.title, one.pack)
    with writing(home) as connection:
        connection.executemany(
            "INSERT INTO holding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(*key, *rest) for key, rest in rows.items()],
        )
        for deck in random_decks(store, DECKS):
            decks.add(connection, saved_of(deck, desk), AT, "added")


def seconds(command: list[str], home: str) -> float:
    """Time of one process."""
    env = {**os.environ, "DECKCHECK_HOME": home}
    start = time.perf_counter()
    subprocess.run(
        command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - start


def reading(home: Home, queries: list[str]) -> float:
    """Best time to open the database and fetch all rows of some queries."""
    best = 1e9
    for _ in range(TURNS):
        start = time.perf_counter()
        with closing(sqlite3.connect(home.user)) as connection:
            for query in queries:
                connection.execute(query).fetchall()
        best = min(best, time.perf_counter() - start)
    return best


def process(full: Home, empty: Home) -> None:
    """The first figure."""
    holdings = "SELECT * FROM holding"
    saved = "SELECT * FROM deck d JOIN deck_revision r ON r.id = d.head"
    cases = [
        ("own list", ["own", "list"], [holdings]),
        ("own list --json", ["own", "list", "--json"], [holdings]),
        (
            "own missing",
            ["own", "missing", "@Deck 500"],
            [holdings, f"{saved} WHERE d.id = 501"],
        ),
        ("deck list", ["deck", "list"], [saved]),
    ]
    script = os.path.join(os.path.dirname(sys.executable), "deckcheck")
    for name, arguments, queries in cases:
        command = [script, *arguments]
        pairs = [
            (seconds(command, empty.folder), seconds(command, full.folder)) for _ in range(TURNS)
        ]
        # The best of several turns each: the rest is what else the machine was doing.
        start = min(low for low, _ in pairs)
        more = min(high for _, high in pairs) - start
        plain = reading(full, queries)
        print(
            f"{name}: {more * 1000:.1f} ms beyond start-up ({start * 1000:.0f} ms); its rows "
            f"{plain * 1000:.1f} ms; ratio {more / plain:.2f}"
        )


def buying(store: Store) -> None:
    """The second figure."""
    known = catalogue(store, "agot2")
    needs = [need_of(deck, known) for deck in random_decks(store, 20)]
    stock = stock_of(Collection("agot2", {"Core": 2}), known)
    there = free(Shelf(known, stock))
    on_offer = offers(known, store.pool("agot2").packs())
    times = []
    for _ in range(50):
        start = time.perf_counter()
        bill = shop(known, there, needs, on_offer)
        times.append(time.perf_counter() - start)
    packs = f"{sum(bill.packs.values())} boxes of {len(bill.packs)} packs"
    print(
        f"own buy, 20 decks over {len(on_offer)} packs: {statistics.median(times) * 1000:.1f} ms "
        f"(median of {len(times)}), {packs}, proven: {bill.proven}"
    )


def main() -> None:
    """Print both figures."""
    with tempfile.TemporaryDirectory() as folder:
        full, empty = (
            find_home(os.path.join(folder, "full")),
            find_home(os.path.join(folder, "empty")),
        )
        with open_cards(full) as store:
            fill(full, store)
            buying(store)
        with open_cards(empty) as store, writing(empty) as connection:
            desk = Desk(store.pool("agot2"), load("agot2", store.documents("agot2")))
            deck = random_decks(store, 501)[500]
            decks.add(connection, saved_of(deck, desk), AT, "added")
            connection.execute(
                "INSERT INTO holding VALUES ('agot2', 'have', '01040', '', '', '', 1, 'x', 'Core')"
            )
        process(full, empty)


if __name__ == "__main__":
    main()
