"""`deckcheck card`: all versions of a title, with facts and list status on a date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common

if TYPE_CHECKING:
    from deckcheck.model import Card


def card(
    title: Annotated[
        list[str], typer.Argument(metavar="TITLE", help="In any language; or a code.")
    ],
    list: common.ListOption = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Show all versions of a card, and what the list says."""
    from deckcheck.report.cards import Standing, card_object, versions_text

    bench = common.Bench(home, game)
    chosen = bench.chosen(common.asked(None, list, on))
    standing = Standing(bench.checker, chosen)
    text = " ".join(title)
    for number, (cards, remark) in enumerate(_versions(bench, text)):
        if json:
            for one in cards:
                common.say_json(card_object(one, standing))
            continue
        lines = versions_text(cards, bench.game, bench.pool.packs(), standing)
        if number:
            typer.echo()
        common.say([remark] if remark else [], plain)
        common.say(lines, plain)


def _versions(bench: common.Bench, text: str) -> Iterator[tuple[tuple[Card, ...], str]]:
    """For each title that the text may mean: all its versions, and how it was read."""
    from deckcheck.errors import UnknownName
    from deckcheck.folding import fold
    from deckcheck.names import Names

    match = Names(bench.pool).match(text)
    if not match.cards:
        near = match.suggestions
        fault = {
            "unknown-pack": f"No pack is called {match.pack!r}",
            "not-in-pack": f"Pack {match.pack} holds no such card",
        }.get(match.fault or "", f"No card is called {text!r}")
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
        raise UnknownName(fault + hint, near)
    titles = dict.fromkeys(card.title for card in match.cards)
    for title in titles:
        cards = tuple(card for card in match.cards if card.title == title)
        if match.pack is None and match.how != "code":
            # A translation may be of one version only: the others belong here too.
            whole = bench.pool.titled(fold(title))
            cards = tuple(card for card in whole if card.title == title)
        remark = ""
        if match.read_as is not None:
            remark = f"{text!r} was read as {title}."
        elif match.how == "exact" and match.pack is None and fold(title) != fold(text):
            remark = (
                f"{title} was called {text!r} before."
                if _was_called(bench, text, cards)
                else f"{text!r} is {title} in another language."
            )
        yield cards, remark


def _was_called(bench: common.Bench, text: str, cards: tuple[Card, ...]) -> bool:
    """Whether one of the cards was called so before an update."""
    from deckcheck.folding import fold

    codes = {card.code for card in cards}
    return any(one.card in codes for one in bench.pool.former().get(fold(text), ()))
