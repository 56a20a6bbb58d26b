"""Legality lists: which is in force on a day, what each entry does, and how a file is checked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from itertools import combinations
from typing import Any

import pytest
from cases import judge
from pools import agot2_game, agot2_pool

from deckcheck.errors import InputError
from deckcheck.judge import Judge
from deckcheck.legality import LegalityList, in_force, last_day, read_list
from deckcheck.model import Deck

GAME = agot2_game()
POOL = agot2_pool()
LISTS = GAME.list_index
SUCCESSION = [one for one in LISTS if one.line in GAME.succession]
LATER = "2030-01-01"
WHOLE = [(one.code, name) for one in LISTS for name in ("joust", "melee")]


def day_before(day: str) -> str:
    return str(date.fromisoformat(day) - timedelta(days=1))


def found(format: str, code: str, cards: Mapping[str, int], *agendas: str) -> set[tuple[str, str]]:
    """(code, severity) of what the list itself says of these cards."""
    report = judge(format, code, LATER).report(Deck("agot2", agendas=agendas, cards=cards))
    own = ("banned", "restricted", "pod")
    return {(f.code, f.severity) for f in report.findings if f.code in own}


def holding(*codes: str) -> tuple[dict[str, int], tuple[str, ...]]:
    """(cards, agendas) of a deck with these cards only."""
    agendas = tuple(c for c in codes if (card := POOL.card(c)) and card.type == "agenda")
    return {c: 1 for c in codes if c not in agendas}, agendas


def says(format: str, code: str, *codes: str) -> set[tuple[str, str]]:
    cards, agendas = holding(*codes)
    return found(format, code, cards, *agendas)


# ------------------------------------------------------------------------- which list, on a day


def test_there_are_32_lists_of_five_lines() -> None:
    assert len(LISTS) == 32
    assert {one.line for one in LISTS} == set(GAME.lines)
    assert [one.date for one in LISTS] == sorted(one.date for one in LISTS)


@pytest.mark.parametrize("one", SUCCESSION, ids=lambda one: one.code)
def test_a_list_is_in_force_from_its_day_on_and_not_the_day_before(one: LegalityList) -> None:
    on_the_day = in_force(LISTS, GAME.succession, one.date)
    assert on_the_day is not None
    assert on_the_day.code == one.code
    earlier = in_force(LISTS, GAME.succession, day_before(one.date))
    assert (earlier.code if earlier else None) == previous(one)


def previous(one: LegalityList) -> str | None:
    index = SUCCESSION.index(one)
    return SUCCESSION[index - 1].code if index else None


def test_before_the_first_list_none_is_in_force() -> None:
    assert in_force(LISTS, GAME.succession, "2016-10-09") is None
    assert in_force(LISTS, (), LATER) is None


@pytest.mark.parametrize(
    ("on", "code"),
    [
        ("2019-01-01", "ffg2.0"),
        ("2020-04-12", "ffg3.0"),
        ("2020-04-13", "conclave1.0"),
        ("2020-10-03", "redesigns2.1"),
        ("2021-01-01", "redesigns2.1"),
        ("2021-07-15", "redesigns2.2"),
        ("2021-07-16", "gotstandard1.0"),
        ("2026-06-30", "gotstandard1.16"),
        ("2026-11-29", "gotstandard2.1"),
    ],
)
def test_the_tournament_list_of_a_day(on: str, code: str) -> None:
    one = in_force(LISTS, GAME.succession, on)
    assert one is not None
    assert one.code == code


def test_standard_and_valyrian_start_on_one_day_and_are_told_apart_by_line() -> None:
    on = "2021-07-16"
    standard = in_force(LISTS, ("standard",), on)
    valyrian = in_force(LISTS, ("valyrian",), on)
    assert standard is not None
    assert valyrian is not None
    assert (standard.code, valyrian.code) == ("gotstandard1.0", "gotvalyrian1.0")
    assert standard.date == valyrian.date
    assert in_force(LISTS, ("valyrian",), day_before(on)) is None
    assert in_force(LISTS, ("valyrian",), LATER) == valyrian


@pytest.mark.parametrize("one", SUCCESSION, ids=lambda one: one.code)
def test_the_last_day_of_a_list_is_the_day_before_the_next(one: LegalityList) -> None:
    index = SUCCESSION.index(one)
    last = last_day(one, LISTS, GAME.succession, LATER)
    if index + 1 < len(SUCCESSION):
        assert last == day_before(SUCCESSION[index + 1].date)
    else:
        assert last == LATER
    still = in_force(LISTS, GAME.succession, last)
    assert still is not None
    assert still.code == one.code


def test_the_last_day_is_at_most_today_and_never_before_the_first() -> None:
    one = GAME.list("gotstandard1.16")
    assert last_day(one, LISTS, GAME.succession, "2026-01-01") == "2026-01-01"
    assert last_day(one, LISTS, GAME.succession, "2020-01-01") == one.date
    assert last_day(one, LISTS, GAME.succession, "2026-07-01") == "2026-06-30"
    valyrian = GAME.list("gotvalyrian1.0")
    assert last_day(valyrian, LISTS, GAME.succession, "2026-11-29") == "2026-11-29"


# ------------------------------------------------------------------------- what each entry does


@pytest.mark.parametrize(("code", "format"), WHOLE)
def test_each_card_alone_is_free_but_the_banned(code: str, format: str) -> None:
    one = GAME.list(code)
    part = one.formats[format]
    banned = {*one.banned, *part.banned}
    listed = {*banned, *part.restricted, *(c for pod in part.pods for c in pod.cards)}
    listed |= {pod.restricted for pod in part.pods if pod.restricted}
    for card in listed:
        expected = {("banned", "error")} if card in banned and POOL.card(card) else set()
        assert says(format, code, card) == expected, card


@pytest.mark.parametrize(("code", "format"), WHOLE)
def test_each_two_restricted_cards_are_too_many_but_versions_of_one_are_open(
    code: str, format: str
) -> None:
    one = GAME.list(code)
    part = one.formats[format]
    banned = {*one.banned, *part.banned}
    pods = {c for pod in part.pods for c in (*pod.cards, pod.restricted)}
    plain = [c for c in part.restricted if c not in banned and c not in pods]
    for pair in combinations(plain, 2):
        titles = {POOL.cards(pair)[c].title for c in pair}
        severity = "error" if len(titles) == 2 else "unknown"
        assert says(format, code, *pair) == {("restricted", severity)}, pair


@pytest.mark.parametrize(("code", "format"), WHOLE)
def test_each_pod_holds_as_it_is_written(code: str, format: str) -> None:
    one = GAME.list(code)
    part = one.formats[format]
    banned = {*one.banned, *part.banned}
    for pod in part.pods:
        for pair in combinations(pod.cards, 2):
            if banned.isdisjoint(pair):
                together = says(format, code, *pair)
                assert (("pod", "error") in together) is (pod.restricted is None), pair
        for card in pod.cards:
            if pod.restricted and card not in banned:
                assert ("pod", "error") in says(format, code, pod.restricted, card)


def test_three_copies_of_a_restricted_or_pod_card_are_one_card() -> None:
    for code, format in WHOLE:
        part = GAME.list(code).formats[format]
        for card in (*part.restricted, *(c for pod in part.pods for c in pod.cards)):
            cards, agendas = holding(card)
            if not agendas:
                told = found(format, code, dict.fromkeys(cards, 3))
                assert told <= {("banned", "error")}, (code, card)


def test_eight_pods_name_a_restricted_card_and_all_are_of_the_conclave() -> None:
    named = [
        (one.code, name)
        for one in (GAME.list(head.code) for head in LISTS)
        for name, part in one.formats.items()
        for pod in part.pods
        if pod.restricted
    ]
    assert named == [("conclave2.0", "joust")] * 8


def test_randyll_tarly_is_the_only_title_restricted_in_two_versions() -> None:
    found_in = set()
    for code, format in WHOLE:
        restricted = POOL.cards(GAME.list(code).formats[format].restricted).values()
        titles = [card.title for card in restricted]
        twice = {title for title in titles if titles.count(title) > 1}
        assert twice <= {"Randyll Tarly"}, code
        if twice:
            found_in.add((format, GAME.list(code).line))
    assert found_in == {("melee", "standard")}


def test_no_pod_holds_two_versions_of_one_title() -> None:
    """Where one did, whether they are one card would be as open as for restricted cards."""
    for code, format in WHOLE:
        for pod in GAME.list(code).formats[format].pods:
            titles = [card.title for card in POOL.cards(pod.cards).values()]
            assert len(set(titles)) == len(titles), (code, pod)


@pytest.mark.parametrize(
    ("code", "originals", "redesigns"),
    [
        ("gotstandard2.1", "banned", "free"),
        ("gotstandard1.16", "banned", "free"),
        ("gotvalyrian1.0", "free", "banned"),
        ("conclave2.0", "free", "banned"),
    ],
)
def test_of_a_redesigned_pair_the_card_set_decides(
    code: str, originals: str, redesigns: str
) -> None:
    """By code: Daenerys 15001 and 17128; the versions that weren't redesigned are always free."""
    told = {"banned": {("banned", "error")}, "free": set[tuple[str, str]]()}
    assert says("melee", code, "15001") == told[originals]
    assert says("melee", code, "17128") == told[redesigns]
    assert says("melee", code, "01160") == says("melee", code, "25053") == set()


