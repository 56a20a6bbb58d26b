"""user.db: opened, made at its first use, and brought up to date step by step.

It holds what only the user has, so it is never rebuilt: a migration is one transaction, done
after the whole file was copied to the backups, and a file that is damaged or newer than this
program is left untouched. A migration is SQL as it was when it was written and is never
edited afterwards; a test proves that all of them together give `tables.py`.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing

from deckcheck.errors import StoreError
from deckcheck.store.home import Home
from deckcheck.store.open import file_uri

Migration = tuple[int, Callable[[sqlite3.Connection], None]]
"""The schema's number after it, and what to do; it must neither begin nor commit."""

BUSY_SECONDS = 10.0
"""How long to wait for another process that is writing."""


def _first(connection: sqlite3.Connection) -> None:
    """Corrections of card facts, and the history of what was done."""
    connection.execute(
        "CREATE TABLE meta (key VARCHAR NOT NULL PRIMARY KEY, value VARCHAR NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE correction (game VARCHAR NOT NULL, code VARCHAR NOT NULL, "
        "field VARCHAR NOT NULL, value VARCHAR NOT NULL, reason VARCHAR NOT NULL, "
        "at VARCHAR NOT NULL, PRIMARY KEY (game, code, field))"
    )
    connection.execute(
        "CREATE TABLE history (id INTEGER NOT NULL PRIMARY KEY, at VARCHAR NOT NULL, "
        "what VARCHAR NOT NULL, detail VARCHAR NOT NULL)"
    )


def _shelf(connection: sqlite3.Connection) -> None:
    """Saved decks with their revisions, what is built from what, and the collection."""
    for statement in (
        "CREATE TABLE deck (id INTEGER NOT NULL PRIMARY KEY, game VARCHAR NOT NULL, "
        "name VARCHAR NOT NULL, key VARCHAR NOT NULL, head INTEGER, live INTEGER NOT NULL, "
        "built INTEGER NOT NULL, tags VARCHAR NOT NULL, summary VARCHAR NOT NULL)",
        "CREATE UNIQUE INDEX deck_key ON deck (key) WHERE live",
        "CREATE TABLE deck_revision (id INTEGER NOT NULL PRIMARY KEY, "
        "deck INTEGER NOT NULL REFERENCES deck (id), at VARCHAR NOT NULL, what VARCHAR NOT NULL, "
        "parent INTEGER, state VARCHAR NOT NULL)",
        "CREATE INDEX deck_revision_deck ON deck_revision (deck)",
        "CREATE TABLE placed (deck INTEGER NOT NULL REFERENCES deck (id), card VARCHAR NOT NULL, "
        "printing VARCHAR NOT NULL, copies INTEGER NOT NULL, "
        "PRIMARY KEY (deck, card, printing)) WITHOUT ROWID",
        "CREATE TABLE owned_pack (game VARCHAR NOT NULL, pack VARCHAR NOT NULL, "
        "boxes INTEGER NOT NULL, name VARCHAR NOT NULL, PRIMARY KEY (game, pack)) WITHOUT ROWID",
        "CREATE TABLE holding (game VARCHAR NOT NULL, list VARCHAR NOT NULL, "
        "printing VARCHAR NOT NULL, condition VARCHAR NOT NULL, who VARCHAR NOT NULL, "
        "note VARCHAR NOT NULL, copies INTEGER NOT NULL, title VARCHAR NOT NULL, "
        "pack VARCHAR NOT NULL, "
        "PRIMARY KEY (game, list, printing, condition, who, note)) WITHOUT ROWID",
        "CREATE TABLE collection_change (id INTEGER NOT NULL PRIMARY KEY, game VARCHAR NOT NULL, "
        "at VARCHAR NOT NULL, what VARCHAR NOT NULL, undone INTEGER NOT NULL, "
        "packs VARCHAR NOT NULL, holdings VARCHAR NOT NULL)",
        "CREATE VIEW deck_card AS SELECT d.id AS deck, d.name, d.game, pile.key AS section, "
        "card.key AS code, card.value AS copies, json_extract(printed.value, '$[0]') AS title, "
        "json_extract(printed.value, '$[1]') AS pack "
        "FROM deck d JOIN deck_revision r ON r.id = d.head "
        "JOIN json_each(r.state, '$.deck') pile JOIN json_each(pile.value) card "
        "LEFT JOIN json_each(r.state, '$.printed') printed ON printed.key = card.key "
        "WHERE d.live AND pile.key IN ('cards', 'side')",
    ):
        connection.execute(statement)


