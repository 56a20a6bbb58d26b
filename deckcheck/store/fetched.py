"""What `db update` brought, one file a game in the user's folder, and the way back.

`fetched/<game>.json` holds cards, packs, factions, lists and titles in the shapes of the shipped
files, after a line with the digest of the rest; a file without that digest (damaged, edited) is
not used. cards.db is built from it and can be built again at any time, so what decides an
update is one rename: that of this file. Of every game the file before stands in `previous/`,
with the card database of then. May import errors, registry and store; knows no source.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from deckcheck.errors import StoreError
from deckcheck.store.home import Home
from deckcheck.store.open import Note, file_uri, stamp, sync

if TYPE_CHECKING:
    from deckcheck.store.layers import Layers

FORM = 1
"""Number of the layout of a fetched file."""
PARTS = (
    *("source", "packs", "factions", "legality", "titles"),
    *("old_codes", "old_titles", "old_places", "cards"),
)
"""What the object in the file holds; `old_places` may lack."""
NONE = b"none\n"
"""Contents of a file that says: use the shipped data. Shorter than any other."""


def fetched_path(home: Home, game: str) -> str:
    """Path of the fetched data of a game; it need not exist."""
    return os.path.join(home.fetched, f"{game}.json")


def read_fetched(home: Home, game: str) -> tuple[dict[str, Any] | None, Note | None]:
    """The fetched data of a game, if there are any; and a note where they can't be used."""
    path = fetched_path(home, game)
    try:
        with open(path, "rb") as file:
            parts, fault = decode(file.read())
    except (FileNotFoundError, NotADirectoryError):
        return None, None
    except OSError as error:
        parts, fault = None, f"can't be read ({error.strerror})"
    if not fault:
        return parts, None
    note = Note(
        "fetched-unused",
        "warning",
        f"{path} {fault}, so the data that come with deckcheck are used; "
        "run `deckcheck db update` to fetch them again.",
    )
    return None, note


def decode(contents: bytes) -> tuple[dict[str, Any] | None, str]:
    """What a fetched file holds (None = nothing), and what is wrong with it, if anything is."""
    head, _, body = contents.partition(b"\n")
    if contents == NONE:
        return None, ""
    words = head.decode("ascii", "replace").split()
    if len(words) != 4 or words[:2] != ["deckcheck", "fetched"]:
        return None, "is damaged"
    if words[2] != str(FORM):
        return None, "was written by another version of deckcheck"
    if words[3] != _digest(body):
        return None, "is damaged or was edited (corrections.toml is for that)"
    return dict(json.loads(body)), ""


def encode(parts: Mapping[str, Any]) -> bytes:
    """The bytes of a fetched file; one card a line, so that two versions can be compared."""
    rows = [
        f'"{name}": {_dump(parts[name])}' for name in PARTS if name in parts and name != "cards"
    ]
    cards = ",\n".join(map(_dump, parts["cards"]))
    body = ("{" + ",\n".join(rows) + ',\n"cards": [\n' + cards + "\n]}\n").encode()
    return f"deckcheck fetched {FORM} {_digest(body)}\n".encode() + body


def swap_in(home: Home, root: str, game: str, parts: Mapping[str, Any]) -> list[Note]:
    """Make `parts` the fetched data of a game, and build cards.db from them, in one step.

    Returns what there is to say of other data that go in, such as corrections. What was there
    goes to `previous/`. To be called while `home.update_lock` is held. `StoreError` or
    `DataError`, and nothing has changed, if anything can't be written.
    """
    from deckcheck.store.layers import Layers

    path = fetched_path(home, game)
    with _exchange(home) as beside:
        new = beside(path)
        _write(new, encode(parts))
        layers = Layers(root, home, {game: parts})
        database, notes = _build(home, root, layers, (path, new), beside)
        _keep(path, _previous(home, game), beside)
        if os.path.exists(home.cards):
            _keep(home.cards, _previous_cards(home), beside)
        os.replace(new, path)
        _follow(database, home)
    return notes


