"""`db update`: fetch or read a source, merge it over what is there, swap it in. One step.

Nothing is written before everything is fetched, parsed, merged and checked, so that whatever
goes wrong leaves the data as they were; the swap itself is `store/fetched.py`'s. May import
errors, shipped, store and importers; asks no clock (day and time are arguments).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckcheck.errors import InputError
from deckcheck.registry import unknown_name
from deckcheck.shipped import read_file
from deckcheck.store.fetched import swap_in, updating
from deckcheck.store.home import Home
from deckcheck.store.layers import GameData, Layers
from deckcheck.store.touched import Touched, owned_packs, touched
from importers import Provenance
from importers.batch import Batch, is_iso_date, refuse
from importers.boxes import Boxed, boxed
from importers.changes import Changes
from importers.files import Files
from importers.lists import ListChange
from importers.merge import ACCEPTABLE, Merged, merge
from importers.sources import SOURCES, Source

if TYPE_CHECKING:
    from importers.effects import Effect
    from importers.http import Client


FIRST_RELEASE = "1990-01-01"
"""No card of these games is older."""
RELEASE_YEARS = 10
"""A release is announced no longer before, in years."""


class Request(NamedTuple):
    """What is asked for."""

    source: str = "throneteki"
    game: str | None = None
    """None = the source's own, or agot2."""
    address: str | None = None
    """None = the source's own."""
    offline: str | None = None
    """Folder or file to read in place of the network."""
    snapshot: str | None = None
    """ISO date that offline files are of; None = the day of the newest of them."""
    accept: frozenset[str] = frozenset()
    """Of `merge.ACCEPTABLE`."""
    dry_run: bool = False


class Result(NamedTuple):
    """What an update did, or would do."""

    game: str
    source: str
    provenance: Provenance
    before: str
    """Snapshot date of the data as they were."""
    after: str
    """And as they are (or would be)."""
    cards: int
    changes: Changes
    notes: tuple[str, ...]
    touched: Touched
    lists: tuple[ListChange, ...]
    """What new and changed lists say otherwise."""
    titles: Mapping[str, str]
    """Code → title of the cards that `lists` names."""
    effects: tuple[Effect, ...]
    """What it does to saved decks."""
    boxed: tuple[Boxed, ...]
    """What it does to the packs that the user owns."""
    nothing: bool
    """There was nothing new."""
    written: bool


def update(
    home: Home,
    root: str,
    request: Request,
    *,
    today: str,
    now: str,
    client: Callable[[], Client] | None = None,
    tell: Callable[[str], None] = lambda step: None,
) -> Result:
    """Do what is asked for. `now` = the time in UTC, ISO; `tell` hears each step's name.

    `DeckcheckError`, one sentence, and nothing changed, whatever goes wrong.
    """
    source: Source = SOURCES[request.source]
    game = _game(source, request, root)
    if unknown := sorted(request.accept - {*ACCEPTABLE}):
        raise unknown_name("thing to accept", unknown[0], [*ACCEPTABLE])
    with nullcontext() if request.dry_run else updating(home):
        files, day, address = _files(source, request, home, today, client, tell)
        day = _not_after(day, today, request)
        tell("comparing")
        present = Layers(root, home).read(game, corrections=False)
        batch = source.parse(files, day, present)
        _check_releases(batch, source, today)
        merged = merge(present, batch, source, request.accept)
        said = batch.provenance[0]._replace(address=address, time=now)
        if not merged.nothing:
            _check_day(source, request, day, present, root)
        after = day if not merged.nothing and _whole(source, batch, present) else present.snapshot
        record = _source_record(after, merged, said, present)
        parts = {**merged.parts, "source": record}
        result = Result(
            game=game,
            source=source.name,
            provenance=said,
            before=present.snapshot,
            after=after,
            cards=len(merged.parts["cards"]),
            changes=merged.changes,
            notes=merged.notes,
            touched=touched(home, game, merged.changes.codes),
            lists=merged.lists,
            titles=_listed_titles(merged),
            effects=() if merged.nothing else _effects(home, root, game, parts, today),
            boxed=_boxed(home, present, merged),
            nothing=merged.nothing,
            written=not (merged.nothing or request.dry_run),
        )
        if result.written:
            tell("building")
            said_too = tuple(note.text for note in swap_in(home, root, game, parts))
            result = result._replace(notes=(*result.notes, *said_too))
        return result


def _effects(
    home: Home, root: str, game: str, parts: Mapping[str, Any], today: str
) -> tuple[Effect, ...]:
    """What the new data do to saved decks; nothing that deckcheck knows of stops an update."""
    if not os.path.exists(home.user):
        return ()
    from importers.effects import effects

    return effects(home, root, game, parts, today)


def _boxed(home: Home, present: GameData, merged: Merged) -> tuple[Boxed, ...]:
    renumbered = {one.old: one.new for one in merged.changes.renumbered}
    owned = owned_packs(home, present.game)
    return boxed(owned, present.lines, merged.parts["cards"], renumbered)


