"""Set-up: agendas, seven cards, one mulligan, placing, revealing, drawing up to seven.

Steps: `announce` (agenda texts), `mulligan`, `place`, `attach`. [RR Setup, Mulligan; FAQ 1.2, 1.3,
1.9] Each seat does a step before the next step begins.
"""

from __future__ import annotations

from typing import Any

from deckcheck.engine.moves import draw, move, shuffle
from deckcheck.engine.state import Action, State, logged, with_mark
from deckcheck.games.agot2 import facts
from deckcheck.games.agot2.bearers import room_on, side_fits
from deckcheck.games.agot2.context import Context

PLACEABLE = ("character", "location", "attachment")


def begin(context: Context, state: State) -> State:
    """The state at the first choice of set-up."""
    state = state._replace(phase="setup", step="announce", turn=0)
    return _skip_announcements(context, state)


def actions(context: Context, state: State) -> list[Action]:
    """What the seat whose turn it is may do."""
    player = state.turn
    if state.step == "announce":
        found = [Action("fetch", player, (c,)) for c in fetchable(context, state, player)]
        return [*found, Action("done", player)]
    if state.step == "mulligan":
        return [Action("keep", player), Action("mulligan", player)]
    if state.step == "place":
        return _placings(context, state, player)
    return [
        Action("attach", player, (card,), host)
        for card in _waiting(state, player)
        for host in _hosts(context, state, card, player)
        if assignable(context, _attached(state, card, host, player), player)
    ]


def allows(context: Context, state: State, action: Action) -> bool:
    """Whether one of these actions may be taken: as `actions` lists them."""
    player = action.player
    if state.step != "place" or player != state.turn or not action.cards:
        return action in actions(context, state)
    card = action.cards[0]
    plain = Action(action.name, player, (card,), action.to)
    if action != plain or card not in state.pile(player, "hand"):
        return False
    if action.name == "duplicate":
        there = may_duplicate(context, state, player, card)
        return there is not None and action.to == there
    may = {"place": may_place, "shadow": may_shadow}.get(action.name)
    return may is not None and action.to is None and may(context, state, player, card)


def perform(context: Context, state: State, action: Action) -> State:
    """The state after one of these actions."""
    player = action.player
    if action.name == "fetch":
        return _fetch(context, state, player, action.cards[0])
    if action.name == "done":
        return _skip_announcements(context, state._replace(turn=state.turn + 1))
    if action.name in ("keep", "mulligan"):
        return _decided(context, state, player, action.name == "mulligan")
    if action.name == "reveal":
        return _revealed(context, state, player)
    if action.name == "back":
        return _taken_back(state, player)
    if action.name == "attach":
        assert action.to is not None
        state = _attached(state, action.cards[0], action.to, player)
        return state if _waiting(state, player) else _next_to_place(context, state, player)
    return _placed(context, state, action)


def fetchable(context: Context, state: State, player: int) -> list[int]:
    """Cards that an agenda lets a player take out of his deck before drawing, all that are left.

    [cards 08039, 26120; «after all agendas are announced»]
    """
    found: list[int] = []
    for agenda, row in context.agenda_rows(state, player):
        fetch = row.get("fetch")
        taken: tuple[int, ...] = state.marks.get(("fetched", agenda), ())
        if not fetch or len(taken) >= fetch["copies"]:
            continue
        test = context.test(fetch["where"])
        titles = {state.card(c).title for c in taken} if fetch.get("different") else set()
        found += [
            card
            for card in state.pile(player, "draw")
            if test(state.card(card)) is True and state.card(card).title not in titles
        ]
    return found


def _fetch(context: Context, state: State, player: int, card: int) -> State:
    for agenda, row in context.agenda_rows(state, player):
        fetch = row.get("fetch")
        if not fetch or context.test(fetch["where"])(state.card(card)) is not True:
            continue
        to = fetch["to"]
        host = agenda if to == "under" else None
        state = move(state, card, to, player=player, top=False, host=host)
        taken = state.marks.get(("fetched", agenda), ())
        state = with_mark(state, ("fetched", agenda), (*taken, card))
        break
    return _skip_announcements(context, state)


