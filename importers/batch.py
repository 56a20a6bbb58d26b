"""What every importer hands over: a `Batch` of records in the shapes of `data/agot2`.

Imports nothing of ours but errors and `Provenance`; knows no source and no text. The records
are plain dicts, ready for JSON; `agot2_files.py` fixes the order of their keys.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple, NoReturn

from deckcheck.errors import DataError
from importers import Provenance

Record = dict[str, Any]


class Batch(NamedTuple):
    """All that one import brings, checked and in a stable order."""

    cards: tuple[Record, ...]
    """By code. Keys: see `agot2_files.CARD_KEYS`."""
    cycles: tuple[Record, ...]
    """`code`, `name`; in order of publication."""
    packs: tuple[Record, ...]
    """`code`, `name`, `cycle`, `released` (None = never); in order of publication."""
    lists: tuple[Record, ...]
    """Legality lists, in the order of the source."""
    factions: tuple[Record, ...]
    """`code`, `name`, `guid`; empty = the source has none."""
    titles: Mapping[str, Mapping[str, str]]
    """Language → code → title; empty = the source has none."""
    provenance: tuple[Provenance, ...]
    """The source of the cards first, then what else was read."""
    notes: tuple[str, ...]
    """What was kept but looks odd: one sentence each, to be shown."""


def refuse(file: str, row: str, field: str, what: str) -> NoReturn:
    """Raise the `DataError` that names file, row and field."""
    raise DataError(f"{file}, {row}, {field}: {what}; correct it in the source and import again.")


def iso_date(value: Any, file: str, row: str, field: str) -> str:
    """`value` if it is an ISO date (YYYY-MM-DD) that exists, else `DataError`."""
    if not is_iso_date(value):
        refuse(file, row, field, f"{value!r} is not a date (YYYY-MM-DD)")
    return str(value)


def is_iso_date(value: Any) -> bool:
    """Whether `value` is the text of a day that exists, written YYYY-MM-DD."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over all names, lengths and bytes, in order of names."""
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(f"{name}\0{len(files[name])}\0".encode())
        total.update(files[name])
    return total.hexdigest()


def named_codes(row: Mapping[str, Any]) -> set[str]:
    """All codes that a legality list names."""
    named = set(row.get("banned", ()))
    for part in row.get("formats", {}).values():
        named.update(part.get("restricted", ()), part.get("banned", ()))
        for pod in part.get("pods", ()):
            named.update(pod["cards"], [pod["restricted"]] if "restricted" in pod else [])
    return named


def strangers(lists: Iterable[Mapping[str, Any]], codes: Container[str]) -> list[str]:
    """A note for each list that names codes of no card."""
    notes = []
    for row in lists:
        unknown = sorted(code for code in named_codes(row) if code not in codes)
        if unknown:
            if len(unknown) == 1:
                notes.append(f"List {row['code']}: code {unknown[0]} is no card's; it is kept.")
                continue
            shown = ", ".join(unknown[:5]) + (", …" if len(unknown) > 5 else "")
            notes.append(
                f"List {row['code']}: {len(unknown)} codes are no card's ({shown}); they are kept."
            )
    return notes
