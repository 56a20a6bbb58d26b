"""Which of the user's own rows an update of the card data concerns.

Reads user.db as it is, never migrates or writes it; a user.db without these tables (or none)
has nothing that is touched. May import store; knows no rule.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from deckcheck.store.home import Home
from deckcheck.store.open import file_uri

if TYPE_CHECKING:
    from deckcheck.saved import Saved

_DECKS = (
    "SELECT name, code FROM deck_card WHERE game = ?1 "
    "UNION SELECT d.name, a.value FROM deck d JOIN deck_revision r ON r.id = d.head "
    "JOIN json_each(r.state, '$.deck.agendas') a WHERE d.live AND d.game = ?1"
)
_OWNED = "SELECT pack, boxes FROM owned_pack WHERE game = ?1"
_HOLDINGS = "SELECT printing FROM holding WHERE game = ?1"


class Touched(NamedTuple):
    """What of the user's an update concerns."""

    decks: tuple[str, ...] = ()
    """Names of saved decks, sorted."""
    rows: int = 0
    """Rows of the collection."""


def touched(home: Home, game: str, codes: Iterable[str]) -> Touched:
    """The saved decks and collection rows that hold any of these codes."""
    wanted = frozenset(codes)
    if not wanted or not os.path.exists(home.user):
        return Touched()
    decks = {name for name, code in _read(home, _DECKS, game) if code in wanted}
    rows = sum(1 for (code,) in _read(home, _HOLDINGS, game) if code in wanted)
    return Touched(tuple(sorted(decks)), rows)


def owned_packs(home: Home, game: str) -> dict[str, int]:
    """Pack → boxes of it that the user owns."""
    return dict(_read(home, _OWNED, game)) if os.path.exists(home.user) else {}


def saved_decks(home: Home, game: str) -> list[Saved]:
    """The live decks of a game, by name; one that can't be read is left out."""
    from deckcheck.store import decks

    if not os.path.exists(home.user):
        return []
    found = []
    try:
        with closing(sqlite3.connect(file_uri(home.user, "ro"), uri=True)) as connection:
            for row in decks.listed(connection, game):
                try:
                    found.append(decks.load(connection, row))
                except (KeyError, TypeError, ValueError):
                    continue
    except sqlite3.Error:
        return []
    return found


def _read(home: Home, sql: str, game: str) -> list[tuple[Any, ...]]:
    try:
        uri = file_uri(home.user, "ro")
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            return connection.execute(sql, (game,)).fetchall()
    except sqlite3.Error:
        return []  # no such tables yet, or a file that isn't for this to judge
