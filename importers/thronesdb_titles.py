"""thronesdb-json-data (a directory) → titles in other languages, and the factions' GUIDs.

The files: `translations/<language>/pack/*.json` and `factions.json`. `read` touches the disk,
`add` is pure. May import errors and importers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from importers.batch import Batch, Record, refuse
from importers.fields import LONGEST, load_json
from importers.files import Files, Layout, read_path
from importers.throneteki_json import FACTIONS, provenance

ORIGIN = "https://github.com/ThronesDB/thronesdb-json-data"
LICENCE = "undeclared"
LAYOUT = Layout(
    "thronesdb-json-data",
    ("factions.json",),
    r"translations/(de|es|fr)/pack/[^/]+\.json",
    "translations",
)


def read(directory: Path) -> Files:
    """The files by relative name. `directory` may also be its `translations`."""
    if directory.name == "translations":
        directory = directory.parent
    return read_path(directory, LAYOUT)[0]


def add(batch: Batch, files: Mapping[str, bytes], snapshot: str) -> Batch:
    """`batch` with the titles and factions in `files`.

    A title equal to the English one is left out: it is a name that is the same in both, or
    (most of the French ones) a row that nobody has translated yet. A title of an unknown card,
    or one that is another card's in English, is left out with a note.
    """
    known = {card["code"]: card["title"].casefold() for card in batch.cards}
    english = frozenset(known.values())
    titles: dict[str, dict[str, str]] = {}
    notes = list(batch.notes)
    for name in sorted(files):
        if not name.startswith("translations/"):
            continue
        rows = titles.setdefault(name.split("/")[1], {})
        for row in _records(files, name):
            code, title = _title(row, name)
            if code not in known:
                notes.append(f"{name}, card {code}: no card has this code; its title is left out.")
            elif title.casefold() == known[code]:
                continue
            elif title.casefold() in english:
                notes.append(f"{name}, card {code}: {title!r} is another card; it is left out.")
            else:
                rows[code] = title
    return batch._replace(
        titles={language: dict(sorted(titles[language].items())) for language in sorted(titles)},
        factions=tuple(_factions(_records(files, "factions.json"))),
        provenance=(*batch.provenance, provenance(ORIGIN, LICENCE, files, snapshot)),
        notes=tuple(notes),
    )


def _title(row: Record, file: str) -> tuple[str, str]:
    """Code and title of one row."""
    code, title = row.get("code"), row.get("name")
    if not isinstance(code, str):
        refuse(file, f"card {code!r}", "code", "a code is expected")
    if not isinstance(title, str) or not title.strip() or not title.isprintable():
        refuse(file, f"card {code}", "name", "a title is expected")
    if len(title.strip()) > LONGEST:
        refuse(file, f"card {code}", "name", f"is longer than {LONGEST} characters")
    return code, title.strip()


def _records(files: Mapping[str, bytes], name: str) -> list[Record]:
    rows = load_json(files, name)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        refuse(name, "the whole file", "content", "a list of records is expected")
    return rows


def _factions(rows: list[Record]) -> list[Record]:
    """Code, name and GUID (absent on neutral) of each faction, in the house's order."""
    by_code = {str(row.get("code")): row for row in rows}
    if set(by_code) != set(FACTIONS):
        odd = sorted(set(by_code) ^ set(FACTIONS))
        refuse("factions.json", "the whole file", "code", f"missing or unknown: {', '.join(odd)}")
    factions = []
    for code in FACTIONS:
        name, guid = by_code[code].get("name"), by_code[code].get("octgn_id")
        if not isinstance(name, str) or not isinstance(guid, str | None):
            refuse("factions.json", f"faction {code}", "name, octgn_id", "texts are expected")
        factions.append({"code": code, "name": name} | ({"guid": guid.lower()} if guid else {}))
    return factions
