"""What a line of a list that names a faction, an agenda or a card comes to.

The reader finds out that a line is neither blank nor heading nor comment and hands it over. From
sure to less sure: a title as it stands, with its count; then counts in odd places, several cards
on a line, remarks beside a title; above all cards, an agenda or a faction however written. May
import what `reader.py` may; knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deckcheck.codecs import lines as grammar
from deckcheck.codecs.base import Desk
from deckcheck.codecs.lines import Counted
from deckcheck.codecs.opening import faction_and_more, group_of, is_house, near_faction
from deckcheck.codecs.sheet import Sheet
from deckcheck.codecs.slots import clean, is_count
from deckcheck.folding import fold
from deckcheck.names import Match, Names

if TYPE_CHECKING:
    from deckcheck.codecs.agendas import Agendas

WORST = ("problem", "card", "heading", "comment", "blank")
"""Kinds of line; where one line holds several items, the first of these says what it was."""
_FEW = 99
"""A bare number above this, beside what is no title, is a year or a score, not a count."""
_LONGEST_AGENDA = 8
"""Words that may stand beside a faction and be an agenda nobody knows; more is prose."""
_LONGEST_FACTION = 4
"""Words of a faction's name, at most."""
_BETWEEN = " -–—>:|,/()+&"
"""What may stand between a faction and its agenda."""
_NO_LIST = 1_000
"""Lines that weren't understood, after which unusual forms are no longer looked for."""
_NO_AGENDA = frozenset({"", "none", "no agenda", "-", "n/a"})


