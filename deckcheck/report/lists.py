"""Legality lists shown: all of them with the one in force, or one with its cards.

Gives strings and plain JSON values. May import legality, model and below; asks no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from deckcheck.game import Game
from deckcheck.legality import FormatPart, LegalityList, in_force
from deckcheck.model import Card
from deckcheck.report.order import title_key


class Head(NamedTuple):
    """One list, without its cards."""

    code: str
    name: str
    date: str
    line: str
    state: str
    """On the date: `in force` (the list that decks are judged by), `newest` of another line,
    `later` (not yet in force), or empty (replaced)."""
    banned: int
    restricted: int
    pods: int
    """Numbers for one part of the list; those banned in every format are counted with them."""
    file: str
    """Path within the data folder."""


def list_parts(game: Game) -> tuple[str, ...]:
    """The parts that a legality list has, in the order of the formats that they judge."""
    return tuple(dict.fromkeys(f.list for f in game.formats.values() if f.list is not None))


def heads(game: Game, on: str, part: str) -> list[Head]:
    """All lists by date, as of a day. `part` = the part of a list that a format is judged by."""
    newest = in_force(game.list_index, game.succession, on)
    # Each line outside the succession has a newest list of its own, used where it is asked for.
    others = [line for line in game.lines if line not in game.succession]
    own = [in_force(game.list_index, (line,), on) for line in others]
    codes = {one.code for one in own if one is not None}

    def state(one: LegalityList) -> str:
        if one.date > on:
            return "later"
        if newest is not None and one.code == newest.code:
            return "in force"
        return "newest" if one.code in codes else ""

    return [_head(game, game.list(one.code), state(one), part) for one in game.list_index]


def _head(game: Game, one: LegalityList, state: str, part: str) -> Head:
    said = one.formats.get(part, FormatPart())
    return Head(
        *(one.code, one.name, one.date, one.line, state),
        len({*one.banned, *said.banned}) + len(said.names),
        len(said.restricted),
        len(said.pods),
        f"{game.name}/legality/{one.code}.json",
    )


def heads_text(rows: Sequence[Head], on: str, part: str) -> Iterator[str]:
    """A table, a line a list; `*` marks the list in force, `+` the newest of another line."""
    yield f"Legality lists on {on} (numbers for {part})"
    wide = max([len(row.code) for row in rows] + [4])
    named = max([len(row.name) for row in rows] + [4])
    lined = max([len(row.line) for row in rows] + [4])
    marks = {"in force": "*", "newest": "+"}
    for row in rows:
        numbers = f"{row.banned:>3} banned {row.restricted:>2} restricted {row.pods:>2} pods"
        mark = marks.get(row.state, " ")
        later = "  not yet in force" if row.state == "later" else ""
        yield (
            f"{mark} {row.code:<{wide}}  {row.name:<{named}}  {row.date}  {row.line:<{lined}}  "
            f"{numbers}{later}"
        )
    force = next((row for row in rows if row.state == "in force"), None)
    if force is None:
        yield f"No list was in force on {on}."
    else:
        yield f"* in force on {on}: {force.name} of {force.date} ({force.file})"
    for row in rows:
        if row.state == "newest":
            yield f"+ newest of its line, used where it is asked for: {row.name} of {row.date}"
    last = max(rows, key=lambda row: row.date, default=None)
    if last is not None:
        yield f"Newest list here: {last.name} of {last.date} ({last.file})"


def head_object(row: Head) -> dict[str, Any]:
    """`{code, name, date, line, in_force, state, banned, restricted, pods, file}`."""
    return {**row._asdict(), "in_force": row.state == "in force"}


def list_text(
    one: LegalityList,
    file: str,
    card: Callable[[str], Card | None],
    parts: Iterable[str],
) -> Iterator[str]:
    """One list: head, what is banned everywhere, then each part with its cards by title."""
    kind = f", card set {one.card_set}" if one.card_set else ""
    line = f", line {one.line}" if one.line else ""
    yield f"{one.name} ({one.code}) of {one.date}{line}{kind}"
    yield f"  file: {file}"
    if one.known_until:
        yield f"  known to hold until {one.known_until}"
    if one.banned:
        yield f"  banned in every format ({len(one.banned)})"
        yield from _names(one.banned, card)
    for part in parts:
        said = one.formats.get(part)
        if said is None:
            yield f"  {part}: nothing of its own"
            continue
        yield f"  {part}" + (f" ({said.url})" if said.url else "")
        if said.packs:
            yield f"    packs that cards are from: {', '.join(said.packs)}"
        if said.names:
            yield f"    banned by name ({len(said.names)})"
            yield from (f"      {name}" for name in sorted(said.names, key=title_key))
        for what, codes in (("banned", said.banned), ("restricted", said.restricted)):
            if codes:
                yield f"    {what} ({len(codes)})"
                yield from _names(codes, card)
        for number, pod in enumerate(said.pods, 1):
            beside = (
                "" if pod.restricted is None else f", none beside {_name(pod.restricted, card)}"
            )
            yield f"    pod {number} ({len(pod.cards)}){beside}"
            yield from _names(pod.cards, card)


def _names(codes: Iterable[str], card: Callable[[str], Card | None]) -> Iterator[str]:
    for name in sorted((_name(code, card) for code in codes), key=title_key):
        yield f"      {name}"


def _name(code: str, card: Callable[[str], Card | None]) -> str:
    found = card(code)
    return f"{code} (not in the card data)" if found is None else _full(found)


def _full(card: Card) -> str:
    return f"{card.title} ({card.pack}) {card.code}"


def list_object(
    one: LegalityList, file: str, card: Callable[[str], Card | None], parts: Iterable[str]
) -> dict[str, Any]:
    """The list in the shape of its file, each card as `{code, title, pack}`."""

    def cards(codes: Iterable[str]) -> list[dict[str, Any]]:
        return [_card_object(code, card(code)) for code in codes]

    return {
        "code": one.code,
        "name": one.name,
        "issuer": one.issuer,
        "version": one.version,
        "line": one.line,
        "date": one.date,
        "card_set": one.card_set,
        "known_until": one.known_until,
        "file": file,
        "banned": cards(one.banned),
        "formats": {
            part: {
                "url": one.formats[part].url or None,
                "packs": list(one.formats[part].packs),
                "names": list(one.formats[part].names),
                "banned": cards(one.formats[part].banned),
                "restricted": cards(one.formats[part].restricted),
                "pods": [
                    {"restricted": pod.restricted, "cards": cards(pod.cards)}
                    for pod in one.formats[part].pods
                ],
            }
            for part in parts
            if part in one.formats
        },
    }


def _card_object(code: str, card: Card | None) -> dict[str, Any]:
    return {
        "code": code,
        "title": card.title if card else None,
        "pack": card.pack if card else None,
    }
