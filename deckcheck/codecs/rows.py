"""Rows of count, id and title made into a Draft: for OCTGN files, tables and JSON rows.

The id decides (a code, or an OCTGN GUID, of a card or faction); where it belongs to nobody, the
title does, and that is said. May import names, slots and base; knows no layout.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from deckcheck.codecs.base import Desk, Draft, Entry
from deckcheck.codecs.slots import bad_count, clean, faction_of, is_count, line_of
from deckcheck.codecs.unread import again
from deckcheck.findings import Finding
from deckcheck.folding import fold
from deckcheck.model import Card, Unread
from deckcheck.names import MOST_SEARCHES, Match, Names

ASIDE = frozenset(
    ("maybe", "maybeboard", "considering", "sideboard", "draft pool", "draft", "rookery")
)
"""Headings (folded) of cards that are kept apart: no part of the deck."""


class Row(NamedTuple):
    """One row as it stands."""

    copies: Any
    id: str = ""
    title: str = ""
    pack: str = ""
    line: int = 0
    section: str = ""
    """Folded heading it stands under: `faction`, `agenda`, `hero`, `side`, `maybe`, a type, …"""


class Rows:
    """Takes the rows of one deck and gives its Draft."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._names: Names | None = None
        self._guids = {f.guid: code for code, f in desk.game.factions.items() if f.guid}
        self._faction: str | None = None
        self._hero: Entry | None = None
        self._agendas: list[Entry] = []
        self._entries: list[Entry] = []
        self._unread: list[Unread] = []
        self._kept: list[Unread] = []
        self._findings: list[Finding] = []

    def add(self, row: Row) -> None:
        """Take a row in: as faction, agenda, card, or as one that can't be read."""
        row = row._replace(id=row.id.strip(), title=clean(row.title), pack=clean(row.pack))
        if row.section == "unread":
            copies = row.copies if is_count(row.copies) else 0
            self._kept.append(Unread(row.line, row.title, copies))
            return
        faction = self._faction_of(row)
        if faction is not None:
            self._choose(faction, row)
        elif not is_count(row.copies):
            lost, finding = bad_count(row.title or clean(row.id), row.copies, row.line)
            self._unread.append(lost)
            self._findings.append(finding)
        elif not row.title and not row.id:
            self.lose(line_of(row.copies, "", ""), row.line)
        else:
            entry = self._entry(row)
            if row.section == "hero" and row.copies == 1 and self._hero is None:
                self._hero = entry._replace(section="main")
                return
            (self._agendas if entry.section == "agenda" else self._entries).append(entry)

    def lose(self, text: str, line: int = 0) -> None:
        """Take in a row that should mean a card and can't be understood."""
        text = clean(text)[:200]
        self._unread.append(Unread(line, text, 0))
        args = {"text": text}
        self._findings.append(
            Finding("unread-line", "unknown", "unread-row", args, line=line or None)
        )

    def draft(self, name: str = "", notes: str = "") -> Draft:
        """What the rows came to."""
        more, lines, said = again(self._desk, self._kept)
        return Draft(
            name=clean(name),
            faction=self._faction,
            agendas=tuple(self._agendas),
            hero=self._hero,
            entries=(*self._entries, *more),
            unread=(*self._unread, *lines),
            notes=clean(notes, lines=True),
            findings=(*self._findings, *said),
        )

    def _faction_of(self, row: Row) -> str | None:
        """The faction a row stands for, if it does: by its section, its id, or its title."""
        by_id = self._guids.get(row.id.lower()) or (
            row.id if row.id in self._desk.game.factions else None
        )
        if by_id is not None:
            return by_id
        if row.section == "faction":
            self._say_by_title(row)
            return faction_of(self._desk, row.title or row.id) or ""
        named = self._desk.game.faction_called(row.title) if row.title and not row.id else None
        if named is None or self._desk.pool.titled(fold(row.title)):
            return None
        return str(named.code)

    def _choose(self, faction: str, row: Row) -> None:
        if self._faction and faction != self._faction:
            args = {"first": self._faction, "second": faction}
            self._findings.append(
                Finding(
                    "two-factions", "error", "two-factions", args, "faction", line=row.line or None
                )
            )
            return
        self._faction = faction or self._faction

    def _entry(self, row: Row) -> Entry:
        card = known(self._desk, row.id) if row.id else None
        if card is None:
            return self._titled(row)
        if row.title and fold(row.title) != fold(card.title):
            self._say_if_other(row, card)
        text = line_of(row.copies, card.title, "")
        return Entry(
            row.copies, (card.code,), row.line, text, self._heading(row), self._section(row, card)
        )

    def _titled(self, row: Row) -> Entry:
        if self._names is None:
            self._names = Names(self._desk.pool, MOST_SEARCHES)
        match = self._names.match(row.title, row.pack or None) if row.title else Match()
        if match.cards:
            self._say_by_title(row)
        tag = row.pack or ("" if match.cards else clean(row.id))
        text = line_of(row.copies, row.title, tag) if row.title else line_of(row.copies, tag, "")
        codes = tuple(card.code for card in match.cards)
        if not row.title and not row.id.count("-"):
            codes = (clean(row.id),)  # a code that nobody knows is still what the deck says
        if match.fault:
            args = {"text": text, "pack": match.pack, "suggestions": match.suggestions}
            self._findings.append(
                Finding(match.fault, "unknown", match.fault, args, line=row.line or None)
            )
        return Entry(
            row.copies,
            codes,
            row.line,
            text,
            self._heading(row),
            self._section(row, match.cards[0] if match.cards else None),
            match.read_as,
            match.suggestions,
        )

    def _heading(self, row: Row) -> str | None:
        kind = self._desk.game.headings.get(row.section)
        return str(kind) if kind else None

    def _section(self, row: Row, card: Card | None) -> str:
        if row.section in ASIDE:
            return "aside"
        if row.section == "side":
            return "side"
        if self._heading(row) == "agenda" and card is None:
            return "agenda"
        return "agenda" if card and self._desk.game.section(card) == "agenda" else "main"

    def _say_by_title(self, row: Row) -> None:
        if row.id:
            args = {"id": clean(row.id)[:40], "title": row.title}
            self._findings.append(
                Finding("by-title", "info", "by-title", args, line=row.line or None)
            )

    def _say_if_other(self, row: Row, card: Card) -> None:
        """The id decides; a title that belongs to other cards only is worth a word."""
        others = self._desk.pool.titled(fold(row.title))
        if others and card.code not in {other.code for other in others}:
            args = {"id": clean(row.id)[:40], "title": row.title, "taken": card.title}
            self._findings.append(
                Finding(
                    "title-differs",
                    "warning",
                    "title-differs",
                    args,
                    cards=(card.code,),
                    line=row.line or None,
                )
            )


def known(desk: Desk, text: str) -> Card | None:
    """The card with this code or GUID. A spreadsheet may have taken `01001` for a number."""
    card = desk.pool.card(text)
    if card is None and text.isascii() and text.isdigit() and len(text) < 5:
        card = desk.pool.card(text.zfill(5))
    if card is None:
        code = desk.pool.by_guid(text.strip("{}"))
        card = desk.pool.card(code) if code else None
    return card


def number(value: Any) -> Any:
    """A count as people write it (`3`, `"3"`, `3x`, `x3`) as a number; anything else as it is."""
    if not isinstance(value, str):
        return value
    digits = value.strip().casefold().strip("x×").strip()
    bare = digits.removeprefix("-")
    if bare.isascii() and bare.isdigit() and len(bare) < 10:
        return int(digits)
    return value.strip() or None
