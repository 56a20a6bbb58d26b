"""A tiny game of invented cards, whose rows a test writes: for counting all decks there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from deckcheck.game import Game
from deckcheck.judge import Judge
from deckcheck.legality import LegalityList, read_list
from deckcheck.model import Card, Deck, MemoryPool

FIELDS = {
    "id": {"kind": "word", "of": "code"},
    "title": {"kind": "word"},
    "type": {"kind": "word"},
    "faction": {"kind": "word"},
    "trait": {"kind": "word", "of": "traits"},
    "cost": {"kind": "number"},
}
FACTIONS = [{"code": code, "name": code.title()} for code in ("red", "blue", "neutral")]

FACTION_ROWS = [
    {"finding": "faction", "allow": {"in": ["draw", "plot"], "where": f"faction:{which}"}}
    for which in ("neutral", "$faction")
]


def game(rows: Sequence[Mapping[str, Any]]) -> Game:
    """A game of units and spells (draw), plans (plot) and agendas, with these rows."""
    cited = [{"cite": {"source": "test"}, "code": f"row-{n}", **row} for n, row in enumerate(rows)]
    head = {
        "name": "tiny",
        "title": "Tiny",
        "default_format": "play",
        "types": ["agenda", "plan", "unit", "spell"],
        "choice_section": "agenda",
        "sections": {"agenda": "agenda", "plan": "plot", "unit": "draw", "spell": "draw"},
        "parameters": {
            "least": {"value": 0, "kind": "min"},
            "most": {"value": 2, "kind": "max"},
            "size": {"value": 3, "kind": "exact"},
        },
        "fields": FIELDS,
    }
    formats = {"play": {"title": "Play", "list": "play", "rules": ["rows"]}}
    documents = {"game": head, "formats": formats, "rules/rows": {"rule": cited}}
    return Game({**documents, "factions": FACTIONS, "open": {"no_rule": {}}})


def card(code: str, title: str = "", type: str = "unit", limit: int = 3, **facts: Any) -> Card:
    """A card; neutral and without traits where nothing else is said."""
    facts = {"faction": "neutral", "traits": [], **facts}
    return Card(code, title or code, type, "P", None, "2020-01-01", limit, facts)


def legality(**part: Any) -> LegalityList:
    """A list that says this for the format `play`."""
    row = {"code": "l", "name": "L", "date": "2020-01-01", "formats": {"play": part}}
    return read_list(row, "test")


def decks(cards: Sequence[Card], most: int = 3) -> Iterator[dict[str, int]]:
    """Every deck of 0 to `most` copies of each card."""
    for counts in product(range(most + 1), repeat=len(cards)):
        yield {c.code: n for c, n in zip(cards, counts, strict=True) if n}


def verdicts(
    rows: Sequence[Mapping[str, Any]],
    cards: Sequence[Card],
    *,
    most: int = 3,
    one: LegalityList | None = None,
    agendas: Sequence[Card] = (),
    drafted: Mapping[str, int] | None = None,
) -> list[tuple[dict[str, int], bool | None]]:
    """(cards of the deck, verdict) of every deck, as the engine judges it."""
    judge = Judge(game(rows), MemoryPool([*cards, *agendas]), "play", one, "2026-01-01")
    base = Deck("tiny", faction="red", agendas=tuple(a.code for a in agendas), drafted=drafted)
    return [(deck, judge.verdict(base._replace(cards=deck))) for deck in decks(cards, most)]
