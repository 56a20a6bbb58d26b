"""throneteki-json-data → `Batch`: all cards, packs, cycles and legality lists.

The files: `packs/<Pack>.json`, `cycles.json`, `restricted-list.json`; JSON schemas stand beside
them in the source. `read` and `fetch_all` get them (`files.py`); `parse` is pure. Titles in other
languages and the factions' GUIDs come from thronesdb-json-data (`thronesdb_titles.py`). May
import errors and importers; knows no rule. Anything that breaks the shape is a `DataError` with
file, row and field; oddities that are kept become notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckcheck.errors import InputError
from importers import Provenance
from importers.agot2_text import text_facts
from importers.batch import Batch, Record, digest, is_iso_date, iso_date, refuse, strangers
from importers.fields import (
    LONGEST_ADDRESS,
    choice_in,
    codes_in,
    count_in,
    flag_in,
    guid_in,
    is_code,
    load_json,
    number_in,
    rows_in,
    text_in,
)
from importers.files import Files, Layout, fetch, read_path
from importers.sources import Source

if TYPE_CHECKING:
    from deckcheck.store.layers import GameData
    from importers.http import Client

ORIGIN = "https://github.com/throneteki/throneteki-json-data"
LICENCE = "MIT"
WRITER = "importers.agot2_files"
ADDRESS = "https://codeload.github.com/throneteki/throneteki-json-data/zip/HEAD"
"""The newest state of the repository, as one archive: never half of a change."""
LAYOUT = Layout(
    "throneteki-json-data",
    ("cycles.json", "restricted-list.json"),
    r"packs/[A-Za-z0-9]+\.json",
    "packs/*.json",
)
FACTIONS = (
    *("baratheon", "greyjoy", "lannister", "martell", "stark", "targaryen"),
    *("thenightswatch", "tyrell", "neutral"),
)
TYPES = ("agenda", "attachment", "character", "event", "location", "plot", "title")
ICONS = ("military", "intrigue", "power")
PLOT_VALUES = ("income", "initiative", "claim", "reserve")
LINES = {
    "ffg": "ffg",
    "conclave": "conclave",
    "redesigns": "redesigns",
    "gotstandard": "standard",
    "gotvalyrian": "valyrian",
}
"""Prefix of a list's code → the line of lists that it belongs to."""


def read(directory: Path) -> Files:
    """The files of a copy of the source (a folder or archive). Raises InputError if it is none."""
    return read_path(directory, LAYOUT)[0]


def fetch_all(client: Client, address: str) -> Files:
    """The files from an address: of an archive or, ending in /, of a folder."""
    return fetch(client, address, LAYOUT, _pack_files)


def _pack_files(files: Files) -> list[str]:
    """The files of all packs that a cycle names."""
    cycles = rows_in(
        {"cycles": load_json(files, "cycles.json")}, "cycles", "cycles.json", "the file"
    )
    packs = [pack for cycle in cycles for pack in cycle.get("packs") or ()]
    return [f"packs/{pack}.json" for pack in packs]


def parse(files: Mapping[str, bytes], snapshot: str, present: GameData | None = None) -> Batch:
    """The batch in `files` (relative name → bytes) as they were on `snapshot` (ISO date).

    Without `present` (the data as they are now) lists that name codes of no card are noted;
    with it, `merge.py` does that.
    """
    if not is_iso_date(snapshot):
        raise InputError(f"The snapshot date {snapshot!r} is not a date; write it YYYY-MM-DD.")
    notes: list[str] = []
    cards: dict[str, Record] = {}
    packs: dict[str, Record] = {}
    for name in sorted(files):
        if name.startswith("packs/"):
            _pack(name, load_json(files, name), packs, cards, notes)
    cycles = load_json(files, "cycles.json")
    _cycles(cycles, packs)
    lists = load_json(files, "restricted-list.json")
    ordered_cycles, ordered_packs = in_order(
        [{"code": cycle["id"], "name": cycle["name"]} for cycle in cycles],
        {pack: packs[pack] for cycle in cycles for pack in cycle["packs"]},
    )
    rows = tuple(_list(row, notes) for row in _unique(lists))
    notes += strangers(rows, cards) if present is None else []
    return Batch(
        cards=tuple(cards[code] for code in sorted(cards)),
        cycles=ordered_cycles,
        packs=ordered_packs,
        lists=rows,
        factions=(),
        titles={},
        provenance=(provenance(ORIGIN, LICENCE, files, snapshot),),
        notes=tuple(notes),
    )


