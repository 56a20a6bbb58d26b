"""Knapsacks as whole numbers: the best score for each amount of gold, many fields in one word.

A word has one field for each (mode, gold spent): the best score there, with a bit on top that says
it can be reached. A mode is a promise about what was laid out, beside gold:

- of each kind of attachment: *at least* so many cards that can bear it are placed;
- of a `late` kind (an attachment whose title is also a bearer's, so that no order suits): a bearer
  is placed; or none is lacking; or one may still be lacking;
- whether the one limited card may be used up.

As modes are promises, each field after a way has one field before it, so laying out cards is a
shift and the larger of both in every field at once; a guard bit above each field makes the
comparison one subtraction. Knows nothing of cards, only of ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from deckcheck.goldfish.ways import BITS, Way

Parts = tuple[tuple[int, int], ...]
Compiled = tuple[tuple[Parts, int], ...]
"""For each way: (fields it starts from, how far they move), and what it adds to the score."""
_BORNE, _SOUND, _LACKING = 0, 1, 2
"""Levels of a late kind; each promises less than the one before."""


class Words:
    """The words of one layout of fields.

    `kinds`: kind → how many bearers can be needed of it; those in `late` as above; `limited`:
    whether words keep account of the one limited card.
    """

    def __init__(
        self, gold: int, figures: int, limited: bool, kinds: Mapping[int, int], late: Iterable[int]
    ) -> None:
        self.gold, self.figures, self.limited = gold, figures, limited
        self.kinds, self.late = dict(kinds), frozenset(late) & set(kinds)
        self.bits = BITS * figures + 2
        self.block = self.bits * (gold + 1)
        sizes = [3 if kind in self.late else most + 1 for kind, most in kinds.items()]
        self._levels = [2 if limited else 1, *sizes]
        self.modes = list(product(*(range(size) for size in self._levels)))
        self.places = {mode: n * self.block for n, mode in enumerate(self.modes)}
        self.width = self.block * len(self.modes)
        """Bits of a word."""
        ones = sum(1 << self.bits * n for n in range(len(self.modes) * (gold + 1)))
        self.guard = ones << self.bits - 1
        self.reach = ones << self.bits - 2
        self.low = self.bits - 2
        """Bits of a score."""
        end = [self._levels[0] - 1, *(_SOUND if kind in self.late else 0 for kind in kinds)]
        self.end = self.places[tuple(end)]
        """Where the block begins that promises nothing but that all is in order."""
        self._compiled: dict[tuple[Way, ...], Compiled] = {}
        self.by_hand: dict[tuple[int, int], Compiled] = {}
        """What `sample.py` has compiled: (title, copies of its versions) → ways."""

    def start(self, bears: Iterable[int] = ()) -> int:
        """The word of nothing laid out, with bearers of some kinds in play."""
        there = list(bears)
        word = 0
        for mode, place in self.places.items():
            promises = zip(self.kinds, mode[1:], strict=True)
            kept = all(
                (level != _BORNE or kind in there)
                if kind in self.late
                else level <= there.count(kind)
                for kind, level in promises
            )
            word |= kept << self.low + place
        return word

    def _before(self, mode: tuple[int, ...], way: Way) -> tuple[int, ...] | None:
        """What must be promised before a way so that a mode is promised after it; None: nothing
        can be."""
        bears, needs = dict(way.bears), dict(way.needs)
        if way.limited and (not self.limited or not mode[0]):
            return None
        if any(kind not in self.kinds for kind in needs):
            return None
        before = [mode[0] - way.limited]
        for kind, level in zip(self.kinds, mode[1:], strict=True):
            borne, needed = bears.get(kind, 0), needs.get(kind, 0)
            if kind not in self.late:
                before.append(max(0, level - borne, needed - borne))
            elif borne:
                before.append(_LACKING)
            else:
                before.append(_BORNE if needed and level == _SOUND else level)
        return tuple(before)

    def compile(self, ways: Iterable[Way]) -> Compiled:
        """Ways as shifts, without the way that lays out nothing."""
        key = tuple(ways)
        if key not in self._compiled:
            made = []
            for way in key:
                fields = (1 << self.bits * (self.gold + 1 - way.gold)) - 1
                shifts: dict[int, int] = {}
                for mode, place in self.places.items():
                    before = self._before(mode, way)
                    if before is not None:
                        source = self.places[before]
                        shift = place - source + self.bits * way.gold
                        shifts[shift] = shifts.get(shift, 0) | fields << source
                if shifts and way != Way(0, 0):
                    made.append((tuple((mask, shift) for shift, mask in shifts.items()), way.score))
            self._compiled[key] = tuple(made)
        return self._compiled[key]

    def lay(self, word: int, compiled: Compiled) -> int:
        """The word after one of the ways, or none of them, was taken."""
        guard, top = self.guard, self.bits - 1
        best = word
        for parts, value in compiled:
            moved = 0
            for mask, shift in parts:
                moved |= (word & mask) << shift if shift >= 0 else (word & mask) >> -shift
            moved += ((moved & self.reach) >> self.low) * value
            larger = ((best | guard) - moved) & guard
            best = moved ^ ((best ^ moved) & (larger - (larger >> top)))
        return best

    def without(self, kind: int) -> tuple[Words, Parts]:
        """The layout without one kind (not a late one), and how its words come from these."""
        rest = {k: most for k, most in self.kinds.items() if k != kind}
        new = Words(self.gold, self.figures, self.limited, rest, self.late)
        dim = 1 + list(self.kinds).index(kind)
        whole = (1 << self.block) - 1
        shifts: dict[int, int] = {}
        for mode, place in self.places.items():
            if mode[dim] == 0:
                shift = place - new.places[(*mode[:dim], *mode[dim + 1 :])]
                shifts[shift] = shifts.get(shift, 0) | whole << place
        return new, tuple((mask, shift) for shift, mask in shifts.items())
