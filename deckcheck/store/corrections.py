"""corrections.toml: facts of cards that the user knows better than the data.

The file lies in the user's folder and is applied whenever cards.db is built, so it outlives
every update. An entry that is wrong is left out and said, at every run, until it is mended; a card
that isn't there (any more) is no fault: `db doctor` says so. May import errors and registry;
knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from typing import Any, NamedTuple

from deckcheck.errors import DataError

_PRINTED = ("pack", "position", "quantity", "guid")
"""What a printing says itself, where a card lists its printings."""
_COLUMNS: Mapping[str, tuple[type, ...]] = {
    "title": (str,),
    "type": (str,),
    "pack": (str,),
    "position": (int,),
    "quantity": (int,),
    "limit": (int,),
    "guid": (str,),
}
LONGEST = 200
"""Characters of a text that is believed."""
MOST = 9999
"""The largest number that is believed."""
_KEYS = frozenset(("game", "card", "field", "value", "remove", "reason"))
_HOW = "(card, field, value, reason)"


class Correction(NamedTuple):
    """One entry of the file."""

    game: str
    card: str
    """Code of a card or of a printing."""
    field: str
    """`limit`, `quantity`, `pack`, …, or a fact (`loyal`, `traits`)."""
    value: Any
    """None = the card has no such thing (`remove = true`)."""
    reason: str
    place: str
    """File and number, for messages."""


class Corrected(NamedTuple):
    """What became of a correction."""

    card: str
    field: str
    value: Any
    was: Any
    """What the data say; None = nothing."""
    reason: str
    effect: str
    """`changed`, `needless` (the data say the same) or `no card` (nobody has this code)."""


def read_corrections(path: str) -> tuple[list[Correction], list[str]]:
    """The entries of the file, in order, and a sentence for each that is wrong (or for the file).

    Neither where there is no file.
    """
    import json
    import tomllib

    try:
        with open(path, "rb") as file:
            body = json.loads(json.dumps(tomllib.load(file), default=str))
    except (FileNotFoundError, NotADirectoryError):
        return [], []
    except (ValueError, OSError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        return [], [f"{path} can't be read ({reason}), so no correction is applied; mend it."]
    rows = body.get("correction", [])
    if set(body) - {"correction"} or not isinstance(rows, list):
        return [], [
            f"{path}: it is made of tables called [[correction]] {_HOW}; nothing of it is applied."
        ]
    found, faults = [], []
    for number, row in enumerate(rows, 1):
        try:
            found.append(_correction(row, f"{path}, correction {number}"))
        except DataError as fault:
            faults.append(_left_out(fault))
    return found, faults


def _left_out(fault: DataError) -> str:
    return f"{str(fault).rstrip('.')}; it is not applied until that is mended."


def _correction(row: Any, place: str) -> Correction:
    if not isinstance(row, dict) or set(row) - _KEYS:
        odd = ", ".join(sorted(set(row) - _KEYS)) if isinstance(row, dict) else row
        raise DataError(f"{place}: {odd} is not understood; a correction has {_HOW}.")
    for key in ("card", "field", "reason"):
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise DataError(f"{place}: {key!r} is missing or no text; a correction has {_HOW}.")
    if ("value" in row) == (row.get("remove") is True):
        raise DataError(f"{place}: give either 'value' or 'remove = true'.")
    game = row.get("game", "agot2")
    if not isinstance(game, str):
        raise DataError(f"{place}: 'game' is the name of a game, such as \"agot2\".")
    return Correction(game, row["card"], row["field"], row.get("value"), row["reason"], place)


def correct(
    lines: Iterable[dict[str, Any]],
    corrections: list[Correction],
    packs: Container[str],
    known: Mapping[str, Collection[str]],
) -> tuple[list[Corrected], list[str]]:
    """Apply the corrections of one game to its card lines, in place.

    `known` = field → the only values it can have (`type`, `faction`). Returns what became of each,
    and a sentence for each that is wrong: a field that no card of the game has, or a value that the
    field can't have.
    """
    if not corrections:
        return [], []
    lines = list(lines)
    kinds = _kinds(lines)
    faults = []
    by_code: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        by_code.setdefault(line["code"], []).append(line)
        for printing in line.get("printings", ()):
            by_code.setdefault(printing["code"], []).append(printing)
    done = []
    for one in corrections:
        try:
            _check(one, kinds, packs)
            _check_value(one, kinds[one.field], known)
        except DataError as fault:
            faults.append(_left_out(fault))
            continue
        holders = [h for h in by_code.get(one.card, ()) if _holds(h, one.field)]
        was = holders[0].get(one.field) if holders else None
        effect = "needless" if holders and was == one.value else "changed"
        done.append(
            Corrected(
                *(one.card, one.field, one.value, was, one.reason),
                effect if holders else "no card",
            )
        )
        for holder in holders:
            if one.value is None:
                holder.pop(one.field, None)
            else:
                holder[one.field] = one.value
    return done, faults


def _holds(record: Mapping[str, Any], field: str) -> bool:
    """Whether a card or printing is where this field stands."""
    return field in _PRINTED if "title" not in record else True


class Kind:
    """What values a field has in a game."""

    def __init__(self, types: Iterable[type] = ()) -> None:
        self.types = set(types)
        self.words: set[str] = set()
        self.lowest = 0


def _kinds(lines: Iterable[Mapping[str, Any]]) -> dict[str, Kind]:
    """Field → its values in the game."""
    kinds: dict[str, Kind] = {name: Kind(types) for name, types in _COLUMNS.items()}
    for line in lines:
        for field, value in line.items():
            if field in ("code", "printings") or value is None:
                continue
            kind = kinds.setdefault(field, Kind())
            kind.types.add(type(value))
            if isinstance(value, str):
                kind.words.add(value)
            elif isinstance(value, int):
                kind.lowest = min(kind.lowest, value)
    return kinds


def _check_value(one: Correction, kind: Kind, known: Mapping[str, Collection[str]]) -> None:
    """Refuse a value of the right type that a source would be refused for, too."""
    value, what = one.value, ""
    if isinstance(value, str) and not (0 < len(value.strip()) <= LONGEST and value.isprintable()):
        what = f"a text of 1 to {LONGEST} characters that can be printed is needed"
    elif one.field in known and value not in known[one.field]:
        what = f"known are {', '.join(sorted(known[one.field]))}"
    elif isinstance(value, str) and int in kind.types and value not in kind.words:
        what = f"a number, or {' or '.join(sorted(kind.words))}, is needed"
    elif one.field == "guid" and not _is_guid(value):
        what = "an identifier such as 00000000-0000-4000-8000-000000000000 is needed"
    elif isinstance(value, list) and not all(v.strip() and v.isprintable() for v in value):
        what = "texts that can be printed are needed"
    elif type(value) is int:
        least = 1 if one.field in ("limit", "quantity") else kind.lowest
        if not least <= value <= MOST:
            what = f"a number from {least} to {MOST} is needed"
    if what:
        raise DataError(f"{one.place}: {value!r} is no value for {one.field!r}; {what}.")


def _is_guid(value: Any) -> bool:
    import re

    form = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    return value is None or re.fullmatch(form, str(value).lower()) is not None


def _check(one: Correction, kinds: Mapping[str, Kind], packs: Container[str]) -> None:
    from deckcheck.registry import unknown_name

    if one.field not in kinds:
        raise DataError(f"{one.place}: {unknown_name('field of a card', one.field, kinds)}")
    if one.field == "pack" and one.value not in packs:
        raise DataError(f"{one.place}: there is no pack {one.value!r}.")
    if one.value is None:
        if one.field in ("title", "type", "pack", "limit"):
            raise DataError(f"{one.place}: no card can be without {one.field!r}; give a value.")
        return
    types = kinds[one.field].types
    fits = type(one.value) in types
    if isinstance(one.value, list):
        fits = fits and all(isinstance(part, str) for part in one.value)
    if not fits:
        known = " or ".join(sorted(kind.__name__ for kind in types))
        raise DataError(
            f"{one.place}: {one.value!r} is no value that {one.field!r} can have ({known})."
        )
