"""What players stumbled over, each kept from coming back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pools import agot2_pool

from deckcheck import Checker, Deck, load
from deckcheck.errors import InputError, UnknownName
from deckcheck.findings import Finding
from deckcheck.legality import read_list
from deckcheck.messages import Speaker, text
from deckcheck.setting import Asked

GAME = load("agot2")
POOL = agot2_pool()
CHECKER = Checker(GAME, POOL, today="2026-11-29")


def findings(deck: Deck, **asked: Any) -> dict[str, Finding]:
    return {f.code: f for f in CHECKER.check(deck, Asked(**asked)).findings}


def sentence(finding: Finding) -> str:
    return text(finding, Speaker(GAME, POOL.card))


def own_list(**fields: Any) -> Any:
    return read_list({"code": "club", "name": "Club", "date": "2026-01-01", **fields}, "club.json")


def test_a_ban_by_title_forbids_nothing_and_is_refused() -> None:
    with pytest.raises(InputError, match="'Arya Stark' is no card's code"):
        findings(Deck("agot2"), list=own_list(banned=["Arya Stark"]))


def test_a_list_that_names_codes_of_no_card_is_used_and_says_so() -> None:
    found = findings(Deck("agot2"), list=own_list(banned=["99999", "01141"]))
    assert found["list-unknown-codes"].args["codes"] == "99999"


def test_a_list_for_a_format_that_the_game_has_not_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean joust"):
        findings(Deck("agot2"), list=own_list(formats={"jousst": {}}))


def test_a_list_that_is_not_in_force_yet_says_so() -> None:
    assert "list-not-in-force" in findings(Deck("agot2"), list=own_list(date="2027-01-01"))
    assert "list-not-in-force" not in findings(Deck("agot2"), list=own_list(date="2026-11-29"))


def test_a_draft_without_its_pool_says_what_is_not_checked() -> None:
    assert "pool-not-given" in findings(Deck("agot2"), format="draft")
    assert "pool-not-given" not in findings(Deck("agot2", drafted={}), format="draft")
    assert "pool-not-given" not in findings(Deck("agot2"), format="joust")


def test_the_named_faction_that_leaves_the_fewest_cards_out_is_assumed() -> None:
    cards = {"01141": 3, "01084": 2, "01085": 2, "01180": 1}  # Stark, Lannister, Tyrell
    deck = Deck("agot2", faction="stark", agendas=("00001",), cards=cards)
    found = findings(deck, format="draft")
    assert found["assumed-choice"].args["choices"][0]["values"] == ["lannister"]
    assert found["faction"].cards == ("01180",)


def test_a_card_for_one_format_is_said_to_be_for_that_one() -> None:
    deck = Deck("agot2", faction="stark", agendas=("00030",), cards={"17147": 1})
    found = CHECKER.check(deck, Asked(format="joust")).findings
    said = [sentence(f) for f in found if f.code == "wrong-format-card"]
    assert len(said) == 2
    assert "1 card for melee only" in said[0] + said[1]
    assert "1 card for hand-of-the-king only" in said[0] + said[1]


def test_doubled_plots_and_surplus_agendas_are_named() -> None:
    deck = Deck(
        "agot2",
        faction="stark",
        agendas=("01027", "01200"),
        cards={"01004": 2, "01008": 2, "01010": 1},
    )
    found = findings(deck)
    assert found["plot-doubles"].cards == ("01004", "01008")
    assert "Calm Over Westeros" in sentence(found["plot-doubles"])
    assert "Fealty" in sentence(found["too-many-agendas"])


def test_an_unreleased_card_is_named_with_its_date() -> None:
    found = findings(Deck("agot2", faction="stark", cards={"01141": 1}), on="2015-10-07")
    assert "Arya Stark (Core) 01141 (released 2015-10-08)" in sentence(found["unreleased"])


def test_six_schemes_in_rains_are_one_fault() -> None:
    schemes = [c.code for c in POOL.all() if c.type == "plot" and "Scheme" in c.facts["traits"]]
    others = [c.code for c in POOL.all() if c.type == "plot" and "Edict" in c.facts["traits"]]
    only = [c for c in others if c not in schemes and POOL.card(c).facts["faction"] == "neutral"]
    neutral = [c for c in schemes if POOL.card(c).facts["faction"] == "neutral"]
    plots = dict.fromkeys([*neutral[:6], *only[:6]], 1)
    deck = Deck("agot2", faction="stark", agendas=("05045",), cards=plots)
    rows = [f.rule for f in CHECKER.check(deck).findings if f.code == "agenda-must"]
    assert rows == ["agot2.rains.schemes"]


@pytest.mark.parametrize("name", ["gotstandard2.1", "GOTSTANDARD2.1", "Standard v2.1"])
def test_a_list_is_found_by_code_or_name_in_any_case(name: str) -> None:
    assert CHECKER.check(Deck("agot2"), Asked(list=name)).list == "gotstandard2.1"


@pytest.mark.parametrize("name", ["joust", "JOUST", "Joust"])
def test_a_format_is_found_in_any_case(name: str) -> None:
    assert CHECKER.check(Deck("agot2"), Asked(format=name)).format == "joust"


class TestFromOutside:
    def test_contradicting_and_empty_options_are_refused(self, deckcheck: Any) -> None:
        ran = deckcheck("check", "--no-list", "--list", "ffg", "x")
        assert (ran.code, "opposite" in ran.err) == (2, True)
        ran = deckcheck("check", "--on", "", "x")
        assert (ran.code, "not a date" in ran.err) == (2, True)

    def test_a_dump_of_a_database_is_called_that(self, deckcheck: Any, tmp_path: Path) -> None:
        dump = tmp_path / "deck.sql"
        dump.write_text("-- decks\nINSERT INTO `deck` VALUES (1,'01003',1);\n")
        ran = deckcheck("check", str(dump))
        assert (ran.code, "dump of a database" in ran.err) == (2, True)

    def test_a_line_break_in_a_file_name_forges_no_message(
        self, deckcheck: Any, tmp_path: Path
    ) -> None:
        ran = deckcheck("check", str(tmp_path / "x\ndeckcheck: all decks are legal"))
        assert len(ran.err.splitlines()) == 1

    def test_a_difference_that_cannot_be_compared_is_in_the_json(
        self, deckcheck: Any, tmp_path: Path
    ) -> None:
        deck = tmp_path / "deck.txt"
        deck.write_text("House Stark\n\nCharacters\n3x Hodor\n2x Zzzyx\n")
        ran = deckcheck("diff", "--json", str(deck), str(deck))
        assert [row["deck"] for row in json.loads(ran.out)["unread"]] == ["first", "second"]

    def test_verbose_names_all_cards_and_shows_what_counts(self, deckcheck: Any) -> None:
        deck = str(Path(__file__).parent.parent / "data/agot2/decks/winter-is-coming.txt")
        short = deckcheck("check", "--on", "2015-10-07", deck)
        long = deckcheck("check", "-v", "--on", "2015-10-07", deck)
        assert " more" in short.out
        assert "Winter Is Coming (Core)" in long.out
        assert "60 of at least 60 cards" in long.out
