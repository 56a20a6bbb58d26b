"""`json`: deckcheck's own form of a deck, one object for one deck, an array for several.

    {"game": "agot2", "name": "…", "faction": "stark", "agendas": ["01027"],
     "cards": {"01001": 3, …}}

`data/deck.schema.json` is its published description. Reading is strict: what breaks the schema
is refused with the place and the reason; a key that nobody knows is a finding, so that nothing
a deck says is passed over in silence. Knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcheck.codecs.base import Desk, Draft, Entry
from deckcheck.codecs.json_text import dumps, first_object, parse, parsed, what
from deckcheck.codecs.several import an_object, read_several
from deckcheck.codecs.slots import MAX_COPIES, Slot, clean, faction_of, is_count, read_slots
from deckcheck.codecs.unread import from_rows, to_rows
from deckcheck.errors import InputError
from deckcheck.findings import Finding
from deckcheck.model import Deck

NAME = "json"
TITLE = "deckcheck's own JSON, one deck or an array"
CARRIES = frozenset(
    {"name", "faction", "agendas", "hero", "side", "choices", "drafted", "notes", "unread"}
    | {"format", "list", "on"}
)
KEYS = (
    *("game", "name", "faction", "agendas", "hero", "cards", "side", "choices", "drafted"),
    *("notes", "unread", "format", "list", "on"),
)
"""All keys of a deck, in the order they are written."""


def sniff(text: str) -> int:
    """Sure of an object whose `cards` is an object of counts."""
    found = first_object(parsed(text))
    if found is None or "slots" in found:
        return 0
    if isinstance(found.get("cards"), dict):
        return 95 if {"game", "faction", "agendas"} & found.keys() else 80
    return 60 if found.get("game") and "cards" not in found else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The deck, or the decks of an array; an element that is no deck becomes a finding there."""
    return read_several(parse(text), desk, read_deck)


def write(deck: Deck, desk: Desk) -> str:
    """One object, one key a line."""
    return dumps(as_object(deck)) + "\n"


def write_many(decks: list[Deck], desk: Desk) -> str:
    """An array of objects."""
    return dumps([as_object(deck) for deck in decks]) + "\n"


def as_object(deck: Deck) -> dict[str, Any]:
    """The deck in the machine form; optional keys only where they say something."""
    form: dict[str, Any] = {
        "game": deck.game,
        "name": deck.name,
        "faction": deck.faction,
        "agendas": list(deck.agendas),
        "hero": deck.hero,
        "cards": dict(sorted(deck.cards.items())),
        "side": dict(sorted(deck.side.items())),
        "choices": {code: dict(chosen) for code, chosen in sorted(deck.choices.items())},
        "drafted": None if deck.drafted is None else dict(sorted(deck.drafted.items())),
        "notes": deck.notes,
        "unread": to_rows(deck.unread),
        "format": deck.format,
        "list": deck.list,
        "on": deck.on,
    }
    always = ("game", "name", "faction", "agendas", "cards")
    return {
        key: value
        for key, value in form.items()
        if key in always or value or (key == "drafted" and value is not None)
    }


def read_deck(value: Any, desk: Desk) -> Draft:
    """The Draft of one object. Raises InputError naming the key and what it should be."""
    value = an_object(value)
    if value.get("cards") is None:
        raise InputError('The deck has no "cards": an object of card codes and counts is needed.')
    game = _text(value, "game")
    if game != desk.game.name and value.get("game") is not None:
        raise InputError(f'The deck is for the game "{game}", not for "{desk.game.name}".')
    cards = read_slots(desk, _slots(value, "cards"))
    side = read_slots(desk, _slots(value, "side", "side"))
    codes = [Slot(code, 1, section="agenda") for code in _codes(value, "agendas")]
    agendas = tuple(_by_title(entry, desk) for entry in read_slots(desk, codes).agendas)
    again, unread, findings = from_rows(value.get("unread"), desk)
    return Draft(
        name=clean(_text(value, "name")),
        faction=faction_of(desk, _text(value, "faction")),
        agendas=agendas + cards.agendas,
        hero=_hero(value, desk),
        entries=cards.entries + side.entries + again,
        unread=unread,
        notes=clean(_text(value, "notes"), lines=True),
        choices=_choices(value),
        drafted=_counts(value, "drafted") if value.get("drafted") is not None else None,
        format=_text(value, "format") or None,
        list=_text(value, "list") or None,
        on=_date(value),
        findings=(*_unknown_keys(value), *findings),
    )


