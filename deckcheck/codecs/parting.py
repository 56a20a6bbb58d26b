"""Where one deck of a text ends and the next begins.

A line of `===` parts decks, and so does a new opening below cards: a name (or a rule, or a blank
line) above a line that names a faction. A faction's name that heads a group of cards parts
nothing. Makes the rows that the reader reads. May import lines, opening, markup and base.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckcheck.codecs import lines as grammar
from deckcheck.codecs.base import Desk
from deckcheck.codecs.markup import segments
from deckcheck.codecs.opening import Row, faction_and_more, kind_of, names_faction
from deckcheck.folding import fold

_DEEPEST = 9
"""Levels of quoting that are taken off."""
_NEAR = 4
"""Lines with words that may stand between `Deck 2: …` and its faction."""

IsAgenda = Callable[[str], bool]
"""Whether a text is exactly an agenda's title."""


def parted(lines: Sequence[str], desk: Desk, is_agenda: IsAgenda) -> list[list[Row]]:
    """The rows of each deck, separators included; a part that says nothing joins the one before.

    A line that holds several items gives a row for each of them.
    """
    parts: list[list[Row]] = [[]]
    for number, raw in enumerate(_unquoted(lines), 1):
        items = segments(raw)
        if len(items) > 1:
            parts[-1] += [Row(number, item.text, (item,)) for item in items]
            continue
        row = Row(number, raw, tuple(items))
        parting = grammar.is_separator(raw) and not _underlines(parts[-1], desk)
        parts[-1].append(row)
        if parting:
            parts.append([])
    whole: list[list[Row]] = []
    for part in parts:
        if whole and not any(map(_says_something, part)):
            whole[-1] += part
        else:
            whole.append(part)
    if len(whole) > 1 and not any(map(_says_something, whole[0])):
        whole[:2] = [whole[0] + whole[1]]
    return [piece for part in whole for piece in _opened(part, desk, is_agenda)]


def _unquoted(lines: Sequence[str]) -> Sequence[str]:
    """The lines without `>` if all of them are quoted."""
    for _ in range(_DEEPEST):
        if not lines[1:] or not all(raw.lstrip()[:1] in ("", ">") for raw in lines):
            break
        if not any(map(str.strip, lines)):
            break
        lines = [raw.lstrip()[1:].removeprefix(" ") for raw in lines]
    return lines


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


def _opened(rows: list[Row], desk: Desk, is_agenda: IsAgenda) -> list[list[Row]]:
    """The rows parted where a new deck opens below cards."""
    parts: list[list[Row]] = []
    start, cards, notes = 0, False, False
    for at, row in enumerate(rows):
        if row.text[:1].isdigit() and grammar.leading(row.text):
            cards = True
        elif notes and row.raw.lstrip().startswith(">"):
            continue
        elif cards:
            kind = kind_of(row.text, desk.game)
            notes = kind.kind in grammar.KEPT_WORDS if kind else notes
            top = _top(rows, at, desk, is_agenda)
            if top is not None:
                parts.append(rows[start:top])
                start, cards = top, False
        elif not kind_of(row.text, desk.game):
            cards = grammar.counted(row.text) is not None
    return [*parts, rows[start:]]


def _top(rows: Sequence[Row], at: int, desk: Desk, is_agenda: IsAgenda) -> int | None:
    """Where the deck begins that this row opens; None if it opens none."""
    row, game = rows[at], desk.game
    if _numbers_deck(row):
        below = [r for r in rows[at + 1 : at + 9] if _says_something(r)][:_NEAR]
        return at if any(names_faction(r, game) for r in below) else None
    if not _opens(row, game):
        return None
    above = at - 1
    while above >= 0 and not _says_something(rows[above]):
        above -= 1
    if above > 1 and grammar.is_remark(rows[above].text):
        above -= 1
    gap = rows[above + 1 : at]
    if _may_be_name(rows[above], game):
        bare = above == 0 or not _says_something(rows[above - 1])
        if bare or _numbers_deck(rows[above]) or grammar.header(rows[above].text) is not None:
            return above
    ruled = any(len(r.raw.strip()) > 2 for r in gap)
    return at if ruled or _goes_on(rows, at, desk, is_agenda) else None


def _opens(row: Row, game: object) -> bool:
    """Whether a row names a faction, and not as the heading of a group: `House Stark (12)`."""
    pair = grammar.header(row.text)
    kind = kind_of(row.text, game)
    if kind is not None:
        return kind.kind == "faction"
    text = pair[1] if pair is not None and pair[0] in grammar.FACTION_WORDS else row.text
    found = faction_and_more(text, game)
    return found is not None and not found[1].isdigit()


def _may_be_name(row: Row, game: object) -> bool:
    """Whether the last words above a faction can be the name of a new deck."""
    text = row.text
    if grammar.counted(text) or grammar.total(text) or kind_of(text, game):
        return False
    tail = grammar.trailing(text)
    return (not (tail and tail.clear) and not grammar.is_comment(text)) or text.startswith("# ")


def _goes_on(rows: Sequence[Row], at: int, desk: Desk, is_agenda: IsAgenda) -> bool:
    """Whether what follows a faction's name belongs to an opening: its agenda, or packs."""
    found = faction_and_more(rows[at].text, desk.game)
    if found is not None and is_agenda(found[1]):
        return True
    below = next((row for row in rows[at + 1 :] if _says_something(row)), None)
    if below is None:
        return False
    return is_agenda(below.text.strip("*_# ")) or grammar.is_remark(below.text)


def _numbers_deck(row: Row) -> bool:
    """Whether it is a line like `Deck 2: …`."""
    word, _, rest = fold(row.text.strip(" \t#*_-=[]")).partition(" ")
    return word in ("deck", "decklist", "list") and rest.lstrip("#")[:1].isdigit()
