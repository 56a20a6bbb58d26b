"""`deckcheck odds`: the chance to have what one wishes for by a round, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import common, fishing

if TYPE_CHECKING:
    from deckcheck.goldfish.odds import Odds, Wish

MOST_ROUNDS = 20


def odds(
    decks: common.DecksArgument,
    want: Annotated[
        list[str], typer.Option("--want", metavar="WISH", help="A query, then >=2 for two.")
    ],
    by: Annotated[int, typer.Option("--by", metavar="ROUND", help="The last round shown.")] = 1,
    mulligan: fishing.MulliganOption = None,
    choose: fishing.ChooseOption = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    codec: common.FromOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """The chance that all wishes are met together by the end of set-up and by each round.

    Seen are the opening hand, what is drawn up to seven after set-up at its best, and two cards
    each round. A wish is a query ('type:location limited'), with a number: '[cost>=6]>=2' or
    'hodor >=1'.
    """
    from deckcheck.goldfish.odds import odds as odds_of
    from deckcheck.goldfish.odds import parse_wish

    bench = common.Bench(home, game)
    rules = fishing.rules(bench, mulligan)
    wishes = [parse_wish(text) for text in want]
    rounds = fishing.at_least(by, "--by", MOST_ROUNDS) if by else 0
    for fished in fishing.fish_all(bench, decks, codec, choose=choose, on=on):
        shown = [odds_of(fished.fish, wishes, rounds, rule) for rule in rules]
        for wish, matching in zip(wishes, shown[0].matching, strict=True):
            if not matching:
                fishing.note_no_match(fished, wish.query)
        if json:
            common.say_json(_object(fished, wishes, shown))
        else:
            from deckcheck.report.fishing import odds_lines
            from deckcheck.report.hands import heading

            common.say([*heading(fished.fish, fished.name), *odds_lines(wishes, shown)], plain)


def _object(fished: fishing.Fished, wishes: list[Wish], shown: list[Odds]) -> dict[str, Any]:
    from deckcheck.report.hands import left_out_object
    from deckcheck.report.odds_words import exact

    return {
        "file": fished.file,
        "deck": fished.fish.deck.name,
        "left_out": left_out_object(fished.fish),
        "wishes": [
            {"query": wish.query, "number": wish.number, "matching": matching}
            for wish, matching in zip(wishes, shown[0].matching, strict=True)
        ],
        "rules": [
            {
                "rule": one.rule,
                "exact": one.exact,
                "by_round": [exact(chance) for chance in one.by_round],
            }
            for one in shown
        ],
    }
