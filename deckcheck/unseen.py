"""Lines and titles that nobody knows, held against the names that a list bans.

A list may ban by name a card that the card data don't have. Then nobody knows the card, but that
it is banned is known. May import findings, folding, model and rules; knows no layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from deckcheck.findings import Finding
from deckcheck.folding import fold
from deckcheck.model import Deck
from deckcheck.rules import Rule

_EDGES = " .,;:!?()[]{}«»\"'“”„*-–—=|#>"
_UNITS = frozenset(("x", "×", "х", "шт", "экз", "штуки", "штук", "1", "герой", "hero"))
_MOST_LINES = 1_000
"""Unread lines that are looked at."""


def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a line without count and signs: `3x Хаким (abc)` → `хаким`, `abc`."""
    words = (word.strip(_EDGES) for word in fold(text).split())
    return tuple(word for word in words if word and word not in _UNITS and not _is_count(word))


def _is_count(word: str) -> bool:
    digits = word.strip("xх×") if word[-2:] != "шт" else word[:-2]
    return digits.isdecimal()


def banned_lines(
    deck: Deck, unknown: Iterable[str], named: Mapping[tuple[str, ...], str], rule: Rule
) -> Iterator[Finding]:
    """A finding for each unread line, or code nobody knows, that is a banned name.

    `named` = words of a name → the name, `rule` = the list's row that bans them.
    """
    rows = [(line.text, line.copies or 1, line.line) for line in deck.unread[:_MOST_LINES]]
    for text, copies, line in [*rows, *((code, 1, 0) for code in unknown)]:
        words = words_of(text)
        name = named.get(words) or named.get(words_of(text.rpartition("(")[0]))
        if name is not None:
            yield Finding(
                code=rule.finding,
                severity="unknown" if rule.cite.sure == "open" else "error",
                template="listed",
                args={"of": "copies", "where": "", "sections": rule.sections, "text": text},
                cards=(name,),
                found=copies,
                expected="0",
                source=rule.cite,
                rule=rule.id,
                line=line or None,
            )
