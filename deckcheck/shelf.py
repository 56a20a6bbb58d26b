"""A collection and the decks that share it: what is free, what clashes, what is missing.

Everything comes in as values: a Catalogue (the printings there are), the Stock of each printing,
what each deck needs, and where copies sit now. Copies are of printings, needs are of cards: any
printing of a card serves it, and so does a reprint of the same version (the game's data say which
cards are that). May import flow and model; knows no database, no file and no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from deckcheck.flow import place
from deckcheck.model import Deck

Slot = tuple[str, str]
"""(deck, card): a place in a deck for copies of a card."""
Placed = dict[tuple[Slot, str], int]
"""(slot, printing) → copies that sit there."""


class Item(NamedTuple):
    """A printing, with what a shelf shows of it."""

    code: str
    card: str
    """Code of the card it is a printing of."""
    title: str
    type: str
    pack: str
    position: int | None
    quantity: int | None
    """Copies in one box of the pack; None = unknown."""
    limit: int | None


class Catalogue:
    """The printings of a game, in the order of packs and positions, and what serves which card."""

    def __init__(
        self,
        items: Iterable[Item],
        same: Iterable[Sequence[str]] = (),
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self.items = {item.code: item for item in items}
        self._aliases = aliases or {}
        self._printings: dict[str, list[str]] = {}
        self._packs: dict[str, list[Item]] = {}
        for item in self.items.values():
            self._printings.setdefault(item.card, []).append(item.code)
            self._packs.setdefault(item.pack, []).append(item)
        self._same = {card: tuple(cards) for cards in same for card in cards}
        self._serving: dict[str, tuple[str, ...]] = {}

    @cached_property
    def order(self) -> Mapping[str, int]:
        """Card → its place among all, by packs and positions."""
        return {card: at for at, card in enumerate(self._printings)}

    def item(self, code: str) -> Item | None:
        """The printing with this code; for a code of before an update, the card's first one."""
        found = self.items.get(code)
        if found is None and code in self._aliases:
            found = self.items.get(next(iter(self._printings.get(self._aliases[code], ())), ""))
        return found

    def card_of(self, code: str) -> str | None:
        """Code of the card that this code (a card's, a printing's, an older one) means."""
        if code in self._printings:
            return code
        item = self.item(code)
        return item.card if item else None

    def first(self, card: str) -> Item:
        """The first printing of a card that is known."""
        return self.items[self._printings[card][0]]

    def serving(self, card: str) -> tuple[str, ...]:
        """Printings that serve a card: its own first, then those of reprints of its version."""
        found = self._serving.get(card)
        if found is None:
            cards = dict.fromkeys((card, *self._same.get(card, ())))
            found = tuple(p for one in cards for p in self._printings.get(one, ()))
            self._serving[card] = found
        return found

    def called(self, title: str, pack: str) -> Item | None:
        """The printing of this title in this pack."""
        return next((item for item in self.in_pack(pack) if item.title == title), None)

    def in_pack(self, pack: str) -> Sequence[Item]:
        """The printings of a pack."""
        return self._packs.get(pack, ())


class Stock(NamedTuple):
    """What there is of one printing."""

    boxed: int = 0
    """Boxes owned × copies in a box."""
    hand: int = 0
    """The sum of changes made by hand; may be negative."""
    want: int = 0
    lent: int = 0
    borrowed: int = 0

    @property
    def have(self) -> int:
        """Copies owned, wherever they are."""
        return max(0, self.boxed + self.hand)

    @property
    def here(self) -> int:
        """Copies that can be put into decks: owned and not lent, and borrowed ones."""
        return max(0, self.have - self.lent) + self.borrowed


class Need(NamedTuple):
    """What a deck needs."""

    deck: str
    cards: Mapping[str, int]
    """Card → copies: all sections, agendas and hero included."""
    unknown: tuple[tuple[str, int], ...] = ()
    """(text, copies) of what nobody knows: it can't be told whether that is there."""


class Shelf(NamedTuple):
    """The collection and what is built from it."""

    catalogue: Catalogue
    stock: Mapping[str, Stock]
    """Printing → Stock; printings of which there is nothing may be left out."""
    built: tuple[Need, ...] = ()
    """Built decks, the earliest first."""
    placed: Mapping[tuple[Slot, str], int] = {}
    """Where copies sat when it was last written down."""

    def here(self) -> dict[str, int]:
        """Printing → copies that can be put into decks."""
        return {printing: n for printing, stock in self.stock.items() if (n := stock.here)}


class Lack(NamedTuple):
    """A card that isn't there as often as it is needed."""

    card: str
    needed: int
    there: int

    @property
    def missing(self) -> int:
        """Copies that lack."""
        return self.needed - self.there


class Missing(NamedTuple):
    """What decks lack, each if it were the only one, or several together."""

    decks: tuple[str, ...]
    lacks: tuple[Lack, ...]
    needed: int
    """Copies in all, without what nobody knows."""
    unknown: tuple[tuple[str, int], ...]

    @property
    def missing(self) -> int:
        """Copies that lack."""
        return sum(lack.missing for lack in self.lacks)

    @property
    def buildable(self) -> bool:
        """Whether nothing lacks for certain."""
        return not self.lacks and not self.unknown


