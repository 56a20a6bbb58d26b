"""A state of the table: who has what where. Immutable; every change gives a new State.

Cards are numbered instances of Cards. What never changes about one (which card, whose) is in
`cards`, what does is in `status`; piles hold the numbers, top first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deckcheck.engine import zones
from deckcheck.engine.dice import Dice
from deckcheck.model import Card


class Instance(NamedTuple):
    """One physical card."""

    id: int
    card: Card
    owner: int


class Status(NamedTuple):
    """Where a physical card is and how it lies."""

    zone: str
    pile: int
    """Player whose pile it is in."""
    controller: int
    """Ownership and control are kept apart [RR Control, AGOT-5-CTRL-1]."""
    kneeling: bool = False
    host: int | None = None
    """Card it is attached to, lies under, or is a duplicate of."""
    duplicate: bool = False
    power: int = 0
    gold: int = 0
    until: str = ""
    """For removed cards: how long (`game`, `phase`, `round`)."""


class Player(NamedTuple):
    """A seat."""

    gold: int = 0
    power: int = 0
    out: bool = False


class Event(NamedTuple):
    """Something that happens: what interrupts and reactions look at."""

    name: str
    player: int | None = None
    cards: tuple[int, ...] = ()
    data: Mapping[str, Any] = {}


class Frame(NamedTuple):
    """An event being worked through, with the window that is open for it (`windows.py`)."""

    event: Event
    stage: str
    """`interrupt`, `resolve` or `reaction`."""
    player: int
    """Whose chance it is."""
    passes: int = 0
    """Passes in a row."""
    passed: frozenset[int] = frozenset()
    used: frozenset[tuple[Any, int]] = frozenset()
    """(card, number of the ability) of those that were used in this window."""
    ended: bool = False


class Lasting(NamedTuple):
    """An effect for a time: adds `amount` to a value of some cards, or forbids something."""

    what: str
    """Name of a value (`strength`) or of what is forbidden (`kneel`, `gold`)."""
    amount: int
    cards: tuple[int, ...]
    until: str
    """`phase`, `round`, `challenge` or `game`."""


class Action(NamedTuple):
    """What a player does. Names and what their fields mean are the game's."""

    name: str
    player: int = 0
    cards: tuple[int, ...] = ()
    to: int | None = None
    word: str = ""
    amount: int = 0


class Entry(NamedTuple):
    """A line of the log."""

    kind: str
    """`start`, `action`, or what happened by itself."""
    action: Action | None = None
    data: Mapping[str, Any] = {}


class State(NamedTuple):
    """The whole table at one moment."""

    cards: tuple[Instance, ...]
    status: tuple[Status, ...]
    piles: Mapping[tuple[int, str], tuple[int, ...]]
    """(player, zone) → cards, top first."""
    players: tuple[Player, ...]
    dice: Dice
    first: int = 0
    turn: int = 0
    """Seat whose chance it is outside windows."""
    round: int = 0
    phase: str = ""
    step: str = ""
    marks: Mapping[Any, Any] = {}
    """The game's memory: what was done this round, the challenge that is on."""
    lasting: tuple[Lasting, ...] = ()
    stack: tuple[Frame, ...] = ()
    log: tuple[Entry, ...] = ()

    def pile(self, player: int, zone: str) -> tuple[int, ...]:
        """Cards of a pile, top first."""
        return self.piles.get((player, zone), ())

    def card(self, card: int) -> Card:
        """What a physical card is."""
        return self.cards[card].card

    def cards_in_play(self) -> Iterator[int]:
        """Every card in play, by seat, then zone, then order."""
        for (_, zone), pile in sorted(self.piles.items()):
            if pile and zones.in_play(zone):
                yield from pile


def with_player(state: State, player: int, **changes: Any) -> State:
    """The state with a seat changed."""
    players = list(state.players)
    players[player] = players[player]._replace(**changes)
    return state._replace(players=tuple(players))


def with_status(state: State, card: int, **changes: Any) -> State:
    """The state with a card's status changed (not its zone: that is `moves.move`)."""
    status = list(state.status)
    status[card] = status[card]._replace(**changes)
    return state._replace(status=tuple(status))


def with_mark(state: State, name: Any, value: Any) -> State:
    """The state with one of the game's marks set."""
    return state._replace(marks={**state.marks, name: value})


def logged(state: State, kind: str, **data: Any) -> State:
    """The state with a line in the log for what happened by itself."""
    return state._replace(log=(*state.log, Entry(kind, None, data)))


def position(state: State) -> Any:
    """A hashable value, equal for states that differ in their logs only."""
    piles = tuple(sorted((k, v) for k, v in state.piles.items() if v))
    marks = tuple(sorted((repr(k), repr(v)) for k, v in state.marks.items()))
    rest = (state.dice, state.first, state.turn, state.round, state.phase, state.step)
    return (state.status, piles, state.players, *rest, marks, state.lasting, repr(state.stack))
