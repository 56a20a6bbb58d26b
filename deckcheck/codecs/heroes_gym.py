"""`heroes-gym`: the database of decks of a Берсерк. Герои training program.

`{"decks": [{"title", "description", "hero": {"setNumber", "cardNumber"}, "deck": […],
"sideboard": […]}]}`, an entry a copy; one deck alone is read too. A card whose number in the set
nobody knows is written as `{"code": …}`. Knows no rule.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.berserk_lines import id_of
from deckcheck.codecs.json_text import dumps, first_object, parse, parsed, what
from deckcheck.codecs.rows import Row, Rows
from deckcheck.codecs.several import an_object, read_several, text_of
from deckcheck.codecs.unread import from_rows, to_rows
from deckcheck.errors import InputError
from deckcheck.model import Deck

NAME = "heroes-gym"
TITLE = "Берсерк. Герои: a training program's database of decks"
GAMES = ("berserk_heroes",)
CARRIES = frozenset({"name", "hero", "side", "notes", "unread"})
_LISTS = {"deck": "main", "sideboard": "side"}


def sniff(text: str) -> int:
    """Sure of a deck whose cards have `setNumber`, alone or in a list `decks`."""
    found = first_object(parsed(text))
    if found is not None and isinstance(found.get("decks"), list):
        found = first_object(found["decks"])
    if found is None or not isinstance(found.get("deck"), list):
        return 0
    cards = [found.get("hero"), *found["deck"][:1]]
    return 95 if any(isinstance(c, dict) and {"setNumber", "code"} & c.keys() for c in cards) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """Each deck of the database, or the one deck that stands alone."""
    value = parse(text)
    if isinstance(value, dict) and "decks" in value:
        if not isinstance(value["decks"], list):
            raise InputError(f'"decks" should be a list of decks; it is {what(value["decks"])}.')
        value = value["decks"]
    return read_several(value, desk, read_deck)


def read_deck(value: Any, desk: Desk) -> Draft:
    """The Draft of one deck. Raises InputError if it has no list `deck`."""
    value = an_object(value)
    if not isinstance(value.get("deck"), list):
        raise InputError(f'"deck" should be a list of cards; it is {what(value.get("deck"))}.')
    rows = Rows(desk)
    if value.get("hero") is not None:
        _take(rows, [value["hero"]], "hero")
    for key, section in _LISTS.items():
        found = value.get(key)
        if found is not None and not isinstance(found, list):
            raise InputError(f'"{key}" should be a list of cards; it is {what(found)}.')
        _take(rows, found or [], section)
    draft = rows.draft(text_of(value.get("title")), text_of(value.get("description")))
    more, lines, said = from_rows(value.get("unread"), desk)
    return draft._replace(
        entries=draft.entries + more,
        unread=draft.unread + lines,
        findings=(*draft.findings, *said),
    )


def _take(rows: Rows, cards: list[Any], section: str) -> None:
    """A row for each card and its copies; what is no card is lost, and said."""
    held: Counter[str] = Counter()
    for card in cards:
        code = _code(card)
        if code is None:
            rows.lose(dumps(card, pretty=False))
        else:
            held[code] += 1
    for code, copies in held.items():
        rows.add(Row(copies, code, "", "", 0, section))


def _code(card: Any) -> str | None:
    if not isinstance(card, dict):
        return None
    parts = [card.get("setNumber"), card.get("cardNumber")]
    if all(_is_number(part) for part in parts):
        return "/".join(str(part) for part in parts)
    return text_of(card.get("code")) or None


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.isdigit() and len(value) < 5
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10_000


def write(deck: Deck, desk: Desk) -> str:
    """A database that holds the one deck."""
    return write_many([deck], desk)


def write_many(decks: list[Deck], desk: Desk) -> str:
    """A database of decks."""
    return dumps({"decks": [_object(deck) for deck in decks]}) + "\n"


def _object(deck: Deck) -> dict[str, Any]:
    form: dict[str, Any] = {"title": deck.name, "description": deck.notes}
    form["hero"] = _card(deck.hero) if deck.hero else None
    for key, cards in (("deck", deck.cards), ("sideboard", deck.side)):
        form[key] = [_card(code) for code, copies in sorted(cards.items()) for _ in range(copies)]
    if deck.unread:
        form["unread"] = to_rows(deck.unread)
    return form


def _card(code: str) -> dict[str, Any]:
    id = id_of(code)
    if id is None:
        return {"code": code}
    place, number = divmod(id, 1000)
    return {"setNumber": place, "cardNumber": number}
