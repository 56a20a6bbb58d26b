"""An explanation for people and for programs. Gives strings and plain JSON values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deckcheck.game import Game
from deckcheck.model import Card
from deckcheck.report.explain import Explained, Shown
from deckcheck.report.rows import condition_words, data_line, row_words

FEW = 10
"""Cards of a row that are shown unless all are asked for."""
_READINGS = {
    "yes": "",
    "likely": " (likely: a reading that is applied and said)",
    "open": " (open: not settled, so a breach is only 'cannot tell')",
}
_MOST_IDS = 10


def render(
    found: Explained, game: Game, name: Callable[[str], str], *, every: bool = False
) -> Iterator[str]:
    """The lines of one meaning. `name` shows a card's code; `every` lists all cards."""
    yield f"{found.title} ({found.kind})" if found.kind != "row" else found.title
    if found.sentence:
        yield f"  {found.sentence}"
    for shown in found.rows:
        if found.kind != "row":
            yield f"  {shown.rule.id}"
        for line in _row_lines(shown, game, name, every):
            yield f"    {line}"


def _row_lines(shown: Shown, game: Game, name: Callable[[str], str], every: bool) -> Iterator[str]:
    rule = shown.rule
    yield sentence(shown, game, name)
    if rule.cite.says:
        yield f"says: {rule.cite.says}"
    yield f"source: {rule.cite.source}{_READINGS[rule.cite.sure]}"
    if shown.awaits:
        yield f"awaits: {shown.awaits}"
    if rule.cite.url:
        yield f"see: {rule.cite.url}"
    if rule.finding:
        yield f"finding: {rule.finding} ({rule.severity})"
    yield f"formats: {', '.join(shown.formats)}"
    where = shown.file if shown.number is None else f"{shown.file} row {shown.number}"
    yield f"data: {where}: {data_line(_data(shown, every))}"
    yield from _card_lines(shown, every)


def sentence(shown: Shown, game: Game, name: Callable[[str], str]) -> str:
    """A row in words, with its condition."""
    condition = condition_words(shown.rule, game, _Names(name))
    words = row_words(shown.rule, game)
    return f"{words}, {condition}" if condition else words


class _Names(Mapping[str, str]):
    """Code → shown name, made when asked."""

    def __init__(self, name: Callable[[str], str]) -> None:
        self._name = name

    def __getitem__(self, code: str) -> str:
        return self._name(code)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _data(shown: Shown, every: bool) -> Mapping[str, Any]:
    """The row's own keys: its id and source are said beside it, a long list of ids is cut."""
    row = {key: value for key, value in shown.data.items() if key not in ("code", "cite")}
    count = row.get("count")
    if not every and isinstance(count, Mapping) and len(count.get("ids", ())) > _MOST_IDS:
        ids = [*count["ids"][:_MOST_IDS], f"... {len(count['ids']) - _MOST_IDS} more"]
        row["count"] = {**count, "ids": ids}
    return row


def _card_lines(shown: Shown, every: bool) -> Iterator[str]:
    if shown.cards is None:
        yield "cards: depends on the deck"
    elif every:
        yield f"cards: {len(shown.cards)}"
        yield from (f"  {_card(card)}" for card in shown.cards)
    elif shown.cards:
        names = ", ".join(_card(card) for card in shown.cards[:FEW])
        more = len(shown.cards) - FEW
        tail = f" and {more} more (--all)" if more > 0 else ""
        yield f"cards: {len(shown.cards)}: {names}{tail}"


def _card(card: Card) -> str:
    return f"{card.title} ({card.pack}) {card.code}"


def explained_object(
    found: Explained, game: Game, name: Callable[[str], str], *, every: bool = False
) -> dict[str, Any]:
    """`{word, kind, title, sentence, rows: [{id, words, says, source, sure, …, cards, codes}]}`.

    `cards` is how many the row touches, null where that depends on the deck; `codes` the first
    ten of them, or all.
    """
    return {
        "word": found.word,
        "kind": found.kind,
        "title": found.title,
        "sentence": found.sentence,
        "rows": [_row_object(shown, game, name, every) for shown in found.rows],
    }


def _row_object(
    shown: Shown, game: Game, name: Callable[[str], str], every: bool
) -> dict[str, Any]:
    rule, cards = shown.rule, shown.cards
    return {
        "id": rule.id,
        "finding": rule.finding or None,
        "severity": rule.severity,
        "words": sentence(shown, game, name),
        "says": rule.cite.says,
        "source": rule.cite.source,
        "sure": rule.cite.sure,
        "url": rule.cite.url or None,
        "formats": list(shown.formats),
        "file": shown.file,
        "row": shown.number,
        "data": dict(shown.data),
        "cards": None if cards is None else len(cards),
        "codes": [card.code for card in (cards or ())[: None if every else FEW]],
    }
