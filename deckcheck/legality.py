"""Dated legality lists: a list of banned, restricted and pod cards → rows of rules.

Which list is in force on a day, what it says of a card, and how an organiser's own list is read
and checked. May import rules and below; knows no game's card and asks no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.errors import InputError
from deckcheck.findings import Citation
from deckcheck.folding import fold
from deckcheck.rules import Rule, When

SECTIONS = ("agenda", "plot", "draw")


class Pod(NamedTuple):
    """Cards of which a deck may hold one; or, with a `restricted` card, none beside that."""

    cards: tuple[str, ...]
    restricted: str | None = None


class FormatPart(NamedTuple):
    """What a list says for one format."""

    restricted: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    pods: tuple[Pod, ...] = ()
    url: str = ""
    names: tuple[str, ...] = ()
    """Names of banned cards, whatever their codes: also of cards that the data don't have."""
    packs: tuple[str, ...] = ()
    """Codes of the packs that cards may be from; a card printed in one of them may be from any
    other. Empty = all packs."""


class LegalityList(NamedTuple):
    """One published list. Known by its code (issuer, name and version), never by its date."""

    code: str
    name: str
    issuer: str
    version: str
    line: str
    """Family it is a version of: `standard`, `valyrian`, …"""
    date: str
    """ISO date from which it is in force, that day included."""
    card_set: str
    banned: tuple[str, ...]
    """Banned in every format; a format's own bans come on top."""
    formats: Mapping[str, FormatPart]
    known_until: str | None = None
    """Last date the list is known to hold; later its answer is *unknown*."""

    def status(self, code: str, format_name: str, title: str = "") -> tuple[str, ...]:
        """What the list says of a card: any of `banned`, `restricted`, `pod N`; empty = free.

        `title` is needed for lists that ban by name.
        """
        part = self.formats.get(format_name, FormatPart())
        named = bool(part.names) and fold(title) in map(fold, part.names)
        banned = code in self.banned or code in part.banned or named
        found = ["banned"] if banned else []
        if code in part.restricted:
            found.append("restricted")
        for number, pod in enumerate(part.pods, 1):
            if code in pod.cards or code == pod.restricted:
                found.append(f"pod {number}")
        return tuple(found)

    def codes(self) -> tuple[str, ...]:
        """Codes of all cards that the list says something of, each once."""
        found = dict.fromkeys(self.banned)
        for part in self.formats.values():
            found |= dict.fromkeys((*part.banned, *part.restricted))
            for pod in part.pods:
                found |= dict.fromkeys((*pod.cards, *((pod.restricted,) if pod.restricted else ())))
        return tuple(found)


def read_list(row: Mapping[str, Any], place: str) -> LegalityList:
    """A list from its file's content, checked. Raises InputError naming the place and the key."""
    from datetime import date

    if not isinstance(row, Mapping):
        raise InputError(f"{place}: a legality list is a JSON object.")
    for key in ("code", "name", "date"):
        if not isinstance(row.get(key), str) or not row[key]:
            raise InputError(f"{place}: a legality list needs {key!r}, a text.")
    for key in ("issuer", "version", "line", "card_set"):
        if not isinstance(row.get(key, ""), str):
            raise InputError(f"{place}: {key!r} must be a text.")
    known = {*LegalityList._fields}
    extra = sorted(set(row) - known)
    if extra:
        raise InputError(
            f"{place}: unknown key {extra[0]!r}; a list has {', '.join(sorted(known))}."
        )
    for key in ("date", "known_until"):
        day = row.get(key) or row["date"]
        try:
            if date.fromisoformat(day).isoformat() != day:
                raise ValueError  # 20260701 and 2026-W27-3 don't compare as texts
        except (TypeError, ValueError):
            raise InputError(f"{place}: {key!r} must be a date such as 2026-07-01.") from None
    formats = row.get("formats", {})
    if not isinstance(formats, Mapping):
        raise InputError(f"{place}: 'formats' must be an object, one key a format.")
    return trusted_list(
        {
            **row,
            "banned": _codes(row.get("banned", ()), place, "banned"),
            "formats": {
                name: _check_part(part, f"{place}: {name}") for name, part in formats.items()
            },
        }
    )


def trusted_list(row: Mapping[str, Any]) -> LegalityList:
    """A list from content that was checked when the database was built."""
    return LegalityList(
        code=row["code"],
        name=row["name"],
        issuer=row.get("issuer", ""),
        version=row.get("version", ""),
        line=row.get("line", ""),
        date=row["date"],
        card_set=row.get("card_set", ""),
        banned=tuple(row.get("banned", ())),
        formats={
            name: FormatPart(
                tuple(part.get("restricted", ())),
                tuple(part.get("banned", ())),
                tuple(Pod(tuple(p["cards"]), p.get("restricted")) for p in part.get("pods", ())),
                part.get("url", ""),
                tuple(part.get("names", ())),
                tuple(part.get("packs", ())),
            )
            for name, part in row.get("formats", {}).items()
        },
        known_until=row.get("known_until"),
    )


