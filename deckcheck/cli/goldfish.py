"""`deckcheck goldfish`: what a deck's opening hands do, counted exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from deckcheck.cli import common, fishing
from deckcheck.errors import InputError
from deckcheck.goldfish.chances import Fish
from deckcheck.goldfish.plan import ECONOMY
from deckcheck.goldfish.summary import POOR, Summary

if TYPE_CHECKING:
    from deckcheck.goldfish.swap import Change

MOST_ROUNDS = 20


class Shown(NamedTuple):
    """What is said of one deck."""

    fished: fishing.Fished
    summaries: list[Summary]
    """Keeping all, then one a rule."""
    seen: Mapping[str, Sequence[Fraction]]
    """Title → chance to have seen a copy, by round, under the last rule."""
    changes: tuple[Change, ...]
    after: Summary | None
    """The last rule with the swapped deck."""
    remarks: tuple[str, ...]
    """What else the swap changes: the deck's size, whether it is legal."""
    poor: str
    economy: str


def goldfish(
    decks: common.DecksArgument,
    mulligan: fishing.MulliganOption = None,
    swap: Annotated[
        str | None, typer.Option("--swap", metavar="CHANGE", help="'-1 Title +1 Title'.")
    ] = None,
    by: Annotated[
        int, typer.Option("--by", metavar="ROUND", help="Cards seen by this round, 0 for none.")
    ] = 3,
    economy: fishing.EconomyOption = ECONOMY,
    poor: Annotated[
        str, typer.Option("--poor", metavar="RULE", help="When a set-up is poor.")
    ] = POOR,
    charts: Annotated[bool, typer.Option("--charts", help="Draw the deck's charts.")] = False,
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
    """Gold and cards placed in set-up over all hands, and the chance to see each card.

    A mulligan RULE compares gold, cards, characters, economy, strong, limited or [query] (how many
    cards of the hand match) with numbers, joined by and/or; best:gold, best:cards or
    best:CONDITION computes the best rule for that aim. --mulligan can be given again.
    """
    from deckcheck.goldfish.summary import poor_rule, summary

    page = fishing.Page(html, force)
    bench = common.Bench(home, game)
    rules = fishing.rules(bench, mulligan)
    poorly = poor_rule(poor, bench.game.fields)
    rounds = fishing.at_least(by, "--by", MOST_ROUNDS) if by else 0
    for fished in fishing.fish_all(bench, decks, codec, economy=economy, choose=choose, on=on):
        fish = fished.fish
        for rule in rules:
            for query in rule.queries:
                if not any(fish.test(query)(v.code) for v in fish.plan.versions):
                    fishing.note_no_match(fished, query)
        summaries = [summary(fish, rule, poorly) for rule in rules]
        seen = fish.by_card(rules[-1], rounds) if rounds else {}
        changes, other, remarks = _swapped(bench, fished, swap, economy, choose)
        after = summary(other, rules[-1], poorly) if other else None
        shown = Shown(fished, summaries, seen, changes, after, remarks, poor, economy)
        if json:
            common.say_json(_object(shown))
        else:
            common.say([*_lines(shown), *(_charts(fished, plain) if charts else ())], plain)
        if page.path is not None:
            page.write(_page(shown))


def _swapped(
    bench: common.Bench,
    fished: fishing.Fished,
    swap: str | None,
    economy: str,
    choose: list[str] | None,
) -> tuple[tuple[Change, ...], Fish | None, tuple[str, ...]]:
    """The changes, the deck after them, and what is to be said of it; None without a swap."""
    if swap is None:
        return (), None, ()
    from deckcheck.goldfish.swap import parse_swap, swapped

    changes = parse_swap(swap, fished.fish.deck, bench.pool, bench.game)
    deck = swapped(fished.fish.deck, changes)
    cards = bench.pool.cards((*deck.cards, *deck.agendas))
    other = Fish(deck, cards, bench.game, economy=economy, choose=choose or ())
    if not other.plan.size:
        raise InputError("After this swap there are no cards left to draw.")
    remarks = []
    before, after = fished.fish.plan.size, other.plan.size
    if before != after:
        remarks.append(f"The deck has {after} cards to draw from after this swap, {before} before.")
    if fished.report.legal is True:
        legal = bench.checker.judge(fished.setting).report(deck).legal
        if legal is not True:
            said = "is not legal" if legal is False else "may not be legal"
            remarks.append(f"The deck {said} after this swap, and was legal before.")
    return changes, other, tuple(remarks)


def _lines(shown: Shown) -> list[str]:
    from deckcheck.report import fishing as words
    from deckcheck.report.hands import heading

    fish, several = shown.fished.fish, len(shown.summaries) > 1
    lines = [*heading(fish, shown.fished.name)]
    lines.append(words.how_counted(shown.summaries, comb(fish.plan.size, fish.plan.drawn)))
    lines += words.summaries(shown.summaries, shown.poor, shown.economy)
    for number, one in enumerate(shown.summaries):
        lines += words.spread(one, f"({number})" if number else "keep all")
    if shown.seen:
        first, *rest = words.seen(fish, shown.seen)
        after = f", after the mulligan ({len(shown.summaries) - 1})" if several else ""
        lines += [first + after, *rest]
    if shown.after is not None:
        lines += words.difference(shown.summaries[-1], shown.after, shown.changes, shown.remarks)
    return lines


def _charts(fished: fishing.Fished, plain: bool) -> list[str]:
    from deckcheck.report.charts import deck_charts, text_chart

    charts = deck_charts(fished.fish.deck, fished.fish.cards)
    return [line for chart in charts for line in text_chart(chart, plain=plain)]


def _page(shown: Shown) -> str:
    from deckcheck.report.charts import deck_charts
    from deckcheck.report.charts_page import chart_page

    fish = shown.fished.fish
    charts = deck_charts(fish.deck, fish.cards)
    return chart_page(shown.fished.name, charts, _lines(shown))


def _object(shown: Shown) -> dict[str, Any]:
    from deckcheck.report.hands import left_out_object
    from deckcheck.report.odds_words import exact

    def one(summary: Summary) -> dict[str, Any]:
        return {
            "rule": summary.rule,
            "exact": summary.drawn is None,
            "drawn": summary.drawn,
            "figures": {name: exact(value) for name, value in summary.numbers().items()},
            "spread": [
                {"gold": gold, "cards": cards, **exact(chance)}
                for (gold, cards), chance in summary.spread.items()
            ],
        }

    plan = shown.fished.fish.plan
    found: dict[str, Any] = {
        "file": shown.fished.file,
        "deck": shown.fished.fish.deck.name,
        "size": plan.size,
        "left_out": left_out_object(shown.fished.fish),
        "hands": comb(plan.size, plan.drawn),
        "rules": [one(summary) for summary in shown.summaries],
        "seen": {title: [exact(chance) for chance in row] for title, row in shown.seen.items()},
    }
    if shown.after is not None:
        found["swapped"] = {**one(shown.after), "remarks": list(shown.remarks)}
    return found
