"""`deckcheck lists`: which legality lists there are, which one is in force, what one says."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from deckcheck.cli import common, new_app

app = new_app()


@app.callback(invoke_without_command=True)
def lists(
    context: typer.Context,
    on: common.OnOption = None,
    format: common.FormatOption = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """All legality lists, and which one is in force on a date."""
    context.obj = {"on": on, "format": format, "game": game, "json": json, "plain": plain}
    context.obj["home"] = home
    if context.invoked_subcommand is not None:
        return
    from deckcheck.report.lists import head_object, heads, heads_text, list_parts

    bench = common.Bench(home, game)
    day = common.day(on)
    parts = list_parts(bench.game)
    if not parts:
        common.say([f"There are no legality lists for {bench.game.title}."], plain)
        return
    part = bench.list_part(format) if format else parts[0]
    rows = heads(bench.game, day, part)
    if json:
        for row in rows:
            common.say_json(head_object(row))
    else:
        common.say(heads_text(rows, day, part), plain)


@app.command()
def show(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="LIST", help="A list's code, a line (its newest), or a file.")
    ],
    on: common.OnOption = None,
    format: common.FormatOption = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """One list: what it bans, restricts and keeps apart, format by format."""
    from deckcheck.report.lists import list_object, list_text

    above: dict[str, Any] = context.obj
    bench = common.Bench(home or above["home"], game or above["game"])
    format = format or above["format"]
    asked = common.asked(None, name, on or above["on"])
    one = bench.chosen(asked).list
    if one is None:
        from deckcheck.errors import InputError

        raise InputError(f"No list of the line {name} was in force on {asked.on or 'that day'}.")
    own = not isinstance(asked.list, str)
    file = name if own else f"{bench.game.name}/legality/{one.code}.json"
    parts = [bench.list_part(format)] if format else list(one.formats)
    bench.pool.cards(one.codes())  # all at once, not one by one as they are named
    if json or above["json"]:
        common.say_json(list_object(one, file, bench.pool.card, parts))
    else:
        lines = list_text(one, file, bench.pool.card, parts)
        common.say(lines, plain or above["plain"])
