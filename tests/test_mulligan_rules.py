"""The language of mulligan rules."""

from __future__ import annotations

import pytest
from goldfish_decks import fish, real_decks
from hypothesis import given
from hypothesis import strategies as st
from pools import agot2_game

from deckcheck.errors import QueryError
from deckcheck.goldfish.mulligan import KEEP_ALL, Rule, condition_of, holds, parse_rule
from deckcheck.goldfish.plan import FIGURES

FIELDS = agot2_game().fields


def back(text: str, figures: tuple[int, ...], *counts: int) -> bool:
    """Whether a rule sends back a hand with these figures and counts of its queries."""
    rule = parse_rule(text, FIELDS)
    assert rule.condition is not None
    return holds(rule.condition, (figures, counts))


def test_comparisons() -> None:
    hand = (7, 4, 2, 1, 0, 1)
    assert back("cards<5", hand)
    assert not back("cards<4", hand)
    assert back("gold<=7", hand)
    assert back("gold=7", hand)
    assert back("characters!=3", hand)
    assert back("economy>=1", hand)
    assert not back("strong>0", hand)
    assert back("limited > 0", hand)


def test_and_binds_closer_than_or() -> None:
    hand = (7, 4, 2)
    assert back("cards=4 or cards=9 and gold=0", hand)
    assert not back("(cards=4 or cards=9) and gold=0", hand)
    assert back("CARDS<5 AND (gold<8 OR characters<1)", hand)


def test_queries_count_cards_of_the_hand() -> None:
    rule = parse_rule("[cost>=6]>2 or [type:event trait:'Small Council']=0 or [cost>=6]=0", FIELDS)
    assert rule.queries == ("cost>=6", "type:event trait:'Small Council'")
    assert rule.condition is not None
    assert holds(rule.condition, ((8, 4), (3, 1)))
    assert not holds(rule.condition, ((8, 4), (2, 1)))


def test_how_many_figures_are_needed() -> None:
    assert parse_rule("cards<4", FIELDS).figures == 2
    assert parse_rule("cards<4 or characters<2", FIELDS).figures == 3
    assert parse_rule("best:limited", FIELDS).figures == len(FIGURES)


def test_keeping_all() -> None:
    assert parse_rule("keep", FIELDS) == parse_rule(" none ", FIELDS) == KEEP_ALL


def test_best_is_computed() -> None:
    one = fish(real_decks()["SoD-1"])
    assert one.settle(parse_rule("best:gold", FIELDS)).text == "gold<8"
    assert one.settle(parse_rule("best:cards", FIELDS)).text == "cards<4"
    settled = one.settle(parse_rule("best:cards>=4 and gold=8", FIELDS))
    assert settled.text == "not (cards>=4 and gold=8)"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("cards", 5),
        ("cards<", 6),
        ("cards<x", 6),
        ("horses<4", 0),
        ("cards<4 or", 10),
        ("(cards<4", 8),
        ("cards<4)", 7),
        ("[cost>=6>2", 0),
        ("cards<4 characters<2", 8),
        ("best:", 5),
        ("best:horses", 5),
        ("cards<10000", 11),
    ],
)
def test_what_isnt_understood_is_pointed_at(text: str, at: int) -> None:
    with pytest.raises(QueryError) as error:
        parse_rule(text, FIELDS)
    assert error.value.at == at


def test_a_bad_query_inside() -> None:
    with pytest.raises(QueryError, match="colour"):
        parse_rule("[colour:red]>1", FIELDS)
    with pytest.raises(QueryError, match="4 different"):
        parse_rule(" or ".join(f"[cost={n}]>1" for n in range(5)), FIELDS)
    with pytest.raises(QueryError, match="not best"):
        condition_of("best:gold", FIELDS)


def test_nested_too_deeply() -> None:
    with pytest.raises(QueryError, match="too deeply"):
        parse_rule("(" * 500 + "cards<4" + ")" * 500, FIELDS)


@given(st.text(alphabet="cardsgol<>=!()[]& or'\"12:best", max_size=30))
def test_any_text_is_a_rule_or_a_query_error(text: str) -> None:
    fault = None
    try:
        assert isinstance(parse_rule(text, FIELDS), Rule)
    except QueryError as error:
        fault = error
    assert fault is None or 0 <= fault.at <= len(fault.query)
