"""Writing cards.db from the data files, whole or not at all.

`build` fills a file beside the database and puts it in its place in one step, so a reader
finds the old database or the new one, however the writer ends. `fill` does the same to an
open connection. May import errors, folding, shipped; knows no rule.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Container, Iterator
from typing import Any

from deckcheck.errors import DataError
from deckcheck.folding import bare_words, fold, sorted_words
from deckcheck.shipped import VERSION, data_files, game_names, read_documents, read_file
from deckcheck.store.schema import CARDS_SCHEMA, cards_indices, cards_tables, game_view

CARD_INSERT = "INSERT INTO card VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_NOT_FACTS = frozenset(
    ("code", "title", "type", "pack", "position", "quantity", "limit", "guid", "printings")
)
_NEEDED = ("code", "title", "type", "pack")


def build(path: str, root: str, stamp: str) -> None:
    """Write cards.db at `path` from the games under `root`.

    `stamp` is kept in `meta`. The folder must exist; one process at a time (`open.py` holds
    the lock). `OSError` or `sqlite3.Error` where it can't be written, `DataError` where the
    data are wrong; what was at `path` is then untouched.
    """
    beside = path + ".new"
    for left_over in (beside, beside + "-journal"):
        if os.path.exists(left_over):
            os.remove(left_over)
    try:
        connection = sqlite3.connect(beside, isolation_level=None)
        try:
            # The file is nobody's yet: no journal, and one sync at the end.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            fill(connection, root, stamp)
        finally:
            connection.close()
        _sync(beside)
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise
    if os.name == "posix":
        _sync(os.path.dirname(path))


def fill(connection: sqlite3.Connection, root: str, stamp: str) -> None:
    """Create all tables of cards.db in an empty database and put in the games under `root`."""
    connection.execute("BEGIN")
    for statement in cards_tables():
        connection.execute(statement)
    meta = [("schema", str(CARDS_SCHEMA)), ("program", VERSION), ("stamp", stamp)]
    for game in game_names(root):
        meta.append((f"snapshot:{game}", _fill_game(connection, root, game)))
    for statement in cards_indices():
        connection.execute(statement)
    connection.executemany("INSERT INTO meta VALUES (?, ?)", meta)
    connection.execute("COMMIT")


def _fill_game(connection: sqlite3.Connection, root: str, game: str) -> str:
    """Put one game in; returns the snapshot date of its data (empty if none is given)."""
    documents = read_documents(root, game)
    try:
        packs = _pack_rows(game, documents.get("packs", {"cycles": [], "packs": []}))
        factions = [(f["code"], f.get("guid")) for f in documents.get("factions", ())]
    except (KeyError, TypeError, AttributeError) as fault:
        raise DataError(
            f"packs.json or factions.json of {os.path.join(root, game)} has a row without what "
            f"it needs ({fault})."
        ) from None
    released = {row[1]: row[5] for row in packs}
    lines = list(read_cards(root, game, released))
    lines.sort(key=lambda line: str(line["code"]))
    cards = card_rows(game, lines, released)
    printings = list(_printing_rows(game, lines))
    guids = {(game, row[6], row[2]) for row in printings if row[6]}
    guids |= {(game, guid.lower(), code) for code, guid in factions if guid}
    bodies = [(game, name, _dump(body)) for name, body in documents.items()]

    connection.executemany("INSERT INTO pack VALUES (?, ?, ?, ?, ?, ?, ?)", packs)
    connection.executemany(CARD_INSERT, cards)
    connection.executemany("INSERT INTO printing VALUES (?, ?, ?, ?, ?, ?, ?)", printings)
    connection.executemany(
        "INSERT INTO title VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", _title_rows(root, game, lines)
    )
    connection.executemany("INSERT INTO guid VALUES (?, ?, ?)", sorted(guids))
    connection.executemany("INSERT INTO document VALUES (?, ?, ?)", bodies)
    facts = {key for line in lines for key in line if key not in _NOT_FACTS}
    connection.execute(game_view(game, facts))
    return str(documents.get("source", {}).get("snapshot", ""))


def read_cards(root: str, game: str, packs: Container[str]) -> Iterator[dict[str, Any]]:
    """The card lines of a game, each checked: `DataError` names file, row and field."""
    seen: dict[str, str] = {}
    for entry in data_files(root, game):
        if not entry.name.endswith(".jsonl"):
            continue
        with open(entry.path, encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                place = f"{entry.path}, row {number}"
                line = _card_line(text, place, packs)
                if line["code"] in seen:
                    raise DataError(f"{place}: {line['code']} is also in {seen[line['code']]}.")
                seen[line["code"]] = place
                yield line


def _card_line(text: str, place: str, packs: Container[str]) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError as fault:
        raise DataError(f"{place} isn't well formed: {fault}.") from None
    if not isinstance(line, dict):
        raise DataError(f"{place} isn't an object.")
    for field in _NEEDED:
        if not isinstance(line.get(field), str) or not line[field]:
            raise DataError(f"{place} has no {field}.")
    if line["pack"] not in packs:
        raise DataError(f"{place}: no pack {line['pack']!r} is in packs.json.")
    return line


def card_rows(
    game: str, lines: list[dict[str, Any]], released: dict[str, str | None]
) -> list[tuple[Any, ...]]:
    """Rows of table `card`: what isn't a column is a fact."""
    return [
        (
            game,
            line["code"],
            line["title"],
            line["type"],
            line["pack"],
            line.get("position"),
            released[line["pack"]],
            line.get("limit"),
            _dump({key: value for key, value in line.items() if key not in _NOT_FACTS}),
        )
        for line in lines
    ]


def _pack_rows(game: str, body: dict[str, Any]) -> list[tuple[Any, ...]]:
    cycles = {cycle["code"]: cycle["name"] for cycle in body["cycles"]}
    return [
        (
            game,
            pack["code"],
            pack["name"],
            pack["cycle"],
            cycles[pack["cycle"]],
            pack["released"],
            place,
        )
        for place, pack in enumerate(body["packs"])
    ]


def _printing_rows(game: str, lines: list[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
    """A line is a card and its one printing, unless it lists its printings itself."""
    for line in lines:
        for printing in line.get("printings") or (line,):
            guid = printing.get("guid")
            yield (
                game,
                printing["code"],
                line["code"],
                printing["pack"],
                printing.get("position"),
                printing.get("quantity"),
                guid.lower() if guid else None,
            )


def _title_rows(root: str, game: str, lines: list[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
    """Titles as printed first (language `en`), then the translations, language by language."""
    tables = {"en": {line["code"]: line["title"] for line in lines}}
    for entry in data_files(root, game):
        folder, name = os.path.split(entry.path)
        if os.path.basename(folder) == "titles":
            language = os.path.splitext(name)[0]
            tables[language] = read_file(entry.path)
            for code in tables[language]:
                if code not in tables["en"]:
                    raise DataError(f"{entry.path} has a title for {code}, which is no card.")
    for language, titles in tables.items():
        for code, title in titles.items():
            keys = (fold(title), sorted_words(title), bare_words(title))
            yield (game, code, language, title, *keys)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sync(path: str) -> None:
    """Wait until a file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
