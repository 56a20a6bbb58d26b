"""Simulated rounds as charts. May import goldfish and below."""

from __future__ import annotations

from deckcheck.goldfish.simulate import MEASURES, Simulated
from deckcheck.report.charts import Bar, Chart

_CHARTED = ("gold", "wasted", "characters", "strength", "over")


def round_charts(result: Simulated) -> list[Chart]:
    """One chart a measure: its mean by round, with the interval beside it."""
    words = dict(MEASURES)
    return [
        Chart(
            f"{words[name].capitalize()}, mean by round",
            tuple(
                Bar(f"round {n}", row[name].mean, f"{row[name].mean:.2f} +-{row[name].half:.2f}")
                for n, row in enumerate(result.rounds, 1)
            ),
        )
        for name in _CHARTED
    ]
