"""Deck arguments, the same for every command: a path, a folder, an archive, `-`.

Gives each deck of the input as written, and judged by what was asked and what it wishes. A file
that can't be read is one row that says why, so that the others still get their answer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from deckcheck.cli.common import Bench
from deckcheck.codecs.base import Desk, Draft
from deckcheck.errors import DeckcheckError
from deckcheck.findings import Finding, Report
from deckcheck.judge import severity_rank
from deckcheck.model import Deck
from deckcheck.setting import Asked


class Loaded(NamedTuple):
    """One deck of the input as written, or why a file can't be read as decks."""

    file: str
    draft: Draft | None
    error: DeckcheckError | None = None


class Judged(NamedTuple):
    """One deck of the input with its report, or why there is none."""

    file: str
    deck: Deck | None
    report: Report | None
    error: DeckcheckError | None = None


def load_drafts(decks: Iterable[str], desk: Desk, codec: str | None = None) -> Iterator[Loaded]:
    """Every deck of every argument, in order."""
    from deckcheck.reading import read
    from deckcheck.source import open_text

    for argument in decks:
        for source in _sources(argument):
            try:
                text = open_text(source)
                for draft in read(text, desk, codec):
                    yield Loaded(text.name, draft)
            except DeckcheckError as error:
                yield Loaded(source.name, None, error)


def _sources(argument: str) -> Iterable[Any]:
    from deckcheck.source import MAX_ARCHIVE_BYTES, iter_inputs, unpack

    if argument == "-":
        return unpack("-", sys.stdin.buffer.read(MAX_ARCHIVE_BYTES + 1))
    return iter_inputs(argument)


def judge_all(
    bench: Bench,
    decks: Iterable[str],
    asked: Asked,
    *,
    codec: str | None = None,
    strict: bool = False,
    drafted: dict[str, int] | None = None,
) -> Iterator[Judged]:
    """Every deck of the input, settled and judged. `drafted` = the pool that was given for all."""
    from deckcheck.settle import settle

    desk = bench.desk(strict)
    for loaded in load_drafts(decks, desk, codec):
        if loaded.draft is None:
            yield Judged(loaded.file, None, None, loaded.error)
            continue
        chosen = bench.setting(asked, loaded.draft)
        judge = bench.judge(chosen)
        deck, read = settle(loaded.draft, desk, judge)
        if drafted is not None:
            deck = deck._replace(drafted=drafted)
        remarks = [*chosen.findings, *read]
        report = judge.report(deck)
        found = [*without_doubles(report.findings, remarks), *remarks]
        found.sort(key=severity_rank)
        yield Judged(loaded.file, deck, report._replace(findings=tuple(found)))


def without_doubles(judged: Iterable[Finding], read: Iterable[Finding]) -> list[Finding]:
    """The judge's findings without those that reading has said better (same code and line)."""
    said = {(f.code, f.line) for f in read if f.line is not None}
    return [f for f in judged if (f.code, f.line) not in said]
