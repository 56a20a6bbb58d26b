"""Restricted lists in ThronesDB's shape → records in ours. Pure.

A list that is here already under another code (same version, card set and day) keeps the code
and name it has here, so that it isn't there twice. May import importers; knows no address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from importers.batch import Record, iso_date, refuse
from importers.fields import codes_in, is_code, rows_in, text_in
from importers.throneteki_json import LINES

FILE = "restrictions.json"


def list_records(rows: list[Record], present: Iterable[Record], notes: list[str]) -> list[Record]:
    """The lists, by date. `present` are those that are here now."""
    known = {_identity(row): row for row in present}
    by_code = {row["code"]: row for row in known.values()}
    found = {}
    for row in rows:
        if not row.get("effectiveOn"):
            notes.append(f"{FILE}, list {row.get('code')}: it has no date and is left out.")
            continue
        record = _record(row)
        who = f"list {record['code']}"
        same = by_code.get(record["code"]) or known.get(_identity(record))
        if same is not None:
            record |= {key: same[key] for key in ("code", "name", "line", "issuer")}
        else:
            record["line"] = _line(record, known.values())
            if record["line"] not in LINES.values():
                notes.append(
                    f"{FILE}, {who}: it belongs to no line of lists known here, so it is used "
                    "where it is named and never chosen by its date."
                )
        if record["code"] in found:
            refuse(FILE, who, "code", "stands there twice")
        found[record["code"]] = _as_before(record, same)
    return sorted(found.values(), key=lambda record: (record["date"], record["code"]))


def _identity(record: Mapping[str, Any]) -> tuple[Any, ...]:
    return (record.get("version"), record.get("card_set"), record.get("date"))


def _record(row: Record) -> Record:
    """One list; its line is left open."""
    code = text_in(row, "code", FILE, "a list")
    who = f"list {code}"
    if not re.fullmatch(r"[A-Za-z0-9._-]+", code):
        refuse(FILE, who, "code", "letters, digits, dots and dashes only are expected")
    contents = row.get("contents") or {}  # the site says [] for what is empty
    if not isinstance(contents, dict):
        refuse(FILE, who, "contents", "an object with a part for each format is expected")
    formats = {name: _format(part or {}, name, who) for name, part in contents.items()}
    # What every format bans is banned as such: the site has no place for that.
    banned = [set(part["banned"]) for part in formats.values()]
    everywhere = set.intersection(*banned) if banned else set()
    for part in formats.values():
        part["banned"] = [c for c in part["banned"] if c not in everywhere]
    day = text_in(row, "effectiveOn", FILE, who)[:10]
    return {
        "code": code,
        "issuer": _or_empty(row, "issuer", who),
        "version": text_in(row, "version", FILE, who),
        "name": " ".join(text_in(row, "title", FILE, who).split()),
        "line": "",
        "date": iso_date(day, FILE, who, "effectiveOn"),
        "card_set": _or_empty(row, "cardSet", who),
        "banned": sorted(everywhere),
        "formats": formats,
    }


def _or_empty(row: Record, field: str, who: str) -> str:
    return text_in(row, field, FILE, who) if row.get(field) else ""


def _format(part: Any, name: str, who: str) -> Record:
    if not isinstance(part, dict):
        refuse(FILE, who, f"contents, {name}", "an object is expected")
    inside = f"{who}, {name}"
    pods = []
    rows = rows_in(part, "restricted_pods", FILE, inside) if part.get("restricted_pods") else []
    for number, pod in enumerate(rows, 1):
        named: Record = {}
        if pod.get("restricted"):
            if not is_code(pod["restricted"]):
                refuse(FILE, f"{inside}, pod {number}", "restricted", "a card's code is expected")
            named = {"restricted": pod["restricted"]}
        pods.append(named | {"cards": codes_in(pod, "cards", FILE, f"{inside}, pod {number}")})
    return {
        "restricted": codes_in(part, "restricted", FILE, inside) if "restricted" in part else [],
        "banned": codes_in(part, "banned", FILE, inside) if "banned" in part else [],
        "pods": pods,
    }


def _line(record: Mapping[str, Any], present: Iterable[Mapping[str, Any]]) -> str:
    """The line of lists that a new list goes on with: by its code, else its name, else none."""
    prefix = re.sub(r"[\d.]+$", "", record["code"])
    if prefix in LINES:
        return LINES[prefix]
    name = record["name"].casefold().split()
    return next((line for line in LINES.values() if line in name), "")


def _as_before(record: Record, same: Mapping[str, Any] | None) -> Record:
    """The record as it stands here, if the two say the same: only the way of saying differs."""
    if same is None:
        return record
    alike = all(record[key] == same.get(key) for key in ("date", "version", "card_set"))
    return dict(same) if alike and _said(record) == _said(same) else record


def _said(record: Mapping[str, Any]) -> Any:
    """What a list says, format by format, in one way of saying it."""
    banned = set(record["banned"])
    return {
        name: (
            sorted(part["restricted"]),
            sorted(banned | set(part["banned"])),
            sorted((pod.get("restricted", ""), sorted(pod["cards"])) for pod in part["pods"]),
        )
        for name, part in record["formats"].items()
    }
