"""Playing: what may be done, doing it, and doing a whole log again.

A game brings `Rules`. `apply` refuses what `legal_actions` doesn't allow; a log holds the seed,
the generator's name and every action, so `replay` gives the same state and the same log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from deckcheck.engine.abilities import Abilities
from deckcheck.engine.state import Action, Entry, Event, State
from deckcheck.errors import DeckcheckError, InputError


class IllegalAction(DeckcheckError):
    """An action that the rules don't allow at this moment."""


class Rules(Protocol):
    """What a game brings to the table."""

    @property
    def abilities(self) -> Abilities:
        """Card code → abilities that the table plays with."""

    def actions(self, state: State) -> list[Action]:
        """Every action that is legal when no window is open."""

    def allows(self, state: State, action: Action) -> bool:
        """Whether one action is legal when no window is open (as `actions`, for one)."""

    def perform(self, state: State, action: Action) -> State:
        """The state after a legal action."""

    def resolve(self, state: State, event: Event) -> State:
        """The state after an event itself, between interrupts and reactions to it."""

    def stack_done(self, state: State) -> State:
        """The state gone on with, once nothing is left on the stack."""


def legal_actions(rules: Rules, state: State) -> list[Action]:
    """Every action that a player may take now; empty when the game is over."""
    from deckcheck.engine import windows

    return windows.choices(rules, state) if state.stack else rules.actions(state)


def apply(rules: Rules, state: State, action: Action) -> State:
    """The state after an action, which the log then ends with. Raises IllegalAction."""
    from deckcheck.engine import windows

    if state.stack:
        legal = action in windows.choices(rules, state)
    else:
        legal = rules.allows(state, action)
    if not legal:
        raise IllegalAction(f"{describe(state, action)} isn't allowed now ({state.phase}).")
    state = state._replace(log=(*state.log, Entry("action", action)))
    if state.stack:
        return windows.answer(rules, state, action)
    return rules.perform(state, action)


def describe(state: State, action: Action) -> str:
    """An action in words, for messages: its name and the titles of its cards."""
    titles = " + ".join(state.card(c).title for c in action.cards if 0 <= c < len(state.cards))
    words = " ".join(word for word in (action.name, titles, action.word) if word)
    return f"{words} by seat {action.player + 1}"


def actions_of(log: Iterable[Entry]) -> list[Action]:
    """The actions in a log, in order."""
    return [entry.action for entry in log if entry.action is not None]


def action_rows(log: Iterable[Entry]) -> list[dict[str, Any]]:
    """The actions in a log as rows for JSON: name, player, and what else isn't empty."""
    return [
        {key: value for key, value in action._asdict().items() if value not in ((), None, "")}
        for action in actions_of(log)
    ]


def read_actions(rows: Iterable[Mapping[str, Any]]) -> list[Action]:
    """Actions from such rows. Raises InputError for a row that is none."""
    found = []
    for row in rows:
        try:
            found.append(Action(**{**row, "cards": tuple(row.get("cards", ()))}))
        except TypeError:
            raise InputError(f"{dict(row)} isn't an action of a log.") from None
    return found


def replay(rules: Rules, start: State, actions: Iterable[Action]) -> State:
    """The state after all the actions, from the same start."""
    state = start
    for action in actions:
        state = apply(rules, state, action)
    return state
