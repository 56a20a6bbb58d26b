"""An invented game called `harbour`, as data files, and ways to look at it.

What the tests of the databases share: small enough to know by heart, with a card of two
printings, a GUID of two cards and titles in two languages.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import deckcheck
from deckcheck.folding import bare_words, fold, sorted_words
from deckcheck.model import Card, MemoryPool, Pack, Printing
from deckcheck.shipped import read_documents
from deckcheck.store.home import Home
from deckcheck.store.open import open_cards

CHECKOUT = Path(str(deckcheck.__file__)).parent.parent

PACKS = {
    "cycles": [{"code": "one", "name": "First Cycle"}, {"code": "two", "name": "Second Cycle"}],
    "packs": [
        {"code": "Old", "name": "Old Box", "cycle": "one", "released": "2015-10-08"},
        {"code": "New", "name": "New Box", "cycle": "two", "released": "2020-01-31"},
        {"code": "Var", "name": "Variant", "cycle": "two", "released": None},
    ],
}
CARDS = {
    "Old": [
        {"code": "01001", "title": "The Grey Gull", "type": "ship", "pack": "Old", "position": 1}
        | {"quantity": 2, "limit": 3, "guid": "AAAA-1", "cost": 3, "crew": ["Sailor", "Cook"]},
        {"code": "01002", "title": "Fog", "type": "weather", "pack": "Old", "position": 2}
        | {"quantity": 1, "limit": 1, "guid": "AAAA-2", "cost": None},
    ],
    "New": [
        {"code": "02001", "title": "The Grey Gull", "type": "ship", "pack": "New", "position": 1}
        | {"quantity": 3, "limit": 3, "guid": "AAAA-2", "cost": "X", "loyal": True},
        {"code": "02002", "title": "Été", "type": "weather", "pack": "New", "position": 2}
        | {"quantity": 3, "limit": 3},
        {"code": "02003", "title": "Tide", "type": "weather", "pack": "New", "limit": 3}
        | {
            "printings": [
                {"code": "02003", "pack": "New", "position": 3, "quantity": 3, "guid": "BBBB-1"},
                {"code": "90001", "pack": "Var", "position": 1, "quantity": 1, "guid": "BBBB-2"},
            ]
        },
    ],
}


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


def write_data(root: Path) -> Path:
    """Write the data files; returns `root`, the folder that holds one folder a game."""
    game = root / "harbour"
    write(game / "packs.json", PACKS)
    for pack, cards in CARDS.items():
        write(game / "cards" / f"{pack}.jsonl", "".join(json.dumps(c) + "\n" for c in cards))
    write(game / "factions.json", [{"code": "guild", "name": "Guild", "guid": "CCCC-1"}])
    write(game / "titles" / "de.json", {"01001": "Die Graue Möwe", "01002": "Nebel"})
    write(game / "legality" / "b1.json", {"code": "b1", "date": "2020-02-01", "banned": ["01002"]})
    write(game / "legality" / "a1.json", {"code": "a1", "date": "2020-02-01", "banned": []})
    write(game / "legality" / "a0.json", {"code": "a0", "date": "2016-01-01", "formats": {}})
    write(game / "source.toml", 'snapshot = "2026-08-09"\n')
    write(game / "game.toml", "founded = 2015-10-08\n")
    write(game / "rules" / "baseline.toml", '[[rule]]\ncode = "one"\n')
    write(game / "decks" / "sample.txt", "3 Fog\n")
    return root


def titles_now(home: Home, root: Path) -> list[str]:
    with open_cards(home, root) as opened:
        return [card.title for card in opened.pool("harbour").all()]


def memory_pool(root: Path, game: str) -> MemoryPool:
    """The same data through the other implementation of Pool."""
    folder = root / game
    documents = read_documents(root, game)
    cycles = {c["code"]: c["name"] for c in documents["packs"]["cycles"]}
    packs = [
        Pack(p["code"], p["name"], p["cycle"], cycles[p["cycle"]], p["released"], place)
        for place, p in enumerate(documents["packs"]["packs"])
    ]
    released = {p.code: p.released for p in packs}
    outer = {"code", "title", "type", "pack", "position", "quantity", "limit", "guid", "printings"}
    cards, printings = [], []
    for path in sorted((folder / "cards").iterdir()):
        for text in path.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            cards.append(
                Card(
                    line["code"],
                    line["title"],
                    line["type"],
                    line["pack"],
                    line.get("position"),
                    released[line["pack"]],
                    line.get("limit"),
                    {k: v for k, v in line.items() if k not in outer},
                )
            )
            for p in line.get("printings", [line]):
                guid = p["guid"].lower() if p.get("guid") else None
                printings.append(
                    Printing(
                        p["code"],
                        line["code"],
                        p["pack"],
                        p.get("position"),
                        p.get("quantity"),
                        guid,
                    )
                )
    translations = [
        row
        for path in sorted((folder / "titles").glob("*.json"))
        for row in json.loads(path.read_text(encoding="utf-8")).items()
    ]
    guids = [(f["guid"], f["code"]) for f in documents.get("factions", ()) if f.get("guid")]
    snapshot = documents["source"]["snapshot"]
    return MemoryPool(
        cards,
        packs,
        translations=translations,
        printings=printings,
        guids=guids,
        snapshot=snapshot,
    )


def assert_same_answers(pool: Any, other: MemoryPool) -> None:
    codes = [card.code for card in other.all()]
    assert pool.snapshot == other.snapshot
    assert pool.all() == other.all()
    assert list(pool.packs().items()) == list(other.packs().items())
    assert dict(pool.titles()) == dict(other.titles())
    assert pool.printings([*codes, "none"]) == other.printings([*codes, "none"])
    for printings in other.printings(codes).values():
        for printing in printings:
            assert pool.card(printing.code) == other.card(printing.code)
            if printing.guid:
                assert pool.by_guid(printing.guid) == other.by_guid(printing.guid)
    for title in other.titles().values():
        assert pool.titled(fold(title)) == other.titled(fold(title))
        for column, key in (("words", sorted_words(title)), ("bare", bare_words(title))):
            assert pool.keyed(column, key) == other.keyed(column, key)


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(CHECKOUT)}


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment(),
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    ).stdout
