"""The words everything is said in: Card, Printing, Pack, Deck, Pool.

Plain immutable values: no rules, no files, no clock, nothing of ours but folding. They are
named tuples, not frozen dataclasses: as immutable, and made at a tenth of the time when a
command starts. A Deck says what somebody wrote down; whether that is legal is none of its
business (`rules.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from deckcheck.folding import bare_words, fold, sorted_words

UNKNOWN = "?"
"""What stands for a set or type that nobody knows, in texts that can't be None."""

Fact = Any
"""A fact's value: str, int, bool, list of str, or None = *the data don't say* (unknown)."""


class Card(NamedTuple):
    """A rules text under a title. Rules see cards; collections hold printings."""

    code: str
    """Text, leading zeros matter (`01001`, `14/186`)."""
    title: str
    """The printed name. Cards of one title are copies of each other [RR Copy]."""
    type: str
    """`character`, `plot`, …; decides the section a card stands in. `?` = unknown."""
    pack: str
    """Code of the pack of its first printing."""
    position: int | None
    """Number within that pack."""
    released: str | None
    """ISO date of its first printing; None = never released."""
    limit: int | None
    """Printed deck limit, in copies; None = none is printed or known."""
    facts: Mapping[str, Fact]
    """The game's own facts. Key absent = the card has no such thing; value None = unknown."""


class Printing(NamedTuple):
    """A published copy of a card: what a collection holds."""

    code: str
    card: str
    """Code of the card it is a printing of (the same code where each printing is a card)."""
    pack: str
    position: int | None
    quantity: int | None
    """Copies in one box of the pack; None = unknown."""
    guid: str | None
    """OCTGN's identifier, lower case."""


class Pack(NamedTuple):
    """A product that cards come in."""

    code: str
    name: str
    cycle: str
    """Code of its cycle."""
    cycle_name: str
    released: str | None
    """ISO date; None = a variant that was never released for constructed play."""
    order: int
    """Place in the order of publication, from 0."""


class Former(NamedTuple):
    """What a card was called, and where it stood, before an update of the data."""

    card: str
    """Its code now."""
    title: str
    pack: str
    """Code of the pack; perhaps one that is there no longer."""
    pack_name: str
    position: int | None


class Unread(NamedTuple):
    """A line that could not be understood; it travels with the deck and is written back."""

    line: int
    """1-based line in the file it came from."""
    text: str
    """The line as it was given."""
    copies: int
    """Copies it stands for; 0 = it isn't a card line."""


class Deck(NamedTuple):
    """Named sections of counts, plus choices. It knows no rules."""

    game: str
    """`agot2`, `berserk_heroes` or `berserk`."""
    name: str = ""
    faction: str | None = None
    agendas: tuple[str, ...] = ()
    """Codes, as given: the same code twice is two agendas."""
    hero: str | None = None
    cards: Mapping[str, int] = {}
    """code → copies; draw and plot deck together, each card known by its type."""
    side: Mapping[str, int] = {}
    """code → copies of a side deck (games that have one)."""
    choices: Mapping[str, Mapping[str, Any]] = {}
    """agenda code → what it has the player name: `{"00366": {"trait": "Knight"}}`."""
    drafted: Mapping[str, int] | None = None
    """code → copies in the draft pool; None = not given."""
    notes: str = ""
    unread: tuple[Unread, ...] = ()
    format: str | None = None
    list: str | None = None
    on: str | None = None
    """`format`, `list` and `on` are the deck's own wish; a given option wins over them."""


class Pool(Protocol):
    """Every card there is, asked by code, title or GUID. `store` has one over SQLite."""

    snapshot: str
    """ISO date of the card data."""

    def card(self, code: str) -> Card | None:
        """The card with this code (a card's own or a printing's)."""

    def cards(self, codes: Iterable[str]) -> dict[str, Card]:
        """Many at once; codes that nobody knows are left out."""

    def titled(self, key: str) -> tuple[Card, ...]:
        """All cards whose title, in any language, folds to `key`; earliest release first."""

    def keyed(self, column: str, key: str) -> tuple[Card, ...]:
        """As `titled` by a coarser key: `column` is `words` (`sorted_words`) or `bare`."""

    def titles(self) -> Mapping[str, str]:
        """Folded title → title as printed, all languages (for suggestions; not cheap)."""

    def all(self) -> tuple[Card, ...]:
        """All cards, by code."""

    def packs(self) -> Mapping[str, Pack]:
        """Pack code → Pack, in order of publication."""

    def printings(self, codes: Iterable[str]) -> dict[str, tuple[Printing, ...]]:
        """Card code → its printings, first one first."""

    def by_guid(self, guid: str) -> str | None:
        """Code of the card or faction with this GUID; None if no or more than one has it."""

    def former(self) -> Mapping[str, tuple[Former, ...]]:
        """Folded title → cards that were called so, and where they stood then."""


