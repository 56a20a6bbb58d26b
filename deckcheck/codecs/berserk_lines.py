"""The reader and the writer's pieces beneath the line layouts of both Berserk games.

A line is `COUNT TITLE` under a heading («Герой:», «Основная колода:», …), or `COUNT ID` with the
number that a deck builder gives a card (set × 1000 + number in the set). A count is never made
up: a title without one is said and kept. May import sheet, names and base; knows no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from deckcheck.codecs import lines as grammar
from deckcheck.codecs import writer
from deckcheck.codecs.base import Desk, Draft, Entry
from deckcheck.codecs.heroes import hero_in
from deckcheck.codecs.markup import Segment
from deckcheck.codecs.opening import Row
from deckcheck.codecs.sheet import Sheet
from deckcheck.codecs.slots import clean, is_count
from deckcheck.errors import InputError
from deckcheck.findings import Finding
from deckcheck.folding import fold
from deckcheck.model import Card, Deck
from deckcheck.names import MOST_SEARCHES, Match, Names

HEADINGS = {
    **dict.fromkeys(("герой", "hero"), "hero"),
    **dict.fromkeys(
        ("основная колода", "колода", "основа", "мейн", "мейндек", "карты", "main deck"), "main"
    ),
    **dict.fromkeys(
        ("дополнительная колода", "доп. колода", "допколода", "дополнительная", "сайдборд"), "side"
    ),
    **dict.fromkeys(("сайд", "сайд-борд", "боковая колода", "запас", "sideboard"), "side"),
    **dict.fromkeys(("возможно", "кандидаты", "maybe", "maybeboard"), "aside"),
    **dict.fromkeys(("название", "имя", "альбом", "name"), "name"),
    **dict.fromkeys(("описание", "заметки", "примечания", "notes"), "notes"),
}
"""Folded word of a heading → what stands under it."""
_NOTHING = frozenset("-–—")
"""What stands under «Герой:» where a deck has none."""
_WORST = ("problem", "card", "heading", "comment", "blank")


def has_headings(text: str, *, sure: bool = False) -> bool:
    """Whether one of the first lines is a heading of a hero, a main or a side deck.

    `sure` = one that no other game has: of a hero or a side deck, not just «Колода».
    """
    kinds = ("hero", "side") if sure else ("hero", "main", "side")
    for line in text.split("\n", 60)[:60]:
        known = heading(line)
        if known and known[0] in kinds and not line.isascii():
            return True
    return False


def heading(line: str) -> tuple[str, str, int | None] | None:
    """What a heading opens, what stands behind its colon, and the number in it.

    >>> heading("Основная колода (40):"), heading("Герой: Сайконо")
    (('main', '', 40), ('hero', 'Сайконо', None))
    """
    if len(line) > grammar.LONGEST or line.lstrip()[:1].isdigit():
        return None
    word, colon, value = line.partition(":")
    found = grammar.heading(word)
    opens = HEADINGS.get(found.word) if found else None
    if found is None or opens is None:
        return None
    value = value.strip().strip("*_ ")
    if value and opens in ("main", "side"):
        number = value.strip("()[] ").partition(" ")[0]
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            return None
        return opens, "", int(number)
    return (opens, value, found.cards) if colon or not value else None


def code_of(id: str) -> str | None:
    """The code of a deck builder's id, set × 1000 + number; None for what is no such id.

    >>> code_of("10101"), code_of("7")
    ('10/101', None)
    """
    if not (id.isascii() and id.isdigit() and 4 <= len(id) <= 6):
        return None
    place, number = divmod(int(id), 1000)
    return f"{place}/{number}" if place and number else None


def id_of(code: str) -> int | None:
    """The id that a deck builder gives a code; None for cards without a number in their set."""
    place, slash, number = code.partition("/")
    if not slash or not all(p.isascii() and p.isdigit() and p[0] != "0" for p in (place, number)):
        return None
    return int(place) * 1000 + int(number) if len(place) < 4 and len(number) < 4 else None


def read_list(text: str, desk: Desk, *, album: bool = False) -> Draft:
    """The one deck of a text. Raises InputError if no line of it could be read as a card.

    `album` = lines are `COUNT CONDITION TITLE [PRICE]`.
    """
    lines = grammar.split(text)
    if len(lines) > _MOST_LINES:
        raise InputError(
            f"it has {len(lines):,} lines, and a list of cards is read up to {_MOST_LINES:,}; "
            "part it into several files."
        )
    draft = _Reading(desk, album).read(lines)
    if not (draft.entries or draft.agendas or draft.hero):
        raise InputError(
            "no line of it could be read as a card; a card line looks like «3 Название»."
        )
    return draft


_MOST_LINES = 20_000
_MOST_ODD = 1_000
"""Lines that weren't understood, after which unusual forms are no longer looked for."""


