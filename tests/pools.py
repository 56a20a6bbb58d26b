"""The shipped cards as values in memory: what tests use in place of the database."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import Any

from deckcheck.codecs.base import Desk
from deckcheck.game import Game, load
from deckcheck.model import Card, MemoryPool, Pack, Printing
from deckcheck.shipped import data_root

_NOT_FACTS = frozenset(
    ("code", "title", "type", "pack", "position", "quantity", "limit", "guid", "printings")
)


@cache
def pool_of(game: str) -> MemoryPool:
    """All cards of `data/<game>`, with printings, GUIDs and translated titles."""
    root = data_root() / game
    body = _json(root / "packs.json")
    cycles = {row["code"]: row["name"] for row in body["cycles"]}
    packs = [
        Pack(p["code"], p["name"], p["cycle"], cycles[p["cycle"]], p["released"], order)
        for order, p in enumerate(body["packs"])
    ]
    released = {pack.code: pack.released for pack in packs}
    rows = [
        json.loads(line)
        for file in sorted((root / "cards").glob("*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    factions = _json(root / "factions.json") if (root / "factions.json").exists() else []
    source = tomllib.loads((root / "source.toml").read_text(encoding="utf-8"))
    return MemoryPool(
        [_card(row, released) for row in rows],
        packs,
        translations=[
            pair
            for file in sorted((root / "titles").glob("*.json"))
            for pair in _json(file).items()
        ],
        printings=[
            _printing(printing, row["code"])
            for row in rows
            for printing in row.get("printings", [row])
        ],
        guids=[(row["guid"], row["code"]) for row in factions if row.get("guid")],
        snapshot=source["snapshot"],
    )


@cache
def game_of(name: str) -> Game:
    """A game from its shipped files."""
    return load(name)


def agot2_pool() -> MemoryPool:
    """All cards of `data/agot2`."""
    return pool_of("agot2")


def agot2_game() -> Game:
    """AGoT2 from its shipped files."""
    return game_of("agot2")


def agot2_desk(*, strict: bool = False) -> Desk:
    """Pool and game together, as a codec wants them."""
    return Desk(agot2_pool(), agot2_game(), strict)


def _card(row: dict[str, Any], released: dict[str, str | None]) -> Card:
    facts = {key: value for key, value in row.items() if key not in _NOT_FACTS}
    day = released[row["pack"]]
    place, limit = row.get("position"), row.get("limit")
    return Card(row["code"], row["title"], row["type"], row["pack"], place, day, limit, facts)


def _printing(row: dict[str, Any], card: str) -> Printing:
    place, quantity = row.get("position"), row.get("quantity")
    return Printing(row["code"], card, row["pack"], place, quantity, row.get("guid"))


def _json(path: Any) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
