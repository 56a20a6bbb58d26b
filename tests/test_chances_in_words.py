"""Chances in words never round a possible thing to nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckcheck.report.odds_words import decimal, percent, points, signed


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10**9), "<0.01 %"),
        (Fraction(10**9 - 1, 10**9), ">99.99 %"),
        (Fraction(1, 10_000), "0.01 %"),
        (Fraction(9_999, 10_000), "99.99 %"),
        (Fraction(1, 60), "1.67 %"),
        (Fraction(1, 8), "12.50 %"),
    ],
)
def test_percents(chance: Fraction, words: str) -> None:
    assert percent(chance) == words


def test_numbers_and_differences() -> None:
    assert decimal(Fraction(5, 2), 0) == "3"
    assert decimal(Fraction(-1, 8), 2) == "-0.13"
    assert decimal(Fraction(-1, 10**6), 2) == "0.00"
    assert signed(Fraction(0)) == "0"
    assert signed(Fraction(1, 10**6)) == "+<0.01"
    assert signed(Fraction(-3, 100)) == "-0.03"
    assert points(Fraction(1, 100)) == "+1.00 pp"
    assert points(Fraction(0)) == "0"
