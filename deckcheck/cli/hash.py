"""`deckcheck hash`: a deck's fingerprint, for deck checks at events."""

from __future__ import annotations

from deckcheck.cli import common
from deckcheck.cli.decks import judge_all
from deckcheck.errors import EXIT_LEGAL, EXIT_USAGE, DeckcheckError


def hash_decks(
    decks: common.DecksArgument,
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
    """Show each deck's fingerprint.

    The same for the same cards in every layout and language.

    Exit code: 0, or 2 if a deck can't be read or holds cards that nobody knows.
    """
    from deckcheck.comparing import fingerprint

    bench = common.Bench(home, game)
    code = EXIT_LEGAL
    for judged in judge_all(
        bench, decks, common.asked(format, list, on), codec=codec, strict=strict
    ):
        try:
            if judged.checked is None:
                raise judged.error or DeckcheckError(f"{judged.file}: can't be read.")
            deck = judged.checked.deck
            letters = fingerprint(deck)
        except DeckcheckError as error:
            common.say_error(error)
            code = EXIT_USAGE
            continue
        if json:
            common.say_json({"file": judged.file, "deck": deck.name, "fingerprint": letters})
        else:
            common.say([f"{letters}  {deck.name or judged.file}"], plain)
    return code
