"""Hiring a squad (отряд) in classic Berserk: a deal of fifteen, and the best squad of it.

Pure: cards, crystals and a seed come in as values. The rules are those of the relaunch of 2023
(basic rules; NXT and VIBE, two programs of its community, agree):

- The first player has 24 gold and 22 silver crystals, the second one more of each.
- Fifteen cards are dealt. For 1 gold all go back and fifteen are dealt anew, as often as wanted.
- Gold cards (elite) are paid with gold; silver cards with silver and gold in any mix.
- Each element (стихия) after the first among the hired costs 1 gold; neutral is none.
- Flyers cost at most 15 crystals together; a unique card is hired once; at most one terrain.

The best squad pays the most crystals for cards; of those, the one with the fewest elements; of
those, the one of most cards; of those, the one whose first card comes earliest in the deal, then
whose second, and so on. What was paid for redeals and elements buys nothing and counts nothing.
May import folding, model and errors; knows no deck rule and no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.model import Card

DEAL = 15
"""Cards of a deal: as many as there are cells to place them."""
MOST_FLYERS = 15
"""Crystals that flyers may cost together."""
NEUTRAL = "neutral"


class Purse(NamedTuple):
    """Crystals of a player before the first deal."""

    gold: int
    silver: int


FIRST = Purse(24, 22)
SECOND = Purse(25, 23)


class Fighter(NamedTuple):
    """What hiring asks of a card."""

    code: str
    name: str
    cost: int
    elite: bool
    """Paid with gold only."""
    unique: bool
    flyer: bool
    terrain: bool
    elements: tuple[str, ...]
    """Empty = neutral."""


class Squad(NamedTuple):
    """Hired cards and what they cost."""

    hired: tuple[int, ...]
    """Places in the deal, from 0, in order."""
    paid: int
    """Crystals for the cards themselves."""
    elements: tuple[str, ...]
    """Elements of the hired cards, in order of the deal; neutral isn't among them."""
    penalty: int
    """Gold for elements after the first."""
    gold_left: int
    silver_left: int


def fighter(card: Card) -> Fighter:
    """What hiring asks of a card. Raises InputError where the data don't say."""
    facts = card.facts
    asked = ("cost", "elite", "unique", "elements")
    missing = [key for key in asked if facts.get(key) is None]
    if missing or not isinstance(facts["cost"], int):
        raise InputError(
            f"{card.title} {card.code} can't be hired: its {', '.join(missing) or 'cost'} "
            "is not known."
        )
    return Fighter(
        code=card.code,
        name=fold(card.title),
        cost=facts["cost"],
        elite=facts["elite"],
        unique=facts["unique"],
        flyer=card.type == "flyer",
        terrain=card.type == "terrain",
        elements=tuple(e for e in facts["elements"] if e != NEUTRAL),
    )


def deals(cards: Mapping[str, int], seed: int, redeals: int = 0) -> list[tuple[str, ...]]:
    """The deals of a deck (code → copies): the first, and one for each redeal.

    The same for the same cards, whatever their order, and on every version of Python: of its
    random numbers only the sequence of `random()` is promised, so the shuffle is our own.
    Raises InputError for a deck of fewer than fifteen cards.
    """
    from random import Random

    deck = [code for code in sorted(cards) for _ in range(cards[code])]
    if len(deck) < DEAL:
        raise InputError(f"A deal is {DEAL} cards, but the deck has {len(deck)}.")
    chance = Random(seed)
    found = []
    for _ in range(redeals + 1):
        for place in range(len(deck) - 1, 0, -1):
            other = int(chance.random() * (place + 1))
            deck[place], deck[other] = deck[other], deck[place]
        found.append(tuple(deck[:DEAL]))
    return found


def gold_after(purse: Purse, redeals: int) -> int:
    """The gold that is left after so many redeals. Raises InputError if there isn't as much."""
    if not 0 <= redeals <= purse.gold:
        raise InputError(
            f"A redeal costs 1 gold, and there are {purse.gold}: {redeals} redeals can't be paid."
        )
    return purse.gold - redeals


def best_squad(deal: Sequence[Fighter], purse: Purse, redeals: int = 0) -> Squad:
    """The best squad of a deal, after so many redeals (see the module for what is best).

    Exact. Raises InputError if the redeals cost more gold than there is.
    """
    gold = gold_after(purse, redeals)
    hired = _hire(deal, gold, purse.silver)
    return _counted(deal, hired, gold, purse.silver)


def _counted(deal: Sequence[Fighter], hired: Iterable[int], gold: int, silver: int) -> Squad:
    """The squad of these places, with what it costs; silver pays first where it may."""
    places = tuple(hired)
    cards = [deal[place] for place in places]
    elements = tuple(dict.fromkeys(e for card in cards for e in card.elements))
    penalty = max(0, len(elements) - 1)
    elite = sum(card.cost for card in cards if card.elite)
    plain = sum(card.cost for card in cards if not card.elite)
    with_silver = min(plain, silver)
    return Squad(
        hired=places,
        paid=elite + plain,
        elements=elements,
        penalty=penalty,
        gold_left=gold - penalty - elite - (plain - with_silver),
        silver_left=silver - with_silver,
    )


# A state of the search is one number: crystals paid in all, for elite cards, for flyers, whether
# there is a terrain, and the set of elements. Cards are added to it by adding theirs.
_PAID, _ELITE, _FLYERS, _TERRAIN, _ELEMENTS = 0, 8, 16, 24, 25
_BYTE = 0xFF


def _hire(deal: Sequence[Fighter], gold: int, silver: int) -> list[int]:
    """Places of the best squad's cards.

    Goes through the deal card by card, keeping for each state the best way to reach it (most
    cards, then the earliest): all that is left to spend and may still be hired depends on the
    state alone.
    """
    names = sorted({e for card in deal for e in card.elements})
    bit = {name: 1 << _ELEMENTS + n for n, name in enumerate(names)}
    free = [max(0, i.bit_count() - 1) for i in range(1 << len(names))]
    states = {0: 0}
    for choices in _choices(deal):
        grown = dict(states)
        for place, card in choices:
            cost = card.cost
            step = cost << _PAID
            step += cost << _ELITE if card.elite else 0
            step += cost << _FLYERS if card.flyer else 0
            step += 1 << _TERRAIN if card.terrain else 0
            elements = sum(bit[e] for e in card.elements)
            value = (1 << len(deal)) + (1 << len(deal) - 1 - place)
            for state, way in states.items():
                if card.terrain and state >> _TERRAIN & 1:
                    continue
                new = (state + step) | elements
                purse = gold - free[new >> _ELEMENTS]
                if (
                    (new & _BYTE) <= purse + silver
                    and (new >> _ELITE & _BYTE) <= purse
                    and (new >> _FLYERS & _BYTE) <= MOST_FLYERS
                    and grown.get(new, -1) < way + value
                ):
                    grown[new] = way + value
        states = grown
    best = max(states, key=lambda s: (s & _BYTE, -(s >> _ELEMENTS).bit_count(), states[s]))
    way = states[best]
    return [place for place in range(len(deal)) if way >> len(deal) - 1 - place & 1]


def _choices(deal: Sequence[Fighter]) -> list[list[tuple[int, Fighter]]]:
    """(place, card) in groups of which at most one may be hired: copies of a unique name."""
    groups: dict[object, list[tuple[int, Fighter]]] = {}
    for place, card in enumerate(deal):
        groups.setdefault(card.name if card.unique else place, []).append((place, card))
    return list(groups.values())
