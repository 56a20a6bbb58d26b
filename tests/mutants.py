"""The rows with one thing changed: what the cases must notice, or nothing holds the row in place.

A mutant is the game's documents with one row left out, or one number of it one higher or lower,
or one term of its query dropped, or copies counted in place of titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pools import game_of

from deckcheck.game import Game

Row = Mapping[str, Any]
_TERM = re.compile(r"""(?:'[^']*'|\([^()]*\)|[^\s'()])+""")


class Mutant(NamedTuple):
    """A changed game."""

    id: str
    """The row's id, and what was done to it."""
    row: Row
    """The row as it stands in the data."""
    changed: Row | None
    """The row as it is then; None = left out."""
    formats: frozenset[str]
    """Formats that the row holds in."""
    game: Game


def mutants(game: str = "agot2") -> Iterator[Mutant]:
    """Every row of every file with each single change."""
    documents = game_of(game).documents
    formats = documents["formats"]
    for file in sorted({name for form in formats.values() for name in form["rules"]}):
        rows = documents[f"rules/{file}"]["rule"]
        used = frozenset(name for name, form in formats.items() if file in form["rules"])
        for number, row in enumerate(rows):
            for what, changed in changes(row):
                body = {"rule": _replaced(rows, number, changed)}
                other = Game({**documents, f"rules/{file}": body})
                yield Mutant(f"{row['code']} {what}", row, changed, used, other)
    for name, form in formats.items():
        for number, row in enumerate(form.get("rule", ())):
            for what, changed in changes(row):
                body = {**form, "rule": _replaced(form["rule"], number, changed)}
                other = Game({**documents, "formats": {**formats, name: body}})
                yield Mutant(f"{row['code']} {what}", row, changed, frozenset((name,)), other)
    yield from _parameters(documents)


def _parameters(documents: Mapping[str, Any]) -> Iterator[Mutant]:
    """The numbers that rows refer to by name: the game's own, and those of a format."""
    game, formats = documents["game"], documents["formats"]
    for name, row in game.get("parameters", {}).items():
        for value in (row["value"] - 1, row["value"] + 1):
            parameters = {**game["parameters"], name: {**row, "value": value}}
            changed = Game({**documents, "game": {**game, "parameters": parameters}})
            yield Mutant(f"{name}={value}", {}, None, frozenset(formats), changed)
    for form, body in formats.items():
        for name, number in body.get("parameters", {}).items():
            for value in (number - 1, number + 1):
                parameters = {**body["parameters"], name: value}
                changed = Game(
                    {**documents, "formats": {**formats, form: {**body, "parameters": parameters}}}
                )
                yield Mutant(f"{form} {name}={value}", {}, None, frozenset((form,)), changed)


def changes(row: Row) -> Iterator[tuple[str, Row | None]]:
    """(what was changed, the row then; None = left out)."""
    yield "left out", None
    if "set" in row:
        for name, value in row["set"].items():
            for other in (value - 1, value + 1):
                yield f"{name}={other}", {**row, "set": {**row["set"], name: other}}
        return
    verb = "count" if "count" in row else "allow"
    body = row[verb]
    for key in ("min", "max", "exactly"):
        value = body.get(key)
        if isinstance(value, int):
            for other in {max(value - 1, 0), value + 1} - {value}:
                yield f"{key}={other}", {**row, verb: {**body, key: other}}
    for key in ("of", "having", "per"):
        if key in body:
            less = {k: v for k, v in body.items() if k != key}
            yield f"without {key}", {**row, verb: less}
    if body.get("per") == ["title"]:
        yield "per id", {**row, verb: {**body, "per": ["id"]}}
    if len(body["in"]) > 1 and "agenda" not in body["in"]:
        for section in body["in"]:
            rest = [s for s in body["in"] if s != section]
            yield f"not in {section}", {**row, verb: {**body, "in": rest}}
    terms = _TERM.findall(body.get("where", ""))
    for term in terms:
        rest = " ".join(t for t in terms if t is not term)
        yield f"where {rest}", {**row, verb: {**body, "where": rest}}


def _replaced(rows: list[Row], number: int, changed: Row | None) -> list[Row]:
    return [*rows[:number], *([changed] if changed else []), *rows[number + 1 :]]
