"""Rules Reference p. 17: reactions."""

from __future__ import annotations

from scene import Action, apply, card, do, find, names, refused, scene
from statements import beside, statement

from deckcheck.engine import windows
from deckcheck.engine.abilities import Ability
from deckcheck.engine.play import legal_actions
from deckcheck.engine.state import Event, State, with_player

WINDOWS = "deckcheck.engine.windows"
BARD = card("Bard")
MAID = card("Maid")
NED = card("Ned")


def gain(state: State, own: int, event: Event) -> State:
    """Gain 1 gold."""
    player = state.status[own].controller
    return with_player(state, player, gold=state.players[player].gold + 1)


REACT = Ability("Reaction", on="marshaled", effect=gain)
BY_BARD = {BARD.code: (REACT,)}
BY_BOTH = {BARD.code: (REACT,), MAID.code: (REACT,)}


def marshaled(abilities, *seats, first=0):  # type: ignore[no-untyped-def]
    """The state once Ned (cost 2) has been marshaled by the first seat."""
    mine = {**seats[0], "hand": [NED, NED]}
    table, state = scene(mine, *seats[1:], abilities=abilities)
    state = do(table, state._replace(first=first), "marshal", find(state, "Ned"))
    return table, state


@statement("AGOT-17-REACT-1", "deckcheck.engine.abilities:is_reaction", lambda ability: False)
def test_react_1_the_bold_word_makes_a_reaction() -> None:
    """What stands behind «Reaction:» may be used once its event happened."""
    table, state = marshaled(BY_BARD, {"play": [BARD]})
    assert names(table, state) == {"use", "pass"}


@beside("AGOT-17-REACT-1")
def test_react_1_beside_another_bold_word_doesnt() -> None:
    """Behind «Action:» it answers nothing."""
    table, state = marshaled({BARD.code: (REACT._replace(precursor="Action"),)}, {"play": [BARD]})
    assert "use" not in names(table, state)


def reaction_first() -> tuple[str, ...]:
    return ("interrupt", "reaction", "resolve")


def double(state: State) -> State:
    """What the event of the next scenarios does: 10 gold more."""
    return with_player(state, 0, gold=state.players[0].gold + 10)


HARVEST = Event("harvest", 0, (), {"effect": double})
ON_HARVEST = {BARD.code: (Ability("Reaction", on="harvest", effect=gain),)}


@statement("AGOT-17-REACT-2", f"{WINDOWS}:stages", reaction_first)
def test_react_2_the_event_resolves_first() -> None:
    """When the bard may react to the harvest, its gold is there."""
    table, state = scene({"play": [BARD]}, abilities=ON_HARVEST)
    state = windows.happen(table, state, HARVEST)
    assert names(table, state) == {"use", "pass"}
    assert state.players[0].gold == 20


@beside("AGOT-17-REACT-2")
def test_react_2_beside_an_interrupt_comes_before_it() -> None:
    """Behind «Interrupt:» he comes before it: the gold isn't there yet."""
    interrupting = {BARD.code: (Ability("Interrupt", on="harvest", effect=gain),)}
    table, state = scene({"play": [BARD]}, abilities=interrupting)
    state = windows.happen(table, state, HARVEST)
    assert names(table, state) == {"use", "pass"}
    assert state.players[0].gold == 10


def use(table, state, title, seat=0, nth=0):  # type: ignore[no-untyped-def]
    """The state after a player used his card's reaction."""
    return apply(table, state, Action("use", seat, (find(state, title, seat, nth),)))


@statement("AGOT-17-REACT-3", f"{WINDOWS}:unused", lambda frame, key: True)
def test_react_3_once_each_time() -> None:
    """Used, it can't be used again for the same marshaling; for the next one it can."""
    table, state = marshaled(BY_BARD, {"play": [BARD]})
    state = use(table, state, "Bard")
    assert "use" not in names(table, state)
    state = do(table, state, "marshal", find(state, "Ned", nth=1))
    assert "use" in names(table, state)


def take(state: State, own: int, event: Event) -> State:
    """The effect of an action that can be taken again and again."""
    return gain(state, own, event)


