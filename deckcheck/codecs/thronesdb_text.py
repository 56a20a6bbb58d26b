"""`thronesdb`: ThronesDB's text export sorted by type.

Name, faction, agendas, packs, then a heading a type (in the singular for fewer than two cards,
there even with none) and `2x Title (Pack Name)`. Reads with the common reader. Knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.codecs import signs, writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.reader import read_text
from deckcheck.model import Deck

NAME = "thronesdb"
TITLE = "ThronesDB text, sorted by type"
CARRIES = writer.CARRIES


def sniff(text: str) -> int:
    """Quite sure of a `Packs:` or `Version:` line in the head of a list."""
    return 85 if signs.has_thronesdb_head(text) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The decks of the text. Raises InputError if none of its lines means a card."""
    return read_text(text, desk)


def write(deck: Deck, desk: Desk) -> str:
    """The deck as ThronesDB exports it."""
    labels = writer.Labels(desk)
    found = {section.type: section for section in writer.sections(deck, desk)}
    body: list[str] = []
    for kind in desk.game.types:
        section = found.get(kind) or writer.Section(kind, 0, ())
        if section.rows or desk.game.sections[kind] in ("draw", "plot"):
            rows = [f"{copies}x {labels.full(card)}" for card, copies in section.rows]
            body += ["", section.heading, *rows]
    return writer.whole([*writer.head(deck, desk, labels), *body, *writer.tail(deck, desk)])


def write_many(decks: Sequence[Deck], desk: Desk) -> str:
    """Several decks, parted by a line of `=`."""
    return writer.join([write(deck, desk) for deck in decks])
