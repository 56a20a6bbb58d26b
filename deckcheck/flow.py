"""Copies placed where they are needed: a transport problem, solved exactly.

Sources hold so many copies each (printings), demands need so many each (cards of decks), and each
demand says which sources serve it. `place` fills as much of the demands as can be filled at all,
and among the ways to do that moves as few copies as possible of those that are placed already.
Knows no cards; imports nothing of ours.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)
D = TypeVar("D", bound=Hashable)


def place(
    supply: Mapping[S, int],
    demand: Mapping[D, int],
    serves: Mapping[D, Sequence[S]],
    before: Mapping[tuple[D, S], int] | None = None,
) -> dict[tuple[D, S], int]:
    """(demand, source) → copies placed: as many in all as is possible (a maximum flow).

    Among all such: the most copies stay where they were `before`; then earlier demands are
    served before later ones, each from the sources it names first. Sources that `supply` lacks
    hold nothing. Pairs with no copies are left out.
    """
    before = before or {}
    placed: dict[tuple[D, S], int] = {}
    for demands, sources in components(demand, serves):
        if len(sources) == 1 or len(demands) == 1:
            _fill(supply, demand, serves, before, demands, placed)
        else:
            _Network(supply, demand, serves, before, demands, sources).solve(placed)
    return placed


def components(
    demand: Iterable[D], serves: Mapping[D, Sequence[S]]
) -> list[tuple[list[D], list[S]]]:
    """Demands and sources that have to do with each other, in the order of the demands."""
    asking: dict[S, list[D]] = {}
    demands = list(demand)
    for one in demands:
        for source in serves.get(one, ()):
            asking.setdefault(source, []).append(one)
    seen: set[D] = set()
    found = []
    for first in demands:
        if first in seen or not serves.get(first):
            continue
        seen.add(first)
        group, queue = [first], [first]
        sources: dict[S, None] = {}
        while queue:
            for source in serves[queue.pop()]:
                if source in sources:
                    continue
                sources[source] = None
                for other in asking[source]:
                    if other not in seen:
                        seen.add(other)
                        group.append(other)
                        queue.append(other)
        if len(group) > 1:
            group = _in_order(demands, asking, sources)
        found.append((group, list(sources)))
    return found


def _in_order(
    demands: Sequence[D], asking: Mapping[S, Sequence[D]], sources: Iterable[S]
) -> list[D]:
    """Those who ask for any of the `sources`, in the order of `demands`."""
    wanted = {one for source in sources for one in asking[source]}
    if len(wanted) * 8 > len(demands):
        return [one for one in demands if one in wanted]
    rank = {one: place for place, one in enumerate(demands)}
    return sorted(wanted, key=rank.__getitem__)


def blocked(
    supply: Mapping[S, int],
    demand: Mapping[D, int],
    serves: Mapping[D, Sequence[S]],
    placed: Mapping[tuple[D, S], int],
) -> list[frozenset[D]]:
    """Why a maximum placement leaves demands short, a set of demands for each reason.

    The demands of a set together need more than all the sources that serve any of them hold
    (the smaller side of a minimum cut), so it shows what has to be added. Empty = all is filled.
    """
    served: dict[S, list[D]] = {}
    filled: dict[D, int] = {}
    for (one, source), copies in placed.items():
        served.setdefault(source, []).append(one)
        filled[one] = filled.get(one, 0) + copies
    found: list[frozenset[D]] = []
    seen: set[D] = set()
    for short in (one for one, needed in demand.items() if filled.get(one, 0) < needed):
        if short in seen:
            continue
        group, queue = {short}, [short]
        while queue:
            for source in serves.get(queue.pop(), ()):
                for other in served.get(source, ()):
                    if other not in group:
                        group.add(other)
                        queue.append(other)
        seen |= group
        found.append(frozenset(group))
    return found


def _fill(
    supply: Mapping[S, int],
    demand: Mapping[D, int],
    serves: Mapping[D, Sequence[S]],
    before: Mapping[tuple[D, S], int],
    demands: Sequence[D],
    placed: dict[tuple[D, S], int],
) -> None:
    """One source, or one demand: first what was there stays, then in order."""
    left: dict[S, int] = {}
    for keeping in (True, False):
        for one in demands:
            for source in serves[one]:
                pair = (one, source)
                have = placed.get(pair, 0)
                wanted = demand[one] - sum(placed.get((one, s), 0) for s in serves[one])
                if keeping:
                    wanted = min(wanted, before.get(pair, 0) - have)
                copies = min(wanted, left.setdefault(source, supply.get(source, 0)))
                if copies > 0:
                    left[source] -= copies
                    placed[pair] = have + copies


class _Network(Generic[D, S]):
    """One component as a network: source → printings → demands → sink, cheapest paths first."""

    def __init__(
        self,
        supply: Mapping[S, int],
        demand: Mapping[D, int],
        serves: Mapping[D, Sequence[S]],
        before: Mapping[tuple[D, S], int],
        demands: Sequence[D],
        sources: Sequence[S],
    ) -> None:
        self.heads: list[int] = []
        self.room: list[int] = []
        self.costs: list[int] = []
        self.leaving: list[list[int]] = [[] for _ in range(len(demands) + len(sources) + 2)]
        self.start, self.end = 0, 1
        self.pairs: list[tuple[int, tuple[D, S]]] = []
        nodes = {source: place for place, source in enumerate(sources, 2)}
        for source, node in nodes.items():
            self.arc(self.start, node, supply.get(source, 0), 0)
        total = sum(demand[one] for one in demands)
        # A move costs more than any order of demands and of sources can make up for.
        move = 1 + total * (len(demands) + len(sources))
        for number, one in enumerate(demands):
            node = 2 + len(sources) + number
            self.arc(node, self.end, demand[one], number)
            for rank, source in enumerate(dict.fromkeys(serves[one])):
                stays = before.get((one, source), 0)
                if stays > 0:
                    self.pairs.append((self.arc(nodes[source], node, stays, 0), (one, source)))
                arc = self.arc(nodes[source], node, demand[one], move + rank)
                self.pairs.append((arc, (one, source)))

    def arc(self, tail: int, head: int, room: int, cost: int) -> int:
        """A new arc and its reverse; returns the number of the first."""
        number = len(self.heads)
        self.heads += (head, tail)
        self.room += (room, 0)
        self.costs += (cost, -cost)
        self.leaving[tail].append(number)
        self.leaving[head].append(number + 1)
        return number

    def solve(self, placed: dict[tuple[D, S], int]) -> None:
        """Add what is placed here to `placed`."""
        while (path := self.cheapest_path()) is not None:
            copies = min(self.room[arc] for arc in path)
            for arc in path:
                self.room[arc] -= copies
                self.room[arc ^ 1] += copies
        for arc, pair in self.pairs:
            copies = self.room[arc ^ 1]
            if copies:
                placed[pair] = placed.get(pair, 0) + copies

    def cheapest_path(self) -> list[int] | None:
        """Arcs of the cheapest way with room from start to end; costs may be negative."""
        best: list[int | None] = [None] * len(self.leaving)
        came: list[int] = [-1] * len(self.leaving)
        waiting = [False] * len(self.leaving)
        best[self.start] = 0
        queue = deque([self.start])
        while queue:
            node = queue.popleft()
            waiting[node] = False
            so_far = best[node]
            assert so_far is not None
            for arc in self.leaving[node]:
                head = self.heads[arc]
                cost = so_far + self.costs[arc]
                known = best[head]
                if self.room[arc] and (known is None or cost < known):
                    best[head], came[head] = cost, arc
                    if not waiting[head]:
                        waiting[head] = True
                        queue.append(head)
        if best[self.end] is None:
            return None
        path = []
        node = self.end
        while node != self.start:
            path.append(came[node])
            node = self.heads[came[node] ^ 1]
        return path
