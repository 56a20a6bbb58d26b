"""The table as a whole: random play keeps what must hold, logs replay, positions are counted."""

from __future__ import annotations

import json
from random import Random

import pytest
from goldfish_decks import all_cards, real_decks
from pools import agot2_game
from table_play import faults, random_play

from deckcheck.engine.dice import GENERATOR, MAX_SEED, dice, shuffled
from deckcheck.engine.play import (
    IllegalAction,
    action_rows,
    actions_of,
    apply,
    legal_actions,
    read_actions,
    replay,
)
from deckcheck.engine.state import Action, State, position
from deckcheck.errors import InputError
from deckcheck.games.agot2.table import Table
from deckcheck.model import Deck


def started(deck: Deck, seed: int = 1, **options: object) -> tuple[Table, State]:
    """A solitaire table at the first choice of set-up."""
    table = Table(agot2_game())
    return table, table.start([deck], all_cards(), seed)


@pytest.mark.parametrize("name", list(real_decks()))
def test_random_rounds_keep_the_invariants(name: str) -> None:
    """Ten thousand rounds in all, with every legal and manual action."""
    chance = Random(name)
    rounds = seed = 0
    while rounds < 2_500:
        table, before = started(real_decks()[name], seed)
        for after in random_play(table, before, chance, 1_000):
            assert faults(before, after) == [], after.log[-1]
            before = after
        rounds, seed = rounds + before.round, seed + 1


@pytest.mark.parametrize(("seats", "mode"), [(2, "joust"), (3, "melee"), (8, "melee")])
def test_random_rounds_with_several_seats(seats: int, mode: str) -> None:
    decks = [random_deck_of_60(seat) for seat in range(seats)]
    table = Table(agot2_game(), mode)
    state = table.start(decks, all_cards(), 3)
    before = state
    for after in random_play(table, state, Random(seats), 300):
        assert faults(before, after) == [], after.log[-1]
        before = after
    assert before.round >= 1


def random_deck_of_60(seed: int) -> Deck:
    """A real deck; another for each seat."""
    decks = list(real_decks().values())
    return decks[seed % len(decks)]


@pytest.mark.parametrize("seed", range(8))
def test_a_log_replays_to_the_same_state_and_log(seed: int) -> None:
    deck = list(real_decks().values())[seed % 4]
    table, start = started(deck, seed)
    *_, end = random_play(table, start, Random(seed), 150)
    _, again = started(deck, seed)
    assert replay(table, again, actions_of(end.log)) == end
    rows = json.loads(json.dumps(action_rows(end.log)))
    assert replay(table, again, read_actions(rows)) == end
    told = end.log[0].data
    assert (told["generator"], told["seed"]) == (GENERATOR, seed)


def test_a_row_that_is_no_action() -> None:
    with pytest.raises(InputError, match="isn't an action"):
        read_actions([{"name": "keep", "colour": "red"}])


def test_a_state_never_changes() -> None:
    table, start = started(real_decks()["SoD-1"])
    before = position(start)
    for _ in random_play(table, start, Random(1), 60):
        pass
    assert position(start) == before


def test_the_shuffle_is_ours_and_stays() -> None:
    """Ten cards by seed 1: these must come in any later release and with any later Python."""
    order, after = shuffled(dice(1), range(10))
    assert order == (8, 0, 3, 4, 5, 2, 9, 6, 7, 1)
    assert after.taken == 9
    again, _ = shuffled(after, range(10))
    fresh, _ = shuffled(dice(1), range(10))
    assert fresh == order != again


def test_every_card_is_dealt_once() -> None:
    order, _ = shuffled(dice(5), range(60))
    assert sorted(order) == list(range(60))


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_out_of_range_is_an_error(seed: int) -> None:
    with pytest.raises(InputError, match="whole number"):
        dice(seed)


def test_seats() -> None:
    table = Table(agot2_game())
    with pytest.raises(InputError, match="1 to 8"):
        table.start([], all_cards(), 1)
    with pytest.raises(InputError, match="1 to 8"):
        table.start([Deck("agot2")] * 9, all_cards(), 1)


