"""How a list of lines opens: which line is the deck's name, and which line names a faction.

A first line without a count, above a blank line or a faction line, is the name, even if a card
or a heading is called so; anywhere else a title is a title. May import lines, markup, names and
base; knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from deckcheck.codecs import lines as grammar
from deckcheck.codecs.base import Desk
from deckcheck.codecs.headers import columns
from deckcheck.codecs.markup import Segment
from deckcheck.codecs.pieces import is_row, most_of
from deckcheck.folding import fold
from deckcheck.names import Match

_BETWEEN = (
    *(" – ", " - ", " — ", ": ", " / ", ", ", " (", " | ", " with ", " w/ ", " using ", " + "),
    *(" & ", " and ", "; ", " [", "\t", "/"),
)
"""What may stand between a faction and its agenda on one line."""
_LONGEST_NAME = 200
_FEW = 99
"""A number above this beside what is no card is a year, not a count."""
_FAR = 12
"""Lines of the opening in which a faction is looked for."""


class Row(NamedTuple):
    """A line of the file, with its markup taken off."""

    line: int
    """1-based."""
    raw: str
    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """What its first item says, without the mark of a quotation."""
        return self.segments[0].text.strip().lstrip("> ")


class Kind(NamedTuple):
    """What a heading means."""

    kind: str
    """`type`, `main`, `aside`, `notes`, `unread` or `faction`."""
    value: str
    """Card type, or section of a main heading (may be empty)."""
    heading: grammar.Heading


def kind_of(text: str, game: Any) -> Kind | None:
    """What a line means if it is a heading whose word somebody knows."""
    found = grammar.heading(text)
    if found is None:
        return None
    word = found.word
    single = word.removesuffix("s")
    if word in game.headings or single in game.types:
        return Kind("type", str(game.headings.get(word, single)), found)
    if word in grammar.MAIN_WORDS:
        return Kind("main", grammar.MAIN_WORDS[word], found)
    if word in grammar.ASIDE_WORDS:
        return Kind("aside", "", found)
    if found.cards is None and word in grammar.KEPT_WORDS:
        return Kind(grammar.KEPT_WORDS[word], "", found)
    if found.cards is None and word in grammar.FACTION_WORDS and game.factions:
        return Kind("faction", "", found)
    return None


def faction_and_more(text: str, game: Any) -> tuple[str, str] | None:
    """`House Stark – Fealty` → code of the faction, and what else the line says (an agenda)."""
    bare = text.strip(" \t#*_-–:>")
    found = game.faction_called(bare)
    if found is not None:
        return str(found.code), ""
    for sign in _BETWEEN:
        head, between, tail = bare.partition(sign)
        if between:
            found = game.faction_called(head)
            if found is not None:
                return str(found.code), tail.strip(" ()[]*_")
    return None


def group_of(text: str, game: Any) -> tuple[str, int] | None:
    """`House Stark (12)`, a heading over cards of a faction → its code, and the number in it."""
    found = faction_and_more(text, game)
    if found is None or not found[1]:
        return None
    number = found[1].removesuffix("cards").strip()
    return (found[0], int(number)) if number.isdecimal() and len(number) < 4 else None


def near_faction(text: str, game: Any) -> tuple[str, str] | None:
    """Code and full name of the one faction that `text` is a slip away from: `House Strak`."""
    wanted = fold(text.strip(" \t#*_-–:>"))
    if len(wanted) < 5:
        return None
    found = {
        (str(faction.code), str(faction.name))
        for faction in game.factions.values()
        for name in faction.names
        if len(name) > 4 and faction.playable and one_slip(wanted, name)
    }
    return next(iter(found)) if len(found) == 1 else None


def one_slip(given: str, meant: str) -> bool:
    """Whether two different texts differ by one letter, or by two neighbours swapped."""
    if abs(len(given) - len(meant)) > 1 or given == meant:
        return False
    short, long = sorted((given, meant), key=len)
    at = next((i for i, c in enumerate(short) if c != long[i]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at : at + 2][::-1] == long[at : at + 2] and short[at + 2 :] == long[at + 2 :]
    return swapped or short[at + 1 :] == long[at + 1 :]


def is_house(text: str, game: Any) -> bool:
    """Whether it is called as factions are, `House …`, whoever that may be."""
    words = fold(text.strip(" \t#*_-–:>")).split()
    if not 1 < len(words) < 5:
        return False
    first = {
        name.split(" ", 1)[0]
        for faction in game.factions.values()
        for name in faction.names
        if name.endswith(f" {faction.code}")
    }
    return words[0] in first


def dashed(text: str) -> tuple[str, str] | None:
    """`Key - value`, `Key = value`, as `lines.header` reads `Key: value`."""
    bare = text.strip(" \t#*_>")
    for sign in (" - ", " – ", " — ", " = "):
        key, found, value = bare.partition(sign)
        if found and len(key) < 20:
            return fold(key), value.strip()
    return None


def is_table_head(text: str) -> bool:
    """Whether it is the head of a table: `Count⇥Name⇥Set`."""
    return "\t" in text and columns([cell.strip() for cell in text.split("\t")]) is not None


def names_faction(row: Row, game: Any) -> bool:
    """Whether a line names a faction, or says that one follows."""
    pair = grammar.header(row.text)
    if pair is not None and pair[0] in grammar.FACTION_WORDS:
        return True
    kind = kind_of(row.text, game)
    if kind is not None:
        return kind.kind == "faction"
    if faction_and_more(row.text, game) is not None or near_faction(row.text, game) is not None:
        return True
    count = grammar.counted(row.text) or grammar.trailing(row.text)
    return is_house(row.text, game) and not count


def name_of(
    rows: Sequence[Row], desk: Desk, match: Callable[[str], Match]
) -> tuple[int, str] | None:
    """Line and text of the deck's name; None if no line is it."""
    at = _first(rows, 0)
    if at is None:
        return None
    row = rows[at]
    if desk.game.choice_required and _is_hero(rows, at, desk, match):
        return None
    if row.text.startswith("#") and grammar.is_comment(row.text):
        later = _first(rows, at + 1)
        if later is not None and _is_name(rows, later, desk, match, above_cards=False):
            return rows[later].line, rows[later].text
        bare = row.text.lstrip("# ").rstrip("# ")
        pair = grammar.header(bare)
        if pair is not None and pair[0] in grammar.NAME_WORDS and pair[1]:
            return row.line, pair[1]
        structure = kind_of(row.text, desk.game) or faction_and_more(bare, desk.game)
        return None if structure and not _leads_to_faction(rows, at, desk) else (row.line, bare)
    pair = grammar.header(row.text)
    if pair is not None and pair[0] in grammar.NAME_WORDS and pair[1]:
        return row.line, pair[1]
    if _is_name(rows, at, desk, match, above_cards=True):
        later = _above_faction(rows, at, desk, match)
        row = rows[at if later is None else later]
        return row.line, row.text
    return None


