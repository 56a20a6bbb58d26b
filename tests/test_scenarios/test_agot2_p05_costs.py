"""Rules Reference p. 5: costs."""

from __future__ import annotations

from scene import Ability, Action, apply, card, do, find, names, refused, scene, zone
from statements import beside, statement

from deckcheck.engine import costs
from deckcheck.engine.costs import Cost
from deckcheck.engine.moves import lasting
from deckcheck.engine.play import legal_actions
from deckcheck.engine.state import State, with_player
from deckcheck.games.agot2 import wording

COSTS = "deckcheck.engine.costs"
KNIGHT = card("Knight", cost=4)
SQUIRE = card("Squire")


@statement("AGOT-5-COST-1", "deckcheck.games.agot2.marshal:price", lambda state, number: 0)
def test_cost_1_the_printed_cost_is_paid_to_marshal() -> None:
    """A card of cost 4 takes 4 of 5 gold."""
    table, state = scene({"hand": [KNIGHT]}, gold=5)
    assert do(table, state, "marshal", find(state, "Knight")).players[0].gold == 1


@beside("AGOT-5-COST-1")
def test_cost_1_beside_with_one_gold_less_it_cant_be_marshaled() -> None:
    """3 gold don't pay for it."""
    table, state = scene({"hand": [KNIGHT]}, gold=3)
    assert refused(table, state, "marshal", find(state, "Knight"))


@statement(
    "AGOT-5-COST-2", "deckcheck.games.agot2.wording:cost_and_effect", lambda text: (None, text)
)
def test_cost_2_what_stands_before_to_is_the_cost() -> None:
    """«Kneel this card to gain 1 gold»: kneeling is the cost."""
    assert wording.cost_and_effect("kneel it to gain 1 gold") == ("kneel it", "gain 1 gold")


@beside("AGOT-5-COST-2")
def test_cost_2_beside_without_to_there_is_no_cost() -> None:
    """«Kneel a character, then draw» is all effect."""
    assert wording.cost_and_effect("kneel it, then draw") == (None, "kneel it, then draw")


def gain(state: State, own: int, event: object) -> State:
    """Gain 1 gold."""
    player = state.status[own].controller
    return with_player(state, player, gold=state.players[player].gold + 1)


def kneeling(title: str, seat: int) -> Ability:
    """«Action: kneel» a certain card «to gain 1 gold»."""
    return Ability(
        "Action",
        cost=lambda state, own: (Cost("kneel", cards=(find(state, title, seat),)),),
        effect=gain,
    )


@statement("AGOT-5-COST-3", f"{COSTS}:not_an_opponents", lambda state, payer, number: True)
def test_cost_3_an_opponents_card_cant_pay() -> None:
    """An ability that would kneel a squire can't kneel the opponent's."""
    table, state = scene(
        {"play": [KNIGHT]},
        {"play": [SQUIRE]},
        abilities={KNIGHT.code: (kneeling("Squire", 1),)},
    )
    assert "act" not in names(table, state)


@beside("AGOT-5-COST-3")
def test_cost_3_beside_ones_own_can() -> None:
    """One's own squire can be knelt."""
    table, state = scene(
        {"play": [KNIGHT, SQUIRE]}, {}, abilities={KNIGHT.code: (kneeling("Squire", 0),)}
    )
    state = do(table, state, "act", find(state, "Knight"))
    assert state.status[find(state, "Squire")].kneeling


def discarding(seat: int) -> Ability:
    """«Action: discard a card» from somebody's hand «to gain 1 gold»."""
    return Ability(
        "Action",
        cost=lambda state, own: (Cost("put", cards=state.pile(seat, "hand")[:1]),),
        effect=gain,
    )


@statement("AGOT-5-COST-4", f"{COSTS}:from_own_areas", lambda state, payer, number: True)
def test_cost_4_only_ones_own_hand_pays() -> None:
    """A card to be discarded as a cost can't come from an opponent's hand."""
    table, state = scene(
        {"play": [KNIGHT]}, {"hand": [SQUIRE]}, abilities={KNIGHT.code: (discarding(1),)}
    )
    assert "act" not in names(table, state)


@beside("AGOT-5-COST-4")
def test_cost_4_beside_a_card_of_ones_own_hand_does() -> None:
    """It can from one's own."""
    table, state = scene(
        {"play": [KNIGHT], "hand": [SQUIRE]}, {}, abilities={KNIGHT.code: (discarding(0),)}
    )
    state = do(table, state, "act", find(state, "Knight"))
    assert zone(state, find(state, "Squire")) == "discard"


WATCH = card("Watch", "location")


