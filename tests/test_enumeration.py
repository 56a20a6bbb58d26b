"""Count to be sure: all decks of a tiny pool, judged by the engine and counted on paper.

For each kind of row there are all decks over a few invented cards. How many of them are legal is
said three times: by the engine, by a sentence in plain Python that knows nothing of rows, and by
a number in the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from tiny import FACTION_ROWS, card, legality, verdicts

from deckcheck.legality import LegalityList
from deckcheck.model import Card

Copies = Callable[[str], int]
"""How many copies of a code a deck holds."""


class Kind(NamedTuple):
    """A kind of row; what it says in plain Python; the decks that are legal, not, can't be told."""

    name: str
    rows: Sequence[Mapping[str, Any]]
    says: Callable[[Copies], bool | None]
    numbers: tuple[int, int, int]
    cards: Sequence[Card]
    list: LegalityList | None = None
    agendas: Sequence[Card] = ()
    drafted: Mapping[str, int] | None = None


def count(*sections: str, **body: Any) -> dict[str, Any]:
    return {"finding": "broken", "count": {"in": list(sections or ("draw",)), **body}}


def beside(agenda: str, **row: Any) -> dict[str, Any]:
    return {"when": f"agenda: id:{agenda}", **row}


# a and b are two versions of one title; d is a spell that shares its title with the plan p.
FOUR = (card("a", "Twin"), card("b", "Twin"), card("c"), card("d", "Double", type="spell"))
PLAN = (*FOUR[:2], FOUR[3], card("p", "Double", type="plan"))
LIMITS = (card("a", "Twin", limit=1), card("b", "Twin", limit=2), card("c", limit=2), FOUR[3])
SIDES = (
    card("n"),
    card("r", faction="red"),
    card("u", faction="blue", traits=["Mage"]),
    card("v", faction="blue", traits=["Thief"]),
)
UNSURE = (*FOUR[1:3], card("m", traits=["Mage"]), card("q", traits=None))
X, Y = card("x", type="agenda"), card("y", type="agenda")
MAGES = {"allow": {"in": ["draw"], "where": "trait:mage"}}


def all_of(n: Copies) -> int:
    return sum(n(code) for code in "abcd")


def interval(low: int, high: int, least: int) -> bool | None:
    """At least so many: yes, no, or it depends."""
    return True if low >= least else None if high >= least else False


