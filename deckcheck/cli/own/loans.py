"""`deckcheck own lend` and `own borrow`: copies that are elsewhere, and others' copies here."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.own.counts import CardsArgument, changed, picked, say_stock
from deckcheck.cli.shelf import Room
from deckcheck.errors import InputError
from deckcheck.ledger import Collection, Edit, Entry, Key, added, named

_BackOption = Annotated[bool, typer.Option("--back", help="They were given back.")]


def lend(
    cards: CardsArgument,
    to: Annotated[str, typer.Option("--to", metavar="WHO", help="To whom.")] = "",
    back: _BackOption = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Note copies as lent: they stay owned, but no deck can be built from them."""
    _move(Room(home, game), cards, ("lent", "lend", to, "--to"), back, json, plain)


def borrow(
    cards: CardsArgument,
    of: Annotated[str, typer.Option("--from", metavar="WHO", help="From whom.")] = "",
    back: _BackOption = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Note copies as borrowed: decks can be built from them, and they aren't counted as owned."""
    _move(Room(home, game), cards, ("borrowed", "borrow", of, "--from"), back, json, plain)


def _move(
    room: Room,
    words: list[str],
    kind: tuple[str, str, str, str],
    back: bool,
    as_json: bool,
    plain: bool,
) -> None:
    from deckcheck.codecs.slots import clean

    name, verb, person, option = kind
    who = " ".join(clean(person).split())
    if not who and not back:
        raise InputError(f"With whom? Say it with {option} NAME.")
    found = picked(room, words)
    if any(copies < 0 for _, copies in found):
        raise InputError("How many were given back is said with --back and a plain number.")

    def plan(there: Collection) -> Edit:
        entries = []
        for printing, copies in found:
            whom = who or _only_person(there, name, printing, named(room.catalogue, printing))
            entries.append(Entry(Key(name, printing, "", whom, ""), -copies if back else copies))
        return added(there, room.catalogue, entries)

    cards = ", ".join(f"{n} {named(room.catalogue, printing)}" for printing, n in found)
    built = [] if back or name != "lent" else _lacks_of_built(room)
    done = changed(room, f"{verb} {cards}{' back' if back else ''} {who}".rstrip()[:300], plan)
    if name == "lent" and not back:
        _say_taken_from_built(room, built)
    say_stock(room, done.after, (printing for printing, _ in found), as_json, plain)


def _lacks_of_built(room: Room) -> list[tuple[str, str, int]]:
    """(deck, card, copies) that built decks lack as it is now."""
    from deckcheck.shelf import missing_in_place

    shelf = room.shelf()
    return [
        (one.decks[0], lack.card, lack.missing)
        for one in (missing_in_place(shelf) if shelf.built else [])
        for lack in one.lacks
    ]


def _say_taken_from_built(room: Room, before: list[tuple[str, str, int]]) -> None:
    """Say on standard error which built decks lack more than they did before."""
    had = {(deck, card): copies for deck, card, copies in before}
    for deck, card, copies in _lacks_of_built(room):
        more = copies - had.get((deck, card), 0)
        if more > 0:
            title = room.catalogue.first(card).title
            common.say_error(f"{deck} is built and lacks {more}x {title} now.")


def _only_person(there: Collection, name: str, printing: str, shown: str) -> str:
    people = {k.who for k in there.rows if k.list == name and k.printing == printing}
    if len(people) != 1:
        state = "nobody" if not people else ", ".join(sorted(people))
        raise InputError(f"{shown} is {name} with {state}: say who gave it back.")
    return people.pop()