def kneel_and_pay() -> Ability:
    """«Action: kneel the squire and pay 3 gold to gain 1 gold»."""
    return Ability(
        "Action",
        cost=lambda state, own: (
            Cost("kneel", cards=(find(state, "Squire"),)),
            Cost("gold", 3),
        ),
        effect=gain,
    )


def when_paid() -> Ability:
    """«Reaction: after a cost is paid by kneeling, gain 1 gold»."""
    return Ability("Reaction", on="paid", effect=gain)


BOTH = {KNIGHT.code: (kneel_and_pay(),), WATCH.code: (when_paid(),)}


def one_by_one(parts: tuple[Cost, ...]) -> tuple[tuple[Cost, ...], ...]:
    return tuple((part,) for part in parts)


@statement("AGOT-5-COST-5", f"{COSTS}:moments", one_by_one)
def test_cost_5_all_parts_are_paid_at_one_time() -> None:
    """When the kneeling can be reacted to, the gold is gone already."""
    table, state = scene({"play": [KNIGHT, SQUIRE, WATCH]}, abilities=BOTH)
    state = do(table, state, "act", find(state, "Knight"))
    assert names(table, state) == {"use", "pass"}
    assert state.players[0].gold == 7


@beside("AGOT-5-COST-5")
def test_cost_5_beside_without_the_gold_nothing_is_paid() -> None:
    """2 gold: the squire isn't knelt either."""
    table, state = scene({"play": [KNIGHT, SQUIRE, WATCH]}, abilities=BOTH, gold=2)
    assert "act" not in names(table, state)


@statement("AGOT-5-COST-6", f"{COSTS}:goes_on", lambda all_paid: True)
def test_cost_6_a_prevented_part_ends_it_and_the_rest_stays_paid() -> None:
    """The squire can't be knelt: 3 gold are gone, and no gold is gained."""
    table, state = scene({"play": [KNIGHT, SQUIRE]}, abilities=BOTH)
    state = lasting(state, "no kneel", 0, [find(state, "Squire")], "round")
    assert do(table, state, "act", find(state, "Knight")).players[0].gold == 7


@beside("AGOT-5-COST-6")
def test_cost_6_beside_with_nothing_prevented_it_resolves() -> None:
    """All paid: 1 gold is gained."""
    table, state = scene({"play": [KNIGHT, SQUIRE]}, abilities=BOTH)
    assert do(table, state, "act", find(state, "Knight")).players[0].gold == 8


@statement(
    "AGOT-5-COST-7", "deckcheck.games.agot2.marshal:unplayed", lambda state, number, came: state
)
def test_cost_7_the_card_stays_in_hand() -> None:
    """Nobody can pay gold this round: the knight that was to be marshaled is in hand still."""
    table, state = scene({"hand": [KNIGHT]})
    state = lasting(state, "no gold", 0, [], "round")
    state = do(table, state, "marshal", find(state, "Knight"))
    assert zone(state, find(state, "Knight")) == "hand"


@beside("AGOT-5-COST-7")
def test_cost_7_beside_paid_it_is_in_play() -> None:
    """With the gold paid it is in play."""
    table, state = scene({"hand": [KNIGHT]})
    state = do(table, state, "marshal", find(state, "Knight"))
    assert zone(state, find(state, "Knight")) == "play"


def stand_squire(state: State, own: int, event: object) -> State:
    """Stand the squire."""
    from deckcheck.engine.state import with_status

    return with_status(state, find(state, "Squire"), kneeling=False)


STANDING = {
    KNIGHT.code: (Ability("Action", cost=lambda s, own: (Cost("gold", 1),), effect=stand_squire),)
}


@statement(
    "AGOT-5-COST-8", "deckcheck.engine.windows:changes_something", lambda before, after: True
)
def test_cost_8_what_would_change_nothing_cant_be_begun() -> None:
    """«Pay 1 gold to stand the squire», who stands: it can't be paid for."""
    table, state = scene({"play": [KNIGHT, SQUIRE]}, abilities=STANDING)
    assert "act" not in names(table, state)


@beside("AGOT-5-COST-8")
def test_cost_8_beside_when_it_would_change_something_it_can() -> None:
    """Once the squire kneels, it can."""
    table, state = scene({"play": [KNIGHT, SQUIRE]}, abilities=STANDING)
    state = do(table, state, "kneel", find(state, "Squire"))
    action = Action("act", cards=(find(state, "Knight"),))
    assert action in legal_actions(table, state)
    state = apply(table, state, action)
    assert not state.status[find(state, "Squire")].kneeling
    assert costs.can_pay(state, 0, (Cost("gold", 9),))