class _Reading:
    """Reads the lines of one deck, top to bottom."""

    def __init__(self, desk: Desk, album: bool) -> None:
        self._desk = desk
        self._album = album
        self._names = Names(desk.pool, MOST_SEARCHES)
        self._sheet = Sheet(desk)
        self._open = "main"
        self._hero: Entry | None = None
        self._unsaid = ""
        """The first line, if it was taken for the hero only because it is a hero's name."""
        self._left_out = 0
        """Lines whose condition or price a deck has no room for."""

    def read(self, lines: list[str]) -> Draft:
        """The Draft, with what became of each line."""
        used: Counter[str] = Counter()
        for number, raw in enumerate(lines, 1):
            self._sheet.row = Row(number, raw, (Segment(raw),))
            self._sheet.item = raw
            used[self._line(raw)] += 1
        draft = self._sheet.draft(dict(used))
        hero, agendas = self._hero, draft.agendas
        if hero is None and len(agendas) == 1 and agendas[0].copies == 1:
            hero, agendas = agendas[0]._replace(section="main"), ()
        more: tuple[Finding, ...] = ()
        if self._left_out:
            more = (Finding("left-out", "info", "left-out", found=self._left_out),)
        return draft._replace(hero=hero, agendas=agendas, findings=(*draft.findings, *more))

    def _line(self, raw: str) -> str:
        """Take a line in; what kind of line it was."""
        text, sheet = raw.strip(" \t\ufeff\u200b"), self._sheet
        if self._open == "notes" and raw.lstrip().startswith(">"):
            sheet.notes.append(raw.lstrip()[1:].removeprefix(" "))
            return "comment"
        if not text:
            return "blank"
        if len(text) > grammar.LONGEST:
            return sheet.problem("too-long")
        if self._open == "name":
            self._open = "main"
            sheet.name = "" if text in _NOTHING else text
            return "heading"
        if text.startswith("//"):
            return "comment"
        total = grammar.total(text)
        if total is not None and self._open != "notes":
            sheet.tally.state(*total, sheet.row.line)
            return "comment"
        found = heading(text)
        if found is None and self._open != "notes" and (said := self._called(text)):
            return said
        if text.startswith("#") and not (found and found[0] != "name"):
            return self._title(text)
        if found is not None:
            return self._heading(*found)
        if self._open == "notes":
            sheet.notes.append(raw)
            return "comment"
        return self._card(text)

    def _called(self, text: str) -> str | None:
        """A line outside its heading that names the hero: it says so, or stands above all cards."""
        if not self._desk.game.choice_required or self._open == "hero":
            return None
        found, sheet = hero_in(text, self._exactly, self._desk.pool), self._sheet
        if found is None or self._open == "aside":
            return None
        first = not (sheet.entries or self._hero)
        if not found.said and not first:
            return None
        if not found.said:
            self._unsaid = text
            sheet.first_hero(found.match.cards[0].code)
        return self._take_hero(found.text)

    def _exactly(self, text: str) -> Match:
        return self._names.match(text, exactly=True)

    def _title(self, text: str) -> str:
        """`#Title`: the first of them names the deck."""
        if not self._sheet.name and text.strip("# "):
            self._sheet.name = text[1:].strip()
            return "heading"
        return "comment"

    def _heading(self, opens: str, value: str, stated: int | None) -> str:
        sheet = self._sheet
        self._open, sheet.aside = opens, opens == "aside"
        sheet.kind = "side" if opens == "side" else None
        if opens in ("main", "side", "aside"):
            word = sheet.row.raw.strip(" :*#")
            sheet.tally.begin(word, stated, sheet.row.line, aside=sheet.aside)
        if opens == "name" and value:
            self._open, sheet.name = "main", value
        elif opens == "notes" and value:
            sheet.notes.append(value)
        elif opens == "hero" and value:
            sheet.item = value
            return "problem" if self._take_hero(value) == "problem" else "heading"
        return "heading"

    def _card(self, text: str) -> str:
        """A line that should mean a card."""
        if self._open == "hero":
            return self._take_hero(text)
        sheet = self._sheet
        text = grammar.plain(text)
        count = grammar.leading(text) or grammar.trailing(text)
        if count is None:
            match = self._names.match(text, exactly=True)
            return sheet.no_count(text) if match.cards else self._odd(text)
        if not is_count(count.copies):
            return sheet.odd_count(count)
        title = self._bare(count.title) if self._album else count.title
        code = code_of(title)
        if code is not None and self._desk.pool.card(code) is None:
            # A code that the data don't know (yet) is still what the deck says.
            line, item = sheet.row.line, clean(sheet.item)
            sheet.entries.append(Entry(count.copies, (code,), line, item, None, self._section()))
            sheet.tally.add(count.copies)
            return "card"
        return sheet.take(self._match(title, code), count, None, uncounted=False)

    def _odd(self, text: str) -> str:
        """A line whose count stands in an unusual place, or that isn't understood."""
        from deckcheck.codecs import odd

        sheet = self._sheet
        found = odd.single(text, self._names.match) if sheet.lost < _MOST_ODD else None
        if isinstance(found, int):
            return sheet.stranger(found)
        if found is None or not is_count(found.stated.copies):
            return sheet.problem()
        return sheet.take(found.match, found.stated, None, uncounted=False)

    def _section(self) -> str:
        return self._open if self._open in ("side", "aside") else "main"

    def _match(self, title: str, code: str | None) -> Match:
        card = self._desk.pool.card(code) if code else None
        return Match((card,), "code") if card else self._names.match(title)

    def _bare(self, text: str) -> str:
        """The title of an album's line, without condition and price."""
        words = text.split()
        kept = words[1:] if len(words) > 1 and _is_condition(words[0]) else words
        worn = len(kept) < len(words) and words[0] != "NM"
        priced = len(kept) > 1 and _is_price(kept[-1])
        self._left_out += worn or priced
        kept = kept[:-1] if priced else kept
        return " ".join(kept)

    def _take_hero(self, text: str) -> str:
        """The line under «Герой:», with or without the count 1."""
        sheet = self._sheet
        if not text.strip("".join(_NOTHING)):
            return "comment"
        count = grammar.leading(text)
        copies = count.copies if count and is_count(count.copies) else 1
        title = count.title if count else text
        called = hero_in(title, self._exactly, self._desk.pool)
        match = called.match if called else self._names.match(title)
        heroes = tuple(card for card in match.cards if card.type == "hero")
        match = match._replace(cards=heroes or match.cards)
        entry = Entry(
            copies,
            tuple(card.code for card in match.cards),
            sheet.row.line,
            clean(text),
            "hero",
            "main",
            match.read_as,
            match.suggestions,
        )
        if self._hero is not None and self._unsaid and self._unsaid != text:
            # Another hero is named: what stood above the cards was the deck's name.
            self._hero, sheet.name, self._unsaid = None, sheet.name or self._unsaid, ""
            sheet.no_first_hero()
        if self._hero is None and copies == 1:
            self._hero = entry
        else:
            sheet.entries.append(entry)
        return "card" if entry.candidates else "problem"


