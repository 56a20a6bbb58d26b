"""What an update does to the user's saved decks: verdicts, lines that read now, cards listed.

Each deck is judged by its own wishes on the data before and after, in memory: nothing is written.
May import checking, saved, store and importers; asks no clock.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, NamedTuple

from deckcheck.checking import Checked, Checker
from deckcheck.codecs.base import Desk
from deckcheck.errors import DeckcheckError
from deckcheck.game import Game
from deckcheck.model import Card, Pool
from deckcheck.saved import Saved, draft_of
from deckcheck.store.home import Home
from deckcheck.store.layers import Layers
from deckcheck.store.passing import Passing
from deckcheck.store.touched import saved_decks


class Listed(NamedTuple):
    """Cards of a deck that the list in force now speaks of, and before did not."""

    how: str
    """`banned`, `restricted` or `pod` (together in one)."""
    list: str
    """Code of the list."""
    cards: tuple[tuple[str, str], ...]
    """(code, title)."""


class Effect(NamedTuple):
    """What an update does to one deck."""

    deck: str
    before: bool | None
    """Whether it was legal; None = it can't be told."""
    after: bool | None
    found: tuple[str, ...]
    """Lines that nobody understood and that name a card now."""
    listed: tuple[Listed, ...]


def effects(
    home: Home, root: str, game: str, parts: Mapping[str, Any], today: str
) -> tuple[Effect, ...]:
    """The saved decks of a game, by name, that `parts` (fetched data to be) do something to."""
    decks = saved_decks(home, game)
    if not decks:
        return ()
    place = os.path.join(root, game)
    old = Passing(Layers(root, home).read(game), place)
    new = Passing(Layers(root, home, {game: parts}).read(game), place)
    with closing(old), closing(new):
        before, after = (Checker(Game(one.documents), one.pool, today) for one in (old, new))
        found = (_effect(deck, before, after) for deck in decks)
        return tuple(e for e in found if e and (e.before != e.after or e.found or e.listed))


def _effect(saved: Saved, before: Checker, after: Checker) -> Effect | None:
    """What becomes of one deck; None where it can't be read."""
    try:
        was, now = _checked(saved, before), _checked(saved, after)
    except (DeckcheckError, KeyError, TypeError, ValueError):
        return None  # a deck that can't be read is no reason to refuse cards
    lost = dict.fromkeys(_unknown(was, before.pool))
    still = set(_unknown(now, after.pool))
    old = {_said(one, after.pool) for one in _listed(was, before)}
    return Effect(
        saved.name,
        was.report.legal,
        now.report.legal,
        tuple(text for text in lost if text not in still),
        tuple(one for one in _listed(now, after) if _said(one, after.pool) not in old),
    )


def _checked(saved: Saved, checker: Checker) -> Checked:
    return checker.check_draft(draft_of(saved, Desk(checker.pool, checker.game)))


def _unknown(checked: Checked, pool: Pool) -> Iterator[str]:
    """Lines and codes of a deck that name no card."""
    deck = checked.deck
    yield from (lost.text for lost in deck.unread)
    codes = [*deck.agendas, *deck.cards, *deck.side]
    known = pool.cards(codes)
    yield from (code for code in codes if code not in known)


def _listed(checked: Checked, checker: Checker) -> Iterator[Listed]:
    """What the list in force says of the deck's cards."""
    one, deck = checked.setting.list, checked.deck
    if one is None:
        return
    cards = list(checker.pool.cards([*deck.agendas, *deck.cards, *deck.side]).values())
    part = one.formats.get(checker.game.format(checked.setting.format).list or "")
    named = {*one.banned, *(part.banned if part else ())}
    for card in cards:
        if card.code in named:
            yield Listed("banned", one.code, _titled([card]))
        if part and card.code in part.restricted:
            yield Listed("restricted", one.code, _titled([card]))
    for pod in part.pods if part else ():
        both = [card for card in cards if card.code in pod.cards or card.code == pod.restricted]
        bound = pod.restricted is None or any(card.code == pod.restricted for card in both)
        if len(both) > 1 and bound:
            yield Listed("pod", one.code, _titled(both))


def _said(one: Listed, pool: Pool) -> tuple[str, frozenset[str]]:
    """What is said of which cards, by their codes now: a new title or number is nothing new."""
    now = ((code, pool.card(code)) for code, _ in one.cards)
    return one.how, frozenset(card.code if card else code for code, card in now)


def _titled(cards: Iterable[Card]) -> tuple[tuple[str, str], ...]:
    return tuple((card.code, card.title) for card in sorted(cards, key=lambda card: card.code))