def _listed_titles(merged: Merged) -> dict[str, str]:
    codes = {
        code
        for one in merged.lists
        for group in (one.banned, one.restricted, one.freed, *one.pods, *one.pods_gone)
        for code in group
    }
    lines = merged.parts["cards"]
    return {line["code"]: line["title"] for line in lines if line["code"] in codes}


def _game(source: Source, request: Request, root: str) -> str:
    game = request.game or source.game or "agot2"
    if source.game not in (None, game):
        raise InputError(f"The source {source.name} has cards of {source.game}, not of {game}.")
    games = Layers(root).games()
    if game not in games:
        raise unknown_name("game", game, games)
    return game


def _files(
    source: Source,
    request: Request,
    home: Home,
    today: str,
    client: Callable[[], Client] | None,
    tell: Callable[[str], None],
) -> tuple[Files, str, str]:
    """The source's files, the day they are of, and where they are from."""
    if request.offline is not None:
        if request.address is not None:
            raise InputError("Give either an address (--url) or a folder (--offline).")
        tell("reading")
        files, day = source.read(Path(request.offline))
        if request.snapshot and not is_iso_date(request.snapshot):
            raise InputError(f"{request.snapshot!r} is not a date; write it as 2026-07-01.")
        return files, request.snapshot or day, os.path.abspath(request.offline)
    if request.snapshot is not None:
        raise InputError("--snapshot is for --offline; what is fetched is of today.")
    address = request.address or (source.address() if source.address else None)
    if address is None:
        raise InputError(f"The source {source.name} needs a file (--offline) or address (--url).")
    if client is None:
        from importers.http import Client

        def client() -> Client:
            return Client(home.cache)

    tell("fetching")
    with client() as asker:
        return source.fetch(asker, address), today, address


def _not_after(day: str, today: str, request: Request) -> str:
    """The day that the files are of; refused if it is still to come."""
    if day <= today:
        return day
    if request.snapshot is not None:
        raise InputError(
            f"--snapshot {day} is after today ({today}); say which day the files are of."
        )
    # Files are dated by the world's clock: where it is still yesterday, they may be a day ahead.
    if date.fromisoformat(day) - date.fromisoformat(today) == timedelta(days=1):
        return today
    raise InputError(
        f"The newest of the files is of {day}, which is after today ({today}), so nothing was "
        "changed; if its date is wrong, say with --snapshot DATE which day they are of."
    )


def _check_releases(batch: Batch, source: Source, today: str) -> None:
    """Refuse packs whose date of release can't be one."""
    last = f"{int(today[:4]) + RELEASE_YEARS}{today[4:]}"
    for pack in batch.packs:
        day = pack["released"]
        if day is not None and not FIRST_RELEASE <= day <= last:
            file = source.packs_file.format(pack=pack["code"])
            what = f"{day} is no date between {FIRST_RELEASE} and {last}"
            refuse(file, f"pack {pack['code']}", "released", what)


def _check_day(source: Source, request: Request, day: str, present: GameData, root: str) -> None:
    """Refuse files that are older than what they would replace."""
    if source.extent == "rows":
        return
    if day < present.snapshot and request.snapshot is None:
        raise InputError(
            f"The files are of {day} and the data here are newer ({present.snapshot}), so nothing "
            "was changed; if their dates are wrong, say with --snapshot DATE which day they are of."
        )
    shipped = read_file(os.path.join(root, present.game, "source.toml"))["snapshot"]
    if day < str(shipped) and source.extent == "all":
        raise InputError(
            f"The files are of {day}, and those that come with deckcheck are newer ({shipped}) "
            "and would be used in their place, so nothing was changed."
        )


def _whole(source: Source, batch: Batch, present: GameData) -> bool:
    """Whether the merged data are of the batch's day: no, if a part of them is still of before."""
    packs = {line["pack"] for line in present.lines} - {pack["code"] for pack in batch.packs}
    return source.extent == "all" or (source.extent == "packs" and not packs and bool(batch.lists))


def _source_record(
    snapshot: str, merged: Merged, said: Provenance, present: GameData
) -> dict[str, Any]:
    """What source.toml says of shipped data: the newest source first, then the others."""
    own = {
        "origin": said.origin,
        "address": said.address,
        "snapshot": said.snapshot,
        "time": said.time,
        "licence": said.licence,
        "files": said.files,
        "bytes": said.size,
        "sha256": said.sha256,
    }
    others = present.documents.get("source", {}).get("source", [])
    return {
        "snapshot": snapshot,
        "cards": len(merged.parts["cards"]),
        "packs": len(merged.parts["packs"]["packs"]),
        "lists": len(merged.parts["legality"]),
        "source": [own, *(row for row in others if row.get("origin") != said.origin)],
    }
