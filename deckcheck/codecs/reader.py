"""The reader beneath every layout that is lines of text: a text in, Drafts out.

Each line is asked in order of certainty: blank, heading, comment, faction, agenda, card; what is
none of them is a problem with its number; in the opening, where an agenda may stand, it is an
agenda that nobody knows. `lines.py` says what a line looks like, `names.py` what a title means,
`opening.py` which line is the name, `parting.py` where a deck ends, `odd.py` and `remarks.py` what
an unusual line may mean, `sheet.py` what a line comes to. May import those and base; knows no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from deckcheck.codecs import lines as grammar
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.lines import Counted
from deckcheck.codecs.markup import Segment, segments
from deckcheck.codecs.opening import (
    Row,
    dashed,
    faction_and_more,
    is_table_head,
    kind_of,
    name_of,
)
from deckcheck.codecs.parting import parted
from deckcheck.codecs.slots import clean, is_count
from deckcheck.codecs.takes import WORST, Takes
from deckcheck.errors import InputError
from deckcheck.folding import fold, words
from deckcheck.names import MOST_SEARCHES, Names

MOST_LINES = 100_000
"""The most lines of one text, about 1,500 decks: more takes long and is no list of decks."""


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

    def is_agenda(text: str) -> bool:
        found = names.match(text, exactly=True).cards
        return any(card.type == desk.game.agenda_type for card in found)

    parts = parted(lines, desk, is_agenda)
    drafts = [Reading(desk, names, part).draft() for part in parts]
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


class Reading(Takes):
    """Reads the rows of one deck, top to bottom."""

    def __init__(self, desk: Desk, names: Names, rows: Sequence[Row]) -> None:
        super().__init__(desk, names)
        self._rows = rows
        self._aside_level = 0
        """Level of the heading that cards are kept aside under."""
        self._seen: set[str] = set()
        """Types of the headings so far."""
        self._await_faction = False
        self._in_notes = False
        self._in_unread = False
        """Whether the lines stand open that nobody understood before."""
        self._undashed = False
        """Whether a card's line began with its count."""
        self._versioned = False
        """Whether the name ends in a version, as in lists by cycle."""

    def draft(self) -> Draft:
        """The deck of these rows."""
        sheet = self._sheet
        found = name_of(self._rows, self._desk, self._names.match)
        named, sheet.name = found or (0, "")
        said: dict[int, set[str]] = {}
        for row in self._rows:
            sheet.row = row
            if row.line == named and sheet.name in clean(row.text):
                said[row.line] = {"heading"}
                named = -1
                continue
            said.setdefault(row.line, set()).update(map(self._read, row.segments))
        used = Counter(next(k for k in WORST if k in kinds) for kinds in said.values())
        sheet.close_factions()
        if found is not None and self._game.factions:
            self._heed_name(*found)
        if self._versioned:
            head, _, version = sheet.name.rpartition(" ")
            digits = version.split(".")
            if len(digits) == 2 and all(part.isdigit() for part in digits):
                sheet.name = head
        return sheet.draft(dict(used))

    def _heed_name(self, line: int, name: str) -> None:
        """What the first line says beside being the deck's name, where nothing else says it."""
        sheet = self._sheet
        sheet.row = next((row for row in self._rows if row.line == line), sheet.row)
        sheet.item = sheet.row.raw
        bare = name.strip(" \t#*_-–:[]()")
        if sheet.faction is None and self._both(bare) is None:
            folded = f" {' '.join(words(name))} "
            spelled = (n for f in self._game.factions.values() if f.playable for n in f.names)
            if any(f" {' '.join(words(one))} " in folded for one in spelled):
                # It may name the faction in a way that isn't read: then nobody can tell.
                sheet.faction = name
        if not sheet.has_agendas() and sheet.as_agendas(
            self._names.match(bare, exactly=True).cards
        ):
            sheet.name_or_agenda(bare)

    def _read(self, segment: Segment) -> str:
        """Take in one item; what kind of line it makes."""
        text, raw = grammar.plain(segment.text.strip()), self._sheet.row.raw
        self._sheet.item = raw
        if self._in_unread:
            kept = grammar.kept(raw)
            if kept is not None:
                return self._sheet.keep(*kept)
        if self._in_notes and raw.lstrip().startswith(">"):
            return self._note(raw.lstrip()[1:].removeprefix(" "))
        if text[:1] == ">":
            text = text.lstrip("> ")
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
            return self._take_faction(text) or self._near_faction(text, called=True) or "problem"
        if text.startswith("//"):
            return "comment"
        if "\t" in text and not self._in_notes:
            cells = [cell.strip() for cell in text.split("\t") if cell.strip()]
            stated = [grammar.leading(cell) for cell in cells]
            if len(cells) > 1 and all(one is not None and one.clear for one in stated):
                kinds = {self._read(segment._replace(text=cell)) for cell in cells}
                return next(kind for kind in WORST if kind in kinds)
            if len(cells) == 3 and cells[2].isdigit() and not cells[0][:1].isdigit():
                text = "\t".join((cells[2], *cells[:2]))  # title, pack, count
        if text[:1] == "-" and text[1:2].isdigit() and self._undashed and not self._in_notes:
            # Among lines that need no dash, one may well say that copies are taken out.
            count = grammar.counted(text)
            if count is not None and is_count(count.copies):
                return self._sheet.stranger(count.copies)
        if text[:1].isdigit() and not self._in_notes:
            count = grammar.counted(grammar.without_remark(text))
            if count is not None and count.clear:
                self._undashed = True
                return self._card(count, segment.code, text)
        return (
            self._structure(text)
            or (self._note(raw, grammar.counted(text)) if self._in_notes else None)
            or self._header(text)
            or (self._hero(text) if self._game.choice_required else None)
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
        if grammar.is_remark(text) or (grammar.is_chat(text) and not self._in_notes):
            return "comment"
        if is_table_head(text):
            return "heading"
        group = grammar.group(text)
        kind = kind_of(group or text, self._game)
        if kind is None:
            if group is None:
                return self._headed(text)
            self._versioned = not any(grammar.is_version(row.text) for row in self._rows[:6])
            self._open(group, None, None)
        elif kind.kind == "faction":
            self._await_faction = True
        elif kind.kind in ("notes", "unread"):
            self._in_notes = kind.kind == "notes"
            self._in_unread = not self._in_notes
            tally.begin(kind.heading.word, None, line, aside=self._in_notes)
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
        sheet.kind, self._in_cards = kind, True
        self._in_notes = self._in_unread = False
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

    def _headed(self, text: str) -> str | None:
        """A heading with more beside it: `Events (maybe swap)`, `Events: 3x A, 3x B`."""
        found = None if self._in_notes else grammar.beside(text)
        if found is None:
            return None
        word, more = found
        kind = kind_of(word, self._game)
        known = kind is not None and kind.kind in ("type", "main", "aside")
        if kind is None or not known or self._names.match(text, exactly=True).cards:
            return None
        from deckcheck.codecs.odd import is_counted

        if kind.value == self._sheet.agenda_type:
            return None
        cards = is_counted(more) or bool(self._names.match(more, exactly=True).cards)
        if cards and kind.kind == "aside":
            # `Maybe: 1x Hodor`: what is set aside beside its word ends with the line.
            before, self._sheet.aside = self._sheet.aside, True
            said = self._card_line(grammar.without_remark(more), None)
            self._sheet.aside = before
            return said
        self._structure(word)
        if cards:
            return self._card_line(grammar.without_remark(more), None)
        return self._sheet.heading_remark(word, more)

    def _header(self, text: str) -> str | None:
        """`Faction: House Stark`, `Agenda: Fealty`, `Agenda - Fealty`, `Name: …`."""
        key, value = grammar.header(text) or ("", "")
        if not value:
            key, value = dashed(text) or ("", "")
        key = key.partition("(")[0].strip()  # `Agenda(s)`, `Agenda (1)`
        sheet = self._sheet
        if not key or not value:
            return None
        if key in grammar.FACTION_WORDS and self._game.factions:
            return self._take_faction(value) or self._near_faction(value, called=True)
        if self._game.headings.get(key) == sheet.agenda_type and not sheet.aside:
            count = grammar.leading(value)
            if count is not None:
                sheet.kind = sheet.agenda_type
                return self._card(count, None, value)
            return self._agendas_beside(self._agenda_list(value), value)
        if sheet.entries:
            return None
        if key in (*grammar.NAME_WORDS, "deck") and not sheet.name:
            sheet.name = value
            return "heading"
        return None

    def _hero(self, text: str) -> str | None:
        """`Герой — Аира`, or a hero's name alone above the cards."""
        from deckcheck.codecs.heroes import hero_in

        sheet = self._sheet
        found = None if sheet.aside else hero_in(text, self._exactly, self._desk.pool)
        if found is None or (sheet.entries and not found.said):
            return None
        if not found.said:
            sheet.first_hero(found.match.cards[0].code)
        return sheet.mention(found.match, "header", 1, found.text)

    def _comment(self, text: str) -> str | None:
        """`# …` that heads nothing. A Markdown heading may still name faction or agenda."""
        if not text.startswith("#") or not grammar.is_comment(text):
            return None
        bare = text.strip("# ")
        if faction_and_more(bare, self._game):
            return self._take_faction(bare) or "comment"
        if text.startswith("##") or not self._sheet.entries:
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
