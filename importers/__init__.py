"""Sources of cards, packs and lists: each turns files of one shape into a `Batch`.

The second package of the wheel. May import errors, folding, registry, model and store; nothing
here prints but `__main__.py`, and only `http.py` touches the network. An importer never decides
what is legal: it says what is printed.
"""

from __future__ import annotations

from typing import NamedTuple

from deckcheck.registry import Table

IMPORTERS = Table(
    "importer",
    {
        "throneteki-json": "importers.throneteki_json",
        "berserk-csv": "importers.berserk_csv",
    },
)
"""name → module with `read(directory)` (files by relative name), `parse(files, …)` (pure: a Batch,
or game → Batch for a source of several games) and `WRITER`, the module that writes those."""


class Provenance(NamedTuple):
    """Where a batch comes from, so that anybody can fetch the same bytes and compare."""

    origin: str
    """Public name of the source (a repository, an address)."""
    snapshot: str
    """ISO date of the day the source was taken."""
    licence: str
    """What its owner declares, in a word (`MIT`); `undeclared` if nothing is."""
    files: int
    """Number of files read."""
    size: int
    """Their bytes together."""
    sha256: str
    """`batch.digest` of the files: names and bytes, in order of names."""
    address: str = ""
    """Address or path that the files were had from; empty for shipped data."""
    time: str = ""
    """When that was, ISO in UTC; empty for shipped data."""
