"""Cards shown: a search's table, and all versions of a title with facts and list status.

Gives strings and plain JSON values. May import checking and below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.checking import Checker
from deckcheck.folding import fold
from deckcheck.game import Game
from deckcheck.live import Row
from deckcheck.model import Card, Deck, Pack, Pool
from deckcheck.query import Binding, compile_query
from deckcheck.report.order import card_key
from deckcheck.rules import Rule
from deckcheck.setting import Setting

_NUMBERS = ("cost", "strength", "income", "initiative", "claim", "reserve")
_SHOWN_APART = frozenset((*_NUMBERS, "faction", "icons", "traits", "keywords"))


class Found(NamedTuple):
    """What a query found."""

    cards: tuple[Card, ...]
    """By title, then code."""
    unsure: tuple[Card, ...]
    """Cards whose data don't say; in the same order."""


def search(query: str, game: Game, pool: Pool, binding: Binding) -> Found:
    """All cards that answer a query with yes, and those that answer *unknown*.

    `binding` is that of a format, list and date. Raises QueryError, with a caret under the fault.
    """
    test = compile_query(query, game.fields, binding)
    yes: list[Card] = []
    unsure: list[Card] = []
    for card in pool.all():
        answer = test(card)
        if answer is not False:
            (yes if answer else unsure).append(card)
    return Found(tuple(sorted(yes, key=card_key)), tuple(sorted(unsure, key=card_key)))


def search_binding(binding: Binding, pool: Pool) -> Binding:
    """A rules' binding with what only searches ask for: copies in the pack, and being listed.

    Where no list is in force, every card is free.
    """
    copies: dict[str, int | None] = {}

    def quantity(card: Card) -> int | None:
        if not copies:
            printed = pool.printings(one.code for one in pool.all())
            for code, printings in printed.items():
                known = [p.quantity for p in printings if p.quantity is not None]
                copies[code] = max(known, default=None)
        return copies.get(card.code)

    free = {"list_status": lambda card: ["free"]}
    return binding._replace(derived={**free, **binding.derived, "quantity": quantity})


