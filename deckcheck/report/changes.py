"""What an update did, as lines for people and as one JSON object.

May import importers' values and below; knows no terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deckcheck.number import many
from deckcheck.report.effects import effect_lines, effect_object, list_lines
from deckcheck.store.touched import Touched

if TYPE_CHECKING:
    from importers.changes import Changed
    from importers.update import Result

SHOWN = 12
"""Lines of one kind that are shown unless all are asked for."""


def update_lines(result: Result, everything: bool = False) -> Iterator[str]:
    """The report, a line at a time. `everything` = however many cards there are of a kind."""
    source = f"{result.source} ({result.provenance.address}, licence {result.provenance.licence})"
    if result.nothing:
        yield f"{result.game}: nothing new in {source}; the data are of {result.before}."
    else:
        yield f"{result.game}: {many(result.cards, 'card')} from {source}."
        if result.after != result.before:
            yield f"The data are of {result.after}; they were of {result.before}."
        yield from _change_lines(result, None if everything else SHOWN)
        yield from _touched_lines(result.touched)
        yield from effect_lines(result, None if everything else SHOWN)
        yield from (f"Note: {note}" for note in result.notes)
    if result.written:
        yield "The card database is updated; `deckcheck db rollback` goes back."
    elif not result.nothing:
        yield "Nothing was written (a dry run)."


def update_object(result: Result) -> dict[str, Any]:
    """The same as one JSON object."""
    changes = result.changes
    return {
        "game": result.game,
        "source": result.source,
        "provenance": result.provenance._asdict(),
        "before": result.before,
        "after": result.after,
        "cards": result.cards,
        "nothing_new": result.nothing,
        "written": result.written,
        "new": [_card(card) for card in changes.new],
        "gone": [_card(card) for card in changes.gone],
        "renamed": [one._asdict() for one in changes.renamed],
        "renumbered": [one._asdict() for one in changes.renumbered],
        "replaced": [one._asdict() for one in changes.replaced],
        "moved": [one._asdict() for one in changes.moved],
        "changed": [_changed(one) for one in changes.changed],
        "new_packs": list(changes.new_packs),
        "changed_packs": [_changed(one) for one in changes.changed_packs],
        "new_lists": [_list(row) for row in changes.new_lists],
        "changed_lists": [_list(row) for row in changes.changed_lists],
        "titles": changes.titles,
        "list_changes": [one._asdict() for one in result.lists],
        "decks": [effect_object(one) for one in result.effects],
        "owned_packs": [one._asdict() for one in result.boxed],
        "touched": {"decks": list(result.touched.decks), "collection_rows": result.touched.rows},
        "notes": list(result.notes),
    }


def _card(card: dict[str, Any]) -> dict[str, Any]:
    return {key: card[key] for key in ("code", "title", "type", "pack")}


def _list(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("code", "name", "date")}


def _changed(one: Changed) -> dict[str, Any]:
    return {"code": one.code, "title": one.title, "fields": one.fields}


def _change_lines(result: Result, most: int | None) -> Iterator[str]:
    changes = result.changes
    packs = [f"{p['code']} {p['name']} ({p['released'] or 'no date'})" for p in changes.new_packs]
    yield from _group("new pack", packs, most)
    yield from _group("changed pack", map(_fields, changes.changed_packs), most)
    for kind, rows in (("new list", changes.new_lists), ("changed list", changes.changed_lists)):
        lists = [line for row in rows for line in list_lines(row, result, named=most is None)]
        yield from _group(kind, lists, None, len(rows))
    yield from _group("new card", [_named(card) for card in changes.new], most)
    yield from _group("vanished card", [_named(card) for card in changes.gone], most)
    renamed = [f"{one.code} {one.new}, before: {one.old}" for one in changes.renamed]
    yield from _group("renamed card", renamed, most)
    numbers = [
        f"{one.new} {one.title}, before: {one.old}{' (now another card)' if one.taken else ''}"
        for one in changes.renumbered
    ]
    yield from _group("renumbered card", numbers, most)
    replaced = [f"{one.code} {one.new}, before another card: {one.old}" for one in changes.replaced]
    yield from _group("replaced card", replaced, most)
    moved = [f"{one.code} {one.title}: {one.old} → {one.new}" for one in changes.moved]
    yield from _group("moved card", moved, most)
    yield from _group("changed card", map(_fields, changes.changed), most)
    if changes.titles:
        are = "is" if changes.titles == 1 else "are"
        titles = many(changes.titles, "title")
        yield f"{titles} in other languages {are} new, changed or gone."


def _group(
    kind: str, lines: Iterable[str], most: int | None, number: int | None = None
) -> Iterator[str]:
    """`number` = how many there are, where some take several lines."""
    found = list(lines)
    if not found:
        return
    number = len(found) if number is None else number
    yield f"{number} {kind}{'s' if number > 1 else ''}:"
    shown: Sequence[str] = found if most is None else found[:most]
    yield from (f"  {line}" for line in shown)
    if len(found) > len(shown):
        yield f"  … and {len(found) - len(shown)} more (--all shows them)"


def _named(card: dict[str, Any]) -> str:
    return f"{card['code']} {card['title']} ({card['pack']})"


def _fields(one: Changed) -> str:
    parts = [f"{field} {_value(was)} → {_value(now)}" for field, (was, now) in one.fields.items()]
    return f"{one.code} {one.title}: {', '.join(parts)}"


def _value(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def _touched_lines(found: Touched) -> Iterator[str]:
    if found.decks:
        yield f"Saved decks with such cards: {', '.join(found.decks)}."
    if found.rows:
        yield f"Rows of the collection with such cards: {found.rows}."