@beside("AGOT-17-REACT-3")
def test_react_3_beside_an_action_is_for_action_windows() -> None:
    """An action is taken when no window is open, as often as can be."""
    table, state = scene({"play": [BARD]}, abilities={BARD.code: (Ability("Action", effect=take),)})
    for _ in range(2):
        state = do(table, state, "act", find(state, "Bard"))
    assert state.players[0].gold == 12


@statement("AGOT-17-REACT-4", f"{WINDOWS}:opens", lambda frame: False)
def test_react_4_a_window_opens_after_the_event() -> None:
    """After Ned was marshaled a window is open, for that."""
    _, state = marshaled(BY_BARD, {"play": [BARD]})
    assert windows.current(state).event.name == "marshaled"
    assert windows.current(state).event.cards == (find(state, "Ned"),)


@beside("AGOT-17-REACT-4")
def test_react_4_beside_for_another_event_nobody_reacts() -> None:
    """Put into play, he wasn't marshaled: there is nothing to react to."""
    table, state = scene({"play": [BARD], "hand": [NED]}, abilities=BY_BARD)
    state = do(table, state, "put", find(state, "Ned"))
    assert not state.stack


TWO = ({"play": [BARD]}, {"play": [MAID]})


@statement("AGOT-17-REACT-5", f"{WINDOWS}:first_chance", lambda state: state.turn)
def test_react_5_the_first_player_has_the_first_chance() -> None:
    """The second seat is first player: the chance is his, though the first seat marshaled."""
    table, state = marshaled(BY_BOTH, *TWO, first=1)
    assert {action.player for action in legal_actions(table, state)} == {1}
    assert refused(table, state, "use", find(state, "Bard"))


@beside("AGOT-17-REACT-5")
def test_react_5_beside_with_another_first_player_it_is_his() -> None:
    """With the first seat first it is the first seat's."""
    table, state = marshaled(BY_BOTH, *TWO, first=0)
    assert {action.player for action in legal_actions(table, state)} == {0}


def closed_by_one(state, frame):  # type: ignore[no-untyped-def]
    return frame.passes >= 1


@statement("AGOT-17-REACT-6", f"{WINDOWS}:is_closed", closed_by_one)
def test_react_6_open_until_all_pass_in_a_row() -> None:
    """One passes, the other reacts, both pass: only then it closes."""
    table, state = marshaled(BY_BOTH, *TWO)
    state = do(table, state, "pass")
    assert state.stack
    state = use(table, state, "Maid", 1)
    assert state.stack
    state = do(table, do(table, state, "pass"), "pass", player=1)
    assert not state.stack


@beside("AGOT-17-REACT-6")
def test_react_6_beside_both_pass_and_it_is_closed() -> None:
    """Two passes in a row close it at once."""
    table, state = marshaled(BY_BOTH, *TWO)
    state = do(table, do(table, state, "pass"), "pass", player=1)
    assert not state.stack


def barred(frame, player):  # type: ignore[no-untyped-def]
    return player in frame.passed


@statement("AGOT-17-REACT-7", f"{WINDOWS}:barred_by_passing", barred)
def test_react_7_who_passed_may_react_later() -> None:
    """The first passes, the second reacts; then the first may react after all."""
    table, state = marshaled(BY_BOTH, *TWO)
    state = use(table, do(table, state, "pass"), "Maid", 1)
    state = use(table, state, "Bard")
    assert [player.gold for player in state.players] == [9, 11]


@beside("AGOT-17-REACT-7")
def test_react_7_beside_not_once_it_has_closed() -> None:
    """If the second passes too it has closed."""
    table, state = marshaled(BY_BOTH, *TWO)
    state = do(table, do(table, state, "pass"), "pass", player=1)
    assert refused(table, state, "use", find(state, "Bard"))


def reopened(state, frame):  # type: ignore[no-untyped-def]
    if not frame.passes:
        return state._replace(stack=state.stack[:-1])
    fresh = frame._replace(passes=0, player=state.first)
    return state._replace(stack=(*state.stack[:-1], fresh))