def release_key(card: Card) -> tuple[str, str]:
    """Sort key: earliest released first, never released last, then by code."""
    return (card.released or "9999", card.code)


def by_title(former: Iterable[Former]) -> dict[str, tuple[Former, ...]]:
    """Folded title → what was called so before, in the order given."""
    found: dict[str, tuple[Former, ...]] = {}
    for one in former:
        key = fold(one.title)
        found[key] = (*found.get(key, ()), one)
    return found


class MemoryPool:
    """A Pool over values: what tests and small programs use in place of the database."""

    def __init__(
        self,
        cards: Iterable[Card],
        packs: Iterable[Pack] = (),
        *,
        translations: Iterable[tuple[str, str]] = (),
        printings: Iterable[Printing] = (),
        guids: Iterable[tuple[str, str]] = (),
        former: Iterable[Former] = (),
        snapshot: str = "",
    ) -> None:
        self.snapshot = snapshot
        self._cards = {c.code: c for c in sorted(cards, key=lambda c: c.code)}
        self._packs = {p.code: p for p in packs}
        self._printings: dict[str, list[Printing]] = {}
        self._guids: dict[str, set[str]] = {}
        self._former = by_title(former)
        for guid, code in guids:
            self._guids.setdefault(guid.lower(), set()).add(code)
        for printing in printings:
            self._printings.setdefault(printing.card, []).append(printing)
            if printing.guid:
                self._guids.setdefault(printing.guid.lower(), set()).add(printing.card)
        self._alias = {p.code: p.card for row in self._printings.values() for p in row}
        self._keys: dict[str, dict[str, list[Card]]] = {"fold": {}, "words": {}, "bare": {}}
        self._titles: dict[str, str] = {}
        names = [(c.code, c.title) for c in self._cards.values()] + list(translations)
        for code, title in names:
            self._titles.setdefault(fold(title), title)
            keys = {"fold": fold(title), "words": sorted_words(title), "bare": bare_words(title)}
            for column, key in keys.items():
                row = self._keys[column].setdefault(key, [])
                if self._cards[code] not in row:
                    row.append(self._cards[code])

    def card(self, code: str) -> Card | None:
        """The card with this code (a card's own or a printing's)."""
        return self._cards.get(code) or self._cards.get(self._alias.get(code, ""))

    def cards(self, codes: Iterable[str]) -> dict[str, Card]:
        """Many at once; codes that nobody knows are left out."""
        found = {code: self.card(code) for code in codes}
        return {code: card for code, card in found.items() if card is not None}

    def titled(self, key: str) -> tuple[Card, ...]:
        """All cards whose title, in any language, folds to `key`; earliest release first."""
        return self.keyed("fold", key)

    def keyed(self, column: str, key: str) -> tuple[Card, ...]:
        """As `titled` by a coarser key: `column` is `words` or `bare`."""
        return tuple(sorted(self._keys[column].get(key, ()), key=release_key))

    def titles(self) -> Mapping[str, str]:
        """Folded title → title as printed, all languages."""
        return self._titles

    def all(self) -> tuple[Card, ...]:
        """All cards, by code."""
        return tuple(self._cards.values())

    def packs(self) -> Mapping[str, Pack]:
        """Pack code → Pack, in order of publication."""
        return self._packs

    def printings(self, codes: Iterable[str]) -> dict[str, tuple[Printing, ...]]:
        """Card code → its printings, first one first."""
        return {code: tuple(self._printings.get(code, ())) for code in codes}

    def by_guid(self, guid: str) -> str | None:
        """Code of the card or faction with this GUID; None if no or more than one has it."""
        found = self._guids.get(guid.lower(), set())
        return next(iter(found)) if len(found) == 1 else None

    def former(self) -> Mapping[str, tuple[Former, ...]]:
        """Folded title → cards that were called so, and where they stood then."""
        return self._former
