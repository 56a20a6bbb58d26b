"""`o8d`: OCTGN's deck file, XML with a GUID for each card.

The GUID decides; where it belongs to no card, or to two, the title does, with a note. A card
without a GUID is written with an empty one and its pack behind the title, and read so again.
The text is a stranger's: defusedxml reads it, and a document type (so any entity of its own)
is refused. Knows no rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.rows import Row, Rows, number
from deckcheck.codecs.slots import clean, grouped, strangers
from deckcheck.errors import InputError
from deckcheck.model import Card, Deck

NAME = "o8d"
TITLE = "OCTGN deck file (.o8d)"
CARRIES = frozenset({"faction", "agendas", "notes", "unread"})

FIRST_EDITION = "a12af4e8-be4b-4cda-a6b6-534f9717391f"
"""OCTGN's id of A Game of Thrones: The Card Game, first edition."""

SECTIONS = {
    "agenda": "Agenda",
    "plot": "Plots",
    "character": "Characters",
    "location": "Locations",
    "attachment": "Attachments",
    "event": "Events",
    "title": "Titles",
}
"""Card type → section. `Faction` and `Agenda` stand before them."""
_UNREAD = "Unread"
_OTHER = "Other"


class Element(NamedTuple):
    """A `<card>` as it stands: nothing looked up yet."""

    section: str
    qty: str | None
    guid: str
    title: str
    line: int


class File(NamedTuple):
    """A whole file as it stands."""

    game: str | None
    cards: list[Element]
    notes: str


def sniff(text: str) -> int:
    """Sure of a `<deck …>` as the first element of XML."""
    head = text.lstrip()[:2000]
    if not head.startswith("<"):
        return 0
    if "<deck" in head:
        return 95 if "game=" in head else 60
    return 10 if head.startswith("<?xml") else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The one deck of the file. Raises InputError for bad XML and for another game's deck."""
    file = parse(text)
    _refuse_other_game(file.game, desk)
    rows = Rows(desk)
    for element in file.cards:
        section = element.section.casefold()
        section = "faction" if section == "house" else section
        copies = number(element.qty)
        rows.add(Row(copies, element.guid, element.title, "", element.line, section))
    return [rows.draft(notes=file.notes)]


def _refuse_other_game(game: str | None, desk: Desk) -> None:
    expected = getattr(desk.game, "octgn", None)
    if game is None:
        raise InputError("This OCTGN deck doesn't say for which game it is (game=… is missing).")
    if game == expected:
        return
    if game == FIRST_EDITION:
        raise InputError(
            "This OCTGN deck is for A Game of Thrones: The Card Game, first edition, "
            "whose cards are not those of the second edition; it can't be read here."
        )
    wanted = f"{desk.game.name} is {expected}" if expected else f"{desk.game.name} isn't on OCTGN"
    raise InputError(f"This OCTGN deck is for another game, {clean(game)[:40]}; {wanted}.")


def parse(text: str) -> File:
    """The file's elements. Raises InputError naming the line of what isn't well-formed."""
    from xml.parsers.expat import ExpatError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    body = text.lstrip("\ufeff \n\r\t")
    before = text.count("\n", 0, len(text) - len(body))
    target = _Target(before)
    parser = DefusedXMLParser(target=target, forbid_dtd=True)
    target.expat = parser.parser
    try:
        parser.feed(body)
        parser.close()
    except DefusedXmlException:
        raise InputError(
            "This XML brings a document type of its own, which could hold entities; "
            "a deck needs none, so it isn't read."
        ) from None
    except (ParseError, ExpatError) as error:
        line = error.position[0] + before if isinstance(error, ParseError) else target.line()
        reason = str(error).partition(":")[0]
        raise InputError(f"This isn't well-formed XML: line {line}: {reason}.") from None
    if target.root != "deck":
        raise InputError(
            f"This XML is no OCTGN deck: its first element is <{clean(target.root)[:40]}>."
        )
    return File(target.game, target.cards, "".join(target.notes))