def need_of(deck: Deck, catalogue: Catalogue, name: str | None = None) -> Need:
    """What a deck needs in cards. Faction cards come with any pack and aren't counted."""
    counts = [*deck.cards.items(), *deck.side.items(), *((code, 1) for code in deck.agendas)]
    if deck.hero:
        counts.append((deck.hero, 1))
    lost = [(line.text, line.copies) for line in deck.unread if line.copies]
    return needed(deck.name if name is None else name, counts, lost, catalogue)


def needed(
    name: str,
    counts: Iterable[tuple[str, int]],
    lost: Iterable[tuple[str, int]],
    catalogue: Catalogue,
) -> Need:
    """The need of so many copies of codes, and of lines that nobody knows."""
    cards: dict[str, int] = {}
    unknown = list(lost)
    for code, copies in counts:
        card = catalogue.card_of(code)
        if card is None:
            unknown.append((code, copies))
        else:
            cards[card] = cards.get(card, 0) + copies
    return Need(name, cards, tuple(unknown))


def placement(shelf: Shelf, more: Iterable[Need] = ()) -> Placed:
    """Where copies sit when as many as possible are in the built decks (and `more`) at once.

    Of all such ways the one that moves the fewest copies; earlier decks are served first.
    """
    needs = (*shelf.built, *more)
    demand = {(need.deck, card): n for need in needs for card, n in need.cards.items()}
    serves = {slot: shelf.catalogue.serving(slot[1]) for slot in demand}
    return place(shelf.here(), demand, serves, shelf.placed)


def free(shelf: Shelf, besides: Iterable[str] = ()) -> dict[str, int]:
    """Printing → copies that sit in no built deck; the decks `besides` count as taken apart."""
    left = shelf.here()
    apart = set(besides)
    for ((deck, _), printing), copies in placement(shelf).items():
        if deck not in apart:
            left[printing] -= copies
    return {printing: copies for printing, copies in left.items() if copies}


def missing(catalogue: Catalogue, there: Mapping[str, int], needs: Sequence[Need]) -> Missing:
    """What these decks lack of `there` (printing → copies) when all are to exist at once.

    Cards in the order of packs. Where reprints serve each other, the lack is said of the card
    that is left without.
    """
    demand: dict[str, int] = {}
    for need in needs:
        for card, copies in need.cards.items():
            demand[card] = demand.get(card, 0) + copies
    lacks = _lacks(catalogue, there, demand)
    if len(lacks) > 1:
        lacks.sort(key=lambda lack: catalogue.order[lack.card])
    unknown = tuple(lost for need in needs for lost in need.unknown)
    names = tuple(need.deck for need in needs)
    return Missing(names, tuple(lacks), sum(demand.values()), unknown)


def _lacks(catalogue: Catalogue, there: Mapping[str, int], demand: Mapping[str, int]) -> list[Lack]:
    """Cards that lack. Those alone with one printing need no flow, and most are that."""
    found = []
    shared: dict[str, int] = {}
    for card, needed in demand.items():
        printings = catalogue.serving(card)
        if len(printings) == 1:
            have = there.get(printings[0], 0)
            if have < needed:
                found.append(Lack(card, needed, have))
        else:
            shared[card] = needed
    if shared:
        serves = {card: catalogue.serving(card) for card in shared}
        got: dict[str, int] = {}
        for (card, _), copies in place(there, shared, serves).items():
            got[card] = got.get(card, 0) + copies
        found += [Lack(c, n, got.get(c, 0)) for c, n in shared.items() if got.get(c, 0) < n]
    return found


def buildable(
    catalogue: Catalogue, there: Mapping[str, int], needs: Iterable[Need]
) -> list[Missing]:
    """Each deck by itself, those that can be built first, then by how many copies lack."""
    found = [missing(catalogue, there, [need]) for need in needs]
    return sorted(found, key=lambda one: (one.missing + sum(n for _, n in one.unknown), one.decks))


def missing_in_place(shelf: Shelf) -> list[Missing]:
    """What each built deck lacks when as many copies as possible are in all of them at once."""
    filled: dict[Slot, int] = {}
    for (slot, _), copies in placement(shelf).items():
        filled[slot] = filled.get(slot, 0) + copies
    found = []
    for need in shelf.built:
        there = {card: filled.get((need.deck, card), 0) for card in need.cards}
        lacks = [Lack(c, n, there[c]) for c, n in need.cards.items() if there[c] < n]
        found.append(Missing((need.deck,), tuple(lacks), sum(need.cards.values()), need.unknown))
    return found


def boxed(catalogue: Catalogue, boxes: Mapping[str, int]) -> dict[str, int]:
    """Printing → copies in so many boxes of packs."""
    return {
        item.code: item.quantity * count
        for pack, count in boxes.items()
        for item in catalogue.in_pack(pack)
        if item.quantity and count
    }
