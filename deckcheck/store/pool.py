"""A game's cards and rules documents, read from cards.db as they are asked for.

`SqlitePool` is `model.Pool` in plain sqlite3: each question one SELECT, each answer kept for
the life of the process (the data don't change under an open database). May import model;
knows no rule and doesn't know where the database is or how it came to be.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from deckcheck.model import Card, Former, Pack, Printing, by_title, release_key

_CARD = "c.code, c.title, c.type, c.pack, c.position, c.released, c.card_limit, c.facts"
_PRINTING = "card, code, card, pack, position, quantity, guid"
_PACK = "code, name, cycle, cycle_name, released, place"
_AT_ONCE = 500
"""Parameters in one SELECT: older SQLite takes no more than 999."""

T = TypeVar("T")


class Reader(Protocol):
    """Something that answers a SELECT: the `Store`, which mends a damaged database meanwhile."""

    def read(self, sql: str, values: Sequence[Any], shape: Callable[[Any], T]) -> list[T]:
        """All rows, each put through `shape`."""


class SqlitePool:
    """Every card of one game, asked by code, title or GUID (see `model.Pool`)."""

    def __init__(self, reader: Reader, game: str, snapshot: str = "") -> None:
        self.game = game
        self.snapshot = snapshot
        self._reader = reader
        self._cards: dict[str, Card | None] = {}
        self._found: dict[tuple[str, str], tuple[Card, ...]] = {}
        self._titles: dict[str, str] | None = None
        self._packs: dict[str, Pack] | None = None
        self._all: tuple[Card, ...] | None = None
        self._former: dict[str, tuple[Former, ...]] | None = None

    def card(self, code: str) -> Card | None:
        """The card with this code (a card's own or a printing's)."""
        if code not in self._cards:
            self._fetch([code])
        return self._cards[code]

    def cards(self, codes: Iterable[str]) -> dict[str, Card]:
        """Many at once; codes that nobody knows are left out."""
        wanted = list(dict.fromkeys(codes))
        self._fetch([code for code in wanted if code not in self._cards])
        found = ((code, self._cards[code]) for code in wanted)
        return {code: card for code, card in found if card is not None}

    def titled(self, key: str) -> tuple[Card, ...]:
        """All cards whose title, in any language, folds to `key`; earliest release first."""
        return self.keyed("fold", key)

    def keyed(self, column: str, key: str) -> tuple[Card, ...]:
        """As `titled` by a coarser key: `column` is `words` or `bare`."""
        if column not in ("fold", "words", "bare"):
            raise ValueError(f"titles have no key {column!r}")
        found = self._found.get((column, key))
        if found is None:
            rows = self._reader.read(
                f"SELECT DISTINCT {_CARD} FROM title t JOIN card c USING (game, code) "
                f"WHERE t.game = ? AND t.{column} = ?",
                (self.game, key),
                self._card,
            )
            found = self._found[column, key] = tuple(sorted(rows, key=release_key))
        return found

    def titles(self) -> Mapping[str, str]:
        """Folded title → title as printed, all languages."""
        if self._titles is None:
            self._titles = {}
            sql = "SELECT fold, title FROM title WHERE game = ? ORDER BY id"
            for key, title in self._reader.read(sql, (self.game,), tuple):
                self._titles.setdefault(key, title)
        return self._titles

    def all(self) -> tuple[Card, ...]:
        """All cards, by code."""
        if self._all is None:
            sql = f"SELECT {_CARD} FROM card c WHERE game = ? ORDER BY code"
            self._all = tuple(self._reader.read(sql, (self.game,), self._card))
        return self._all

    def packs(self) -> Mapping[str, Pack]:
        """Pack code → Pack, in order of publication."""
        if self._packs is None:
            sql = f"SELECT {_PACK} FROM pack WHERE game = ? ORDER BY place"
            packs = self._reader.read(sql, (self.game,), Pack._make)
            self._packs = {pack.code: pack for pack in packs}
        return self._packs

    def printings(self, codes: Iterable[str]) -> dict[str, tuple[Printing, ...]]:
        """Card code → its printings, first one first."""
        wanted = list(dict.fromkeys(codes))
        found: dict[str, list[Printing]] = {code: [] for code in wanted}
        for some, marks in _portions(wanted):
            sql = f"SELECT {_PRINTING} FROM printing WHERE game = ? AND card IN ({marks})"
            for row in self._reader.read(sql + " ORDER BY rowid", (self.game, *some), tuple):
                found[row[0]].append(Printing._make(row[1:]))
        return {code: tuple(printings) for code, printings in found.items()}

    def by_guid(self, guid: str) -> str | None:
        """Code of the card or faction with this GUID; None if no or more than one has it."""
        sql = "SELECT code FROM guid WHERE game = ? AND guid = ? LIMIT 2"
        codes = self._reader.read(sql, (self.game, guid.lower()), lambda row: str(row[0]))
        return codes[0] if len(codes) == 1 else None

    def former(self) -> Mapping[str, tuple[Former, ...]]:
        """Folded title → cards that were called so, and where they stood then."""
        if self._former is None:
            sql = "SELECT card, title, pack, pack_name, position FROM former WHERE game = ?"
            rows = self._reader.read(f"{sql} ORDER BY id", (self.game,), Former._make)
            self._former = by_title(rows)
        return self._former

    def _fetch(self, codes: list[str]) -> None:
        """Read these codes; what is no card's code may be a printing's, or one of before."""
        for some, marks in _portions(codes):
            sql = f"SELECT {_CARD} FROM card c WHERE c.game = ? AND c.code IN ({marks})"
            self._reader.read(sql, (self.game, *some), self._card)
        for table in ("printing", "alias"):
            for some, marks in _portions([code for code in codes if code not in self._cards]):
                sql = (
                    f"SELECT {_CARD}, p.code FROM {table} p JOIN card c "
                    f"ON c.game = p.game AND c.code = p.card "
                    f"WHERE p.game = ? AND p.code IN ({marks})"
                )
                found = self._reader.read(sql, (self.game, *some), lambda r: (r[8], self._card(r)))
                self._cards.update(found)
        for code in codes:
            self._cards.setdefault(code)

    def _card(self, row: tuple[Any, ...]) -> Card:
        """The card of a row that begins with the columns of `_CARD`; each is made once."""
        card = self._cards.get(row[0])
        if card is None:
            card = Card._make((*row[:7], json.loads(row[7])))
            self._cards[card.code] = card
        return card


class Documents(Mapping[str, Any]):
    """Name → contents of a game's rules documents, each read when first asked for.

    Not to be changed: everybody is given the same value.
    """

    def __init__(self, reader: Reader, game: str) -> None:
        self._reader = reader
        self._game = game
        self._read: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            sql = "SELECT body FROM document WHERE game = ? AND name = ?"
            found = self._reader.read(sql, (self._game, name), lambda row: json.loads(row[0]))
            if not found:
                raise KeyError(name)
            self._read[name] = found[0]
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        sql = "SELECT name FROM document WHERE game = ? ORDER BY name"
        return iter(self._reader.read(sql, (self._game,), lambda row: str(row[0])))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _portions(codes: list[str]) -> Iterator[tuple[list[str], str]]:
    """`codes` in lots that fit one SELECT, each with its question marks."""
    for start in range(0, len(codes), _AT_ONCE):
        some = codes[start : start + _AT_ONCE]
        yield some, ", ".join("?" * len(some))
