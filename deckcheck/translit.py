"""Titles in Cyrillic letters that were written in Latin ones.

There are a dozen ways to do it (Khobgoblin, Hobgoblin), so both sides are brought to one skeleton
in which these ways fall together: good for suggestions, never for a match. Imports nothing.
"""

from __future__ import annotations

_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщыэюя"
_LATIN = "a b v g d e zh z i i k l m n o p r s t u f h c ch sh sh i e iu ia"
_LETTERS = str.maketrans(
    {**dict(zip(_CYRILLIC, _LATIN.split(), strict=True)), "ь": "", "ъ": ""},
)
_SAME = (
    *(("shch", "sh"), ("sch", "sh"), ("kh", "h"), ("ts", "c"), ("tz", "c"), ("yo", "e")),
    *(("jo", "e"), ("yu", "iu"), ("ju", "iu"), ("ya", "ia"), ("ja", "ia"), ("ye", "e")),
    *(("y", "i"), ("j", "i"), ("w", "v"), ("x", "h"), ("q", "k"), ("ii", "i")),
)
"""Ways to write one sound → the one they are all taken for, the longest first."""


def skeleton(text: str) -> str:
    """A folded text in the one spelling that all ways of writing it in Latin letters share.

    >>> skeleton("хобгоблин"), skeleton("khobgoblin")
    ('hobgoblin', 'hobgoblin')
    """
    text = text.translate(_LETTERS)
    for way, one in _SAME:
        text = text.replace(way, one)
    return text
