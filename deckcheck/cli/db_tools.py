"""`deckcheck db doctor`, `export`, `search` and `text`: looking after the data and into them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli import common


def doctor(
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Examine the databases and the data: what is wrong, how old they are, what to do.

    Exit code: 0 nothing to do, 1 something to do (marked ! or !!).
    """
    from deckcheck.shipped import data_folder
    from deckcheck.store.doctor import as_object, examine
    from deckcheck.store.home import find_home
    from importers.sources import SOURCES

    sourced = {SOURCES[name].game for name in SOURCES} - {None}
    found = examine(find_home(home), data_folder(), common.today(), sourced)
    marks = {"error": "!!", "warning": "! ", "info": "  "}
    for trouble in found:
        if json:
            common.say_json(as_object(trouble))
            continue
        common.say([f"{marks[trouble.severity]} {trouble.what}"], plain)
        if trouble.do:
            common.say([f"     → {trouble.do}"], plain)
    return 1 if any(trouble.severity != "info" for trouble in found) else 0


def export(
    to: Annotated[
        str, typer.Option("--to", metavar="LAYOUT", help="jsonl (default) or csv.")
    ] = "jsonl",
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="PATH", help="A file; for csv, a folder."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    game: common.GameOption = None,
    home: common.HomeOption = None,
) -> int:
    """Write out everything in the card database, as JSON Lines or as CSV files."""
    from deckcheck.errors import InputError
    from deckcheck.registry import unknown_name
    from deckcheck.store.export import as_json_lines, rows, write_csv, write_whole

    if to not in ("jsonl", "csv"):
        raise unknown_name("layout of an export", to, ["jsonl", "csv"])
    store = common.store(home)
    if game is not None and game not in store.games:
        raise unknown_name("game", game, store.games)
    found = (row for name in ([game] if game else store.games) for row in rows(store, name))
    if to == "csv":
        if out is None:
            raise InputError("CSV is several files; name a folder for them with --out.")
        common.say((f"Wrote {path}." for path in write_csv(found, out, force)), plain=False)
        return 0
    if out is None:
        for line in as_json_lines(found):
            typer.echo(line)
        return 0
    if Path(out).exists() and not force:
        raise InputError(f"{out} is there already; --force writes over it.")
    try:
        write_whole(out, "".join(f"{line}\n" for line in as_json_lines(found)))
    except OSError as fault:
        raise InputError(f"{out} can't be written ({fault.strerror}).") from None
    common.say([f"Wrote {out}."], plain=False)
    return 0


def search(
    words: Annotated[list[str], typer.Argument(metavar="WORD…", help="All of them must occur.")],
    text: Annotated[
        bool, typer.Option("--text", help="In the rules texts that you imported (db text).")
    ] = False,
    game: common.GameOption = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> int:
    """Find cards by words of their titles, in any language; each may be a word's beginning.

    Exit code: 0 found, 1 not found.
    """
    from deckcheck.store.search import search_texts, search_titles

    bench = common.Bench(home, game)
    name, asked = bench.game.name, " ".join(words)
    hits = (
        search_texts(bench.store.home, name, asked)
        if text
        else search_titles(bench.store, name, asked)
    )
    for hit in hits:
        card = bench.pool.card(hit.code)
        if card is None:
            continue
        if json:
            common.say_json(
                {"code": card.code, "title": card.title, "pack": card.pack, "found": hit.found}
            )
        else:
            more = "" if hit.found == card.title else f": {hit.found}"
            common.say([f"{card.code} {card.title} ({card.pack}){more}"], plain)
    return 0 if hits else 1


def text(
    offline: Annotated[
        str, typer.Option("--offline", metavar="DIR", help="A copy of a source, on disk.")
    ],
    source: Annotated[
        str, typer.Option("--source", "-s", metavar="NAME", help="Which source it is a copy of.")
    ] = "throneteki",
    home: common.HomeOption = None,
) -> int:
    """Take the cards' rules texts from a copy of a source, for your own use.

    deckcheck comes without them: they are the publisher's. They stay in texts.db in your own
    folder, where `db search --text` looks; nothing else reads them.
    """
    from deckcheck.number import many
    from deckcheck.store.home import find_home
    from deckcheck.store.search import keep_texts
    from importers.texts import read_texts

    place = find_home(home)
    game, texts = read_texts(source, Path(offline))
    keep_texts(place, game, texts)
    common.say([f"Kept the texts of {many(len(texts), 'card')} in {place.texts}."], plain=False)
    return 0
