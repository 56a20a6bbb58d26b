"""Cards leave play: killed, discarded, sacrificed; what goes with them, and where each goes."""

from __future__ import annotations

from itertools import permutations

from deckcheck.engine.moves import move
from deckcheck.engine.state import State, logged
from deckcheck.games.agot2 import facts
from deckcheck.games.agot2.bearers import attached_to, duplicates_of


def pile_for(cause: str) -> str:
    """The pile a card leaves play to: the killed go to the dead pile, which isn't the discard pile.

    [RR Dead Pile, AGOT-5-DEAD-2]
    """
    return "dead" if cause == "kill" else "discard"


def pile_owner(state: State, card: int) -> int:
    """Whose pile a leaving card goes on: its owner's, whoever controlled it [AGOT-5-DEAD-3]."""
    return state.cards[card].owner


def death_orders(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The orders in which cards killed at once may be laid on the pile: any [AGOT-5-DEAD-9]."""
    return list(permutations(cards)) if len(cards) <= 4 else [cards]


def leave(state: State, card: int, cause: str) -> State:
    """The state with one card out of play, on top of its owner's pile, face up [AGOT-5-DEAD-3].

    Its attachments go back to their owners' hands, terminal ones to the discard pile; duplicates
    and cards under it are discarded [RR Attachment Cards, Terminal, Duplicates].
    """
    for other in attached_to(state, card):
        terminal = facts.has(state.card(other), "terminal")
        state = _off(state, other, "discard" if terminal else "hand")
    for other in duplicates_of(state, card):
        state = move(state, other, "discard", player=pile_owner(state, other))
    for number, status in enumerate(state.status):
        if status.host == card and status.zone == "under":
            state = move(state, number, "discard", player=pile_owner(state, number))
    after = move(state, card, pile_for(cause), player=pile_owner(state, card))
    return logged(after, cause, card=card)


def _off(state: State, card: int, zone: str) -> State:
    for other in duplicates_of(state, card):
        state = move(state, other, "discard", player=pile_owner(state, other))
    return move(state, card, zone, player=pile_owner(state, card))


def kill(state: State, cards: tuple[int, ...]) -> State:
    """The state with characters killed at once, laid on their piles in the order given.

    [RR Dead Pile, AGOT-5-DEAD-9] The log keeps the order.
    """
    for card in cards:
        state = leave(state, card, "kill")
    return state


def save(state: State, card: int) -> State | None:
    """The state with a duplicate discarded to keep a card in play; None where it has none."""
    spare = duplicates_of(state, card)
    if not spare:
        return None
    after = move(state, spare[0], "discard", player=pile_owner(state, spare[0]))
    return logged(after, "saved", card=card)
