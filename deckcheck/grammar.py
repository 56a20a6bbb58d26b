"""The grammar of the query language: text → a tree of terms. What they mean is `query.py`'s.

    type:character trait:maester -loyal cost<=3 faction:stark|neutral unique "old bear"

Terms side by side must all hold; a lone `|` between terms is *or*; parentheses group; `-` (or
`!`) in front of a term negates it. May import errors, folding and registry; knows no card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from deckcheck.errors import QueryError
from deckcheck.folding import fold

_OPERATORS = ("!=", "<=", ">=", ":", "=", "!", "<", ">")
_MAX_LENGTH = 4_000
_MAX_DEPTH = 50


class Field(NamedTuple):
    """One thing that can be asked about a card."""

    name: str
    kind: str
    """`word` (equal to a value), `text` (part of it), `number`, `size` (how many values a list
    has), `date`, `flag`, `away` (its facts are not in this database)."""
    of: str
    """Attribute of Card, key of its facts, or name of a derived value."""
    member: str | None = None
    """For flags over a list: true if the list holds this word (`military` in `icons`)."""
    values: Mapping[str, str] | None = None
    """Accepted spellings (folded) → value; None = any word."""
    everywhere: bool = False
    """Every card has a value: where a card carries none, it is unknown (not absent)."""


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
