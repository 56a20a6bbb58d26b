"""`text`: lists as people type them, with whatever markup they carry.

Reads forum posts, chats, site copies and fan builders' exports (Markdown, BBCode, HTML, tabs);
writes plain text in canonical order. All the work is in `reader.py` and `writer.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.codecs import signs, writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.reader import read_text
from deckcheck.model import Deck

NAME = "text"
TITLE = "free text: a line a card, with or without markup"
CARRIES = writer.CARRIES


def sniff(text: str) -> int:
    """Likely where lines have counts; possible for any text."""
    return signs.listness(text)


def read(text: str, desk: Desk) -> list[Draft]:
    """The decks of the text. Raises InputError if none of its lines means a card."""
    return read_text(text, desk)


def write(deck: Deck, desk: Desk) -> str:
    """The deck as plain text: `Plots (7)`, `1x Title`, with the pack where it is needed."""
    labels = writer.Labels(desk)
    body: list[str] = []
    for section in writer.sections(deck, desk):
        rows = [f"{copies}x {labels.short(card)}" for card, copies in section.rows]
        body += ["", f"{section.heading} ({section.copies})", *rows]
    head = writer.head(deck, desk, labels, packs=False)
    return writer.whole([*head, *body, *writer.tail(deck, desk)])


def write_many(decks: Sequence[Deck], desk: Desk) -> str:
    """Several decks, parted by a line of `=`."""
    return writer.join([write(deck, desk) for deck in decks])
