"""`deckcheck own import` and `own export`: the collection in and out of files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.shelf import Room, YesOption, agreed, now
from deckcheck.errors import EXIT_USAGE, InputError
from deckcheck.holdings.base import Held
from deckcheck.ledger import MODES, Collection, Edit
from deckcheck.number import many

if TYPE_CHECKING:
    from deckcheck.source import Text

_SHOWN = 12
_LayoutOption = Annotated[
    str | None,
    typer.Option("--from", metavar="LAYOUT", help="csv, packs, album or ids (else by content)."),
]


def import_file(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file, or - .")],
    mode: Annotated[
        str, typer.Option("--mode", "-m", metavar="MODE", help="add, replace or max.")
    ] = "max",
    layout: _LayoutOption = None,
    columns: Annotated[
        str | None,
        typer.Option("--columns", metavar="LIST", help="Which is which: count=Owned,title=Name"),
    ] = None,
    earliest: Annotated[
        bool, typer.Option("--earliest", help="A title of several printings means the first.")
    ] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Take the good rows though others are bad.")
    ] = False,
    yes: YesOption = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Take a collection in: what would change is shown first, and written with --yes.

    add: the counts are put on top. max (default): lower counts are raised, so that the same file
    once more changes nothing. replace: the lists that the file speaks of hold what it says and
    nothing else. If a row can't be taken nothing is, and every such row is named (exit code 2).
    """
    from deckcheck.registry import unknown_name
    from deckcheck.store import collection

    if mode not in MODES:
        raise unknown_name("mode", mode, [*MODES])
    room = Room(home, game)
    text = _text(file)
    file = text.name
    held = _held(room, text, layout, _columns(columns), earliest)
    with room.reading() as connection:
        there = collection.collection(connection, room.game)
    edit = _plan(room, held, mode, there)
    refused = bool(held.bad) and not skip_bad
    changes = bool(edit.rows or edit.boxes) and not refused
    if not json:
        _say(room, file, held, there, edit, plain)
    written = changes and _agreed(mode, yes, json)
    if written:
        with room.writing() as connection:
            collection.change(
                *(connection, room.catalogue, room.game, now(), f"import {file} ({mode})"),
                lambda latest: _plan(room, held, mode, latest),
                room.packs,
            )
    if json:
        common.say_json(_object(held, there, edit, written))
    elif written:
        common.say(["Written (`deckcheck own undo` takes it back)."], plain)
    if refused:
        number = many(len(held.bad), "line")
        raise InputError(f"{file}: {number} can't be taken, so nothing was (--skip-bad).")
    return EXIT_USAGE if held.bad else 0


def _agreed(mode: str, yes: bool, json: bool) -> bool:
    """Whether to write: said so, or agreed to on the terminal; else it was a dry run."""
    if yes or (not json and sys.stdin is not None and sys.stdin.isatty()):
        return agreed(f"Make these changes ({mode})?", yes)
    if not json:
        common.say_error("Nothing was written: --yes writes it.")
    return False


def _say(room: Room, file: str, held: Held, there: Collection, edit: Edit, plain: bool) -> None:
    """What was taken though it isn't exactly so, what can't be taken, and what would change."""
    for note in held.notes:
        common.say_error(note)
    for one in held.bad:
        common.say_error(f"{file}, line {one.number}: {one.reason} ({one.text})")
    common.say(_lines(room, there, edit), plain)


def _text(file: str) -> Text:
    """The one file that an argument stands for. Raises InputError for a folder or several."""
    from deckcheck.cli.decks import sources
    from deckcheck.source import open_text

    if os.path.isdir(file):
        raise InputError(f"{file} is a folder; name one file of it, and import them one by one.")
    found = [*sources(file)]
    if len(found) != 1:
        raise InputError(f"{file} holds {len(found)} files; unpack it, and import them one by one.")
    return open_text(found[0])


