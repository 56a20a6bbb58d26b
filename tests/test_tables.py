"""Rows of count, id and title: CSV, TSV and JSON rows."""

from __future__ import annotations

import json

import pytest
from decided import decided, only, refused
from pools import agot2_desk, agot2_pool

from deckcheck.codecs.table import guarded, unguarded
from deckcheck.model import Deck, Unread
from deckcheck.reading import write

HODOR = "02061"
SIMPLE = Deck("agot2", "Wolves", "stark", ("01027",), cards={"01141": 2, "01001": 1})


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