def test_every_redesign_of_pack_r_is_banned_where_the_originals_are_meant() -> None:
    r_pack = {card.code for card in POOL.all() if card.pack == "R"}
    assert len(r_pack) == 60
    for head in LISTS:
        one = GAME.list(head.code)
        if one.card_set == "original" and one.code != "ffg1.1":
            assert r_pack <= set(one.banned), one.code
        elif one.code == "gotstandard1.13":
            assert len(r_pack & set(one.banned)) == 6  # with the two cycles they come from
        elif one.card_set != "original":
            assert not r_pack & set(one.banned), one.code


def test_bans_of_codes_that_are_no_cards_disturb_nobody() -> None:
    one = GAME.list("gotstandard1.13")
    strange = [code for code in one.banned if POOL.card(code) is None]
    assert len(strange) == 100
    assert strange == [f"{n:05}" for n in range(4121, 4221)]
    assert says("joust", one.code, "25071") == set()


def test_an_unknown_card_under_a_banned_code_is_still_unknown() -> None:
    report = judge("joust", "gotstandard1.13", LATER).report(
        Deck("agot2", faction="stark", cards={"04150": 1})
    )
    assert "unknown-card" in {f.code for f in report.findings}


def test_the_status_of_a_card() -> None:
    one = GAME.list("gotstandard2.1")
    assert one.status("02102", "joust") == ("banned",)
    assert one.status("13097", "joust") == ("restricted",)
    assert one.status("13097", "melee") == ("banned",)
    assert one.status("01146", "joust") == ("restricted", "pod 8")
    assert one.status("25120", "joust") == ("restricted", "pod 17")
    assert one.status("16027", "joust") == ("pod 1", "pod 9")
    assert one.status("01001", "joust") == ()
    assert one.status("01001", "no such format") == ()
    assert GAME.list("conclave2.0").status("11021", "joust") == ("restricted", "pod 7")


