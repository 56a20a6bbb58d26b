"""What the files of collections have in common: a line as it stands, and what it stands for.

Every line is either understood or named with the reason; nothing is passed over. May import
ledger, picking and below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from deckcheck.errors import DeckcheckError, InputError
from deckcheck.folding import fold
from deckcheck.ledger import LISTS, MOST, Entry, Key
from deckcheck.picking import Picker
from deckcheck.registry import unknown_name
from deckcheck.shelf import Catalogue, Item


class Line(NamedTuple):
    """What one line says, before anybody looked up what it stands for."""

    number: int
    """1-based, in the file."""
    text: str
    """As given."""
    copies: str
    """As written."""
    title: str = ""
    pack: str = ""
    code: str = ""
    list: str = "have"
    """`have`, `want`, `lent`, `borrowed`, or `packs`: boxes of a pack."""
    condition: str = ""
    who: str = ""
    note: str = ""
    otherwise: str = ""
    """Another way to read the title: without what may be a price."""


class Bad(NamedTuple):
    """A line that can't be taken, and why."""

    number: int
    text: str
    reason: str


class Held(NamedTuple):
    """What a file says is there."""

    entries: tuple[Entry, ...]
    boxes: Mapping[str, int]
    """Pack → boxes."""
    bad: tuple[Bad, ...]
    notes: tuple[str, ...] = ()
    """What was taken though it wasn't exactly so: a sentence each."""


def resolve(
    lines: Iterable[Line | Bad], picker: Picker, catalogue: Catalogue, *, earliest: bool = False
) -> Held:
    """The rows that the lines stand for. With `earliest` a title of several means its first."""
    entries: list[Entry] = []
    boxes: dict[str, int] = {}
    bad: list[Bad] = []
    notes: list[str] = []
    for line in lines:
        if isinstance(line, Bad):
            bad.append(line)
            continue
        try:
            copies = _copies(line)
            if line.list == "packs":
                pack = picker.pack(line.pack or line.title)
                boxes[pack] = boxes.get(pack, 0) + copies
                continue
            item = _item(line, picker, catalogue, earliest)
            entries.append(Entry(_key(line, item), copies))
        except DeckcheckError as error:
            bad.append(Bad(line.number, line.text, str(error)))
            continue
        notes += [f"Line {line.number}: {note}" for note in picker.said()]
    return Held(tuple(entries), boxes, tuple(bad), tuple(notes))


def condition_of(text: str) -> str:
    """A condition as it is kept: near mint is what a copy is that nothing is said of."""
    kept = " ".join(text.split())
    return "" if fold(kept) in ("nm", "near mint") else kept


def _copies(line: Line) -> int:
    text = line.copies.strip().casefold().removesuffix("x").removeprefix("x").strip("×")
    if not (text.isascii() and text.isdigit()) or int(text[:9]) > MOST or len(text) > 9:
        raise InputError(
            f"{line.copies!r} is no number of copies (a whole number from 0 to {MOST})."
        )
    return int(text)


def _key(line: Line, item: Item) -> Key:
    if line.list not in LISTS:
        raise unknown_name("list", line.list, [*LISTS, "packs"])
    if line.list in ("lent", "borrowed") and not line.who:
        raise InputError(f"A row of {line.list} cards needs a name under `who`.")
    return Key(line.list, item.code, condition_of(line.condition), line.who, line.note)


def _item(line: Line, picker: Picker, catalogue: Catalogue, earliest: bool) -> Item:
    """The printing that a line names: its code decides, and title and pack must not gainsay it."""
    item = by_code(line.code, catalogue) if line.code else None
    if item is not None:
        if line.title and fold(line.title) != fold(item.title):
            raise InputError(f"The code {line.code} is {item.title}, not {line.title}.")
        if line.pack and picker.pack(line.pack) != item.pack:
            raise InputError(f"The code {line.code} is of pack {item.pack}, not {line.pack}.")
        return item
    if not line.title:
        what = f"Nobody knows the code {line.code!r}." if line.code else "There is no title."
        raise InputError(what)
    name = f"{line.title} ({line.pack})" if line.pack else line.title
    try:
        return picker.printing(name, earliest=earliest)
    except InputError:
        if not line.otherwise:
            raise
        return picker.printing(line.otherwise, earliest=earliest)


def by_code(text: str, catalogue: Catalogue) -> Item | None:
    """The printing with this code, as programs write it: set × 1000 + number, or without zeros."""
    item = catalogue.item(text)
    if item is None and text.isascii() and text.isdigit() and len(text) < 9:
        number = int(text)
        item = catalogue.item(f"{number // 1000}/{number % 1000}")
        if item is None and len(text) < 5:
            item = catalogue.item(text.zfill(5))
    return item


def number_of(code: str) -> str:
    """The other way: `10/7` as 10007; other codes as they are."""
    pack, _, position = code.partition("/")
    if pack.isdecimal() and position.isdecimal() and int(position) < 1000:
        return str(int(pack) * 1000 + int(position))
    return code


def text_lines(text: str) -> Sequence[tuple[int, str]]:
    """(1-based number, line) of the lines that say something: no blanks, no `#` comments."""
    found = ((number, line.strip()) for number, line in enumerate(text.split("\n"), 1))
    return [(number, line) for number, line in found if line and not line.startswith("#")]
