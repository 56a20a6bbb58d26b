"""`packs`: the packs that are owned, a line each, by name or code, with the number of boxes.

`2 Core Set`, `Core Set x2`, `Core: 2`, `Core,2` and `Core` (one box) are read. May import
holdings.base and picking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from deckcheck.holdings.base import Bad, Line, text_lines
from deckcheck.ledger import Entry
from deckcheck.picking import count_of
from deckcheck.shelf import Catalogue

TITLE = "list of packs with the number of boxes"


def sniff(text: str) -> int:
    """Whatever no other layout knows may be a list of packs."""
    return 10 if text_lines(text) else 0


def read(text: str, columns: Mapping[str, str] | None = None) -> Iterator[Line | Bad]:
    """A line for each pack."""
    for number, line in text_lines(text):
        boxes, pack = _split(line)
        yield Line(number, line, boxes, pack=pack, list="packs")


def _split(line: str) -> tuple[str, str]:
    """Number of boxes and name of the pack; the count stands in front or behind."""
    first, _, rest = line.partition(" ")
    if rest and count_of(first):
        return first, rest.strip()
    spaced = line.replace(",", " ").replace(";", " ").replace(":", " ").replace("\t", " ")
    head, _, last = spaced.rstrip().rpartition(" ")
    if head and count_of(last):
        return last, line[: len(head)].rstrip(" ,;:\t")
    return "1", line


def write(
    entries: Iterable[Entry],
    boxes: Mapping[str, int],
    catalogue: Catalogue,
    packs: Mapping[str, str],
) -> str:
    """`2 Core Set`, in the order of publication; cards by hand are not in it."""
    names = list(packs.values())
    lines = []
    for code in [*packs, *(code for code in boxes if code not in packs)]:
        if boxes.get(code):
            name = packs.get(code, code)
            lines.append(f"{boxes[code]} {name if names.count(name) == 1 else code}\n")
    return "".join(lines)
