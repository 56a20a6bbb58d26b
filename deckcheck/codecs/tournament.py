"""`tournament`: the plain list that a judge reads, written only.

The Tournament Regulations want a list that uniquely identifies each card: the title, and the
pack where the title has more than one version. Counts, sections with their totals, no codes.
"""

from __future__ import annotations

from deckcheck.codecs.base import Desk
from deckcheck.codecs.slots import clean, grouped, strangers
from deckcheck.folding import fold
from deckcheck.model import Card, Deck

NAME = "tournament"
TITLE = "plain list for a tournament's judge (write only)"
CARRIES = frozenset({"name", "faction", "agendas", "hero", "side", "unread"})


def sniff(text: str) -> int:
    """Never sure: nothing is read here."""
    return 0


def write(deck: Deck, desk: Desk) -> str:
    """The list: name, faction, agendas, then the sections."""
    faction = desk.game.factions.get(deck.faction)
    lines = [clean(deck.name)] if deck.name else []
    if deck.faction:
        lines.append(f"Faction: {faction.name if faction else deck.faction}")
    known = desk.pool.cards([*deck.agendas, *deck.side, deck.hero or ""])
    lines += [f"Agenda: {_named(code, known.get(code), desk)}" for code in deck.agendas]
    if deck.hero:
        lines.append(f"Hero: {_named(deck.hero, known.get(deck.hero), desk)}")
    sections: dict[str, list[str]] = {}
    totals: dict[str, int] = {}
    for kind, cards in grouped(deck, desk):
        section = desk.game.section(cards[0][0])
        rows = sections.setdefault(section, [])
        copies = sum(n for _, n in cards)
        totals[section] = totals.get(section, 0) + copies
        rows.append(f"{kind.capitalize()} ({copies})")
        rows += [f"  {n}x {_named(card.code, card, desk)}" for card, n in cards]
    for section, rows in sections.items():
        lines += ["", f"{section.capitalize()} deck: {totals[section]} cards", *rows]
    if deck.side:
        lines += ["", f"Side deck: {sum(deck.side.values())} cards"]
        lines += [
            f"  {n}x {_named(code, known.get(code), desk)}" for code, n in sorted(deck.side.items())
        ]
    lost = strangers(deck, desk)
    if lost:
        lines += ["", "Not understood", *(f"  {row.text}" for row in lost)]
    return "\n".join(lines).strip() + "\n"


def _named(code: str, card: Card | None, desk: Desk) -> str:
    """The title, with the pack where more than one card is called so."""
    if card is None:
        return code
    versions = [c for c in desk.pool.titled(fold(card.title)) if c.title == card.title]
    if len(versions) < 2:
        return card.title
    pack = desk.pool.packs().get(card.pack)
    return f"{card.title} ({pack.name if pack else card.pack})"
