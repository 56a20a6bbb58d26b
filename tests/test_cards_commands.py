"""`deckcheck cards`, `card`, `lists` and `db`: looking things up."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import ON, Ran
from pools import agot2_game, agot2_pool

Run = Callable[..., Ran]


def objects(ran: Ran) -> list[dict[str, Any]]:
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


# cards QUERY


def test_a_search_gives_title_code_pack_type_faction_and_cost(deckcheck: Run) -> None:
    ran = deckcheck("cards", "hodor")
    cells = ["Hodor", "02061", "NMG", "character", "House Stark", "2"]
    assert ran.out == "  ".join(cells) + "\n1 card found.\n"


def test_apostrophes_are_letters(deckcheck: Run) -> None:
    codes = [one["code"] for one in objects(deckcheck("cards", "--json", "old bear's"))]
    assert codes == ["02106", "21014"]
    assert deckcheck("cards", "--count", "OLD BEAR’S").out == "2\n"


def test_cards_come_by_title_then_code(deckcheck: Run) -> None:
    found = [(one["title"], one["code"]) for one in objects(deckcheck("cards", "--json", "jon"))]
    assert found == sorted(found)
    assert len(found) > 6


def test_a_term_may_begin_with_a_dash(deckcheck: Run) -> None:
    for query in (("-loyal", "type:agenda"), ("type:agenda", "-loyal"), ("--", "-l:1", "t:agenda")):
        assert deckcheck("cards", "--count", *query).out == "60\n"
    assert deckcheck("cards", "-handwriting", "--count").code == 0


def test_finding_nothing_is_an_answer(deckcheck: Run) -> None:
    ran = deckcheck("cards", "trait:maestr")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "No cards found."
    assert "No card has trait 'maestr'; did you mean Maester" in ran.out
    assert deckcheck("cards", "--json", "zzz") == Ran(0, "", "")


@pytest.mark.parametrize(
    ("query", "at"),
    [("tratt:x", 0), ("type:character cost<many", 20), ("(type:plot", 0), ("x:stand", 0)],
)
def test_a_query_that_cant_be_understood_shows_where(deckcheck: Run, query: str, at: int) -> None:
    ran = deckcheck("cards", query)
    assert ran.code == 2
    _, shown, caret = ran.err.splitlines()
    assert shown == f"  {query}"
    assert caret == "  " + " " * at + "^"


SOME = {
    "f:stark": lambda card: card.facts.get("faction") == "stark",
    "t:plot": lambda card: card.type == "plot",
    "k:lord": lambda card: "Lord" in card.facts.get("traits", ()),
    "e:core": lambda card: card.pack == "Core",
    "o>6": lambda card: card.facts.get("cost") == "X" or _number(card, "cost", 7),
    "s:6": lambda card: card.facts.get("strength") == 6,
    "n>6": lambda card: card.facts.get("income") == "X" or _number(card, "income", 7),
    "v:0": lambda card: card.facts.get("initiative") == 0,
    "b:2": lambda card: card.facts.get("claim") == 2,
    "h<4": lambda card: _number(card, "reserve", -9) and card.facts["reserve"] < 4,
    "l:1": lambda card: bool(card.facts.get("loyal")),
    "u:1": lambda card: bool(card.facts.get("unique")),
    "m:1": lambda card: "military" in card.facts.get("icons", ()),
    "g:1": lambda card: "intrigue" in card.facts.get("icons", ()),
    "p:1": lambda card: "power" in card.facts.get("icons", ()),
    "f:stark|tyrell t!event": lambda card: (
        card.facts.get("faction") in ("stark", "tyrell") and card.type != "event"
    ),
}


def _number(card: Any, fact: str, least: int) -> bool:
    value = card.facts.get(fact)
    return isinstance(value, int) and value >= least


@pytest.mark.parametrize("query", SOME)
def test_the_letters_of_thronesdb(deckcheck: Run, query: str) -> None:
    expected = sum(SOME[query](card) for card in agot2_pool().all())
    assert expected > 0
    assert deckcheck("cards", "--count", query).out == f"{expected}\n"


def test_copies_in_a_pack_and_cycles_can_be_asked_for(deckcheck: Run) -> None:
    core = {p.code: p.quantity for c in agot2_pool().all() for p in _printed(c) if c.pack == "Core"}
    singles = sum(quantity == 1 for quantity in core.values())
    assert deckcheck("cards", "--count", "y:1", "e:Core").out == f"{singles}\n"
    assert 0 < singles < len(core)
    assert int(deckcheck("cards", "--count", 'c:"War of Five Kings Cycle"').out) > 100


def _printed(card: Any) -> tuple[Any, ...]:
    return agot2_pool().printings([card.code])[card.code]


def test_list_means_the_list_in_force(deckcheck: Run) -> None:
    one = agot2_game().list("gotstandard2.1")
    for form in ("joust", "melee"):
        expected = {*one.formats[form].restricted}
        found = objects(deckcheck("cards", "--json", *ON, "--format", form, "list:restricted"))
        assert {card["code"] for card in found} == expected
    banned = {*one.banned, *one.formats["joust"].banned}
    assert deckcheck("cards", "--count", *ON, "list:banned").out == f"{len(banned)}\n"
    pods = {c for pod in one.formats["joust"].pods for c in (*pod.cards, pod.restricted) if c}
    assert deckcheck("cards", "--count", *ON, "list:pod").out == f"{len(pods)}\n"
    free = 2240 - len(banned | pods | {*one.formats["joust"].restricted})
    assert deckcheck("cards", "--count", *ON, "list:free").out == f"{free}\n"
    assert deckcheck("cards", "--count", "--on", "2016-01-01", "list:free").out == "2240\n"
    older = deckcheck("cards", "--count", "--list", "ffg2.0", "list:restricted")
    assert older.out == f"{len(agot2_game().list('ffg2.0').formats['joust'].restricted)}\n"


# card TITLE


def test_all_versions_of_a_title_with_their_status(deckcheck: Run) -> None:
    found = objects(deckcheck("card", *ON, "--json", "trade routes"))
    assert [(c["code"], c["status"]["joust"], c["out"]) for c in found] == [
        ("09051", ["banned"], True),
        ("17160", [], True),
    ]
    out = deckcheck("card", *ON, "Trade", "Routes").out
    assert "Trade Routes: 2 versions, on 2026-11-29 by Standard v2.1 (gotstandard2.1)" in out
    assert "09051 House of Thorns (HoT) #51, released 2017-10-26" in out
    assert "joust banned" in out


def test_what_keeps_a_version_out_is_said(deckcheck: Run) -> None:
    found = {c["pack"]: c["barred"] for c in objects(deckcheck("card", "--json", *ON, "jon snow"))}
    assert found["Core"] == {"joust": [], "melee": []}
    assert found["ToJ"] == {"joust": ["draft-card"], "melee": ["draft-card"]}
    tail = deckcheck("card", *ON, "The Dragon's Tail (R)").out
    assert "joust not allowed (wrong-format-card), melee free" in tail
    early = deckcheck("card", "--on", "2020-01-01", "Trade Routes (R)").out
    assert "released 2020-10-01: not yet on 2020-01-01" in early
    assert "joust not allowed (unreleased)" in early


def test_titles_in_other_languages_and_near_misses(deckcheck: Run) -> None:
    german = deckcheck("card", "der winter naht").out
    assert german.startswith("'der winter naht' is Winter Is Coming in another language.\n")
    near = deckcheck("card", "the roserode").out
    assert near.startswith("'the roserode' was read as The Roseroad.\n")
    ran = deckcheck("card", "Old Bear")
    assert ran.code == 2
    assert "did you mean Old Bear's Raven" in ran.err
    assert deckcheck("card", "Trade Routes (Core)").code == 2


# lists


def test_all_lists_with_the_one_in_force(deckcheck: Run) -> None:
    rows = objects(deckcheck("lists", "--json", *ON))
    assert len(rows) == 32
    assert [row["code"] for row in rows if row["in_force"]] == ["gotstandard2.1"]
    assert [row["date"] for row in rows] == sorted(row["date"] for row in rows)
    older = objects(deckcheck("lists", "--json", "--on", "2020-06-01"))
    assert [row["code"] for row in older if row["in_force"]] == ["conclave1.0"]
    out = deckcheck("lists", *ON).out
    assert "\n* gotstandard2.1 " in out
    newest = "Newest list here: Standard v2.1 of 2026-07-01 (agot2/legality/gotstandard2.1.json)"
    assert newest in out
    assert "No list was in force" in deckcheck("lists", "--on", "2015-01-01").out
    assert deckcheck("lists", "--format", "draft").code == 2


def test_one_list_by_code_line_or_file(deckcheck: Run, tmp_path: Path) -> None:
    (one,) = objects(deckcheck("lists", "show", "gotstandard2.1", "--json"))
    assert one["formats"]["joust"]["pods"][2]["cards"] == [
        {"code": "03037", "title": "House Florent Knight", "pack": "WotN"},
        {"code": "17156", "title": "At the Palace of Sorrows", "pack": "R"},
    ]
    assert objects(deckcheck("lists", "show", "standard", *ON, "--json")) == [one]
    path = tmp_path / "own.json"
    path.write_text(
        '{"code": "own", "name": "Own", "date": "2026-01-01", "banned": ["01001", "x"]}'
    )
    out = deckcheck("lists", "show", str(path)).out
    assert "A Clash of Kings (Core) 01001" in out
    assert "x (not in the card data)" in out
    assert "did you mean gotstandard2.1" in deckcheck("lists", "show", "gotstandrd2.1").err


# db


def test_where_the_databases_are_and_what_is_in_them(deckcheck: Run, built_home: Path) -> None:
    assert deckcheck("db", "path").out == f"{built_home / 'cards.db'}\n"
    assert deckcheck("db", "path", "--user").out == f"{built_home / 'user.db'}\n"
    (found,) = objects(deckcheck("db", "info", "--json"))
    assert found["home"] == str(built_home)
    assert found["games"]["agot2"]["rows"]["card"] == 2240
    assert found["games"]["agot2"]["newest_list"] == "gotstandard2.1"
    assert "32 legality lists" in deckcheck("db").out


def test_building_anew(deckcheck: Run, tmp_path: Path) -> None:
    ran = deckcheck("db", "build", "--home", str(tmp_path / "new"))
    assert ran.code == 0
    assert "2240 cards of agot2" in ran.out
    assert (tmp_path / "new" / "cards.db").exists()


def test_versions(shell: Run) -> None:
    ran = shell("--version")
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("deckcheck ")
    assert "newest list Standard v2.1 of 2026-07-01" in ran.out
