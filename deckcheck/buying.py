"""What to buy so that everything needed is there: the fewest or the cheapest, exactly.

Packs and single cards are offers: a cost, and the printings that come with one. Needs of cards
become needs of an integer program (`covering.py`); where cards share some of their printings and
not others, a maximum flow (`flow.py`) finds which sets of cards need more than there is for them,
and each such set becomes a need until the flow fills everything. May import flow and covering;
knows no deck, no database and no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from deckcheck.covering import Choice, Need, Part, cheapest, pieces
from deckcheck.flow import blocked, components, place

_ENOUGH = 10**9


class Offer(NamedTuple):
    """Something that can be bought, any number of times."""

    name: str
    """Code of the pack, or of the printing for a single card."""
    cost: int
    """Whole and positive: 1 to count things, hundredths of the currency to count money."""
    gives: Mapping[str, int]
    """Printing → copies in one."""
    single: bool = False


class Way(NamedTuple):
    """One way to buy something: boxes of packs, and single cards."""

    packs: tuple[tuple[str, int], ...]
    singles: tuple[tuple[str, int], ...]


class Options(NamedTuple):
    """A part of the bill that doesn't depend on the others, and every best way to settle it."""

    ways: tuple[Way, ...]
    """The first is the one that is counted; the others cost the same."""
    all_named: bool


class Bill(NamedTuple):
    """What to buy."""

    cost: int
    bound: int
    """No purchase that meets the needs costs less; equal to `cost` = proven to be the best."""
    packs: Mapping[str, int]
    singles: Mapping[str, int]
    options: tuple[Options, ...]
    """Parts with more than one best way."""
    unmet: Mapping[str, int]
    """Needed card → copies that nothing on offer brings; left out of all the rest."""

    @property
    def proven(self) -> bool:
        """Whether nothing cheaper exists for certain."""
        return self.cost == self.bound


class _Row(NamedTuple):
    need: Need
    singles: tuple[str, ...]
    """Printings that are sold by the piece at the need's price."""


def buy(
    demand: Mapping[str, int],
    supply: Mapping[str, int],
    serves: Mapping[str, Sequence[str]],
    offers: Sequence[Offer],
    stop: Callable[[], bool] = lambda: False,
) -> Bill:
    """The cheapest purchase with which `supply` fills `demand` (needed card → copies).

    `serves`: needed card → printings that serve it, the preferred first. Earlier offers win
    ties. When `stop()` says so, the best found so far is given with a bound on the optimum.
    """
    shop = _Shop(offers)
    demand, unmet = _obtainable(demand, supply, serves, shop)
    rows: list[_Row] = []
    mixed: list[dict[str, int]] = []
    for cards, printings in components(demand, serves):
        alike = len(cards) == 1 or all(set(serves[c]) == set(printings) for c in cards)
        lacking = sum(demand[c] for c in cards) - sum(supply.get(p, 0) for p in printings)
        if alike and lacking > 0:
            rows.append(shop.row(lacking, printings))
        elif not alike:
            mixed.append({card: demand[card] for card in cards})
    while True:
        parts = cheapest([row.need for row in rows], shop.costs, stop)
        assert parts is not None, "what nothing on offer brings was left out"
        bill = _bill(parts, rows, shop, unmet)
        more = _short_sets(mixed, supply, serves, shop, bill)
        if not more:
            return _without_false_options(bill, mixed, supply, serves, shop)
        rows += more


class _Shop:
    """Offers, indexed by the printings they give."""

    def __init__(self, offers: Sequence[Offer]) -> None:
        self.costs = {offer.name: offer.cost for offer in offers if not offer.single}
        self.packs: dict[str, list[tuple[str, int]]] = {}
        self.prices: dict[str, int] = {}
        for offer in offers:
            if offer.single:
                self.prices[offer.name] = offer.cost
                continue
            for printing, copies in offer.gives.items():
                if copies > 0:
                    self.packs.setdefault(printing, []).append((offer.name, copies))

    def has(self, printing: str) -> bool:
        """Whether anything on offer brings this printing."""
        return printing in self.packs or printing in self.prices

    def row(self, lacking: int, printings: Sequence[str]) -> _Row:
        """The need for so many copies of any of these printings."""
        covers: dict[str, int] = {}
        for printing in printings:
            for pack, copies in self.packs.get(printing, ()):
                covers[pack] = covers.get(pack, 0) + copies
        sold = [p for p in printings if p in self.prices]
        price = min((self.prices[p] for p in sold), default=None)
        return _Row(Need(lacking, covers, price), tuple(p for p in sold if self.prices[p] == price))

    def joint_row(self, lacking: int, printings: Sequence[str]) -> _Row:
        """As `row` where a single card may help other needs too: it is a thing like a pack."""
        covers = dict(self.row(lacking, printings).need.covers)
        for printing in printings:
            if printing in self.prices:
                name = _single(printing)
                self.costs.setdefault(name, self.prices[printing])
                covers[name] = 1
        return _Row(Need(lacking, covers), ())


