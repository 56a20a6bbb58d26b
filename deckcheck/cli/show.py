"""`deckcheck show`: a deck in order, its totals, and what counts towards which limit."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.decks import judge_all
from deckcheck.errors import EXIT_LEGAL, EXIT_USAGE


def show(
    decks: common.DecksArgument,
    by: Annotated[
        str, typer.Option("--by", metavar="ORDER", help="type, or pack: the order of a binder.")
    ] = "type",
    format: common.FormatOption = None,
    list: common.ListOption = None,
    on: common.OnOption = None,
    no_list: common.NoListOption = False,
    game: common.GameOption = None,
    codec: common.FromOption = None,
    strict: common.StrictOption = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Show decks in order, with totals and what counts.

    Exit code: 0, or 2 if a deck can't be read. Whether a deck is legal is for `check` to say.
    """
    from deckcheck.report.deck import deck_object, packed, render, sheet

    if by not in ("type", "pack"):
        from deckcheck.registry import unknown_name

        raise unknown_name("order", by, ["type", "pack"])
    bench = common.Bench(home, game)
    asked = common.asked(format, list, on, no_list)
    code = EXIT_LEGAL
    for number, judged in enumerate(judge_all(bench, decks, asked, codec=codec, strict=strict)):
        if judged.checked is None:
            common.say_error(judged.error)
            code = EXIT_USAGE
            continue
        deck, report, setting = judged.checked
        counts = bench.checker.judge(setting).counts(deck)
        shown = sheet(deck, report, judged.file, bench.game, bench.pool, counts)
        shown = packed(shown, bench.pool) if by == "pack" else shown
        if json:
            common.say_json(deck_object(shown, bench.speaker(setting)))
            continue
        if number:
            typer.echo()
        common.say(render(shown, bench.speaker(setting), pulling=by == "pack"), plain)
    return code
