"""Bookkeeping of a list of lines: checksums in headings, agendas named twice, cards set aside.

Takes entries as the reader makes them and says at the end what didn't add up. May import
findings and base; knows no layout and no rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from deckcheck.codecs.base import Desk, Entry
from deckcheck.findings import Finding


class Group(NamedTuple):
    """The cards under one heading."""

    word: str
    stated: int | None
    """The number in the heading."""
    line: int
    aside: bool
    copies: int = 0


class Tally:
    """Counts the cards under the heading that stands open, and closes it with a finding."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self._open: Group | None = None
        self._totals: list[tuple[str, int, int]] = []

    def begin(self, word: str, stated: int | None, line: int, *, aside: bool) -> None:
        """A new heading: the one before it is closed."""
        self.end()
        self._open = Group(word, stated, line, aside)

    def add(self, copies: int) -> None:
        """So many cards stand under the open heading."""
        if self._open is not None:
            self._open = self._open._replace(copies=self._open.copies + copies)

    def state(self, what: str, number: int, line: int) -> None:
        """The list says how many cards it holds: in `all`, in the `draw` or the `plot` deck."""
        self._totals.append((what, number, line))

    def end(self) -> None:
        """Close the open heading."""
        group, self._open = self._open, None
        if group is None:
            return
        args = {"heading": group.word}
        if group.stated is not None and group.stated != group.copies:
            self.findings.append(
                Finding(
                    *("heading-count", "warning", "heading-count", args),
                    found=group.copies,
                    expected=str(group.stated),
                    line=group.line,
                )
            )
        if group.aside and group.copies:
            self.findings.append(
                Finding(
                    *("set-aside", "info", "set-aside", args), found=group.copies, line=group.line
                )
            )

    def close(
        self, desk: Desk, entries: Iterable[Entry], agendas: Iterable[Entry], side: int = 0
    ) -> None:
        """Close the list: compare what it says of itself with what was read.

        `side` = copies in the side deck.
        """
        self.end()
        if not self._totals:
            return
        sums = {"draw": 0, "plot": 0}
        for entry in entries:
            card = desk.pool.card(entry.candidates[0]) if entry.candidates else None
            if card is None and entry.heading is None:
                return
            kind = card.type if card else entry.heading
            section = desk.game.sections.get(kind, "draw")
            sums[section] = sums.get(section, 0) + entry.copies
        sums["draw"] += sums.pop("main", 0)
        whole = sums["draw"] + sums["plot"]
        fits = {"draw": {sums["draw"]}, "plot": {sums["plot"]}}
        fits["all"] = {sums["draw"], whole, whole + sum(a.copies for a in agendas)}
        if desk.game.choice_required:  # with the hero, the side deck, or both
            fits["all"] |= {whole + 1, whole + side, whole + side + 1}
        for what, number, line in self._totals:
            if number not in fits[what]:
                self.findings.append(
                    Finding(
                        *("heading-count", "warning", "total-count", {"what": what}),
                        found=sums["plot" if what == "plot" else "draw"],
                        expected=str(number),
                        line=line,
                    )
                )


class Mention(NamedTuple):
    """An agenda as one line names it."""

    entry: Entry
    how: str
    """`inline` (beside the faction, or after `Agenda:`), `header` or `card`."""
    doubtful: bool = False
    """Whether the line may also be something else than an agenda."""


class Agendas(NamedTuple):
    """What the mentions of agendas come to."""

    entries: tuple[Entry, ...]
    """One an agenda, with its copies."""
    merged: tuple[Entry, ...]
    """Further mentions of those."""


def agendas_of(mentions: Iterable[Mention]) -> Agendas:
    """The agendas that the mentions come to.

    A header line and one card line of the same agenda are one agenda; two card lines, `2x`, or
    two header lines are two [FAQ 3.5]. Agendas that nobody knows are never taken for each other.
    """
    groups: list[tuple[set[str], dict[str, int], Entry]] = []
    merged: list[Entry] = []
    for entry, how, _ in mentions:
        codes = set(entry.candidates)
        how = f"{how} {entry.line}" if how == "inline" else how
        found = next((g for g in groups if g[0] & codes), None)
        if found is None:
            groups.append((codes, {how: entry.copies}, entry))
            continue
        merged.append(entry)
        found[0].intersection_update(codes)
        found[1][how] = found[1].get(how, 0) + entry.copies
    entries = []
    for codes, copies, entry in groups:
        kept = tuple(code for code in entry.candidates if code in codes)
        entries.append(entry._replace(candidates=kept, copies=max(copies.values())))
    return Agendas(tuple(entries), tuple(merged))


def read_as(entry: Entry, desk: Desk) -> list[Finding]:
    """The finding that an entry was matched inexactly; none if it wasn't."""
    if entry.read_as is None:
        return []
    severity = "error" if desk.strict else "info"
    args = {"text": entry.text, "read_as": entry.read_as}
    cards = entry.candidates[:1]
    return [Finding("read-as", severity, "read-as", args, None, cards, line=entry.line or None)]
