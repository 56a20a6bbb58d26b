"""`json-rows`: a JSON list of rows, `[count, id, title]` or objects with a count and an id.

The id is a code or an OCTGN GUID, of a card, an agenda or a faction, and decides; the title may
be in any language.
"""

from __future__ import annotations

from typing import Any

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.headers import column_of
from deckcheck.codecs.json_text import dumps, parse, parsed, what, whole
from deckcheck.codecs.rows import Row, Rows, number
from deckcheck.codecs.slots import grouped, strangers
from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.model import Deck

NAME = "json-rows"
TITLE = "JSON list of [count, id, title]"
CARRIES = frozenset({"faction", "agendas", "hero", "side", "unread"})


def sniff(text: str) -> int:
    """Sure of a list that begins with a list or with an object that has a count and an id."""
    found = parsed(text)
    first = found[0] if isinstance(found, list) and found else None
    if isinstance(first, list) and 2 <= len(first) <= 4:
        return 90 if whole(number(first[0])) is not None else 60
    if isinstance(first, dict) and "slots" not in first:
        columns = {column_of(key) for key in first}
        cells = [value for value in first.values() if isinstance(value, (list, dict))]
        return 85 if "count" in columns and {"code", "title"} & columns and not cells else 0
    return 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The one deck that the rows make. Raises InputError if it isn't a list."""
    value = parse(text)
    if not isinstance(value, list):
        raise InputError(f"JSON rows are a list of [count, id, title]; here is {what(value)}.")
    rows = Rows(desk)
    for place, element in enumerate(value, 1):
        row = _row(element)
        if row is None:
            rows.lose(f"row {place}: {dumps(element, pretty=False)[:150]}")
        else:
            rows.add(row)
    return [rows.draft()]


def _row(element: Any) -> Row | None:
    if isinstance(element, list):
        cells = [*element, "", "", ""]
        if not 2 <= len(element) <= 4 or not all(_is_cell(cell) for cell in cells[1:]):
            return None
        return Row(number(cells[0]), _text(cells[1]), _text(cells[2]), "", 0, fold(_text(cells[3])))
    if not isinstance(element, dict):
        return None
    found: dict[str, Any] = {}
    for key, cell in element.items():
        column = column_of(key)
        if column and _is_cell(cell):
            found.setdefault(column, cell)
    code, title = _text(found.get("code")), _text(found.get("title"))
    if not code and not title:
        return None
    section = fold(_text(found.get("section")))
    return Row(number(found.get("count")), code, title, _text(found.get("pack")), 0, section)


def _is_cell(value: Any) -> bool:
    return value is None or (isinstance(value, (str, int)) and not isinstance(value, bool))


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell)[:500]


def write(deck: Deck, desk: Desk) -> str:
    """A row a line: the faction, the agendas, the cards, and what nobody understood."""
    rows: list[list[Any]] = []
    faction = desk.game.factions.get(deck.faction)
    if deck.faction:
        rows.append([1, deck.faction, faction.name if faction else "", "faction"])
    apart = [(code, 1, "agenda") for code in deck.agendas]
    apart += [(deck.hero, 1, "hero")] if deck.hero else []
    apart += [(code, copies, "side") for code, copies in sorted(deck.side.items())]
    known = desk.pool.cards([code for code, _, _ in apart])
    for code, copies, section in apart:
        rows.append([copies, code, known[code].title if code in known else "", section])
    for _, cards in grouped(deck, desk):
        rows += [[copies, card.code, card.title] for card, copies in cards]
    rows += [[lost.copies, "", lost.text, "unread"] for lost in strangers(deck, desk)]
    return "[\n" + ",\n".join(f"  {dumps(row, pretty=False)}" for row in rows) + "\n]\n"
