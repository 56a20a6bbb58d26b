"""Copies are placed where they are needed: as many as can be, moving as few as need be."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from deckcheck.flow import blocked, components, place

Problem = tuple[dict[str, int], dict[str, int], dict[str, list[str]], dict[tuple[str, str], int]]


def problem(chance: random.Random, most: int = 6) -> Problem:
    """Supply, demand, who serves whom, and what was placed before (perhaps too much)."""
    sources = [f"s{n}" for n in range(chance.randint(1, most))]
    demands = [f"d{n}" for n in range(chance.randint(1, most))]
    serves = {d: chance.sample(sources, chance.randint(0, min(3, len(sources)))) for d in demands}
    supply = {s: chance.randint(0, 5) for s in sources}
    demand = {d: chance.randint(0, 4) for d in demands}
    before = {
        (d, s): chance.randint(1, 3) for d in demands for s in serves[d] if chance.random() < 0.4
    }
    return supply, demand, serves, before


def assert_fits(placed: dict[tuple[str, str], int], given: Problem) -> None:
    supply, demand, serves, _ = given
    for (d, s), copies in placed.items():
        assert copies > 0
        assert s in serves[d]
    for d, needed in demand.items():
        assert sum(n for (one, _), n in placed.items() if one == d) <= needed
    for s, there in supply.items():
        assert sum(n for (_, one), n in placed.items() if one == s) <= there


def most_by_scipy(given: Problem) -> int:
    supply, demand, serves, _ = given
    sources, demands = list(supply), list(demand)
    size = len(sources) + len(demands) + 2
    room = np.zeros((size, size), dtype=np.int32)
    for n, s in enumerate(sources):
        room[0, 2 + n] = supply[s]
    for m, d in enumerate(demands):
        room[2 + len(sources) + m, 1] = demand[d]
        for s in serves[d]:
            room[2 + sources.index(s), 2 + len(sources) + m] = 10**6
    return int(maximum_flow(csr_array(room), 0, 1).flow_value)


def moves_by_milp(given: Problem, total: int) -> int:
    """The fewest copies not where they were, over all placements of `total` copies."""
    supply, demand, serves, before = given
    pairs = [(d, s) for d in demand for s in serves[d]]
    if not pairs or not total:
        return 0
    k = len(pairs)
    rows: list[Any] = []
    low: list[float] = []
    high: list[float] = []

    def row(weights: dict[int, float], least: float, most: float) -> None:
        line = [0.0] * (2 * k)
        for at, weight in weights.items():
            line[at] = weight
        rows.append(line)
        low.append(least)
        high.append(most)

    for d, needed in demand.items():
        row({n: 1 for n, pair in enumerate(pairs) if pair[0] == d}, 0, needed)
    for s, there in supply.items():
        row({n: 1 for n, pair in enumerate(pairs) if pair[1] == s}, 0, there)
    row(dict.fromkeys(range(k), 1), total, total)
    for n, pair in enumerate(pairs):  # moved >= placed - before
        row({k + n: 1, n: -1}, -before.get(pair, 0), np.inf)
    solved = milp(
        [0] * k + [1] * k,
        constraints=LinearConstraint(np.array(rows), low, high),
        bounds=Bounds(0, np.inf),
        integrality=[1] * (2 * k),
    )
    return round(solved.fun)


@pytest.mark.parametrize("seed", range(300))
def test_a_placement_is_a_maximum_flow_that_moves_the_fewest_copies(seed: int) -> None:
    given = problem(random.Random(seed), 3 + seed % 6)
    supply, demand, serves, before = given
    placed = place(supply, demand, serves, before)
    assert_fits(placed, given)
    total = sum(placed.values())
    assert total == most_by_scipy(given)
    moved = sum(max(0, n - before.get(pair, 0)) for pair, n in placed.items())
    assert moved == moves_by_milp(given, total)
    assert place(supply, demand, serves, placed) == placed


def test_a_greedy_guess_would_leave_a_deck_short_where_the_flow_does_not() -> None:
    serves = {"either": ["old", "new"], "only old": ["old"]}
    placed = place({"old": 2, "new": 2}, {"either": 2, "only old": 2}, serves)
    assert placed == {("either", "new"): 2, ("only old", "old"): 2}


def test_decks_that_come_first_are_served_first() -> None:
    serves = {d: ["s"] for d in "abc"}
    assert place({"s": 4}, dict.fromkeys("abc", 3), serves) == {("a", "s"): 3, ("b", "s"): 1}


def test_what_is_in_a_deck_stays_there() -> None:
    serves = {d: ["s", "t"] for d in "ab"}
    before = {("b", "s"): 3}
    placed = place({"s": 3, "t": 0}, {"a": 3, "b": 3}, serves, before)
    assert placed == {("b", "s"): 3}


@pytest.mark.parametrize("seed", range(100))
def test_what_blocks_is_a_set_that_needs_more_than_there_is_for_it(seed: int) -> None:
    supply, demand, serves, _ = problem(random.Random(seed))
    placed = place(supply, demand, serves)
    short = sum(demand.values()) - sum(placed.values())
    reasons = blocked(supply, demand, serves, placed)
    lacking = 0
    for reason in reasons:
        sources = {s for d in reason for s in serves[d]}
        lack = sum(demand[d] for d in reason) - sum(supply[s] for s in sources)
        assert lack > 0
        lacking += lack
    assert bool(reasons) == (short > 0)
    assert lacking >= short


def test_demands_that_share_a_source_belong_together() -> None:
    serves = {"a": ["x"], "b": ["y"], "c": ["x", "z"], "d": []}
    assert components("abcd", serves) == [(["a", "c"], ["x", "z"]), (["b"], ["y"])]
