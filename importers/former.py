"""What cards were called and where they stood before: so that old lists still find them. Pure.

A pack (and number) that a list names is binding, so a card that was renamed or moved has to be
found by what was printed then. May import folding and importers; knows no source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from deckcheck.folding import fold
from deckcheck.store.layers import GameData
from importers.batch import Record
from importers.changes import Place


def old_places(
    present: GameData,
    places: Iterable[Place],
    renumbered: Mapping[str, str],
    lines: Iterable[Record],
) -> list[dict[str, Any]]:
    """Titles and places of before: those known already, under the codes of now, and the new.

    A bare title still means the card of before where other versions share it: `shared`. Where a
    card that is new has taken the title, only the place of before finds the old one.
    """
    now = {str(line["code"]): line for line in lines}
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in present.old_places:
        row = {**row, "code": renumbered.get(row["code"], row["code"])}
        rows[_key(row)] = row
    names = {p["code"]: p["name"] for p in present.documents.get("packs", {}).get("packs", ())}
    titled: dict[str, set[str]] = {}
    for line in present.lines:
        titled.setdefault(fold(line["title"]), set()).add(
            renumbered.get(line["code"], line["code"])
        )
    for code, was in places:
        key = fold(was["title"])
        others = titled.get(key, set()) - {code}
        row = {
            "code": code,
            "title": was["title"],
            "pack": was["pack"],
            "pack_name": names.get(was["pack"], was["pack"]),
            "position": was.get("position"),
            "shared": any(o in now and fold(now[o]["title"]) == key for o in others),
        }
        rows[_key(row)] = row
    return [row for key, row in sorted(rows.items(), key=_order) if _is_past(row, now)]


def _key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return (row["code"], row["title"], row["pack"], row["position"])


def _order(item: tuple[tuple[Any, ...], Any]) -> tuple[Any, ...]:
    code, title, pack, position = item[0]
    return (code, title, pack, position or 0)


def _is_past(row: Mapping[str, Any], now: Mapping[str, Record]) -> bool:
    """Whether the card is there, and isn't (again) what the row says of it."""
    line = now.get(row["code"])
    return line is not None and any(
        line.get(key) != row[key] for key in ("title", "pack", "position")
    )
