"""What is found out about a deck, as values: Citation, Finding, Report.

Readers find unread lines and assumed printings, rules find broken limits; both say it with
the same Finding. A Finding carries the parts of its sentence, not the sentence: `messages.py`
composes that in the reader's language. May import errors and model; knows no rule and no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.errors import EXIT_CANNOT_TELL, EXIT_LEGAL, EXIT_NOT_LEGAL
from deckcheck.model import Unread

SEVERITIES = ("error", "unknown", "warning", "info")
"""Worst first. `unknown` = cannot tell; warnings and infos never change the verdict."""


MOST_TOLD = 200
"""Lines that weren't understood and are told one by one; of more only the number is told."""


class Citation(NamedTuple):
    """Where a rule comes from."""

    source: str
    """`RR Deckbuilding`, `agenda Fealty 01027`, `Standard v2.1 joust: pod 3`."""
    says: str = ""
    """The rule in our own words."""
    sure: str = "yes"
    """`yes`, `likely` (rests on a reading, applied and said) or `open` (not settled)."""
    url: str = ""
    says_ru: str = ""
    """The same words in Russian, where the game is played in it."""


class Finding(NamedTuple):
    """One thing found: stable code, severity, numbers, cards, rule and source."""

    code: str
    """Short stable name: `draw-min`, `copies`, `unread-line`, … (`explain` lists them)."""
    severity: str
    template: str
    """Key of the sentence in `messages.py`; often the code itself."""
    args: Mapping[str, Any] = {}
    """What the sentence needs besides the fields below."""
    section: str | None = None
    cards: tuple[str, ...] = ()
    """Codes of the cards concerned, in deck order."""
    found: int | str | None = None
    expected: str | None = None
    """The demand in short: `at least 60`, `exactly 7`, `0`."""
    source: Citation = Citation("")
    rule: str | None = None
    """Id of the row that says so; None for what reading found."""
    line: int | None = None
    """1-based line of the file."""
    lines: tuple[int, ...] = ()
    """Lines of the cards that a rule's finding names, where the deck came from a text."""


class Report(NamedTuple):
    """The verdict on one deck, with what it was judged by."""

    deck: str
    game: str
    format: str
    list: str | None
    """Code of the legality list; None = judged without one."""
    list_name: str | None
    list_date: str | None
    on: str
    """ISO date that releases (and, unless a list was named, the list) go by."""
    data: str
    """Snapshot date of the card data."""
    findings: tuple[Finding, ...]

    @property
    def legal(self) -> bool | None:
        """False with any error, else None (cannot tell) with any unknown, else True."""
        severities = {f.severity for f in self.findings}
        if "error" in severities:
            return False
        return None if "unknown" in severities else True

    @property
    def exit_code(self) -> int:
        """0 legal, 1 not legal, 3 cannot tell."""
        legal = self.legal
        if legal is None:
            return EXIT_CANNOT_TELL
        return EXIT_LEGAL if legal else EXIT_NOT_LEGAL


def more_unread(number: int) -> Finding:
    """The finding that so many more lines than `MOST_TOLD` were not understood."""
    return Finding("unread-line", "warning", "more-unread", {"text": ""}, found=number)


def more_unknown(number: int) -> Finding:
    """The finding that so many more lines than `MOST_TOLD` mean cards that nobody knows."""
    return Finding("unknown-card", "unknown", "more-unknown", {"text": ""}, found=number)


def told(unread: Sequence[Unread]) -> tuple[list[Unread], list[Finding]]:
    """The lines that are told one by one, and findings that say how many more there are."""
    counted = [line for line in unread if line.copies]
    others = [line for line in unread if not line.copies]
    more = []
    if len(counted) > MOST_TOLD:
        more.append(more_unknown(len(counted) - MOST_TOLD))
    if len(others) > MOST_TOLD:
        more.append(more_unread(len(others) - MOST_TOLD))
    return [*counted[:MOST_TOLD], *others[:MOST_TOLD]], more
