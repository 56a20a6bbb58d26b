"""Changes of a collection as values: what is owned, wanted, lent and borrowed, before and after.

A Collection holds boxes of packs, and rows of copies by hand; what a printing's count is follows
from both (`stock_of`). Every function here gives an Edit: the rows it touches, as they are to be.
Whoever keeps the collection writes it whole and can undo it whole. May import errors and shelf;
knows no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from deckcheck.errors import InputError
from deckcheck.shelf import Catalogue, Item, Stock

LISTS = ("have", "want", "lent", "borrowed")
MODES = ("add", "replace", "max")
MOST = 99_999
"""More copies (or boxes) than anybody has of one thing: a larger count is a slip."""


class Key(NamedTuple):
    """What tells rows of a collection apart."""

    list: str
    """`have`, `want`, `lent` or `borrowed`."""
    printing: str
    condition: str = ""
    who: str = ""
    """To whom it is lent, or from whom it is borrowed."""
    note: str = ""


class Collection(NamedTuple):
    """What somebody has of one game."""

    game: str
    boxes: Mapping[str, int] = {}
    """Pack → boxes owned."""
    rows: Mapping[Key, int] = {}
    """Row → copies, never 0. On `have` a change by hand: negative for copies lost from packs."""


class Edit(NamedTuple):
    """What becomes of some rows; 0 = the row is gone."""

    boxes: Mapping[str, int] = {}
    rows: Mapping[Key, int] = {}


class Entry(NamedTuple):
    """So many copies of a printing, for one row."""

    key: Key
    copies: int


def stock_of(collection: Collection, catalogue: Catalogue) -> dict[str, Stock]:
    """Printing → what there is of it; codes of before an update are taken for the new ones."""
    boxed = {
        item.code: item.quantity * count
        for pack, count in collection.boxes.items()
        for item in catalogue.in_pack(pack)
        if item.quantity
    }
    counts: dict[str, dict[str, int]] = {name: {} for name in LISTS}
    known = catalogue.items
    for (name, printing, _, _, _), copies in collection.rows.items():
        if printing not in known:
            item = catalogue.item(printing)
            printing = item.code if item else printing
        column = counts[name]
        column[printing] = column.get(printing, 0) + copies
    have, want, lent, borrowed = (counts[name] for name in LISTS)
    codes = dict.fromkeys((*boxed, *have, *want, *lent, *borrowed))
    return {
        code: Stock(
            boxed.get(code, 0),
            have.get(code, 0),
            want.get(code, 0),
            lent.get(code, 0),
            borrowed.get(code, 0),
        )
        for code in codes
    }


def edited(collection: Collection, edit: Edit) -> Collection:
    """The collection after an edit."""
    boxes = {**collection.boxes, **edit.boxes}
    rows = {**collection.rows, **edit.rows}
    return collection._replace(
        boxes={pack: n for pack, n in boxes.items() if n},
        rows={key: n for key, n in rows.items() if n},
    )


def added(collection: Collection, catalogue: Catalogue, entries: Iterable[Entry]) -> Edit:
    """Copies more (or fewer) of each row. Raises InputError if there aren't as many to take."""
    rows: dict[Key, int] = {}
    for key, copies in entries:
        rows[key] = rows.get(key, collection.rows.get(key, 0)) + copies
    return checked(collection, catalogue, Edit(rows=rows))


def counted(collection: Collection, catalogue: Catalogue, entries: Iterable[Entry]) -> Edit:
    """Rows set to a count. A plain row of `have` is what packs give and hand changes, together.

    "Plain" = without condition and note; copies with those are rows of their own beside it.
    """
    stock = stock_of(collection, catalogue)
    rows = {
        key: copies - (stock[key.printing].boxed if _plain(key) and key.printing in stock else 0)
        for key, copies in entries
    }
    return checked(collection, catalogue, Edit(rows=rows))


def boxes_set(collection: Collection, boxes: Mapping[str, int]) -> Edit:
    """Boxes of packs that are owned. Raises InputError for a number that can't be."""
    for pack, count in boxes.items():
        if not 0 <= count <= MOST:
            raise InputError(f"{count} boxes of {pack}: a number from 0 to {MOST} is needed.")
    return Edit(boxes=dict(boxes))


