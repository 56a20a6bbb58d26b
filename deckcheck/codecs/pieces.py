"""Counts as Russian players write them, and rows of tables that have no head.

«шт.» beside a number makes it a count, wherever it stands. Says what a line looks like, never
what a title means, but for `most_of`, which is told what a title is. May import nothing of codecs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

_LONGEST = 200
"""Characters of a line that is looked at."""
_MOST_WORDS = 9
_MOST_BESIDE = 2
"""Words beside title and number of a line that still means a card."""
_UNIT = r"(?:штук[аи]?|шт|экз)(?:\.|\b)"
_FRONT = rf"[^\w]*(\d{{1,9}}) ?[xх×]? ?{_UNIT}[)\]]? ?[-–—:,;]? ?(\S.*)"
_BEHIND = rf"(.*?[^\W_].*?) ?[-–—:=,;(\[]* ?[xх×*]? ?\b(\d{{1,9}}) ?{_UNIT} ?[)\]]?"
_STAR = r"(.*[^\W\d_]\S*) ?\* ?(\d{1,9})"
_EDGES = " .,;:!?()[]{}«»\"'“”„*-–—=|#x×х"


def plainly(text: str) -> str:
    """`3 шт. T` → `3x T`; `T (3 шт.)`, `T - 3 шт.`, `T *3` → `T x3`; other text as it is."""
    if text.isascii() or len(text) > _LONGEST:
        return text
    lower = text.lower()
    if "шт" in lower or "экз" in lower:
        bare = " ".join(text.split())
        found = _pattern(_FRONT).fullmatch(bare)
        if found is not None:
            return f"{found[1]}x {found[2]}"
        found = _pattern(_BEHIND).fullmatch(bare)
        if found is not None:
            return f"{found[1]} x{found[2]}"
    if "*" in text and text[-1:].isdigit():
        found = _pattern(_STAR).fullmatch(text)
        if found is not None:
            return f"{found[1]} x{found[2]}"
    return text


def is_row(text: str) -> bool:
    """Whether a line has the shape of a table's row: `4,T`, `4;T;Pack`, `T;4`, `T|4`."""
    for sign in ",;|\t":
        cells = [cell.strip(' "') for cell in text[:_LONGEST].split(sign)]
        if len(cells) < 2 or not any(c.isalpha() for c in text):
            continue
        asked = (cells[0], cells[-1]) if sign == "," else (*cells[:2], cells[-1])
        if any(_is_small(cell) for cell in asked):
            return True
    return False


def most_of(text: str, is_title: Callable[[str], bool]) -> int:
    """The most copies that a line stands for which begins or ends with a number and holds a
    title, with little beside; 0 = it is no such line."""
    words = [word.strip(_EDGES) for word in text.split()[: _MOST_WORDS + 1]]
    words = [word for word in words if word]
    if not 1 < len(words) <= _MOST_WORDS:
        return 0
    near = {*words[:1], *words[-2:]}
    counts = [int(n) for word in near for n in [_number_in(word)] if 0 < int(n or 0) < 100]
    if not counts:
        return 0
    rest = [word for word in words if not word[0].isdigit()]
    for size in range(len(rest), max(0, len(rest) - _MOST_BESIDE - 1), -1):
        for at in range(len(rest) - size + 1):
            if is_title(" ".join(rest[at : at + size])):
                return max(counts)
    return 0


def _number_in(word: str) -> str:
    """The number that a word begins or ends with: `3шт`; "" for none."""
    front = word[: len(word) - len(word.lstrip("0123456789"))]
    return (front or word[len(word.rstrip("0123456789")) :])[:9]


def _is_small(cell: str) -> bool:
    digits = cell.strip("xX×хХ ")
    return digits.isascii() and digits.isdigit() and len(digits) < 3


@cache
def _pattern(source: str) -> re.Pattern[str]:
    """Compiled when first needed."""
    return re.compile(source, re.IGNORECASE)
