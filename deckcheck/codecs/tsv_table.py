"""`tsv`: a table with a header row, cells split by tabs. See `table.py`."""

from __future__ import annotations

from deckcheck.codecs import table
from deckcheck.codecs.base import Desk
from deckcheck.codecs.table import CARRIES as CARRIES
from deckcheck.codecs.table import read as read
from deckcheck.model import Deck

NAME = "tsv"
TITLE = "table with a header row, split by tabs"


def sniff(text: str) -> int:
    """Sure of a header row with tabs."""
    return table.sniff(text, ("\t",))


def write(deck: Deck, desk: Desk) -> str:
    """The deck as a table with tabs."""
    return table.write([deck], desk, "\t")


def write_many(decks: list[Deck], desk: Desk) -> str:
    """All decks in one table, told apart by the column `deck`."""
    return table.write(decks, desk, "\t")
