"""A report for people: by what was judged, the verdict, then every finding with its source.

Gives strings; the command line prints them. May import messages and below.
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.findings import Finding, Report
from deckcheck.messages import Speaker, text
from deckcheck.report.plain import ascii_only, padded, plain_signs, safe

_COLOURS = {"error": "31", "unknown": "33", "warning": "33", "info": "36"}
_VERDICTS = {True: ("LEGAL", "32"), False: ("NOT LEGAL", "31"), None: ("CANNOT TELL", "33")}


class Style:
    """How text may look: colours or not, plain or not.

    Plain English is ASCII; plain text in another language keeps its letters, and only signs
    become plain ones.
    """

    def __init__(self, *, colour: bool = False, plain: bool = False, lang: str = "en") -> None:
        self.colour = colour and not plain
        self.plain = plain
        self._lang = lang

    def paint(self, words: str, code: str) -> str:
        """The words in an ANSI colour, where colours may be used."""
        return f"\033[{code}m{words}\033[0m" if self.colour else words

    def line(self, words: str) -> str:
        """The words as they may be shown."""
        if not self.plain:
            return words
        return ascii_only(words) if self._lang == "en" else plain_signs(words)


def verdict_words(report: Report, lang: str = "en") -> str:
    """`LEGAL`, `NOT LEGAL: 2 errors`, `CANNOT TELL: 1 unknown`, with what else was found."""
    if lang == "ru":
        from deckcheck.report import russian

        return russian.verdict_words(report)
    word = _VERDICTS[report.legal][0]
    counts = []
    for severity, one, many in (
        ("error", "error", "errors"),
        ("unknown", "thing that can't be told", "things that can't be told"),
        ("warning", "warning", "warnings"),
    ):
        number = sum(f.severity == severity for f in report.findings)
        if number:
            counts.append(f"{number} {one if number == 1 else many}")
    return f"{word}: {', '.join(counts)}" if counts else word


def judged_by(report: Report, titles: dict[str, str], lang: str = "en") -> str:
    """The line that says format, list, date asked about and age of the card data."""
    if lang == "ru":
        from deckcheck.report import russian

        return russian.judged_by(report, titles)
    by = "no legality list"
    if report.list:
        since = f"in force from {report.list_date}"
        by = f"{report.list_name} ({report.list}, {since})"
    form = titles.get(report.format, report.format)
    return f"{form} by {by}, on {report.on}; card data of {report.data or 'unknown date'}"


def source_words(finding: Finding, lang: str = "en") -> str:
    """`[RR Copy]`, with `likely reading` where the rule rests on one; empty without a source."""
    if lang == "ru":
        from deckcheck.report import russian

        return russian.source_words(finding)
    source = finding.source
    if not source.source:
        return ""
    sure = {"likely": "; likely reading", "open": "; not settled"}.get(source.sure, "")
    says = f": {source.says}" if source.says and source.sure != "yes" else ""
    return f"[{source.source}{sure}{says}]"


def finding_line(finding: Finding, speaker: Speaker) -> str:
    """One finding on one line: sentence, rule and source."""
    words = safe(text(finding, speaker)) + _lines(finding.lines, speaker.lang)
    source = source_words(finding, speaker.lang)
    return f"{words} {source}" if source else words


_MOST_LINES = 12


def _lines(lines: tuple[int, ...], lang: str) -> str:
    """` (lines 3, 9 and 14)`; empty for none, and where they are too many to help."""
    if not lines or len(lines) > _MOST_LINES:
        return ""
    if lang == "ru":
        from deckcheck.report import russian

        return russian.lines_words(lines)
    if len(lines) == 1:
        return f" (line {lines[0]})"
    return f" (lines {', '.join(map(str, lines[:-1]))} and {lines[-1]})"


def render(report: Report, speaker: Speaker, style: Style, file: str = "-") -> Iterator[str]:
    """The report, line by line."""
    formats = {f.name: f.title for f in speaker.game.formats.values()}
    name = safe(report.deck) or _nameless(speaker.lang)
    shown = name if file == "-" else f"{name} ({safe(file)})"
    yield style.line(shown)
    yield style.line("  " + judged_by(report, formats, speaker.lang))
    _, colour = _VERDICTS[report.legal]
    yield "  " + style.paint(style.line(verdict_words(report, speaker.lang)), colour)
    for finding in report.findings:
        mark = style.paint(_mark(finding.severity, speaker.lang), _COLOURS[finding.severity])
        yield style.line(f"  {mark} {finding.code}: {finding_line(finding, speaker)}")


def _nameless(lang: str) -> str:
    if lang == "ru":
        from deckcheck.report import russian

        return russian.NAMELESS
    return "deck without a name"


def _mark(severity: str, lang: str) -> str:
    """The word before a finding, so wide that the words below each other line up."""
    if lang == "ru":
        from deckcheck.messages_ru import SEVERITIES

        return padded(SEVERITIES[severity][0], 9)
    return f"{severity:<7}"


def unread_lines(file: str, line: int | None, style: Style, lang: str = "en") -> Iterator[str]:
    """What stands in the place of a report on a deck that can't be read."""
    if lang == "ru":
        from deckcheck.report import russian

        yield style.line(safe(file) + (f", строка {line}" if line else ""))
        yield "  " + style.paint(style.line(russian.UNREADABLE), _COLOURS["error"])
        return
    yield style.line(safe(file) + (f", line {line}" if line else ""))
    yield "  " + style.paint("CAN'T BE READ", _COLOURS["error"])
