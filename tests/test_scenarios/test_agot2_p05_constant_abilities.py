"""Rules Reference p. 5: constant abilities, and what a copy is."""

from __future__ import annotations

from scene import Ability, card, do, find, scene, zone
from statements import beside, statement

from deckcheck.engine.abilities import active
from deckcheck.games.agot2 import values

ABILITIES = "deckcheck.engine.abilities"
HOUND = card("Hound")
BANNER = card("Banner", "location")
BOOST = {BANNER.code: (Ability(value="strength", amount=1, reach=lambda s, own, other: True),)}


@statement("AGOT-5-CONST-1", f"{ABILITIES}:is_constant", lambda ability: False)
def test_const_1_no_bold_word_and_no_keyword_is_constant() -> None:
    """A line with no bold word in front works all the time while its card is in play."""
    table, state = scene({"play": [HOUND, BANNER]}, abilities=BOOST)
    assert values.strength(table.context, state, find(state, "Hound")) == 4


@beside("AGOT-5-CONST-1")
def test_const_1_beside_a_bold_word_makes_it_an_ability_to_be_used() -> None:
    """The same line behind «Action:» does nothing until it is used."""
    used = {BANNER.code: (BOOST[BANNER.code][0]._replace(precursor="Action"),)}
    table, state = scene({"play": [HOUND, BANNER]}, abilities=used)
    assert values.strength(table.context, state, find(state, "Hound")) == 3


@statement("AGOT-5-CONST-2", f"{ABILITIES}:works", lambda state, source: False)
def test_const_2_active_as_soon_as_the_card_enters_play() -> None:
    """Marshal the banner: the hound is stronger at once."""
    table, state = scene({"play": [HOUND], "hand": [BANNER]}, abilities=BOOST)
    assert values.strength(table.context, state, find(state, "Hound")) == 3
    state = do(table, state, "marshal", find(state, "Banner"))
    assert values.strength(table.context, state, find(state, "Hound")) == 4


@beside("AGOT-5-CONST-2")
def test_const_2_beside_in_hand_it_does_nothing() -> None:
    """The banner in hand, with gold to marshal it, makes nobody stronger."""
    table, state = scene({"play": [HOUND], "hand": [BANNER]}, abilities=BOOST)
    assert active(state, table.abilities) == []


@statement("AGOT-5-CONST-3", f"{ABILITIES}:stays", lambda state, source: True)
def test_const_3_gone_when_the_card_leaves() -> None:
    """Discard the banner from play: the hound is as strong as printed."""
    table, state = scene({"play": [HOUND, BANNER]}, abilities=BOOST)
    state = do(table, state, "discard", find(state, "Banner"))
    assert values.strength(table.context, state, find(state, "Hound")) == 3


@beside("AGOT-5-CONST-3")
def test_const_3_beside_kneeling_isnt_leaving() -> None:
    """A kneeling banner is in play still."""
    table, state = scene({"play": [HOUND, BANNER]}, abilities=BOOST)
    state = do(table, state, "kneel", find(state, "Banner"))
    assert values.strength(table.context, state, find(state, "Hound")) == 4


def rich(state, source):  # type: ignore[no-untyped-def]
    """If you have 5 gold or more."""
    return state.players[0].gold >= 5


WHILE_RICH = {BANNER.code: (BOOST[BANNER.code][0]._replace(condition=rich),)}


@statement("AGOT-5-CONST-4", f"{ABILITIES}:condition_met", lambda state, source, ability: True)
def test_const_4_off_while_its_condition_isnt_met() -> None:
    """«While you have 5 gold»: with 4 it doesn't work."""
    table, state = scene({"play": [HOUND, BANNER]}, abilities=WHILE_RICH, gold=5)
    hound = find(state, "Hound")
    assert values.strength(table.context, state, hound) == 4
    state = do(table, state, "gain", amount=-1)
    assert values.strength(table.context, state, hound) == 3


@beside("AGOT-5-CONST-4")
def test_const_4_beside_on_again_as_soon_as_it_is_met() -> None:
    """Back to 5 gold: it works again."""
    table, state = scene({"play": [HOUND, BANNER]}, abilities=WHILE_RICH, gold=4)
    state = do(table, state, "gain", amount=1)
    assert values.strength(table.context, state, find(state, "Hound")) == 4


def one_of_each(effects):  # type: ignore[no-untyped-def]
    return effects[:1]


@statement("AGOT-5-CONST-5", f"{ABILITIES}:each_instance", one_of_each)
def test_const_5_two_copies_count_twice() -> None:
    """Two banners: two more strength."""
    table, state = scene({"play": [HOUND, BANNER, BANNER]}, abilities=BOOST)
    assert values.strength(table.context, state, find(state, "Hound")) == 5


@beside("AGOT-5-CONST-5")
def test_const_5_beside_a_duplicate_is_no_second_instance() -> None:
    """A unique banner with a duplicate on it: one more."""
    unique = card("Banner", "location", unique=True)
    boost = {unique.code: BOOST[BANNER.code]}
    table, state = scene({"play": [HOUND, unique], "hand": [unique]}, abilities=boost)
    state = do(table, state, "marshal", find(state, "Banner", nth=1))
    assert values.strength(table.context, state, find(state, "Hound")) == 4


GHOST = card("Ghost", unique=True, code="g1")
OTHER_GHOST = card("Ghost", "attachment", unique=True, code="g2")


@statement(
    "AGOT-5-COPY-1",
    "deckcheck.games.agot2.facts:is_copy",
    lambda one, other: one.code == other.code,
)
def test_copy_1_same_title_is_a_copy_whatever_the_type() -> None:
    """Ghost the attachment goes on Ghost the character as its duplicate."""
    table, state = scene({"play": [GHOST], "hand": [OTHER_GHOST]})
    other = find(state, "Ghost", nth=1)
    state = do(table, state, "marshal", other)
    assert state.status[other].duplicate
    assert state.players[0].gold == 10


@beside("AGOT-5-COPY-1")
def test_copy_1_beside_another_title_is_no_copy() -> None:
    """A card alike in all but its title comes in as a card of its own."""
    table, state = scene({"play": [GHOST], "hand": [GHOST._replace(title="Summer")]})
    summer = find(state, "Summer")
    state = do(table, state, "marshal", summer)
    assert not state.status[summer].duplicate
    assert zone(state, summer) == "play"
