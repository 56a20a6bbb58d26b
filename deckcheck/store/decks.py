"""Saved decks in user.db: as they are now, and every revision they ever were.

A change appends a revision and moves the deck's head to it; undoing moves the head to the revision
it came from. Nothing is ever edited or deleted, so each state can be had back. Plain sqlite3;
writers are to be called within `userdata.writing`. May import errors, saved and store; knows no
rule and no command.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.registry import unknown_name
from deckcheck.saved import Saved
from deckcheck.shelf import Placed

_ROW = "id, game, name, head, live, built, tags, summary"


class Row(NamedTuple):
    """A saved deck as lists show it."""

    id: int
    game: str
    name: str
    head: int | None
    live: bool
    built: bool
    tags: tuple[str, ...]
    summary: dict[str, Any]


class Revision(NamedTuple):
    """One change of a deck, as the log has it."""

    id: int
    deck: str
    """The deck's name after it."""
    at: str
    what: str
    parent: int | None
    head: bool
    """Whether this is how the deck is now."""
    undone: bool
    """Whether it was taken back: the deck as it is now doesn't come from it."""


def listed(
    connection: sqlite3.Connection, game: str | None = None, tag: str | None = None
) -> list[Row]:
    """The live decks, by name; of one game, with one tag."""
    sql = f"SELECT {_ROW} FROM deck WHERE live ORDER BY key"
    rows = _rows(connection.execute(sql).fetchall())
    wanted = fold(tag) if tag else None
    return [
        row
        for row in rows
        if (game is None or row.game == game) and (wanted is None or wanted in map(fold, row.tags))
    ]


def find(connection: sqlite3.Connection, name: str) -> Row:
    """The live deck called so (`@name` too). Raises UnknownName with near names."""
    bare = deck_name(name)
    sql = f"SELECT {_ROW} FROM deck WHERE key = ? AND live"
    row = connection.execute(sql, (fold(bare),)).fetchone()
    if row is not None:
        return _row(row)
    names = [n for (n,) in connection.execute("SELECT name FROM deck WHERE live ORDER BY key")]
    if not names:
        raise InputError(
            f"No deck is saved yet, so none is called {bare!r} (`deckcheck deck add`)."
        )
    raise unknown_name("saved deck", bare, names)


def load(connection: sqlite3.Connection, row: Row) -> Saved:
    """The deck as it is now."""
    return states(connection, [row])[0]


def states(connection: sqlite3.Connection, rows: Sequence[Row]) -> list[Saved]:
    """Several decks as they are now, in their order."""
    wanted = [row.head for row in rows if row.head is not None]
    found: dict[int, Saved] = {}
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        marks = ", ".join("?" * len(some))
        sql = f"SELECT id, state FROM deck_revision WHERE id IN ({marks})"
        found.update((head, _state(text)) for head, text in connection.execute(sql, some))
    return [found[row.head] for row in rows if row.head is not None]


def add(connection: sqlite3.Connection, saved: Saved, at: str, what: str) -> Row:
    """Save a new deck. Raises InputError where there is one of that name, or the name is none."""
    name = deck_name(saved.name)
    _unused(connection, name, None)
    cursor = connection.execute(
        "INSERT INTO deck VALUES (NULL, ?, ?, ?, NULL, 1, 0, '[]', '{}')",
        (saved.game, name, fold(name)),
    )
    assert cursor.lastrowid is not None
    return _append(connection, cursor.lastrowid, None, saved.named(name), at, what)


def change(connection: sqlite3.Connection, row: Row, saved: Saved, at: str, what: str) -> Row:
    """Make a deck another; nothing is written if it is the same as it was.

    Raises InputError where its (new) name is another deck's.
    """
    name = deck_name(saved.name)
    saved = saved.named(name)
    if row.head is not None and saved == load(connection, row):
        return row
    if saved.live:
        _unused(connection, name, row.id)
    return _append(connection, row.id, row.head, saved, at, what)


