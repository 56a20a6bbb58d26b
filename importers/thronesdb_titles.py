"""thronesdb-json-data (a directory) → titles in other languages, and the factions' GUIDs.

The files: `translations/<language>/pack/*.json` and `factions.json`. `read` touches the disk,
`add` is pure. May import errors and importers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from deckcheck.errors import InputError
from importers.batch import Batch, Record, refuse
from importers.throneteki_json import FACTIONS, load_json, provenance

ORIGIN = "https://github.com/ThronesDB/thronesdb-json-data"
LICENCE = "undeclared"
LANGUAGES = ("de", "es", "fr")


def read(directory: Path) -> dict[str, bytes]:
    """The files by relative name. `directory` may also be its `translations`."""
    if directory.name == "translations":
        directory = directory.parent
    names = ["factions.json"]
    for language in LANGUAGES:
        found = directory.glob(f"translations/{language}/pack/*.json")
        names += sorted(path.relative_to(directory).as_posix() for path in found)
    try:
        files = {name: (directory / name).read_bytes() for name in names}
    except OSError as error:
        raise InputError(
            f"{directory} is not a directory of thronesdb-json-data ({error.strerror}: "
            f"{error.filename}); name the one that holds factions.json and translations."
        ) from None
    if len(files) == 1:
        raise InputError(f"{directory} holds no translations; name a whole copy of the source.")
    return files


def add(batch: Batch, files: Mapping[str, bytes], snapshot: str) -> Batch:
    """`batch` with the titles and factions in `files`; titles of unknown cards become notes."""
    known = {card["code"] for card in batch.cards}
    titles: dict[str, dict[str, str]] = {}
    notes = list(batch.notes)
    for name in sorted(files):
        if not name.startswith("translations/"):
            continue
        language = name.split("/")[1]
        for row in load_json(files, name):
            code, title = row.get("code"), row.get("name")
            if not isinstance(title, str) or not title.strip():
                refuse(name, f"card {code}", "name", "a title is expected")
            if code in known:
                titles.setdefault(language, {})[code] = title.strip()
            else:
                notes.append(f"{name}, card {code}: no card has this code; its title is left out.")
    return batch._replace(
        titles={language: dict(sorted(titles[language].items())) for language in sorted(titles)},
        factions=tuple(_factions(load_json(files, "factions.json"))),
        provenance=(*batch.provenance, provenance(ORIGIN, LICENCE, files, snapshot)),
        notes=tuple(notes),
    )


def _factions(rows: list[Record]) -> list[Record]:
    """Code, name and GUID (absent on neutral) of each faction, in the house's order."""
    by_code = {row.get("code"): row for row in rows}
    if set(by_code) != set(FACTIONS):
        odd = sorted(map(str, set(by_code) ^ set(FACTIONS)))
        refuse("factions.json", "the whole file", "code", f"missing or unknown: {', '.join(odd)}")
    factions = []
    for code in FACTIONS:
        record = {"code": code, "name": by_code[code]["name"]}
        if by_code[code].get("octgn_id"):
            record["guid"] = by_code[code]["octgn_id"].lower()
        factions.append(record)
    return factions
