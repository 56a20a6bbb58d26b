"""A table of cards as a source: for any game, by column names or a mapping."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from updates import Kitchen, kitchen

from deckcheck.errors import DataError, InputError
from deckcheck.store.export import rows, write_csv


@pytest.fixture
def here(tmp_path: Path) -> Kitchen:
    return kitchen(tmp_path)


def table(here: Kitchen, **files: str) -> Any:
    """An update from files named `cards_csv`, `packs_csv`, `columns_toml`."""
    here.folder.mkdir(exist_ok=True)
    for old in here.folder.iterdir():
        old.unlink()
    for name, text in files.items():
        (here.folder / name.replace("_", ".")).write_text(text, "utf-8")
    return here.update(source="table")


NEW = (
    "Code;Name;Type;Pack;Number;Copies;Deck Limit;faction;loyal;cost;traits;illustrator\r\n"
    "92001;Una Sugar;character;Su;1;3;2;stark;no;X;Baker; Someone\r\n"
    "92002;Vera; location;Su;2;3;3;neutral;;2;Mill;Nobody\r\n"
)
PACKS = "code,name,cycle,cycle name,released\nSu,Sugar,sweet,Sweet Things,2026-05-01\n"


def test_new_cards_of_a_new_pack(here: Kitchen) -> None:
    result = table(here, cards_csv=NEW, packs_csv=PACKS)
    assert [card["code"] for card in result.changes.new] == ["92001", "92002"]
    assert result.after == result.before  # a user's rows don't make the data newer
    assert "cards.csv: no card has illustrator; these columns are left out." in result.notes
    with here.open() as store:
        pool = store.pool("agot2")
        card = pool.card("92001")
        assert card is not None
        assert card.released == "2026-05-01"
        assert card.limit == 2
        assert card.facts == {
            "faction": "stark",
            "loyal": False,
            "cost": "X",
            "traits": ["Baker"],
        }
        assert pool.packs()["Su"].cycle_name == "Sweet Things"
    assert table(here, cards_csv=NEW, packs_csv=PACKS).nothing


def test_a_row_changes_what_it_has_and_leaves_the_rest(here: Kitchen) -> None:
    result = table(here, cards_csv="code,limit,traits\n90001,1,Baker;Captain\n")
    (changed,) = result.changes.changed
    assert changed.fields == {"limit": (3, 1), "traits": (["Baker"], ["Baker", "Captain"])}
    assert not result.changes.gone


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cards_tsv", "code\tlimit\n90001\t1\n"),
        ("cards_json", '[{"code": "90001", "limit": 1}]'),
        ("cards_jsonl", '{"code": "90001", "limit": 1}\n\n'),
        ("cards_csv", "\ufeffCODE;LIMIT\n90001;1\n"),
    ],
)
def test_every_layout_says_the_same(here: Kitchen, name: str, text: str) -> None:
    assert table(here, **{name: text}).changes.changed[0].fields == {"limit": (3, 1)}


def test_columns_and_values_may_have_other_names(here: Kitchen) -> None:
    mapping = (
        '[columns]\ncode = "Номер"\ntype = "Тип"\nlimit = "Всего"\n'
        '[values.type]\n"Существо" = "character"\n'
    )
    result = table(here, cards_csv="Номер,Тип,Всего\n90001,Существо,1\n", columns_toml=mapping)
    assert result.changes.changed[0].fields == {"limit": (3, 1)}


def test_one_file_is_enough(here: Kitchen) -> None:
    here.folder.mkdir()
    file = here.folder / "mine.csv"
    file.write_text("code,limit\n90001,1\n")
    os.utime(file, (1_780_000_000, 1_780_000_000))
    assert here.update(source="table", offline=str(file), snapshot=None).written


def test_what_was_exported_is_nothing_new(here: Kitchen) -> None:
    with here.open() as store:
        write_csv((row for row in rows(store, "agot2") if row[0] == "card"), str(here.folder), True)
    (here.folder / "card.csv").rename(here.folder / "cards.csv")
    result = here.update(source="table")
    assert result.nothing, result.changes


BROKEN = [
    ("code,limit\n,1\n", "cards.csv, row 2, code: is missing"),
    ("limit\n1\n", "cards.csv, row 2, code: is missing"),
    ("code,limit\n90001,1\n90001,1\n", "row 3, code: card 90001 stands there twice"),
    ("code,title\n92001,New\n", "row 2, type: is missing, and card 92001 is new"),
    ("code,title,type,pack\n92001,New,plot,Fl\n", "row 2, limit: is missing"),
    ("code,type\n90001,cake\n", "row 2, type: 'cake' is unknown"),
    ("code,pack\n90001,Zz\n", "row 2, pack: there is no pack 'Zz'"),
    ("code,faction\n90001,bakers\n", "row 2, faction: 'bakers' is unknown"),
    ("code,loyal\n90001,maybe\n", "row 2, loyal: 'maybe' is not yes or no"),
    ("code,limit\n90001,many\n", "row 2, limit: 'many' is not a number"),
    ("code,limit\n90001,99999999999\n", "row 2, limit"),
    ("code,limit\n90001,1,2\n", "row 2, content: more cells than the head"),
]


@pytest.mark.parametrize(("text", "says"), BROKEN)
def test_a_wrong_row_is_refused_with_file_row_and_field(
    here: Kitchen, text: str, says: str
) -> None:
    with pytest.raises(DataError) as refusal:
        table(here, cards_csv=text)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"packs_csv": PACKS}, "has no table of cards"),
        ({"cards_json": "[1]"}, "row 1, content: an object of columns"),
        ({"cards_json": "5"}, "can't be read as JSON"),
        ({"cards_json": "["}, "can't be read as JSON"),
        ({"cards_csv": "code\n90001\n", "columns_toml": "="}, "columns.toml, the whole file"),
        ({"cards_csv": "code\n90001\n", "columns_toml": "[colums]"}, "columns.toml, colums"),
        ({"cards_csv": "code\n90001\n", "columns_toml": "[values]\nx = 1"}, "columns.toml, values"),
        (
            {"cards_csv": "code\n90001\n", "columns_toml": '[columns]\nprice = "a"'},
            "columns.toml, columns, price: no card of this game has that",
        ),
        (
            {"cards_csv": NEW, "packs_csv": PACKS.replace("2026-05-01", "soon")},
            "packs.csv, row 2, released: 'soon' is not a date",
        ),
        (
            {"cards_csv": NEW, "packs_csv": PACKS.replace("Sugar", "")},
            "packs.csv, row 2, name: is missing",
        ),
    ],
)
def test_wrong_files_are_refused(here: Kitchen, files: dict[str, str], says: str) -> None:
    with pytest.raises((DataError, InputError)) as refusal:
        table(here, **files)
    assert says in str(refusal.value)


def test_whatever_stands_in_a_table_is_read_or_refused_never_a_crash(here: Kitchen) -> None:
    odd: list[Any] = [None, True, -1, 10**30, 1.5, "", "\ud800", "a\nb", [], [None], {}, {"a": 1}]
    dice = random.Random(2026)
    fields = ["code", "title", "type", "pack", "position", "limit", "loyal", "cost", "traits"]
    refused = 0
    for _ in range(120):
        row: dict[str, Any] = {"code": "90001"}
        row |= {dice.choice(fields): dice.choice(odd) for _ in range(2)}
        try:
            table(here, cards_json=json.dumps([row]))
        except DataError:
            refused += 1
    assert refused > 60


def test_the_file_that_is_named_is_the_one_that_was_given(here: Kitchen) -> None:
    here.folder.mkdir()
    file = here.folder / "mine.tsv"
    file.write_text("code\tlimit\n90001\tmany\n")
    with pytest.raises(DataError, match=r"^mine\.tsv, row 2, limit: 'many' is not a number"):
        here.update(source="table", offline=str(file))
    with pytest.raises(InputError, match="there is no such folder or file"):
        here.update(source="table", offline=str(here.folder / "other.csv"))


def test_a_title_has_its_length(here: Kitchen) -> None:
    with pytest.raises(DataError, match="is not a text of at most 200 characters"):
        table(here, cards_csv=f"code,title\n90001,{'A' * 201}\n")
