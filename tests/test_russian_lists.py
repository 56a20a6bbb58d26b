"""Lists as Russian players write them: counts, heroes and totals in their own forms."""

from __future__ import annotations

import pytest
from berserk_decks import GAMES, desk_of

from deckcheck.checking import Checker
from deckcheck.codecs.base import Draft
from deckcheck.messages import Speaker
from deckcheck.model import Deck
from deckcheck.reading import read
from deckcheck.report.text import Style, finding_line
from deckcheck.setting import Asked
from deckcheck.settle import settle
from deckcheck.source import Text

HEROES, CLASSIC = GAMES
LAYOUTS = [(HEROES, "text"), (HEROES, "heroes-text"), (CLASSIC, "text"), (CLASSIC, "proberserk")]
KILSUS = {HEROES: "14/11", CLASSIC: "10/18"}


def draft(text: str, game: str = HEROES, codec: str | None = None) -> Draft:
    (one,) = read(Text(text), desk_of(game), codec)
    return one


def deck(text: str, game: str = HEROES, codec: str | None = None) -> Deck:
    return settle(draft(text, game, codec), desk_of(game))[0]


def severities(text: str, game: str = HEROES, codec: str | None = None) -> list[tuple[str, str]]:
    found = settle(draft(text, game, codec), desk_of(game))[1]
    return [(f.code, f.severity) for f in found]


# ------------------------------------------------------------------ tables without a head


@pytest.mark.parametrize(
    "row", ["4,Килсус", "4;Килсус", "4|Килсус", "Килсус;4", "Килсус,4", "Килсус|4", "4 , Килсус"]
)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_row_of_a_table_without_a_head_is_no_name(row: str, game: str) -> None:
    sign = next(sign for sign in ",;|" if sign in row)
    read_deck = deck(f"{row}\nЗаботливый{sign}2\n", game)
    assert read_deck.name == ""
    assert read_deck.cards[KILSUS[game]] == 4


def test_a_row_of_a_card_nobody_knows_is_no_name_either() -> None:
    assert draft("4;Никто и ничто\n2;Килсус").name == ""
    assert severities("4;Никто и ничто\n2;Килсус") == [("unknown-card", "unknown")]


def test_a_name_with_a_comma_is_still_a_name() -> None:
    assert draft("Степь, весна 2025\n\n3 Килсус").name == "Степь, весна 2025"


# ------------------------------------------------------------------ counts


@pytest.mark.parametrize(("game", "codec"), LAYOUTS)
@pytest.mark.parametrize(
    "line",
    [
        *("Килсус 3 шт", "Килсус 3 шт.", "Килсус 3шт", "3 шт. Килсус", "3шт Килсус", "3шт. Килсус"),
        *("Килсус (3 шт.)", "Килсус - 3 шт.", "Килсус — 3", "Килсус – 3 шт", "Килсус *3"),
        *("Килсус * 3", "три Килсус", "Килсус: 3 шт.", "3 штуки Килсус", "Килсус\t3 шт."),
        *("(3 шт.) Килсус", "Килсус, 3 экз.", "— Килсус 3 шт."),
    ],
)
def test_three_of_a_card_may_be_written_in_many_ways(line: str, game: str, codec: str) -> None:
    assert deck(f"2 Тень\n{line}\n", game, codec).cards[KILSUS[game]] == 3


@pytest.mark.parametrize(("game", "codec"), LAYOUTS)
@pytest.mark.parametrize("line", ["Килсус всего-то 9", "9 было Килсус", "Килсус ещё 9 раз"])
def test_a_title_and_a_number_that_arent_read_are_an_unknown_card(
    line: str, game: str, codec: str
) -> None:
    one = draft(f"2 Тень\n{line}\n", game, codec)
    assert not one.unread
    assert sum(entry.copies for entry in one.entries) == 11


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", ["Килсус 3 шт.", "три Килсус", "3шт Килсус", "Килсус *3"])
@pytest.mark.parametrize("below", ["2 Тень\n", "\n2 Тень\n"])
def test_such_a_first_line_is_no_name(line: str, below: str, game: str) -> None:
    assert deck(f"{line}\n{below}", game).cards[KILSUS[game]] == 3


def test_an_odd_line_right_above_the_cards_is_no_name() -> None:
    assert [e.copies for e in draft("Килсус всего-то 9\n2 Тень\n").entries] == [9, 2]


def test_a_title_that_begins_with_a_number_word_is_itself() -> None:
    pool = desk_of(CLASSIC).pool
    for card in pool.all():
        if card.title.split()[0] in ("Три", "Два", "Две", "Один"):
            assert deck(f"1 {card.title}", CLASSIC).cards


# ------------------------------------------------------------------ heroes

CARDS = "\n3 Килсус\n2 Заботливый\n"
SAID = ["Герой - Аира", "Герой — Аира", "Герой Аира", "Мой герой: Аира", "Герой: Аира"]
FULLER = ["Герой: Аира 14/176", "Герой: Аира, степь", "Герой: Аира (14) 14/176"]


def hero(one: Deck) -> str | None:
    """The hero, wherever a deck says it."""
    return one.hero or next(iter(one.agendas), None)


