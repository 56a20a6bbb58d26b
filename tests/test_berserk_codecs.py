"""The layouts of the Berserk games: real lists are read, what was written comes back."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from berserk_decks import GAMES, OWN, back, desk_of, every_card, kept, random_decks
from pools import agot2_desk, pool_of

from deckcheck.codecs.berserk_lines import HEADINGS
from deckcheck.codecs.lines import split
from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.model import Deck
from deckcheck.names import Names
from deckcheck.reading import losses, read, sniff, write, write_all
from deckcheck.settle import settle
from deckcheck.source import Text, open_text

SHARED = Path(__file__).parents[2] / "shared" / "data" / "berserk" / "decks"
at_hand = pytest.mark.skipif(not SHARED.exists(), reason="the shared decks aren't at hand")
PAIRS = [(game, codec) for game in GAMES for codec in OWN[game]]
HEROES, CLASSIC = GAMES
ANY = (*("json", "jsonl", "json-rows", "csv", "tsv"),)


def found(text: str, game: str = HEROES, codec: str | None = None) -> list[tuple[str, str]]:
    """(code, severity) of what was found in reading the one deck of a text."""
    (draft,) = read(Text(text), desk_of(game), codec)
    return [(f.code, f.severity) for f in settle(draft, desk_of(game))[1]]


# ------------------------------------------------------------------ what was written comes back


@pytest.mark.parametrize(("game", "codec"), PAIRS)
def test_every_card_comes_back_from_every_layout(game: str, codec: str) -> None:
    for deck in every_card(game):
        again = back(write(deck, desk_of(game), codec), game, codec)
        assert kept(again, codec) == kept(deck, codec)


@pytest.mark.parametrize(("game", "codec"), PAIRS)
def test_random_decks_are_sniffed_as_what_they_are(game: str, codec: str) -> None:
    for deck in random_decks(game, 40):
        text = write(deck._replace(unread=()), desk_of(game), codec)
        assert sniff(Text(text), game) == codec


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("codec", ANY)
def test_the_layouts_of_all_games_carry_these_too(game: str, codec: str) -> None:
    for deck in random_decks(game, 10):
        again = back(write(deck, desk_of(game), codec), game, codec)
        assert kept(again, codec) == kept(deck, codec)


@pytest.mark.parametrize("codec", ["berserkdeck", "heroes-gym"])
def test_several_decks_in_one_text_come_back_as_several(codec: str) -> None:
    desk = desk_of(HEROES)
    decks = [deck._replace(name=f"{n}") for n, deck in enumerate(random_decks(HEROES, 4))]
    drafts = read(Text(write_all(decks, desk, codec)), desk)
    again = [settle(draft, desk)[0] for draft in drafts]
    assert [kept(deck, codec) for deck in again] == [kept(deck, codec) for deck in decks]


def test_codes_that_nobody_knows_travel_on() -> None:
    for codec in ("brsd", "tts", "berserk-compact"):
        deck = Deck(CLASSIC, cards={"60/12": 2, "10/1": 1})
        assert back(write(deck, desk_of(CLASSIC), codec), CLASSIC).cards == deck.cards


def test_what_a_layout_cant_carry_is_said() -> None:
    deck = Deck(HEROES, "Имя", hero="15/197", cards={"15/8": 2}, side={"15/14": 1}, notes="x")
    assert losses(deck, desk_of(HEROES), "heroes-text") == []
    assert losses(deck, desk_of(HEROES), "heroes-album") == [
        "heroes-album has no room for the hero, the side deck, the notes."
    ]
    unknown = Deck(CLASSIC, cards={"99/1": 1, "10/1": 1})
    assert losses(unknown, desk_of(CLASSIC), "berserk-compact") == [
        "These have no place in the compact string: 99/1."
    ]


def test_a_layout_of_one_game_refuses_decks_of_another() -> None:
    with pytest.raises(InputError, match="brsd is a layout of decks of berserk, not of agot2"):
        write(Deck("agot2"), agot2_desk(), "brsd")
    with pytest.raises(InputError, match="not of berserk_heroes"):
        read(Text("1 10101"), desk_of(HEROES), "brsd")


# ------------------------------------------------------------------ real lists


@at_hand
@pytest.mark.parametrize("layout", ["brsd", "proberserk.txt"])
def test_the_starter_is_read_card_by_card(layout: str) -> None:
    name = "classic_starter_forest_mountain"
    answer = json.loads((SHARED / f"{name}.json").read_text("utf-8"))
    wanted = {f"{c['set_number']}/{c['card_number']}": c["count"] for c in answer["main"]}
    (draft,) = read(open_text(SHARED / f"{name}.{layout}"), desk_of(CLASSIC))
    deck, findings = settle(draft, desk_of(CLASSIC))
    assert deck.cards == wanted
    assert [f.code for f in findings if f.severity != "info"] == []
    assert deck.name == ("Стартер леса-горы" if layout == "brsd" else "")


@at_hand
def test_the_real_list_is_read_card_by_card() -> None:
    answer = json.loads((SHARED / "heroes_saikono_2025.json").read_text("utf-8"))
    (draft,) = read(open_text(SHARED / "heroes_saikono_2025.txt"), desk_of(HEROES))
    deck, findings = settle(draft, desk_of(HEROES))
    assert deck.hero == "15/197"
    assert [f.code for f in findings if f.severity != "info"] == []
    pool = pool_of(HEROES)
    for key, held in (("main", deck.cards), ("sideboard", deck.side)):
        cards = {code: pool.cards([code])[code] for code in held}
        titles = Counter({fold(cards[code].title): n for code, n in held.items()})
        assert titles == {fold(c["name"]): c["count"] for c in answer[key]}
        entries = {c for e in draft.entries for c in e.candidates}
        assert {f"{c['set_number']}/{c['card_number']}" for c in answer[key]} <= entries


def test_every_line_of_a_text_is_accounted_for() -> None:
    for game, codec in PAIRS:
        for deck in random_decks(game, 5):
            text = write(deck, desk_of(game), codec)
            if codec in ("heroes-text", "heroes-album", "proberserk", "brsd"):
                (draft,) = read(Text(text), desk_of(game), codec)
                assert sum(draft.lines.values()) == len(split(text))


# ------------------------------------------------------------------ Heroes text and albums


@pytest.mark.parametrize(
    "text",
    [
        "Герой:\nСайконо\n\nОсновная колода:\n3 Бяка\n\nДополнительная колода:\n1 Вирго",
        "ГЕРОЙ: сайконо\nКолода (3):\n3x бяка\nСайдборд (1):\nвирго x1",
        "**Герой:** Сайконо\n**Основная колода**\n- 3 Бяка\n**Сайд**\n- 1 Вирго",
        "Название: А\nГерой\n1 Сайконо\nОсновная колода: 3\n3х Бяка\nСайд: 1\n1\tВирго",
    ],
)
def test_headings_are_read_as_people_write_them(text: str) -> None:
    deck = back(text, HEROES)
    assert (deck.hero, deck.cards, deck.side) == ("15/197", {"17/51": 3}, {"16/63": 1})
    assert [c for c, s in found(text) if s != "info"] == []


def test_a_card_without_a_count_is_never_taken_for_one() -> None:
    text = "Герой:\nСайконо\n\nОсновная колода:\nБяка\n0 Вирго\n1 Спригган\nкак-то так"
    assert found(text) == [
        ("bad-count", "unknown"),
        ("bad-count", "warning"),
        ("unread-line", "warning"),
    ]
    assert [u.text for u in back(text, HEROES).unread] == ["Бяка", "0 Вирго", "как-то так"]
    site = {"hero": {"name": "Сайконо"}, "mainDeck": [{"card": {"name": "Бяка"}}], "name": "А"}
    assert ("bad-count", "unknown") in found(json.dumps(site))
    assert back(json.dumps(site), HEROES).cards == {}


def test_no_hero_is_a_dash() -> None:
    deck = Deck(HEROES, cards={"17/51": 3})
    text = write(deck, desk_of(HEROES), "heroes-text")
    assert "Герой:\n—\n" in text
    assert back(text, HEROES) == deck


def test_an_album_has_conditions_and_prices() -> None:
    text = "Альбом:\nМои\n\n1 NM Бяка\n2 SP Вирго 150\n3 Прототип SU-27"
    deck = back(text, HEROES)
    assert deck.cards == {"17/51": 1, "16/63": 2, _code("Прототип SU-27"): 3}
    assert deck.name == "Мои"
    assert found(text) == [("left-out", "info")]


def _code(title: str) -> str:
    return pool_of(HEROES).titled(fold(title))[0].code


def test_no_card_is_called_as_a_heading_is() -> None:
    for game in GAMES:
        assert not {fold(card.title) for card in pool_of(game).all()} & HEADINGS.keys()


# ------------------------------------------------------------------ JSON of sites and programs


def test_the_sites_answer_keeps_name_and_notes() -> None:
    answer: dict[str, Any] = {
        "data": {
            "id": 30625,
            "name": "Сайконо 2025",
            "description": "Моя колода",
            "hero": {"id": 7, "name": "Сайконо"},
            "mainDeck": [{"count": 3, "card": {"id": 1, "name": "Бяка"}}],
            "sideboard": [{"count": 1, "card": {"id": 2, "name": "Вирго"}}],
        }
    }
    deck = back(json.dumps(answer), HEROES)
    assert (deck.name, deck.notes) == ("Сайконо 2025", "Моя колода")
    assert (deck.hero, deck.cards, deck.side) == ("15/197", {"17/51": 3}, {"16/63": 1})


def test_the_training_programs_entries_are_copies() -> None:
    card = {"setNumber": 17, "cardNumber": 51}
    one = {"title": "А", "hero": {"setNumber": 15, "cardNumber": 197}, "deck": [card] * 3}
    for form in (one, {"name": "x", "decks": [one]}):
        deck = back(json.dumps(form), HEROES)
        assert (deck.name, deck.hero, deck.cards) == ("А", "15/197", {"17/51": 3})


def test_what_is_no_card_is_said() -> None:
    broken = {"hero": None, "deck": [{"setNumber": 17, "cardNumber": 51}, 7, {}]}
    assert found(json.dumps(broken), HEROES, "heroes-gym") == [("unread-line", "unknown")] * 2
    site = {"mainDeck": [{"count": 1}, "x"]}
    assert found(json.dumps(site)) == [("unread-line", "unknown")] * 2
    save = {"ObjectStates": [{"ContainedObjects": [{"Nickname": ""}, 3]}]}
    assert found(json.dumps(save), CLASSIC) == [("unread-line", "unknown")] * 2


# ------------------------------------------------------------------ classic


def test_the_compact_string_is_three_characters_a_card() -> None:
    text = write(
        Deck(CLASSIC, cards={"10/101": 1, "20/3": 10}), desk_of(CLASSIC), "berserk-compact"
    )
    assert text == "#IBl4EDYED\n"
    assert back(text, CLASSIC).cards == {"10/101": 1, "20/3": 10}
    assert found("#IBlAAAIB", CLASSIC, "berserk-compact") == [("unread-line", "unknown")] * 2
    with pytest.raises(InputError, match="as character 3"):
        read(Text("#I!B"), desk_of(CLASSIC), "berserk-compact")


def test_a_save_of_tabletop_simulator_names_cards_and_printings() -> None:
    cards = [{"Nickname": "дракс", "CardID": 50003 + 100 + 1}, {"Nickname": "Дракс"}]
    save = {"ObjectStates": [{"Nickname": "Моя", "ContainedObjects": [*cards, cards[0]]}]}
    deck = back(json.dumps(save), CLASSIC)
    assert (deck.name, deck.cards) == ("Моя", {"50/74": 2, "10/70": 1})


@pytest.mark.parametrize("written", ["леккен", "ЛЁККЕН", "Ле\u0308ккен"])
def test_letters_and_marks_are_folded(written: str) -> None:
    assert back(f"1 {written}", CLASSIC).cards == {"10/85": 1}
    assert found(f"1 {written}", CLASSIC) == []


def test_quotes_and_dashes_are_folded() -> None:
    dragon = pool_of(HEROES).titled(fold("«Дракон» запада"))[0].code
    assert back("Колода:\n1 “дракон” запада", HEROES).cards == {dragon: 1}
    assert back("1 Гном–басаарг\n1 гном - басаарг", CLASSIC).cards == {"10/53": 2}
    assert back("1 БулʼБагур", CLASSIC).cards == back("1 Бул'Багур", CLASSIC).cards


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(("Tsiklop", "Циклоп"), ("Khobgoblin", "Хобгоблин"), ("Lyokken", "Лёккен")),
        *(("Hranitel gor", "Хранитель гор"), ("Povelitel' molniy", "Повелитель молний")),
        ("Begushchaya po kronam", "Бегущая по кронам"),
    ],
)
def test_latin_letters_are_a_suggestion_only(written: str, meant: str) -> None:
    match = Names(pool_of(CLASSIC)).match(written)
    assert match.cards == ()
    assert match.suggestions[0] == meant
