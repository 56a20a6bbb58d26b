"""A number with what it counts, in English. Imports nothing of ours."""

from __future__ import annotations


def many(number: int, one: str, more: str = "") -> str:
    """`1 card`, `2 cards`; `more` = the plural, where it isn't made by an s.

    >>> many(1, "copy", "copies"), many(0, "copy", "copies"), many(2, "card")
    ('1 copy', '0 copies', '2 cards')
    """
    return f"{number} {one if number == 1 else more or one + 's'}"
