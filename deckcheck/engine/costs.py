"""Costs: what may be used to pay, and paying all of it at one time [RR Costs]."""

from __future__ import annotations

from typing import NamedTuple

from deckcheck.engine import zones
from deckcheck.engine.moves import forbidden, move
from deckcheck.engine.state import State, logged, with_player, with_status


class Cost(NamedTuple):
    """One part of a cost."""

    kind: str
    """`gold` (amount from the payer's pool), `kneel` (cards), or `put` (cards into zone `to`)."""
    amount: int = 0
    cards: tuple[int, ...] = ()
    to: str = "discard"


def not_an_opponents(state: State, payer: int, card: int) -> bool:
    """An opponent's game elements can't pay a cost [RR Costs, AGOT-5-COST-3].

    In play it is control that counts.
    """
    if zones.in_play(state.status[card].zone):
        return state.status[card].controller == payer
    return True


def from_own_areas(state: State, payer: int, card: int) -> bool:
    """What isn't in play can only come from the payer's own areas [RR Costs, AGOT-5-COST-4]."""
    if zones.in_play(state.status[card].zone):
        return True
    return state.status[card].pile == payer


def _ready(state: State, payer: int, part: Cost) -> bool:
    """Whether a part can be paid as things stand, were nothing to prevent it."""
    if part.kind == "gold":
        return state.players[payer].gold >= part.amount
    fit = all(
        not_an_opponents(state, payer, card) and from_own_areas(state, payer, card)
        for card in part.cards
    )
    if part.kind == "kneel":
        return fit and not any(state.status[card].kneeling for card in part.cards)
    return fit


def can_pay(state: State, payer: int, parts: tuple[Cost, ...]) -> bool:
    """Whether the payer has everything that a cost asks for, all parts together."""
    gold = sum(part.amount for part in parts if part.kind == "gold")
    cards = [card for part in parts for card in part.cards]
    return (
        state.players[payer].gold >= gold
        and len(set(cards)) == len(cards)
        and all(_ready(state, payer, part) for part in parts)
    )


def moments(parts: tuple[Cost, ...]) -> tuple[tuple[Cost, ...], ...]:
    """The parts of a cost by the moment they are paid: all at one [RR Costs, AGOT-5-COST-5]."""
    return (parts,) if parts else ()


def goes_on(all_paid: bool) -> bool:
    """Whether what was paid for goes on: not if a part was prevented [RR Costs, AGOT-5-COST-6]."""
    return all_paid


def pay(state: State, payer: int, parts: tuple[Cost, ...]) -> tuple[State, bool]:
    """The state with everything paid that nothing prevents, and whether that was all of it.

    Parts that can be paid are paid, even if another is prevented [RR Costs, AGOT-5-COST-6].
    """
    whole = True
    for part in parts:
        state, paid = _pay_part(state, payer, part)
        whole = whole and paid
    return state, whole


def _pay_part(state: State, payer: int, part: Cost) -> tuple[State, bool]:
    if part.kind == "gold":
        if part.amount and forbidden(state, "gold"):
            return state, False
        return with_player(state, payer, gold=state.players[payer].gold - part.amount), True
    whole = True
    for card in part.cards:
        if forbidden(state, part.kind, card):
            whole = False
        elif part.kind == "kneel":
            state = with_status(state, card, kneeling=True)
        else:
            state = move(state, card, part.to)
    return logged(state, "paid", by=part.kind, cards=part.cards), whole