def recoded(collection: Collection, codes: Mapping[str, str]) -> Edit:
    """Rows moved from some printings to others, all at once; codes may stay the same."""
    moved = {key: n for key, n in collection.rows.items() if key.printing in codes}
    after = {key: n for key, n in collection.rows.items() if key not in moved}
    touched = dict.fromkeys(moved)
    for key, copies in moved.items():
        new = key._replace(printing=codes[key.printing])
        after[new] = after.get(new, 0) + copies
        touched[new] = None
    return Edit(rows={key: after.get(key, 0) for key in touched})


def boxes_merged(collection: Collection, boxes: Mapping[str, int], mode: str) -> Edit:
    """What a list of packs does to the collection; the modes are those of `merged`."""
    now = collection.boxes
    if mode == "add":
        return boxes_set(collection, {p: now.get(p, 0) + n for p, n in boxes.items()})
    if mode == "max":
        return boxes_set(collection, {p: max(now.get(p, 0), n) for p, n in boxes.items()})
    return boxes_set(collection, {**dict.fromkeys(now, 0), **boxes} if boxes else {})


def merged(
    collection: Collection, catalogue: Catalogue, entries: Iterable[Entry], mode: str
) -> Edit:
    """What a list of counts does to the collection.

    `add`: the counts are put on top. `max`: a count that is lower is raised to the list's, so
    that the same list once more changes nothing. `replace`: the kinds of rows (have, want, lent,
    borrowed) that the list speaks of hold exactly what it says, and nothing else.
    """
    total: dict[Key, int] = {}
    for key, copies in entries:
        total[key] = total.get(key, 0) + copies
    if mode == "add":
        return added(collection, catalogue, (Entry(*pair) for pair in total.items()))
    now = _counts(collection, catalogue)
    if mode == "max":
        raised = {key: max(copies, now.get(key, 0)) for key, copies in total.items()}
        return counted(collection, catalogue, _changed(raised, now))
    spoken_of = {key.list for key in total}
    gone = {key: 0 for key in now if key.list in spoken_of}
    return counted(collection, catalogue, _changed({**gone, **total}, now))


def _changed(counts: Mapping[Key, int], now: Mapping[Key, int]) -> list[Entry]:
    return [Entry(key, copies) for key, copies in counts.items() if copies != now.get(key, 0)]


def _counts(collection: Collection, catalogue: Catalogue) -> dict[Key, int]:
    """Row → its count as lists show it: a plain row of `have` with what the packs give."""
    found = dict(collection.rows)
    for printing, stock in stock_of(collection, catalogue).items():
        if stock.boxed:
            key = Key("have", printing)
            found[key] = found.get(key, 0) + stock.boxed
    return found


def listed(collection: Collection, catalogue: Catalogue) -> list[Entry]:
    """The collection as counts, in the order of lists, packs, positions and conditions.

    Their sum is what `stock_of` counts: a plain row that fell below zero takes from the others.
    """
    place = {code: at for at, code in enumerate(catalogue.items)}
    counts = {key: n for key, n in _counts(collection, catalogue).items() if n}
    for key in [key for key, n in counts.items() if n < 0]:
        debt = -counts.pop(key)
        for other in [k for k in counts if k[:2] == key[:2] and counts[k] > 0]:
            paid = min(debt, counts[other])
            counts[other] -= paid
            debt -= paid
    order = sorted(counts, key=lambda k: (LISTS.index(k.list), place.get(k.printing, -1), k))
    return [Entry(key, counts[key]) for key in order if counts[key] > 0]


