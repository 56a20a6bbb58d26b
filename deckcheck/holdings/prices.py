"""Files of prices: a table with a price for packs (a row with only a pack) and for single cards.

Columns: `price`, `pack`, `title`, `code`, in any order, by their usual names. A price is above 0
with at most two decimals. May import csv_file, holdings.base and shopping.
"""

from __future__ import annotations

from deckcheck.codecs.headers import column_of, header_line
from deckcheck.codecs.table import records, unguarded
from deckcheck.errors import DeckcheckError, InputError
from deckcheck.folding import fold
from deckcheck.holdings.base import Bad, by_code
from deckcheck.picking import Picker
from deckcheck.shelf import Catalogue
from deckcheck.shopping import Prices

_PRICE = ("price", "cost", "preis", "prix", "precio", "цена")
_DEAREST = 10**9


def read_prices(text: str, picker: Picker, catalogue: Catalogue) -> tuple[Prices, list[Bad]]:
    """The prices, and the rows that can't be taken. Of two prices for one thing the lower counts.

    Raises InputError if no row names the columns.
    """
    start, head = header_line(text)
    mark = next((m for m in ("\t", ";", ",") if m in head and "price" in _places(head, m)), None)
    if mark is None:
        raise InputError(
            "This table of prices has no header row with a price and a pack, title or code."
        )
    places = _places(head, mark)
    packs: dict[str, int] = {}
    singles: dict[str, int] = {}
    bad = []
    for number, _, cells in records(text, mark, start + 1):
        found = {c: unguarded(cells[at]).strip() for c, at in places.items() if at < len(cells)}
        if not any(found.values()):
            continue
        try:
            price = _hundredths(found.get("price", ""))
            title, code, pack = (found.get(name, "") for name in ("title", "code", "pack"))
            if title or code:
                item = by_code(code, catalogue) if code else None
                name = f"{title} ({pack})" if pack else title or code
                printing = item.code if item else picker.printing(name).code
                singles[printing] = min(price, singles.get(printing, price))
            elif pack:
                of = picker.pack(pack)
                packs[of] = min(price, packs.get(of, price))
            else:
                raise InputError("There is neither a pack nor a card in this row.")
        except DeckcheckError as error:
            bad.append(Bad(number, mark.join(cells), str(error)))
    return Prices(packs, singles), bad


def _places(head: str, mark: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for at, cell in enumerate(head.split(mark)):
        key = fold(cell.strip().strip('"'))
        column = "price" if key in _PRICE else column_of(cell)
        if column in ("price", "pack", "title", "code"):
            found.setdefault(column, at)
    return found


def _hundredths(text: str) -> int:
    """A price such as 39.95, 39,95 or 40 in hundredths."""
    whole, _, part = text.strip().strip("€$£₽ ").replace(",", ".").partition(".")
    if not (whole + part).isdecimal() or len(part) > 2 or len(whole) > 7:
        raise InputError(f"{text!r} is no price (such as 39.95).")
    price = int(whole or 0) * 100 + int(part.ljust(2, "0"))
    if not 0 < price <= _DEAREST:
        raise InputError(f"{text!r} is no price: it must be above 0.")
    return price
