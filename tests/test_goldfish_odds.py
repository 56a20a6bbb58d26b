"""Odds: exact, and the same computed another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest
from goldfish_decks import all_cards, fish, random_deck, real_decks
from pools import agot2_game

from deckcheck.errors import InputError, QueryError
from deckcheck.goldfish.chances import further
from deckcheck.goldfish.layout import Layer
from deckcheck.goldfish.mulligan import KEEP_ALL, parse_rule
from deckcheck.goldfish.odds import Wish, drawn_chance, odds, parse_wish
from deckcheck.model import Deck

Classes = list[tuple[tuple[bool, ...], int]]


def enumerated(classes: Classes, size: int, drawn: int, needs: list[int]) -> Fraction:
    """The chance by going through every draw."""
    cards = [key for key, number in classes for _ in range(number)]
    cards += [(False,) * len(needs)] * (size - len(cards))
    hits = total = 0
    for hand in combinations(range(size), drawn):
        total += 1
        hits += all(sum(cards[c][n] for c in hand) >= need for n, need in enumerate(needs))
    return Fraction(hits, total)


def by_exclusion(classes: Classes, size: int, drawn: int) -> Fraction:
    """The chance of at least one for each wish, by inclusion and exclusion."""
    wishes = len(classes[0][0])
    total = Fraction(0)
    for number in range(wishes + 1):
        for missed in combinations(range(wishes), number):
            out = sum(n for key, n in classes if any(key[place] for place in missed))
            total += (-1) ** number * Fraction(comb(size - out, drawn), comb(size, drawn))
    return total


@pytest.mark.parametrize("seed", range(60))
def test_two_ways_to_the_same_number(seed: int) -> None:
    """Small decks with one to three wishes: the sum, every draw, and inclusion-exclusion."""
    chance = Random(seed)
    wishes = chance.randint(1, 3)
    keys = {tuple(chance.random() < 0.5 for _ in range(wishes)) for _ in range(3)}
    classes = [(key, chance.randint(1, 3)) for key in sorted(keys) if any(key)]
    if not classes:
        classes = [((True,) * wishes, 1)]
    size = sum(n for _, n in classes) + chance.randint(0, 4)
    drawn = chance.randint(0, size)
    assert drawn_chance(classes, size, drawn, [1] * wishes) == by_exclusion(classes, size, drawn)
    needs = [chance.randint(0, 3) for _ in range(wishes)]
    assert drawn_chance(classes, size, drawn, needs) == enumerated(classes, size, drawn, needs)


def test_nothing_and_everything() -> None:
    """0 and 100 % are exactly that."""
    assert drawn_chance([((True,), 3)], 60, 0, [1]) == 0
    assert drawn_chance([((True,), 3)], 60, 60, [3]) == 1
    assert drawn_chance([((True,), 3)], 60, 57, [4]) == 0
    assert drawn_chance([], 5, 5, [0]) == 1


def test_one_of_one_card_in_sixty() -> None:
    assert drawn_chance([((True,), 1)], 60, 1, [1]) == Fraction(1, 60)


def odds_by_every_hand(deck: Deck, wishes: list[Wish], rounds: int, rule_text: str) -> Fraction:
    """The chance by the last round, hand by hand and draw by draw."""
    one = fish(deck)
    plan, layer = one.plan, Layer(one.plan)
    cards = [v.code for v in plan.versions for _ in range(v.copies)]
    tests = [one.test(wish.query) for wish in wishes]
    rule = parse_rule(rule_text, agot2_game().fields)
    returns = one.settle(rule).returns
    queries = [one.test(query) for query in rule.queries]

    from deckcheck.goldfish.plan import Outcome

    def chance(hand: tuple[int, ...]) -> Fraction:
        placed = layer.best([cards[c] for c in hand]).figures[1]
        rest = [c for c in range(len(cards)) if c not in hand]
        more = further(plan, placed, rounds)
        hits = total = 0
        for drawn in combinations(rest, more):
            seen = [cards[c] for c in (*hand, *drawn)] + list(plan.fetched)
            total += 1
            hits += all(
                sum(test(code) for code in seen) >= wish.number
                for test, wish in zip(tests, wishes, strict=True)
            )
        return Fraction(hits, total)

    hands = list(combinations(range(len(cards)), plan.drawn))
    chances = [chance(hand) for hand in hands]
    back = []
    for hand in hands:
        codes = [cards[c] for c in hand]
        counts = tuple(sum(test(code) for code in codes) for test in queries)
        back.append(returns(Outcome(layer.best(codes).figures, counts)))
    again = sum(chances, Fraction(0)) / len(hands)
    kept = (again if gone else c for c, gone in zip(chances, back, strict=True))
    return sum(kept, Fraction(0)) / len(hands)


@pytest.mark.parametrize(
    "seed", [s for s in range(60) if sum(random_deck(s).cards.values()) <= 11][:12]
)
@pytest.mark.parametrize("rule", ["keep all", "cards<3 or [type:character]<2"])
def test_by_round_equals_every_hand_and_draw(seed: int, rule: str) -> None:
    deck = random_deck(seed)
    first, *_, last = deck.cards
    wishes = [Wish(f"id:{first}"), Wish(f"id:{first}|{last}", 2)]
    made = odds(fish(deck), wishes, 1, parse_rule(rule, agot2_game().fields))
    assert made.by_round[1] == odds_by_every_hand(deck, wishes, 1, rule)
    assert made.by_round[0] == odds_by_every_hand(deck, wishes, 0, rule)


@pytest.mark.parametrize("rule", ["keep all", "cards<4"])
def test_a_card_seen_is_a_wish_met(rule: str) -> None:
    """The table of cards by round says the same as odds asked for one title."""
    one = fish(real_decks()["SoD-1"])
    settled = parse_rule(rule, agot2_game().fields)
    seen = one.by_card(settled, 2)
    for title in list(seen)[:6]:
        made = odds(one, [Wish(f'title:"{title}"')], 2, settled)
        assert list(made.by_round) == seen[title]


def test_without_set_up_it_is_the_hypergeometric_sum() -> None:
    """On the Hollow Hill nothing is placed: 7 cards, then 2 a round."""
    cards = dict.fromkeys(list(real_decks()["SoD-1"].cards)[:20], 3)
    game = agot2_game()
    cards = {code: n for code, n in cards.items() if game.section(all_cards()[code]) == "draw"}
    code, size = next(iter(cards)), sum(cards.values())
    deck = Deck("agot2", agendas=("13039",), cards=cards)
    title = all_cards()[code].title
    made = odds(fish(deck), [Wish(f"id:{code}")], 3, KEEP_ALL)
    for number, chance in enumerate(made.by_round):
        assert chance == 1 - Fraction(comb(size - 3, 7 + 2 * number), comb(size, 7 + 2 * number)), (
            title
        )


def test_a_deck_smaller_than_a_hand() -> None:
    """Five cards: all are drawn, so what is in it is seen and what isn't is not."""
    deck = Deck("agot2", cards={"01040": 2, "01146": 3})
    made = odds(fish(deck), [Wish("roseroad", 2)], 2, KEEP_ALL)
    assert set(made.by_round) == {Fraction(1)}
    assert set(odds(fish(deck), [Wish("roseroad", 3)], 2, KEEP_ALL).by_round) == {Fraction(0)}


