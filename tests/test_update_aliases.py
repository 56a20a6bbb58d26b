"""What cards were called, and where they stood, before an update: old lists still find them."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness.sources import Source, add_pack, card_in, character, invented
from updates import Kitchen, changed, kitchen

from deckcheck.game import load
from deckcheck.names import Match, Names


@pytest.fixture
def here(tmp_path: Path) -> Kitchen:
    return kitchen(tmp_path)


def rename_one_of_two(source: Source) -> None:
    """Ada Flour of Fl, not she of Ye."""
    card_in(source, "90001")["name"] = "Ada Flower"


def move_and_renumber(source: Source) -> None:
    card = card_in(source, "90005")
    source["packs/Fl.json"]["cards"].remove(card)
    add_pack(source, "Su", "2026-05-01", [card | {"code": "92003"}])


def match(here: Kitchen, text: str, pack: str | None = None) -> Match:
    with here.open() as store:
        return Names(store.pool("agot2")).match(text, pack)


def codes(found: Match) -> list[str]:
    return [card.code for card in found.cards]


def test_a_title_that_versions_share_still_means_the_card_that_was_renamed(here: Kitchen) -> None:
    here.update(changed(rename_one_of_two))
    assert codes(match(here, "Ada Flour")) == ["90001", "91001"]
    for line in ("Ada Flour (Flour)", "Ada Flour (Fl)", "Ada Flour (Fl #1)", "Ada Flour (90001)"):
        assert codes(match(here, line)) == ["90001"]
    assert codes(match(here, "Ada Flour", "Fl")) == ["90001"]
    assert codes(match(here, "Ada Flour (Yeast)")) == ["91001"]
    assert codes(match(here, "Ada Flower (Flour)")) == ["90001"]


def test_that_holds_after_further_updates_and_ends_when_the_title_is_back(here: Kitchen) -> None:
    here.update(changed(rename_one_of_two))
    source = changed(rename_one_of_two)
    add_pack(source, "Su", "2026-05-01", [character("92001", "Una Sugar")])
    here.update(source)
    assert codes(match(here, "Ada Flour (Flour)")) == ["90001"]
    here.update(invented(), accept=frozenset(("shrunk",)))
    assert match(here, "Ada Flour (Fl)").how == "exact"
    assert codes(match(here, "Ada Flower (Flour)")) == ["90001"]


@pytest.mark.parametrize(
    "line", ["Elsa Bun (Flour)", "Elsa Bun (Fl)", "Elsa Bun (Fl #5)", "Elsa Bun [Flour]"]
)
def test_a_card_that_moved_is_found_where_it_was_and_that_is_said(here: Kitchen, line: str) -> None:
    here.update(changed(move_and_renumber))
    found = match(here, line)
    assert (codes(found), found.how, found.read_as) == (["92003"], "former", "Elsa Bun (Su)")
    assert codes(match(here, "Elsa Bun")) == codes(match(here, "Elsa Bun (Su)")) == ["92003"]
    assert codes(match(here, "Elsa Bun (Yeast)")) == codes(match(here, "Elsa Bun (Fl #6)")) == []


def test_the_pack_of_before_may_be_gone(here: Kitchen) -> None:
    def merge(source: Source) -> None:
        gone = source.pop("packs/Ye.json")
        source["packs/Fl.json"]["cards"] += gone["cards"]
        del source["cycles.json"][1]

    here.update(changed(merge))
    assert codes(match(here, "Rolling Pin (Yeast)")) == ["91003"]
    assert codes(match(here, "Rolling Pin (Ye #3)")) == ["91003"]


def test_a_new_card_that_took_the_title_leaves_the_place_to_the_old_one(here: Kitchen) -> None:
    source = changed(lambda s: card_in(s, "90003").update(name="Cara Crusts"))
    add_pack(source, "Su", None, [character("92001", "Cara Crust")])
    here.update(source)
    assert codes(match(here, "Cara Crust")) == ["92001"]
    assert codes(match(here, "Cara Crust (Flour)")) == ["90003"]


def test_a_deck_says_so(here: Kitchen) -> None:
    from deckcheck.checking import Checker
    from deckcheck.codecs.base import Desk
    from deckcheck.reading import read
    from deckcheck.source import Text

    here.update(changed(move_and_renumber))
    with here.open() as store:
        game = load("agot2", store.documents("agot2"))
        checker = Checker(game, store.pool("agot2"), "2026-06-01")
        text = Text("House Stark\n\n3x Elsa Bun (Flour)\n", name="deck.txt")
        draft = read(text, Desk(checker.pool, game))[0]
        checked = checker.check_draft(draft)
    assert checked.deck.cards == {"92003": 3}
    assert [f.args["read_as"] for f in checked.report.findings if f.code == "read-as"] == [
        "Elsa Bun (Su)"
    ]
