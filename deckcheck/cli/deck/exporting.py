"""`deckcheck deck export`: saved decks as files, one each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import Room
from deckcheck.errors import InputError
from deckcheck.number import many

if TYPE_CHECKING:
    from deckcheck.saved import Saved

Decks = list[str]


def export(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder to write into.")],
    names: Annotated[
        Decks | None, typer.Argument(metavar="[NAME…]", help="Saved decks; all by default.")
    ] = None,
    to: Annotated[str, typer.Option("--to", metavar="CODEC", help="Layout to write.")] = "json",
    tag: Annotated[
        str | None, typer.Option("--tag", "-t", metavar="TAG", help="Only decks with this tag.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that exist.")] = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Write saved decks into a folder, a file each, named after them and safe on every system."""
    from deckcheck.cli.writing import write_file
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import reading

    with reading(find_home(home)) as connection:
        rows = decks.listed(connection, None, tag)
        if names:
            wanted = {decks.find(connection, name).id for name in names}
            rows = [row for row in rows if row.id in wanted]
        states = decks.states(connection, rows)
    if not rows:
        raise InputError("There is no such deck to export.")
    texts = {os.path.join(folder, name): text for name, text in _texts(states, to, home)}
    there = [path for path in texts if os.path.lexists(path)]
    if there and not force:
        raise InputError(f"{there[0]} exists already; --force writes over it.")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} can't be written ({error.strerror}).") from None
    for path, text in texts.items():
        write_file(path, text, force)
    if json:
        common.say_json({"written": list(texts)})
    else:
        common.say([f"Wrote {many(len(texts), 'deck')} into {folder}."], plain)


def _texts(states: Sequence[Saved], to: str, home: str | None) -> Iterator[tuple[str, str]]:
    """(name of the file, text) of each deck; what the layout can't carry is said."""
    from deckcheck.reading import losses, safe_name, suffix, write
    from deckcheck.saved import draft_of
    from deckcheck.settle import settle

    rooms: dict[str, Room] = {}
    taken: set[str] = set()
    for saved in states:
        if saved.game not in rooms:
            rooms[saved.game] = Room(home, saved.game)
        desk = rooms[saved.game].bench.desk()
        deck, _ = settle(draft_of(saved, desk), desk)
        for sentence in losses(deck, desk, to):
            common.say_error(f"@{saved.name}: {sentence}")
        base = safe_name(saved.name)
        name, number = base, 1
        while name.casefold() in taken:
            number += 1
            name = f"{base} {number}"
        taken.add(name.casefold())
        yield name + suffix(to), write(deck, desk, to)
