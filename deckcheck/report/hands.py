"""Hands for people: the deck they come from, and each as a player would lay it out.

Apart from `fishing.py` because `draw` needs nothing more and starts sooner so. May import goldfish
and below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckcheck.goldfish.chances import Fish
    from deckcheck.goldfish.layout import Setup


def title_of(fish: Fish, code: str) -> str:
    """A card's title."""
    return fish.cards[code].title


def left_out(fish: Fish) -> list[tuple[int, str, int]]:
    """(line, or 0 where there is none; text; copies) of cards that nobody knows."""
    deck = fish.deck
    lost = [(one.line, one.text.strip(), one.copies) for one in deck.unread if one.copies]
    return lost + [(0, code, deck.cards[code]) for code in fish.plan.unknown]


def left_out_object(fish: Fish) -> list[dict[str, object]]:
    """`left_out` for programs."""
    return [{"line": line, "text": text, "count": n} for line, text, n in left_out(fish)]


def heading(fish: Fish, name: str) -> Iterator[str]:
    """The deck, what its set-up is held to, and what agendas fetched."""
    plan = fish.plan
    yield name
    yield (
        f"  {plan.size} cards to draw from, {plan.drawn} in a hand, {plan.gold} gold for set-up"
        + ("" if plan.places else " (nothing may be placed)")
    )
    for code in plan.fetched:
        yield f"  before drawing, out of the deck: {title_of(fish, code)}"
    if plan.under:
        yield f"  {plan.under} cards go under the agenda after the mulligan"
    if plan.drawn < plan.hand:
        yield f"  The deck has {plan.size} cards, fewer than a hand of {plan.hand}: all are drawn."
    lost = left_out(fish)
    if lost:
        copies = sum(copies for _, _, copies in lost)
        yield (
            f"  Left out, as nobody knows them: {number_of_cards(copies)} on {len(lost)} "
            f"line{'' if len(lost) == 1 else 's'}; what is said holds without them."
        )
    for line, text, copies in lost:
        where = f"line {line}" if line else f"{copies}x"
        yield f"    {where}: {text}"


def hand(
    fish: Fish, cards: Sequence[str], setup: Setup | None, drawn: Sequence[str]
) -> Iterator[str]:
    """A hand as a player would lay it out: what is placed, as what, and what is drawn then."""
    if setup is None:
        yield f"  hand: {_titles(fish, cards)}"
        return
    left = list(cards)
    marks = []
    for code in setup.placed:
        left.remove(code)
        marks.append(f"{title_of(fish, code)} ({fish.cards[code].facts['cost']})")
    for code in setup.duplicates:
        left.remove(code)
        marks.append(f"{title_of(fish, code)} (duplicate)")
    for code in setup.shadows:
        left.remove(code)
        marks.append(f"{title_of(fish, code)} (in shadows, {fish.plan.shadow})")
    gold, count = setup.figures[:2]
    yield f"  set up: {', '.join(marks) or 'nothing'}: {gold} gold, {number_of_cards(count)}"
    yield f"  in hand: {_titles(fish, left)}"
    yield f"  drawn up to {fish.plan.hand}: {_titles(fish, drawn)}"


def _titles(fish: Fish, codes: Sequence[str]) -> str:
    return ", ".join(title_of(fish, code) for code in codes) or "nothing"


def number_of_cards(number: int) -> str:
    """`1 card`, `4 cards`."""
    return f"{number} card{'' if number == 1 else 's'}"
