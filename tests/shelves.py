"""A home of its own with the cards built, and a small catalogue: what tests of the shelf share."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from command import Ran

from deckcheck.ledger import Collection, Edit
from deckcheck.shelf import Catalogue, Item
from deckcheck.store.collection import change, collection
from deckcheck.store.home import Home
from deckcheck.store.userdata import reading, writing

AT = "2026-11-29T12:00:00Z"
Run = Callable[..., Ran]


def quick_folder() -> str:
    """A new folder in memory where there is such a thing: a commit waits for the disk otherwise."""
    memory = "/dev/shm"
    return tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None)


def own_home(built: Path, tmp_path: Path) -> Path:
    """A home with a copy of the built card database."""
    folder = tmp_path / "home"
    folder.mkdir()
    shutil.copy2(built / "cards.db", folder / "cards.db")
    return folder


def item(code: str, card: str | None = None, pack: str = "Box", quantity: int | None = 3) -> Item:
    return Item(code, card or code, code.title(), "character", pack, None, quantity, 3)


SMALL = Catalogue(
    [
        item("rose", quantity=1),
        item("fury"),
        item("hodor", pack="North"),
        item("hodor-full", "hodor", pack="North", quantity=None),
        item("sun", pack="South", quantity=2),
    ]
)


def change_rows(home: Home, plan: Callable[[Collection], Edit], what: str = "change") -> Edit:
    """One change of the collection of the game `x`, as a command makes it."""
    with writing(home) as connection:
        return change(connection, SMALL, "x", AT, what, plan)


def rows_now(home: Home) -> Collection:
    with reading(home) as connection:
        return collection(connection, "x")


def parsed(out: str) -> list[Any]:
    """The objects of `--json`, one a line."""
    return [json.loads(line) for line in out.splitlines()]
