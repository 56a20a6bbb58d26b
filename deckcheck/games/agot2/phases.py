"""The round: plot, draw, marshal, challenges, dominance, standing, taxation [RR Appendix I].

In the marshal and challenges phases each seat acts in player order, beginning with the first
player, and says when it is done. The draw, dominance and standing phases need no choice.
"""

from __future__ import annotations

from deckcheck.engine.moves import draw, end_of, move
from deckcheck.engine.state import Action, State, logged, with_mark, with_player
from deckcheck.games.agot2 import values
from deckcheck.games.agot2.context import Context


def in_order(state: State) -> list[int]:
    """Seats that are in the game, from the first player on [RR Player Order]."""
    seats = len(state.players)
    order = [(state.first + n) % seats for n in range(seats)]
    return [seat for seat in order if not state.players[seat].out]


def after(state: State, seat: int) -> int | None:
    """The seat whose turn comes after one's; None = it was the last."""
    order = in_order(state)
    place = order.index(seat) + 1 if seat in order else 0
    return order[place] if place < len(order) else None


def eliminate(state: State) -> State:
    """A player whose draw deck has no cards is out at once [RR Winning the Game; App. I 2.2]."""
    if state.phase in ("setup", ""):
        return state
    for seat, player in enumerate(state.players):
        if not player.out and not state.pile(seat, "draw"):
            state = logged(with_player(state, seat, out=True), "eliminated", player=seat)
    return state


def plots(state: State) -> list[Action]:
    """Plots that the seat whose turn it is may reveal; one that has none reveals none."""
    player = state.turn
    pile = state.pile(player, "plot")
    return [Action("plot", player, (card,)) for card in pile] or [Action("plot", player)]


def choose_plot(context: Context, state: State, action: Action) -> State:
    """The state after a seat chose a plot; when all have, they are revealed and the round goes on.

    When the plot deck is empty the used pile returns, the plot just revealed excepted [RR Plot
    Phase].
    """
    state = with_mark(state, ("plot", action.player), action.cards)
    following = after(state, action.player)
    if following is not None:
        return state._replace(turn=following)
    for seat in in_order(state):
        for card in state.marks[("plot", seat)]:
            for old in state.pile(seat, "revealed"):
                state = move(state, old, "used", player=seat)
            state = move(state, card, "revealed", player=seat)
        if not state.pile(seat, "plot"):
            for card in state.pile(seat, "used"):
                state = move(state, card, "plot", player=seat, top=False)
    state = state._replace(round=state.round + 1)
    return first_player(context, state)


def first_player(context: Context, state: State) -> State:
    """Highest initiative (then least power, then chance) chooses the first player [RR Initiative].

    A single seat is the first player.
    """
    seats = in_order(state)
    if len(seats) < 2:
        return draw_phase(context, state._replace(first=seats[0] if seats else 0))
    best = max((values.initiative(context, state, s), -state.players[s].power) for s in seats)
    tied = [
        s for s in seats if (values.initiative(context, state, s), -state.players[s].power) == best
    ]
    if len(tied) > 1:
        from deckcheck.engine.dice import picked

        chosen, dice = picked(state.dice, tied)
        return state._replace(dice=dice, step="first", turn=chosen)
    return state._replace(step="first", turn=tied[0])


def draw_phase(context: Context, state: State) -> State:
    """Each player draws 2 [RR Draw Phase]; then the first player marshals."""
    state = end_of(state, "phase")._replace(phase="draw")
    for seat in in_order(state):
        state = draw(state, seat, context.baseline["draw"])
    state = eliminate(state)
    return start_marshal(context, state._replace(phase="marshal"), state.first)


def start_marshal(context: Context, state: State, seat: int | None) -> State:
    """A seat's turn to marshal: it gains its income first [RR Marshaling Phase]."""
    if seat is not None and state.players[seat].out:
        seat = after(state, seat)
    if seat is None:
        state = end_of(state, "phase")._replace(phase="challenges", step="")
        order = in_order(state)
        return state._replace(turn=order[0]) if order else state
    gained = values.income(context, state, seat)
    state = with_player(state, seat, gold=state.players[seat].gold + gained)
    state = logged(state, "income", player=seat, gold=gained)
    return state._replace(step="marshal", turn=seat)


def done(context: Context, state: State, player: int) -> State:
    """The state after a seat said that it is done with its turn in a phase."""
    following = after(state, player)
    if state.phase == "marshal":
        return start_marshal(context, with_mark(state, ("bestow", player), None), following)
    if following is not None:
        return state._replace(turn=following, step="")
    return taxation(context, standing(dominance(context, end_of(state, "phase"))))


def dominance(context: Context, state: State) -> State:
    """Strength of standing characters, +1 a gold; the highest gains 1 power, a tie nobody.

    [RR Dominance Phase]
    """
    totals = {
        seat: sum(
            values.strength(context, state, c) for c in values.standing_characters(state, seat)
        )
        + state.players[seat].gold
        for seat in in_order(state)
    }
    best = max(totals.values(), default=0)
    ahead = [seat for seat, total in totals.items() if total == best]
    state = logged(state._replace(phase="dominance"), "dominance", totals=totals)
    if len(ahead) == 1 and best > 0:
        power = state.players[ahead[0]].power + 1
        state = with_player(state, ahead[0], power=power)
    return state


def standing(state: State) -> State:
    """Every card stands [RR Standing Phase]."""
    status = tuple(s._replace(kneeling=False) if s.kneeling else s for s in state.status)
    return state._replace(phase="standing", status=status)


def taxation(context: Context, state: State) -> State:
    """Unspent gold returns; hands are cut to the reserve [RR Taxation Phase]."""
    left = {seat: player.gold for seat, player in enumerate(state.players)}
    state = logged(state._replace(phase="taxation", step="reserve"), "taxation", gold=left)
    for seat in range(len(state.players)):
        state = with_player(state, seat, gold=0)
    order = in_order(state)
    return next_to_discard(context, state, order[0] if order else None)


def next_to_discard(context: Context, state: State, seat: int | None) -> State:
    """Wait for the next seat with more cards than its reserve, or end the round."""
    while seat is not None:
        if len(state.pile(seat, "hand")) > values.reserve(context, state, seat):
            return state._replace(turn=seat)
        seat = after(state, seat)
    return end_round(state)


def end_round(state: State) -> State:
    """Effects and marks of the round end; the next plots are chosen."""
    state = end_of(end_of(state, "phase"), "round")
    lasting = {
        key: value
        for key, value in state.marks.items()
        if isinstance(key, tuple) and key[0] in ("title", "fetched")
    }
    state = state._replace(phase="plot", step="", marks=lasting)
    order = in_order(state)
    return state._replace(turn=order[0] if order else 0)
