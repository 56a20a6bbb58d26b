"""The reader beneath every layout that is lines of text: a text in, Drafts out.

Each line is asked in order of certainty: blank, heading, comment, faction, agenda, card; what is
none of them is a problem with its number. `lines.py` says what a line looks like, `names.py`
what a title means, `opening.py` which line is the name. May import those, findings and base;
knows no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from deckcheck.codecs import lines as grammar
from deckcheck.codecs.base import Desk, Draft, Entry
from deckcheck.codecs.lines import Counted
from deckcheck.codecs.markup import Segment, segments
from deckcheck.codecs.opening import Row, faction_and_more, kind_of, name_of, names_faction
from deckcheck.codecs.slots import MAX_COPIES, bad_count, clean, is_count
from deckcheck.codecs.tally import Mention, Tally, agendas_of
from deckcheck.errors import InputError
from deckcheck.findings import Finding
from deckcheck.folding import fold
from deckcheck.model import Card, Unread
from deckcheck.names import Match, Names

_WORST = ("problem", "card", "heading", "comment", "blank")
"""Kinds of line; where one line holds several items, the first of these says what it was."""
_FEW = 99
"""A bare number above this, beside what is no title, is a year or a score, not a count."""
_NO_AGENDA = frozenset({"", "none", "no agenda", "-", "n/a"})
_AND = (", ", " / ", "/", " + ", " & ", " and ", "; ", " | ")


def read_text(text: str, desk: Desk) -> list[Draft]:
    """The decks of a text, parted by lines of `===`.

    Raises InputError if no line of it could be read as a card, a faction or an agenda.
    """
    names = Names(desk.pool)
    drafts = [Reading(desk, names, part).draft() for part in _parts(grammar.split(text), desk)]
    if not any(d.faction or d.agendas or d.entries for d in drafts):
        raise InputError(
            "no line of it could be read as a card, a faction or an agenda; "
            "a card line looks like `3x Title`."
        )
    return drafts


def name_in(line: str, desk: Desk) -> str:
    """The deck's name that a text beginning with this line would have; "" = none."""
    below = ("", "Cards", "1x ?")
    rows = [Row(n, raw, tuple(segments(raw))) for n, raw in enumerate((line, *below), 1)]
    found = name_of(rows, desk, Names(desk.pool).match)
    return clean(found[1]) if found else ""


def _parts(lines: Sequence[str], desk: Desk) -> list[list[Row]]:
    """The rows of each deck, separators included; a part that says nothing joins the one before."""
    parts: list[list[Row]] = [[]]
    for number, raw in enumerate(lines, 1):
        row = Row(number, raw, tuple(segments(raw)))
        if grammar.is_separator(raw) and _underlines(parts[-1], desk):
            parts[-1].append(row)
            continue
        parts[-1].append(row)
        if grammar.is_separator(raw):
            parts.append([])
    whole: list[list[Row]] = []
    for part in parts:
        if whole and not any(_says_something(row) for row in part):
            whole[-1] += part
        else:
            whole.append(part)
    if len(whole) > 1 and not any(_says_something(row) for row in whole[0]):
        whole[1] = whole[0] + whole[1]
        del whole[0]
    return whole


def _underlines(rows: Sequence[Row], desk: Desk) -> bool:
    """Whether a line of `===` below these rows only underlines a title or a heading."""
    said = [row for row in rows if _says_something(row)]
    if not said or not fold(rows[-1].raw):
        return not said
    if kind_of(rows[-1].text, desk.game):
        return True
    return len(said) == 1 and not (
        grammar.counted(rows[-1].text)
        or grammar.trailing(rows[-1].text)
        or names_faction(rows[-1], desk.game)
    )


def _says_something(row: Row) -> bool:
    return not grammar.is_decoration(row.raw)