def test_an_empty_deck_is_no_fault() -> None:
    made = odds(fish(Deck("agot2")), [Wish("roseroad")], 1, KEEP_ALL)
    assert made.by_round == (0, 0)


def test_what_an_agenda_fetched_is_there() -> None:
    """The Red Door's location is seen from the start."""
    deck = Deck("agot2", agendas=("08039",), cards={"01038": 1, "01040": 3, "01146": 3, "01147": 3})
    assert odds(fish(deck), [Wish("id:01038")], 0, KEEP_ALL).by_round == (1,)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("hodor", Wish("hodor")),
        ("hodor >=2", Wish("hodor", 2)),
        ("[cost>=6]>=2", Wish("cost>=6", 2)),
        ("cost>=6", Wish("cost>=6")),
        ("type:character cost>=6 >= 2", Wish("type:character cost>=6", 2)),
        ("[hodor]", Wish("hodor")),
    ],
)
def test_wishes(text: str, wish: Wish) -> None:
    assert parse_wish(text) == wish


def test_wishes_that_are_none() -> None:
    with pytest.raises(InputError):
        parse_wish("  ")
    with pytest.raises(InputError):
        odds(fish(real_decks()["SoD-1"]), [], 1, KEEP_ALL)
    with pytest.raises(QueryError):
        odds(fish(real_decks()["SoD-1"]), [Wish("colour:red")], 1, KEEP_ALL)
