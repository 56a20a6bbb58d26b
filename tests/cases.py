"""A deck a case: the decks of tests/decks/agot2, each with the verdict it should have and why.

A file is about one subject. It holds decks to start from, `[deck.NAME]` (those of bases.toml may
be used everywhere), and cases, `[[case]]`. Both start from a `deck` and say what they `remove` and
`add`; lines read `COPIES CODE TITLE`, agendas `CODE TITLE`, and a title that isn't the code's is
an error here, so that what a case says stays true. `unread` lines read `COPIES TEXT`. With
`drafted = true` the pool is the deck, less what is `undrafted`, more what is `also_drafted`.

`verdict` is `legal`, `not legal` or `cannot tell`; `finds` are the codes of all findings of
severity error and unknown, each once, and `warnings` those of the warnings, where a case is about
them. Above the cases of a file stand the format, list (empty = without one) and date that they
are judged by, unless a case has its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pools import agot2_game, agot2_pool

from deckcheck.judge import Judge
from deckcheck.model import Deck, Unread

FOLDER = Path(__file__).parent / "decks" / "agot2"
VERDICTS = {"legal": True, "not legal": False, "cannot tell": None}
_DECK_KEYS = {"deck", "faction", "agendas", "cards", "remove", "add"}
_CASE_KEYS = (_DECK_KEYS - {"cards"}) | {"name", "why", "format", "list", "on", "verdict", "finds"}
_CASE_KEYS |= {"warnings", "choices", "unread", "drafted", "undrafted", "also_drafted"}


class Case(NamedTuple):
    """One deck, what it is judged by, and what should come of it."""

    id: str
    """`file/name`."""
    why: str
    deck: Deck
    format: str
    list: str | None
    on: str
    legal: bool | None
    finds: tuple[str, ...]
    """Codes of its errors and unknowns, sorted."""
    warnings: tuple[str, ...] | None
    """Codes of its warnings, sorted; None = the case isn't about them."""


@cache
def cases() -> tuple[Case, ...]:
    """All cases of all files."""
    files = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.toml")}
    found = []
    for stem, document in sorted(files.items()):
        decks = {**files["bases"]["deck"], **document.get("deck", {})}
        defaults = {key: document[key] for key in ("format", "list", "on")}
        assert set(document) <= {"deck", "case", *defaults}, stem
        for row in document["case"]:
            found.append(_case({**defaults, **row}, decks, f"{stem}/{row['name']}"))
    return tuple(found)


def cases_with(agenda: str) -> tuple[Case, ...]:
    """The cases whose deck has this agenda."""
    return tuple(case for case in cases() if agenda in case.deck.agendas)


@cache
def judge(format: str, list: str | None, on: str) -> Judge:
    """The judge for a format, list and date, over the shipped cards."""
    one = agot2_game().list(list) if list else None
    return Judge(agot2_game(), agot2_pool(), format, one, on)


def _case(row: Mapping[str, Any], decks: Mapping[str, Any], id: str) -> Case:
    assert set(row) <= _CASE_KEYS, (id, set(row) - _CASE_KEYS)
    faction, agendas, cards = _resolve(row, decks, id)
    drafted: dict[str, int] | None = None
    if row.get("drafted"):
        drafted = {**cards, **dict.fromkeys(agendas, 1)}
        for copies, code in _lines(row.get("undrafted", ()), id):
            drafted[code] -= copies
        for copies, code in _lines(row.get("also_drafted", ()), id):
            drafted[code] = drafted.get(code, 0) + copies
    unread = [line.split(" ", 1) for line in row.get("unread", ())]
    deck = Deck(
        "agot2",
        name=id,
        faction=faction or None,
        agendas=agendas,
        cards=cards,
        choices=row.get("choices", {}),
        drafted=drafted,
        unread=tuple(Unread(n, text, int(copies)) for n, (copies, text) in enumerate(unread, 1)),
    )
    legal = VERDICTS[row["verdict"]]
    finds = tuple(sorted(row.get("finds", ())))
    assert bool(finds) is (legal is not True), f"{id}: verdict and finds don't agree"
    warnings = row.get("warnings")
    return Case(
        id=id,
        why=row.get("why", ""),
        deck=deck,
        format=row["format"],
        list=row["list"] or None,
        on=row["on"],
        legal=legal,
        finds=finds,
        warnings=None if warnings is None else tuple(sorted(warnings)),
    )


def _resolve(
    row: Mapping[str, Any], decks: Mapping[str, Any], id: str
) -> tuple[str, tuple[str, ...], dict[str, int]]:
    """(faction, agendas, cards) of a case or deck, from what it starts from and changes."""
    faction, agendas, cards = "", (), dict[str, int]()
    if "deck" in row:
        assert set(decks[row["deck"]]) <= _DECK_KEYS, (id, row["deck"])
        faction, agendas, cards = _resolve(decks[row["deck"]], decks, f"{id}: {row['deck']}")
    faction = row.get("faction", faction)
    if "agendas" in row:
        agendas = tuple(_code(line, id) for line in row["agendas"])
    for copies, code in _lines(row.get("cards", ()), id):
        assert code not in cards, (id, code)
        cards[code] = copies
    for copies, code in _lines(row.get("remove", ()), id):
        cards[code] -= copies
        assert cards[code] >= 0, (id, code)
        if not cards[code]:
            del cards[code]
    for copies, code in _lines(row.get("add", ()), id):
        cards[code] = cards.get(code, 0) + copies
    return faction, agendas, cards


def _lines(lines: Any, id: str) -> list[tuple[int, str]]:
    found = []
    for line in lines:
        copies, rest = line.split(" ", 1)
        found.append((int(copies), _code(rest, id)))
    return found


def _code(line: str, id: str) -> str:
    """The code of `CODE TITLE`, the title checked; a card nobody knows has none."""
    code, _, title = line.partition(" ")
    card = agot2_pool().card(code)
    assert title == (card.title if card else ""), f"{id}: {line!r} is {card and card.title!r}"
    return code
