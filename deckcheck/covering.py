"""The cheapest choice of things that covers every need: a small integer program, solved exactly.

Things have a cost each and cover so much of each need; a need may also have a price at which what
is left of it is paid for piece by piece. Choices that have no need in common are independent and
solved apart; each by branch and bound. Knows no
cards and no clock (the caller says when to stop). May import branching.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from deckcheck.branching import Search


class Need(NamedTuple):
    """So much is needed, of which one of each thing covers so much."""

    amount: int
    covers: Mapping[str, int]
    """Thing → how much one of it covers, at least 1."""
    price: int | None = None
    """What one piece costs by itself; None = pieces can't be had."""


Choice = tuple[tuple[str, int], ...]
"""(thing, how many) of everything that is taken, in the order of the costs given."""


class Part(NamedTuple):
    """Needs that have to do with each other, and what is best for them."""

    needs: tuple[int, ...]
    """Places of the needs among those given; none for what must be taken anyway."""
    cost: int
    bound: int
    """Nothing costs less than this; equal to `cost` where that is proven to be best."""
    choices: tuple[Choice, ...]
    """The best choices (found), the first one first; pieces aren't in them."""
    all_named: bool
    """Whether these are all the choices of this cost."""


def cheapest(
    needs: Sequence[Need],
    costs: Mapping[str, int],
    stop: Callable[[], bool] = lambda: False,
) -> list[Part] | None:
    """The cheapest cover of all needs, part by part; None = there is none.

    What there is only one way to cover comes first, as a part of its own; a part after it may
    take more of the same things. Costs are whole and positive. When `stop()` says so the best
    found is given with a bound.
    """
    live = {place: need for place, need in enumerate(needs) if need.amount > 0}
    if any(need.price is None and not need.covers for need in live.values()):
        return None
    order = {thing: place for place, thing in enumerate(costs)}
    forced = _forced(live.values())
    parts = []
    if forced:
        cost = sum(costs[thing] * copies for thing, copies in forced.items())
        choice = tuple((thing, forced[thing]) for thing in sorted(forced, key=order.__getitem__))
        parts.append(Part((), cost, cost, (choice,), True))
        rest = {p: need._replace(amount=pieces(need, forced)) for p, need in live.items()}
        live = {place: need for place, need in rest.items() if need.amount}
    return parts + [_solve(group, live, costs, order, stop) for group in _apart(live)]


def pieces(need: Need, choice: Mapping[str, int]) -> int:
    """How much of a need is left when this was chosen: what is paid for piece by piece."""
    covered = sum(choice[thing] * one for thing, one in need.covers.items() if thing in choice)
    return max(0, need.amount - covered)


def _forced(needs: Iterable[Need]) -> dict[str, int]:
    """What must be taken because one thing alone covers a need."""
    forced: dict[str, int] = {}
    for amount, covers, price in needs:
        if price is None and len(covers) == 1:
            ((thing, one),) = covers.items()
            forced[thing] = max(forced.get(thing, 0), -(-amount // one))
    return forced


def _apart(needs: Mapping[int, Need]) -> list[list[int]]:
    """Places of needs, grouped so that no thing covers needs of two groups."""
    group_of: dict[str, int] = {}
    groups: dict[int, list[int]] = {}
    things: dict[int, list[str]] = {}
    for place, need in needs.items():
        met = dict.fromkeys(group_of[t] for t in need.covers if t in group_of)
        number = next(iter(met), place)
        rows, names = groups.setdefault(number, []), things.setdefault(number, [])
        for other in met:
            if other != number:
                rows += groups.pop(other)
                moved = things.pop(other)
                names += moved
                group_of.update(dict.fromkeys(moved, number))
        rows.append(place)
        new = [t for t in need.covers if t not in group_of]
        names += new
        group_of.update(dict.fromkeys(new, number))
    return list(groups.values())


def _solve(
    places: Sequence[int],
    all_needs: Mapping[int, Need],
    costs: Mapping[str, int],
    order: Mapping[str, int],
    stop: Callable[[], bool],
) -> Part:
    needs = _tightest([all_needs[place] for place in places])
    names = sorted({t for need in needs for t in need.covers}, key=order.__getitem__)
    if len(names) <= 1:
        cost, counts = _one_thing(needs, costs[names[0]] if names else 0)
        choices = [((names[0], n),) if n else () for n in counts] if names else [()]
        return Part(tuple(places), cost, cost, tuple(choices), True)
    needs = _tightest([sharp for need in needs for sharp in _sharpened(need)])
    index = {name: place for place, name in enumerate(names)}
    search = Search(
        [need.amount for need in needs],
        [[(index[thing], one) for thing, one in need.covers.items()] for need in needs],
        [need.price for need in needs],
        [costs[name] for name in names],
        stop,
    )
    search.run()
    found = [tuple((names[i], n) for i, n in enumerate(counts) if n) for counts in search.choices]
    bound = search.best if search.proven else min(search.root, search.best)
    return Part(tuple(places), search.best, bound, tuple(found), search.all_named)


def _tightest(needs: Sequence[Need]) -> list[Need]:
    """Of needs that are covered alike and have no price only the largest counts."""
    kept: dict[object, Need] = {}
    for place, need in enumerate(needs):
        key = place if need.price is not None else frozenset(need.covers.items())
        known = kept.get(key)
        if known is None or known.amount < need.amount:
            kept[key] = need
    return list(kept.values())


def _sharpened(need: Need) -> list[Need]:
    """Needs that cost as much as this one for every choice, and leave less between wholes.

    Where everything covers threes, a need of 4 takes two: only whole threes count. With a price
    the cost falls by three prices for each but the last, and by that of the rest for the last.
    Where not everything covers alike, the need is also stated in twos and threes, rounded up.
    """
    amount, covers, price = need
    alike = set(covers.values())
    if price is None:
        sizes = alike if len(alike) == 1 else {1, *alike}
        return [
            Need(-(-amount // k), {thing: -(-one // k) for thing, one in covers.items()})
            for k in sorted(sizes)
        ]
    if len(alike) != 1 or alike == {1}:
        return [need]
    (k,) = alike
    whole, rest = divmod(amount, k)
    once = dict.fromkeys(covers, 1)
    parts = [Need(whole, once, price * (k - rest)), Need(whole + 1, once, price * rest)]
    return [part for part in parts if part.amount and part.price]


def _one_thing(needs: Sequence[Need], cost: int) -> tuple[int, list[int]]:
    """Least cost, and the numbers of the one thing that reach it."""
    priced = []
    least = most = 0
    for amount, covers, price in needs:
        one = next(iter(covers.values()), 0)
        enough = -(-amount // one) if one else 0
        most = max(most, enough)
        if price is None:
            least = max(least, enough)
        else:
            priced.append((amount, one, price))
    totals = [
        (cost * n + sum(p * (a - one * n) for a, one, p in priced if a > one * n), n)
        for n in range(least, most + 1)
    ]
    best = min(totals)[0]
    return best, [n for total, n in totals if total == best]
