"""Which scenario keeps which statement of the Rules Reference (pages 5 and 17), and by which rule.

`@statement(ID, rule, without)` marks a scenario: `rule` is the function that keeps the statement
(`module:name`), `without` what stands in its place when it is taken out; the scenario must fail
then. `@beside(ID)` marks the counterpart: one step beside the rule, with the other outcome.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Test = TypeVar("Test", bound=Callable[..., None])


class Scenario(NamedTuple):
    """A scenario of a statement."""

    test: Callable[..., None]
    rule: str
    without: Callable[..., Any]


SCENARIOS: dict[str, Scenario] = {}
COUNTERPARTS: dict[str, Callable[..., None]] = {}

ELSEWHERE = {
    "AGOT-5-CTRL-1": "only points to page 14; that owner and controller are kept apart shows in "
    "DEAD-3 and COST-3",
    "AGOT-5-BUILD-0": "only says for which decks the list holds",
    "AGOT-5-BUILD-3": "the list goes on on page 6, which isn't in the document",
}
"""Statements without a scenario, and why."""

ALL = (
    *(f"AGOT-5-CONST-{n}" for n in range(1, 6)),
    "AGOT-5-CTRL-1",
    "AGOT-5-COPY-1",
    *(f"AGOT-5-COST-{n}" for n in range(1, 9)),
    *(f"AGOT-5-DEAD-{n}" for n in range(1, 10)),
    "AGOT-5-DECK-1",
    "AGOT-5-DECK-2",
    *(f"AGOT-5-BUILD-{n}" for n in range(4)),
    *(f"AGOT-17-PUT-{n}" for n in range(1, 5)),
    "AGOT-17-QUAL-1",
    *(f"AGOT-17-REACT-{n}" for n in range(1, 12)),
    *(f"AGOT-17-REDIR-{n}" for n in range(11)),
    "AGOT-17-RFG-1",
    "AGOT-17-RFG-2",
)
"""Every statement of the two pages."""


def statement(name: str, rule: str, without: Callable[..., Any]) -> Callable[[Test], Test]:
    """Mark the scenario of a statement."""

    def mark(test: Test) -> Test:
        assert name not in SCENARIOS, f"{name} has two scenarios"
        SCENARIOS[name] = Scenario(test, rule, without)
        return test

    return mark


def beside(name: str) -> Callable[[Test], Test]:
    """Mark the counterpart of a statement's scenario."""

    def mark(test: Test) -> Test:
        assert name not in COUNTERPARTS, f"{name} has two counterparts"
        COUNTERPARTS[name] = test
        return test

    return mark
