"""The collection in user.db: boxes of packs, rows of copies, and every change with its undo.

A change is read, worked out (`ledger.py`) and written in one transaction, with the rows before and
after it, so that it can be taken back to the letter. Plain sqlite3. May import errors, ledger,
shelf and store; knows no command.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from deckcheck.errors import InputError
from deckcheck.ledger import Collection, Edit, Key
from deckcheck.shelf import Catalogue, Item

if TYPE_CHECKING:
    from deckcheck.store.open import Store

_ITEMS = (
    "SELECT p.code, p.card, c.title, c.type, p.pack, p.position, p.quantity, c.card_limit "
    "FROM printing p JOIN card c ON c.game = p.game AND c.code = p.card "
    "LEFT JOIN pack k ON k.game = p.game AND k.code = p.pack "
    "WHERE p.game = ? ORDER BY k.place, p.position, p.code"
)
_KEY = "game = ? AND list = ? AND printing = ? AND condition = ? AND who = ? AND note = ?"


class Change(NamedTuple):
    """One change of the collection, as the log has it."""

    id: int
    at: str
    what: str
    undone: bool
    rows: int
    """Rows it touched, boxes of packs included."""


class Strange(NamedTuple):
    """A row whose printing the card data call something else than when it was written."""

    printing: str
    title: str
    pack: str
    """What was written down."""


def catalogue(store: Store, game: str) -> Catalogue:
    """Every printing of a game, in the order of packs and positions."""
    items = store.read(_ITEMS, (game,), Item._make)
    aliases = dict(store.read("SELECT code, card FROM alias WHERE game = ?", (game,), tuple))
    same = store.documents(game).get("reprints", {}).get("same", ())
    return Catalogue(items, same, aliases)


def collection(connection: sqlite3.Connection, game: str) -> Collection:
    """What is owned, wanted, lent and borrowed of a game; rows in the order of their keys."""
    boxes = connection.execute("SELECT pack, boxes FROM owned_pack WHERE game = ?", (game,))
    rows = connection.execute(
        "SELECT list, printing, condition, who, note, copies FROM holding WHERE game = ?", (game,)
    )
    make = Key._make
    return Collection(game, dict(boxes), {make(row[:5]): row[5] for row in rows})


def is_empty(connection: sqlite3.Connection, game: str) -> bool:
    """Whether nothing at all is kept of a game."""
    sql = (
        "SELECT EXISTS (SELECT 1 FROM owned_pack WHERE game = ?1) "
        "OR EXISTS (SELECT 1 FROM holding WHERE game = ?1)"
    )
    return not connection.execute(sql, (game,)).fetchone()[0]


def change(
    connection: sqlite3.Connection,
    known: Catalogue,
    game: str,
    at: str,
    what: str,
    plan: Callable[[Collection], Edit],
    pack_names: Mapping[str, str] | None = None,
    *,
    reprint: bool = False,
) -> Edit:
    """Work out a change on the collection as it is now, write it, and log it.

    To be called within `userdata.writing`. `at` is the time, `what` the command in short. With
    `reprint` the rows of the edit are given title and pack as the data have them now, instead of
    keeping their own. Returns what was changed (nothing is logged if that is nothing). What
    `plan` raises changes nothing.
    """
    before = collection(connection, game)
    edit = plan(before)
    names = pack_names or {}
    packs: list[list[Any]] = [
        [pack, before.boxes.get(pack, 0), count, names.get(pack, pack)]
        for pack, count in edit.boxes.items()
        if count != before.boxes.get(pack, 0)
    ]
    holdings: list[list[Any]] = []
    for key, copies in edit.rows.items():
        old = before.rows.get(key, 0)
        if copies != old or reprint:
            printed = _printed(connection, game, key) if old else None
            item = known.item(key.printing)
            now = [item.title, item.pack] if item else ["", ""]
            new = now if reprint or printed is None else printed
            if copies != old or new != printed:
                holdings.append([*key, old, copies, printed or new, new])
    if not packs and not holdings:
        return Edit()
    _write(connection, game, packs, holdings, forward=True)
    connection.execute(
        "INSERT INTO collection_change VALUES (NULL, ?, ?, ?, 0, ?, ?)",
        (game, at, what, _dump(packs), _dump(holdings)),
    )
    rows = {Key._make(row[:5]): row[6] for row in holdings}
    return Edit({pack: after for pack, _, after, _ in packs}, rows)


def log(connection: sqlite3.Connection, game: str, most: int | None = None) -> list[Change]:
    """Changes, the newest first."""
    rows = connection.execute(
        "SELECT id, at, what, undone, json_array_length(packs) + json_array_length(holdings) "
        "FROM collection_change WHERE game = ? ORDER BY id DESC LIMIT ?",
        (game, -1 if most is None else most),
    )
    return [Change(n, at, what, bool(undone), size) for n, at, what, undone, size in rows]


def undo(connection: sqlite3.Connection, game: str) -> Change:
    """Take the last change back that isn't; to be called within `writing`.

    Raises InputError if there is none.
    """
    row = connection.execute(
        "SELECT id, at, what, packs, holdings FROM collection_change "
        "WHERE game = ? AND NOT undone ORDER BY id DESC LIMIT 1",
        (game,),
    ).fetchone()
    if row is None:
        raise InputError(f"There is no change of the {game} collection left to undo.")
    number, at, what, packs, holdings = row
    packs, holdings = json.loads(packs), json.loads(holdings)
    _write(connection, game, packs, holdings, forward=False)
    connection.execute("UPDATE collection_change SET undone = 1 WHERE id = ?", (number,))
    return Change(number, at, what, True, len(packs) + len(holdings))


def with_titles(
    connection: sqlite3.Connection, game: str
) -> tuple[Collection, list[tuple[str, str, str]]]:
    """The collection, and (printing, title, pack) as they were written down with its rows."""
    boxes = connection.execute("SELECT pack, boxes FROM owned_pack WHERE game = ?", (game,))
    rows = connection.execute(
        "SELECT list, printing, condition, who, note, copies, title, pack FROM holding "
        "WHERE game = ?",
        (game,),
    ).fetchall()
    make = Key._make
    found = Collection(game, dict(boxes), {make(row[:5]): row[5] for row in rows})
    return found, sorted({(row[1], row[6], row[7]) for row in rows})


def strange_rows(titles: Iterable[tuple[str, str, str]], known: Catalogue) -> list[Strange]:
    """Of `with_titles` the printings that are others by title and pack than by their code.

    A code that nobody knows counts; a title that was merely spelled anew doesn't.
    """
    items = known.items
    odd = [
        Strange(*row)
        for row in titles
        if (item := items.get(row[0])) is None or item.title != row[1] or item.pack != row[2]
    ]
    if not odd:
        return odd
    named = {(item.title, item.pack) for item in items.values()}
    return [s for s in odd if known.item(s.printing) is None or (s.title, s.pack) in named]


def _printed(connection: sqlite3.Connection, game: str, key: Key) -> list[str]:
    """Title and pack as they were written down with a row."""
    sql = f"SELECT title, pack FROM holding WHERE {_KEY}"
    return list(connection.execute(sql, (game, *key)).fetchone())


def _write(
    connection: sqlite3.Connection,
    game: str,
    packs: Iterable[list[Any]],
    holdings: Iterable[list[Any]],
    *,
    forward: bool,
) -> None:
    """Make rows what they are after a change, or (not `forward`) before it."""
    for pack, before, after, name in packs:
        boxes = after if forward else before
        connection.execute("DELETE FROM owned_pack WHERE game = ? AND pack = ?", (game, pack))
        if boxes:
            values = (game, pack, boxes, name)
            connection.execute("INSERT INTO owned_pack VALUES (?, ?, ?, ?)", values)
    for *key, before, after, printed_before, printed_after in holdings:
        copies, printed = (after, printed_after) if forward else (before, printed_before)
        connection.execute(f"DELETE FROM holding WHERE {_KEY}", (game, *key))
        if copies:
            connection.execute(
                "INSERT INTO holding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (game, *key, copies, *printed),
            )


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
