"""Games played at a solitaire table by a plain policy, many times.

The policy, so that a figure can be understood: the hand is set up at its best (`layout.py`); plots
are revealed in a given order, or the one with most gold first; each round what can be afforded is
marshaled, economy cards first, then duplicates, characters, locations and attachments, dearest
first (an attachment on the strongest character that may bear it), and a card goes into shadows if
gold is left for nothing else; no challenge is declared; at taxation the dearest cards are discarded
down to the reserve. May import the table; what is left to texts isn't played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from deckcheck.engine.play import apply
from deckcheck.engine.state import Action, State
from deckcheck.games.agot2 import facts, marshal, values
from deckcheck.games.agot2.table import Table
from deckcheck.goldfish.chances import Fish
from deckcheck.goldfish.layout import Layer, Setup
from deckcheck.goldfish.mulligan import KEEP_ALL, Rule
from deckcheck.goldfish.plan import Outcome
from deckcheck.goldfish.sample import mean_interval

PLOT_ORDERS = ("given", "gold")
MEASURES = (
    ("gold", "gold to spend"),
    ("spent", "gold spent"),
    ("wasted", "gold wasted"),
    ("hand", "cards in hand"),
    ("over", "cards over the reserve"),
    ("characters", "characters in play"),
    ("strength", "strength in play"),
)
"""What is measured each round, at taxation, before discarding: (name, in words)."""


class Measured(NamedTuple):
    """One measure over all games."""

    mean: float
    half: float
    """Half of the mean's 95 % interval."""
    quartiles: tuple[float, float, float]
    games: int
    """Games that came so far (a deck that runs out ends a game)."""


class Simulated(NamedTuple):
    """What came of the games."""

    games: int
    gold: Measured
    """Gold placed in set-up."""
    cards: Measured
    """Cards placed in set-up."""
    returned: int
    """First hands that went back."""
    rounds: tuple[dict[str, Measured], ...]
    """By round, by measure."""


class Game(NamedTuple):
    """One game's numbers."""

    setup: Setup
    returned: bool
    rounds: tuple[dict[str, int], ...]


