"""The importer of the Berserk tables: rows → records → shipped bytes. All cards are invented."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deckcheck.errors import DataError, InputError
from importers import berserk_csv, berserk_files
from importers.__main__ import main
from importers.batch import Batch
from importers.berserk_csv import COLUMNS

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT.parent / "shared" / "data" / "berserk"
needs_sources = pytest.mark.skipif(not SOURCES.is_dir(), reason="the public tables aren't here")
HEROES, CLASSIC = "heroes_cards.csv", "classic_cards.csv"

CREATURE = {
    "set_number": "90",
    "set_name": "Стены",
    "card_number": "7",
    "name": "Каменщик",
    "type": "creature",
    "elements": "steppe|forest",
    "cost": "3",
    "attack": "X",
    "life": "2",
    "horde": "0",
    "created_token": "0",
    "source": "A",
}
HERO = {
    "set_number": "90",
    "set_name": "Стены",
    "card_number": "1",
    "name": "Зодчий",
    "type": "hero",
    "subtype": "Герой-маг",
    "elements": "neutral",
    "hero_life": "25",
    "horde": "0",
    "created_token": "0",
    "source": "A",
}
FIGHTER = {
    "set_number": "91",
    "set_name": "Рвы",
    "card_number": "2",
    "name": "Землекоп",
    "type": "creature",
    "elements": "mountain",
    "cost": "4",
    "cost_type": "gold",
    "elite": "1",
    "unique": "0",
    "horde": "0",
    "life": "9",
    "move": "1",
    "rarity": "rare",
    "strike_weak": "1",
    "strike_medium": "2",
    "strike_strong": "3",
    "source": "A+img",
}


def table(file: str, *rows: dict[str, str]) -> bytes:
    columns = sorted(COLUMNS[file])
    lines = [",".join(columns)]
    lines += [",".join(f'"{row.get(column, "")}"' for column in columns) for row in rows]
    return "\n".join(lines).encode("utf-8")


def parsed(heroes: Any = (CREATURE,), classic: Any = (FIGHTER,)) -> dict[str, Batch]:
    files = {HEROES: table(HEROES, *heroes), CLASSIC: table(CLASSIC, *classic)}
    return berserk_csv.parse(files, "2030-03-01")


def cards(*rows: dict[str, str]) -> dict[str, dict[str, Any]]:
    return {card["code"]: card for card in parsed(rows)["berserk_heroes"].cards}


# --- what a row becomes ------------------------------------------------------------------------


def test_a_creature_becomes_a_record_of_facts_and_what_is_not_said_is_unknown() -> None:
    assert cards(CREATURE)["90/7"] == {
        "code": "90/7",
        "title": "Каменщик",
        "type": "creature",
        "pack": "90",
        "position": 7,
        "elements": ["steppe", "forest"],
        "cost": 3,
        "attack": "X",
        "life": 2,
        "class": None,
        "horde": False,
        "unique": None,
        "created": False,
        "rarity": None,
        "source": "A",
    }


def test_a_hero_has_a_class_for_rules_but_no_cost() -> None:
    hero = cards(HERO)["90/1"]
    assert (hero["hero_class"], hero["life"], hero["elements"]) == ("mage", 25, ["neutral"])
    assert not {"cost", "attack", "class"} & set(hero)


def test_a_fighter_of_the_classic_game_has_strikes_and_a_crystal() -> None:
    (card,) = parsed()["berserk"].cards
    assert (card["code"], card["elite"], card["life"], card["move"]) == ("91/2", True, 9, 1)
    assert [card[f"strike_{name}"] for name in ("weak", "medium", "strong")] == [1, 2, 3]
    assert (card["class"], card["unique"], card["source"]) == (None, False, "A+img")


def test_a_terrain_has_neither_strikes_nor_a_move() -> None:
    strikes = dict.fromkeys(("strike_weak", "strike_medium", "strike_strong", "move"), "")
    (card,) = parsed(classic=[{**FIGHTER, **strikes, "type": "terrain"}])["berserk"].cards
    assert not set(strikes) & set(card)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"card_number": ""}, "90:каменщик"),
        ({"card_number": "", "name": "Чёрный «Каменщик»"}, '90:черный "каменщик"'),
        ({"card_number": "", "set_number": "", "set_name": ""}, "?:каменщик"),
    ],
)
def test_a_card_without_a_number_is_known_by_its_folded_name(
    changes: dict[str, str], code: str
) -> None:
    assert list(cards({**CREATURE, **changes})) == [code]


def test_a_card_of_unknown_type_is_marked_so() -> None:
    assert cards({**CREATURE, "type": "", "source": "B"})["90/7"]["type"] == "?"


@pytest.mark.parametrize(
    ("column", "value", "facts"),
    [
        ("deck_limit", "1", {"limit": 1}),
        ("deck_limit", "5", {"limit": 5}),
        ("deck_condition", "any_hero_class:priest", {"open_to": "priest"}),
        ("deck_condition", "only_hero_class:rogue", {"only_with": "rogue"}),
        ("deck_condition", "not_hero_element:darkness", {"not_with": "darkness"}),
    ],
)
def test_what_a_card_says_of_decks_becomes_facts(
    column: str, value: str, facts: dict[str, Any]
) -> None:
    plain, told = cards(CREATURE)["90/7"], cards({**CREATURE, column: value})["90/7"]
    assert {k: v for k, v in told.items() if k not in plain} == facts


def test_of_texts_that_nobody_read_all_deck_rules_are_unknown() -> None:
    card = cards({**CREATURE, "source": "B"})["90/7"]
    assert [card[k] for k in ("limit", "open_to", "only_with", "not_with")] == [None] * 4


def test_a_row_of_low_confidence_tells_no_facts_but_keeps_what_it_says() -> None:
    card = cards({**CREATURE, "source": "D"})["90/7"]
    told = ("elements", "cost", "attack", "life", "class", "horde", "limit", "created")
    assert [card[k] for k in told] == [None] * len(told)
    assert card["type"] == "?"
    assert card["doubtful"]["elements"] == ["steppe", "forest"]
    assert card["doubtful"]["type"] == "creature"
    assert cards({**HERO, "source": "D"})["90/1"]["type"] == "hero"


# --- rows that belong together -----------------------------------------------------------------


def test_rows_of_one_name_and_set_with_the_same_facts_are_printings_of_one_card() -> None:
    again = {**CREATURE, "card_number": "3", "full_art": "1"}
    found = cards(CREATURE, again)
    assert list(found) == ["90/3"]
    assert found["90/3"]["printings"] == [
        {"code": "90/3", "pack": "90", "position": 3},
        {"code": "90/7", "pack": "90", "position": 7},
    ]


def test_rows_of_one_name_and_set_that_differ_are_two_cards() -> None:
    batch = parsed([CREATURE, {**CREATURE, "card_number": "3", "cost": "9"}])["berserk_heroes"]
    assert [card["code"] for card in batch.cards] == ["90/3", "90/7"]
    assert batch.notes == ("90/3 and 90/7 are two cards of one name, Каменщик.",)


def test_what_two_rows_of_one_card_disagree_on_is_unknown() -> None:
    row = {**CREATURE, "card_number": "", "source": "B"}
    batch = parsed([row, {**row, "elements": "swamp"}])["berserk_heroes"]
    (card,) = batch.cards
    assert (card["code"], card["elements"], card["cost"]) == ("90:каменщик", None, 3)
    assert len(batch.notes) == 1


def test_a_name_in_another_set_is_the_same_card_unless_something_known_differs() -> None:
    reprint = {**CREATURE, "set_number": "92", "set_name": "Крыши", "cost": ""}
    other = {**CREATURE, "set_number": "93", "set_name": "Полы", "cost": "4"}
    found = cards(CREATURE, reprint, other)
    assert found["90/7"]["also_in"] == ["92"]
    assert found["92/7"]["also_in"] == ["90", "93"]
    assert found["93/7"]["also_in"] == ["92"]


def test_packs_stand_in_order_of_their_numbers_the_unknown_last() -> None:
    rows = [
        {**CREATURE, "set_number": "", "set_name": "", "card_number": ""},
        {**CREATURE, "set_number": "100", "set_name": "Башни"},
        CREATURE,
    ]
    packs = parsed(rows)["berserk_heroes"].packs
    assert [pack["code"] for pack in packs] == ["90", "100", "?"]


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": " "}, "name: is missing"),
        ({"type": "castle"}, "type: 'castle' is unknown"),
        ({"elements": "water"}, "elements: 'water' is unknown"),
        ({"elements": "steppe|neutral"}, "elements: a neutral card has no element"),
        ({"cost": "-2"}, "cost: '-2' is no number"),
        ({"cost": "1" * 5000}, "cost: '111"),
        ({"life": "two"}, "life: 'two' is no number"),
        ({"horde": "yes"}, "horde: 'yes' is unknown"),
        ({"card_number": "X"}, "card_number: 'X' is no number"),
        ({"set_number": "IX"}, "set_number: 'IX' is no number"),
        ({"deck_condition": "any_hero_class:cook"}, "deck_condition: 'any_hero_class:cook'"),
        ({"source": "Z"}, "source: 'Z' is unknown"),
    ],
)
def test_a_broken_row_is_refused_with_file_row_and_field(
    changes: dict[str, str], says: str
) -> None:
    with pytest.raises(DataError) as refusal:
        parsed([HERO, {**CREATURE, **changes}])
    assert str(refusal.value).startswith(f"{HEROES}, line 3, {says}")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"elite": "0"}, "elite: doesn't go with the colour of the crystal"),
        ({"cost_type": "copper"}, "cost_type: 'copper' is unknown"),
        ({"type": "hero"}, "type: 'hero' is unknown"),
    ],
)
def test_a_broken_row_of_the_classic_game_is_refused_too(
    changes: dict[str, str], says: str
) -> None:
    with pytest.raises(DataError) as refusal:
        parsed(classic=[{**FIGHTER, **changes}])
    assert str(refusal.value).startswith(f"{CLASSIC}, line 2, {says}")


def test_one_number_twice_in_a_set_is_refused() -> None:
    with pytest.raises(DataError, match="90/7 is there twice"):
        parsed([CREATURE, {**CREATURE, "name": "Другой"}])


def test_two_names_of_one_set_are_refused() -> None:
    with pytest.raises(DataError, match="set 90 is called 'Стены' elsewhere"):
        parsed([CREATURE, {**HERO, "set_name": "Своды"}])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\xff\xfe", "is not UTF-8"),
        (b"name\n", "holds no rows"),
        (b"name,type\nA,hero\n", "is missing"),
        (b"name,type\nA\n", "too many or too few"),
        (b"name\nA,B\n", "too many or too few"),
    ],
)
def test_a_file_that_is_no_such_table_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(DataError, match=says):
        berserk_csv.parse({HEROES: data, CLASSIC: table(CLASSIC, FIGHTER)}, "2030-03-01")


def test_a_directory_without_the_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="name the one that holds"):
        berserk_csv.read(tmp_path)


# --- the files ---------------------------------------------------------------------------------


def test_the_same_batches_give_the_same_bytes(tmp_path: Path) -> None:
    rows = [HERO, CREATURE, {**CREATURE, "card_number": "3"}]
    first, second = (parsed(order) for order in (rows, rows[::-1]))
    for game in first:
        files, again = (berserk_files.render_game(game, each[game]) for each in (first, second))
        # The order of the rows shows in the table's digest and nowhere else.
        assert files.pop("source.toml") != again.pop("source.toml")
        assert files == again
    written = berserk_files.write(first, tmp_path)
    assert "berserk_heroes/cards/90.jsonl" in written
    lines = (tmp_path / "berserk_heroes" / "cards" / "90.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["code"] for line in lines] == ["90/1", "90/3"]


def test_files_that_are_not_the_importers_stay_and_old_sets_go(tmp_path: Path) -> None:
    game = tmp_path / "berserk"
    (game / "cards").mkdir(parents=True)
    (game / "cards" / "90.jsonl").write_text("old", "utf-8")
    (game / "game.toml").write_text("ours", "utf-8")
    berserk_files.write(parsed(), tmp_path)
    assert sorted(path.name for path in (game / "cards").iterdir()) == ["91.jsonl"]
    assert (game / "game.toml").read_text("utf-8") == "ours"


@needs_sources
def test_the_shipped_files_are_what_the_importer_writes(tmp_path: Path) -> None:
    arguments = ["berserk-csv", str(SOURCES), "--out", str(tmp_path), "--snapshot", "2026-11-29"]
    assert main(arguments) == 0
    shipped = ROOT / "data"
    for path in sorted(p for p in tmp_path.rglob("*") if p.is_file()):
        name = path.relative_to(tmp_path)
        assert path.read_bytes() == (shipped / name).read_bytes(), name
    for game in berserk_csv.GAMES:
        names = {path.name for path in (tmp_path / game / "cards").iterdir()}
        assert names == {path.name for path in (shipped / game / "cards").iterdir()}