def _by_title(agenda: Entry, desk: Desk) -> Entry:
    """An agenda that was kept by its title, for want of a code, found by it."""
    (given,) = agenda.candidates
    if given.isdigit() or desk.pool.card(given) is not None:
        return agenda
    from deckcheck.codecs.unread import titled
    from deckcheck.names import Names

    found = titled(given, Names(desk.pool))
    codes = tuple(c.code for c in found.cards if desk.game.section(c) == "agenda")
    return agenda._replace(candidates=codes, read_as=found.read_as) if codes else agenda


def _text(deck: Mapping[str, Any], key: str) -> str:
    """The text under a key; absent and null are empty."""
    value = deck.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f'"{key}" of the deck should be a text; it is {what(value)}.')
    return value


def _date(deck: Mapping[str, Any]) -> str | None:
    text = _text(deck, "on")
    if not text:
        return None
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise InputError(
            f'"on" of the deck should be a date such as "2026-11-29"; it is {what(text)}.'
        ) from None


def _codes(deck: Mapping[str, Any], key: str) -> list[str]:
    value = deck.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f'"{key}" of the deck should be a list of codes; it is {what(value)}.')
    for code in value:
        if not isinstance(code, str) or not code:
            raise InputError(f'"{key}" of the deck holds {what(code)}; a code is a text.')
    return value


def _counts(deck: Mapping[str, Any], key: str) -> dict[str, int]:
    """The code → count object under a key; absent and null are empty."""
    value = deck.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(
            f'"{key}" of the deck should be an object of codes and counts; it is {what(value)}.'
        )
    for code, copies in value.items():
        if not code:
            raise InputError(f'"{key}" of the deck has an empty code.')
        if not is_count(copies):
            raise InputError(
                f'"{key}" of the deck: the count of {code} is {what(copies)}; '
                f"it should be a whole number from 1 to {MAX_COPIES}."
            )
    return value


def _slots(deck: Mapping[str, Any], key: str, section: str = "main") -> list[Slot]:
    return [Slot(code, n, section=section) for code, n in _counts(deck, key).items()]


def _hero(deck: Mapping[str, Any], desk: Desk) -> Entry | None:
    code = _text(deck, "hero")
    return read_slots(desk, [Slot(code, 1)]).entries[0] if code else None


def _choices(deck: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """agenda code → {what is named: text or list of texts}."""
    value = deck.get("choices")
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(
            '"choices" of the deck should be an object such as {"00366": {"trait": "Knight"}}; '
            f"it is {what(value)}."
        )
    for code, chosen in value.items():
        if not isinstance(chosen, dict):
            raise InputError(f'"choices" for {code} should be an object; it is {what(chosen)}.')
        for name, said in chosen.items():
            texts = said if isinstance(said, list) else [said]
            if not texts or not all(isinstance(t, str) and t for t in texts):
                raise InputError(
                    f'"choices" for {code}: "{name}" should be a text or a list of texts; '
                    f"it is {what(said)}."
                )
    return value


def _unknown_keys(deck: Mapping[str, Any]) -> list[Finding]:
    """A finding for each key that isn't ours: it may be a slip, and hold part of the deck."""
    findings = []
    for key, value in deck.items():
        if key in KEYS:
            continue
        from difflib import get_close_matches

        near = get_close_matches(key.casefold(), KEYS, 1, 0.75)
        args = {"key": clean(key)[:40], "near": near[0] if near else ""}
        doubt = bool(near) or (isinstance(value, (list, dict)) and bool(value))
        severity = "unknown" if doubt else "warning"
        template = "unknown-key-near" if near else "unknown-key"
        findings.append(Finding("unknown-key", severity, template, args))
    return findings
