"""Two validators, written apart, agree on thousands of decks near the limits."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from cases import Case, cases, judge
from pools import agot2_game, agot2_pool
from second_opinion import FACTIONS, opinion

from deckcheck.model import Card, Deck
from deckcheck.shipped import data_root

POOL = agot2_pool()
ALL = POOL.all()
AGENDAS = [card.code for card in ALL if card.type == "agenda"]
PLOTS = [card.code for card in ALL if card.type == "plot"]
CODES = {card.code for card in ALL}
LISTS = (
    "",
    "",
    "",
    "",
    "",
    "",
    "gotstandard2.1",
    "gotstandard1.16",
    "gotstandard1.9",
    "gotvalyrian1.0",
)
LISTS += ("conclave2.0", "redesigns2.2", "ffg3.0")
ROUNDS = 30
"""Decks made of each case that isn't illegal as it stands."""


@cache
def listing(code: str | None) -> dict[str, Any] | None:
    """A list as its file has it."""
    if not code:
        return None
    path = data_root() / "agot2" / "legality" / f"{code}.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def known(case: Case) -> bool:
    """Whether all of it is known: the second opinion has none about anything else."""
    codes = {*case.deck.cards, *case.deck.agendas}
    return codes <= CODES and not case.deck.unread and case.deck.faction in FACTIONS


CASES = [case for case in cases() if known(case)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_second_opinion_agrees_with_each_case(case: Case) -> None:
    said = opinion(case.deck, case.format, listing(case.list), case.on, POOL)
    assert said is case.legal


# ------------------------------------------------------------------------- near the limits


def one_of(rng: Random, deck: Deck) -> Card:
    """A card to put in: mostly one that the deck may hold or already has a version of."""
    throw = rng.random()
    if throw < 0.25 and deck.cards:
        title = POOL.cards(deck.cards)[rng.choice(sorted(deck.cards))].title
        return rng.choice([card for card in ALL if card.title == title])
    if throw < 0.75:
        fitting = (deck.faction, "neutral")
        return rng.choice([card for card in ALL if card.facts.get("faction") in fitting])
    return rng.choice(ALL)


def nudged(rng: Random, deck: Deck, named: list[str]) -> Deck:
    """The deck with one small change."""
    cards = dict(deck.cards)
    agendas = list(deck.agendas)
    held = sorted(cards)
    plots = [code for code in held if code in PLOTS]
    kind = rng.choice(
        ("more", "fewer", "swap", "swap", "swap", "plot", "plot", "listed", "identity")
    )
    if kind in ("fewer", "swap"):
        cards[rng.choice(held)] -= 1
    if kind == "more":
        cards[rng.choice(held)] += 1
    elif kind == "swap":
        code = one_of(rng, deck).code
        cards[code] = cards.get(code, 0) + 1
    elif kind == "plot" and plots:
        cards[rng.choice(plots)] -= 1
        code = rng.choice((*plots, rng.choice(PLOTS)))
        cards[code] = cards.get(code, 0) + 1
    elif kind == "listed" and named:
        code = rng.choice(named)
        cards[code] = cards.get(code, 0) + 1
    elif kind == "identity":
        if rng.random() < 0.2:
            return deck._replace(faction=rng.choice(sorted(FACTIONS)))
        if agendas and rng.random() < 0.5:
            agendas.pop(rng.randrange(len(agendas)))
        if rng.random() < 0.7:
            agendas.append(rng.choice(AGENDAS))
    cards = {code: n for code, n in cards.items() if n > 0}
    return deck._replace(cards=cards, agendas=tuple(agendas))


def listed_codes(code: str, format: str) -> list[str]:
    """Codes that a list names for a format, known cards only."""
    part = (listing(code) or {}).get("formats", {}).get(format, {})
    pods = [card for pod in part.get("pods", ()) for card in pod["cards"]]
    return sorted(CODES & {*part.get("restricted", ()), *pods})


def test_two_validators_agree_near_the_limits() -> None:
    rng = Random(20260701)
    told: Counter[tuple[str, bool | None]] = Counter()
    agendas: Counter[tuple[str, bool | None]] = Counter()
    for case in (c for c in CASES if c.legal is not False):
        for _ in range(ROUNDS):
            plain = case.format in ("joust", "melee") and not case.list
            code = rng.choice(LISTS) if plain else case.list or ""
            format = rng.choice(("joust", "joust", "melee")) if plain else case.format
            on = agot2_game().list(code).date if code and plain else case.on
            on = on if rng.random() < 0.3 else case.on
            deck = case.deck
            for _ in range(rng.randrange(4)):
                deck = nudged(rng, deck, listed_codes(code, format))
            verdict = judge(format, code or None, on).verdict(deck)
            said = opinion(deck, format, listing(code), on, POOL)
            assert verdict is said, (case.id, format, code, on, deck)
            told[format, verdict] += 1
            agendas.update((agenda, verdict) for agenda in deck.agendas)
    assert sum(told.values()) > 6_000
    for verdict in (True, False):
        assert all(told[f, verdict] > 50 for f in ("joust", "melee", "draft", "hand-of-the-king"))
    assert told["draft", None] > 100
    # Each agenda was there both in legal and in illegal decks, but for those of Tower of Joy.
    assert all(agendas[agenda, False] > 10 for agenda in AGENDAS)
    tower = {card.code for card in ALL if card.pack == "ToJ"}
    assert all(agendas[agenda, None if agenda in tower else True] > 1 for agenda in AGENDAS)
