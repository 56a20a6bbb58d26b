"""The Draft of a text while it is being filled: what a line that means a card comes to.

`reader.py` finds out what kind of line it is and hands it over; here it becomes an entry, an
agenda, a faction or a problem, with the findings that belong to it. May import names, findings,
tally, slots and base; knows no grammar beyond what a count is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckcheck.codecs.base import Desk, Draft, Entry
from deckcheck.codecs.lines import Counted
from deckcheck.codecs.opening import Row
from deckcheck.codecs.slots import bad_count, clean, is_count
from deckcheck.codecs.tally import Mention, Tally, agendas_of, read_as
from deckcheck.findings import Finding
from deckcheck.model import Card, Unread
from deckcheck.names import Match

_NO_ROW = Row(0, "", ())


class Sheet:
    """Entries, agendas, faction and problems of one deck. The methods that take a line in say
    what kind of line it was: `card`, `heading` or `problem`."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.agenda_type: str = desk.game.agenda_type
        self.row = _NO_ROW
        """The line at hand."""
        self.item = ""
        """What is kept of it: the line as given, or, if it holds several items, the one at hand."""
        self.name = ""
        self.faction: str | None = None
        self.entries: list[Entry] = []
        self.notes: list[str] = []
        self.tally = Tally()
        self.kind: str | None = None
        """Type (or section) of the heading that stands open."""
        self.aside = False
        """Whether what follows is kept apart: a maybe pile, a sideboard."""
        self._mentions: list[Mention] = []
        self._unread: list[Unread] = []
        self._findings: list[Finding] = []

    def draft(self, used: dict[str, int]) -> Draft:
        """The Draft, with the number of lines of each kind."""
        agendas, merged = agendas_of(self._mentions)
        for entry in merged:
            self._findings += read_as(entry, self.desk)
        main = [entry for entry in self.entries if entry.section == "main"]
        self.tally.close(self.desk, main, agendas)
        return Draft(
            name=clean(self.name),
            faction=self.faction,
            agendas=agendas,
            entries=tuple(self.entries),
            unread=tuple(self._unread),
            notes=clean("\n".join(self.notes), lines=True),
            findings=(*self._findings, *self.tally.findings),
            lines=used,
        )

    def as_agendas(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Those of the cards that are agendas."""
        return tuple(card for card in cards if card.type == self.agenda_type)

    def name_faction(self, code: str) -> str:
        """The deck's faction; another one than before is an error."""
        if self.faction in (None, code):
            self.faction = code
            return "heading"
        args = {"first": self.faction, "second": code}
        self._add("two-factions", "error", args, section="faction")
        return "problem"

    def mention(self, match: Match, how: str, copies: int, text: str = "") -> str:
        """An agenda, named in one of the ways that `Mention` knows; `text` = what names it, if
        that isn't the whole line. What is no agenda's title is an unknown one."""
        cards = self.as_agendas(match.cards)
        entry = self._entry(match._replace(cards=cards), copies, "agenda")
        if text:
            entry = entry._replace(text=clean(text))
        self._mentions.append(Mention(entry, how))
        if how == "card":
            self.tally.add(copies)
        self._say(match)
        return "card" if cards else "problem"

    def take(self, match: Match, count: Counted, code: str | None, *, uncounted: bool) -> str:
        """Copies of what was matched. `code` is that of a link on the line, and decides."""
        linked = self.desk.pool.card(code) if code else None
        if linked is not None:
            match = self._linked(linked, match)
        if not is_count(count.copies):
            return self.odd_count(count)
        agendas = self.as_agendas(match.cards)
        under_agenda = self.kind == self.agenda_type
        if not self.aside:
            sure = agendas and (under_agenda or len(agendas) == len(match.cards))
            if sure or (agendas and uncounted and not self.entries) or self._no_agenda(match):
                return self.mention(match, "header" if uncounted else "card", count.copies)
        entry = self._entry(match, count.copies, self._section())
        self.entries.append(entry)
        self.tally.add(count.copies)
        if not self.aside:
            self._say(match)
        return "card" if entry.candidates or self.aside else "problem"

    def odd_count(self, count: Counted) -> str:
        """A number that is no number of copies."""
        shown = count.copies if count.copies is not None else "a number too long"
        lost, finding = bad_count(count.title, shown, self.row.line)
        self._unread.append(lost._replace(text=clean(self.item)))
        self._findings.append(finding)
        return "problem"

    def doubtful(self, count: Counted) -> str:
        """`3. Title`: a count or the number of a list item, so nobody can tell what it means."""
        both = (f"{count.copies}x {count.title}", f"1x {count.title}")
        return self.stranger(count.copies or 1, both)

    def problem(self, reason: str = "unread-line", suggestions: tuple[str, ...] = ()) -> str:
        """A line that means no card and wasn't understood."""
        text = clean(self.item)
        self._unread.append(Unread(self.row.line, text, 0))
        args = {"text": text, "suggestions": suggestions}
        self._add("unread-line", "warning", args, template=reason)
        return "problem"

    def stranger(self, copies: int, suggestions: tuple[str, ...] = ()) -> str:
        """A line that stands for copies of nobody knows what."""
        self.entries.append(self._entry(Match(suggestions=suggestions), copies, self._section()))
        self.tally.add(copies)
        return "card" if self.aside else "problem"

    def _section(self) -> str:
        """Where a card at hand stands: kept apart, in a side deck, or in the deck."""
        return "aside" if self.aside else "side" if self.kind == "side" else "main"

    def _no_agenda(self, match: Match) -> bool:
        """Whether an agenda nobody knows is meant: it stands under the heading for agendas."""
        return self.kind == self.agenda_type and not match.cards

    def _linked(self, card: Card, match: Match) -> Match:
        """The card that a link leads to; a title beside it that is another's is worth a word."""
        if match.cards and card not in match.cards:
            args = {"id": card.code, "title": match.cards[0].title}
            self._add("title-differs", "warning", args, cards=(card.code,))
        return Match((card,), "code", markers=match.markers)

    def _entry(self, match: Match, copies: int, section: str) -> Entry:
        return Entry(
            copies,
            tuple(card.code for card in match.cards),
            self.row.line,
            clean(self.item),
            self.kind,
            section,
            match.read_as,
            () if match.fault else match.suggestions,
        )

    def _say(self, match: Match) -> None:
        """What is worth a word about a match, besides the card."""
        text = clean(self.item)
        if match.fault:
            args = {"text": text, "pack": match.pack, "suggestions": match.suggestions}
            self._add(match.fault, "unknown", args)
        for marker in match.markers:
            self._add("unknown-marker", "warning", {"text": text, "marker": marker})

    def _add(
        self,
        code: str,
        severity: str,
        args: dict[str, Any],
        *,
        template: str = "",
        section: str | None = None,
        cards: tuple[str, ...] = (),
    ) -> None:
        template = template or code
        finding = Finding(code, severity, template, args, section, cards, line=self.row.line)
        self._findings.append(finding)
