"""Deck arguments, the same for every command: path, folder, archive, address, `@name`, `-`.

Gives each deck of the input as written, and checked by what was asked and what it wishes. A file
that can't be read is one row that says why, so that the others still get their answer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from deckcheck.checking import Checked
from deckcheck.cli.common import Bench
from deckcheck.codecs.base import Desk, Draft
from deckcheck.errors import DeckcheckError, InputError
from deckcheck.setting import Asked
from deckcheck.source import Source, Text

if TYPE_CHECKING:
    from deckcheck.store.home import Home


class Loaded(NamedTuple):
    """One deck of the input as written, or why a file (or a row of it) is no deck."""

    file: str
    draft: Draft | None
    error: DeckcheckError | None = None
    line: int | None = None
    """Of a row that is no deck: its line, 0 where the layout has none."""


class Judged(NamedTuple):
    """One deck of the input with its report, or why there is none."""

    file: str
    checked: Checked | None
    error: DeckcheckError | None = None
    line: int | None = None


def load_drafts(
    decks: Iterable[str],
    desk: Desk,
    codec: str | None = None,
    home: Home | None = None,
    desk_for: Callable[[Text], Desk] | None = None,
) -> Iterator[Loaded]:
    """Every deck of every argument, in order; saved decks from `home` (default: the usual one).

    `desk_for` finds the desk of each text's own game; without it all are read at `desk`.
    """
    from deckcheck.reading import read
    from deckcheck.source import open_text

    for argument in decks:
        if argument.startswith("@"):
            yield _saved(argument, desk, home, desk_for)
            continue
        for source in sources(argument):
            try:
                text = open_text(source)
                at = desk_for(text) if desk_for else desk
                for draft in read(text, at, codec):
                    yield _loaded(text.name, draft)
            except DeckcheckError as error:
                yield Loaded(source.name, None, _hinted(error, argument, home))


def _hinted(error: DeckcheckError, argument: str, home: Home | None) -> DeckcheckError:
    """The error, with `@name` where no file but a saved deck is called so."""
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import reading

    if argument == "-" or os.path.lexists(argument):
        return error
    try:
        with reading(home or find_home()) as connection:
            name = decks.find(connection, argument).name
    except (DeckcheckError, ValueError):  # no such deck; or a name that is no text
        return error
    return InputError(f"{error} Your saved deck of this name is written @{name}.")


def _saved(
    argument: str, desk: Desk, home: Home | None, desk_for: Callable[[Text], Desk] | None
) -> Loaded:
    """The saved deck called `@name`."""
    import json

    from deckcheck.saved import draft_of
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import reading

    try:
        with reading(home or find_home()) as connection:
            saved = decks.load(connection, decks.find(connection, argument))
        at = desk_for(Text(json.dumps(dict(saved.deck)), name=argument)) if desk_for else desk
        return Loaded(f"@{saved.name}", draft_of(saved, at))
    except DeckcheckError as error:
        return Loaded(argument, None, error)


def _loaded(file: str, draft: Draft) -> Loaded:
    """A deck; or, for a row that could not be read as one, the reason."""
    for finding in draft.findings:
        if finding.code == "unreadable-row":
            place, reason = finding.args["place"], finding.args["reason"]
            error = InputError(f"{file}, {place}: {reason}")
            return Loaded(file, None, error, finding.line or 0)
    return Loaded(file, draft)


def sources(argument: str) -> Iterable[Source]:
    """The files that a deck argument stands for."""
    from deckcheck.source import MAX_ARCHIVE_BYTES, iter_inputs, unpack

    if argument == "-" and sys.stdin is None:
        return [Source("-", InputError("Standard input is closed; name a file."))]
    if argument == "-":
        return unpack("-", sys.stdin.buffer.read(MAX_ARCHIVE_BYTES + 1))
    if ":" in argument or ".com/" in argument:
        from importers.deck_address import fetch_deck, is_address

        if is_address(argument):
            try:
                return [Source(argument, fetch_deck(argument))]
            except InputError as error:
                return [Source(argument, error)]
    return iter_inputs(argument)


def judge_all(
    bench: Bench,
    decks: Iterable[str],
    asked: Asked,
    *,
    codec: str | None = None,
    strict: bool = False,
    drafted: Mapping[str, int] | None = None,
    whole: bool = True,
) -> Iterator[Judged]:
    """Every deck of the input, checked; the bench turns to the game of the deck at hand.

    `drafted` = the pool that was given for all of them; `whole` = all of it could be read.
    """

    def desk_for(text: Text) -> Desk:
        return bench.desk_for(text, codec, strict)

    desk = bench.desk(strict)
    rows = load_drafts(decks, desk, codec, bench.store.home, desk_for)
    for file, draft, error, line in rows:
        if draft is None:
            yield Judged(file, None, error, line)
        else:
            checked = bench.checker.check_draft(
                draft, asked, strict=strict, drafted=drafted, whole=whole
            )
            yield Judged(file, checked)
