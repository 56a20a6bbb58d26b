"""What every part of the table needs: the game, its mode, compiled conditions, set-up rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from deckcheck.engine.abilities import Abilities
from deckcheck.engine.state import State
from deckcheck.game import Game
from deckcheck.games.agot2.bearers import Bearers
from deckcheck.query import Test, compile_query

MODES = ("solitaire", "joust", "melee")


class Limits(NamedTuple):
    """What a player's set-up is held to."""

    gold: int
    places: bool
    """False: nothing is placed."""
    limited: int
    shadow: int
    """Gold for a card that goes into shadows."""
    hand: int


class Context:
    """One table's surroundings. Immutable once made."""

    def __init__(
        self, game: Game, mode: str = "solitaire", abilities: Abilities | None = None
    ) -> None:
        self.game = game
        self.mode = mode
        self.abilities: Abilities = abilities or {}
        self.bearers = Bearers(game.fields)
        document = game.documents["setup"]
        self.baseline: Mapping[str, Any] = document["baseline"]
        self.rows: Mapping[str, Mapping[str, Any]] = {row["code"]: row for row in document["card"]}
        self._tests: dict[str, Test] = {}

    def test(self, query: str) -> Test:
        """A query as a question, compiled once."""
        if query not in self._tests:
            self._tests[query] = compile_query(query, self.game.fields)
        return self._tests[query]

    def row(self, state: State, card: int) -> Mapping[str, Any]:
        """What the set-up data say of a card; empty for nearly every one."""
        return self.rows.get(state.card(card).code, {})

    def agenda_rows(self, state: State, player: int) -> list[tuple[int, Mapping[str, Any]]]:
        """(agenda, its row) for the agendas of a player that change set-up."""
        found = [(card, self.row(state, card)) for card in state.pile(player, "agenda")]
        return [(card, row) for card, row in found if row]

    def limits(self, state: State, player: int) -> Limits:
        """The set-up limits of a player: the baseline, narrowed by his agendas.

        [RR Setup: 8 gold, one limited card; cards 08039, 00367, 13039]
        """
        rows = [row for _, row in self.agenda_rows(state, player)]
        base = self.baseline
        return Limits(
            min([base["gold"], *(row["gold"] for row in rows if "gold" in row)]),
            all(row.get("places", True) for row in rows),
            base["limited"],
            base["shadow"],
            base["hand"],
        )
