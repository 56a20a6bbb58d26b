"""The table of A Game of Thrones 2nd edition: the engine's Rules, made of this package's parts.

    table = Table(game)
    state = table.start([deck], cards, seed=1)
    state = apply(table, state, legal_actions(table, state)[0])

One seat is a solitaire table, two are a joust, more a melee. The log's first line names the seed,
the generator and the decks; `replay` needs nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.engine.abilities import Abilities, is_action
from deckcheck.engine.dice import GENERATOR, dice
from deckcheck.engine.state import (
    Action,
    Entry,
    Event,
    Instance,
    Player,
    State,
    Status,
    with_mark,
)
from deckcheck.errors import InputError
from deckcheck.game import Game
from deckcheck.games.agot2 import challenges, leaving, manual, marshal, melee, phases, setup
from deckcheck.games.agot2.context import Context
from deckcheck.model import Card, Deck

MOST_SEATS = 8
_PILES = {"draw": "draw", "plot": "plot", "agenda": "agenda"}
_FROM_HAND = ("marshal", "play", "ambush", "emerge", "shadow", "bestow")


class Table:
    """Rules of the game for `engine.play`. `manual`: whether texts may be played by hand."""

    def __init__(
        self,
        game: Game,
        mode: str = "solitaire",
        abilities: Abilities | None = None,
        *,
        by_hand: bool = True,
    ) -> None:
        self.context = Context(game, mode, abilities)
        self.by_hand = by_hand

    @property
    def abilities(self) -> Abilities:
        """Card code → abilities that the table plays with."""
        return self.context.abilities

    def start(self, decks: Sequence[Deck], cards: Mapping[str, Card], seed: int) -> State:
        """The state at the first choice of set-up. Cards that nobody knows are left out.

        Raises InputError for a seed or a number of seats out of range.
        """
        if not 1 <= len(decks) <= MOST_SEATS:
            raise InputError(f"A table has 1 to {MOST_SEATS} seats, not {len(decks)}.")
        instances: list[Instance] = []
        status: list[Status] = []
        piles: dict[tuple[int, str], tuple[int, ...]] = {}
        for seat, deck in enumerate(decks):
            listed = [(code, 1) for code in deck.agendas] + list(deck.cards.items())
            for code, copies in listed:
                card = cards.get(code)
                zone = _PILES.get(self.context.game.section(card)) if card else None
                if card is None or zone is None:
                    continue
                for _ in range(copies):
                    number = len(instances)
                    instances.append(Instance(number, card, seat))
                    status.append(Status(zone, seat, seat))
                    piles[seat, zone] = (*piles.get((seat, zone), ()), number)
        told = {
            "generator": GENERATOR,
            "seed": seed,
            "mode": self.context.mode,
            "decks": tuple((d.faction, d.agendas, tuple(d.cards.items())) for d in decks),
        }
        players = tuple(Player() for _ in decks)
        log = (Entry("start", None, told),)
        state = State(tuple(instances), tuple(status), piles, players, dice(seed), log=log)
        return setup.begin(self.context, state)

    def actions(self, state: State) -> list[Action]:
        """Every action that may be taken when no window is open."""
        if state.phase == "setup":
            return setup.actions(self.context, state)
        if all(player.out for player in state.players):
            return []
        found = self._of_the_rules(state)
        if self.by_hand and self._free(state):
            found += manual.actions(self.context, state, state.turn)
        return found

    def _free(self, state: State) -> bool:
        """Whether texts may be played by hand now: not while a choice has to be made at once."""
        return state.step in ("", "marshal") and state.phase != "plot"

    def _of_the_rules(self, state: State) -> list[Action]:
        player, context = state.turn, self.context
        if state.phase == "plot":
            if state.step == "first":
                return [Action("first", player, to=seat) for seat in phases.in_order(state)]
            return phases.plots(state)
        if state.phase == "taxation":
            return [Action("tax", player, (card,)) for card in state.pile(player, "hand")]
        if state.phase == "marshal":
            found = marshal.hand_actions(context, state, player)
        elif challenges.on(state) is not None or state.step == "claim":
            return self._in_challenge(state)
        else:
            found = challenges.initiations(context, state, player)
        found += marshal.open_actions(context, state, player)
        return [*found, *self._abilities(state, player), Action("done", player)]

    def _in_challenge(self, state: State) -> list[Action]:
        player, challenge = state.turn, challenges.on(state)
        if challenge is None:
            return challenges.claim_choices(state, player)
        if melee.at_once(state):
            return melee.opponents(state)
        if state.step in ("stealth", "stealth again"):
            return [*challenges.stealth_choices(state, challenge), Action("go", player)]
        if state.step == "redirect":
            return [Action("redirect", player), Action("go", player)]
        return challenges.defences(state) if state.step == "defenders" else []

    def _abilities(self, state: State, player: int) -> list[Action]:
        from deckcheck.engine.windows import can_begin

        return [
            Action("act", player, (card,), amount=number)
            for card in (state.cards_in_play() if self.abilities else ())
            if state.status[card].controller == player
            for number, ability in enumerate(self.abilities.get(state.card(card).code, ()))
            if is_action(ability) and can_begin(state, card, ability, Event("action"))
        ]

    def allows(self, state: State, action: Action) -> bool:
        """Whether one action may be taken when no window is open."""
        if not 0 <= action.player < len(state.players):
            return False
        if state.phase != "setup" and all(player.out for player in state.players):
            return False
        if action.name == "redirect":
            return melee.may_redirect(self.context, state, action.player)
        if action.name in manual.NAMES and state.phase != "setup":
            return self.by_hand and self._free(state) and manual.allows(self.context, state, action)
        if action.name == "initiate" and self._open_challenges(state, action):
            return challenges.may_initiate(self.context, state, action)
        if action.name == "defend" and state.step == "defenders" and action.player == state.turn:
            return challenges.may_defend(state, action.cards)
        if action.name == "against" and melee.at_once(state):
            wanted = Action("against", action.player, to=action.to)
            return wanted in melee.opponents(state) and melee.as_declared(state, action)
        if action.name == "marshal" and state.phase == "marshal" and action.player == state.turn:
            (card,) = action.cards
            mine = state.status[card].zone == "hand" and state.status[card].pile == action.player
            return mine and marshal.may_marshal(self.context, state, action.player, card, action.to)
        if state.phase == "setup":
            return setup.allows(self.context, state, action)
        return action in self._of_the_rules(state)

    def _open_challenges(self, state: State, action: Action) -> bool:
        quiet = challenges.on(state) is None and state.step == ""
        return state.phase == "challenges" and quiet and action.player == state.turn

    def perform(self, state: State, action: Action) -> State:
        """The state after a legal action."""
        return phases.eliminate(self._perform(state, action))

    def _perform(self, state: State, action: Action) -> State:
        context, player = self.context, action.player
        if state.phase == "setup":
            return setup.perform(context, state, action)
        if action.name in manual.NAMES:
            return manual.perform(state, action)
        if action.name in _FROM_HAND:
            return marshal.perform(self, context, state, action)
        if action.name == "plot":
            return phases.choose_plot(context, state, action)
        if action.name == "first":
            assert action.to is not None
            return phases.draw_phase(context, state._replace(first=action.to, step=""))
        if action.name == "tax":
            from deckcheck.engine.moves import move

            state = move(state, action.cards[0], "discard")
            return phases.next_to_discard(context, state, player)
        if action.name == "done":
            return phases.done(context, state, player)
        if action.name == "act":
            from deckcheck.engine.windows import begin

            return begin(self, state, action.cards[0], action.amount, Event("action"))
        return self._challenge(state, action)

    def _challenge(self, state: State, action: Action) -> State:
        context = self.context
        if action.name == "initiate":
            return challenges.initiate(self, context, state, action)
        if action.name == "redirect":
            return melee.redirect(state)
        if action.name == "against":
            return melee.choose(self, context, state, action)
        if action.name == "defend":
            return challenges.defend(self, context, state, action.cards)
        if action.name == "claim":
            left = state.marks["claim"] - 1
            state = with_mark(leaving.kill(state, action.cards), "claim", left or None)
            if left:
                return state
            done = state.marks.get("claimed by", 0)
            return state._replace(step="", turn=done)
        if action.name == "stealth":
            challenge = challenges.on(state)
            assert challenge is not None
            pair = (action.cards[0], action.cards[1])
            challenge = challenge._replace(stealth=(*challenge.stealth, pair))
            state = with_mark(state, "challenge", challenge)
            return challenges.to_stealth(self, context, state, state.step)
        if state.step == "redirect":
            return challenges.announce(self, state)
        return challenges.after_stealth(self, context, state)

    def resolve(self, state: State, event: Event) -> State:
        """What an event itself does: going on with a card that was paid for, or its `effect`.

        The other events of this table have happened when they are announced.
        """
        if event.name == "use":
            return marshal.use(self, state, event)
        effect = event.data.get("effect")
        return effect(state) if callable(effect) else state

    def stack_done(self, state: State) -> State:
        """Go on with the challenge once everybody has reacted to its initiation."""
        if state.step == "initiated" and challenges.on(state) is not None:
            return challenges.to_defenders(self, self.context, state)
        return state
