"""Lines that no plain form fits: several cards on a line, and counts in unusual places.

Asked only after a line was not understood, so it may take its time. It reads what can be read
surely, that is where the rest of the line is a title; for all else it says how many copies the
line may stand for at most, so that a rule about a number of cards isn't broken for certain. May
import lines and names; knows no rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from deckcheck.codecs.lines import Counted, counted, leading, trailing, unbulleted
from deckcheck.folding import fold
from deckcheck.names import Match

_N = r"(\d{1,3})"
_X = r"[xX×✕хХ]"
_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "ein": 1,
    "eine": 1,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "un": 1,
    "une": 1,
    "deux": 2,
    "trois": 3,
    "uno": 1,
    "una": 1,
    "dos": 2,
    "tres": 3,
    "single": 1,
    "double": 2,
    "triple": 3,
    **dict.fromkeys(("один", "одна", "одно"), 1),
    **dict.fromkeys(("два", "две"), 2),
    "три": 3,
    "четыре": 4,
    "пять": 5,
}
_GLUED = (
    rf"{_N}[.,]0+\s*{_X}?\s*(\S.*)",
    rf"{_N}\s*{_X}?\s*(?:copies|copy|pcs|cards?|of)\b[.:]?\s*(?:of\s+)?(\S.*)",
    rf"\(?{_N}\s*{_X}\s*[-–—:=;,/|_.)*~>\]]+\s*(\S.*)",
    rf"{_N}\s*[-–—:=;,/|_*~>\]]+\s*(\S.*)",
)
"""A count in front, and what may follow it."""
_LISTED = rf"{_N}\s*[.)]\s*(\S.*)"
"""A number in front that may be that of a list item."""
_RANGE = rf"\(?{_N}\s*{_X}?\s*(?:-|–|—|/|~|\.\.+|\+|to|or|bis|oder)\s*{_N}\s*{_X}?[\s)](\D.*)"
_BEHIND = rf"(\S.*?)\s*[(\[:,;–—-]*\s*{_N}\s*{_X}?\s*(?:copies|copy|pcs|times|cards)\s*[)\]]?"
_INSIDE = rf"(\S{{1,24}}(?:\s+\S{{1,24}})?)\s+{_N}\s*{_X}\s+(\S.*)"
"""A count with a word or two before it: `:sword: 3x Title`."""
_BEFORE_REMARK = rf"(\S.*?)\s+(?:{_X}\s?{_N}|{_N}{_X})(?!\w)\s*(\S.*)"
_TIMES = rf"(?<![\w.]){_N}\s?{_X}(?!\w)|(?<!\w){_X}\s?{_N}(?!\w)"
_PARTS = (
    rf"\s*[,;+/|&]?\s+(?:and\s+)?(?=\(?\d{{1,3}}\s?{_X}?\)?\s?[^\W\d_\"“])",
    r"(?<=[xX×]\d)\s*[,;+/|&]?\s+(?:and\s+)?",
    r"(?<=[xX×]\d\))\s*[,;+/|&]?\s+(?:and\s+)?",
    r"\s*[;,+/|&]\s*(?:and\s+)?",
)
"""Where a line of several cards is parted: before a count, behind one, or at any sign."""
_FOOTERS = frozenset(
    (
        *("like", "likes", "view", "views", "comment", "comments", "vote", "votes", "reply"),
        *("replies", "share", "shares", "favorites", "favourites", "reputation", "upvotes"),
        *("downloads", "points", "people like this", "minutes ago", "hours ago", "days ago"),
    )
)
_MOST_PIECES = 20
"""Pieces of a line that are looked at."""

Find = Callable[[str], Match]


class Piece(NamedTuple):
    """A card that a line names."""

    stated: Counted
    match: Match
    text: str


def several(text: str, find: Find) -> list[Piece]:
    """The cards of a line that holds several; none unless every part is a counted title."""
    for pattern in _PARTS:
        parts = [part.strip() for part in _pattern(pattern).split(text) if part.strip()]
        if 1 < len(parts) < 100:
            pieces = list(_pieces(parts, find))
            if len(pieces) == len(parts):
                return pieces
    return []


def _pieces(parts: list[str], find: Find) -> Iterator[Piece]:
    """A piece for each part until one isn't a counted title."""
    for part in parts:
        part = part.rstrip(" ,;+/|&")
        count = leading(part) or trailing(part)
        match = find(count.title) if count is not None and count.copies else Match()
        if count is None or not match.cards or count.numbered:
            return
        yield Piece(count, match, part)


