"""Triggering conditions: each is interrupted, resolved, and reacted to, nested last in first out.

An event on the stack goes through three stages: interrupts to it, itself, reactions to it. A
window is open for a frame while some player has an eligible ability in it; then it waits for
`use` and `pass` actions. What an event does is the game's (`Rules.resolve`).
"""

from __future__ import annotations

from typing import Any

from deckcheck.engine import abilities as can
from deckcheck.engine import costs
from deckcheck.engine.abilities import Ability
from deckcheck.engine.play import Rules
from deckcheck.engine.state import Action, Event, Frame, State, logged, position, with_mark


def stages() -> tuple[str, ...]:
    """The order of an event: it resolves before anybody reacts [RR Reactions, AGOT-17-REACT-2]."""
    return ("interrupt", "resolve", "reaction")


def first_chance(state: State) -> int:
    """Who has the first chance in a window: always the first player [AGOT-17-REACT-5]."""
    return state.first


def happen(rules: Rules, state: State, event: Event) -> State:
    """The state with an event on the stack, gone on with until a player has to choose."""
    frame = Frame(event, stages()[0], first_chance(state))
    return go_on(rules, state._replace(stack=(*state.stack, frame)))


def current(state: State) -> Frame:
    """The window that is open: the last one opened, which must end before the one around it.

    So each reaction resolves wholly before the next to the same event [AGOT-17-REACT-10].
    """
    return state.stack[-1]


def opens(frame: Frame) -> bool:
    """Whether a window opens for an event: one does for each that happened [AGOT-17-REACT-4]."""
    return frame.stage in ("interrupt", "reaction")


def is_closed(state: State, frame: Frame) -> bool:
    """Whether a window has closed: once all players have passed in a row [AGOT-17-REACT-6]."""
    return frame.passes >= len(state.players)


def barred_by_passing(frame: Frame, player: int) -> bool:
    """Whether having passed keeps a player from a later reaction: it doesn't [AGOT-17-REACT-7]."""
    return False


def after_use(frame: Frame) -> Frame:
    """A window after an ability was used in it: still open, for others too [AGOT-17-REACT-9]."""
    return frame._replace(passes=0)


def use_key(state: State, card: int, number: int) -> tuple[Any, int]:
    """What counts as one ability: each copy's own, once for each event [AGOT-17-REACT-11]."""
    return (card, number)


def unused(frame: Frame, key: tuple[Any, int]) -> bool:
    """Whether an ability wasn't used yet: once each time its event occurs [AGOT-17-REACT-3]."""
    return key not in frame.used


def changes_something(before: State, after: State) -> bool:
    """Whether an effect would change the game; otherwise it can't be begun.

    [RR Costs, AGOT-5-COST-8]
    """
    return bool(position(before) != position(after))


def eligible(rules: Rules, state: State, frame: Frame, player: int) -> list[tuple[int, int]]:
    """(card, number of its ability) of what a player may use in a frame's window."""
    fits = can.is_interrupt if frame.stage == "interrupt" else can.is_reaction
    if not opens(frame) or not rules.abilities or barred_by_passing(frame, player):
        return []
    found = []
    for card in state.cards_in_play():
        if state.status[card].controller != player:
            continue
        for number, ability in enumerate(rules.abilities.get(state.card(card).code, ())):
            if fits(ability) and may_use(rules, state, frame, card, number, ability):
                found.append((card, number))
    return found


def may_use(
    rules: Rules, state: State, frame: Frame, card: int, number: int, ability: Ability
) -> bool:
    """Whether an ability answers the frame's event, and can be paid for and do something."""
    return (
        ability.on == frame.event.name
        and unused(frame, use_key(state, card, number))
        and ability.triggers(state, card, frame.event)
        and can_begin(state, card, ability, frame.event)
    )


def can_begin(state: State, card: int, ability: Ability, event: Event) -> bool:
    """Whether an ability's card works, its cost can be paid and its effect changes something."""
    payer = state.status[card].controller
    return (
        can.stays(state, card)
        and can.works(state, card)
        and ability.condition(state, card)
        and costs.can_pay(state, payer, ability.cost(state, card))
        and changes_something(state, ability.effect(state, card, event))
    )


def choices(rules: Rules, state: State) -> list[Action]:
    """What the player whose chance it is may do in the open window: use something, or pass."""
    frame = current(state)
    found = [
        Action("use", frame.player, (card,), amount=number)
        for card, number in eligible(rules, state, frame, frame.player)
    ]
    return [*found, Action("pass", frame.player)]


