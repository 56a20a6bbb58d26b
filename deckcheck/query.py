"""The one query language: text → a question that a card answers yes, no or *unknown*.

    type:character trait:maester -loyal cost<=3 faction:stark|neutral unique "old bear"

Terms side by side must all hold; a lone `|` between terms is *or*; parentheses group; `-` (or
`!`) in front of a term negates it. Rules, card search, collection filters and odds all use it.
Which fields there are, and their one-letter names, is declared by the game (`Field`). May import
errors, folding and model; knows no game and no rule.

An answer is True, False or None. None (unknown) comes from a fact whose value is None, and
passes through `and`, `or` and `not` as in Kleene's logic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from deckcheck.errors import QueryError
from deckcheck.folding import fold
from deckcheck.model import Card

Answer = bool | None
Test = Callable[[Card], Answer]
Getter = Callable[[Card], Any]

_OPERATORS = ("!=", "<=", ">=", ":", "=", "!", "<", ">")
_YES = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}
_MAX_LENGTH = 4_000
_MAX_DEPTH = 50
_ENDLESS = float("inf")
_ABSENT = object()


class Field(NamedTuple):
    """One thing that can be asked about a card."""

    name: str
    kind: str
    """`word` (equal to a value), `text` (part of it), `number`, `date`, `flag`, `away`
    (its facts are not in this database)."""
    of: str
    """Attribute of Card, key of its facts, or name of a derived value."""
    member: str | None = None
    """For flags over a list: true if the list holds this word (`military` in `icons`)."""
    values: Mapping[str, str] | None = None
    """Accepted spellings (folded) → value; None = any word."""


class Binding(NamedTuple):
    """What a query means in its surroundings: the `$names` and values that cards don't carry."""

    values: Mapping[str, tuple[str, ...]] = {}
    derived: Mapping[str, Getter] = {}


NO_BINDING = Binding()


class Unbound(QueryError):
    """The query names a `$variable` that has no value here. `name` is without the `$`."""

    def __init__(self, name: str, query: str, at: int) -> None:
        super().__init__(f"${name} has no value here.", query, at)
        self.name = name


class Node(NamedTuple):
    """A piece of a parsed query."""

    kind: str
    """`and`, `or`, `not`, `test` (field op values), `words` (in the title), `all`."""
    parts: tuple[Node, ...] = ()
    field: str = ""
    op: str = ""
    values: tuple[str, ...] = ()
    at: int = 0


