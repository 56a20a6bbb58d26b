"""`deckcheck own pack`, `own add`, `own set` and `own want`: what is owned and wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, NamedTuple

import typer

from deckcheck.cli import common, with_signed_counts
from deckcheck.cli.shelf import Room, now
from deckcheck.errors import InputError
from deckcheck.ledger import Collection, Edit, Entry, Key
from deckcheck.number import many

_EXAMPLE = '2 "Hodor"'
_NAMED = 12
"""Cards that a warning names."""
CardsArgument = Annotated[
    list[str], typer.Argument(metavar="N TITLE…", help=f"Counts and titles: {_EXAMPLE} (NMG).")
]
ConditionOption = Annotated[
    str, typer.Option("--condition", metavar="TEXT", help="Of these copies: EX, foil, …")
]
NoteOption = Annotated[str, typer.Option("--note", metavar="TEXT", help="About these copies.")]


@with_signed_counts
def pack(
    packs: Annotated[
        list[str] | None,
        typer.Argument(metavar="PACK xN…", help="Packs (or cycles) and boxes: Core x2 HoT x1."),
    ] = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Say how many boxes of packs are owned: x2 sets the number, +1 and -1 change it.

    A cycle stands for all its packs. Without a number: one box, if none is owned yet. Without
    packs: what is owned.
    """
    from deckcheck.ledger import boxes_set

    room = Room(home, game)
    if not packs:
        _show_packs(room, json, plain)
        return
    wanted: list[tuple[str, tuple[int, bool] | None]] = []
    for words, number in _boxes(packs):
        *others, last = _names(room, words)
        wanted += [(code, None) for codes in others for code in codes]
        wanted += [(code, number) for code in last]

    def plan(there: Collection) -> Edit:
        boxes = dict(there.boxes)
        for code, number in wanted:
            have = boxes.get(code, 0)
            count, signed = number or (max(have, 1), False)
            boxes[code] = have + count if signed else count
        return boxes_set(there, boxes)

    before, edit, after = changed(room, f"pack {' '.join(packs)}"[:300], plan)
    _say_overdrawn(room, before, after)
    codes = list(dict.fromkeys(code for code, _ in wanted))
    rows = [
        {
            "pack": code,
            "name": room.packs.get(code, code),
            "boxes": edit.boxes.get(code, before.boxes.get(code, 0)),
            "before": before.boxes.get(code, 0),
        }
        for code in codes
    ]
    if json:
        for row in rows:
            common.say_json(row)
        return
    for row in rows:
        boxes = many(int(str(row["boxes"])), "box", "boxes")
        common.say([f"{row['name']} ({row['pack']}): {boxes}, {row['before']} before."], plain)


