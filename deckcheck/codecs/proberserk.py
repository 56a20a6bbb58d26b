"""`proberserk`: a deck of Берсерк as ProBerserk lists it, `3 Title` a line.

Written with ё where the card has it; ё and е are one letter in reading. A first line `#Title`, as
some builders add it, names the deck. Knows no rule.
"""

from __future__ import annotations

from deckcheck.codecs import berserk_lines as common
from deckcheck.codecs import writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.model import Deck

NAME = "proberserk"
TITLE = "Берсерк: ProBerserk text, a count and a title a line"
GAMES = ("berserk",)
CARRIES = frozenset({"unread"})


def sniff(text: str) -> int:
    """Likely where each line is a number and a title in Cyrillic letters."""
    lines = [line.strip() for line in text.split("\n", 60)[:60]]
    lines = [line for line in lines if line and not line.startswith("#")]
    fits = [line for line in lines if _is_row(line)]
    return 70 if fits and len(fits) == len(lines) else 0


def _is_row(line: str) -> bool:
    count, _, title = line.partition(" ")
    first = title.lstrip("\"«'“ ")[:1]
    return count.isascii() and count.isdigit() and first.isalpha() and not first.isascii()


def read(text: str, desk: Desk) -> list[Draft]:
    """The one deck of the text. Raises InputError if none of its lines means a card."""
    return [common.read_list(text, desk)]


def write(deck: Deck, desk: Desk) -> str:
    """A line a card, by title; what nobody understood stands below."""
    return writer.whole([*common.title_lines(deck, desk), *common.stranger_lines(deck, desk)])
