"""`thronesdb-cycle`: ThronesDB's text export sorted by cycle.

As `thronesdb`, but the first line ends in a version, groups are `---- Cycle ----`, and lines are
`2x Title (Pack Name #45)`: pack and number identify the printing. Knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.codecs import signs, writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.reader import read_text
from deckcheck.model import Card, Deck

NAME = "thronesdb-cycle"
TITLE = "ThronesDB text, sorted by cycle"
CARRIES = writer.CARRIES
_VERSION = "1.0"
"""ThronesDB puts a deck's version behind its name; a deck here has none, so it is the first."""


def sniff(text: str) -> int:
    """Quite sure of groups `---- Cycle ----` with numbered cards."""
    return 88 if signs.has_cycles(text) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The decks of the text. Raises InputError if none of its lines means a card."""
    return read_text(text, desk)


def write(deck: Deck, desk: Desk) -> str:
    """The deck as ThronesDB exports it."""
    labels = writer.Labels(desk)
    packs = desk.pool.packs()
    order = {code: place for place, code in enumerate(packs)}
    rows = [row for section in writer.sections(deck, desk) for row in section.rows]

    def place(row: tuple[Card, int]) -> tuple[int, int, str]:
        return order.get(row[0].pack, len(order)), row[0].position or 0, row[0].code

    groups: dict[str, list[str]] = {}
    for card, copies in sorted(rows, key=place):
        cycle = packs[card.pack].cycle_name if card.pack in packs else card.pack
        groups.setdefault(cycle, []).append(f"{copies}x {labels.numbered(card)}")
    body: list[str] = []
    for cycle, lines in groups.items():
        body += ["", f"---- {cycle} ----", *lines]
    wrap = f"{{}} {_VERSION}" if groups else "{}"  # without groups nobody would look for it
    head = writer.head(deck, desk, labels, wrap=wrap)
    return writer.whole([*head, *body, *writer.tail(deck, desk)])


def write_many(decks: Sequence[Deck], desk: Desk) -> str:
    """Several decks, parted by a line of `=`."""
    return writer.join([write(deck, desk) for deck in decks])
