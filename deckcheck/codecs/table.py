"""Tables of cells (CSV and TSV) read and written: RFC 4180, any order of columns.

The header row names the columns (`headers.py`). Cells that a spreadsheet would run are written
with an apostrophe before them and read without it. A `deck` column tells several decks apart.
May import headers, rows and base; `csv` only when a table is read or written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.headers import columns, delimiter, header_line
from deckcheck.codecs.rows import Row, Rows, number
from deckcheck.codecs.slots import clean, grouped, strangers
from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.model import Deck

CARRIES = frozenset({"name", "faction", "agendas", "hero", "side", "unread"})
HEADER = ("count", "name", "code", "pack", "section", "deck")
_RUN = tuple("=+-@\t\r")
"""What a spreadsheet takes for the beginning of a formula."""
_LONGEST_RECORD = 50
"""Lines that one quoted cell may run over; beyond, its quote is taken for a slip."""


def sniff(text: str, marks: tuple[str, ...]) -> int:
    """Sure of a header row whose cells are split by one of `marks`."""
    return 95 if delimiter(text) in marks else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The decks of a table. Raises InputError if no row names the columns."""
    mark = delimiter(text)
    if mark is None:
        raise InputError(
            "This table has no header row that names a count and a title or a code "
            "(for example: count,name,pack)."
        )
    start, head = header_line(text)
    places = columns(next(_cells(head, mark))) or {}
    decks: dict[str, Rows] = {}
    lines = {"card": 0, "heading": 1, "blank": 0, "comment": 0}
    for before in text.split("\n")[:start]:
        lines["comment" if before.strip() else "blank"] += 1
    for line, size, cells in records(text, mark, start + 1):
        if not any(cell.strip() for cell in cells):
            lines["blank"] += size
            continue
        lines["card"] += size
        found = {name: unguarded(cells[n]) for name, n in places.items() if n < len(cells)}
        deck = decks.setdefault(clean(found.get("deck", "")), Rows(desk))
        deck.add(
            Row(
                number(found.get("count")),
                found.get("code", ""),
                found.get("title", ""),
                found.get("pack", ""),
                line,
                fold(found.get("section", "")),
            )
        )
    drafts = [rows.draft(name) for name, rows in decks.items()] or [Draft()]
    drafts[0] = drafts[0]._replace(lines={use: n for use, n in lines.items() if n})
    return drafts


def records(text: str, mark: str, start: int) -> Iterator[tuple[int, int, list[str]]]:
    """(1-based line, lines it takes, cells) of each record after the first `start` lines.

    A quote that is never closed would swallow the rest of the file: then the line stands alone.
    """
    lines = text.removesuffix("\n").split("\n")
    at = start
    while at < len(lines):
        size = _record_size(lines, at)
        joined = "\n".join(lines[at : at + size])
        cells = next(_cells(joined, mark)) if joined else []
        yield at + 1, size, cells
        at += size


def _record_size(lines: Sequence[str], at: int) -> int:
    quotes = 0
    for size, line in enumerate(lines[at : at + _LONGEST_RECORD], 1):
        quotes += line.count('"')
        if quotes % 2 == 0:
            return size
    return 1


def _cells(record: str, mark: str) -> Iterator[list[str]]:
    import csv

    csv.field_size_limit(10_000_000)
    try:
        yield from csv.reader([record], delimiter=mark)
    except csv.Error:
        yield record.split(mark)


def write(decks: Sequence[Deck], desk: Desk, mark: str) -> str:
    """The decks as one table, rows in canonical order, lines ended as RFC 4180 has it."""
    import csv
    import io

    named = any(deck.name for deck in decks)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=mark, lineterminator="\r\n")
    header = HEADER if named else HEADER[:-1]
    writer.writerow(header)
    for deck in decks:
        for row in _rows(deck, desk):
            cells = [guarded(clean(cell)) for cell in (*row, deck.name)]
            writer.writerow(cells[: len(header)])
    return out.getvalue()


def _rows(deck: Deck, desk: Desk) -> Iterator[tuple[str, str, str, str, str]]:
    """count, name, code, pack, section."""
    faction = desk.game.factions.get(deck.faction)
    if deck.faction:
        name = faction.name if faction else deck.faction
        yield "1", name, deck.faction if faction else "", "", "faction"
    for code in deck.agendas:
        yield _apart(1, code, "agenda", desk)
    if deck.hero:
        yield _apart(1, deck.hero, "hero", desk)
    for kind, cards in grouped(deck, desk):
        for card, copies in cards:
            yield str(copies), card.title, card.code, card.pack, kind
    for code, copies in sorted(deck.side.items()):
        yield _apart(copies, code, "side", desk)
    for lost in strangers(deck, desk):
        yield str(lost.copies), lost.text, "", "", "unread"


def _apart(copies: int, code: str, section: str, desk: Desk) -> tuple[str, str, str, str, str]:
    """The row of a card that doesn't stand in the main deck."""
    card = desk.pool.card(code)
    return str(copies), card.title if card else "", code, card.pack if card else "", section


def guarded(cell: str) -> str:
    """The cell with an apostrophe before what a spreadsheet would run, or before such a guard.

    >>> guarded("=1+1"), guarded("'=1"), guarded("Hodor")
    ("'=1+1", "''=1", 'Hodor')
    """
    return f"'{cell}" if cell.lstrip("'").startswith(_RUN) else cell


def unguarded(cell: str) -> str:
    """The cell as it was before `guarded`."""
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'").startswith(_RUN) else cell
