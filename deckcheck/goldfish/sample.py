"""Hands drawn at random and set up at their best: many of them, fast.

Uses the words of `words.py` for one hand at a time. Seeded: the same seed draws the same hands in
every release (only `random()` is used, as in engine/dice.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random

from deckcheck.goldfish.plan import Outcome, Plan, Version
from deckcheck.goldfish.ways import unscore, ways
from deckcheck.goldfish.words import Compiled, Words


class Sampler:
    """Draws hands of one deck and reads the figures of their best set-ups."""

    def __init__(
        self, plan: Plan, figures: int, labels: Sequence[Callable[[str], bool]] = ()
    ) -> None:
        self.plan, self.figures = plan, figures - 1
        self.titles: list[list[Version]] = []
        places: dict[str, int] = {}
        for version in plan.versions:
            place = places.setdefault(version.title, len(places))
            if place == len(self.titles):
                self.titles.append([])
            self.titles[place].append(version)
        self.labels = [[test(v.code) for v in plan.versions] for test in labels]
        self.cards: list[tuple[int, int]] = []
        """For each card of the deck: (title, which version)."""
        self.versions: list[int] = []
        for number, version in enumerate(plan.versions):
            title = places[version.title]
            for _ in range(version.copies):
                self.cards.append((title, self.titles[title].index(version)))
                self.versions.append(number)
        self.wide = 4 * max(map(len, self.titles), default=1)
        """Bits that the copies of one title take up in the key of a hand."""
        self.mixed = [self._is_mixed(versions) for versions in self.titles]
        self._words: dict[frozenset[int], Words] = {}
        self._outcomes: dict[int, tuple[int, ...]] = {}

    def _is_mixed(self, versions: Sequence[Version]) -> bool:
        kinds = {v.needs for v in versions}
        return len(kinds) > 1

    def draws(self, number: int, seed: int) -> Iterator[list[int]]:
        """So many hands, as places in the deck: each a part of a shuffle of its own."""
        take = Random(seed).random
        order = list(range(self.plan.size))
        size, drawn = self.plan.size, self.plan.drawn
        steps = range(drawn)
        for _ in range(number):
            for at in steps:
                other = at + int(take() * (size - at))
                order[at], order[other] = order[other], order[at]
            yield order[:drawn]

    def hands(self, number: int, seed: int) -> dict[Outcome, int]:
        """Outcome → how many of the hands drawn."""
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        versions, labels = self.versions, self.labels
        for hand in self.draws(number, seed):
            marks = tuple(sum(row[versions[card]] for card in hand) for row in labels)
            key = (self.figures_of(hand), marks)
            found[key] = found.get(key, 0) + 1
        return {Outcome(figures, marks): n for (figures, marks), n in found.items()}

    def figures_of(self, hand: Sequence[int]) -> tuple[int, ...]:
        """The figures of the best set-up of a hand."""
        held: dict[int, int] = {}
        for card in hand:
            title, version = self.cards[card]
            held[title] = held.get(title, 0) + (1 << 4 * version)
        key = 0
        for title, copies in held.items():
            key += copies << self.wide * title
        known = self._outcomes.get(key)
        if known is None:
            if len(self._outcomes) > 200_000:
                self._outcomes.clear()
            known = self._outcomes[key] = self._best(held)
        return known

    def _best(self, held: dict[int, int]) -> tuple[int, ...]:
        titles = [title for title in held if not self._only_needs(title)]
        titles += [title for title in held if self._only_needs(title)]
        words = self._layout(held)
        word = words.start([kind for v in self.plan.started for kind in v.bears])
        for title in titles:
            word = words.lay(word, self._compiled(words, title, held[title]))
        block = word >> words.end & (1 << words.block) - 1
        gold = (block.bit_length() - 1) // words.bits
        score = block >> words.bits * gold & (1 << words.low) - 1
        return (gold, *unscore(score, self.figures))

    def _only_needs(self, title: int) -> bool:
        return self.titles[title][0].needs is not None and not self.mixed[title]

    def _layout(self, held: dict[int, int]) -> Words:
        """Words that keep account of the kinds whose attachments are in this hand."""
        kinds = {v.needs: v for t in held for v in self.titles[t] if v.needs is not None}
        late = {
            v.needs for t in held if self.mixed[t] for v in self.titles[t] if v.needs is not None
        }
        key = frozenset((*kinds, *(~kind for kind in late)))
        if key not in self._words:
            most = {kind: self.plan.drawn if v.each is not None else 1 for kind, v in kinds.items()}
            limited = any(v.limited for v in self.plan.versions)
            self._words[key] = Words(self.plan.gold, self.figures, limited, most, late)
        return self._words[key]

    def _compiled(self, words: Words, title: int, copies: int) -> Compiled:
        key = (title, copies)
        cache = words.by_hand
        if key not in cache:
            versions = self.titles[title]
            counts = [copies >> 4 * n & 15 for n in range(len(versions))]
            cache[key] = words.compile(ways(self.plan, versions, counts, self.figures))
        return cache[key]


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """(mean, half of its 95 % interval); the half is 0 for fewer than two values."""
    number = len(values)
    mean = sum(values) / number if number else 0.0
    if number < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (number - 1)
    return mean, 1.96 * sqrt(variance / number)


def share_interval(hits: float, number: int) -> tuple[float, float]:
    """The 95 % interval (Wilson) of a chance of which `hits` of `number` were seen."""
    if not number:
        return 0.0, 1.0
    z, share = 1.96, hits / number
    middle = share + z * z / (2 * number)
    half = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    below = 1 + z * z / number
    return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)
