"""Set-up at the table, rule by rule: what may be placed, and as what."""

from __future__ import annotations

import pytest
from goldfish_decks import all_cards, kinds_of_cards
from pools import agot2_game

from deckcheck.engine.play import apply, legal_actions
from deckcheck.engine.state import Action, State
from deckcheck.games.agot2.table import Table
from deckcheck.model import Deck

STEWARD, ROSEROAD, KINGSROAD = "01152", "01040", "01039"
SANSA, ROBB, EDDARD = "01147", "01146", "01144"
LITTLE_BIRD, ICE, STEED = "01034", "01153", "14036"
SHADOW_EVENT, ELEPHANTS, SWORD = "13082", "26113", "01041"


class Hand:
    """A hand at the step of placing, its cards by code."""

    def __init__(self, *codes: str, agendas: tuple[str, ...] = ()) -> None:
        self.table = Table(agot2_game())
        counts = {code: codes.count(code) for code in codes}
        deck = Deck("agot2", agendas=agendas, cards=counts)
        self.state: State = self.table.start([deck], all_cards(), 1)
        if self.state.step == "announce":
            self.do("done")
        self.do("keep")

    def do(self, name: str, *codes: str) -> None:
        """Take the first action of this name with these cards."""
        self.state = apply(self.table, self.state, self.action(name, *codes))

    def action(self, name: str, *codes: str) -> Action:
        """A legal action by its name and its cards' codes; StopIteration if there is none."""
        return next(
            action
            for action in legal_actions(self.table, self.state)
            if action.name == name and [self.state.card(c).code for c in action.cards] == [*codes]
        )

    def may(self, name: str, *codes: str) -> bool:
        """Whether there is such an action."""
        return any(
            action.name == name and [self.state.card(c).code for c in action.cards] == [*codes]
            for action in legal_actions(self.table, self.state)
        )

    def lying(self, zone: str) -> list[str]:
        """Codes of the cards in one of the player's zones."""
        return sorted(self.state.card(c).code for c in self.state.pile(0, zone))


def test_eight_gold_and_no_more() -> None:
    hand = Hand(EDDARD, STEWARD, SANSA)
    hand.do("place", EDDARD)
    assert hand.may("place", STEWARD)
    assert not hand.may("place", SANSA)


def test_no_event_is_placed_at_its_cost() -> None:
    assert not Hand(SWORD).may("place", SWORD)


def test_one_limited_card() -> None:
    hand = Hand(ROSEROAD, KINGSROAD)
    hand.do("place", KINGSROAD)
    assert not hand.may("place", ROSEROAD)


def test_a_unique_card_once_and_its_copies_on_it() -> None:
    hand = Hand(SANSA, SANSA)
    hand.do("place", SANSA)
    assert not hand.may("place", SANSA)
    hand.do("duplicate", SANSA)
    hand.do("reveal")
    assert hand.lying("play") == [SANSA, SANSA]


def test_a_card_that_isnt_unique_has_no_duplicates() -> None:
    hand = Hand(STEWARD, STEWARD)
    hand.do("place", STEWARD)
    assert not hand.may("duplicate", STEWARD)
    assert hand.may("place", STEWARD)


def test_an_attachment_waits_for_its_bearer() -> None:
    hand = Hand(LITTLE_BIRD, SANSA)
    hand.do("place", LITTLE_BIRD)
    assert not hand.may("reveal")
    assert hand.may("back")
    hand.do("place", SANSA)
    hand.do("reveal")
    hand.do("attach", LITTLE_BIRD)
    bird = next(c for c in hand.state.pile(0, "play") if hand.state.card(c).code == LITTLE_BIRD)
    host = hand.state.status[bird].host
    assert host is not None
    assert hand.state.card(host).code == SANSA


def test_the_bearer_must_be_of_the_right_kind() -> None:
    """Ice goes on a Stark character: not on a neutral one (Littlefinger)."""
    littlefinger = "01028"
    hand = Hand(ICE, littlefinger)
    hand.do("place", ICE)
    hand.do("place", littlefinger)
    assert not hand.may("reveal")


def test_two_of_one_a_bearer_need_two_bearers() -> None:
    """Dothraki Steed: limit 1 a character."""
    one, two = Hand(STEED, STEED, STEWARD, STEWARD), Hand(STEED, STEED, STEWARD, STEWARD)
    for hand in (one, two):
        hand.do("place", STEED)
        hand.do("place", STEED)
        hand.do("place", STEWARD)
    assert not one.may("reveal")
    two.do("place", STEWARD)
    assert two.may("reveal")


