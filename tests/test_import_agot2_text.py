"""A printed text gives facts: keywords, modifiers, bearers, format. All texts are invented."""

from __future__ import annotations

from typing import Any

import pytest

from importers.agot2_text import bearer_query, text_facts


def keywords(text: str) -> list[str]:
    return list(text_facts(text, "character").get("keywords", []))


# --- keywords: the card's own, never one it grants -------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Limited.", ["limited"]),
        ("Limited cards can't be polished.", []),
        ("Stealth. Renown.", ["renown", "stealth"]),
        ("Stealthy Tester gains renown.", []),
        ("Renown. Immune to drizzle.\nStand the tester.", ["renown"]),
        ("Immune to drizzle. Renown.", []),
        ("While it rains, Tester gains insight.", []),
        ("Tester of Walls measures twice.\nNo attachments.", ["no attachments"]),
        ("<b>Action:</b> Each tester gains pillage.\n<i>Pillage.</i>", ["pillage"]),
        ('<b>Action:</b> Attach it with the text: "Terminal. It rusts."', []),
        ("Bearer gains “Terminal.”", []),
        ("While you control:\n- a wall, Tester gains stealth.\nAssault.", ["assault"]),
        ("While you control a wall:\nStealth.", []),
        ("- Stealth.", []),
        ("Intimidate", ["intimidate"]),
    ],
)
def test_a_keyword_counts_only_as_a_sentence_at_the_head_of_a_line(
    text: str, expected: list[str]
) -> None:
    assert keywords(text) == expected


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Shadow (3).", {"keywords": ["shadow"], "shadow": 3}),
        ("Shadow (X).\nX is the number of walls.", {"keywords": ["shadow"], "shadow": "X"}),
        ("Shadow (0).", {"keywords": ["shadow"], "shadow": 0}),
        ("Ambush (2). Bestow (3).", {"keywords": ["ambush", "bestow"], "ambush": 2, "bestow": 3}),
        ("Prized 1. Renown.", {"keywords": ["prized", "renown"], "prized": 1}),
        ("Shadow City Tester counts walls.", {}),
        ("Reduce the cost to ambush Tester by 1.", {}),
        ("Shadow (1). Play only when it rains.", {"keywords": ["shadow"], "shadow": 1}),
    ],
)
def test_a_keyword_with_a_number_keeps_it(text: str, facts: dict[str, Any]) -> None:
    assert text_facts(text, "character") == facts


@pytest.mark.parametrize(
    ("text", "exceptions"),
    [
        ("No attachments.", None),
        ("No attachments except <i>Trowel</i>.", ["Trowel"]),
        ("No attachments except <i>Trowel.</i>", ["Trowel"]),
        ("No attachments except Spirit Level or Trowel.", ["Spirit Level", "Trowel"]),
    ],
)
def test_no_attachments_names_its_exceptions(text: str, exceptions: list[str] | None) -> None:
    facts = text_facts(text, "character")
    assert facts["keywords"] == ["no attachments"]
    assert facts.get("attachments_except") == exceptions


# --- modifiers: plain constants only ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("+1 Income.", {"gold_mod": 1}),
        ("+1 Income", {"gold_mod": 1}),
        ("<b>+2 Reserve.</b>", {"reserve_mod": 2}),
        ("-2 Initiative. +1 Reserve.", {"initiative_mod": -2, "reserve_mod": 1}),
        ("+1 Claim", {"claim_mod": 1}),
        ("+1 Income.\n+1 Reserve.", {"gold_mod": 1, "reserve_mod": 1}),
        ("While it rains, +1 Income.", {}),
        ("While it rains:\n+1 Income.", {}),
        ("+1 Income for each wall.", {}),
        ("Your plot gets +3 initiative.", {}),
        ("+1 STR", {}),
    ],
)
def test_a_modifier_counts_only_as_a_line_of_its_own(text: str, facts: dict[str, int]) -> None:
    assert text_facts(text, "location") == facts


# --- what an attachment may attach to --------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "query"),
    [
        ("Character", "type:character"),
        ("Location", "type:location"),
        ("Mason character", "type:character trait:Mason"),
        ("Wall Guild character", 'type:character trait:"Wall Guild"'),
        ("M'ason character", 'type:character trait:"M\'ason"'),
        ("[stark] character", "type:character faction:stark"),
        ("Unique [stark] location", "type:location unique faction:stark"),
        ("Non-unique [stark] character", "type:character -unique faction:stark"),
        ("[stark] non-Mason character", "type:character faction:stark -trait:Mason"),
        ("Non-[stark] character", "type:character -faction:stark"),
        ("Non-loyal character", "type:character -loyal"),
        ("Non-limited location", "type:location -keyword:limited"),
        ("Character with shadow", "type:character keyword:shadow"),
        ("Unique character with printed cost 3 or lower", "type:character unique cost<=3"),
        ("Character with printed STR 4 or higher", "type:character strength>=4"),
        ("Mason or Tiler character", "type:character ( trait:Mason | trait:Tiler )"),
        (
            "Mason, Tiler, or Wall Guild character",
            'type:character ( trait:Mason | trait:Tiler | trait:"Wall Guild" )',
        ),
        ("[stark] or Mason character", "type:character ( faction:stark | trait:Mason )"),
        (
            "[stark] Mason or Tiler character",
            "type:character faction:stark ( trait:Mason | trait:Tiler )",
        ),
        (
            "Unique [stark] character or Mason character",
            "type:character ( ( unique faction:stark ) | trait:Mason )",
        ),
        ("Tester of Walls", 'type:character title:"Tester of Walls"'),
        ('"The" Tester', 'type:character title:"""The"" Tester"'),
        (
            "Mason character or Tester of Walls",
            'type:character ( trait:Mason | title:"Tester of Walls" )',
        ),
        ("Kneeling or tired character", None),
        ("tired character", None),
        ("Character that is tired", None),
        ("Character with a [power] icon", None),
        ("Mason character or Tiler location", None),
    ],
)
def test_bearers_become_a_query_or_are_said_to_be_unclear(phrase: str, query: str | None) -> None:
    assert bearer_query(phrase) == query


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Attached character gains stealth.", {}),
        ("Play only when it rains.", {}),
        (
            "Mason character you control only. Ambush (1).",
            {"attach": "type:character trait:Mason", "attach_control": "you"}
            | {"keywords": ["ambush"], "ambush": 1},
        ),
        ("Opponent's location only.", {"attach": "type:location", "attach_control": "opponent"}),
        (
            "Non-loyal character you own only.",
            {"attach": "type:character -loyal", "attach_control": "own"},
        ),
        (
            "Limit 1 copy per character. Mason character only. \nIt shines.",
            {"attach": "type:character trait:Mason", "attach_limit": 1},
        ),
        (
            "Mason character only.\n(Limit 1 copy per round.)",
            {"attach": "type:character trait:Mason"},
        ),
        ("Character that is tired only.", {"attach": None}),
    ],
)
def test_an_attachment_says_what_it_attaches_to(text: str, facts: dict[str, Any]) -> None:
    assert text_facts(text, "attachment") == facts


def test_only_attachments_have_bearers() -> None:
    assert text_facts("Mason character only.", "event") == {}


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("<b>Draft format only.</ b>", "draft"),
        ("It rains.\nMelee format only.", "melee"),
        ("Hand of the King format only.", "hand-of-the-king"),
        ("In the melee, each tester is drafted.", None),
    ],
)
def test_the_format_that_a_card_is_printed_for(text: str, only: str | None) -> None:
    assert text_facts(text, "plot").get("only") == only