@pytest.mark.parametrize(
    "line", [*SAID, *FULLER, "Аира", "Аира (14) 14/176", "Герой: Аира (степь)"]
)
@pytest.mark.parametrize("codec", [None, "text", "heroes-text"])
def test_a_line_above_the_cards_names_the_hero(line: str, codec: str | None) -> None:
    one = deck(f"{line}\n{CARDS}", HEROES, codec)
    assert (one.name, hero(one), one.unread) == ("", "14/176", ())


@pytest.mark.parametrize("codec", ["text", "heroes-text"])
def test_a_heros_name_alone_is_said_to_be_read_as_the_hero(codec: str) -> None:
    assert severities(f"Аира\n{CARDS}", HEROES, codec) == [("read-as", "info")]
    assert severities(f"Герой — Аира\n{CARDS}", HEROES, codec) == []


@pytest.mark.parametrize(
    ("codec", "line"), [("text", "1 Сайконо"), ("heroes-text", "Герой: Сайконо")]
)
def test_where_another_hero_is_named_the_first_line_is_the_name(codec: str, line: str) -> None:
    one = deck(f"Аира\n\n{line}\n{CARDS}", HEROES, codec)
    assert (one.name, hero(one)) == ("Аира", "15/197")
    assert severities(f"Аира\n\n{line}\n{CARDS}", HEROES, codec) == []


def test_a_hero_in_a_name_is_no_hero() -> None:
    assert hero(deck(f"Аира и друзья\n{CARDS}")) is None
    assert deck(f"Аира и друзья\n{CARDS}").name == "Аира и друзья"


# ------------------------------------------------------------------ totals


@pytest.mark.parametrize(("game", "codec"), LAYOUTS)
@pytest.mark.parametrize(
    "line", ["Итого: 5", "Всего: 5 карт", "Всего 5 карт", "Итого - 5", "Всего карт: 5"]
)
def test_a_total_is_no_card(line: str, game: str, codec: str) -> None:
    for text in (f"2 Тень\n3 Килсус\n{line}\n", f"2 Тень\n3 Килсус\n\n{line}"):
        one = draft(text, game, codec)
        assert [entry.copies for entry in one.entries] == [2, 3]
        assert not one.unread
        assert not [f for f in one.findings if f.code != "read-as"]


def test_a_total_that_doesnt_add_up_is_said() -> None:
    text = "Герой: Аира\n\nОсновная колода:\n2 Заботливый\n3 Килсус\n\nИтого: 40\n"
    assert severities(text) == [("heading-count", "warning")]


@pytest.mark.parametrize("total", [5, 6, 9, 10])
def test_a_total_may_count_hero_and_side_deck(total: int) -> None:
    text = "Герой: Аира\n\nОсновная колода:\n2 Заботливый\n3 Килсус\n\nСайд:\n4 Ордынец\n"
    assert "heading-count" not in dict(severities(f"{text}Итого: {total}\n"))


# ------------------------------------------------------------------ what is said of them


def said(text: str, game: str = HEROES, format: str | None = None, on: str = "2024-06-10") -> str:
    """All findings of a check, in Russian."""
    desk = desk_of(game)
    checker = Checker(desk.game, desk.pool, on)
    report = checker.check_draft(draft(text, game), Asked(format=format, on=on)).report
    speaker = Speaker(desk.game, desk.pool.card, lang="ru")
    return "\n".join(finding_line(finding, speaker) for finding in report.findings)


def test_a_line_without_a_count_is_said_to_have_none() -> None:
    shown = said("Герой: Аира\nОсновная колода:\n3 Заботливый\nКилсус\n")
    assert "Строка 4: не указано количество: «Килсус»." in shown


def test_cards_nobody_knows_are_counted_as_what_may_be() -> None:
    shown = said("Герой: Аира\nОсновная колода:\n37 Заботливый\n3 Никто\n")
    assert "Основная колода: от 37 до 40 карт, нужно не меньше 40" in shown


def test_a_card_of_another_heros_class_is_told_in_a_sentence() -> None:
    shown = said("Герой: Аира\nОсновная колода:\n1 Вызов на бой\n")
    assert "карта только для героя-воина, а герой другого класса: «Вызов на бой (18)" in shown
    assert "1 карта — не нейтральная, не стихии героя и не допущена" in shown


def test_a_classic_deck_is_just_a_deck() -> None:
    shown = said("2 Килсус\n", CLASSIC)
    assert "Колода: 2 карты" in shown
    assert "Основная" not in shown


def test_that_something_is_not_settled_is_said_once() -> None:
    shown = said("Герой: Сайконо\nОсновная колода:\n3 Заботливый\n")
    assert "можно ли брать нейтральные карты, не решено" in shown
    assert "; не решено: можно" not in shown


def test_more_than_sixty_cards_of_a_general_are_no_lack() -> None:
    rows = desk_of(HEROES).game.raw_rows("general")
    (row,) = [row for row, _ in rows if row["code"] == "heroes.general.exactly"]
    assert row["finding"] == "main-max"


def test_plain_russian_keeps_its_letters() -> None:
    assert Style(plain=True, lang="ru").line("Ёж — «да»") == "Ёж - «да»"
    assert Style(plain=True).line("Ёж") == "\\u0401\\u0436"
