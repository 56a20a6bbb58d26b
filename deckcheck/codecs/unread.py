"""Lines that nobody understood the last time, read once more.

A deck keeps them as they were given. Ours have the shape `3x Title (code, GUID or pack)`, those
of others any; a card that the data lacked is found as soon as they have it, by the code or GUID
beside it, or by its exact title. May import names, lines, slots and base.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from deckcheck.codecs.base import Desk, Entry
from deckcheck.codecs.json_text import what, whole
from deckcheck.codecs.slots import MAX_COPIES, clean, is_count
from deckcheck.errors import InputError
from deckcheck.findings import MOST_TOLD, Finding, more_unread
from deckcheck.model import Unread

if TYPE_CHECKING:
    from deckcheck.names import Match, Names

Again = tuple[tuple[Entry, ...], tuple[Unread, ...], list[Finding]]
"""Entries, lines still unread, and what there is to say of those."""


def again(desk: Desk, rows: Iterable[Unread]) -> Again:
    """Entries for lines that stand for copies (found now or still unknown), the rest as unread."""
    entries, unread = [], []
    names = None
    for row in rows:
        if names is None:
            from deckcheck.names import Names

            names = Names(desk.pool)
        found = candidates(desk, row.text, names) if row.copies else titled(row.text, names)
        if row.copies or found.cards:
            codes = tuple(card.code for card in found.cards)
            entries.append(Entry(row.copies or 1, codes, row.line, row.text, read_as=found.read_as))
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


def candidates(desk: Desk, text: str, names: Names) -> Match:
    """What a kept line means: by the code or GUID in it, else by title and pack."""
    from deckcheck.codecs.lines import leading
    from deckcheck.names import Match

    title, tag = parts(text)
    for key in (tag, title):
        card = desk.pool.card(key) or desk.pool.card(desk.pool.by_guid(key) or "")
        if key and card:
            return Match((card,), "code")
    found = titled(title if not tag else f"{title} ({tag})", names)
    count = leading(text)
    return found if found.cards or count is None else titled(count.title, names)


def titled(text: str, names: Names) -> Match:
    """The cards of exactly this title; none where anything stands beside it but its pack."""
    from deckcheck.names import Match

    found = names.match(text, exactly=True)
    return found if not found.markers else Match()


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
