"""Every deck of tests/decks has its verdict, and exactly its own fault."""

from __future__ import annotations

from collections import Counter

import pytest
from cases import GAMES, Case, cases, judge

ALL = [case for game in GAMES for case in cases(game)]
NAMED = {case.id: case for case in ALL}


def codes(case: Case, *severities: str) -> tuple[str, ...]:
    report = judge(case.format, case.list, case.on, case.deck.game).report(case.deck)
    return tuple(sorted({f.code for f in report.findings if f.severity in severities}))


@pytest.mark.parametrize("id", NAMED)
def test_a_deck_has_its_verdict_and_exactly_its_fault(id: str) -> None:
    case = NAMED[id]
    assert codes(case, "error", "unknown") == case.finds, case.why
    told = judge(case.format, case.list, case.on, case.deck.game).verdict(case.deck)
    assert told is case.legal
    if case.warnings is not None:
        assert codes(case, "warning") == case.warnings


def test_no_two_cases_have_one_name() -> None:
    assert not [id for id, n in Counter(case.id for case in ALL).items() if n > 1]
