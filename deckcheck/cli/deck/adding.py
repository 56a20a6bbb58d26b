"""`deckcheck deck add`: save decks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.decks import Judged, judge_all
from deckcheck.cli.shelf import Room, now
from deckcheck.codecs.base import Desk
from deckcheck.errors import DeckcheckError, InputError
from deckcheck.model import Deck
from deckcheck.store.decks import Row

if TYPE_CHECKING:
    from deckcheck.store.userdata import Connection

Names = list[str]
"""`list` is an option's name within the command."""


def add(
    decks: common.DecksArgument,
    name: Annotated[
        str | None, typer.Option("--name", "-n", metavar="NAME", help="What to call it.")
    ] = None,
    tag: Annotated[
        Names | None, typer.Option("--tag", "-t", metavar="TAG", help="A tag; may be repeated.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Be a new revision of the deck of that name.")
    ] = False,
    format: common.FormatOption = None,
    list: common.ListOption = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    codec: common.FromOption = None,
    strict: common.StrictOption = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Save decks, with each card's code, title and pack, and the lines nobody understood.

    A deck is called as its file says, else as the file. All decks are saved or none. Format,
    list and date that are given here are kept as the deck's own wish.
    """
    from deckcheck.store.userdata import writing

    room = Room(home, game)
    asked = common.asked(format, list, on)
    # Each with the desk of its game: the bench turns from one to the next.
    ready = []
    for judged in judge_all(room.bench, decks, asked, codec=codec, strict=strict):
        deck = _deck(room, judged, name, (format, list, on))
        ready.append((deck, room.bench.desk()))
    if name is not None and len(ready) > 1:
        raise InputError(f"There are {len(ready)} decks, and --name is for one.")
    with writing(room.home) as connection:
        rows = [_save(connection, home, *one, tag or [], replace) for one in ready]
    if json:
        for row in rows:
            common.say_json({"name": row.name, "game": row.game, "revision": row.head})
    else:
        common.say((f"Saved @{row.name}." for row in rows), plain)


def _deck(
    room: Room,
    judged: Judged,
    name: str | None,
    wish: tuple[str | None, str | None, str | None],
) -> Deck:
    """The deck by the name it is to have; what reading it was unsure of is said."""
    if judged.checked is None:
        raise judged.error or DeckcheckError(f"{judged.file}: can't be read.")
    deck, report, chosen = judged.checked
    speaker = room.bench.speaker(chosen)
    for finding in report.findings:
        if finding.rule is None and finding.line is not None:
            common.say_finding(judged.file, finding, speaker)
    stem = os.path.splitext(os.path.basename(judged.file))[0].removeprefix("@")
    called = name or deck.name or ("" if stem == "-" else stem)
    if not called:
        raise InputError(f"{judged.file}: the deck has no name; give it one with --name.")
    format, list, on = wish
    return deck._replace(
        name=called, format=format or deck.format, list=list or deck.list, on=on or deck.on
    )


def _save(
    connection: Connection, home: str | None, deck: Deck, desk: Desk, tags: Names, replace: bool
) -> Row:
    from deckcheck.errors import UnknownName
    from deckcheck.saved import saved_of
    from deckcheck.store import decks
    from deckcheck.store.shelving import write_places

    if replace:
        try:
            row = decks.find(connection, deck.name)
        except (UnknownName, InputError):
            pass
        else:
            before = decks.load(connection, row)
            saved = saved_of(deck._replace(name=row.name), desk, before)
            saved = saved._replace(tags=tuple(dict.fromkeys((*before.tags, *tags))))
            changed = decks.change(connection, row, saved, now(), "replaced")
            if changed.built:
                room = Room(home, changed.game)
                write_places(connection, room.catalogue, room.game)
            return changed
    saved = saved_of(deck, desk)._replace(tags=tuple(dict.fromkeys(tags)))
    return decks.add(connection, saved, now(), "added")
