"""A draft whose every entry is decided, as the deck it is: what structured layouts must give."""

from __future__ import annotations

from collections import Counter

from deckcheck.codecs.base import Draft, Entry
from deckcheck.model import Deck, Unread


def decided(draft: Draft, game: str = "agot2") -> Deck:
    """The deck; cards that nobody knows become unread lines. Fails on a line left to choose."""
    cards: Counter[str] = Counter()
    side: Counter[str] = Counter()
    unread = list(draft.unread)
    for entry in draft.entries:
        if entry.section == "aside":
            continue
        if not entry.candidates:
            unread.append(Unread(entry.line, entry.text, entry.copies))
            continue
        (cards if entry.section == "main" else side)[_code(entry)] += entry.copies
    return Deck(
        game,
        draft.name,
        draft.faction,
        tuple(_code(entry) for entry in draft.agendas for _ in range(entry.copies)),
        _code(draft.hero) if draft.hero else None,
        dict(cards),
        dict(side),
        draft.choices,
        draft.drafted,
        draft.notes,
        tuple(unread),
        draft.format,
        draft.list,
        draft.on,
    )


def _code(entry: Entry) -> str:
    assert len(entry.candidates) == 1, f"left to choose: {entry}"
    return entry.candidates[0]
