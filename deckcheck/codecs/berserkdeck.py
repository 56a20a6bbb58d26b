"""`berserkdeck`: a deck as the API of the site berserkdeck.ru answers it.

`{"hero": {"name"}, "mainDeck": [{"count", "card": {"name"}}], "sideboard": […]}`, perhaps within
`data`. Name and notes are kept, and a missing count is never taken for one. Our own key `code`
beside a card's name tells printings of one title apart. Knows no rule.
"""

from __future__ import annotations

from typing import Any

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.json_text import dumps, first_object, parse, parsed, what
from deckcheck.codecs.rows import Row, Rows
from deckcheck.codecs.several import an_object, read_several, text_of
from deckcheck.codecs.unread import from_rows, to_rows
from deckcheck.errors import InputError
from deckcheck.model import Card, Deck

NAME = "berserkdeck"
TITLE = "Берсерк. Герои: the API of berserkdeck.ru"
GAMES = ("berserk_heroes",)
CARRIES = frozenset({"name", "hero", "side", "notes", "unread"})
_LISTS = {"mainDeck": "main", "sideboard": "side"}
_NOTES = ("description", "notes", "comment")


def sniff(text: str) -> int:
    """Sure of an object with `mainDeck`, or with such an object in `data`."""
    found = first_object(parsed(text))
    return 95 if found is not None and "mainDeck" in _inner(found) else 0


def _inner(value: dict[str, Any]) -> dict[str, Any]:
    data = value.get("data")
    return data if isinstance(data, dict) and "mainDeck" not in value else value


def read(text: str, desk: Desk) -> list[Draft]:
    """The deck, or each of a list."""
    return read_several(parse(text), desk, read_deck)


def read_deck(value: Any, desk: Desk) -> Draft:
    """The Draft of one deck. Raises InputError if it has no list of cards."""
    deck = _inner(an_object(value))
    if not any(key in deck for key in _LISTS):
        raise InputError('The deck has neither "mainDeck" nor "sideboard".')
    rows = Rows(desk)
    hero = deck.get("hero")
    if isinstance(hero, dict):
        _take(rows, {"count": 1, "card": hero}, "hero")
    elif hero is not None:
        rows.lose(f"hero: {dumps(hero, pretty=False)[:150]}")
    for key, section in _LISTS.items():
        found = deck.get(key)
        if found is not None and not isinstance(found, list):
            raise InputError(f'"{key}" should be a list of cards; it is {what(found)}.')
        for element in found or ():
            _take(rows, element, section)
    notes = next((text for text in (text_of(deck.get(key)) for key in _NOTES) if text), "")
    draft = rows.draft(text_of(deck.get("name")) or text_of(deck.get("title")), notes)
    more, lines, said = from_rows(deck.get("unread"), desk)
    return draft._replace(
        entries=draft.entries + more,
        unread=draft.unread + lines,
        findings=(*draft.findings, *said),
    )


def _take(rows: Rows, element: Any, section: str) -> None:
    """A row for `{"count", "card": {"name"}}`; what is none is lost, and said."""
    card = element.get("card") if isinstance(element, dict) else None
    if not isinstance(card, dict):
        card = {}
    name, code = text_of(card.get("name")), text_of(card.get("code"))
    if not name and not code:
        rows.lose(dumps(element, pretty=False))
        return
    rows.add(Row(element.get("count"), code, name, "", 0, section))


def write(deck: Deck, desk: Desk) -> str:
    """One deck as the API answers it, without what only the site knows."""
    return dumps(as_object(deck, desk)) + "\n"


def write_many(decks: list[Deck], desk: Desk) -> str:
    """A list of such decks."""
    return dumps([as_object(deck, desk) for deck in decks]) + "\n"


def as_object(deck: Deck, desk: Desk) -> dict[str, Any]:
    """The deck as the API would say it."""
    held = [*deck.cards, *deck.side, *([deck.hero] if deck.hero else [])]
    known = desk.pool.cards(held)
    form: dict[str, Any] = {"name": deck.name, "description": deck.notes}
    form["hero"] = _card(deck.hero, known) if deck.hero else None
    for key, cards in (("mainDeck", deck.cards), ("sideboard", deck.side)):
        form[key] = [
            {"count": copies, "card": _card(code, known)} for code, copies in sorted(cards.items())
        ]
    if deck.unread:
        form["unread"] = to_rows(deck.unread)
    return form


def _card(code: str, known: dict[str, Card]) -> dict[str, str]:
    return {"name": known[code].title, "code": code} if code in known else {"code": code}
