"""`deckcheck draw`: sample hands, laid out as a player would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import common, fishing

if TYPE_CHECKING:
    from deckcheck.goldfish.dealer import Dealt

MOST_HANDS = 10_000


def draw(
    decks: common.DecksArgument,
    hands: Annotated[int, typer.Option("--hands", metavar="N", help="How many hands.")] = 1,
    seed: fishing.SeedOption = None,
    setup: Annotated[
        bool, typer.Option("--setup", help="Set each up at its best, and draw up to seven.")
    ] = False,
    mulligan: fishing.MulliganOption = None,
    choose: fishing.ChooseOption = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    codec: common.FromOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Draw opening hands. With --setup each is laid out at its best: most gold, then most cards.

    With --mulligan a hand that the rule sends back is shown, and the one drawn instead.
    """
    bench = common.Bench(home, game)
    number = fishing.at_least(hands, "--hands", MOST_HANDS)
    start = fishing.seed_or_any(seed)
    rule = fishing.rules(bench, mulligan)[-1]
    for fished in fishing.fish_all(bench, decks, codec, choose=choose, seed=start, on=on):
        from deckcheck.goldfish.dealer import Dealer
        from deckcheck.report.hands import hand, heading

        dealer = Dealer(fished.fish, rule)
        if not json:
            common.say([*heading(fished.fish, fished.name), f"  seed {start}"], plain)
        for count in range(number):
            dealt = dealer.deal(start + count)
            if json:
                common.say_json(_object(fished, start + count, dealt))
                continue
            common.say([f"Hand {count + 1}"], plain)
            if dealt.returned:
                titles = ", ".join(fished.fish.cards[code].title for code in dealt.returned)
                common.say([f"  goes back: {titles}"], plain)
            shown = dealt.setup if setup else None
            common.say(hand(fished.fish, dealt.hand, shown, dealt.drawn), plain)


def _object(fished: fishing.Fished, seed: int, dealt: Dealt) -> dict[str, Any]:
    from deckcheck.report.hands import left_out_object

    setup = dealt.setup
    return {
        "file": fished.file,
        "seed": seed,
        "left_out": left_out_object(fished.fish),
        "returned": list(dealt.returned),
        "hand": list(dealt.hand),
        "placed": list(setup.placed),
        "duplicates": list(setup.duplicates),
        "shadows": list(setup.shadows),
        "gold": setup.figures[0],
        "cards": setup.figures[1],
        "drawn": list(dealt.drawn),
    }
