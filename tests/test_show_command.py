"""`deckcheck show`: the deck in order, its totals, and what counts towards which limit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from command import LEGAL, ON, Ran, deck

Run = Callable[..., Ran]


def shown(deckcheck: Run, *arguments: str) -> dict[str, Any]:
    ran = deckcheck("show", *ON, "--json", *arguments)
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def counted(sheet: dict[str, Any], rule: str) -> tuple[Any, str, str]:
    one = next(c for c in sheet["counts"] if c["rule"] == rule)
    return one["found"], one["expected"], one["state"]


def test_the_canonical_order(deckcheck: Run) -> None:
    out = deckcheck("show", *ON, str(LEGAL)).out
    assert out.splitlines()[1:3] == ["House Stark", "Fealty (Core) 01027"]
    titles = [g["title"] for g in shown(deckcheck, str(LEGAL))["groups"]]
    assert titles == ["Plots", "Characters", "Locations", "Attachments", "Events"]
    groups = shown(deckcheck, str(LEGAL))["groups"]
    for group in groups:
        names = [card["title"] for card in group["cards"]]
        assert names == sorted(names)


def test_the_order_of_lines_doesnt_matter(deckcheck: Run, tmp_path: Path) -> None:
    lines = LEGAL.read_text("utf-8").splitlines()
    cards = [line for line in lines if line[:1].isdigit()]
    path = tmp_path / "other.txt"
    path.write_text("\n".join([*lines[:4], "", *reversed(cards)]) + "\n", "utf-8")
    same = shown(deckcheck, str(LEGAL)) | {"file": str(path)}
    assert shown(deckcheck, str(path)) == same


def test_totals_by_type_faction_and_cost(deckcheck: Run) -> None:
    totals = shown(deckcheck, str(LEGAL))["totals"]
    assert totals["sections"]["draw"] == 60
    kinds = {"plot": 7, "character": 35, "location": 11, "attachment": 5, "event": 9}
    assert totals["types"] == kinds
    assert totals["factions"] == {"stark": 48, "neutral": 19}
    assert sum(totals["costs"].values()) == 60
    assert totals["neutral"] == {"plot": 7, "draw": 12}
    assert totals["out_of_faction"] == {"plot": 0, "draw": 0}


def test_what_counts_towards_which_limit(deckcheck: Run) -> None:
    sheet = shown(deckcheck, str(LEGAL))
    assert counted(sheet, "agot2.draw.min") == (60, "at least 60", "kept")
    assert counted(sheet, "agot2.plot.count") == (7, "exactly 7", "kept")
    assert counted(sheet, "agot2.fealty.neutral") == (12, "at most 15", "kept")
    out = deckcheck("show", *ON, str(LEGAL)).out
    assert "Draw deck: 60 of at least 60 cards [RR Deckbuilding: " in out
    assert "agenda and plots don't count" in out
    assert "Draw deck: 12 of at most 15 neutral cards [agenda Fealty 01027" in out


def test_a_forbidding_agenda_is_counted_at_zero(deckcheck: Run, tmp_path: Path) -> None:
    path = deck(tmp_path, "summer.txt", ("Fealty", "Kings of Summer"))
    sheet = shown(deckcheck, path)
    assert counted(sheet, "agot2.kings-of-summer") == (1, "0", "broken")
    changed = ("1x The Winds of Winter", "1x A Clash of Kings")
    path = deck(tmp_path, "none.txt", ("Fealty", "Kings of Summer"), changed)
    assert counted(shown(deckcheck, path), "agot2.kings-of-summer") == (0, "0", "kept")


def test_a_banner_counts_its_own(deckcheck: Run, tmp_path: Path) -> None:
    path = deck(
        tmp_path,
        "banner.txt",
        ("Fealty", "Banner of the Stag"),
        ("3x Little Bird", "3x Seen In Flames"),
    )
    sheet = shown(deckcheck, path)
    assert counted(sheet, "agot2.banner-stag.must") == (3, "at least 12", "broken")
    assert sheet["totals"]["out_of_faction"]["draw"] == 3
    out = deckcheck("show", *ON, path).out
    assert "[House Baratheon]" in out
    assert "3 out of faction" in out


def test_the_schemes_of_castamere_stand_apart(deckcheck: Run, tmp_path: Path) -> None:
    sheet = shown(deckcheck, deck(tmp_path, "rains.txt", ("Fealty", "The Rains of Castamere")))
    titles = [group["title"] for group in sheet["groups"]]
    assert titles[:2] == ["Plots", "Plots: Scheme cards"]
    assert counted(sheet, "agot2.plot.count") == (7, "exactly 12", "broken")


def test_by_pack_is_the_order_of_a_binder(deckcheck: Run) -> None:
    sheet = shown(deckcheck, "--by", "pack", str(LEGAL))
    assert [g["title"] for g in sheet["groups"]] == [
        "Core Set (Core)",
        "Wolves of the North (WotN)",
    ]
    for group in sheet["groups"]:
        places = [card["position"] for card in group["cards"]]
        assert places == sorted(places)
    assert sum(group["count"] for group in sheet["groups"]) == 60 + 7 + 1
    out = deckcheck("show", "--by", "pack", str(LEGAL)).out
    assert "  3x #148 Summer (character)\n" in out
    assert deckcheck("show", "--by", "colour", str(LEGAL)).code == 2


def test_what_was_not_read_is_shown(deckcheck: Run, tmp_path: Path) -> None:
    path = deck(tmp_path, "unread.txt", ("3x Summer (", "3x No Such Wolf ("))
    sheet = shown(deckcheck, path)
    assert sheet["unread"] == [{"line": 27, "text": "3x No Such Wolf (Core Set)", "count": 3}]
    assert counted(sheet, "agot2.draw.min") == ("57 to 60", "at least 60", "unknown")
    assert "line 27: 3x No Such Wolf (Core Set), 3 cards of unknown kind" in (
        deckcheck("show", *ON, path).out
    )


def test_show_never_judges_and_plain_is_ascii(deckcheck: Run, tmp_path: Path) -> None:
    path = deck(tmp_path, "many.txt", ("3x Summer (", "6x Summer ("), ("Winter Is", "Été Is"))
    ran = deckcheck("show", *ON, "--plain", path)
    assert ran.code == 0
    assert ran.out.isascii()
    assert "broken  Draw deck: 6 of at most 3 copies of one title (Summer)" in ran.out