def single(text: str, find: Find) -> Piece | int | None:
    """The one card of a line; or, if its count can't be told, the most it may be; or None."""
    bare = unbulleted(text.strip())
    found = _pattern(_RANGE).fullmatch(bare)
    if found is not None:
        first, second = int(found.group(1)), int(found.group(2))
        return first + second if "+" in found.group(0)[: found.start(3)] else max(first, second)
    for pattern in _GLUED:
        piece = _piece(_pattern(pattern).fullmatch(bare), 1, 2, find)
        if piece is not None:
            return piece
    found = _pattern(_LISTED).fullmatch(bare)
    if found is not None and find(found.group(2)).cards:
        piece = _piece(found, 1, 2, find)
        return piece if piece is None or piece.stated.copies == 1 else piece.stated.copies
    for pattern in (_BEHIND, _BEFORE_REMARK):
        found = _pattern(pattern).fullmatch(bare)
        numbers = [i for i in (2, 3) if found and i <= len(found.groups()) and _digit(found[i])]
        piece = _piece(found, numbers[0], 1, find) if numbers else None
        if piece is not None and found is not None and pattern is _BEFORE_REMARK:
            remark = found.group(4).strip()
            if is_counted(remark) or find(remark).cards:
                return None
            marks = (*piece.match.markers, remark)
            return piece._replace(match=piece.match._replace(markers=marks))
        if piece is not None:
            return piece
    return _inside(bare, find) or _row(bare, find) or _worded(bare, find)


def most(text: str, least: int = 1) -> int:
    """The most copies that a line which nobody understood may stand for.

    Counts with a times sign are added up; otherwise the larger of the numbers at its ends.
    """
    times = [int(a or b) for a, b in _pattern(_TIMES).findall(text)]
    ends = [n.copies for n in (leading(text), trailing(text)) if n is not None and n.copies]
    small = [n for n in ends if n < 100]
    front = _pattern(r"\W*(\d{1,2})(?!\d)").match(text)
    if front is not None:
        small.append(int(front.group(1)))
    return max(least, sum(times), *small, 1)


def is_counted(text: str) -> bool:
    """Whether a number with a times sign, or in front, says that the line means cards."""
    return _pattern(rf"{_TIMES}|^\W*\d{{1,2}}\s*(?:[-–/;,.]\s*)?[^\W\d_]").search(text) is not None


def titles_in(text: str, find: Find) -> int:
    """Number of pieces of a line that are titles without a count: `3x A, B` has one."""
    pieces = _pattern(r"[;,+/|&]").split(text)[:_MOST_PIECES]
    bare = [piece.strip() for piece in pieces if not is_counted(piece)]
    return sum(bool(find(piece).cards) for piece in bare if piece) if len(pieces) > 1 else 0


def is_footer(count: Counted) -> bool:
    """Whether it is what a page says below a deck: `12 likes`."""
    return not count.clear and fold(count.title) in _FOOTERS


def _digit(text: str | None) -> bool:
    return text is not None and text.isascii() and text.isdigit()


def _piece(found: re.Match[str] | None, count: int, title: int, find: Find) -> Piece | None:
    if found is None:
        return None
    match = find(found.group(title))
    copies = int(found.group(count))
    if not match.cards:
        return None
    return Piece(Counted(copies, found.group(title)), match, found.group(0))


def _inside(text: str, find: Find) -> Piece | int | None:
    """`:sword: 3x Title`: a sign or an emoji says nothing; a word may say *not in the deck*."""
    found = _pattern(_INSIDE).fullmatch(text)
    piece = _piece(found, 2, 3, find)
    if piece is None or found is None:
        return piece
    mark = found.group(1)
    plain = not any(c.isalnum() for c in mark) or (mark[0] == mark[-1] == ":")
    if any(c.isdigit() for c in mark) or find(mark).cards:
        return None
    return piece if plain else piece.stated.copies or 1


def _row(text: str, find: Find) -> Piece | None:
    """`3;Title;Pack`: a row of a table without its head."""
    for sign in ";,|":
        if sign not in text:
            continue
        import csv

        cells = [cell.strip() for cell in next(csv.reader([text], delimiter=sign), []) if cell]
        count = counted("\t".join(cells)) if len(cells) > 1 else None
        if count is None or not count.copies:
            continue
        tail = f" ({count.columns[0]})" if count.columns else ""
        match = find(count.title + tail)
        if match.cards:
            return Piece(count._replace(columns=()), match, text)
    return None


def _worded(text: str, find: Find) -> Piece | None:
    """`three Title`, `two copies of Title`."""
    word, _, rest = text.partition(" ")
    number = _WORDS.get(fold(word.rstrip("xX×:")))
    if number is None or not rest.strip():
        return None
    rest = _pattern(rf"\s*(?:{_X}\s+)?(?:cop(?:ies|y)\s+)?(?:of\s+)?").sub("", rest, count=1)
    match = find(rest)
    return Piece(Counted(number, rest), match, text) if match.cards else None


@cache
def _pattern(source: str) -> re.Pattern[str]:
    """Compiled when first needed."""
    return re.compile(source, re.IGNORECASE)
