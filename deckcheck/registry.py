"""A literal table of named things, each imported when it is used.

Games, codecs, importers, commands and checks are rows of such tables, so that a command
pays only for what it needs and a newcomer finds every name in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from deckcheck.errors import UnknownName


class Table(Mapping[str, Any]):
    """name → object, from rows name → "module:attribute" (the object is imported on first use).

    Looking up a name that isn't there raises `UnknownName` with the nearest ones.
    """

    def __init__(self, kind: str, rows: Mapping[str, str]) -> None:
        self.kind = kind
        self.rows = dict(rows)

    def __getitem__(self, name: str) -> Any:
        target = self.rows.get(name)
        if target is None:
            raise unknown_name(self.kind, name, self.rows)
        module, _, attribute = target.partition(":")
        loaded = import_module(module)
        return getattr(loaded, attribute) if attribute else loaded

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def unknown_name(kind: str, name: str, known: Mapping[str, Any] | list[str]) -> UnknownName:
    """The error for a `name` that no `kind` has, with up to three near names in its sentence."""
    from difflib import get_close_matches

    by_fold = {k.casefold(): k for k in known}
    near = [by_fold[k] for k in get_close_matches(name.casefold(), list(by_fold), 3, 0.5)]
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}."
    return UnknownName(f"No {kind} is called {name!r}; {hint}", tuple(near))
