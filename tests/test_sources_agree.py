"""Two sources of the same cards give the same facts; what differs is known, with the reason."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from harness.sources import as_json_data, as_thronesdb, encoded, invented

from deckcheck.shipped import data_folder
from deckcheck.store.layers import GameData, Layers
from importers import thronesdb_api, thronesdb_json, throneteki_json
from importers.batch import Batch

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT.parent / "shared" / "data" / "agot2"
needs_sources = pytest.mark.skipif(not SOURCES.is_dir(), reason="the public sources aren't here")
KNOWN = tomllib.loads((ROOT / "tests" / "known_differences.toml").read_text("utf-8"))["difference"]


@cache
def throneteki_files() -> dict[str, bytes]:
    return throneteki_json.read(SOURCES / "throneteki-json-data")


@cache
def throneteki() -> Batch:
    return throneteki_json.parse(throneteki_files(), "2026-08-09")


def differences(one: Batch, other: Batch) -> list[tuple[str, str, Any, Any]]:
    """(code, field, what `one` says, what `other` says) for every card and pack that both have."""
    found = []
    for group in ("cards", "packs"):
        known = {row["code"]: row for row in getattr(one, group)}
        for row in getattr(other, group):
            mine = known.get(row["code"])
            for field in sorted({*(mine or {}), *row}) if mine else ():
                if mine.get(field) != row.get(field):
                    found.append((row["code"], field, mine.get(field), row.get(field)))
    return sorted(found)


def test_invented_cards_are_the_same_in_every_shape() -> None:
    source = invented()
    plain = throneteki_json.parse(encoded(source), "2026-06-01")
    api = thronesdb_api.parse(encoded(as_thronesdb(source)), "2026-06-01")
    files = thronesdb_json.parse(encoded(as_json_data(source)), "2026-06-01")
    for other in (api, files):
        assert other.cards == plain.cards
        assert other.packs == plain.packs
        assert other.cycles == plain.cycles


@needs_sources
def test_the_real_cards_are_the_same_in_the_sites_shape() -> None:
    """All cards and lists, put into the shape of ThronesDB's answers and read back."""
    source = {name: json.loads(body) for name, body in throneteki_files().items()}
    shipped = Layers(data_folder()).read("agot2")
    batch = thronesdb_api.parse(encoded(as_thronesdb(source)), "2026-08-09", shipped)
    assert len(batch.cards) == 2240
    assert differences(throneteki(), batch) == []
    mine = {row["code"]: row for row in throneteki().lists}
    assert {row["code"]: without_urls(row) for row in batch.lists} == {
        code: without_urls(row) for code, row in mine.items()
    }


def without_urls(row: dict[str, Any]) -> dict[str, Any]:
    """A list without addresses of pages, and every format's bans in full."""
    parts = {
        name: {
            "restricted": part["restricted"],
            "banned": sorted({*row["banned"], *part["banned"]}),
            "pods": part["pods"],
        }
        for name, part in row["formats"].items()
    }
    return {**row, "banned": [], "formats": parts}


@needs_sources
def test_the_differences_of_the_two_real_sources_are_all_known() -> None:
    files = thronesdb_json.SOURCE.read(SOURCES / "thronesdb-json-data")[0]
    batch = thronesdb_json.parse(files, "2020-04-14")
    assert len(batch.cards) == 1413
    assert {card["code"] for card in batch.cards} <= {card["code"] for card in throneteki().cards}
    known = [
        (row["code"], row["field"], row.get("throneteki"), row.get("thronesdb")) for row in KNOWN
    ]
    assert differences(throneteki(), batch) == sorted(known)


def test_every_known_difference_has_a_reason() -> None:
    for row in KNOWN:
        assert len(row["reason"]) > 30
        assert {"code", "field", "reason"} <= set(row)


@needs_sources
def test_the_shipped_data_are_throneteki_today() -> None:
    shipped: GameData = Layers(data_folder()).read("agot2")
    assert shipped.lines == list(throneteki().cards)
    lists = {name[9:]: body for name, body in shipped.documents.items() if "legality/" in name}
    assert lists == {row["code"]: row for row in throneteki().lists}
