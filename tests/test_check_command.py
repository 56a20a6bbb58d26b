"""`deckcheck check` from outside: exit codes, order, forms of output."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command import LEGAL, ON, Ran, deck, environment

from deckcheck.cli import READER_GONE

Run = Callable[..., Ran]

MANY = ("3x Summer (", "6x Summer (")
UNKNOWN = ("3x Summer (", "3x No Such Wolf (")


def verdicts(out: str) -> list[str]:
    words = ("LEGAL", "NOT LEGAL", "CANNOT TELL", "CAN'T BE READ")
    lines = (line.strip().partition(":")[0] for line in out.splitlines())
    return [line for line in lines if line in words]


@pytest.fixture
def four(tmp_path: Path) -> list[str]:
    """Decks whose exit codes are 2, 1, 3 and 0."""
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    return [
        str(empty),
        deck(tmp_path, "many.txt", MANY),
        deck(tmp_path, "unknown.txt", UNKNOWN),
        deck(tmp_path, "legal.txt"),
    ]


def test_the_exit_code_is_the_verdict(deckcheck: Run, four: list[str]) -> None:
    codes = [deckcheck("check", *ON, path).code for path in four]
    assert codes == [2, 1, 3, 0]


@pytest.mark.parametrize(
    ("picked", "code"),
    [((3, 2, 1, 0), 2), ((3, 2, 1), 1), ((3, 2), 3), ((2, 3), 3), ((3, 3), 0), ((0, 3), 2)],
)
def test_over_several_decks_the_worst_wins(
    deckcheck: Run, four: list[str], picked: tuple[int, ...], code: int
) -> None:
    assert deckcheck("check", *ON, "-q", *(four[n] for n in picked)).code == code


def test_a_process_gives_the_same(shell: Run, four: list[str]) -> None:
    ran = shell("check", *ON, *four)
    assert ran.code == 2
    assert verdicts(ran.out) == ["CAN'T BE READ", "NOT LEGAL", "CANNOT TELL", "LEGAL"]
    assert ran.err == f"deckcheck: {four[0]}: the file is empty.\n"
    assert "\033" not in ran.out, "no colours where nobody looks"


def test_the_head_says_by_what_was_judged(deckcheck: Run) -> None:
    lines = deckcheck("check", *ON, str(LEGAL)).out.splitlines()
    assert lines[0] == f"Winter Is Coming ({LEGAL})"
    assert lines[1].strip() == (
        "Joust by Standard v2.1 (gotstandard2.1, in force from 2026-07-01), on 2026-11-29; "
        "card data of 2026-08-09"
    )
    assert lines[2].strip() == "LEGAL"


def test_json_is_one_object_a_deck_in_the_order_given(deckcheck: Run, four: list[str]) -> None:
    ran = deckcheck("check", *ON, "--json", *four)
    objects = [json.loads(line) for line in ran.out.splitlines()]
    assert [one["legal"] for one in objects] == [None, False, None, True]
    assert [one["file"] for one in objects] == four
    keys = ["deck", "file", "game", "format", "list", "on", "data", "legal", "findings"]
    assert all(list(one) == keys for one in objects)
    assert objects[3]["deck"] == "Winter Is Coming"
    assert objects[3]["list"] == "gotstandard2.1"
    assert objects[3]["data"] == "2026-08-09"
    assert objects[0]["findings"][0]["code"] == "unreadable"


def test_a_finding_in_json_has_what_is_documented(deckcheck: Run, four: list[str]) -> None:
    ran = deckcheck("check", *ON, "--json", four[1])
    found = next(f for f in json.loads(ran.out)["findings"] if f["code"] == "copies")
    assert found["rule"] == "agot2.draw.copies"
    assert found["severity"] == "error"
    assert found["section"] == "draw"
    assert found["cards"] == ["01148"]
    assert (found["found"], found["expected"]) == (6, "at most 3")
    assert found["source"] == "RR Copy; RR Deck Limits"
    assert "Summer (Core) 01148" in found["message"]
    assert found["lines"] == [27]


def test_all_lines_of_a_card_are_cited(deckcheck: Run, tmp_path: Path) -> None:
    path = deck(tmp_path, "again.txt", ("3x Summer (Core Set)", "3x Summer\n2x Summer\n1x Summer"))
    out = deckcheck("check", *ON, path).out
    line = next(line for line in out.splitlines() if " copies: " in line)
    assert "6 copies of Summer (Core) 01148, at most 3 (lines 27, 28 and 29)" in line


def test_plain_is_ascii_and_one_finding_a_line(shell: Run, tmp_path: Path) -> None:
    path = deck(tmp_path, "plain.txt", MANY, ("Winter Is Coming", "Зима “близко” – ночь"))
    ran = shell("check", *ON, "--plain", path, env={"FORCE_COLOR": "1"})
    assert ran.code == 1
    assert ran.out.isascii()
    assert "\033" not in ran.out
    findings = json.loads(shell("check", *ON, "--json", path).out)["findings"]
    head, lines = ran.out.splitlines()[:3], ran.out.splitlines()[3:]
    assert head[0].startswith(r"\u0417")
    assert [line.split()[1] for line in lines] == [f"{f['code']}:" for f in findings]


def test_quiet_says_nothing_but_the_exit_code(deckcheck: Run, four: list[str]) -> None:
    assert deckcheck("check", *ON, "--quiet", four[1]) == Ran(1, "", "")
    assert deckcheck("check", *ON, "--quiet", four[3]) == Ran(0, "", "")


def test_a_deck_comes_in_through_standard_input(shell: Run) -> None:
    ran = shell("check", *ON, "-", input=LEGAL.read_bytes())
    assert ran.code == 0
    assert ran.out.startswith("Winter Is Coming\n")


def test_a_reader_that_has_enough_is_no_fault(built_home: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "deckcheck", "cards", "type:character"],
        env=environment(built_home, {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == READER_GONE, "not 1, which would say: not legal"


def test_a_terminal_never_gets_a_strangers_escapes(deckcheck: Run, tmp_path: Path) -> None:
    evil = "Winter\x1b]0;owned\x07\x1b[2J\u202e"
    path = deck(tmp_path, "evil.txt", ("Winter Is Coming", evil), ("Fealty", "Feal\x1bty"))
    for options in ((), ("--plain",), ("--json",)):
        ran = deckcheck("check", *ON, *options, path)
        shown = ran.out + ran.err
        assert not [c for c in shown if ord(c) < 32 and c != "\n"], options
        assert "\u202e" not in shown


def test_a_row_that_is_no_deck_gets_its_object_too(deckcheck: Run, tmp_path: Path) -> None:
    path = tmp_path / "decks.jsonl"
    path.write_text('{"game": "agot2", "cards": {"01001": 1}}\nnonsense\n')
    ran = deckcheck("check", *ON, "--json", str(path))
    first, second = (json.loads(line) for line in ran.out.splitlines())
    assert ran.code == 2
    assert first["legal"] is False
    assert second["legal"] is None
    assert second["findings"][0]["code"] == "unreadable-row"
    assert second["findings"][0]["line"] == 2


def test_a_folder_is_all_its_decks_by_name(deckcheck: Run, tmp_path: Path) -> None:
    deck(tmp_path, "b.txt")
    deck(tmp_path, "a.txt", MANY)
    ran = deckcheck("check", *ON, "--json", str(tmp_path))
    assert [json.loads(line)["legal"] for line in ran.out.splitlines()] == [False, True]


def test_the_list_goes_by_the_date_and_the_date_by_the_list(deckcheck: Run) -> None:
    def judged(*options: str) -> tuple[str, str]:
        report = json.loads(deckcheck("check", *options, "--json", str(LEGAL)).out)
        return report["list"], report["on"]

    assert judged("--on", "2021-01-01") == ("redesigns2.1", "2021-01-01")
    assert judged("--list", "ffg3.0") == ("ffg3.0", "2020-04-12")
    assert judged("--list", "valyrian", *ON) == ("gotvalyrian1.0", "2026-11-29")
    assert judged("--no-list", *ON) == (None, "2026-11-29")
    assert judged("--on", "2016-01-01") == (None, "2016-01-01")


def test_an_organisers_own_list_is_a_file(deckcheck: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    form = {"code": "mine", "name": "My list", "date": "2026-01-01", "banned": ["01148"]}
    path.write_text(json.dumps(form))
    ran = deckcheck("check", *ON, "--list", str(path), "--json", str(LEGAL))
    found = json.loads(ran.out)
    assert (ran.code, found["list"]) == (1, "mine")


def test_a_banned_card_says_which_version_is_better_off(deckcheck: Run, tmp_path: Path) -> None:
    path = deck(tmp_path, "banned.txt", ("1x Summons (Core Set)", "1x Trade Routes (HoT)"))
    out = deckcheck("check", *ON, path).out
    assert "Banned, 1 copy: Trade Routes (HoT) 09051; Trade Routes (R) 17160 is free" in out
    other = deck(tmp_path, "other.txt", ("1x Summons (Core Set)", "1x Trade Routes (R)"))
    out = deckcheck("check", *ON, "--list", "valyrian", other).out
    assert "Banned, 1 copy: Trade Routes (R) 17160; Trade Routes (HoT) 09051 is only" in out
    assert "restricted" in out


def test_strict_refuses_what_is_not_spelled_exactly(deckcheck: Run, tmp_path: Path) -> None:
    path = deck(tmp_path, "slip.txt", ("3x The Roseroad (Core Set)", "3x The Roserode"))
    assert deckcheck("check", *ON, path).code == 0
    ran = deckcheck("check", *ON, "--strict", path)
    assert ran.code in (1, 3)
    assert "The Roseroad" in ran.out


def test_what_was_drafted_is_a_deck_too(deckcheck: Run, tmp_path: Path) -> None:
    cards = {"00293": 5, "01001": 1}
    drafted, played = tmp_path / "pool.json", tmp_path / "deck.json"
    drafted.write_text(json.dumps({"game": "agot2", "cards": {"00293": 4, "01001": 1}}))
    played.write_text(json.dumps({"game": "agot2", "faction": "stark", "cards": cards}))
    options = ("--format", "draft", "--json")
    without = json.loads(deckcheck("check", *ON, *options, str(played)).out)
    assert not [f for f in without["findings"] if f["code"] == "not-drafted"]
    given = deckcheck("check", *ON, *options, "--pool", str(drafted), str(played))
    found = [f for f in json.loads(given.out)["findings"] if f["code"] == "not-drafted"]
    assert [(f["cards"], f["found"]) for f in found] == [(["00293"], 5)]


@pytest.mark.parametrize("heading", ["Draft pool", "Pool (2)", "Sideboard", "Plots"])
def test_what_a_pool_file_lists_was_drafted_under_whatever_heading(
    deckcheck: Run, tmp_path: Path, heading: str
) -> None:
    drafted, played = tmp_path / "pool.txt", tmp_path / "deck.txt"
    drafted.write_text(f"{heading}\n1x A Clash of Kings (Core Set)\n1x Fury (KotI)\n")
    played.write_text("House Greyjoy\n1x A Clash of Kings (Core Set)\n2x Fury (KotI)\n")
    options = ("--format", "draft", "--json", "--pool", str(drafted))
    ran = deckcheck("check", *ON, *options, str(played))
    found = [f for f in json.loads(ran.out)["findings"] if f["code"] == "not-drafted"]
    assert [(f["cards"], f["found"], f["severity"]) for f in found] == [(["12026"], 2, "error")]


@pytest.mark.parametrize("line", ["3x Nobody At All", "and some more that I forgot"])
def test_what_cant_be_read_in_a_pool_file_may_have_been_drafted(
    deckcheck: Run, tmp_path: Path, line: str
) -> None:
    drafted, played = tmp_path / "pool.txt", tmp_path / "deck.txt"
    drafted.write_text(f"Draft pool\n1x A Clash of Kings (Core Set)\n{line}\n")
    played.write_text("House Greyjoy\n1x A Clash of Kings (Core Set)\n2x Fury (KotI)\n")
    options = ("--format", "draft", "--json", "--pool", str(drafted))
    ran = deckcheck("check", *ON, *options, str(played))
    found = [f for f in json.loads(ran.out)["findings"] if f["code"] == "not-drafted"]
    assert [f["severity"] for f in found] == ["unknown"]
    assert line in ran.err


def test_a_pool_file_without_cards_is_refused(deckcheck: Run, tmp_path: Path) -> None:
    drafted, played = tmp_path / "pool.txt", tmp_path / "deck.txt"
    drafted.write_text("House Stark\n")
    played.write_text("House Greyjoy\n1x A Clash of Kings (Core Set)\n")
    ran = deckcheck("check", *ON, "--format", "draft", "--pool", str(drafted), str(played))
    assert (ran.code, "names no card that was drafted" in ran.err) == (2, True)
