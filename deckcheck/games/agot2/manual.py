"""What a player does for a card's text, which the engine doesn't know: manual actions.

They are held to the rules of the table all the same: bars on entering play, owners' piles, the
order of piles, no gold below zero.
"""

from __future__ import annotations

from deckcheck.engine import zones
from deckcheck.engine.moves import draw, forbidden, move, remove, reorder, search
from deckcheck.engine.state import Action, State, with_player, with_status
from deckcheck.games.agot2 import entering, leaving, wording
from deckcheck.games.agot2.context import Context

NAMES = frozenset(
    {
        *("kneel", "stand", "gain", "draw", "kill", "save", "discard", "return", "put", "toss"),
        *("remove", "power", "control", "reorder", "find"),
    }
)
"""`toss` discards from hand, `return` takes from play to hand, `find` takes from a deck to hand."""
PUT_FROM = ("hand", "discard", "dead", "draw", "under")


def actions(context: Context, state: State, player: int) -> list[Action]:
    """Manual actions worth listing for a player (others are allowed: see `allows`)."""
    found = [Action("gain", player, amount=1), Action("draw", player, amount=1)]
    if state.players[player].gold:
        found.append(Action("gain", player, amount=-1))
    for card in state.pile(player, "play"):
        status = state.status[card]
        if status.duplicate:
            continue
        found.append(Action("stand" if status.kneeling else "kneel", player, (card,)))
        found += [Action("discard", player, (card,)), Action("return", player, (card,))]
        found.append(Action("remove", player, (card,), word="phase"))
        if state.card(card).type == "character":
            found.append(Action("kill", player, (card,)))
            found.append(Action("power", player, (card,), amount=1))
    found += [
        Action("control", player, (card,))
        for seat in range(len(state.players))
        if seat != player
        for card in state.pile(seat, "play")
        if state.card(card).type == "character"
    ]
    found += [Action("toss", player, (card,)) for card in state.pile(player, "hand")]
    found = [action for action in found if allows(context, state, action)]
    return [*found, *_puttings(context, state, player)]


def _puttings(context: Context, state: State, player: int) -> list[Action]:
    """Cards that may be put into play from hand, discard pile or dead pile, and where."""
    found = []
    for zone in ("hand", "discard", "dead"):
        for card in state.pile(player, zone):
            if state.card(card).type == "event":
                continue
            for host in entering.places_for(context.bearers, state, card, player):
                action = Action("put", player, (card,), host)
                if _may_put(context, state, action):
                    found.append(action)
    return found


def _may_put(context: Context, state: State, action: Action) -> bool:
    card = action.cards[0]
    status = state.status[card]
    return (
        status.zone in PUT_FROM
        and zones.takes_part(status.zone, status.until)
        and state.players[action.player].gold >= entering.put_price(state, card)
        and entering.may_enter(context.bearers, state, card, action.player, "put", action.to)
    )


def allows(context: Context, state: State, action: Action) -> bool:
    """Whether a manual action is within the rules of the table."""
    player, cards = action.player, action.cards
    if any(not 0 <= card < len(state.cards) for card in cards):
        return False
    if any(not zones.takes_part(state.status[c].zone, state.status[c].until) for c in cards):
        return False
    if action.name == "gain":
        return state.players[player].gold + action.amount >= 0
    if action.name == "draw":
        return bool(state.pile(player, "draw")) and action.amount > 0
    if action.name == "put":
        return len(cards) == 1 and _may_put(context, state, action)
    if action.name == "control":
        return _may_control(context, state, cards[0], player)
    if action.name == "toss":
        return all(state.status[c].zone == "hand" and state.status[c].pile == player for c in cards)
    if action.name == "reorder":
        return reorder(state, player, action.word, cards, bool(action.amount)) is not None
    if action.name == "find":
        return cards[0] in search(state, player, wording.deck_meant(action.word))
    if action.name == "kill":
        return _may_kill(state, cards)
    mine = all(_in_play(state, c) for c in cards) and bool(cards)
    if action.name in ("kneel", "stand"):
        ready = all(state.status[c].kneeling == (action.name == "stand") for c in cards)
        return mine and ready and not any(forbidden(state, action.name, c) for c in cards)
    if action.name == "save":
        return mine and leaving.save(state, cards[0]) is not None
    if action.name == "power":
        return mine and state.status[cards[0]].power + action.amount >= 0
    return mine or action.name == "remove"


def _in_play(state: State, card: int) -> bool:
    return state.status[card].zone == "play" and not state.status[card].duplicate


def _may_kill(state: State, cards: tuple[int, ...]) -> bool:
    """Characters in play can be killed, in an order that the rules allow [AGOT-5-DEAD-9]."""
    there = all(_in_play(state, c) and state.card(c).type == "character" for c in cards)
    return bool(cards) and there and cards in leaving.death_orders(tuple(sorted(cards)))


def _may_control(context: Context, state: State, card: int, player: int) -> bool:
    if not _in_play(state, card) or state.status[card].controller == player:
        return False
    if entering.barred_by_dead_pile(state, card, player, "control"):
        return False
    return entering.instance_in_play(state, card, player) is None


def perform(state: State, action: Action) -> State:
    """The state after a manual action (`allows` was asked before)."""
    player, cards = action.player, action.cards
    if action.name == "gain":
        return with_player(state, player, gold=state.players[player].gold + action.amount)
    if action.name == "draw":
        return draw(state, player, action.amount)
    if action.name == "kill":
        return leaving.kill(state, cards)
    if action.name == "reorder":
        return reorder(state, player, action.word, cards, bool(action.amount)) or state
    for card in cards:
        state = _one(state, action, player, card)
    return state


def _one(state: State, action: Action, player: int, card: int) -> State:
    status = state.status[card]
    if action.name in ("kneel", "stand"):
        return with_status(state, card, kneeling=action.name == "kneel")
    if action.name == "power":
        return with_status(state, card, power=status.power + action.amount)
    if action.name == "put":
        gold = state.players[player].gold - entering.put_price(state, card)
        state = with_player(state, player, gold=gold)
        return entering.enter(state, card, player, "put", action.to)
    if action.name == "control":
        return entering.take_control(state, card, player)
    if action.name == "remove":
        if status.zone == "play" and not status.duplicate:
            state = leaving.leave(state, card, "remove")
        return remove(state, card, action.word)
    if action.name == "save":
        return leaving.save(state, card) or state
    if action.name == "discard":
        return leaving.leave(state, card, "discard")
    if action.name == "return":
        after = leaving.leave(state, card, "return")
        return move(after, card, "hand")
    if action.name == "find":
        return move(state, card, "hand")
    return move(state, card, "discard")
