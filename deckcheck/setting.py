"""By what a deck is judged: format, list and date, from what was asked and what the deck wishes.

The one place that knows the defaults: the game's first format, the list in force on the date,
today. An option that was given wins over the deck's own wish, and where they differ the report
says so. May import game and below; asks no clock (today is an argument) and opens no file.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from deckcheck.errors import InputError, UnknownName
from deckcheck.findings import Finding
from deckcheck.game import Format, Game
from deckcheck.legality import LegalityList, in_force, last_day
from deckcheck.model import Deck
from deckcheck.registry import unknown_name


class Asked(NamedTuple):
    """What the command line (or a caller) asks for; None = not said."""

    format: str | None = None
    list: str | LegalityList | None = None
    """A list's code, a line's name (`standard`: its newest), or a list of the caller's own."""
    on: str | None = None
    """ISO date."""
    no_list: bool = False


class Setting(NamedTuple):
    """By what a deck is judged."""

    format: str
    list: LegalityList | None
    on: str
    findings: tuple[Finding, ...]
    """Remarks about the choice: no list yet, a list that wasn't in force, a wish overruled."""


def iso_date(text: str) -> str:
    """The date, as given, if it is one. Raises InputError otherwise."""
    from datetime import date

    try:
        if len(text) != 10:
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise InputError(f"{text!r} is not a date; write it as 2026-07-01.") from None


def setting(game: Game, asked: Asked, today: str, deck: Deck | Any = None) -> Setting:
    """The format, list and date to judge by. `deck` may be a Deck or Draft with wishes.

    Raises UnknownName for a format or list that was asked for and doesn't exist; a wish of the
    deck for one that doesn't exist is a finding (`unknown`), since nobody asked for it here.
    """
    findings: list[Finding] = []
    format_name = _wished(
        *("format", asked.format, getattr(deck, "format", None), findings),
        known=lambda name: game.format(name).name,
        default=game.default_format,
    )
    on = _wished(
        "date", asked.on, getattr(deck, "on", None), findings, known=iso_date, default=None
    )
    wish = None if asked.no_list else getattr(deck, "list", None)
    if isinstance(asked.list, LegalityList):
        _overruled("list", wish, asked.list.code, findings)
        given: str | LegalityList | None = asked.list
    else:
        given = _wished(
            *("list", asked.list, wish, findings),
            known=lambda name: _known_list(game, name),
            default=None,
        )
    form = game.format(format_name)
    if form.list is None or asked.no_list:
        if asked.no_list and form.list is not None:
            findings.append(Finding("without-list", "info", "without-list"))
        elif given is not None:
            name = given.name if isinstance(given, LegalityList) else given
            args = {"format": form.title, "name": name}
            findings.append(Finding("no-list", "info", "format-without-list", args))
        return Setting(format_name, None, on or today, tuple(findings))
    one, on = _dated(game, given, on, today, findings)
    if one is None:
        findings.append(_no_list(form, on))
    return Setting(format_name, one, on, tuple(findings))


def _dated(
    game: Game,
    given: str | LegalityList | None,
    on: str | None,
    today: str,
    findings: list[Finding],
) -> tuple[LegalityList | None, str]:
    """The list and the date, each from the other where only one was given."""
    lists = game.list_index
    if given is None:
        day = on or today
        found = in_force(lists, game.succession, day)
        return (game.list(found.code) if found else None), day
    if isinstance(given, LegalityList):
        _fits_game(given, game)
        one: LegalityList | None = given
    elif given in game.lines:
        one = in_force(lists, (given,), on or today)
    else:
        one = game.list(given)
    if one is None:
        return None, on or today
    own = isinstance(given, LegalityList)
    if not own:
        one = game.list(one.code)
    if on is None and not own:
        return one, last_day(one, lists, game.succession, today)
    on = on or today
    family = game.succession if one.line in game.succession else (one.line,)
    meant = one if own and one.date <= on else in_force(lists, family, on)
    if meant is None or meant.code != one.code:
        instead = f": {meant.name} was" if meant else ""
        args = {"name": one.name, "on": on, "instead": instead}
        findings.append(Finding("list-not-in-force", "info", "list-not-in-force", args))
    return one, on


def _fits_game(one: LegalityList, game: Game) -> None:
    """Refuse a list of one's own for formats that the game doesn't have (UnknownName)."""
    parts = dict.fromkeys(form.list for form in game.formats.values() if form.list)
    for name in one.formats:
        if name not in parts:
            raise unknown_name(f"format in the list {one.code}", name, [*parts])


def _no_list(form: Format, on: str) -> Finding:
    """That there is no list: nothing is banned, or what the format is can't be told."""
    if form.needs_list:
        args = {"on": on, "format": form.title}
        return Finding("no-list", "unknown", "no-list-known", args)
    return Finding("no-list", "info", "no-list-yet", {"on": on})


def _known_list(game: Game, name: str) -> str:
    return name.lower() if name.lower() in game.lines else game.list(name).code


def _wished(
    what: str,
    given: str | None,
    wish: str | None,
    findings: list[Finding],
    *,
    known: Any,
    default: Any,
) -> Any:
    """What was given; else the deck's wish if it exists; else the default."""
    if given is not None:
        value = known(given)
        _overruled(what, wish, value, findings)
        return value
    if wish is None:
        return default
    try:
        return known(wish)
    except (UnknownName, InputError):
        args = {"what": what, "wish": wish, "given": default or "the usual one"}
        findings.append(Finding(f"unknown-{what}", "unknown", "unknown-wish", args))
        return default


def _overruled(what: str, wish: str | None, given: str, findings: list[Finding]) -> None:
    if wish is not None and wish != given:
        args = {"what": what, "wish": wish, "given": given}
        findings.append(Finding("deck-wish", "info", "deck-wish", args))
