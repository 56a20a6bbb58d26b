"""`deckcheck squad`: a deal of classic Berserk, and the best squad that it can hire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.errors import EXIT_LEGAL, EXIT_USAGE, DeckcheckError, InputError

if TYPE_CHECKING:
    from deckcheck.codecs.base import Draft
    from deckcheck.report.squad import Hiring

GAME = "berserk"


def squad(
    decks: common.DecksArgument,
    seed: Annotated[
        int,
        typer.Option("--seed", min=0, metavar="S", help="Which shuffle; another, another deal."),
    ] = 1,
    second: Annotated[
        bool, typer.Option("--second", help="As the second player: one crystal more of each.")
    ] = False,
    redeals: Annotated[
        int, typer.Option("--redeals", min=0, metavar="N", help="Deal anew N times, 1 gold each.")
    ] = 0,
    codec: common.FromOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Deal a classic Berserk deck, and hire the best squad.

    Best: most crystals paid for cards; then fewest elements; then most cards; then the cards
    that were dealt first. Exit code: 0, or 2 if a deck can't be read or dealt.
    """
    from deckcheck.cli.decks import load_drafts
    from deckcheck.report.squad import hiring_lines, hiring_object

    bench = common.Bench(home, GAME)
    code = EXIT_LEGAL
    for number, loaded in enumerate(load_drafts(decks, bench.desk(), codec)):
        try:
            if loaded.draft is None:
                raise loaded.error or InputError(f"{loaded.file}: this is no deck.")
            hiring = _hired(bench, loaded.draft, loaded.file, seed, second, redeals)
        except DeckcheckError as error:
            common.say_error(error)
            code = EXIT_USAGE
            continue
        if json:
            common.say_json(hiring_object(hiring, bench.pool.card))
            continue
        if number:
            typer.echo()
        common.say(hiring_lines(hiring, bench.pool.card, common.language()), plain)
    return code


def _hired(
    bench: common.Bench, draft: Draft, file: str, seed: int, second: bool, redeals: int
) -> Hiring:
    """The deals of a deck and its squad. Raises InputError for a deck that can't be dealt."""
    from deckcheck.report.squad import Hiring
    from deckcheck.settle import settle
    from deckcheck.squad import FIRST, SECOND, best_squad, deals, fighter, gold_after

    deck, _ = settle(draft, bench.desk(), None)
    known = bench.pool.cards(deck.cards)
    strange = [c for c in deck.cards if c not in known] + [u.text for u in deck.unread if u.copies]
    if strange:
        raise InputError(
            f"{file}: nobody knows what it would cost to hire {', '.join(strange)}; "
            "leave that out, or spell it as it is printed."
        )
    purse = SECOND if second else FIRST
    gold_after(purse, redeals)
    try:
        dealt = deals(deck.cards, seed, redeals)
        deal = [fighter(known[code]) for code in dealt[-1]]
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    return Hiring(
        deck=deck.name,
        file=file,
        seed=seed,
        second=second,
        purse=purse,
        deals=dealt,
        deal=deal,
        squad=best_squad(deal, purse, redeals),
    )
