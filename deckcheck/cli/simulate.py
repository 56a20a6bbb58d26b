"""`deckcheck simulate`: solitaire games by a plain policy, many times."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import common, fishing

if TYPE_CHECKING:
    from deckcheck.goldfish.simulate import Measured, Simulated

MOST_ROUNDS = 20
MOST_GAMES = 1_000_000
Exact = Mapping[str, Fraction] | None
"""Means of set-up that are known exactly; None where hands had to be drawn."""


def simulate(
    decks: common.DecksArgument,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="Rounds of a game.")] = 3,
    games: Annotated[int, typer.Option("--games", metavar="G", help="How many games.")] = 1000,
    seed: fishing.SeedOption = None,
    plots: Annotated[
        str,
        typer.Option("--plots", metavar="ORDER", help="given (as listed) or gold (most first)."),
    ] = "given",
    mulligan: fishing.MulliganOption = None,
    html: fishing.HtmlOption = None,
    force: fishing.ForceOption = False,
    choose: fishing.ChooseOption = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    codec: common.FromOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Play set-up and rounds alone at the table: gold, cards, characters, strength by round.

    Policy: the best set-up; plots in the given order; marshaling economy cards first, then
    characters, locations and attachments, dearest first; no challenges; at taxation the dearest
    cards go. Texts aren't played.
    """
    from deckcheck.errors import InputError
    from deckcheck.goldfish.simulate import PLOT_ORDERS
    from deckcheck.goldfish.simulate import simulate as play

    page = fishing.Page(html, force)
    bench = common.Bench(home, game)
    if plots not in PLOT_ORDERS:
        raise InputError(f"--plots is {' or '.join(PLOT_ORDERS)}, not {plots!r}.")
    count = fishing.at_least(games, "--games", MOST_GAMES)
    last = fishing.at_least(rounds, "--rounds", MOST_ROUNDS)
    start = fishing.seed_or_any(seed)
    rule = fishing.rules(bench, mulligan)[-1]
    for fished in fishing.fish_all(bench, decks, codec, choose=choose, seed=start, on=on):
        result = play(fished.fish, last, count, start, rule, plots)
        chances = fished.fish.chances(rule)
        exact = {"gold": chances.mean(0), "cards": chances.mean(1)} if not chances.drawn else None
        if json:
            common.say_json(_object(fished, start, result, exact))
        lines = _lines(fished, start, result, exact, rule.text, plain)
        if not json:
            common.say(lines, plain)
        if page.path is not None:
            from deckcheck.report.charts_page import chart_page
            from deckcheck.report.simulated import round_charts

            page.write(chart_page(fished.name, round_charts(result), lines))


def _lines(
    fished: fishing.Fished, seed: int, result: Simulated, exact: Exact, rule: str, plain: bool
) -> list[str]:
    from deckcheck.report.charts import text_chart
    from deckcheck.report.fishing import simulated
    from deckcheck.report.hands import heading
    from deckcheck.report.simulated import round_charts

    lines = [*heading(fished.fish, fished.name)]
    lines.append(f"  {result.games:,} games, seed {seed}, mulligan: {rule}")
    lines += simulated(result, exact)
    for chart in round_charts(result):
        lines += text_chart(chart, plain=plain)
    return lines


def _object(fished: fishing.Fished, seed: int, result: Simulated, exact: Exact) -> dict[str, Any]:
    from deckcheck.report.hands import left_out_object
    from deckcheck.report.odds_words import exact as as_exact

    def one(measured: Measured) -> dict[str, Any]:
        any_game = measured.games > 0
        return {
            "mean": measured.mean if any_game else None,
            "half_interval": measured.half if any_game else None,
            "quartiles": list(measured.quartiles) if any_game else None,
            "games": measured.games,
        }

    return {
        "file": fished.file,
        "deck": fished.fish.deck.name,
        "left_out": left_out_object(fished.fish),
        "games": result.games,
        "seed": seed,
        "returned": result.returned,
        "gold": one(result.gold),
        "cards": one(result.cards),
        "exact": {name: as_exact(value) for name, value in (exact or {}).items()},
        "rounds": [
            {name: one(value) for name, value in measures.items()} for measures in result.rounds
        ],
    }