def roll_back(home: Home, root: str, game: str) -> None:
    """Put back what a game's data were before its last update; once more undoes that.

    To be called while `home.update_lock` is held. `StoreError` if there was no update;
    otherwise as `swap_in`.
    """
    from deckcheck.store.layers import Layers

    path, back = fetched_path(home, game), _previous(home, game)
    if not os.path.exists(back):
        raise StoreError(
            f"The {game} data have not been updated in {home.folder}, so there is nothing to "
            "go back to."
        )
    fault = _fault_of(back)
    if fault:
        raise StoreError(
            f"{back}, the {game} data of before the last update, {fault}, so nothing was changed; "
            "`deckcheck db update` brings whole ones."
        )
    with _exchange(home) as beside:
        new, old = beside(path), beside(back)
        _link(back, new)
        _link(path, old)
        database = _kept_database(home, root, (path, new), beside)
        if database is None:
            layers = Layers(root, home, {game: _parts_in(new)})
            database, _ = _build(home, root, layers, (path, new), beside)
        if os.path.exists(home.cards):
            _keep(home.cards, _previous_cards(home), beside)
        os.replace(new, path)
        os.replace(old, back)
        _follow(database, home)


def has_previous(home: Home, game: str) -> bool:
    """Whether `roll_back` has something to go back to."""
    return os.path.exists(_previous(home, game))


def _previous(home: Home, game: str) -> str:
    return os.path.join(home.previous, f"{game}.json")


def _previous_cards(home: Home) -> str:
    return os.path.join(home.previous, "cards.db")


@contextmanager
def updating(home: Home) -> Iterator[None]:
    """Hold the lock of updates, from beginning to end; `StoreError` if somebody else does."""
    from filelock import FileLock, Timeout

    with _told(home):
        os.makedirs(home.folder, exist_ok=True)
        lock = FileLock(home.update_lock, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise StoreError(
                f"Another deckcheck is updating the data in {home.folder}; wait until it is done."
            ) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _told(home: Home) -> Iterator[None]:
    """Faults of the disk as one sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise StoreError(
            f"The data can't be written to {home.folder} ({reason}); what was there is as it was."
        ) from None


@contextmanager
def _exchange(home: Home) -> Iterator[Callable[[str], str]]:
    """The database's lock, and names for files beside others; what is left of them is removed."""
    from filelock import FileLock

    from deckcheck.store.open import LOCK_SECONDS

    names = []

    def beside(path: str) -> str:
        names.append(f"{path}.new")
        with suppress(FileNotFoundError):
            os.remove(names[-1])
        return names[-1]

    with _told(home), FileLock(home.lock, timeout=LOCK_SECONDS):
        try:
            os.makedirs(home.fetched, exist_ok=True)
            os.makedirs(home.previous, exist_ok=True)
            yield beside
        finally:
            for name in names:
                with suppress(FileNotFoundError):
                    os.remove(name)


def _build(
    home: Home,
    root: str,
    layers: Layers,
    instead: tuple[str, str],
    beside: Callable[[str], str],
) -> tuple[str, list[Note]]:
    """Build the database of `layers` beside cards.db; its path, and what is to be said of it."""
    from deckcheck.store.build import write_database

    path = beside(home.cards)
    return path, write_database(path, layers, stamp(root, home, instead))


def _follow(database: str, home: Home) -> None:
    """Put the database in its place. It is decided already: where that fails, it is built again."""
    with suppress(OSError):
        os.replace(database, home.cards)
        for folder in (home.fetched, home.previous, home.folder):
            sync(folder)


def _kept_database(
    home: Home, root: str, instead: tuple[str, str], beside: Callable[[str], str]
) -> str | None:
    """The database of before the update beside cards.db, if it is the one that is wanted now."""
    kept = _previous_cards(home)
    try:
        with closing(sqlite3.connect(file_uri(kept, "ro"), uri=True)) as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = 'stamp'").fetchone()
            sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.Error:
        return None
    if not sound or row is None or row[0] != stamp(root, home, instead):
        return None
    path = beside(home.cards)
    _link(kept, path)
    return path


def _fault_of(path: str) -> str:
    """What is wrong with a fetched file; empty = it is sound."""
    try:
        with open(path, "rb") as file:
            return decode(file.read())[1]
    except OSError as error:
        return f"can't be read ({error.strerror})"


def _parts_in(path: str) -> dict[str, Any] | None:
    with open(path, "rb") as file:
        return decode(file.read())[0]


def _keep(path: str, copy: str, beside: Callable[[str], str]) -> None:
    """Make `copy` another name for what is at `path` now."""
    new = beside(copy)
    _link(path, new)
    os.replace(new, copy)


def _link(path: str, new: str) -> None:
    """Give a file a second name; a copy where there are no such names, `none` for no file."""
    if not os.path.exists(path):
        _write(new, NONE)
        return
    try:
        os.link(path, new)
    except OSError:
        shutil.copy2(path, new)


def _write(path: str, contents: bytes) -> None:
    with open(path, "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())


def _digest(body: bytes) -> str:
    import hashlib

    return hashlib.sha256(body).hexdigest()


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
