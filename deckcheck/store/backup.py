"""A full backup of what is the user's own, and putting one back.

A backup is a zip archive of `user.db` (decks, revisions, collection), `corrections.toml` and
`texts.db`, as far as they are there; card data are not in it. Putting one back replaces user.db in
one transaction and keeps what it replaces in the backups folder. A bare user.db is taken too. May
import errors, source and store; knows no command.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import NamedTuple

from deckcheck.errors import InputError, StoreError
from deckcheck.store.home import Home, find_home
from deckcheck.store.migrate import MIGRATIONS, open_user, schema_of
from deckcheck.store.open import file_uri, sync

_MOST_BYTES = 4_000_000_000
"""The most that a backup may unpack to."""
_CHUNK = 1_000_000
_OLD_SECONDS = 3600
_SQLITE = b"SQLite format 3\0"


class Contents(NamedTuple):
    """What a user.db holds, in numbers."""

    decks: int = 0
    revisions: int = 0
    boxes: int = 0
    rows: int = 0
    """Rows of the collection that were changed by hand."""
    changes: int = 0
    """Changes of the collection that can be undone or seen in the log."""


class Planned(NamedTuple):
    """What putting a backup back does."""

    now: Contents | None
    """None = there is nothing yet, or it is damaged."""
    then: Contents
    files: tuple[str, ...]
    """Names of the files in the backup."""


class Done(NamedTuple):
    """What was done by putting a backup back."""

    plan: Planned
    kept: tuple[str, ...]
    """Paths of copies of what was replaced."""


def back_up_to(home: Home, path: str, *, force: bool = False) -> Contents:
    """Write a backup to a file, whole or not at all.

    `InputError` if the file is there already (without `force`) or can't be written; `StoreError`
    if user.db can't be read.
    """
    if os.path.lexists(path) and not force:
        raise InputError(f"{path} exists already; --force writes over it.")
    if not os.path.exists(home.user):
        raise InputError(f"There is nothing of yours in {home.folder} yet to back up.")
    folder = os.path.dirname(os.path.abspath(path))
    with (
        closing(open_user(home)) as source,
        _writable(path),
        # Beside the target: a rename can't cross volumes, and there must be room anyway.
        tempfile.TemporaryDirectory(prefix=".deckcheck-", dir=folder) as beside,
    ):
        copy = os.path.join(beside, "user.db")
        with closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            found = contents(target)
        packed = os.path.join(beside, "backup.zip")
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(copy, "user.db")
            for other in (home.corrections, home.texts):
                if os.path.exists(other):
                    archive.write(other, os.path.basename(other))
        sync(packed)
        os.replace(packed, path)
    return found


def plan(home: Home, path: str) -> Planned:
    """What putting the backup at `path` back would do; nothing is written.

    `InputError` if it is no backup, `StoreError` if it is damaged or newer than this program.
    """
    with (
        tempfile.TemporaryDirectory(prefix="deckcheck-") as beside,
        _unpacked(path, beside) as found,
    ):
        return found._replace(now=_now(home))


def restore(home: Home, path: str, moment: str) -> Done:
    """Put the backup at `path` back; what is replaced is kept in the backups folder.

    `moment` (letters and digits) goes into the names of what is kept. Until everything of the
    backup is unpacked and found to be sound, and what is there now is kept, nothing is touched;
    then user.db is replaced in one transaction.
    """
    try:
        os.makedirs(home.backups, exist_ok=True)
        _clear_leftovers(home)
        beside = tempfile.mkdtemp(prefix=".restore-", dir=home.folder)
    except OSError as fault:
        raise StoreError(f"{home.folder} can't be written ({fault.strerror}).") from None
    try:
        with _unpacked(path, beside) as found:
            found = found._replace(now=_now(home))
            kept = []
            for name in found.files:
                current = os.path.join(home.folder, name)
                if os.path.exists(current):
                    kept.append(_keep(home, current, moment))
            for name in found.files:
                _put(home, os.path.join(beside, name), name, damaged=found.now is None)
            return Done(found, tuple(kept))
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def contents(connection: sqlite3.Connection) -> Contents:
    """What an open user.db holds."""
    return Contents(
        *connection.execute(
            "SELECT (SELECT count(*) FROM deck WHERE live), (SELECT count(*) FROM deck_revision), "
            "(SELECT coalesce(sum(boxes), 0) FROM owned_pack), (SELECT count(*) FROM holding), "
            "(SELECT count(*) FROM collection_change)"
        ).fetchone()
    )


def _now(home: Home) -> Contents | None:
    if not os.path.exists(home.user):
        return None
    try:
        with closing(open_user(home)) as connection:
            return contents(connection)
    except (StoreError, sqlite3.Error):
        return None


@contextmanager
def _unpacked(path: str, folder: str) -> Iterator[Planned]:
    """The backup's files in `folder`, user.db sound and of this program's schema."""
    names = _unpack(path, folder)
    place = find_home(folder)
    try:
        with closing(open_user(place)) as connection:
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise StoreError("it is damaged")
            found = contents(connection)
    except (StoreError, sqlite3.Error) as fault:
        raise StoreError(f"{path} can't be put back: {_why_not(place, fault)}") from None
    shutil.rmtree(place.backups, ignore_errors=True)
    yield Planned(None, found, names)


def _why_not(unpacked: Home, fault: Exception) -> str:
    """Why an unpacked user.db is of no use, without the path of the folder it is in for now."""
    try:
        with closing(sqlite3.connect(file_uri(unpacked.user, "ro"), uri=True)) as connection:
            schema = schema_of(connection, unpacked.user)
            whole = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except StoreError:
        return "the user.db in it is a database, but not one of deckcheck's."
    except sqlite3.Error:
        return "the user.db in it is damaged, or is no database."
    if schema > MIGRATIONS[-1][0]:
        return f"a newer deckcheck wrote it (schema {schema}); upgrade deckcheck."
    if whole and isinstance(fault, StoreError):
        return "it can't be brought up to date; make room on the disk, and try again."
    return "the user.db in it is damaged, or isn't deckcheck's."


def _clear_leftovers(home: Home) -> None:
    """Remove what a restore that was killed has left: half-written copies, unpacked backups.

    A folder may be another restore's that is running now, unless it is old.
    """
    from time import time

    for name in os.listdir(home.backups):
        if "-replaced-" in name and name.endswith(".new"):
            with suppress(OSError):
                os.remove(os.path.join(home.backups, name))
    for name in os.listdir(home.folder):
        path = os.path.join(home.folder, name)
        with suppress(OSError):
            if name.startswith(".restore-") and time() - os.path.getmtime(path) > _OLD_SECONDS:
                shutil.rmtree(path, ignore_errors=True)


def _unpack(path: str, folder: str) -> tuple[str, ...]:
    """Write the backup's files into `folder`; their names."""
    known = ("user.db", "corrections.toml", "texts.db")
    try:
        with open(path, "rb") as file:
            head = file.read(len(_SQLITE))
            if head == _SQLITE:
                file.seek(0)
                with open(os.path.join(folder, "user.db"), "wb") as copy:
                    shutil.copyfileobj(file, copy)
                return ("user.db",)
        with zipfile.ZipFile(path) as archive:
            names = tuple(name for name in known if name in archive.namelist())
            if "user.db" not in names:
                raise InputError(f"{path} is no backup of deckcheck's: there is no user.db in it.")
            room = _MOST_BYTES
            for name in names:
                with archive.open(name) as member, open(os.path.join(folder, name), "wb") as copy:
                    while part := member.read(_CHUNK):
                        room -= len(part)
                        if room < 0:
                            raise InputError(f"{path} unpacks to more than a backup can hold.")
                        copy.write(part)
            return names
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise InputError(f"{path} is no backup of deckcheck's, or it is damaged.") from None
    except OSError as fault:
        raise InputError(f"{path} can't be unpacked ({fault.strerror or fault}).") from None


