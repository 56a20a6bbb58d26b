"""`jsonl`: deckcheck's own form, one deck a line (JSON Lines).

A line that holds no deck doesn't stop the others: it becomes a Draft of its own whose finding
says why. Everything about the form itself is in `json_deck.py`.
"""

from __future__ import annotations

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.json_deck import CARRIES as CARRIES
from deckcheck.codecs.json_deck import as_object, read_deck
from deckcheck.codecs.json_text import dumps, parse, parsed
from deckcheck.codecs.several import read_row, unreadable
from deckcheck.errors import InputError
from deckcheck.model import Deck

NAME = "jsonl"
TITLE = "JSON Lines: deckcheck's own JSON, one deck a line"


def sniff(text: str) -> int:
    """Sure of several lines in braces; a single one is `json`, but for the file's name."""
    rows = [row.strip() for row in text.split("\n") if row.strip()]
    braced = sum(row[0] == "{" and row[-1] == "}" for row in rows)
    if len(rows) < 2 or braced * 2 < len(rows):
        return 0
    return 0 if parsed(text) is not None else 90


def read(text: str, desk: Desk) -> list[Draft]:
    """A Draft for each line that isn't empty."""
    drafts: list[Draft] = []
    blank = 0
    for number, row in enumerate(text.removesuffix("\n").split("\n"), 1):
        if not row.strip():
            blank += 1
            continue
        drafts.append(_row(row, desk, number))
    if drafts and blank:
        drafts[0] = drafts[0]._replace(lines={**drafts[0].lines, "blank": blank})
    return drafts


def _row(row: str, desk: Desk, number: int) -> Draft:
    place = f"line {number}"
    try:
        value = parse(row)
    except InputError as error:
        return unreadable(str(error), place, number)
    draft = read_row(value, desk, read_deck, place, number)
    return draft if draft.lines else draft._replace(lines={"card": 1})


def write(deck: Deck, desk: Desk) -> str:
    """One line."""
    return dumps(as_object(deck), pretty=False) + "\n"


def write_many(decks: list[Deck], desk: Desk) -> str:
    """A line a deck."""
    return "".join(write(deck, desk) for deck in decks)
