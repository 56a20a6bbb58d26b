"""Simulated rounds as charts. May import goldfish and below."""

from __future__ import annotations

from deckcheck.goldfish.simulate import MEASURES, Measured, Simulated
from deckcheck.report.charts import Bar, Chart

_CHARTED = ("gold", "wasted", "characters", "strength", "over")


def _words(one: Measured) -> str:
    """A mean with its interval; a dash where no game came so far."""
    return f"{one.mean:.2f} +-{one.half:.2f}" if one.games else "-"


def round_charts(result: Simulated) -> list[Chart]:
    """One chart a measure: its mean by round, with the interval beside it."""
    words = dict(MEASURES)
    return [
        Chart(
            f"{words[name].capitalize()}, mean by round",
            tuple(
                Bar(f"round {n}", row[name].mean, _words(row[name]))
                for n, row in enumerate(result.rounds, 1)
            ),
        )
        for name in _CHARTED
    ]
