"""`deckcheck db update` and `db rollback`: newer cards and lists, and the way back."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import common

if TYPE_CHECKING:
    from importers.http import Client
    from importers.update import Request, Result

_WIDTH = 30


def update(
    source: Annotated[
        str,
        typer.Option(
            "--source", "-s", metavar="NAME", help="throneteki, thronesdb, thronesdb-json or table."
        ),
    ] = "throneteki",
    url: Annotated[
        str | None, typer.Option("--url", metavar="ADDRESS", help="Another address of the source.")
    ] = None,
    offline: Annotated[
        str | None,
        typer.Option("--offline", metavar="DIR", help="Read a copy on disk; no network."),
    ] = None,
    snapshot: Annotated[
        str | None,
        typer.Option("--snapshot", metavar="DATE", help="The day an offline copy is of."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", "-n", help="Say what would change; write nothing.")
    ] = False,
    accept: Annotated[
        list[str] | None,
        typer.Option(
            "--accept",
            metavar="WHAT",
            help="shrunk: packs that lost cards; swapped: codes that are other cards now; "
            "emptied: lists that lost most cards.",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every changed card.")] = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Bring the newest cards, packs and lists; say what changed and which decks it concerns.

    Whatever goes wrong, the data stay as they were (exit code 2). Your own decks, collection
    and corrections are never touched.
    """
    from deckcheck.report.changes import update_lines, update_object
    from importers.update import Request

    request = Request(
        *(source, game, url, offline, snapshot, frozenset(accept or ())), dry_run=dry_run
    )
    result = _update(home, request)
    if json:
        common.say_json(update_object(result))
    else:
        common.say(update_lines(result, everything), plain)
    return 0


def _update(home: str | None, request: Request) -> Result:
    """Do it, with its progress on standard error."""
    import time

    from deckcheck.shipped import data_folder
    from deckcheck.store.home import find_home
    from importers.update import update

    place = find_home(home)
    progress = Progress()

    def client() -> Client:
        from importers.http import Client

        return Client(place.cache, report=progress.bytes)

    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    today = common.today()
    try:
        return update(
            *(place, data_folder(), request),
            today=today,
            now=now,
            client=client,
            tell=progress.step,
        )
    finally:
        progress.end()


def rollback(
    game: common.GameOption = None,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Put back the cards as they were before the last update; once more undoes that."""
    from deckcheck.shipped import data_folder
    from deckcheck.store.fetched import roll_back, updating
    from deckcheck.store.home import find_home

    place = find_home(home)
    name = game or "agot2"
    with updating(place):
        roll_back(place, data_folder(), name)
    snapshot = common.store(home).pool(name).snapshot
    common.say(
        [
            f"{name}: the data are those of {snapshot} again; `deckcheck db rollback` once more "
            "undoes this, `deckcheck db update` brings the newest."
        ],
        plain,
    )
    return 0


class Progress:
    """How far an update is, on standard error: a bar on a terminal, a line a step elsewhere."""

    def __init__(self) -> None:
        self._bar = sys.stderr.isatty()
        self._shown = False

    def step(self, name: str) -> None:
        """A new step."""
        self.end()
        typer.echo(f"{name} …" if self._bar else f"{name}", err=True, nl=not self._bar)
        self._shown = self._bar

    def bytes(self, url: str, done: int, total: int | None) -> None:
        """So much of an address has come."""
        if not self._bar:
            return
        full = _WIDTH * done // total if total else 0
        bar = f"[{'#' * full:<{_WIDTH}}]" if total else ""
        name = "/".join(url.split("/")[2:3] + url.rstrip("/").split("/")[-1:])[:40]
        typer.echo(f"\r{name} {bar} {done / 1_000_000:.1f} MB\x1b[K", err=True, nl=False)
        self._shown = True

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            typer.echo("\r\x1b[K", err=True, nl=False)
            self._shown = False
