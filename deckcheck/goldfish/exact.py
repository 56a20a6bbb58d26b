"""Every hand counted by the figures of its best set-up: exact, as whole numbers.

Titles are gone through one by one. A state is a word (`words.py`): what the cards drawn so far can
become; beside it a polynomial in packed form counts in how many ways 0, 1, 2, … cards were drawn
to get there. Hands with the same word merge, which leaves a few thousand states where there are
hundreds of millions of hands.

Attachments come last, apart for each set of kinds that is in hand: only then do words keep account
of bearers, and the more kinds there are, the fewer cards are left. Limited cards that do nothing
else come at the very end, as at most one of them is placed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

from deckcheck.goldfish.plan import Outcome, Plan, TooManyStates, Version
from deckcheck.goldfish.ways import BITS, Way, unscore, ways
from deckcheck.goldfish.words import Words

MOST_STATES = 400_000
"""States at one moment beyond which the count is given up (some 200 MB)."""
MOST_IN_ALL = 600_000
"""States read in all, over every set of kinds of attachments, beyond which it is (some seconds)."""
MOST_LATE = 6
"""Kinds whose attachments share a title with a bearer, beyond which it is (3 modes for each)."""
LABEL_BITS = 4
"""Bits for how many cards of a hand carry one label."""


class Choice(NamedTuple):
    """Copies of a title drawn: so many cards, in so many ways, with so many labels."""

    drawn: int
    weight: int
    label: int
    ways: tuple[Way, ...]
    again: bool = False
    """Whether the ways are for one card more than the choice before has."""


class Group(NamedTuple):
    """Titles that are gone through together."""

    versions: tuple[Version, ...]
    choices: tuple[Choice, ...]
    chain: int
    """Copies of cards that are all alike and independent (one choice a copy); 0 = no chain."""


class Sorted(NamedTuple):
    """The titles of a deck by how they are gone through."""

    base: list[Group]
    attachments: dict[int, list[Group]]
    """By kind."""
    limited: list[tuple[Version, int]]
    """(version, label) of limited cards that nothing else is to be known of."""
    dead: dict[int, int]
    """Label → copies of cards that are never placed."""
    late: frozenset[int]


def count_hands(
    plan: Plan, figures: int = 2, labels: Sequence[Callable[[str], bool]] = ()
) -> dict[Outcome, int]:
    """Outcome → number of hands. `figures`: how many of FIGURES; `labels`: tests by card code.

    The numbers sum to C(size, drawn). Raises TooManyStates.
    """
    marks = {
        v.code: sum(1 << LABEL_BITS * n for n, test in enumerate(labels) if test(v.code))
        for v in plan.versions
    }
    order = _sort(plan, figures - 1, marks)
    if len(order.late) > MOST_LATE:
        raise _too_many(3**MOST_LATE)
    slot = comb(plan.size, min(plan.drawn, plan.size // 2)).bit_length() + 1
    tops: dict[Top, int] = {}
    reader = Reader(plan, figures - 1, order.limited, slot)
    for size in range(min(plan.drawn, len(order.attachments)) + 1):
        for present in combinations(sorted(order.attachments), size):
            _Run(plan, figures - 1, order, present, slot).into(tops, reader)
    found = reader.together(tops, order.dead)
    return {_outcome(key, figures, len(labels)): n for key, n in found.items() if n}


def _outcome(key: tuple[int, int], figures: int, labels: int) -> Outcome:
    top, label = key
    low = BITS * (figures - 1)
    values = (top >> low, *unscore(top & (1 << low) - 1, figures - 1))
    many = tuple(label >> LABEL_BITS * n & (1 << LABEL_BITS) - 1 for n in range(labels))
    return Outcome(values, many)


def _sort(plan: Plan, figures: int, marks: Mapping[str, int]) -> Sorted:
    titles: dict[str, list[Version]] = {}
    for version in plan.versions:
        titles.setdefault(version.title, []).append(version)
    late = frozenset(
        v.needs
        for versions in titles.values()
        for v in versions
        if v.needs is not None and any(o.needs != v.needs for o in versions)
    )
    started = {v.title for v in plan.started}
    groups = {title: _group(plan, versions, figures, marks) for title, versions in titles.items()}
    live = {
        t: g for t, g in groups.items() if any(w != Way(0, 0) for c in g.choices for w in c.ways)
    }
    found = Sorted([], {}, [], {}, late)
    for title, versions in titles.items():
        if title not in live:
            for v in versions:
                found.dead[marks[v.code]] = found.dead.get(marks[v.code], 0) + v.copies
    simple = all(
        g.versions[0].title not in started and all(_is_simple(v) for v in g.versions)
        for g in live.values()
        if any(v.limited for v in g.versions)
    )
    merged: dict[tuple[object, ...], Group] = {}
    for group in live.values():
        needs = {v.needs for v in group.versions}
        if simple and group.versions[0].limited:
            found.limited.extend((v, marks[v.code]) for v in group.versions)
        elif None not in needs and not needs & late and len(needs) == 1:
            found.attachments.setdefault(next(n for n in needs if n is not None), []).append(group)
        elif group.chain:
            key = (group.choices[0].ways, group.choices[0].label)
            old = merged.get(key)
            merged[key] = _chain(group, group.chain + (old.chain if old else 0), plan.drawn)
        else:
            merged[group.versions[0].title, ""] = group
    found.base.extend(sorted(merged.values(), key=_order))
    return found


def _order(group: Group) -> tuple[object, ...]:
    """Alike groups side by side, dear ones first: so states merge early."""
    first = group.versions[0]
    return (-(first.cost or 0), not group.chain, len(group.choices), first.figures, first.code)


def _is_simple(version: Version) -> bool:
    return (
        version.limited
        and not version.shadow
        and not version.bears
        and version.needs is None
        and version.cost is not None
    )


def _group(
    plan: Plan, versions: Sequence[Version], figures: int, marks: Mapping[str, int]
) -> Group:
    only = versions[0]
    started = any(v.title == only.title for v in plan.started)
    alone = only.copies == 1 or not (only.unique or only.limited)
    if len(versions) == 1 and alone and only.each is None and not started:
        unit = tuple(ways(plan, versions, (1,), figures))
        one = Group(tuple(versions), (Choice(1, 1, marks[only.code], unit),), 0)
        return _chain(one, only.copies, plan.drawn)
    many: dict[tuple[int, int, tuple[Way, ...]], int] = {}
    for copies in product(*(range(v.copies + 1) for v in versions)):
        drawn = sum(copies)
        if 0 < drawn <= plan.drawn:
            weight = prod(comb(v.copies, n) for v, n in zip(versions, copies, strict=True))
            label = sum(marks[v.code] * n for v, n in zip(versions, copies, strict=True))
            key = (drawn, label, tuple(ways(plan, versions, copies, figures)))
            many[key] = many.get(key, 0) + weight
    choices = [Choice(drawn, n, label, w) for (drawn, label, w), n in sorted(many.items())]
    return Group(tuple(versions), tuple(choices), 0)


def _chain(group: Group, copies: int, drawn: int) -> Group:
    """A group of so many cards that are all as its first choice has them."""
    first = group.choices[0]
    choices = [
        Choice(n, comb(copies, n), first.label * n, first.ways, again=n > 1)
        for n in range(1, min(copies, drawn) + 1)
    ]
    return group._replace(choices=tuple(choices), chain=copies)


class _Run:
    """The count of hands that hold attachments of exactly these kinds."""

    def __init__(
        self, plan: Plan, figures: int, order: Sorted, present: Sequence[int], slot: int
    ) -> None:
        self.plan, self.order, self.present, self.slot = plan, order, present, slot
        everything = [*order.base, *(g for groups in order.attachments.values() for g in groups)]
        limited = not order.limited and any(v.limited for g in everything for v in g.versions)
        most = {kind: self._most(kind) for kind in (*present, *sorted(order.late))}
        self.words = Words(plan.gold, figures, limited, most, order.late)
        self.depth = plan.drawn - len(present)

    def _most(self, kind: int) -> int:
        """How many bearers of a kind can be needed."""
        groups = self.order.attachments.get(kind, ())
        needs = [w.needs for g in groups for c in g.choices for w in c.ways]
        return max([1, *(n for need in needs for k, n in need if k == kind)])

    def into(self, tops: dict[Top, int], reader: Reader) -> None:
        """Count, and add to what was read so far.

        Kinds are finished one by one: first all cards that can bear it, then its attachments;
        after that words need no account of it.
        """
        start = self.words.start([kind for v in self.plan.started for kind in v.bears])
        states = {start: 1}
        left = list(self.order.base)
        waiting = list(self.present)
        while waiting:
            kind = min(waiting, key=lambda k: sum(_can_bear(g, k) for g in left))
            waiting.remove(kind)
            for group in [g for g in left if _can_bear(g, kind)]:
                left.remove(group)
                states = self._with(states, group)
            self.depth += 1
            states = self._with_kind(states, self.order.attachments[kind])
            states = self._without(states, kind)
        for group in left:
            states = self._with(states, group)
        reader.states += len(states)
        if reader.states > MOST_IN_ALL:
            raise _too_many(MOST_IN_ALL)
        reader.read(states, self.words, tops)

    def _with(self, states: dict[int, int], group: Group) -> dict[int, int]:
        new = dict(states)
        self._fold(states, group, new)
        return new

    def _with_kind(self, states: dict[int, int], groups: Sequence[Group]) -> dict[int, int]:
        """The states once at least one attachment of a kind was drawn."""
        present: dict[int, int] = {}
        for group in groups:
            new = dict(present)
            self._fold(present, group, new)
            self._fold(states, group, new)
            present = new
        return present

    def _without(self, states: dict[int, int], kind: int) -> dict[int, int]:
        """The states in words that keep no account of a kind any more."""
        width = self.words.width
        words, parts = self.words.without(kind)
        new: dict[int, int] = {}
        for key, number in states.items():
            word = key >> width << words.width
            for mask, shift in parts:
                word |= (key & mask) >> shift if shift >= 0 else (key & mask) << -shift
            new[word] = new.get(word, 0) + number
        self.words = words
        return new

    def _fold(self, states: Mapping[int, int], group: Group, into: dict[int, int]) -> None:
        """Add to `into` the states after at least one card of a group was drawn."""
        if len(into) > MOST_STATES:
            raise _too_many(MOST_STATES)
        words, slot = self.words, self.slot
        width, lay = words.width, words.lay
        kept = (1 << slot * (self.depth + 1)) - 1
        mask = (1 << width) - 1
        rows = [
            (c.drawn * slot, c.weight, c.label << width, words.compile(c.ways), c.again)
            for c in group.choices
            if c.drawn <= self.depth
        ]
        for key, number in states.items():
            word = last = key & mask
            label = key ^ word
            for shift, weight, mark, compiled, again in rows:
                more = number * weight << shift & kept
                if not more:
                    break  # so many cards more than a hand holds; the rows after take no fewer
                last = lay(last if again else word, compiled)
                at = last | label + mark
                into[at] = into.get(at, 0) + more


def _too_many(limit: int) -> TooManyStates:
    return TooManyStates(f"More than {limit:,} positions: this deck is too varied to be counted.")


def _can_bear(group: Group, kind: int) -> bool:
    return any(kind in v.bears for v in group.versions)


Top = tuple[int, tuple[int, ...]]
"""(label, best outcomes: without a limited card, and with each one that may be in hand)."""


class Reader:
    """Reads outcomes off words: with the limited cards, then with the dead ones."""

    def __init__(
        self, plan: Plan, figures: int, limited: Sequence[tuple[Version, int]], slot: int
    ) -> None:
        self.drawn, self.slot, self.gold = plan.drawn, slot, plan.gold
        self.states = 0
        """States read so far."""
        self.kept = (1 << slot * (plan.drawn + 1)) - 1
        self.options: list[tuple[int, int]] = []
        """(gold, score) of each limited card that may be placed."""
        self.profiles: dict[tuple[frozenset[int], int], int] = {(frozenset(), 0): 1}
        """(options in hand, label) → polynomial of the limited cards drawn."""
        for version, mark in limited:
            best = max(ways(plan, (version,), (1,), figures), key=lambda way: way.score)
            if (best.gold, best.score) not in self.options:
                self.options.append((best.gold, best.score))
            self._hold(self.options.index((best.gold, best.score)), version.copies, mark)

    def _hold(self, option: int, copies: int, mark: int) -> None:
        new = dict(self.profiles)
        for (held, label), poly in self.profiles.items():
            for n in range(1, min(copies, self.drawn) + 1):
                key = (held | {option}, label + mark * n)
                more = poly * comb(copies, n) << self.slot * n & self.kept
                new[key] = new.get(key, 0) + more
        self.profiles = new

    def read(self, states: Mapping[int, int], words: Words, tops: dict[Top, int]) -> None:
        """Add to `tops` what the states can become at best."""
        width, end, bits, low = words.width, words.end, words.bits, words.low
        whole, scores = (1 << words.block) - 1, (1 << low) - 1
        fields = [whole] + [(1 << bits * (self.gold - gold + 1)) - 1 for gold, _ in self.options]
        adds = [0] + [gold << low | score for gold, score in self.options]
        rows = list(zip(fields, adds, strict=True))
        for key, number in states.items():
            block = key >> end & whole
            best = []
            for mask, more in rows:
                part = block & mask
                gold = (part.bit_length() - 1) // bits if part else 0
                best.append((gold << low | part >> bits * gold & scores) + more if part else -1)
            at = (key >> width, tuple(best))
            tops[at] = tops.get(at, 0) + number

    def together(
        self, tops: Mapping[Top, int], dead: Mapping[int, int]
    ) -> dict[tuple[int, int], int]:
        """(best outcome, label) → hands, with every card of the deck gone through."""
        gathered: dict[tuple[int, int], int] = {}
        for (held, more), poly in self.profiles.items():
            mine: dict[tuple[int, int], int] = {}
            for (label, best), number in tops.items():
                top = max([best[0], *(best[n + 1] for n in held)])
                mine[top, label] = mine.get((top, label), 0) + number
            for (top, label), number in mine.items():
                key = (top, label + more)
                gathered[key] = gathered.get(key, 0) + (number * poly & self.kept)
        found: dict[tuple[int, int], int] = {}
        last = (1 << self.slot) - 1
        for mark, poly in self._dead(dead).items():
            for (top, label), number in gathered.items():
                hands = number * poly >> self.slot * self.drawn & last
                key = (top, label + mark)
                found[key] = found.get(key, 0) + hands
        return found

    def _dead(self, dead: Mapping[int, int]) -> dict[int, int]:
        """Label → polynomial of the cards that are never placed."""
        found = {0: 1}
        for mark, copies in dead.items():
            new: dict[int, int] = {}
            for label, poly in found.items():
                for n in range(min(copies, self.drawn) + 1):
                    more = poly * comb(copies, n) << self.slot * n & self.kept
                    new[label + mark * n] = new.get(label + mark * n, 0) + more
            found = new
        return found
