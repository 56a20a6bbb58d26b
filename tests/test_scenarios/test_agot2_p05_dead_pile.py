"""Rules Reference p. 5: the dead pile."""

from __future__ import annotations

from scene import Ability, card, do, find, refused, scene, zone
from statements import beside, statement

from deckcheck.engine.moves import looked_at
from deckcheck.games.agot2 import values

NED = card("Ned", unique=True)
GUARD = card("Guard")
BARS = "deckcheck.games.agot2.entering"
BOOST = {NED.code: (Ability(value="strength", amount=1, reach=lambda s, own, other: True),)}


@statement("AGOT-5-DEAD-1", "deckcheck.engine.zones:in_play", lambda zone: zone != "hand")
def test_dead_1_the_dead_pile_is_out_of_play() -> None:
    """A dead Ned makes nobody stronger, and attacks nobody."""
    table, state = scene({"play": [GUARD], "dead": [NED]}, abilities=BOOST)
    assert values.strength(table.context, state, find(state, "Guard")) == 3


@beside("AGOT-5-DEAD-1")
def test_dead_1_beside_alive_he_does() -> None:
    """In play he does."""
    table, state = scene({"play": [GUARD, NED]}, abilities=BOOST)
    assert values.strength(table.context, state, find(state, "Guard")) == 4


@statement("AGOT-5-DEAD-2", "deckcheck.games.agot2.leaving:pile_for", lambda cause: "discard")
def test_dead_2_it_is_not_the_discard_pile() -> None:
    """Killed, Ned is in the dead pile and not among the discarded."""
    table, state = scene({"play": [NED]})
    ned = find(state, "Ned")
    state = do(table, state, "kill", ned)
    assert state.pile(0, "dead") == (ned,)
    assert state.pile(0, "discard") == ()


@beside("AGOT-5-DEAD-2")
def test_dead_2_beside_discarded_from_play_he_is_not_dead() -> None:
    """Discarded from play he is in the discard pile, and another copy may come."""
    table, state = scene({"play": [NED], "hand": [NED]})
    state = do(table, state, "discard", find(state, "Ned"))
    assert state.pile(0, "dead") == ()
    state = do(table, state, "marshal", find(state, "Ned", nth=1))
    assert zone(state, find(state, "Ned", nth=1)) == "play"


@statement(
    "AGOT-5-DEAD-3",
    "deckcheck.games.agot2.leaving:pile_owner",
    lambda state, number: state.status[number].controller,
)
def test_dead_3_killed_goes_on_top_of_its_owners_pile() -> None:
    """A guard taken by the opponent dies: it lies on top of its owner's dead pile, open to all."""
    table, state = scene({"play": [GUARD], "dead": [NED]}, {})
    guard = find(state, "Guard")
    state = do(table, state._replace(turn=1), "control", guard, player=1)
    state = do(table, state, "kill", guard, player=1)
    assert state.pile(0, "dead") == (guard, find(state, "Ned"))
    assert looked_at(state, 1, 0, "dead") == (guard, find(state, "Ned"))


@beside("AGOT-5-DEAD-3")
def test_dead_3_beside_from_hand_nobody_is_killed() -> None:
    """A character that isn't in play can't be killed."""
    table, state = scene({"hand": [GUARD]})
    assert refused(table, state, "kill", find(state, "Guard"))


def never(*given: object) -> bool:
    return False


@statement("AGOT-5-DEAD-4", f"{BARS}:barred_by_dead_pile", never)
def test_dead_4_a_dead_unique_bars_all_four_ways() -> None:
    """With Ned dead, no copy is marshaled, played (ambushed), put into play or taken over."""
    copy = card("Ned", unique=True, code="ned2", keywords=["ambush"], ambush=1)
    table, state = scene({"dead": [NED], "hand": [copy]}, {"play": [NED]})
    mine, theirs = find(state, "Ned", nth=1), find(state, "Ned", 1)
    assert refused(table, state, "marshal", mine)
    assert refused(table, state, "put", mine)
    assert refused(table, state, "control", theirs)
    assert refused(table, state._replace(phase="challenges", step=""), "ambush", mine)


@beside("AGOT-5-DEAD-4")
def test_dead_4_beside_an_opponents_dead_bar_nothing() -> None:
    """With Ned in the opponent's dead pile one's own may come; nor does a dead guard bar guards."""
    table, state = scene({"hand": [NED, GUARD], "dead": [GUARD]}, {"dead": [NED]})
    state = do(table, state, "marshal", find(state, "Ned"))
    state = do(table, state, "put", find(state, "Guard", nth=0))
    assert zone(state, find(state, "Ned")) == "play"
    assert zone(state, find(state, "Guard", nth=0)) == "play"


