"""Scenes for scenarios: cards made up for the purpose, and a table that stands as one wants it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from pools import agot2_game

from deckcheck.engine.abilities import Abilities, Ability
from deckcheck.engine.dice import dice
from deckcheck.engine.play import IllegalAction, apply, legal_actions
from deckcheck.engine.state import Action, Instance, Player, State, Status
from deckcheck.games.agot2.table import Table
from deckcheck.model import Card

Seat = dict[str, list[Card]]


def card(title: str, kind: str = "character", code: str = "", **facts: Any) -> Card:
    """A card; facts that aren't given are those of a plain neutral one."""
    plain: dict[str, Any] = {"faction": "neutral", "traits": [], "keywords": [], "cost": 2}
    if kind == "character":
        plain.update(strength=3, icons=["military", "intrigue", "power"], unique=False)
    if kind in ("location", "attachment"):
        plain["unique"] = False
    number = code or f"t{sum(map(ord, title)) % 9000 + 1000}{len(title)}{kind[0]}"
    return Card(number, title, kind, "T", None, None, None, {**plain, **facts})


FILLER = card("Filler", "event", cost=0)


def scene(
    *seats: Seat,
    mode: str = "solitaire",
    abilities: Abilities | None = None,
    gold: int = 10,
    phase: str = "marshal",
) -> tuple[Table, State]:
    """A table in the middle of a phase; each seat's cards by zone, ten more cards in its deck."""
    table = Table(agot2_game(), mode, abilities)
    instances: list[Instance] = []
    status: list[Status] = []
    piles: dict[tuple[int, str], tuple[int, ...]] = {}
    for seat, zones in enumerate(seats):
        for zone, cards in {**zones, "draw": [*zones.get("draw", []), *[FILLER] * 10]}.items():
            for one in cards:
                piles[seat, zone] = (*piles.get((seat, zone), ()), len(instances))
                instances.append(Instance(len(instances), one, seat))
                status.append(Status(zone, seat, seat))
    state = State(
        tuple(instances),
        tuple(status),
        piles,
        tuple(Player(gold=gold) for _ in seats),
        dice(1),
        round=1,
        phase=phase,
        step="marshal" if phase == "marshal" else "",
    )
    return table, state


def find(state: State, title: str, seat: int = 0, nth: int = 0) -> int:
    """The number of a card by its title and its owner."""
    found = [i.id for i in state.cards if i.card.title == title and i.owner == seat]
    return found[nth]


def do(table: Table, state: State, name: str, *cards: int, **more: Any) -> State:
    """The state after an action of the first seat, or of `player`."""
    return apply(table, state, Action(name, cards=cards, **more))


def refused(table: Table, state: State, name: str, *cards: int, **more: Any) -> bool:
    """Whether the table refuses an action."""
    try:
        do(table, state, name, *cards, **more)
    except IllegalAction:
        return True
    return False


def names(table: Table, state: State) -> set[str]:
    """Names of the actions that are legal now."""
    return {action.name for action in legal_actions(table, state)}


def zone(state: State, number: int) -> str:
    """Where a card is."""
    return state.status[number].zone


__all__ = [
    "FILLER",
    "Ability",
    "Action",
    "apply",
    "card",
    "do",
    "find",
    "legal_actions",
    "names",
    "refused",
    "scene",
    "zone",
]
