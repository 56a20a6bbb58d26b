"""Rules Reference p. 5: which deck is meant, and the first lines on building one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import scene
from pools import agot2_game, agot2_pool
from scene import card, do, find, refused, zone
from statements import beside, statement

from deckcheck.checking import Checker
from deckcheck.game import Game
from deckcheck.games.agot2 import wording
from deckcheck.model import Deck
from deckcheck.setting import Asked

MEANT = "deckcheck.games.agot2.wording:deck_meant"
SUMMONS = card("Summons", "plot")
KNIGHT = card("Knight")


@statement("AGOT-5-DECK-1", MEANT, lambda phrase: "plot")
def test_deck_1_deck_alone_is_the_draw_deck() -> None:
    """A search of «your deck» finds a character there."""
    table, state = scene.scene({"draw": [KNIGHT], "plot": [SUMMONS]})
    state = do(table, state, "find", find(state, "Knight"), word="your deck")
    assert zone(state, find(state, "Knight")) == "hand"
    assert wording.deck_meant("shuffle your deck") == "draw"


@beside("AGOT-5-DECK-1")
def test_deck_1_beside_a_plot_isnt_in_it() -> None:
    """A search of «your deck» doesn't find a plot."""
    table, state = scene.scene({"draw": [KNIGHT], "plot": [SUMMONS]})
    assert refused(table, state, "find", find(state, "Summons"), word="your deck")


@statement("AGOT-5-DECK-2", MEANT, lambda phrase: "draw")
def test_deck_2_the_plot_deck_is_named() -> None:
    """A search of «your plot deck» finds a plot."""
    table, state = scene.scene({"draw": [KNIGHT], "plot": [SUMMONS]})
    state = do(table, state, "find", find(state, "Summons"), word="your plot deck")
    assert zone(state, find(state, "Summons")) == "hand"


@beside("AGOT-5-DECK-2")
def test_deck_2_beside_no_character_is_in_it() -> None:
    """It finds no character."""
    table, state = scene.scene({"draw": [KNIGHT], "plot": [SUMMONS]})
    assert refused(table, state, "find", find(state, "Knight"), word="your plot deck")


def found(faction: str | None, agendas: tuple[str, ...]) -> set[str]:
    """Codes of the findings on an otherwise empty deck, by a game read just now."""
    checker = Checker(Game(agot2_game().documents), agot2_pool(), today="2026-11-29")
    report = checker.check(Deck("agot2", faction=faction, agendas=agendas), Asked(no_list=True))
    return {finding.code for finding in report.findings}


Rows = Iterable[tuple[Any, str]]
RAW = Game.raw_rows


def taken_out(name: str) -> Any:
    """`Game.raw_rows` without one row."""

    def raw_rows(self: Game, format_name: str) -> Iterator[tuple[Any, str]]:
        return ((row, at) for row, at in RAW(self, format_name) if row["code"] != name)

    return raw_rows


@statement("AGOT-5-BUILD-1", "deckcheck.game:Game.raw_rows", taken_out("agot2.faction-card"))
def test_build_1_exactly_one_faction_card() -> None:
    """A deck without a faction isn't legal."""
    assert "faction-card" in found(None, ())


@beside("AGOT-5-BUILD-1")
def test_build_1_beside_one_is_right() -> None:
    """With one nothing is said of it."""
    assert "faction-card" not in found("stark", ())


@statement("AGOT-5-BUILD-2", "deckcheck.game:Game.raw_rows", taken_out("agot2.agendas.max"))
def test_build_2_not_two_agendas() -> None:
    """Two agendas are one too many."""
    assert "too-many-agendas" in found("stark", ("01027", "02060"))


@beside("AGOT-5-BUILD-2")
def test_build_2_beside_one_or_none_is_right() -> None:
    """One, or none."""
    assert "too-many-agendas" not in found("stark", ("01027",)) | found("stark", ())
