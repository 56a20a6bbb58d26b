"""The order that cards are shown in: by title, then code. May import model and below."""

from __future__ import annotations

from deckcheck.folding import fold
from deckcheck.model import Card


def title_key(title: str) -> str:
    """What titles are sorted by: folded, quotes before them aside."""
    return fold(title).lstrip("\"'. ")


def card_key(card: Card) -> tuple[str, str]:
    """What cards are sorted by: title, then code."""
    return (title_key(card.title), card.code)
