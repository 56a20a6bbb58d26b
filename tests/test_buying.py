"""What to buy is the exact optimum: beside brute force, and beside a solver of integer programs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from deckcheck.buying import Bill, Offer, Way, buy
from deckcheck.flow import place


class Market(NamedTuple):
    demand: dict[str, int]
    supply: dict[str, int]
    serves: dict[str, list[str]]
    offers: list[Offer]


def market(chance: random.Random, cards: int, packs: int, dearest: int, overlap: float) -> Market:
    """Cards in packs; with `overlap` some cards share some of their printings."""
    printings: list[str] = []
    serves: dict[str, list[str]] = {}
    for n in range(cards):
        own = [f"p{n}.{k}" for k in range(1 if chance.random() < 0.7 else 2)]
        printings += own
        serves[f"c{n}"] = own
    for card in serves:
        if chance.random() < overlap:
            other = chance.choice(list(serves))
            serves[card] = list(dict.fromkeys([*serves[card], serves[other][0]]))
    gives: list[dict[str, int]] = [{} for _ in range(packs)]
    for printing in printings:
        if chance.random() < 0.93:
            chance.choice(gives)[printing] = chance.choice([1, 2, 3, 3, 3])
    offers = [Offer(f"P{n}", chance.randint(1, dearest), g) for n, g in enumerate(gives)]
    if dearest > 1:
        offers += [
            Offer(p, chance.randint(1, max(1, dearest // 3)), {p: 1}, single=True)
            for p in printings
            if chance.random() < 0.5
        ]
    demand = {card: chance.randint(1, 6) for card in serves if chance.random() < 0.8}
    supply = {p: chance.randint(0, 3) for p in printings if chance.random() < 0.4}
    return Market(demand, supply, serves, offers)


def stocked(given: Market, packs: dict[str, int], singles: dict[str, int]) -> dict[str, int]:
    there = dict(given.supply)
    for offer in given.offers:
        times = (singles if offer.single else packs).get(offer.name, 0)
        for printing, copies in offer.gives.items():
            there[printing] = there.get(printing, 0) + copies * times
    return there


def placed(given: Market, there: dict[str, int], demand: dict[str, int]) -> int:
    return sum(place(there, demand, given.serves).values())


def price(given: Market, way: Way) -> int:
    packs = {o.name: o.cost for o in given.offers if not o.single}
    singles = {o.name: o.cost for o in given.offers if o.single}
    return sum(packs[p] * n for p, n in way.packs) + sum(singles[p] * n for p, n in way.singles)


def assert_bill_is_right(given: Market, bill: Bill) -> None:
    """It fills what can be filled, costs what it says, and so does each of the named ways."""
    demand = {c: n - bill.unmet.get(c, 0) for c, n in given.demand.items()}
    packs, singles = dict(bill.packs), dict(bill.singles)
    there = stocked(given, packs, singles)
    assert placed(given, there, demand) == sum(demand.values())
    assert price(given, Way(tuple(packs.items()), tuple(singles.items()))) == bill.cost
    assert bill.bound <= bill.cost
    for option in bill.options:
        first = option.ways[0]
        assert len(set(option.ways)) == len(option.ways)
        for way in option.ways:
            assert price(given, way) == price(given, first)
            other_packs, other_singles = dict(packs), dict(singles)
            for counts, taken, given_back in (
                (other_packs, way.packs, first.packs),
                (other_singles, way.singles, first.singles),
            ):
                for name, n in given_back:
                    counts[name] -= n
                for name, n in taken:
                    counts[name] = counts.get(name, 0) + n
            there = stocked(given, other_packs, other_singles)
            assert placed(given, there, demand) == sum(demand.values())


def least_by_milp(given: Market, unmet: dict[str, int]) -> int:
    """Minimum cost with one variable an offer and one for each (card, printing)."""
    demand = {c: n - unmet.get(c, 0) for c, n in given.demand.items()}
    pairs = [(c, p) for c in demand for p in given.serves[c]]
    k, m = len(given.offers), len(pairs)
    rows: list[Any] = []
    low: list[float] = []
    high: list[float] = []
    for card, copies in demand.items():
        row = np.zeros(k + m)
        row[[k + n for n, pair in enumerate(pairs) if pair[0] == card]] = 1
        rows.append(row)
        low.append(copies)
        high.append(copies)
    for printing in {p for _, p in pairs}:
        row = np.zeros(k + m)
        row[[k + n for n, pair in enumerate(pairs) if pair[1] == printing]] = 1
        for n, offer in enumerate(given.offers):
            row[n] = -offer.gives.get(printing, 0)
        rows.append(row)
        low.append(-np.inf)
        high.append(given.supply.get(printing, 0))
    solved = milp(
        [o.cost for o in given.offers] + [0] * m,
        constraints=LinearConstraint(np.array(rows), low, high),
        bounds=Bounds(0, np.inf),
        integrality=[1] * (k + m),
    )
    return round(solved.fun)


def least_by_brute_force(given: Market, demand: dict[str, int], most: int) -> int | None:
    best = None
    for counts in itertools.product(range(most + 1), repeat=len(given.offers)):
        cost = sum(n * o.cost for n, o in zip(counts, given.offers, strict=True))
        if best is not None and cost >= best:
            continue
        packs = {o.name: n for n, o in zip(counts, given.offers, strict=True) if not o.single}
        singles = {o.name: n for n, o in zip(counts, given.offers, strict=True) if o.single}
        if placed(given, stocked(given, packs, singles), demand) == sum(demand.values()):
            best = cost
    return best


@pytest.mark.parametrize("seed", range(60))
def test_small_purchases_are_as_cheap_as_brute_force_finds(seed: int) -> None:
    chance = random.Random(seed)
    given = market(chance, 3, 2, chance.choice([1, 9]), 0.4)
    given = given._replace(
        demand={c: min(n, 2) for c, n in given.demand.items()}, offers=given.offers[:5]
    )
    bill = buy(*given)
    assert_bill_is_right(given, bill)
    assert bill.proven
    demand = {c: n - bill.unmet.get(c, 0) for c, n in given.demand.items()}
    assert bill.cost == least_by_brute_force(given, demand, 6)


def patience(looks: int) -> Callable[[], bool]:
    """A clock that counts how often it is looked at, so that tests don't depend on the machine."""
    left = itertools.count(looks, -1)
    return lambda: next(left) <= 0


