"""`deckcheck deck build` and `deck unbuild`: sleeving decks from the collection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import NamesArgument, Room, now
from deckcheck.errors import InputError
from deckcheck.shelf import Missing, Shelf

if TYPE_CHECKING:
    from deckcheck.store.userdata import Connection


def build(
    names: NamesArgument,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Though copies are missing (proxies stand for them).")
    ] = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Take the copies for saved decks from the collection; all of these decks, or none.

    Copies that already sit in built decks stay there as far as possible: what has to be carried
    from one to another is said. With copies missing nothing is built, unless --anyway.
    """
    from deckcheck.report.shelf import missing_words, move_lines, move_object
    from deckcheck.store.shelving import write_places
    from deckcheck.swaps import moves

    room, rows = _decks(names, home)
    with room.writing() as connection:
        _change(connection, rows, True, "built")
        before = write_places(connection, room.catalogue, room.game)
        lacking = _lacking(before, set(rows))
        if lacking and not anyway:
            raise InputError("\n".join(_refusal(room, lacking)))
        from deckcheck.store import decks

        carried = moves(before.placed, decks.placed(connection, room.game))
    carried = [move for move in carried if move.source is not None]
    if json:
        common.say_json(
            {
                "built": rows,
                "moves": [move_object(move) for move in carried],
                "missing": sum(one.missing for one in lacking),
            }
        )
        return
    common.say((f"Built @{name}." for name in rows), plain)
    common.say(move_lines(carried, room.catalogue), plain)
    for one in lacking:
        common.say([f"@{one.decks[0]}: {missing_words(one)} (`own missing` names them)."], plain)


def unbuild(
    names: NamesArgument,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Put the copies of built decks back into the collection."""
    from deckcheck.store.shelving import write_places

    room, rows = _decks(names, home)
    with room.writing() as connection:
        _change(connection, rows, False, "taken apart")
        write_places(connection, room.catalogue, room.game)
    if json:
        common.say_json({"unbuilt": rows})
    else:
        common.say((f"Took @{name} apart." for name in rows), plain)


def _decks(names: Sequence[str], home: str | None) -> tuple[Room, list[str]]:
    """The room of the decks' game, and their names. Raises InputError for several games."""
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import reading

    with reading(find_home(home)) as connection:
        rows = [decks.find(connection, name) for name in names]
    games = {row.game for row in rows}
    if len(games) > 1:
        raise InputError("These decks are of several games; build them game by game.")
    return Room(home, rows[0].game), list(dict.fromkeys(row.name for row in rows))


def _change(connection: Connection, names: Sequence[str], built: bool, what: str) -> None:
    from deckcheck.store import decks

    for name in names:
        row = decks.find(connection, name)
        if row.built is built:
            state = "built already" if built else "not built"
            raise InputError(f"@{row.name} is {state}.")
        saved = decks.load(connection, row)._replace(built=built)
        decks.change(connection, row, saved, now(), what)


def _lacking(shelf: Shelf, wanted: set[str]) -> list[Missing]:
    """What each of the wanted decks lacks when all built decks have what they can have."""
    from deckcheck.shelf import missing_in_place

    return [one for one in missing_in_place(shelf) if one.decks[0] in wanted and not one.buildable]


def _refusal(room: Room, lacking: Sequence[Missing]) -> Iterator[str]:
    from deckcheck.report.shelf import lack_lines, missing_words

    for one in lacking:
        yield f"@{one.decks[0]} can't be built: {missing_words(one)} (--anyway builds it without)."
        yield from lack_lines(one, room.catalogue, most=10)
