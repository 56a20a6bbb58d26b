"""`tts`: a saved object of Tabletop Simulator that holds decks of Берсерк.

Each object with `ContainedObjects` is a deck; a card in it is one copy, named by its `Nickname`.
`CardID` says the printing the way a Берсерк deck builder numbers its sheets of 69 pictures:
(set × 10 + sheet) × 100 + place. It counts only where the title agrees. Knows no rule.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.berserk_lines import id_of
from deckcheck.codecs.json_text import dumps, first_object, parse, parsed, what
from deckcheck.codecs.rows import Row, Rows
from deckcheck.codecs.several import an_object, text_of
from deckcheck.codecs.slots import strangers
from deckcheck.codecs.unread import from_rows, to_rows
from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.model import Deck

NAME = "tts"
TITLE = "Берсерк: an object saved in Tabletop Simulator"
GAMES = ("berserk",)
CARRIES = frozenset({"name", "notes", "unread"})
_SHEET = 69
"""Cards on one sheet of pictures."""
_PICTURES = "https://berserk-nxt.ru/tts/"
_PLACE = {"rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


class Slot(NamedTuple):
    """A card as it lies in the deck."""

    title: str
    code: str
    """What `CardID` stands for; "" = nothing that can be one."""


def sniff(text: str) -> int:
    """Sure of an object with a list `ObjectStates`."""
    found = first_object(parsed(text))
    return 95 if found is not None and isinstance(found.get("ObjectStates"), list) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The decks of the save. Raises InputError if it holds none."""
    value = an_object(parse(text))
    states = value.get("ObjectStates")
    if not isinstance(states, list):
        raise InputError(f'"ObjectStates" should be a list of objects; it is {what(states)}.')
    decks = [one for one in states if isinstance(one, dict) and _cards(one) is not None]
    if not decks:
        raise InputError('No object of this save holds cards ("ContainedObjects").')
    unread = value.get("unread") if len(decks) == 1 else None
    return [_draft(one, unread, desk) for one in decks]


def _cards(one: dict[str, Any]) -> list[Any] | None:
    found = one.get("ContainedObjects")
    return found if isinstance(found, list) else None


def _draft(one: dict[str, Any], unread: Any, desk: Desk) -> Draft:
    rows = Rows(desk)
    held: Counter[Slot] = Counter()
    for card in _cards(one) or ():
        slot = _slot(card)
        if slot is None:
            rows.lose(dumps(card, pretty=False) if isinstance(card, str) else what(card))
        else:
            held[slot] += 1
    for slot, copies in held.items():
        rows.add(Row(copies, _printing(slot, desk), slot.title))
    draft = rows.draft(text_of(one.get("Nickname")), text_of(one.get("Description")))
    more, lines, said = from_rows(unread, desk)
    return draft._replace(
        entries=draft.entries + more,
        unread=draft.unread + lines,
        findings=(*draft.findings, *said),
    )


def _slot(card: Any) -> Slot | None:
    if not isinstance(card, dict):
        return None
    title, id = text_of(card.get("Nickname")).strip(), card.get("CardID")
    code = ""
    if isinstance(id, int) and not isinstance(id, bool) and 1_000 <= id < 1_000_000:
        place, rest = divmod(id, 1_000)
        code = f"{place}/{rest // 100 * _SHEET + rest % 100 + 1}"
    return Slot(title, code) if title or code else None


def _printing(slot: Slot, desk: Desk) -> str:
    """The code, if it may be believed: there is no title, or it is the card's."""
    card = desk.pool.card(slot.code) if slot.code else None
    if not slot.title:
        return slot.code
    return slot.code if card is not None and fold(card.title) == fold(slot.title) else ""


def write(deck: Deck, desk: Desk) -> str:
    """A save with the one deck."""
    return dumps({"ObjectStates": [_object(deck, desk)], **_unread(deck, desk)}) + "\n"


def _unread(deck: Deck, desk: Desk) -> dict[str, Any]:
    """What has no place among the cards: codes without a number, and unread lines."""
    rest = {code: n for code, n in deck.cards.items() if _id(code) is None}
    lost = strangers(deck._replace(cards=rest), desk)
    return {"unread": to_rows(lost)} if lost else {}


def _object(deck: Deck, desk: Desk) -> dict[str, Any]:
    known = desk.pool.cards(deck.cards)
    ids: list[int] = []
    cards: list[dict[str, Any]] = []
    pictures: dict[str, dict[str, Any]] = {}
    for code, copies in sorted(deck.cards.items(), key=lambda row: (_id(row[0]) or 0, row[0])):
        id = _id(code)
        if id is None and code not in known:
            continue
        title = known[code].title if code in known else ""
        card: dict[str, Any] = {"Name": "Card", "Nickname": title}
        if id is not None:
            card |= {"CardID": _card_id(id), "CustomDeck": _picture(id)}
            pictures |= card["CustomDeck"]
            ids += [card["CardID"]] * copies
        cards += [{**card, "Transform": _PLACE} for _ in range(copies)]
    return {
        "Name": "Deck",
        "Nickname": deck.name,
        "Description": deck.notes,
        "Transform": _PLACE,
        "DeckIDs": ids,
        "CustomDeck": pictures,
        "ContainedObjects": cards,
    }


def _id(code: str) -> int | None:
    """The card's id, if ten sheets reach to its number."""
    id = id_of(code)
    return id if id is not None and id % 1_000 <= 10 * _SHEET else None


def _card_id(id: int) -> int:
    place, number = divmod(id, 1_000)
    return (place * 10 + (number - 1) // _SHEET) * 100 + (number - 1) % _SHEET


def _picture(id: int) -> dict[str, dict[str, Any]]:
    """Where Tabletop Simulator finds the card's sheet of pictures."""
    place, number = divmod(id, 1_000)
    sheet = (number - 1) // _SHEET
    face = f"{_PICTURES}{place}-{sheet + 1}.jpg"
    view = {"FaceURL": face, "BackURL": f"{_PICTURES}back.jpg", "NumWidth": 10, "NumHeight": 7}
    return {str(place * 10 + sheet): view}
