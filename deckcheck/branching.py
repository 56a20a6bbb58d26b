"""Branch and bound over needs and the things that cover them (`covering.py` says what for).

Every node of the search takes one more of some thing for the scarcest need; the things tried
before it are then forbidden, so that every choice is met once. What can't become better than the
best known is left: the bound starts from the prices of `duality.py` and raises them where the
node leaves room. May import duality.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckcheck.duality import Cells, best_prices

MOST_CHOICES = 12
"""Equally good choices that are collected, at most."""
_NODES_BETWEEN_LOOKS = 32
_DEEPEST = 400
"""Things in a choice, beyond which the search (a level for each) isn't begun."""
_ROUNDING = 1e-7
_EXCESS = 10
"""How much more a thing's cost above its worth at the root's prices counts than its cost."""
_ENDLESS = float("inf")
_NEVER = 1 << 60
"""A bound for what can't be covered at all."""


class Search:
    """Branch and bound over one part."""

    def __init__(
        self,
        amounts: Sequence[int],
        rows: Sequence[Cells],
        prices: Sequence[int | None],
        costs: Sequence[int],
        stop: Callable[[], bool],
    ) -> None:
        self.costs = costs
        self.rows = rows
        self.prices = prices
        self.columns: list[list[tuple[int, int]]] = [[] for _ in costs]
        for row, cells in enumerate(self.rows):
            for thing, amount in cells:
                self.columns[thing].append((row, amount))
        self.stop = stop
        self.left = list(amounts)
        self.free = [True] * len(costs)
        self.taken = [0] * len(costs)
        self.cost = 0
        self.nodes = 0
        self.stopped = False
        self.proven = False
        self.all_named = False
        self.collecting = False
        self.choices: list[tuple[int, ...]] = []
        self.start = [0.0] * len(amounts)
        self.excess = [0.0] * len(costs)
        self.root = 0
        self.best = 0

    def run(self) -> None:
        """Find the optimum, then the other choices that cost as much."""
        self.root = self.bound()
        self.best, first = self.greedy()
        if self.best > self.root:
            prices = best_prices(self.left, self.rows, self.prices, self.costs)
            self.start = [price * (1 - _ROUNDING) for price in prices]
            self.root = max(self.root, self.bound())
            for thing, column in enumerate(self.columns):
                worth = sum(min(a, self.left[row]) * self.start[row] for row, a in column)
                self.excess[thing] = max(0.0, self.costs[thing] - worth)
            second = self.greedy()
            if second[0] < self.best:
                self.best, first = second
                self.choices = [first]
        self.choices = [first]
        self.stopped = sum(first) > _DEEPEST
        if self.best > self.root:
            self.branch()
        self.proven = not self.stopped or self.best == self.root
        if not self.proven or self.stopped:
            return
        incumbent = self.choices[0]
        self.collecting = True
        self.choices = []
        self.branch()
        self.choices.sort(reverse=True)
        self.all_named = not self.stopped and len(self.choices) <= MOST_CHOICES
        del self.choices[MOST_CHOICES:]
        if not self.choices:
            self.choices = [incumbent]

    def take(self, thing: int, copies: int) -> None:
        """Add copies of a thing (negative: put them back)."""
        self.taken[thing] += copies
        self.cost += copies * self.costs[thing]
        for row, amount in self.columns[thing]:
            self.left[row] -= copies * amount

    def remainder(self) -> int | None:
        """What the pieces still needed cost; None = some can't be had."""
        total = 0
        for amount, price in zip(self.left, self.prices, strict=True):
            if amount > 0:
                if price is None:
                    return None
                total += amount * price
        return total

    def bound(self) -> int:
        """What covering what is left costs at least, by prices that no free thing undercuts.

        From the prices found at the root each need in turn, the scarcest first, is given the
        highest price that leaves no thing worth more than it costs (see `duality.py`).
        """
        slack = [float(cost) for cost in self.costs]
        free, start = self.free, self.start
        total = 0.0
        open_rows = []
        for row, amount in enumerate(self.left):
            if amount > 0:
                cells = [(t, a if a < amount else amount) for t, a in self.rows[row] if free[t]]
                open_rows.append((len(cells), -amount, row, cells))
                price = start[row]
                if price:
                    total += amount * price
                    for thing, covered in cells:
                        slack[thing] -= covered * price
        open_rows.sort()
        for _, less, row, cells in open_rows:
            most = self.prices[row]
            highest = _ENDLESS if most is None else most - start[row]
            for thing, amount in cells:
                worth = slack[thing] / amount
                if worth < highest:
                    highest = worth
            if highest == _ENDLESS:
                return _NEVER
            if highest > 0:
                total -= less * highest
                for thing, amount in cells:
                    slack[thing] -= amount * highest
        return int(-(-(total - _ROUNDING) // 1))

    def branch(self) -> None:
        """Search below what is taken now; every choice is met once."""
        self.nodes += 1
        if self.nodes % _NODES_BETWEEN_LOOKS == 0 and self.stop():
            self.stopped = True
        if self.stopped or (self.collecting and len(self.choices) > MOST_CHOICES):
            return
        least = self.cost + self.bound()
        if least > self.best or (least == self.best and not self.collecting):
            return
        row = self.scarcest()
        if row is None:
            self.leaf()
            return
        things = [t for t, _ in self.rows[row] if self.free[t]]
        things.sort(key=self.worth)
        for thing in things:
            self.take(thing, 1)
            self.branch()
            self.take(thing, -1)
            self.free[thing] = False
        if self.prices[row] is not None:
            self.branch()
        for thing in things:
            self.free[thing] = True

    def leaf(self) -> None:
        """Nothing more to take: the rest is paid for by the piece."""
        rest = self.remainder()
        if rest is None:
            return
        total = self.cost + rest
        if self.collecting and total == self.best:
            self.choices.append(tuple(self.taken))
        elif total < self.best:
            self.best = total
            self.choices = [tuple(self.taken)]

    def scarcest(self) -> int | None:
        """The open need that the fewest free things cover, those without a price first."""
        found = None
        least: tuple[bool, int, int] | None = None
        for row, amount in enumerate(self.left):
            if amount <= 0:
                continue
            ways = sum(self.free[t] for t, _ in self.rows[row])
            priced = self.prices[row] is not None
            if (ways or not priced) and (least is None or (priced, ways, -amount) < least):
                found, least = row, (priced, ways, -amount)
        return found

    def worth(self, thing: int) -> float:
        """Cost of a thing for each piece of what is left that it covers."""
        gain = 0
        for row, amount in self.columns[thing]:
            left = self.left[row]
            if left > 0:
                gain += amount if amount < left else left
        if not gain:
            return _ENDLESS
        return (_EXCESS * self.excess[thing] + self.costs[thing]) / gain

    def greedy(self) -> tuple[int, tuple[int, ...]]:
        """A good choice: the most for its cost again and again, less what is superfluous."""
        while any(
            amount > 0 and (price is None or self.pays(row))
            for row, (amount, price) in enumerate(zip(self.left, self.prices, strict=True))
        ):
            self.take(min(range(len(self.costs)), key=self.value), 1)
        for thing in sorted(range(len(self.costs)), key=lambda t: -self.costs[t]):
            while self.taken[thing] and self.superfluous(thing):
                self.take(thing, -1)
        rest = self.remainder()
        assert rest is not None
        found = self.cost + rest, tuple(self.taken)
        for thing, copies in enumerate(found[1]):
            self.take(thing, -copies)
        return found

    def value(self, thing: int) -> float:
        """As `worth`, where a need that must be covered counts before one that has a price."""
        return self.worth(thing) - 1e9 * any(
            self.left[row] > 0 and self.prices[row] is None for row, _ in self.columns[thing]
        )

    def pays(self, row: int) -> bool:
        """Whether a thing that covers this need costs less than the pieces it covers."""
        return any(self.saves(thing) > self.costs[thing] for thing, _ in self.rows[row])

    def saves(self, thing: int) -> int:
        """What the pieces cost that one more of a thing would cover."""
        return sum(
            min(amount, self.left[row]) * (self.prices[row] or 0)
            for row, amount in self.columns[thing]
            if self.left[row] > 0
        )

    def superfluous(self, thing: int) -> bool:
        """Whether one fewer of a thing still covers what must be, and costs no more."""
        extra = 0
        for row, amount in self.columns[thing]:
            lacking = min(amount, self.left[row] + amount)
            if lacking > 0:
                price = self.prices[row]
                if price is None:
                    return False
                extra += lacking * price
        return extra <= self.costs[thing]
