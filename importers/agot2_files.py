"""A `Batch` → the files of `data/agot2`, the same bytes for the same batch.

May import errors and importers; knows the shapes of the shipped files and no source.
"""

from __future__ import annotations

import json
from pathlib import Path

from importers.batch import Batch
from importers.render import (
    as_json,
    card_lines,
    pretty,
    recorded_snapshot,
    rows,
    write_files,
)

__all__ = ["CARD_KEYS", "recorded_snapshot", "render", "write"]

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
    return write_files(render(batch), out, ("cards/*.jsonl", "legality/*.json"))


def render(batch: Batch) -> dict[str, str]:
    """Relative name → text of all files that `batch` makes."""
    files = {
        "packs.json": rows({"cycles": batch.cycles, "packs": batch.packs}),
        "source.toml": _source(batch),
    }
    for pack in batch.packs:
        cards = [card for card in batch.cards if card["pack"] == pack["code"]]
        files[f"cards/{pack['code']}.jsonl"] = card_lines(cards, CARD_KEYS)
    for row in batch.lists:
        files[f"legality/{row['code']}.json"] = pretty(row) + "\n"
    if batch.factions:
        lines = ",\n".join(f"  {as_json(row)}" for row in batch.factions)
        files["factions.json"] = f"[\n{lines}\n]\n"
    for language, titles in batch.titles.items():
        files[f"titles/{language}.json"] = json.dumps(titles, ensure_ascii=False, indent=1) + "\n"
    return files


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
            f"origin = {as_json(source.origin)}",
            f"snapshot = {as_json(source.snapshot)}",
            f"licence = {as_json(source.licence)}",
            f"taken = {as_json(taken[number])}",
            f"left_out = {as_json(left[number])}",
            f"files = {source.files}",
            f"bytes = {source.size}",
            f"sha256 = {as_json(source.sha256)}",
        ]
    return "\n".join(lines) + "\n"