def in_order(
    cycles: Iterable[Record], packs: Mapping[str, Record]
) -> tuple[tuple[Record, ...], tuple[Record, ...]]:
    """Cycles and packs in order of publication; of one day, in the order they are given in.

    A cycle that has no packs is left out.
    """
    ordered = sorted(packs.values(), key=lambda pack: pack["released"] or "9999")
    first = {pack["cycle"]: place for place, pack in reversed([*enumerate(ordered)])}
    found = [cycle for cycle in cycles if cycle["code"] in first]
    return tuple(sorted(found, key=lambda cycle: first[cycle["code"]])), tuple(ordered)


def provenance(origin: str, licence: str, files: Mapping[str, bytes], snapshot: str) -> Provenance:
    """Where `files` come from, with their number, size and digest."""
    size = sum(map(len, files.values()))
    return Provenance(origin, snapshot, licence, len(files), size, digest(files))


def _pack(
    file: str, data: Any, packs: dict[str, Record], cards: dict[str, Record], notes: list[str]
) -> None:
    """Add the pack in `data` and its cards."""
    code = text_in(data, "code", file, "the pack")
    if not re.fullmatch(r"[A-Za-z0-9]+", code):
        refuse(file, f"pack {code}", "code", "letters and digits only are expected")
    if code in packs:
        refuse(file, f"pack {code}", "code", "another file has a pack of this code")
    released = data.get("releaseDate")
    if released is not None:
        iso_date(released, file, f"pack {code}", "releaseDate")
    name = text_in(data, "name", file, f"pack {code}")
    packs[code] = {"code": code, "name": name, "cycle": None, "released": released}
    for row in rows_in(data, "cards", file, f"pack {code}"):
        card = _card(file, row, code)
        if card["code"] in cards:
            other = cards[card["code"]]["pack"]
            refuse(file, f"card {card['code']}", "code", f"pack {other} has a card of this code")
        if card.get("attach", "") is None:
            notes.append(f"{file}, card {card['code']}: what it may attach to was not understood.")
        cards[card["code"]] = card


def _card(file: str, row: Record, pack: str) -> Record:
    """One card's record: what identifies it, its values by type, and what its text prints."""
    code = row.get("code")
    if not is_code(code):
        refuse(file, f"card {code!r}", "code", "five digits as text are expected")
    who = f"card {code}"
    kind = choice_in(row, "type", TYPES, file, who)
    card: Record = {
        "code": code,
        "title": text_in(row, "name", file, who),
        "type": kind,
        "pack": pack,
        "position": int(code[2:]),
        "quantity": count_in(row, "quantity", file, who),
        "limit": count_in(row, "deckLimit", file, who),
    }
    if guid := guid_in(row, "octgnId", file, who):
        card["guid"] = guid
    card["faction"] = choice_in(row, "faction", FACTIONS, file, who)
    if card["faction"] != "neutral":
        # Neutral is no faction, so nothing neutral is loyal or not [RR Loyal].
        card["loyal"] = flag_in(row, "loyal", file, who)
    _values(card, row, file, who)
    if not isinstance(row.get("text"), str):
        refuse(file, who, "text", "a text is expected (empty if none is printed)")
    card.update(text_facts(row["text"], kind))
    return card


def _values(card: Record, row: Record, file: str, who: str) -> None:
    """Add the printed values that cards of its type have."""
    kind = card["type"]
    if kind in ("character", "location", "attachment"):
        card["unique"] = flag_in(row, "unique", file, who)
    if kind in ("character", "location", "attachment", "event"):
        card["cost"] = number_in(row, "cost", file, who)
    if kind == "character":
        card["strength"] = number_in(row, "strength", file, who)
        icons = row.get("icons")
        if not isinstance(icons, dict) or any(type(icons.get(i)) is not bool for i in ICONS):
            refuse(file, who, "icons", "military, intrigue and power, each true or false")
        card["icons"] = [icon for icon in ICONS if icons[icon]]
    if kind == "plot":
        stats = row.get("plotStats")
        if not isinstance(stats, dict):
            refuse(file, who, "plotStats", "income, initiative, claim and reserve are expected")
        for value in PLOT_VALUES:
            card[value] = number_in(stats, value, file, who)
    traits = row.get("traits")
    if not isinstance(traits, list) or not all(
        isinstance(trait, str) and trait.strip() and trait.isprintable() for trait in traits
    ):
        refuse(file, who, "traits", "a list of texts is expected")
    card["traits"] = traits