def _is_condition(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.isupper() and len(word) <= 3


def _is_price(word: str) -> bool:
    digits = word.rstrip("₽р.").replace(",", "", 1).replace(".", "", 1)
    return digits.isascii() and digits.isdigit()


def by_title(deck: Deck, desk: Desk, *, side: bool = False) -> list[tuple[Card, int]]:
    """The known cards of the deck, or of its side deck, by title, then code."""
    held = deck.side if side else deck.cards
    known = desk.pool.cards(held)
    rows = [(known[code], copies) for code, copies in held.items() if code in known]
    return sorted(rows, key=lambda row: (fold(row[0].title), row[0].code))


def title_lines(deck: Deck, desk: Desk, *, side: bool = False, mark: str = "") -> list[str]:
    """`3 Title` a card, with its pack where the title has several versions."""
    labels = writer.Labels(desk)
    rows = by_title(deck, desk, side=side)
    return [f"{copies} {mark}{labels.short(card)}" for card, copies in rows]


def unknown_lines(held: Mapping[str, int], desk: Desk) -> list[str]:
    """A line for each code that nobody knows."""
    known = desk.pool.cards(held)
    return [f"{copies}x {code}" for code, copies in sorted(held.items()) if code not in known]


def stranger_lines(deck: Deck, desk: Desk) -> list[str]:
    """What nobody understood, as it was given, where a line of cards may stand."""
    plain, counted = writer.strangers(deck, desk)
    return [*plain, *counted]
