"""The chance to have seen what one wishes for by a round: exact.

Cards fall into classes by which wishes they match. Of hands it is counted how many cards of each
class they hold and how many their best set-up places; from there the draws are multivariate
hypergeometric. Chances are Fractions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from deckcheck.errors import InputError
from deckcheck.goldfish.chances import Fish, further
from deckcheck.goldfish.mulligan import Rule

MOST_WISHES = 4
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_LOOSE = re.compile(r"[\[\]]|(?:^|(?<=\s))(?:<=|>=|!=|<|>|=(?=\s*-?\d))\S*")
"""Brackets, and comparisons that compare nothing; `=title` is an exact title."""


class Wish(NamedTuple):
    """At least so many cards that match a query."""

    query: str
    number: int = 1


class Odds(NamedTuple):
    """The chance that all wishes are met together."""

    by_round: tuple[Fraction, ...]
    """By the end of set-up, then by each round's draw phase."""
    matching: tuple[int, ...]
    """Cards of the deck that match each wish."""
    rule: str
    exact: bool


def parse_wish(text: str) -> Wish:
    """`QUERY`, `QUERY >=2` or `[QUERY]>=2`. Raises InputError for what is neither."""
    body, sign, number = text.rpartition(">=")
    query, count = text.strip(), 1
    if sign and number.strip().isdecimal() and len(number.strip()) <= 3:
        bare = body.rstrip()
        if not bare or body != bare or bare.endswith("]"):
            query, count = bare, int(number)
    if query.startswith("[") and query.endswith("]"):
        query = query[1:-1].strip()
    if not query:
        raise InputError(f"The wish {text!r} names no cards: write a query, then >=2 for two.")
    loose = _LOOSE.search(_QUOTED.sub("x", query))
    if loose:
        raise InputError(
            f"The wish {text!r} can't be read at {loose[0].strip()!r}: a query, or [query], then "
            ">= and a whole number: 'type:character >=2'."
        )
    return Wish(query, count)


def odds(fish: Fish, wishes: Sequence[Wish], rounds: int, rule: Rule) -> Odds:
    """The chance that all wishes are met by the end of set-up and by each round.

    Raises QueryError for a wish that can't be read, InputError for none or too many.
    """
    if not 1 <= len(wishes) <= MOST_WISHES:
        raise InputError(f"1 to {MOST_WISHES} wishes can be asked together.")
    tests = [fish.test(wish.query) for wish in wishes]
    classes: dict[tuple[bool, ...], int] = {}
    codes: dict[str, tuple[bool, ...]] = {}
    for version in fish.plan.versions:
        key = tuple(test(version.code) for test in tests)
        codes[version.code] = key
        if any(key):
            classes[key] = classes.get(key, 0) + version.copies
    fetched = [0] * len(wishes)
    for code in fish.plan.fetched:
        for n, test in enumerate(tests):
            fetched[n] += test(code)
    needs = [max(0, wish.number - had) for wish, had in zip(wishes, fetched, strict=True)]
    return _met(fish, rule, rounds, list(classes.items()), needs, codes)


def _met(
    fish: Fish,
    rule: Rule,
    rounds: int,
    classes: list[tuple[tuple[bool, ...], int]],
    needs: Sequence[int],
    codes: Mapping[str, tuple[bool, ...]],
) -> Odds:
    from deckcheck.goldfish.chances import hands_of, mulliganed

    plan = fish.plan
    labels = [fish.test(query) for query in rule.queries]
    labels += [_in_class(codes, key) for key, _ in classes]
    hands = hands_of(plan, rule.figures, labels, fish.seed)
    chances = mulliganed(hands, fish.settle(rule).returns)
    rest = plan.size - plan.drawn
    asked = len(rule.queries)

    @cache
    def chance(held: tuple[int, ...], more: int) -> Fraction:
        left = [n - had for (_, n), had in zip(classes, held, strict=True)]
        still = list(needs)
        for (key, _), had in zip(classes, held, strict=True):
            still = [need - had * hit for need, hit in zip(still, key, strict=True)]
        return drawn_chance(
            [(key, n) for (key, _), n in zip(classes, left, strict=True)], rest, more, still
        )

    found = []
    for round_number in range(rounds + 1):
        total = Fraction(0)
        for outcome, number in chances.of.items():
            more = further(plan, outcome.figures[1], round_number)
            total += number * chance(outcome.labels[asked:], more)
        found.append(total / chances.over)
    matching = tuple(sum(n for key, n in classes if key[place]) for place in range(len(needs)))
    return Odds(tuple(found), matching, fish.settle(rule).text, hands.exact)


def _in_class(
    codes: Mapping[str, tuple[bool, ...]], key: tuple[bool, ...]
) -> Callable[[str], bool]:
    return lambda code: codes[code] == key


def drawn_chance(
    classes: Sequence[tuple[tuple[bool, ...], int]], size: int, drawn: int, needs: Sequence[int]
) -> Fraction:
    """The chance that `drawn` cards out of `size` meet all needs.

    `classes`: (which needs its cards serve, number of cards) of each class of cards that serve any;
    the rest of the `size` cards serve none. The multivariate hypergeometric sum [RR Draw].
    """
    ways = sum(
        number for counts, number in _draws(classes, size, drawn) if _serve(classes, counts, needs)
    )
    return Fraction(ways, comb(size, drawn))


def _serve(
    classes: Sequence[tuple[tuple[bool, ...], int]], counts: Sequence[int], needs: Sequence[int]
) -> bool:
    return all(
        sum(n for (key, _), n in zip(classes, counts, strict=True) if key[place]) >= need
        for place, need in enumerate(needs)
    )


def _draws(
    classes: Sequence[tuple[tuple[bool, ...], int]], size: int, drawn: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """(cards of each class drawn, number of such draws)."""
    if not classes:
        yield (), comb(size, drawn)
        return
    (_, number), rest = classes[0], classes[1:]
    for n in range(min(number, drawn) + 1):
        for counts, ways in _draws(rest, size - number, drawn - n):
            if ways:
                yield (n, *counts), ways * comb(number, n)
