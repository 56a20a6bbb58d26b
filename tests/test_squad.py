"""Hiring a squad in classic Berserk: each rule, and the best squad by two other ways to it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy
import pytest
from command import in_process, process
from pools import pool_of
from scipy.optimize import Bounds, LinearConstraint, milp

from deckcheck.errors import InputError
from deckcheck.model import Card
from deckcheck.squad import (
    DEAL,
    FIRST,
    MOST_FLYERS,
    SECOND,
    Fighter,
    Purse,
    Squad,
    best_squad,
    deals,
    fighter,
)


@cache
def fighters() -> list[Fighter]:
    """Every card there is, as hiring sees it."""
    return [fighter(card) for card in pool_of("berserk").all()]


def card(cost: int, *elements: str, **marks: bool) -> Fighter:
    """A card of that cost; `marks` are elite, unique, flyer, terrain."""
    kinds = dict.fromkeys(("elite", "unique", "flyer", "terrain"), False) | marks
    return Fighter("1/1", f"of {cost}", cost, elements=elements, **kinds)


def hired(deal: Sequence[Fighter], purse: Purse = FIRST, redeals: int = 0) -> tuple[int, ...]:
    return best_squad(deal, purse, redeals).hired


# --- each rule ---------------------------------------------------------------------------------


def test_gold_cards_are_paid_with_gold_only() -> None:
    deal = [card(8, elite=True)] * 4
    assert len(hired(deal, Purse(24, 22))) == 3
    assert len(hired(deal, Purse(23, 99))) == 2


def test_silver_cards_are_paid_with_silver_and_then_gold() -> None:
    squad = best_squad([card(8)] * 4, Purse(10, 22))
    assert (len(squad.hired), squad.silver_left, squad.gold_left) == (4, 0, 0)
    assert len(hired([card(8)] * 4, Purse(9, 22))) == 3


def test_each_element_after_the_first_costs_one_gold() -> None:
    deal = [card(6, element, elite=True) for element in ("forest", "swamp", "steppe")]
    assert len(hired(deal, Purse(20, 0))) == 3
    assert len(hired(deal, Purse(19, 0))) == 2
    squad = best_squad(deal, Purse(20, 0))
    assert (squad.elements, squad.penalty) == (("forest", "swamp", "steppe"), 2)


def test_the_penalty_is_by_element_not_by_card() -> None:
    deal = [card(5, "forest", elite=True), *[card(5, "swamp", elite=True)] * 3]
    assert len(hired(deal, Purse(21, 0))) == 4


def test_neutral_cards_are_of_no_element() -> None:
    squad = best_squad([card(5, "forest"), card(5), card(5)], Purse(0, 15))
    assert (len(squad.hired), squad.penalty, squad.elements) == (3, 0, ("forest",))


def test_the_penalty_is_gold_and_no_silver_pays_it() -> None:
    assert len(hired([card(5, "forest"), card(5, "swamp")], Purse(0, 99))) == 1


def test_flyers_cost_at_most_fifteen_together() -> None:
    assert len(hired([card(5, flyer=True)] * 4)) == 3
    squad = best_squad([card(8, flyer=True), card(8, flyer=True), card(7, flyer=True)], FIRST)
    assert squad.paid == MOST_FLYERS


def test_a_unique_card_is_hired_once() -> None:
    twins = [card(5, unique=True)] * 2
    assert hired([*twins, card(4)]) == (0, 2)
    assert hired([card(5)] * 2) == (0, 1)


def test_one_terrain_is_hired() -> None:
    assert hired([card(3, terrain=True), card(4, terrain=True), card(2)]) == (1, 2)


def test_a_redeal_costs_one_gold() -> None:
    deal = [card(8, elite=True)] * 3
    assert len(hired(deal, Purse(24, 0), 0)) == 3
    assert len(hired(deal, Purse(24, 0), 1)) == 2
    with pytest.raises(InputError, match="25 redeals can't be paid"):
        best_squad(deal, Purse(24, 0), 25)


def test_the_second_player_has_one_more_of_each_crystal() -> None:
    assert (FIRST, SECOND) == ((24, 22), (25, 23))


def test_one_redeal_and_three_elements_leave_21_for_gold_cards_and_43_in_all() -> None:
    elements = ("forest", "swamp", "steppe")
    elite = [card(7, element, elite=True) for element in elements]
    assert best_squad(elite, FIRST, 1).paid == 21
    assert best_squad([*elite, card(22, "forest")], FIRST, 1).paid == 43
    assert best_squad([*elite, card(23, "forest")], FIRST, 1).paid < 43
    assert best_squad([*elite[:2], card(8, "steppe", elite=True)], FIRST, 1).paid < 22


# --- which of the squads that may be hired -----------------------------------------------------


def test_the_most_crystals_go_before_everything_else() -> None:
    assert hired([card(5, "forest"), card(4, "forest"), card(10, "swamp")], Purse(1, 15)) == (0, 2)


def test_of_squads_for_as_many_crystals_the_fewest_elements_win() -> None:
    deal = [card(5, "swamp"), card(5, "forest"), card(5, "swamp")]
    assert hired(deal, Purse(1, 9)) == (0, 2)


def test_then_the_most_cards_win() -> None:
    assert hired([card(4), card(2), card(2)], Purse(0, 4)) == (1, 2)


def test_then_the_cards_that_were_dealt_first_win() -> None:
    assert hired([card(4), card(4), card(4)], Purse(0, 8)) == (0, 1)


def test_nothing_is_hired_where_nothing_can_be_paid() -> None:
    assert best_squad([card(5)], Purse(2, 2)) == Squad((), 0, (), 0, 2, 2)


# --- the best squad by two other ways ----------------------------------------------------------


def allowed(cards: Sequence[Fighter], gold: int, silver: int) -> bool:
    """The rules once more, for one squad."""
    elements = {element for one in cards for element in one.elements}
    purse = gold - max(0, len(elements) - 1)
    unique = [one.name for one in cards if one.unique]
    return (
        sum(one.cost for one in cards if one.elite) <= purse
        and sum(one.cost for one in cards) <= purse + silver
        and purse >= 0
        and sum(one.cost for one in cards if one.flyer) <= MOST_FLYERS
        and len(unique) == len(set(unique))
        and sum(one.terrain for one in cards) <= 1
    )


def by_trying_all(deal: Sequence[Fighter], purse: Purse, redeals: int) -> tuple[int, ...]:
    """The best of all subsets there are."""
    best: tuple[Any, ...] = ()
    for size in range(len(deal) + 1):
        for places in combinations(range(len(deal)), size):
            cards = [deal[place] for place in places]
            if allowed(cards, purse.gold - redeals, purse.silver):
                elements = {element for one in cards for element in one.elements}
                paid = sum(one.cost for one in cards)
                earliest = tuple(-place for place in places)
                rank = (paid, -len(elements), size, earliest)
                best = max(best, (rank, places))
    found: tuple[int, ...] = best[1]
    return found


def test_the_best_of_small_deals_is_the_best_of_all_subsets() -> None:
    chance = Random(41)
    for _ in range(400):
        deal = chance.sample(fighters(), chance.randint(1, 9))
        deal += [chance.choice(deal) for _ in range(chance.randint(0, 2))]
        purse = Purse(chance.randint(0, 25), chance.randint(0, 23))
        redeals = chance.randint(0, min(3, purse.gold))
        assert hired(deal, purse, redeals) == by_trying_all(deal, purse, redeals), deal


def test_neutral_cards_alone_come_before_cards_of_one_element() -> None:
    codes = "30/189x3 20/48 40/68x2 50/192 50/31x3 50/206x2 20/189x2 40/8x3 30/163 50/189x2"
    cards = {}
    for row in (codes + " 50/201x3 40/192x3").split():
        code, _, copies = row.partition("x")
        cards[code] = int(copies or 1)
    known = pool_of("berserk").cards(cards)
    deal = [fighter(known[code]) for code in deals(cards, 383, 20)[-1]]
    squad = best_squad(deal, FIRST, 20)
    assert squad.hired == by_trying_all(deal, FIRST, 20)
    assert (squad.paid, len(squad.hired), squad.elements) == (26, 6, ())


def by_integer_programming(deal: Sequence[Fighter], gold: int, silver: int) -> tuple[int, int, int]:
    """(crystals paid, gold for elements, cards) of the best squad, as HiGHS finds it.

    Unknowns: a card is hired (one each), an element is among them (one each), the penalty.
    """
    size = len(deal)
    elements = sorted({element for one in deal for element in one.elements})
    width = size + len(elements) + 1
    rows: list[Any] = []
    highs: list[float] = []

    def at_most(high: float, cards: dict[int, float], penalty: float = 0) -> None:
        row = numpy.zeros(width)
        for place, factor in cards.items():
            row[place] = factor
        row[-1] = penalty
        rows.append(row)
        highs.append(high)

    costs = {place: float(one.cost) for place, one in enumerate(deal)}
    at_most(gold, {p: c for p, c in costs.items() if deal[p].elite}, 1)
    at_most(gold + silver, costs, 1)
    at_most(MOST_FLYERS, {p: c for p, c in costs.items() if deal[p].flyer})
    at_most(1, {p: 1 for p in costs if deal[p].terrain})
    for name in {one.name for one in deal if one.unique}:
        at_most(1, {p: 1 for p in costs if deal[p].unique and deal[p].name == name})
    for place, one in enumerate(deal):
        for element in one.elements:
            at_most(0, {place: 1, size + elements.index(element): -1})
    at_most(1, {size + n: 1 for n in range(len(elements))}, -1)
    worth = numpy.zeros(width)
    worth[:size] = [-10_000 * one.cost - 1 for one in deal]
    worth[-1] = 100
    top = numpy.ones(width)
    top[-1] = 9
    done = milp(
        worth,
        constraints=LinearConstraint(numpy.array(rows), -numpy.inf, numpy.array(highs)),
        bounds=Bounds(numpy.zeros(width), top),
        integrality=numpy.ones(width),
        options={"mip_rel_gap": 0},
    )
    assert done.success
    values = [round(value) for value in done.x]
    paid = sum(deal[place].cost for place in range(size) if values[place])
    return paid, values[-1], sum(values[:size])


@pytest.mark.parametrize("seed", range(4))
def test_the_best_of_whole_deals_is_what_an_integer_program_finds(seed: int) -> None:
    chance = Random(seed)
    for _ in range(50):
        elements = set(chance.sample(["steppe", "mountain", "forest", "swamp", "darkness"], 3))
        some = [one for one in fighters() if seed % 2 or set(one.elements) <= elements]
        deal = chance.choices(some, k=DEAL) if seed == 3 else chance.sample(some, DEAL)
        purse, redeals = chance.choice((FIRST, SECOND)), chance.choice((0, 0, 1, 2, 5))
        squad = best_squad(deal, purse, redeals)
        told = (squad.paid, squad.penalty, len(squad.hired))
        assert told == by_integer_programming(deal, purse.gold - redeals, purse.silver), deal
        assert allowed([deal[p] for p in squad.hired], purse.gold - redeals, purse.silver)


def test_the_numbers_of_a_squad_add_up() -> None:
    chance = Random(8)
    for _ in range(100):
        deal = chance.sample(fighters(), DEAL)
        squad = best_squad(deal, SECOND, 2)
        spent = squad.paid + squad.penalty + 2
        assert spent + squad.gold_left + squad.silver_left == sum(SECOND)
        assert squad.paid == sum(deal[place].cost for place in squad.hired)
        assert min(squad.gold_left, squad.silver_left) >= 0


def test_a_squad_is_found_in_twenty_milliseconds() -> None:
    chance = Random(5)
    times = []
    for _ in range(60):
        deal = chance.sample(fighters(), DEAL)
        start = time.process_time()
        best_squad(deal, SECOND)
        times.append(time.process_time() - start)
    assert median(times) < 0.02


# --- the deal ----------------------------------------------------------------------------------

THIRTY = {f"10/{number}": 3 for number in range(1, 11)}


def test_a_seed_deals_the_same_cards_today_and_next_year() -> None:
    """Written down once; another order of the deck's lines deals the same."""
    first = (
        *("10/10", "10/7", "10/5", "10/3", "10/8", "10/1", "10/9", "10/7"),
        *("10/9", "10/9", "10/6", "10/4", "10/8", "10/10", "10/3"),
    )
    assert deals(THIRTY, 1)[0] == first
    assert deals(dict(reversed(THIRTY.items())), 1)[0] == first
    assert deals(THIRTY, 2)[0] != first


