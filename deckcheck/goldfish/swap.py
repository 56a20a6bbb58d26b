"""A deck with some cards swapped for others: `-1 The Roseroad +1 Hodor`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from deckcheck.errors import InputError
from deckcheck.game import Game
from deckcheck.model import Card, Deck, Pool


class Change(NamedTuple):
    """So many copies more (or fewer) of a card."""

    copies: int
    card: Card


def parse_swap(text: str, deck: Deck, pool: Pool, game: Game) -> tuple[Change, ...]:
    """A swap as written: signed numbers, each followed by a title.

    A title in the deck means the deck's version; another the earliest of the deck's faction, else
    the earliest there is. Raises InputError for what can't be read or isn't there to be taken out.
    """
    parts: list[tuple[int, list[str]]] = []
    for word in text.split():
        sign, digits = word[:1], word[1:]
        if sign in "+-" and digits.isdecimal() and len(digits) < 4:
            parts.append((int(word), []))
        elif parts:
            parts[-1][1].append(word)
        else:
            raise InputError(f"A swap is written '-1 Title +1 Title', not {text!r}.")
    if not parts or not all(words for _, words in parts):
        raise InputError(f"A swap is written '-1 Title +1 Title', not {text!r}.")
    mine = pool.cards(deck.cards)
    changes = tuple(Change(n, _card(" ".join(words), n, deck, mine, pool)) for n, words in parts)
    for _, card in changes:
        if game.section(card) != "draw":
            raise InputError(
                f"{card.title} is never drawn ({card.type}): swap cards of the draw deck."
            )
    return changes


def _card(title: str, copies: int, deck: Deck, mine: Mapping[str, Card], pool: Pool) -> Card:
    from deckcheck.names import Names

    match = Names(pool).match(title)
    if not match.cards:
        hint = f"; did you mean {' or '.join(match.suggestions)}?" if match.suggestions else "."
        raise InputError(f"No card is called {title!r}{hint}")
    there = [card for card in match.cards if card.code in mine]
    if copies < 0:
        enough = [card for card in there if deck.cards[card.code] >= -copies]
        if not enough:
            raise InputError(f"The deck doesn't hold {-copies} of {match.cards[0].title}.")
        return enough[0]
    own = [card for card in match.cards if card.facts.get("faction") in (deck.faction, "neutral")]
    return [*there, *own, *match.cards][0]


def swapped(deck: Deck, changes: tuple[Change, ...]) -> Deck:
    """The deck after a swap. Raises InputError if it takes out more than there is."""
    counts = dict(deck.cards)
    for copies, card in changes:
        counts[card.code] = counts.get(card.code, 0) + copies
        if counts[card.code] < 0:
            raise InputError(f"The deck doesn't hold as many of {card.title} as are taken out.")
    return deck._replace(cards={code: n for code, n in counts.items() if n > 0})
