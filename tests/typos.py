"""Slips of the pen, made by a seeded generator from titles; and a pool that lacks one title."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from string import ascii_lowercase
from typing import Any

from pools import agot2_pool

from deckcheck.folding import ARTICLES, fold
from deckcheck.model import Card

KINDS = ("dropped", "doubled", "swapped", "replaced")


def titles() -> list[str]:
    """All printed titles."""
    return sorted({card.title for card in agot2_pool().all()})


def single_edits(seed: int) -> Iterator[tuple[str, str]]:
    """(title, the title with one letter dropped, doubled, swapped or replaced): each once."""
    chance = Random(seed)
    for kind in KINDS:
        for title in titles():
            slip = _slip(chance, title, kind)
            if slip is not None:
                yield title, slip


def lost_signs() -> Iterator[tuple[str, str]]:
    """(title, the title without articles, quotes, apostrophes or hyphens)."""
    for title in titles():
        kept = " ".join(word for word in title.split() if word.lower() not in ARTICLES)
        for lost in (title.replace('"', "").replace("'", ""), kept, title.replace("-", " ")):
            if lost and fold(lost) != fold(title):
                yield title, lost


def _slip(chance: Random, title: str, kind: str) -> str | None:
    places = [at for at, char in enumerate(title) if char.isalpha()]
    for _ in range(50):
        at = chance.choice(places)
        if kind == "dropped":
            slip = title[:at] + title[at + 1 :]
        elif kind == "doubled":
            slip = title[:at] + title[at] + title[at:]
        elif kind == "replaced":
            slip = title[:at] + chance.choice(ascii_lowercase) + title[at + 1 :]
        elif title[at + 1 : at + 2].isalpha():
            slip = title[:at] + title[at + 1] + title[at] + title[at + 2 :]
        else:
            continue
        if fold(slip) != fold(title):
            return slip
    return None


class Without:
    """All cards but those of one title, which can be changed: as card data not yet updated."""

    def __init__(self) -> None:
        self.gone = ""
        self._pool = agot2_pool()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def card(self, code: str) -> Card | None:
        """As the pool, but for the title."""
        found = self._pool.card(code)
        return found if found is None or found.title != self.gone else None

    def titled(self, key: str) -> tuple[Card, ...]:
        """As the pool, but for the title."""
        return self.keyed("fold", key)

    def keyed(self, column: str, key: str) -> tuple[Card, ...]:
        """As the pool, but for the title."""
        return tuple(c for c in self._pool.keyed(column, key) if c.title != self.gone)
