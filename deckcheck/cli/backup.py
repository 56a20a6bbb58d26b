"""`deckcheck backup` and `deckcheck restore`: everything of the user's own, in one file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import YesOption, agreed, moment
from deckcheck.number import many

if TYPE_CHECKING:
    from deckcheck.store.backup import Contents, Planned

_FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The backup.")]


def backup(
    file: _FileArgument,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Write all decks, their history and the collection to one file, with your corrections."""
    from deckcheck.store.backup import back_up_to
    from deckcheck.store.home import find_home

    found = back_up_to(find_home(home), file, force=force)
    if json:
        common.say_json({"file": file, **found._asdict()})
    else:
        common.say([f"Wrote {file}: {_words(found)}."], plain)


def restore(
    file: _FileArgument,
    yes: YesOption = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Put a backup back: what that does is shown first, and what it replaces is kept."""
    from deckcheck.store.backup import plan, restore
    from deckcheck.store.home import find_home

    place = find_home(home)
    planned = plan(place, file)
    if not json:
        common.say(_plan_lines(planned), plain)
    if not agreed("Put this backup in the place of what is there now?", yes):
        return 1
    done = restore(place, file, moment())
    if json:
        then = done.plan.then._asdict()
        common.say_json({"restored": list(done.plan.files), **then, "kept": list(done.kept)})
    else:
        common.say((f"Kept what was there: {path}" for path in done.kept), plain)
        common.say([f"Put back: {_words(done.plan.then)}."], plain)
    return 0


def _plan_lines(planned: Planned) -> Iterator[str]:
    yield f"In the backup: {_words(planned.then)} ({', '.join(planned.files)})."
    yield f"There now: {_words(planned.now)}." if planned.now else "There now: nothing readable."


def _words(found: Contents) -> str:
    return (
        f"{many(found.decks, 'deck')} with {many(found.revisions, 'revision')}, "
        f"{many(found.boxes, 'box', 'boxes')} of packs, {many(found.rows, 'row')} of cards, "
        f"{many(found.changes, 'change')} in the log"
    )
