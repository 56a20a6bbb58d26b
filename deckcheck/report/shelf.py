"""What the shelf answers, shown: stock, lacks, clashes, moves, bills.

Gives strings and plain JSON values. May import shelf, ledger, swaps, buying and below.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from deckcheck.buying import Bill, Way
from deckcheck.ledger import Collection, Key, named, title_of
from deckcheck.report.decks import columns
from deckcheck.shelf import Catalogue, Lack, Missing, Stock
from deckcheck.swaps import Move, Swaps


def card_name(card: str, catalogue: Catalogue) -> str:
    """`Title (Pack)` of a card's first printing."""
    return title_of(catalogue.first(card))


def copies_of(number: int, one: str = "copy", many: str = "copies") -> str:
    """`1 copy`, `2 copies`."""
    return f"{number} {one if number == 1 else many}"


def lack_lines(found: Missing, catalogue: Catalogue, most: int | None = None) -> Iterator[str]:
    """A line for each card that is missing, and for what nobody knows."""
    rows = [_lack_cells(lack, catalogue) for lack in found.lacks]
    rows += [
        [f"{copies}x", f"{text!r}: nobody knows what that is"] for text, copies in found.unknown
    ]
    shown = rows if most is None or len(rows) <= most else rows[:most]
    for line in columns(shown):
        yield f"  {line}"
    if len(shown) < len(rows):
        yield f"  … and {len(rows) - len(shown)} more cards"


def _lack_cells(lack: Lack, catalogue: Catalogue) -> list[str]:
    there = f"{lack.there} of {lack.needed} there" if lack.there else f"none of {lack.needed} there"
    return [f"{lack.missing}x", f"{card_name(lack.card, catalogue)}: {there}"]


def missing_words(found: Missing) -> str:
    """`everything is there`, `5 copies of 2 cards are missing`, with what nobody knows."""
    words = []
    if found.lacks:
        verb = "is" if found.missing == 1 else "are"
        cards = copies_of(len(found.lacks), "card", "cards")
        words.append(f"{copies_of(found.missing)} of {cards} {verb} missing")
    if found.unknown:
        words.append(f"{copies_of(sum(n for _, n in found.unknown))} of cards nobody knows")
    return " and ".join(words) or "everything is there"


def missing_object(found: Missing, catalogue: Catalogue) -> dict[str, Any]:
    """`{decks, needed, missing, buildable, cards: [{code, title, pack, needed, there, …}]}`."""
    return {
        "decks": list(found.decks),
        "needed": found.needed,
        "missing": found.missing,
        "buildable": found.buildable,
        "cards": [_lack_object(lack, catalogue) for lack in found.lacks],
        "unknown": [{"text": text, "count": copies} for text, copies in found.unknown],
    }


def _lack_object(lack: Lack, catalogue: Catalogue) -> dict[str, Any]:
    item = catalogue.first(lack.card)
    return {
        "code": lack.card,
        "title": item.title,
        "pack": item.pack,
        "needed": lack.needed,
        "there": lack.there,
        "missing": lack.missing,
    }


def move_lines(moves: Iterable[Move], catalogue: Catalogue) -> Iterator[str]:
    """`Carry 2x Hodor (NMG) from Winter to Wolves.`, a line each."""
    for move in moves:
        source = move.source or "the collection"
        name = named(catalogue, move.printing)
        yield f"Carry {move.copies}x {name} from {source} to {move.target}."


def move_object(move: Move) -> dict[str, Any]:
    """`{printing, count, from, to, card}`; from null = from the collection."""
    return {
        "printing": move.printing,
        "count": move.copies,
        "from": move.source,
        "to": move.target,
        "card": move.card,
    }


