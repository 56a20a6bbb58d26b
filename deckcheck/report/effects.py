"""What an update does to lists, saved decks and owned packs, in lines and as JSON.

May import importers' values and below; knows no terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from deckcheck.number import many

if TYPE_CHECKING:
    from importers.effects import Effect, Listed
    from importers.update import Result

_VERDICT = {True: "legal", False: "not legal", None: "cannot tell"}


def list_lines(row: Mapping[str, Any], result: Result, named: bool) -> Iterator[str]:
    """A new or changed list, and what it says otherwise in each format; cards if `named`."""
    yield f"{row['name']} of {row['date']} ({row['code']})"
    for one in result.lists:
        if one.code != row["code"]:
            continue
        groups = {"banned": one.banned, "restricted": one.restricted, "free again": one.freed}
        parts = [
            f"{len(codes)} {word}{_names(codes, result.titles) if named else ''}"
            for word, codes in groups.items()
            if codes
        ]
        for word, pods in (("new", one.pods), ("gone", one.pods_gone)):
            if pods:
                which = "".join(_names(pod, result.titles) for pod in pods) if named else ""
                parts.append(f"{many(len(pods), 'pod')} {word}{which}")
        against = f", against {one.against}" if one.against not in ("", one.code) else ""
        yield f"  {one.format}{against}: {', '.join(parts)}"


def _names(codes: Iterable[str], titles: Mapping[str, str]) -> str:
    return f" ({'; '.join(f'{code} {titles.get(code, chr(63))}' for code in codes)})"


def effect_lines(result: Result, most: int | None) -> Iterator[str]:
    """What an update does to saved decks and owned packs."""
    shown = result.effects[:most]
    if shown:
        yield "Saved decks:"
    for one in shown:
        yield f"  {one.deck}: {'; '.join(_parts(one))}"
    if len(result.effects) > len(shown):
        yield f"  … and {len(result.effects) - len(shown)} more (--all shows them)"
    boxed = result.boxed[:most]
    if boxed:
        yield "In packs that you own:"
    for box in boxed:
        what = (
            f"{many(box.before, 'copy', 'copies')} left"
            if not box.after
            else f"{many(box.after, 'copy', 'copies')} joined"
            if not box.before
            else f"{box.before} → {many(box.after, 'copy', 'copies')}"
        )
        yield f"  {box.pack}: {box.code} {box.title}, {what}"
    if len(result.boxed) > len(boxed):
        yield f"  … and {len(result.boxed) - len(boxed)} more (--all shows them)"


def _parts(one: Effect) -> Iterator[str]:
    if one.before != one.after:
        yield f"{_VERDICT[one.before]} → {_VERDICT[one.after]}"
    else:
        yield _VERDICT[one.after]
    yield from map(_listed, one.listed)
    if one.found:
        yield f"now read: {', '.join(one.found)}"


def _listed(one: Listed) -> str:
    cards = ", ".join(f"{code} {title}" for code, title in one.cards)
    how = "together in a pod" if one.how == "pod" else one.how
    return f"{how} by {one.list}: {cards}"


def effect_object(one: Effect) -> dict[str, Any]:
    """For JSON; `legal_before` and `legal_after` are null where it can't be told."""
    return {
        "deck": one.deck,
        "legal_before": one.before,
        "legal_after": one.after,
        "now_read": list(one.found),
        "listed": [
            {"how": listed.how, "list": listed.list, "cards": [code for code, _ in listed.cards]}
            for listed in one.listed
        ],
    }
