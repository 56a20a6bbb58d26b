"""What may be done in set-up with the copies of one title that are in hand.

A *way* says how much gold it costs, what it adds to the figures, whether it uses up the one
limited card, which kinds of attachments it can bear and which it needs a bearer for. Written from
the rules afresh (RR Setup, Limited, Duplicates, Unique Cards, Shadows; FAQ 1.9, Attachments in
Setup); the table's own rules are in games/agot2/setup.py, and tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from deckcheck.goldfish.plan import Plan, Version

BITS = 4
"""Bits of one figure in a score."""


class Way(NamedTuple):
    """One way to lay out some copies of a title."""

    gold: int
    score: int
    """The figures after gold, the first in the highest bits (see `score`)."""
    limited: bool = False
    bears: tuple[tuple[int, int], ...] = ()
    """(kind, how many cards that can bear it)."""
    needs: tuple[tuple[int, int], ...] = ()
    """(kind, how many bearers are needed)."""


class Laid(NamedTuple):
    """Copies of a version, by what was done with them."""

    version: Version
    placed: int
    duplicates: int
    shadows: int


def score(figures: Sequence[int], count: int) -> int:
    """The first `count` figures after gold as one number that compares like their tuple."""
    value = 0
    for figure in figures[:count]:
        value = value << BITS | figure
    return value


def unscore(value: int, count: int) -> tuple[int, ...]:
    """The figures that a score was made of."""
    return tuple(value >> BITS * (count - 1 - n) & (1 << BITS) - 1 for n in range(count))


def layouts(
    plan: Plan, versions: Sequence[Version], copies: Sequence[int]
) -> Iterator[tuple[Laid, ...]]:
    """Every way to lay out these copies of one title, bearers of attachments apart."""
    if not plan.places:
        yield tuple(Laid(v, 0, 0, 0) for v in versions)
        return
    started = any(s.title == versions[0].title for s in plan.started)
    choices = [
        [
            Laid(version, m, d, s)
            for m in range(number + 1 if version.cost is not None else 1)
            for d in range(number - m + 1)
            for s in range(number - m - d + 1 if version.shadow else 1)
        ]
        for version, number in zip(versions, copies, strict=True)
    ]
    for rows in product(*choices):
        if _allowed(rows, started) and gold_of(plan, rows) <= plan.gold:
            yield rows


def _allowed(rows: Sequence[Laid], started: bool) -> bool:
    """One instance of a unique title, duplicates on it only, one limited card in all."""
    placed = sum(row.placed for row in rows)
    unique = any(row.placed and row.version.unique for row in rows)
    if started and placed:
        return False
    if unique and placed > 1:
        return False
    if any(row.duplicates for row in rows) and not (unique or started):
        return False
    return sum(row.placed + row.duplicates for row in rows if row.version.limited) <= 1


def gold_of(plan: Plan, rows: Sequence[Laid]) -> int:
    """Gold that a layout costs: printed costs, a fixed price for shadows, duplicates free."""
    return sum(row.placed * (row.version.cost or 0) + row.shadows * plan.shadow for row in rows)


def way_of(plan: Plan, rows: Sequence[Laid], figures: int) -> Way:
    """A layout as a way. `figures`: how many figures after gold matter."""
    total = [sum(row.placed + row.duplicates + row.shadows for row in rows), 0, 0, 0, 0]
    bears: dict[int, int] = {}
    needs: dict[int, int] = {}
    for row in rows:
        for n, figure in enumerate(row.version.figures):
            total[n + 1] += figure * row.placed
        for kind in row.version.bears if row.placed else ():
            bears[kind] = bears.get(kind, 0) + row.placed
    attached = [row for row in rows if row.placed and row.version.needs is not None]
    number = sum(row.placed for row in attached)
    for row in attached:
        needed, each = row.version.needs, row.version.each
        assert needed is not None
        needs[needed] = max(needs.get(needed, 0), 1 if each is None else -(-number // each))
    limited = any(row.version.limited and row.placed + row.duplicates for row in rows)
    return Way(
        gold_of(plan, rows),
        score(total, figures),
        limited,
        tuple(sorted(bears.items())),
        tuple(sorted(needs.items())),
    )


def ways(plan: Plan, versions: Sequence[Version], copies: Sequence[int], figures: int) -> list[Way]:
    """The ways that can matter: none that another of the same gold makes pointless."""
    found = {way_of(plan, rows, figures) for rows in layouts(plan, versions, copies)}
    return sorted(w for w in found if not any(_beats(o, w) for o in found if o != w))


def _beats(one: Way, other: Way) -> bool:
    bears, needs = dict(one.bears), dict(one.needs)
    return (
        one.gold == other.gold
        and one.score >= other.score
        and one.limited <= other.limited
        and all(bears.get(kind, 0) >= number for kind, number in other.bears)
        and all(dict(other.needs).get(kind, 0) >= number for kind, number in needs.items())
    )
