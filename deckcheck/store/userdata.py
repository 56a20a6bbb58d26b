"""Reading and writing user.db: one snapshot for a report, one transaction for a change.

Whatever goes wrong while writing (no room, no permission, another program that doesn't let go)
ends in one sentence, and nothing has changed. Where there is no user.db yet, reading finds an
empty one and makes none. May import errors and store.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from deckcheck.errors import StoreError
from deckcheck.store.home import Home
from deckcheck.store.migrate import MIGRATIONS, open_user

Connection = sqlite3.Connection
"""An open user.db; the name under which others speak of it."""


@contextmanager
def reading(home: Home) -> Iterator[sqlite3.Connection]:
    """user.db as it is at this moment, for SELECTs only; an older one is migrated first."""
    if os.path.exists(home.user):
        connection = open_user(home)
    else:
        connection = _empty()
    try:
        with _told(home, "read"):
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            yield connection
    finally:
        connection.close()


@contextmanager
def writing(home: Home) -> Iterator[sqlite3.Connection]:
    """user.db in a transaction: kept when the block ends, undone whole if anything is raised.

    `StoreError` where it can't be written; nothing has changed then.
    """
    connection = open_user(home)
    try:
        with _told(home, "written"):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise
    finally:
        connection.close()


def _empty() -> sqlite3.Connection:
    """A user.db in memory with nothing in it."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for _, change in MIGRATIONS:
        change(connection)
    return connection


def _roll_back(connection: sqlite3.Connection) -> None:
    """Undo; where even that fails the journal is left, and the next one to open undoes it."""
    try:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        pass


@contextmanager
def _told(home: Home, done: str) -> Iterator[None]:
    """Faults of the database as one sentence."""
    try:
        yield
    except sqlite3.Error as fault:
        raise StoreError(_sentence(home, done, fault)) from None


def _sentence(home: Home, done: str, fault: sqlite3.Error) -> str:
    code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    unchanged = "; nothing was changed" if done == "written" else ""
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{home.user} is being written by another program{unchanged}; try again in a moment."
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return f"{home.user} can't be {done} ({fault}){unchanged}; make room on the disk."
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return (
            f"{home.user} can't be {done} ({fault}){unchanged}; allow it, or name another folder "
            "with --home or in DECKCHECK_HOME."
        )
    return (
        f"{home.user} can't be {done} ({fault}){unchanged}; `deckcheck db doctor` may tell more, "
        f"and {home.backups} may hold a copy."
    )
