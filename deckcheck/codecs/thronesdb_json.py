"""`thronesdb-json`: a decklist as ThronesDB's public API gives it, one or a list of them.

`slots` maps code to count and is `{}` or `[]` when empty; the agendas stand in `agendas` and in
`slots`, with a count of 1. Other keys (ids, dates, users) are the site's and are left alone.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.json_text import dumps, first_object, parse, parsed, what
from deckcheck.codecs.several import an_object, read_several, text_of
from deckcheck.codecs.slots import Slot, clean, faction_of, read_slots
from deckcheck.codecs.unread import from_rows, to_rows
from deckcheck.errors import InputError
from deckcheck.model import Deck

NAME = "thronesdb-json"
TITLE = "ThronesDB's API: a decklist or a list of them"
CARRIES = frozenset({"name", "faction", "agendas", "notes", "unread"})


def sniff(text: str) -> int:
    """Sure of an object with `slots`."""
    found = first_object(parsed(text))
    return 95 if found is not None and "slots" in found else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The decklist, or each of a list."""
    return read_several(parse(text), desk, read_deck)


def read_deck(value: Any, desk: Desk) -> Draft:
    """The Draft of one decklist. Raises InputError if `slots` or `agendas` have another shape."""
    value = an_object(value)
    slots = value.get("slots")
    if slots in ([], None):
        slots = {}
    if not isinstance(slots, dict):
        raise InputError(f'"slots" should be an object of codes and counts; it is {what(slots)}.')
    named = _agendas(value)
    read = read_slots(
        desk,
        [
            *(Slot(code, 1, section="agenda") for code in named),
            *(Slot(code, n) for code, n in _without(slots, named).items()),
        ],
    )
    more, lines, said = from_rows(value.get("unread"), desk)
    faction = text_of(value.get("faction_code")) or text_of(value.get("faction_name"))
    return Draft(
        name=clean(text_of(value.get("name"))),
        faction=faction_of(desk, faction),
        agendas=read.agendas,
        entries=read.entries + more,
        unread=read.unread + lines,
        notes=clean(text_of(value.get("description_md")), lines=True),
        findings=(*read.findings, *said),
    )


def _agendas(value: dict[str, Any]) -> list[str]:
    """Codes of the agendas, as often as they stand there; older answers have one `agenda_code`."""
    found = value.get("agendas")
    if found is None:
        one = value.get("agenda_code")
        found = [one] if one else []
    if not isinstance(found, list) or not all(isinstance(code, str) for code in found):
        raise InputError(f'"agendas" should be a list of codes; it is {what(found)}.')
    return found


def _without(slots: dict[str, Any], agendas: list[str]) -> dict[str, Any]:
    """The slots less the copies that `agendas` names already."""
    left = dict(slots)
    for code, named in Counter(agendas).items():
        copies = left.get(code)
        if isinstance(copies, int) and 0 <= copies <= named:
            del left[code]
        elif isinstance(copies, int):
            left[code] = copies - named
    return left


def write(deck: Deck, desk: Desk) -> str:
    """One object in the shape of the API's answer, without what only the site knows."""
    return dumps(as_object(deck, desk)) + "\n"


def write_many(decks: list[Deck], desk: Desk) -> str:
    """A list of such objects."""
    return dumps([as_object(deck, desk) for deck in decks]) + "\n"


def as_object(deck: Deck, desk: Desk) -> dict[str, Any]:
    """The deck as the API would say it."""
    faction = desk.game.factions.get(deck.faction)
    slots = Counter(deck.agendas)
    slots.update(deck.cards)
    form: dict[str, Any] = {
        "name": deck.name,
        "description_md": deck.notes,
        "faction_code": deck.faction,
        "faction_name": faction.name if faction else deck.faction,
        "slots": dict(sorted(slots.items())),
        "agendas": list(deck.agendas),
    }
    if deck.unread:
        form["unread"] = to_rows(deck.unread)
    return form