MIGRATIONS: Sequence[Migration] = ((1, _first), (2, _shelf))
"""In order; the last one's number is the schema this program writes."""


def open_user(
    home: Home, migrations: Sequence[Migration] = MIGRATIONS, now: str | None = None
) -> sqlite3.Connection:
    """user.db, for reading and writing, made if it isn't there and migrated if it is older.

    `now` goes into a backup's name (default: the time in UTC). Transactions are the caller's:
    `BEGIN IMMEDIATE` … `COMMIT`. `StoreError` (and nothing changed) if the file is damaged,
    is something else, is newer than this program, or can't be written where it must be.
    """
    try:
        os.makedirs(home.folder, exist_ok=True)
        connection = sqlite3.connect(
            file_uri(home.user, "rwc"), uri=True, isolation_level=None, timeout=BUSY_SECONDS
        )
    except (OSError, sqlite3.Error) as fault:
        raise _unusable(home.user, fault) from None
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        if schema_of(connection, home.user) != migrations[-1][0]:
            migrate(connection, home, migrations, now)
    except sqlite3.Error as fault:
        connection.close()
        raise _unusable(home.user, fault) from None
    except BaseException:
        connection.close()
        raise
    return connection


def migrate(
    connection: sqlite3.Connection,
    home: Home,
    migrations: Sequence[Migration],
    now: str | None = None,
) -> None:
    """Do the migrations that the open user.db lacks, each in a transaction of its own."""
    newest = migrations[-1][0]
    found = schema_of(connection, home.user)
    if found > newest:
        raise StoreError(
            f"{home.user} was written by a newer deckcheck (schema {found}; this one knows up to "
            f"{newest}); upgrade deckcheck, or name another folder with --home."
        )
    _check(connection, home.user)
    safe = found == 0  # a new file needs no backup
    for number, change in migrations:
        # Asked inside the transaction: another process may have been faster.
        connection.execute("BEGIN IMMEDIATE")
        try:
            found = schema_of(connection, home.user)
            if found < number:
                if not safe:
                    back_up(home, found, now)
                    safe = True
                change(connection)
                connection.execute(
                    "INSERT OR REPLACE INTO meta VALUES ('schema', ?)", (str(number),)
                )
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def schema_of(connection: sqlite3.Connection, path: str) -> int:
    """Number of the last migration done; 0 for a new, empty file."""
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return 0
    row = None
    if "meta" in tables:
        row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if row is None or not str(row[0]).isdigit():
        raise StoreError(
            f"{path} is a database, but not one of deckcheck's; "
            "move it away, or name another folder with --home."
        )
    return int(row[0])


def back_up(home: Home, schema: int, now: str | None = None) -> str:
    """Copy user.db, as last committed, to the backups folder; returns the copy's path.

    It gets its name when it is complete, so what is called a backup is one.
    """
    moment = now or time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    path = os.path.join(home.backups, f"user-{schema}-{moment}.db")
    number = 1
    while os.path.exists(path):
        number += 1
        path = os.path.join(home.backups, f"user-{schema}-{moment}-{number}.db")
    beside = f"{path}.new"
    try:
        os.makedirs(home.backups, exist_ok=True)
        if os.path.exists(beside):
            os.remove(beside)
        with (
            closing(sqlite3.connect(file_uri(home.user, "ro"), uri=True)) as source,
            closing(sqlite3.connect(beside)) as copy,
        ):
            source.backup(copy)
        os.replace(beside, path)
    except (OSError, sqlite3.Error) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise StoreError(
            f"{home.user} must be brought up to date, but no backup of it can be written to "
            f"{home.backups} ({reason}); make room there first."
        ) from None
    return path


def _check(connection: sqlite3.Connection, path: str) -> None:
    """A damaged file isn't migrated: what can still be read of it would be lost."""
    result = connection.execute("PRAGMA quick_check(1)").fetchone()
    if result != ("ok",):
        raise _unusable(path, sqlite3.DatabaseError(str(result[0])))


def _unusable(path: str, fault: Exception) -> StoreError:
    reason = getattr(fault, "strerror", None) or str(fault)
    code = getattr(fault, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(f"{path} is being written by another program; try again in a moment.")
    if isinstance(fault, sqlite3.OperationalError | OSError):
        return StoreError(
            f"{path} can't be opened ({reason}); name another folder with --home or in "
            "DECKCHECK_HOME."
        )
    return StoreError(
        f"{path} is damaged ({reason}) and was left as it is; move it away and put a copy from "
        f"{os.path.join(os.path.dirname(path), 'backups')} in its place."
    )