def _check_part(part: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(part, Mapping):
        raise InputError(f"{place}: what a list says for a format is an object.")
    extra = sorted(set(part) - {*FormatPart._fields})
    if extra:
        raise InputError(f"{place}: unknown key {extra[0]!r} in the list.")
    pods = part.get("pods", [])
    if not isinstance(pods, list) or not all(isinstance(p, Mapping) and "cards" in p for p in pods):
        raise InputError(f"{place}: 'pods' is a list of objects with 'cards'.")
    for pod in pods:
        _codes(pod["cards"], place, "pods")
        named = pod.get("restricted")
        if named is not None and (not isinstance(named, str) or not _is_code(named)):
            raise InputError(f"{place}: a pod's 'restricted' must be a card code (a text).")
        if extra := sorted(set(pod) - {*Pod._fields}):
            raise InputError(f"{place}: unknown key {extra[0]!r} in a pod.")
    if not isinstance(part.get("url", ""), str):
        raise InputError(f"{place}: 'url' must be a text.")
    for key in ("restricted", "banned", "names", "packs"):
        _codes(part.get(key, ()), place, key)
    return part


def _codes(value: Any, place: str, key: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise InputError(f"{place}: {key!r} must be a list of texts (codes; names of cards).")
    return tuple(value)


def _is_code(text: str) -> bool:
    """Whether a text can stand in a query as `id:…`: letters, digits, `/` and `-`."""
    return bool(text) and all(c.isalnum() or c in "/-" for c in text)


def in_force(lists: Iterable[LegalityList], lines: Sequence[str], on: str) -> LegalityList | None:
    """The newest list of these lines whose date is not later than `on`; None before the first.

    [RR Deckbuilding; each list's own date]. A later line of `lines` wins on the same date.
    """
    fitting = [one for one in lists if one.line in lines and one.date <= on]
    return max(fitting, key=lambda one: (one.date, lines.index(one.line)), default=None)


def last_day(
    one: LegalityList, lists: Iterable[LegalityList], lines: Sequence[str], today: str
) -> str:
    """The last day on which `one` was in force, at most `today`.

    It ends on the day before the next list of its succession (`lines`, or its own line where
    that isn't part of the succession), or where nobody knows whether it still held. A list that
    starts later than today: its first day.
    """
    from datetime import date, timedelta

    family = lines if one.line in lines else (one.line,)
    rank = (one.date, family.index(one.line) if one.line in family else 0)
    later = sorted(
        other.date
        for other in lists
        if other.line in family and (other.date, family.index(other.line)) > rank
    )
    if later and later[0] <= today:
        return max(one.date, str(date.fromisoformat(later[0]) - timedelta(days=1)))
    return max(min(today, one.known_until or today), one.date)


def list_rows(
    one: LegalityList, format_name: str, sections: tuple[str, ...] = SECTIONS
) -> tuple[Rule, ...]:
    """The rows a list stands for in one format [RR Deckbuilding; the list's own page].

    `sections` = those that lists speak of.

    *Restricted* goes by title (any copies of one card), likely; two versions of one title that
    are both restricted are not settled, so that row is open.
    """
    part = one.formats.get(format_name, FormatPart())
    base = f"list.{one.code}.{format_name}"
    source = f"{one.name} {format_name}"

    def row(name: str, finding: str, codes: Iterable[str], says: str, **fields: Any) -> Rule:
        sure = fields.pop("sure", "yes")
        label = name if name.startswith("pod") else finding
        return Rule(
            id=f"{base}.{name.replace(' ', '-')}",
            verb="count",
            finding=finding,
            cite=Citation(f"{source}: {label}", says, sure, part.url),
            sections=sections,
            ids=frozenset(codes) if codes else None,
            place=f"legality/{one.code}.json",
            **fields,
        )

    rows = []
    if part.packs:
        says = f"only cards of the packs {', '.join(part.packs)}"
        where = f"-printed_in:{_quoted(part.packs)}"
        rows.append(row("packs", "not-in-packs", (), says, where=where, max=0))
    if part.names:
        says = "banned cards may not be in a deck"
        where = f"title:{_quoted(part.names)}"
        rows.append(row("names", "banned", (), says, where=where, max=0, per=("name",)))
    banned = {*one.banned, *part.banned}
    if banned:
        says = "banned cards may not be in a deck"
        rows.append(row("banned", "banned", banned, says, max=0, per=("id",)))
    if part.restricted:
        says = "any number of copies of one card of the restricted list, and no other of it"
        rows.append(
            row(
                "restricted", "restricted", part.restricted, says, of="titles", max=1, sure="likely"
            )
        )
        says = "two restricted versions of one title: whether they are one card isn't settled"
        rows.append(
            row(
                "restricted-versions",
                "restricted",
                part.restricted,
                says,
                of="ids",
                max=1,
                per=("title",),
                sure="open",
            )
        )
    for number, pod in enumerate(part.pods, 1):
        name = f"pod {number}"
        says, fields = _pod_demand(pod, sections)
        rows.append(row(name, "pod", pod.cards, says, **fields))
    return tuple(rows)


def _pod_demand(pod: Pod, sections: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """(what a pod demands, in words; the same as fields of a row)."""
    if pod.restricted is None:
        return "at most one of the pod's cards", {"of": "ids", "max": 1}
    when = When(sections, f"id:{pod.restricted}")
    return f"none of these while the deck includes {pod.restricted}", {"max": 0, "when": when}


def _quoted(values: Iterable[str]) -> str:
    """Values as one list of a query."""
    return "|".join('"' + value.replace('"', '""') + '"' for value in values)