@with_signed_counts
def add(
    cards: CardsArgument,
    condition: ConditionOption = "",
    note: NoteOption = "",
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Add single copies (or take them away: -1), all or none: 2 "Hodor (NMG)" 1 "Fury"."""
    from deckcheck.ledger import added

    _count(Room(home, game), cards, "add", added, ("have", condition, note), json, plain)


def set_count(
    cards: CardsArgument,
    condition: ConditionOption = "",
    note: NoteOption = "",
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Set how many copies there are, those from packs included: 3 "Hodor (NMG)".

    With --condition or --note it is the number of the copies of that kind.
    """
    from deckcheck.ledger import counted as set_to

    _count(Room(home, game), cards, "set", set_to, ("have", condition, note), json, plain)


@with_signed_counts
def want(
    cards: CardsArgument,
    note: NoteOption = "",
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Add cards to the list of wanted ones, or take them off it (-1)."""
    from deckcheck.ledger import added

    _count(Room(home, game), cards, "want", added, ("want", "", note), json, plain)


class Changed(NamedTuple):
    """A change that was written."""

    before: Collection
    edit: Edit
    after: Collection
    """As this change left it, whatever others have written since."""


def changed(room: Room, what: str, plan: Callable[[Collection], Edit]) -> Changed:
    """Work out and write a change."""
    from deckcheck.store import collection

    with room.writing() as connection:
        before = collection.collection(connection, room.game)
        edit = collection.change(
            connection, room.catalogue, room.game, now(), what, plan, room.packs
        )
        return Changed(before, edit, collection.collection(connection, room.game))


def _say_overdrawn(room: Room, before: Collection, after: Collection) -> None:
    """Say on standard error of which cards fewer are there now than were taken out or lent."""
    from deckcheck.ledger import named, overdrawn

    old = overdrawn(before, room.catalogue)
    lacks = {p: n for p, n in overdrawn(after, room.catalogue).items() if n > old.get(p, 0)}
    if lacks:
        cards = [f"{n}x {named(room.catalogue, printing)}" for printing, n in lacks.items()]
        more = f" and {len(cards) - _NAMED} more" if len(cards) > _NAMED else ""
        common.say_error(
            "Copies are lent or were taken out by hand that these packs no longer give: "
            f"{', '.join(cards[:_NAMED])}{more} (`deckcheck own undo` takes this back)."
        )


def picked(room: Room, words: Sequence[str]) -> list[tuple[str, int]]:
    """(printing, copies) of counts and titles; what wasn't spelled so is said."""
    from deckcheck.picking import counted as asked_for

    found = [
        (room.picker.printing(one.text).code, one.copies) for one in asked_for(words, _EXAMPLE)
    ]
    room.say_picked()
    return found


def say_stock(
    room: Room, there: Collection, printings: Iterable[str], as_json: bool, plain: bool
) -> None:
    """Show what there is of some printings."""
    from deckcheck.ledger import stock_of
    from deckcheck.report.shelf import rows_by_printing, stock_json, stock_lines
    from deckcheck.shelf import Stock

    stock = stock_of(there, room.catalogue)
    rows = rows_by_printing(there, room.catalogue)
    wanted = dict.fromkeys(printings)
    shown = [(code, stock.get(code, Stock()), rows.get(code, [])) for code in wanted]
    if as_json:
        common.say_texts(stock_json(shown, room.catalogue))
    else:
        common.say(stock_lines(shown, room.catalogue), plain)


def _count(
    room: Room,
    words: Sequence[str],
    verb: str,
    change: Callable[..., Edit],
    kind: tuple[str, str, str],
    as_json: bool,
    plain: bool,
) -> None:
    from deckcheck.codecs.slots import clean
    from deckcheck.holdings.base import condition_of
    from deckcheck.ledger import named

    name, condition, note = kind
    condition, note = condition_of(clean(condition)), " ".join(clean(note).split())
    entries = [
        Entry(Key(name, printing, condition, "", note), copies)
        for printing, copies in picked(room, words)
    ]
    if not entries:
        raise InputError(f"How many of what? Write {_EXAMPLE}.")
    what = ", ".join(f"{n} {named(room.catalogue, key.printing)}" for key, n in entries)
    done = changed(
        room,
        f"{verb} {what}"[:300],
        lambda there: change(there, room.catalogue, entries),
    )
    say_stock(room, done.after, (entry.key.printing for entry in entries), as_json, plain)


def _boxes(words: Sequence[str]) -> list[tuple[list[str], tuple[int, bool] | None]]:
    """(words of packs, (number, whether it has a sign)), the number in front or behind, or None."""
    from deckcheck.picking import count_of
    from deckcheck.picking import counted as asked_for

    if count_of(words[0]) is not None:
        asked = asked_for(words, "Core x2")
        return [([one.text], (one.copies, one.signed)) for one in asked]
    found: list[tuple[list[str], tuple[int, bool] | None]] = []
    name: list[str] = []
    for word in words:
        number = count_of(word)
        if number is None:
            name.append(word)
        elif not name:
            raise InputError(f"{word} boxes of what? Write the pack before it: Core x2.")
        else:
            found.append((name, number))
            name = []
    return [*found, (name, None)] if name else found


def _names(room: Room, words: Sequence[str]) -> list[list[str]]:
    """The packs (or those of a cycle) that words name one after the other, the longest first."""
    from deckcheck.errors import UnknownName

    found = []
    at = 0
    while at < len(words):
        for end in range(len(words), at, -1):
            try:
                found.append(_codes(room, " ".join(words[at:end])))
                at = end
                break
            except UnknownName as error:
                fault = error
        else:
            if not words[at].strip("xX×+-−–.,0123456789"):
                raise InputError(
                    f"{words[at]!r} is not a number of boxes: write x2, +1 or -1 after the pack."
                )
            raise fault
    return found


def _codes(room: Room, text: str) -> list[str]:
    """The pack called so, or the packs of the cycle called so."""
    from deckcheck.errors import UnknownName
    from deckcheck.folding import fold

    try:
        codes = [room.picker.pack(text)]
    except UnknownName:
        packs = room.bench.pool.packs().values()
        codes = [p.code for p in packs if fold(text) in (fold(p.cycle), fold(p.cycle_name))]
        if not codes:
            raise
    known = [c for c in codes if any(item.quantity for item in room.catalogue.in_pack(c))]
    if not known:
        raise InputError(
            f"How many copies of each card come in {text} isn't known; add the cards with "
            "`deckcheck own add`."
        )
    return known


def _show_packs(room: Room, as_json: bool, plain: bool) -> None:
    from deckcheck.report.decks import columns
    from deckcheck.store import collection

    with room.reading() as connection:
        boxes = collection.collection(connection, room.game).boxes
    order = [code for code in (*room.packs, *boxes) if boxes.get(code)]
    rows = [(code, room.packs.get(code, code), boxes[code]) for code in dict.fromkeys(order)]
    if as_json:
        for code, name, count in rows:
            common.say_json({"pack": code, "name": name, "boxes": count})
    elif rows:
        common.say(columns([[f"{n}x", f"{name} ({code})"] for code, name, n in rows]), plain)
    else:
        common.say(["No pack is owned yet (`deckcheck own pack Core x1`)."], plain)
