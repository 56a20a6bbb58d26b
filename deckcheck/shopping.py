"""From decks to a shopping list: what they need together, what is on offer, at what price.

May import buying and shelf; everything comes in as values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from deckcheck.buying import Bill, Offer, buy
from deckcheck.shelf import Catalogue, Need


class Prices(NamedTuple):
    """What is for sale, in hundredths of a currency; what isn't in here isn't."""

    packs: Mapping[str, int] = {}
    singles: Mapping[str, int] = {}
    """Printing → price of one copy."""


def offers(
    catalogue: Catalogue,
    packs: Iterable[str],
    prices: Prices | None = None,
    *,
    singles: bool = False,
) -> list[Offer]:
    """What can be bought: with prices what they name; without, every pack counts as 1.

    Without prices single cards are on offer only if `singles` says so, and then count as 1 each.
    Packs whose contents aren't known can't be reckoned with.
    """
    found = []
    for pack in packs:
        gives = {item.code: item.quantity for item in catalogue.in_pack(pack) if item.quantity}
        cost = 1 if prices is None else prices.packs.get(pack, 0)
        if gives and cost:
            found.append(Offer(pack, cost, gives))
    if prices is not None:
        for printing, cost in prices.singles.items():
            found.append(Offer(printing, cost, {printing: 1}, single=True))
    elif singles:
        found += [Offer(printing, 1, {printing: 1}, single=True) for printing in catalogue.items]
    return found


def shop(
    catalogue: Catalogue,
    there: Mapping[str, int],
    needs: Sequence[Need],
    on_offer: Sequence[Offer],
    stop: Callable[[], bool] = lambda: False,
) -> Bill:
    """What to buy so that all these decks can be built at once from `there` and the purchase."""
    demand: dict[str, int] = {}
    for need in needs:
        for card, copies in need.cards.items():
            demand[card] = demand.get(card, 0) + copies
    serves = {card: catalogue.serving(card) for card in demand}
    return buy(demand, there, serves, on_offer, stop)
