"""What an update changes in the packs that the user owns: printings that left, joined, or count
otherwise. Pure but for the look at what is owned. May import store and importers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from importers.batch import Record


class Boxed(NamedTuple):
    """A printing of which other copies come with an owned pack now."""

    pack: str
    code: str
    """Of now; of before, for one that has left."""
    title: str
    before: int
    """Copies in the boxes owned."""
    after: int


def boxed(
    owned: Mapping[str, int],
    old: Iterable[Record],
    new: Iterable[Record],
    renumbered: Mapping[str, str],
) -> tuple[Boxed, ...]:
    """The differences in owned packs (code → boxes), by pack and code."""
    if not owned:
        return ()
    before = {
        (pack, renumbered.get(code, code)): (code, title, copies)
        for pack, code, title, copies in _copies(old, owned)
    }
    after = {(pack, code): (code, title, n) for pack, code, title, n in _copies(new, owned)}
    found = []
    for key in sorted({*before, *after}):
        was, now = before.get(key), after.get(key)
        one = now or was
        if one is not None and (was or (0, 0, 0))[2] != (now or (0, 0, 0))[2]:
            copies = (was[2] if was else 0, now[2] if now else 0)
            found.append(Boxed(key[0], one[0], one[1], *copies))
    return tuple(found)


def _copies(
    lines: Iterable[Record], owned: Mapping[str, int]
) -> Iterator[tuple[str, str, str, int]]:
    """(pack, code, title, copies) of all that stands in owned packs."""
    for line in lines:
        for one in line.get("printings") or (line,):
            boxes = owned.get(one["pack"], 0)
            if boxes:
                yield one["pack"], one["code"], line["title"], boxes * (one.get("quantity") or 0)
