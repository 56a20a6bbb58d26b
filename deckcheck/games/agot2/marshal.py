"""Marshaling, playing events and ambushing, shadows [RR Marshal, Limited, Duplicates, Shadows]."""

from __future__ import annotations

from deckcheck.engine import costs, windows
from deckcheck.engine.costs import Cost
from deckcheck.engine.moves import move
from deckcheck.engine.play import Rules
from deckcheck.engine.state import Action, Event, State, logged, with_mark, with_player, with_status
from deckcheck.games.agot2 import entering, facts
from deckcheck.games.agot2.context import Context


def shadow_price(context: Context) -> int:
    """Gold to put a card into shadows [RR Shadows]."""
    return int(context.baseline["shadow"])


def price(state: State, card: int) -> int | None:
    """The gold cost, which must be paid to marshal or play a card [RR Costs, AGOT-5-COST-1].

    None: it isn't a number, so the card can't be marshaled at it.
    """
    return facts.gold_cost(state.card(card))


def limited_fits(state: State, player: int, card: int) -> bool:
    """At most one limited card a round is marshaled or played, events included [RR Limited].

    A limited card marshaled as a duplicate doesn't count [FAQ, Limited Card as Duplicate].
    """
    if not facts.has(state.card(card), "limited"):
        return True
    if entering.enters_as_duplicate(state, card, player):
        return True
    return int(state.marks.get(("limited", player), 0)) < 1


def cost_of(state: State, player: int, card: int, way: str) -> tuple[Cost, ...] | None:
    """What a way of using a card costs; None where it can't be used so. A duplicate is free."""
    mine = state.card(card)
    if way == "marshal" and entering.enters_as_duplicate(state, card, player):
        return ()
    number: int | None
    if way == "ambush":
        number = facts.number(mine, "ambush") if "ambush" in mine.facts else None
    elif way == "emerge":
        value = mine.facts.get("shadow")
        number = value if isinstance(value, int) else None
    else:
        number = price(state, card)
    return None if number is None else (Cost("gold", number),)


def affordable(state: State, player: int, card: int, way: str) -> bool:
    """Whether the player can pay for a card in this way."""
    cost = cost_of(state, player, card, way)
    return cost is not None and costs.can_pay(state, player, cost)


def may_marshal(
    context: Context, state: State, player: int, card: int, host: int | None = None
) -> bool:
    """Whether a card may be marshaled from hand."""
    return (
        state.card(card).type in ("character", "location", "attachment")
        and context.row(state, card).get("marshaled", True)
        and affordable(state, player, card, "marshal")
        and limited_fits(state, player, card)
        and entering.may_enter(context.bearers, state, card, player, "marshal", host)
    )


def may_shadow(context: Context, state: State, player: int, card: int) -> bool:
    """Whether a card may be put into shadows: any with the keyword [RR Shadows]."""
    gold = state.players[player].gold
    return facts.has(state.card(card), "shadow") and gold >= shadow_price(context)


def may_play(state: State, player: int, card: int) -> bool:
    """Whether an event may be played; what its text does is left to the player."""
    return (
        state.card(card).type == "event"
        and affordable(state, player, card, "play")
        and limited_fits(state, player, card)
        and not entering.barred_by_dead_pile(state, card, player, "play")
    )


def may_ambush(context: Context, state: State, player: int, card: int) -> bool:
    """Whether a card may come from hand for its ambush cost [RR Ambush]."""
    return (
        facts.has(state.card(card), "ambush")
        and affordable(state, player, card, "ambush")
        and limited_fits(state, player, card)
        and entering.may_enter(context.bearers, state, card, player, "play")
    )


def may_emerge(context: Context, state: State, player: int, card: int, host: int | None) -> bool:
    """Whether a card may come out of shadows for its printed shadow cost [RR Shadows]."""
    if not affordable(state, player, card, "emerge"):
        return False
    if state.card(card).type == "event":
        return not entering.barred_by_dead_pile(state, card, player, "emerge")
    return entering.may_enter(context.bearers, state, card, player, "emerge", host)


