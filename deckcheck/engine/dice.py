"""Chance that can be replayed: one seeded generator, and a shuffle of our own over it.

Python keeps the sequence of `random()` for a given integer seed from release to release, and
nothing else of `random`; so the shuffle is ours. A Dice is a value: seed and how many numbers
have been taken.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from deckcheck.errors import InputError

T = TypeVar("T")
GENERATOR = "mt19937-random/fisher-yates-1"
"""The generator and the shuffle, as a log names them."""
MAX_SEED = 2**63 - 1

_kept: list[tuple[int, int, random.Random]] = []


class Dice(NamedTuple):
    """The generator at one point of its sequence."""

    seed: int
    taken: int = 0


def dice(seed: int) -> Dice:
    """A generator at its start. Raises InputError for a seed out of range."""
    if not 0 <= seed <= MAX_SEED:
        raise InputError(f"A seed is a whole number from 0 to {MAX_SEED}, not {seed}.")
    return Dice(seed)


def _generator(at: Dice) -> random.Random:
    """A generator standing where `at` says; the last one used is kept if it stands there."""
    if _kept and _kept[0][:2] == at:
        return _kept.pop()[2]
    found = random.Random(at.seed)
    for _ in range(at.taken):
        found.random()
    return found


def _keep(at: Dice, generator: random.Random) -> Dice:
    _kept[:] = [(at.seed, at.taken, generator)]
    return at


def shuffled(at: Dice, cards: Sequence[T]) -> tuple[tuple[T, ...], Dice]:
    """The cards in chance's order (Fisher-Yates from the end), and the generator after that."""
    generator = _generator(at)
    order = list(cards)
    take = generator.random
    for last in range(len(order) - 1, 0, -1):
        other = int(take() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order), _keep(Dice(at.seed, at.taken + max(0, len(order) - 1)), generator)


def picked(at: Dice, cards: Sequence[T]) -> tuple[T, Dice]:
    """One of the cards at random, and the generator after that."""
    generator = _generator(at)
    found = cards[int(generator.random() * len(cards))]
    return found, _keep(Dice(at.seed, at.taken + 1), generator)
