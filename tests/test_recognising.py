"""The game of a deck is seen from its content; what can't be seen is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from berserk_decks import GAMES, OWN, desk_of, random_decks
from command import LEGAL, ON, in_process
from pools import agot2_desk, pool_of
from random_decks import random_decks as agot2_decks

from deckcheck.codecs import CODECS
from deckcheck.errors import InputError
from deckcheck.reading import write
from deckcheck.recognising import recognise
from deckcheck.source import Text

ALL = ("agot2", "berserk", "berserk_heroes")
EVERYWHERE = [
    name
    for name in CODECS
    if hasattr(CODECS[name], "read") and not hasattr(CODECS[name], "GAMES") and name != "o8d"
]


@pytest.fixture(autouse=True)
def home(built_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKCHECK_HOME", str(built_home))


def game(text: str, codec: str | None = None) -> str:
    return recognise(Text(text), ALL, pool_of, codec)


@pytest.mark.parametrize("name", EVERYWHERE)
def test_decks_of_three_games_are_told_apart_in_every_layout(name: str) -> None:
    for deck in agot2_decks(10):
        assert game(write(deck._replace(unread=(), notes=""), agot2_desk(), name)) == "agot2"
    for own in GAMES:
        for deck in random_decks(own, 10):
            if len(deck.cards) > 5:
                bare = deck._replace(unread=(), notes="", name="Колода")
                assert game(write(bare, desk_of(own), name)) == own


@pytest.mark.parametrize("own", GAMES)
def test_layouts_of_one_game_say_the_game(own: str) -> None:
    for name in OWN[own]:
        for deck in random_decks(own, 10):
            if len(deck.cards) > 5:
                text = write(deck._replace(unread=(), notes=""), desk_of(own), name)
                assert game(text) == own
        assert game("whatever", name) == own


def test_a_deck_with_a_cyrillic_name_may_be_of_the_latin_game() -> None:
    assert game("Дом Старков\n\nHouse Stark\n3x Hodor\n1x Fury") == "agot2"


def test_the_game_that_json_names_is_taken_at_its_word() -> None:
    assert game('{"game": "chess", "cards": {}}') == "chess"


def test_a_tie_and_no_sign_say_what_was_tried() -> None:
    with pytest.raises(InputError, match=r"two games know as many of its titles .*--game"):
        game(f"1 {_shared()}\n")
    with pytest.raises(InputError, match="no game knows any of its titles"):
        game("3 Такой карты нет\n2 И такой тоже\n")


def _shared() -> str:
    """A title that both Berserk games have."""
    heroes = pool_of("berserk_heroes").titles()
    return next(t for key, t in sorted(pool_of("berserk").titles().items()) if key in heroes)


def test_check_needs_no_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heroes, classic = tmp_path / "герои.txt", tmp_path / "классика.txt"
    heroes.write_text("Герой:\nСайконо\n\nОсновная колода:\n3 Бяка\n", "utf-8")
    classic.write_text("3 Хобгоблин\n2 Циклоп\n", "utf-8")
    ran = in_process(capsys, "check", "--json", *ON, str(heroes), str(LEGAL), str(classic))
    assert [json.loads(line)["game"] for line in ran.out.splitlines()] == [
        "berserk_heroes",
        "agot2",
        "berserk",
    ]
    assert ran.err == ""


def test_game_wins_over_the_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "колода.txt"
    path.write_text("3 Хобгоблин\n2 Циклоп\n1 Гном-басаарг", "utf-8")
    ran = in_process(capsys, "check", "--json", "--game", "berserk_heroes", str(path))
    assert json.loads(ran.out)["game"] == "berserk_heroes"


def test_decks_of_two_games_go_into_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "колода.txt"
    path.write_text("#Леса\n3 Хобгоблин\n2 Циклоп\n", "utf-8")
    ran = in_process(capsys, "convert", str(path), str(LEGAL), "--to", "csv")
    assert (ran.code, "several games" in ran.err) == (2, True)
    out = tmp_path / "out"
    ran = in_process(capsys, "convert", str(path), str(LEGAL), "--to", "csv", "-o", f"{out}/")
    assert ran.code == 0
    assert {file.name for file in out.iterdir()} == {"Леса.csv", "Winter Is Coming.csv"}


@pytest.mark.parametrize(
    "form",
    [
        *("3 «{}»", '3 "{}"', "{} — 3", "{} *3", "3шт {}", "{} 3 шт.", "{} (3 шт.)", "три {}"),
        *("3;{}", "{};3", "3,{}", "{}|3", "3x „{}“", "«{}» x3"),
    ],
)
def test_a_file_wholly_of_one_form_of_line_is_recognised_as_it_is_read(form: str) -> None:
    cards = {"berserk": ("Кочевник", "Пустотник", "Орочий шаман"), "berserk_heroes": ()}
    cards["berserk_heroes"] = ("Заботливый", "Орочий таран", "Амулет тьмы")
    for own, titles in cards.items():
        known = [t for t in titles if pool_of(own).titled(t.lower())]
        assert known
        assert game("".join(form.format(title) + "\n" for title in known)) == own
