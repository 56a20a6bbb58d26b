"""`deckcheck deck rename`, `deck tag` and `deck copy`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import NameArgument, now
from deckcheck.errors import InputError
from deckcheck.folding import fold

if TYPE_CHECKING:
    from deckcheck.store.decks import Row

_NewName = Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")]


def rename(
    name: NameArgument,
    new: _NewName,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Give a saved deck another name."""
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import writing

    with writing(find_home(home)) as connection:
        row = decks.find(connection, name)
        saved = decks.load(connection, row).named(decks.deck_name(new))
        changed = decks.change(connection, row, saved, now(), f"renamed from {row.name}")
    _say(changed, json, plain, f"@{row.name} is @{changed.name} now.")


def copy(
    name: NameArgument,
    new: Annotated[str, typer.Argument(metavar="NEW", help="Name of the copy.")],
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Save a copy of a deck by another name; it isn't built."""
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import writing

    with writing(find_home(home)) as connection:
        row = decks.find(connection, name)
        saved = decks.load(connection, row).named(decks.deck_name(new))._replace(built=False)
        added = decks.add(connection, saved, now(), f"copied from {row.name}")
    _say(added, json, plain, f"Saved @{added.name}, a copy of @{row.name}.")


def tag(
    name: NameArgument,
    tags: Annotated[list[str], typer.Argument(metavar="TAG…", help="Words to find it by.")],
    remove: Annotated[bool, typer.Option("--remove", "-r", help="Take these tags off.")] = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Put tags on a saved deck, or take them off."""
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.userdata import writing

    words = [" ".join(word.split()) for word in tags]
    if not all(word and word.isprintable() for word in words):
        raise InputError("A tag is a word, or a few, that can be printed.")
    with writing(find_home(home)) as connection:
        row = decks.find(connection, name)
        saved = decks.load(connection, row)
        given = {fold(word) for word in words}
        kept = [word for word in saved.tags if fold(word) not in given]
        missing = [w for w in words if remove and fold(w) not in map(fold, saved.tags)]
        if missing:
            raise InputError(f"@{row.name} has no tag {missing[0]!r}.")
        new = kept if remove else [*kept, *dict.fromkeys(words)]
        what = f"{'took off' if remove else 'tagged'} {', '.join(words)}"
        changed = decks.change(connection, row, saved._replace(tags=tuple(new)), now(), what)
    shown = ", ".join(changed.tags) or "none"
    _say(changed, json, plain, f"Tags of @{changed.name}: {shown}")


def _say(row: Row, as_json: bool, plain: bool, sentence: str) -> None:
    from deckcheck.report.decks import row_object

    if as_json:
        common.say_json(row_object(row))
    else:
        common.say([sentence], plain)
