"""Count to be sure: all AGoT2 decks over a few invented cards, against closed formulas.

Titles and copies differ here: so do a rule that counts the one and a rule that counts the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb
from typing import Any

from pools import agot2_game

from deckcheck.judge import Judge
from deckcheck.model import Card, Deck, MemoryPool


def invented(code: str, type: str = "character", faction: str = "stark", **facts: Any) -> Card:
    """A card of a title of its own (its code) with limit 3, or 2 for a plot."""
    limit = facts.pop("limit", 2 if type == "plot" else 3)
    facts = {"faction": faction, "traits": [], "keywords": [], **facts}
    return Card(code, facts.pop("title", code), type, "P", None, "2020-01-01", limit, facts)


def plots(number: int, limit: int = 2, *traits: str) -> list[Card]:
    name = "".join(traits) or "plain"
    named = [f"{name}{limit}{n}" for n in range(number)]
    return [invented(c, "plot", "neutral", limit=limit, traits=list(traits)) for c in named]


def characters(number: int, name: str, **facts: Any) -> list[Card]:
    return [invented(f"{name}{n}", **facts) for n in range(number)]


OWN = characters(20, "own")
NEUTRAL = characters(20, "neutral", faction="neutral")
SEVEN = plots(7)


def legal_decks(
    agendas: Sequence[str], fixed: Sequence[tuple[Card, int]], free: Sequence[tuple[Card, int]]
) -> int:
    """How many decks are legal that hold the fixed cards and 0 to so many copies of the free."""
    agenda_cards = [invented(code, "agenda", "neutral") for code in agendas]
    cards = [c for c, _ in (*fixed, *free)]
    pool = MemoryPool([*cards, *agenda_cards])
    judge = Judge(agot2_game(), pool, "joust", None, "2026-01-01")
    base = {c.code: n for c, n in fixed}
    legal = 0
    for counts in product(*(range(most + 1) for _, most in free)):
        added = {c.code: n for (c, _), n in zip(free, counts, strict=True) if n}
        deck = Deck("agot2", faction="stark", agendas=tuple(agendas), cards={**base, **added})
        legal += judge.verdict(deck) is True
    return legal


def each(cards: Sequence[Card], copies: int) -> list[tuple[Card, int]]:
    return [(c, copies) for c in cards]


def test_plot_decks_of_seven_with_one_doubled() -> None:
    """7 of 8 titles; or one of the 5 with limit 2 twice and 5 of the other 7."""
    free = each(plots(5), 2) + each(plots(3, 1), 2)
    assert legal_decks((), each(OWN, 3), free) == comb(8, 7) + 5 * comb(7, 5)


def test_plot_decks_of_the_wars_to_come() -> None:
    """10 cards of 8 titles: two of the 5 with limit 2 twice, and all others."""
    free = each(plots(5), 2) + each(plots(3, 1), 2)
    assert legal_decks(("10045",), each(OWN, 3), free) == comb(5, 2)


def test_plot_decks_of_the_rains_of_castamere() -> None:
    """5 of 6 Schemes once each; 7 others: all once, or one of 2 twice and 5 of the other 6."""
    free = each(plots(2), 2) + each(plots(5, 1), 1)
    free += each(plots(1, 2, "Scheme"), 2) + each(plots(5, 1, "Scheme"), 1)
    assert legal_decks(("05045",), each(OWN, 3), free) == comb(6, 5) * (1 + 2 * comb(6, 5))


def test_plot_decks_of_the_battle_of_the_trident() -> None:
    """10 of Edict, Siege and War with one doubled; the plain plots are out."""
    kinds = plots(3, 2, "Edict") + plots(3, 1, "Siege") + plots(4, 1, "War")
    free = each(kinds[:3], 2) + each(kinds[3:], 1) + each(plots(1), 1)
    assert legal_decks(("21030",), each(OWN, 3), free) == comb(10, 10) + 3 * comb(9, 8)


def test_fealty_counts_copies() -> None:
    """Sums up to 15 of six neutral titles: all but those that lack 0, 1 or 2 of 18."""
    fixed = each(OWN, 3) + each(SEVEN, 1)
    assert legal_decks(("01027",), fixed, each(NEUTRAL[:6], 3)) == 4**6 - comb(2 + 6, 6)


def test_a_banner_counts_copies() -> None:
    """At least 12 of five titles in up to 3 copies: those that lack 0 to 3 of 15."""
    guests = characters(5, "guest", faction="lannister", loyal=False)
    fixed = each(OWN, 3) + each(SEVEN, 1)
    assert legal_decks(("01200",), fixed, each(guests, 3)) == comb(3 + 5, 5)


def test_the_small_council_counts_titles() -> None:
    """7 or 8 of 8 titles, each in one or two copies; never 7 copies of fewer titles."""
    council = characters(8, "council", faction="tyrell", loyal=False, traits=["Small Council"])
    fixed = each(OWN, 3) + each(SEVEN, 1)
    assert legal_decks(("26040",), fixed, each(council, 2)) == 8 * 2**7 + 2**8


def test_uniting_the_realm_counts_titles_of_each_faction() -> None:
    """Up to 3 of 5 titles of one faction, and up to 3 of 4 of the own, in any copies."""
    guests = characters(5, "guest", faction="greyjoy", loyal=False)
    fixed = each(NEUTRAL, 3) + each(SEVEN, 1)
    of_guests = sum(comb(5, n) * 2**n for n in range(4))
    of_own = sum(comb(4, n) for n in range(4))
    free = each(guests, 2) + each(OWN[:4], 1)
    assert legal_decks(("25120",), fixed, free) == of_guests * of_own


def test_copies_go_by_title_over_versions_and_types() -> None:
    """Up to 3 of a character and an attachment of one title, times up to 3 of another title."""
    twins = [invented("t1", title="Ghost"), invented("t2", "attachment", title="Ghost")]
    fixed = each(OWN, 3) + each(SEVEN, 1)
    free = [*each(twins, 4), (invented("t3"), 4)]
    assert legal_decks((), fixed, free) == comb(3 + 2, 2) * 4


def test_the_draw_deck_has_sixty_or_more() -> None:
    """57 fixed, and at least 3 of four titles in up to 2 copies."""
    fixed = each(OWN[:19], 3) + each(SEVEN, 1)
    less = sum(comb(4, 1) if n == 1 else 1 if n == 0 else comb(4, 1) + comb(4, 2) for n in range(3))
    assert legal_decks((), fixed, each(NEUTRAL[:4], 2)) == 3**4 - less
