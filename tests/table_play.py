"""Random play at the table, and what must hold of every state."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from deckcheck.engine.play import apply, legal_actions
from deckcheck.engine.state import Action, State
from deckcheck.games.agot2.table import Table

_ENDS = ("done", "mulligan", "keep", "reveal", "pass")


def choose(chance: Random, legal: list[Action]) -> Action:
    """One legal action: often one that goes on with the game, so that rounds pass."""
    onward = [action for action in legal if action.name in _ENDS]
    if onward and chance.random() < 0.3:
        return chance.choice(onward)
    names = sorted({action.name for action in legal})
    name = chance.choice(names)
    return chance.choice([action for action in legal if action.name == name])


def random_play(table: Table, state: State, chance: Random, actions: int) -> Iterator[State]:
    """The states of a game played at random, the start among them, until it ends."""
    yield state
    for _ in range(actions):
        legal = legal_actions(table, state)
        if not legal:
            return
        state = apply(table, state, choose(chance, legal))
        yield state


def faults(before: State, after: State) -> list[str]:
    """What is wrong with a state, or with how it came to be; nothing, as it should be."""
    return [*_piles(after), *_in_play(after), *_gold(after), *_entered(before, after)]


def _piles(state: State) -> Iterator[str]:
    lying = [(card, key) for key, pile in state.piles.items() for card in pile]
    if sorted(card for card, _ in lying) != list(range(len(state.cards))):
        yield "a card isn't in exactly one zone"
    for card, (player, zone) in lying:
        if (state.status[card].pile, state.status[card].zone) != (player, zone):
            yield f"card {card} doesn't know where it is"


def _in_play(state: State) -> Iterator[str]:
    titles: dict[tuple[int, str], list[int]] = {}
    for card, status in enumerate(state.status):
        if status.zone not in ("play", "placed"):
            continue
        if status.duplicate:
            host = status.host
            if host is None or state.card(host).title != state.card(card).title:
                yield f"duplicate {card} isn't on a copy"
            elif state.status[host].zone not in ("play", "placed") or state.status[host].duplicate:
                yield f"duplicate {card} is on a card that isn't there"
        elif status.zone == "play":
            titles.setdefault((status.controller, state.card(card).title), []).append(card)
            host = status.host
            borne = host is not None and state.status[host].zone == "play"
            if state.card(card).type == "attachment" and not borne:
                yield f"attachment {card} hangs in the air"
    for (_, title), cards in titles.items():
        if len(cards) > 1 and any(state.card(c).facts.get("unique") for c in cards):
            yield f"{title} is in play twice"


def _gold(state: State) -> Iterator[str]:
    for player in state.players:
        if player.gold < 0 or player.power < 0:
            yield "gold or power below zero"


def _entered(before: State, after: State) -> Iterator[str]:
    for card, status in enumerate(after.status):
        if status.zone != "play" or before.status[card].zone == "play":
            continue
        for dead in before.pile(status.controller, "dead"):
            same = before.card(dead).title == after.card(card).title
            unique = before.card(dead).facts.get("unique") or after.card(card).facts.get("unique")
            if dead != card and same and unique:
                yield f"{after.card(card).title} came in against the dead pile"
