"""throneteki-json-data (a directory) → `Batch`: all cards, packs, cycles and legality lists.

The files: `packs/<Pack>.json`, `cycles.json`, `restricted-list.json`; JSON schemas stand beside
them in the source. `read` is the only part that touches a disk; `parse` is pure. Titles in other
languages and the factions' GUIDs come from thronesdb-json-data (`thronesdb_titles.py`). May
import errors and importers; knows no rule. Anything that breaks the shape is a `DataError` with
file, row and field; oddities that are kept become notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard, cast

from deckcheck.errors import InputError
from importers import Provenance
from importers.agot2_text import text_facts
from importers.batch import Batch, Record, digest, is_iso_date, iso_date, refuse

ORIGIN = "https://github.com/throneteki/throneteki-json-data"
LICENCE = "MIT"
WRITER = "importers.agot2_files"
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


def read(directory: Path) -> dict[str, bytes]:
    """The source's files by relative name. Raises InputError if they aren't there."""
    names = ["cycles.json", "restricted-list.json"]
    names += sorted(f"packs/{path.name}" for path in directory.glob("packs/*.json"))
    try:
        files = {name: (directory / name).read_bytes() for name in names}
    except OSError as error:
        raise InputError(
            f"{directory} is not a directory of throneteki-json-data ({error.strerror}: "
            f"{error.filename}); name the one that holds cycles.json and packs."
        ) from None
    if len(files) == 2:
        raise InputError(f"{directory} holds no packs/*.json; name a whole copy of the source.")
    return files


def parse(files: Mapping[str, bytes], snapshot: str) -> Batch:
    """The batch in `files` (relative name → bytes) as they were on `snapshot` (ISO date)."""
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
    order = {pack: i for i, pack in enumerate(p for cycle in cycles for p in cycle["packs"])}
    in_order = sorted(
        packs.values(), key=lambda pack: (pack["released"] or "9999", order[pack["code"]])
    )
    first = {pack["cycle"]: i for i, pack in reversed(list(enumerate(in_order)))}
    return Batch(
        cards=tuple(cards[code] for code in sorted(cards)),
        cycles=tuple(
            sorted(
                ({"code": cycle["id"], "name": cycle["name"]} for cycle in cycles),
                key=lambda cycle: first[cycle["code"]],
            )
        ),
        packs=tuple(in_order),
        lists=tuple(_list(row, cards, notes) for row in _unique(lists)),
        factions=(),
        titles={},
        provenance=(provenance(ORIGIN, LICENCE, files, snapshot),),
        notes=tuple(notes),
    )


def provenance(origin: str, licence: str, files: Mapping[str, bytes], snapshot: str) -> Provenance:
    """Where `files` come from, with their number, size and digest."""
    size = sum(map(len, files.values()))
    return Provenance(origin, snapshot, licence, len(files), size, digest(files))


def load_json(files: Mapping[str, bytes], name: str) -> Any:
    """The value in file `name`; DataError where it isn't JSON."""
    try:
        return json.loads(files[name].decode("utf-8-sig"))
    except KeyError:
        refuse(name, "the whole file", "content", "is not there")
    except (ValueError, RecursionError) as error:
        refuse(name, "the whole file", "content", f"is not JSON ({error})")


