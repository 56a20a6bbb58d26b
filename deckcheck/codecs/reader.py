"""The reader beneath every layout that is lines of text: a text in, Drafts out.

Each line is asked in order of certainty: blank, heading, comment, faction, agenda, card; what is
none of them is a problem with its number. `lines.py` says what a line looks like, `names.py`
what a title means, `opening.py` which line is the name, `sheet.py` what a line comes to. May
import those and base; knows no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from deckcheck.codecs import lines as grammar
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.lines import Counted
from deckcheck.codecs.markup import Segment, segments
from deckcheck.codecs.opening import (
    Row,
    faction_and_more,
    is_table_head,
    kind_of,
    name_of,
    names_faction,
)
from deckcheck.codecs.sheet import Sheet
from deckcheck.codecs.slots import clean, is_count
from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.names import MOST_SEARCHES, Match, Names

MOST_LINES = 100_000
"""The most lines of one text, about 1,500 decks: more takes long and is no list of decks."""
_WORST = ("problem", "card", "heading", "comment", "blank")
"""Kinds of line; where one line holds several items, the first of these says what it was."""
_FEW = 99
"""A bare number above this, beside what is no title, is a year or a score, not a count."""
_LONGEST_AGENDA = 8
"""Words that may stand beside a faction and be an agenda nobody knows; more is prose."""
_MOST_AGENDAS = 20
"""Agendas looked for on one line."""
_NO_AGENDA = frozenset({"", "none", "no agenda", "-", "n/a"})
_AND = (", ", " / ", "/", " + ", " & ", " and ", "; ", " | ")


def read_text(text: str, desk: Desk) -> list[Draft]:
    """The decks of a text, parted by lines of `===`.

    Raises InputError if no line of it could be read as a card, a faction or an agenda, and if
    it is longer than `MOST_LINES`.
    """
    lines = grammar.split(text)
    if len(lines) > MOST_LINES:
        raise InputError(
            f"it has {len(lines):,} lines, and a list of decks is read up to {MOST_LINES:,}; "
            "part it into several files."
        )
    names = Names(desk.pool, MOST_SEARCHES)
    drafts = [Reading(desk, names, part).draft() for part in _parts(lines, desk)]
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
        parting = grammar.is_separator(raw) and not _underlines(parts[-1], desk)
        parts[-1].append(row)
        if parting:
            parts.append([])
    whole: list[list[Row]] = []
    for part in parts:
        if whole and not any(_says_something(row) for row in part):
            whole[-1] += part
        else:
            whole.append(part)
    if len(whole) > 1 and not any(_says_something(row) for row in whole[0]):
        whole[:2] = [whole[0] + whole[1]]
    return whole


def _underlines(rows: Sequence[Row], desk: Desk) -> bool:
    """Whether a line of `===` below these rows only underlines a title or a heading."""
    said = [row for row in rows if _says_something(row)]
    if not said or not fold(rows[-1].raw):
        return not said
    last = rows[-1]
    if kind_of(last.text, desk.game):
        return True
    counted = grammar.counted(last.text) or grammar.trailing(last.text)
    return len(said) == 1 and not (counted or names_faction(last, desk.game))


def _says_something(row: Row) -> bool:
    return not grammar.is_decoration(row.raw)


class Reading:
    """Reads the rows of one deck, top to bottom."""

    def __init__(self, desk: Desk, names: Names, rows: Sequence[Row]) -> None:
        self._desk = desk
        self._game: Any = desk.game
        self._names = names
        self._rows = rows
        self._sheet = Sheet(desk)
        self._in_cards = False
        """Whether a card heading stands open."""
        self._aside_level = 0
        """Level of the heading that cards are kept aside under."""
        self._seen: set[str] = set()
        """Types of the headings so far."""
        self._await_faction = False
        self._in_notes = False
        self._versioned = False
        """Whether the name ends in a version, as in lists by cycle."""

    def draft(self) -> Draft:
        """The deck of these rows."""
        sheet = self._sheet
        found = name_of(self._rows, self._desk, self._names.match)
        named, sheet.name = found or (0, "")
        used: Counter[str] = Counter()
        for row in self._rows:
            sheet.row = row
            if row.line == named:
                used["heading"] += 1
                continue
            kinds = {self._read(segment) for segment in row.segments}
            used[next(kind for kind in _WORST if kind in kinds)] += 1
        if sheet.faction is None:
            sheet.faction = self._late_faction()
        if self._versioned:
            head, _, version = sheet.name.rpartition(" ")
            digits = version.split(".")
            if len(digits) == 2 and all(part.isdigit() for part in digits):
                sheet.name = head
        return sheet.draft(dict(used))

    def _read(self, segment: Segment) -> str:
        """Take in one item; what kind of line it makes."""
        text, raw = segment.text.strip(), self._sheet.row.raw
        self._sheet.item = raw if len(self._sheet.row.segments) == 1 else text
        if self._in_notes and raw.lstrip().startswith(">"):
            return self._note(raw.lstrip()[1:].removeprefix(" "))
        if grammar.is_decoration(text):
            if grammar.is_separator(raw):
                return "heading"
            if self._in_notes:
                self._note(raw)
            return "comment" if fold(raw) else "blank"
        if len(text) > grammar.LONGEST:
            count = grammar.leading(text[: grammar.LONGEST])
            if count is not None and is_count(count.copies):
                return self._sheet.stranger(count.copies)
            return self._sheet.problem("too-long")
        if segment.struck:
            return self._sheet.problem("struck-out")
        if self._await_faction:
            self._await_faction = False
            return self._take_faction(text) or self._sheet.name_faction(clean(text))
        if text.startswith("//"):
            return "comment"
        if text[:1].isdigit() and not self._in_notes:
            count = grammar.counted(grammar.without_remark(text))
            if count is not None and count.clear:
                return self._card(count, segment.code)
        return (
            self._structure(text)
            or (self._note(raw, grammar.counted(text)) if self._in_notes else None)
            or self._header(text)
            or self._comment(text)
            or self._take_faction(text)
            or self._card_line(grammar.without_remark(text), segment.code)
        )

    # ------------------------------------------------------------------ headings and headers

    def _structure(self, text: str) -> str | None:
        """A heading, a total or a header line that says nothing of cards."""
        tally, line = self._sheet.tally, self._sheet.row.line
        total = grammar.total(text)
        if total is not None:
            tally.state(*total, line)
            return "comment"
        if grammar.is_remark(text):
            return "comment"
        if is_table_head(text):
            return "heading"
        group = grammar.group(text)
        kind = kind_of(group or text, self._game)
        if kind is None:
            if group is None:
                return None
            self._versioned = not any(grammar.is_version(row.text) for row in self._rows[:6])
            self._open(group, None, None)
        elif kind.kind == "faction":
            self._await_faction = True
        elif kind.kind == "notes":
            self._in_notes = True
            tally.begin(kind.heading.word, None, line, aside=True)
        else:
            word, stated, level = kind.heading
            self._set_aside(kind.kind, kind.value, level)
            if kind.kind == "main" and stated is not None:
                tally.state(kind.value or "all", stated, line)
                stated = None
            self._open(word, kind.value or None, stated)
        return "heading"

    def _open(self, word: str, kind: str | None, stated: int | None) -> None:
        """Cards follow, under this heading."""
        sheet = self._sheet
        sheet.kind, self._in_cards, self._in_notes = kind, True, False
        sheet.tally.begin(word, stated, sheet.row.line, aside=sheet.aside)

    def _set_aside(self, kind: str, value: str, level: int) -> None:
        """Whether the cards below are kept apart: a type that comes again, or deeper, still is."""
        sheet = self._sheet
        if kind == "aside":
            sheet.aside, self._aside_level = True, level
        elif kind == "main" or (value not in self._seen and not level > self._aside_level > 0):
            sheet.aside = False
        if not sheet.aside:
            self._seen.add(value)

    def _header(self, text: str) -> str | None:
        """`Faction: House Stark`, `Agenda: Fealty`, `Name: …`."""
        key, value = grammar.header(text) or ("", "")
        sheet = self._sheet
        if not key or sheet.entries:
            return None
        if key in grammar.FACTION_WORDS and self._game.factions:
            return self._take_faction(value) or sheet.name_faction(clean(value))
        if self._game.headings.get(key) == sheet.agenda_type and value:
            count = grammar.leading(value)
            if count is not None:
                sheet.kind = sheet.agenda_type
                return self._card(count, None)
            return self._agendas_beside(self._agenda_list(value), value)
        if key in (*grammar.NAME_WORDS, "deck") and not sheet.name and value:
            sheet.name = value
            return "heading"
        return None

    def _comment(self, text: str) -> str | None:
        """`# …` that heads nothing. A Markdown heading may still name faction or agenda."""
        if not text.startswith("#") or not grammar.is_comment(text):
            return None
        bare = text.strip("# ")
        if faction_and_more(bare, self._game):
            return self._take_faction(bare) or "comment"
        if text.startswith("##"):
            found = self._names.match(bare, exactly=True)
            if self._sheet.as_agendas(found.cards):
                return self._sheet.mention(found, "header", 1)
        return "comment"

    def _note(self, line: str, count: Counted | None = None) -> str:
        """A line of the notes; what looks like a card there is said to be no part of the deck."""
        self._sheet.notes.append(line)
        if count is not None and count.clear:
            self._sheet.tally.add(count.copies or 0)
        return "comment"

    # ------------------------------------------------------------------ faction and agendas

    def _take_faction(self, text: str) -> str | None:
        """A line that names a faction, perhaps with its agenda."""
        found = faction_and_more(text, self._game)
        if found is None:
            return None
        code, more = found
        if self._sheet.entries:  # a group of cards of that faction
            return None if more else "heading"
        agendas = self._agenda_list(more)
        if len(agendas) == 1 and not agendas[0].cards and len(more.split()) > _LONGEST_AGENDA:
            return None
        said = self._agendas_beside(agendas, more)
        named = self._sheet.name_faction(code)
        return "problem" if "problem" in (said, named) else "heading"

    def _late_faction(self) -> str | None:
        """The faction of a list that names only one, below its cards."""
        called = (self._game.faction_called(row.text) for row in self._rows)
        codes = {str(f.code) for f in called if f is not None}
        return next(iter(codes)) if len(codes) == 1 else None

    def _agenda_list(self, text: str) -> list[Match]:
        """Agendas named on the faction's line or after `Agenda:`: one, or several in a row."""
        if fold(text) in _NO_AGENDA:
            return []
        whole = self._names.match(text)
        if not self._sheet.as_agendas(whole.cards) or whole.pack:
            for sign in _AND:
                matches = [self._names.match(part) for part in text.split(sign)[:_MOST_AGENDAS]]
                if len(matches) > 1 and all(self._sheet.as_agendas(m.cards) for m in matches):
                    return matches
        return [whole]

    def _agendas_beside(self, agendas: Sequence[Match], text: str) -> str:
        """Take in what `_agenda_list` found in the text."""
        said = {
            self._sheet.mention(match, "inline", 1, "" if match.cards else text)
            for match in agendas
        }
        return "problem" if "problem" in said else "heading"

    # ------------------------------------------------------------------ cards

    def _card_line(self, text: str, code: str | None) -> str:
        """A line that may be a card: with a count before or after it, or without."""
        sheet = self._sheet
        count = grammar.counted(text)
        if count is not None:
            return self._card(count, code) if self._is_count(count) else sheet.problem()
        bare = grammar.unbulleted(text)
        match = self._names.match(bare, exactly=True)
        if code is not None or match.cards:
            return sheet.take(match, Counted(1, bare), code, uncounted=True)
        count = grammar.trailing(text)
        if count is not None and self._is_count(count):
            return self._card(count, code)
        if not match.fault:
            match = self._names.match(bare)
            agendas = sheet.as_agendas(match.cards)
            opening = sheet.faction and not self._in_cards and not sheet.entries
            if opening and agendas and len(agendas) == len(match.cards):
                return sheet.mention(match, "header", 1)
            if not self._in_cards:
                return sheet.problem(suggestions=(match.read_as,) if match.read_as else ())
        return sheet.take(match, Counted(1, bare), None, uncounted=True)

    def _is_count(self, count: Counted) -> bool:
        """Whether the number beside a text counts cards: not a year beside what is no title."""
        if count.clear or (count.copies or 0) <= _FEW:
            return True
        return bool(self._names.match(count.title, exactly=True).cards)

    def _card(self, count: Counted, code: str | None) -> str:
        """A line with a count."""
        sheet = self._sheet
        pack, position, odd = self._columns(count.columns)
        match = self._names.match(count.title, pack, position)
        if odd:
            match = match._replace(markers=(*match.markers, *odd))
        if not match.cards and not match.fault and code is None and count.copies == 1:
            found = self._game.faction_called(count.title)
            if found is not None:
                return sheet.name_faction(str(found.code))
        if count.numbered and is_count(count.copies):
            return sheet.doubtful(count)
        return sheet.take(match, count, code, uncounted=False)

    def _columns(self, cells: Sequence[str]) -> tuple[str | None, int | None, tuple[str, ...]]:
        """Pack and number among further columns, and what is neither."""
        pack = next((cell for cell in cells if self._names.pack(cell)), None)
        rest = [cell for cell in cells if cell is not pack]
        numbers = [cell for cell in rest if cell.isascii() and cell.isdigit() and len(cell) < 6]
        odd = [cell for cell in rest if cell not in numbers]
        if pack is None and odd:
            pack = odd.pop(0)
        return pack, int(numbers[0]) if pack and numbers else None, tuple(odd)