def test_a_deal_is_fifteen_cards_of_the_deck() -> None:
    for seed in range(50):
        dealt = Counter(deals(THIRTY, seed)[0])
        assert dealt.total() == DEAL
        assert dealt <= Counter(THIRTY)


def test_a_redeal_is_dealt_from_the_whole_deck_again() -> None:
    first, second, third = deals(THIRTY, 7, 2)
    assert deals(THIRTY, 7)[0] == first
    assert len({first, second, third}) == 3
    assert all(Counter(deal) <= Counter(THIRTY) for deal in (second, third))


def test_every_card_is_dealt_as_often_as_another() -> None:
    cards = {f"10/{number}": 1 for number in range(1, 31)}
    seen = Counter[str]()
    for seed in range(2_000):
        seen.update(deals(cards, seed)[0])
    # 1,000 expected of each; 22 is the standard deviation.
    assert min(seen.values()) > 880
    assert max(seen.values()) < 1_120


def test_a_deck_of_fewer_than_fifteen_cards_cannot_be_dealt() -> None:
    assert len(deals({"10/1": 15}, 1)[0]) == DEAL
    with pytest.raises(InputError, match="the deck has 14"):
        deals({"10/1": 14}, 1)


def test_a_card_of_unknown_cost_cannot_be_hired() -> None:
    facts = {"cost": None, "elite": False, "unique": False, "elements": ["forest"]}
    with pytest.raises(InputError, match="its cost is not known"):
        fighter(Card("1/1", "Неведомый", "creature", "1", 1, None, None, facts))


