"""Exact counts of set-up equal what the table says of every hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import pytest
from goldfish_decks import all_cards, fish, random_deck, real_decks
from pools import agot2_game
from table_hands import distribution, hands

from deckcheck.games.agot2.table import Table
from deckcheck.goldfish import exact
from deckcheck.goldfish.exact import count_hands
from deckcheck.goldfish.layout import Layer
from deckcheck.goldfish.mulligan import parse_rule
from deckcheck.goldfish.plan import ECONOMY, FIGURES, TooManyStates, plan
from deckcheck.goldfish.sample import Sampler, share_interval
from deckcheck.model import Deck


def counted(deck: Deck) -> dict[tuple[int, ...], int]:
    """Figures → hands, by the exact method."""
    made = plan(deck, all_cards(), agot2_game())
    return {outcome.figures: n for outcome, n in count_hands(made, len(FIGURES)).items()}


def by_the_table(deck: Deck) -> dict[tuple[int, ...], int]:
    """Figures → hands, every hand laid out in every way at the table."""
    made = plan(deck, all_cards(), agot2_game())
    return distribution(Table(agot2_game()), deck, all_cards(), ECONOMY, made.fetched)


@pytest.mark.parametrize("seed", range(100))
def test_random_decks_as_whole_numbers(seed: int) -> None:
    deck = random_deck(seed)
    assert counted(deck) == by_the_table(deck)


@pytest.mark.parametrize("name", list(real_decks()))
def test_a_share_of_real_decks_hands(name: str) -> None:
    """Hands of real decks, each a deck of seven cards: the one hand it has (all of the hands:
    benchmarks/goldfish_truth.py)."""
    deck = real_decks()[name]
    made = plan(deck, all_cards(), agot2_game())
    cards = [v.code for v in made.versions for _ in range(v.copies)]
    chance = Random(name)
    for _ in range(12):
        hand = chance.sample(cards, 7)
        small = deck._replace(cards={code: hand.count(code) for code in set(hand)}, agendas=())
        assert counted(small) == by_the_table(small), hand


@pytest.mark.parametrize("name", list(real_decks()))
def test_every_hand_is_counted(name: str) -> None:
    made = plan(real_decks()[name], all_cards(), agot2_game())
    assert sum(count_hands(made).values()) == comb(made.size, made.drawn)


def figures(agendas: tuple[str, ...] = (), **counts: int) -> dict[tuple[int, ...], int]:
    """(gold, cards) → hands of a deck given as code → copies (`c01040=2`)."""
    cards = {code[1:]: n for code, n in counts.items()}
    made = plan(Deck("agot2", cards=cards, agendas=agendas), all_cards(), agot2_game())
    return {outcome.figures: n for outcome, n in count_hands(made).items()}


def test_one_limited_card() -> None:
    """Two Roseroads (0) and a Kingsroad (1), all limited: only one of them, the Kingsroad."""
    assert figures(c01040=2, c01039=1) == {(1, 1): 1}


def test_duplicates_are_free() -> None:
    """Three Eddard Starks (unique, 7): one placed, two duplicates."""
    assert figures(c01144=3) == {(7, 3): 1}


def test_an_attachment_needs_a_bearer() -> None:
    """Little Bird (1) alone isn't placed; beside Sansa (3) it is."""
    assert figures(c01034=1) == {(0, 0): 1}
    assert figures(c01034=1, c01147=1) == {(4, 2): 1}


def test_shadows_for_two_gold_events_too() -> None:
    """Shadow of the North is an event: into shadows, three of them for 6 gold."""
    assert figures(c13082=3) == {(6, 3): 1}


def test_war_elephants_are_never_placed() -> None:
    assert figures(c26113=3) == {(0, 0): 1}


def test_agendas_change_set_up() -> None:
    """Eddard (7) doesn't fit under 4 or 6 gold; on the Hollow Hill nothing is placed."""
    assert figures(("08039",), c01144=1) == {(0, 0): 1}
    assert figures(("00367",), c01144=1) == {(0, 0): 1}
    assert figures(("13039",), c01147=1) == {(0, 0): 1}
    assert figures((), c01144=1) == {(7, 1): 1}


def test_the_red_door_takes_a_location_out_of_the_deck() -> None:
    made = plan(
        Deck("agot2", cards={"01038": 2, "01040": 3}, agendas=("08039",)),
        all_cards(),
        agot2_game(),
    )
    assert made.fetched == ("01038",)
    assert made.size == 4
    assert {v.code: v.copies for v in made.versions} == {"01038": 1, "01040": 3}


def test_one_hand_computed_by_hand() -> None:
    """Robb (6, unique) twice, Winterfell Steward (1), Little Bird (1), the Roseroad (0, limited),
    Ice (3), Put to the Sword (an event).

    With Robb 6 gold are spent and 2 are left: Ice is too dear, Steward and Little Bird (on Robb)
    take both. 8 gold; the second Robb is a free duplicate and the Roseroad costs nothing: 5 cards.
    Without Robb at most 1 + 1 + 3 = 5 gold are spent. Two characters, one of cost 4 or more, one
    economy card, which is limited.
    """
    cards = ("01146", "01146", "01152", "01034", "01040", "01153", "01041")
    hand = {code: cards.count(code) for code in cards}
    assert counted(Deck("agot2", cards=hand)) == {(8, 5, 2, 1, 1, 1): 1}


