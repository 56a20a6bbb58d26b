"""A deck for people and for programs: cards in order, totals, and what counts towards what.

Gives strings and plain JSON values. May import report.sheet, messages and below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from deckcheck.findings import Finding, Report
from deckcheck.game import Game
from deckcheck.messages import Speaker, text
from deckcheck.model import Card, Deck, Pool
from deckcheck.report.rows import counted_words
from deckcheck.report.sheet import Group, Slot, Totals, by_pack, by_type, slots_of, totals
from deckcheck.report.text import judged_by
from deckcheck.tally import Counted
from deckcheck.wording import PLURALS, SECTIONS


class Sheet(NamedTuple):
    """All there is to show of a deck."""

    deck: Deck
    report: Report
    file: str
    groups: tuple[Group, ...]
    slots: tuple[Slot, ...]
    totals: Totals
    counts: tuple[Counted, ...]


def sheet(
    deck: Deck, report: Report, file: str, game: Game, pool: Pool, counts: Sequence[Counted]
) -> Sheet:
    """A deck laid out by type."""
    slots = slots_of(deck, game, pool)
    groups = by_type(slots, counts, game)
    sums = totals(slots, deck, game)
    return Sheet(deck, report, file, tuple(groups), tuple(slots), sums, tuple(counts))


def packed(shown: Sheet, pool: Pool) -> Sheet:
    """The same deck laid out by pack."""
    return shown._replace(groups=tuple(by_pack(shown.slots, pool)))


def render(shown: Sheet, speaker: Speaker, *, pulling: bool = False) -> Iterator[str]:
    """The deck, line by line. `pulling` = only what helps to find the cards, pack by pack."""
    game, deck, file = speaker.game, shown.deck, shown.file
    name = deck.name or "deck without a name"
    yield name if file == "-" else f"{name} ({file})"
    yield from _identity(shown, game)
    for group in shown.groups:
        yield f"{group.title} ({group.copies})"
        for slot in group.slots:
            yield f"  {slot.copies}x {_label(slot, pulling, game, deck.faction)}"
    yield from _unread(deck)
    if pulling:
        return
    yield from _totals(shown.totals, game)
    yield "What counts towards which limit"
    yield "  " + judged_by(shown.report, {f.name: f.title for f in game.formats.values()})
    yield from count_lines(shown.counts, game)
    remarks = _remarks(shown.report)
    if remarks:
        yield "Remarks"
        yield from (f"  {f.severity:<7} {f.code}: {text(f, speaker)}" for f in remarks)


def count_lines(counts: Iterable[Counted], game: Game) -> Iterator[str]:
    """What counts towards which limit, a line a row: kept rows too."""
    for one in counts:
        if one.state == "kept" and one.rule.cite.sure == "open":
            continue  # what isn't settled matters where it is touched
        mark = {"kept": "ok", "broken": "broken", "unknown": "unknown"}[one.state]
        cite = one.rule.cite
        says = f": {cite.says}" if cite.says else ""
        yield f"  {mark:<7} {counted_words(one, game)} [{cite.source}{says}]"


def _identity(shown: Sheet, game: Game) -> Iterator[str]:
    """Faction and agendas, as a decklist begins."""
    deck = shown.deck
    if deck.faction is not None:
        yield game.factions[deck.faction].name if deck.faction in game.factions else deck.faction
    elif game.factions:
        yield "no faction"
    for slot in shown.slots:
        if slot.section == game.choice_section:
            times = f" {slot.copies}x" if slot.copies > 1 else ""
            yield _full(slot) + times


def _label(slot: Slot, pulling: bool, game: Game, own: str | None) -> str:
    """A card as it is listed; one of another faction than the deck's with that faction."""
    card = slot.card
    if card is None:
        return f"{slot.code} (unknown code)"
    if pulling:
        number = f"#{card.position} " if card.position is not None else ""
        return f"{number}{card.title} ({card.type})"
    faction = game.factions.get(str(card.facts.get("faction")))
    foreign = faction is not None and faction.playable and faction.code != own
    return _full(slot) + (f" [{faction.name}]" if faction and foreign else "")


