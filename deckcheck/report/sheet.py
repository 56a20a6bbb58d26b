"""A deck laid out: its cards in canonical order, in groups, with totals.

Faction, agendas, then plots, characters, locations, attachments, events, each by title; or by
pack and number, for pulling the cards from binders. Gives values; `deck.py` shows them. May
import tally, rules and below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from deckcheck.game import Game
from deckcheck.model import Card, Deck, Pool
from deckcheck.report.order import card_key
from deckcheck.report.rows import names_of
from deckcheck.tally import Counted
from deckcheck.wording import PLURALS, SECTIONS, noun


class Slot(NamedTuple):
    """Copies of one card in one section."""

    copies: int
    code: str
    """As the deck has it."""
    card: Card | None
    """None = nobody here knows the code."""
    section: str


class Group(NamedTuple):
    """Cards under one heading."""

    title: str
    copies: int
    slots: tuple[Slot, ...]


class Totals(NamedTuple):
    """Sums over a deck, in copies."""

    sections: Mapping[str, int]
    types: Mapping[str, int]
    """Of the main sections; each card's type in the game's order."""
    factions: Mapping[str, int]
    """Faction code → copies, of the draw and plot deck together."""
    costs: Mapping[str, int]
    """Printed cost (`-` and `X` too) → copies, of the cards that have one."""
    by_faction: Mapping[str, tuple[int, int, int]]
    """Section → (copies of the deck's faction, neutral ones, those of other factions)."""


def slots_of(deck: Deck, game: Game, pool: Pool) -> list[Slot]:
    """Everything in the deck, in canonical order; codes that nobody knows come last."""
    codes = [*deck.agendas, *deck.cards, *deck.side, *([deck.hero] if deck.hero else [])]
    known = pool.cards(codes)
    found: list[Slot] = []
    for code in dict.fromkeys(deck.agendas):
        copies = deck.agendas.count(code)
        found.append(Slot(copies, code, known.get(code), game.choice_section))
    if deck.hero:
        found.append(Slot(1, deck.hero, known.get(deck.hero), "hero"))
    for cards, section in ((deck.cards, ""), (deck.side, "side")):
        for code, copies in cards.items():
            card = known.get(code)
            own = game.section(card) if card else "unknown"
            found.append(Slot(copies, code, card, section or own))
    order = {name: number for number, name in enumerate(game.types)}
    return sorted(found, key=lambda slot: _canonical(slot, order))


def _canonical(slot: Slot, order: Mapping[str, int]) -> tuple[int, int, tuple[str, str]]:
    card = slot.card
    if card is None:
        return (2 if slot.section != "agenda" else 0, 0, ("", slot.code))
    return (int(slot.section == "side"), order.get(card.type, len(order)), card_key(card))


def by_type(slots: Sequence[Slot], counts: Iterable[Counted], game: Game) -> list[Group]:
    """A group a card type, in order; plots of which a row wants an exact number stand apart."""
    found: list[Group] = []
    apart = _apart(counts, game)
    keys = dict.fromkeys(_type_key(slot) for slot in slots if slot.section != game.choice_section)
    for section, type_ in keys:
        some = [s for s in slots if _type_key(s) == (section, type_) and s.section == section]
        title = PLURALS.get(type_, type_).capitalize()
        if section == "side":
            title = f"{SECTIONS['side'].capitalize()}: {title.lower()}"
        if section in apart:
            words, codes = apart[section]
            inside = [s for s in some if s.code in codes]
            rest = [s for s in some if s.code not in codes]
            found += [_group(title, rest), _group(f"{title}: {words}", inside)]
        else:
            found.append(_group(title, some))
    return found


def _type_key(slot: Slot) -> tuple[str, str]:
    return (slot.section, slot.card.type if slot.card else "unknown cards")


def _apart(counts: Iterable[Counted], game: Game) -> dict[str, tuple[str, frozenset[str]]]:
    """Section → (what they are, codes): cards of which a row demands a number of copies exactly.

    Such cards are a pile of their own on the table (the Schemes of Rains of Castamere).
    """
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for one in counts:
        rule = one.rule
        exact = rule.min is not None and rule.min == rule.max and rule.where
        if exact and rule.of == "copies" and len(rule.sections) == 1 and not rule.per:
            words = noun(rule.where or "", game.fields, names_of(game))
            found.setdefault(rule.sections[0], (words, frozenset(one.cards)))
    return found


def by_pack(slots: Sequence[Slot], pool: Pool) -> list[Group]:
    """A group a pack, in order of release, its cards by number: the order of a binder."""
    packs = pool.packs()
    last = len(packs)

    def key(slot: Slot) -> tuple[int, str, int, str]:
        card = slot.card
        if card is None:
            return (last + 1, "", 0, slot.code)
        order = packs[card.pack].order if card.pack in packs else last
        return (order, card.pack, card.position or 0, card.code)

    ordered = sorted(slots, key=key)
    names = dict.fromkeys(slot.card.pack if slot.card else "" for slot in ordered)
    found = []
    for name in names:
        some = [s for s in ordered if (s.card.pack if s.card else "") == name]
        title = f"{packs[name].name} ({name})" if name in packs else name or "Unknown cards"
        found.append(_group(title, some))
    return found


def _group(title: str, slots: Sequence[Slot]) -> Group:
    return Group(title, sum(slot.copies for slot in slots), tuple(slots))


def totals(slots: Sequence[Slot], deck: Deck, game: Game) -> Totals:
    """The sums that somebody who checks a deck by eye wants to see."""
    sections: dict[str, int] = {}
    types: dict[str, int] = {}
    factions: dict[str, int] = {}
    costs: dict[str, int] = {}
    split: dict[str, list[int]] = {}
    for slot in slots:
        _add(sections, slot.section, slot.copies)
        if slot.card is None or slot.section in (game.choice_section, "side", "hero"):
            continue
        _add(types, slot.card.type, slot.copies)
        if "cost" in slot.card.facts:
            _add(costs, str(slot.card.facts["cost"]), slot.copies)
        faction = slot.card.facts.get("faction")
        if faction is not None:
            _add(factions, faction, slot.copies)
            place = 0 if faction == deck.faction else 1 if faction == "neutral" else 2
            split.setdefault(slot.section, [0, 0, 0])[place] += slot.copies
    known = {code: factions[code] for code in game.factions if code in factions}
    by_faction = {name: (own, neutral, out) for name, (own, neutral, out) in split.items()}
    return Totals(sections, types, known, dict(sorted(costs.items(), key=_cost_key)), by_faction)


def _add(sums: dict[str, int], key: str, copies: int) -> None:
    sums[key] = sums.get(key, 0) + copies


def _cost_key(item: tuple[str, int]) -> tuple[int, str]:
    cost = item[0]
    return (-1 if cost == "-" else int(cost) if cost.isdigit() else 99, cost)
