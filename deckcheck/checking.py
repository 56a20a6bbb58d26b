"""From a deck as written to its report: settle what its titles mean, choose by what, judge.

The pipeline that the command line, programs and later tables of many decks share. May import
judge, settle, setting and below; asks no clock (today is an argument) and opens no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from deckcheck.codecs.base import Desk, Draft
from deckcheck.errors import InputError
from deckcheck.findings import Finding, Report
from deckcheck.game import Game
from deckcheck.judge import Judge, severity_rank
from deckcheck.legality import LegalityList
from deckcheck.model import Deck, Pool
from deckcheck.setting import Asked, Setting, setting


class Checked(NamedTuple):
    """A deck with its report."""

    deck: Deck
    report: Report
    setting: Setting
    """By what it was judged."""


class Checker:
    """Checks decks of one game. Judges are kept, one for each (format, list, date)."""

    def __init__(self, game: Game, pool: Pool, today: str) -> None:
        self.game = game
        self.pool = pool
        self.today = today
        """ISO date that decks are judged on when none is asked for."""
        self._judges: dict[tuple[str, int, str], Judge] = {}
        self._settings: dict[Asked, Setting] = {}

    def judge(self, chosen: Setting) -> Judge:
        """The judge for a setting; the same one for the same setting."""
        one = chosen.list
        # By the list itself: an organiser's own may bear the code of a published one.
        key = (chosen.format, id(one), chosen.on)
        if key not in self._judges:
            self._judges[key] = Judge(self.game, self.pool, chosen.format, one, chosen.on)
        return self._judges[key]

    def _setting(self, asked: Asked, deck: Deck | Draft) -> Setting:
        """By what to judge; remembered for decks that wish nothing."""
        if isinstance(asked.list, LegalityList):
            chosen = setting(self.game, asked, self.today, deck)
            return chosen._replace(findings=(*chosen.findings, *_strange(asked.list, self.pool)))
        if deck.format is not None or deck.list is not None or deck.on is not None:
            return setting(self.game, asked, self.today, deck)
        if asked not in self._settings:
            self._settings[asked] = setting(self.game, asked, self.today)
        return self._settings[asked]

    def check(self, deck: Deck, asked: Asked | None = None) -> Report:
        """The report on a deck. Raises UnknownName for a format or list nobody is called."""
        chosen = self._setting(asked or Asked(), deck)
        report = self.judge(chosen).report(deck)
        return _with(report, chosen.findings)

    def check_draft(
        self,
        draft: Draft,
        asked: Asked | None = None,
        *,
        strict: bool = False,
        drafted: Mapping[str, int] | None = None,
        whole: bool = True,
    ) -> Checked:
        """The deck a draft stands for, with a report that holds what reading found too.

        `drafted` = the draft pool that was given for it (code → copies); `whole` = it is all that
        was drafted. If not, a card that isn't in it may have been drafted all the same.
        """
        from deckcheck.settle import settle

        chosen = self._setting(asked or Asked(), draft)
        judge = self.judge(chosen)
        deck, read = settle(draft, Desk(self.pool, self.game, strict), judge)
        remarks = [*chosen.findings, *read]
        if drafted is not None:
            deck = deck._replace(drafted=drafted)
            if not judge.uses_pool:
                args = {"format": judge.format.title}
                remarks.append(Finding("pool-not-used", "info", "pool-not-used", args))
        report = judge.report(deck)
        if drafted is not None and not whole:
            report = report._replace(findings=tuple(map(_unsure_of_pool, report.findings)))
        report = _with(report, remarks)
        return Checked(deck, _cited(report, draft, read), chosen)


def _unsure_of_pool(finding: Finding) -> Finding:
    """The finding, if the pool may hold more than is known of it."""
    if finding.code != "not-drafted" or finding.severity != "error":
        return finding
    return finding._replace(severity="unknown", args={**finding.args, "state": "unknown"})


def _strange(one: LegalityList, pool: Pool) -> list[Finding]:
    """What to say of a list of one's own that names cards which nobody knows.

    Raises InputError for a name that can't be a code: a ban that forbids nothing is no ban.
    """
    codes = sorted(one.codes())
    strange = [code for code in codes if code not in pool.cards(codes)]
    for code in strange:
        if not any(c.isdigit() for c in code) or " " in code:
            raise InputError(f"{one.name}: {code!r} is no card's code; a list names cards by code.")
    if not strange:
        return []
    args = {"name": one.name, "codes": ", ".join(strange[:20]), "number": len(strange)}
    return [Finding("list-unknown-codes", "warning", "list-unknown-codes", args)]


def _with(report: Report, more: Iterable[Finding]) -> Report:
    """The report with more findings, which say better what they share with it (code and line)."""
    more = tuple(more)
    banned = {(f.line, f.args["text"]) for f in report.findings if "text" in f.args and f.rule}
    if banned:  # a name that the list bans, whoever knows the card
        more = tuple(f for f in more if not _tells_of(f, banned))
    said: set[tuple[object, ...]] = {(f.code, f.line) for f in more if f.line is not None}
    said |= {("unknown-card", f.line) for f in more if f.severity == "unknown"}
    said |= {(f.code, f.cards) for f in more if f.cards}
    said |= {("unread-line", f.line or f.args["text"]) for f in more if f.code == "bad-count"}
    # Without lines (a JSON deck) what was read tells one unread thing from another.
    said |= {(f.code, f.args["text"]) for f in more if f.line is None and "text" in f.args}
    found = [f for f in report.findings if said.isdisjoint(_keys(f))]
    return report._replace(findings=tuple(sorted([*found, *more], key=severity_rank)))


def _tells_of(finding: Finding, banned: set[tuple[int | None, str]]) -> bool:
    """Whether it says that nobody knows what is known to be banned."""
    about = (finding.line, finding.args.get("text"))
    unknown = finding.code in ("unknown-card", "unread-line")
    return unknown and (about in banned or (None, about[1]) in banned)


def _keys(finding: Finding) -> list[tuple[object, ...]]:
    """By what a finding is known to be said already."""
    keys: list[tuple[object, ...]] = [(finding.code, finding.cards)] if finding.cards else []
    if finding.line is not None:
        keys.append((finding.code, finding.line))
    elif "text" in finding.args:
        keys.append((finding.code, finding.args["text"]))
    return keys


def _cited(report: Report, draft: Draft, read: Iterable[Finding]) -> Report:
    """The report with the lines of the cards that a rule's finding names."""
    if not any(map(_names_cards, report.findings)):
        return report
    taken = {f.line: f.cards[0] for f in read if f.code == "assumed-printing"}
    lines: dict[str, list[int]] = {}
    for entry in (*draft.agendas, *draft.entries):
        if entry.line and entry.candidates and entry.section != "aside":
            code = taken.get(entry.line, entry.candidates[0])
            lines.setdefault(code, []).append(entry.line)
    found = []
    for finding in report.findings:
        if _names_cards(finding):
            on = sorted({line for code in finding.cards for line in lines.get(code, ())})
            finding = finding._replace(lines=tuple(on))
        found.append(finding)
    return report._replace(findings=tuple(found))


def _names_cards(finding: Finding) -> bool:
    """Whether a rule's finding is about some cards, not about a whole section."""
    args = finding.args
    whole = finding.template == "count" and not args.get("where") and "per" not in args
    whole = whole and args.get("of") != "doubled" and finding.section not in ("agenda", "hero")
    return finding.rule is not None and bool(finding.cards) and not whole
