"""Records → the text of the shipped data files, one form for all games.

May import errors; knows no game and no source. Card rows are one line each so that a change of
one card is a change of one line; codes in lists are wrapped to a line's width for the same reason.
"""

from __future__ import annotations

import json
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def as_json(value: Any) -> str:
    """A value on one line, letters of every alphabet as they are."""
    return json.dumps(value, ensure_ascii=False)


def card_lines(cards: Iterable[Mapping[str, Any]], keys: Iterable[str]) -> str:
    """One card a line, its keys in the order of `keys` (others are left out)."""
    order = tuple(keys)
    return "".join(f"{as_json({k: card[k] for k in order if k in card})}\n" for card in cards)


def rows(groups: Mapping[str, Any]) -> str:
    """An object of lists, one row a line."""
    parts = []
    for name, group in groups.items():
        lines = ",\n".join(f"  {as_json(row)}" for row in group)
        parts.append(f" {as_json(name)}: [\n{lines}\n ]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def pretty(value: Any, depth: int = 0) -> str:
    """JSON with one key a line and lists of codes filled to a line's width."""
    pad = " " * (depth + 1)
    if isinstance(value, dict) and depth > 3 and len(as_json(value)) <= 90:
        return as_json(value)
    if isinstance(value, dict) and value:
        inner = ",\n".join(f"{pad}{as_json(k)}: {pretty(v, depth + 1)}" for k, v in value.items())
        return "{\n" + inner + "\n" + " " * depth + "}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = ",\n".join(pad + pretty(item, depth + 1) for item in value)
        return "[\n" + inner + "\n" + " " * depth + "]"
    text = as_json(value)
    if not isinstance(value, list) or len(text) <= 80:
        return text
    filled = textwrap.fill(
        text[1:-1], 98, initial_indent=pad, subsequent_indent=pad, break_long_words=False
    )
    return "[\n" + filled + "\n" + " " * depth + "]"


def write_files(files: Mapping[str, str], out: Path, patterns: Iterable[str]) -> list[str]:
    """Write `files` (relative name → text) under `out`; returns their names, sorted.

    Files that fit one of `patterns` and aren't among them are removed; others are not touched.
    """
    for pattern in patterns:
        for path in out.glob(pattern):
            if path.relative_to(out).as_posix() not in files:
                path.unlink()
    for name, text in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return sorted(files)


def recorded_snapshot(out: Path, sha256: str) -> str | None:
    """The snapshot date in `out`'s source.toml of the source with this digest; None = new."""
    try:
        source = tomllib.loads((out / "source.toml").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    dates = {row["sha256"]: str(row["snapshot"]) for row in source["source"]}
    return dates.get(sha256)