def hand_actions(context: Context, state: State, player: int) -> list[Action]:
    """Marshaling, and putting cards into shadows."""
    found = []
    for card in state.pile(player, "hand"):
        if affordable(state, player, card, "marshal"):
            for host in entering.places_for(context.bearers, state, card, player):
                if may_marshal(context, state, player, card, host):
                    found.append(Action("marshal", player, (card,), host))
        if may_shadow(context, state, player, card):
            found.append(Action("shadow", player, (card,)))
    bestowing = state.marks.get(("bestow", player))
    if bestowing is not None:
        most = facts.number(state.card(bestowing), "bestow")
        for amount in range(1, min(most, state.players[player].gold) + 1):
            found.append(Action("bestow", player, (bestowing,), amount=amount))
    return found


def open_actions(context: Context, state: State, player: int) -> list[Action]:
    """What an action window allows besides: events, cards out of shadows, and ambush.

    (likely) Shadow cards come out in any action window. Ambush: challenges phase [RR Ambush].
    """
    found = []
    for card in state.pile(player, "hand"):
        if may_play(state, player, card):
            found.append(Action("play", player, (card,)))
        if state.phase == "challenges" and may_ambush(context, state, player, card):
            found.append(Action("ambush", player, (card,)))
    for card in state.pile(player, "shadows"):
        for host in entering.places_for(context.bearers, state, card, player):
            if may_emerge(context, state, player, card, host):
                found.append(Action("emerge", player, (card,), host))
    return found


def perform(rules: Rules, context: Context, state: State, action: Action) -> State:
    """The state after one of these actions: cost paid at one moment, then the card goes on."""
    player, card = action.player, action.cards[0]
    if action.name == "shadow":
        gold = state.players[player].gold - shadow_price(context)
        state = with_player(state, player, gold=gold)
        return move(state, card, "shadows", player=player, top=False)
    if action.name == "bestow":
        gold = state.players[player].gold - action.amount
        state = with_status(with_player(state, player, gold=gold), card, gold=action.amount)
        return with_mark(state, ("bestow", player), None)
    return use_card(rules, state, action)


def use_card(rules: Rules, state: State, action: Action) -> State:
    """Marshal, play, ambush or bring out a card: its cost is paid, then `use` goes on with it."""
    player, card, way = action.player, action.cards[0], action.name
    told = {
        "way": way,
        "to": action.to,
        "from": state.status[card].zone,
        "duplicate": entering.enters_as_duplicate(state, card, player),
    }
    cost = cost_of(state, player, card, way) or ()
    state = move(state, card, "playing", player=player)
    return windows.pay_then(rules, state, player, cost, Event("use", player, (card,), told))


def use(rules: Rules, state: State, event: Event) -> State:
    """The state after a card was used that was paid for.

    Where a part of the cost was prevented it ends there: the rest stays paid, the card stays
    unplayed [RR Costs, AGOT-5-COST-6, -7].
    """
    assert event.player is not None
    player, card, way = event.player, event.cards[0], event.data["way"]
    state, stopped = windows.was_stopped(state, event)
    if stopped:
        return unplayed(logged(state, "stopped", card=card), card, event.data["from"])
    duplicate = event.data["duplicate"]
    if facts.has(state.card(card), "limited") and not duplicate and way != "emerge":
        state = with_mark(state, ("limited", player), state.marks.get(("limited", player), 0) + 1)
    if state.card(card).type == "event":
        state = move(state, card, "discard")
        return windows.happen(rules, state, Event("played", player, (card,)))
    kind = "play" if way == "ambush" else way
    state = entering.enter(state, card, player, kind, event.data["to"])
    if way == "marshal" and not duplicate and facts.has(state.card(card), "bestow"):
        state = with_mark(state, ("bestow", player), card)
    return windows.happen(rules, state, Event(entering.event_name(kind), player, (card,)))


def unplayed(state: State, card: int, came_from: str) -> State:
    """The state with a card whose cost was prevented back where it was: its owner's hand.

    [RR Costs, AGOT-5-COST-7]
    """
    return move(state, card, came_from)
