"""Opening cards.db: as it is, or built first when it is missing, out of date or damaged.

Everything that can go wrong with cards.db ends in an answer: it holds nothing of the user's,
so it is built again, and where it can't be kept it is built for this run only. What was done
is said in `Store.notes`, never printed. Imports the builder and filelock only to build.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from deckcheck.errors import DataError, StoreError
from deckcheck.shipped import VERSION, data_folder, fingerprint
from deckcheck.store.home import Home
from deckcheck.store.pool import Documents, SqlitePool
from deckcheck.store.schema import CARDS_SCHEMA

LOCK_SECONDS = 60
"""How long to wait for another process that is building."""
NOTHING = 5
"""Size of a file of fetched data that says that there are none (`fetched.py`)."""
NOTE = "note:"
"""Beginning of the keys, in `meta`, of what is to be said at every run until it is mended."""
_DAMAGE = frozenset((sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
_DAMAGE_OR_DISK = _DAMAGE | {sqlite3.SQLITE_IOERR}

T = TypeVar("T")


class Note(NamedTuple):
    """Something about the database that the user should hear: a warning at every run."""

    code: str
    """`database-rebuilt` (it was damaged), `database-temporary` (it can't be kept),
    `fetched-unused` (damaged), `fetched-older` (than the shipped data) or `correction` (one
    that is wrong and left out)."""
    severity: str
    """`warning` or `info`."""
    text: str
    """One whole sentence."""


class Store:
    """An open cards.db, for reading. Made by `open_cards`; a context manager."""

    def __init__(self, home: Home, root: str, tell: Callable[[Note], None] | None = None) -> None:
        self.home = home
        self.root = root
        self.notes: list[Note] = []
        self._tell = tell
        self.built = False
        """This process built the database."""
        self.temporary = False
        """The database is gone when the store is closed."""
        self.meta: dict[str, str] = {}
        self._stamp = stamp(root, home)
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, ...] | None = None
        self._user = False
        self._pools: dict[str, SqlitePool] = {}
        self._documents: dict[str, Documents] = {}

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; a temporary one is deleted."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @property
    def games(self) -> list[str]:
        """Names of the games in the database, sorted."""
        return sorted(k.partition(":")[2] for k in self.meta if k.startswith("snapshot:"))

    def pool(self, game: str) -> SqlitePool:
        """The cards of a game; the same pool each time."""
        if game not in self._pools:
            self._pools[game] = SqlitePool(self, game, self.meta.get(f"snapshot:{game}", ""))
        return self._pools[game]

    def documents(self, game: str) -> Documents:
        """The rules documents of a game, by name (see `shipped.read_documents`)."""
        if game not in self._documents:
            self._documents[game] = Documents(self, game)
        return self._documents[game]

    def counts(self, game: str) -> dict[str, int]:
        """Rows of a game in each table: `card`, `document`, `guid`, `pack`, `printing`, `title`."""
        tables = ("card", "document", "guid", "pack", "printing", "title")
        parts = (f"SELECT '{name}', count(*) FROM {name} WHERE game = ?" for name in tables)
        return dict(self.read(" UNION ALL ".join(parts), [game] * len(tables), tuple))

    def attach_user(self) -> bool:
        """Make the tables of user.db readable as `user.<table>`; False if there is none yet.

        An older user.db is migrated first (with a backup). `StoreError` if it is damaged or
        newer than this program.
        """
        if not self._user and os.path.exists(self.home.user):
            from deckcheck.store.migrate import open_user

            open_user(self.home).close()
            self._attach()
            self._user = True
        return self._user

    def read(self, sql: str, values: Sequence[Any], shape: Callable[[Any], T]) -> list[T]:
        """All rows of a SELECT, each put through `shape`.

        If a row can't be read because the file is damaged, the database is built again and
        asked once more.
        """
        if self._connection is None:
            raise StoreError("The card database is closed.")
        try:
            return [shape(row) for row in self._connection.execute(sql, values)]
        except (sqlite3.DatabaseError, ValueError) as fault:
            sound = isinstance(fault, sqlite3.Error) and _code(fault) not in _DAMAGE_OR_DISK
            if sound or self.built:
                where = self.home.folder if self._user else self.home.cards
                raise StoreError(f"The database at {where} can't be read: {fault}.") from fault
        self.build(damaged=True)
        return self.read(sql, values, shape)

    def open(self) -> None:
        """Open cards.db; build it first if it isn't what the data files say."""
        state = self._try_open()
        if state != "current":
            self.build(damaged=state == "damaged")
        if not self.built:
            self._say_again()

    def build(self, *, damaged: bool = False) -> None:
        """Build cards.db anew and open it.

        If another process builds it meanwhile, its database is waited for and taken.
        """
        unfit = self._file if self._connection is not None else None
        self.close()
        try:
            self._build_in_home(unfit)
        except (OSError, sqlite3.Error, NotImplementedError) as fault:
            self._build_temporary(fault)
        else:
            if damaged:
                self._note(_rebuilt(self.home.cards))
        if self._user:
            self._attach()

    def _build_in_home(self, unfit: tuple[int, ...] | None) -> None:
        """Build under the lock; `unfit` is the file that isn't to be opened again."""
        from filelock import FileLock

        from deckcheck.store.build import build
        from deckcheck.store.layers import Layers

        os.makedirs(self.home.folder, exist_ok=True)
        with FileLock(self.home.lock, timeout=LOCK_SECONDS):
            # An update may have ended while the lock was waited for.
            self._stamp = stamp(self.root, self.home)
            unchanged = unfit is not None and unfit == _identity(self.home.cards)
            if unchanged or self._try_open() != "current":
                for note in build(self.home.cards, Layers(self.root, self.home), self._stamp):
                    self._note(note)
                self.built = True
                if self._try_open() != "current":
                    raise OSError(None, "what was written can't be read back")

    def _try_open(self) -> str:
        """Open cards.db if it is there, sound as far as a glance tells, and up to date.

        Returns `missing`, `damaged`, `stale` or `current`; only then it is open.
        """
        self._file = _identity(self.home.cards)
        try:
            connection = sqlite3.connect(
                file_uri(self.home.cards, "ro"), uri=True, isolation_level=None
            )
        except sqlite3.Error:
            return "missing"
        try:
            meta = dict(connection.execute("SELECT key, value FROM meta"))
        except (sqlite3.Error, ValueError) as fault:
            connection.close()
            damaged = not isinstance(fault, sqlite3.Error) or _code(fault) in _DAMAGE
            return "damaged" if damaged else "missing"
        if meta.get("stamp") != self._stamp:
            connection.close()
            return "stale"
        self._connection, self.meta = connection, meta
        return "current"

    def _build_temporary(self, fault: Exception) -> None:
        """Build into SQLite's own nameless temporary file, which can't be left behind."""
        from deckcheck.store.build import fill
        from deckcheck.store.layers import Layers

        reason = getattr(fault, "strerror", None) or str(fault)
        self._connection = sqlite3.connect("", uri=True, isolation_level=None)
        for note in fill(self._connection, Layers(self.root, self.home), self._stamp):
            self._note(note)
        self._connection.execute("PRAGMA query_only = ON")
        self.meta = dict(self._connection.execute("SELECT key, value FROM meta"))
        self.built = self.temporary = True
        self._note(
            Note(
                "database-temporary",
                "info",
                f"The card database can't be kept in {self.home.folder} ({reason}), so it was "
                "built for this run only; name a folder of your own with --home or in "
                "DECKCHECK_HOME.",
            )
        )

    def _say_again(self) -> None:
        """The warnings of when the database was built: what they are about is still so."""
        import json

        for key, text in sorted(self.meta.items()):
            if key.startswith(NOTE):
                self._note(Note._make(json.loads(text)))

    def _note(self, note: Note) -> None:
        self.notes.append(note)
        if self._tell is not None:
            self._tell(note)

    def _attach(self) -> None:
        assert self._connection is not None
        self._connection.execute("ATTACH ? AS user", (file_uri(self.home.user, "ro"),))


def open_cards(
    home: Home,
    root: str | os.PathLike[str] | None = None,
    tell: Callable[[Note], None] | None = None,
) -> Store:
    """The card database of `home`, ready to read.

    `tell` is called with each note as it arises: damage may only be met while reading.

    `root` holds the games' data files (default: those that come with the program). The
    database is built at first use, after an upgrade, when a data file was changed, and when
    it is damaged. `DataError` if the data files are wrong.
    """
    store = Store(home, data_folder() if root is None else os.fspath(root), tell)
    try:
        store.open()
    except BaseException:
        store.close()
        raise
    return store


def stamp(root: str, home: Home, instead: tuple[str, str] = ("", "")) -> str:
    """What cards.db must have been built from to be up to date.

    Program, schema, shipped files, fetched data and corrections. With `instead` = (path, other)
    the stamp it will be when the file `other` has been renamed to `path`.
    """
    found = fingerprint(root)
    if not found:
        raise DataError(f"There are no game data at {root}; install deckcheck again.")
    lines = [f"deckcheck {VERSION} schema {CARDS_SCHEMA}", found]
    try:
        names = {os.path.join(home.fetched, name) for name in os.listdir(home.fetched)}
    except OSError:
        names = set()
    names = {name for name in names if name.endswith(".json")}
    for path in [*sorted(names | {instead[0]} - {""}), home.corrections]:
        try:
            status = os.stat(instead[1] if path == instead[0] else path)
        except OSError:
            continue
        if status.st_size > NOTHING:
            name = os.path.basename(path)
            lines.append(f"own {name} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(lines)


def file_uri(path: str, mode: str) -> str:
    """The SQLite address of a file; `mode` is `ro`, `rw` or `rwc`."""
    for letter, code in (("%", "%25"), ("?", "%3f"), ("#", "%23")):
        path = path.replace(letter, code)
    if os.sep == "\\":
        path = "/" + path.replace("\\", "/")
    return f"file:{path}?mode={mode}"


def sync(path: str) -> None:
    """Wait until a file or (where that can be asked for) a folder is on the disk."""
    if os.name != "posix" and os.path.isdir(path):
        return
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _identity(path: str) -> tuple[int, ...] | None:
    """Tells a file from one that has taken its place."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_ino, status.st_mtime_ns, status.st_size)


def _code(fault: sqlite3.Error) -> int:
    """SQLite's primary result code; SQLITE_ERROR where it gave none."""
    return getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _rebuilt(path: str) -> Note:
    return Note(
        "database-rebuilt",
        "warning",
        f"{path} was damaged and has been built again; nothing of yours is kept in it.",
    )
