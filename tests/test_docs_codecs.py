"""Each layout has a page with an example: it is one and the same deck, and reads as that."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pools import game_of, pool_of

from deckcheck.codecs import CODECS
from deckcheck.codecs.base import Desk
from deckcheck.model import Deck
from deckcheck.reading import carried, read, sniff, write
from deckcheck.settle import settle
from deckcheck.source import Text

PAGES = Path(__file__).parents[1] / "docs" / "codecs"
INDEX = (PAGES / "README.md").read_text("utf-8")
EXAMPLES = {
    game["game"]: game for game in map(json.loads, re.findall(r"```json\n(.*?)```", INDEX, re.S))
}
"""Game → the deck that its pages show, in our JSON."""


def page(codec: str) -> str:
    return (PAGES / f"{codec}.md").read_text("utf-8")


def example(codec: str) -> str:
    """The deck in a page's layout."""
    (block,) = re.findall(r"```\w*\n(.*?)```", page(codec), re.S)
    return str(block)


def game(codec: str) -> str:
    """The game whose deck a page shows: the first of those that have the layout."""
    return str(getattr(CODECS[codec], "GAMES", ("agot2",))[0])


def desk(codec: str) -> Desk:
    return Desk(pool_of(game(codec)), game_of(game(codec)))


def one(text: str, codec: str) -> Deck:
    """The one deck of a text, in which there is nothing to complain of."""
    (draft,) = read(Text(text), desk(codec))
    deck, findings = settle(draft, desk(codec))
    assert [f.code for f in findings if f.severity != "info"] == []
    return deck


def kept(deck: Deck, codec: str) -> Deck:
    """What of a deck a layout has room for."""
    room = {"game", "cards", *CODECS[codec].CARRIES}
    return Deck(**{key: value for key, value in deck._asdict().items() if key in room})


READ = [name for name in CODECS if hasattr(CODECS[name], "read")]


@pytest.mark.parametrize("codec", READ)
def test_the_example_is_the_deck_of_all_pages(codec: str) -> None:
    deck = one(json.dumps(EXAMPLES[game(codec)]), codec)
    assert one(example(codec), codec) == kept(deck, codec)


@pytest.mark.parametrize("codec", READ)
def test_the_example_is_recognised_by_its_content(codec: str) -> None:
    name = f"deck.{codec}" if codec == "jsonl" else "deck"
    assert sniff(Text(example(codec), name=name)) == codec


@pytest.mark.parametrize("codec", list(CODECS))
def test_the_example_is_what_is_written(codec: str) -> None:
    deck = one(json.dumps(EXAMPLES[game(codec)]), codec)
    assert example(codec) == write(deck, desk(codec), codec).replace("\r\n", "\n")


@pytest.mark.parametrize("codec", list(CODECS))
def test_a_page_says_what_its_layout_carries(codec: str) -> None:
    said = " ".join(page(codec).split())
    assert f"Carries: {', '.join(['cards', *carried(codec)])}." in said


def test_the_index_names_each_codec_with_its_title() -> None:
    rows = re.findall(r"^\| \[(.+?)\]\((.+?)\.md\) \| (.+?) \|$", INDEX, re.M)
    assert rows == [(name, name, CODECS[name].TITLE) for name in CODECS]
    assert {path.stem for path in PAGES.glob("*.md")} == {"README", *CODECS}
