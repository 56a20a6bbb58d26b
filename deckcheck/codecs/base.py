"""What a codec reads into and writes from: Draft, Entry, Desk.

A Draft is a deck as written: counts beside candidates, before anybody decided which printing
a bare title means. Imports model and findings; knows no layout and no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from deckcheck.findings import Finding
from deckcheck.model import Pool, Unread


class Entry(NamedTuple):
    """One line (or slot) that means copies of a card."""

    copies: int
    """As written: never clamped; 0 and less are the codec's to report as unread."""
    candidates: tuple[str, ...]
    """Codes it may mean, earliest release first. One = decided; none = an unknown card."""
    line: int = 0
    """1-based line in the file; 0 where the layout has none."""
    text: str = ""
    """The line (or title) as given."""
    heading: str | None = None
    """Card type, or section, of the heading it stands under, if any."""
    section: str = "main"
    """`main`, `side`, `agenda` or `aside` (maybe pile, sideboard: no part of the deck)."""
    read_as: str | None = None
    """The title taken, when the match wasn't exact; None = exact."""
    suggestions: tuple[str, ...] = ()
    """Near titles, best first, when there is no candidate."""


class Draft(NamedTuple):
    """One deck as written."""

    name: str = ""
    faction: str | None = None
    """Code, or the text as given when nobody is called so."""
    agendas: tuple[Entry, ...] = ()
    hero: Entry | None = None
    entries: tuple[Entry, ...] = ()
    unread: tuple[Unread, ...] = ()
    """Lines that mean no card and weren't understood."""
    notes: str = ""
    choices: Mapping[str, Mapping[str, Any]] = {}
    drafted: Mapping[str, int] | None = None
    format: str | None = None
    list: str | None = None
    on: str | None = None
    findings: tuple[Finding, ...] = ()
    """What reading found: unread lines, heading counts that don't match, summed lines, …"""
    lines: Mapping[str, int] = {}
    """How each line of the text was used: `card`, `heading`, `blank`, `comment`, `problem` →
    number of lines. Summed over a file's drafts it is the number of lines of the file."""


class Desk(NamedTuple):
    """What a codec may ask while it reads or writes."""

    pool: Pool
    game: Any
    """The `game.Game`: factions (`game.factions`: code → Faction(code, name, names, guid)), section
    of a card (`game.section(card)`), type and section headings."""
    strict: bool = False
