"""`deckcheck own free`, `clashes`, `missing`, `buildable` and `proxies`: questions, no changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.own.listing import QueryArgument, fitting
from deckcheck.cli.shelf import ApartOption, Room, joined
from deckcheck.errors import InputError
from deckcheck.number import many
from deckcheck.shelf import Missing, Need, Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping

_SomeDecks = Annotated[
    list[str] | None, typer.Argument(metavar="[DECK…]", help="Files, folders, @saved or - .")
]


def free(
    query: QueryArgument = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """List the copies that sit in no built deck and aren't lent."""
    from deckcheck.ledger import named
    from deckcheck.report.decks import columns
    from deckcheck.report.shelf import in_order
    from deckcheck.shelf import free as free_copies

    room = Room(home, game)
    cards = fitting(room, query)
    left = free_copies(room.shelf())
    codes = [
        code
        for code in in_order(left, room.catalogue)
        if cards is None or room.catalogue.card_of(code) in cards
    ]
    if json:
        common.say_json_lines(
            {"code": code, "name": named(room.catalogue, code), "free": left[code]}
            for code in codes
        )
        return
    common.say(columns([[f"{left[c]}x", named(room.catalogue, c)] for c in codes]), plain)
    copies = many(sum(left[code] for code in codes), "free copy", "free copies")
    common.say([f"{copies} of {many(len(codes), 'card')}."], plain)
    if not left:
        room.say_if_empty()


