"""ThronesDB's public API → `Batch`: packs, cycles, cards and restricted lists.

Four addresses, kept as four files of these names in an offline copy: `packs.json`,
`cycles.json`, `cards.json`, `restrictions.json`. `fetch_all` asks, `parse` is pure. May import
errors and importers; knows no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from importers.batch import Batch, Record, iso_date, refuse
from importers.deck_address import site
from importers.fields import load_json, rows_in, text_in
from importers.files import Files, Layout, read_path
from importers.sources import Source
from importers.thronesdb_cards import card_records
from importers.thronesdb_lists import list_records
from importers.throneteki_json import in_order, provenance

if TYPE_CHECKING:
    from deckcheck.store.layers import GameData
    from importers.http import Client

PATHS = {
    "packs.json": "api/public/packs/",
    "cycles.json": "api/public/cycles/",
    # Without the version a cost that is no number comes as null.
    "cards.json": "api/public/cards/?v=2.0",
    "restrictions.json": "api/public/restrictions/",
}
"""File of an offline copy → address, relative to the site's."""
LAYOUT = Layout("ThronesDB's answers", tuple(PATHS))
LICENCE = "undeclared"


def fetch_all(client: Client, address: str) -> Files:
    """The four answers; each must be JSON."""
    from importers.http import as_json

    base = address if address.endswith("/") else f"{address}/"
    files = {}
    for name, path in PATHS.items():
        answer = client.get(base + path, "application/json")
        as_json(answer)
        files[name] = answer.body
    return files


def parse(files: Mapping[str, bytes], snapshot: str, present: GameData | None = None) -> Batch:
    """The batch in the four answers. `present`: lists that are there already keep their codes."""
    notes: list[str] = []
    packs = _packs(_rows(files, "packs.json"), _rows(files, "cycles.json"))
    cycles = [
        {"code": text_in(row, "code", "cycles.json", "a cycle"), "name": row["name"]}
        for row in _rows(files, "cycles.json")
    ]
    cards = card_records((("cards.json", row) for row in _rows(files, "cards.json")), packs, notes)
    documents = present.documents if present else {}
    lists = [body for name, body in documents.items() if name.startswith("legality/")]
    rows = list_records(_rows(files, "restrictions.json"), lists, notes)
    ordered_cycles, ordered_packs = in_order(cycles, packs)
    return Batch(
        cards=tuple(cards[code] for code in sorted(cards)),
        cycles=ordered_cycles,
        packs=ordered_packs,
        lists=tuple(rows),
        factions=(),
        titles={},
        provenance=(provenance("https://thronesdb.com", LICENCE, files, snapshot),),
        notes=tuple(notes),
    )


def _rows(files: Mapping[str, bytes], name: str) -> list[Record]:
    return rows_in({"content": load_json(files, name)}, "content", name, "the whole file")


def _packs(rows: list[Record], cycles: list[Record]) -> dict[str, Record]:
    """Code → pack, in the site's order; its cycle is the one that names it, or has its place."""
    cycle_of: dict[str, str] = {}
    at: dict[int, str] = {}
    for row in sorted(cycles, key=lambda row: _place(row, "cycles.json", "position")):
        code = text_in(row, "code", "cycles.json", "a cycle")
        text_in(row, "name", "cycles.json", f"cycle {code}")
        at[row["position"]] = code
        named = row.get("packs")
        if not isinstance(named, list) or not all(isinstance(pack, str) for pack in named):
            refuse("cycles.json", f"cycle {code}", "packs", "a list of pack codes is expected")
        for pack in named:
            if cycle_of.setdefault(pack, code) != code:
                refuse("cycles.json", f"cycle {code}", "packs", f"pack {pack} is in another too")
    packs: dict[str, Record] = {}
    order = ("cycle_position", "position")
    for row in sorted(rows, key=lambda row: [_place(row, "packs.json", key) for key in order]):
        code = text_in(row, "code", "packs.json", "a pack")
        if not code.isalnum() or not code.isascii():
            refuse("packs.json", f"pack {code}", "code", "letters and digits only are expected")
        if code in packs:
            refuse("packs.json", f"pack {code}", "code", "stands there twice")
        cycle = cycle_of.get(code) or at.get(row["cycle_position"])
        if cycle is None:
            refuse("packs.json", f"pack {code}", "cycle_position", "there is no such cycle")
        released = row.get("available") or None
        if released is not None:
            iso_date(released, "packs.json", f"pack {code}", "available")
        name = text_in(row, "name", "packs.json", f"pack {code}")
        packs[code] = {"code": code, "name": name, "cycle": cycle, "released": released}
    return packs


def _place(row: Record, file: str, field: str) -> int:
    value = row.get(field)
    if type(value) is not int:
        refuse(file, f"row of {row.get('code')!r}", field, "a whole number is expected")
    return value


SOURCE = Source(
    name="thronesdb",
    title="ThronesDB's public API: packs, cards and restricted lists",
    game="agot2",
    address=site,
    read=lambda path: read_path(path, LAYOUT),
    fetch=fetch_all,
    parse=parse,
    cards_file="cards.json",
    packs_file="packs.json",
    lists_file="restrictions.json",
    extent="packs",
)
