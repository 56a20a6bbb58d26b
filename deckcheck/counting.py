"""Counting: what a row counts among the cards it hits, and whether its bound is kept.

Pure arithmetic over (card, copies, section); knows rows but no game, no deck rules and no texts.
Quantities: `copies`, `titles` (distinct), `ids` (distinct codes), `doubled` (titles with two or
more copies), or any field of a card (distinct values). All of them only grow with more cards,
so the interval of a count runs from the cards that surely belong to those that may.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from deckcheck.folding import fold
from deckcheck.model import Card, Deck
from deckcheck.query import Answer
from deckcheck.rules import Bound, Rule

Held = tuple[Card, int, str]
"""(card, copies, section)."""
Hit = tuple[Held, Answer]
"""A card that a row counts: True = surely, None = perhaps."""


def groups_of(
    rule: Rule, low: Bound, high: Bound, hits: list[Hit], limit: int | None = None
) -> Iterable[list[Hit]]:
    """The hits in the groups that are counted together, but for groups that surely keep the row.

    Nearly every row of a deck is kept, and is seen to be at a glance: that is what makes a
    verdict cheap. `limit` = copies of a card that prints no limit of its own.
    """
    per = rule.per
    if _kept_at_a_glance(rule, low, high, hits, limit):
        return ()
    if not per:
        return (hits,)
    groups: dict[Any, list[Hit]] = {}
    for hit in hits:
        groups.setdefault(group_of(per, hit[0]), []).append(hit)
    return groups.values()


def _kept_at_a_glance(
    rule: Rule, low: Bound, high: Bound, hits: list[Hit], limit: int | None
) -> bool:
    """Whether the row is surely kept; False = count it properly."""
    if rule.one_of:
        return False
    if rule.of == "copies":
        if not rule.per:
            return _total_kept(low, high, hits)
        return low is None and _titles_alone(rule.per, high, hits, limit)
    if low is not None or not isinstance(high, int):
        return False
    if rule.of == "doubled":
        titles = {held[0].title for held, _ in hits}
        return len(titles) == len(hits) and sum(held[1] > 1 for held, _ in hits) <= high
    return len(hits) <= high  # that many titles, codes or values at most


def _total_kept(low: Bound, high: Bound, hits: list[Hit]) -> bool:
    if isinstance(low, str) or isinstance(high, str):
        return False
    total = 0
    for held, answer in hits:
        if not answer:
            return False
        total += held[1]
    return (low is None or total >= low) and (high is None or total <= high)


def _titles_alone(per: tuple[str, ...], high: Bound, hits: list[Hit], limit: int | None) -> bool:
    """Whether each title stands there once, within the bound."""
    if per not in _BY_TITLE or (isinstance(high, str) and high != "$limit"):
        return False
    key = _BY_TITLE[per]
    if len({key(held[0]) for held, _ in hits}) < len(hits):
        return False
    if isinstance(high, int):
        return all(held[1] <= high for held, _ in hits)
    return all(held[1] <= (held[0].limit or limit or 0) for held, _ in hits)


def _title(card: Card) -> str:
    return card.title


@cache
def _folded(title: str) -> str:
    return fold(title)


def _name(card: Card) -> str:
    """The card's name, however it is spelled: «Чёрный» and «Черный» are one."""
    return _folded(card.title)


_BY_TITLE = {("title",): _title, ("name",): _name}


def group_of(per: tuple[str, ...], held: Held) -> Any:
    """The key under which a card is counted together with others."""
    if per in _BY_TITLE:
        return _BY_TITLE[per](held[0])
    card, _, section = held
    key = []
    for name in per:
        if name == "section":
            key.append(section)
        elif name == "id":
            key.append(card.code)
        elif name == "name":
            key.append(_name(card))
        else:
            key.append(value_of(card, name))
    return tuple(key)


def value_of(card: Card, name: str) -> Any:
    """A card's value of a field, hashable: attribute or fact."""
    value = getattr(card, name) if name in Card._fields else card.facts.get(name)
    return tuple(value) if isinstance(value, list) else value


def quantity(of: str, hits: Sequence[Hit], *, certain: bool) -> int:
    """How much there is of `of` among the hits: the certain ones only, or all."""
    counted = [held for held, answer in hits if answer or not certain]
    if of == "copies":
        return sum(copies for _, copies, _ in counted)
    if of == "titles":
        return len({card.title for card, _, _ in counted})
    if of == "ids":
        return len({card.code for card, _, _ in counted})
    if of == "doubled":
        copies_of: dict[str, int] = {}
        for card, copies, _ in counted:
            copies_of[card.title] = copies_of.get(card.title, 0) + copies
        return sum(copies > 1 for copies in copies_of.values())
    return len({value_of(card, of) for card, _, _ in counted})


def measure(
    rule: Rule,
    low: Bound,
    high: Bound,
    hits: Sequence[Hit],
    unknown: int,
    deck: Deck,
    limit: int | None = None,
) -> tuple[str, int | str, str]:
    """(`kept`, `broken` or `unknown`; what was found; the demand in short).

    `unknown` = copies of cards that nobody knows, which may help to meet a minimum; `limit` =
    copies of a card that prints no limit of its own.
    """
    certain = quantity(rule.of, hits, certain=True)
    possible = certain
    if any(answer is None for _, answer in hits):
        possible = quantity(rule.of, hits, certain=False)
    low, high = _number(low, hits, deck, limit), _number(high, hits, deck, limit)
    found: int | str = certain if certain == possible else f"{certain} to {possible}"
    if rule.one_of:
        return _among(rule.one_of, certain, possible, unknown), found, _either(rule.one_of)
    expected = _demand(low, high)
    if low is not None and possible < low:
        helped = possible + unknown >= low and (high is None or certain <= high)
        if helped and high is None and rule.of == "copies":
            found = f"{certain} to {possible + unknown}"
        return ("unknown" if helped else "broken"), found, expected
    if high is not None and certain > high:
        return "broken", certain, expected
    kept = (low is None or certain >= low) and (high is None or possible <= high)
    return ("kept" if kept else "unknown"), found, expected


def _among(values: tuple[int, ...], certain: int, possible: int, unknown: int) -> str:
    if certain == possible and certain in values:
        return "kept"
    reachable = range(certain, possible + unknown + 1)
    return "unknown" if any(v in reachable for v in values) else "broken"


def _number(bound: Bound, hits: Sequence[Hit], deck: Deck, limit: int | None) -> int | None:
    """A bound as a number. `$limit`: the lowest printed limit in the group [RR Deck Limits].

    Where none is printed `$limit` is `limit`, and `$printed` is no bound.
    """
    if bound is None or isinstance(bound, int):
        return bound
    if bound in ("$limit", "$printed"):
        default = limit if bound == "$limit" else None
        return min((h[0].limit for h, _ in hits if h[0].limit is not None), default=default)
    if bound == "$drafted":
        if deck.drafted is None:
            return None
        return sum(deck.drafted.get(code, 0) for code in {h[0].code for h, _ in hits})
    raise ValueError(f"no such bound: {bound}")


def _demand(low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return f"exactly {low}" if low else "0"
    if low is not None and high is not None:
        return f"{low} to {high}"
    if low is not None:
        return f"at least {low}"
    return "0" if high == 0 else f"at most {high}"


def _either(values: tuple[int, ...]) -> str:
    return " or ".join(str(v) for v in values)
