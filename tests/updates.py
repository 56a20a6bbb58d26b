"""What the tests of updates share: a home, a folder of shipped data, and looks at the result."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from harness.sources import Source, invented, lay_out, write_root

from deckcheck.store.home import Home, find_home
from deckcheck.store.open import Store, open_cards
from importers.http import Client, Limits
from importers.update import Request, Result, update

TODAY = "2026-06-01"
NOW = "2026-06-01T12:00:00Z"
QUICK = Limits(connect=5, read=5, total=20, pause=0.01, pace=0)


class Kitchen(NamedTuple):
    """A user's home, the data that came with the program, and a source on disk."""

    home: Home
    root: str
    folder: Path

    def update(self, files: Source | None = None, /, **asked: Any) -> Result:
        """An update from the folder, after these files were laid out there."""
        if files is not None:
            lay_out(files, self.folder)
        asked.setdefault("snapshot", TODAY)
        asked.setdefault("offline", str(self.folder))
        return update(self.home, self.root, Request(**asked), today=TODAY, now=NOW)

    def fetch(self, address: str | None, limits: Limits = QUICK, **asked: Any) -> Result:
        """An update from an address."""
        return update(
            self.home,
            self.root,
            Request(address=address, **asked),
            today=TODAY,
            now=NOW,
            client=lambda: Client(self.home.cache, limits),
        )

    def open(self) -> Store:
        """The card database."""
        return open_cards(self.home, self.root)

    def title(self, code: str) -> str | None:
        """Title of the card with this code, through a new opening of the database."""
        with self.open() as store:
            card = store.pool("agot2").card(code)
            return card.title if card else None

    def rows(self) -> dict[str, int]:
        """Rows in the tables of the database as the file has them, once it was found whole."""
        with closing(sqlite3.connect(self.home.cards)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            tables = ("card", "printing", "pack", "title", "document")
            return {
                table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in tables
            }

    def files(self) -> dict[str, tuple[int, int, int]]:
        """Every file in the home that isn't a lock → what tells whether it was written."""
        found = {}
        for folder, _, names in os.walk(self.home.folder):
            for name in names:
                if not name.endswith(".lock"):
                    status = os.stat(os.path.join(folder, name))
                    path = os.path.relpath(os.path.join(folder, name), self.home.folder)
                    found[path] = (status.st_ino, status.st_size, status.st_mtime_ns)
        return found


def kitchen(folder: Path) -> Kitchen:
    """A home whose database is built from the invented data, all of it below `folder`."""
    root = write_root(folder / "data")
    made = Kitchen(find_home(folder / "home"), root, folder / "source")
    made.open().close()
    return made


def changed(*steps: Callable[[Source], Any]) -> Source:
    """The invented source after these changes."""
    source = invented()
    for step in steps:
        step(source)
    return source