def table(cards: Sequence[Card], game: Game) -> Iterator[str]:
    """Title, code, pack, type, faction, cost: a line a card, in columns."""
    rows = [
        (
            *(card.title, card.code, card.pack, card.type),
            _faction(card, game),
            str(card.facts.get("cost", "")),
        )
        for card in cards
    ]
    widths = [max((len(row[n]) for row in rows), default=0) for n in range(5)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join([*cells, row[5]]).rstrip()


def _faction(card: Card, game: Game) -> str:
    """Its faction's name, or its elements in games without factions."""
    code = str(card.facts.get("faction") or "")
    if code in game.factions:
        return game.factions[code].name
    return code or "/".join(card.facts.get("elements") or ())


def facts_line(card: Card, game: Game) -> str:
    """A card's facts in a line: `character, House Stark, loyal, unique, cost 7, strength 6, …`."""
    facts = card.facts
    parts = [card.type]
    if "faction" in facts:
        parts.append(_faction(card, game))
    flags = [name for name, value in facts.items() if value is True]
    rest = [name for name in facts if name not in _SHOWN_APART and name not in flags]
    parts += flags + [f"{name} {facts[name]}" for name in _NUMBERS if name in facts]
    if facts.get("icons"):
        parts.append("/".join(facts["icons"]))
    if facts.get("traits"):
        parts.append("traits " + "/".join(facts["traits"]))
    words = facts.get("keywords") or ()
    parts += [_keyword(word, facts) for word in words]
    parts += [_fact(name, facts[name]) for name in rest if name not in words and facts[name] != []]
    if card.limit is not None:
        parts.append(f"limit {card.limit}")
    return ", ".join(part for part in parts if part)


def _keyword(word: str, facts: Mapping[str, Any]) -> str:
    return f"{word} {facts[word]}" if word in facts else word


def _fact(name: str, value: Any) -> str:
    """`life 8`, `elements steppe/forest`, `class unknown`; nothing for what a card is not."""
    words = name.replace("_", " ")
    if value is False:
        return ""
    if value is None:
        return f"{words} unknown"
    return f"{words} {'/'.join(map(str, value)) if isinstance(value, list) else value}"


class Standing:
    """What holds of a card on a date, for each way of playing that a legality list judges."""

    def __init__(self, checker: Checker, chosen: Setting) -> None:
        self.list = chosen.list
        self.on = chosen.on
        self.data = checker.pool.snapshot
        self._rows: dict[str, list[Row]] = {}
        game = self.game = checker.game
        for form in game.formats.values():
            if form.list is not None and form.list not in self._rows:
                compiler = checker.judge(chosen._replace(format=form.name, findings=())).compiler
                rows = compiler.context(Deck(game.name), ()).counts
                self._rows[form.list] = [row for row in rows if _forbids(row.rule)]

    def status(self, card: Card) -> dict[str, list[str]]:
        """Part of the list → what it says of the card: `banned`, `restricted`, `pod N`."""
        one = self.list
        if one is None:
            return {part: [] for part in self._rows}
        return {part: list(one.status(card.code, part, card.title)) for part in self._rows}

    def barred(self, card: Card) -> dict[str, list[str]]:
        """Part of the list → codes of the findings that the card makes by itself there."""
        section = self.game.section(card)
        return {
            part: [r.rule.finding for r in rows if section in r.sections and r.answer(card)]
            for part, rows in self._rows.items()
        }

    def words(self, card: Card) -> str:
        """`joust free, melee restricted and pod 3`, `joust not allowed (draft-card), …`."""
        status, barred = self.status(card), self.barred(card)
        said = []
        for part in self._rows:
            words = " and ".join(status[part]) or ("free" if self.list else "no list")
            if barred[part]:
                words = f"not allowed ({', '.join(barred[part])})"
                words += f" and {' and '.join(status[part])}" if status[part] else ""
            said.append(f"{part} {words}")
        return ", ".join(said)


def better_versions(
    checker: Checker, chosen: Setting
) -> Callable[[str], list[tuple[str, tuple[str, ...]]]]:
    """A function: code of a card → its other versions that are out and not banned.

    Each with what the list says of it in the format. Made when first asked: most reports never
    name a listed card.
    """
    standing: list[Standing] = []

    def versions(code: str) -> list[tuple[str, tuple[str, ...]]]:
        card = checker.pool.card(code)
        part = checker.game.format(chosen.format).list
        if card is None or part is None:
            return []
        standing[:] = standing or [Standing(checker, chosen)]
        found = []
        for other in checker.pool.titled(fold(card.title)):
            same = other.title == card.title and other.type == card.type and other != card
            if same and not standing[0].barred(other)[part]:
                status = standing[0].status(other)[part]
                if "banned" not in status:
                    found.append((other.code, tuple(status)))
        return found

    return versions


def _forbids(rule: Rule) -> bool:
    """Whether a row keeps cards out of every deck, whatever else is in it (a ban is a status)."""
    always = rule.when is None and rule.unless is None and rule.ids is None
    sure = rule.severity == "error" and rule.cite.sure != "open"
    return always and sure and rule.max == 0 and rule.finding != "banned"


def versions_text(
    cards: Sequence[Card], game: Game, packs: Mapping[str, Pack], standing: Standing
) -> Iterator[str]:
    """All versions of a title: pack and date, facts, list status on the date."""
    one, on = standing.list, standing.on
    by = f"by {one.name} ({one.code})" if one else "no list in force"
    count = f"{len(cards)} version{'s' if len(cards) > 1 else ''}"
    yield f"{cards[0].title}: {count}, on {on} {by}; card data of {standing.data}"
    for card in cards:
        pack = packs.get(card.pack)
        name = f"{pack.name} ({card.pack})" if pack else card.pack
        number = f" #{card.position}" if card.position is not None else ""
        yield f"  {card.code} {name}{number}, {_release(card, on)}"
        yield f"    {facts_line(card, game)}"
        if words := standing.words(card):
            yield f"    {words}"


def _release(card: Card, on: str) -> str:
    if card.released is None:
        return "no release date"
    if card.released > on:
        return f"released {card.released}: not yet on {on}"
    return f"released {card.released}"


def card_object(card: Card, standing: Standing) -> dict[str, Any]:
    """`{code, title, type, pack, position, released, limit, out, list, status, barred, facts}`.

    `out` = released by the date (null: no date is known); `status` and `barred` are by part of
    the list (`joust`, …).
    """
    one = standing.list
    return {
        "code": card.code,
        "title": card.title,
        "type": card.type,
        "pack": card.pack,
        "position": card.position,
        "released": card.released,
        "limit": card.limit,
        "out": None if card.released is None else card.released <= standing.on,
        "list": one.code if one else None,
        "status": standing.status(card),
        "barred": standing.barred(card),
        "facts": dict(card.facts),
    }


def mistyped(query: str, game: Game, pool: Pool, binding: Binding) -> list[str]:
    """For a search that found nothing: the values no card has, each with near ones."""
    from difflib import get_close_matches

    from deckcheck.query import getter, parse

    found = []
    for field_name, value in _asked(parse(query, game.fields)):
        field = game.fields[field_name]
        if field.kind != "word" or field.values is not None or value.startswith("$"):
            continue
        get = getter(field.of, binding.derived)
        known: dict[str, str] = {}
        for card in pool.all():
            have = get(card)
            for one in [have] if isinstance(have, str) else have if isinstance(have, list) else ():
                known.setdefault(fold(one), one)
        if fold(value) not in known:
            near = [known[k] for k in get_close_matches(fold(value), list(known), 3, 0.6)]
            hint = f"; did you mean {' or '.join(near)}?" if near else "."
            found.append(f"No card has {field.name} {value!r}{hint}")
    return found


def _asked(tree: Any) -> Iterator[tuple[str, str]]:
    """(field, value) of every test of a query."""
    if tree.kind == "test":
        yield from ((tree.field, value) for value in tree.values)
    for part in tree.parts:
        yield from _asked(part)
