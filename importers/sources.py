"""The table of sources that `deckcheck db update` knows, and what a source is.

A source says how its files are had (from a folder or archive, or by address) and how they are
parsed; what becomes of them is `update.py`'s. May import registry and importers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckcheck.registry import Table

if TYPE_CHECKING:
    from deckcheck.store.layers import GameData
    from importers.batch import Batch
    from importers.files import Files
    from importers.http import Client

SOURCES = Table(
    "source",
    {
        "throneteki": "importers.throneteki_json:SOURCE",
        "thronesdb": "importers.thronesdb_api:SOURCE",
        "thronesdb-json": "importers.thronesdb_json:SOURCE",
        "table": "importers.table:SOURCE",
    },
)
"""name → `Source`; the first one is the default."""


class Source(NamedTuple):
    """Where cards come from."""

    name: str
    title: str
    """What it is, for people."""
    game: str | None
    """The game whose cards it has; None = any."""
    address: Callable[[], str] | None
    """Where it is asked for when no address is given; None = one must be given."""
    read: Callable[[Path], tuple[Files, str]]
    """The files of a copy on disk, and the day (ISO) of the newest. Raises InputError."""
    fetch: Callable[[Client, str], Files]
    """The files from an address. Raises InputError."""
    parse: Callable[[Files, str, GameData], Batch]
    """(files, ISO date they are of, data as they are now) → Batch. Pure. Raises DataError."""
    cards_file: str
    """File that the cards of `{pack}` stand in, for messages."""
    packs_file: str
    """File that the pack `{pack}` stands in, for messages."""
    lists_file: str
    """File that the lists stand in, for messages; empty = it has none."""
    extent: str
    """What a batch of it is complete in: `all` there is, the `packs` it names, or its `rows`.

    What it isn't complete in stays as it is where the batch says nothing.
    """
