"""Texts read where every entry is decided: what the layouts for machines must give."""

from __future__ import annotations

from collections import Counter

import pytest
from pools import agot2_desk

from deckcheck.codecs.base import Draft, Entry
from deckcheck.errors import InputError
from deckcheck.model import Deck, Unread
from deckcheck.reading import read
from deckcheck.source import Text


def only(text: str, codec: str | None = None) -> Draft:
    """The one draft of a text."""
    drafts = read(Text(text), agot2_desk(), codec)
    assert len(drafts) == 1
    return drafts[0]


def refused(text: str, codec: str | None = None) -> str:
    """The sentence that a text is refused with."""
    with pytest.raises(InputError) as caught:
        read(Text(text), agot2_desk(), codec)
    return str(caught.value)


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
