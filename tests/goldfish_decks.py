"""Decks to goldfish in tests: real ones, and small random ones full of awkward cards."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pools import agot2_game, agot2_pool

from deckcheck.goldfish.chances import Fish
from deckcheck.model import Card, Deck

AGENDAS = ((), (), (), ("13039",), ("08039",), ("00367",), ("26120",), ("09045",))
"""Agendas of random decks: mostly none, else one that changes set-up."""
FACTIONS = (
    "baratheon",
    "greyjoy",
    "lannister",
    "martell",
    "stark",
    "targaryen",
    "thenightswatch",
    "tyrell",
)


@cache
def all_cards() -> dict[str, Card]:
    """Every card by its code."""
    return {card.code: card for card in agot2_pool().all()}


@cache
def real_decks() -> dict[str, Deck]:
    """Published decks by their id."""
    rows = json.loads((Path(__file__).parent / "goldfish_decks.json").read_text("utf-8"))
    return {
        row["id"]: Deck(
            "agot2", row["name"], row["faction"], tuple(row["agendas"]), cards=row["cards"]
        )
        for row in rows
    }


def fish(deck: Deck, **options: Any) -> Fish:
    """A deck ready to be goldfished."""
    return Fish(deck, all_cards(), agot2_game(), **options)


@cache
def kinds_of_cards() -> tuple[list[list[Card]], dict[str, list[Card]]]:
    """Groups of cards that make set-up awkward, and all versions of each title."""
    game = agot2_game()
    draw = [c for c in all_cards().values() if game.section(c) == "draw"]
    titles: dict[str, list[Card]] = defaultdict(list)
    for card in draw:
        titles[card.title].append(card)
    several = [
        v for versions in titles.values() if len({c.type for c in versions}) > 1 for v in versions
    ]
    keyword = lambda word: [c for c in draw if word in c.facts.get("keywords", ())]  # noqa: E731
    cheap = [c for c in draw if isinstance(c.facts.get("cost"), int) and c.facts["cost"] <= 3]
    groups = [
        draw,
        cheap,
        keyword("shadow"),
        keyword("limited"),
        keyword("no attachments"),
        [c for c in draw if c.type == "attachment"],
        [c for c in draw if "attach_limit" in c.facts],
        [c for c in draw if "attachments_except" in c.facts],
        several,
    ]
    return groups, titles


def random_deck(seed: int) -> Deck:
    """A deck of a few titles, some in several versions, biased to one faction."""
    chance = Random(seed)
    groups, titles = kinds_of_cards()
    faction = chance.choice(FACTIONS)
    number = chance.randint(4, 7)
    counts: dict[str, int] = {}
    while len(counts) < number:
        group = chance.choice(groups)
        if chance.random() < 0.6:
            group = [c for c in group if c.facts["faction"] in (faction, "neutral")] or group
        card = chance.choice(group)
        counts[card.code] = chance.randint(1, 3)
        if chance.random() < 0.3:
            counts[chance.choice(titles[card.title]).code] = chance.randint(1, 2)
    return Deck("agot2", f"random {seed}", faction, chance.choice(AGENDAS), cards=counts)
