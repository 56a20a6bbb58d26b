"""The one query language: text → a question that a card answers yes, no or *unknown*.

    type:character trait:maester -loyal cost<=3 faction:stark|neutral unique "old bear"

Rules, card search, collection filters and odds all use it. How it is written is said in
`grammar.py`; which fields there are, and their one-letter names, is declared by the game
(`Field`). May import grammar, model and below; knows no game and no rule.

An answer is True, False or None. None (unknown) comes from a fact whose value is None, and
passes through `and`, `or` and `not` as in Kleene's logic. `cost:?` asks for just that: is the
card's cost unknown?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from deckcheck.errors import QueryError
from deckcheck.folding import fold
from deckcheck.grammar import Field, Node, ids_of, parse, variables
from deckcheck.model import UNKNOWN, Card

__all__ = [
    "NO_BINDING",
    "Answer",
    "Binding",
    "Field",
    "Getter",
    "Node",
    "Test",
    "Unbound",
    "compile_query",
    "getter",
    "ids_of",
    "parse",
    "variables",
]

Answer = bool | None
Test = Callable[[Card], Answer]
Getter = Callable[[Card], Any]

_YES = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}
_ENDLESS = float("inf")
_ABSENT = object()


class Binding(NamedTuple):
    """What a query means in its surroundings: the `$names` and values that cards don't carry."""

    values: Mapping[str, tuple[str, ...] | None] = {}
    """What a `$name` stands for, any of several; None = something, but nobody knows what."""
    derived: Mapping[str, Getter] = {}


NO_BINDING = Binding()


class Unbound(QueryError):
    """The query names a `$variable` that has no value here. `name` is without the `$`."""

    def __init__(self, name: str, query: str, at: int) -> None:
        super().__init__(f"${name} has no value here.", query, at)
        self.name = name


def compile_query(text: str, fields: Mapping[str, Field], binding: Binding = NO_BINDING) -> Test:
    """A function Card → True, False or None (unknown).

    Raises QueryError for a field or value nobody knows, Unbound for a `$name` without a value.
    """
    return _compile(parse(text, fields), text, fields, binding)


def _compile(tree: Node, text: str, fields: Mapping[str, Field], binding: Binding) -> Test:
    if tree.kind == "all":
        return lambda card: True
    if tree.kind == "words":
        wanted = fold(tree.values[0])
        return lambda card: wanted in fold(card.title)
    if tree.kind == "test":
        return _compile_test(tree, text, fields[tree.field], binding)
    tests = [_compile(part, text, fields, binding) for part in tree.parts]
    if tree.kind == "not":
        inner = tests[0]

        def negated(card: Card) -> Answer:
            answer = inner(card)
            return None if answer is None else not answer

        return negated
    return _all_of(tests) if tree.kind == "and" else _any_of(tests)


def _all_of(tests: list[Test]) -> Test:
    def every(card: Card) -> Answer:
        answer: Answer = True
        for test in tests:
            one = test(card)
            if one is False:
                return False
            if one is None:
                answer = None
        return answer

    return every


def _any_of(tests: list[Test]) -> Test:
    def some(card: Card) -> Answer:
        answer: Answer = False
        for test in tests:
            one = test(card)
            if one:
                return True
            if one is None:
                answer = None
        return answer

    return some


def getter(of: str, derived: Mapping[str, Getter]) -> Getter:
    """How the value called `of` is read off a card: derived, attribute, or fact.

    Gives the private mark *absent* where the card has no such thing, None where unknown.
    """
    if of in derived:
        return derived[of]
    if of == "type":
        return lambda card: None if card.type == UNKNOWN else card.type
    if of in Card._fields:
        index = Card._fields.index(of)
        return lambda card: card[index]
    return lambda card: card.facts.get(of, _ABSENT)


def _compile_test(tree: Node, text: str, field: Field, binding: Binding) -> Test:
    if field.kind == "away":
        raise QueryError(
            f"{field.name} is not in this database (card texts are not shipped).", text, tree.at
        )
    values: list[str] = []
    doubtful = False
    for value in tree.values:
        if value.startswith("$"):
            if value[1:] not in binding.values:
                raise Unbound(value[1:], text, tree.at)
            bound = binding.values[value[1:]]
            doubtful = doubtful or bound is None
            values.extend(bound or ())
        else:
            values.append(value)
    get = _reader(field, binding)
    if values == [UNKNOWN] and tree.op in (":", "!="):
        return _asks_unknown(get, negate=tree.op == "!=")
    makers = {"flag": _flag, "number": _number, "size": _number, "date": _date}
    test = makers.get(field.kind, _word)(tree, text, field, values, get)
    return _doubted(test, get, hit=tree.op != "!=") if doubtful else test


def _reader(field: Field, binding: Binding) -> Getter:
    """How a field's value is read off a card (see `getter`), as its kind and data have it."""
    get = getter(field.of, binding.derived)
    if field.everywhere:
        return lambda card: None if (value := get(card)) is _ABSENT else value
    if field.kind == "size":
        return lambda card: len(v) if isinstance(v := get(card), list | tuple) else v
    return get