class _Target:
    """Collects what the parser sees; unknown elements are passed over with what they hold."""

    def __init__(self, before: int) -> None:
        self._before = before
        self.expat: Any = None
        self.root = ""
        self.game: str | None = None
        self.cards: list[Element] = []
        self.notes: list[str] = []
        self._section = ""
        self._open: Element | None = None
        self._text: list[str] = []
        self._in_notes = False

    def line(self) -> int:
        """Where the parser stands."""
        return int(self.expat.CurrentLineNumber) + self._before

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        tag = tag.casefold()
        if not self.root:
            self.root = tag
            game = attributes.get("game")
            self.game = game.strip().strip("{}").lower() if game is not None else None
        elif tag == "section":
            self._section = attributes.get("name", "")
        elif tag == "card":
            guid = attributes.get("id", "").strip().strip("{}").lower()
            self._text = []
            self._open = Element(self._section, attributes.get("qty"), guid, "", self.line())
        elif tag == "notes":
            self._in_notes = True

    def data(self, text: str) -> None:
        """Text within an element."""
        if self._open is not None:
            self._text.append(text)
        elif self._in_notes:
            self.notes.append(text)

    def end(self, tag: str) -> None:
        """An element ends."""
        tag = tag.casefold()
        if tag == "card" and self._open is not None:
            self.cards.append(self._open._replace(title="".join(self._text)))
            self._open = None
        elif tag == "notes":
            self._in_notes = False
        elif tag == "section":
            self._section = ""

    def close(self) -> None:
        """The document ends."""


def write(deck: Deck, desk: Desk) -> str:
    """The deck as OCTGN saves it. Raises InputError for a game that isn't on OCTGN."""
    if not desk.game.octgn:
        raise InputError(f"{desk.game.name} isn't on OCTGN, so there is no .o8d of its decks.")
    known = desk.pool.cards(deck.agendas)
    rows = {"Faction": [_faction_row(deck, desk)] if deck.faction else []}
    rows["Agenda"] = [
        _row(known[code], 1, desk) if code in known else _plain(1, code) for code in deck.agendas
    ]
    for section in ("Plots", "Characters", "Locations", "Attachments", "Events"):
        rows[section] = []
    for kind, cards in grouped(deck, desk):
        section = SECTIONS.get(kind, _OTHER)
        rows.setdefault(section, []).extend(_row(card, n, desk) for card, n in cards)
    lost = strangers(deck, desk)
    if lost:
        rows[_UNREAD] = [_plain(u.copies, u.text) for u in lost]
    body = [line for name, cards in rows.items() for line in _section_lines(name, cards)]
    head = f'<deck game="{desk.game.octgn}" sleeveid="0">'
    notes = clean(deck.notes, lines=True).replace("]]>", "]]]]><![CDATA[>")
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
            head,
            *body,
            f"  <notes><![CDATA[{notes}]]></notes>",
            "</deck>",
            "",
        ]
    )


def losses(deck: Deck, desk: Desk) -> list[str]:
    """Titles that OCTGN has no GUID for: they are written by name and pack."""
    unknown = [
        card.title
        for _, cards in grouped(deck, desk)
        for card, _ in cards
        if guid_of(card, desk) is None
    ]
    unknown += [
        card.title for card in desk.pool.cards(deck.agendas).values() if guid_of(card, desk) is None
    ]
    if not unknown:
        return []
    return [f"OCTGN doesn't know these, they are written by title and pack: {', '.join(unknown)}."]


def guid_of(card: Card, desk: Desk) -> str | None:
    """The GUID that means this card and no other; None if it has none of its own."""
    for printing in desk.pool.printings([card.code]).get(card.code, ()):
        if printing.guid and desk.pool.by_guid(printing.guid) == card.code:
            return printing.guid
    return None


def _section_lines(name: str, cards: list[str]) -> list[str]:
    if not cards:
        return [f'  <section name="{name}" shared="False" />']
    return [f'  <section name="{name}" shared="False">', *cards, "  </section>"]


def _faction_row(deck: Deck, desk: Desk) -> str:
    faction = desk.game.factions.get(deck.faction)
    if faction is None:
        return _plain(1, deck.faction or "")
    return _card(1, faction.guid or "", faction.name)


def _row(card: Card, copies: int, desk: Desk) -> str:
    guid = guid_of(card, desk)
    return (
        _card(copies, guid, card.title) if guid else _plain(copies, f"{card.title} ({card.pack})")
    )


def _plain(copies: int, title: str) -> str:
    return _card(copies, "", title)


def _card(copies: int, guid: str, title: str) -> str:
    from xml.sax.saxutils import escape, quoteattr

    return f'    <card qty="{copies}" id={quoteattr(guid)}>{escape(clean(title))}</card>'
