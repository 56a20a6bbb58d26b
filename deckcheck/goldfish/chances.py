"""Hands with a mulligan: exact chances of every outcome, means, and cards seen by a round.

A hand is kept unless the rule sends it back; the second one is kept whatever it is. As all its
cards go back before new ones are drawn, the second hand is any hand of the deck [RR Mulligan].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, comb
from typing import NamedTuple

from deckcheck.game import Game
from deckcheck.goldfish.mulligan import KEEP_ALL, Condition, Rule, holds
from deckcheck.goldfish.plan import ECONOMY, FIGURES, Outcome, Plan, TooManyStates, plan
from deckcheck.model import Card, Deck
from deckcheck.query import compile_query

SAMPLED = 200_000
"""Hands that are drawn where a deck is too varied to be counted."""


class Hands(NamedTuple):
    """Hands of a deck: all of them counted, or so many drawn."""

    total: int
    counts: Mapping[Outcome, int]
    exact: bool = True
    """False: drawn, not counted, so that every chance has an interval."""


class Settled(NamedTuple):
    """A mulligan rule that says of every hand whether it goes back."""

    text: str
    """As written, or as it was computed."""
    returns: Callable[[Outcome], bool]


class Chances(NamedTuple):
    """The chance of each outcome of the hand that is kept, as whole numbers over one total."""

    over: int
    of: Mapping[Outcome, int]
    returned: Fraction
    """Share of first hands that go back."""
    drawn: int | None = None
    """Number of hands drawn, where they weren't all counted."""

    def chance(self, test: Callable[[Outcome], bool]) -> Fraction:
        """The chance of an outcome that passes a test."""
        return Fraction(sum(n for outcome, n in self.of.items() if test(outcome)), self.over)

    def mean(self, figure: int) -> Fraction:
        """The mean of one of FIGURES."""
        return Fraction(sum(o.figures[figure] * n for o, n in self.of.items()), self.over)

    def spread(self, *places: int) -> dict[tuple[int, ...], Fraction]:
        """Values of some figures together → their chance, in order."""
        found: dict[tuple[int, ...], int] = {}
        for outcome, number in self.of.items():
            key = tuple(outcome.figures[place] for place in places)
            found[key] = found.get(key, 0) + number
        return {key: Fraction(n, self.over) for key, n in sorted(found.items()) if n}


