"""Russian and English: the same sentences in both, and each user's own by default."""

from __future__ import annotations

import json
import string
from collections.abc import Callable
from pathlib import Path

import pytest
from command import LEGAL, ON, Ran
from pools import game_of, pool_of

from deckcheck.judge import Judge
from deckcheck.messages import EN, MESSAGES, Speaker
from deckcheck.messages import text as sentence
from deckcheck.messages_ru import FORMATS, RU, SEVERITIES
from deckcheck.model import Deck
from deckcheck.report.plain import padded, width
from deckcheck.report.russian import _ERRORS, error_words
from deckcheck.report.text import Style, render
from deckcheck.wording_ru import CARDS, SECTIONS, TYPES, counted, demand, kind

HEROES = "Герой:\nСайконо\n\nОсновная колода:\n4 Бяка\n1 Неведома зверушка\n"
GAMES = ("agot2", "berserk_heroes", "berserk")


def places(template: str) -> set[str]:
    """Names of the places that a template fills."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_each_sentence_is_there_in_each_language() -> None:
    for table in MESSAGES.values():
        assert table.keys() == EN.keys()


@pytest.mark.parametrize("key", list(EN))
def test_both_languages_fill_the_same_places(key: str) -> None:
    assert places(RU[key]) == places(EN[key])


def test_words_stand_in_the_form_that_their_number_asks() -> None:
    shown = [counted(n, CARDS) for n in (0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 111, 121)]
    assert shown == [
        *("0 карт", "1 карта", "2 карты", "4 карты", "5 карт", "11 карт", "12 карт"),
        *("21 карта", "22 карты", "25 карт", "111 карт", "121 карта"),
    ]


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        *(("at least 40", "не меньше 40"), ("at most 3", "не больше 3"), ("exactly 7", "ровно 7")),
        *(("30 to 50", "от 30 до 50"), ("5 or 7", "5 или 7"), ("0", "0")),
    ],
)
def test_demands_are_said_in_russian(english: str, russian: str) -> None:
    assert demand(english) == russian


@pytest.mark.parametrize("name", GAMES)
def test_types_sections_and_formats_have_russian_words(name: str) -> None:
    game = game_of(name)
    assert {*game.types} <= TYPES.keys()
    assert {*game.sections.values()} <= SECTIONS.keys()
    assert game.formats.keys() <= FORMATS.keys()


@pytest.mark.parametrize("name", ["berserk_heroes", "berserk"])
def test_each_query_of_the_berserk_rows_has_words(name: str) -> None:
    game = game_of(name)
    for form in game.formats:
        for row, _ in game.raw_rows(form):
            query = (row.get("count") or row.get("allow") or {}).get("where", "")
            assert "[" not in kind(query, game.fields, {}), query


@pytest.mark.parametrize("name", ["berserk_heroes", "berserk"])
def test_what_is_not_sure_is_explained_in_russian(name: str) -> None:
    game = game_of(name)
    for form in game.formats:
        for row, place in game.raw_rows(form):
            assert row.get("sure", "yes") == "yes" or row["cite"].get("says_ru"), place


def test_a_verdict_in_russian() -> None:
    game, pool = game_of("berserk_heroes"), pool_of("berserk_heroes")
    deck = Deck("berserk_heroes", "Моя", hero="15/197", cards={"17/51": 4})
    report = Judge(game, pool, "constructed", None, "2024-06-04").report(deck)
    lines = list(render(report, Speaker(game, pool.card, lang="ru"), Style()))
    assert lines[0] == "Моя"
    assert lines[1].startswith("  Констрактед, без списка запретов, на 2024-06-04; данные")
    assert lines[2] == "  НЕ ЛЕГАЛЬНА: 2 ошибки"
    assert lines[3].startswith("  ошибка    main-min: Основная колода: 4 карты, нужно не меньше 40")
    assert "4 экземпляра Бяка (17) 17/51, нужно не больше 3" in lines[4]


def test_every_finding_can_be_said_in_russian() -> None:
    from cases import cases, judge

    for name in GAMES:
        speaker = Speaker(game_of(name), pool_of(name).card, lang="ru")
        for case in cases(name):
            report = judge(case.format, case.list, case.on, name).report(case.deck)
            for finding in report.findings:
                assert any("а" <= char <= "я" for char in sentence(finding, speaker))


def test_columns_line_up_with_wide_letters_and_marks() -> None:
    assert [width(text) for text in ("abc", "ёлка", "е\u0308", "龍", "")] == [3, 4, 1, 2, 0]
    assert padded("龍", 4) == "龍  "
    assert {width(padded(forms[0], 9)) for forms in SEVERITIES.values()} == {9}


def test_frequent_errors_are_told_in_russian() -> None:
    assert error_words("a.txt: there is no such file.") == "a.txt: такого файла нет."
    assert error_words("Something else.") == "Something else."
    assert all("\\1" in russian or english.count("(") < 1 for english, russian in _ERRORS)


# ------------------------------------------------------------------ which language is spoken


@pytest.fixture
def heroes(tmp_path: Path) -> str:
    path = tmp_path / "колода.txt"
    path.write_text(HEROES, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("env", "arguments", "russian"),
    [
        ({"LANG": "ru_RU.UTF-8"}, (), True),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "ru_RU"}, (), True),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, (), False),
        ({"LANG": "run_TZ"}, (), False),
        ({}, (), False),
        ({"LANG": "ru_RU.UTF-8"}, ("--lang", "en"), False),
        ({}, ("--lang", "ru"), True),
        ({"LANG": "ru_RU.UTF-8"}, ("--json",), False),
        ({"LANG": "C"}, ("--json", "--lang", "ru"), True),
    ],
)
def test_the_systems_language_is_spoken_but_for_options(
    deckcheck: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
    heroes: str,
    env: dict[str, str],
    arguments: tuple[str, ...],
    russian: bool,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "DECKCHECK_LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    ran = deckcheck("check", *ON, *arguments, heroes)
    assert ran.code == 1
    assert ("нужно не меньше 40" in ran.out) is russian
    assert ("Judged by the rules" in ran.out) is not russian


def test_a_language_is_asked_for_one_run_only(deckcheck: Callable[..., Ran], heroes: str) -> None:
    assert "ЛЕГАЛЬНА" in deckcheck("--lang", "ru", "check", *ON, heroes).out
    assert "LEGAL" in deckcheck("check", *ON, heroes).out
    ran = deckcheck("check", "--lang", "xx", heroes)
    assert (ran.code, "No language is called 'xx'" in ran.err) == (2, True)


def test_errors_are_russian_too(deckcheck: Callable[..., Ran]) -> None:
    ran = deckcheck("check", "--lang", "ru", "нет.txt")
    assert (ran.code, ran.err) == (2, "deckcheck: нет.txt: такого файла нет.\n")
    assert "НЕ ЧИТАЕТСЯ" in ran.out


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "ascii", "latin-1"])
def test_no_console_makes_it_crash(heroes: str, built_home: Path, encoding: str) -> None:
    import subprocess
    import sys

    from command import environment

    env = environment(built_home, {"PYTHONIOENCODING": encoding, "LANG": "ru_RU.UTF-8"})
    env.pop("PYTHONUTF8")
    arguments = [sys.executable, "-m", "deckcheck", "check", *ON, heroes, str(LEGAL)]
    done = subprocess.run(arguments, env=env, capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    if encoding.startswith("cp"):
        assert "НЕ ЛЕГАЛЬНА" in done.stdout.decode(encoding)


def test_json_names_cards_in_their_own_letters(deckcheck: Callable[..., Ran], heroes: str) -> None:
    found = json.loads(deckcheck("check", *ON, "--json", heroes).out)["findings"]
    assert any("Бяка" in finding["message"] for finding in found)