class Takes:
    """Takes in lines of one deck that name something. Each method says what kind of line it was."""

    def __init__(self, desk: Desk, names: Names) -> None:
        self._desk = desk
        self._game: Any = desk.game
        self._names = names
        self._sheet = Sheet(desk)
        self._in_cards = False
        """Whether a card heading stands open."""
        self._agendas: Agendas | None = None

    # ------------------------------------------------------------------ faction and agendas

    def _take_faction(self, text: str) -> str | None:
        """A line that names a faction, perhaps with its agenda, or heads a group of its cards."""
        sheet = self._sheet
        group = group_of(text, self._game)
        if group is not None:
            self._in_cards = True
            return sheet.later_faction(group[0], sure=True)
        found = faction_and_more(text, self._game)
        if found is None:
            return None
        code, more = found
        if more and self._names.pack(more):  # `House Stark (Core)`; some agendas are called so too
            titled = self._names.match(more, exactly=True).cards
            more = more if self._sheet.as_agendas(titled) else ""
        if sheet.entries:
            if more and not self._agenda_texts().read(more):
                return None
            return sheet.later_faction(code, sure=False)
        agendas = self._agenda_list(more)
        if len(agendas) == 1 and not agendas[0].cards and len(more.split()) > _LONGEST_AGENDA:
            return None
        said = self._agendas_beside(agendas, more)
        named = sheet.name_faction(code)
        return "problem" if "problem" in (said, named) else "heading"

    def _near_faction(self, text: str, *, called: bool) -> str | None:
        """A faction that is misspelt, or that nobody knows. `called`: the line says it is one."""
        near = near_faction(text, self._game)
        if near is not None:
            return self._sheet.near_faction(*near)
        if called or is_house(text, self._game):
            return self._sheet.strange_faction(clean(text))
        return None

    def _agenda_texts(self) -> Agendas:
        """Made when first asked for: most lists name their agenda exactly."""
        if self._agendas is None:
            from deckcheck.codecs.agendas import Agendas

            self._agendas = Agendas(self._desk, self._names)
        return self._agendas

    def _agenda_list(self, text: str) -> list[Match]:
        """Agendas named on the faction's line or after `Agenda:`: one, or several in a row."""
        if fold(text) in _NO_AGENDA:
            return []
        whole = self._names.match(text, exactly=True)
        if self._sheet.as_agendas(whole.cards):
            return [whole]
        pieces = self._agenda_texts().read(text)
        return pieces or [whole if whole.fault else self._names.match(text)]

    def _agendas_beside(self, agendas: Sequence[Match], text: str) -> str:
        """Take in what `_agenda_list` found in the text."""
        said = {
            self._sheet.mention(match, "inline", 1, "" if match.cards else _named(match) or text)
            for match in agendas
        }
        return "problem" if "problem" in said else "heading"

    # ------------------------------------------------------------------ cards

    def _card_line(self, text: str, code: str | None) -> str:
        """A line that may be a card: with a count before or after it, or without."""
        sheet = self._sheet
        count = grammar.counted(text)
        if count is not None:
            return self._card(count, code, text) if self._is_count(count) else sheet.problem()
        bare = grammar.unbulleted(text)
        match = self._names.match(bare, exactly=True)
        if code is not None or match.cards:
            return sheet.take(match, Counted(1, bare), code, uncounted=True)
        count = grammar.trailing(text)
        if count is not None and self._is_count(count):
            return self._card(count, code, text)
        if sheet.lost > _NO_LIST:
            return sheet.stranger(1) if self._in_cards else sheet.problem()
        opening = not self._in_cards and not sheet.entries and bool(self._game.factions)
        return (
            self._odd(text, sure=opening)
            or (self._opening_line(text) if opening else None)
            or self._uncounted(bare, text)
        )

    def _odd(self, text: str, *, sure: bool) -> str | None:
        """A line with a count in an unusual place, or several cards. `sure`: only if it reads."""
        from deckcheck.codecs import odd

        sheet, item = self._sheet, self._sheet.item
        pieces = odd.several(text, self._find)
        found = None if pieces else odd.single(text, self._find)
        if isinstance(found, int):
            return sheet.stranger(odd.most(text, found))
        pieces = [found] if found else pieces
        if not pieces:
            return None if sure or not odd.is_counted(text) else sheet.stranger(odd.most(text))
        said = set()
        for piece in pieces:
            sheet.item = piece.text if len(pieces) > 1 else item
            said.add(sheet.take(piece.match, piece.stated, None, uncounted=False))
        return next(kind for kind in WORST if kind in said)

    def _opening_line(self, text: str) -> str | None:
        """A line above all cards that names no card: an agenda or a faction, however written."""
        sheet = self._sheet
        bare = text.strip(" \t#*_-–:")
        if fold(bare) in _NO_AGENDA:
            return "heading"
        said = self._both(bare) or self._near_faction(bare, called=False)
        if said is not None:
            return said
        agendas = self._agenda_texts().read(bare)
        if not agendas and not self._names.match(bare).cards:
            doubtful = sheet.faction is None or len(bare.split()) > _LONGEST_AGENDA
            return sheet.mention(Match(), "header", 1, text, doubtful=doubtful)
        kinds = set()
        for match in agendas:
            faction = self._game.faction_called(_named(match))
            kinds.add(
                sheet.name_faction(str(faction.code))
                if faction is not None
                else sheet.mention(match, "header", 1, _named(match))
            )
        return "problem" if "problem" in kinds else "heading" if kinds else None

    def _both(self, text: str) -> str | None:
        """A faction's name and its agenda with nothing known between: `House Stark Fealty`."""
        parts = text.split()
        for size in range(min(_LONGEST_FACTION, len(parts) - 1), 0, -1):
            ways = ((parts[:size], parts[size:]), (parts[-size:], parts[:-size]))
            for who, what in ways:
                faction = self._game.faction_called(" ".join(who).strip(_BETWEEN))
                if faction is None:
                    continue
                tail = " ".join(what).strip(_BETWEEN)
                agendas = self._agenda_texts().read(tail)
                if agendas and all(match.cards for match in agendas):
                    named = self._sheet.name_faction(str(faction.code))
                    said = self._agendas_beside(agendas, tail)
                    return "problem" if "problem" in (named, said) else "heading"
        return None

    def _uncounted(self, bare: str, text: str) -> str:
        """A line without a count that is no title as it stands."""
        sheet = self._sheet
        match = self._find(bare)
        if match.cards and not match.read_as:
            return sheet.take(match, Counted(1, bare), None, uncounted=True)
        if not match.fault and not self._in_cards:
            return sheet.problem(suggestions=(match.read_as,) if match.read_as else ())
        return sheet.take(match, Counted(1, bare), None, uncounted=True)

    def _exactly(self, text: str) -> Match:
        return self._names.match(text, exactly=True)

    def _find(self, text: str, pack: str | None = None, position: int | None = None) -> Match:
        """What a title means, with remarks beside it taken off where it isn't one itself."""
        match = self._names.match(text, pack, position, exactly=True)
        if match.cards:
            return match
        from deckcheck.codecs import remarks

        found = None if pack else remarks.bracketed(text, self._names, self._desk)
        if found is None:
            found = self._names.match(text, pack, position)
        if not found.cards and not found.fault and not pack:
            found = remarks.signed(text, self._names, self._desk) or found
        return found

    def _is_count(self, count: Counted) -> bool:
        """Whether the number beside a text counts cards: not a year beside what is no title."""
        if count.clear or (count.copies or 0) <= _FEW:
            return True
        return bool(self._names.match(count.title, exactly=True).cards)

    def _card(self, count: Counted, code: str | None, text: str) -> str:
        """A line with a count."""
        sheet = self._sheet
        pack, position, rest = self._columns(count.columns)
        match = self._find(count.title, pack, position)
        if rest:
            match = match._replace(markers=(*match.markers, *rest))
        if not match.cards and not match.fault and code is None:
            found = self._game.faction_called(count.title) if count.copies == 1 else None
            if found is not None:
                return sheet.name_faction(str(found.code))
            if is_count(count.copies):
                if sheet.lost > _NO_LIST:
                    return sheet.stranger(count.copies)
                from deckcheck.codecs import odd

                said = "comment" if odd.is_footer(count) else self._odd(text, sure=True)
                if said is not None:
                    return said
                more = odd.titles_in(text, self._exactly)
                count = count._replace(copies=odd.most(text, count.copies) + more)
        if count.numbered and is_count(count.copies) and count.copies > 1:
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


def _named(match: Match) -> str:
    """The text of a piece that is no agenda; "" for one that is."""
    return "" if match.cards else match.read_as or ""
