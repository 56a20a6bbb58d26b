"""A `Batch` → the files of `data/agot2`, the same bytes for the same batch.

May import errors and importers; knows the shapes of the shipped files and no source. Card rows
are one line each so that a change of one card is a change of one line; codes in lists are
wrapped to a line's width for the same reason.
"""

from __future__ import annotations

import json
import textwrap
import tomllib
from pathlib import Path
from typing import Any

from importers.batch import Batch, Record

CARD_KEYS = (
    *("code", "title", "type", "pack", "position", "quantity", "limit", "guid"),
    *("faction", "loyal", "unique", "cost", "strength", "icons", "traits"),
    *("income", "initiative", "claim", "reserve"),
    *("keywords", "shadow", "ambush", "bestow", "prized", "attachments_except"),
    *("gold_mod", "initiative_mod", "reserve_mod", "claim_mod", "only"),
    *("attach", "attach_control", "attach_limit"),
)
"""Order of a card's keys. Absent = the card has no such thing; null = unknown."""


def write(batch: Batch, out: Path) -> list[str]:
    """Write `batch` under `out` and return the relative names written, sorted.

    Card and list files that the batch no longer has are removed; titles and factions stay as
    they are if the batch has none. Files that the importer doesn't make are not touched.
    """
    files = render(batch)
    for pattern in ("cards/*.jsonl", "legality/*.json"):
        for path in out.glob(pattern):
            if path.relative_to(out).as_posix() not in files:
                path.unlink()
    for name, text in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return sorted(files)


def render(batch: Batch) -> dict[str, str]:
    """Relative name → text of all files that `batch` makes."""
    files = {
        "packs.json": _rows({"cycles": batch.cycles, "packs": batch.packs}),
        "source.toml": _source(batch),
    }
    for pack in batch.packs:
        cards = [card for card in batch.cards if card["pack"] == pack["code"]]
        files[f"cards/{pack['code']}.jsonl"] = "".join(f"{_line(card)}\n" for card in cards)
    for row in batch.lists:
        files[f"legality/{row['code']}.json"] = _pretty(row) + "\n"
    if batch.factions:
        rows = ",\n".join(f"  {_json(row)}" for row in batch.factions)
        files["factions.json"] = f"[\n{rows}\n]\n"
    for language, titles in batch.titles.items():
        files[f"titles/{language}.json"] = json.dumps(titles, ensure_ascii=False, indent=1) + "\n"
    return files


def recorded_snapshot(out: Path, sha256: str) -> str | None:
    """The snapshot date in `out`'s source.toml of the source with this digest; None = new."""
    try:
        source = tomllib.loads((out / "source.toml").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    dates = {row["sha256"]: str(row["snapshot"]) for row in source["source"]}
    return dates.get(sha256)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _line(card: Record) -> str:
    return _json({key: card[key] for key in CARD_KEYS if key in card})


def _rows(groups: dict[str, Any]) -> str:
    """An object of lists, one row a line."""
    parts = []
    for name, rows in groups.items():
        lines = ",\n".join(f"  {_json(row)}" for row in rows)
        parts.append(f" {_json(name)}: [\n{lines}\n ]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _pretty(value: Any, depth: int = 0) -> str:
    """JSON with one key a line and lists of codes filled to a line's width."""
    pad = " " * (depth + 1)
    if isinstance(value, dict) and depth > 3 and len(_json(value)) <= 90:
        return _json(value)
    if isinstance(value, dict) and value:
        inner = ",\n".join(f"{pad}{_json(k)}: {_pretty(v, depth + 1)}" for k, v in value.items())
        return "{\n" + inner + "\n" + " " * depth + "}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = ",\n".join(pad + _pretty(item, depth + 1) for item in value)
        return "[\n" + inner + "\n" + " " * depth + "]"
    text = _json(value)
    if not isinstance(value, list) or len(text) <= 80:
        return text
    filled = textwrap.fill(
        text[1:-1], 98, initial_indent=pad, subsequent_indent=pad, break_long_words=False
    )
    return "[\n" + filled + "\n" + " " * depth + "]"


def _source(batch: Batch) -> str:
    """The file that says where the data come from, what was taken and what was left."""
    lines = [
        "# Where the card facts in this directory come from. Made by importers/agot2_files.py.",
        f'snapshot = "{batch.provenance[0].snapshot}"',
        f"cards = {len(batch.cards)}",
        f"packs = {len(batch.packs)}",
        f"lists = {len(batch.lists)}",
    ]
    taken = (
        "codes, titles, types, factions, printed values, traits, deck limits, copies, GUIDs, "
        "packs, release dates and legality lists; from the printed text only facts: keywords, "
        "constant modifiers, what an attachment may attach to, the format a card is printed for",
        "titles in German, French and Spanish where they differ from the English; names and "
        "GUIDs of the factions",
    )
    left = (
        "rules text, flavour text, errata, illustrators, designers, images, rarities",
        "everything else",
    )
    for number, source in enumerate(batch.provenance):
        lines += [
            "",
            "[[source]]",
            f"origin = {_json(source.origin)}",
            f"snapshot = {_json(source.snapshot)}",
            f"licence = {_json(source.licence)}",
            f"taken = {_json(taken[number])}",
            f"left_out = {_json(left[number])}",
            f"files = {source.files}",
            f"bytes = {source.size}",
            f"sha256 = {_json(source.sha256)}",
        ]
    return "\n".join(lines) + "\n"
