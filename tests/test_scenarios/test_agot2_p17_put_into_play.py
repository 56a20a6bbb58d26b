"""Rules Reference p. 17: putting into play, and qualifiers."""

from __future__ import annotations

from pools import agot2_game
from scene import Ability, card, do, find, names, refused, scene, zone
from statements import beside, statement

from deckcheck.games.agot2 import wording
from deckcheck.query import compile_query

ENTERING = "deckcheck.games.agot2.entering"
NED = card("Ned", unique=True, cost=7)
SWORD = card("Sword", "attachment", attach="type:character trait:Knight")
KNIGHT = card("Knight", traits=["Knight"])


@statement(
    "AGOT-17-PUT-1", f"{ENTERING}:put_price", lambda state, number: state.card(number).facts["cost"]
)
def test_put_1_its_cost_isnt_paid() -> None:
    """Ned of cost 7 is put into play with no gold at all."""
    table, state = scene({"hand": [NED]}, gold=0)
    state = do(table, state, "put", find(state, "Ned"))
    assert zone(state, find(state, "Ned")) == "play"


@beside("AGOT-17-PUT-1")
def test_put_1_beside_marshaling_him_costs() -> None:
    """He can't be marshaled with no gold."""
    table, state = scene({"hand": [NED]}, gold=0)
    assert refused(table, state, "marshal", find(state, "Ned"))


@statement("AGOT-17-PUT-2", f"{ENTERING}:legal_place", lambda *given: True)
def test_put_2_where_marshaling_would_allow_it() -> None:
    """A sword for knights isn't put on a character that is none, nor into play by itself."""
    table, state = scene({"play": [NED], "hand": [SWORD]})
    assert refused(table, state, "put", find(state, "Sword"), to=find(state, "Ned"))
    assert refused(table, state, "put", find(state, "Sword"))


@beside("AGOT-17-PUT-2")
def test_put_2_beside_on_a_knight_it_is() -> None:
    """On a knight it is."""
    table, state = scene({"play": [KNIGHT], "hand": [SWORD]})
    state = do(table, state, "put", find(state, "Sword"), to=find(state, "Knight"))
    assert state.status[find(state, "Sword")].host == find(state, "Knight")


CHEER = Ability(
    "Reaction", on="marshaled", effect=lambda state, own, event: state._replace(round=9)
)


@statement("AGOT-17-PUT-3", f"{ENTERING}:counts_as_marshaled", lambda way: True)
def test_put_3_it_wasnt_marshaled() -> None:
    """Nothing reacts to marshaling, and the round's count of marshaled cards stays."""
    table, state = scene({"hand": [NED], "play": [KNIGHT]}, abilities={KNIGHT.code: (CHEER,)})
    state = do(table, state, "put", find(state, "Ned"))
    assert "use" not in names(table, state)
    assert ("marshaled", 0) not in state.marks


@beside("AGOT-17-PUT-3")
def test_put_3_beside_marshaled_it_was() -> None:
    """Marshaled, both are so."""
    table, state = scene({"hand": [NED], "play": [KNIGHT]}, abilities={KNIGHT.code: (CHEER,)})
    state = do(table, state, "marshal", find(state, "Ned"))
    assert "use" in names(table, state)
    assert state.marks["marshaled", 0] == (find(state, "Ned"),)


def never(*given: object) -> bool:
    return False


@statement("AGOT-17-PUT-4", f"{ENTERING}:enters_as_duplicate", never)
def test_put_4_another_copy_of_his_unique_card_comes_as_a_duplicate() -> None:
    """With Ned in play a second one is put on him as a duplicate."""
    table, state = scene({"play": [NED], "hand": [NED]})
    first, second = find(state, "Ned"), find(state, "Ned", nth=1)
    state = do(table, state, "put", second)
    assert (state.status[second].duplicate, state.status[second].host) == (True, first)


@beside("AGOT-17-PUT-4")
def test_put_4_beside_not_on_a_card_he_only_controls() -> None:
    """A Ned taken from the opponent has no duplicates of one's own: the copy can't come."""
    table, state = scene({"hand": [NED]}, {"play": [NED]})
    state = do(table, state, "control", find(state, "Ned", 1))
    assert refused(table, state, "put", find(state, "Ned"))


def only_the_first(qualifier: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    return (f"{qualifier} {terms[0]}", *terms[1:])


@statement("AGOT-17-QUAL-1", "deckcheck.games.agot2.wording:qualified", only_the_first)
def test_qual_1_unique_holds_for_each_term() -> None:
    """«Each unique character and location» doesn't mean a plain location."""
    meant = compile_query(
        wording.query_of("unique", ("character", "location")), agot2_game().fields
    )
    assert meant(NED) is True
    assert meant(card("Mill", "location")) is False


@beside("AGOT-17-QUAL-1")
def test_qual_1_beside_a_unique_location_is_meant() -> None:
    """It does mean a unique one, and no plain character."""
    meant = compile_query(
        wording.query_of("unique", ("character", "location")), agot2_game().fields
    )
    assert meant(card("Keep", "location", unique=True)) is True
    assert meant(KNIGHT) is False
