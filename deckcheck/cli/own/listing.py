"""`deckcheck own list` and `own stats`: what there is, card by card and pack by pack."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import Room
from deckcheck.ledger import LISTS
from deckcheck.number import many

Words = list[str]
QueryArgument = Annotated[
    Words | None, typer.Argument(metavar="[QUERY…]", help="Only these: faction:stark cost<=3 …")
]


def list_stock(
    query: QueryArgument = None,
    list: Annotated[
        str | None,
        typer.Option("--list", "-l", metavar="LIST", help="Only have, want, lent or borrowed."),
    ] = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """List the copies there are, with what is wanted, lent and borrowed; a filter, nothing more."""
    from deckcheck.ledger import stock_of
    from deckcheck.registry import unknown_name
    from deckcheck.report.shelf import in_order, rows_by_printing, stock_json, stock_lines
    from deckcheck.store import collection

    if list is not None and list not in LISTS:
        raise unknown_name("list", list, [*LISTS])
    room = Room(home, game)
    with room.reading() as connection:
        there, titles = collection.with_titles(connection, room.game)
    odd = collection.strange_rows(titles, room.catalogue)
    stock = stock_of(there, room.catalogue)
    cards = fitting(room, query)
    rows = rows_by_printing(there, room.catalogue)
    shown = [
        (code, stock[code], rows.get(code, ()))
        for code in in_order(stock, room.catalogue)
        if (cards is None or room.catalogue.card_of(code) in cards)
        and (list is None or getattr(stock[code], list))
        and any((stock[code].have, *stock[code][2:]))
    ]
    if json:
        common.say_texts(stock_json(shown, room.catalogue))
    else:
        common.say(stock_lines(shown, room.catalogue), plain)
        copies = sum(one.have for _, one, _ in shown)
        common.say([f"{many(copies, 'copy', 'copies')} of {many(len(shown), 'card')}."], plain)
    if not stock:
        room.say_if_empty()
    for row in odd:
        now = room.catalogue.item(row.printing)
        means = f"is {now.title} ({now.pack}) now" if now else "is nobody's code now"
        common.say_error(
            f"{row.title} ({row.pack}) was written down as {row.printing}, which {means}: "
            "`deckcheck own settle --by title` (or code) decides."
        )


def fitting(room: Room, query: Words | None) -> set[str] | None:
    """Codes of the cards that a query means; None = all."""
    if not query:
        return None
    from deckcheck.report.cards import search, search_binding
    from deckcheck.setting import Asked

    bench = room.bench
    compiler = bench.checker.judge(bench.chosen(Asked())).compiler
    binding = search_binding(compiler.binding, bench.pool)
    found = search(" ".join(query), bench.game, bench.pool, binding)
    if found.unsure:
        common.say_error(f"{many(len(found.unsure), 'card')} may fit as well: the data don't say.")
    return {card.code for card in found.cards}


def stats(
    by: Annotated[
        str, typer.Option("--by", metavar="WHAT", help="pack, or cycle: what a line is.")
    ] = "pack",
    everything: Annotated[
        bool, typer.Option("--all", help="Show those of which there is nothing, too.")
    ] = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Show how much of each pack or cycle there is, with bars, and the totals."""
    from deckcheck.ledger import stock_of
    from deckcheck.registry import unknown_name
    from deckcheck.report.stats import progress, stats_lines
    from deckcheck.store import collection

    if by not in ("pack", "cycle"):
        raise unknown_name("order", by, ["pack", "cycle"])
    room = Room(home, game)
    with room.reading() as connection:
        stock = stock_of(collection.collection(connection, room.game), room.catalogue)
    found = progress(stock, room.catalogue, room.bench.pool.packs(), by)
    shown = [one for one in found if one.owned or everything]
    totals = {
        "copies": sum(one.have for one in stock.values()),
        "cards": sum(one.have > 0 for one in stock.values()),
        "of": len(room.catalogue.items),
        "want": sum(one.want for one in stock.values()),
        "lent": sum(one.lent for one in stock.values()),
        "borrowed": sum(one.borrowed for one in stock.values()),
    }
    if json:
        rows = [one._asdict() for one in shown]
        common.say_json({"game": room.game, "totals": totals, by + "s": rows})
        return
    common.say(stats_lines(shown, totals, common.style(plain)), plain)
    if not stock:
        room.say_if_empty()
