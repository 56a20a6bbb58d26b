"""`deckcheck own buy`: the fewest or cheapest packs and cards that make decks buildable at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import ApartOption, Room, joined
from deckcheck.errors import InputError
from deckcheck.number import many

if TYPE_CHECKING:
    from deckcheck.shopping import Prices

_SECONDS = 1.0
"""How long to look for the optimum."""


def buy(
    decks: common.DecksArgument,
    prices: Annotated[
        str | None,
        typer.Option(
            "--prices", metavar="FILE", help="Table of price with pack, or with title or code."
        ),
    ] = None,
    singles: Annotated[
        bool,
        typer.Option("--singles", help="Without prices: single cards can be bought, too."),
    ] = False,
    apart: ApartOption = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Show what to buy so that all these decks can be built at the same time.

    Without prices the fewest packs (with --singles: the fewest packs and single cards); with
    prices the cheapest of what they name. Other purchases that are as good are named. The answer
    is exact; where that can't be proven within a second it is the best found, and the bound is
    said.
    """
    from deckcheck.report.shelf import bill_lines, bill_object, missing_words
    from deckcheck.shelf import free, missing
    from deckcheck.shopping import offers, shop

    room = Room(home, game)
    needs = room.needs(decks)
    shelf = room.shelf()
    there = shelf.here() if apart else free(shelf, [need.deck for need in needs])
    list_of_prices = _prices(room, prices) if prices is not None else None
    on_offer = offers(room.catalogue, room.packs, list_of_prices, singles=singles)
    bill = shop(room.catalogue, there, needs, on_offer, _in_time(_SECONDS))
    unknown = [lost for need in needs for lost in need.unknown]
    money = list_of_prices is not None
    if json:
        shown = bill_object(bill, money)
        shown["unknown"] = [{"text": text, "count": copies} for text, copies in unknown]
        common.say_json(shown)
        return
    lacks = missing(room.catalogue, there, needs)
    decks_named = joined([need.deck for need in needs])
    if lacks.lacks:
        words = missing_words(lacks._replace(unknown=()))
        common.say([f"{words} for {decks_named}.{' Buy:' if bill.cost else ''}"], plain)
        common.say(bill_lines(bill, room.catalogue, room.packs, money), plain)
    else:
        common.say([f"Nothing has to be bought for {decks_named}."], plain)
    for text, copies in unknown:
        common.say_error(f"{copies}x {text!r}: nobody knows what that is.")
    room.say_if_empty()


def _in_time(seconds: float) -> Callable[[], bool]:
    """Says when the time is up."""
    from time import perf_counter

    end = perf_counter() + seconds
    return lambda: perf_counter() > end


def _prices(room: Room, path: str) -> Prices:
    """The prices of a file. Raises InputError that names every row which can't be taken."""
    from deckcheck.holdings.prices import read_prices
    from deckcheck.source import open_text

    found, bad = read_prices(open_text(path).text, room.picker, room.catalogue)
    room.say_picked()
    if bad:
        rows = "\n".join(f"  row {one.number}: {one.reason} ({one.text})" for one in bad)
        raise InputError(f"{path}: {many(len(bad), 'row')} can't be taken.\n{rows}")
    return found
