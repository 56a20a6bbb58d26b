"""How much faster card rows go in with executemany than with SQLModel's session.add_all.

    python benchmarks/build_database.py

Both start from the same rows of all shipped cards, put them into an empty table of a database
file without journal and sync (as `build.py` does) and commit; the best of several turns each.
Prints the ratio; the aim is 10. `add_all` needs the rows as objects: the ratio is printed with
and without the making of these. Also prints the time of a whole build, for scale.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from typing import Any

from sqlmodel import Session, create_engine

from deckcheck.shipped import data_folder, game_names, read_documents
from deckcheck.store.build import CARD_INSERT, build, card_rows
from deckcheck.store.layers import Layers, read_cards
from deckcheck.store.schema import cards_tables
from deckcheck.store.tables import CardRow

TURNS = 7
PRAGMAS = ("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF")


def all_rows(root: str) -> list[tuple[Any, ...]]:
    """Rows of table `card` for every shipped card."""
    rows: list[tuple[Any, ...]] = []
    for game in game_names(root):
        packs = read_documents(root, game).get("packs", {"packs": []})["packs"]
        released = {pack["code"]: pack["released"] for pack in packs}
        rows += card_rows(game, list(read_cards(root, game, released)), released)
    return rows


def empty_database(folder: str, turn: int, name: str) -> str:
    """Path of a new database file with the tables of cards.db, without rows."""
    path = os.path.join(folder, f"{name}{turn}.db")
    connection = sqlite3.connect(path)
    for statement in cards_tables():
        connection.execute(statement)
    connection.close()
    return path


def with_executemany(folder: str, turn: int, rows: list[tuple[Any, ...]]) -> float:
    """Seconds that the program's way takes."""
    connection = sqlite3.connect(empty_database(folder, turn, "plain"), isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(pragma)
    start = time.perf_counter()
    connection.execute("BEGIN")
    connection.executemany(CARD_INSERT, rows)
    connection.execute("COMMIT")
    took = time.perf_counter() - start
    connection.close()
    return took


def with_add_all(folder: str, turn: int, rows: list[tuple[Any, ...]]) -> tuple[float, float]:
    """Seconds that SQLModel's way takes: making the objects, and putting them in."""
    engine = create_engine(f"sqlite:///{empty_database(folder, turn, 'orm')}")
    columns = list(CardRow.model_fields)
    with Session(engine) as session:
        for pragma in PRAGMAS:
            session.connection().exec_driver_sql(pragma)
        start = time.perf_counter()
        objects = [CardRow(**dict(zip(columns, row, strict=True))) for row in rows]
        made = time.perf_counter()
        session.add_all(objects)
        session.commit()
        took = (made - start, time.perf_counter() - made)
    engine.dispose()
    return took


def main() -> None:
    """Time both and print the ratio."""
    root = data_folder()
    rows = all_rows(root)
    with tempfile.TemporaryDirectory() as folder:
        plain = min(with_executemany(folder, turn, rows) for turn in range(TURNS))
        both = [with_add_all(folder, turn, rows) for turn in range(TURNS)]
        start = time.perf_counter()
        build(os.path.join(folder, "whole.db"), Layers(root), "")
        total = time.perf_counter() - start
    making, adding = min(made for made, _ in both), min(added for _, added in both)
    print(f"{len(rows)} card rows: executemany {plain * 1000:.1f} ms")
    print(f"session.add_all {adding * 1000:.1f} ms, and {making * 1000:.1f} ms to make the objects")
    print(f"ratio {(making + adding) / plain:.1f}, without the objects {adding / plain:.1f}")
    print(f"a whole build, imports done: {total * 1000:.0f} ms")


if __name__ == "__main__":
    main()
