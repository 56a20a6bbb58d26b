"""Everything in cards.db as JSON Lines or as CSV files, for people with other tools.

`rows` gives (table, row) in a stable order; a card has its facts as columns of their own, and a
legality list is there whole and as one row a card. The CSV of cards can be read again as a
source (`db update --source table`). May import errors, codecs (the guard of cells) and store.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from deckcheck.codecs.table import guarded
from deckcheck.errors import StoreError
from deckcheck.legality import trusted_list
from deckcheck.store.open import Store

Row = tuple[str, dict[str, Any]]

_PLAIN = {
    "pack": "SELECT game, code, name, cycle, cycle_name, released FROM pack "
    "WHERE game = ? ORDER BY place",
    "printing": "SELECT game, code, card, pack, position, quantity, guid FROM printing "
    "WHERE game = ? ORDER BY rowid",
    "title": "SELECT game, code, language, title FROM title WHERE game = ? ORDER BY id",
    "alias": "SELECT game, code, card FROM alias WHERE game = ? ORDER BY code",
    "former": "SELECT game, card, title, pack, pack_name, position FROM former "
    "WHERE game = ? ORDER BY id",
    "corrected": "SELECT game, card, field, value, was, reason, effect FROM corrected "
    "WHERE game = ? ORDER BY id",
}
"""Table → its rows as they are; a column has the name it is selected by."""
_CARDS = (
    "SELECT c.game, c.code, c.title, c.type, c.pack, c.position, p.quantity, c.card_limit, "
    "p.guid, c.released, c.facts FROM card c LEFT JOIN printing p ON p.game = c.game "
    "AND p.code = c.code WHERE c.game = ? ORDER BY c.code"
)
_CARD_KEYS = (
    *("game", "code", "title", "type", "pack", "position", "quantity", "limit", "guid", "released"),
)


def rows(store: Store, game: str) -> Iterator[Row]:
    """All rows of a game: cards, printings, packs, titles, old ones, corrections, lists, rules."""
    for values in store.read(_CARDS, (game,), tuple):
        yield "card", dict(zip(_CARD_KEYS, values[:10], strict=True)) | json.loads(values[10])
    for table, sql in _PLAIN.items():
        keys = [key.strip() for key in sql[len("SELECT ") :].partition(" FROM ")[0].split(",")]
        for values in store.read(sql, (game,), tuple):
            yield table, dict(zip(keys, values, strict=True))
    documents = store.documents(game)
    for head in documents.get("legality", []):
        yield from _list_rows(game, documents[f"legality/{head['code']}"])
    for name in documents:
        yield "document", {"game": game, "name": name, "body": documents[name]}


def _list_rows(game: str, body: Mapping[str, Any]) -> Iterator[Row]:
    """One row for each thing that a list says of a card in a format."""
    one = trusted_list(body)
    for name in one.formats:
        part = one.formats[name]
        named = {*one.banned, *part.banned, *part.restricted}
        named.update(code for pod in part.pods for code in (*pod.cards, pod.restricted or ""))
        for code in sorted(named - {""}):
            for status in one.status(code, name):
                yield (
                    "list",
                    {
                        "game": game,
                        "list": one.code,
                        "date": one.date,
                        "format": name,
                        "code": code,
                        "status": status,
                    },
                )


def as_json_lines(found: Iterable[Row]) -> Iterator[str]:
    """One JSON object a row, with the table's name under `table`."""
    for table, row in found:
        yield json.dumps({"table": table} | row, ensure_ascii=False)


def write_csv(found: Iterable[Row], folder: str, force: bool) -> list[str]:
    """One CSV file a table (`card.csv`, …) in a folder; the paths, in order.

    `StoreError` if a file is there already (unless `force`), or can't be written.
    """
    tables: dict[str, list[dict[str, Any]]] = {}
    for table, row in found:
        tables.setdefault(table, []).append(row)
    paths = {table: os.path.join(folder, f"{table}.csv") for table in tables}
    there = [path for path in paths.values() if os.path.exists(path)]
    if there and not force:
        raise StoreError(f"{there[0]} is there already; --force writes over it.")
    try:
        os.makedirs(folder, exist_ok=True)
        for table, path in paths.items():
            write_whole(path, _csv(tables[table]))
    except OSError as fault:
        raise StoreError(f"{folder} can't be written ({fault.strerror}).") from None
    return list(paths.values())


def write_whole(path: str, text: str) -> None:
    """Write a file so that it is there whole or as it was. `OSError` where that fails."""
    beside = f"{path}.new"
    try:
        with open(beside, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(beside, path)
    except OSError:
        if os.path.exists(beside):
            os.remove(beside)
        raise


def _csv(table: list[dict[str, Any]]) -> str:
    """RFC 4180, with a head; cells that a spreadsheet would run are guarded."""
    keys = list(dict.fromkeys(key for row in table for key in row))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(keys)
    for row in table:
        writer.writerow([guarded(_cell(row.get(key))) for key in keys])
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ";".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
