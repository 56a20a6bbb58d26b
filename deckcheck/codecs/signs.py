"""What gives a text layout away, seen from its first lines: for sniffing. Imports lines only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckcheck.codecs import lines as grammar

_LOOKED_AT = 200
"""Lines at the beginning of a text that sniffing looks at."""


def has_thronesdb_head(text: str) -> bool:
    """A `Packs:` or `Version:` line, as ThronesDB writes above the cards."""
    return any(line.startswith(("Packs: ", "Version: ")) for line in _lines(text, 12))


def has_cycles(text: str) -> bool:
    """A group `---- Cycle ----` over cards with their number in the pack."""
    lines = list(_lines(text))
    return any(grammar.group(line) for line in lines) and any("#" in line for line in lines)


def has_markdown(text: str) -> bool:
    """A heading with `#`, bold text or a link, as Markdown writes them."""
    pattern = re.compile(r"#{1,6} \w|\*\*\S|- .*\]\(https?:|__\w")
    return any(pattern.match(line.lstrip()) for line in _lines(text))


def has_bbcode(text: str) -> bool:
    """A tag in square brackets, as BBCode writes them."""
    pattern = re.compile(r"\[(?:b|i|u|list|url|agot|size|\*)(?:=[^\[\]]{0,200})?\]", re.IGNORECASE)
    return any(pattern.search(line[: grammar.LONGEST]) for line in _lines(text))


def listness(text: str) -> int:
    """How much a text looks like a list of cards: lines with counts, or at least words."""
    counted = words = 0
    for line in _lines(text):
        words += any(char.isalpha() for char in line[: grammar.LONGEST])
        counted += bool(len(line) < grammar.LONGEST and grammar.counted(line.lstrip("[*]-• ")))
    return 50 if counted else 10 if words else 0


def _lines(text: str, most: int = _LOOKED_AT) -> Iterator[str]:
    """The first lines that say something."""
    for line in text.split("\n", most)[:most]:
        if line.strip():
            yield line
