"""deckcheck: is this deck legal, and if not, why?

The public API, each name imported when it is used:

    >>> from deckcheck import Checker, Deck, find_home, load, open_cards
    >>> store = open_cards(find_home())
    >>> game = load("agot2", store.documents("agot2"))
    >>> checker = Checker(game, store.pool("agot2"), today="2026-11-29")
    >>> checker.check(Deck("agot2", faction="stark", cards={"01141": 3})).legal
    False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckcheck.registry import Table

if TYPE_CHECKING:
    from deckcheck.checking import Checker
    from deckcheck.errors import DeckcheckError
    from deckcheck.findings import Finding, Report
    from deckcheck.game import Game, load
    from deckcheck.model import Card, Deck, MemoryPool
    from deckcheck.query import compile_query
    from deckcheck.reading import read
    from deckcheck.setting import Asked
    from deckcheck.source import open_text
    from deckcheck.store.home import find_home
    from deckcheck.store.open import open_cards

__all__ = [
    "Asked",
    "Card",
    "Checker",
    "Deck",
    "DeckcheckError",
    "Finding",
    "Game",
    "MemoryPool",
    "Report",
    "compile_query",
    "find_home",
    "load",
    "open_cards",
    "open_text",
    "read",
]

_API = Table(
    "name",
    {
        "Asked": "deckcheck.setting:Asked",
        "Card": "deckcheck.model:Card",
        "Checker": "deckcheck.checking:Checker",
        "Deck": "deckcheck.model:Deck",
        "DeckcheckError": "deckcheck.errors:DeckcheckError",
        "Finding": "deckcheck.findings:Finding",
        "Game": "deckcheck.game:Game",
        "MemoryPool": "deckcheck.model:MemoryPool",
        "Report": "deckcheck.findings:Report",
        "compile_query": "deckcheck.query:compile_query",
        "find_home": "deckcheck.store.home:find_home",
        "load": "deckcheck.game:load",
        "open_cards": "deckcheck.store.open:open_cards",
        "open_text": "deckcheck.source:open_text",
        "read": "deckcheck.reading:read",
    },
)


def __getattr__(name: str) -> Any:
    if name in _API.rows:
        return _API[name]
    raise AttributeError(f"deckcheck has no {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
