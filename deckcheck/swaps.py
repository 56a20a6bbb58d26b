"""Decks that want the same copies: the clashes, and the fewest copies to carry between decks.

May import flow and shelf; everything comes in as values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from deckcheck.flow import components
from deckcheck.shelf import Need, Placed, Shelf, Slot, placement


class Clash(NamedTuple):
    """Cards that decks want more often than there are copies for them."""

    cards: tuple[str, ...]
    """One card; several where reprints serve each other."""
    wanted: tuple[tuple[str, int], ...]
    """(deck, copies), the decks in their order."""
    there: int
    short: int


class Move(NamedTuple):
    """Copies of a printing to be carried into a deck."""

    printing: str
    copies: int
    source: str | None
    """Deck they sit in now; None = they are in the collection."""
    target: str
    card: str
    """The card of the deck that they serve."""


class Swaps(NamedTuple):
    """What clashes between decks, and what to carry where."""

    clashes: tuple[Clash, ...]
    moves: tuple[Move, ...]
    """The fewest that put as many needed copies as possible into their decks at once."""
    to_play: Mapping[str, tuple[Move, ...]]
    """Deck that is still short → the fewest copies to borrow from other decks to play it."""
    lacking: Mapping[str, int]
    """Deck → copies that lack even so: no other deck has them."""


def swaps(shelf: Shelf, more: Sequence[Need] = ()) -> Swaps:
    """The clashes of the built decks, and of decks (`more`) that are to be built besides."""
    needs = (*shelf.built, *more)
    after = placement(shelf, more)
    filled: dict[Slot, int] = {}
    for (slot, _), copies in after.items():
        filled[slot] = filled.get(slot, 0) + copies
    short = {
        (need.deck, card): copies - filled.get((need.deck, card), 0)
        for need in needs
        for card, copies in need.cards.items()
        if copies > filled.get((need.deck, card), 0)
    }
    to_play: dict[str, tuple[Move, ...]] = {}
    lacking: dict[str, int] = {}
    for need in needs:
        slots = {slot: n for slot, n in short.items() if slot[0] == need.deck}
        if slots:
            borrowed = [
                move for slot, n in slots.items() for move in _borrowed(shelf, after, slot, n)
            ]
            to_play[need.deck] = tuple(borrowed)
            rest = sum(slots.values()) - sum(move.copies for move in borrowed)
            if rest:
                lacking[need.deck] = rest
    return Swaps(
        tuple(_clashes(shelf, needs, short)),
        tuple(moves(shelf.placed, after)),
        {deck: found for deck, found in to_play.items() if found},
        lacking,
    )


def moves(
    before: Mapping[tuple[Slot, str], int], after: Mapping[tuple[Slot, str], int]
) -> list[Move]:
    """What to carry so that copies that sat as `before` sit as `after`; the rest goes back."""
    leaving: dict[str, list[tuple[str, int]]] = {}
    for (slot, printing), copies in before.items():
        gone = copies - after.get((slot, printing), 0)
        if gone > 0:
            leaving.setdefault(printing, []).append((slot[0], gone))
    found: list[Move] = []
    for (slot, printing), copies in after.items():
        arriving = copies - before.get((slot, printing), 0)
        sources = leaving.get(printing, [])
        while arriving > 0 and sources:
            deck, gone = sources.pop(0)
            taken = min(gone, arriving)
            found.append(Move(printing, taken, deck, slot[0], slot[1]))
            arriving -= taken
            if gone > taken:
                sources.insert(0, (deck, gone - taken))
        if arriving > 0:
            found.append(Move(printing, arriving, None, slot[0], slot[1]))
    return found


def _clashes(shelf: Shelf, needs: Sequence[Need], short: Mapping[Slot, int]) -> Iterable[Clash]:
    """Groups of cards that share printings, several decks want, and that lack copies."""
    lacking = dict.fromkeys(card for _, card in short)
    cards = dict.fromkeys(card for need in needs for card in need.cards)
    here = shelf.here()
    serves = {card: shelf.catalogue.serving(card) for card in cards}
    for group, printings in components(cards, serves):
        if not any(card in lacking for card in group):
            continue
        wanted = [(n.deck, sum(n.cards.get(card, 0) for card in group)) for n in needs]
        wanted = [(deck, copies) for deck, copies in wanted if copies]
        there = sum(here.get(printing, 0) for printing in printings)
        if len(wanted) > 1 and there:
            missing = sum(n for (_, card), n in short.items() if card in group)
            yield Clash(tuple(group), tuple(wanted), there, missing)


def _borrowed(shelf: Shelf, after: Placed, slot: Slot, copies: int) -> Iterable[Move]:
    """Copies that other decks hold and that would serve this slot, from as few decks as may be."""
    deck, card = slot
    serving = set(shelf.catalogue.serving(card))
    holders: dict[str, list[tuple[str, int]]] = {}
    for ((other, _), printing), there in after.items():
        if other != deck and printing in serving:
            holders.setdefault(other, []).append((printing, there))
    for other in sorted(holders, key=lambda one: -sum(n for _, n in holders[one])):
        for printing, there in holders[other]:
            taken = min(there, copies)
            if taken:
                yield Move(printing, taken, other, deck, card)
                copies -= taken
