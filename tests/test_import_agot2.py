"""The importer of card facts: files → records → the shipped bytes. All cards are invented."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from deckcheck.errors import DataError, InputError
from importers import agot2_files, thronesdb_titles, throneteki_json
from importers.__main__ import main
from importers.batch import Batch

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT.parent / "shared" / "data" / "agot2"
needs_sources = pytest.mark.skipif(not SOURCES.is_dir(), reason="the public sources aren't here")


# --- files → records: an invented source -----------------------------------------------------

TESTER = {
    "code": "90001",
    "name": "Tester of Walls",
    "type": "character",
    "faction": "stark",
    "loyal": True,
    "unique": True,
    "cost": 3,
    "strength": "X",
    "icons": {"military": True, "intrigue": False, "power": True},
    "traits": ["Mason"],
    "text": "Renown.\n+1 Income.",
    "deckLimit": 3,
    "quantity": 2,
    "octgnId": "ABCDEF01-0000-4000-8000-00000000000A",
}
PLAN = {
    "code": "90002",
    "name": "A Level Plan",
    "type": "plot",
    "faction": "neutral",
    "loyal": False,
    "plotStats": {"income": "X", "initiative": 0, "claim": 1, "reserve": 6},
    "traits": [],
    "text": "",
    "deckLimit": 1,
    "quantity": 1,
    "octgnId": "null",
}
LIST = {
    "code": "gotstandard9.1",
    "issuer": "Nobody",
    "name": "Nobody's  List",
    "version": "9.1",
    "date": "2030-02-01",
    "cardSet": "original",
    "bannedCards": ["90002", "90001"],
    "formats": [
        {"name": "joust", "restricted": ["90002", "99999"], "pods": [{"cards": ["90002"]}]},
        {"name": "melee", "restricted": [], "banned": ["90001"]},
    ],
}


def invented() -> dict[str, Any]:
    pack = {"code": "Wa", "name": "Walls", "releaseDate": "2030-01-31", "cards": [TESTER, PLAN]}
    early = {"code": "Fl", "name": "Floors", "releaseDate": "2029-12-31", "cards": []}
    never: dict[str, Any] = {"code": "Ro", "name": "Roofs", "releaseDate": None, "cards": []}
    source = {
        "packs/Wa.json": pack,
        "packs/Ro.json": never,
        "packs/Fl.json": early,
        "cycles.json": [
            {"id": "roofs", "name": "Roofs", "packs": ["Ro"]},
            {"id": "house", "name": "House", "packs": ["Wa", "Fl"]},
        ],
        "restricted-list.json": [LIST],
    }
    return copy.deepcopy(source)


def encoded(source: dict[str, Any]) -> dict[str, bytes]:
    return {name: json.dumps(value).encode() for name, value in source.items()}


def test_a_character_becomes_a_record_of_facts() -> None:
    batch = throneteki_json.parse(encoded(invented()), "2030-03-01")
    assert batch.cards[0] == {
        "code": "90001",
        "title": "Tester of Walls",
        "type": "character",
        "pack": "Wa",
        "position": 1,
        "quantity": 2,
        "limit": 3,
        "guid": "abcdef01-0000-4000-8000-00000000000a",
        "faction": "stark",
        "loyal": True,
        "unique": True,
        "cost": 3,
        "strength": "X",
        "icons": ["military", "power"],
        "traits": ["Mason"],
        "keywords": ["renown"],
        "gold_mod": 1,
    }


def test_a_neutral_plot_has_no_loyalty_no_cost_and_no_guid() -> None:
    plan = throneteki_json.parse(encoded(invented()), "2030-03-01").cards[1]
    assert not {"loyal", "unique", "cost", "guid", "keywords"} & set(plan)
    assert (plan["income"], plan["initiative"], plan["limit"]) == ("X", 0, 1)


def test_packs_stand_in_order_of_publication_the_unreleased_last() -> None:
    batch = throneteki_json.parse(encoded(invented()), "2030-03-01")
    assert [pack["code"] for pack in batch.packs] == ["Fl", "Wa", "Ro"]
    assert [cycle["code"] for cycle in batch.cycles] == ["house", "roofs"]
    assert batch.packs[2] == {"code": "Ro", "name": "Roofs", "cycle": "roofs", "released": None}


def test_a_list_keeps_all_its_codes_sorted_and_notes_those_of_no_card() -> None:
    batch = throneteki_json.parse(encoded(invented()), "2030-03-01")
    row = batch.lists[0]
    assert (row["line"], row["name"], row["banned"]) == (
        "standard",
        "Nobody's List",
        ["90001", "90002"],
    )
    assert row["formats"]["joust"] == {
        "restricted": ["90002", "99999"],
        "banned": [],
        "pods": [{"cards": ["90002"]}],
    }
    assert row["formats"]["melee"]["banned"] == ["90001"]
    assert len(batch.notes) == 1
    assert "gotstandard9.1: code 99999 is no card's; it is kept" in batch.notes[0]


def test_a_list_of_a_new_line_or_format_is_kept_and_the_line_noted() -> None:
    source = invented()
    source["restricted-list.json"][0]["code"] = "gotsummer1.0"
    source["restricted-list.json"][0]["formats"][1]["name"] = "rookery"
    batch = throneteki_json.parse(encoded(source), "2030-03-01")
    assert batch.lists[0]["line"] == "gotsummer"
    assert set(batch.lists[0]["formats"]) == {"joust", "rookery"}
    assert "'gotsummer' is no line of lists known here" in batch.notes[0]


BROKEN: list[tuple[str, Any, str]] = [
    ("deckLimit", None, "card 90001, deckLimit: is missing"),
    ("deckLimit", 0, "card 90001, deckLimit: 0 is no count from 1"),
    ("type", None, "card 90001, type: is missing"),
    ("type", "castle", "card 90001, type: 'castle' is unknown"),
    ("faction", "bolton", "card 90001, faction: 'bolton' is unknown"),
    ("code", "9001", "card '9001', code: five digits"),
    ("code", "90002", "card 90002, code: pack Wa has a card of this code"),
    ("name", " ", "card 90001, name"),
    ("cost", None, "card 90001, cost: is missing"),
    ("cost", -1, "card 90001, cost: -1 is no number"),
    ("strength", True, "card 90001, strength"),
    ("icons", {"military": True}, "card 90001, icons"),
    ("loyal", None, "card 90001, loyal: is missing"),
    ("unique", "yes", "card 90001, unique"),
    ("traits", "Mason.", "card 90001, traits"),
    ("quantity", "2", "card 90001, quantity"),
    ("octgnId", "abc", "card 90001, octgnId: 'abc' is not a GUID"),
    ("text", None, "card 90001, text"),
]


@pytest.mark.parametrize(("field", "value", "says"), BROKEN)
def test_a_broken_card_is_refused_with_file_row_and_field(
    field: str, value: Any, says: str
) -> None:
    source = invented()
    source["packs/Wa.json"]["cards"][0][field] = value
    with pytest.raises(DataError) as refusal:
        throneteki_json.parse(encoded(source), "2030-03-01")
    assert str(refusal.value).startswith(f"packs/Wa.json, {says}")


@pytest.mark.parametrize(
    ("name", "path", "value", "says"),
    [
        ("packs/Wa.json", ["releaseDate"], "2030-02-30", "pack Wa, releaseDate: '2030-02-30' is"),
        ("packs/Wa.json", ["releaseDate"], "31.1.2030", "pack Wa, releaseDate"),
        ("packs/Wa.json", ["code"], "../Wa", "pack ../Wa, code"),
        ("packs/Wa.json", ["code"], "Fl", "pack Fl, code: another file"),
        ("packs/Wa.json", ["cards"], {}, "pack Wa, cards"),
        ("cycles.json", [0, "packs"], ["Ro", "Zz"], "cycle roofs, packs: there is no pack 'Zz'"),
        ("cycles.json", [0, "packs"], ["Ro", "Wa"], "cycle house, packs: pack Wa is in another"),
        ("cycles.json", [1, "packs"], ["Wa"], "pack Fl, packs: no cycle names this pack"),
        ("restricted-list.json", [0, "date"], "2030-13-01", "list gotstandard9.1, date"),
        ("restricted-list.json", [0, "code"], "../mine", "list ../mine, code"),
        ("restricted-list.json", [0, "bannedCards"], [90001], "list gotstandard9.1, bannedCards"),
        ("restricted-list.json", [0, "formats", 0, "name"], "", "list gotstandard9.1, name"),
    ],
)
def test_broken_packs_cycles_and_lists_are_refused(
    name: str, path: list[Any], value: Any, says: str
) -> None:
    source = invented()
    place = source[name]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(DataError) as refusal:
        throneteki_json.parse(encoded(source), "2030-03-01")
    assert str(refusal.value).startswith(f"{name}, {says}")


def test_whatever_stands_in_the_files_is_read_or_refused_never_a_crash() -> None:
    odd: list[Any] = [None, True, -1, 10**30, 1.5, "", "null", "\ud800", "a\nb", [], [None], {}]
    dice = random.Random(2026)
    refused = 0
    for _ in range(600):
        source = invented()
        place: Any = source
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = dice.choice(keys)
            deeper = isinstance(place[key], dict | list) and place[key]
            if not deeper or (place is not source and dice.random() < 0.3):
                break
            place = place[key]
        if place is source:
            continue
        place[key] = dice.choice(odd)
        try:
            agot2_files.render(throneteki_json.parse(encoded(source), "2030-03-01"))
        except DataError:
            refused += 1
    assert refused > 300


def test_a_snapshot_that_is_no_day_is_refused() -> None:
    with pytest.raises(InputError, match="'soon' is not a date"):
        throneteki_json.parse(encoded(invented()), "soon")


# --- records → files -------------------------------------------------------------------------


def laid_out(source: dict[str, Any], directory: Path) -> Path:
    for name, content in encoded(source).items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return directory


def contents(directory: Path) -> dict[str, bytes]:
    paths = sorted(path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in paths}


def test_importing_again_gives_the_same_bytes_and_clears_away_what_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = laid_out(invented(), tmp_path / "source"), tmp_path / "out"
    arguments = ["throneteki-json", str(source), "--out", str(out)]
    assert main([*arguments, "--snapshot", "2030-03-01"]) == 0
    first = contents(out)
    assert set(first) == {
        *("cards/Fl.jsonl", "cards/Ro.jsonl", "cards/Wa.jsonl"),
        *("legality/gotstandard9.1.json", "packs.json", "source.toml"),
    }
    (out / "cards" / "Gone.jsonl").write_text("{}\n")
    (out / "game.toml").write_text("# not the importer's\n")
    assert main(arguments) == 0
    assert "2 cards of 3 packs, 1 lists." in capsys.readouterr().out
    assert contents(out) == first | {"game.toml": b"# not the importer's\n"}


def test_new_files_need_a_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = laid_out(invented(), tmp_path / "source"), tmp_path / "out"
    assert main(["throneteki-json", str(source), "--out", str(out)]) == 2
    assert "--snapshot DATE" in capsys.readouterr().err
    assert not out.exists()


def test_a_directory_that_is_no_source_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["throneteki-json", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "is not a copy of throneteki-json-data" in capsys.readouterr().err


def translated(rows: list[dict[str, str]]) -> Batch:
    batch = throneteki_json.parse(encoded(invented()), "2030-03-01")
    factions = [
        {"code": code, "name": code.title(), "octgn_id": None if code == "neutral" else "AB"}
        for code in throneteki_json.FACTIONS
    ]
    files = {"factions.json": factions, "translations/de/pack/Wa.json": rows}
    return thronesdb_titles.add(batch, encoded(files), "2030-03-01")


@pytest.mark.parametrize(
    ("row", "titles", "note"),
    [
        ({"code": "90001", "name": "Mauerprüfer"}, {"90001": "Mauerprüfer"}, None),
        ({"code": "90001", "name": "Tester Of Walls"}, {}, None),
        ({"code": "90001", "name": "A Level Plan"}, {}, "'A Level Plan' is another card"),
        ({"code": "90009", "name": "Niemand"}, {}, "no card has this code"),
    ],
)
def test_a_title_is_taken_where_it_is_the_cards_own_and_not_the_english_one(
    row: dict[str, str], titles: dict[str, str], note: str | None
) -> None:
    batch = translated([row])
    assert batch.titles == {"de": titles}
    assert len(batch.notes) == (2 if note else 1)
    assert note is None or note in batch.notes[-1]


def test_factions_have_guids_but_for_neutral() -> None:
    factions = translated([]).factions
    assert factions[0] == {"code": "baratheon", "name": "Baratheon", "guid": "ab"}
    assert factions[-1] == {"code": "neutral", "name": "Neutral"}


@needs_sources
def test_the_shipped_data_are_what_the_importer_makes(tmp_path: Path) -> None:
    shipped = ROOT / "data" / "agot2"
    (tmp_path / "source.toml").write_bytes((shipped / "source.toml").read_bytes())
    source = SOURCES / "throneteki-json-data"
    titles = ["--translations", str(SOURCES / "thronesdb-json-data")]
    assert main(["throneteki-json", str(source), "--out", str(tmp_path), *titles]) == 0
    made = contents(tmp_path)
    assert {name: (shipped / name).read_bytes() for name in made} == made
