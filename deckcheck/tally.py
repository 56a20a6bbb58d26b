"""What each live row counts in a deck: the numbers behind a verdict, kept rows too.

For showing a deck (`show`); a verdict needs only what is broken. May import live and below.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from deckcheck.counting import Hit, group_of, measure
from deckcheck.live import Row
from deckcheck.model import Deck
from deckcheck.rules import Rule

_MOST_GROUPS = 9
"""Groups of one row that are all worth giving: there are as many factions, neutral included."""
_BY_COPY = frozenset({"title", "id", "name"})
"""What rows that speak of copies count by."""
_WORST_FIRST = {"broken": 0, "unknown": 1, "kept": 2}


class Counted(NamedTuple):
    """What one row counts in a deck, or in one group of it, and what it demands."""

    rule: Rule
    found: int | str
    """A number, or `3 to 5` where facts are unknown."""
    expected: str
    """The demand in short: `at least 60`, `exactly 7`, `0`."""
    state: str
    """`kept`, `broken` or `unknown`."""
    cards: tuple[str, ...]
    """Codes of the cards that are counted, in deck order."""
    group: str | None = None
    """Of rows that count in groups: the title, faction, … that this is the count of."""


def tally(row: Row, hits: list[Hit], helpers: int, deck: Deck) -> list[Counted]:
    """What a row counts; empty where it has nothing to count and demands nothing.

    Rows that count by title, code or name give their fullest group only (a broken one if there
    is one): a deck has thirty titles, and all but the fullest say nothing. `helpers` = how much
    cards that nobody knows may add.
    """
    rule = row.rule
    demands = row.low is not None or bool(rule.one_of)
    if not hits and not demands and not (rule.when and row.high == 0):
        return []
    found = [_counted(row, group, helpers, deck) for group in _groups(rule, hits, row)]
    if rule.per and {*rule.per} & {"title", "name", "id"}:
        found.sort(key=lambda one: (_WORST_FIRST[one.state], -_size(one.found)))
        return found[:1]
    return found


def _groups(rule: Rule, hits: list[Hit], row: Row) -> Iterable[list[Hit]]:
    """The hits that are counted together."""
    if not rule.per:
        return [hits]
    groups: dict[object, list[Hit]] = {}
    for hit in hits:
        groups.setdefault(group_of(rule.per, hit[0]), []).append(hit)
    if row.having is None:
        return groups.values()
    having = row.having
    return [g for g in groups.values() if any(having(held[0]) is not False for held, _ in g)]


def _counted(row: Row, group: list[Hit], helpers: int, deck: Deck) -> Counted:
    rule = row.rule
    state, found, expected = measure(rule, row.low, row.high, group, helpers, deck, row.limit)
    cards = tuple(dict.fromkeys(held[0].code for held, _ in group))
    name = None
    if rule.per:
        key = group_of(rule.per, group[0][0])
        name = " ".join(str(part) for part in ((key,) if isinstance(key, str) else key))
        if _BY_COPY & {*rule.per}:
            name = group[0][0][0].title
        if rule.per == ("name",):
            name = group[0][0][0].title
    return Counted(rule, found, expected, state, cards, name)


def _size(found: int | str) -> int:
    return found if isinstance(found, int) else int(found.partition(" ")[0])
