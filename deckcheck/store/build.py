"""Writing cards.db from the data files, whole or not at all.

`build` fills a file beside the database and puts it in its place in one step, so a reader
finds the old database or the new one, however the writer ends. `fill` does the same to an
open connection. May import errors, folding, shipped and store; knows no rule, and not where the
data come from (`layers.py`).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from deckcheck.errors import DataError
from deckcheck.folding import title_keys
from deckcheck.shipped import VERSION
from deckcheck.store.layers import GameData, Layers
from deckcheck.store.open import NOTE, Note, sync
from deckcheck.store.schema import (
    CARDS_SCHEMA,
    TITLE_SEARCH,
    cards_indices,
    cards_tables,
    game_view,
)

CARD_INSERT = "INSERT INTO card VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_NOT_FACTS = frozenset(
    ("code", "title", "type", "pack", "position", "quantity", "limit", "guid", "printings")
)


def build(path: str, layers: Layers, stamp: str) -> list[Note]:
    """Write cards.db at `path` from the games of `layers`; what is to be said of them.

    `stamp` is kept in `meta`. The folder must exist; one process at a time (`open.py` holds
    the lock). `OSError` or `sqlite3.Error` where it can't be written, `DataError` where the
    data are wrong; what was at `path` is then untouched.
    """
    beside = path + ".new"
    notes = write_database(beside, layers, stamp)
    try:
        os.replace(beside, path)
    except OSError:
        os.remove(beside)
        raise
    sync(os.path.dirname(path))
    return notes


def write_database(path: str, layers: Layers, stamp: str) -> list[Note]:
    """Write the database as a new file, which is gone again if that fails (see `build`)."""
    for left_over in (path, path + "-journal"):
        if os.path.exists(left_over):
            os.remove(left_over)
    try:
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            # The file is nobody's yet: no journal, and one sync at the end.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            notes = fill(connection, layers, stamp)
        finally:
            connection.close()
        sync(path)
    except BaseException:
        if os.path.exists(path):
            os.remove(path)
        raise
    return notes


def fill(connection: sqlite3.Connection, layers: Layers, stamp: str) -> list[Note]:
    """Create all tables of cards.db in an empty database and put in the games of `layers`."""
    connection.execute("BEGIN")
    for statement in cards_tables():
        connection.execute(statement)
    meta = [("schema", str(CARDS_SCHEMA)), ("program", VERSION), ("stamp", stamp)]
    notes = []
    for game in layers.games():
        data = layers.read(game)
        fill_game(connection, data, os.path.join(layers.root, game))
        meta.append((f"snapshot:{game}", data.snapshot))
        notes += data.notes
    notes += layers.strange_corrections()
    lasting = [note for note in notes if note.severity == "warning"]
    meta += [(f"{NOTE}{n}", _dump(note)) for n, note in enumerate(lasting)]
    for statement in cards_indices():
        connection.execute(statement)
    _add_search(connection)
    connection.executemany("INSERT INTO meta VALUES (?, ?)", meta)
    connection.execute("COMMIT")
    return notes


def _add_search(connection: sqlite3.Connection) -> None:
    """Index the titles for full-text search, where SQLite was made with FTS5."""
    try:
        for statement in TITLE_SEARCH:
            connection.execute(statement)
    except sqlite3.OperationalError as fault:
        if "fts5" not in str(fault):
            raise


def fill_game(connection: sqlite3.Connection, data: GameData, place: str) -> None:
    """Put one game in. `place` is the folder to name in errors."""
    game, documents, lines = data.game, data.documents, data.lines
    try:
        packs = _pack_rows(game, documents.get("packs", {"cycles": [], "packs": []}))
        factions = [(f["code"], f.get("guid")) for f in documents.get("factions", ())]
    except (KeyError, TypeError, AttributeError) as fault:
        raise DataError(
            f"packs.json or factions.json of {place} has a row without what it needs ({fault})."
        ) from None
    released = {row[1]: row[5] for row in packs}
    cards = card_rows(game, lines, released)
    printings = list(_printing_rows(game, lines))
    guids = {(game, row[6], row[2]) for row in printings if row[6]}
    guids |= {(game, guid.lower(), code) for code, guid in factions if guid}
    bodies = [(game, name, _dump(body)) for name, body in documents.items()]
    aliases = [(game, *pair) for pair in sorted(data.old_codes.items())]
    corrected = [
        (game, c.card, c.field, _dump(c.value), _dump(c.was), c.reason, c.effect)
        for c in data.corrected
    ]

    connection.executemany("INSERT INTO pack VALUES (?, ?, ?, ?, ?, ?, ?)", packs)
    connection.executemany(CARD_INSERT, cards)
    connection.executemany("INSERT INTO printing VALUES (?, ?, ?, ?, ?, ?, ?)", printings)
    connection.executemany(
        "INSERT INTO title VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", _title_rows(data)
    )
    connection.executemany("INSERT INTO guid VALUES (?, ?, ?)", sorted(guids))
    connection.executemany("INSERT INTO document VALUES (?, ?, ?)", bodies)
    connection.executemany("INSERT INTO alias VALUES (?, ?, ?)", aliases)
    former = _former(data, {row[1]: row[2] for row in packs})
    connection.executemany("INSERT INTO former VALUES (NULL, ?, ?, ?, ?, ?, ?)", former)
    connection.executemany("INSERT INTO corrected VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", corrected)
    facts = {key for line in lines for key in line if key not in _NOT_FACTS}
    connection.execute(game_view(game, facts))


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


def _title_rows(data: GameData) -> Iterator[tuple[Any, ...]]:
    """Titles as printed first (language `en`), the translations, then what cards were called."""
    printed = [(line["code"], line["title"]) for line in data.lines]
    tables = {"en": printed} | {name: list(rows.items()) for name, rows in data.titles.items()}
    old = {(code, title) for title, code in data.old_titles.items()}
    old |= {(row["code"], row["title"]) for row in data.old_places if row["shared"]}
    tables["old"] = sorted(old, key=lambda row: (row[1], row[0]))
    for language, titles in tables.items():
        for code, title in titles:
            yield (data.game, code, language, title, *title_keys(title))


def _former(data: GameData, packs: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    """Rows of table `former`; a title of before whose place nobody kept stands where it is now."""
    for row in data.old_places:
        place = (row["pack"], row["pack_name"], row["position"])
        yield (data.game, row["code"], row["title"], *place)
    kept = {(row["code"], row["title"]) for row in data.old_places}
    lost = {code: title for title, code in data.old_titles.items() if (code, title) not in kept}
    for line in data.lines if lost else ():
        if line["code"] in lost:
            place = (line["pack"], packs[line["pack"]], line.get("position"))
            yield (data.game, line["code"], lost[line["code"]], *place)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
