"""Lines that nobody understood the last time, read once more.

A deck keeps them as they were given. Ours have the shape `3x Title (code, GUID or pack)`, so a
card that the data lacked is found as soon as they have it. May import names, slots and base.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deckcheck.codecs.base import Desk, Entry
from deckcheck.codecs.json_text import what, whole
from deckcheck.codecs.slots import MAX_COPIES, clean, is_count
from deckcheck.errors import InputError
from deckcheck.findings import MOST_TOLD, Finding, more_unread
from deckcheck.model import Unread

Again = tuple[tuple[Entry, ...], tuple[Unread, ...], list[Finding]]
"""Entries, lines still unread, and what there is to say of those."""


def again(desk: Desk, rows: Iterable[Unread]) -> Again:
    """Entries for lines that stand for copies (found now or still unknown), the rest as unread."""
    entries, unread = [], []
    for row in rows:
        if row.copies:
            entries.append(Entry(row.copies, candidates(desk, row.text), row.line, row.text))
            continue
        unread.append(row)
    findings = [unread_line(row.text, row.line) for row in unread[:MOST_TOLD]]
    if len(unread) > MOST_TOLD:
        findings.append(more_unread(len(unread) - MOST_TOLD))
    return tuple(entries), tuple(unread), findings


def to_rows(unread: Iterable[Unread]) -> list[dict[str, Any]]:
    """The machine form of unread lines: a list of `{"line", "text", "count"}`."""
    return [{"line": u.line, "text": u.text, "count": u.copies} for u in unread]


def from_rows(value: Any, desk: Desk) -> Again:
    """What `to_rows` wrote, read once more. Raises InputError where the form is another."""
    if value is None:
        return (), (), []
    if not isinstance(value, list):
        raise InputError(f'"unread" of the deck should be a list; it is {what(value)}.')
    return again(desk, [_row(row) for row in value])


def _row(row: Any) -> Unread:
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise InputError(
            f'"unread" of the deck holds {what(row)} where an object with "line", "text" '
            'and "count" is needed.'
        )
    line, copies = whole(row.get("line", 0)), row.get("count", 0)
    if line is None or line < 0:
        raise InputError(
            f'"unread" of the deck: a line number is {what(row["line"])}; '
            "it should be a whole number from 0 up."
        )
    if whole(copies) != 0 and not is_count(copies):
        raise InputError(
            f'"unread" of the deck: the count of {what(row["text"])} is {what(copies)}; '
            f"it should be a whole number from 0 to {MAX_COPIES}."
        )
    return Unread(line, clean(row["text"]), copies)


def unread_line(text: str, line: int = 0, reason: str = "unread-line") -> Finding:
    """The finding for a line that means no card and wasn't understood."""
    return Finding("unread-line", "warning", reason, {"text": text}, line=line or None)


def candidates(desk: Desk, text: str) -> tuple[str, ...]:
    """Codes that a kept line means: by the code or GUID in it, else by title and pack."""
    title, tag = parts(text)
    for key in (tag, title):
        card = desk.pool.card(key) or desk.pool.card(desk.pool.by_guid(key) or "")
        if key and card:
            return (card.code,)
    return ()


def parts(text: str) -> tuple[str, str]:
    """Title and tag of a line without its count.

    >>> parts("3x Jon Snow (TTS)"), parts("2x 99999")
    (('Jon Snow', 'TTS'), ('99999', ''))
    """
    head, _, rest = text.partition("x ")
    name = rest if rest and head.isdecimal() else text
    name = name.strip()
    if name.endswith(")") and " (" in name:
        title, _, tag = name[:-1].rpartition(" (")
        return title.strip(), tag.strip()
    return name, ""
