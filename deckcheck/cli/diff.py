"""`deckcheck diff A B`: what to add and take out to make one deck the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.decks import judge_all
from deckcheck.comparing import Change, differences
from deckcheck.errors import EXIT_LEGAL, EXIT_NOT_LEGAL, DeckcheckError, InputError
from deckcheck.model import Deck
from deckcheck.setting import Asked

_DeckArgument = Annotated[str, typer.Argument(metavar="DECK", help="One deck.")]


def diff(
    first: _DeckArgument,
    second: _DeckArgument,
    format: common.FormatOption = None,
    list: common.ListOption = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    codec: common.FromOption = None,
    strict: common.StrictOption = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Show what turns one deck into another.

    By section, in the order that cards are pulled from a binder.

    Exit code: 0 if they hold the same cards, 1 if they differ, 2 if one can't be read.
    """
    bench = common.Bench(home, game)
    asked = common.asked(format, list, on)
    before = _only_deck(bench, first, asked, codec, strict)
    after = _only_deck(bench, second, asked, codec, strict)
    changes = differences(before, after, bench.pool, bench.game.sections)
    if json:
        unread = [*_unread(before, "first"), *_unread(after, "second")]
        common.say_json({"changes": [_object(change) for change in changes], "unread": unread})
    else:
        common.say(_lines(bench, changes, before, after), plain)
    return EXIT_NOT_LEGAL if changes or before.unread or after.unread else EXIT_LEGAL


def _only_deck(
    bench: common.Bench, argument: str, asked: Asked, codec: str | None, strict: bool
) -> Deck:
    found = [*judge_all(bench, [argument], asked, codec=codec, strict=strict)]
    if len(found) != 1:
        raise InputError(
            f"{argument}: there are {len(found)} decks in it; compare two single ones."
        )
    if found[0].checked is None:
        raise found[0].error or DeckcheckError(f"{argument}: can't be read.")
    return found[0].checked.deck


def _lines(bench: common.Bench, changes: list[Change], before: Deck, after: Deck) -> Iterator[str]:
    from deckcheck.wording import SECTIONS

    speaker = bench.speaker()
    section = None
    for change in changes:
        if change.section != section:
            section = change.section
            shown = SECTIONS.get(section, section) or "unknown cards"
            yield shown[:1].upper() + shown[1:]
        sign = "+" if change.copies > 0 else "-"
        faction = bench.game.factions.get(change.code) if section == "faction" else None
        name = faction.name if faction else speaker.name(change.code)
        yield f"  {sign}{abs(change.copies)} {name}"
    if not changes:
        yield "The same cards."
    for deck, which in ((before, "first"), (after, "second")):
        for line in deck.unread:
            yield f"Not compared, line {line.line} of the {which} deck: {line.text}"


def _unread(deck: Deck, which: str) -> list[dict[str, object]]:
    return [{"deck": which, "line": line.line, "text": line.text} for line in deck.unread]


def _object(change: Change) -> dict[str, object]:
    card = change.card
    return {
        "section": change.section,
        "code": change.code,
        "title": card.title if card else None,
        "pack": card.pack if card else None,
        "change": change.copies,
    }
