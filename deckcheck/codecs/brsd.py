"""`brsd`: a deck file of a Берсерк deck builder, `#Title` and `COUNT ID` a line.

The id is set × 1000 + number in the set, so it names the printing. Knows no rule.
"""

from __future__ import annotations

from deckcheck.codecs import berserk_lines as common
from deckcheck.codecs import writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.slots import clean
from deckcheck.model import Deck

NAME = "brsd"
TITLE = "Берсерк: a deck builder's .brsd, a count and an id a line"
GAMES = ("berserk",)
CARRIES = frozenset({"name", "unread"})


def sniff(text: str) -> int:
    """Sure where most lines are two numbers, the second an id."""
    lines = [line.split() for line in text.split("\n", 60)[:60] if line.strip()]
    rows = [words for words in lines if not words[0].startswith("#")]
    fits = sum(len(w) == 2 and w[0].isdigit() and common.code_of(w[1]) is not None for w in rows)
    return 93 if fits and fits * 2 > len(rows) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The one deck of the text. Raises InputError if none of its lines means a card."""
    return [common.read_list(text, desk)]


def write(deck: Deck, desk: Desk) -> str:
    """The name, then a line a card, by id; what nobody understood stands below."""
    held = {code: (common.id_of(code), copies) for code, copies in deck.cards.items()}
    rows = sorted((id, copies) for id, copies in held.values() if id is not None)
    rest = deck._replace(cards={code: n for code, (id, n) in held.items() if id is None})
    head = [f"#{clean(deck.name)}"] if clean(deck.name) else []
    named = common.title_lines(rest, desk)
    lines = [f"{copies} {id}" for id, copies in rows]
    return writer.whole([*head, *lines, *named, *common.stranger_lines(rest, desk)])