class Fish:
    """A deck to be goldfished. Counts are kept, so that asking again is cheap."""

    def __init__(
        self,
        deck: Deck,
        cards: Mapping[str, Card],
        game: Game,
        *,
        economy: str = ECONOMY,
        choose: Sequence[str] = (),
        seed: int = 0,
    ) -> None:
        self.deck, self.cards, self.game = deck, cards, game
        self.plan: Plan = plan(deck, cards, game, economy=economy, choose=choose)
        self.seed = seed
        """For the hands drawn where counting is given up."""
        self._hands: dict[tuple[int, tuple[str, ...]], Hands] = {}

    def test(self, query: str) -> Callable[[str], bool]:
        """A query as a test of card codes. Raises QueryError."""
        compiled = compile_query(query, self.game.fields)
        return lambda code: compiled(self.cards[code]) is True

    def hands(self, figures: int = 2, queries: tuple[str, ...] = ()) -> Hands:
        """All hands by the first figures and by how many cards match each query."""
        key = (figures, queries)
        if key not in self._hands:
            tests = [self.test(query) for query in queries]
            self._hands[key] = hands_of(self.plan, figures, tests, self.seed)
        return self._hands[key]

    def settle(self, rule: Rule) -> Settled:
        """A rule made ready: `best:` is computed from all hands.

        For the mean of a figure a hand goes back if it has less than a new hand has on average;
        for the chance of a condition, if it doesn't fulfil it.
        """
        if rule.aim == "if":
            wish = rule.wish
            assert wish is not None
            return Settled(f"not ({wish.text})", lambda outcome: not holds(wish, outcome))
        if rule.aim:
            place = FIGURES.index(rule.aim)
            hands = self.hands(max(2, place + 1))
            mean = Fraction(sum(o.figures[place] * n for o, n in hands.counts.items()), hands.total)
            return Settled(
                f"{rule.aim}<{ceil(mean)}", lambda outcome: outcome.figures[place] < mean
            )
        if rule.condition is None:
            return Settled(rule.text, lambda outcome: False)
        condition = rule.condition
        return Settled(rule.text, lambda outcome: holds(condition, outcome))

    def chances(self, rule: Rule = KEEP_ALL, figures: int = 2) -> Chances:
        """The chances of outcomes under a rule, by at least so many figures."""
        hands = self.hands(max(figures, rule.figures), rule.queries)
        return mulliganed(hands, self.settle(rule).returns)

    def holding(self, condition: Condition) -> Callable[[Outcome], bool]:
        """A condition without queries as a test of outcomes."""
        return lambda outcome: holds(condition, outcome)

    def by_card(self, rule: Rule, rounds: int) -> dict[str, list[Fraction]]:
        """Title → chance to have seen a copy by set-up's end, and by each round."""
        settled = self.settle(rule)
        all_hands = self.hands(rule.figures, rule.queries)
        back = sum(n for outcome, n in all_hands.counts.items() if settled.returns(outcome))
        tests = [self.test(query) for query in rule.queries]
        found: dict[str, list[Fraction]] = {}
        alike: dict[object, list[Fraction]] = {}
        for title in dict.fromkeys(v.title for v in self.plan.versions):
            mine = [v for v in self.plan.versions if v.title == title]
            marks = tuple(tuple(test(v.code) for test in tests) for v in mine)
            key = (tuple(v._replace(code="", title="") for v in mine), marks)
            if key not in alike:
                alike[key] = self._seen(title, settled, rule, rounds, back, all_hands)
            found[title] = alike[key]
        return found

    def _seen(
        self, title: str, settled: Settled, rule: Rule, rounds: int, back: int, everything: Hands
    ) -> list[Fraction]:
        """Counted by what isn't: hands without the title, then draws without it."""
        plan = self.plan
        versions = tuple(v for v in plan.versions if v.title != title)
        copies = plan.size - sum(v.copies for v in versions)
        if plan.size - copies < plan.drawn:
            return [Fraction(1)] * (rounds + 1)
        reduced = plan._replace(versions=versions, size=plan.size - copies)
        tests = [self.test(query) for query in rule.queries]
        hands = hands_of(reduced, rule.figures, tests, self.seed)
        rest = plan.size - plan.drawn
        chances = [Fraction(0)] * (rounds + 1)
        without = Fraction(comb(plan.size - copies, plan.drawn), comb(plan.size, plan.drawn))
        again = Fraction(back, everything.total)
        for outcome, number in hands.counts.items():
            kept = int(not settled.returns(outcome)) + again
            chance = kept * without * Fraction(number, hands.total)
            for round_number in range(rounds + 1):
                more = further(plan, outcome.figures[1], round_number)
                missed = Fraction(comb(rest - copies, more), comb(rest, more))
                chances[round_number] += chance * missed
        return [1 - chance for chance in chances]


def hands_of(plan: Plan, figures: int, tests: Sequence[Callable[[str], bool]], seed: int) -> Hands:
    """All hands counted; where a deck is too varied for that, many drawn."""
    from deckcheck.goldfish.exact import count_hands

    try:
        counts = count_hands(plan, figures, tests)
        return Hands(comb(plan.size, plan.drawn), counts)
    except TooManyStates:
        from deckcheck.goldfish.sample import Sampler

        drawn = Sampler(plan, figures, tests).hands(SAMPLED, seed)
        return Hands(SAMPLED, drawn, exact=False)


def further(plan: Plan, placed: int, rounds: int) -> int:
    """Cards seen after the hand: drawn up to a full hand, then in each draw phase.

    Never more than the deck holds, less those under an agenda [RR Setup, Draw Phase; card 09045].
    """
    wanted = plan.hand - (plan.drawn - placed) + plan.per_round * rounds
    return max(0, min(wanted, plan.size - plan.drawn - plan.under))


def mulliganed(hands: Hands, returns: Callable[[Outcome], bool]) -> Chances:
    """The chances of the hand that is kept in the end."""
    total = hands.total
    back = {outcome for outcome in hands.counts if returns(outcome)}
    gone = sum(hands.counts[outcome] for outcome in back)
    drawn = None if hands.exact else total
    if not gone:
        return Chances(total, dict(hands.counts), Fraction(0), drawn)
    of = {
        outcome: (0 if outcome in back else number * total) + gone * number
        for outcome, number in hands.counts.items()
    }
    return Chances(total * total, of, Fraction(gone, total), drawn)