def _is_hero(rows: Sequence[Row], at: int, desk: Desk, match: Callable[[str], Match]) -> bool:
    """Whether the first line is the hero: it says so, or no line below names another."""
    from deckcheck.codecs.heroes import hero_in

    def called(row: Row) -> bool:
        count = grammar.leading(row.text)
        return hero_in(count.title if count else row.text, match, desk.pool) is not None

    first = hero_in(rows[at].text, match, desk.pool)
    if first is None:
        return False
    return first.said or not any(map(called, rows[at + 1 :]))


def _above_faction(
    rows: Sequence[Row], at: int, desk: Desk, match: Callable[[str], Match]
) -> int | None:
    """Place of a card's title right above the faction, below a first line that is a mere remark.

    The line above a faction is the name: a card there would be one that nobody means.
    """
    above = at
    for place in range(at + 1, min(len(rows), at + _FAR)):
        text = rows[place].text
        if grammar.is_decoration(text) or grammar.is_remark(text):
            continue
        if grammar.counted(text) or kind_of(text, desk.game):
            return None
        if names_faction(rows[place], desk.game):
            break
        above = place
    else:
        return None
    if above == at:
        return None
    cards = match(rows[above].text).cards
    return above if cards and all(card.type != desk.game.agenda_type for card in cards) else None


def _first(rows: Sequence[Row], start: int) -> int | None:
    """Place of the first line that says something and is no `//` comment."""
    for at in range(start, len(rows)):
        text = rows[at].text
        if text.endswith("wrote:") and not (grammar.header(text) or ("", ""))[1]:
            continue
        if not grammar.is_decoration(text) and not text.startswith("//"):
            return at
    return None


def _is_name(
    rows: Sequence[Row], at: int, desk: Desk, match: Callable[[str], Match], *, above_cards: bool
) -> bool:
    row, game = rows[at], desk.game
    text = row.text
    if _is_no_name(row, game):
        return False
    plain = grammar.plain(text)
    counted = grammar.counted(plain) or grammar.trailing(plain)
    if counted is not None and (counted.clear or _means_card(match(counted.title))):
        return False
    below = rows[at + 1] if at + 1 < len(rows) else None
    if not game.factions and below is not None and _is_odd_card(plain, below, desk, match):
        return False
    year = not game.factions and counted is not None and (counted.copies or 0) > _FEW
    if (counted is not None and not year) or kind_of(text, game) or names_faction(row, game):
        return _leads_to_faction(rows, at, desk)
    if below is None or _first(rows, at + 1) is None:
        return False
    if grammar.is_decoration(below.text) or grammar.is_remark(below.text):
        return True
    if names_faction(below, game):
        surely = not is_house(below.text, game) or faction_and_more(below.text, game) is not None
        return surely or not _means_card(match(below.text))
    return above_cards and not _means_card(match(text))


def _is_odd_card(text: str, below: Row, desk: Desk, match: Callable[[str], Match]) -> bool:
    """Whether a first line means a card whose count stands in an odd place, or looks so much like
    one that, right above the cards, it can't pass for a name."""
    from deckcheck.codecs import odd

    if odd.single(text, match) is not None:
        return True
    alone = grammar.is_decoration(below.text)
    return not alone and most_of(text, lambda t: bool(desk.pool.titled(fold(t)))) > 0


def _is_no_name(row: Row, game: Any) -> bool:
    """Whether a line can't be a name, whatever follows it."""
    text = row.text
    if row.segments[0].struck or len(text) > _LONGEST_NAME:
        return True
    if text.startswith("//") or grammar.is_comment(text) or grammar.is_remark(text):
        return True
    kind = kind_of(text, game)
    if is_table_head(text) or grammar.total(text) or grammar.group(text) or is_row(text):
        return True
    if kind and kind.kind == "faction":
        return True
    key, value = grammar.header(text) or ("", "")
    return bool(value) and (key in grammar.FACTION_WORDS or key in game.headings)


def _leads_to_faction(rows: Sequence[Row], at: int, desk: Desk) -> bool:
    """Whether a faction line follows before any card: then what stands above is a name."""
    for row in rows[at + 1 : at + _FAR]:
        if names_faction(row, desk.game):
            return True
        if grammar.counted(row.text) and not grammar.total(row.text):
            return False
    return False


def _means_card(match: Match) -> bool:
    return bool(match.cards or match.fault)
