"""Saved decks shown: a line each, and their log.

Gives strings and plain JSON values. May import store.decks and below.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from deckcheck.store.decks import Revision, Row

_VERDICTS = {True: "legal", False: "not legal", None: "can't tell"}


def deck_rows(rows: Sequence[Row], verdicts: Sequence[bool | None] | None = None) -> Iterator[str]:
    """A line for each deck: name, faction or hero with agendas, size, verdict, tags."""
    cells = []
    for at, row in enumerate(rows):
        shown = [f"@{row.name}", _who(row), _size(row)]
        if verdicts is not None:
            shown.append(_VERDICTS[verdicts[at]])
        tags = [f"[{tag}]" for tag in row.tags]
        shown.append(" ".join(["built", *tags] if row.built else tags))
        cells.append(shown)
    yield from columns(cells)


def row_object(row: Row) -> dict[str, Any]:
    """`{name, game, faction, hero, agendas, sizes, unknown, tags, built, revision}`."""
    return {
        "name": row.name,
        "game": row.game,
        **row.summary,
        "tags": list(row.tags),
        "built": row.built,
        "revision": row.head,
    }


def _who(row: Row) -> str:
    summary = row.summary
    first = summary.get("hero") or summary.get("faction") or "-"
    return ", ".join([first, *summary.get("agendas", ())])


def _size(row: Row) -> str:
    sizes = [f"{copies} {section}" for section, copies in row.summary.get("sizes", {}).items()]
    if row.summary.get("unknown"):
        sizes.append(f"{row.summary['unknown']} unknown")
    return ", ".join(sizes) or "empty"


def log_lines(log: Iterable[Revision], *, named: bool) -> Iterator[str]:
    """A line for each change, the newest first."""
    for one in log:
        mark = "*" if one.head else "-" if one.undone else " "
        deck = f" @{one.deck}:" if named else ""
        yield f"{mark} {one.id:>4}  {one.at}{deck} {one.what}{' (undone)' if one.undone else ''}"


def revision_object(one: Revision) -> dict[str, Any]:
    """`{revision, deck, at, what, parent, current, undone}`."""
    return {
        "revision": one.id,
        "deck": one.deck,
        "at": one.at,
        "what": one.what,
        "parent": one.parent,
        "current": one.head,
        "undone": one.undone,
    }


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows with their cells below each other; the last cell isn't filled up."""
    *filled, last = [list(column) for column in zip(*rows, strict=True)] or [[]]
    for cells in zip(*map(_filled, filled), last, strict=True):
        yield "  ".join(cells).rstrip()


def _filled(column: list[str]) -> list[str]:
    """The cells of a column, all as wide as the widest."""
    if "".join(column).isascii():
        most = max(map(len, column))
        return [cell.ljust(most) for cell in column]
    widths = [width(cell) for cell in column]
    most = max(widths)
    return [cell + " " * (most - own) for cell, own in zip(column, widths, strict=True)]


def width(text: str) -> int:
    """Columns that a terminal needs for a text: wide letters take two, marks on letters none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    marks = sum(unicodedata.combining(c) != 0 for c in text)
    return len(text) + wide - marks