def _cycles(cycles: Any, packs: Mapping[str, Record]) -> None:
    """Give each pack its cycle; each must be in exactly one."""
    file = "cycles.json"
    for cycle in rows_in({"cycles": cycles}, "cycles", file, "the whole file"):
        code = text_in(cycle, "id", file, "a cycle")
        text_in(cycle, "name", file, f"cycle {code}")
        named = cycle.get("packs")
        if not isinstance(named, list) or not named:
            refuse(file, f"cycle {code}", "packs", "a list of pack codes is expected")
        for pack in named:
            if not isinstance(pack, str) or pack not in packs:
                refuse(file, f"cycle {code}", "packs", f"there is no pack {pack!r}")
            if packs[pack]["cycle"] is not None:
                refuse(file, f"cycle {code}", "packs", f"pack {pack} is in another cycle too")
            packs[pack]["cycle"] = code
    for pack, record in packs.items():
        if record["cycle"] is None:
            refuse(file, f"pack {pack}", "packs", "no cycle names this pack")


def _unique(lists: Any) -> list[Record]:
    """The rows of the restricted lists, each code once."""
    file = "restricted-list.json"
    rows = rows_in({"lists": lists}, "lists", file, "the whole file")
    seen = set()
    for row in rows:
        code = text_in(row, "code", file, "a list")
        if code in seen:
            refuse(file, f"list {code}", "code", "stands there twice")
        seen.add(code)
    return rows


def _list(row: Record, notes: list[str]) -> Record:
    """One legality list; codes stay as given, those of no card too."""
    file = "restricted-list.json"
    code = text_in(row, "code", file, "a list")
    who = f"list {code}"
    prefix = re.sub(r"[\d.]+$", "", code)
    if not re.fullmatch(r"[A-Za-z0-9._-]+", code):
        refuse(file, who, "code", "letters, digits, dots and dashes only are expected")
    if prefix not in LINES:
        notes.append(
            f"{file}, {who}: {prefix!r} is no line of lists known here, so the list is used where "
            "it is named and never chosen by its date."
        )
    formats = {}
    for part in rows_in(row, "formats", file, who):
        name = text_in(part, "name", file, who)
        formats[name] = _format(part, file, f"{who}, {name}")
    return {
        "code": code,
        "issuer": text_in(row, "issuer", file, who),
        "version": text_in(row, "version", file, who),
        "name": " ".join(text_in(row, "name", file, who).split()),
        "line": LINES.get(prefix, prefix),
        "date": iso_date(row.get("date"), file, who, "date"),
        "card_set": text_in(row, "cardSet", file, who),
        "banned": codes_in(row, "bannedCards", file, who),
        "formats": formats,
    }


def _format(part: Record, file: str, who: str) -> Record:
    """One play format of a list: address, restricted, banned, pods in the source's order."""
    pods = []
    for number, pod in enumerate(rows_in(part, "pods", file, who) if "pods" in part else [], 1):
        named = {}
        if "restricted" in pod:
            if not is_code(pod["restricted"]):
                refuse(file, f"{who}, pod {number}", "restricted", "a card's code is expected")
            named = {"restricted": pod["restricted"]}
        pods.append(named | {"cards": codes_in(pod, "cards", file, f"{who}, pod {number}")})
    record: Record = (
        {"url": text_in(part, "url", file, who, LONGEST_ADDRESS)} if part.get("url") else {}
    )
    record["restricted"] = codes_in(part, "restricted", file, who)
    record["banned"] = codes_in(part, "banned", file, who) if "banned" in part else []
    record["pods"] = pods
    return record


SOURCE = Source(
    name="throneteki",
    title="throneteki-json-data: all cards, packs and lists (The Iron Throne)",
    game="agot2",
    address=lambda: ADDRESS,
    read=lambda path: read_path(path, LAYOUT),
    fetch=fetch_all,
    parse=parse,
    cards_file="packs/{pack}.json",
    packs_file="packs/{pack}.json",
    lists_file="restricted-list.json",
    extent="all",
)