def answer(rules: Rules, state: State, action: Action) -> State:
    """The state after a `use` or `pass` in the open window."""
    frame = current(state)
    following = (frame.player + 1) % len(state.players)
    if action.name == "pass":
        passed = frame.passed | {frame.player}
        frame = frame._replace(player=following, passes=frame.passes + 1, passed=passed)
        return go_on(rules, _with_current(state, frame))
    (card,), number = action.cards, action.amount
    used = frame.used | {use_key(state, card, number)}
    frame = after_use(frame._replace(player=following, used=used))
    return begin(rules, _with_current(state, frame), card, number, frame.event)


def begin(rules: Rules, state: State, card: int, number: int, event: Event) -> State:
    """An ability begun: its cost paid at one moment, then its effect, if all was paid."""
    payer = state.status[card].controller
    ability = rules.abilities[state.card(card).code][number]
    then = Event("ability", payer, (card,), {"number": number, "event": event})
    return pay_then(rules, state, payer, ability.cost(state, card), then)


def pay_then(
    rules: Rules, state: State, payer: int, parts: tuple[costs.Cost, ...], then: Event
) -> State:
    """Pay a cost; what it is for (`then`) resolves after everybody has reacted to the paying.

    Each moment of paying is an event `paid`, nested in the one that waits for it.
    """
    depth = len(state.stack)
    frames = [Frame(then._replace(data={**then.data, "depth": depth}), "resolve", state.first)]
    for moment in reversed(costs.moments(parts)):
        cards = tuple(card for part in moment for card in part.cards)
        event = Event("paid", payer, cards, {"parts": moment, "depth": depth})
        frames.append(Frame(event, stages()[0], first_chance(state)))
    return go_on(rules, state._replace(stack=(*state.stack, *frames)))


def was_stopped(state: State, event: Event) -> tuple[State, bool]:
    """Whether a part of the cost of what waited was prevented, so that it ends here."""
    mark = ("unpaid", event.data["depth"])
    unpaid = bool(state.marks.get(mark))
    if not unpaid:
        return state, False
    state = state._replace(marks={k: v for k, v in state.marks.items() if k != mark})
    return state, not costs.goes_on(False)


def _resolve(rules: Rules, state: State, event: Event) -> State:
    if event.name == "paid":
        assert event.player is not None
        state, whole = costs.pay(state, event.player, event.data["parts"])
        return state if whole else with_mark(state, ("unpaid", event.data["depth"]), True)
    if event.name == "ability":
        card = event.cards[0]
        state, stopped = was_stopped(state, event)
        if stopped:
            return logged(state, "stopped", card=card)
        ability = rules.abilities[state.card(card).code][event.data["number"]]
        answered: Event = event.data["event"]
        after: State = ability.effect(state, card, answered)
        return after
    return rules.resolve(state, event)


def go_on(rules: Rules, state: State) -> State:
    """Work through the stack until it is empty or a player has a choice to make."""
    while state.stack:
        frame = current(state)
        order = stages()
        if frame.stage == "resolve":
            state = _leave_stage(state, frame, order)
            state = _resolve(rules, state, frame.event)
        elif is_closed(state, frame) or not _anyone(rules, state, frame):
            state = _leave_stage(state, frame, order)
        else:
            return state
    return rules.stack_done(state)


def _anyone(rules: Rules, state: State, frame: Frame) -> bool:
    return any(eligible(rules, state, frame, seat) for seat in range(len(state.players)))


def _leave_stage(state: State, frame: Frame, order: tuple[str, ...]) -> State:
    at = order.index(frame.stage) + 1
    if at == len(order):
        return close(state, frame)
    fresh = Frame(frame.event, order[at], first_chance(state))
    return _with_current(state, fresh)


def close(state: State, frame: Frame) -> State:
    """The state without a window that closed: its event can't be reacted to any more.

    [RR Reactions, AGOT-17-REACT-8]
    """
    place = max(n for n, other in enumerate(state.stack) if other is frame)
    return state._replace(stack=(*state.stack[:place], *state.stack[place + 1 :]))


def _with_current(state: State, frame: Frame) -> State:
    place = max(n for n, other in enumerate(state.stack) if other is current(state))
    return state._replace(stack=(*state.stack[:place], frame, *state.stack[place + 1 :]))
