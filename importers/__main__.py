"""`python -m importers SOURCE DIR --out DIR`: make the shipped data from a source's files.

For maintainers; users have `deckcheck db update`. The only module here that prints.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from deckcheck.errors import EXIT_USAGE, DeckcheckError, InputError
from importers import IMPORTERS, thronesdb_titles
from importers.batch import Batch, digest


def main(arguments: list[str] | None = None) -> int:
    """Run one import; 0 = written, 2 = refused (one sentence on standard error)."""
    parser = argparse.ArgumentParser(prog="python -m importers", description=__doc__)
    parser.add_argument("source", choices=list(IMPORTERS), help="which source DIR is a copy of")
    parser.add_argument("directory", type=Path, metavar="DIR", help="the source's files")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        help="where to write: data/agot2, or data for sources of several games",
    )
    parser.add_argument(
        "--translations", type=Path, metavar="DIR", help="a copy of thronesdb-json-data"
    )
    parser.add_argument(
        "--snapshot",
        metavar="DATE",
        help="the day the files were taken; may be left out if they are the same as last time",
    )
    parser.add_argument("--translations-snapshot", metavar="DATE", help="the same for those")
    options = parser.parse_args(arguments)
    try:
        written = run(options)
    except DeckcheckError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except OSError as error:
        sys.stderr.write(
            f"{options.out} can't be written ({error}); make it writable and import again.\n"
        )
        return EXIT_USAGE
    sys.stdout.write(f"{written}\n")
    return 0


def run(options: argparse.Namespace) -> str:
    """Read, parse, write; the sentence that says what was done."""
    source = IMPORTERS[options.source]
    writer: Any = import_module(source.WRITER)
    files = source.read(options.directory)
    snapshot = options.snapshot or writer.recorded_snapshot(options.out, digest(files))
    if snapshot is None:
        raise InputError(
            "These files are new; say with --snapshot DATE on which day they were taken."
        )
    parsed = source.parse(files, snapshot)
    if options.translations:
        files = thronesdb_titles.read(options.translations)
        recorded = writer.recorded_snapshot(options.out, digest(files))
        snapshot = options.translations_snapshot or recorded or snapshot
        parsed = thronesdb_titles.add(parsed, files, snapshot)
    written = writer.write(parsed, options.out)
    batches = [parsed] if isinstance(parsed, Batch) else list(parsed.values())
    for note in (note for batch in batches for note in batch.notes):
        sys.stderr.write(f"{note}\n")
    cards, packs, lists = (
        sum(len(getattr(batch, part)) for batch in batches) for part in ("cards", "packs", "lists")
    )
    return (
        f"Wrote {len(written)} files to {options.out}: {cards} cards of {packs} packs, "
        f"{lists} lists."
    )


if __name__ == "__main__":
    sys.exit(main())
