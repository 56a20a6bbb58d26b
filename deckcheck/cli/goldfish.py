"""`deckcheck goldfish`: what a deck's opening hands do, counted exactly."""

from __future__ import annotations

from math import comb
from typing import Annotated, Any

import typer

from deckcheck.cli import common, fishing
from deckcheck.goldfish.plan import ECONOMY
from deckcheck.goldfish.summary import POOR, Summary

MOST_ROUNDS = 20


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
        shown = [summary(fish, rule, poorly) for rule in rules]
        seen = fish.by_card(rules[-1], rounds) if rounds else {}
        changed = _swapped(bench, fished, swap, economy, choose) if swap else None
        after = summary(changed[0], rules[-1], poorly) if changed else None
        changes = changed[1] if changed else ()
        if json:
            common.say_json(_object(fished, shown, seen, after))
        else:
            common.say(
                _lines(fished, shown, seen, after, changes, (poor, economy, charts), plain), plain
            )
        if html:
            from deckcheck.report.charts import deck_charts
            from deckcheck.report.charts_page import chart_page

            told = _lines(fished, shown, seen, after, changes, (poor, economy, False), plain)
            fishing.write_page(
                html, chart_page(fished.name, deck_charts(fish.deck, fish.cards), told)
            )


def _swapped(
    bench: common.Bench,
    fished: fishing.Fished,
    swap: str,
    economy: str,
    choose: list[str] | None,
) -> Any:
    from deckcheck.goldfish.chances import Fish
    from deckcheck.goldfish.swap import parse_swap, swapped

    changes = parse_swap(swap, fished.fish.deck, bench.pool)
    deck = swapped(fished.fish.deck, changes)
    cards = bench.pool.cards((*deck.cards, *deck.agendas))
    return Fish(deck, cards, bench.game, economy=economy, choose=choose or ()), changes


def _lines(
    fished: fishing.Fished,
    shown: list[Summary],
    seen: Any,
    after: Summary | None,
    changes: Any,
    options: tuple[str, str, bool],
    plain: bool,
) -> list[str]:
    from deckcheck.report import fishing as words
    from deckcheck.report.hands import heading

    poor, economy, charts = options
    plan = fished.fish.plan
    lines = [*heading(fished.fish, fished.name)]
    lines.append(words.how_counted(shown, comb(plan.size, plan.drawn)))
    lines += words.summaries(shown, poor, economy)
    for number, one in enumerate(shown):
        lines += words.spread(one, f"({number})" if number else "keep all")
    if seen:
        after_rule = f", after the mulligan ({len(shown) - 1})" if len(shown) > 1 else ""
        first, *rest = words.seen(fished.fish, seen)
        lines += [first + after_rule, *rest]
    if after is not None:
        lines += words.difference(shown[-1], after, changes)
    if charts:
        from deckcheck.report.charts import deck_charts, text_chart

        for chart in deck_charts(fished.fish.deck, fished.fish.cards):
            lines += text_chart(chart, plain=plain)
    return lines


def _object(
    fished: fishing.Fished, shown: list[Summary], seen: Any, after: Summary | None
) -> dict[str, Any]:
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

    plan = fished.fish.plan
    found: dict[str, Any] = {
        "file": fished.file,
        "deck": fished.fish.deck.name,
        "size": plan.size,
        "hands": comb(plan.size, plan.drawn),
        "rules": [one(summary) for summary in shown],
        "seen": {title: [exact(chance) for chance in row] for title, row in seen.items()},
    }
    if after is not None:
        found["swapped"] = one(after)
    return found