def test_a_finding_names_the_list_its_part_and_the_card() -> None:
    cards, agendas = holding("01146", "17125", "06082", "02102")
    deck = Deck("agot2", faction="stark", agendas=agendas, cards=cards)
    report = judge("joust", "gotstandard2.1", LATER).report(deck)
    own = {f.source.source: f for f in report.findings if f.code in ("banned", "restricted", "pod")}
    assert set(own) == {
        "Standard v2.1 joust: banned",
        "Standard v2.1 joust: restricted",
        "Standard v2.1 joust: pod 8",
    }
    assert own["Standard v2.1 joust: banned"].cards == ("02102",)
    assert set(own["Standard v2.1 joust: restricted"].cards) == {"01146", "06082"}
    assert set(own["Standard v2.1 joust: pod 8"].cards) == {"01146", "17125"}
    assert (report.list, report.list_name, report.list_date) == (
        *("gotstandard2.1", "Standard v2.1", "2026-07-01"),
    )


def test_a_list_known_until_a_day_says_nothing_sure_after_it() -> None:
    one = GAME.list("gotstandard2.1")._replace(known_until="2026-12-31")
    deck = Deck("agot2", faction="stark")
    for on, told in (("2026-12-31", False), ("2027-01-01", True)):
        report = Judge(GAME, POOL, "joust", one, on).report(deck)
        assert ("list-not-known" in {f.code for f in report.findings}) is told


def test_a_format_without_lists_is_judged_without_one() -> None:
    report = judge("draft", "gotstandard2.1", LATER).report(Deck("agot2", faction="stark"))
    assert report.list is None


