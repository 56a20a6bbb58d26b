"""corrections.toml: facts of cards that the user knows better than the data.

The file lies in the user's folder and is applied whenever cards.db is built, so it outlives
every update. A card that isn't there (any more) is no fault: `db doctor` says so. May import
errors and registry; knows no game.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
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


def read_corrections(path: str) -> list[Correction]:
    """The entries of the file, in order; none where there is no file. `DataError` if it's wrong."""
    import json
    import tomllib

    try:
        with open(path, "rb") as file:
            body = json.loads(json.dumps(tomllib.load(file), default=str))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (ValueError, OSError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise DataError(f"{path} can't be read ({reason}); mend it or move it away.") from None
    rows = body.get("correction", [])
    if set(body) - {"correction"} or not isinstance(rows, list):
        raise DataError(f"{path}: it is made of tables called [[correction]] {_HOW}.")
    return [_correction(row, f"{path}, correction {n}") for n, row in enumerate(rows, 1)]


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
    lines: Iterable[dict[str, Any]], corrections: list[Correction], packs: Container[str]
) -> list[Corrected]:
    """Apply the corrections of one game to its card lines, in place; what became of each.

    `DataError` for a field that no card of the game has, or a value of another kind than its.
    """
    if not corrections:
        return []
    lines = list(lines)
    kinds = _kinds(lines)
    by_code: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        by_code.setdefault(line["code"], []).append(line)
        for printing in line.get("printings", ()):
            by_code.setdefault(printing["code"], []).append(printing)
    done = []
    for one in corrections:
        _check(one, kinds, packs)
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
    return done


def _holds(record: Mapping[str, Any], field: str) -> bool:
    """Whether a card or printing is where this field stands."""
    return field in _PRINTED if "title" not in record else True


def _kinds(lines: Iterable[Mapping[str, Any]]) -> dict[str, set[type]]:
    """Field → types that its values have in the game."""
    kinds: dict[str, set[type]] = {name: set(types) for name, types in _COLUMNS.items()}
    for line in lines:
        for field, value in line.items():
            if field not in ("code", "printings") and value is not None:
                kinds.setdefault(field, set()).add(type(value))
    return kinds


def _check(one: Correction, kinds: Mapping[str, set[type]], packs: Container[str]) -> None:
    from deckcheck.registry import unknown_name

    if one.field not in kinds:
        raise DataError(f"{one.place}: {unknown_name('field of a card', one.field, kinds)}")
    if one.field == "pack" and one.value not in packs:
        raise DataError(f"{one.place}: there is no pack {one.value!r}.")
    if one.value is None:
        if one.field in ("title", "type", "pack", "limit"):
            raise DataError(f"{one.place}: no card can be without {one.field!r}; give a value.")
        return
    fits = type(one.value) in kinds[one.field]
    if isinstance(one.value, list):
        fits = fits and all(isinstance(part, str) for part in one.value)
    if not fits:
        known = " or ".join(sorted(kind.__name__ for kind in kinds[one.field]))
        raise DataError(
            f"{one.place}: {one.value!r} is no value that {one.field!r} can have ({known})."
        )
