"""How long an offline update takes beside the bare insertion of its rows, and what memory.

    python benchmarks/update.py [--source DIR]

All cards and lists of the shipped game of *A Game of Thrones* in the source's shape (with DIR: a
copy of throneteki-json-data; else made from the shipped facts, without texts), one card changed
so that everything is written. A turn is the whole update, in process and with all imports done:
reading 73 files, parsing, comparing, checking, writing the fetched data and the new database.
Beside it `executemany` of the same rows of all tables into the same empty tables with their
indices, committed; SQLite's own settings. Best of several turns each. Also: an update that finds
nothing new, and the most memory of a process that does nothing but one update.

The aims: at most 10 times the bare insertion, at most 100 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from deckcheck.shipped import data_folder, read_documents
from deckcheck.store.home import Home, find_home
from deckcheck.store.layers import Layers
from deckcheck.store.open import open_cards
from deckcheck.store.schema import cards_indices, cards_tables
from importers.update import Request, update

TURNS = 15
DAY = "2099-01-01"
TABLES = ("card", "printing", "pack", "title", "guid", "document", "alias", "corrected", "meta")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, metavar="DIR")
    parser.add_argument("--once", nargs=3, metavar=("HOME", "ROOT", "DIR"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.once:
        home, root, folder = options.once
        one_update(find_home(home), root, folder)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = one_game(folder / "data")
        source = folder / "source"
        if options.source:
            shutil.copytree(options.source, source)
        else:
            write_source(root, source)
        whole, nothing, plain, rows = turns(folder, root, source)
        home = fresh_home(folder / "memory", root)
        command = [sys.executable, __file__, "--once", home.folder, root, str(source)]
        memory = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    count = sum(len(found) for found in rows.values())
    lists = sum(1 for row in rows["document"] if row[1].startswith("legality/"))
    print(f"{len(rows['card'])} cards and {lists} lists, {count} rows in {len(rows)} tables")
    print(f"an update {whole * 1000:.0f} ms, bare executemany {plain * 1000:.0f} ms")
    print(f"ratio {whole / plain:.1f} (aim: at most 10)")
    print(f"an update with nothing new {nothing * 1000:.0f} ms, no writing")
    print(f"most memory {memory / 1024:.0f} MB (aim: at most 100)")


def one_game(folder: Path) -> str:
    """A data folder with this one game, as the aim is about its cards."""
    shutil.copytree(Path(data_folder()) / "agot2", folder / "agot2")
    return str(folder)


def fresh_home(folder: Path, root: str) -> Home:
    """A home with its database built."""
    home = find_home(folder)
    open_cards(home, root).close()
    return home


def one_update(home: Home, root: str, folder: str) -> Any:
    """The update that is measured."""
    request = Request(offline=folder, snapshot=DAY)
    return update(home, root, request, today=DAY, now=f"{DAY}T00:00:00Z")


def turns(
    folder: Path, root: str, source: Path
) -> tuple[float, float, float, dict[str, list[tuple[Any, ...]]]]:
    """Seconds of an update, of one with nothing new, of the bare insertion; and the rows.

    They take turns, so that what else the machine does meets all of them.
    """
    home = fresh_home(folder / "home", root)
    whole, nothing, plain = [], [], []
    for turn in range(TURNS):
        change_one_card(source, f"Turn {turn}")
        start = time.perf_counter()
        result = one_update(home, root, str(source))
        whole.append(time.perf_counter() - start)
        assert result.written
        start = time.perf_counter()
        result = one_update(home, root, str(source))
        nothing.append(time.perf_counter() - start)
        assert result.nothing
        connection = sqlite3.connect(home.cards)
        rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in TABLES}
        connection.close()
        plain.append(bare(folder, turn, rows))
    return min(whole), min(nothing), min(plain), rows


def bare(folder: Path, turn: int, rows: dict[str, list[tuple[Any, ...]]]) -> float:
    """Seconds of the bare insertion."""
    connection = sqlite3.connect(folder / f"bare{turn}.db", isolation_level=None)
    for statement in (*cards_tables(), *cards_indices()):
        connection.execute(statement)
    start = time.perf_counter()
    connection.execute("BEGIN")
    for name, found in rows.items():
        if found:
            marks = ", ".join("?" * len(found[0]))
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", found)
    connection.execute("COMMIT")
    took = time.perf_counter() - start
    connection.close()
    return took


def change_one_card(source: Path, trait: str) -> None:
    """Give the first card of the first pack another trait."""
    path = sorted(source.glob("packs/*.json"))[0]
    pack = json.loads(path.read_text("utf-8"))
    pack["cards"][0]["traits"] = [trait]
    path.write_text(json.dumps(pack), "utf-8")


def write_source(root: str, folder: Path) -> None:
    """The shipped cards in the shape of throneteki-json-data, with empty texts."""
    data = Layers(root).read("agot2")
    documents = read_documents(root, "agot2")
    cards: dict[str, list[dict[str, Any]]] = {}
    for line in data.lines:
        cards.setdefault(line["pack"], []).append(as_source(line))
    packs = documents["packs"]["packs"]
    files: dict[str, Any] = {
        f"packs/{pack['code']}.json": {
            "code": pack["code"],
            "name": pack["name"],
            "releaseDate": pack["released"],
            "cards": cards.get(pack["code"], []),
        }
        for pack in packs
    }
    files["cycles.json"] = [
        {
            "id": cycle["code"],
            "name": cycle["name"],
            "packs": [pack["code"] for pack in packs if pack["cycle"] == cycle["code"]],
        }
        for cycle in documents["packs"]["cycles"]
    ]
    files["restricted-list.json"] = [
        list_as_source(body) for name, body in documents.items() if name.startswith("legality/")
    ]
    for name, body in files.items():
        path = folder / name
        os.makedirs(path.parent, exist_ok=True)
        path.write_text(json.dumps(body), "utf-8")


def as_source(line: dict[str, Any]) -> dict[str, Any]:
    """A card in the source's shape."""
    stats = ("income", "initiative", "claim", "reserve")
    icons = line.get("icons", ())
    card = {
        "code": line["code"],
        "name": line["title"],
        "type": line["type"],
        "faction": line["faction"],
        "quantity": line["quantity"],
        "deckLimit": line["limit"],
        "octgnId": line.get("guid"),
        "traits": line["traits"],
        "text": "",
        "icons": {icon: icon in icons for icon in ("military", "intrigue", "power")},
        "plotStats": {stat: line.get(stat) for stat in stats},
    }
    return card | {key: line[key] for key in ("loyal", "unique", "cost", "strength") if key in line}


def list_as_source(body: dict[str, Any]) -> dict[str, Any]:
    """A list in the source's shape."""
    formats = [{"name": name, **part} for name, part in body["formats"].items()]
    keys = ("code", "issuer", "version", "name", "date")
    row = {key: body[key] for key in keys}
    return row | {"cardSet": body["card_set"], "bannedCards": body["banned"], "formats": formats}


if __name__ == "__main__":
    main()
