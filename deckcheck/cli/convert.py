"""`deckcheck convert`: decks from one layout into another, nothing lost in silence."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from deckcheck.cli import common
from deckcheck.cli.decks import judge_all
from deckcheck.cli.writing import write_file
from deckcheck.errors import EXIT_LEGAL, EXIT_USAGE, InputError
from deckcheck.model import Deck

Decks = list[Deck]
"""`list` is an option's name within the command."""


def convert(
    decks: common.DecksArgument,
    to: Annotated[str, typer.Option("--to", metavar="CODEC", help="Layout to write.")],
    out: Annotated[
        str | None,
        typer.Option("-o", "--out", metavar="OUT", help="File, or folder for a file a deck."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that exist.")] = False,
    format: common.FormatOption = None,
    list: common.ListOption = None,
    on: common.OnOption = None,
    game: common.GameOption = None,
    codec: common.FromOption = None,
    strict: common.StrictOption = False,
    home: common.HomeOption = None,
) -> int:
    """Write decks in another layout.

    What reading was unsure of and what the layout can't carry is said on standard error. Exit
    code: 0 done, 2 if a deck can't be read or written (the others are).
    """
    from deckcheck.reading import losses, write_all

    bench = common.Bench(home, game)
    code = EXIT_LEGAL
    ready: Decks = []
    asked = common.asked(format, list, on)
    for judged in judge_all(bench, decks, asked, codec=codec, strict=strict):
        if judged.checked is None:
            common.say_error(judged.error)
            code = EXIT_USAGE
            continue
        deck, report, setting = judged.checked
        speaker = bench.speaker(setting)
        for finding in report.findings:
            if finding.rule is None and finding.template not in _ABOUT_VERDICT:
                common.say_finding(judged.file, finding, speaker)
                if finding.severity == "error":
                    code = EXIT_USAGE
        for sentence in losses(deck, bench.desk(), to):
            common.say_error(f"{judged.file}: {sentence}")
        ready.append(deck)
    if not ready:
        return EXIT_USAGE
    folder = out is not None and (os.path.isdir(out) or out.endswith(("/", os.sep)))
    if len({deck.game for deck in ready}) > 1 and not folder:
        raise InputError("These are decks of several games; write them into a folder (-o DIR/).")
    bench.turn_to(ready[0].game)
    if out is None:
        typer.echo(write_all(ready, bench.desk(), to), nl=False)
    elif folder:
        _write_folder(bench, ready, to, out, force)
    else:
        write_file(out, write_all(ready, bench.desk(), to), force)
    return code


_ABOUT_VERDICT = frozenset(
    ("old-data", "no-list-yet", "without-list", "list-not-in-force", "format-without-list")
)
"""Remarks about the judging, which converting doesn't do."""


def _write_folder(bench: common.Bench, decks: Decks, to: str, folder: str, force: bool) -> None:
    """A file a deck, named after it; two of one name are numbered."""
    from deckcheck.reading import safe_name, suffix, write

    os.makedirs(folder, exist_ok=True)
    taken: set[str] = set()
    for deck in decks:
        bench.turn_to(deck.game)
        base = safe_name(deck.name)
        name, number = base, 1
        while name.casefold() in taken:
            number += 1
            name = f"{base} {number}"
        taken.add(name.casefold())
        write_file(os.path.join(folder, name + suffix(to)), write(deck, bench.desk(), to), force)
