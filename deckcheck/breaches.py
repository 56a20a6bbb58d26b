"""Findings of rows that are broken, or may be: what was found, in which cards, how surely.

Makes and sorts out values; whether a row is broken is decided by `judge.py` and `counting.py`.
May import live and below; knows no game and no deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deckcheck.counting import Held, Hit
from deckcheck.findings import Finding
from deckcheck.live import Context
from deckcheck.rules import Rule, single_id


def breach(
    rule: Rule,
    state: str,
    found: int | str,
    expected: str,
    group: Sequence[Hit],
    strangers: frozenset[str],
) -> Finding:
    """The finding of a count row that isn't kept by the cards of `group` (see `measure`).

    `strangers` = sections that hold a card without rules, which may relax the row.
    """
    severity = rule.severity
    doubtful = state == "unknown" or rule.cite.sure == "open" or rule.relaxed_by in strangers
    if severity == "error" and doubtful:
        severity = "unknown"
    group = _to_blame(rule, state, group)
    cards = tuple(dict.fromkeys(held[0].code for held, _ in group))
    args: dict[str, Any] = {
        "of": rule.of,
        "where": rule.where or "",
        "sections": rule.sections,
        "state": state,
    }
    if rule.per:
        args["title"] = group[0][0][0].title
        args["per"] = rule.per
    if rule.ids is not None and rule.when is not None:
        args["beside"] = single_id(rule.when)
    if rule.relaxed_by in strangers:
        args["relaxed"] = True
    section = rule.section or (group[0][0][2] if group else rule.sections[0])
    return Finding(
        code=rule.finding,
        severity=severity,
        template="listed" if rule.place.startswith("legality/") else "count",
        args=args,
        section=section,
        cards=cards,
        found=found,
        expected=expected,
        source=rule.cite,
        rule=rule.id,
    )


def _to_blame(rule: Rule, state: str, group: Sequence[Hit]) -> Sequence[Hit]:
    """The cards that a finding names: of a breach those that surely count, of doubles those."""
    if rule.of == "doubled":
        copies: dict[str, int] = {}
        for (card, number, _), _answer in group:
            copies[card.title] = copies.get(card.title, 0) + number
        return [hit for hit in group if copies[hit[0][0].title] > 1]
    if state == "broken" and rule.min is None and any(answer for _, answer in group):
        return [hit for hit in group if hit[1]]
    return group


def not_let_in(section: str, held: Sequence[Held], context: Context) -> Iterable[Finding]:
    """The findings of cards that no row lets into a section, or perhaps none."""
    rules = [row.rule for row in context.allows if section in row.rule.sections]
    rule = next((r for r in reversed(rules) if r.finding), rules[-1])
    for wanted in ("error", "unknown"):
        cards = [h for h in held if context.marks[h[0].code, section].barred == wanted]
        if not cards:
            continue
        relaxed = rule.relaxed_by in context.strangers
        severity = "unknown" if relaxed else wanted
        args = {"relaxed": relaxed, "allowed": tuple(r.where or "" for r in rules)}
        yield Finding(
            code=rule.finding,
            severity=severity,
            template="not-allowed",
            args=args,
            section=section,
            cards=tuple(dict.fromkeys(h[0].code for h in cards)),
            found=sum(h[1] for h in cards),
            expected="0",
            source=rule.cite,
            rule=rule.id,
        )


def only_strange(group: Sequence[Hit], strangers: frozenset[str]) -> bool:
    """Whether all that is uncertain is an agenda without rules, which a finding says already."""
    uncertain = [held[2] in strangers for held, answer in group if answer is None]
    return bool(uncertain) and all(uncertain)


def without_repeated(findings: list[Finding], after: Mapping[str, str]) -> list[Finding]:
    """Leaves out what a row says of cards of which the row that it comes after says as much.

    `after` = id of a row → id of the row that it comes after.
    """
    if not after:
        return findings
    said = {(f.rule, card, f.severity) for f in findings for card in f.cards}

    def repeats(finding: Finding) -> bool:
        first = after.get(finding.rule or "")
        as_bad = {"error", finding.severity}
        return first is not None and any(
            (first, card, severity) in said for card in finding.cards for severity in as_bad
        )

    return [finding for finding in findings if not repeats(finding)]


def without_settled(findings: list[Finding]) -> list[Finding]:
    """Leaves out what an open rule says of cards that a settled rule forbids anyway."""
    if not any(f.source.sure == "open" for f in findings):
        return findings
    settled = {(f.code, f.cards) for f in findings if f.severity == "error"}
    return [f for f in findings if f.severity != "unknown" or (f.code, f.cards) not in settled]
