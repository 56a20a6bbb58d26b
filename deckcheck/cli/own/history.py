"""`deckcheck own log`, `own undo` and `own settle`: what was done, and the way back."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import Room, now
from deckcheck.errors import InputError
from deckcheck.ledger import recoded
from deckcheck.number import many
from deckcheck.registry import unknown_name


def log(
    most: Annotated[
        int | None, typer.Option("--most", "-n", metavar="N", help="Only the newest N.")
    ] = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Show the changes of the collection, the newest first; - = undone."""
    from deckcheck.store import collection

    room = Room(home, game)
    with room.reading() as connection:
        found = collection.log(connection, room.game, most)
    for one in found:
        if json:
            common.say_json(one._asdict())
        else:
            rows = many(one.rows, "row")
            mark = "-" if one.undone else " "
            common.say([f"{mark} {one.id:>4}  {one.at} {one.what} ({rows})"], plain)


def undo(
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Take back the last change of the collection; again goes on to the one before."""
    from deckcheck.store import collection

    room = Room(home, game)
    with room.writing() as connection:
        done = collection.undo(connection, room.game)
    if json:
        common.say_json(done._asdict())
    else:
        common.say([f"Undone: {done.what} ({many(done.rows, 'row')})."], plain)


def settle(
    by: Annotated[
        str, typer.Option("--by", metavar="WHAT", help="What a row means: title, or code.")
    ],
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Decide rows whose code an update gave to another card: by their title and pack, or code.

    `own list` says if there are any. Rows by title move to the code that the title has now.
    """
    from deckcheck.store import collection

    if by not in ("title", "code"):
        raise unknown_name("way to settle", by, ["title", "code"])
    room = Room(home, game)
    with room.writing() as connection:
        _, titles = collection.with_titles(connection, room.game)
        odd = collection.strange_rows(titles, room.catalogue)
        codes = {}
        for row in odd:
            if by == "code" and room.catalogue.item(row.printing) is None:
                raise InputError(
                    f"No card has the code {row.printing}, which {row.title} ({row.pack}) was "
                    "written down with, so it can't be settled by code; nothing was changed."
                )
            item = room.catalogue.called(row.title, row.pack) if by == "title" else None
            codes[row.printing] = item.code if item else row.printing
        collection.change(
            *(connection, room.catalogue, room.game, now(), f"settle by {by}"),
            lambda there: recoded(there, codes),
            reprint=True,
        )
    if json:
        common.say_json({"settled": codes})
    else:
        common.say([f"Settled {many(len(codes), 'printing')} by {by}."], plain)
