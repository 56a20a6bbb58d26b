"""A table of cards (CSV, TSV, JSON or JSON Lines) of any game → `Batch`.

`cards.csv` and, for new packs, `packs.csv`, in a folder, or one file of cards. Columns are found
by their usual names (`COLUMNS`) or by the names of the game's facts; `columns.toml` beside them
names others and says what values stand for. A row of a card that is there changes what the row
has and leaves the rest; a new card must have what no card can lack. `read` and `fetch_all` get
the files, `parse` is pure. May import errors, folding and importers; knows no rule.
"""

from __future__ import annotations

import csv
import io
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckcheck.errors import InputError
from deckcheck.folding import fold
from importers.batch import Batch, Record, iso_date, refuse
from importers.fields import LONGEST, MOST
from importers.files import MOST_BYTES, Files
from importers.sources import Source
from importers.throneteki_json import provenance

if TYPE_CHECKING:
    from deckcheck.store.layers import GameData
    from importers.http import Client

COLUMNS = {
    "code": ("code", "id", "card_code"),
    "title": ("title", "name", "card"),
    "type": ("type", "type_code", "card_type"),
    "pack": ("pack", "pack_code", "set", "set_code"),
    "position": ("position", "number", "no", "#"),
    "quantity": ("quantity", "copies", "count"),
    "limit": ("limit", "deck_limit", "decklimit", "max"),
    "guid": ("guid", "octgn_id", "octgnid"),
}
"""Our name → headers of a column that mean it (any case; spaces and dashes are `_`)."""
PACK_COLUMNS = {
    "code": ("code", "id", "pack_code"),
    "name": ("name", "title", "pack"),
    "cycle": ("cycle", "cycle_code"),
    "cycle_name": ("cycle_name",),
    "released": ("released", "date", "available", "date_release", "releasedate"),
}
SUFFIXES = (".csv", ".tsv", ".json", ".jsonl")
YES = frozenset(("yes", "true", "1", "x"))
NO = frozenset(("no", "false", "0"))
_NUMBERS = ("position", "quantity", "limit")


class Row(NamedTuple):
    """A row with its cells by our names; empty cells are left out."""

    place: str
    """`row 3`."""
    cells: dict[str, Any]


def read(path: Path) -> tuple[Files, str]:
    """The files in a folder, or one file as `cards`; and the day (ISO) of the newest."""
    if path.is_dir():
        names = [f"{stem}{s}" for stem in ("cards", "packs") for s in SUFFIXES] + ["columns.toml"]
        found = {name: path / name for name in names if (path / name).is_file()}
    else:
        if not path.is_file():
            raise InputError(f"{path}: there is no such folder or file.")
        found = {_named(path.name): path}
    if path.is_dir() and not any(name.startswith("cards.") for name in found):
        raise InputError(
            f"{path} has no table of cards; it is called cards{', cards'.join(SUFFIXES)}."
        )
    try:
        day = max(file.stat().st_mtime for file in found.values())
        files = {name: file.read_bytes() for name, file in found.items()}
    except OSError as fault:
        raise InputError(f"{fault.filename} can't be read ({fault.strerror}).") from None
    if sum(map(len, files.values())) > MOST_BYTES:
        raise InputError(f"{path} holds more than {MOST_BYTES // 1_000_000} MB.")
    return files, datetime.fromtimestamp(day, UTC).date().isoformat()


def fetch_all(client: Client, address: str) -> Files:
    """The one file at an address."""
    name = address.partition("?")[0].rpartition("/")[2]
    return {_named(name): client.get(address).body}


def _named(name: str) -> str:
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{name}: a table of cards ends in {', '.join(SUFFIXES)}.")
    return f"cards{suffix}" if name.startswith("packs.") else name


def _cards_file(files: Mapping[str, bytes]) -> str:
    """Name of the table of cards: `cards.…` in a folder, any where it is the one file."""
    cards = (name for name in files if name.startswith("cards."))
    return next(cards, next(iter(files)))


