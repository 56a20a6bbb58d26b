"""Decks drawn from the card pools of both Berserk games: what their layouts carry unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from pools import game_of, pool_of

from deckcheck.codecs import CODECS
from deckcheck.codecs.base import Desk
from deckcheck.model import Card, Deck, Unread
from deckcheck.reading import read
from deckcheck.settle import settle
from deckcheck.source import Text

GAMES = ("berserk_heroes", "berserk")
OWN = {
    game: tuple(name for name in CODECS if game in getattr(CODECS[name], "GAMES", ()))
    for game in GAMES
}
"""Game → the layouts that only it has."""
NAMES = ("Дом ёжика", '«Кавычки» и "лапки"', "Сайконо 2025", "3 Борг", "a — b", "", "Ünïcödé 🐺")
NOTES = ("", "одна строка", "две\nстроки", "Герой: Сайконо\n3 Борг", "> не\n\nзаметка")
UNREAD = (
    Unread(3, "2x Такой карты нет (XYZ)", 2),
    Unread(9, "что это?", 0),
    Unread(12, "Никто и ничто x3", 3),
)


def desk_of(game: str) -> Desk:
    """Pool and game together, as a codec wants them."""
    return Desk(pool_of(game), game_of(game))


def every_card(game: str, size: int = 60) -> Iterator[Deck]:
    """Decks that together hold each card of the game, each hero as the hero."""
    chance = Random(2026)
    cards = list(pool_of(game).all())
    chance.shuffle(cards)
    heroes = [card for card in cards if card.type == "hero"]
    others = [card for card in cards if card.type != "hero"]
    for start in range(0, len(others), size):
        yield deck_of(chance, game, others[start : start + size], heroes)
    for hero in heroes:
        deck = deck_of(chance, game, chance.sample(others, 2), [])
        yield deck._replace(hero=hero.code)


def random_decks(game: str, number: int) -> Iterator[Deck]:
    """So many decks of 1 to 60 different cards."""
    chance = Random(7)
    cards = list(pool_of(game).all())
    heroes = [card for card in cards if card.type == "hero"]
    others = [card for card in cards if card.type != "hero"]
    for _ in range(number):
        yield deck_of(chance, game, chance.sample(others, chance.randint(1, 60)), heroes)


def deck_of(chance: Random, game: str, cards: list[Card], heroes: list[Card]) -> Deck:
    """A deck of these cards, some of them in the side deck where the game has one."""
    counts = {card.code: chance.choice((1, 1, 2, 3, 4, 10)) for card in cards}
    side: dict[str, int] = {}
    if game == "berserk_heroes":
        side = {code: n for code, n in counts.items() if chance.random() < 0.2}
        if len(side) == len(counts):
            side = {}
    return Deck(
        game,
        chance.choice(NAMES),
        hero=chance.choice(heroes).code if heroes else None,
        cards={code: n for code, n in sorted(counts.items()) if code not in side},
        side=dict(sorted(side.items())),
        notes=chance.choice(NOTES),
        unread=UNREAD if chance.random() < 0.3 else (),
    )


def kept(deck: Deck, codec: str) -> Mapping[str, Any]:
    """What of a deck a layout has room for, comparable."""
    parts = deck._asdict()
    room = {key: parts[key] for key in ("game", "cards", *CODECS[codec].CARRIES)}
    if "unread" in room:
        room["unread"] = Counter((u.text, u.copies) for u in deck.unread)
    return room


def back(text: str, game: str, codec: str | None = None) -> Deck:
    """The one deck of a text."""
    (draft,) = read(Text(text), desk_of(game), codec)
    return settle(draft, desk_of(game))[0]
