"""What an update changes: the cards of before beside the cards of after. Pure.

A card that has a new number is found again by its GUID, by title and pack, or by all that is
printed on it; only where it isn't found is it gone. Imports nothing of ours but folding and
batch; knows no source.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from deckcheck.folding import fold
from importers.batch import Record

_PLACE = frozenset(("code", "title", "pack", "position", "quantity", "guid"))


class Renamed(NamedTuple):
    """A card that has another title."""

    code: str
    old: str
    new: str


class Renumbered(NamedTuple):
    """A card that has another code."""

    old: str
    new: str
    title: str
    taken: bool
    """The old code is another card's now."""


class Moved(NamedTuple):
    """A card that is in another pack."""

    code: str
    title: str
    old: str
    new: str


class Changed(NamedTuple):
    """A card whose facts differ: field → (before, after); None = nothing is said."""

    code: str
    title: str
    fields: Mapping[str, tuple[Any, Any]]


class Place(NamedTuple):
    """A card that is no longer called so, or no longer stands there."""

    code: str
    """Of now."""
    was: Record


class Changes(NamedTuple):
    """All differences between two states of a game's cards, each by code."""

    new: tuple[Record, ...] = ()
    gone: tuple[Record, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    renumbered: tuple[Renumbered, ...] = ()
    moved: tuple[Moved, ...] = ()
    changed: tuple[Changed, ...] = ()
    replaced: tuple[Renamed, ...] = ()
    """A code whose card is another one now, and the one of before is nowhere."""
    places: tuple[Place, ...] = ()
    """Titles and places of before, of cards that have others now."""
    new_packs: tuple[Record, ...] = ()
    changed_packs: tuple[Changed, ...] = ()
    new_lists: tuple[Record, ...] = ()
    changed_lists: tuple[Record, ...] = ()
    titles: int = 0
    """Titles in other languages that are new, changed or gone."""

    @property
    def codes(self) -> frozenset[str]:
        """Codes (of before, where there are two) of cards that a deck may feel."""
        groups = (self.renamed, self.moved, self.changed, self.replaced)
        found = {one.code for group in groups for one in group}
        found.update(str(card["code"]) for card in self.gone)
        found.update(one.old for one in self.renumbered)
        return frozenset(found)


def card_changes(old: Iterable[Record], new: Iterable[Record]) -> Changes:
    """The differences of two lists of card lines."""
    before = {str(line["code"]): line for line in old}
    after = {str(line["code"]): line for line in new}
    pairs, gone, come = _pairs(before, after)
    renamed, renumbered, moved, changed, replaced = [], [], [], [], []
    places = []
    for was, now in pairs:
        code = now["code"]
        if was["code"] != code:
            taken = was["code"] in after
            renumbered.append(Renumbered(was["code"], code, now["title"], taken))
        elif fold(was["title"]) != fold(now["title"]) and not _alike(was, now):
            replaced.append(Renamed(code, was["title"], now["title"]))
            continue
        if any(was.get(key) != now.get(key) for key in ("title", "pack", "position")):
            places.append(Place(code, was))
        if was["title"] != now["title"]:
            renamed.append(Renamed(code, was["title"], now["title"]))
        if was["pack"] != now["pack"]:
            moved.append(Moved(code, now["title"], was["pack"], now["pack"]))
        fields = dict(_fields(was, now, was["code"] != code))
        if fields:
            changed.append(Changed(code, now["title"], fields))
    return Changes(
        new=tuple(come),
        gone=tuple(gone),
        renamed=tuple(renamed),
        renumbered=tuple(renumbered),
        moved=tuple(moved),
        changed=tuple(changed),
        replaced=tuple(replaced),
        places=tuple(places),
    )


def _alike(was: Record, now: Record) -> bool:
    """Whether two titles of one code are likely one card's: a slip was mended, no card replaced."""
    from difflib import SequenceMatcher

    if any(was.get(key) != now.get(key) for key in ("type", "faction")):
        return False
    if was.get("guid") and was.get("guid") == now.get("guid"):
        return True
    return SequenceMatcher(None, fold(was["title"]), fold(now["title"])).ratio() >= 0.6


def _fields(was: Record, now: Record, renumbered: bool) -> Iterator[tuple[str, tuple[Any, Any]]]:
    left_out = {"code", "title", "pack"} | ({"position"} if renumbered else set())
    for key in sorted({*was, *now} - left_out):
        if was.get(key) != now.get(key):
            yield key, (was.get(key), now.get(key))


def _pairs(
    before: Mapping[str, Record], after: Mapping[str, Record]
) -> tuple[list[tuple[Record, Record]], list[Record], list[Record]]:
    """(pairs of one card before and after, by new code; the gone; the new)."""
    pairs = []
    lost: dict[str, Record] = {}
    found: dict[str, Record] = {}
    for code, line in before.items():
        same = after.get(code)
        if same is not None and fold(same["title"]) == fold(line["title"]):
            pairs.append((line, same))
        else:
            lost[code] = line
    kept = {line["code"] for _, line in pairs}
    found = {code: line for code, line in after.items() if code not in kept}
    keys: tuple[Callable[[Record], Hashable], ...] = (_guid, _printed_in, _printed)
    for key in keys if lost and found else ():
        old, new = _unique(lost.values(), key), _unique(found.values(), key)
        for value in old.keys() & new.keys():
            pairs.append((old[value], new[value]))
            del lost[old[value]["code"]], found[new[value]["code"]]
    for code in lost.keys() & found.keys():
        pairs.append((lost.pop(code), found.pop(code)))
    pairs.sort(key=lambda pair: str(pair[1]["code"]))
    return pairs, list(lost.values()), list(found.values())


def _unique(lines: Iterable[Record], key: Callable[[Record], Hashable]) -> dict[Hashable, Record]:
    """Key → line, of those that share their key with no other."""
    seen: dict[Hashable, list[Record]] = {}
    for line in lines:
        value = key(line)
        if value is not None:
            seen.setdefault(value, []).append(line)
    return {value: group[0] for value, group in seen.items() if len(group) == 1}


def _guid(line: Record) -> Hashable:
    """GUID and type: a few GUIDs stand for two cards, or have changed hands."""
    return (line["guid"], line["type"]) if line.get("guid") else None


def _printed_in(line: Record) -> Hashable:
    return (fold(line["title"]), line["pack"], line["type"])


def _printed(line: Record) -> Hashable:
    facts = {key: value for key, value in line.items() if key not in _PLACE}
    return (fold(line["title"]), repr(sorted(facts.items())))
