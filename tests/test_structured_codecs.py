"""Layouts for machines: JSON of four kinds, JSON Lines, tables, and the tournament list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from decided import decided
from pools import agot2_desk, agot2_pool
from random_decks import every_card, random_decks

from deckcheck.codecs import CODECS
from deckcheck.codecs.base import Draft
from deckcheck.codecs.json_deck import KEYS
from deckcheck.codecs.table import guarded, unguarded
from deckcheck.errors import InputError
from deckcheck.model import Deck, Unread
from deckcheck.reading import game_of, losses, read, sniff, write, write_all
from deckcheck.shipped import data_root
from deckcheck.source import Text

WRITTEN = ("json", "jsonl", "thronesdb-json", "throneteki", "json-rows", "csv", "tsv", "o8d")
HODOR = "02061"
SIMPLE = Deck("agot2", "Wolves", "stark", ("01027",), cards={"01141": 2, "01001": 1})


def only(text: str, codec: str | None = None) -> Draft:
    """The one deck of a text."""
    drafts = read(Text(text), agot2_desk(), codec)
    assert len(drafts) == 1
    return drafts[0]


def refused(text: str, codec: str | None = None) -> str:
    """The sentence that a text is refused with."""
    with pytest.raises(InputError) as caught:
        read(Text(text), agot2_desk(), codec)
    return str(caught.value)


def own(**keys: Any) -> str:
    """A deck in our own form."""
    return json.dumps({"game": "agot2", "cards": {"01141": 2}, **keys})


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


# ------------------------------------------------------------------ our own form


def test_our_form_holds_everything_and_always_the_same_keys() -> None:
    deck = Deck(
        *("agot2", "All", "stark", ("01027", "01027"), None, {"01141": 3}),
        choices={"00366": {"trait": "Knight", "factions": ["stark", "tully"]}},
        drafted={},
        notes="a\nb",
        unread=(Unread(4, "2x Nobody", 2), Unread(5, "hm", 0)),
        format="joust",
        list="standard",
        on="2026-11-29",
    )
    text = write(deck, agot2_desk(), "json")
    assert set(json.loads(text)) == set(KEYS) - {"hero", "side"}
    back = decided(only(text))
    assert back._replace(unread=()) == deck._replace(unread=())
    assert set(back.unread) == set(deck.unread)
    bare = json.loads(write(Deck("agot2"), agot2_desk(), "json"))
    assert list(bare) == ["game", "name", "faction", "agendas", "cards"]


def test_a_side_deck_and_a_hero_have_their_keys() -> None:
    draft = only(own(side={"01142": 1}, hero="01143"))
    assert [(e.section, e.candidates) for e in draft.entries] == [
        ("main", ("01141",)),
        ("side", ("01142",)),
    ]
    assert draft.hero is not None
    assert draft.hero.candidates == ("01143",)


@pytest.mark.parametrize("codec", ["json", "jsonl", "json-rows", "csv", "tsv"])
def test_a_side_deck_and_a_hero_come_back(codec: str) -> None:
    deck = SIMPLE._replace(side={"01142": 1, "01141": 2}, hero="01143", name="")
    assert decided(only(write(deck, agot2_desk(), codec))) == deck


def test_the_faction_may_be_called_by_its_name() -> None:
    assert only(own(faction="House Stark")).faction == "stark"
    assert only(own(faction="the nights watch")).faction == "thenightswatch"
    assert only(own(faction="House Frey")).faction == "House Frey"


def test_a_code_that_nobody_knows_is_kept_as_it_is() -> None:
    draft = only(own(cards={"99999": 3}, agendas=["88888"]))
    assert decided(draft).cards == {"99999": 3}
    assert decided(draft).agendas == ("88888",)


def test_a_line_that_travelled_along_is_found_once_the_card_is_known() -> None:
    rows = [{"line": 1, "text": "2x Hodor (01142)", "count": 2}]
    assert decided(only(own(unread=rows))).cards == {"01141": 2, "01142": 2}


def test_a_key_that_nobody_knows_is_said_and_one_that_may_be_a_slip_leaves_it_open() -> None:
    found = {f.args["key"]: f for f in only(own(agenda="01027", id=7, plots={"01001": 1})).findings}
    assert {key: f.severity for key, f in found.items()} == {
        "agenda": "unknown",
        "id": "warning",
        "plots": "unknown",
    }
    assert found["agenda"].args["near"] == "agendas"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (own(cards={"01141": "3"}), '"cards" of the deck: the count of 01141 is the text "3"; '),
        (own(cards={"01141": 0}), "the count of 01141 is the number 0; it should be a whole "),
        (own(cards={"01141": -1}), "the count of 01141 is the number -1; "),
        (own(cards={"01141": 2.5}), "the count of 01141 is the number 2.5; "),
        (own(cards={"01141": True}), "the count of 01141 is true; "),
        (own(cards={"01141": 10**30}), "a number of more than twelve digits; "),
        (own(cards={"01141": None}), "the count of 01141 is null; "),
        (own(cards={"": 1}), '"cards" of the deck has an empty code.'),
        (own(agendas="01027"), '"agendas" of the deck should be a list of codes; it is the text '),
        (own(agendas=[1027]), '"agendas" of the deck holds the number 1027; a code is a text.'),
        (own(name=["x"]), '"name" of the deck should be a text; it is a list.'),
        (own(on="tomorrow"), '"on" of the deck should be a date such as "2026-11-29"; it is the '),
        (own(game="berserk"), 'The deck is for the game "berserk", not for "agot2".'),
        (own(choices=["Knight"]), '"choices" of the deck should be an object such as '),
        (own(choices={"00366": {"trait": []}}), '"trait" should be a text or a list of texts'),
        (own(unread=[{"text": "x", "count": -2}]), "it should be a whole number from 0 to 99999"),
        (own(unread=["x"]), 'where an object with "line", "text" and "count" is needed.'),
        ('{"game": "agot2", "faction": "stark"}', 'The deck has no "cards": an object of card '),
        ('{"game": "agot2", "cards": [1]}', ""),
    ],
)
def test_what_breaks_our_form_is_refused_with_its_place(text: str, sentence: str) -> None:
    assert sentence in refused(text, "json")


def test_one_bad_deck_of_an_array_keeps_its_place_and_the_others_are_read() -> None:
    drafts = read(Text(f"[{own()}, {{}}, 7, {own(name='last')}]"), agot2_desk())
    assert [draft.name for draft in drafts] == ["", "", "", "last"]
    assert [[f.code for f in draft.findings] for draft in drafts] == [
        [],
        ["unreadable-row"],
        ["unreadable-row"],
        [],
    ]
    assert drafts[1].findings[0].severity == "unknown"
    assert drafts[1].findings[0].args["place"] == "deck 2"


def test_a_line_of_json_lines_that_is_no_deck_gets_its_own_draft() -> None:
    text = f"{own(name='a')}\n\n{{broken\n{own(name='b')}\n[1]\n"
    drafts = read(Text(text), agot2_desk())
    assert [draft.name for draft in drafts] == ["a", "", "b", ""]
    assert [f.line for draft in drafts for f in draft.findings] == [3, 5]
    used = Counter[str]()
    for draft in drafts:
        used.update(draft.lines)
    assert used == {"card": 2, "problem": 2, "blank": 1}


def test_a_broken_single_line_of_a_jsonl_is_still_a_row() -> None:
    drafts = read(Text('{"cards": {"01141": }}', name="x.jsonl"), agot2_desk())
    assert [f.code for f in drafts[0].findings] == ["unreadable-row"]


def test_one_line_of_json_is_a_deck_whatever_the_file_is_called() -> None:
    assert sniff(Text(own(), name="x.jsonl")) in ("json", "jsonl")
    assert decided(only(own())).cards == {"01141": 2}


def test_the_game_a_text_names_can_be_asked_before_reading() -> None:
    assert game_of(Text(own())) == "agot2"
    assert game_of(Text(f"{own(game='berserk')}\n{own()}")) == "berserk"
    assert game_of(Text("3x Hodor")) is None


# ------------------------------------------------------------------ the published schema


def schema() -> Any:
    """The schema that ships."""
    return json.loads((data_root() / "deck.schema.json").read_text(encoding="utf-8"))


def test_what_we_write_fits_the_published_schema() -> None:
    validator = pytest.importorskip("jsonschema").Draft202012Validator
    validator.check_schema(schema())
    check = validator(schema())
    decks = list(random_decks(30))
    for deck in decks:
        check.validate(json.loads(write(deck, agot2_desk(), "json")))
        check.validate(json.loads(write(deck, agot2_desk(), "jsonl")))
    check.validate(json.loads(write_all(decks, agot2_desk(), "json")))


def test_schema_and_reader_refuse_the_same() -> None:
    validator = pytest.importorskip("jsonschema").Draft202012Validator
    check = validator(schema())
    values: list[Any] = [
        *(None, "", "x", 0, 1, 3, -1, 100_000, True, [], ["01027"], [1], [""], {}, {"01141": 1}),
        *({"01141": 0}, {"": 1}, {"01141": {"trait": "Knight"}}, {"01141": {"trait": [1]}}),
        *({"01141": {"trait": []}}, [{"text": "x"}], [{"text": 1}], [{"text": "x", "count": -1}]),
        *([{"text": "x", "line": True}], [{"line": 1}], "2026-11-29", "2026-02-31x", "agot2"),
    ]
    for key in (*KEYS, "another"):
        for value in values:
            deck = {"cards": {"01141": 1}, key: value}
            try:
                draft = only(json.dumps(deck), "json")
                fine = not any(f.code == "unknown-key" for f in draft.findings)
            except InputError:
                fine = False
            assert fine == check.is_valid(deck), (key, value)
    assert set(schema()["$defs"]["deck"]["properties"]) == set(KEYS)


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
    assert [u.text for u in draft.unread] == ["01141: nothing", "7"]


# ------------------------------------------------------------------ JSON rows


def test_rows_go_by_code_or_guid_whatever_the_title_says() -> None:
    guid = agot2_pool().printings([HODOR])[HODOR][0].guid
    rows = [
        [1, "8e8d97bb-fc50-4830-86b9-a09c64308641", "Haus Stark"],
        [1, "01027", "Lehnstreue"],
        {"qty": "2", "id": str(guid).upper(), "name": "Ходор"},
        [3, "01141", None],
    ]
    draft = only(json.dumps(rows))
    assert draft.faction == "stark"
    assert decided(draft).agendas == ("01027",)
    assert decided(draft).cards == {HODOR: 2, "01141": 3}


def test_a_row_whose_id_is_nobodys_goes_by_its_title_and_says_so() -> None:
    draft = only(json.dumps([[2, "deadbeef-0000-0000-0000-000000000000", "The Roseroad"]]))
    assert decided(draft).cards == {"01040": 2}
    assert [f.code for f in draft.findings] == ["by-title"]


def test_a_row_that_is_none_is_kept_and_leaves_the_deck_open() -> None:
    draft = only(json.dumps([[2, "01141", "x"], ["what"], {"nothing": 1}]))
    assert decided(draft).cards == {"01141": 2}
    assert [f.severity for f in draft.findings] == ["unknown", "unknown"]
    assert [u.text for u in draft.unread] == ['row 2: ["what"]', 'row 3: {"nothing": 1}']


# ------------------------------------------------------------------ tables


@pytest.mark.parametrize(
    "table",
    [
        "count,name,pack\n2,Hodor,NMG\n",
        "PACK;Title;QTY\nNo Middle Ground;Hodor;2\n",
        "Quantity\tCard\tSet\n2\tHodor\tNMG\n",
        "sep=;\nCopies;Code\n2;02061\n",
        "\n\nCard Name,Count,Card ID\nHodor,2x,02061\n",
        '"count","id"\n"2","02061"\n',
        "count,id,notes\n2,2061,a number to the spreadsheet\n",
    ],
)
def test_columns_come_in_any_order_and_case_and_under_any_of_their_names(table: str) -> None:
    assert decided(only(table)).cards == {HODOR: 2}


def test_a_comma_and_quotes_within_a_title_survive() -> None:
    draft = only('count,name,pack\n1,"Family, Duty, Honor",HMW\n1,"""On a Misty Morn""",DitD\n')
    titles = [agot2_pool().card(entry.candidates[0]) for entry in draft.entries]
    assert [card.title for card in titles if card] == ["Family, Duty, Honor", '"On a Misty Morn"']


def test_a_quote_that_is_never_closed_swallows_no_other_line() -> None:
    draft = only('count,name,pack\n1,"Hodor,NMG\n2,The Roseroad,Core\n')
    assert decided(draft).cards.get("01040") == 2


def test_every_line_of_a_table_is_accounted_for() -> None:
    text = 'sep=,\ncount,name\n\n1,"Ho\ndor"\nx,Hodor\n,\n2,The Roseroad\n'
    draft = only(text)
    assert sum(draft.lines.values()) == text.count("\n")


def test_counts_that_are_none_are_said_with_their_line() -> None:
    draft = only("count,name\nthree,Hodor\n0,The Roseroad\n,The Kingsroad\n-1,Hodor\n")
    assert [(f.code, f.line, f.severity) for f in draft.findings] == [
        ("bad-count", 2, "unknown"),
        ("bad-count", 3, "warning"),
        ("bad-count", 4, "unknown"),
        ("bad-count", 5, "unknown"),
    ]
    assert [u.line for u in draft.unread] == [2, 3, 4, 5]
    assert draft.entries == ()


def test_a_title_that_belongs_to_another_card_than_the_code_is_said() -> None:
    draft = only("count,name,code\n1,Hodor,01040\n")
    assert decided(draft).cards == {"01040": 1}
    assert [f.code for f in draft.findings] == ["title-differs"]


def test_sections_of_a_table_put_cards_aside() -> None:
    draft = only("count,name,type\n1,Fealty,agenda\n2,The Roseroad,maybe\n1,House Stark,faction\n")
    assert draft.faction == "stark"
    assert decided(draft).agendas == ("01027",)
    assert decided(draft).cards == {}


def test_a_table_without_a_header_is_refused_with_what_it_needs() -> None:
    assert "no header row that names a count and a title" in refused("3,Hodor,WotN\n", "csv")


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "'=1", "''=x", "Hodor", "'Hodor", "'"])
def test_cells_that_a_spreadsheet_would_run_are_guarded_and_come_back(cell: str) -> None:
    assert unguarded(guarded(cell)) == cell
    assert guarded(cell)[:1] not in ("=", "+", "-", "@")


def test_a_table_has_no_cell_that_a_spreadsheet_would_run() -> None:
    deck = SIMPLE._replace(
        name="=cmd|' /C calc'!A0", unread=(Unread(1, "@SUM(1)", 0), Unread(2, "-3x Hodor", 3))
    )
    for codec, mark in (("csv", ","), ("tsv", "\t")):
        text = write(deck, agot2_desk(), codec)
        for row in text.split("\r\n"):
            assert not any(
                cell.strip('"').startswith(("=", "+", "-", "@")) for cell in row.split(mark)
            )


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
