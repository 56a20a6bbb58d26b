"""Batches of the two Berserk games → the files of `data/berserk_heroes` and `data/berserk`.

The same bytes for the same batches. May import errors and importers; knows the shapes of the
shipped files and no source's layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from importers import render
from importers.batch import Batch

CARD_KEYS = (
    *("code", "title", "type", "pack", "position", "limit", "elements", "cost", "elite"),
    *("attack", "life", "move", "strike_weak", "strike_medium", "strike_strong"),
    *("class", "hero_class", "horde", "unique", "created"),
    *("open_to", "only_with", "not_with", "rarity", "source", "doubtful"),
    *("also_in", "printings"),
)
"""Order of a card's keys. Absent = the card has no such thing; null = unknown."""

_FILE_OF = {"?": "unknown"}
"""Names of sets that can't be names of files."""

_PICTURES = "read off card pictures and checked by eye"
ROWS = {
    "berserk_heroes": {
        "A": (
            "github.com/msafronov/berserk-geroi-gym",
            "high",
            f"sets 14-19 and 21-23 as far as the source holds them, {_PICTURES}; classes of a "
            "third of the creatures and of all heroes; limits and conditions for decks",
        ),
        "B": (
            "github.com/Bletsk/BH-cards",
            "medium",
            "sets 5-8 in part; no numbers, no texts: what a card says of decks is unknown",
        ),
        "C": (
            "github.com/EasyFor314/berserk_heroes_rules",
            "high",
            "the cards that are never in a deck, from the full rules of 31.05.2024",
        ),
        "D": (
            "github.com/StudenetskiyA/CardHeroes",
            "low",
            "cards of a fan engine of 2017, set and number unknown; what it says stands under "
            "`doubtful`, and no verdict rests on it",
        ),
    },
    "berserk": {
        "A": (
            "github.com/sknsdev/berserk-tcg-tflite",
            "high",
            "sets 10, 20, 21 (in part), 30, 40 and 50 of the game since 2023; no classes",
        ),
        "A+img": (
            "github.com/sknsdev/berserk-tcg-tflite",
            "high",
            "as A, with a field or more corrected after a look at the card's picture",
        ),
    },
}
"""Game → code in `source` → (origin, confidence, what was taken)."""

_HEAD = """\
# Where the card facts in this directory come from. Made by importers/berserk_files.py.
# All rights to both games belong to their owners («Мир Хобби»); nothing here is official.
"""


def write(batches: Mapping[str, Batch], out: Path) -> list[str]:
    """Write each game under `out`/<game>; the relative names written, sorted.

    Card files that a batch no longer has are removed. Rules, formats and lists aren't touched.
    """
    written = []
    for game, batch in batches.items():
        files = render_game(game, batch)
        names = render.write_files(files, out / game, ("cards/*.jsonl",))
        written += [f"{game}/{name}" for name in names]
    return sorted(written)


def recorded_snapshot(out: Path, sha256: str) -> str | None:
    """The snapshot date that the files under `out` name for this digest; None = new."""
    dates = {render.recorded_snapshot(out / game, sha256) for game in ROWS}
    return dates.pop() if len(dates) == 1 else None


def render_game(game: str, batch: Batch) -> dict[str, str]:
    """Relative name → text of the files of one game."""
    files = {
        "packs.json": render.rows({"cycles": batch.cycles, "packs": batch.packs}),
        "source.toml": _source(game, batch),
    }
    for pack in batch.packs:
        code = pack["code"]
        cards = [card for card in batch.cards if card["pack"] == code]
        files[f"cards/{_FILE_OF.get(code, code)}.jsonl"] = render.card_lines(cards, CARD_KEYS)
    return files


def _source(game: str, batch: Batch) -> str:
    """The file that says where the data come from and how sure each part is."""
    source = batch.provenance[0]
    counts = dict.fromkeys(ROWS[game], 0)
    for card in batch.cards:
        counts[card["source"]] += len(card.get("printings", (card,)))
    lines = [
        f'{_HEAD}snapshot = "{source.snapshot}"',
        f"cards = {len(batch.cards)}",
        f"printings = {sum(counts.values())}",
        f"packs = {len(batch.packs)}",
        "",
        "[[source]]",
        f"origin = {render.as_json(source.origin)}",
        f"snapshot = {render.as_json(source.snapshot)}",
        f"licence = {render.as_json(source.licence)}",
        'taken = "names, sets, numbers, types, elements, costs, printed values, classes, and what '
        'cards say of decks"',
        'left_out = "rules text, flavour text, pictures, full-format marks"',
        f"files = {source.files}",
        f"bytes = {source.size}",
        f"sha256 = {render.as_json(source.sha256)}",
    ]
    for code, (origin, confidence, taken) in ROWS[game].items():
        lines += [
            "",
            "[[rows]]",
            f"source = {render.as_json(code)}",
            f"printings = {counts[code]}",
            f"origin = {render.as_json(origin)}",
            f"confidence = {render.as_json(confidence)}",
            f"taken = {render.as_json(taken)}",
        ]
    return "\n".join(lines) + "\n"