@pytest.mark.parametrize("seed", range(200))
def test_larger_purchases_are_as_cheap_as_a_solver_finds(seed: int) -> None:
    chance = random.Random(1000 + seed)
    *size, overlap = chance.choice([(60, 12, 0.4), (150, 40, 0.25), (200, 71, 0.15)])
    given = market(chance, *size, chance.choice([1, 20, 900]), chance.choice([0.0, overlap]))
    bill = buy(*given, stop=patience(200))
    assert_bill_is_right(given, bill)
    assert bill.proven
    assert bill.cost == least_by_milp(given, dict(bill.unmet))


def test_out_of_time_the_best_found_is_given_with_a_bound() -> None:
    proven = []
    for seed in range(20):
        chance = random.Random(seed)
        cards = {f"c{n}": [f"c{n}"] for n in range(60)}
        gives = [
            {c: chance.randint(1, 3) for c in chance.sample(list(cards), 8)} for _ in range(30)
        ]
        offers = [Offer(f"P{n}", chance.randint(5, 40), g) for n, g in enumerate(gives)]
        given = Market({c: chance.randint(1, 6) for c in cards}, {}, cards, offers)
        bill = buy(*given, stop=lambda: True)
        assert_bill_is_right(given, bill)
        assert bill.bound <= least_by_milp(given, dict(bill.unmet)) <= bill.cost
        proven.append(bill.proven)
    assert not all(proven)


def offer(name: str, **gives: int) -> Offer:
    return Offer(name, 1, gives)


def test_a_core_set_with_one_copy_must_be_bought_three_times() -> None:
    bill = buy(
        {"rose": 3, "hodor": 1},
        {},
        {"rose": ["rose"], "hodor": ["hodor"]},
        [offer("Core", rose=1), offer("NMG", hodor=3)],
    )
    assert bill.packs == {"Core": 3, "NMG": 1}
    assert bill.proven
    assert not bill.options


def test_ties_are_named() -> None:
    serves = {"palace": ["dote", "r"]}
    bill = buy({"palace": 2}, {}, serves, [offer("DotE", dote=3), offer("R", r=3)])
    assert bill.cost == 1
    ways = [way.packs for option in bill.options for way in option.ways]
    assert ways == [(("DotE", 1),), (("R", 1),)]


def test_the_pack_that_serves_another_need_too_is_taken() -> None:
    serves = {"palace": ["dote", "r"], "other": ["other"]}
    bill = buy(
        {"palace": 2, "other": 1}, {}, serves, [offer("DotE", dote=3), offer("R", r=3, other=3)]
    )
    assert bill.packs == {"R": 1}
    assert not bill.options


def test_what_nothing_on_offer_brings_is_said_and_the_rest_is_bought() -> None:
    serves = {"promo": ["promo"], "hodor": ["hodor"], "nobody": []}
    bill = buy({"promo": 2, "hodor": 3, "nobody": 1}, {"promo": 1}, serves, [offer("NMG", hodor=3)])
    assert bill.unmet == {"promo": 1, "nobody": 1}
    assert bill.packs == {"NMG": 1}


def test_singles_are_bought_where_a_whole_pack_is_dearer() -> None:
    offers = [
        Offer("Core", 4000, {"rose": 1, "fury": 1}),
        Offer("rose", 100, {"rose": 1}, single=True),
        Offer("fury", 100, {"fury": 1}, single=True),
    ]
    serves = {"rose": ["rose"], "fury": ["fury"]}
    bill = buy({"rose": 3, "fury": 1}, {"rose": 1}, serves, offers)
    assert (bill.packs, bill.singles, bill.cost) == ({}, {"rose": 2, "fury": 1}, 300)


def test_nothing_is_bought_where_nothing_is_missing() -> None:
    bill = buy({"rose": 1}, {"rose": 1}, {"rose": ["rose"]}, [offer("Core", rose=1)])
    assert (bill.cost, bill.packs, bill.proven) == (0, {}, True)