@statement(
    "AGOT-5-DEAD-5",
    f"{BARS}:copies_left",
    lambda state, number, player: list(state.pile(player, "dead")),
)
def test_dead_5_the_only_copy_may_come_from_the_dead_pile() -> None:
    """An effect puts the one dead Ned into play."""
    table, state = scene({"dead": [NED]})
    state = do(table, state, "put", find(state, "Ned"))
    assert zone(state, find(state, "Ned")) == "play"


@beside("AGOT-5-DEAD-5")
def test_dead_5_beside_not_a_copy_from_hand() -> None:
    """A copy from hand may not, by the same effect."""
    table, state = scene({"dead": [NED], "hand": [NED]})
    in_hand = next(c for c in state.pile(0, "hand"))
    assert refused(table, state, "put", in_hand)


@statement("AGOT-5-DEAD-6", f"{BARS}:copies_left", lambda state, number, player: [])
def test_dead_6_not_while_another_copy_is_in_the_pile() -> None:
    """With two dead Neds neither may come: the other one is in the pile still."""
    table, state = scene({"dead": [NED, NED]})
    assert refused(table, state, "put", find(state, "Ned"))
    assert refused(table, state, "put", find(state, "Ned", nth=1))


@beside("AGOT-5-DEAD-6")
def test_dead_6_beside_when_the_other_has_left_it_may() -> None:
    """One of them is removed from the game: the other may come."""
    table, state = scene({"dead": [NED, NED]})
    state = do(table, state, "remove", find(state, "Ned", nth=1))
    state = do(table, state, "put", find(state, "Ned"))
    assert zone(state, find(state, "Ned")) == "play"


@statement(
    "AGOT-5-DEAD-7", "deckcheck.engine.zones:open_to", lambda zone, viewer, owner: viewer == owner
)
def test_dead_7_everybody_may_look() -> None:
    """The opponent sees every card of the dead pile."""
    _, state = scene({"dead": [NED, GUARD]}, {})
    assert looked_at(state, 1, 0, "dead") == (find(state, "Ned"), find(state, "Guard"))


@beside("AGOT-5-DEAD-7")
def test_dead_7_beside_a_hand_is_closed() -> None:
    """He doesn't see the hand, which its owner does."""
    _, state = scene({"hand": [NED]}, {})
    assert looked_at(state, 1, 0, "hand") is None
    assert looked_at(state, 0, 0, "hand") == (find(state, "Ned"),)


@statement("AGOT-5-DEAD-8", "deckcheck.engine.zones:may_reorder", lambda zone, by_ability: True)
def test_dead_8_its_order_stays() -> None:
    """Nobody changes the order of the dead."""
    table, state = scene({"dead": [NED, GUARD]})
    assert refused(table, state, "reorder", find(state, "Guard"), find(state, "Ned"), word="dead")


@beside("AGOT-5-DEAD-8")
def test_dead_8_beside_an_ability_may_change_it() -> None:
    """If an ability says so, it is changed (and a hand's order is nobody's business)."""
    table, state = scene({"dead": [NED, GUARD], "hand": [NED, GUARD]})
    order = (find(state, "Guard", nth=0), find(state, "Ned", nth=0))
    state = do(table, state, "reorder", *order, word="dead", amount=1)
    assert state.pile(0, "dead") == order
    assert not refused(table, state, "reorder", *reversed(state.pile(0, "hand")), word="hand")


@statement("AGOT-5-DEAD-9", "deckcheck.games.agot2.leaving:death_orders", lambda cards: [cards])
def test_dead_9_the_owner_chooses_the_order_of_those_killed_at_once() -> None:
    """Two die at once: either may be laid on top, and the log keeps the order."""
    table, state = scene({"play": [NED, GUARD]})
    ned, guard = find(state, "Ned"), find(state, "Guard")
    for first, last in ((ned, guard), (guard, ned)):
        after = do(table, state, "kill", first, last)
        assert after.pile(0, "dead") == (last, first)
        assert [e.data["card"] for e in after.log if e.kind == "kill"] == [first, last]


@beside("AGOT-5-DEAD-9")
def test_dead_9_beside_one_after_the_other_there_is_no_choice() -> None:
    """Killed one after the other, the later lies on top."""
    table, state = scene({"play": [NED, GUARD]})
    ned, guard = find(state, "Ned"), find(state, "Guard")
    state = do(table, do(table, state, "kill", ned), "kill", guard)
    assert state.pile(0, "dead") == (guard, ned)