# ------------------------------------------------------------------------- an organiser's own file

GOOD: dict[str, Any] = {
    "code": "own1",
    "name": "Our league",
    "date": "2026-09-01",
    "issuer": "us",
    "version": "1",
    "line": "league",
    "card_set": "redesign2",
    "banned": ["01001"],
    "formats": {
        "joust": {
            "url": "https://example.org/list",
            "restricted": ["01146", "06082"],
            "banned": ["02102"],
            "pods": [{"cards": ["01143", "17122"]}, {"restricted": "01013", "cards": ["01015"]}],
        }
    },
}


def test_an_organisers_list_is_read_and_holds() -> None:
    one = read_list(GOOD, "own.json")
    own = Judge(GAME, POOL, "joust", one, LATER)

    def told(*codes: str) -> set[str]:
        cards, agendas = holding(*codes)
        report = own.report(Deck("agot2", agendas=agendas, cards=cards))
        return {f.code for f in report.findings if f.code in ("banned", "restricted", "pod")}

    assert told("01001") == told("02102") == {"banned"}
    assert told("01146", "06082") == {"restricted"}
    assert told("01143", "17122") == told("01013", "01015") == {"pod"}
    assert told("01146", "01143", "01013") == set()


def test_the_least_a_list_needs() -> None:
    one = read_list({"code": "a", "name": "A", "date": "2026-09-01"}, "own.json")
    assert (one.banned, one.formats, one.known_until) == ((), {}, None)


def test_every_shipped_list_passes_the_check_for_organisers() -> None:
    for head in LISTS:
        document = GAME.documents[f"legality/{head.code}"]
        assert read_list(document, head.code) == GAME.list(head.code)


BAD: dict[str, Any] = {
    "no object": ["01001"],
    "a text": "01001",
    "nothing": {},
    "no code": {**GOOD, "code": ""},
    "code a number": {**GOOD, "code": 5},
    "no name": {**GOOD, "name": None},
    "no date": {**GOOD, "date": None},
    "date that isn't one": {**GOOD, "date": "2026-02-30"},
    "date without hyphens": {**GOOD, "date": "20260901"},
    "date by week": {**GOOD, "date": "2026-W36-2"},
    "date a number": {**GOOD, "date": 20260901},
    "known_until that isn't one": {**GOOD, "known_until": "soon"},
    "known_until a number": {**GOOD, "known_until": 2026},
    "line a number": {**GOOD, "line": 1},
    "version a number": {**GOOD, "version": 1.5},
    "unknown key": {**GOOD, "bannedCards": ["01001"]},
    "banned a text": {**GOOD, "banned": "01001"},
    "banned numbers": {**GOOD, "banned": [1001]},
    "banned null": {**GOOD, "banned": None},
    "formats a list": {**GOOD, "formats": []},
    "format a list": {**GOOD, "formats": {"joust": []}},
    "unknown key in a format": {**GOOD, "formats": {"joust": {"forbidden": []}}},
    "restricted a text": {**GOOD, "formats": {"joust": {"restricted": "01001"}}},
    "pods an object": {**GOOD, "formats": {"joust": {"pods": {}}}},
    "pod without cards": {**GOOD, "formats": {"joust": {"pods": [{"restricted": "01001"}]}}},
    "pod of texts": {**GOOD, "formats": {"joust": {"pods": ["01001"]}}},
    "pod cards a text": {**GOOD, "formats": {"joust": {"pods": [{"cards": "01001"}]}}},
    "pod restricted a list": {
        **GOOD,
        "formats": {"joust": {"pods": [{"cards": ["01001"], "restricted": ["01002"]}]}},
    },
    "pod restricted no code": {
        **GOOD,
        "formats": {"joust": {"pods": [{"cards": ["01001"], "restricted": "01002 |"}]}},
    },
    "unknown key in a pod": {
        **GOOD,
        "formats": {"joust": {"pods": [{"cards": ["01001"], "limit": 1}]}},
    },
    "url a number": {**GOOD, "formats": {"joust": {"url": 5}}},
}


@pytest.mark.parametrize("name", BAD)
def test_a_list_that_breaks_the_form_is_refused_naming_the_file(name: str) -> None:
    with pytest.raises(InputError, match=r"own\.json"):
        read_list(BAD[name], "own.json")
