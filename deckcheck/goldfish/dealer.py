"""Hands dealt one by one: drawn, sent back by a rule, set up at their best, filled up again."""

from __future__ import annotations

from typing import NamedTuple

from deckcheck.engine.dice import dice, shuffled
from deckcheck.goldfish.chances import Fish
from deckcheck.goldfish.layout import Layer, Setup
from deckcheck.goldfish.mulligan import Rule
from deckcheck.goldfish.plan import Outcome


class Dealt(NamedTuple):
    """One hand, in codes."""

    returned: tuple[str, ...]
    """The hand that went back; empty if none did."""
    hand: tuple[str, ...]
    setup: Setup
    drawn: tuple[str, ...]
    """Cards drawn up to a full hand after set-up."""


class Dealer:
    """Deals hands of one deck."""

    def __init__(self, fish: Fish, rule: Rule) -> None:
        self.fish, self.rule = fish, rule
        self.layer = Layer(fish.plan)
        self.cards = [v.code for v in fish.plan.versions for _ in range(v.copies)]
        self._returns = fish.settle(rule).returns if rule.condition or rule.aim else None
        self._tests = [fish.test(query) for query in rule.queries]

    def deal(self, seed: int) -> Dealt:
        """The hand of a seed: the same in every release."""
        plan = self.fish.plan
        order, rest = shuffled(dice(seed), self.cards)
        returned: tuple[str, ...] = ()
        if self._returns is not None and self._returns(self._outcome(order[: plan.drawn])):
            returned = order[: plan.drawn]
            order, _ = shuffled(rest, order)
        hand = order[: plan.drawn]
        setup = self.layer.best(hand)
        more = plan.hand - (plan.drawn - setup.figures[1])
        after = order[plan.drawn + plan.under :]
        return Dealt(returned, hand, setup, after[:more])

    def _outcome(self, hand: tuple[str, ...]) -> Outcome:
        figures = self.layer.best(hand).figures
        counts = tuple(sum(test(code) for code in hand) for test in self._tests)
        return Outcome(figures, counts)
