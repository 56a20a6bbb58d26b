"""A report for programs: one object a deck, in the form that `check --json` documents.

The form is stable: keys are added, never renamed. May import messages and below.
"""

from __future__ import annotations

from typing import Any

from deckcheck.findings import Finding, Report
from deckcheck.messages import Speaker, text


def finding_object(finding: Finding, speaker: Speaker) -> dict[str, Any]:
    """A finding as `check --json` documents it; `line` and `lines` only where there are some."""
    found: dict[str, Any] = {
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity,
        "message": text(finding, speaker),
        "section": finding.section,
        "cards": list(finding.cards),
        "found": finding.found,
        "expected": finding.expected,
        "source": finding.source.source,
        "sure": finding.source.sure,
    }
    if finding.line is not None:
        found["line"] = finding.line
    if finding.lines:
        found["lines"] = list(finding.lines)
    return found


def report_object(report: Report, speaker: Speaker, file: str) -> dict[str, Any]:
    """`{deck, file, game, format, list, on, data, legal, findings}`."""
    return {
        "deck": report.deck,
        "file": file,
        "game": report.game,
        "format": report.format,
        "list": report.list,
        "on": report.on,
        "data": report.data,
        "legal": report.legal,
        "findings": [finding_object(f, speaker) for f in report.findings],
    }


def failure_object(file: str, reason: str, line: int | None = None) -> dict[str, Any]:
    """What stands for a file (or a line of it) that is no deck: no verdict, and the reason."""
    finding: dict[str, Any] = {
        "code": "unreadable" if line is None else "unreadable-row",
        "rule": None,
        "severity": "unknown",
        "message": reason,
        "section": None,
        "cards": [],
        "found": None,
        "expected": None,
        "source": "",
        "sure": "yes",
    }
    if line:
        finding["line"] = line
    return {
        "deck": "",
        "file": file,
        "game": None,
        "format": None,
        "list": None,
        "on": None,
        "data": None,
        "legal": None,
        "findings": [finding],
    }
