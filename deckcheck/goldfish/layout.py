"""The best set-up of one hand, laid out: which card is placed, in shadows, or a duplicate.

Best: the most gold, then the most cards, then characters, economy cards, strong characters, limited
cards (FIGURES); what is still equal is decided by the order of the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from deckcheck.goldfish.plan import FIGURES, Plan, Version
from deckcheck.goldfish.ways import Laid, Way, layouts, unscore, way_of

_ALL = len(FIGURES) - 1


class Setup(NamedTuple):
    """A hand laid out."""

    figures: tuple[int, ...]
    placed: tuple[str, ...]
    """Codes, one for each copy, in deck order."""
    duplicates: tuple[str, ...]
    shadows: tuple[str, ...]


class _Part(NamedTuple):
    limited: bool
    bears: tuple[int, ...]
    needs: tuple[int, ...]
    gold: int


class Layer:
    """Lays out hands of one deck; what was laid out once is remembered."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._versions = {v.code: v for v in plan.versions}
        self._titles: dict[str, list[Version]] = {}
        for version in plan.versions:
            self._titles.setdefault(version.title, []).append(version)
        self._rows: dict[tuple[str, tuple[int, ...]], list[tuple[Way, tuple[Laid, ...]]]] = {}
        self._known: dict[tuple[str, ...], Setup] = {}

    def best(self, hand: Sequence[str]) -> Setup:
        """The best set-up of a hand of codes."""
        key = tuple(sorted(hand))
        if key not in self._known:
            if len(self._known) > 50_000:
                self._known.clear()
            self._known[key] = self._best(key)
        return self._known[key]

    def _ways(self, title: str, copies: tuple[int, ...]) -> list[tuple[Way, tuple[Laid, ...]]]:
        key = (title, copies)
        if key not in self._rows:
            best: dict[Way, tuple[Laid, ...]] = {}
            for rows in layouts(self.plan, self._titles[title], copies):
                best.setdefault(way_of(self.plan, rows, _ALL), rows)
            self._rows[key] = list(best.items())
        return self._rows[key]

    def _best(self, hand: tuple[str, ...]) -> Setup:
        plan = self.plan
        start = [0] * plan.kinds
        for version in plan.started:
            for kind in version.bears:
                start[kind] += 1
        nothing = _Part(False, tuple(start), (0,) * plan.kinds, 0)
        states: dict[_Part, tuple[int, tuple[Laid, ...]]] = {nothing: (0, ())}
        for title, versions in self._titles.items():
            copies = tuple(hand.count(v.code) for v in versions)
            if any(copies):
                states = self._after(states, self._ways(title, copies))
        ends = [
            (part.gold, score, rows)
            for part, (score, rows) in states.items()
            if all(map(int.__ge__, part.bears, part.needs))
        ]
        gold, score, rows = max(ends, key=lambda end: end[:2])
        return _setup(gold, score, rows)

    def _after(
        self,
        states: Mapping[_Part, tuple[int, tuple[Laid, ...]]],
        ways: Sequence[tuple[Way, tuple[Laid, ...]]],
    ) -> dict[_Part, tuple[int, tuple[Laid, ...]]]:
        new: dict[_Part, tuple[int, tuple[Laid, ...]]] = {}
        for part, (score, rows) in states.items():
            for way, more in ways:
                if part.gold + way.gold > self.plan.gold or (part.limited and way.limited):
                    continue
                after = _joined(part, way)
                if after not in new or new[after][0] < score + way.score:
                    new[after] = (score + way.score, (*rows, *more))
        return new


def _joined(part: _Part, way: Way) -> _Part:
    bears, needs = part.bears, part.needs
    if way.bears:
        add = dict(way.bears)
        bears = tuple(n + add.get(kind, 0) for kind, n in enumerate(bears))
    if way.needs:
        want = dict(way.needs)
        needs = tuple(max(n, want.get(kind, 0)) for kind, n in enumerate(needs))
    return _Part(part.limited or way.limited, bears, needs, part.gold + way.gold)


def _setup(gold: int, score: int, rows: Sequence[Laid]) -> Setup:
    return Setup(
        (gold, *unscore(score, _ALL)),
        tuple(row.version.code for row in rows for _ in range(row.placed)),
        tuple(row.version.code for row in rows for _ in range(row.duplicates)),
        tuple(row.version.code for row in rows for _ in range(row.shadows)),
    )
