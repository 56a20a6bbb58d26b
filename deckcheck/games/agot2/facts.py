"""What is printed on a card, as the table asks for it."""

from __future__ import annotations

from deckcheck.model import Card


def number(card: Card, fact: str) -> int:
    """A printed number; 0 where there is none, or where it is no number (X, -)."""
    value = card.facts.get(fact)
    return value if isinstance(value, int) else 0


def gold_cost(card: Card) -> int | None:
    """The printed gold cost; None where it isn't a number [RR Costs]."""
    value = card.facts.get("cost")
    return value if isinstance(value, int) else None


def has(card: Card, keyword: str) -> bool:
    """Whether a keyword is printed on the card."""
    return keyword in card.facts.get("keywords", ())


def unique(card: Card) -> bool:
    """Whether the card is unique [RR Unique Cards]."""
    return bool(card.facts.get("unique"))


def icons(card: Card) -> tuple[str, ...]:
    """Challenge icons."""
    return tuple(card.facts.get("icons", ()))


def is_copy(one: Card, other: Card) -> bool:
    """Copies share a title, whatever else differs [RR Copy, AGOT-5-COPY-1]."""
    return one.title == other.title
