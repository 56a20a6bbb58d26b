"""Several decks in one text: each gets its own Draft, even one that can't be read.

May import base and errors; knows no layout.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.json_text import what
from deckcheck.errors import InputError
from deckcheck.findings import Finding

ReadOne = Callable[[Any, Desk], Draft]


def read_several(value: Any, desk: Desk, read_one: ReadOne) -> list[Draft]:
    """The decks of a parsed JSON text: of an array each element, else the value itself.

    Raises what `read_one` raises for a single deck; of an array only if it is empty.
    """
    if not isinstance(value, list):
        return [read_one(value, desk)]
    if not value:
        raise InputError("This is an empty list: there is no deck in it.")
    return [read_row(row, desk, read_one, f"deck {n}") for n, row in enumerate(value, 1)]


def read_row(value: Any, desk: Desk, read_one: ReadOne, place: str, line: int = 0) -> Draft:
    """One deck of several: if it is none, a Draft that says so, so that it gets its answer too."""
    try:
        return read_one(value, desk)
    except InputError as error:
        return unreadable(str(error), place, line)


def unreadable(reason: str, place: str, line: int = 0) -> Draft:
    """The Draft of a deck that could not be read: nothing but the finding."""
    args = {"place": place, "reason": reason}
    finding = Finding("unreadable-row", "unknown", "unreadable-row", args, line=line or None)
    return Draft(findings=(finding,), lines={"problem": 1} if line else {})


def an_object(value: Any) -> dict[str, Any]:
    """The value if it is an object. Raises InputError otherwise."""
    if not isinstance(value, dict):
        raise InputError(f"A deck is an object in braces; here is {what(value)}.")
    return value


def text_of(value: Any) -> str:
    """A text as it is; anything else (null, a number) is none."""
    return value if isinstance(value, str) else ""