def _skip_announcements(context: Context, state: State) -> State:
    while state.turn < len(state.players) and not fetchable(context, state, state.turn):
        state = state._replace(turn=state.turn + 1)
    if state.turn < len(state.players):
        return state
    for player in range(len(state.players)):
        state = draw(shuffle(state, player), player, context.limits(state, player).hand)
    return state._replace(step="mulligan", turn=0)


def _decided(context: Context, state: State, player: int, again: bool) -> State:
    """Keep, or once: all cards back, shuffle, as many new ones, which are kept [RR Mulligan]."""
    if again:
        for card in state.pile(player, "hand"):
            state = move(state, card, "draw", player=player)
        state = draw(shuffle(state, player), player, context.limits(state, player).hand)
    state = state._replace(turn=player + 1)
    if state.turn < len(state.players):
        return state
    for seat in range(len(state.players)):
        state = _before_placing(context, state, seat)
    return state._replace(step="place", turn=0)


def _before_placing(context: Context, state: State, player: int) -> State:
    """The Conclave: the top cards of the deck go under it, after the mulligan [card 09045]."""
    for agenda, row in context.agenda_rows(state, player):
        for card in state.pile(player, "draw")[: row.get("under", 0)]:
            state = move(state, card, "under", player=player, top=False, host=agenda)
    return state


def spent(state: State, player: int) -> int:
    """Set-up gold a player has spent."""
    return int(state.marks.get(("spent", player), 0))


def limited_placed(state: State, player: int) -> int:
    """Limited cards a player has placed, duplicates too; not those in shadows [RR Limited]."""
    return sum(
        facts.has(state.card(card), "limited")
        for card in state.pile(player, "placed")
        if not state.marks.get(("shadowed", card))
    )


def placed_instance(state: State, player: int, card: int) -> int | None:
    """The card already laid out of which this is a further copy, one of them being unique.

    [RR Unique Cards] A location that an agenda put into play counts (likely).
    """
    mine = state.card(card)
    for zone in ("placed", "play"):
        for other in state.pile(player, zone):
            there = state.card(other)
            if state.status[other].duplicate or state.marks.get(("shadowed", other)):
                continue
            if facts.is_copy(there, mine) and (facts.unique(there) or facts.unique(mine)):
                return other
    return None


def limited_fits(context: Context, state: State, player: int, card: int) -> bool:
    """At most one limited card is placed [RR Limited, Setup]. (likely) Duplicates count."""
    if not facts.has(state.card(card), "limited"):
        return True
    return limited_placed(state, player) < context.limits(state, player).limited


def may_place(context: Context, state: State, player: int, card: int) -> bool:
    """Whether a card may be placed at its printed cost: never an event or a plot.

    [RR Setup; card 26113]
    """
    limits = context.limits(state, player)
    cost = facts.gold_cost(state.card(card))
    return (
        limits.places
        and state.card(card).type in PLACEABLE
        and cost is not None
        and context.row(state, card).get("placed", True)
        and spent(state, player) + cost <= limits.gold
        and limited_fits(context, state, player, card)
        and placed_instance(state, player, card) is None
    )


def may_duplicate(context: Context, state: State, player: int, card: int) -> int | None:
    """The placed unique card that a copy may be put on, free; None = it may not [RR Duplicates]."""
    there = placed_instance(state, player, card)
    if there is None or not facts.unique(state.card(there)):
        return None
    places = context.limits(state, player).places
    return there if places and limited_fits(context, state, player, card) else None


def may_shadow(context: Context, state: State, player: int, card: int) -> bool:
    """Whether a card may go into shadows: any card with the keyword, for 2 gold [RR Shadows]."""
    limits = context.limits(state, player)
    return (
        limits.places
        and facts.has(state.card(card), "shadow")
        and spent(state, player) + limits.shadow <= limits.gold
    )


