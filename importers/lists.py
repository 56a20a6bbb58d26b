"""Legality lists before and after an update: what each came to ban, restrict or let go. Pure.

A changed list is compared with itself, a new one with the list of its line that it follows. May
import errors, game, store's `GameData` and importers; knows no source but by its file of lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from deckcheck.errors import DataError
from deckcheck.game import Game
from deckcheck.number import many
from deckcheck.store.layers import GameData
from importers.batch import Record, named_codes

Codes = tuple[str, ...]


class ListChange(NamedTuple):
    """What a new or changed list says otherwise in one format."""

    code: str
    """Of the list."""
    against: str
    """Code of the list that it is compared with (its own, if it was changed); empty = none."""
    format: str
    banned: Codes = ()
    restricted: Codes = ()
    freed: Codes = ()
    """Neither banned nor restricted any longer."""
    pods: tuple[Codes, ...] = ()
    """New pods; one with a restricted card has that first."""
    pods_gone: tuple[Codes, ...] = ()


def list_changes(old: Iterable[Record], new: Iterable[Record]) -> tuple[ListChange, ...]:
    """The differences of all lists that are new or changed, format by format."""
    before = {str(row["code"]): row for row in old}
    after = list(new)
    found: list[ListChange] = []
    for row in after:
        was = before.get(row["code"]) or _predecessor(row, after)
        if was != row:
            found += _differences(was, row)
    return tuple(found)


def _predecessor(row: Record, rows: Iterable[Record]) -> Record | None:
    """The newest list of the same line that is older."""
    older = [o for o in rows if o.get("line") == row.get("line") and o["date"] < row["date"]]
    return max(older, key=lambda one: str(one["date"]), default=None)


def _differences(was: Record | None, now: Record) -> Iterator[ListChange]:
    names = [*now.get("formats", {}), *(was or {}).get("formats", {})]
    for name in dict.fromkeys(names):
        old, new = _Part.of(was, name), _Part.of(now, name)
        found = ListChange(
            *(str(now["code"]), str(was["code"]) if was else "", name),
            tuple(sorted(new.banned - old.banned)),
            tuple(sorted(new.restricted - old.restricted)),
            tuple(sorted((old.banned | old.restricted) - new.banned - new.restricted)),
            tuple(sorted(new.pods - old.pods)),
            tuple(sorted(old.pods - new.pods)),
        )
        if any(found[3:]):
            yield found


class _Part(NamedTuple):
    """What a list says in a format, the bans of every format included."""

    banned: frozenset[str]
    restricted: frozenset[str]
    pods: frozenset[Codes]

    @classmethod
    def of(cls, row: Record | None, name: str) -> _Part:
        part: Mapping[str, Any] = (row or {}).get("formats", {}).get(name, {})
        pods = {
            (*([pod["restricted"]] if pod.get("restricted") else []), *sorted(pod["cards"]))
            for pod in part.get("pods", ())
        }
        banned = {*(row or {}).get("banned", ()), *part.get("banned", ())}
        return cls(frozenset(banned), frozenset(part.get("restricted", ())), frozenset(pods))


def check_emptied(old: Iterable[Record], new: Iterable[Record], file: str) -> None:
    """Refuse lists that lost all, or more than half, of the cards they named."""
    now = {row["code"]: named_codes(row) for row in new}
    for row in old:
        had = len(named_codes(row))
        has = len(now.get(row["code"], ())) if row["code"] in now else had
        if has * 2 < had:
            where = f"{file}, list" if file else "List"
            raise DataError(
                f"{where} {row['code']}, cards: it named {many(had, 'card')} "
                f"and names {has} now; if that is meant, update with --accept emptied."
            )


def strange_lists(rows: Iterable[Record], present: GameData) -> list[str]:
    """A note for each list with a set of cards, or a format, that nobody knows here."""
    if "name" not in present.documents.get("game", {}):
        return []
    game = Game(present.documents)
    formats = {form.list for form in game.formats.values()}
    sets = set(_card_sets(present))
    notes = []
    for row in rows:
        unknown = sorted(set(row.get("formats", {})) - formats)
        if unknown:
            notes.append(
                f"List {row['code']}: no format is judged by its part {', '.join(unknown)}; known "
                f"are {', '.join(sorted(filter(None, formats)))}."
            )
        if sets and row.get("card_set") and row["card_set"] not in sets:
            notes.append(
                f"List {row['code']}: the card set {row['card_set']!r} is unknown here, so rules "
                f"for sets of cards pass it over; known are {', '.join(sorted(sets))}."
            )
    return notes


def _card_sets(present: GameData) -> Iterator[str]:
    """The sets of cards that lists of before have, and rules speak of."""
    for name, body in present.documents.items():
        if name.startswith("legality/"):
            yield from filter(None, [body.get("card_set")])
        elif name.startswith("rules/"):
            for rule in body.get("rule", ()):
                yield from rule.get("card_set", ())
