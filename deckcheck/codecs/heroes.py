"""Lines that name the hero of a deck, in games where every deck has one: `Герой — Аира`.

Only what is surely a hero's title counts here; what stands after «Герой:» and isn't one is for
the readers to keep. May import lines and names; knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from deckcheck.folding import fold
from deckcheck.model import Pool
from deckcheck.names import Match

_WORDS = ("мой герой", "наш герой", "герой колоды", "герой", "my hero", "hero")
_SIGNS = " \t:-–—=*_#"
_ENDS = (",", " (", " - ", " – ", " — ", ";", " / ")
"""Where words about a hero may begin: its element, its class, its set."""
_LONGEST = 200

Find = Callable[[str], Match]


class Called(NamedTuple):
    """A hero that a line names."""

    match: Match
    text: str
    """What names it, without the word «Герой»."""
    said: bool
    """Whether the line says that it is the hero."""


def hero_in(text: str, find: Find, pool: Pool) -> Called | None:
    """The hero that a line names, with or without the word for it; None if it surely names none.

    `Аира`, `Аира 14/176`, `Аира (14) 14/176`, `Аира, степь`, `Герой Аира`, `Мой герой: Аира`.
    """
    if len(text) > _LONGEST:
        return None
    bare = text.strip(_SIGNS)
    folded = bare.lower()
    word = next((w for w in _WORDS if folded.startswith(w) and _ends(bare, len(w))), "")
    rest = bare[len(word) :].strip(_SIGNS)
    match = _hero(rest, find, pool) if rest else None
    return Called(match, rest, bool(word)) if match else None


def _ends(text: str, at: int) -> bool:
    """Whether a word ends there."""
    return at < len(text) and not text[at].isalnum()


def _hero(text: str, find: Find, pool: Pool) -> Match | None:
    """The hero called so, perhaps with its code, set, element or class behind the title."""
    whole = find(text)
    if found := _heroes(whole):
        return found
    head, _, last = text.rpartition(" ")
    card = pool.card(last.strip("()[]")) if head and any(c.isdigit() for c in last) else None
    if card is not None and card.type == "hero" and fold(head).startswith(fold(card.title)):
        return Match((card,), "code")
    for sign in _ENDS:
        head, between, _ = text.partition(sign)
        if between and (found := _heroes(find(head.strip()))):
            return found
    return None


def _heroes(match: Match) -> Match | None:
    """The match with its heroes only; None if there is none."""
    cards: Any = tuple(card for card in match.cards if card.type == "hero")
    return match._replace(cards=cards, markers=()) if cards else None