def checked(collection: Collection, catalogue: Catalogue, edit: Edit) -> Edit:
    """The edit, if no row falls below zero by it. Raises InputError that names card and rows.

    A plain row counts with what packs give; copies in a condition don't make up for it. What was
    below zero before (after a pack was given away, or its contents were corrected) may stay so.
    """
    kept = {key: n for key, n in edit.rows.items() if n != collection.rows.get(key, 0)}
    after = edited(collection, edit._replace(rows=kept))
    touched = {key.printing for key in kept}
    was, now = (
        stock_of(_only(one, touched), catalogue) if touched else {} for one in (collection, after)
    )
    for key, copies in kept.items():
        if copies > MOST:
            raise InputError(
                f"{copies} copies of {named(catalogue, key.printing)}: that is a slip."
            )
        if copies < 0 and not _plain(key):
            raise InputError(_too_few(catalogue, key, collection.rows.get(key, 0)))
        new, old = now.get(key.printing, Stock()), was.get(key.printing, Stock())
        plain = old.boxed + collection.rows.get(key, 0)
        if _plain(key) and new.boxed + copies < min(0, plain):
            raise InputError(_too_few_plain(collection, catalogue, key, plain))
        if new.boxed + new.hand < min(0, old.boxed + old.hand):
            raise InputError(_too_few(catalogue, key, old.have))
        if new.have - new.lent < min(0, old.have - old.lent):
            raise InputError(_not_at_hand(catalogue, key, old))
    return Edit(dict(edit.boxes), kept)


def _only(collection: Collection, printings: set[str]) -> Collection:
    rows = {key: n for key, n in collection.rows.items() if key.printing in printings}
    return collection._replace(rows=rows)


def _not_at_hand(catalogue: Catalogue, key: Key, old: Stock) -> str:
    name = named(catalogue, key.printing)
    done = "lent" if key.list == "lent" else "taken away"
    if old.lent:
        return f"Of {old.have} of {name} {old.lent} are lent: no more can be {done}."
    return f"There {'is' if old.have == 1 else 'are'} only {old.have} of {name} to be {done}."


def _too_few(catalogue: Catalogue, key: Key, there: int) -> str:
    name = named(catalogue, key.printing)
    if key.list == "have":
        kind = f" in condition {key.condition}" if key.condition else ""
        verb = "is" if there == 1 else "are"
        return f"There {verb} only {there} of {name}{kind} to be taken away."
    where = {"want": "wanted", "lent": "lent", "borrowed": "borrowed"}[key.list]
    whom = {"lent": f" to {key.who}", "borrowed": f" from {key.who}"}.get(key.list, "")
    return (
        f"Only {there} of {name} {'is' if there == 1 else 'are'} {where}{whom if key.who else ''}."
    )


def _too_few_plain(collection: Collection, catalogue: Catalogue, key: Key, there: int) -> str:
    """There aren't so many without condition and note; the rows beside that one are named."""
    others = [
        f"{n} ({', '.join(part for part in (k.condition, k.note) if part)})"
        for k, n in collection.rows.items()
        if k[:2] == key[:2] and k != key and n > 0
    ]
    if not others:
        return _too_few(catalogue, key, max(0, there))
    name, verb = named(catalogue, key.printing), "is" if there == 1 else "are"
    return (
        f"There {verb} only {max(0, there)} of {name} without a condition or note to be taken away;"
        f" beside them: {', '.join(others)} (--condition and --note say which are meant)."
    )


def overdrawn(collection: Collection, catalogue: Catalogue) -> dict[str, int]:
    """Printing → copies that were taken out by hand or lent and aren't there to be so."""
    rows: dict[str, int] = {}
    for key, copies in collection.rows.items():
        if _plain(key):
            rows[key.printing] = copies
    found = {}
    for printing, stock in stock_of(collection, catalogue).items():
        plain = stock.boxed + rows.get(printing, 0)
        lack = max(-plain, stock.lent - stock.have)
        if lack > 0:
            found[printing] = lack
    return found


def _plain(key: Key) -> bool:
    return key.list == "have" and not (key.condition or key.who or key.note)


def named(catalogue: Catalogue, printing: str) -> str:
    """`Title (Pack)` of a printing; its code where nobody knows it."""
    item = catalogue.item(printing)
    return title_of(item) if item else printing


def title_of(item: Item) -> str:
    """`Title (Pack)`."""
    return f"{item.title} ({item.pack})"
