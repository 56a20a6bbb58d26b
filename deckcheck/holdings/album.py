"""`album`: the album text of the Berserk: Heroes deck sites.

The heading «Альбом:», the album's name, and then `count condition name [price]` a line; a line
without a condition is of near mint (NM) cards. Prices are left out. May import holdings.base.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from deckcheck.folding import fold
from deckcheck.holdings.base import Bad, Line, text_lines
from deckcheck.ledger import Entry
from deckcheck.shelf import Catalogue

TITLE = "album text of the Berserk deck sites"
HEADING = "Альбом:"
_CONDITIONS = frozenset(
    ("M", "MT", "NM", "EX", "VG", "GD", "G", "LP", "MP", "SP", "HP", "PL", "PO", "D", "DMG")
)


def sniff(text: str) -> int:
    """Sure of the heading."""
    lines = text_lines(text)
    return 95 if lines and fold(lines[0][1]) == fold(HEADING) else 0


def read(text: str, columns: Mapping[str, str] | None = None) -> Iterator[Line | Bad]:
    """A line for each card line. What stands between the heading and the first is the name."""
    before = True
    for number, line in text_lines(text):
        count, _, rest = line.partition(" ")
        digits = count.casefold().removesuffix("x").removesuffix("х")
        if before and not digits.isdecimal():
            continue
        before = False
        if not digits.isdecimal() or not rest.strip():
            yield Bad(number, line, "This is no line of an album (count, condition, name).")
            continue
        first, _, name = rest.strip().partition(" ")
        if first not in _CONDITIONS or not name.strip():
            first, name = "", rest
        name = name.strip()
        yield Line(
            number, line, digits, title=name, condition=first, otherwise=_without_price(name)
        )


def _without_price(name: str) -> str:
    """The name without a number at its end, if there is one."""
    head, _, last = name.rpartition(" ")
    digits = last.replace(",", ".").rstrip("₽$€.рp").replace(".", "", 1)
    return head.strip() if head and digits.isdecimal() else ""


def write(
    entries: Iterable[Entry],
    boxes: Mapping[str, int],
    catalogue: Catalogue,
    packs: Mapping[str, str],
) -> str:
    """The cards that are owned, a line for each condition; notes and other lists aren't in it.

    Where a title has several printings the code is written behind it, so that it can be read back.
    """
    titles = Counter(item.title for item in catalogue.items.values())
    counts: dict[tuple[str, str], int] = {}
    for key, copies in entries:
        if key.list == "have":
            pair = (key.printing, key.condition)
            counts[pair] = counts.get(pair, 0) + copies
    lines = [HEADING, "deckcheck"]
    for (printing, condition), copies in counts.items():
        item = catalogue.item(printing)
        name = item.title if item else printing
        shown = f"{name} ({printing})" if titles[name] > 1 else name
        kind = condition if condition in _CONDITIONS else "NM"
        lines.append(f"{copies} {kind} {shown}")
    return "\n".join(lines) + "\n"