STEWARD, ROSEROAD, SANSA, LITTLE_BIRD = "01152", "01040", "01147", "01034"
PERFT = [
    ({STEWARD: 2, ROSEROAD: 1}, [4, 9, 12]),
    ({SANSA: 2, LITTLE_BIRD: 1}, [4, 9, 14]),
]
"""Deck → states that can be reached from its hand by exactly 1, 2, 3 actions of placing.

Counted by hand, once. Cards are told apart, and so is the order they were laid down in.

Two Stewards S1, S2 (1 gold) and a Roseroad R (0, limited; they don't hinder each other): first one
of S1, S2, R is placed, or all is revealed: 4. After each of the three one of the other two is
placed, or revealed: 3 x 3 = 9 (after revealing, set-up is over and the deck is empty, so that the
player is out). After each of the 3 x 2 = 6 with two placed, the third is placed, or revealed:
6 x 2 = 12.

Two Sansas A1, A2 (unique, 3 gold) and Little Bird B (an attachment, 1): first A1, A2 or B is
placed, or revealed: 4. After A1: A2 as its duplicate, B, or revealed: 3; after A2 likewise 3; after
B: A1 or A2, but no revealing, as nothing could bear B; instead it may be taken back, which is the
start again: 3; in all 9. With two laid out: (A1 A2), (A1 B), (B A1) and the same with A2 first: 6,
after each of which the third card may be laid out: 6, or all revealed: 6, but B then waits for its
bearer, whichever was laid down first, so that (A1 B) and (B A1) come to one, and so for A2: 4. From
the start again: 4. In all 14.
"""


@pytest.mark.parametrize(("cards", "counts"), PERFT)
def test_positions_counted_by_hand(cards: dict[str, int], counts: list[int]) -> None:
    table, state = started(Deck("agot2", cards=cards))
    states = [apply(table, state, Action("keep"))]
    for wanted in counts:
        following = {}
        for one in states:
            for action in legal_actions(table, one):
                after = apply(table, one, action)
                following[position(after)] = after
        states = list(following.values())
        assert len(states) == wanted


def test_what_isnt_legal_is_refused() -> None:
    table, state = started(real_decks()["SoD-1"])
    for action in (
        Action("reveal"),
        Action("keep", player=1),
        Action("marshal", cards=(0,)),
        Action("nonsense"),
        Action("keep", player=-1),
    ):
        with pytest.raises(IllegalAction):
            apply(table, state, action)


def test_one_mulligan_of_all_seven() -> None:
    table, state = started(real_decks()["SoD-1"])
    hand = state.pile(0, "hand")
    state = apply(table, state, Action("mulligan"))
    assert len(state.pile(0, "hand")) == 7
    assert state.pile(0, "hand") != hand
    assert state.step == "place"
    assert len(state.pile(0, "draw")) == 53


def test_a_player_without_cards_to_draw_is_out() -> None:
    """Nine cards: seven in hand, two drawn in the first round, and that was the last."""
    table, state = started(Deck("agot2", cards={STEWARD: 9}))
    for name in ("keep", "reveal", "plot"):
        state = apply(table, state, Action(name))
    assert state.players[0].out
    assert legal_actions(table, state) == []


def test_used_plots_return_but_for_the_last() -> None:
    """Two plots: the second is revealed, the first returns; only that can be chosen then."""
    plots = [c.code for c in all_cards().values() if c.facts.get("reserve") == 6][:2]
    deck = Deck("agot2", cards={STEWARD: 40, plots[0]: 1, plots[1]: 1})
    table, state = started(deck)
    for name in ("keep", "reveal"):
        state = apply(table, state, Action(name))
    seen = []
    for _ in range(3):
        (action, *_) = [a for a in legal_actions(table, state) if a.name == "plot"]
        seen.append(state.card(action.cards[0]).code)
        state = apply(table, state, action)
        for _ in range(2):
            state = apply(table, state, Action("done"))
        while state.phase == "taxation":
            state = apply(table, state, legal_actions(table, state)[0])
    assert seen == [plots[0], plots[1], plots[0]]