def swap_lines(found: Swaps, catalogue: Catalogue) -> Iterator[str]:
    """The clashes, then what to carry."""
    for clash in found.clashes:
        names = " / ".join(card_name(card, catalogue) for card in clash.cards)
        wants = ", ".join(f"{deck} wants {copies}" for deck, copies in clash.wanted)
        yield f"{names}: {clash.there} there; {wants}; {clash.short} too few."
    if found.clashes:
        short = sum(clash.short for clash in found.clashes)
        cards = copies_of(sum(len(c.cards) for c in found.clashes), "card", "cards")
        yield f"{copies_of(short)} of {cards} too few for all of them at once."
    else:
        yield "No clashes: no two decks want the same copy."
    yield from move_lines((move for move in found.moves if move.source), catalogue)
    for deck, moves in found.to_play.items():
        yield f"To play {deck}, swap in {copies_of(sum(move.copies for move in moves))}:"
        rows = [[f"{m.copies}x", named(catalogue, m.printing), f"from {m.source}"] for m in moves]
        for line in columns(rows):
            yield f"  {line}"
    for deck, copies in found.lacking.items():
        verb = "is" if copies == 1 else "are"
        yield f"{deck}: {copies_of(copies)} {verb} missing that no other deck has."


def swaps_object(found: Swaps) -> dict[str, Any]:
    """`{clashes, moves, to_play, lacking}`."""
    return {
        "clashes": [
            {
                "cards": list(clash.cards),
                "wanted": dict(clash.wanted),
                "there": clash.there,
                "short": clash.short,
            }
            for clash in found.clashes
        ],
        "moves": [move_object(move) for move in found.moves if move.source],
        "to_play": {deck: [move_object(m) for m in moves] for deck, moves in found.to_play.items()},
        "lacking": dict(found.lacking),
    }


def bill_lines(
    bill: Bill, catalogue: Catalogue, packs: Mapping[str, str], money: bool
) -> Iterator[str]:
    """What to buy, a line each; then other ways that are as good; then how sure that is."""
    for code, copies in bill.packs.items():
        yield f"  {copies}x {packs.get(code, code)}"
    for printing, copies in bill.singles.items():
        yield f"  {copies}x {named(catalogue, printing)}, as a single card"
    for option in bill.options:
        ways = [_way_words(way, catalogue, packs) for way in option.ways]
        more = "" if option.all_named else ", or yet other ways"
        yield f"  As good: {' = '.join(ways)}{more}."
    for card, copies in bill.unmet.items():
        yield f"  Not on offer: {copies}x {_known(card, catalogue)}."
    if bill.cost and bill.proven:
        yield f"{_cost(bill.cost, money)}: {'nothing cheaper' if money else 'no fewer'} will do."
    elif bill.cost:
        yield (
            f"{_cost(bill.cost, money)}: the best that was found in time; whether "
            f"{_cost(bill.bound, money)} will do can't be told."
        )


def _known(card: str, catalogue: Catalogue) -> str:
    return card_name(card, catalogue) if catalogue.card_of(card) else card


def _way_words(way: Way, catalogue: Catalogue, packs: Mapping[str, str]) -> str:
    parts = [f"{copies}x {packs.get(code, code)}" for code, copies in way.packs]
    parts += [f"{copies}x {named(catalogue, printing)}" for printing, copies in way.singles]
    return " + ".join(parts) or "nothing"


def _cost(cost: int, money: bool) -> str:
    return f"{cost // 100}.{cost % 100:02d}" if money else copies_of(cost, "purchase", "purchases")


def bill_object(bill: Bill, money: bool) -> dict[str, Any]:
    """`{cost, bound, proven, packs, singles, ties, not_on_offer}`; money in hundredths."""
    return {
        "cost": bill.cost,
        "bound": bill.bound,
        "proven": bill.proven,
        "unit": "hundredths" if money else "purchases",
        "packs": dict(bill.packs),
        "singles": dict(bill.singles),
        "ties": [
            [{"packs": dict(way.packs), "singles": dict(way.singles)} for way in option.ways]
            for option in bill.options
        ],
        "not_on_offer": dict(bill.unmet),
    }