def _obtainable(
    demand: Mapping[str, int],
    supply: Mapping[str, int],
    serves: Mapping[str, Sequence[str]],
    shop: _Shop,
) -> tuple[dict[str, int], dict[str, int]]:
    """The demand that can be met with money, and what is left of each card."""
    hard = [
        card
        for card, copies in demand.items()
        if copies > 0 and not any(shop.has(p) for p in serves.get(card, ()))
    ]
    wanted = {card: copies for card, copies in demand.items() if copies > 0}
    if not hard:
        return wanted, {}
    printings = {p for card in wanted for p in serves.get(card, ())}
    endless = {p: _ENOUGH if shop.has(p) else supply.get(p, 0) for p in printings}
    placed = place(endless, wanted, serves)
    got: dict[str, int] = {}
    for (card, _), copies in placed.items():
        got[card] = got.get(card, 0) + copies
    unmet = {card: n - got.get(card, 0) for card, n in wanted.items() if n > got.get(card, 0)}
    return {card: n for card in wanted if (n := got.get(card, 0))}, unmet


def _short_sets(
    mixed: Sequence[Mapping[str, int]],
    supply: Mapping[str, int],
    serves: Mapping[str, Sequence[str]],
    shop: _Shop,
    bill: Bill,
) -> list[_Row]:
    """A need for each set of cards that lacks copies though the bill was paid."""
    if not mixed:
        return []
    bought = dict(bill.singles)
    found = []
    for wanted in mixed:
        there: dict[str, int] = {}
        for printing in dict.fromkeys(p for card in wanted for p in serves[card]):
            packs = shop.packs.get(printing, ())
            there[printing] = (
                supply.get(printing, 0)
                + bought.get(printing, 0)
                + sum(copies * bill.packs.get(pack, 0) for pack, copies in packs)
            )
        placed = place(there, wanted, serves)
        for cards in blocked(there, wanted, serves, placed):
            printings = [p for p in there if any(p in serves[card] for card in cards)]
            lacking = sum(wanted[c] for c in cards) - sum(supply.get(p, 0) for p in printings)
            found.append(shop.joint_row(lacking, printings))
    return found


def _without_false_options(
    bill: Bill,
    mixed: Sequence[Mapping[str, int]],
    supply: Mapping[str, int],
    serves: Mapping[str, Sequence[str]],
    shop: _Shop,
) -> Bill:
    """The bill with those ways only that fill the cards which share some printings, too."""
    if not mixed or not bill.options:
        return bill
    kept = []
    for option in bill.options:
        first = option.ways[0]
        ways = [first]
        for way in option.ways[1:]:
            packs = _instead(bill.packs, first.packs, way.packs)
            singles = _instead(bill.singles, first.singles, way.singles)
            other = bill._replace(packs=packs, singles=singles)
            if not _short_sets(mixed, supply, serves, shop, other):
                ways.append(way)
        if len(ways) > 1:
            kept.append(Options(tuple(ways), option.all_named))
    return bill._replace(options=tuple(kept))


def _instead(
    counts: Mapping[str, int], without: Iterable[tuple[str, int]], more: Iterable[tuple[str, int]]
) -> dict[str, int]:
    changed = dict(counts)
    for name, copies in without:
        changed[name] -= copies
    for name, copies in more:
        changed[name] = changed.get(name, 0) + copies
    return changed


def _bill(
    parts: Sequence[Part], rows: Sequence[_Row], shop: _Shop, unmet: Mapping[str, int]
) -> Bill:
    packs: dict[str, int] = {}
    singles: dict[str, int] = {}
    options = []
    forced = dict(parts[0].choices[0]) if parts and not parts[0].needs else {}
    for part in parts:
        ways = [_way(choice, part, rows, forced) for choice in part.choices]
        ways += _other_singles(ways[0], part, rows, forced)
        for name, copies in ways[0].packs:
            packs[name] = packs.get(name, 0) + copies
        for name, copies in ways[0].singles:
            singles[name] = singles.get(name, 0) + copies
        if len(ways) > 1:
            options.append(Options(tuple(ways), part.all_named))
    order = {name: at for at, name in enumerate(shop.costs)}
    packs = {name: packs[name] for name in sorted(packs, key=order.__getitem__)}
    cost, bound = sum(part.cost for part in parts), sum(part.bound for part in parts)
    return Bill(cost, bound, packs, singles, tuple(options), unmet)


def _way(
    choice: Choice, part: Part, rows: Sequence[_Row], forced: Mapping[str, int], nth: int = 0
) -> Way:
    """A choice with the single cards it leaves to buy, each need's `nth` equally cheap one."""
    packs = [(name, n) for name, n in choice if not _is_single(name)]
    singles = {_printing(name): n for name, n in choice if _is_single(name)}
    counts = dict(forced)
    for name, n in choice:
        counts[name] = counts.get(name, 0) + n
    for at in part.needs:
        left = pieces(rows[at].need, counts)
        if left and rows[at].singles:
            name = rows[at].singles[min(nth, len(rows[at].singles) - 1)]
            singles[name] = singles.get(name, 0) + left
    return Way(tuple(packs), tuple(singles.items()))


def _other_singles(
    way: Way, part: Part, rows: Sequence[_Row], forced: Mapping[str, int]
) -> list[Way]:
    """The same choice with other printings of the same price."""
    most = max((len(rows[at].singles) for at in part.needs), default=0)
    others = [_way(part.choices[0], part, rows, forced, nth) for nth in range(1, most)]
    return [other for other in dict.fromkeys(others) if other != way]


def _single(printing: str) -> str:
    return f"\0{printing}"


def _is_single(name: str) -> bool:
    return name.startswith("\0")


def _printing(name: str) -> str:
    return name[1:]
