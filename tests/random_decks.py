"""Decks drawn from the whole card pool, legal or not: what a layout has to carry unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pools import agot2_game, agot2_pool

from deckcheck.model import Card, Deck, Unread

NAMES = (
    *("Fealty", "Winter Is Coming", "=1+1", "@home", "-dash", "'quoted", "a;b,c\td", "Дом Старков"),
    *('"Hear Me Roar!" & <b>', "Ünïcödé ∞ 🐺", "[b]x[/b]", "3x Hodor", "*", "# 1", "deck, the"),
)
NOTES = ("", "one line", "two\nlines", "]]> & <notes>", '"quoted"\n\n- list\n3x Hodor')
UNREAD = (
    Unread(3, "2x Nobody's Card (XYZ)", 2),
    Unread(9, "what is this?", 0),
    Unread(12, "Nobody x3", 3),
)


def every_card(size: int = 60) -> Iterator[Deck]:
    """Decks of `size` different cards that together hold each card there is (agendas too)."""
    chance = Random(2026)
    cards = list(agot2_pool().all())
    chance.shuffle(cards)
    for start in range(0, len(cards), size):
        yield _deck(chance, cards[start : start + size])


def random_decks(number: int, seed: int = 7) -> Iterator[Deck]:
    """So many decks of 1 to 80 different cards."""
    chance = Random(seed)
    cards = list(agot2_pool().all())
    for _ in range(number):
        yield _deck(chance, chance.sample(cards, chance.randint(1, 80)))


def _deck(chance: Random, cards: list[Card]) -> Deck:
    agendas = [card.code for card in cards if card.type == "agenda"]
    factions = [code for code in agot2_game().factions if code != "neutral"]
    if agendas and chance.random() < 0.2:
        agendas.append(agendas[0])
    main = {c.code: chance.choice((1, 1, 2, 3, 4, 10)) for c in cards if c.type != "agenda"}
    return Deck(
        "agot2",
        chance.choice(NAMES),
        chance.choice(factions),
        tuple(agendas),
        cards=main,
        notes=chance.choice(NOTES),
        unread=UNREAD if chance.random() < 0.3 else (),
    )
