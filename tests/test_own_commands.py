"""The collection from outside: counts, lists, questions; and reports that never write."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command import LEGAL, deck, in_process
from shelves import Run, own_home, parsed

WINTER = "@Winter Is Coming"


@pytest.fixture
def home(built_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = own_home(built_home, tmp_path)
    monkeypatch.setenv("DECKCHECK_HOME", str(folder))
    return folder


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *arguments: in_process(capsys, *arguments)


def stock(run: Run, *query: str) -> dict[str, Any]:
    """`own list --json` by `Title (Pack)`."""
    rows = parsed(run("own", "list", "--json", *query).out)
    return {f"{row['title']} ({row['pack']})": row for row in rows}


# Packs


def test_a_core_set_holds_one_two_or_four_of_a_card(run: Run) -> None:
    assert run("own", "pack", "Core", "x1").out == "Core Set (Core): 1 box, 0 before.\n"
    counts = {row["have"] for row in stock(run).values()}
    assert counts == {1, 2, 4}
    run("own", "pack", "core set", "x3")
    assert {row["have"] for row in stock(run).values()} == {3, 6, 12}


def test_packs_by_name_code_or_cycle_set_or_changed(run: Run) -> None:
    run("own", "pack", "Wolves of the North", "x1", "NMG", "CoW", "x2")
    run("own", "pack", "+1", "NMG")
    assert [(r["pack"], r["boxes"]) for r in parsed(run("own", "pack", "--json").out)] == [
        ("NMG", 2),
        ("WotN", 1),
        ("CoW", 2),
    ]
    run("own", "pack", "NMG")
    assert "2x" in run("own", "pack").out
    run("own", "pack", "Westeros Cycle", "x1")
    assert len(parsed(run("own", "pack", "--json").out)) == 7


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("Nowhere", "x1"), "No pack is called 'Nowhere'"),
        (("Core", "-1"), "from 0 to"),
        (("x2",), "Write"),
    ],
)
def test_packs_that_cant_be_owned_are_refused(run: Run, words: tuple[str, ...], says: str) -> None:
    ran = run("own", "pack", *words)
    assert ran.code == 2
    assert says in ran.err
    assert stock(run) == {}


# Single cards


def test_single_copies_are_added_and_taken_away_all_or_none(run: Run) -> None:
    run("own", "pack", "Core", "x1")
    ran = run("own", "add", "2", "Hodor (NMG)", "-1", "The Roseroad", "+1", "01001")
    assert ran.code == 0
    found = stock(run)
    assert found["Hodor (NMG)"]["have"] == 2
    assert found["The Roseroad (Core)"]["have"] == 3
    assert found["A Clash of Kings (Core)"]["have"] == 2
    before = run("own", "list", "--json").out
    assert run("own", "add", "1", "Hodor", "-9", "The Roseroad").code == 2
    assert run("own", "list", "--json").out == before


def test_a_title_of_several_printings_is_asked_back(run: Run) -> None:
    ran = run("own", "add", "1", "Jon Snow")
    assert ran.code == 2
    assert "Jon Snow (Core), Jon Snow (WotN)" in ran.err
    assert run("own", "add", "1", "Jon Snow (WotN)").code == 0


def test_set_counts_what_packs_give_too(run: Run) -> None:
    run("own", "pack", "Core", "x1")
    run("own", "set", "7", "The Roseroad")
    assert stock(run)["The Roseroad (Core)"]["have"] == 7
    run("own", "pack", "Core", "x2")
    assert stock(run)["The Roseroad (Core)"]["have"] == 11


def test_copies_can_have_a_condition_and_a_note(run: Run) -> None:
    run("own", "add", "1", "Hodor", "--condition", "EX", "--note", "signed")
    run("own", "add", "2", "Hodor", "--condition", "nm")
    (row,) = stock(run).values()
    assert row["have"] == 3
    assert row["rows"] == [
        {"list": "have", "count": 2},
        {"list": "have", "count": 1, "condition": "EX", "note": "signed"},
    ]
    assert "1 EX, signed" in run("own", "list").out


def test_copies_in_a_condition_dont_make_up_for_plain_ones(run: Run, tmp_path: Path) -> None:
    run("own", "add", "7", "Hodor")
    run("own", "add", "2", "Hodor", "--condition", "EX")
    before = run("own", "list", "--json").out
    ran = run("own", "add", "-8", "Hodor")
    assert ran.code == 2
    assert "only 7 of Hodor (NMG) without a condition or note" in ran.err
    assert "2 (EX)" in ran.err
    assert run("own", "list", "--json").out == before
    assert run("own", "add", "-7", "Hodor").code == 0
    (row,) = stock(run).values()
    assert row["rows"] == [{"list": "have", "count": 2, "condition": "EX"}]
    file = str(tmp_path / "out.csv")
    assert run("own", "export", "-o", file).code == 0
    assert "Nothing would change" in run("own", "import", file, "--yes").out


def test_packs_given_away_whose_copies_are_lent_or_gone_are_told(run: Run) -> None:
    run("own", "pack", "Core", "x1")
    run("own", "add", "-1", "The Roseroad")
    run("own", "lend", "2", "The Kingsroad", "--to", "Anna")
    assert run("own", "pack", "Core", "x2").err == ""
    ran = run("own", "pack", "Core", "x0")
    assert ran.code == 0
    assert "1x The Roseroad (Core), 2x The Kingsroad (Core)" in ran.err


@pytest.mark.parametrize("number", ["x-1", "xx", "x1.5", "999999"])
def test_what_is_no_number_of_boxes_is_said_in_one_sentence(run: Run, number: str) -> None:
    ran = run("own", "pack", "Core", number)
    assert (ran.code, ran.out) == (2, "")
    assert f"'{number}' is not a number of boxes" in ran.err
    assert len(ran.err) < 200


def test_counts_are_shown_as_this_command_left_them(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process adds copies as soon as ours are written."""
    from deckcheck.cli.own import counts

    real = counts.changed

    def then_others(*arguments: Any) -> Any:
        done = real(*arguments)
        with closing(sqlite3.connect(home / "user.db")) as connection:
            connection.execute("UPDATE holding SET copies = copies + 5")
            connection.commit()
        return done

    monkeypatch.setattr(counts, "changed", then_others)
    assert json.loads(run("own", "add", "2", "Hodor", "--json").out)["have"] == 2
    assert stock(run)["Hodor (NMG)"]["have"] == 7


