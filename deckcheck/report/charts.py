"""Charts of a deck, as values and as text: cost curve, icons, strength by cost, gold by plot.

`deck_charts` gives values; `text_chart` draws one with rich's bars, `chart_page` (charts_page.py)
the same ones as a page. Every bar stands beside its number, so that no colour has to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from deckcheck.model import Card, Deck

COSTS = ("0", "1", "2", "3", "4", "5", "6", "7+", "X, -")
ICONS = ("military", "intrigue", "power")


class Bar(NamedTuple):
    """One bar."""

    label: str
    value: float
    shown: str
    """The value as it is written beside the bar."""


class Chart(NamedTuple):
    """One chart."""

    title: str
    bars: tuple[Bar, ...]
    note: str = ""


def deck_charts(deck: Deck, cards: Mapping[str, Card]) -> list[Chart]:
    """The charts of a deck."""
    counted = [(cards[code], n) for code, n in deck.cards.items() if code in cards]
    draw = [(c, n) for c, n in counted if c.type not in ("plot", "agenda", "title")]
    characters = [(c, n) for c, n in draw if c.type == "character"]
    return [
        _whole("Cost curve: cards by printed cost", _by_cost(draw)),
        _whole("Characters by printed cost", _by_cost(characters)),
        _whole(
            "Icons: characters that have it",
            {i: sum(n for c, n in characters if i in c.facts.get("icons", ())) for i in ICONS},
        ),
        _strength(characters),
        Chart(
            "Gold by plot",
            tuple(
                Bar(c.title, float(_number(c, "income")), str(c.facts.get("income")))
                for c, n in counted
                if c.type == "plot"
                for _ in range(n)
            ),
        ),
    ]


def _cost(card: Card) -> str:
    cost = card.facts.get("cost")
    if not isinstance(cost, int):
        return COSTS[-1]
    return COSTS[-2] if cost >= 7 else str(cost)


def _number(card: Card, fact: str) -> int:
    value = card.facts.get(fact)
    return value if isinstance(value, int) else 0


def _by_cost(cards: Sequence[tuple[Card, int]]) -> dict[str, int]:
    found = dict.fromkeys(COSTS, 0)
    for card, copies in cards:
        found[_cost(card)] += copies
    if not found[COSTS[-1]]:
        del found[COSTS[-1]]
    return found


def _whole(title: str, counts: Mapping[str, int]) -> Chart:
    return Chart(title, tuple(Bar(label, float(n), str(n)) for label, n in counts.items()))


def _strength(characters: Sequence[tuple[Card, int]]) -> Chart:
    bars = []
    for label in COSTS:
        rows = [(_number(c, "strength"), n) for c, n in characters if _cost(c) == label]
        copies = sum(n for _, n in rows)
        if copies:
            mean = sum(s * n for s, n in rows) / copies
            bars.append(Bar(label, mean, f"{mean:.2f}"))
    return Chart("Strength by cost: mean of the characters", tuple(bars))


def text_chart(chart: Chart, *, plain: bool, width: int = 40) -> list[str]:
    """A chart as lines: label, bar, number. `plain`: bars of ASCII signs."""
    most = max((bar.value for bar in chart.bars), default=0.0)
    label = max((len(bar.label) for bar in chart.bars), default=0)
    lines = [chart.title]
    for bar in chart.bars:
        drawn = _bar(bar.value, most, width, plain)
        lines.append(f"  {bar.label.ljust(label)}  {drawn} {bar.shown}".rstrip())
    return lines


def _bar(value: float, most: float, width: int, plain: bool) -> str:
    if most <= 0 or value <= 0:
        return ""
    if plain:
        return "#" * max(1, round(value / most * width))
    from io import StringIO

    from rich.bar import Bar as Drawn
    from rich.console import Console

    into = StringIO()
    console = Console(file=into, width=width, color_system=None, legacy_windows=False)
    console.print(Drawn(most, 0, value, width=width), end="")
    return into.getvalue().strip()