def test_a_card_in_shadows_bears_nothing() -> None:
    groups, _ = kinds_of_cards()
    lurker = next(
        c
        for c in groups[2]
        if c.type == "character" and "no attachments" not in c.facts["keywords"]
    )
    hand = Hand(LITTLE_BIRD, lurker.code)
    hand.do("shadow", lurker.code)
    hand.do("place", LITTLE_BIRD)
    assert not hand.may("reveal")


def test_any_shadow_card_for_two_gold() -> None:
    hand = Hand(*[SHADOW_EVENT] * 5)
    for _ in range(4):
        hand.do("shadow", SHADOW_EVENT)
    assert not hand.may("shadow", SHADOW_EVENT)
    hand.do("reveal")
    assert hand.lying("shadows") == [SHADOW_EVENT] * 4


def test_war_elephants_arent_placed() -> None:
    assert not Hand(ELEPHANTS).may("place", ELEPHANTS)


def test_the_red_door() -> None:
    """A unique location of cost 3 or less starts in play; a copy is its duplicate; 4 gold."""
    throne = "01038"
    table = Table(agot2_game())
    deck = Deck("agot2", agendas=("08039",), cards={throne: 2, ROSEROAD: 2, ROBB: 4, SANSA: 4})
    state = table.start([deck], all_cards(), 2)
    fetched = {state.card(a.cards[0]).code for a in legal_actions(table, state) if a.cards}
    assert fetched == {throne}
    state = apply(table, state, legal_actions(table, state)[0])
    assert [state.card(c).code for c in state.pile(0, "play")] == [throne]
    assert table.context.limits(state, 0).gold == 4
    assert len(state.pile(0, "draw")) + len(state.pile(0, "hand")) == 11
    assert state.step == "mulligan"


def test_armed_to_the_teeth() -> None:
    """Up to five different attachments go under the agenda."""
    six = ["01033", "01034", "01032", "03020", "01153", "02116", "01035"]
    counts = {c: 2 for c in six if all_cards()[c].type == "attachment"}
    table = Table(agot2_game())
    state = table.start([Deck("agot2", agendas=("26120",), cards=counts)], all_cards(), 2)
    while state.step == "announce":
        state = apply(table, state, legal_actions(table, state)[0])
    under = [state.card(c).title for c in state.pile(0, "under")]
    assert len(under) == len(set(under)) == 5


def test_the_conclave() -> None:
    """After the mulligan seven cards go off the top of the deck under the agenda."""
    table = Table(agot2_game())
    deck = Deck("agot2", agendas=("09045",), cards={STEWARD: 60})
    state = table.start([deck], all_cards(), 2)
    assert state.pile(0, "under") == ()
    state = apply(table, state, Action("mulligan"))
    assert len(state.pile(0, "under")) == 7
    assert len(state.pile(0, "draw")) == 46


@pytest.mark.parametrize(("agenda", "gold", "places"), [("13039", 8, False), ("00367", 6, True)])
def test_other_agendas(agenda: str, gold: int, places: bool) -> None:
    hand = Hand(STEWARD, agendas=(agenda,))
    assert hand.table.context.limits(hand.state, 0).gold == gold
    assert hand.may("place", STEWARD) == places


def test_cards_drawn_up_to_seven() -> None:
    table = Table(agot2_game())
    state = table.start([Deck("agot2", cards={STEWARD: 60})], all_cards(), 2)
    state = apply(table, state, Action("keep"))
    for _ in range(3):
        state = apply(table, state, next(a for a in legal_actions(table, state) if a.cards))
    state = apply(table, state, Action("reveal"))
    assert len(state.pile(0, "hand")) == 7
    assert len(state.pile(0, "draw")) == 50


def test_cards_of_set_up_were_not_marshaled() -> None:
    hand = Hand(STEWARD, SANSA)
    hand.do("place", STEWARD)
    hand.do("reveal")
    assert ("marshaled", 0) not in hand.state.marks
    assert hand.state.phase == "plot"


def test_the_data_name_their_sources() -> None:
    document = agot2_game().documents["setup"]
    for row in document["card"]:
        assert row["code"] in all_cards()
        assert row["cite"]["card"] == row["code"]
        assert row["cite"]["says"]
    assert document["baseline"]["cite"]["source"].startswith("RR Setup")


def test_titles_never_mix_attachments_of_one_a_bearer_with_others() -> None:
    """What exact counting takes for granted: see goldfish/words.py on late kinds."""
    _, titles = kinds_of_cards()
    for versions in titles.values():
        each = {"attach_limit" in c.facts for c in versions if c.type == "attachment"}
        assert len(each) < 2, versions[0].title
        assert not (True in each and any(c.type != "attachment" for c in versions))
