"""Decks found in the wild: each file of text reads to exactly the cards it stands for.

They don't come with the project: without the folder of shared decks beside the checkout, these
tests skip.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pools import agot2_desk

from deckcheck.codecs.lines import split
from deckcheck.model import Deck
from deckcheck.reading import read, sniff
from deckcheck.settle import settle
from deckcheck.source import open_text

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "decks" / "agot2"
TEXTS = (".txt", ".md")
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared decks aren't here")


def answers() -> list[dict[str, Any]]:
    """What each file of text stands for."""
    if not FOLDER.is_dir():
        return []
    rows = [json.loads(line) for line in (FOLDER / "answers.jsonl").read_text("utf-8").splitlines()]
    return [row for row in rows if row["file"].endswith(TEXTS)]


@pytest.mark.parametrize("answer", answers(), ids=lambda answer: answer["file"])
def test_a_real_deck_reads_to_exactly_its_cards(answer: dict[str, Any]) -> None:
    source = open_text(FOLDER / answer["file"])
    (draft,) = read(source, agot2_desk())
    deck, findings = settle(draft, agot2_desk())
    assert (deck.faction, list(deck.agendas)) == (answer["faction"], answer["agendas"])
    assert by_title(deck, answer) == by_title(Deck("agot2", cards=answer["cards"]), answer)
    assert deck.unread == ()
    assert sum(draft.lines.values()) == len(split(source.text))
    assert {f.code for f in findings} <= {"assumed-printing", "heading-count"}


def by_title(deck: Deck, answer: dict[str, Any]) -> dict[str, int]:
    """Code → copies; title → copies for the lines where any printing will do."""
    free = " ".join(answer["ambiguous_lines"])
    known = agot2_desk().pool.cards(deck.cards)
    return {
        (known[code].title if known[code].title in free else code): copies
        for code, copies in deck.cards.items()
    }


@pytest.mark.parametrize("answer", answers(), ids=lambda answer: answer["file"])
def test_a_real_deck_is_sniffed_as_text(answer: dict[str, Any]) -> None:
    layouts = ("thronesdb", "thronesdb-cycle", "text", "markdown", "bbcode")
    assert sniff(open_text(FOLDER / answer["file"])) in layouts
