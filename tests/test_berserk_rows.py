"""The rows of both Berserk games are whole, cited, and each is held in place by a deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from cases import Case, cases, judge
from mutants import Mutant, mutants
from pools import game_of, pool_of

from deckcheck.game import Game
from deckcheck.judge import Judge
from deckcheck.wording import noun

GAMES = ("berserk_heroes", "berserk")
TOGETHER = "the row that counts both decks together forbids it too, less surely"
FEWER = "other cards may not be there so often anyway"
# Changes to a row that change no verdict, and why that is right.
NO_DIFFERENCE = {
    "heroes.names left out": TOGETHER,
    "heroes.names not in main": TOGETHER,
    "heroes.names not in side": TOGETHER,
    "heroes.horde left out": TOGETHER,
    "heroes.horde not in main": TOGETHER,
    "heroes.horde not in side": TOGETHER,
    "heroes.general.names left out": TOGETHER,
    "heroes.general.names max=2": TOGETHER,
    "heroes.horde where ": FEWER,
    "heroes.horde.together where ": FEWER,
    "berserk.horde where ": FEWER,
    "berserk.horde.three where ": FEWER,
}


def all_rows(game: str) -> dict[str, Mapping[str, Any]]:
    """Id → row, of every format."""
    loaded = game_of(game)
    return {row["code"]: row for name in loaded.formats for row, _ in loaded.raw_rows(name)}


@pytest.mark.parametrize("game", GAMES)
def test_the_rows_keep_their_own_form(game: str) -> None:
    one = game_of(game)
    assert one.validate() == sum(len([*one.raw_rows(name)]) for name in one.formats) > 0


@pytest.mark.parametrize("game", GAMES)
def test_every_row_has_a_source_and_says_what_it_asks_in_its_own_words(game: str) -> None:
    for id, row in all_rows(game).items():
        assert row["cite"]["source"], id
        assert len(row["cite"]["says"]) > 10, id


@pytest.mark.parametrize("game", GAMES)
def test_what_awaits_a_ruling_is_open_and_what_is_open_awaits_a_ruling(game: str) -> None:
    opened = {id for id, row in all_rows(game).items() if row.get("sure") == "open"}
    awaiting = game_of(game).documents["open"]["awaiting"]
    assert opened == {id for id in awaiting if "." in id}


def test_a_row_names_the_hero_it_waits_for() -> None:
    for id, row in all_rows("berserk_heroes").items():
        if "when" in row:
            code = row["when"].removeprefix("hero: id:")
            hero = pool_of("berserk_heroes").card(code)
            assert hero is not None, id
            assert hero.type == "hero", id
            assert row["cite"]["source"] == f"hero {hero.title} {code}", id


def test_the_eight_heroes_that_change_a_deck_have_rows() -> None:
    waiting = Counter(row["when"] for row in all_rows("berserk_heroes").values() if "when" in row)
    codes = ("14/186", "15/196", "15/197", "16/188", "17/189", "18/188", "21/189", "21/190")
    assert set(waiting) == {f"hero: id:{code}" for code in codes}


@pytest.mark.parametrize(
    ("id", "rules"),
    [
        ("four", ["heroes.names"]),
        ("four-in-the-side-deck", ["heroes.names"]),
        ("four-in-both-decks", ["heroes.names.together"]),
        ("horde-six", ["heroes.horde"]),
        ("horde-six-in-the-side-deck", ["heroes.horde"]),
        ("horde-six-in-both-decks", ["heroes.horde.together"]),
    ],
)
def test_what_a_deck_breaks_by_itself_is_said_surely_and_once(id: str, rules: list[str]) -> None:
    case = next(c for c in cases("berserk_heroes") if c.id == f"berserk_heroes/copies/{id}")
    report = judge(case.format, case.list, case.on, "berserk_heroes").report(case.deck)
    assert [f.rule for f in report.findings if f.severity == "error"] == rules


def test_what_cannot_be_told_of_copies_is_said_once() -> None:
    ids = ("unknown-horde-four", "unknown-hero-may-change-copies")
    for case in cases("berserk_heroes"):
        if case.id.rpartition("/")[2] in ids:
            report = judge(case.format, case.list, case.on, "berserk_heroes").report(case.deck)
            told = [f.cards for f in report.findings if f.code == "copies"]
            assert len(told) == len(set(told)), case.id


@pytest.mark.parametrize("game", GAMES)
def test_every_demand_can_be_put_into_words(game: str) -> None:
    loaded = game_of(game)
    for id, row in all_rows(game).items():
        # Copies by name are said by the name, not by the query.
        if "count" in row and "name" not in row["count"].get("per", ()):
            assert "[" not in noun(row["count"].get("where", ""), loaded.fields), id


def test_copies_of_both_decks_are_counted_apart_where_a_format_says_so() -> None:
    documents = game_of("berserk_heroes").documents
    form = documents["formats"]["constructed"]
    rules = [name for name in form["rules"] if name != "together"]
    formats = {**documents["formats"], "constructed": {**form, "rules": rules}}
    apart = Judge(
        Game({**documents, "formats": formats}),
        pool_of("berserk_heroes"),
        *("constructed", None, "2024-06-04"),
    )
    told = {
        case.id.rpartition("/")[2]: apart.verdict(case.deck)
        for case in cases("berserk_heroes")
        if case.id.startswith("berserk_heroes/copies/")
    }
    assert told["four-in-both-decks"] is True
    assert told["horde-six-in-both-decks"] is True
    assert told["four-in-the-side-deck"] is False


def notices(mutant: Mutant, case: Case, judges: dict[Any, Judge]) -> bool:
    key = (case.format, case.list, case.on)
    if key not in judges:
        one = mutant.game.list(case.list) if case.list else None
        pool = pool_of(mutant.game.name)
        judges[key] = Judge(mutant.game, pool, case.format, one, case.on)
    report = judges[key].report(case.deck)
    told = {f.code for f in report.findings if f.severity in ("error", "unknown")}
    return report.legal is not case.legal or tuple(sorted(told)) != case.finds


@pytest.mark.parametrize("game", GAMES)
def test_every_row_number_and_term_is_noticed_by_a_case(game: str) -> None:
    unnoticed = []
    for mutant in mutants(game):
        judges: dict[Any, Judge] = {}
        fitting = [case for case in cases(game) if case.format in mutant.formats]
        fitting.sort(key=lambda case: mutant.row.get("finding", "element") not in case.finds)
        if not any(notices(mutant, case, judges) for case in fitting):
            unnoticed.append(mutant.id)
    expected = [id for id in NO_DIFFERENCE if id.startswith("heroes.") == (game != "berserk")]
    assert sorted(unnoticed) == sorted(expected)
