"""Layouts for machines: what was written comes back; the JSON of other sites; judges' lists."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from decided import decided, only, refused
from pools import agot2_desk, agot2_pool
from random_decks import every_card, random_decks

from deckcheck.codecs import CODECS
from deckcheck.errors import InputError
from deckcheck.model import Deck
from deckcheck.reading import losses, read, sniff, write, write_all
from deckcheck.source import Text, open_text

SHARED = Path(__file__).parents[2] / "shared" / "data" / "agot2"
PRE_BUILT = SHARED / "throneteki-json-data" / "standalone-decks.json"
WRITTEN = ("json", "jsonl", "thronesdb-json", "throneteki", "json-rows", "csv", "tsv", "o8d")
HODOR = "02061"
SIMPLE = Deck("agot2", "Wolves", "stark", ("01027",), cards={"01141": 2, "01001": 1})


def carried(deck: Deck, codec: str) -> Mapping[str, Any]:
    """What of a deck a codec has room for, comparable."""
    parts = deck._asdict()
    kept = {key: parts[key] for key in ("game", "cards", *CODECS[codec].CARRIES)}
    if "unread" in kept:
        kept["unread"] = Counter((u.text, u.copies) for u in deck.unread)
    if "agendas" in kept:
        kept["agendas"] = Counter(deck.agendas)
    return kept


# ------------------------------------------------------------------ what was written comes back


@pytest.mark.parametrize("codec", WRITTEN)
def test_every_card_comes_back_from_every_layout(codec: str) -> None:
    desk = agot2_desk()
    for deck in every_card():
        text = write(deck, desk, codec)
        assert carried(decided(only(text)), codec) == carried(deck, codec)


@pytest.mark.parametrize("codec", WRITTEN)
def test_random_decks_come_back_and_are_sniffed_as_what_they_are(codec: str) -> None:
    desk = agot2_desk()
    for deck in random_decks(40):
        text = write(deck, desk, codec)
        assert sniff(Text(text, name=f"deck.{codec}")) == codec
        assert carried(decided(only(text, codec)), codec) == carried(deck, codec)


@pytest.mark.parametrize("codec", ["json", "jsonl", "thronesdb-json", "throneteki", "csv", "tsv"])
def test_several_decks_in_one_text_come_back_as_several(codec: str) -> None:
    desk = agot2_desk()
    decks = [deck._replace(name=f"{n} {deck.name}") for n, deck in enumerate(random_decks(5))]
    drafts = read(Text(write_all(decks, desk, codec)), desk)
    assert [carried(decided(draft), codec) for draft in drafts] == [
        carried(deck, codec) for deck in decks
    ]


@pytest.mark.parametrize("codec", ["json", "jsonl", "json-rows", "csv", "tsv"])
def test_a_side_deck_and_a_hero_come_back(codec: str) -> None:
    deck = SIMPLE._replace(side={"01142": 1, "01141": 2}, hero="01143", name="")
    assert decided(only(write(deck, agot2_desk(), codec))) == deck


def test_any_two_layouts_hand_a_deck_on_to_each_other() -> None:
    desk = agot2_desk()
    for first in WRITTEN:
        once = decided(only(write(SIMPLE, desk, first)))
        for second in WRITTEN:
            twice = decided(only(write(once, desk, second)))
            assert twice._replace(name="") == SIMPLE._replace(name="")


def test_a_layout_of_one_deck_a_file_refuses_two() -> None:
    with pytest.raises(InputError, match="one deck a file, and here are 2"):
        write_all([SIMPLE, SIMPLE], agot2_desk(), "o8d")


def test_what_a_layout_cant_carry_is_said() -> None:
    deck = SIMPLE._replace(notes="n", choices={"00366": {"trait": "Knight"}}, drafted={"01141": 2})
    assert losses(deck, agot2_desk(), "json") == []
    assert losses(deck, agot2_desk(), "csv") == [
        "csv has no room for what was named for an agenda, what was drafted, the notes."
    ]


# ------------------------------------------------------------------ ThronesDB's API


def thronesdb(**keys: Any) -> str:
    """A decklist as the API gives it."""
    return json.dumps({"id": 1, "name": "x", "faction_code": "stark", "slots": {}, **keys})


@pytest.mark.parametrize("empty", [{}, []])
def test_empty_slots_are_an_object_or_a_list(empty: Any) -> None:
    assert only(thronesdb(slots=empty, agendas=[])).entries == ()


def test_an_agenda_in_slots_and_in_agendas_is_one_agenda() -> None:
    draft = only(thronesdb(slots={"01027": 1, "01141": 2}, agendas=["01027"]))
    assert decided(draft).agendas == ("01027",)
    assert decided(draft).cards == {"01141": 2}


def test_an_agenda_that_stands_twice_in_slots_is_two() -> None:
    draft = only(thronesdb(slots={"01027": 2}, agendas=["01027"]))
    assert decided(draft).agendas == ("01027", "01027")


def test_an_agenda_in_slots_only_is_one_and_an_unknown_one_is_kept() -> None:
    assert decided(only(thronesdb(slots={"01027": 1}))).agendas == ("01027",)
    draft = only(thronesdb(slots={"88888": 1}, agendas=["88888"]))
    assert decided(draft).agendas == ("88888",)
    assert draft.entries == ()


def test_a_slot_without_a_number_leaves_the_deck_open() -> None:
    draft = only(thronesdb(slots={"01141": "three", "01142": 1}))
    assert [(f.code, f.severity) for f in draft.findings] == [("bad-count", "unknown")]
    assert decided(draft).cards == {"01142": 1}
    assert [u.text for u in draft.unread] == ["01141: three"]


# ------------------------------------------------------------------ The Iron Throne


def test_the_pre_built_decks_are_read_whole() -> None:
    deck = {
        "id": "Core-1",
        "name": "The Old Ways",
        "releaseDate": "2015-10-08",
        "faction": "stark",
        "agenda": "01199",
        "cards": [{"code": "01008", "count": 1}, {"code": "01141", "count": 2}],
    }
    drafts = read(Text(json.dumps([deck, deck])), agot2_desk())
    assert [decided(draft).agendas for draft in drafts] == [("01199",), ("01199",)]
    assert decided(drafts[0]).cards == {"01008": 1, "01141": 2}
    assert drafts[0].faction == "stark"


@pytest.mark.skipif(not PRE_BUILT.exists(), reason="the shared data aren't at hand")
def test_the_published_pre_built_decks_are_read_card_by_card() -> None:
    rows = json.loads(PRE_BUILT.read_text(encoding="utf-8"))
    drafts = read(open_text(PRE_BUILT), agot2_desk())
    assert len(drafts) == len(rows) > 30
    for row, draft in zip(rows, drafts, strict=True):
        assert decided(draft).cards == {card["code"]: card["count"] for card in row["cards"]}
        assert decided(draft).agendas == tuple(filter(None, [row.get("agenda")]))
        assert (draft.name, draft.faction, draft.findings) == (row["name"], row["faction"], ())


def test_a_saved_deck_has_its_agendas_in_two_places_and_a_rookery_apart() -> None:
    saved = {
        "name": "Alliance",
        "faction": {"value": "stark"},
        "agenda": {"code": "06018"},
        "bannerCards": [{"code": "01198"}, "01203"],
        "plotCards": [{"count": 1, "card": {"code": "01001"}}],
        "drawCards": [{"count": 3, "code": "01141"}, {"count": 1, "card": "01142"}],
        "rookeryCards": [{"count": 2, "card": {"code": "01143"}}],
    }
    draft = only(json.dumps(saved))
    assert decided(draft).agendas == ("06018", "01198", "01203")
    assert decided(draft).cards == {"01001": 1, "01141": 3, "01142": 1}
    assert [e.candidates for e in draft.entries if e.section == "aside"] == [("01143",)]


def test_alliance_is_written_as_the_agenda_and_its_banners_beside_it() -> None:
    deck = SIMPLE._replace(agendas=("01198", "06018", "01203"))
    form = json.loads(write(deck, agot2_desk(), "throneteki"))
    assert form["agenda"]["code"] == "06018"
    assert [card["code"] for card in form["bannerCards"]] == ["01198", "01203"]
    assert [row["card"]["code"] for row in form["plotCards"]] == ["01001"]


def test_a_card_without_a_count_is_never_taken_for_one() -> None:
    draft = only('{"name": "x", "plotCards": [], "drawCards": [{"card": {"code": "01141"}}, 7]}')
    assert decided(draft).cards == {}
    assert [f.code for f in draft.findings] == ["bad-count", "unread-line"]
    assert {f.severity for f in draft.findings} == {"unknown"}
    assert [u.text for u in draft.unread] == ["01141", "7"]


# ------------------------------------------------------------------ the tournament list


def test_the_tournament_list_names_the_pack_only_where_the_title_needs_it() -> None:
    text = write(
        SIMPLE._replace(cards={"01001": 1, "01040": 3, "01141": 1}), agot2_desk(), "tournament"
    )
    assert text.startswith("Wolves\nFaction: House Stark\nAgenda: Fealty\n")
    assert "Plot deck: 1 cards\nPlot (1)\n  1x A Clash of Kings" in text
    versions = agot2_pool().titled("the roseroad")
    assert ("  3x The Roseroad (Core Set)" in text) == (len(versions) > 1)


def test_the_tournament_list_is_written_only() -> None:
    assert "only writes" in refused("3x Hodor", "tournament")
