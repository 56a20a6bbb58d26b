"""What is said of a deck's set-up: means, spreads and chances, under a mulligan rule."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from deckcheck.goldfish.chances import Fish
from deckcheck.goldfish.mulligan import Rule, condition_of
from deckcheck.goldfish.plan import FIGURES
from deckcheck.query import Field

POOR = "cards<3 or characters<1"
"""What a poor set-up is unless asked otherwise."""


class Summary(NamedTuple):
    """One deck under one mulligan rule. Every number is exact unless `drawn` is given."""

    rule: str
    """The rule as it was computed."""
    returned: Fraction
    """Share of first hands that go back."""
    means: Mapping[str, Fraction]
    """Of each of FIGURES."""
    spread: Mapping[tuple[int, int], Fraction]
    """(gold placed, cards placed) → chance."""
    strong: Fraction
    """The set-up holds a character of cost 4 or more."""
    economy: Fraction
    """The set-up holds an economy card."""
    poor: Fraction
    """The set-up is poor."""
    drawn: int | None
    """Hands drawn, where they couldn't all be counted."""

    def numbers(self) -> dict[str, Fraction]:
        """Every single figure, by name: what a swap changes."""
        means = {f"mean {name}": value for name, value in self.means.items()}
        shares = {
            "hands that go back": self.returned,
            "poor set-up": self.poor,
            "character of cost 4 or more": self.strong,
            "economy card": self.economy,
        }
        gold = {f"gold {g}": Fraction(0) for g, _ in self.spread}
        cards = {f"cards {c}": Fraction(0) for _, c in sorted(self.spread, key=lambda key: key[1])}
        for (g, c), chance in self.spread.items():
            gold[f"gold {g}"] += chance
            cards[f"cards {c}"] += chance
        return {**means, **shares, **gold, **cards}


def is_mean(name: str) -> bool:
    """Whether a figure of `Summary.numbers` is a mean (not a chance)."""
    return name.startswith("mean ")


def summary(fish: Fish, rule: Rule, poor: Rule) -> Summary:
    """A deck under a rule. `poor`: when a set-up counts as poor (a condition without queries)."""
    chances = fish.chances(rule, len(FIGURES))
    place = {name: number for number, name in enumerate(FIGURES)}
    condition = poor.condition
    spread = chances.spread(place["gold"], place["cards"])
    return Summary(
        rule=fish.settle(rule).text,
        returned=chances.returned,
        means={name: chances.mean(number) for name, number in place.items()},
        spread={(gold, cards): chance for (gold, cards), chance in spread.items()},
        strong=chances.chance(lambda o: o.figures[place["strong"]] > 0),
        economy=chances.chance(lambda o: o.figures[place["economy"]] > 0),
        poor=chances.chance(fish.holding(condition)) if condition else Fraction(0),
        drawn=chances.drawn,
    )


def poor_rule(text: str, fields: Mapping[str, Field]) -> Rule:
    """What a poor set-up is, as written. Raises QueryError; queries of the hand aren't allowed."""
    from deckcheck.errors import QueryError

    rule = condition_of(text, fields)
    if rule.queries:
        raise QueryError("A poor set-up is told by figures, not by queries.", text, 0)
    return rule