def test_berserk_cards_are_single_cards_of_printings(run: Run) -> None:
    game = ("--game", "berserk_heroes")
    ran = run("own", "add", "2", "выразить протест", *game)
    assert ran.code == 2
    assert "Выразить протест (18/3), Выразить протест (18/197)" in ran.err
    assert run("own", "add", "2", "18/197", *game).code == 0
    (row,) = parsed(run("own", "list", "--json", *game).out)
    assert (row["code"], row["have"]) == ("18/197", 2)
    assert stock(run) == {}
    assert run("own", "pack", "18", "x1", *game).code == 2


# Lent, borrowed, wanted


def test_lent_and_borrowed_copies(run: Run) -> None:
    run("own", "pack", "NMG", "x1")
    assert run("own", "lend", "2", "Hodor").code == 2
    assert run("own", "lend", "2", "Hodor", "--to", "Anna").code == 0
    assert run("own", "lend", "2", "Hodor", "--to", "Boris").code == 2
    assert "2 lent to Anna" in run("own", "list", "hodor").out
    free = {row["code"]: row["free"] for row in parsed(run("own", "free", "--json").out)}
    assert free["02061"] == 1
    run("own", "borrow", "3", "Hodor", "--from", "Chris")
    row = stock(run, "hodor")["Hodor (NMG)"]
    assert (row["have"], row["lent"], row["borrowed"]) == (3, 2, 3)
    assert run("own", "lend", "2", "Hodor", "--back").code == 0
    assert run("own", "lend", "1", "Hodor", "--back").code == 2
    run("own", "borrow", "3", "Hodor", "--back", "--from", "Chris")
    assert stock(run, "hodor")["Hodor (NMG)"]["rows"] == []


def test_wanted_cards_are_not_owned(run: Run) -> None:
    run("own", "want", "2", "Hodor")
    assert stock(run)["Hodor (NMG)"]["have"] == 0
    assert "2 wanted" in run("own", "list", "--list", "want").out
    assert "No card" not in run("own", "list", "--list", "have").out
    assert run("own", "free").out.startswith("0 free copies")


# Reports


