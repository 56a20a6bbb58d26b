"""A row in words: what it demands, lets in or sets, and what it counts in a deck.

Made from the row itself with `wording.py`, for `explain` and `show`. Gives strings; knows no
deck and no file. May import tally, wording and below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcheck.game import Game
from deckcheck.rules import Bound, Rule, When, single_id
from deckcheck.tally import Counted
from deckcheck.wording import SECTIONS, noun, quantity, subject

COPIED = frozenset({"title", "id", "name"})
"""What rows that speak of copies count by: a deck has dozens of each, so they aren't listed."""
_LISTED = {
    "banned": "cards that the list bans",
    "restricted": "cards of the restricted list",
    "pod": "cards of the pod",
}


def counted_words(one: Counted, game: Game) -> str:
    """`Draw deck: 60 of at least 60 cards`, `Plot deck: 0 Winter plots, none allowed`."""
    rule = one.rule
    where = subject({"sections": rule.sections}, _section(rule))
    what = _what(rule, game, 1 if one.expected.endswith(" 1") else 2)
    if one.group is not None and {*rule.per} & COPIED:
        each = next(key if key != "id" else "card" for key in rule.per if key in COPIED)
        kind = "copies" if rule.of == "copies" else "versions"
        kind = kind.replace("ies", "y").removesuffix("s") if one.expected.endswith(" 1") else kind
        return f"{where}: {one.found} of {one.expected} {kind} of one {each} ({one.group})"
    if one.group is not None:
        name = game.factions[one.group].name if one.group in game.factions else one.group
        what = f"{what} of {name}"
    if one.expected == "0":
        return f"{where}: {one.found} {what}, none allowed"
    return f"{where}: {one.found} of {one.expected} {what}"


def row_words(rule: Rule, game: Game) -> str:
    """What a row demands, without its condition: `Draw deck: at most 15 neutral cards`."""
    if rule.verb == "count":
        bounds = (rule.min, rule.max)
        names = dict.fromkeys(b[1:] for b in bounds if isinstance(b, str))
        changed = [name for name in names if name in game.parameters]
        tail = f" ({changed[0]}: formats and agendas may set it)" if changed else ""
        return _demand(rule, game) + tail
    if rule.verb == "allow":
        sections = " and ".join(SECTIONS.get(s, s) for s in rule.sections)
        what = _what(rule, game) if rule.where else "any cards"
        return f"Lets into the {sections}: {what}"
    if rule.verb == "set":
        return "Sets " + ", ".join(f"{name} to {value}" for name, value in rule.set.items())
    return f"Asks the named check {rule.check}"


def condition_words(rule: Rule, game: Game, titles: Mapping[str, str]) -> str:
    """When a row holds, as the end of a sentence; empty = always. `titles`: code → shown name."""
    parts = []
    if rule.when is not None:
        parts.append("while " + _when(rule.when, game, titles))
    if rule.unless is not None:
        parts.append("unless " + _when(rule.unless, game, titles))
    if rule.choose is not None:
        number = f"{rule.choose.number} " if rule.choose.number > 1 else "a "
        named = rule.choose.name.removesuffix("s")
        many = named + ("s" if rule.choose.number > 1 else "")
        parts.append(f"where its player names {number}{many}")
    if rule.card_set:
        parts.append(f"under a list of card set {' or '.join(rule.card_set)}")
    return ", ".join(parts)


def _when(when: When, game: Game, titles: Mapping[str, str]) -> str:
    code = single_id(when)
    if code is not None:
        return f"{titles.get(code, code)} is in the deck"
    return f"the deck holds {noun(when.query, game.fields, names_of(game))}"


def _demand(rule: Rule, game: Game) -> str:
    where = subject({"sections": rule.sections}, _section(rule))
    what = _what(rule, game, 1 if _bound(rule.max, game) == "1" else 2)
    if {*rule.per} & COPIED and rule.max != 0:
        each = next(key if key != "id" else "card" for key in rule.per if key in COPIED)
        among = f" among the {_what(rule, game)}" if rule.where or rule.ids else ""
        if rule.having:
            among += f", where one is among the {noun(rule.having, game.fields, names_of(game))}"
        if rule.max == "$limit" and "limit" not in game.parameters:
            return f"{where}: copies of each {each}{among}, at most its printed limit"
        counted = "copy" if rule.max == 1 else "copies"
        if rule.of != "copies":
            counted = "version" if rule.max == 1 else "versions"
        return f"{where}: {_bounds(rule, game)} {counted} of each {each}{among}"
    if rule.max == 0:
        return f"{where}: no {what}"
    each = f" of each {' and '.join(rule.per)}" if rule.per else ""
    return f"{where}: {_bounds(rule, game)} {what}{each}"


def _bounds(rule: Rule, game: Game) -> str:
    """`at least 60`, `exactly 5`, `5 or 7`; of a parameter its value where nothing sets it."""
    if rule.one_of:
        return " or ".join(str(value) for value in rule.one_of)
    low, high = _bound(rule.min, game), _bound(rule.max, game)
    if low is not None and rule.min == rule.max:
        return f"exactly {low}"
    parts = [f"at least {low}"] if low is not None else []
    parts += [f"at most {high}"] if high is not None else []
    return " and ".join(parts)


_SAID = {"$drafted": "as many as were drafted", "$printed": "as many as the card itself says"}
"""Bounds that are no parameter: they are read off the deck or the card."""


def _bound(bound: Bound, game: Game) -> str | None:
    if bound is None or isinstance(bound, int):
        return None if bound is None else str(bound)
    if bound in _SAID:
        return _SAID[bound]
    parameter = game.parameters.get(bound[1:])
    return str(parameter.value) if parameter else bound[1:]


def _section(rule: Rule) -> str | None:
    """The section a row speaks of; None where it names another one in its findings."""
    return rule.sections[0] if rule.section in (None, rule.sections[0]) else None


_ALONE = {"agenda": "agendas", "plot": "plots", "title": "title cards", "faction": "faction cards"}


def _what(rule: Rule, game: Game, number: int = 2) -> str:
    """What a row counts or lets in, in the plural; of a bound of 1 in the singular."""
    if rule.ids is not None:
        what = _LISTED.get(rule.finding, "cards of the list")
    elif rule.where:
        what = noun(rule.where, game.fields, names_of(game))
    else:
        what = _ALONE.get(rule.sections[0], "cards") if len(rule.sections) == 1 else "cards"
    if number == 1 and what in (*_ALONE.values(), "cards"):
        what = what.removesuffix("s")
    elif number == 1 and rule.ids is not None:
        what = what.replace("cards", "card", 1)
    return quantity("copies" if number == 1 and rule.of == "titles" else rule.of, what)


def names_of(game: Game) -> dict[str, str]:
    """What to show in place of faction codes and of the variables that rows use."""
    names = {f.code: f.name for f in game.factions.values() if f.playable}
    return {
        **names,
        "$faction": "in-faction",
        "$choice.faction": "the named faction's",
        "$choice.factions": "the named factions'",
        "$choice.trait": "named-trait",
    }


def data_line(row: Mapping[str, Any]) -> str:
    """A row as data on one line, written as in its TOML file."""
    return ", ".join(f"{key} = {toml_value(value)}" for key, value in row.items())


def toml_value(value: Any) -> str:
    """A plain JSON value as TOML writes it inline."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{k} = {toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
