"""How much of each pack or cycle somebody has, as numbers and as bars.

May import shelf and below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from deckcheck.model import Pack
from deckcheck.report.decks import columns
from deckcheck.report.text import Style
from deckcheck.shelf import Catalogue, Stock

_BAR = 20


class Progress(NamedTuple):
    """How much there is of one pack or cycle."""

    code: str
    name: str
    owned: int
    """Cards of which there is a copy."""
    cards: int
    copies: int


def progress(
    stock: Mapping[str, Stock], catalogue: Catalogue, packs: Mapping[str, Pack], by: str
) -> list[Progress]:
    """A row for each pack (or cycle), in the order of publication."""
    counts: dict[tuple[str, str], list[int]] = {}
    for code, pack in packs.items():
        key = (pack.cycle, pack.cycle_name) if by == "cycle" else (code, pack.name)
        row = counts.setdefault(key, [0, 0, 0])
        for item in catalogue.in_pack(code):
            have = stock[item.code].have if item.code in stock else 0
            row[0] += have > 0
            row[1] += 1
            row[2] += have
    return [Progress(*key, *row) for key, row in counts.items()]


def stats_lines(
    found: Sequence[Progress], totals: Mapping[str, int], style: Style
) -> Iterator[str]:
    """A line with a bar for each, then the totals."""
    full, empty = ("#", ".") if style.plain else ("█", "░")
    rows = []
    for one in found:
        # Only what is complete looks complete, and what has begun shows it.
        filled = one.owned * _BAR // one.cards if one.cards else 0
        filled = max(filled, 1) if one.owned else 0
        bar = full * filled + empty * (_BAR - filled)
        rows.append([one.name, bar, f"{one.owned}/{one.cards} cards", f"{one.copies} copies"])
    yield from columns(rows)
    cards = f"{totals['cards']} of {totals['of']} cards"
    extra = [f"{totals[name]} {name}" for name in ("lent", "borrowed") if totals[name]]
    if totals["want"]:
        extra.append(f"{totals['want']} wanted")
    yield ", ".join([f"{totals['copies']} copies of {cards}", *extra]) + "."