def _pack(
    file: str, data: Any, packs: dict[str, Record], cards: dict[str, Record], notes: list[str]
) -> None:
    """Add the pack in `data` and its cards."""
    code = _text(data, "code", file, "the pack")
    if not re.fullmatch(r"[A-Za-z0-9]+", code):
        refuse(file, f"pack {code}", "code", "letters and digits only are expected")
    if code in packs:
        refuse(file, f"pack {code}", "code", "another file has a pack of this code")
    released = data.get("releaseDate")
    if released is not None:
        iso_date(released, file, f"pack {code}", "releaseDate")
    name = _text(data, "name", file, f"pack {code}")
    packs[code] = {"code": code, "name": name, "cycle": None, "released": released}
    for row in _rows(data, "cards", file, f"pack {code}"):
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
    if not _is_code(code):
        refuse(file, f"card {code!r}", "code", "five digits as text are expected")
    who = f"card {code}"
    kind = _choice(row, "type", TYPES, file, who)
    card: Record = {
        "code": code,
        "title": _text(row, "name", file, who),
        "type": kind,
        "pack": pack,
        "position": int(code[2:]),
        "quantity": _count(row, "quantity", file, who),
        "limit": _count(row, "deckLimit", file, who),
    }
    if guid := _guid(row, file, who):
        card["guid"] = guid
    card["faction"] = _choice(row, "faction", FACTIONS, file, who)
    if card["faction"] != "neutral":
        # Neutral is no faction, so nothing neutral is loyal or not [RR Loyal].
        card["loyal"] = _flag(row, "loyal", file, who)
    _values(card, row, file, who)
    if not isinstance(row.get("text"), str):
        refuse(file, who, "text", "a text is expected (empty if none is printed)")
    card.update(text_facts(row["text"], kind))
    return card


def _guid(row: Record, file: str, who: str) -> str:
    """The card's OCTGN identifier in lower case; empty = it has none."""
    guid = row.get("octgnId")
    # In 33 records of the source the text "null" stands for "none", in 3 an empty one.
    if guid is None or guid in ("", "null"):
        return ""
    form = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    if not isinstance(guid, str) or not re.fullmatch(form, guid.lower()):
        refuse(file, who, "octgnId", f"{guid!r} is not a GUID")
    return guid.lower()


def _values(card: Record, row: Record, file: str, who: str) -> None:
    """Add the printed values that cards of its type have."""
    kind = card["type"]
    if kind in ("character", "location", "attachment"):
        card["unique"] = _flag(row, "unique", file, who)
    if kind in ("character", "location", "attachment", "event"):
        card["cost"] = _number(row, "cost", file, who)
    if kind == "character":
        card["strength"] = _number(row, "strength", file, who)
        icons = row.get("icons")
        if not isinstance(icons, dict) or any(type(icons.get(i)) is not bool for i in ICONS):
            refuse(file, who, "icons", "military, intrigue and power, each true or false")
        card["icons"] = [icon for icon in ICONS if icons[icon]]
    if kind == "plot":
        stats = row.get("plotStats")
        if not isinstance(stats, dict):
            refuse(file, who, "plotStats", "income, initiative, claim and reserve are expected")
        for value in PLOT_VALUES:
            card[value] = _number(stats, value, file, who)
    traits = row.get("traits")
    if not isinstance(traits, list) or not all(
        isinstance(trait, str) and trait.strip() and trait.isprintable() for trait in traits
    ):
        refuse(file, who, "traits", "a list of texts is expected")
    card["traits"] = traits


def _cycles(cycles: Any, packs: Mapping[str, Record]) -> None:
    """Give each pack its cycle; each must be in exactly one."""
    file = "cycles.json"
    for cycle in _rows({"cycles": cycles}, "cycles", file, "the whole file"):
        code = _text(cycle, "id", file, "a cycle")
        _text(cycle, "name", file, f"cycle {code}")
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
    rows = _rows({"lists": lists}, "lists", file, "the whole file")
    seen = set()
    for row in rows:
        code = _text(row, "code", file, "a list")
        if code in seen:
            refuse(file, f"list {code}", "code", "stands there twice")
        seen.add(code)
    return rows


