"""`throneteki`: decks of The Iron Throne (throneteki), as saved there and as pre-built.

Saved: `faction` (`{value}` or a code), `agenda` (`{code}` or a code), `bannerCards`, and
`plotCards` and `drawCards`, lists of `{count, card: {code}}`. Pre-built: the same with one list
`cards` of `{code, count}`. A rookery (cards beside the deck) is kept apart.
"""

from __future__ import annotations

from typing import Any

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.json_text import dumps, first_object, parse, parsed, what
from deckcheck.codecs.several import an_object, read_several, text_of
from deckcheck.codecs.slots import Slot, clean, faction_of, read_slots
from deckcheck.codecs.unread import from_rows, to_rows
from deckcheck.errors import InputError
from deckcheck.findings import Finding
from deckcheck.model import Card, Deck, Unread

NAME = "throneteki"
TITLE = "The Iron Throne (throneteki): saved or pre-built decks"
CARRIES = frozenset({"name", "faction", "agendas", "unread"})

_LISTS = {
    "plotCards": "main",
    "drawCards": "main",
    "cards": "main",
    "rookeryCards": "aside",
}
_BANNER = "Banner"


def sniff(text: str) -> int:
    """Sure of an object with `drawCards`, `plotCards`, or a list `cards`."""
    found = first_object(parsed(text))
    if found is None:
        return 0
    if "drawCards" in found or "plotCards" in found:
        return 95
    return 90 if isinstance(found.get("cards"), list) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The deck, or each of a list."""
    return read_several(parse(text), desk, read_deck)


def read_deck(value: Any, desk: Desk) -> Draft:
    """The Draft of one deck. Raises InputError if it has no list of cards at all."""
    value = an_object(value)
    if not any(key in value for key in _LISTS):
        raise InputError('The deck has neither "plotCards" and "drawCards" nor "cards".')
    lost: list[Unread] = []
    slots: list[Slot] = []
    for element in [value.get("agenda"), *_list(value, "bannerCards"), *_list(value, "agendas")]:
        if element not in (None, "", {}):
            _take(element, 1, "agenda", slots, lost)
    for key, section in _LISTS.items():
        for element in _list(value, key):
            _take(element, None, section, slots, lost)
    read = read_slots(desk, slots)
    more, lines, said = from_rows(value.get("unread"), desk)
    return Draft(
        name=clean(text_of(value.get("name"))),
        faction=faction_of(desk, _faction(value.get("faction"))),
        agendas=read.agendas,
        entries=read.entries + more,
        unread=(*read.unread, *lost, *lines),
        findings=(*read.findings, *(_unread(u) for u in lost), *said),
    )


def _list(value: dict[str, Any], key: str) -> list[Any]:
    """The list under a key; an object of code → count is one, too."""
    found = value.get(key)
    if found is None:
        return []
    if isinstance(found, dict):
        return [{"code": code, "count": copies} for code, copies in found.items()]
    if not isinstance(found, list):
        raise InputError(f'"{key}" should be a list of cards; it is {what(found)}.')
    return found


def _take(
    element: Any, copies: int | None, section: str, slots: list[Slot], lost: list[Unread]
) -> None:
    """A slot for an element (a code, or an object with a code or a card); else it is lost."""
    if isinstance(element, str):
        element = {"code": element}
    card = element.get("card", element) if isinstance(element, dict) else None
    code = card.get("code") if isinstance(card, dict) else card
    if not isinstance(code, str) or not code:
        lost.append(Unread(0, clean(dumps(element, pretty=False))[:200], 0))
        return
    slots.append(Slot(code, element.get("count", copies), section))


def _unread(row: Unread) -> Finding:
    return Finding("unread-line", "unknown", "unread-row", {"text": row.text})


def _faction(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("value") or value.get("code") or value.get("name")
    return text_of(value)


def write(deck: Deck, desk: Desk) -> str:
    """One deck as The Iron Throne saves it."""
    return dumps(as_object(deck, desk)) + "\n"


def write_many(decks: list[Deck], desk: Desk) -> str:
    """A list of such decks."""
    return dumps([as_object(deck, desk) for deck in decks]) + "\n"


def as_object(deck: Deck, desk: Desk) -> dict[str, Any]:
    """The saved form. Of several agendas the first that is no banner is *the* agenda."""
    known = desk.pool.cards([*deck.cards, *deck.agendas])
    faction = desk.game.factions.get(deck.faction)
    banners = list(deck.agendas)
    main = next((code for code in banners if not _is_banner(known.get(code))), None)
    main = main or (banners[0] if banners else None)
    if main is not None:
        banners.remove(main)
    form: dict[str, Any] = {"name": deck.name}
    if deck.faction:
        form["faction"] = {"value": deck.faction, "name": faction.name if faction else deck.faction}
    if main is not None:
        form["agenda"] = _card(main, known)
    form["bannerCards"] = [_card(code, known) for code in banners]
    form |= {"plotCards": [], "drawCards": []}
    for code, copies in sorted(deck.cards.items()):
        card = known.get(code)
        plot = card is not None and desk.game.section(card) == "plot"
        form["plotCards" if plot else "drawCards"].append(
            {"count": copies, "card": _card(code, known)}
        )
    if deck.unread:
        form["unread"] = to_rows(deck.unread)
    return form


def _is_banner(card: Card | None) -> bool:
    return card is not None and _BANNER in (card.facts.get("traits") or ())


def _card(code: str, known: dict[str, Card]) -> dict[str, str]:
    card = known.get(code)
    return {"code": code, "name": card.title, "type": card.type} if card else {"code": code}
