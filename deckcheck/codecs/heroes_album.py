"""`heroes-album`: an album's list of Берсерк. Герои, as a collector's site gives it.

«Альбом:», its name, then `COUNT CONDITION TITLE [PRICE]` a line. Condition and price are no part
of a deck: that they were left out is said. Written with the condition NM. Knows no rule.
"""

from __future__ import annotations

from deckcheck.codecs import berserk_lines as common
from deckcheck.codecs import writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.slots import clean
from deckcheck.model import Deck

NAME = "heroes-album"
TITLE = "Берсерк. Герои: an album's list with condition and price"
GAMES = ("berserk_heroes",)
CARRIES = frozenset({"name", "unread"})


def sniff(text: str) -> int:
    """Sure of a first line «Альбом:»."""
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0]
    found = common.heading(first)
    return 95 if found and found[0] == "name" and first.casefold().startswith("альбом") else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The cards of the album as one deck. Raises InputError if no line means a card."""
    return [common.read_list(text, desk, album=True)]


def write(deck: Deck, desk: Desk) -> str:
    """The deck's cards as an album in the best condition."""
    cards = common.title_lines(deck, desk, mark="NM ")
    rest = common.stranger_lines(deck, desk)
    return writer.whole(["Альбом:", clean(deck.name) or "—", "", *cards, *rest])