def _list(row: Record, cards: Mapping[str, Record], notes: list[str]) -> Record:
    """One legality list; codes stay as given, those of no known card are noted."""
    file = "restricted-list.json"
    code = _text(row, "code", file, "a list")
    who = f"list {code}"
    prefix = re.sub(r"[\d.]+$", "", code)
    if prefix not in LINES:
        refuse(file, who, "code", f"{prefix!r} is no line of lists known here")
    formats = {}
    for part in _rows(row, "formats", file, who):
        name = _choice(part, "name", ("joust", "melee"), file, who)
        formats[name] = _format(part, file, f"{who}, {name}")
    record = {
        "code": code,
        "issuer": _text(row, "issuer", file, who),
        "version": _text(row, "version", file, who),
        "name": " ".join(_text(row, "name", file, who).split()),
        "line": LINES[prefix],
        "date": iso_date(row.get("date"), file, who, "date"),
        "card_set": _text(row, "cardSet", file, who),
        "banned": _codes(row, "bannedCards", file, who),
        "formats": formats,
    }
    strangers = sorted(_named(record) - set(cards))
    if strangers:
        notes.append(
            f"{file}, {who}: {len(strangers)} codes are no card's "
            f"({strangers[0]} to {strangers[-1]}); they are kept."
        )
    return record


def _named(record: Record) -> set[str]:
    """All codes that a list names."""
    named = set(record["banned"])
    for part in record["formats"].values():
        named.update(part["restricted"], part["banned"])
        for pod in part["pods"]:
            named.update(pod["cards"], [pod["restricted"]] if "restricted" in pod else [])
    return named


def _format(part: Record, file: str, who: str) -> Record:
    """One play format of a list: address, restricted, banned, pods in the source's order."""
    pods = []
    for number, pod in enumerate(_rows(part, "pods", file, who) if "pods" in part else [], 1):
        named = {}
        if "restricted" in pod:
            if not _is_code(pod["restricted"]):
                refuse(file, f"{who}, pod {number}", "restricted", "a card's code is expected")
            named = {"restricted": pod["restricted"]}
        pods.append(named | {"cards": _codes(pod, "cards", file, f"{who}, pod {number}")})
    record: Record = {"url": _text(part, "url", file, who)} if part.get("url") else {}
    record["restricted"] = _codes(part, "restricted", file, who)
    record["banned"] = _codes(part, "banned", file, who) if "banned" in part else []
    record["pods"] = pods
    return record


def _is_code(value: Any) -> TypeGuard[str]:
    """Whether `value` has the form of a card's code."""
    return isinstance(value, str) and re.fullmatch(r"[0-9]{5}", value) is not None


def _codes(row: Record, field: str, file: str, who: str) -> list[str]:
    codes = row.get(field)
    if not isinstance(codes, list) or not all(map(_is_code, codes)):
        refuse(file, who, field, "a list of card codes is expected")
    return sorted(codes)


def _rows(row: Any, field: str, file: str, who: str) -> list[Record]:
    rows = row.get(field)
    if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
        refuse(file, who, field, "a list of records is expected")
    return rows


def _text(row: Any, field: str, file: str, who: str) -> str:
    value = row.get(field) if isinstance(row, dict) else None
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        refuse(file, who, field, "is missing" if value is None else f"{value!r} is no plain text")
    return value.strip()


def _choice(row: Any, field: str, known: tuple[str, ...], file: str, who: str) -> str:
    value = _text(row, field, file, who)
    if value not in known:
        refuse(file, who, field, f"{value!r} is unknown (known: {', '.join(known)})")
    return value


def _count(row: Record, field: str, file: str, who: str) -> int:
    value = row.get(field)
    if type(value) is not int or value < 1:
        refuse(file, who, field, "is missing" if value is None else f"{value!r} is no count from 1")
    return value


def _flag(row: Record, field: str, file: str, who: str) -> bool:
    value = row.get(field)
    if type(value) is not bool:
        refuse(
            file, who, field, "is missing" if value is None else f"{value!r} is not true or false"
        )
    return value


def _number(row: Record, field: str, file: str, who: str) -> int | str:
    value = row.get(field)
    if value not in ("X", "-") and (type(value) is not int or value < 0):
        refuse(file, who, field, "is missing" if value is None else f"{value!r} is no number, X, -")
    return cast("int | str", value)
