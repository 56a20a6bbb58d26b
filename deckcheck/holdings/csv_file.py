"""`csv`: a table of counts (RFC 4180; commas, semicolons or tabs), any order of columns.

Columns: `list` (have, want, lent, borrowed or packs; have where it is missing), `count`, `title`,
`pack`, `code`, `condition`, `who`, `note`. Instead of `list` and `count` a table may have columns
of counts called `have` (or owned), `want` (or wanted), `lent`, `borrowed`. A row of `have` counts
all copies, those from packs too, so the sum of a written table is what `own stats` says. May import
codecs.table and holdings.base.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from deckcheck.codecs.headers import column_of, header_line
from deckcheck.codecs.slots import clean
from deckcheck.codecs.table import guarded, records, unguarded
from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.holdings.base import Bad, Line
from deckcheck.ledger import LISTS, Entry
from deckcheck.registry import unknown_name
from deckcheck.shelf import Catalogue

TITLE = "table of counts, with conditions and notes"
HEADER = ("list", "count", "title", "pack", "code", "condition", "who", "note")
_MORE = {
    "have": ("have", "owned", "own", "count owned", "in collection"),
    "want": ("want", "wanted", "wants", "wish", "wishlist"),
    "lent": ("lent", "lent out"),
    "borrowed": ("borrowed",),
    "list": ("list", "kind"),
    "condition": ("condition", "grade", "variant"),
    "who": ("who", "person", "to", "from"),
    "note": ("note", "notes", "comment"),
}
_COLUMNS = {fold(name): column for column, names in _MORE.items() for name in names}
COLUMNS = (*HEADER, *LISTS)


def sniff(text: str) -> int:
    """Sure of a header row that names a card and a count."""
    _, head = header_line(text)
    for mark in ("\t", ";", ","):
        if mark in head and _usable(_places(head.split(mark), {})):
            return 90
    return 0


def read(text: str, columns: Mapping[str, str] | None = None) -> Iterator[Line | Bad]:
    """What each row says. `columns`: our column → heading in the file, where that isn't plain.

    Raises InputError if no row names the columns.
    """
    start, head = header_line(text)
    asked = {fold(heading): column for column, heading in (columns or {}).items()}
    for column in columns or {}:
        if column not in COLUMNS:
            raise unknown_name("column", column, list(COLUMNS))
    for mark in ("\t", ";", ","):
        cells = next(records(head, mark, 0))[2] if head else []
        places = _places([unguarded(cell) for cell in cells], asked)
        missing = [h for h in (columns or {}).values() if fold(h) not in map(_folded, cells)]
        if _usable(places) and not missing:
            break
    else:
        raise InputError(
            "This table has no header row that names a count and a title or a code "
            f"(our columns: {', '.join(HEADER)}; --columns count=Owned tells which is which)."
        )
    rows = text.split("\n")
    for number, size, cells in records(text, mark, start + 1):
        given = "\n".join(rows[number - 1 : number - 1 + size])
        if any(cell.strip() for cell in cells):
            found = {c: _cell(cells[at]) for c, at in places.items() if at < len(cells)}
            yield from _lines(number, given, found)


def _lines(number: int, text: str, found: Mapping[str, str]) -> Iterator[Line | Bad]:
    """A row as lines: one for its count, or one for each column of counts that isn't empty."""
    names = ("title", "pack", "code", "condition", "who", "note")
    rest = {name: found.get(name, "") for name in names}
    counts = [(name, found[name]) for name in LISTS if found.get(name)]
    if found.get("count") or not counts:
        counts.append((fold(found.get("list", "")) or "have", found.get("count", "")))
    for name, copies in counts:
        if not copies:
            yield Bad(number, text, "There is no count in this row.")
        else:
            yield Line(number, text, copies, list=name, **rest)


def _cell(text: str) -> str:
    """What a cell says, on one line and with single spaces."""
    return " ".join(clean(unguarded(text)).split())


def _folded(cell: str) -> str:
    return fold(cell.strip().strip('"'))


def _places(cells: list[str], asked: Mapping[str, str]) -> dict[str, int]:
    """Column → place of a header's cells; what was asked for first."""
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        if _folded(cell) in asked:
            found[asked[_folded(cell)]] = at
    for at, cell in enumerate(cells):
        key = _folded(cell)
        if key in asked:
            continue
        column = _COLUMNS.get(key) or column_of(cell)
        if column in COLUMNS and column not in found:
            found[column] = at
    return found


def _usable(places: Mapping[str, int]) -> bool:
    named = "title" in places or "code" in places or "pack" in places
    return named and any(column in places for column in ("count", *LISTS))


def write(
    entries: Iterable[Entry],
    boxes: Mapping[str, int],
    catalogue: Catalogue,
    packs: Mapping[str, str],
) -> str:
    """The rows as a table, each line ended as RFC 4180 has it. Boxes of packs are not in it."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    for key, copies in entries:
        item = catalogue.item(key.printing)
        title, pack = (item.title, item.pack) if item else ("", "")
        row = (key.list, str(copies), title, pack, key.printing, key.condition, key.who, key.note)
        writer.writerow([guarded(cell) for cell in row])
    return out.getvalue()
