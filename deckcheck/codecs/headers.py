"""Which table is it: the header row of CSV and TSV, and what splits its cells.

Asked while sniffing, so it imports nothing but folding: `csv` comes in only to read.
"""

from __future__ import annotations

from deckcheck.folding import fold

SYNONYMS = {
    "count": (
        *("count", "qty", "quantity", "copies", "number", "amount", "#", "n", "anzahl"),
        *("cantidad", "quantité", "quantite", "quantity x"),
    ),
    "title": (*("name", "card", "title", "card name", "card title", "cardname"),),
    "code": (*("code", "id", "card code", "card id", "cardcode", "guid", "octgn id", "octgn_id"),),
    "pack": (*("pack", "set", "pack code", "set code", "pack name", "set name", "edition"),),
    "section": (*("section", "type", "category", "board", "card type"),),
    "deck": (*("deck", "deck name", "decklist"),),
}
"""Column → headings it goes by (folded)."""
_COLUMNS = {fold(name): column for column, names in SYNONYMS.items() for name in names}
DELIMITERS = ("\t", ";", ",")


def column_of(cell: str) -> str | None:
    """The column that a heading names, if it names one."""
    return _COLUMNS.get(fold(cell.strip().strip('"').replace("_", " ")))


def columns(cells: list[str]) -> dict[str, int] | None:
    """Column → place, if these cells are a header: a count, and a title or a code."""
    found: dict[str, int] = {}
    for place, cell in enumerate(cells):
        column = column_of(cell)
        if column and column not in found:
            found[column] = place
    return found if "count" in found and ("title" in found or "code" in found) else None


def header_line(text: str) -> tuple[int, str]:
    """Number (0-based) and text of the line that could be the header: the first with words."""
    for number, line in enumerate(text.split("\n", 20)[:20]):
        if line.strip() and not line.casefold().startswith("sep="):
            return number, line
    return 0, ""


def delimiter(text: str) -> str | None:
    """What splits the header's cells; None = the text has no header."""
    _, line = header_line(text)
    for mark in DELIMITERS:
        if mark in line and columns(line.split(mark)):
            return mark
    return None