def test_filters_are_no_state(run: Run) -> None:
    run("own", "pack", "Core", "x1")
    everything = run("own", "list", "--json").out
    assert len(stock(run, "type:plot")) == 26
    assert set(stock(run, "faction:stark cost<=1")) < set(stock(run))
    assert run("own", "list", "--json").out == everything
    assert run("own", "list", "nofield:1").code == 2


def test_stats_add_up_to_the_exported_table(run: Run, home: Path) -> None:
    run("own", "pack", "Core", "x2", "WotN", "x1")
    run("own", "add", "-1", "The Roseroad", "2", "Hodor")
    run("own", "add", "1", "Hodor", "--condition", "EX")
    totals = json.loads(run("own", "stats", "--json").out)["totals"]
    table = run("own", "export").out.splitlines()[1:]
    assert sum(int(line.split(",")[1]) for line in table) == totals["copies"]
    assert totals["copies"] == sum(row["have"] for row in stock(run).values())
    by_cycle = json.loads(run("own", "stats", "--by", "cycle", "--json").out)
    assert sum(row["copies"] for row in by_cycle["cycles"]) == totals["copies"]


def test_an_empty_collection_is_said_to_be_empty(run: Run, home: Path) -> None:
    for question in (
        ("list",),
        ("free",),
        ("stats",),
        ("missing", str(LEGAL)),
        ("buildable", str(LEGAL)),
        ("buy", str(LEGAL)),
    ):
        assert "collection is empty" in run("own", *question).err, question
    assert not os.path.exists(home / "user.db")


def test_questions_never_write(run: Run, home: Path, tmp_path: Path) -> None:
    run("own", "pack", "Core", "x3", "WotN", "x1")
    run("own", "add", "1", "Hodor")
    run("deck", "add", str(LEGAL))
    run("deck", "build", "Winter Is Coming")
    prices = tmp_path / "prices.csv"
    prices.write_text("pack,price\nCore,40\n", "utf-8")
    csv = tmp_path / "in.csv"
    csv.write_text("count,name\n3,Hodor\n", "utf-8")
    before = (home / "user.db").read_bytes()
    files = sorted(os.listdir(home))
    for question in (
        *(("own", name) for name in ("list", "stats", "log", "free", "clashes", "buildable")),
        *(("own", name, WINTER) for name in ("missing", "buy", "proxies", "clashes")),
        ("own", "buy", WINTER, "--prices", str(prices)),
        ("own", "export", "--to", "packs"),
        ("own", "import", str(csv)),
        ("own", "buildable", "--packs", "Core=1"),
        ("deck", "list", "--check"),
        ("deck", "show", "Winter Is Coming"),
        ("deck", "log"),
        ("check", WINTER),
    ):
        run(*question)
        run(*question, "--json")
    assert (home / "user.db").read_bytes() == before
    assert sorted(os.listdir(home)) == files