def parse(files: Mapping[str, bytes], snapshot: str, present: GameData | None = None) -> Batch:
    """The cards and packs of the rows, filled up from the cards as they are (`present`)."""
    assert present is not None
    mapping = _mapping(files)
    notes: list[str] = []
    old = {line["code"]: line for line in present.lines}
    kinds = _kinds(present)
    packs, cycles = _packs(files, mapping, present, notes)
    known_packs = {row["code"] for row in (*present.documents["packs"]["packs"], *packs)}
    names = COLUMNS | {fact: (fact,) for fact in kinds if fact not in COLUMNS}
    cards: dict[str, Record] = {}
    file = _cards_file(files)
    for row in _rows(files, file, names, mapping, notes):
        code = row.cells.get("code")
        if not isinstance(code, str) or not code.strip() or not code.isprintable():
            refuse(file, row.place, "code", "is missing")
        if code in cards:
            refuse(file, row.place, "code", f"card {code} stands there twice")
        facts = {key: _value(value, key, kinds, file, row) for key, value in row.cells.items()}
        card = {**old.get(code, {}), **facts}
        _check(card, present, known_packs, file, row)
        cards[code] = card
    source = provenance("a table of the user's", "undeclared", files, snapshot)
    return Batch(
        cards=tuple(cards[code] for code in sorted(cards)),
        cycles=tuple(cycles),
        packs=tuple(packs),
        lists=(),
        factions=(),
        titles={},
        provenance=(source,),
        notes=tuple(notes),
    )


def _check(card: Record, present: GameData, packs: set[str], file: str, row: Row) -> None:
    """What no card can lack is there and known."""
    needed = ["title", "type", "pack"]
    if all("limit" in line for line in present.lines):
        needed.append("limit")
    for field in needed:
        if card.get(field) is None:
            refuse(file, row.place, field, f"is missing, and card {card['code']} is new")
    types = present.documents.get("game", {}).get("types") or {
        line["type"] for line in present.lines
    }
    if card["type"] not in types:
        refuse(file, row.place, "type", f"{card['type']!r} is unknown ({', '.join(sorted(types))})")
    if card["pack"] not in packs:
        refuse(file, row.place, "pack", f"there is no pack {card['pack']!r} (packs.csv adds one)")
    factions = {faction["code"] for faction in present.documents.get("factions", ())}
    if factions and card.get("faction") not in (None, *factions):
        known = ", ".join(sorted(factions))
        refuse(file, row.place, "faction", f"{card['faction']!r} is unknown ({known})")


def _kinds(present: GameData) -> dict[str, set[type]]:
    """Field → types its values have in the game."""
    kinds: dict[str, set[type]] = {name: {str} for name in COLUMNS}
    kinds.update({name: {int} for name in _NUMBERS})
    for line in present.lines:
        for field, value in line.items():
            if field not in COLUMNS and field != "printings" and value is not None:
                kinds.setdefault(field, set()).add(type(value))
    return kinds


def _value(value: Any, field: str, kinds: Mapping[str, set[type]], file: str, row: Row) -> Any:
    """A cell as the value of a field: text is read as the kinds that the field has."""
    kind = kinds[field]
    found: Any
    if list in kind:
        found, what = _list(value), "a list"
    elif bool in kind:
        found, what = _flag(value), "yes or no"
    elif int in kind:
        found, what = _number(value, str in kind), "a number"
    else:
        found = _text(value, field == "guid")
        what = f"a text of at most {LONGEST} characters"
    if found is None:
        refuse(file, row.place, field, f"{value!r} is not {what}")
    return found


def _list(value: Any) -> list[str] | None:
    parts = value.split(";") if isinstance(value, str) else value
    if not isinstance(parts, list):
        return None
    if not all(isinstance(part, str) and part.isprintable() for part in parts):
        return None
    return [part.strip() for part in parts if part.strip()]


def _flag(value: Any) -> bool | None:
    word = fold(str(value))
    return word in YES if word in YES | NO else None


def _number(value: Any, or_text: bool) -> int | str | None:
    text = str(value).strip()
    if isinstance(value, str | int) and not isinstance(value, bool) and text.isdecimal():
        return int(text) if int(text) <= MOST else None
    short = isinstance(value, str) and len(text) <= 2 and text.isprintable()
    return text if or_text and short else None


def _text(value: Any, lower: bool) -> str | None:
    if not isinstance(value, str | int) or isinstance(value, bool):
        return None
    text = str(value).strip()
    if not text.isprintable() or len(text) > LONGEST:
        return None
    return text.lower() if lower else text


