"""What the writers of text layouts share: the order of a deck, labels, and what needs guarding.

A title with several versions always carries its pack, unread lines go back as they were given,
and whatever would be read as something else (a name like `3x Hodor`) is written so that it
isn't. May import reader, markup, slots and base; each layout lays the pieces out itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from deckcheck.codecs.base import Desk
from deckcheck.codecs.lines import leading, trailing
from deckcheck.codecs.reader import name_in
from deckcheck.codecs.slots import clean, grouped, line_of
from deckcheck.folding import fold
from deckcheck.model import Card, Deck

SEPARATOR = "====="
"""Parts several decks in one file."""
CARRIES = frozenset({"name", "faction", "agendas", "notes", "unread"})
"""What a text layout has room for, besides the cards."""


_MARKUP = frozenset("<>[]*_`&~|\\")
"""Signs that some layout takes for markup."""

Escape = Callable[[str], str]
"""A layout's way to write a text so that none of it is taken for markup."""


class Section(NamedTuple):
    """The cards of one type."""

    type: str
    copies: int
    rows: tuple[tuple[Card, int], ...]

    @property
    def heading(self) -> str:
        """`Plots`, `Event`: in the singular for fewer than two cards."""
        word = self.type.capitalize()
        return word if self.copies < 2 else f"{word}s"


def sections(deck: Deck, desk: Desk) -> list[Section]:
    """The deck's cards by type in the game's order, each by title, then pack's release."""
    return [
        Section(kind, sum(copies for _, copies in rows), tuple(rows))
        for kind, rows in grouped(deck, desk)
    ]


class Labels:
    """Names cards so that a reader finds the same card again."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._packs = desk.pool.packs()

    def versions(self, card: Card) -> tuple[Card, ...]:
        """All cards that the title alone may mean, this one among them."""
        return self._desk.pool.titled(fold(card.title))

    def short(self, card: Card) -> str:
        """`Title`, with its pack where the title has several versions."""
        return self.full(card) if len(self.versions(card)) > 1 else card.title

    def full(self, card: Card) -> str:
        """`Title (Pack Name)`, with the number where one pack has two of that title."""
        inside = [c for c in self.versions(card) if c.pack == card.pack]
        return self.numbered(card) if len(inside) > 1 else f"{card.title} ({self.pack(card)})"

    def numbered(self, card: Card) -> str:
        """`Title (Pack Name #45)`."""
        number = "" if card.position is None else f" #{card.position}"
        return f"{card.title} ({self.pack(card)}{number})"

    def pack(self, card: Card) -> str:
        """Name of the card's pack; its code where nobody knows the pack."""
        pack = self._packs.get(card.pack)
        return pack.name if pack else card.pack


def name_line(deck: Deck, desk: Desk, wrap: str = "{}", escape: Escape = str) -> str:
    """The deck's name as a first line that is read back as that name; "" = it has none.

    `wrap` is the layout's line around it, `escape` the layout's way to write any text.
    """
    name = clean(deck.name)
    if not name:
        return ""
    light = "".join(f"&#{ord(c)};" if c in _MARKUP else c for c in name)
    coded = "".join(c if c.isalpha() or c == " " else f"&#{ord(c)};" for c in name)
    plain = escape(name)
    texts = (plain, f"Name: {plain}", light, f"Name: {light}", f"Name: {coded}")
    ways = [wrap.replace("{}", way) for way in texts]
    version = wrap.partition("{}")[2] if wrap.startswith("{}") else ""
    return next((way for way in ways if name_in(way, desk) == name + version), ways[-1])


def head(
    deck: Deck, desk: Desk, labels: Labels, *, wrap: str = "{}", packs: bool = True
) -> list[str]:
    """Name, faction, agendas (a line each), and the packs."""
    name = name_line(deck, desk, wrap)
    agendas, strange = agenda_names(deck, desk, labels)
    who = [line for line in (faction_name(deck, desk), *agendas, *strange) if line]
    line = packs_line(deck, desk) if packs else ""
    return [*([name, ""] if name else []), *who, *(["", f"Packs: {line}"] if line else [])]


def identity(
    deck: Deck,
    desk: Desk,
    labels: Labels,
    bold: tuple[str, str],
    italic: tuple[str, str],
    escape: Escape = str,
) -> list[str]:
    """`**House Stark** – *Fealty*` with the layout's signs, and agendas that nobody knows."""
    agendas, strange = agenda_names(deck, desk, labels)
    shown = [f"{italic[0]}{escape(' / '.join(agendas))}{italic[1]}"] if agendas else []
    faction = faction_name(deck, desk)
    if faction and not faction.startswith("Faction:"):
        shown = [" – ".join([f"{bold[0]}{escape(faction)}{bold[1]}", *shown])]
    elif faction:
        shown.insert(0, faction)
    return [*shown, *strange]


