"""`markdown`: a list for forums and wikis that take Markdown.

`# Name`, `**House Stark** – *Fealty*`, `### Plots (7)`, `- 1x Title`. Reads with the common
reader, links to cards included. Knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.codecs import signs, writer
from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.reader import read_text
from deckcheck.model import Deck

NAME = "markdown"
TITLE = "Markdown list"
CARRIES = writer.CARRIES
_SPECIAL = "\\`*_[]<>&#|~"


def sniff(text: str) -> int:
    """Sure of headings with `#` or bold lines over list items."""
    return 75 if signs.has_markdown(text) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The decks of the text. Raises InputError if none of its lines means a card."""
    return read_text(text, desk)


def write(deck: Deck, desk: Desk) -> str:
    """The deck with a heading a type and a list under it."""
    labels = writer.Labels(desk)
    name = writer.name_line(deck, desk, "# {}", escaped)
    who = writer.identity(deck, desk, labels, ("**", "**"), ("*", "*"), escaped)
    head = [*([name, ""] if name else []), *who]
    body: list[str] = []
    for section in writer.sections(deck, desk):
        rows = [f"- {copies}x {escaped(labels.short(card))}" for card, copies in section.rows]
        body += ["", f"### {section.heading} ({section.copies})", "", *rows]
    return writer.whole([*head, *body, *writer.tail(deck, desk)])


def write_many(decks: Sequence[Deck], desk: Desk) -> str:
    """Several decks, parted by a line of `=`."""
    return writer.join([write(deck, desk) for deck in decks])


def escaped(text: str) -> str:
    """`text` with a backslash before whatever Markdown would take for markup."""
    return "".join(f"\\{char}" if char in _SPECIAL else char for char in text)
