"""`deckcheck deck rm`, `deck log` and `deck undo`: removing, and the way back."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import NamesArgument, Room, YesOption, agreed, joined, now

_OptionalName = Annotated[
    str | None, typer.Argument(metavar="NAME", help="A saved deck; without one, all of them.")
]


def remove(
    names: NamesArgument,
    yes: YesOption = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Remove saved decks; `deck undo NAME` brings one back."""
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import reading, writing

    place = find_home(home)
    with reading(place) as connection:
        found = [decks.find(connection, name).name for name in names]
    shown = joined([f"@{name}" for name in found])
    if not agreed(f"Remove {shown}?", yes):
        return 1
    with writing(place) as connection:
        for name in dict.fromkeys(map(decks.deck_name, names)):
            row = decks.find(connection, name)
            saved = decks.load(connection, row)._replace(live=False, built=False)
            decks.change(connection, row, saved, now(), "removed")
    if json:
        common.say_json({"removed": found})
    else:
        common.say([f"Removed {shown} (`deckcheck deck undo NAME` brings it back)."], plain)
    return 0


def log(
    name: _OptionalName = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Show the changes of a saved deck (or of all), the newest first; * = as it is now."""
    from deckcheck.report.decks import log_lines, revision_object
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import reading

    with reading(find_home(home)) as connection:
        found = decks.log(connection, name)
    if json:
        for one in found:
            common.say_json(revision_object(one))
    else:
        common.say(log_lines(found, named=name is None), plain)


def undo(
    name: _OptionalName = None,
    to: Annotated[
        int | None,
        typer.Option("--to", metavar="N", help="Go to revision N of the log, back or forth."),
    ] = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Take back the last change of a saved deck (of any deck, without a name); again goes on."""
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.shelving import write_places
    from deckcheck.store.userdata import writing

    with writing(find_home(home)) as connection:
        row, what = decks.undo(connection, name, to)
        if row.built:
            room = Room(home, row.game)
            write_places(connection, room.catalogue, room.game)
    if json:
        common.say_json({"name": row.name, "live": row.live, "revision": row.head, "what": what})
    elif to is not None:
        common.say([f"@{row.name} is as it was at revision {to} ({what})."], plain)
    else:
        gone = "" if row.live else "; it isn't among the saved decks now"
        common.say([f"Undone for @{row.name}: {what}{gone}."], plain)