@pytest.mark.parametrize("seed", range(0, 40, 2))
def test_layouts_and_samples_agree_hand_by_hand(seed: int) -> None:
    """The layout of each hand, and the sampler's reading of it, add up to the exact counts."""
    made = plan(random_deck(seed), all_cards(), agot2_game())
    layer, sampler = Layer(made), Sampler(made, len(FIGURES))
    copies = {v.code: v.copies for v in made.versions}
    places: dict[str, list[int]] = {}
    for place, number in enumerate(sampler.versions):
        places.setdefault(made.versions[number].code, []).append(place)
    laid: dict[tuple[int, ...], int] = {}
    for counts, number in hands(copies, made.drawn):
        held = list(zip(copies, counts, strict=True))
        setup = layer.best([code for code, n in held for _ in range(n)])
        drawn = [place for code, n in held for place in places[code][:n]]
        assert sampler.figures_of(drawn) == setup.figures
        taken = len(setup.placed) + len(setup.duplicates) + len(setup.shadows)
        assert taken == setup.figures[1]
        laid[setup.figures] = laid.get(setup.figures, 0) + number
    assert laid == counted(random_deck(seed))


@pytest.mark.parametrize("name", list(real_decks()))
def test_simulation_agrees_within_its_interval(name: str) -> None:
    """20,000 hands of a seed: each chance above 1 % lies where it should 999 times in 1000."""
    number = 20_000
    made = plan(real_decks()[name], all_cards(), agot2_game())
    total = comb(made.size, made.drawn)
    drawn = Sampler(made, 2).hands(number, seed=1)
    for outcome, hands_so in count_hands(made).items():
        chance = hands_so / total
        if chance > 0.01:
            spread = 3.3 * (chance * (1 - chance) / number) ** 0.5
            assert abs(drawn.get(outcome, 0) / number - chance) < spread, outcome


def test_the_same_seed_draws_the_same_hands() -> None:
    made = plan(real_decks()["SoD-1"], all_cards(), agot2_game())
    one, two = Sampler(made, 2), Sampler(made, 2)
    assert one.hands(500, 3) == two.hands(500, 3)
    assert list(map(tuple, one.draws(3, 3))) == list(map(tuple, two.draws(3, 3)))
    assert one.hands(500, 3) != one.hands(500, 4)


def test_too_varied_a_deck_is_drawn_instead_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_STATES", 100)
    monkeypatch.setattr("deckcheck.goldfish.chances.SAMPLED", 4_000)
    deck = real_decks()["SoD-1"]
    with pytest.raises(TooManyStates):
        count_hands(plan(deck, all_cards(), agot2_game()))
    drawn = fish(deck).chances()
    assert drawn.drawn == 4_000
    monkeypatch.setattr(exact, "MOST_STATES", 400_000)
    truth = fish(deck).chances().mean(0)
    assert abs(drawn.mean(0) - truth) < Fraction(1, 20)


def test_intervals() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)
    low, high = share_interval(50, 100)
    assert round(low, 3) == 0.404
    assert round(high, 3) == 0.596


def test_mulligan_by_two_ways_of_counting() -> None:
    """The chances after a mulligan, from the definition: keep, or one new hand."""
    one = fish(real_decks()["SoD-1"])
    rule = parse_rule("cards<4 or [cost>=6]>1", agot2_game().fields)
    all_hands = one.hands(2, rule.queries)
    settled = one.settle(rule)
    back = Fraction(
        sum(n for o, n in all_hands.counts.items() if settled.returns(o)), all_hands.total
    )
    chances = one.chances(rule)
    assert chances.returned == back
    for outcome, number in all_hands.counts.items():
        share = Fraction(number, all_hands.total)
        wanted = share * back + (0 if settled.returns(outcome) else share)
        assert Fraction(chances.of[outcome], chances.over) == wanted
    assert sum(chances.of.values()) == chances.over


@pytest.mark.parametrize("aim", ["gold", "cards", "cards>=4", "cards>=4 and characters>=2"])
def test_best_rules_are_best(aim: str) -> None:
    """No rule that asks for a number of gold or cards beats `best:` at its own aim."""
    one = fish(real_decks()["uCHP07"])
    fields = agot2_game().fields

    def reached(text: str) -> Fraction:
        chances = one.chances(parse_rule(text, fields), figures=3)
        if aim in FIGURES:
            return chances.mean(FIGURES.index(aim))
        wish = parse_rule(aim, fields).condition
        assert wish is not None
        return chances.chance(one.holding(wish))

    best = reached(f"best:{aim}")
    others = [f"{figure}<{n}" for figure in ("gold", "cards", "characters") for n in range(9)]
    assert all(best >= reached(other) for other in [*others, "keep all"])