KINDS = (
    Kind("at least 5", [count(min=5)], lambda n: all_of(n) >= 5, (190, 66, 0), FOUR),
    Kind("at most 5", [count(max=5)], lambda n: all_of(n) <= 5, (106, 150, 0), FOUR),
    Kind("exactly 5", [count(exactly=5)], lambda n: all_of(n) == 5, (40, 216, 0), FOUR),
    Kind("5 or 7", [count(one_of=[5, 7])], lambda n: all_of(n) in (5, 7), (80, 176, 0), FOUR),
    Kind(
        "at least 3 titles, versions together",
        [count(of="titles", min=3)],
        lambda n: (n("a") + n("b") > 0) + (n("c") > 0) + (n("d") > 0) >= 3,
        (135, 121, 0),
        FOUR,
    ),
    Kind(
        "at most 2 ids, versions apart",
        [count(of="ids", max=2)],
        lambda n: sum(n(code) > 0 for code in "abcd") <= 2,
        (67, 189, 0),
        FOUR,
    ),
    Kind(
        "one title doubled, by its versions too",
        [count(of="doubled", max=1)],
        lambda n: (n("a") + n("b") > 1) + (n("c") > 1) + (n("d") > 1) <= 1,
        (88, 168, 0),
        FOUR,
    ),
    Kind(
        "3 copies a title",
        [count(per=["title"], max=3)],
        lambda n: n("a") + n("b") <= 3,
        (160, 96, 0),
        FOUR,
    ),
    Kind(
        "2 copies a version",
        [count(per=["id"], max=2)],
        lambda n: max(n(code) for code in "abcd") <= 2,
        (81, 175, 0),
        FOUR,
    ),
    Kind(
        "3 copies a title, plans and main counted together",
        [count("draw", "plot", per=["title"], max=3)],
        lambda n: n("a") + n("b") <= 3 and n("d") + n("p") <= 3,
        (100, 156, 0),
        PLAN,
    ),
    Kind(
        "3 copies a title, plans and main counted apart",
        [count("draw", "plot", per=["section", "title"], max=3)],
        lambda n: n("a") + n("b") <= 3,
        (160, 96, 0),
        PLAN,
    ),
    Kind(
        "the lowest printed limit of a title",
        [count(per=["title"], max="$limit")],
        lambda n: (n("a") + n("b") <= (1 if n("a") else 2)) and n("c") <= 2,
        (48, 208, 0),
        LIMITS,
    ),
    Kind(
        "1 title of each faction that isn't neutral",
        [count(of="titles", per=["faction"], where="-faction:neutral", max=1)],
        lambda n: not (n("u") and n("v")),
        (112, 144, 0),
        SIDES,
    ),
    Kind(
        "none of a trait",
        [count(where="trait:mage", max=0)],
        lambda n: n("u") == 0,
        (64, 192, 0),
        SIDES,
    ),
    Kind(
        "one copy of a title that has a spell in the deck",
        [count("draw", "plot", per=["title"], having="type:spell", max=1)],
        lambda n: n("d") == 0 or n("d") + n("p") <= 1,
        (80, 176, 0),
        PLAN,
    ),
    Kind(
        "neutral and own cards let in",
        FACTION_ROWS,
        lambda n: n("u") == n("v") == 0,
        (16, 240, 0),
        SIDES,
    ),
    Kind(
        "and those an agenda lets in",
        [*FACTION_ROWS, beside("x", **MAGES)],
        lambda n: n("v") == 0,
        (64, 192, 0),
        SIDES,
        agendas=[X],
    ),
    Kind(
        "but not without the agenda",
        [*FACTION_ROWS, beside("x", **MAGES)],
        lambda n: n("u") == n("v") == 0,
        (16, 240, 0),
        SIDES,
    ),
    Kind(
        "of two minimums the larger",
        [count(min="$least"), beside("x", set={"least": 3}), beside("y", set={"least": 5})],
        lambda n: all_of(n) >= 5,
        (190, 66, 0),
        FOUR,
        agendas=[Y, X],
    ),
    Kind(
        "of two maximums the larger",
        [count(max="$most"), beside("x", set={"most": 3}), beside("y", set={"most": 5})],
        lambda n: all_of(n) <= 5,
        (106, 150, 0),
        FOUR,
        agendas=[Y, X],
    ),
    Kind(
        "an exact number as set",
        [count(exactly="$size"), beside("x", set={"size": 5})],
        lambda n: all_of(n) == 5,
        (40, 216, 0),
        FOUR,
        agendas=[X],
    ),
    Kind(
        "two exact numbers clash",
        [count(exactly="$size"), beside("x", set={"size": 5}), beside("y", set={"size": 6})],
        lambda n: False,
        (0, 256, 0),
        FOUR,
        agendas=[X, Y],
    ),
    Kind(
        "what was drafted",
        [count("draw", "plot", per=["id"], max="$drafted")],
        lambda n: n("a") <= 2 and n("b") <= 1 and n("c") == 0 and n("d") <= 3,
        (24, 232, 0),
        FOUR,
        drafted={"a": 2, "b": 1, "d": 3},
    ),
    Kind(
        "banned",
        [],
        lambda n: n("a") == n("c") == 0,
        (16, 240, 0),
        FOUR,
        legality(banned=["a", "c"]),
    ),
    Kind(
        "restricted: any copies of one",
        [],
        lambda n: sum(n(code) > 0 for code in "bcd") <= 1,
        (40, 216, 0),
        FOUR,
        legality(restricted=["b", "c", "d"]),
    ),
    Kind(
        "two restricted versions of one title: open",
        [],
        lambda n: False if (n("a") or n("b")) and n("c") else None if n("a") and n("b") else True,
        (40, 180, 36),
        FOUR,
        legality(restricted=["a", "b", "c"]),
    ),
    Kind(
        "pod: one of its cards",
        [],
        lambda n: sum(n(code) > 0 for code in "abd") <= 1,
        (40, 216, 0),
        FOUR,
        legality(pods=[{"cards": ["a", "b", "d"]}]),
    ),
    Kind(
        "two pods that share a card",
        [],
        lambda n: not (n("a") and n("b")) and not (n("b") and n("c")),
        (76, 180, 0),
        FOUR,
        legality(pods=[{"cards": ["a", "b"]}, {"cards": ["b", "c"]}]),
    ),
    Kind(
        "pod with a named restricted card",
        [],
        lambda n: not n("a") or not (n("b") or n("c")),
        (76, 180, 0),
        FOUR,
        legality(pods=[{"restricted": "a", "cards": ["b", "c"]}]),
    ),
    Kind(
        "a demand on a trait that one card may have",
        [count(where="trait:mage", min=3)],
        lambda n: interval(n("m"), n("m") + n("q"), 3),
        (64, 96, 96),
        UNSURE,
    ),
    Kind(
        "a ban on a trait that one card may have",
        [count(where="trait:mage", max=0)],
        lambda n: False if n("m") else None if n("q") else True,
        (16, 192, 48),
        UNSURE,
    ),
    Kind(
        "open: a breach can't be told",
        [{**count(max=5), "sure": "open"}],
        lambda n: True if all_of(n) <= 5 else None,
        (106, 0, 150),
        FOUR,
    ),
    Kind(
        "likely: a breach is a breach",
        [{**count(max=5), "sure": "likely"}],
        lambda n: all_of(n) <= 5,
        (106, 150, 0),
        FOUR,
    ),
    Kind(
        "a warning is no breach",
        [{**count(max=5), "severity": "warning"}],
        lambda n: True,
        (256, 0, 0),
        FOUR,
    ),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_of_row_makes_as_many_decks_legal_as_counted_on_paper(kind: Kind) -> None:
    judged = verdicts(
        kind.rows, kind.cards, one=kind.list, agendas=kind.agendas, drafted=kind.drafted
    )
    for deck, legal in judged:
        assert legal is kind.says(lambda code, deck=deck: deck.get(code, 0)), deck
    told = Counter(legal for _, legal in judged)
    assert (told[True], told[False], told[None]) == kind.numbers
