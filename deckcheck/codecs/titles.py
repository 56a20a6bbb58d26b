"""Titles of a structured layout matched: a Match made into an Entry and its findings.

May import names, slots and base; knows no layout.
"""

from __future__ import annotations

from deckcheck.codecs.base import Desk, Entry
from deckcheck.codecs.slots import clean, line_of
from deckcheck.findings import Finding
from deckcheck.names import Match, Names


class Titles:
    """Matches the titles of one file."""

    def __init__(self, desk: Desk) -> None:
        self._names = Names(desk.pool)
        self._strict = desk.strict

    def entry(
        self,
        copies: int,
        title: str,
        *,
        pack: str = "",
        tag: str = "",
        line: int = 0,
        heading: str | None = None,
    ) -> tuple[Entry, list[Finding]]:
        """The entry for a title, and what has to be said of it.

        `tag` (a code or GUID that nobody knows) travels with the text of an unknown card.
        """
        match = self._names.match(title, pack or None)
        text = line_of(copies, title, pack or ("" if match.cards else clean(tag)))
        entry = Entry(
            copies,
            tuple(card.code for card in match.cards),
            line,
            text,
            heading,
            read_as=match.read_as,
            suggestions=match.suggestions,
        )
        return entry, _said(match, text, line)


def _said(match: Match, text: str, line: int) -> list[Finding]:
    found = []
    if match.fault:
        args = {"text": text, "pack": match.pack, "suggestions": match.suggestions}
        found.append(Finding(match.fault, "unknown", match.fault, args, line=line or None))
    return found
