"""`deckcheck explain`: what a word of a report means, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.setting import Asked

if TYPE_CHECKING:
    from deckcheck.report.explain import Explained, Explainer


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
    """Explain a finding, a row of rules or an agenda.

    WORD is a finding's code, a row's id, an agenda's title or code, or a list's row; shown are the
    row, its source and the cards it touches.
    """
    from deckcheck.report.explained import explained_object, render

    bench, meanings = _meanings(home, game, " ".join(word), common.asked(format, list, on))
    name = bench.speaker().name
    for number, found in enumerate(meanings):
        if json:
            common.say_json(explained_object(found, bench.game, name, every=every))
            continue
        if number:
            typer.echo()
        common.say(render(found, bench.game, name, every=every), plain)


def _meanings(
    home: str | None, game: str | None, word: str, asked: Asked
) -> tuple[common.Bench, Sequence[Explained]]:
    """The word's meanings in the game; where none is named, in the first game that knows it."""
    from deckcheck.errors import UnknownName

    bench = common.Bench(home, game)
    try:
        return bench, _explainer(bench, asked).explain(word)
    except UnknownName:
        others = [] if game else [name for name in bench.store.games if name != bench.game.name]
        for other in others:
            there = common.Bench(home, other)
            try:
                return there, _explainer(there, Asked(on=asked.on)).explain(word)
            except UnknownName:
                continue
        raise


def _explainer(bench: common.Bench, asked: Asked) -> Explainer:
    """Explains words by the list that is asked for, and knows the rows of all others."""
    from deckcheck.report.explain import Explainer

    chosen = bench.chosen(asked)
    first = [chosen.list] if chosen.list else []
    others = [one.code for one in bench.game.list_index if not first or one.code != first[0].code]
    lists = [*first, *(bench.game.list(code) for code in others)]
    return Explainer(bench.game, bench.pool, lists, chosen.on, chosen.format)