def log(
    connection: sqlite3.Connection, name: str | None = None, most: int | None = None
) -> list[Revision]:
    """Changes of one deck, or of all, the newest first. A removed deck has its log, too."""
    one = None if name is None else _any(connection, name).id
    rows = connection.execute(
        "SELECT r.id, json_extract(r.state, '$.deck.name'), r.at, r.what, r.parent, d.head "
        "FROM deck_revision r JOIN deck d ON d.id = r.deck WHERE ?1 IS NULL OR r.deck = ?1 "
        "ORDER BY r.id DESC",
        (one,),
    ).fetchall()
    parents = {row[0]: row[4] for row in rows}
    holding: set[int] = set()
    for head in {row[5] for row in rows}:
        while head is not None and head not in holding:
            holding.add(head)
            head = parents[head]
    found = [
        Revision(number, deck, at, what, parent, number == head, number not in holding)
        for number, deck, at, what, parent, head in rows
    ]
    return found if most is None else found[:most]


def undo(
    connection: sqlite3.Connection, name: str | None = None, to: int | None = None
) -> tuple[Row, str]:
    """Take back the last change of a deck (of any deck, without a name), or go to a revision.

    Returns the deck as it is then, and what was taken back (or gone to). Raises InputError where
    there is nothing to undo, the deck never had that revision, or its name is taken by now.
    """
    if to is not None:
        return _go_to(connection, name, to)
    if name is None:
        sql = f"SELECT {_ROW} FROM deck WHERE head IS NOT NULL ORDER BY head DESC LIMIT 1"
        found = connection.execute(sql).fetchone()
        if found is None:
            raise InputError("There is no change of a deck left to undo.")
        row = _row(found)
    else:
        row = _any(connection, name)
    if row.head is None:
        raise InputError(f"There is no change of {row.name} left to undo.")
    what, parent = connection.execute(
        "SELECT what, parent FROM deck_revision WHERE id = ?", (row.head,)
    ).fetchone()
    return _move_head(connection, row, parent), what


def place(connection: sqlite3.Connection, game: str, placed: Placed) -> None:
    """Write down where copies sit in the built decks of a game."""
    decks = {row.name: row.id for row in built(connection, game)}
    connection.execute(
        "DELETE FROM placed WHERE deck IN (SELECT id FROM deck WHERE game = ?)", (game,)
    )
    connection.executemany(
        "INSERT INTO placed VALUES (?, ?, ?, ?)",
        [
            (decks[deck], card, printing, copies)
            for ((deck, card), printing), copies in placed.items()
        ],
    )


def placed(connection: sqlite3.Connection, game: str) -> Placed:
    """Where copies sat when it was last written down."""
    rows = connection.execute(
        "SELECT d.name, p.card, p.printing, p.copies FROM placed p JOIN deck d ON d.id = p.deck "
        "WHERE d.live AND d.built AND d.game = ? ORDER BY d.built, p.card, p.printing",
        (game,),
    )
    return {((deck, card), printing): copies for deck, card, printing, copies in rows}


def built(connection: sqlite3.Connection, game: str) -> list[Row]:
    """The built decks of a game, those built first at the front."""
    sql = f"SELECT {_ROW} FROM deck WHERE live AND built AND game = ? ORDER BY built, id"
    return _rows(connection.execute(sql, (game,)).fetchall())


def deck_name(text: str) -> str:
    """A name without its `@`. Raises InputError for one that can't be asked for."""
    name = " ".join(text.split()).removeprefix("@").strip()
    if not name:
        raise InputError("A saved deck needs a name.")
    if len(name) > 200 or not name.isprintable():
        raise InputError(f"{name[:40]!r}… can't be the name of a deck: 200 printable characters.")
    return name


def _append(
    connection: sqlite3.Connection, deck: int, parent: int | None, saved: Saved, at: str, what: str
) -> Row:
    cursor = connection.execute(
        "INSERT INTO deck_revision VALUES (NULL, ?, ?, ?, ?, ?)",
        (deck, at, what, parent, _dump(saved._asdict())),
    )
    return _show(connection, deck, cursor.lastrowid, saved)


