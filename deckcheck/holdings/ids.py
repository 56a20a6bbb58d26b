"""`ids`: the collection file of a classic Berserk program, `id count` a line.

`id count [variant:count …] [= price [variant:price …]]`; lines with `#` are comments. An id is a
code, or set × 1000 + number. A variant (foil, …) is kept as the condition of its copies; prices are
left out. May import holdings.base.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from deckcheck.holdings.base import Bad, Line, number_of, text_lines
from deckcheck.ledger import Entry
from deckcheck.shelf import Catalogue

TITLE = "`id count` a line"


def sniff(text: str) -> int:
    """Sure of lines that all begin with an id (something with digits) and a number."""
    lines = [line for _, line in text_lines(text)]
    return 80 if lines and sum(_looks_like(line) for line in lines) * 10 >= len(lines) * 8 else 0


def _looks_like(line: str) -> bool:
    words = line.partition("=")[0].split()
    if len(words) < 2 or not any(c.isdigit() for c in words[0]):
        return False
    return words[1].isdecimal() and all(":" in word for word in words[2:])


def read(text: str, columns: Mapping[str, str] | None = None) -> Iterator[Line | Bad]:
    """A line for the plain copies of each id, and one for each variant."""
    for number, line in text_lines(text):
        words = line.partition("=")[0].split()
        if len(words) < 2 or any(":" not in word for word in words[2:]):
            yield Bad(number, line, "This is no line of ids and counts (id count variant:count).")
            continue
        if words[1] != "0" or len(words) == 2:
            yield Line(number, line, words[1], code=words[0])
        for word in words[2:]:
            variant, _, copies = word.rpartition(":")
            yield Line(number, line, copies, code=words[0], condition=variant)


def write(
    entries: Iterable[Entry],
    boxes: Mapping[str, int],
    catalogue: Catalogue,
    packs: Mapping[str, str],
) -> str:
    """The cards that are owned; notes and other lists aren't in it."""
    counts: dict[str, dict[str, int]] = {}
    for key, copies in entries:
        if key.list == "have":
            variants = counts.setdefault(key.printing, {})
            variant = "_".join(key.condition.replace(":", "_").split())
            variants[variant] = variants.get(variant, 0) + copies
    lines = []
    for code, variants in counts.items():
        more = "".join(f" {name}:{n}" for name, n in variants.items() if name)
        lines.append(f"{number_of(code)} {variants.get('', 0)}{more}\n")
    return "".join(lines)