def clashes(
    decks: _SomeDecks = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Show which cards several built decks want, and the fewest copies to swap between them.

    Decks that are named are taken as if they were built, too.
    """
    from deckcheck.report.shelf import swap_lines, swaps_object
    from deckcheck.swaps import swaps

    room = Room(home, game)
    asked = room.needs(decks or [])
    shelf = room.shelf()
    built = {need.deck for need in shelf.built}
    more = [need for need in asked if need.deck not in built]
    if not shelf.built and not more:
        raise InputError("No deck is built (`deckcheck deck build NAME`), and none is named here.")
    found = swaps(shelf, more)
    if json:
        common.say_json(swaps_object(found))
    else:
        common.say(swap_lines(found, room.catalogue), plain)


def missing(
    decks: common.DecksArgument,
    apart: ApartOption = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Show which copies are missing to build decks: all of them together, and each alone.

    Copies that sit in other built decks aren't there for these, unless --take-apart.
    """
    from deckcheck.report.shelf import missing_object
    from deckcheck.shelf import missing as lacking

    room = Room(home, game)
    needs = room.needs(decks)
    there = _there(room.shelf(), needs, apart)
    together = lacking(room.catalogue, there, needs)
    alone = [lacking(room.catalogue, there, [need]) for need in needs]
    if json:
        shown = [missing_object(one, room.catalogue) for one in alone]
        common.say_json({"together": missing_object(together, room.catalogue), "alone": shown})
        return
    common.say(_missing_lines(room, together, alone), plain)
    room.say_if_empty()


def _missing_lines(room: Room, together: Missing, alone: Sequence[Missing]) -> Iterator[str]:
    from deckcheck.report.shelf import lack_lines, missing_words

    if len(alone) == 1:
        yield f"{alone[0].decks[0]}: {missing_words(alone[0])}."
        yield from lack_lines(together, room.catalogue)
        return
    for one in alone:
        yield f"{one.decks[0]} alone: {missing_words(one)}."
    yield f"{joined(together.decks)} together: {missing_words(together)}."
    yield from lack_lines(together, room.catalogue)


def buildable(
    decks: _SomeDecks = None,
    saved: Annotated[
        bool, typer.Option("--saved", help="All saved decks (the default without decks).")
    ] = False,
    packs: Annotated[
        str | None,
        typer.Option("--packs", metavar="LIST", help="As if only these were owned: Core=2,HoT=1"),
    ] = None,
    apart: ApartOption = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Show which decks can be built now, each by itself; the least missing comes first."""
    from deckcheck.report.decks import columns
    from deckcheck.report.shelf import missing_object, missing_words
    from deckcheck.shelf import boxed
    from deckcheck.shelf import buildable as can_be_built

    room = Room(home, game)
    needs = room.needs(decks or [])
    shelf = room.shelf()
    if saved or not decks:
        needs += [n for n in _saved_needs(room) if n.deck not in {need.deck for need in needs}]
    if packs is not None:
        there: dict[str, int] = boxed(room.catalogue, _pack_list(room, packs))
        found = can_be_built(room.catalogue, there, needs)
    else:
        common_stock = _there(shelf, [], apart)
        found = _each(shelf, needs, common_stock, apart)
    if json:
        common.say_json_lines(missing_object(one, room.catalogue) for one in found)
        return
    rows = [["yes" if one.buildable else "no", one.decks[0], missing_words(one)] for one in found]
    common.say(columns(rows), plain)
    ready = sum(one.buildable for one in found)
    common.say([f"{ready} of {many(len(found), 'deck')} can be built."], plain)
    if packs is None:
        room.say_if_empty()


def _each(
    shelf: Shelf, needs: Sequence[Need], free: Mapping[str, int], apart: bool
) -> list[Missing]:
    """Each deck by itself: a built one has its own copies besides the free ones."""
    from deckcheck.shelf import buildable as can_be_built

    built = {need.deck for need in shelf.built}
    found = can_be_built(shelf.catalogue, free, [n for n in needs if n.deck not in built])
    for need in needs:
        if need.deck in built:
            found += can_be_built(shelf.catalogue, _there(shelf, [need], apart), [need])
    return sorted(found, key=lambda one: (one.missing + sum(n for _, n in one.unknown), one.decks))


def proxies(
    decks: common.DecksArgument,
    everything: Annotated[
        bool, typer.Option("--all", help="Every card of the decks, not only what is missing.")
    ] = False,
    apart: ApartOption = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """List the copies to print so that all these decks can be played at once."""
    from deckcheck.shelf import missing as lacking

    room = Room(home, game)
    needs = room.needs(decks)
    there = {} if everything else _there(room.shelf(), needs, apart)
    found = lacking(room.catalogue, there, needs)
    cards = [(lack.missing, room.catalogue.first(lack.card)) for lack in found.lacks]
    if json:
        common.say_json_lines(
            {"count": n, "code": item.card, "title": item.title, "pack": item.pack}
            for n, item in cards
        )
        return
    for copies, item in cards:
        number = f" #{item.position}" if item.position is not None else ""
        name = room.packs.get(item.pack, item.pack)
        common.say([f"{copies}x {item.title} ({name}{number})"], plain)
    for text, copies in found.unknown:
        common.say_error(f"{copies}x {text!r}: nobody knows what that is.")
    if not cards:
        common.say(["Nothing is missing, so there is nothing to print."], plain)


def _there(shelf: Shelf, needs: Sequence[Need], apart: bool) -> dict[str, int]:
    """Copies that are there for decks: free ones, and those that sit in these decks."""
    from deckcheck.shelf import free as free_copies

    return shelf.here() if apart else free_copies(shelf, [need.deck for need in needs])


def _saved_needs(room: Room) -> list[Need]:
    from deckcheck.saved import need_of_saved
    from deckcheck.store import decks

    with room.reading() as connection:
        states = decks.states(connection, decks.listed(connection, room.game))
    return [need_of_saved(saved, room.catalogue) for saved in states]


def _pack_list(room: Room, text: str) -> dict[str, int]:
    """`Core=2,HoT=1` as boxes of packs."""
    boxes: dict[str, int] = {}
    for part in text.split(","):
        name, mark, number = part.rpartition("=")
        if not mark:
            name, number = part, "1"
        if not (number.strip().isascii() and number.strip().isdigit()) or len(number) > 5:
            raise InputError(f"{part.strip()!r}: packs are listed as Core=2,HoT=1.")
        pack = room.picker.pack(name.strip())
        boxes[pack] = boxes.get(pack, 0) + int(number)
    return boxes
