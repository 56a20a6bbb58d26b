"""What the commands of `deck`, `own`, `backup` and `restore` share.

A Room is a bench with the user's own database: the catalogue of printings, a picker for titles,
and transactions. The one place that asks what time it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.decks import load_drafts
from deckcheck.errors import DeckcheckError, InputError
from deckcheck.model import Deck
from deckcheck.shelf import Catalogue, Need, Shelf

if TYPE_CHECKING:
    from deckcheck.picking import Picker
    from deckcheck.store.userdata import Connection

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of a saved deck.")]
NamesArgument = Annotated[list[str], typer.Argument(metavar="NAME…", help="Saved decks.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")]
ApartOption = Annotated[
    bool, typer.Option("--take-apart", help="As if no deck were built: all copies are free.")
]


class Room:
    """A command's surroundings where the user's own things are concerned: one game of them."""

    def __init__(self, home: str | None, game: str | None) -> None:
        self.bench = common.Bench(home, game)
        self.store = self.bench.store
        self.home = self.store.home
        self.game = self.bench.game.name

    @cached_property
    def catalogue(self) -> Catalogue:
        """Every printing of the game."""
        from deckcheck.store.collection import catalogue

        return catalogue(self.store, self.game)

    @cached_property
    def picker(self) -> Picker:
        """Finds cards and printings by what people call them."""
        from deckcheck.picking import Picker

        return Picker(self.bench.pool, self.catalogue)

    @cached_property
    def packs(self) -> dict[str, str]:
        """Pack code → name, in order of publication."""
        return {code: pack.name for code, pack in self.bench.pool.packs().items()}

    def reading(self) -> AbstractContextManager[Connection]:
        """user.db as it is now, for SELECTs."""
        from deckcheck.store.userdata import reading

        return reading(self.home)

    def writing(self) -> AbstractContextManager[Connection]:
        """user.db in a transaction."""
        from deckcheck.store.userdata import writing

        return writing(self.home)

    def shelf(self) -> Shelf:
        """The collection and the built decks, as one value."""
        from deckcheck.store.shelving import shelf

        with self.reading() as connection:
            return shelf(connection, self.catalogue, self.game)

    def needs(self, arguments: Iterable[str]) -> list[Need]:
        """What the decks of deck arguments need, each by its name. Raises what can't be read.

        To be asked first: the decks decide which game it is, unless `--game` did. Decks of one
        name are told apart by number; only a saved deck (`@name`) has the name of a built one.
        """
        from deckcheck.shelf import need_of
        from deckcheck.store import decks

        found: list[Need] = []
        settled = [*self._settled(arguments)]
        with self.reading() as connection:
            taken = {row.name for row in decks.built(connection, self.game)}
        for file, deck in settled:
            name = deck.name or file
            if file.startswith("@"):
                if name not in {need.deck for need in found}:
                    found.append(need_of(deck, self.catalogue, name))
                taken.add(name)
                continue
            number, numbered = 1, name
            while numbered in taken:
                number += 1
                numbered = f"{name} ({number})"
            taken.add(numbered)
            found.append(need_of(deck, self.catalogue, numbered))
        return found

    def _settled(self, arguments: Iterable[str]) -> Iterator[tuple[str, Deck]]:
        """(file, deck) of every deck; all are of one game, which becomes the room's."""
        from deckcheck.setting import Asked, setting
        from deckcheck.settle import settle

        bench = self.bench
        first = True
        for loaded in load_drafts(
            arguments,
            bench.desk(),
            home=self.home,
            desk_for=lambda text: bench.desk_for(text, None),
        ):
            if loaded.draft is None:
                raise loaded.error or DeckcheckError(f"{loaded.file}: can't be read.")
            if not first and bench.game.name != self.game:
                raise InputError("These decks are of several games; ask game by game.")
            self.game, first = bench.game.name, False
            chosen = setting(bench.game, Asked(), common.today(), loaded.draft)
            deck, _ = settle(loaded.draft, bench.desk(), bench.checker.judge(chosen))
            yield loaded.file, deck

    def say_picked(self) -> None:
        """Print on standard error what was taken though it wasn't spelled so."""
        for sentence in self.picker.said():
            common.say_error(sentence)

    def say_if_empty(self) -> None:
        """Print on standard error that there is no collection to answer from, if there is none."""
        from deckcheck.store.collection import is_empty

        with self.reading() as connection:
            if is_empty(connection, self.game):
                common.say_error(
                    f"The {self.game} collection is empty: `deckcheck own pack` and "
                    "`deckcheck own add` fill it."
                )


def now() -> str:
    """The time as it is written down: UTC, to the second."""
    import time

    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def moment() -> str:
    """The time for the name of a file."""
    return now().replace("-", "").replace(":", "")


def agreed(question: str, yes: bool) -> bool:
    """Whether to go on: `--yes`, or a yes from the terminal. Raises InputError without either."""
    if yes:
        return True
    if sys.stdin is None or not sys.stdin.isatty():
        raise InputError(f"{question} Nothing was done: --yes says that it shall be.")
    return typer.confirm(question)


def joined(names: Sequence[str]) -> str:
    """`A, B and C`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
