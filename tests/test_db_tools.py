"""`db doctor`, `export`, `search`, `text`, and the commands of updates as a user types them."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness.sources import (
    Source,
    add_pack,
    agenda,
    card_in,
    character,
    invented,
    lay_out,
    legality,
    write_root,
)
from updates import TODAY, Kitchen, changed, kitchen

from deckcheck.cli import run
from deckcheck.cli.db_update import Progress
from deckcheck.errors import StoreError
from deckcheck.store.doctor import Trouble, examine
from deckcheck.store.export import rows
from deckcheck.store.migrate import open_user
from deckcheck.store.search import keep_texts, search_texts, search_titles


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kitchen:
    """As in a fresh installation: the commands see this home and these data."""
    made = kitchen(tmp_path)
    monkeypatch.setenv("DECKCHECK_HOME", made.home.folder)
    for module in ("deckcheck.shipped", "deckcheck.store.open"):
        monkeypatch.setattr(f"{module}.data_folder", lambda: made.root)
    monkeypatch.setattr("deckcheck.cli.common.today", lambda: TODAY)
    return made


def with_new_agenda(source: Source) -> None:
    cards = [character("92001", "Una Sugar"), agenda("92002", "The Great Bake")]
    add_pack(source, "Su", "2026-05-01", cards)


# --- the doctor -------------------------------------------------------------------------------


def seen(here: Kitchen, code: str, today: str = TODAY) -> list[Trouble]:
    return [t for t in examine(here.home, here.root, today, {"agot2"}) if t.code == code]


def test_a_sound_home_needs_nothing(here: Kitchen) -> None:
    found = examine(here.home, here.root, TODAY, {"agot2"})
    kinds = [(t.code, t.severity) for t in found if t.code != "dead-rules"]
    assert kinds == [("sound", "info"), ("age", "info")]


def test_damage_is_seen_and_mended(here: Kitchen) -> None:
    Path(here.home.cards).write_bytes(b"no database")
    (trouble,) = seen(here, "damaged")
    assert trouble.severity == "error"
    assert not seen(here, "damaged")


def test_a_damaged_database_of_the_users_is_only_told(here: Kitchen) -> None:
    open_user(here.home).close()
    path = Path(here.home.user)
    path.write_bytes(path.read_bytes()[:5000])
    (trouble,) = seen(here, "damaged")
    assert here.home.backups in trouble.do
    assert path.stat().st_size == 5000


def test_references_into_nothing_are_told(here: Kitchen) -> None:
    with closing(sqlite3.connect(here.home.cards)) as connection:
        connection.execute("DELETE FROM card WHERE code = '90001'")
        connection.execute("DELETE FROM pack WHERE code = 'Ye'")
        connection.commit()
    said = [trouble.what for trouble in seen(here, "references")]
    assert said == [
        "agot2: 3 cards whose pack is unknown (01027, 91001, 91003).",
        "agot2: 1 printing whose card is unknown (90001).",
        "agot2: 1 title whose card is unknown (90001).",
    ]


def test_old_data_and_data_older_than_the_newest_list_are_told(here: Kitchen) -> None:
    assert seen(here, "age", "2026-06-01")[0].severity == "info"
    assert seen(here, "age", "2026-12-01")[0].severity == "warning"
    here.update(changed(lambda s: s["restricted-list.json"].append(legality("1.1", "2026-09-01"))))
    (trouble,) = seen(here, "age")
    assert "Standard v1.1 of 2026-09-01: it may judge cards that are not here" in trouble.what


def test_agendas_without_rules_and_rules_without_cards_are_told(here: Kitchen) -> None:
    here.update(changed(with_new_agenda))
    (trouble,) = seen(here, "rules")
    assert (trouble.severity, trouble.do) == ("warning", "upgrade deckcheck")
    assert "1 agenda card (92002 The Great Bake)" in trouble.what
    assert "cards that are not here (00001, " in seen(here, "dead-rules")[0].what


def test_lists_of_strange_codes_and_lines_are_told(here: Kitchen) -> None:
    row = legality("1.1", "2026-03-01", code="gotsummer1.1", bannedCards=["99999"])
    here.update(changed(lambda s: s["restricted-list.json"].append(row)))
    assert "gotsummer1.1 names 1 code of no card (99999)" in seen(here, "list-codes")[0].what
    assert "never chosen by its date" in seen(here, "list-line")[0].what


def test_where_the_data_are_from_and_the_way_back_are_told(here: Kitchen) -> None:
    here.update(changed(with_new_agenda))
    assert f"fetched from {here.folder} at 2026-06-01T12:00:00Z" in seen(here, "source")[0].what
    assert "rollback" in seen(here, "previous")[0].do


def test_data_of_a_day_to_come_are_told(here: Kitchen) -> None:
    (trouble,) = seen(here, "age", "2026-01-30")
    assert trouble.severity == "warning"
    assert "are of 2026-01-31, which is after today (2026-01-30)" in trouble.what


# --- export and search ------------------------------------------------------------------------


def test_everything_is_exported_as_json_lines(
    here: Kitchen, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "export"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    tables = {row["table"] for row in found}
    assert tables == {"card", "printing", "pack", "title", "list", "document"}
    card = next(row for row in found if row["table"] == "card" and row["code"] == "91003")
    assert (card["title"], card["cost"], card["unique"], card["limit"]) == (
        *("Rolling Pin", "X", True, 3),
    )
    banned = next(row for row in found if row["table"] == "list")
    assert (banned["code"], banned["status"], banned["format"]) == ("91001", "banned", "joust")
    out = tmp_path / "all.jsonl"
    assert run(["db", "export", "-o", str(out)]) == 0
    assert len(out.read_text("utf-8").splitlines()) == len(found)
    assert run(["db", "export", "-o", str(out)]) == 2
    assert run(["db", "export", "-o", str(out), "--force"]) == 0


def test_a_title_of_before_is_no_other_language(
    here: Kitchen, capsys: pytest.CaptureFixture[str]
) -> None:
    here.update(changed(lambda s: card_in(s, "90003").update(name="Cara Crusts")))
    assert run(["card", "Cara Crust"]) == 0
    assert "Cara Crusts was called 'Cara Crust' before." in capsys.readouterr().out
    assert run(["card", "Bertram Hefe"]) == 0
    assert "'Bertram Hefe' is Bertram Yeast in another language." in capsys.readouterr().out
    assert run(["db", "export"]) == 0
    assert '{"table": "former", "game": "agot2", "card": "90003"' in capsys.readouterr().out


def test_everything_is_exported_as_csv(here: Kitchen, tmp_path: Path) -> None:
    here.update(changed(lambda s: card_in(s, "90001").update(name="=Ada")))
    out = tmp_path / "out"
    assert run(["db", "export", "--to", "csv", "-o", str(out), "--game", "agot2"]) == 0
    assert {path.stem for path in out.iterdir()} == {
        *("card", "printing", "pack", "title", "former", "list", "document"),
    }
    with open(out / "card.csv", encoding="utf-8", newline="") as file:
        table = {row["code"]: row for row in csv.DictReader(file)}
    assert len(table) == 30
    assert table["90001"]["title"] == "'=Ada"  # no spreadsheet runs it
    assert table["91003"]["unique"] == "yes"
    assert run(["db", "export", "--to", "csv", "-o", str(out)]) == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--to", "xml"], "No layout of an export is called 'xml'"),
        (["--to", "csv"], "name a folder for them with --out"),
        (["--game", "chess"], "No game is called 'chess'"),
    ],
)
def test_what_cant_be_exported(
    here: Kitchen, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "export", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_titles_are_found_by_words_in_any_language(here: Kitchen) -> None:
    with here.open() as store:

        def codes(text: str) -> list[str]:
            return [hit.code for hit in search_titles(store, "agot2", text)]

        assert codes("flour ada") == ["90001", "91001"]
        assert codes("HEFE") == ["90002"]
        assert codes("roll") == ["90018", "91003"]
        assert codes('"; DROP') == []
        assert codes('ada" OR "') == []
        assert codes("--") == []


def test_titles_are_found_without_fts5_too(here: Kitchen) -> None:
    with closing(sqlite3.connect(here.home.cards)) as connection:
        connection.execute("DROP TABLE title_search")
        connection.commit()
    with here.open() as store:
        assert [hit.code for hit in search_titles(store, "agot2", "ada flo")] == ["90001", "91001"]


def test_the_index_can_be_asked_with_other_tools(here: Kitchen) -> None:
    with closing(sqlite3.connect(here.home.cards)) as connection:
        found = connection.execute(
            "SELECT t.code FROM title_search s JOIN title t ON t.id = s.rowid "
            "WHERE title_search MATCH 'flour' ORDER BY t.code"
        ).fetchall()
    assert found == [("90001",), ("90026",), ("91001",)]


def test_search_as_a_command(here: Kitchen, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["db", "search", "hefe", "--plain"]) == 0
    assert capsys.readouterr().out == "90002 Bertram Yeast (Fl): Bertram Hefe\n"
    assert run(["db", "search", "nobody"]) == 1


def test_texts_are_the_users_own_and_stay_apart(
    here: Kitchen, capsys: pytest.CaptureFixture[str]
) -> None:
    lay_out(changed(lambda s: card_in(s, "90001").update(text="<b>Bake</b> twice.")), here.folder)
    with pytest.raises(StoreError, match="No rules text has been imported"):
        search_texts(here.home, "agot2", "bake")
    cards = Path(here.home.cards).read_bytes()
    assert run(["db", "text", "--offline", str(here.folder)]) == 0
    assert "Kept the texts of 23 cards" in capsys.readouterr().out
    assert Path(here.home.cards).read_bytes() == cards
    assert [hit.code for hit in search_texts(here.home, "agot2", "bak twice")] == ["90001"]
    assert run(["db", "search", "--text", "twice", "--plain"]) == 0
    assert capsys.readouterr().out == "90001 Ada Flour (Fl): Bake twice.\n"
    keep_texts(here.home, "agot2", {"90002": "Knead."})
    assert search_texts(here.home, "agot2", "bake") == []


def test_texts_of_a_table_or_of_nothing_are_refused(
    here: Kitchen, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "text", "--source", "table", "--offline", str(tmp_path)]) == 2
    assert run(["db", "text", "--offline", str(tmp_path / "nothing")]) == 2
    assert "there is no such folder" in capsys.readouterr().err


# --- updates as a user types them -------------------------------------------------------------


def test_update_and_rollback_as_commands(here: Kitchen, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(changed(with_new_agenda), here.folder)
    command = ["db", "update", "--offline", str(here.folder), "--snapshot", TODAY, "--plain"]
    assert run([*command, "--dry-run"]) == 0
    dry = capsys.readouterr()
    assert "Nothing was written (a dry run)." in dry.out
    assert dry.err == "reading\ncomparing\n"
    assert run(command) == 0
    out = capsys.readouterr().out
    assert f"agot2: 32 cards from throneteki ({here.folder}, licence MIT)." in out
    assert f"The data are of {TODAY}; they were of 2026-01-31." in out
    assert "2 new cards:\n  92001 Una Sugar (Su)\n  92002 The Great Bake (Su)\n" in out
    assert "Note: The Great Bake (92002): deckcheck has no rules for this agenda" in out
    assert run(command) == 0
    assert "nothing new" in capsys.readouterr().out
    assert run(["db", "rollback"]) == 0
    assert here.title("92001") is None
    assert run(["db", "rollback"]) == 0
    assert here.title("92001") == "Una Sugar"


def test_the_report_as_json(here: Kitchen, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(changed(with_new_agenda), here.folder)
    assert run(["db", "update", "--offline", str(here.folder), "--snapshot", TODAY, "--json"]) == 0
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert [card["code"] for card in said["new"]] == ["92001", "92002"]
    assert said["written"] is True
    assert said["provenance"]["address"] == str(here.folder)
    assert said["touched"] == {"decks": [], "collection_rows": 0}


def test_many_changes_are_shown_in_part(here: Kitchen, capsys: pytest.CaptureFixture[str]) -> None:
    cards = [character(f"92{n:03}", f"Una {n}") for n in range(1, 21)]
    lay_out(changed(lambda s: add_pack(s, "Su", None, cards)), here.folder)
    command = ["db", "update", "--offline", str(here.folder), "--dry-run", "--snapshot", TODAY]
    assert run(command) == 0
    assert "… and 8 more (--all shows them)" in capsys.readouterr().out
    assert run([*command, "--all"]) == 0
    assert "92020 Una 20 (Su)" in capsys.readouterr().out


def test_a_failed_update_is_one_sentence_and_exit_code_2(
    here: Kitchen, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "update", "--offline", str(tmp_path / "nothing")]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("deckcheck: ")
    assert last.endswith("there is no such folder or archive.")


def test_the_doctor_as_a_command(here: Kitchen, capsys: pytest.CaptureFixture[str]) -> None:
    here.update(changed(with_new_agenda))
    assert run(["db", "doctor", "--plain"]) == 1
    out = capsys.readouterr().out
    assert "!  agot2: there are no rules for 1 agenda card" in out
    assert run(["db", "doctor", "--json"]) == 1
    assert {"code", "severity", "what", "do"} == set(
        json.loads(capsys.readouterr().out.splitlines()[0])
    )


# --- what an update means for a verdict -------------------------------------------------------


def deck(agenda_title: str) -> str:
    cards = [f"3x {name}" for name in named("character")[:20]] + [f"1x {p}" for p in named("plot")]
    return "\n".join(["My Deck", "", "House Stark", agenda_title, "", *cards, ""])


def named(kind: str) -> list[str]:
    cards = invented()["packs/Fl.json"]["cards"]
    return [f"{c['name']} (Fl)" for c in cards if c["type"] == kind]


def verdict(text: str, tmp_path: Path) -> int:
    file = tmp_path / "deck.txt"
    file.write_text(text, "utf-8")
    return run(["check", "--plain", "--on", TODAY, str(file)])


def test_a_new_agenda_that_the_rules_dont_know_makes_no_deck_legal(
    here: Kitchen, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verdict(deck("Fealty"), tmp_path) == 0
    here.update(changed(with_new_agenda))
    capsys.readouterr()
    assert verdict(deck("The Great Bake"), tmp_path) == 3
    assert "92002" in capsys.readouterr().out
    assert verdict(deck("Fealty"), tmp_path) == 0


def test_a_renumbered_agenda_has_no_rules_until_they_follow(here: Kitchen, tmp_path: Path) -> None:
    here.update(changed(lambda s: card_in(s, "01027").update(code="01927")))
    assert verdict(deck("Fealty"), tmp_path) == 3


def test_a_new_list_is_in_force_from_its_day(here: Kitchen, tmp_path: Path) -> None:
    row = legality("1.1", "2026-05-01", bannedCards=["90001"])
    here.update(changed(lambda s: s["restricted-list.json"].append(row)))
    assert verdict(deck("Fealty"), tmp_path) == 1


def test_an_old_deck_is_read_after_its_cards_were_renamed_and_renumbered(
    here: Kitchen, tmp_path: Path
) -> None:
    def change(source: Source) -> None:
        card_in(source, "90002")["name"] = "Bertram Yeasty"
        card_in(source, "90003")["code"] = "90103"

    here.update(changed(change))
    assert verdict(deck("Fealty"), tmp_path) == 0
    slots = {f"90{n:03}": 3 for n in range(1, 21)} | {f"90{n:03}": 1 for n in range(21, 28)}
    site = {"name": "x", "faction_code": "stark", "slots": slots | {"01027": 1}}
    assert verdict(json.dumps(site | {"agendas": ["01027"]}), tmp_path) == 0


def test_shipped_data_stay_as_they_are(here: Kitchen, tmp_path: Path) -> None:
    copy = write_root(tmp_path / "again")
    here.update(changed(with_new_agenda))
    for path in Path(copy).rglob("*.json*"):
        assert (Path(here.root) / path.relative_to(copy)).read_bytes() == path.read_bytes()
    shutil.rmtree(copy)
    with here.open() as store:
        assert sum(1 for table, _ in rows(store, "agot2") if table == "card") == 32


def test_progress_is_a_bar_on_a_terminal_and_a_line_a_step_elsewhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Progress()
    plain.step("fetching")
    plain.bytes("https://example.invalid/a/cards.json", 500_000, 1_000_000)
    plain.end()
    assert capsys.readouterr().err == "fetching\n"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    bar = Progress()
    bar.bytes("https://example.invalid/a/cards.json", 500_000, 1_000_000)
    bar.end()
    shown = capsys.readouterr().err
    assert "example.invalid/cards.json [###############               ] 0.5 MB" in shown
    assert shown.endswith("\r\x1b[K")
