"""A game's data as a database in memory, to ask about data that are not (yet) on the disk.

May import store; knows no rule and no source.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from deckcheck.store.build import fill_game
from deckcheck.store.layers import GameData
from deckcheck.store.pool import Documents, SqlitePool
from deckcheck.store.schema import cards_indices, cards_tables

T = TypeVar("T")


class Passing:
    """One game's cards and documents; a `pool.Reader`."""

    def __init__(self, data: GameData, place: str) -> None:
        """`place` is the folder to name in errors. `DataError` where the data are wrong."""
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        for statement in cards_tables():
            self._connection.execute(statement)
        fill_game(self._connection, data, place)
        for statement in cards_indices():
            self._connection.execute(statement)
        self.pool = SqlitePool(self, data.game, data.snapshot)
        self.documents = Documents(self, data.game)

    def read(self, sql: str, values: Sequence[Any], shape: Callable[[Any], T]) -> list[T]:
        """All rows, each put through `shape`."""
        return [shape(row) for row in self._connection.execute(sql, values)]

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()
