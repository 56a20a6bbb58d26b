"""Counts and titles as words of a command: `2 Hodor -1 "Jon Snow (WotN)"` → cards or printings.

Nothing is guessed: a title of several versions (or a card of several printings) is asked back with
their names. May import names, shelf and below; knows no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from deckcheck.errors import InputError
from deckcheck.model import Card, Pool
from deckcheck.names import Names
from deckcheck.shelf import Catalogue, Item

_LONGEST_COUNT = 4
_SIGNS = {"−": "-", "–": "-"}


class Asked(NamedTuple):
    """So many of something, as it was asked for."""

    copies: int
    text: str
    signed: bool
    """Whether the count had a sign of its own."""


def counted(words: Sequence[str], example: str) -> list[Asked]:
    """Counts with the words that follow each, up to the next count.

    `3`, `3x`, `x3`, `+2` and `-1` are counts. Raises InputError (with the `example`) where a count
    has no words, or words have no count.
    """
    found: list[Asked] = []
    count: tuple[int, bool] | None = None
    words_after: list[str] = []
    for word in words:
        number = count_of(word)
        if number is None:
            words_after.append(word)
            continue
        _take(found, count, words_after, example)
        count, words_after = number, []
    _take(found, count, words_after, example)
    return found


def _take(
    found: list[Asked], count: tuple[int, bool] | None, words: list[str], example: str
) -> None:
    text = " ".join(words).strip()
    if count is None and not text:
        return
    if count is None:
        raise InputError(f"How many of {text!r}? Write the count before it: {example}.")
    if not text:
        raise InputError(f"{count[0]} of what? Write it after the count: {example}.")
    found.append(Asked(count[0], text, count[1]))


def count_of(word: str) -> tuple[int, bool] | None:
    """(number, whether it has a sign) if the word is a count, else None."""
    text = "".join(_SIGNS.get(c, c) for c in word.strip()).casefold()
    sign = text[:1] if text[:1] in ("+", "-") else ""
    digits = text[len(sign) :]
    digits = digits.removesuffix("x").removesuffix("×") if digits[:1].isdigit() else digits[1:]
    if text[len(sign) : len(sign) + 1] not in ("x", "×", *"0123456789"):
        return None
    # Five digits, or zeros in front, are the code of a card.
    if not (digits.isascii() and digits.isdigit() and digits == str(int(digits[:5]))):
        return None
    if len(digits) > _LONGEST_COUNT:
        return None
    return (-int(digits) if sign == "-" else int(digits)), bool(sign)


class Picker:
    """Finds the card or the printing that a text names. Make one and use it for all."""

    def __init__(self, pool: Pool, catalogue: Catalogue) -> None:
        self._names = Names(pool)
        self._pool = pool
        self._catalogue = catalogue
        self._said: list[str] = []

    def said(self) -> list[str]:
        """What was taken though it wasn't spelled so, since this was asked last."""
        said, self._said = self._said, []
        return said

    def card(self, text: str, among: Iterable[str] = ()) -> Card:
        """The card called so; of several versions the one that is `among` these codes.

        Raises InputError with what it may have meant.
        """
        cards = self.cards(text)
        inside = [card for card in cards if card.code in set(among)]
        if len(inside) == 1:
            return inside[0]
        if len(cards) > 1:
            raise InputError(_several(text, [f"{c.title} ({c.pack})" for c in cards]))
        return cards[0]

    def cards(self, text: str) -> tuple[Card, ...]:
        """The cards that may be meant; released ones only, if any is. Raises InputError if none."""
        match = self._names.match(text)
        if not match.cards:
            hint = f"; did you mean {' or '.join(match.suggestions)}?" if match.suggestions else "."
            raise InputError(f"There is no card called {text!r}{hint}")
        if match.read_as is not None:
            self._said.append(f"{text!r} was read as {match.read_as}.")
        released = tuple(card for card in match.cards if card.released)
        return released or match.cards

    def printing(self, text: str, *, earliest: bool = False) -> Item:
        """The printing called so: `Title (Pack)`, a code, or a title that has but one.

        With `earliest` the first one of several is taken. Raises InputError otherwise.
        """
        code = text.strip()
        if code in self._catalogue.items:
            return self._catalogue.items[code]
        cards = self.cards(text)
        named = self._names.match(text).pack
        pack = self._names.pack(named) if named else None
        items = [
            item
            for card in cards
            for p in self._pool.printings([card.code])[card.code]
            if (item := self._catalogue.items.get(p.code)) is not None
            and (pack is None or item.pack == pack)
        ]
        bracketed = text.rpartition("(")[2].rstrip(") ")
        exact = [item for item in items if item.code == bracketed]
        items = exact or items
        if not items:
            raise InputError(f"No printing of {text!r} is known.")
        if len(items) > 1:
            if not earliest:
                raise InputError(_several(text, _told_apart(items)))
            self._said.append(
                f"{text!r} was taken for {_told_apart(items)[0]}, the first of several."
            )
        return items[0]

    def pack(self, text: str) -> str:
        """Code of the pack called so. Raises UnknownName with near ones."""
        code = self._names.pack(text)
        if code is None:
            from deckcheck.registry import unknown_name

            packs = self._pool.packs()
            raise unknown_name("pack", text, [*packs, *(pack.name for pack in packs.values())])
        return code


def _told_apart(items: Sequence[Item]) -> list[str]:
    """Names by which each of the printings can be asked for."""
    names = [f"{item.title} ({item.pack})" for item in items]
    return [
        name if names.count(name) == 1 else f"{item.title} ({item.code})"
        for name, item in zip(names, items, strict=True)
    ]


def _several(text: str, names: Sequence[str]) -> str:
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return f"There are several cards called {text!r}: {shown}; say which."