Shown = tuple[str, Stock, Sequence[tuple[Key, int]]]
"""Printing, what there is of it, and its rows."""


def rows_by_printing(
    collection: Collection, catalogue: Catalogue
) -> dict[str, list[tuple[Key, int]]]:
    """Printing → its rows, in their order; codes of before an update under the new ones."""
    found: dict[str, list[tuple[Key, int]]] = {}
    known = catalogue.items
    for pair in collection.rows.items():
        code = pair[0][1]
        if code not in known:
            item = catalogue.item(code)
            code = item.code if item else code
        if code in found:
            found[code].append(pair)
        else:
            found[code] = [pair]
    return found


def in_order(printings: Iterable[str], catalogue: Catalogue) -> list[str]:
    """The printings in the order of packs and positions; those nobody knows at the end."""
    wanted = set(printings)
    known = [code for code in catalogue.items if code in wanted]
    return known + sorted(wanted.difference(known))


def stock_lines(shown: Iterable[Shown], catalogue: Catalogue) -> Iterator[str]:
    """A line for each printing: count, name, and what there is to say about the copies."""
    for code, stock, rows in shown:
        remarks = _remarks(stock, rows)
        tail = f"  ({'; '.join(remarks)})" if remarks else ""
        yield f"{stock.have:>3}  {named(catalogue, code)}{tail}"


def _remarks(stock: Stock, rows: Sequence[tuple[Key, int]]) -> list[str]:
    remarks = []
    if stock.hand and stock.boxed:
        remarks.append(f"{stock.boxed} from packs, {stock.hand:+d} by hand")
    for (name, _, condition, who, note), copies in rows:
        kind = f"{condition}, {note}" if condition and note else condition or note
        if name == "have":
            if kind:
                remarks.append(f"{copies} {kind}")
            continue
        said = {"lent": "lent to", "borrowed": "borrowed from", "want": "wanted"}[name]
        words = [f"{copies} {said}", who, f"({kind})" if kind else ""]
        remarks.append(" ".join(word for word in words if word))
    return remarks


def stock_object(
    code: str, stock: Stock, rows: Sequence[tuple[Key, int]], catalogue: Catalogue
) -> dict[str, Any]:
    """`{code, title, pack, have, packs, hand, want, lent, borrowed, rows}`."""
    shown = _stock_head(code, stock, catalogue)
    shown["rows"] = [_row_object(*key, copies) for key, copies in rows]
    return shown


def stock_json(shown: Iterable[Shown], catalogue: Catalogue) -> Iterator[str]:
    """`stock_object` of each as JSON; rows that are alike are put into JSON once."""
    dump = json.JSONEncoder(ensure_ascii=False).encode
    texts: dict[tuple[Any, ...], str] = {}
    for code, stock, rows in shown:
        parts = []
        for key, copies in rows:
            name, _, condition, who, note = key
            same = (name, condition, who, note, copies)
            text = texts.get(same)
            if text is None:
                text = texts[same] = dump(_row_object(*key, copies))
            parts.append(text)
        head = dump(_stock_head(code, stock, catalogue))
        yield f'{head[:-1]}, "rows": [{", ".join(parts)}]}}'


def _stock_head(code: str, stock: Stock, catalogue: Catalogue) -> dict[str, Any]:
    item = catalogue.item(code)
    return {
        "code": code,
        "title": item.title if item else None,
        "pack": item.pack if item else None,
        "have": stock.have,
        "packs": stock.boxed,
        "hand": stock.hand,
        "want": stock.want,
        "lent": stock.lent,
        "borrowed": stock.borrowed,
    }


def _row_object(
    name: str, printing: str, condition: str, who: str, note: str, copies: int
) -> dict[str, Any]:
    """`{list, count}`, and condition, who and note where there is one."""
    shown: dict[str, Any] = {"list": name, "count": copies}
    if condition:
        shown["condition"] = condition
    if who:
        shown["who"] = who
    if note:
        shown["note"] = note
    return shown