class Reading:
    """Reads the rows of one deck, top to bottom."""

    def __init__(self, desk: Desk, names: Names, rows: Sequence[Row]) -> None:
        self._desk = desk
        self._game: Any = desk.game
        self._names = names
        self._rows = rows
        self._name = ""
        self._faction: str | None = None
        self._mentions: list[Mention] = []
        self._entries: list[Entry] = []
        self._unread: list[Unread] = []
        self._findings: list[Finding] = []
        self._notes: list[str] = []
        self._tally = Tally()
        self._kind: str | None = None
        """Type (or section) of the heading that stands open."""
        self._in_cards = False
        """Whether a card heading stands open."""
        self._aside = 0
        """0 = not aside; else 1 + the level of the aside heading."""
        self._seen: set[str] = set()
        self._await_faction = False
        self._in_notes = False
        self._versioned = False
        self._row = Row(0, "", (Segment(""),))

    def draft(self) -> Draft:
        """The deck of these rows."""
        found = name_of(self._rows, self._desk, self._names.match)
        named, self._name = found or (0, "")
        used: Counter[str] = Counter()
        for row in self._rows:
            self._row = row
            if row.line == named:
                used["heading"] += 1
                continue
            kinds = {self._read(segment) for segment in row.segments}
            used[next(kind for kind in _WORST if kind in kinds)] += 1
        if self._faction is None:
            self._faction = self._late_faction()
        agendas = agendas_of(self._mentions, self._desk)
        main = [entry for entry in self._entries if entry.section == "main"]
        self._tally.close(self._desk, main, agendas)
        if self._versioned:
            head, _, version = self._name.rpartition(" ")
            digits = version.split(".")
            if len(digits) == 2 and all(part.isdigit() for part in digits):
                self._name = head
        return Draft(
            name=clean(self._name),
            faction=self._faction,
            agendas=tuple(agendas),
            entries=tuple(self._entries),
            unread=tuple(self._unread),
            notes=clean("\n".join(self._notes), lines=True),
            findings=(*self._findings, *self._tally.findings),
            lines=dict(used),
        )

    def _read(self, segment: Segment) -> str:
        """Take in one item; what kind of line it makes."""
        text, raw = segment.text.strip(), self._row.raw
        if self._in_notes and raw.lstrip().startswith(">"):
            return self._note(raw.lstrip()[1:].removeprefix(" "))
        if grammar.is_decoration(text):
            if self._in_notes:
                self._note(raw)
            return "blank" if not fold(raw) else "comment"
        if len(text) > grammar.LONGEST:
            return self._problem("too-long", grammar.leading(text[:99]))
        if segment.struck:
            return self._problem("struck-out")
        if self._await_faction:
            self._await_faction = False
            return self._take_faction(text) or self._name_faction(clean(text))
        if text.startswith("//"):
            return "comment"
        if text[:1].isdigit():
            count = grammar.counted(grammar.without_remark(text))
            if count is not None and count.clear and not self._in_notes:
                return self._card(count, segment.code)
        return (
            self._structure(text)
            or (self._note(raw) if self._in_notes else None)
            or self._header(text)
            or self._comment(text)
            or self._take_faction(text)
            or self._card_line(grammar.without_remark(text), segment.code)
        )

    # ------------------------------------------------------------------ headings and headers

    def _structure(self, text: str) -> str | None:
        """A heading, a total or a header line that says nothing of cards."""
        if grammar.is_separator(text):
            return "heading"
        total = grammar.total(text)
        if total is not None:
            self._tally.state(*total, self._row.line)
            return "comment"
        if grammar.is_remark(text):
            return "comment"
        group = grammar.group(text)
        kind = kind_of(group or text, self._game)
        if kind is None:
            if group is None:
                return None
            self._versioned = not any(self._is_version(row) for row in self._rows[:6])
            self._open(group, None, None)
            return "heading"
        if kind.kind == "faction":
            self._await_faction = True
        elif kind.kind == "notes":
            self._in_notes = True
        elif kind.kind == "main" and kind.heading.cards is not None:
            what = kind.value or "all"
            self._tally.state(what, kind.heading.cards, self._row.line)
            self._aside = 0
            self._open(kind.heading.word, kind.value or None, None)
        else:
            self._set_aside(kind.kind, kind.value, kind.heading.level)
            self._open(kind.heading.word, kind.value or None, kind.heading.cards)
        return "heading"

    @staticmethod
    def _is_version(row: Row) -> bool:
        return fold(row.text).startswith("version:")

    def _open(self, word: str, kind: str | None, stated: int | None) -> None:
        self._kind, self._in_cards, self._in_notes = kind, True, False
        self._tally.begin(word, stated, self._row.line, aside=bool(self._aside))

    def _set_aside(self, kind: str, value: str, level: int) -> None:
        """Whether the cards below are kept apart: a type that comes again, or deeper, still is."""
        if kind == "aside":
            self._aside = 1 + level
        elif kind == "main":
            self._aside = 0
        elif self._aside:
            deeper = level > self._aside - 1 > 0
            if not deeper and value not in self._seen:
                self._aside = 0
        if not self._aside:
            self._seen.add(value)

    def _header(self, text: str) -> str | None:
        """`Faction: House Stark`, `Agenda: Fealty`, `Name: …`."""
        pair = grammar.header(text)
        if pair is None:
            return None
        key, value = pair
        if key in grammar.FACTION_WORDS and self._game.factions:
            return self._take_faction(value) or self._name_faction(clean(value))
        if self._game.headings.get(key) == self._game.agenda_type and value:
            count = grammar.leading(value)
            if count is not None:
                self._kind = self._game.agenda_type
                return self._card(count, None)
            self._agendas_beside(value)
            return "heading"
        if key in (*grammar.NAME_WORDS, "deck") and not self._name and value:
            self._name = value
            return "heading"
        return None

    def _comment(self, text: str) -> str | None:
        """`# …` that heads nothing. A Markdown heading may still name faction or agenda."""
        if not text.startswith("#") or not grammar.is_comment(text):
            return None
        bare = text.strip("# ")
        if faction_and_more(bare, self._game):
            return self._take_faction(bare)
        if text.startswith("##"):
            found = self._names.match(bare, exactly=True)
            if found.cards and self._as_agendas(found.cards):
                return self._mention(found, "header", 1)
        return "comment"

    def _note(self, line: str) -> str:
        self._notes.append(line)
        return "comment"

    # ------------------------------------------------------------------ faction and agendas

    def _take_faction(self, text: str) -> str | None:
        """A line that names a faction, perhaps with its agenda."""
        found = faction_and_more(text, self._game)
        if found is None or (found[1] and self._entries):
            return None
        code, more = found
        if self._entries:
            return "heading"  # a group of cards of that faction
        if more and fold(more) not in _NO_AGENDA:
            self._agendas_beside(more)
        return self._name_faction(code)

    def _name_faction(self, code: str) -> str:
        if self._faction in (None, code):
            self._faction = code
            return "heading"
        args = {"first": self._faction, "second": code}
        self._findings.append(
            Finding("two-factions", "error", "two-factions", args, "faction", line=self._row.line)
        )
        return "problem"

    def _late_faction(self) -> str | None:
        """The faction of a list that names only one, below its cards."""
        called = (self._game.faction_called(row.text) for row in self._rows)
        codes = {str(f.code) for f in called if f is not None}
        return next(iter(codes)) if len(codes) == 1 else None

    def _agendas_beside(self, text: str) -> None:
        """Agendas named on the faction's line or after `Agenda:`."""
        if fold(text) in _NO_AGENDA:
            return
        found = self._names.match(text)
        if not self._as_agendas(found.cards):
            for sign in _AND:
                matches = [self._names.match(part) for part in text.split(sign)]
                if len(matches) > 1 and all(self._as_agendas(m.cards) for m in matches):
                    for match in matches:
                        self._mention(match, "inline", 1)
                    return
        self._mention(found, "inline", 1, text)

    def _as_agendas(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(card for card in cards if card.type == self._game.agenda_type)

    def _mention(self, match: Match, how: str, copies: int, text: str = "") -> str:
        """An agenda; what is no agenda's title is an unknown one."""
        cards = self._as_agendas(match.cards)
        entry = self._entry(match._replace(cards=cards), copies, "agenda")
        if text:
            entry = entry._replace(text=clean(text))
        self._mentions.append(Mention(entry, how))
        if how == "card":
            self._tally.add(copies)
        self._say(match)
        return "card" if cards else "problem"

    # ------------------------------------------------------------------ cards

    def _card_line(self, text: str, code: str | None) -> str:
        """A line that may be a card: with a count before or after it, or without."""
        count = grammar.counted(text)
        if count is not None:
            return self._card(count, code) if self._is_count(count) else self._problem()
        bare = text.strip().lstrip("-*•+·–● ").strip() or text
        whole = self._names.match(bare, exactly=True)
        if code is not None or whole.cards or whole.fault:
            return self._take(whole, Counted(1, bare), code, "header")
        count = grammar.trailing(text)
        if count is not None and self._is_count(count):
            return self._card(count, code)
        near = self._names.match(bare)
        opening = self._faction and not self._in_cards and not self._entries
        if opening and near.cards and len(self._as_agendas(near.cards)) == len(near.cards):
            return self._mention(near, "header", 1)
        if self._in_cards:
            return self._take(near, Counted(1, bare), None, "header")
        return self._problem(suggestions=(near.read_as,) if near.read_as else near.suggestions)

    def _is_count(self, count: Counted) -> bool:
        """Whether the number beside a text counts cards: not a year beside what is no title."""
        if count.clear or (count.copies or 0) <= _FEW:
            return True
        return bool(self._names.match(count.title, exactly=True).cards)

    def _card(self, count: Counted, code: str | None) -> str:
        """A line with a count."""
        pack, position, odd = self._columns(count.columns)
        match = self._names.match(count.title, pack, position)
        if odd:
            match = match._replace(markers=(*match.markers, *odd))
        if not match.cards and not match.fault and code is None:
            found = self._game.faction_called(count.title) if count.copies == 1 else None
            if found is not None:
                return self._name_faction(str(found.code))
            if not is_count(count.copies) or (not count.clear and "." in self._row.raw[:6]):
                return self._odd_count(count)
        return self._take(match, count, code, "card")

    def _columns(self, cells: Sequence[str]) -> tuple[str | None, int | None, tuple[str, ...]]:
        """Pack and number among further columns, and what is neither."""
        pack = next((cell for cell in cells if self._names.pack(cell)), None)
        rest = [cell for cell in cells if cell is not pack]
        position = next((int(c) for c in rest if c.isascii() and c.isdigit() and len(c) < 6), None)
        odd = [cell for cell in rest if not (cell.isascii() and cell.isdigit())]
        if pack is None and odd:
            pack = odd.pop(0)
        return pack, position if pack else None, tuple(odd)

    def _odd_count(self, count: Counted) -> str:
        """A number that can't be a number of copies, or may be the number of a list item."""
        shown = count.copies if count.copies is not None else "more digits than cards"
        lost, finding = bad_count(count.title, shown, self._row.line)
        self._unread.append(lost._replace(text=clean(self._row.raw)))
        self._findings.append(finding)
        return "problem"

    def _take(self, match: Match, count: Counted, code: str | None, how: str) -> str:
        """Copies of what was matched; the code in a link decides."""
        linked = self._desk.pool.card(code) if code else None
        if linked is not None:
            differs = linked not in match.cards
            match = Match((linked,), "code", linked.title if differs and match.cards else None)
        if not is_count(count.copies):
            return self._odd_count(count)
        agendas = self._as_agendas(match.cards)
        under_agenda = self._kind == self._game.agenda_type
        header = how == "header" and not self._in_cards
        if agendas and (under_agenda or header or len(agendas) == len(match.cards)):
            return self._mention(match, how, count.copies)
        if under_agenda and not match.cards and not self._aside:
            return self._mention(match, how, count.copies)
        entry = self._entry(match, count.copies, "aside" if self._aside else "main")
        self._entries.append(entry)
        self._tally.add(count.copies)
        if not self._aside:
            self._say(match)
        return "card" if entry.candidates or self._aside else "problem"

    def _entry(self, match: Match, copies: int, section: str) -> Entry:
        return Entry(
            copies,
            tuple(card.code for card in match.cards),
            self._row.line,
            clean(self._row.raw),
            self._kind,
            section,
            match.read_as,
            match.suggestions,
        )

    def _say(self, match: Match) -> None:
        """What is worth a word about a match, besides the card."""
        text = clean(self._row.raw)
        if match.fault:
            args: dict[str, Any] = {"text": text, "pack": match.pack}
            args["suggestions"] = match.suggestions
            self._findings.append(
                Finding(match.fault, "unknown", match.fault, args, line=self._row.line)
            )
        for marker in match.markers:
            args = {"text": text, "marker": marker}
            self._findings.append(
                Finding("unknown-marker", "warning", "unknown-marker", args, line=self._row.line)
            )

    def _problem(
        self,
        reason: str = "unread-line",
        count: Counted | None = None,
        suggestions: tuple[str, ...] = (),
    ) -> str:
        """A line that wasn't understood; one that begins with a count may be any card."""
        text = clean(self._row.raw)
        if count is not None and count.copies and count.copies <= MAX_COPIES:
            entry = Entry(count.copies, (), self._row.line, text, self._kind)
            self._entries.append(entry)
            return "problem"
        args = {"text": text, "suggestions": suggestions}
        self._unread.append(Unread(self._row.line, text, 0))
        self._findings.append(Finding("unread-line", "warning", reason, args, line=self._row.line))
        return "problem"
