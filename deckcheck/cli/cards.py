"""`deckcheck cards`: search the cards by the query language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common, new_app

if TYPE_CHECKING:
    from deckcheck.report.cards import Found

app = new_app()


# A term may begin with a dash (`-loyal`): what is no option here is part of the query.
@app.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
def cards(
    query: Annotated[
        list[str], typer.Argument(metavar="QUERY…", help="Terms that must all hold; see below.")
    ],
    count: Annotated[bool, typer.Option("--count", help="Only how many there are.")] = False,
    format: Annotated[
        str | None, typer.Option("--format", metavar="NAME", help="What list: goes by (joust).")
    ] = None,
    list: Annotated[
        str | None, typer.Option("--list", metavar="LIST", help="The list that list: means.")
    ] = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Find cards by a query.

    Such as: type:character trait:maester -loyal cost<=3 faction:stark|neutral "old bear".

    Fields: title type faction trait pack cycle cost strength income initiative claim reserve
    copies limit loyal unique icon keyword released list (banned, restricted, pod, free), or
    ThronesDB's letters for them. Other words must occur in the title.
    """
    from deckcheck.report.cards import Standing, card_object, mistyped, search, search_binding

    bench = common.Bench(home, game)
    chosen = bench.chosen(common.asked(format, list, on))
    compiler = bench.checker.judge(chosen).compiler
    binding = search_binding(compiler.binding, bench.pool)
    text = " ".join(query)
    found = search(text, bench.game, bench.pool, binding)
    if count:
        number = len(found.cards)
        common.say_json({"count": number} if json else number)
    elif json:
        standing = Standing(bench.checker, chosen)
        for card in found.cards:
            common.say_json(card_object(card, standing))
    else:
        hints = mistyped(text, bench.game, bench.pool, binding) if not found.cards else []
        common.say(_lines(found, bench, hints), plain)


def _lines(found: Found, bench: common.Bench, hints: Iterable[str]) -> Iterator[str]:
    from deckcheck.report.cards import table

    yield from table(found.cards, bench.game)
    number = len(found.cards)
    yield f"{number or 'No'} card{'' if number == 1 else 's'} found."
    yield from hints
    if found.unsure:
        yield f"{len(found.unsure)} more may fit: the data don't say."
        yield from table(found.unsure, bench.game)
