"""Numbers of the table: strength, income, reserve, initiative; printed, then modified."""

from __future__ import annotations

from deckcheck.engine.abilities import modified
from deckcheck.engine.state import State
from deckcheck.games.agot2 import facts
from deckcheck.games.agot2.context import Context


def strength(context: Context, state: State, card: int) -> int:
    """A character's strength now; never below 0 [RR Modifiers]."""
    printed = facts.number(state.card(card), "strength")
    return max(0, modified(state, context.abilities, card, "strength", printed))


def _sum(context: Context, state: State, player: int, plot_fact: str, fact: str) -> int:
    total = sum(facts.number(state.card(c), plot_fact) for c in state.pile(player, "revealed"))
    agendas = state.pile(player, "agenda")
    only_agendas = fact == "gold_mod" and any(
        row.get("gold_from_cards") is False for _, row in context.agenda_rows(state, player)
    )
    cards = agendas if only_agendas else (*agendas, *state.pile(player, "play"))
    for card in cards:
        if not state.status[card].duplicate:
            total += facts.number(state.card(card), fact)
    return max(0, total)


def income(context: Context, state: State, player: int) -> int:
    """Gold that a player gains: his plot's, and the gold modifiers in play [RR Income]."""
    return _sum(context, state, player, "income", "gold_mod")


def reserve(context: Context, state: State, player: int) -> int:
    """How many cards a player keeps at taxation [RR Reserve]."""
    return _sum(context, state, player, "reserve", "reserve_mod")


def initiative(context: Context, state: State, player: int) -> int:
    """A player's initiative [RR Initiative]."""
    return _sum(context, state, player, "initiative", "initiative_mod")


def claim(context: Context, state: State, player: int) -> int:
    """A player's claim [RR Claim]."""
    return _sum(context, state, player, "claim", "claim_mod")


def standing_characters(state: State, player: int) -> list[int]:
    """A player's characters in play that stand."""
    return [
        card
        for card in state.pile(player, "play")
        if state.card(card).type == "character"
        and not state.status[card].duplicate
        and not state.status[card].kneeling
    ]