def _asks_unknown(get: Getter, *, negate: bool) -> Test:
    def test(card: Card) -> Answer:
        value = get(card)
        unknown = value is None or value == UNKNOWN
        unknown = unknown or (isinstance(value, list | tuple) and UNKNOWN in value)
        return unknown is not negate

    return test


def _doubted(test: Test, get: Getter, *, hit: bool) -> Test:
    """A test by values of which one isn't known: what the others don't decide is unknown."""

    def doubted(card: Card) -> Answer:
        answer = test(card)
        return answer if answer is hit or get(card) is _ABSENT else None

    return doubted


def _flag(tree: Node, text: str, field: Field, values: list[str], get: Getter) -> Test:
    wanted = [_YES.get(fold(v)) for v in values]
    if tree.op not in (":", "!="):
        raise QueryError(f"{field.name} is asked with 1 or 0 (yes or no).", text, tree.at)
    if None in wanted:
        bad = values[wanted.index(None)]
        reason = f"{field.name} is asked with 1 or 0 (yes or no), not {bad!r}."
        raise QueryError(reason, text, _at(tree, text, bad))
    accept = {w if tree.op == ":" else not w for w in wanted}

    def test(card: Card) -> Answer:
        value = get(card)
        if value is None:
            return None
        if field.member is not None:
            value = value is not _ABSENT and field.member in value
        return (value is not _ABSENT and bool(value)) in accept

    return test


def _rank(value: Any) -> float:
    """A number for comparing: `-` lies below 0, `X` is endless."""
    if isinstance(value, int | float):
        return value
    return -1.0 if value == "-" else _ENDLESS


def _number(tree: Node, text: str, field: Field, values: list[str], get: Getter) -> Test:
    wanted: list[float | str] = []
    for value in values:
        if value.upper() in ("X", "-"):
            wanted.append(value.upper())
        elif (digits := value.removeprefix("-")).isascii() and digits.isdigit() and len(digits) < 9:
            wanted.append(int(value))
        else:
            raise QueryError(
                f"{field.name} is a number (or X, or -), not {value!r}.",
                text,
                _at(tree, text, value),
            )
    if tree.op in (":", "!="):
        return _equal(frozenset(wanted), get, negate=tree.op == "!=")
    return _ordered(tree.op, [_rank(w) for w in wanted], _rank, get)


def _date(tree: Node, text: str, field: Field, values: list[str], get: Getter) -> Test:
    from datetime import date

    for value in values:
        try:
            if date.fromisoformat(value).isoformat() != value:
                raise ValueError  # 20260701 and 2026-W27-3 don't compare as texts
        except ValueError:
            raise QueryError(
                f"{field.name} is a date such as 2026-07-01, not {value!r}.",
                text,
                _at(tree, text, value),
            ) from None

    def known(card: Card) -> Any:
        # A card without a release date was never released: no answer to any comparison.
        value = get(card)
        return _ABSENT if value is None else value

    if tree.op in (":", "!="):
        return _equal(frozenset(values), known, negate=tree.op == "!=")
    return _ordered(tree.op, values, lambda value: value, known)


def _equal(wanted: frozenset[Any], get: Getter, *, negate: bool) -> Test:
    def test(card: Card) -> Answer:
        value = get(card)
        if value is None:
            return None
        return (value in wanted) is not negate

    return test


def _ordered(op: str, bounds: list[Any], rank: Callable[[Any], Any], get: Getter) -> Test:
    import operator

    compare = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}[op]

    def test(card: Card) -> Answer:
        value = get(card)
        if value is None:
            return None
        if value is _ABSENT:
            return False
        return any(compare(rank(value), bound) for bound in bounds)

    return test


def _word(tree: Node, text: str, field: Field, values: list[str], get: Getter) -> Test:
    if tree.op not in (":", "=", "!="):
        raise QueryError(f"{field.name} has no order: use : or !.", text, tree.at)
    wanted: set[str] = set()
    for value in values:
        key = fold(value)
        if field.values is not None:
            if key not in field.values:
                raise QueryError(_bad_value(field, value), text, _at(tree, text, value))
            key = fold(field.values[key])
        wanted.add(key)
    partly = field.kind == "text" and tree.op == ":"
    negate = tree.op == "!="

    def test(card: Card) -> Answer:
        value = get(card)
        if value is None:
            return None
        if value is _ABSENT:
            return negate
        have = [fold(value)] if isinstance(value, str) else [fold(v) for v in value]
        hit = any((w in h if partly else w == h) for h in have for w in wanted)
        return hit is not negate

    return test


def _at(tree: Node, text: str, value: str) -> int:
    """Where in the query a value of this term stands."""
    after = next((i for i in range(tree.at, len(text)) if text[i] in ":=!<>"), tree.at)
    return max(text.find(value, after), tree.at)


def _bad_value(field: Field, value: str) -> str:
    from deckcheck.registry import unknown_name

    return str(unknown_name(field.name, value, sorted(set((field.values or {}).values()))))