def _show(connection: sqlite3.Connection, deck: int, head: int | None, saved: Saved) -> Row:
    """Let the deck be what a revision says."""
    # `built` keeps the revision by which it was built: the order that copies are given out in.
    since = head if saved.built else 0
    values = (
        *(saved.name, fold(saved.name), head, int(saved.live), since, since),
        *(_dump(saved.tags), _dump(saved.summary), deck),
    )
    connection.execute(
        "UPDATE deck SET name = ?, key = ?, head = ?, live = ?, "
        "built = CASE WHEN ? AND built THEN built ELSE ? END, tags = ?, summary = ? WHERE id = ?",
        values,
    )
    row = connection.execute(f"SELECT {_ROW} FROM deck WHERE id = ?", (deck,)).fetchone()
    return _row(row)


def _go_to(connection: sqlite3.Connection, name: str | None, to: int) -> tuple[Row, str]:
    found = connection.execute(
        "SELECT deck, what FROM deck_revision WHERE id = ?", (to,)
    ).fetchone()
    row = None
    if found is not None:
        row = _by_id(connection, found[0])
    if row is None or (name is not None and _any(connection, name).id != row.id):
        whose = f"{deck_name(name)} has" if name else "There is"
        raise InputError(f"{whose} no revision {to}; `deckcheck deck log` shows them.")
    return _move_head(connection, row, to), str(found[1])


def _move_head(connection: sqlite3.Connection, row: Row, head: int | None) -> Row:
    if head is None:
        connection.execute(
            "UPDATE deck SET head = NULL, live = 0, built = 0 WHERE id = ?", (row.id,)
        )
        return row._replace(head=None, live=False, built=False)
    text = connection.execute("SELECT state FROM deck_revision WHERE id = ?", (head,)).fetchone()
    saved = _state(text[0])
    if saved.live:
        _unused(connection, saved.name, row.id)
    return _show(connection, row.id, head, saved)


def _any(connection: sqlite3.Connection, name: str) -> Row:
    """The live deck called so, else the one called so that was removed last."""
    sql = (
        f"SELECT {_ROW} FROM deck WHERE key = ? ORDER BY live DESC, coalesce(head, 0) DESC LIMIT 1"
    )
    row = connection.execute(sql, (fold(deck_name(name)),)).fetchone()
    return _row(row) if row is not None else find(connection, name)


def _by_id(connection: sqlite3.Connection, deck: int) -> Row:
    return _row(connection.execute(f"SELECT {_ROW} FROM deck WHERE id = ?", (deck,)).fetchone())


def _unused(connection: sqlite3.Connection, name: str, but: int | None) -> None:
    sql = "SELECT name FROM deck WHERE key = ? AND live AND id IS NOT ?"
    row = connection.execute(sql, (fold(name), but)).fetchone()
    if row is not None:
        raise InputError(f"A deck called {row[0]} is saved already; choose another name.")


def _row(row: tuple[Any, ...]) -> Row:
    return _rows([row])[0]


def _rows(rows: Sequence[tuple[Any, ...]]) -> list[Row]:
    """The rows, with the JSON of all of them parsed at one go."""
    parsed = json.loads(f"[{','.join([f'[{row[6]},{row[7]}]' for row in rows])}]")
    return [
        Row(number, game, name, head, bool(live), bool(built), tuple(tags), summary)
        for (number, game, name, head, live, built, _, _), (tags, summary) in zip(
            rows, parsed, strict=True
        )
    ]


def _state(text: str) -> Saved:
    value = json.loads(text)
    printed = {code: (title, pack) for code, (title, pack) in value["printed"].items()}
    return Saved(
        *(value["deck"], printed, tuple(value["tags"]), value["built"], value["live"]),
        value["summary"],
    )


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
