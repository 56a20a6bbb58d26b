"""`bbcode`: a list for forums that take BBCode.

`[b]Name[/b]`, `[b]House Stark[/b] – [i]Fealty[/i]`, `[b]Plots (7)[/b]`, `[*]1x Title`. Reads
with the common reader. Knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.codecs import signs, writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.reader import read_text
from deckcheck.model import Deck

NAME = "bbcode"
TITLE = "BBCode list"
CARRIES = writer.CARRIES


def sniff(text: str) -> int:
    """Sure of tags in square brackets."""
    return 80 if signs.has_bbcode(text) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The decks of the text. Raises InputError if none of its lines means a card."""
    return read_text(text, desk)


def write(deck: Deck, desk: Desk) -> str:
    """The deck with a bold heading a type and a list under it."""
    labels = writer.Labels(desk)
    name = writer.name_line(deck, desk, "[b]{}[/b]")
    bold, italic = ("[b]", "[/b]"), ("[i]", "[/i]")
    head = [*([name, ""] if name else []), *writer.identity(deck, desk, labels, bold, italic)]
    body: list[str] = []
    for section in writer.sections(deck, desk):
        rows = [f"[*]{copies}x {labels.short(card)}" for card, copies in section.rows]
        body += ["", f"[b]{section.heading} ({section.copies})[/b]", "[list]", *rows, "[/list]"]
    return writer.whole([*head, *body, *writer.tail(deck, desk)])


def write_many(decks: Sequence[Deck], desk: Desk) -> str:
    """Several decks, parted by a line of `=`."""
    return writer.join([write(deck, desk) for deck in decks])
