"""The shipped card facts of AGoT2, as they were counted and read off the source by eye."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from deckcheck.model import Card
from deckcheck.query import Field, compile_query
from importers.agot2_files import CARD_KEYS

DATA = Path(__file__).resolve().parent.parent / "data" / "agot2"
CARDS: dict[str, dict[str, Any]] = {
    (card := json.loads(line))["code"]: card
    for path in sorted((DATA / "cards").glob("*.jsonl"))
    for line in path.read_text("utf-8").splitlines()
}
LISTS = {path.stem: json.loads(path.read_bytes()) for path in (DATA / "legality").glob("*.json")}
PACKS = json.loads((DATA / "packs.json").read_bytes())


def having(word: str) -> list[str]:
    return [code for code, card in CARDS.items() if word in card.get("keywords", ())]


def test_all_cards_are_there() -> None:
    assert len(CARDS) == 2240
    assert Counter(card["type"] for card in CARDS.values()) == {
        "character": 1063,
        "location": 333,
        "event": 308,
        "plot": 242,
        "attachment": 220,
        "agenda": 60,
        "title": 14,
    }


def test_all_packs_and_cycles_are_there() -> None:
    codes = [pack["code"] for pack in PACKS["packs"]]
    assert len(codes) == 71
    assert (codes[0], codes[-2:]) == ("Core", ["VKm", "VHotK"])
    assert {path.stem for path in (DATA / "cards").glob("*.jsonl")} == set(codes)
    cycles = {cycle["code"] for cycle in PACKS["cycles"]}
    assert {pack["cycle"] for pack in PACKS["packs"]} == cycles
    assert len(cycles) == 27


def test_limits_and_copies() -> None:
    limits = Counter(card["limit"] for card in CARDS.values())
    assert limits == {3: 1698, 40: 225, 1: 199, 2: 118}
    quantities = Counter(card["quantity"] for card in CARDS.values())
    assert quantities == {3: 1998, 1: 221, 2: 18, 4: 3}


def test_guids_are_those_of_1236_cards_and_8_factions() -> None:
    guids = [card["guid"] for card in CARDS.values() if "guid" in card]
    factions = json.loads((DATA / "factions.json").read_bytes())
    guids += [faction["guid"] for faction in factions if "guid" in faction]
    assert len(guids) == len(set(guids)) == 1236 + 8
    assert len(factions) == 9


def test_keywords_are_as_many_as_were_counted() -> None:
    words = Counter(word for card in CARDS.values() for word in card.get("keywords", ()))
    assert words == {
        "shadow": 200,
        "no attachments": 173,
        "renown": 98,
        "bestow": 91,
        "stealth": 66,
        "ambush": 65,
        "pillage": 46,
        "limited": 44,
        "assault": 37,
        "insight": 37,
        "intimidate": 35,
        "terminal": 33,
        "prized": 6,
    }
    numbered = {word: [CARDS[code][word] for code in having(word)] for word in ("shadow", "bestow")}
    assert numbered["shadow"].count("X") == 4
    assert max(numbered["bestow"]) == 10


def test_printed_formats() -> None:
    formats = Counter(card["only"] for card in CARDS.values() if "only" in card)
    assert formats == {"draft": 104, "melee": 1, "hand-of-the-king": 1}
    assert all(CARDS[code].get("only") == "draft" for code in CARDS if CARDS[code]["pack"] == "VDS")


def test_all_33_plots_of_a_faction_are_loyal() -> None:
    own = [c for c in CARDS.values() if c["type"] == "plot" and c["faction"] != "neutral"]
    assert len(own) == 33
    assert all(card["loyal"] for card in own)


def test_twelve_agendas_are_banners() -> None:
    banners = [c for c in CARDS.values() if c["type"] == "agenda" and "Banner" in c["traits"]]
    assert len(banners) == 12


def test_each_card_has_the_facts_of_its_type_in_a_fixed_order() -> None:
    for code, card in CARDS.items():
        assert list(card) == [key for key in CARD_KEYS if key in card], code
        kind = card["type"]
        assert ("loyal" in card) == (card["faction"] != "neutral"), code
        assert ("unique" in card) == (kind in ("character", "location", "attachment")), code
        assert ("cost" in card) == (kind in ("character", "location", "attachment", "event")), code
        assert ("strength" in card) == ("icons" in card) == (kind == "character"), code
        assert ("income" in card) == ("reserve" in card) == (kind == "plot"), code
        for word in ("shadow", "ambush", "bestow", "prized"):
            assert (word in card) == (word in card.get("keywords", ())), code


def test_no_prose_is_shipped() -> None:
    for code, card in CARDS.items():
        texts = [value for key, value in card.items() if key != "attach" and type(value) is str]
        texts += [one for value in card.values() if type(value) is list for one in value]
        assert all(len(text) < 50 for text in texts), code


def test_every_bearer_query_is_understood_and_fits_some_card() -> None:
    fields = {
        "type": Field("type", "word", "type"),
        "trait": Field("trait", "word", "traits"),
        "faction": Field("faction", "word", "faction"),
        "keyword": Field("keyword", "word", "keywords"),
        "title": Field("title", "text", "title"),
        "unique": Field("unique", "flag", "unique"),
        "loyal": Field("loyal", "flag", "loyal"),
        "cost": Field("cost", "number", "cost"),
        "strength": Field("strength", "number", "strength"),
    }
    cards = [
        Card(c["code"], c["title"], c["type"], c["pack"], None, None, None, c)
        for c in CARDS.values()
    ]
    narrowed = {c["code"]: c["attach"] for c in CARDS.values() if "attach" in c}
    assert len(narrowed) == 149
    assert all(CARDS[code]["type"] == "attachment" for code in narrowed)
    for query in set(narrowed.values()):
        test = compile_query(query, fields)
        fitting = [card for card in cards if test(card)]
        assert 0 < len(fitting) < len(cards), query


SEEN: dict[str, dict[str, Any]] = {
    "00003": {"title": "Treaty", "type": "agenda", "only": "draft", "limit": 1},
    "00011": {"title": "Tyrion Lannister", "unique": True, "keywords": ["stealth"], "limit": 3},
    "00021": {"type": "plot", "claim": "X", "income": 3, "initiative": 1, "reserve": 5},
    "00022": {"title": "The Knight", "type": "title", "pack": "VKm"},
    "00030": {"type": "agenda", "only": "hand-of-the-king", "pack": "VHotK"},
    "00101": {"limit": 40, "keywords": ["assault", "no attachments", "renown"], "pack": "ToJ"},
    "00124": {"type": "attachment", "only": "draft", "keywords": None, "attach": None},
    "00179": {"attach": 'type:character ( unique | trait:"House Dayne" )'},
    "00346": {"only": "draft", "reserve_mod": 1, "icons": ["intrigue", "power"]},
    "00367": {"gold_mod": -1, "initiative_mod": -1, "reserve_mod": -1, "traits": ["War"]},
    "01001": {"income": 4, "initiative": 9, "claim": 1, "reserve": 6, "limit": 2, "quantity": 1},
    "01027": {"title": "Fealty", "type": "agenda", "faction": "neutral", "loyal": None},
    "01040": {"keywords": ["limited"], "gold_mod": 1, "cost": 0, "unique": False, "quantity": 4},
    "01081": {"type": "event", "cost": 0, "keywords": None, "loyal": False},
    "01090": {"keywords": ["renown"], "gold_mod": 2, "strength": 6, "cost": 7, "loyal": True},
    "01096": {"keywords": ["ambush"], "ambush": 1, "traits": ["Valyrian Steel", "Weapon"]},
    "01137": {
        "title": "The Wall",
        "faction": "thenightswatch",
        "traits": ["Stronghold", "The North"],
    },
    "02034": {"title": "Crown of Gold", "limit": 1, "keywords": ["terminal"], "prized": None},
    "02054": {"attach": 'type:character ( trait:Dothraki | title:"Daenerys Targaryen" )'},
    "02071": {"attach": "type:character", "attach_control": "opponent", "ambush": 1},
    "03021": {"attach": "type:location -keyword:limited cost<=3", "keywords": ["terminal"]},
    "04039": {"income": "X", "initiative": 4, "traits": ["Summer"]},
    "04058": {"gold_mod": 1, "reserve_mod": 1, "keywords": None, "unique": True},
    "05020": {
        "attach": "type:character faction:lannister ( trait:Lord | trait:Lady )",
        "gold_mod": 1,
    },
    "05026": {"attach": "type:character ( trait:Bastard | trait:Lord | trait:Lady )"},
    "06015": {"title": "Ricasso", "keywords": ["bestow"], "bestow": 2},
    "06061": {"strength": "X", "keywords": ["renown"], "icons": ["military", "power"]},
    "06100": {"title": "Wheels Within Wheels", "type": "plot", "limit": 2},
    "08022": {"bestow": 10, "type": "location", "traits": ["Braavos"]},
    "08064": {"keywords": None, "attach": "type:character", "attach_control": "you"},
    "08078": {"keywords": ["bestow", "terminal"], "attach": "type:location -keyword:limited"},
    "10048": {"title": "Forced March", "limit": 2},
    "11013": {"type": "event", "cost": "X", "traits": []},
    "11066": {"attach": "type:character faction:thenightswatch cost>=5", "unique": True},
    "13039": {"gold_mod": 3, "initiative_mod": 2, "reserve_mod": 1, "type": "agenda"},
    "13044": {"attach": "type:character keyword:shadow", "attach_control": "you", "shadow": 1},
    "13065": {"keywords": ["no attachments", "shadow"], "attachments_except": ["Weapon"]},
    "13082": {"type": "event", "cost": "-", "shadow": 1, "keywords": ["shadow"]},
    "14036": {"attach": None, "attach_limit": 1, "traits": ["Warhorse"]},
    "16006": {"title": "Wheels Within Wheels", "type": "event", "limit": 3, "cost": 3},
    "16007": {"keywords": ["prized", "stealth"], "prized": 1},
    "17134": {"title": "Crown of Gold", "limit": 3, "prized": 1, "pack": "R"},
    "17147": {"only": "melee", "type": "event", "guid": None},
    "17154": {"title": "Forced March", "limit": 1},
    "17161": {"pack": "R2", "strength": 2, "cost": 3, "icons": ["military", "intrigue"]},
    "17173": {"attach": "type:character faction:targaryen -trait:Lady", "shadow": 2},
    "18018": {"guid": None, "loyal": None, "attachments_except": ["Cat"], "ambush": 2},
    "20018": {"attach": 'type:character ( ( unique faction:martell ) | trait:"House Dayne" )'},
    "21010": {"keywords": ["ambush", "assault", "no attachments"], "initiative_mod": 1},
    "23040": {"traits": ["Banner", "House Arryn"], "initiative_mod": -2, "reserve_mod": 1},
    "24028": {"claim_mod": 1, "unique": True, "keywords": None},
    "25060": {"type": "plot", "keywords": None},
    "25109": {"shadow": 0, "gold_mod": -1, "initiative_mod": -1, "icons": [], "strength": 1},
    "26016": {"attach": "type:character strength<=3", "attach_limit": 1},
    "26031": {"shadow": "X", "keywords": ["assault", "no attachments", "shadow"]},
    "26052": {"attach": "type:character -loyal", "attach_control": "own"},
    "26113": {"ambush": 8, "strength": 10, "keywords": ["ambush", "intimidate", "no attachments"]},
}
"""Read off the source by eye. None = the card has no such thing."""


@pytest.mark.parametrize(("code", "facts"), SEEN.items(), ids=SEEN)
def test_facts_read_off_the_source_by_eye(code: str, facts: dict[str, Any]) -> None:
    assert {key: CARDS[code].get(key) for key in facts} == facts


def test_all_32_lists_are_there() -> None:
    lines = Counter(row["line"] for row in LISTS.values())
    assert lines == {"standard": 18, "ffg": 9, "conclave": 2, "redesigns": 2, "valyrian": 1}
    assert all(row["code"] == name for name, row in LISTS.items())
    newest = max(LISTS.values(), key=lambda row: row["date"])
    assert (newest["code"], newest["date"], newest["card_set"]) == (
        "gotstandard2.1",
        "2026-07-01",
        "redesign2",
    )
    joust = newest["formats"]["joust"]
    assert (len(newest["banned"]), len(joust["restricted"]), len(joust["pods"])) == (108, 26, 25)


def test_two_lists_share_one_date() -> None:
    dates = Counter(row["date"] for row in LISTS.values())
    assert [day for day, count in dates.items() if count > 1] == ["2021-07-16"]


def test_codes_of_no_card_are_kept() -> None:
    strangers = {
        name: sum(code not in CARDS for code in row["banned"]) for name, row in LISTS.items()
    }
    assert {name: count for name, count in strangers.items() if count} == {"gotstandard1.13": 100}


def test_titles_in_three_languages() -> None:
    titles = {path.stem: json.loads(path.read_bytes()) for path in DATA.glob("titles/*.json")}
    assert {language: len(rows) for language, rows in titles.items()} == {
        "de": 1164,
        "es": 665,
        "fr": 60,
    }
    assert all(set(rows) <= set(CARDS) for rows in titles.values())
    assert titles["de"]["01001"] == "Der Thron der Sieben Königreiche"