@statement("AGOT-17-REACT-8", f"{WINDOWS}:close", reopened)
def test_react_8_closed_is_closed() -> None:
    """Once all have passed nobody reacts to that marshaling any more."""
    table, state = marshaled(BY_BARD, {"play": [BARD]})
    state = do(table, state, "pass")
    assert refused(table, state, "use", find(state, "Bard"))


@beside("AGOT-17-REACT-8")
def test_react_8_beside_to_the_next_one_they_do() -> None:
    """To the next marshaling they may."""
    table, state = marshaled(BY_BARD, {"play": [BARD]})
    state = do(table, do(table, state, "pass"), "marshal", find(state, "Ned", nth=1))
    assert use(table, state, "Bard").players[0].gold == 7


def used_up(frame):  # type: ignore[no-untyped-def]
    return frame._replace(passes=99)


@statement("AGOT-17-REACT-9", f"{WINDOWS}:after_use", used_up)
def test_react_9_several_may_react() -> None:
    """Bard and maid both react to one marshaling."""
    table, state = marshaled(BY_BOTH, {"play": [BARD, MAID]})
    state = use(table, use(table, state, "Bard"), "Maid")
    assert state.players[0].gold == 10


@beside("AGOT-17-REACT-9")
def test_react_9_beside_none_has_to() -> None:
    """One may react and then pass."""
    table, state = marshaled(BY_BOTH, {"play": [BARD, MAID]})
    state = do(table, use(table, state, "Bard"), "pass")
    assert not state.stack
    assert state.players[0].gold == 9


SINGER = card("Singer")


def song(table):  # type: ignore[no-untyped-def]
    """An effect with an event of its own, which the singer may react to."""

    def effect(state: State, own: int, event: Event) -> State:
        return windows.happen(table(), gain(state, own, event), Event("song", 0))

    return effect


def nested() -> tuple[object, State]:
    """Bard and maid may react to a marshaling; the bard's effect is answered by the singer."""
    holder: list[object] = []
    abilities = {
        BARD.code: (Ability("Reaction", on="marshaled", effect=song(lambda: holder[0])),),
        MAID.code: (REACT,),
        SINGER.code: (Ability("Reaction", on="song", effect=gain),),
    }
    table, state = scene({"play": [BARD, MAID, SINGER], "hand": [NED]}, abilities=abilities)
    holder.append(table)
    return table, do(table, state, "marshal", find(state, "Ned"))


@statement("AGOT-17-REACT-10", f"{WINDOWS}:current", lambda state: state.stack[0])
def test_react_10_one_resolves_wholly_before_the_next() -> None:
    """While the bard's song can be answered, the maid can't react to the marshaling."""
    table, state = nested()
    state = use(table, state, "Bard")
    assert refused(table, state, "use", find(state, "Maid"))
    state = use(table, use(table, state, "Singer"), "Maid")
    assert state.players[0].gold == 11


@beside("AGOT-17-REACT-10")
def test_react_10_beside_when_it_has_resolved_the_next_may() -> None:
    """Once the song has been passed over, she can."""
    table, state = nested()
    state = do(table, use(table, state, "Bard"), "pass")
    assert not refused(table, state, "use", find(state, "Maid"))


def by_title(state, number, ability):  # type: ignore[no-untyped-def]
    return (state.card(number).title, ability)


@statement("AGOT-17-REACT-11", f"{WINDOWS}:use_key", by_title)
def test_react_11_each_copy_once() -> None:
    """Two bards: two uses, and not a third."""
    table, state = marshaled(BY_BARD, {"play": [BARD, BARD]})
    state = use(table, use(table, state, "Bard"), "Bard", nth=1)
    assert state.players[0].gold == 10
    assert "use" not in names(table, state)


@beside("AGOT-17-REACT-11")
def test_react_11_beside_one_copy_not_twice() -> None:
    """One bard with a maid beside him: he is used once, not for her."""
    table, state = marshaled(BY_BOTH, {"play": [BARD, MAID]})
    state = use(table, state, "Bard")
    assert refused(table, state, "use", find(state, "Bard"))