class Player:
    """Plays one deck by the policy."""

    def __init__(self, fish: Fish, rule: Rule = KEEP_ALL, plots: str = "given") -> None:
        self.fish, self.plots = fish, plots
        self.table = Table(fish.game, by_hand=False)
        self.layer = Layer(fish.plan)
        self.returns: Callable[[Outcome], bool] = fish.settle(rule).returns
        self.figures = rule.figures
        self.queries = [fish.test(query) for query in rule.queries]
        self.economy = {v.code: v.figures[1] for v in (*fish.plan.versions, *fish.plan.started)}
        self.plot_order = [
            code for code in fish.deck.cards if code in fish.cards and _is_plot(fish, code)
        ]

    def start(self, seed: int) -> tuple[State, Setup, bool]:
        """(the state when set-up is done, how the hand was laid out, whether one went back)."""
        state = self.table.start([self.fish.deck], self.fish.cards, seed)
        for code in self.fish.plan.fetched:
            card = next(c for c in state.pile(0, "draw") if state.card(c).code == code)
            state = apply(self.table, state, Action("fetch", 0, (card,)))
        if state.step == "announce":
            state = apply(self.table, state, Action("done"))
        setup = self._laid(state)
        labels = tuple(
            sum(test(state.card(c).code) for c in state.pile(0, "hand")) for test in self.queries
        )
        returned = self.returns(Outcome(setup.figures[: self.figures], labels))
        state = apply(self.table, state, Action("mulligan" if returned else "keep"))
        if returned:
            setup = self._laid(state)
        return self._place(state, setup), setup, returned

    def _laid(self, state: State) -> Setup:
        return self.layer.best([state.card(c).code for c in state.pile(0, "hand")])

    def _place(self, state: State, setup: Setup) -> State:
        for name, codes in (("place", setup.placed), ("shadow", setup.shadows)):
            for code in codes:
                card = _in_hand(state, code)
                state = apply(self.table, state, Action(name, 0, (card,)))
        for code in setup.duplicates:
            card = _in_hand(state, code)
            there = next(
                c
                for zone in ("placed", "play")
                for c in state.pile(0, zone)
                if facts.is_copy(state.card(c), state.card(card))
                and not state.status[c].duplicate
                and not state.marks.get(("shadowed", c))
            )
            state = apply(self.table, state, Action("duplicate", 0, (card,), there))
        state = apply(self.table, state, Action("reveal"))
        while state.step == "attach":
            state = apply(self.table, state, self.table.actions(state)[0])
        return state

    def play(self, seed: int, rounds: int) -> Game:
        """One game of so many rounds; it ends early if the deck runs out."""
        state, setup, returned = self.start(seed)
        found: list[dict[str, int]] = []
        while len(found) < rounds and not state.players[0].out:
            state = apply(self.table, state, self._plot(state))
            if state.players[0].out:
                break
            gold = state.players[0].gold
            state = self._marshal(state)
            found.append(self._measure(state, gold))
            state = apply(self.table, state, Action("done"))
            state = apply(self.table, state, Action("done"))
            while state.phase == "taxation":
                hand = state.pile(0, "hand")
                dearest = max(hand, key=lambda c: facts.number(state.card(c), "cost"))
                state = apply(self.table, state, Action("tax", 0, (dearest,)))
        return Game(setup, returned, tuple(found))

    def _plot(self, state: State) -> Action:
        pile = state.pile(0, "plot")
        if not pile:
            return Action("plot")
        if self.plots == "gold":
            return Action("plot", 0, (max(pile, key=lambda c: _income(state, c)),))
        order = [self.plot_order.index(state.card(c).code) for c in pile]
        return Action("plot", 0, (pile[order.index(min(order))],))

    def _marshal(self, state: State) -> State:
        while True:
            action = self._next(state)
            if action is None:
                return state
            state = apply(self.table, state, action)

    def _next(self, state: State) -> Action | None:
        hand = sorted(state.pile(0, "hand"), key=lambda c: self._rank(state, c))
        context = self.table.context
        for card in hand:
            if state.card(card).type == "event" or not marshal.affordable(
                state, 0, card, "marshal"
            ):
                continue
            for host in self._hosts(state, card):
                if marshal.may_marshal(context, state, 0, card, host):
                    return Action("marshal", 0, (card,), host)
        lurkers = (c for c in hand if marshal.may_shadow(context, state, 0, c))
        lurker = next(lurkers, None)
        return None if lurker is None else Action("shadow", 0, (lurker,))

    def _hosts(self, state: State, card: int) -> Sequence[int | None]:
        if state.card(card).type != "attachment":
            return [None]
        context = self.table.context
        able = list(context.bearers.hosts(state, card, 0))
        able.sort(key=lambda h: -values.strength(context, state, h))
        return [None, *able[:1]]

    def _rank(self, state: State, card: int) -> tuple[int, int, str]:
        mine = state.card(card)
        kinds = ("character", "location", "attachment")
        kind = 1 + kinds.index(mine.type) if mine.type in kinds else 9
        order = 0 if self.economy.get(mine.code) else kind
        return order, -facts.number(mine, "cost"), mine.code

    def _measure(self, state: State, gold: int) -> dict[str, int]:
        context = self.table.context
        characters = values.standing_characters(state, 0)
        hand = len(state.pile(0, "hand"))
        return {
            "gold": gold,
            "spent": gold - state.players[0].gold,
            "wasted": state.players[0].gold,
            "hand": hand,
            "over": max(0, hand - values.reserve(context, state, 0)),
            "characters": len(characters),
            "strength": sum(values.strength(context, state, c) for c in characters),
        }


def _is_plot(fish: Fish, code: str) -> bool:
    return fish.game.section(fish.cards[code]) == "plot"


def _in_hand(state: State, code: str) -> int:
    return next(c for c in state.pile(0, "hand") if state.card(c).code == code)


def _income(state: State, card: int) -> int:
    return facts.number(state.card(card), "income")


def simulate(
    fish: Fish, rounds: int, games: int, seed: int, rule: Rule = KEEP_ALL, plots: str = "given"
) -> Simulated:
    """So many games of so many rounds; game number n is played with seed + n."""
    player = Player(fish, rule, plots)
    played = [player.play(seed + number, rounds) for number in range(games)]
    by_round = []
    for number in range(rounds):
        rows = [game.rounds[number] for game in played if number < len(game.rounds)]
        by_round.append({name: measured([row[name] for row in rows]) for name, _ in MEASURES})
    return Simulated(
        games,
        measured([game.setup.figures[0] for game in played]),
        measured([game.setup.figures[1] for game in played]),
        sum(game.returned for game in played),
        tuple(by_round),
    )


def measured(numbers: Sequence[int]) -> Measured:
    """Mean, interval and quartiles of what was seen."""
    mean, half = mean_interval(numbers)
    order = sorted(numbers)
    return Measured(mean, half, (_at(order, 1), _at(order, 2), _at(order, 3)), len(order))


def _at(order: Sequence[int], quarter: int) -> float:
    """A quartile, between the two values nearest to it."""
    if not order:
        return 0.0
    place = (len(order) - 1) * quarter / 4
    low = int(place)
    high = min(low + 1, len(order) - 1)
    return order[low] + (order[high] - order[low]) * (place - low)
