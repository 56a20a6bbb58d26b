"""thronesdb-json-data → `Batch`: cards in ThronesDB's shape, and titles in other languages.

The files: `packs.json`, `cycles.json`, `factions.json`, `pack/<Pack>.json` and
`translations/<language>/pack/*.json`. There are no lists in it, and no cards after spring 2020:
what it doesn't have stays as it is. `read_path` and `fetch_all` get the files, `parse` is pure.
May import errors and importers; knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from importers import thronesdb_titles
from importers.batch import Batch, Record, iso_date, refuse
from importers.fields import load_json, rows_in, text_in
from importers.files import Files, Layout, fetch, read_path
from importers.sources import Source
from importers.thronesdb_cards import card_records
from importers.throneteki_json import in_order, provenance

if TYPE_CHECKING:
    from deckcheck.store.layers import GameData
    from importers.http import Client

ADDRESS = "https://codeload.github.com/ThronesDB/thronesdb-json-data/zip/HEAD"
LAYOUT = Layout(
    "thronesdb-json-data",
    ("packs.json", "cycles.json", "factions.json"),
    r"pack/[A-Za-z0-9]+\.json|translations/(de|es|fr)/pack/[A-Za-z0-9_-]+\.json",
    "pack/*.json",
)


def fetch_all(client: Client, address: str) -> Files:
    """The files from an address; as a folder of raw files, without the translations."""
    return fetch(client, address, LAYOUT, _pack_files)


def _pack_files(files: Files) -> list[str]:
    return [f"pack/{row.get('code')}.json" for row in _rows(files, "packs.json")]


def parse(files: Mapping[str, bytes], snapshot: str, present: GameData | None = None) -> Batch:
    """The batch in `files`; `present` makes no difference to this source."""
    notes: list[str] = []
    cycles = [
        {
            "code": text_in(row, "code", "cycles.json", "a cycle"),
            "name": text_in(row, "name", "cycles.json", f"cycle {row.get('code')}"),
        }
        for row in _rows(files, "cycles.json")
    ]
    packs = _packs(_rows(files, "packs.json"), {cycle["code"] for cycle in cycles})
    cards = card_records(_cards(files), packs, notes)
    ordered_cycles, ordered_packs = in_order(cycles, packs)
    batch = Batch(
        cards=tuple(cards[code] for code in sorted(cards)),
        cycles=ordered_cycles,
        packs=ordered_packs,
        lists=(),
        factions=(),
        titles={},
        provenance=(),
        notes=tuple(notes),
    )
    batch = thronesdb_titles.add(batch, files, snapshot)
    return batch._replace(
        provenance=(provenance(thronesdb_titles.ORIGIN, thronesdb_titles.LICENCE, files, snapshot),)
    )


def _rows(files: Mapping[str, bytes], name: str) -> list[Record]:
    return rows_in({"content": load_json(files, name)}, "content", name, "the whole file")


def _cards(files: Mapping[str, bytes]) -> Iterator[tuple[str, Record]]:
    for name in sorted(files):
        if name.startswith("pack/"):
            for row in _rows(files, name):
                yield name, row


def _packs(rows: list[Record], cycles: set[str]) -> dict[str, Record]:
    """Code → pack."""
    file = "packs.json"
    packs: dict[str, Record] = {}
    for row in rows:
        code = text_in(row, "code", file, "a pack")
        who = f"pack {code}"
        if code in packs:
            refuse(file, who, "code", "stands there twice")
        cycle = text_in(row, "cycle_code", file, who)
        if cycle not in cycles:
            refuse(file, who, "cycle_code", f"there is no cycle {cycle!r}")
        released = row.get("date_release")
        if released is not None:
            iso_date(released, file, who, "date_release")
        name = text_in(row, "name", file, who)
        packs[code] = {"code": code, "name": name, "cycle": cycle, "released": released}
    return packs


SOURCE = Source(
    name="thronesdb-json",
    title="thronesdb-json-data: cards up to 2020, titles in German, French and Spanish",
    game="agot2",
    address=lambda: ADDRESS,
    read=lambda path: read_path(path, LAYOUT),
    fetch=fetch_all,
    parse=parse,
    cards_file="pack/{pack}.json",
    packs_file="packs.json",
    lists_file="",
    extent="packs",
)
