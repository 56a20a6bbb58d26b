"""What a report holds besides its verdict, and what must not make a difference to it."""

from __future__ import annotations

from random import Random

import pytest
from cases import Case, cases, judge
from pools import agot2_game, agot2_pool

from deckcheck.judge import Judge
from deckcheck.legality import in_force
from deckcheck.model import Deck, MemoryPool

GAME = agot2_game()
POOL = agot2_pool()
CASES = {case.id: case for case in cases()}
ILLEGAL = [case for case in cases() if case.legal is False]


def deck_of(id: str) -> Deck:
    return CASES[id].deck


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case.id)
def test_an_error_says_what_was_found_and_expected_and_who_says_so(case: Case) -> None:
    report = judge(case.format, case.list, case.on).report(case.deck)
    for finding in report.findings:
        if finding.severity != "error":
            continue
        assert finding.rule, finding
        assert finding.source.source, finding
        assert finding.source.says, finding
        assert finding.found is not None, finding
        assert finding.expected, finding
        assert finding.section, finding
        assert set(finding.cards) <= {*case.deck.cards, *case.deck.agendas}, finding
        # Only a demand for cards that aren't there, or for a faction, can name none.
        assert finding.cards or finding.code in ("faction-card", "agenda-must"), finding


def test_errors_come_first_then_what_cannot_be_told_then_remarks() -> None:
    ranks = {"error": 0, "unknown": 1, "warning": 2, "info": 3}
    for case in cases():
        report = judge(case.format, case.list, case.on).report(case.deck)
        told = [ranks[finding.severity] for finding in report.findings]
        assert told == sorted(told), case.id


def test_a_judge_that_has_seen_many_decks_judges_as_a_fresh_one() -> None:
    for case in list(cases())[::7]:
        one = GAME.list(case.list) if case.list else None
        fresh = Judge(GAME, POOL, case.format, one, case.on)
        used = judge(case.format, case.list, case.on)
        assert fresh.report(case.deck) == used.report(case.deck), case.id


def test_the_order_of_cards_and_agendas_makes_no_difference() -> None:
    rng = Random(7)
    for case in cases():
        cards = list(case.deck.cards.items())
        rng.shuffle(cards)
        agendas = tuple(reversed(case.deck.agendas))
        other = case.deck._replace(cards=dict(cards), agendas=agendas)
        one = judge(case.format, case.list, case.on)
        assert told(one, other) == told(one, case.deck), case.id


def told(one: Judge, deck: Deck) -> set[tuple[object, ...]]:
    return {
        (f.code, f.severity, f.rule, f.found, f.expected, frozenset(f.cards))
        for f in one.report(deck).findings
        if f.severity != "info"
    }


@pytest.mark.parametrize(
    ("on", "code", "verdict", "finds"),
    [
        # Skagos (R) came out in October 2020; the lists of the original card set ban it.
        ("2019-01-01", "ffg2.0", False, {"unreleased", "banned"}),
        ("2021-01-01", "redesigns2.1", True, set()),
        ("2026-11-29", "gotstandard2.1", True, set()),
    ],
)
def test_one_date_decides_the_list_and_what_is_released(
    on: str, code: str, verdict: bool, finds: set[str]
) -> None:
    listing = in_force(GAME.list_index, GAME.succession, on)
    assert listing is not None
    assert listing.code == code
    stark = deck_of("bases/stark")
    deck = stark._replace(cards={**stark.cards, "17125": 1})
    # Three of its plots came out later in 2019: plots of the Core Set take their place.
    plots = {"13019": 0, "14052": 0, "15052": 0, "01004": 1, "01006": 1, "01007": 1}
    deck = deck._replace(cards={**deck.cards, **plots})
    report = Judge(GAME, POOL, "joust", GAME.list(listing.code), on).report(deck)
    assert report.legal is verdict
    assert {f.code for f in report.findings if f.severity == "error"} == finds
    assert (report.on, report.list, report.list_date) == (on, code, listing.date)


def test_rows_go_by_code_so_an_agenda_under_another_code_is_unknown_not_free() -> None:
    """A deck must not become legal because its agenda was renumbered upstream."""
    renamed = [c._replace(code="01927") if c.code == "01027" else c for c in POOL.all()]
    one = Judge(GAME, MemoryPool(renamed, POOL.packs().values()), "joust", None, "2026-11-29")
    report = one.report(deck_of("agendas-draw/fealty-16-neutral")._replace(agendas=("01927",)))
    assert report.legal is None
    assert {f.code for f in report.findings if f.severity == "unknown"} == {"unknown-agenda"}


def test_an_illegal_card_is_named_and_so_is_the_rule() -> None:
    report = judge("joust", None, "2026-11-29").report(
        deck_of("agendas-draw/free-folk-r-own-faction")
    )
    (finding,) = (f for f in report.findings if f.severity == "error")
    assert finding.cards == ("01088",)
    assert finding.source.source == "agenda The Free Folk (R) 17150"


def test_data_much_older_than_the_date_asked_about_are_said_to_be_old() -> None:
    stark = deck_of("bases/stark")
    for on, old in (("2027-02-05", False), ("2027-02-06", True)):
        report = judge("joust", None, on).report(stark)
        assert ("old-data" in {f.code for f in report.findings}) is old
        assert report.legal is True


def test_a_choice_that_was_assumed_is_said() -> None:
    for id, assumed in (("draft/wealth-tried", True), ("draft/wealth-named", False)):
        case = CASES[id]
        report = judge(case.format, case.list, case.on).report(case.deck)
        said = [f.args["choices"] for f in report.findings if f.code == "assumed-choice"]
        if assumed:
            assert said == [[{"agenda": "00001", "name": "faction", "values": ["lannister"]}]]
        else:
            assert said == []


def test_what_is_likely_is_said_to_be() -> None:
    case = CASES["agendas-affiliation/small-council-6"]
    report = judge(case.format, case.list, case.on).report(case.deck)
    assert [f.source.sure for f in report.findings if f.severity == "error"] == ["likely"]


def test_what_helps_to_choose_a_printing() -> None:
    one = judge("joust", "gotstandard2.1", "2026-06-30")
    cards = POOL.cards(["01052", "01047", "02102", "17165", "00022"])
    assert one.admits(cards["01047"], "stark", ["01198"])
    assert not one.admits(cards["01052"], "stark", ["01198"])
    assert not one.admits(cards["01047"], "stark", [])
    assert one.banned(cards["02102"])
    assert not one.banned(cards["01047"])
    assert not one.released(cards["17165"])
    assert not one.released(cards["00022"])
    assert not judge("draft", None, "2026-06-30").banned(cards["02102"])
