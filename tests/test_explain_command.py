"""`deckcheck explain`: every word of a report can be looked up."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command import ON, Ran

from deckcheck.game import load
from deckcheck.report.codes import MEANINGS
from deckcheck.report.rows import row_words
from deckcheck.rules import read_row
from deckcheck.shipped import data_root, game_names

Run = Callable[..., Ran]
PACKAGE = Path(__file__).parent.parent / "deckcheck"
NAMED_ELSEWHERE = {
    *("unknown-pack", "not-in-pack"),  # Match.fault
    *("unknown-agenda", "unknown-hero"),  # by the type of card that a game chooses
    "name-or-agenda",  # said by the sheet
    "unreadable",  # the object of a failure
}
"""Codes that are no literal where the finding is made."""
FROM_LISTS = {"banned", "restricted", "pod", "not-in-packs"}
"""Codes of the rows that legality lists stand for."""
GAMES = [load(name) for name in game_names(data_root())]


def explained(deckcheck: Run, *words: str) -> list[dict[str, Any]]:
    ran = deckcheck("explain", *ON, "--json", *words)
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def emitted() -> Iterator[str]:
    """The codes of all findings and notes that the code makes, as literals."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node, "func", None)
            named = isinstance(name, ast.Name) and name.id in ("Finding", "Note")
            if isinstance(node, ast.Call) and named:
                yield from codes_of(node)


def codes_of(call: ast.Call) -> Iterator[str]:
    first: ast.expr | None = call.args[0] if call.args else None
    for keyword in call.keywords:
        if keyword.arg == "code":
            first = keyword.value
    if isinstance(first, ast.Starred) and isinstance(first.value, ast.Tuple):
        first = first.value.elts[0]
    if isinstance(first, ast.Constant):
        yield str(first.value)
    elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
        yield str(first.values[0].value) + "*"


def row_codes() -> set[str]:
    rows = [row for game in GAMES for name in game.formats for row, _ in game.raw_rows(name)]
    return {row["finding"] for row in rows if "finding" in row}


def notes() -> set[str]:
    """Codes of the remarks that go with every verdict of a format."""
    return {form.note for game in GAMES for form in game.formats.values() if form.note}


def test_every_code_that_the_program_can_emit_is_explained() -> None:
    for code in {*emitted(), *NAMED_ELSEWHERE, *FROM_LISTS, *notes()}:
        if code.endswith("*"):
            assert any(known.startswith(code[:-1]) for known in MEANINGS), code
        else:
            assert code in MEANINGS or code in row_codes(), code


def test_nothing_is_explained_that_is_never_emitted() -> None:
    literals = {*emitted(), *NAMED_ELSEWHERE, *FROM_LISTS, *notes()}
    starts = tuple(code[:-1] for code in literals if code.endswith("*"))
    for code in MEANINGS:
        assert code in literals or code.startswith(starts), code


@pytest.mark.parametrize("code", sorted({*MEANINGS, *row_codes()}))
def test_every_code_has_an_answer(deckcheck: Run, code: str) -> None:
    found = explained(deckcheck, code)
    assert found[0]["kind"] == "finding"
    assert found[0]["sentence"] or found[0]["rows"]


def test_an_agenda_by_title_or_code(deckcheck: Run) -> None:
    (one,) = explained(deckcheck, "fealty")
    assert one["title"] == "Fealty (Core) 01027"
    (row,) = one["rows"]
    assert row["id"] == "agot2.fealty.neutral"
    assert row["words"] == (
        "Draw deck: at most 15 neutral cards, while Fealty (Core) 01027 is in the deck"
    )
    assert row["source"] == "agenda Fealty 01027"
    assert row["file"] == "agot2/rules/agendas.toml"
    assert row["data"]["count"] == {"in": ["draw"], "where": "faction:neutral", "max": 15}
    assert len(row["codes"]) == 10 < row["cards"]
    assert explained(deckcheck, "01027")[0]["rows"] == one["rows"]
    versions = explained(deckcheck, "The Free Folk")
    assert [v["title"] for v in versions] == [
        "The Free Folk (MoD) 11079",
        "The Free Folk (R) 17150",
    ]


def test_every_agenda_has_an_answer(deckcheck: Run) -> None:
    codes = deckcheck("cards", "type:agenda", "--json").out.splitlines()
    assert len(codes) == 60
    for line in codes:
        (one,) = explained(deckcheck, json.loads(line)["code"])
        assert one["rows"] or "asks nothing of a deck" in one["sentence"]


def test_a_row_by_its_id_with_place_and_reading(deckcheck: Run) -> None:
    out = deckcheck("explain", *ON, "agot2.small-council.must").out
    assert "Draw deck: at least 7 different Small Council characters" in out
    assert "source: agenda The Small Council 26040 (likely" in out
    assert "data: agot2/rules/agendas.toml row " in out
    assert 'of = "titles", min = 7' in out
    few = out.count("\n")
    every = deckcheck("explain", *ON, "--all", "agot2.small-council.must").out
    assert every.count("\n") > few


def test_every_row_has_an_answer(deckcheck: Run) -> None:
    ids = {r["code"] for game in GAMES for f in game.formats for r, _ in game.raw_rows(f)}
    for row in sorted(ids)[::7]:
        (one,) = explained(deckcheck, row)
        assert one["rows"][0]["id"] == row


def test_a_row_of_a_list(deckcheck: Run) -> None:
    (one,) = explained(deckcheck, "list.gotstandard2.1.joust.pod-3")
    (row,) = one["rows"]
    assert row["file"] == "agot2/legality/gotstandard2.1.json"
    assert row["source"] == "Standard v2.1 joust: pod 3"
    assert row["codes"] == ["03037", "17156"]
    assert explained(deckcheck, "list.ffg3.0.melee.restricted")[0]["rows"][0]["cards"] > 10


def test_what_depends_on_the_deck_says_so(deckcheck: Run) -> None:
    assert explained(deckcheck, "agot2.faction.own")[0]["rows"][0]["cards"] is None
    assert "cards: depends on the deck" in deckcheck("explain", "agot2.faction.own").out


def test_unknown_words_get_suggestions(deckcheck: Run) -> None:
    for word, near in (("fealt", "Fealty"), ("draw-mn", "draw-min"), ("agot2.draw.mim", "min")):
        ran = deckcheck("explain", word)
        assert ran.code == 2
        assert near in ran.err
    assert "deckcheck card" in deckcheck("explain", "Hodor").err


def test_every_row_of_agot2_can_be_put_into_words() -> None:
    game = load("agot2")
    for name in game.formats:
        for row, place in game.raw_rows(name):
            words = row_words(read_row(row, place), game)
            assert "[" not in words, f"{row['code']}: a query without words: {words}"
            assert "$" not in words, f"{row['code']}: a variable without words: {words}"
