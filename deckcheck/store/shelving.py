"""The shelf as user.db has it: the collection and the built decks of a game, as one value.

Also what is written when decks are built, taken apart or changed: where copies sit. Plain sqlite3.
May import saved, shelf and store; knows no command.
"""

from __future__ import annotations

import sqlite3

from deckcheck.ledger import stock_of
from deckcheck.saved import need_of_saved
from deckcheck.shelf import Catalogue, Need, Shelf, placement
from deckcheck.store import collection, decks


def shelf(connection: sqlite3.Connection, known: Catalogue, game: str) -> Shelf:
    """The collection and the built decks as they are at this moment."""
    stock = stock_of(collection.collection(connection, game), known)
    return Shelf(known, stock, built(connection, known, game), decks.placed(connection, game))


def built(connection: sqlite3.Connection, known: Catalogue, game: str) -> tuple[Need, ...]:
    """What the built decks of a game need, those built first at the front."""
    rows = decks.built(connection, game)
    return tuple(need_of_saved(saved, known) for saved in decks.states(connection, rows))


def write_places(connection: sqlite3.Connection, known: Catalogue, game: str) -> Shelf:
    """Write down where copies sit now that built decks have changed; the shelf of before that.

    To be called within `userdata.writing`, after the change.
    """
    found = shelf(connection, known, game)
    decks.place(connection, game, placement(found))
    return found