class _Parser:
    """Recursive descent over the characters of one query."""

    def __init__(self, text: str, fields: Mapping[str, Field]) -> None:
        self.text = text
        self.fields = fields
        self.at = 0
        self.depth = 0

    def fail(self, message: str, at: int | None = None) -> QueryError:
        return QueryError(message, self.text, self.at if at is None else at)

    def skip_spaces(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def alternatives(self) -> Node:
        """Terms, or several such separated by a lone `|`."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.fail("The query is nested too deeply.")
        branches = [self.terms()]
        while self.peek() == "|":
            bar = self.at
            self.at += 1
            branches.append(self.terms())
            if branches[-2].kind == "all" or branches[-1].kind == "all":
                raise self.fail("A term is missing beside this |.", bar)
        self.depth -= 1
        return branches[0] if len(branches) == 1 else Node("or", tuple(branches))

    def terms(self) -> Node:
        found: list[Node] = []
        self.skip_spaces()
        while self.peek() not in ("", "|", ")"):
            found.append(self.term())
            self.skip_spaces()
        if not found:
            return Node("all")
        return found[0] if len(found) == 1 else Node("and", tuple(found))

    def term(self) -> Node:
        start = self.at
        char = self.peek()
        if char in "-!" and self.at + 1 < len(self.text) and not self.text[self.at + 1].isspace():
            self.at += 1
            self.depth += 1
            if self.depth > _MAX_DEPTH:
                raise self.fail("The query is nested too deeply.")
            negated = Node("not", (self.term(),), at=start)
            self.depth -= 1
            return negated
        if char == "(":
            self.at += 1
            inside = self.alternatives()
            if self.peek() != ")":
                raise self.fail("This parenthesis is never closed.", start)
            self.at += 1
            return inside
        if char == "=":
            self.at += 1
            return Node("test", field="title", op="=", values=self.value_list(), at=start)
        if char in "\"'":
            return Node("words", values=(self.quoted(),), at=start)
        return self.named_or_bare(start)

    def named_or_bare(self, start: int) -> Node:
        end = self.at
        while end < len(self.text) and (self.text[end].isalnum() or self.text[end] in "_-"):
            end += 1
        name = fold(self.text[start:end])
        op = next((o for o in _OPERATORS if self.text.startswith(o, end)), None)
        if op == "!" and self.text[end + 1 : end + 2] in ("", " ", "|", "(", ")"):
            op = None  # the end of a word of a title: Dracarys!
        if op is not None and end > start:
            field = self.fields.get(name)
            if field is None:
                raise self.fail(_unknown_field(name, self.fields), start)
            self.at = end + len(op)
            op = {"=": ":", "!": "!="}.get(op, op) if field.kind != "text" else op
            op = {"!": "!="}.get(op, op)
            return Node("test", field=name, op=op, values=self.value_list(), at=start)
        word = self.bare()
        if fold(word) in self.fields and self.fields[fold(word)].kind == "flag":
            return Node("test", field=fold(word), op=":", values=("1",), at=start)
        return Node("words", values=(word,), at=start)

    def value_list(self) -> tuple[str, ...]:
        values = [self.value()]
        while self.peek() == "|":
            self.at += 1
            values.append(self.value())
        return tuple(values)

    def value(self) -> str:
        if self.peek() and self.peek() in "\"'":
            return self.quoted()
        start = self.at
        while self.peek() and not self.peek().isspace() and self.peek() not in "|()":
            self.at += 1
        if start == self.at:
            raise self.fail("A value is missing here.", start)
        return self.text[start : self.at]

    def bare(self) -> str:
        start = self.at
        while self.peek() and not self.peek().isspace() and self.peek() not in "|()":
            self.at += 1
        if start == self.at:
            raise self.fail("This is not understood here.", start)
        return self.text[start : self.at]

    def quoted(self) -> str:
        quote, start = self.peek(), self.at
        # A quoted title may hold the quote itself, doubled: title:"""The Rains""".
        self.at += 1
        out: list[str] = []
        while True:
            char = self.peek()
            if not char:
                raise self.fail("This quote is never closed.", start)
            self.at += 1
            if char == quote:
                if self.peek() != quote:
                    return "".join(out)
                self.at += 1
            out.append(char)


def _unknown_field(name: str, fields: Mapping[str, Field]) -> str:
    from deckcheck.registry import unknown_name

    return str(unknown_name("field", name, {f.name: 1 for f in fields.values()}))


def parse(text: str, fields: Mapping[str, Field]) -> Node:
    """The tree of a query. Raises QueryError (with a caret) where it can't be understood."""
    if len(text) > _MAX_LENGTH:
        raise QueryError(f"The query is longer than {_MAX_LENGTH} characters.", text[:60] + "…", 0)
    parser = _Parser(text, fields)
    tree = parser.alternatives()
    if parser.at < len(text):
        raise parser.fail("This parenthesis was never opened.")
    return tree


def compile_query(text: str, fields: Mapping[str, Field], binding: Binding = NO_BINDING) -> Test:
    """A function Card → True, False or None (unknown).

    Raises QueryError for a field or value nobody knows, Unbound for a `$name` without a value.
    """
    return _compile(parse(text, fields), text, fields, binding)


def ids_of(tree: Node) -> frozenset[str] | None:
    """The codes of a query that is nothing but `id:…|…`, else None (such rows are looked up)."""
    if tree.kind == "test" and tree.field == "id" and tree.op == ":":
        return frozenset(tree.values)
    return None


def variables(tree: Node) -> Iterable[str]:
    """Names (without `$`) of the choices that a query depends on."""
    for part in tree.parts:
        yield from variables(part)
    for value in tree.values:
        if value.startswith("$"):
            yield value[1:]


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
    for value in tree.values:
        if value.startswith("$"):
            if value[1:] not in binding.values:
                raise Unbound(value[1:], text, tree.at)
            values.extend(binding.values[value[1:]])
        else:
            values.append(value)
    get = getter(field.of, binding.derived)
    make = {"flag": _flag, "number": _number, "date": _date}.get(field.kind, _word)
    return make(tree, text, field, values, get)


def _flag(tree: Node, text: str, field: Field, values: list[str], get: Getter) -> Test:
    wanted = [_YES.get(fold(v)) for v in values]
    if None in wanted or tree.op not in (":", "!="):
        raise QueryError(f"{field.name} is asked with 1 or 0 (yes or no).", text, tree.at)
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
                f"{field.name} is a number (or X, or -), not {value!r}.", text, tree.at
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
                f"{field.name} is a date such as 2026-07-01, not {value!r}.", text, tree.at
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
                raise QueryError(_bad_value(field, value), text, tree.at)
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


def _bad_value(field: Field, value: str) -> str:
    from deckcheck.registry import unknown_name

    return str(unknown_name(field.name, value, sorted(set((field.values or {}).values()))))