def whole(lines: Sequence[str]) -> str:
    """The lines as a text, without blank ones at its ends."""
    return "\n".join(lines).strip("\n") + "\n"


def faction_name(deck: Deck, desk: Desk) -> str:
    """The faction's full name; as given where nobody is called so; "" = the deck has none."""
    if not deck.faction:
        return ""
    faction = desk.game.factions.get(deck.faction)
    return str(faction.name) if faction else f"Faction: {clean(deck.faction)}"


def agenda_names(deck: Deck, desk: Desk, labels: Labels) -> tuple[list[str], list[str]]:
    """Labels of the agendas, and whole lines for those that can't stand as a label alone.

    An agenda that nobody knows is written as it was given, so that it stays unknown; and where
    nothing stands above it, a bare title would be taken for the deck's name.
    """
    known = desk.pool.cards(deck.agendas)
    alone = not deck.faction and not clean(deck.name)
    names = [labels.short(known[code]) for code in deck.agendas if code in known]
    strange = [f"Agenda: {clean(code)}" for code in deck.agendas if code not in known]
    return ([], [f"Agenda: {name}" for name in names] + strange) if alone else (names, strange)


def packs_line(deck: Deck, desk: Desk) -> str:
    """`From Core Set (3) to Lions of Casterly Rock`: first and last pack, with boxes needed.

    In order of release. "" where the deck has no cards with a pack.
    """
    needed = dict(deck.cards)
    for code in deck.agendas:
        needed.setdefault(code, 1)
    cards = desk.pool.cards(needed)
    order = {code: at for at, code in enumerate(desk.pool.packs())}
    printings = desk.pool.printings(cards)
    boxes: dict[str, int] = {}
    for code, card in cards.items():
        quantity = next((p.quantity for p in printings[code] if p.pack == card.pack), None) or 1
        boxes[card.pack] = max(boxes.get(card.pack, 1), -(-needed[code] // quantity))
    packs = sorted((p for p in boxes if p in order), key=lambda p: order[p])
    if not packs:
        return ""
    names = desk.pool.packs()
    shown = [names[p].name + (f" ({boxes[p]})" if boxes[p] > 1 else "") for p in packs]
    return shown[0] if len(shown) == 1 else f"From {shown[0]} to {shown[-1]}"


def strangers(deck: Deck, desk: Desk) -> tuple[list[str], list[str]]:
    """Lines that weren't understood: those that mean no card, and those that stand for copies.

    As they were given; a count that doesn't stand in the line is put before it.
    """
    plain = [u.text for u in deck.unread if not u.copies]
    counted = _unknown_codes(deck, desk)
    for unread in (u for u in deck.unread if u.copies):
        same = _says(unread.text) == unread.copies
        counted.append(unread.text if same else line_of(unread.copies, unread.text, ""))
    return plain, counted


def _unknown_codes(deck: Deck, desk: Desk) -> list[str]:
    known = desk.pool.cards(deck.cards)
    rows = sorted(deck.cards.items())
    return [line_of(copies, code, "") for code, copies in rows if code not in known]


def _says(text: str) -> int | None:
    """The count in a line that nobody understood; None where it can't be told from the line."""
    from deckcheck.codecs.odd import most

    said = leading(text) or trailing(text)
    copies = said.copies if said else 1
    return copies if copies is not None and most(text) == copies else None


def tail(deck: Deck, desk: Desk) -> list[str]:
    """What stands below the cards: lines that nobody understood, and the notes.

    Lines that stand for unknown cards stay card lines where their count can be read off them.
    """
    counted, kept = _unknown_codes(deck, desk), []
    for unread in deck.unread:
        if unread.copies and _says(unread.text) == unread.copies:
            counted.append(unread.text)
        else:
            kept.append(f"{f'{unread.copies}x ' if unread.copies else ''}> {unread.text}")
    return [
        *(["", "Cards", *counted] if counted else []),
        *(["", "Not understood:", *kept] if kept else []),
        *notes_lines(deck),
    ]


def notes_lines(deck: Deck) -> list[str]:
    """`Notes:` and each line behind a `>`, so that none is taken for a card or a heading."""
    notes = clean(deck.notes, lines=True)
    return ["", "Notes:", *(f"> {line}".rstrip() for line in notes.split("\n"))] if notes else []


def join(texts: Sequence[str]) -> str:
    """Several decks as one text."""
    return f"\n{SEPARATOR}\n\n".join(texts)