def _keep(home: Home, path: str, moment: str) -> str:
    """A copy of a file that is to be replaced, in the backups folder."""
    stem, suffix = os.path.splitext(os.path.basename(path))
    copy, number = "", 0
    while not copy or os.path.exists(copy):
        number += 1
        more = f"-{number}" if number > 1 else ""
        copy = os.path.join(home.backups, f"{stem}-replaced-{moment}{more}{suffix}")
    beside = f"{copy}.new"
    try:
        try:
            with (
                closing(sqlite3.connect(file_uri(path, "ro"), uri=True)) as source,
                closing(sqlite3.connect(beside)) as target,
            ):
                source.backup(target)
        except sqlite3.Error:  # no database, or a damaged one: byte by byte
            shutil.copyfile(path, beside)
        sync(beside)
        os.replace(beside, copy)
    except OSError as fault:
        raise StoreError(
            f"What is to be replaced can't be kept in {home.backups} ({fault.strerror}); nothing "
            "was changed."
        ) from None
    return copy


def _put(home: Home, new: str, name: str, *, damaged: bool) -> None:
    """Put a file of the backup in its place."""
    place = os.path.join(home.folder, name)
    try:
        if name != "user.db" or damaged or not os.path.exists(place):
            if damaged and os.path.exists(f"{place}-journal"):
                os.remove(f"{place}-journal")  # it belongs to the file that is replaced
            os.replace(new, place)
            return
        with (
            closing(sqlite3.connect(file_uri(new, "ro"), uri=True)) as source,
            closing(sqlite3.connect(file_uri(place, "rw"), uri=True, timeout=10)) as target,
        ):
            source.backup(target)
    except (OSError, sqlite3.Error) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise StoreError(f"{place} can't be written ({reason}); it is as it was.") from None


@contextmanager
def _writable(path: str) -> Iterator[None]:
    """Faults in writing the backup as one sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise InputError(f"{path} can't be written ({reason}).") from None