# --- the command -------------------------------------------------------------------------------


@pytest.fixture
def starter(tmp_path: Path) -> str:
    path = tmp_path / "deck.json"
    deck = {"game": "berserk", "name": "Тридцать", "cards": THIRTY}
    path.write_text(json.dumps(deck, ensure_ascii=False), "utf-8")
    return str(path)


def test_the_command_shows_a_deal_and_its_squad(
    capsys: pytest.CaptureFixture[str], starter: str, tmp_path: Path
) -> None:
    done = in_process(capsys, "squad", starter, "--home", str(tmp_path))
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Тридцать: seed 1, first player, 24 gold and 22 silver"
    assert len(lines) == 1 + 1 + DEAL + 1
    marked = sum(line.startswith("  * ") for line in lines)
    assert lines[-1].startswith(f"  {marked} of 15 cards hired for ")


def test_the_command_gives_the_same_as_json(
    capsys: pytest.CaptureFixture[str], starter: str, tmp_path: Path
) -> None:
    options = ("--json", "--second", "--redeals", "2", "--seed", "3", "--home", str(tmp_path))
    done = in_process(capsys, "squad", starter, *options)
    told = json.loads(done.out)
    dealt = deals(THIRTY, 3, 2)
    pool = pool_of("berserk").cards(THIRTY)
    squad = best_squad([fighter(pool[code]) for code in dealt[-1]], SECOND, 2)
    assert (told["gold"], told["silver"], told["redeals"]) == (25, 23, 2)
    assert told["thrown"] == [list(codes) for codes in dealt[:-1]]
    assert [row["code"] for row in told["deal"]] == list(dealt[-1])
    assert told["squad"]["cards"] == [dealt[-1][place] for place in squad.hired]
    assert [row["code"] for row in told["deal"] if row["hired"]] == told["squad"]["cards"]
    assert told["squad"]["paid"] == squad.paid


@pytest.mark.parametrize(
    ("change", "options", "says"),
    [
        ({}, ["--redeals", "25"], "25 redeals can't be paid"),
        ({"cards": {"10/1": 3}}, [], "but the deck has 3"),
        ({"cards": {**THIRTY, "99/1": 1}}, [], "cost to hire"),
        ({"game": "agot2"}, [], "agot2"),
    ],
)
def test_a_deck_that_cannot_be_dealt_is_an_error_of_one_sentence(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    change: dict[str, Any],
    options: list[str],
    says: str,
) -> None:
    path = tmp_path / "deck.json"
    path.write_text(json.dumps({"game": "berserk", "cards": THIRTY, **change}), "utf-8")
    done = in_process(capsys, "squad", str(path), *options, "--home", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 1


def test_the_command_runs_as_a_program(starter: str, tmp_path: Path) -> None:
    done = process(tmp_path, "squad", starter, "--seed", "4")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Тридцать: seed 4")