def test_a_folder_is_not_a_collection(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for name in ("a.csv", "b.csv"):
        (folder / name).write_text("count,name\n3,Hodor\n", "utf-8")
    ran = run("own", "import", str(folder), "--yes")
    assert ran.code == 2
    assert "is a folder; name one file of it" in ran.err
    packed = tmp_path / "many.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("a.csv", "b.csv"):
            archive.write(folder / name, name)
    ran = run("own", "import", str(packed), "--yes")
    assert ran.code == 2
    assert "holds 2 files" in ran.err
    assert stock(run) == {}
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("bad.csv", "count,name\n3,Nobody At All\n")
    assert f"{packed}/bad.csv, line 2" in run("own", "import", str(packed), "--yes").err


def test_a_saved_deck_that_is_named_without_its_sign_is_hinted_at(run: Run) -> None:
    run("deck", "add", str(LEGAL))
    ran = run("own", "missing", "winter is coming")
    assert ran.code == 2
    assert "written @Winter Is Coming." in ran.err
    assert "@" not in run("own", "missing", "Nowhere").err


def test_lending_what_built_decks_use_says_so(run: Run) -> None:
    run("own", "pack", "Core", "x3", "WotN", "x1")
    run("own", "add", "1", "Robb Stark (Core)")
    run("deck", "add", str(LEGAL))
    run("deck", "build", "Winter Is Coming")
    said = "Winter Is Coming is built and lacks"
    assert said not in run("own", "lend", "1", "Robb Stark (Core)", "--to", "Anna").err
    ran = run("own", "lend", "2", "Robb Stark (Core)", "--to", "Anna")
    assert ran.code == 0
    assert f"{said} 2x Robb Stark now." in ran.err
    assert said not in run("own", "lend", "2", "Robb Stark (Core)", "--back").err


# Log and undo


def test_each_undo_restores_the_state_before_to_the_letter(run: Run) -> None:
    states = [run("own", "list", "--json").out]
    for command in (
        ("pack", "Core", "x2"),
        ("add", "2", "Hodor", "-1", "The Roseroad"),
        ("add", "1", "Hodor", "--condition", "EX"),
        ("lend", "1", "Hodor", "--to", "Anna"),
        ("set", "0", "The Kingsroad"),
        ("want", "3", "Jon Snow (WotN)"),
        ("pack", "Core", "x0"),
    ):
        assert run("own", *command).code == 0, command
        states.append(run("own", "list", "--json").out)
    assert len(parsed(run("own", "log", "--json").out)) == 7
    for expected in reversed(states[:-1]):
        assert run("own", "undo").code == 0
        assert run("own", "list", "--json").out == expected
    ran = run("own", "undo")
    assert ran.code == 2
    assert "left to undo" in ran.err
    assert all(one["undone"] for one in parsed(run("own", "log", "--json").out))


def exchange(home: Path, title: str, other: str) -> None:
    """Let the rows say that they were written for each other's cards."""
    with closing(sqlite3.connect(home / "user.db")) as connection:
        sql = "UPDATE holding SET title = CASE title WHEN ?1 THEN ?2 ELSE ?1 END"
        connection.execute(sql, (title, other))
        connection.commit()


@pytest.mark.parametrize(("by", "roads"), [("title", 2), ("code", 1)])
def test_rows_whose_codes_an_update_exchanged_are_asked_about(
    run: Run, home: Path, by: str, roads: int
) -> None:
    run("own", "add", "1", "The Roseroad", "2", "The Kingsroad")
    exchange(home, "The Roseroad", "The Kingsroad")
    before = run("own", "list", "--json").out
    assert "The Kingsroad (Core) was written down as 01040" in run("own", "list").err
    assert run("own", "settle", "--by", by).code == 0
    assert run("own", "list").err == ""
    assert stock(run)["The Roseroad (Core)"]["have"] == roads
    run("own", "undo")
    assert run("own", "list", "--json").out == before
    assert "written down as" in run("own", "list").err


def test_a_code_that_nobody_has_settles_nothing(run: Run, home: Path) -> None:
    run("own", "add", "1", "The Roseroad")
    with closing(sqlite3.connect(home / "user.db")) as connection:
        connection.execute("UPDATE holding SET printing = '99999'")
        connection.commit()
    before = run("own", "list", "--json").out
    refused = run("own", "settle", "--by", "code")
    assert refused.code == 2
    assert "No card has the code 99999, which The Roseroad (Core) was written down" in refused.err
    assert run("own", "list", "--json").out == before
    assert run("own", "settle", "--by", "title").code == 0
    assert stock(run)["The Roseroad (Core)"]["have"] == 1


def test_a_pack_that_the_user_knows_better_counts_as_the_user_says(run: Run, home: Path) -> None:
    run("own", "pack", "Core", "x2")
    assert stock(run)["The Roseroad (Core)"]["have"] == 8
    (home / "corrections.toml").write_text(
        '[[correction]]\ngame = "agot2"\ncard = "01040"\nfield = "quantity"\nvalue = 1\n'
        'reason = "my box held one"\n',
        "utf-8",
    )
    assert stock(run)["The Roseroad (Core)"]["have"] == 2


def test_what_changes_nothing_is_not_in_the_log(run: Run) -> None:
    run("own", "pack", "Core", "x2")
    run("own", "pack", "Core", "x2")
    run("own", "set", "8", "The Roseroad")
    assert len(parsed(run("own", "log", "--json").out)) == 1


# Questions


def test_owned_three_and_needed_three_is_all_of_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.txt"
    path.write_text("Roses\n\n3x The Roseroad (Core)\n3x Hodor\n", "utf-8")
    run("own", "pack", "NMG", "x1", "Core", "x1")
    (found,) = parsed(run("own", "buildable", str(path), "--json").out)
    assert (found["buildable"], found["missing"], found["needed"]) == (True, 0, 6)
    run("own", "add", "-1", "Hodor")
    (found,) = parsed(run("own", "buildable", str(path), "--json").out)
    assert (found["buildable"], found["missing"]) == (False, 1)


def test_a_line_nobody_knows_is_never_ticked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.txt"
    path.write_text("Odd\n\n1x Hodor\n2x Nobody At All\n", "utf-8")
    run("own", "pack", "NMG", "x1")
    (found,) = parsed(run("own", "buildable", str(path), "--json").out)
    assert found["buildable"] is False
    assert "nobody knows" in run("own", "missing", str(path)).out


def test_what_could_be_built_from_other_packs(run: Run) -> None:
    run("deck", "add", str(LEGAL))
    ran = run("own", "buildable", "--packs", "Core=3,WotN=1", "--json")
    assert json.loads(ran.out)["buildable"] is True
    assert json.loads(run("own", "buildable", "--packs", "Core=1", "--json").out)["missing"] == 39
    assert run("own", "buildable", "--packs", "Core=x").code == 2


def test_missing_is_told_together_and_alone(run: Run, tmp_path: Path) -> None:
    other = deck(tmp_path, "b.txt", ("Winter Is Coming", "Twin"))
    run("own", "pack", "Core", "x3", "WotN", "x1")
    found = json.loads(run("own", "missing", str(LEGAL), other, "--json").out)
    assert [one["missing"] for one in found["alone"]] == [0, 0]
    assert found["together"]["missing"] > 20
    card = next(c for c in found["together"]["cards"] if c["title"] == "Robb Stark")
    assert (card["needed"], card["there"], card["missing"]) == (6, 3, 3)


def test_a_shortfall_is_no_breach_of_the_rules(run: Run) -> None:
    run("own", "pack", "Core", "x1")
    assert run("check", "--on", "2026-11-29", str(LEGAL)).code == 0


def test_what_sits_in_a_built_deck_is_missing_for_others_unless_it_is_taken_apart(run: Run) -> None:
    run("own", "pack", "Core", "x3", "WotN", "x1")
    run("deck", "add", str(LEGAL))
    run("deck", "build", "Winter Is Coming")
    assert json.loads(run("own", "missing", WINTER, "--json").out)["together"]["missing"] == 0
    found = json.loads(run("own", "missing", str(LEGAL), "--json").out)
    assert found["together"]["missing"] > 20
    apart = json.loads(run("own", "missing", str(LEGAL), "--take-apart", "--json").out)
    assert apart["together"]["missing"] == 0


def test_buying_names_packs_as_often_as_they_are_needed(run: Run) -> None:
    found = json.loads(run("own", "buy", str(LEGAL), "--json").out)
    assert found["packs"] == {"Core": 3, "WotN": 1}
    assert (found["cost"], found["proven"]) == (4, True)
    assert "4 purchases: no fewer will do." in run("own", "buy", str(LEGAL)).out


def test_after_buying_what_was_said_everything_is_there(run: Run, tmp_path: Path) -> None:
    decks = [str(path) for path in sorted(LEGAL.parent.iterdir())]
    found = json.loads(run("own", "buy", *decks, "--json").out)
    words = [word for pack, n in found["packs"].items() for word in (pack, f"x{n}")]
    run("own", "pack", *words)
    together = json.loads(run("own", "missing", *decks, "--json").out)["together"]
    assert together["missing"] == 0
    assert "Nothing has to be bought" in run("own", "buy", *decks).out
    fewer = [w for p, n in found["packs"].items() for w in (p, f"x{n - (p == 'Core')}")]
    run("own", "pack", *fewer)
    assert json.loads(run("own", "missing", *decks, "--json").out)["together"]["missing"] > 0


def test_prices_decide_between_packs_and_single_cards(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.txt"
    path.write_text("Roses\n\n3x Hodor\n1x The Roseroad (Core)\n", "utf-8")
    prices = tmp_path / "prices.csv"
    prices.write_text("Title;Pack;Price\nHodor;NMG;4,50\n;NMG;14.95\n;Core;39.95\n", "utf-8")
    found = json.loads(run("own", "buy", str(path), "--prices", str(prices), "--json").out)
    assert (found["packs"], found["singles"]) == ({"Core": 1}, {"02061": 3})
    assert found["cost"] == 3995 + 3 * 450
    prices.write_text("name,pack,price\nHodor,NMG,5\n,NMG,14.95\n", "utf-8")
    ran = run("own", "buy", str(path), "--prices", str(prices))
    assert "1x No Middle Ground" in ran.out
    assert "Not on offer: 1x The Roseroad (Core)." in ran.out
    assert "14.95: nothing cheaper will do." in ran.out


def test_every_wrong_price_is_named(run: Run, tmp_path: Path) -> None:
    prices = tmp_path / "prices.csv"
    prices.write_text("pack,price\nCore,0\nNowhere,3\nNMG,1.234\nWotN,9.5\n", "utf-8")
    ran = run("own", "buy", str(LEGAL), "--prices", str(prices))
    assert ran.code == 2
    assert "3 rows can't be taken" in ran.err
    for part in ("row 2", "row 3", "row 4", "Nowhere"):
        assert part in ran.err


def test_proxies_are_what_is_missing(run: Run) -> None:
    run("own", "pack", "Core", "x3")
    out = run("own", "proxies", str(LEGAL)).out
    assert "3x Bear Island Loyalist (Wolves of the North #" in out
    assert "Robb Stark" not in out
    everything = parsed(run("own", "proxies", str(LEGAL), "--all", "--json").out)
    assert sum(row["count"] for row in everything) == 68


def test_everything_has_a_machine_form(run: Run) -> None:
    run("own", "pack", "Core", "x3", "WotN", "x1")
    run("deck", "add", str(LEGAL))
    for question in (
        *(("own", name) for name in ("pack", "list", "stats", "log", "free", "buildable")),
        *(("own", name, WINTER) for name in ("missing", "buy", "proxies", "clashes")),
        ("deck", "list"),
        ("deck", "log"),
        ("deck", "show", "Winter Is Coming"),
    ):
        assert parsed(run(*question, "--json").out) is not None


# Games


def test_decks_say_which_game_is_asked_about(run: Run, tmp_path: Path) -> None:
    heroes = tmp_path / "b.json"
    form = {"game": "berserk_heroes", "name": "Ёлка", "cards": {"18/3": 2}}
    heroes.write_text(json.dumps(form), "utf-8")
    run("own", "add", "1", "18/197", "--game", "berserk_heroes")
    run("own", "pack", "Core", "x1")
    assert run("deck", "add", str(heroes), str(LEGAL)).code == 0
    for deck_argument in (str(heroes), "@елка"):
        found = json.loads(run("own", "missing", deck_argument, "--json").out)["together"]
        assert (found["needed"], found["missing"]) == (2, 1)
    ran = run("own", "missing", "@Ёлка", WINTER)
    assert ran.code == 2
    assert "several games" in ran.err
    assert run("deck", "build", "@Ёлка", WINTER).code == 2
    assert {row["game"] for row in parsed(run("deck", "list", "--json").out)} == {
        "agot2",
        "berserk_heroes",
    }
    assert [r["name"] for r in parsed(run("deck", "list", "--json", "--game", "agot2").out)] == [
        "Winter Is Coming"
    ]


def test_berserk_cards_can_only_be_bought_one_by_one(run: Run, tmp_path: Path) -> None:
    heroes = tmp_path / "b.json"
    heroes.write_text(json.dumps({"game": "berserk_heroes", "cards": {"18/3": 2}}), "utf-8")
    prices = tmp_path / "prices.csv"
    prices.write_text("code,price\n18/3,2\n18/197,1.50\n", "utf-8")
    found = json.loads(run("own", "buy", str(heroes), "--prices", str(prices), "--json").out)
    assert (found["singles"], found["cost"]) == ({"18/197": 2}, 300)
    assert "Not on offer" in run("own", "buy", str(heroes)).out


def test_reprints_are_as_good_and_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("P\n\n2x At the Palace of Sorrows (DotE)\n", "utf-8")
    out = run("own", "buy", str(path)).out
    assert "As good: 1x Dragons of the East = 1x Redesigns." in out
    run("own", "pack", "R", "x1")
    assert "everything is there" in run("own", "missing", str(path)).out