def _held(
    room: Room, text: Text, layout: str | None, columns: Mapping[str, str], earliest: bool
) -> Held:
    """What the file says, line by line."""
    from deckcheck.holdings import LAYOUTS
    from deckcheck.holdings.base import resolve

    name = layout or ("csv" if columns else _sniffed(text.name, text.text))
    lines = LAYOUTS[name].read(text.text, columns)
    return resolve(lines, room.picker, room.catalogue, earliest=earliest)


def _sniffed(file: str, text: str) -> str:
    from deckcheck.holdings import LAYOUTS

    scores = {name: int(LAYOUTS[name].sniff(text)) for name in LAYOUTS}
    name = max(scores, key=scores.__getitem__)
    if not scores[name]:
        raise InputError(f"{file}: there is nothing in it that a collection could be.")
    return name


def _columns(text: str | None) -> dict[str, str]:
    """`count=Owned,title=Name` as our column → heading."""
    pairs = [part.partition("=") for part in (text or "").split(",") if part.strip()]
    if any(not heading.strip() for _, _, heading in pairs):
        raise InputError("Columns are told apart as count=Owned,title=Name.")
    return {ours.strip(): heading.strip() for ours, _, heading in pairs}


def _plan(room: Room, held: Held, mode: str, there: Collection) -> Edit:
    """What the file does to the collection: boxes first, as counts include what they give."""
    from deckcheck.ledger import boxes_merged, edited, merged

    boxes = boxes_merged(there, held.boxes, mode) if held.boxes else Edit()
    after = edited(there, boxes)
    rows = merged(after, room.catalogue, held.entries, mode) if held.entries else Edit()
    new = {pack: n for pack, n in boxes.boxes.items() if n != there.boxes.get(pack, 0)}
    return Edit(new, rows.rows)


def _lines(room: Room, there: Collection, edit: Edit) -> Iterator[str]:
    """What would change: some of it, and how much in all."""
    from deckcheck.ledger import named

    shown = []
    for pack, boxes in edit.boxes.items():
        before = there.boxes.get(pack, 0)
        shown.append(f"  {room.packs.get(pack, pack)}: {before} to {many(boxes, 'box', 'boxes')}")
    for key, copies in edit.rows.items():
        kind = ", ".join(part for part in (key.condition, key.who, key.note) if part)
        tail = f" [{kind}]" if kind else ""
        change = copies - there.rows.get(key, 0)
        shown.append(f"  {key.list}: {change:+d} {named(room.catalogue, key.printing)}{tail}")
    yield from shown[:_SHOWN]
    if len(shown) > _SHOWN:
        yield f"  … and {len(shown) - _SHOWN} more"
    yield f"{many(len(shown), 'row')} would change." if shown else "Nothing would change."


def _object(held: Held, there: Collection, edit: Edit, written: bool) -> dict[str, object]:
    return {
        "bad": [one._asdict() for one in held.bad],
        "notes": list(held.notes),
        "packs": [
            {"pack": p, "before": there.boxes.get(p, 0), "after": n} for p, n in edit.boxes.items()
        ],
        "rows": [
            {**key._asdict(), "before": there.rows.get(key, 0), "after": n}
            for key, n in edit.rows.items()
        ],
        "written": written,
    }


def export(
    to: Annotated[
        str, typer.Option("--to", metavar="LAYOUT", help="csv, packs, album or ids.")
    ] = "csv",
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE", help="Instead of the terminal.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    game: common.GameOption = None,
    home: common.HomeOption = None,
) -> None:
    """Write the collection to a file; the counts of a csv add up to what `own stats` says."""
    from deckcheck.cli.writing import write_file
    from deckcheck.holdings import LAYOUTS
    from deckcheck.ledger import listed
    from deckcheck.store import collection

    module = LAYOUTS[to]
    room = Room(home, game)
    with room.reading() as connection:
        there = collection.collection(connection, room.game)
    text = module.write(listed(there, room.catalogue), there.boxes, room.catalogue, room.packs)
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_file(out, text, force)
        common.say([f"Wrote {out}."], plain=False)
