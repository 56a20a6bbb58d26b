"""`deckcheck deck list` and `deck show`: the saved decks at a glance, and one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import NamesArgument, Room
from deckcheck.store.decks import Row

Rows = list[Row]
"""`list` is an option's name within the commands."""


def list_decks(
    tag: Annotated[
        str | None, typer.Option("--tag", "-t", metavar="TAG", help="Only decks with this tag.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Show today's verdict on each; it is never stored.")
    ] = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """List the saved decks: faction or hero, agendas, size, tags, and which are built."""
    from deckcheck.report.decks import deck_rows, row_object
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import reading

    with reading(find_home(home)) as connection:
        rows = decks.listed(connection, game, tag)
        verdicts = _verdicts(home, rows, decks.states(connection, rows)) if check else None
    if json:
        for at, row in enumerate(rows):
            shown = row_object(row)
            if verdicts is not None:
                shown["legal"] = verdicts[at]
            common.say_json(shown)
    elif rows:
        common.say(deck_rows(rows, verdicts), plain)
    else:
        what = f" with the tag {tag}" if tag else ""
        common.say([f"No deck{what} is saved (`deckcheck deck add`)."], plain)


def _verdicts(home: str | None, rows: Sequence[Row], states: Sequence[Any]) -> list[bool | None]:
    """Legal, not legal or None of each deck, by its own wishes and today's list."""
    from deckcheck.saved import draft_of

    rooms: dict[str, Room] = {}
    found = []
    for row, saved in zip(rows, states, strict=True):
        room = (
            rooms.setdefault(row.game, Room(home, row.game))
            if row.game not in rooms
            else (rooms[row.game])
        )
        draft = draft_of(saved, room.bench.desk())
        found.append(room.bench.checker.check_draft(draft).report.legal)
    return found


def show(
    names: NamesArgument,
    by: Annotated[
        str, typer.Option("--by", metavar="ORDER", help="type, or pack: the order of a binder.")
    ] = "type",
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Show saved decks as `deckcheck show @NAME` does, with tags and whether they are built."""
    from deckcheck.cli.show import show as show_decks
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import reading

    code = 0
    with reading(find_home(home)) as connection:
        rows = [decks.find(connection, name) for name in names]
    for row in rows:
        code = max(
            code,
            show_decks([f"@{row.name}"], by=by, game=row.game, json=json, plain=plain, home=home),
        )
        if not json:
            common.say(_about(row), plain)
    return code


def _about(row: Row) -> Iterator[str]:
    if row.tags:
        yield f"Tags: {', '.join(row.tags)}"
    if row.built:
        yield "Built: its copies are taken from the collection."