def _placings(context: Context, state: State, player: int) -> list[Action]:
    found = []
    for card in state.pile(player, "hand"):
        if may_place(context, state, player, card):
            found.append(Action("place", player, (card,)))
        there = may_duplicate(context, state, player, card)
        if there is not None:
            found.append(Action("duplicate", player, (card,), there))
        if may_shadow(context, state, player, card):
            found.append(Action("shadow", player, (card,)))
    found.append(_end(context, state, player))
    return found


def _end(context: Context, state: State, player: int) -> Action:
    """Reveal what was placed; where an attachment has no bearer, take all back: it is face down."""
    ready = assignable(context, _laid_open(state, player), player)
    return Action("reveal" if ready else "back", player)


def _taken_back(state: State, player: int) -> State:
    for card in state.pile(player, "placed"):
        state = move(state, card, "hand", player=player, top=False)
    return state._replace(marks=_without(state, ("spent", "shadowed")))


def _without(state: State, names: tuple[str, ...]) -> dict[Any, Any]:
    """The marks that aren't called so."""
    return {
        key: value
        for key, value in state.marks.items()
        if not (isinstance(key, tuple) and key[0] in names)
    }


def _placed(context: Context, state: State, action: Action) -> State:
    player, card = action.player, action.cards[0]
    price = 0
    if action.name == "place":
        price = facts.gold_cost(state.card(card)) or 0
    elif action.name == "shadow":
        price = context.limits(state, player).shadow
        state = with_mark(state, ("shadowed", card), True)
    host = action.to if action.name == "duplicate" else None
    state = move(
        state, card, "placed", player=player, top=False, host=host, duplicate=host is not None
    )
    return with_mark(state, ("spent", player), spent(state, player) + price)


def _laid_open(state: State, player: int) -> State:
    """The placed cards in play or in shadows; attachments still wait for their bearers."""
    for card in state.pile(player, "placed"):
        status = state.status[card]
        if state.marks.get(("shadowed", card)):
            state = move(state, card, "shadows", player=player, top=False)
        elif status.duplicate:
            state = move(
                state, card, "play", player=player, top=False, host=status.host, duplicate=True
            )
        elif state.card(card).type != "attachment":
            state = move(state, card, "play", player=player, top=False)
    return state


def _waiting(state: State, player: int) -> tuple[int, ...]:
    """Attachments that were revealed and have no bearer yet."""
    return state.pile(player, "placed")


def _hosts(context: Context, state: State, card: int, player: int) -> list[int]:
    """Cards of the same player among those revealed that may bear an attachment.

    [FAQ, Attachments in Setup] A card in shadows bears nothing; nor does another attachment, as
    all attach at once.
    """
    mine = state.card(card)
    return [
        host
        for host in state.pile(player, "play")
        if not state.status[host].duplicate
        and state.card(host).type != "attachment"
        and side_fits(state, mine, host, player)
        and context.bearers.fits(mine, state.card(host))
        and room_on(state, card, host)
    ]


def _attached(state: State, card: int, host: int, player: int) -> State:
    return move(state, card, "play", player=player, top=False, host=host)


def assignable(context: Context, state: State, player: int) -> bool:
    """Whether every attachment that waits can have a bearer, all together [RR Setup]."""
    waiting = _waiting(state, player)
    if not waiting:
        return True
    return any(
        assignable(context, _attached(state, waiting[0], host, player), player)
        for host in _hosts(context, state, waiting[0], player)
    )


def _revealed(context: Context, state: State, player: int) -> State:
    state = _laid_open(state, player)._replace(step="attach")
    return state if _waiting(state, player) else _next_to_place(context, state, player)


def _next_to_place(context: Context, state: State, player: int) -> State:
    """Draw up to a full hand; then the next seat places, or the first round begins [RR Setup]."""
    wanted = context.limits(state, player).hand - len(state.pile(player, "hand"))
    state = draw(state, player, max(0, wanted))
    state = logged(state, "set up", player=player, gold=spent(state, player), drawn=wanted)
    if player + 1 < len(state.players):
        return state._replace(step="place", turn=player + 1)
    marks = _without(state, ("spent", "shadowed"))
    return state._replace(phase="plot", step="", turn=0, marks=marks)
