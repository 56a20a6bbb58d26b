"""The areas of a table, and what may be done with cards in each.

A zone belongs to a player (every pile is a player's), and holds its cards in order, top first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Zone(NamedTuple):
    """One kind of area."""

    name: str
    in_play: bool = False
    """Whether its cards are in play: only there do constant abilities work."""
    open: bool = False
    """Whether every player may look at its cards at any time."""
    fixed: bool = False
    """Whether the order of its cards may only be changed by an ability."""
    outside: bool = False
    """Whether its cards have no part in the game at all (removed from it)."""


_ZONES = (
    Zone("draw", fixed=True),
    Zone("plot"),
    Zone("hand"),
    Zone("play", in_play=True, open=True),
    Zone("agenda", in_play=True, open=True),
    Zone("revealed", in_play=True, open=True),
    Zone("used", open=True),
    Zone("placed"),
    Zone("playing", open=True),
    Zone("discard", open=True, fixed=True),
    Zone("dead", open=True, fixed=True),
    Zone("shadows"),
    Zone("under"),
    Zone("removed", open=True, outside=True),
)

ZONES: Mapping[str, Zone] = {zone.name: zone for zone in _ZONES}
"""Every zone by name. `revealed` and `used` hold plots, `placed` what set-up has laid face down,
`playing` a card that is being marshaled or played, `under` cards under a card."""


OVER = "over"
"""The `until` of a card whose removal has ended: its owner may put it where its text says."""


def in_play(zone: str) -> bool:
    """Whether cards of a zone are in play. The dead pile is not [RR Dead Pile, AGOT-5-DEAD-1]."""
    return ZONES[zone].in_play


def open_to(zone: str, viewer: int, owner: int) -> bool:
    """Whether a player may look at a pile: at every open one [RR Dead Pile, AGOT-5-DEAD-7].

    Of his own closed ones he sees his hand, his shadows, what he placed and his plots.
    """
    if ZONES[zone].open:
        return True
    return viewer == owner and zone in ("hand", "shadows", "placed", "plot")


def may_reorder(zone: str, by_ability: bool) -> bool:
    """Whether a pile's order may be changed: a fixed one only if an ability says so.

    [RR Dead Pile, AGOT-5-DEAD-8]
    """
    return by_ability or not ZONES[zone].fixed


def takes_part(zone: str, until: str) -> bool:
    """Whether a card there has any part in the game: not one that is removed and still is.

    [RR Removed from Game, AGOT-17-RFG-1]
    """
    return not ZONES[zone].outside or until == OVER
