"""`deckcheck check`: is each deck legal, and if not, every reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Annotated

import typer

from deckcheck.checking import Checked
from deckcheck.cli import common
from deckcheck.cli.decks import Judged, judge_all
from deckcheck.errors import EXIT_CANNOT_TELL, EXIT_LEGAL, EXIT_NOT_LEGAL, EXIT_USAGE
from deckcheck.report.text import Style

_WORST_FIRST = (EXIT_USAGE, EXIT_NOT_LEGAL, EXIT_CANNOT_TELL, EXIT_LEGAL)


def check(
    decks: common.DecksArgument,
    format: common.FormatOption = None,
    list: common.ListOption = None,
    on: common.OnOption = None,
    no_list: common.NoListOption = False,
    game: common.GameOption = None,
    pool: Annotated[
        str | None, typer.Option("--pool", metavar="FILE", help="What was drafted (draft).")
    ] = None,
    codec: common.FromOption = None,
    strict: common.StrictOption = False,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name all cards, and show what counts for what.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Exit code only.")] = False,
    lang: common.LangOption = None,
    home: common.HomeOption = None,
) -> int:
    """Judge decks: legal or not, and every reason.

    Each reason comes with its cards, rule and source.

    Exit code: 0 legal, 1 not legal, 2 input can't be read, 3 can't tell (worst of all decks).
    """
    common.speak(lang)
    bench = common.Bench(home, game)
    asked = common.asked(format, list, on, no_list)
    drafted, whole = _drafted(bench, pool) if pool else (None, True)
    codes = set()
    rows = judge_all(bench, decks, asked, codec=codec, strict=strict, drafted=drafted, whole=whole)
    for number, judged in enumerate(rows):
        report = judged.checked.report if judged.checked else None
        codes.add(report.exit_code if report else EXIT_USAGE)
        if report is None:
            common.say_error(judged.error)
        if quiet:
            continue
        if json:
            _print_json(bench, judged)
        else:
            _print_text(bench, judged, plain, number, verbose)
    return next((code for code in _WORST_FIRST if code in codes), EXIT_USAGE)


def _print_json(bench: common.Bench, judged: Judged) -> None:
    from deckcheck.report.as_json import failure_object, report_object

    if judged.checked is not None:
        speaker = bench.speaker(judged.checked.setting, common.language(json=True))
        shown = report_object(judged.checked.report, speaker, judged.file)
    else:
        shown = failure_object(judged.file, str(judged.error), judged.line)
    common.say_json(shown)


def _print_text(
    bench: common.Bench, judged: Judged, plain: bool, number: int, verbose: bool
) -> None:
    from deckcheck.report.text import render, unread_lines

    style = common.style(plain)
    if number and not plain:
        typer.echo()
    if judged.checked is not None:
        speaker = bench.speaker(judged.checked.setting)
        if verbose:
            speaker = speaker._replace(most=1_000)
        lines = render(judged.checked.report, speaker, style, judged.file)
        if verbose:
            lines = chain(lines, _counts(bench, judged.checked, style))
    else:
        lines = unread_lines(judged.file, judged.line, style, common.language())
    for line in lines:
        typer.echo(line)


def _counts(bench: common.Bench, checked: Checked, style: Style) -> Iterator[str]:
    """What the live rows count, so that nobody need wonder whether the agenda was one of 60."""
    from deckcheck.report.deck import count_lines

    yield "  What counts towards which limit"
    counts = bench.checker.judge(checked.setting).counts(checked.deck)
    for line in count_lines(counts, bench.game):
        yield style.line(f"  {line}")


def _drafted(bench: common.Bench, file: str) -> tuple[dict[str, int], bool]:
    """What was drafted, read from a decklist: code → copies, agendas included; and whether all
    of it could be read. What couldn't is said on standard error.

    Whatever the file lists was drafted, under a heading `Pool` or `Sideboard` too.
    """
    from deckcheck.cli.decks import load_drafts
    from deckcheck.errors import InputError
    from deckcheck.settle import settle

    found: dict[str, int] = {}
    whole = True
    for loaded in load_drafts([file], bench.desk(), home=bench.store.home):
        if loaded.draft is None:
            raise loaded.error or InputError(f"{file}: can't be read.")
        entries = [e._replace(section="main") for e in loaded.draft.entries]
        deck, findings = settle(loaded.draft._replace(entries=tuple(entries)), bench.desk(), None)
        for finding in findings:
            if finding.severity == "unknown" or finding.code == "unread-line":
                common.say_finding(file, finding, bench.speaker())
                whole = False
        known = bench.pool.cards(deck.agendas)
        for code, copies in [*deck.cards.items(), *((code, 1) for code in known)]:
            found[code] = found.get(code, 0) + copies
    if not found:
        raise InputError(f"{file}: it names no card that was drafted.")
    return found, whole