def _packs(
    files: Mapping[str, bytes], mapping: Mapping[str, Any], present: GameData, notes: list[str]
) -> tuple[list[Record], list[Record]]:
    """The packs and cycles of the table of packs."""
    file = next((name for name in files if name.startswith("packs.")), None)
    if file is None:
        return [], []
    cycles = {row["code"]: row["name"] for row in present.documents["packs"]["cycles"]}
    packs: dict[str, Record] = {}
    new: dict[str, Record] = {}
    for row in _rows(files, file, PACK_COLUMNS, {"columns": mapping.get("packs", {})}, notes):
        cells = {key: str(value).strip() for key, value in row.cells.items()}
        for field in ("code", "name", "cycle"):
            if not cells.get(field) or not cells[field].isprintable():
                refuse(file, row.place, field, "is missing")
        code, cycle = cells["code"], cells["cycle"]
        if code in packs:
            refuse(file, row.place, "code", f"pack {code} stands there twice")
        released = cells.get("released")
        if released is not None:
            iso_date(released, file, row.place, "released")
        if cycle not in cycles:
            new[cycle] = {"code": cycle, "name": cells.get("cycle_name", cycle)}
        packs[code] = {"code": code, "name": cells["name"], "cycle": cycle, "released": released}
    return list(packs.values()), list(new.values())


def _mapping(files: Mapping[str, bytes]) -> dict[str, Any]:
    """columns.toml: `columns` (our name → header), `values` (our name → value → value), `packs`."""
    try:
        body = tomllib.loads(files.get("columns.toml", b"").decode("utf-8-sig"))
    except ValueError as fault:
        refuse("columns.toml", "the whole file", "content", f"is no TOML ({fault})")
    for part, rows in body.items():
        whole = part in ("columns", "values", "packs") and isinstance(rows, dict)
        if not whole or (part == "values" and not all(isinstance(v, dict) for v in rows.values())):
            refuse("columns.toml", part, "content", "tables columns, values and packs are expected")
    return body


def _rows(
    files: Mapping[str, bytes],
    file: str,
    names: Mapping[str, tuple[str, ...]],
    mapping: Mapping[str, Any],
    notes: list[str],
) -> Iterator[Row]:
    """The rows of a table, cells by our names. Columns that mean nothing are noted, once."""
    own = {_header(str(header)): name for name, header in mapping.get("columns", {}).items()}
    strangers = sorted(set(own.values()) - set(names))
    if strangers:
        refuse("columns.toml", "columns", strangers[0], "no card of this game has that")
    usual = {header: name for name, headers in names.items() for header in headers}
    values = mapping.get("values", {})
    ignored: dict[str, None] = {}
    for number, record in _records(files[file], file):
        cells: dict[str, Any] = {}
        for header, value in record.items():
            name = own.get(_header(header)) or usual.get(_header(header))
            if name is None:
                ignored.setdefault(header)
            elif value not in ("", None):
                cells[name] = (
                    values.get(name, {}).get(value, value) if isinstance(value, str) else value
                )
        if cells:
            yield Row(f"row {number}", cells)
    if ignored:
        notes.append(f"{file}: no card has {', '.join(ignored)}; these columns are left out.")


def _header(text: str) -> str:
    return fold(text).replace(" ", "_").replace("-", "_")


def _records(data: bytes, file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """(number of the row, header → cell) of a table in any of the layouts."""
    try:
        text = data.decode("utf-8-sig")
        records: Iterable[tuple[int, Any]]
        if file.endswith(".json"):
            records = enumerate(json.loads(text), 1)
        elif file.endswith(".jsonl"):
            lines = enumerate(text.splitlines(), 1)
            records = ((n, json.loads(line)) for n, line in lines if line.strip())
        else:
            records = _cells(text, file)
        for number, record in records:
            if not isinstance(record, dict):
                refuse(file, f"row {number}", "content", "an object of columns is expected")
            yield number, record
    except (ValueError, RecursionError, TypeError, csv.Error) as fault:
        kind = Path(file).suffix[1:].upper()
        refuse(file, "the whole file", "content", f"can't be read as {kind} ({fault})")


def _cells(text: str, file: str) -> Iterator[tuple[int, Any]]:
    head = text.partition("\n")[0]
    mark = "\t" if file.endswith(".tsv") else max(",;\t", key=head.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=mark, restval="")
    for record in reader:
        if None in record:
            refuse(
                file, f"row {reader.line_num}", "content", "more cells than the head has columns"
            )
        yield reader.line_num, {header or "": value for header, value in record.items()}


SOURCE = Source(
    name="table",
    title="your own table of cards (CSV, TSV or JSON), for any game",
    game=None,
    address=None,
    read=read,
    fetch=fetch_all,
    parse=parse,
    cards_file="cards",
    packs_file="packs.csv",
    lists_file="",
    extent="rows",
)
