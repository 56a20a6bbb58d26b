"""A deck a case: the decks of tests/decks/<game>, each with the verdict it should have and why.

A file is about one subject. It holds decks to start from, `[deck.NAME]` (those of bases.toml may
be used everywhere), and cases, `[[case]]`. Both start from a `deck` and say what they `remove` and
`add` (of a side deck: `side_remove`, `side_add`); lines read `COPIES CODE TITLE`, agendas and a
hero `CODE TITLE`, and a title that isn't the code's is an error here, so that what a case says
stays true. `unread` lines read `COPIES TEXT`. With
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

from pools import game_of, pool_of

from deckcheck.judge import Judge
from deckcheck.model import Deck, Unread

FOLDER = Path(__file__).parent / "decks"
GAMES = ("agot2", "berserk_heroes", "berserk")
VERDICTS = {"legal": True, "not legal": False, "cannot tell": None}
_DECK_KEYS = {"deck", "faction", "agendas", "hero", "cards", "remove", "add"}
_DECK_KEYS |= {"side_add", "side_remove"}
_CASE_KEYS = (_DECK_KEYS - {"cards"}) | {"name", "why", "format", "list", "on", "verdict", "finds"}
_CASE_KEYS |= {"warnings", "choices", "unread", "drafted", "undrafted", "also_drafted"}


class Case(NamedTuple):
    """One deck, what it is judged by, and what should come of it."""

    id: str
    """`file/name`, in other games than AGoT2 `game/file/name`."""
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
def cases(game: str = "agot2") -> tuple[Case, ...]:
    """All cases of all files of a game."""
    paths = (FOLDER / game).glob("*.toml")
    files = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in paths}
    above = "" if game == "agot2" else f"{game}/"
    found = []
    for stem, document in sorted(files.items()):
        decks = {**files["bases"]["deck"], **document.get("deck", {})}
        defaults = {key: document[key] for key in ("format", "list", "on")}
        assert set(document) <= {"deck", "case", *defaults}, stem
        for row in document["case"]:
            id = f"{above}{stem}/{row['name']}"
            found.append(_case({**defaults, **row}, decks, id, game))
    return tuple(found)


def cases_with(agenda: str) -> tuple[Case, ...]:
    """The cases whose deck has this agenda."""
    return tuple(case for case in cases() if agenda in case.deck.agendas)


@cache
def judge(format: str, list: str | None, on: str, game: str = "agot2") -> Judge:
    """The judge for a format, list and date, over the shipped cards."""
    one = game_of(game).list(list) if list else None
    return Judge(game_of(game), pool_of(game), format, one, on)


def _case(row: Mapping[str, Any], decks: Mapping[str, Any], id: str, game: str) -> Case:
    assert set(row) <= _CASE_KEYS, (id, set(row) - _CASE_KEYS)
    deck = _resolve(row, decks, id, Deck(game))
    drafted: dict[str, int] | None = None
    if row.get("drafted"):
        drafted = {**deck.cards, **dict.fromkeys(deck.agendas, 1)}
        for copies, code in _lines(row.get("undrafted", ()), id, game):
            drafted[code] -= copies
        for copies, code in _lines(row.get("also_drafted", ()), id, game):
            drafted[code] = drafted.get(code, 0) + copies
    unread = [line.split(" ", 1) for line in row.get("unread", ())]
    deck = deck._replace(
        name=id,
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


def _resolve(row: Mapping[str, Any], decks: Mapping[str, Any], id: str, deck: Deck) -> Deck:
    """The deck of a case (or of a deck to start from): what it starts from, and changes."""
    game = deck.game
    if "deck" in row:
        assert set(decks[row["deck"]]) <= _DECK_KEYS, (id, row["deck"])
        deck = _resolve(decks[row["deck"]], decks, f"{id}: {row['deck']}", deck)
    if "faction" in row:
        deck = deck._replace(faction=row["faction"] or None)
    if "agendas" in row:
        deck = deck._replace(agendas=tuple(_code(line, id, game) for line in row["agendas"]))
    if "hero" in row:
        deck = deck._replace(hero=_code(row["hero"], id, game) if row["hero"] else None)
    cards = dict(deck.cards)
    for copies, code in _lines(row.get("cards", ()), id, game):
        assert code not in cards, (id, code)
        cards[code] = copies
    cards = _changed(cards, row.get("remove", ()), row.get("add", ()), id, game)
    side = _changed(deck.side, row.get("side_remove", ()), row.get("side_add", ()), id, game)
    return deck._replace(cards=cards, side=side)


def _changed(cards: Mapping[str, int], remove: Any, add: Any, id: str, game: str) -> dict[str, int]:
    changed = dict(cards)
    for copies, code in _lines(remove, id, game):
        changed[code] -= copies
        assert changed[code] >= 0, (id, code)
        if not changed[code]:
            del changed[code]
    for copies, code in _lines(add, id, game):
        changed[code] = changed.get(code, 0) + copies
    return changed


def _lines(lines: Any, id: str, game: str) -> list[tuple[int, str]]:
    found = []
    for line in lines:
        copies, rest = line.split(" ", 1)
        found.append((int(copies), _code(rest, id, game)))
    return found


def _code(line: str, id: str, game: str) -> str:
    """The code of `CODE TITLE`, the title checked; a card nobody knows has none.

    A code may hold spaces itself: it is what stands before its card's title.
    """
    pool = pool_of(game)
    for at in (at for at, char in enumerate(line) if char == " "):
        card = pool.card(line[:at])
        if card is not None and card.title == line[at + 1 :]:
            return line[:at]
    code, _, title = line.partition(" ")
    card = pool.card(code)
    assert title == (card.title if card else ""), f"{id}: {line!r} is {card and card.title!r}"
    return code
