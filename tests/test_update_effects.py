"""What an update does to lists, saved decks and owned packs, and that it says so."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness.sources import Source, add_pack, agenda, card_in, character, invented, legality
from updates import TODAY, Kitchen, changed, kitchen

from deckcheck.codecs.base import Desk
from deckcheck.errors import DataError
from deckcheck.game import load
from deckcheck.model import Deck, Unread
from deckcheck.report.changes import update_lines, update_object
from deckcheck.saved import saved_of
from deckcheck.store import decks
from deckcheck.store.migrate import open_user
from deckcheck.store.userdata import writing
from importers.boxes import Boxed
from importers.effects import Effect, Listed
from importers.lists import ListChange
from importers.update import Result

CARDS = {f"90{n:03}": 3 for n in range(1, 21)} | {f"90{n:03}": 1 for n in range(21, 28)}


@pytest.fixture
def here(tmp_path: Path) -> Kitchen:
    return kitchen(tmp_path)


def save(here: Kitchen, name: str, **more: Any) -> None:
    deck = Deck(**{"game": "agot2", "name": name, "faction": "stark", "cards": CARDS} | more)
    with here.open() as store, writing(here.home) as user:
        game = load("agot2", store.documents("agot2"))
        decks.add(user, saved_of(deck, Desk(store.pool("agot2"), game)), "2026-01-01", "add")


def new_list(**more: Any) -> Any:
    def step(source: Source) -> None:
        row = legality("1.1", "2026-05-01", **more)
        row["bannedCards"] = more.get("bannedCards", ["91001"])
        source["restricted-list.json"].append(row)

    return step


def with_pods(*cards: str) -> list[dict[str, Any]]:
    part = {"restricted": [], "banned": [], "pods": [{"cards": [*cards]}]}
    return [{"name": "joust", **part}]


def lines(result: Result, everything: bool = False) -> str:
    return "\n".join(update_lines(result, everything))


# --- lists ------------------------------------------------------------------------------------


def test_a_new_list_is_told_against_the_one_it_follows(here: Kitchen) -> None:
    result = here.update(changed(new_list(bannedCards=["90006", "90007"])))
    code, old = "gotstandard1.1", "gotstandard1.0"
    assert result.lists == tuple(
        ListChange(code, old, name, ("90006", "90007"), (), ("91001",))
        for name in ("joust", "melee")
    )
    said = "joust, against gotstandard1.0: 2 banned, 1 free again"
    assert said in lines(result)
    assert "1 new list:" in lines(result)
    assert "2 banned (90006 Finn Oven; 90007 Greta Loaf)" in lines(result, everything=True)
    assert update_object(result)["list_changes"][0]["freed"] == ("91001",)


def test_a_changed_list_is_told_against_itself(here: Kitchen) -> None:
    def change(source: Source) -> None:
        source["restricted-list.json"][0]["formats"][0].update(
            restricted=["90001"], pods=[{"restricted": "90003", "cards": ["90005"]}]
        )

    result = here.update(changed(change))
    (one,) = result.lists
    assert (one.format, one.restricted, one.pods) == ("joust", ("90001",), (("90003", "90005"),))
    assert "  joust: 1 restricted, 1 pod new" in lines(result)


def test_a_list_that_loses_most_of_its_cards_is_refused_unless_accepted(here: Kitchen) -> None:
    def full(source: Source) -> None:
        source["restricted-list.json"][0]["bannedCards"] = [f"90{n:03}" for n in range(1, 6)]

    def emptier(source: Source) -> None:
        source["restricted-list.json"][0]["bannedCards"] = ["90001", "90002"]

    here.update(changed(full))
    says = "restricted-list.json, list gotstandard1.0, cards: it named 5 cards and names 2 now"
    with pytest.raises(DataError, match=says):
        here.update(changed(emptier))
    assert here.update(accept=frozenset(("emptied",))).written


def test_a_list_with_an_unknown_set_of_cards_or_format_is_told(here: Kitchen) -> None:
    part: dict[str, Any] = {"restricted": [], "banned": [], "pods": []}
    formats = [{"name": "joust", **part}, {"name": "duel", **part}]
    result = here.update(changed(new_list(cardSet="remix", formats=formats)))
    assert any("no format is judged by its part duel; known are joust" in n for n in result.notes)
    assert any("the card set 'remix' is unknown here" in note for note in result.notes)


# --- saved decks ------------------------------------------------------------------------------


def test_a_deck_that_the_new_list_forbids_is_told_with_its_verdicts(here: Kitchen) -> None:
    save(here, "Bread")
    save(here, "Cake", cards=dict(list(CARDS.items())[10:]))
    before = here.files()
    dry = here.update(changed(new_list(bannedCards=["90006"])), dry_run=True)
    assert here.files() == before
    card = (("90006", "Finn Oven"),)
    listed = (Listed("banned", "gotstandard1.1", card),)
    assert dry.effects == (Effect("Bread", True, False, (), listed),)
    assert here.update().effects == dry.effects
    said = "  Bread: legal → not legal; banned by gotstandard1.1: 90006 Finn Oven"
    assert said in lines(dry)
    assert update_object(dry)["decks"][0]["legal_after"] is False


def test_cards_that_a_pod_parts_are_told_together(here: Kitchen) -> None:
    save(here, "Bread")
    result = here.update(changed(new_list(formats=with_pods("90001", "90002", "91001"))))
    (effect,) = result.effects
    assert effect.listed == (
        Listed("pod", "gotstandard1.1", (("90001", "Ada Flour"), ("90002", "Bertram Yeast"))),
    )
    assert effect.after is False


def test_a_new_title_or_number_is_nothing_new_of_a_list(here: Kitchen) -> None:
    save(here, "Bread")

    def rename(source: Source) -> None:
        card_in(source, "90006")["name"] = "Finn Ovens"
        card_in(source, "90007")["code"] = "90107"

    both = new_list(bannedCards=["90006", "90007"])
    here.update(changed(both))
    assert here.update(changed(both, rename)).effects == ()


def test_a_list_that_is_not_in_force_yet_changes_no_verdict(here: Kitchen) -> None:
    save(here, "Bread")

    def later(source: Source) -> None:
        source["restricted-list.json"].append(
            legality("1.1", "2026-07-01", bannedCards=["90006", "91001"])
        )

    assert here.update(changed(later)).effects == ()


def test_lines_that_name_a_card_now_are_told_and_count(here: Kitchen) -> None:
    unread = (Unread(3, "3x Una Sugar", 3), Unread(4, "Tea Cosy", 0), Unread(5, "1x Nobody", 1))
    save(here, "Bread", agendas=("The Great Bake",), unread=unread)

    def bring(source: Source) -> None:
        new = [character("92001", "Una Sugar"), agenda("92002", "The Great Bake")]
        add_pack(source, "Su", "2026-05-01", [*new, character("92003", "Tea Cosy")])

    result = here.update(changed(bring))
    (effect,) = result.effects
    assert sorted(effect.found) == ["3x Una Sugar", "Tea Cosy", "The Great Bake"]
    assert "now read: " in lines(result)
    from deckcheck.checking import Checker
    from deckcheck.saved import draft_of
    from deckcheck.store.touched import saved_decks

    with here.open() as store:
        game = load("agot2", store.documents("agot2"))
        checker = Checker(game, store.pool("agot2"), TODAY)
        (saved,) = saved_decks(here.home, "agot2")
        deck = checker.check_draft(draft_of(saved, Desk(checker.pool, game))).deck
    assert deck.agendas == ("92002",)
    assert (deck.cards["92001"], deck.cards["92003"]) == (3, 1)
    assert [lost.text for lost in deck.unread] == ["1x Nobody"]


# --- owned packs ------------------------------------------------------------------------------


def own(here: Kitchen, pack: str, boxes: int) -> None:
    with closing(open_user(here.home)) as user:
        user.execute("INSERT INTO owned_pack VALUES ('agot2', ?, ?, ?)", (pack, boxes, pack))


def test_what_left_or_joined_an_owned_pack_is_told_with_its_copies(here: Kitchen) -> None:
    own(here, "Ye", 2)

    def shuffle(source: Source) -> None:
        cards = source["packs/Fl.json"]["cards"]
        source["packs/Ye.json"]["cards"].append(cards.pop(4))
        cards.append(source["packs/Ye.json"]["cards"].pop(0))
        card_in(source, "91003")["quantity"] = 2

    result = here.update(changed(shuffle))
    assert result.boxed == (
        Boxed("Ye", "90005", "Elsa Bun", 0, 6),
        Boxed("Ye", "91001", "Ada Flour", 6, 0),
        Boxed("Ye", "91003", "Rolling Pin", 6, 4),
    )
    said = lines(result)
    assert "Ye: 90005 Elsa Bun, 6 copies joined" in said
    assert "Ye: 91001 Ada Flour, 6 copies left" in said
    assert "Ye: 91003 Rolling Pin, 6 → 4 copies" in said


def test_a_new_number_is_no_departure(here: Kitchen) -> None:
    own(here, "Fl", 1)
    source = changed(lambda s: card_in(s, "90004").update(code="90104"))
    assert here.update(source).boxed == ()
    assert here.update(invented()).boxed == ()
