"""`deckcheck explain`: what a word of a report means, row by row."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.cli import common


def explain(
    word: Annotated[
        list[str], typer.Argument(metavar="WORD", help="A finding's code, a row's id, an agenda.")
    ],
    every: Annotated[bool, typer.Option("--all", help="All cards that a row touches.")] = False,
    format: common.FormatOption = None,
    list: common.ListOption = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Explain a finding's code, a row's id, or an agenda (title or code): row, source, cards."""
    from deckcheck.report.explain import Explainer
    from deckcheck.report.explained import explained_object, render
    from deckcheck.setting import setting

    bench = common.Bench(home, game)
    asked = common.asked(format, list, on)
    chosen = setting(bench.game, asked, common.today())
    others = [bench.game.list(one.code) for one in bench.game.list_index]
    first = [chosen.list] if chosen.list else []
    lists = [*first, *(one for one in others if not first or one.code != first[0].code)]
    explainer = Explainer(bench.game, bench.pool, lists, chosen.on, chosen.format)
    name = bench.speaker().name
    for number, found in enumerate(explainer.explain(" ".join(word))):
        if json:
            common.say_json(explained_object(found, bench.game, name, every=every))
            continue
        if number:
            typer.echo()
        common.say(render(found, bench.game, name, every=every), plain)
