"""`heroes-text`: a deck of Берсерк. Герои as Russian players post it.

«Герой:» and a name, «Основная колода:» and `3 Title` lines, «Дополнительная колода:» and such
lines, sorted by title. Name and notes of a deck stand under headings of their own, where there
are some. Knows no rule.
"""

from __future__ import annotations

from deckcheck.codecs import berserk_lines as common
from deckcheck.codecs import writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.slots import clean
from deckcheck.model import Deck

NAME = "heroes-text"
TITLE = "Берсерк. Герои: hero, main and side deck under Russian headings"
GAMES = ("berserk_heroes",)
CARRIES = frozenset({"name", "hero", "side", "notes", "unread"})


def sniff(text: str) -> int:
    """Sure of a heading «Герой:», «Основная колода:» or «Дополнительная колода:»."""
    return 92 if common.has_headings(text) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The one deck of the text. Raises InputError if none of its lines means a card."""
    return [common.read_list(text, desk)]


def write(deck: Deck, desk: Desk) -> str:
    """The deck under its headings."""
    name, notes = clean(deck.name), clean(deck.notes, lines=True)
    hero = desk.pool.card(deck.hero) if deck.hero else None
    shown = writer.Labels(desk).short(hero) if hero else deck.hero or "—"
    cards = [*common.title_lines(deck, desk), *common.stranger_lines(deck, desk)]
    lines = [f"Название: {name}", ""] if name else []
    lines += ["Герой:", shown, "", "Основная колода:", *cards]
    side = [*common.title_lines(deck, desk, side=True), *common.unknown_lines(deck.side, desk)]
    lines += ["", "Дополнительная колода:", *side]
    if notes:
        lines += ["", "Описание:", *(f"> {line}".rstrip() for line in notes.split("\n"))]
    return writer.whole(lines)
