"""Cards change places: the only module that takes cards out of piles and lays them into piles."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.engine import dice, zones
from deckcheck.engine.state import Lasting, State, Status, logged, with_status
from deckcheck.engine.zones import OVER


def move(
    state: State,
    card: int,
    zone: str,
    *,
    player: int | None = None,
    top: bool = True,
    controller: int | None = None,
    host: int | None = None,
    duplicate: bool = False,
    until: str = "",
) -> State:
    """The state with a card in another pile (its owner's unless `player` is given).

    Whatever lay on the card as it was (kneeling, tokens, host) is gone: a card that changes
    zones is new there.
    """
    old = state.status[card]
    whose = state.cards[card].owner if player is None else player
    piles = dict(state.piles)
    piles[old.pile, old.zone] = tuple(c for c in piles[old.pile, old.zone] if c != card)
    target = piles.get((whose, zone), ())
    piles[whose, zone] = (card, *target) if top else (*target, card)
    hand = whose if controller is None else controller
    status = list(state.status)
    status[card] = Status(zone, whose, hand, host=host, duplicate=duplicate, until=until)
    return state._replace(piles=piles, status=tuple(status))


def draw(state: State, player: int, number: int, zone: str = "hand") -> State:
    """The state after a player has taken up to `number` cards off the top of the draw deck."""
    deck = state.pile(player, "draw")
    taken = deck[:number]
    if not taken:
        return state
    piles = dict(state.piles)
    piles[player, "draw"] = deck[number:]
    piles[player, zone] = (*state.pile(player, zone), *taken)
    status = list(state.status)
    for card in taken:
        status[card] = Status(zone, player, player)
    return state._replace(piles=piles, status=tuple(status))


def shuffle(state: State, player: int, zone: str = "draw") -> State:
    """The state with a pile in chance's order."""
    order, after = dice.shuffled(state.dice, state.pile(player, zone))
    return state._replace(piles={**state.piles, (player, zone): order}, dice=after)


def reorder(
    state: State, player: int, zone: str, order: Sequence[int], by_ability: bool
) -> State | None:
    """The state with a pile in the given order; None where that isn't allowed."""
    pile = state.pile(player, zone)
    if sorted(order) != sorted(pile) or not zones.may_reorder(zone, by_ability):
        return None
    return state._replace(piles={**state.piles, (player, zone): tuple(order)})


def default_duration() -> str:
    """How long a card is removed if nothing says so: the game [AGOT-17-RFG-2]."""
    return "game"


def remove(state: State, card: int, until: str = "") -> State:
    """The state with a card removed from the game, for a time [RR Removed from Game]."""
    duration = until or default_duration()
    came_from = state.status[card]
    after = move(state, card, "removed", until=duration)
    return logged(after, "removed", card=card, until=duration, zone=came_from.zone)


def end_of(state: State, time: str) -> State:
    """The state at the end of a `phase`, `round` or `challenge`: effects that last so long end.

    Cards removed for that time have a part in the game again; where they go is their text's.
    """
    kept = tuple(effect for effect in state.lasting if effect.until != time)
    if len(kept) != len(state.lasting):
        state = state._replace(lasting=kept)
    for (_, zone), pile in state.piles.items():
        if zone == "removed":
            for card in pile:
                if state.status[card].until == time:
                    state = logged(with_status(state, card, until=OVER), "back", card=card)
    return state


def lasting(state: State, what: str, amount: int, cards: Sequence[int], until: str) -> State:
    """The state with a lasting effect on it."""
    return state._replace(lasting=(*state.lasting, Lasting(what, amount, tuple(cards), until)))


def forbidden(state: State, what: str, card: int | None = None) -> bool:
    """Whether a lasting effect forbids something (to a card, or to everybody)."""
    return any(
        effect.what == f"no {what}" and (not effect.cards or card in effect.cards)
        for effect in state.lasting
    )


def looked_at(state: State, viewer: int, player: int, zone: str) -> tuple[int, ...] | None:
    """The cards of a pile as a player sees them; None = he may not look."""
    return state.pile(player, zone) if zones.open_to(zone, viewer, player) else None


def search(state: State, player: int, zone: str) -> tuple[int, ...]:
    """The cards that a search of a pile can find: none of those removed from the game."""
    pile = state.pile(player, zone)
    return tuple(c for c in pile if zones.takes_part(zone, state.status[c].until))
