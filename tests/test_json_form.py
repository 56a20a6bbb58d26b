"""Our own form of a deck: JSON, JSON Lines, and the schema that describes them."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from decided import decided, only, refused
from pools import agot2_desk, pool_of
from random_decks import random_decks

from deckcheck.codecs.json_deck import KEYS
from deckcheck.errors import InputError
from deckcheck.model import Deck, Unread
from deckcheck.reading import read, sniff, write, write_all
from deckcheck.recognising import recognise
from deckcheck.shipped import data_root
from deckcheck.source import Text


def own(**keys: Any) -> str:
    """A deck in our own form."""
    return json.dumps({"game": "agot2", "cards": {"01141": 2}, **keys})


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
    for text, game in ((own(), "agot2"), (f"{own(game='berserk')}\n{own()}", "berserk")):
        assert recognise(Text(text), (), pool_of) == game


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
