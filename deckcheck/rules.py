"""A Rule is a row of data: what it demands, when it is live, and who says so.

Three verbs. `count`: how many of something there must or may be. `allow`: what may be in at
all. `set`: change a parameter of the format. `check` names a function of the game for what no
row can say. This module reads rows and refuses malformed ones; `judge.py` applies them. May
import query and below; knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from deckcheck.errors import DataError
from deckcheck.findings import Citation

VERBS = ("count", "allow", "set", "check")
_ROW_KEYS = {
    *("code", "finding", "when", "unless", "severity", "sure", "cite", "section", "choose"),
    *("relaxed_by", "card_set", "after", *VERBS),
}
_COUNT_KEYS = {"in", "where", "of", "per", "having", "min", "max", "exactly", "one_of"}
_ALLOW_KEYS = {"in", "where"}
_SEVERITIES = ("error", "warning", "info")
_SURE = ("yes", "likely", "open")

Bound = int | str | None
"""A number, `$parameter`, `$drafted`, or none; `$limit` (lowest printed limit of the group, else
the parameter `limit`) or `$printed` (the same, else none)."""


class When(NamedTuple):
    """A rule's condition: some card of these sections answers the query."""

    sections: tuple[str, ...]
    query: str


class Choice(NamedTuple):
    """Something an agenda has its player name; a deck that doesn't is tried over all values."""

    name: str
    """Key in the deck's `choices`, and variable: `$choice.<name>`."""
    field: str
    """Query field whose values, as they occur in the deck, can be named."""
    number: int
    """How many values are named."""


class Rule(NamedTuple):
    """One row. Fields of other verbs are empty."""

    id: str
    verb: str
    finding: str
    """The short stable code of its finding; empty for rows that never make one."""
    cite: Citation
    when: When | None = None
    unless: When | None = None
    severity: str = "error"
    section: str | None = None
    """Section that a finding names; default: the first of `sections`."""
    sections: tuple[str, ...] = ()
    where: str | None = None
    ids: frozenset[str] | None = None
    """Codes, in place of `where`: rows that name cards are looked up, not asked."""
    of: str = "copies"
    """`copies`, `titles`, `ids`, `doubled` (titles with two or more copies), or a query field."""
    per: tuple[str, ...] = ()
    having: str | None = None
    min: Bound = None
    max: Bound = None
    one_of: tuple[int, ...] = ()
    set: Mapping[str, int] = {}
    choose: Choice | None = None
    relaxed_by: str | None = None
    """A section: an unknown card there may relax this row, which then only says *unknown*."""
    after: str | None = None
    """Id of a row that says the same more surely: of cards that break it this one is silent."""
    card_set: tuple[str, ...] = ()
    """Live only under a list of one of these card sets (`original`, `redesign`, …)."""
    check: str = ""
    place: str = ""
    """File and number of the row, for errors and for `explain`."""


def read_row(row: Mapping[str, Any], place: str) -> Rule:
    """One row as a Rule. Raises DataError for unknown keys, verbs, bounds or a missing citation."""
    place = f"{place} ({row.get('code', 'no code')})"
    _only(row, _ROW_KEYS, place)
    verbs = [v for v in VERBS if v in row]
    if len(verbs) != 1:
        raise DataError(f"{place}: a row has exactly one of {', '.join(VERBS)}; found {verbs}.")
    if not row.get("code"):
        raise DataError(f"{place}: the row's id (code) is missing.")
    cite = row.get("cite")
    if not isinstance(cite, Mapping) or not cite.get("source"):
        raise DataError(f"{place}: a rule without a source (cite.source) is no rule.")
    sure = row.get("sure", "yes")
    severity = row.get("severity", "error")
    if sure not in _SURE or severity not in _SEVERITIES:
        raise DataError(f"{place}: sure is one of {_SURE}, severity one of {_SEVERITIES}.")
    verb = verbs[0]
    rule = Rule(
        id=row["code"],
        verb=verb,
        finding=row.get("finding", ""),
        cite=Citation(
            cite["source"],
            cite.get("says", ""),
            sure,
            cite.get("url", ""),
            cite.get("says_ru", ""),
        ),
        when=_when(row.get("when"), place),
        unless=_when(row.get("unless"), place),
        severity=severity,
        section=row.get("section"),
        choose=_choice(row.get("choose"), place),
        relaxed_by=row.get("relaxed_by"),
        after=row.get("after"),
        card_set=tuple(row.get("card_set", ())),
        place=place,
    )
    body = row[verb]
    if verb == "count":
        return _count(rule, body, place)
    if verb == "allow":
        _only(body, _ALLOW_KEYS, place)
        return rule._replace(sections=tuple(body["in"]), where=body.get("where", ""))
    if verb == "set":
        return rule._replace(set=dict(body))
    return rule._replace(check=str(body))


def _count(rule: Rule, body: Mapping[str, Any], place: str) -> Rule:
    _only(body, _COUNT_KEYS, place)
    low, high = body.get("min"), body.get("max")
    if "exactly" in body:
        low = high = body["exactly"]
    one_of = tuple(body.get("one_of", ()))
    if low is None and high is None and not one_of:
        raise DataError(f"{place}: a count needs min, max, exactly or one_of.")
    if not body.get("in"):
        raise DataError(f"{place}: a count needs the sections it counts in.")
    if not rule.finding:
        raise DataError(f"{place}: a count needs the code of its finding.")
    return rule._replace(
        sections=tuple(body["in"]),
        where=body.get("where", ""),
        of=body.get("of", "copies"),
        per=tuple(body.get("per", ())),
        having=body.get("having"),
        min=low,
        max=high,
        one_of=one_of,
    )


def _only(row: Mapping[str, Any], allowed: set[str], place: str) -> None:
    extra = sorted(set(row) - allowed)
    if extra:
        raise DataError(f"{place}: unknown key {', '.join(extra)}; known: {sorted(allowed)}.")


def _when(text: str | None, place: str) -> When | None:
    if text is None:
        return None
    sections, colon, query = text.partition(":")
    if not colon:
        raise DataError(f'{place}: a condition reads "section, section: query", not {text!r}.')
    return When(tuple(s.strip() for s in sections.split(",")), query.strip())


def _choice(row: Mapping[str, Any] | None, place: str) -> Choice | None:
    if row is None:
        return None
    try:
        return Choice(row["name"], row["field"], row.get("number", 1))
    except KeyError as error:
        raise DataError(f"{place}: choose needs {error.args[0]}.") from None


def single_id(when: When) -> str | None:
    """The code of a condition that is just `section: id:CODE` (most agendas' rows), else None."""
    if when.query.startswith("id:") and when.query[3:].replace("/", "").isalnum():
        return when.query[3:]
    return None
