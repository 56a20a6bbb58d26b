"""The Draft of a text while it is being filled: what a line that means a card comes to.

`reader.py` finds out what kind of line it is and hands it over; here it becomes an entry, an
agenda, a faction or a problem, with the findings that belong to it. May import names, findings,
tally, slots and base; knows no grammar beyond what a count is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from deckcheck.codecs.base import Desk, Draft, Entry
from deckcheck.codecs.lines import Counted
from deckcheck.codecs.opening import Row
from deckcheck.codecs.pieces import most_of
from deckcheck.codecs.slots import bad_count, clean, is_count
from deckcheck.codecs.tally import Mention, Tally, agendas_of, read_as
from deckcheck.findings import MOST_TOLD, Finding, more_unread
from deckcheck.folding import fold
from deckcheck.model import Card, Unread
from deckcheck.names import Match

_NO_ROW = Row(0, "", ())
_MOST_ASKED = 1_000
"""Lines that weren't understood, after which nobody looks for titles in more of them."""
_LONGEST_FACTION = 4
"""Words of a line that may be the name of a faction nobody knows."""


class Later(NamedTuple):
    """A line below cards that names a faction."""

    code: str
    line: int
    text: str
    at: int
    """Number of entries above it."""
    group: bool
    """Whether it says itself that it heads a group of cards: `House Stark (12)`."""


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
        self._later: list[Later] = []
        self._untold = 0
        self.lost = 0
        """Lines so far that weren't understood."""

    def draft(self, used: dict[str, int]) -> Draft:
        """The Draft, with the number of lines of each kind."""
        agendas, merged = agendas_of(self._settled_mentions())
        for entry in merged:
            self._findings += read_as(entry, self.desk)
        if self._untold:
            self._findings.append(more_unread(self._untold))
        main = [entry for entry in self.entries if entry.section == "main"]
        side = sum(entry.copies for entry in self.entries if entry.section == "side")
        self.tally.close(self.desk, main, agendas, side)
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

    def name_faction(self, code: str, *, severity: str = "error") -> str:
        """The deck's faction; another one than before is an error."""
        if self.faction in (None, code):
            self.faction = code
            return "heading"
        args = {"first": self.faction, "second": code}
        self._add("two-factions", severity, args, section="faction")
        return "problem"

    def near_faction(self, code: str, name: str) -> str:
        """A faction whose name is misspelt."""
        severity = "error" if self.desk.strict else "info"
        args = {"text": clean(self.item), "read_as": name}
        self._add("read-as", severity, args, template="read-as-faction")
        return self.later_faction(code) if self.entries else self.name_faction(code)

    def strange_faction(self, text: str) -> str:
        """A faction that nobody knows; beside one that is known, nobody can tell what it means."""
        if self.entries and self.faction is None:
            return self.later_faction(text)
        return self.name_faction(text, severity="unknown")

    def later_faction(self, code: str, *, sure: bool = False) -> str:
        """A faction named below cards. `sure`: it heads a group of cards, and no more."""
        row, faction = self.row, self.desk.game.factions.get(code)
        if faction is not None and not faction.playable:
            return "heading"
        self._later.append(Later(code, row.line, clean(self.item), len(self.entries), sure))
        return "heading"

    def close_factions(self) -> None:
        """What the factions come to that were named below cards: a group, or another deck's."""
        if self.faction is None and self._later:
            named = [one for one in self._later if not one.group] or self._later
            texts = dict.fromkeys(one.text for one in named)
            same = len({one.code for one in named}) == 1
            self.faction = named[0].code if same else " / ".join(texts)
            return
        if not self._later:
            return
        ends = [*(one.at for one in self._later[1:]), len(self.entries)]
        for one, end in zip(self._later, ends, strict=True):
            if one.group or one.code == self.faction:
                continue
            below = self.entries[one.at : end]
            known = self.desk.pool.cards(below[0].candidates).values() if below else ()
            if any(card.facts.get("faction") == one.code for card in known):
                continue
            args = {"first": self.faction, "second": one.code, "text": one.text}
            if below:
                found = Finding("two-decks", "unknown", "two-decks", args, "faction")
            else:
                found = Finding("two-factions", "error", "two-factions", args, "faction")
            self._findings.append(found._replace(line=one.line))

    def _settled_mentions(self) -> list[Mention]:
        """The mentions of agendas without those that turned out to be something else.

        A line above the faction that nobody understood may be the agenda, unless there is one;
        and if no faction is named at all, it may be that.
        """
        sure = any(m.entry.candidates for m in self._mentions)
        kept = []
        for mention in self._mentions:
            if not mention.doubtful or (self.faction and not sure and not self._is_strange()):
                kept.append(mention)
                continue
            text, line = mention.entry.text, mention.entry.line
            if self.faction is None and self.entries and len(text.split()) <= _LONGEST_FACTION:
                self.faction = text
                args: dict[str, Any] = {"text": text}
                unknown = Finding("unknown-faction", "unknown", "unknown-faction", args, "faction")
                self._findings.append(unknown)
                continue
            self._unread.append(Unread(line, text, 0))
            args = {"text": text, "suggestions": ()}
            self._findings.append(Finding("unread-line", "warning", "unread-line", args, line=line))
        return kept

    def _is_strange(self) -> bool:
        """Whether nobody knows the deck's faction."""
        return self.faction not in self.desk.game.factions

    def first_hero(self, code: str) -> None:
        """A hero's name that stands alone above the cards is the hero, not the deck's name."""
        self._add("read-as", "info", {"text": clean(self.item)}, "read-as-hero", cards=(code,))

    def no_first_hero(self) -> None:
        """Another hero is named, so that name was the deck's after all."""
        self._findings = [f for f in self._findings if f.template != "read-as-hero"]

    def heading_remark(self, heading: str, remark: str) -> str:
        """Words beside a heading that aren't understood."""
        args = {"heading": clean(heading), "marker": clean(remark), "text": clean(self.item)}
        self._add("unknown-marker", "info", args, template="heading-remark")
        return "heading"

    def keep(self, copies: int, text: str) -> str:
        """A line that was kept because nobody understood it, as it was given."""
        self.item = text
        if is_count(copies):
            return self.stranger(copies)
        return self.problem()

    def mention(
        self, match: Match, how: str, copies: int, text: str = "", *, doubtful: bool = False
    ) -> str:
        """An agenda, named in one of the ways that `Mention` knows; `text` = what names it, if
        that isn't the whole line. What is no agenda's title is an unknown one; `doubtful` if it
        may also be something else."""
        cards = self.as_agendas(match.cards)
        entry = self._entry(match._replace(cards=cards), copies, "agenda")
        if not cards:
            entry = entry._replace(read_as=None)
        if text:
            entry = entry._replace(text=clean(text))
        self._mentions.append(Mention(entry, how, doubtful))
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
        self.lost += not entry.candidates
        self.tally.add(count.copies)
        if not self.aside:
            self._say(match)
        return "card" if entry.candidates or self.aside else "problem"

    def odd_count(self, count: Counted) -> str:
        """A number that is no number of copies."""
        lost, finding = bad_count(count.title, count.copies, self.row.line)
        if count.copies is None:
            finding = finding._replace(template="count-too-long")
        self._unread.append(lost._replace(text=clean(self.item)))
        self._findings.append(finding)
        return "problem"

    def no_count(self, title: str) -> str:
        """A title that no count stands with, where each line has one."""
        lost, finding = bad_count(title, None, self.row.line)
        self._unread.append(lost)
        self._findings.append(finding)
        return "problem"

    def doubtful(self, count: Counted) -> str:
        """`3. Title`: a count or the number of a list item, so nobody can tell what it means."""
        both = dict.fromkeys((f"{count.copies}x {count.title}", f"1x {count.title}"))
        return self.stranger(count.copies or 1, tuple(both))

    def problem(self, reason: str = "unread-line", suggestions: tuple[str, ...] = ()) -> str:
        """A line that means no card and wasn't understood."""
        text = clean(self.item)
        copies = self._copies_of(text) if reason == "unread-line" else 0
        if copies:
            return self.stranger(copies, suggestions)
        self.lost += 1
        self._unread.append(Unread(self.row.line, text, 0))
        if len(self._unread) > MOST_TOLD:
            self._untold += 1
            return "problem"
        args = {"text": text, "suggestions": suggestions}
        self._add("unread-line", "warning", args, template=reason)
        return "problem"

    def _copies_of(self, text: str) -> int:
        """How many copies a line may mean that wasn't read, though a title and a number stand
        there; 0 = it means no card."""
        if self.lost > _MOST_ASKED or not any(c.isdigit() for c in text):
            return 0
        return most_of(text, lambda title: bool(self.desk.pool.titled(fold(title))))

    def has_agendas(self) -> bool:
        """Whether any line named an agenda."""
        return bool(self._mentions)

    def name_or_agenda(self, text: str) -> None:
        """Say that the first line, which is the deck's name, is also an agenda's title."""
        self._add("name-or-agenda", "warning", {"text": text}, section="agenda")

    def stranger(self, copies: int, suggestions: tuple[str, ...] = ()) -> str:
        """A line that stands for copies of nobody knows what."""
        self.lost += 1
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
        template: str = "",
        *,
        section: str | None = None,
        cards: tuple[str, ...] = (),
    ) -> None:
        template = template or code
        finding = Finding(code, severity, template, args, section, cards, line=self.row.line)
        self._findings.append(finding)