def _full(slot: Slot) -> str:
    card: Card | None = slot.card
    return slot.code if card is None else f"{card.title} ({card.pack}) {card.code}"


def _unread(deck: Deck) -> Iterator[str]:
    if deck.unread:
        yield f"Not read ({len(deck.unread)})"
    for line in deck.unread:
        copies = f", {line.copies} cards of unknown kind" if line.copies else ""
        place = f"line {line.line}: " if line.line else ""
        yield f"  {place}{line.text}{copies}"


def _totals(sums: Totals, game: Game) -> Iterator[str]:
    yield "Totals"
    for name, copies in sums.sections.items():
        if name in (game.choice_section, "hero"):
            continue
        types = [t for t in game.types if game.sections.get(t) == name and t in sums.types]
        parts = [f"{sums.types[t]} {PLURALS.get(t, t)}" for t in types]
        shown = f" ({', '.join(parts)})" if len(parts) > 1 else ""
        line = f"  {SECTIONS.get(name, name)}: {copies} cards{shown}"
        if name in sums.by_faction:
            own, neutral, out = sums.by_faction[name]
            line += f"; {own} in-faction, {neutral} neutral, {out} out of faction"
        yield line
    if sums.factions:
        names = (f"{game.factions[code].name} {n}" for code, n in sums.factions.items())
        yield f"  by faction: {', '.join(names)}"
    if sums.costs:
        yield f"  by cost: {', '.join(f'{cost}: {n}' for cost, n in sums.costs.items())}"


def _remarks(report: Report) -> list[Finding]:
    """What reading and choosing found; what rules say stands among the counts."""
    shown = ("unread-line", "unknown-card")
    return [f for f in report.findings if f.rule is None and f.code not in shown]


def deck_object(shown: Sheet, speaker: Speaker) -> dict[str, Any]:
    """`{deck, file, game, format, list, on, data, faction, agendas, groups, totals, counts, …}`."""
    game, deck, report, sums = speaker.game, shown.deck, shown.report, shown.totals
    return {
        "deck": deck.name,
        "file": shown.file,
        "game": report.game,
        "format": report.format,
        "list": report.list,
        "on": report.on,
        "data": report.data,
        "faction": deck.faction,
        "agendas": list(deck.agendas),
        "groups": [
            {
                "title": group.title,
                "count": group.copies,
                "cards": [_slot_object(slot) for slot in group.slots],
            }
            for group in shown.groups
        ],
        "totals": {
            "sections": dict(sums.sections),
            "types": dict(sums.types),
            "factions": dict(sums.factions),
            "costs": dict(sums.costs),
            "in_faction": {name: own for name, (own, _, _) in sums.by_faction.items()},
            "neutral": {name: n for name, (_, n, _) in sums.by_faction.items()},
            "out_of_faction": {name: out for name, (_, _, out) in sums.by_faction.items()},
        },
        "counts": [_counted_object(one, game) for one in shown.counts],
        "unread": [
            {"line": one.line, "text": one.text, "count": one.copies} for one in deck.unread
        ],
    }


def _slot_object(slot: Slot) -> dict[str, Any]:
    card = slot.card
    return {
        "count": slot.copies,
        "code": slot.code,
        "title": card.title if card else None,
        "pack": card.pack if card else None,
        "position": card.position if card else None,
        "type": card.type if card else None,
        "faction": card.facts.get("faction") if card else None,
        "section": slot.section,
    }


def _counted_object(one: Counted, game: Game) -> dict[str, Any]:
    return {
        "rule": one.rule.id,
        "message": counted_words(one, game),
        "found": one.found,
        "expected": one.expected,
        "state": one.state,
        "group": one.group,
        "cards": list(one.cards),
        "source": one.rule.cite.source,
        "says": one.rule.cite.says,
        "sure": one.rule.cite.sure,
    }
