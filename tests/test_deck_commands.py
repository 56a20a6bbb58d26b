"""Saved decks: kept whole, changed all or none, every change undone, `@name` anywhere."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command import LEGAL, Ran, deck
from shelves import Run, own_home, parsed

from deckcheck.store.home import find_home

HODOR = "3x Hodor (NMG)"


@pytest.fixture
def home(built_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = own_home(built_home, tmp_path)
    monkeypatch.setenv("DECKCHECK_HOME", str(folder))
    return folder


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    from command import in_process

    return lambda *arguments: in_process(capsys, *arguments)


@pytest.fixture
def winter(run: Run) -> Run:
    """With the shipped deck saved as `Winter Is Coming`."""
    assert run("deck", "add", str(LEGAL)).code == 0
    return run


def listed(run: Run) -> list[str]:
    return [row["name"] for row in parsed(run("deck", "list", "--json").out)]


def cards(run: Run, name: str) -> dict[str, int]:
    """The cards of a saved deck, by code."""
    out = run("convert", f"@{name}", "--to", "json").out
    found: dict[str, int] = json.loads(out)["cards"]
    return found


# Adding


def test_a_deck_is_saved_under_its_name_and_is_a_deck_argument_everywhere(winter: Run) -> None:
    assert listed(winter) == ["Winter Is Coming"]
    given = winter("convert", str(LEGAL), "--to", "thronesdb").out
    assert winter("convert", "@winter is coming", "--to", "thronesdb").out == given
    assert winter("check", "--on", "2026-11-29", "@Winter Is Coming").code == 0
    assert winter("diff", str(LEGAL), "@WINTER IS COMING").code == 0
    assert winter("show", "@Winter Is Coming").code == 0
    assert winter("hash", "@Winter Is Coming", str(LEGAL)).code == 0


def test_a_deck_nobody_saved_gets_near_names(winter: Run) -> None:
    ran = winter("check", "@Winter Is Comming")
    assert ran.code == 2
    assert "did you mean Winter Is Coming?" in ran.err


def test_before_the_first_deck_the_way_to_save_one_is_told(run: Run, home: Path) -> None:
    assert "deck add" in run("check", "@anything").err
    assert "deck add" in run("deck", "list").out
    assert not os.path.exists(find_home(home).user)


def test_each_card_is_kept_with_code_title_and_pack(winter: Run, home: Path) -> None:
    with closing(sqlite3.connect(home / "user.db")) as connection:
        rows = connection.execute("SELECT code, copies, title, pack FROM deck_card").fetchall()
    assert ("01141", 2, "Arya Stark", "Core") in rows
    assert sum(copies for _, copies, _, _ in rows) == 67


def test_a_deck_that_is_wrong_is_kept_wrong_with_its_unknown_lines(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("Odd\n\nHouse Stark\nFealty\n\n4x Hodor\n2x Nobody At All\n", "utf-8")
    ran = run("deck", "add", str(path))
    assert ran.code == 0
    assert "Nobody At All" in ran.err
    found = json.loads(run("convert", "@Odd", "--to", "json").out)
    assert found["cards"] == {"02061": 4}
    assert [line["text"] for line in found["unread"]] == ["2x Nobody At All"]
    assert run("check", "@Odd").code == 1
    assert parsed(run("deck", "list", "--json").out)[0]["unknown"] == 2


def test_all_decks_are_saved_or_none(run: Run, tmp_path: Path) -> None:
    good = deck(tmp_path, "a.txt", ("Winter Is Coming", "First"))
    twin = deck(tmp_path, "b.txt", ("Winter Is Coming", "FIRST"))
    ran = run("deck", "add", good, twin)
    assert ran.code == 2
    assert "A deck called First is saved already" in ran.err
    assert listed(run) == []
    bad = tmp_path / "bad.o8d"
    bad.write_text("<deck", "utf-8")
    assert run("deck", "add", good, str(bad)).code == 2
    assert listed(run) == []


def test_a_deck_without_a_name_is_called_as_its_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my wolves.csv"
    path.write_text("count,name\n3,Hodor\n", "utf-8")
    assert run("deck", "add", str(path)).out == "Saved @my wolves.\n"
    assert run("deck", "add", str(path), "--name", "@Pups").out == "Saved @Pups.\n"


def test_replacing_is_a_revision_and_keeps_the_tags(winter: Run, tmp_path: Path) -> None:
    winter("deck", "tag", "Winter Is Coming", "league")
    path = deck(tmp_path, "again.txt", ("3x Summer", "2x Summer"))
    assert winter("deck", "add", path).code == 2
    assert winter("deck", "add", path, "--replace", "--tag", "new").code == 0
    (row,) = parsed(winter("deck", "list", "--json").out)
    assert (row["tags"], row["sizes"]) == (["league", "new"], {"draw": 59, "plot": 7})
    winter("deck", "undo", "Winter Is Coming")
    (row,) = parsed(winter("deck", "list", "--json").out)
    assert (row["tags"], row["sizes"]["draw"]) == (["league"], 60)


def test_a_wish_that_is_given_with_a_deck_is_kept(run: Run) -> None:
    assert run("deck", "add", str(LEGAL), "--format", "melee", "--on", "2020-01-01").code == 0
    (report,) = parsed(run("check", "--json", "@Winter Is Coming").out)
    assert (report["format"], report["on"]) == ("melee", "2020-01-01")
    assert run("deck", "edit", "Winter Is Coming", "--format", "", "--on", "").code == 0
    (report,) = parsed(run("check", "--json", "@Winter Is Coming").out)
    assert report["format"] == "joust"


# Listing


def test_the_verdict_is_of_today_and_isnt_stored(winter: Run, home: Path) -> None:
    before = (home / "user.db").read_bytes()
    (row,) = parsed(winter("deck", "list", "--check", "--json").out)
    assert row["legal"] in (True, False)
    assert (home / "user.db").read_bytes() == before
    assert b'"legal"' not in before
    assert "legal" not in parsed(winter("deck", "list", "--json").out)[0]


def test_decks_are_found_by_tag(winter: Run, tmp_path: Path) -> None:
    winter("deck", "add", deck(tmp_path, "b.txt", ("Winter Is Coming", "Other")), "--tag", "Fun")
    assert "@Other" in winter("deck", "list", "--tag", "fun").out
    assert "@Winter" not in winter("deck", "list", "--tag", "fun").out
    winter("deck", "tag", "Other", "fun", "--remove")
    assert "No deck with the tag fun" in winter("deck", "list", "--tag", "fun").out


# Editing


def test_many_changes_are_made_at_once(winter: Run) -> None:
    before = cards(winter, "Winter Is Coming")
    ran = winter("deck", "edit", "Winter Is Coming", "+2", "Hodor", "-1", "Old Nan", "-2x", "Ice")
    assert ran.out == "@Winter Is Coming: +2 Hodor (NMG), -1 Old Nan (WotN), -2 Ice (Core)\n"
    after = cards(winter, "Winter Is Coming")
    assert {c: after.get(c, 0) - before.get(c, 0) for c in {*before, *after}}["02061"] == 2
    assert sum(after.values()) == sum(before.values()) - 1


@pytest.mark.parametrize(
    "wrong",
    [
        ("-9", "Hodor"),
        ("+1", "Nobody At All"),
        ("+1", "Jon Snow"),
        ("3", "Hodor"),
        ("+1",),
        ("Hodor",),
        ("+1", "Hodor (HoT)"),
    ],
)
def test_a_change_that_cant_be_made_changes_nothing(winter: Run, wrong: tuple[str, ...]) -> None:
    before = winter("convert", "@Winter Is Coming", "--to", "json").out
    ran = winter("deck", "edit", "Winter Is Coming", "+1", "Summer (Core)", *wrong)
    assert ran.code == 2
    assert ran.err.startswith("deckcheck: ")
    assert winter("convert", "@Winter Is Coming", "--to", "json").out == before
    assert len(winter("deck", "log", "Winter Is Coming").out.splitlines()) == 1


def test_a_title_of_several_versions_is_the_one_in_the_deck(winter: Run) -> None:
    ran = winter("deck", "edit", "Winter Is Coming", "-1", "Robb Stark", "+1", "Eddard Stark")
    assert ran.out == "@Winter Is Coming: -1 Robb Stark (Core), +1 Eddard Stark (Core)\n"


def test_agendas_faction_and_unknown_lines_can_be_edited(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("Odd\n\nHouse Stark\nFealty\n\n4x Hodor\n2x Nobody At All\n", "utf-8")
    run("deck", "add", str(path))
    ran = run(
        *("deck", "edit", "Odd", "-1", "Fealty", "+1", "Banner of the Lion"),
        *("-2", "Nobody At All", "--faction", "Lannister", "--notes", "a try"),
    )
    assert ran.code == 0, ran.err
    found = json.loads(run("convert", "@Odd", "--to", "json").out)
    assert (found["agendas"], found["faction"], found["notes"]) == (["01200"], "lannister", "a try")
    assert not found.get("unread")


def test_a_slip_in_a_title_is_said(winter: Run) -> None:
    ran = winter("deck", "edit", "Winter Is Coming", "+1", "Hodr")
    assert "'Hodr' was read as Hodor." in ran.err
    assert "+1 Hodor (NMG)" in ran.out


def test_nothing_to_change_is_no_revision(winter: Run) -> None:
    assert winter("deck", "edit", "Winter Is Coming").code == 2
    assert winter("deck", "edit", "Winter Is Coming", "+1", "Hodor", "-1", "Hodor").code == 2
    assert len(winter("deck", "log").out.splitlines()) == 1


# Names, copies, removing


def test_renaming_copying_and_names_that_are_taken(winter: Run) -> None:
    assert winter("deck", "copy", "Winter Is Coming", "Spring").code == 0
    assert winter("deck", "rename", "Spring", "winter is COMING").code == 2
    assert winter("deck", "rename", "Winter Is Coming", "WINTER is coming").code == 0
    assert listed(winter) == ["Spring", "WINTER is coming"]
    assert winter("deck", "rename", "Spring", " @ ").code == 2


def test_removing_asks_or_wants_yes_and_can_be_undone(winter: Run) -> None:
    ran = winter("deck", "rm", "Winter Is Coming")
    assert ran.code == 2
    assert "--yes" in ran.err
    assert listed(winter) == ["Winter Is Coming"]
    assert winter("deck", "rm", "winter is coming", "--yes").code == 0
    assert listed(winter) == []
    assert winter("deck", "log", "Winter Is Coming").code == 0
    assert winter("deck", "undo", "Winter Is Coming").code == 0
    assert listed(winter) == ["Winter Is Coming"]
    assert sum(cards(winter, "Winter Is Coming").values()) == 67


def test_what_was_removed_cant_come_back_under_a_name_that_is_taken(winter: Run) -> None:
    winter("deck", "rm", "Winter Is Coming", "--yes")
    winter("deck", "add", str(LEGAL))
    ran = winter("deck", "undo", "--to", "1")
    assert ran.code == 2
    assert "saved already" in ran.err
    assert listed(winter) == ["Winter Is Coming"]


# Log and undo


def test_undo_walks_back_and_any_revision_can_be_gone_to(winter: Run) -> None:
    name = "Winter Is Coming"
    first = cards(winter, name)
    winter("deck", "edit", name, "+1", "Hodor")
    second = cards(winter, name)
    winter("deck", "edit", name, "+1", "Hodor")
    assert winter("deck", "undo", name).code == 0
    assert cards(winter, name) == second
    winter("deck", "undo", name)
    assert cards(winter, name) == first
    winter("deck", "edit", name, "-1", "Old Nan")
    log = parsed(winter("deck", "log", name, "--json").out)
    assert [one["undone"] for one in log] == [False, True, True, False]
    winter("deck", "undo", name, "--to", str(log[1]["revision"]))
    assert cards(winter, name)["02061"] == 2
    assert winter("deck", "undo", name, "--to", "999").code == 2


def test_undoing_everything_ends_in_a_sentence(winter: Run) -> None:
    assert winter("deck", "undo").code == 0
    assert listed(winter) == []
    ran = winter("deck", "undo")
    assert ran.code == 2
    assert "no change of a deck left" in ran.err
    winter("deck", "undo", "Winter Is Coming", "--to", "1")
    assert listed(winter) == ["Winter Is Coming"]


# Updates


def recode(home: Path, old: str, title: str, pack: str) -> None:
    """Let the one revision say that `old` was another title: as if an update had given it away."""
    with closing(sqlite3.connect(home / "user.db")) as connection:
        (state,) = connection.execute("SELECT state FROM deck_revision").fetchone()
        body = json.loads(state)
        assert old in body["printed"]
        body["printed"][old] = [title, pack]
        connection.execute("UPDATE deck_revision SET state = ?", (json.dumps(body),))
        connection.commit()


def test_a_code_that_an_update_gave_to_another_card_is_asked_about(winter: Run, home: Path) -> None:
    code = "01141"
    recode(home, code, "Hodor", "NMG")
    ran = winter("check", "@Winter Is Coming")
    assert ran.code == 3
    assert "was saved with Hodor (NMG)" in ran.out
    assert "--by title" in ran.out
    assert winter("deck", "edit", "Winter Is Coming", "+1", "Summer (Core)").code == 2
    assert winter("deck", "edit", "Winter Is Coming", "--by", "title").code == 0
    after = cards(winter, "Winter Is Coming")
    assert (after.get("02061"), code in after) == (2, False)
    winter("deck", "undo", "Winter Is Coming")
    assert winter("deck", "edit", "Winter Is Coming", "--by", "code").code == 0
    assert code in cards(winter, "Winter Is Coming")
    assert winter("check", "--on", "2026-11-29", "@Winter Is Coming").code == 0


def test_a_code_that_vanished_is_found_by_title_and_pack(winter: Run, home: Path) -> None:
    with closing(sqlite3.connect(home / "user.db")) as connection:
        (state,) = connection.execute("SELECT state FROM deck_revision").fetchone()
        body = json.loads(state.replace('"01039"', '"77777"'))
        connection.execute("UPDATE deck_revision SET state = ?", (json.dumps(body),))
        connection.commit()
    ran = winter("check", "--on", "2026-11-29", "@Winter Is Coming")
    assert ran.code == 0
    assert "The code 77777 is nobody's any more" in ran.out
    assert cards(winter, "Winter Is Coming")["01039"] == 3


# Building


def test_building_takes_copies_and_refuses_what_is_not_there(winter: Run) -> None:
    ran = winter("deck", "build", "Winter Is Coming")
    assert ran.code == 2
    assert "68 copies of 31 cards are missing" in ran.err
    winter("own", "pack", "Core", "x3", "WotN", "x1")
    assert winter("deck", "build", "Winter Is Coming").code == 0
    assert winter("deck", "build", "Winter Is Coming").code == 2
    assert "built" in winter("deck", "list").out
    free = {row["code"]: row["free"] for row in parsed(winter("own", "free", "--json").out)}
    assert free["01040"] == 9
    assert winter("deck", "unbuild", "Winter Is Coming").code == 0
    free = {row["code"]: row["free"] for row in parsed(winter("own", "free", "--json").out)}
    assert free["01040"] == 12


def test_two_decks_cant_have_the_same_copies(winter: Run) -> None:
    winter("own", "pack", "Core", "x3", "WotN", "x1")
    winter("deck", "copy", "Winter Is Coming", "Twin")
    winter("deck", "build", "Winter Is Coming")
    assert winter("deck", "build", "Twin").code == 2
    assert winter("deck", "build", "Twin", "--anyway").code == 0
    clashes = json.loads(winter("own", "clashes", "--json").out)
    assert sum(clash["short"] for clash in clashes["clashes"]) > 20
    assert set(clashes["to_play"]) == {"Twin"}
    winter("deck", "unbuild", "Winter Is Coming")
    assert json.loads(winter("own", "clashes", "--json").out)["clashes"] == []


def test_decks_are_built_all_or_none(winter: Run) -> None:
    winter("own", "pack", "Core", "x3", "WotN", "x1")
    winter("deck", "copy", "Winter Is Coming", "Twin")
    assert winter("deck", "build", "Winter Is Coming", "Twin").code == 2
    assert "built" not in winter("deck", "list").out
    assert len(winter("deck", "log").out.splitlines()) == 2


def test_editing_a_built_deck_moves_its_copies_and_undo_moves_them_back(winter: Run) -> None:
    winter("own", "pack", "Core", "x3", "WotN", "x1", "NMG", "x1")
    winter("deck", "build", "Winter Is Coming")
    before = winter("own", "free", "--json").out
    winter("deck", "edit", "Winter Is Coming", "+2", "Hodor")
    after = {row["code"]: row["free"] for row in parsed(winter("own", "free", "--json").out)}
    assert after["02061"] == 1
    winter("deck", "undo")
    assert winter("own", "free", "--json").out == before
    winter("deck", "rm", "Winter Is Coming", "--yes")
    assert {r["code"]: r["free"] for r in parsed(winter("own", "free", "--json").out)}[
        "01040"
    ] == 12


# Exporting


def test_decks_are_written_under_names_that_are_safe_everywhere(
    winter: Run, tmp_path: Path
) -> None:
    for name in ("../up", "CON", "a/b", "Winter: Is?"):
        assert winter("deck", "copy", "Winter Is Coming", name).code == 0
    folder = tmp_path / "out"
    assert winter("deck", "export", str(folder), "--to", "o8d").code == 0
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 5
    assert all("/" not in name and ":" not in name and not name.startswith(".") for name in names)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "out"]
    ran = winter("deck", "export", str(folder), "--to", "o8d")
    assert ran.code == 2
    assert "--force" in ran.err
    assert winter("deck", "export", str(folder), "--to", "o8d", "--force").code == 0


def test_what_is_exported_reads_back_the_same(winter: Run, tmp_path: Path) -> None:
    winter("deck", "export", str(tmp_path / "out"))
    assert winter("diff", str(tmp_path / "out" / "Winter Is Coming.json"), str(LEGAL)).code == 0


def test_only_decks_with_a_tag_or_a_name_are_exported(winter: Run, tmp_path: Path) -> None:
    winter("deck", "copy", "Winter Is Coming", "Other")
    winter("deck", "tag", "Other", "fun")
    winter("deck", "export", str(tmp_path / "a"), "--tag", "fun")
    winter("deck", "export", str(tmp_path / "b"), "Winter Is Coming")
    assert [path.stem for path in (tmp_path / "a").iterdir()] == ["Other"]
    assert [path.stem for path in (tmp_path / "b").iterdir()] == ["Winter Is Coming"]
    assert winter("deck", "export", str(tmp_path / "c"), "--tag", "none").code == 2


def test_every_change_has_a_machine_form(winter: Run, tmp_path: Path) -> None:
    name = "Winter Is Coming"
    for change in (
        ("tag", name, "a"),
        ("copy", name, "Twin"),
        ("rename", "Twin", "Other"),
        ("edit", name, "+1", "Hodor"),
        ("undo", name),
        ("build", name, "--anyway"),
        ("unbuild", name),
        ("export", str(tmp_path / "out")),
        ("rm", "Other", "--yes"),
    ):
        ran = winter("deck", *change, "--json")
        assert ran.code == 0, change
        assert parsed(ran.out), change


def test_every_command_has_help(run: Run) -> None:
    from deckcheck.cli.deck import COMMANDS as DECK
    from deckcheck.cli.own import COMMANDS as OWN

    helps: list[Ran] = [run("deck", name, "--help") for name in DECK]
    helps += [run("own", name, "-h") for name in OWN]
    assert all(one.code == 0 and "Usage:" in one.out for one in helps)
    for name in DECK:
        assert name in run("deck", "--help").out
