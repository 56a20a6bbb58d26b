"""The shipped card facts of both Berserk games, as they were counted and read off the tables."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pools import game_of, pool_of

from deckcheck.checking import Checker
from deckcheck.folding import fold
from deckcheck.model import Deck
from deckcheck.query import compile_query
from deckcheck.setting import Asked

DATA = Path(__file__).resolve().parent.parent / "data"
TABLES = DATA.parent.parent / "shared" / "data" / "berserk"
needs_tables = pytest.mark.skipif(not TABLES.is_dir(), reason="the public tables aren't here")


def lines(game: str) -> list[dict[str, Any]]:
    paths = sorted((DATA / game / "cards").glob("*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


HEROES, CLASSIC = lines("berserk_heroes"), lines("berserk")
HERO = {card["code"]: card for card in HEROES}
FIGHTER = {card["code"]: card for card in CLASSIC}


def found(game: str, query: str) -> list[str]:
    binding_free = compile_query(query, game_of(game).fields)
    return [card.code for card in pool_of(game).all() if binding_free(card)]


# --- Heroes ------------------------------------------------------------------------------------


def test_every_row_of_heroes_is_a_printing_but_for_one_that_stood_there_twice() -> None:
    printings = Counter[str]()
    for card in HEROES:
        printings[card["source"]] += len(card.get("printings", [card]))
    assert printings == {"A": 1568, "B": 658, "C": 12, "D": 111}
    assert len(HEROES) == 2284


def test_types_of_heroes() -> None:
    types = Counter[str]()
    for card in HEROES:
        if card["source"] == "A":
            types[card["type"]] += len(card.get("printings", [card]))
    assert types == {
        "creature": 966,
        "spell": 349,
        "hero": 111,
        "support": 49,
        "quest": 44,
        "weapon": 20,
        "armor": 13,
        "amulet": 12,
        "location": 4,
    }


def test_limits_conditions_and_horde_of_heroes() -> None:
    read = [card for card in HEROES if card["source"] == "A"]
    assert Counter(card.get("limit") for card in read if "limit" in card) == {1: 9, 5: 29}
    assert [card["code"] for card in read if card["horde"] and card.get("limit") != 5] == []
    conditions = ("open_to", "only_with", "not_with")
    numbers = {
        name: sum(len(card.get("printings", [card])) for card in read if name in card)
        for name in conditions
    }
    assert numbers == {"open_to": 4, "only_with": 11, "not_with": 2}


def test_heroes_of_read_sets_have_an_element_a_class_and_a_life() -> None:
    heroes = [card for card in HEROES if card["type"] == "hero" and card["source"] == "A"]
    assert Counter(card["hero_class"] for card in heroes) == {
        "warrior": 31,
        "mage": 28,
        "priest": 27,
        "rogue": 25,
    }
    assert all(card["elements"] and card["life"] for card in heroes)


def test_a_blank_field_is_unknown_and_not_empty() -> None:
    assert HERO["5:бледный тролль"]["elements"] is None
    assert HERO["14/1"]["class"] is None
    assert HERO["14/1"]["unique"] is None
    assert HERO["5:адан"]["type"] == "?"
    assert found("berserk_heroes", "class:? id:14/1|14/5") == ["14/1"]
    assert found("berserk_heroes", "-class:Орк id:14/1|14/5") == ["14/5"]
    assert found("berserk_heroes", "type:? id:14/1|5:адан") == ["5:адан"]


def test_a_row_of_low_confidence_has_no_facts() -> None:
    doubtful = [card for card in HEROES if card["source"] == "D"]
    assert all(card["doubtful"] and card["elements"] is None for card in doubtful)
    assert all("doubtful" not in card for card in HEROES if card["source"] != "D")


def test_one_name_of_set_16_is_two_cards() -> None:
    assert (HERO["16/65"]["type"], HERO["16/66"]["type"]) == ("spell", "creature")
    assert HERO["16/65"]["title"] == HERO["16/66"]["title"] == "Волхв Лихолесья"


def test_a_full_format_number_is_a_printing() -> None:
    pool = pool_of("berserk_heroes")
    card = pool.card("18/199")
    assert card is not None
    assert card.code == "18/15"
    assert [p.code for p in pool.printings(["18/15"])["18/15"]] == ["18/15", "18/199"]


def test_codes_without_a_number_are_folded() -> None:
    for card in HEROES:
        if card["position"] is None:
            assert card["code"] == f"{card['pack']}:{fold(card['title'])}"


# --- classic -----------------------------------------------------------------------------------


def test_every_row_of_the_classic_game_is_a_card() -> None:
    assert len(CLASSIC) == 1054
    assert Counter(card["type"] for card in CLASSIC) == {
        "creature": 892,
        "flyer": 65,
        "artifact": 38,
        "terrain": 24,
        "companion": 21,
        "parasite": 14,
    }
    assert Counter(card["elite"] for card in CLASSIC) == {False: 625, True: 429}
    assert sum(card["unique"] for card in CLASSIC) == 393
    assert sum(card["horde"] for card in CLASSIC) == 12
    assert all(len(card["elements"]) == 1 and card["cost"] > 0 for card in CLASSIC)


def test_twelve_names_of_the_classic_game_are_in_two_sets() -> None:
    twice = [card["title"] for card in CLASSIC if card.get("also_in")]
    assert len(twice) == 24
    assert Counter(twice)["Мантикора"] == 2


# --- both --------------------------------------------------------------------------------------


@needs_tables
@pytest.mark.parametrize(
    ("game", "file"), [("berserk_heroes", "heroes_cards.csv"), ("berserk", "classic_cards.csv")]
)
def test_every_row_of_the_tables_is_found_with_its_values(game: str, file: str) -> None:
    pool = pool_of(game)
    with (TABLES / file).open(encoding="utf-8-sig", newline="") as opened:
        for row in csv.DictReader(opened):
            number, pack = row["card_number"], row["set_number"] or "?"
            code = f"{pack}/{number}" if number else f"{pack}:{fold(row['name'])}"
            card = pool.card(code)
            assert card is not None, code
            assert fold(card.title) == fold(row["name"])
            told = card.facts.get("doubtful") or card.facts
            if row["elements"] and code != "5:лич-библиотекарь":
                assert told["elements"] == row["elements"].split("|")
            for column in ("cost", "attack", "life"):
                if row.get(column) and row[column] != "-1":
                    assert str(told[column]) == row[column], (code, column)
            assert card.facts["source"] == row["source"]


@pytest.mark.parametrize(
    ("game", "file", "size"),
    [
        ("berserk_heroes", "heroes_saikono_2025", 50),
        ("berserk", "classic_starter_forest_mountain", 30),
    ],
)
@needs_tables
def test_the_real_list_and_the_starter_are_legal(game: str, file: str, size: int) -> None:
    deck = answer(game, file)
    assert sum(deck.cards.values()) + sum(deck.side.values()) == size
    report = Checker(game_of(game), pool_of(game), "2026-11-29").check(deck)
    assert report.format == "constructed"
    assert report.legal is True
    assert [f.code for f in report.findings] == ["rules-only"]


@needs_tables
def test_the_real_list_holds_cards_newer_than_the_last_list_that_is_known() -> None:
    deck = answer("berserk_heroes", "heroes_saikono_2025")
    checker = Checker(game_of("berserk_heroes"), pool_of("berserk_heroes"), "2026-11-29")
    then = checker.check(deck, Asked(format="standard", on="2024-06-04"))
    assert then.legal is False
    (finding,) = then.findings
    assert (finding.code, finding.cards) == ("not-in-packs", ("21/64", "21/26"))
    now = checker.check(deck, Asked(format="standard"))
    assert now.legal is None
    assert [f.code for f in now.findings] == ["not-in-packs", "list-not-known"]


def answer(game: str, file: str) -> Deck:
    """The deck that a list should read to."""
    body = json.loads((TABLES / "decks" / f"{file}.json").read_text("utf-8"))

    def code(row: dict[str, Any]) -> str:
        return f"{row['set_number']}/{row['card_number']}"

    hero = body.get("hero")
    return Deck(
        game,
        body["title"],
        hero=code(hero) if hero else None,
        cards={code(row): row["count"] for row in body["main"]},
        side={code(row): row["count"] for row in body.get("sideboard", ())},
    )


# --- which list is in force --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "code"),
    [
        ("2023-12-10", None),
        ("2023-12-11", "tournament2023-12-11"),
        ("2024-01-16", "tournament2023-12-11"),
        ("2024-01-17", "tournament2024-01-17"),
        ("2024-06-03", "tournament2024-01-17"),
        ("2024-06-04", "tournament2024-06-04"),
        ("2026-11-29", "tournament2024-06-04"),
    ],
)
def test_the_list_in_force_on_a_day(on: str, code: str | None) -> None:
    checker = Checker(game_of("berserk_heroes"), pool_of("berserk_heroes"), "2026-11-29")
    report = checker.check(Deck("berserk_heroes"), Asked(format="standard", on=on))
    assert report.list == code
    told = [f for f in report.findings if f.code == "no-list"]
    assert [f.severity for f in told] == ([] if code else ["unknown"])


def test_a_list_that_is_asked_for_is_taken_as_of_the_last_day_that_it_is_known_to_hold() -> None:
    checker = Checker(game_of("berserk_heroes"), pool_of("berserk_heroes"), "2026-11-29")
    asked = Asked(format="standard", list="tournament2024-06-04")
    report = checker.check(Deck("berserk_heroes"), asked)
    assert report.on == "2024-06-30"
    assert "list-not-known" not in {f.code for f in report.findings}
