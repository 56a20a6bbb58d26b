"""The language of mulligan rules: when a hand goes back.

    cards<4 or characters<2
    [cost>=6]>2 and gold<8
    best:gold        best:cards        best:cards>=4 and characters>=2

A comparison asks a figure of the hand's best set-up (FIGURES), or `[query]`: how many cards of the
hand match. `and` binds closer than `or`; parentheses group. `best:AIM` computes the rule that is
best for an aim: the mean of a figure, or the chance of a condition.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import NamedTuple

from deckcheck.errors import QueryError
from deckcheck.goldfish.plan import FIGURES
from deckcheck.query import Field, compile_query

Values = tuple[tuple[int, ...], tuple[int, ...]]
"""(figures of the best set-up, how many cards of the hand match each query)."""
_OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
MOST_QUERIES = 4


class Comparison(NamedTuple):
    """`cards<4` or `[query]>2`."""

    name: str
    """A figure, or `[` for the query with number `query`."""
    query: int
    op: str
    number: int


class Condition(NamedTuple):
    """Comparisons joined: any of these, in each of which all must hold."""

    text: str
    kind: str
    """`and`, `or` or `test`."""
    parts: tuple[Condition, ...] = ()
    test: Comparison | None = None


class Rule(NamedTuple):
    """A mulligan rule as written: when a hand goes back."""

    text: str
    condition: Condition | None
    """None: the rule is `best:` and has yet to be computed, or no hand goes back."""
    aim: str = ""
    """`best:` what: a figure's name, or `if` for the chance of `wish`."""
    wish: Condition | None = None
    queries: tuple[str, ...] = ()
    """The queries in it, by number."""

    @property
    def figures(self) -> int:
        """How many of FIGURES, from the first, it asks about (2 at least)."""
        needed = [2]
        for condition in (self.condition, self.wish):
            needed += [FIGURES.index(n) + 1 for n in names_in(condition) if n in FIGURES]
        if self.aim in FIGURES:
            needed.append(FIGURES.index(self.aim) + 1)
        return max(needed)


KEEP_ALL = Rule("keep all", None)
"""The rule under which no hand goes back."""


def names_in(condition: Condition | None) -> list[str]:
    """The figures that a condition asks about (`[` for queries)."""
    if condition is None:
        return []
    if condition.test is not None:
        return [condition.test.name]
    return [name for part in condition.parts for name in names_in(part)]


def holds(condition: Condition, values: Values) -> bool:
    """Whether a condition holds for a hand."""
    if condition.test is not None:
        test = condition.test
        figures, counts = values
        found = counts[test.query] if test.name == "[" else figures[FIGURES.index(test.name)]
        return _OPERATORS[test.op](found, test.number)
    answers = (holds(part, values) for part in condition.parts)
    return all(answers) if condition.kind == "and" else any(answers)


class _Parser:
    """Recursive descent over one rule."""

    def __init__(self, text: str, fields: Mapping[str, Field]) -> None:
        self.text, self.fields, self.at = text, fields, 0
        self.queries: list[str] = []
        self.depth = 0

    def fail(self, message: str) -> QueryError:
        return QueryError(message, self.text, min(self.at, len(self.text)))

    def skip(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def word(self, word: str) -> bool:
        """Whether this word comes next; it is then passed."""
        self.skip()
        end = self.at + len(word)
        follows = self.text[end : end + 1]
        if self.text[self.at : end].casefold() == word and not follows.isalnum():
            self.at = end
            return True
        return False

    def joined(self, kind: str) -> Condition:
        start = self.at
        part = self.joined if kind == "or" else lambda _: self.one()
        parts = [part("and")]
        while self.word(kind):
            parts.append(part("and"))
        if len(parts) == 1:
            return parts[0]
        return Condition(self.text[start : self.at].strip(), kind, tuple(parts))

    def one(self) -> Condition:
        self.skip()
        if self.text[self.at : self.at + 1] == "(":
            self.depth += 1
            if self.depth > 20:
                raise self.fail("The rule is nested too deeply.")
            self.at += 1
            inside = self.joined("or")
            self.skip()
            if self.text[self.at : self.at + 1] != ")":
                raise self.fail("This parenthesis is never closed.")
            self.at += 1
            self.depth -= 1
            return inside
        start = self.at
        name, query = self.subject()
        self.skip()
        op = next((o for o in _OPERATORS if self.text.startswith(o, self.at)), None)
        if op is None:
            raise self.fail("A comparison is missing here: < <= = != >= or >.")
        self.at += len(op)
        self.skip()
        digits = self.at
        while self.text[self.at : self.at + 1].isdecimal():
            self.at += 1
        if digits == self.at or self.at - digits > 3:
            raise self.fail("A number is missing here.")
        test = Comparison(name, query, op, int(self.text[digits : self.at]))
        return Condition(self.text[start : self.at], "test", (), test)

    def subject(self) -> tuple[str, int]:
        start = self.at
        if self.text[start : start + 1] == "[":
            end = _closing(self.text, start)
            if end is None:
                raise self.fail("This bracket is never closed.")
            query = self.text[start + 1 : end]
            compile_query(query, self.fields)
            if query not in self.queries:
                self.queries.append(query)
            if len(self.queries) > MOST_QUERIES:
                raise self.fail(f"A rule can ask {MOST_QUERIES} different queries at most.")
            self.at = end + 1
            return "[", self.queries.index(query)
        while self.text[self.at : self.at + 1].isalpha():
            self.at += 1
        name = self.text[start : self.at].casefold()
        if name not in FIGURES:
            self.at = start
            raise self.fail(f"A figure is expected here: {', '.join(FIGURES)}, or a [query].")
        return name, 0


def _closing(text: str, start: int) -> int | None:
    """Where the bracket that opens at `start` closes; quoted brackets don't count."""
    quote = ""
    for at in range(start + 1, len(text)):
        char = text[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "]":
            return at
    return None


def parse_rule(text: str, fields: Mapping[str, Field]) -> Rule:
    """A rule as written. Raises QueryError, with a caret where it can't be understood."""
    written = text.strip()
    if written.casefold() in ("keep", "keep all", "none"):
        return KEEP_ALL
    best = written.casefold().startswith("best:")
    if best and (aim := written[5:].strip().casefold()) in FIGURES:
        return Rule(written, None, aim)
    parser = _Parser(written, fields)
    parser.at = 5 if best else 0
    condition = parser.joined("or")
    parser.skip()
    if parser.at < len(written):
        raise parser.fail("This is not understood here.")
    queries = tuple(parser.queries)
    if best:
        return Rule(written, None, "if", condition, queries)
    return Rule(written, condition, queries=queries)


def condition_of(text: str, fields: Mapping[str, Field]) -> Rule:
    """A condition alone, as a rule that may not be `best:`. Raises QueryError."""
    if text.strip().casefold().startswith("best:"):
        raise QueryError("A condition is expected here, not best:.", text, 0)
    return parse_rule(text, fields)
