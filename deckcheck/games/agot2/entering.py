"""Cards enter play: what bars them, as what they come in, and in which way.

Ways: `marshal`, `play` (ambush too), `put` into play, `emerge` from shadows, `control` (taking
it).
"""

from __future__ import annotations

from deckcheck.engine.moves import move
from deckcheck.engine.state import State, with_mark, with_status
from deckcheck.games.agot2 import facts
from deckcheck.games.agot2.bearers import Bearers


def copies_left(state: State, card: int, player: int) -> list[int]:
    """Copies in a player's dead pile, once the entering card itself has left it.

    So the only copy may come into play straight from there [RR Dead Pile, AGOT-5-DEAD-5]; with
    another copy in the pile it may not [AGOT-5-DEAD-6].
    """
    pile = state.pile(player, "dead")
    return [c for c in pile if c != card and facts.is_copy(state.card(c), state.card(card))]


def barred_by_dead_pile(state: State, card: int, player: int, way: str) -> bool:
    """A copy of a unique card in the player's dead pile bars every way in.

    He can't marshal it, play it, put it into play or take control of it [RR Dead Pile,
    AGOT-5-DEAD-4], nor bring it out of shadows [RR Shadows].
    """
    left = copies_left(state, card, player)
    return any(facts.unique(state.card(c)) for c in [card, *left]) if left else False


def instance_in_play(state: State, card: int, player: int) -> int | None:
    """The player's card in play of which an entering card is a further copy, if unique.

    A player has at most one instance of a unique title in play [RR Unique Cards]. (likely) That a
    version of the title isn't unique doesn't matter if the other is.
    """
    mine = state.card(card)
    for other in state.pile(player, "play"):
        status = state.status[other]
        if other == card or status.duplicate or status.controller != player:
            continue
        there = state.card(other)
        if facts.is_copy(there, mine) and (facts.unique(there) or facts.unique(mine)):
            return other
    return None


def enters_as_duplicate(state: State, card: int, player: int) -> bool:
    """A further copy of a unique card he owns and controls comes in as a duplicate.

    [RR Put into Play, AGOT-17-PUT-4; RR Duplicates]
    """
    there = instance_in_play(state, card, player)
    return (
        there is not None
        and facts.unique(state.card(there))
        and state.cards[there].owner == player
        and state.cards[card].owner == player
    )


def legal_place(bearers: Bearers, state: State, card: int, player: int, host: int | None) -> bool:
    """Whether a card may stand where it is to enter: an attachment on a legal bearer only.

    What marshaling asks for, putting into play asks for too [RR Put into Play, AGOT-17-PUT-2].
    """
    if state.card(card).type == "attachment":
        return host is not None and bearers.may_attach(state, card, host, player)
    return host is None and state.card(card).type in ("character", "location")


def places_for(bearers: Bearers, state: State, card: int, player: int) -> list[int | None]:
    """Where a card could be laid: its bearers for an attachment, else nowhere in particular."""
    if state.card(card).type != "attachment" or instance_in_play(state, card, player) is not None:
        return [None]
    return [*bearers.hosts(state, card, player)]


def may_enter(
    bearers: Bearers, state: State, card: int, player: int, way: str, host: int | None = None
) -> bool:
    """Whether a card may enter play under a player's control in this way."""
    if barred_by_dead_pile(state, card, player, way):
        return False
    there = instance_in_play(state, card, player)
    if there is not None:
        as_duplicate = way in ("marshal", "put") and host in (None, there)
        return as_duplicate and enters_as_duplicate(state, card, player)
    return legal_place(bearers, state, card, player, host)


def put_price(state: State, card: int) -> int:
    """What putting a card into play costs: its gold cost is not paid [AGOT-17-PUT-1]."""
    return 0


def counts_as_marshaled(way: str) -> bool:
    """Only marshaling does; a card put into play wasn't marshaled [AGOT-17-PUT-3].

    Nor was one placed in set-up [RR Setup].
    """
    return way == "marshal"


def event_name(way: str) -> str:
    """The event that a card's coming in is: `marshaled` or `entered`."""
    return "marshaled" if counts_as_marshaled(way) else "entered"


def enter(state: State, card: int, player: int, way: str, host: int | None = None) -> State:
    """The state with a card in play under a player's control (`may_enter` was asked before)."""
    there = instance_in_play(state, card, player)
    if there is not None and enters_as_duplicate(state, card, player):
        return move(state, card, "play", player=player, top=False, host=there, duplicate=True)
    state = move(state, card, "play", player=player, top=False, host=host)
    if counts_as_marshaled(way):
        already = state.marks.get(("marshaled", player), ())
        state = with_mark(state, ("marshaled", player), (*already, card))
    return state


def take_control(state: State, card: int, player: int) -> State:
    """The state with a card, and what is attached to it, in another player's play area.

    Attachments stay under their own controllers [RR Ownership and Control].
    """
    old = state.status[card]
    after = move(state, card, "play", player=player, top=False, controller=player)
    return with_status(
        after, card, kneeling=old.kneeling, power=old.power, gold=old.gold, host=old.host
    )
