"""Card tables (CSV) of «Берсерк. Герои» and «Берсерк» → a `Batch` for each of the two games.

The files: `heroes_cards.csv`, `classic_cards.csv`, one card or printing a row; a column `source`
says where a row was read. `read` is the only part that touches a disk; `parse` is pure. May
import errors, folding and importers; knows no rule. What the tables say and nothing more:

- An empty field is *unknown* (null), unless a card of that type has no such thing (absent).
- A code is `set/number` (`14/186`); without a number `set:name`, folded (`7:песчаный лев`), and
  without a set `?:name`.
- Rows of one name, one set and the same facts are printings of one card, the lowest number's.
- A row of low confidence keeps what it says under `doubtful`; its facts are unknown.

Anything that breaks the shape is a `DataError` with file, row and field.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from deckcheck.errors import InputError
from deckcheck.folding import fold
from importers import Provenance
from importers.batch import Batch, Record, digest, is_iso_date, refuse

WRITER = "importers.berserk_files"
GAMES = {"berserk_heroes": "heroes_cards.csv", "berserk": "classic_cards.csv"}
_BOTH = (
    *("set_number", "set_name", "card_number", "name", "type", "subtype", "elements", "cost"),
    *("life", "horde", "unique", "rarity", "source"),
)
_STRIKES = ("strike_weak", "strike_medium", "strike_strong")
COLUMNS = {
    "heroes_cards.csv": {
        *(*_BOTH, "attack", "hero_life", "created_token", "deck_limit", "deck_condition"),
    },
    "classic_cards.csv": {*_BOTH, "cost_type", "elite", "move", *_STRIKES},
}
CYCLES = {"berserk_heroes": "Берсерк. Герои", "berserk": "Берсерк (с 2023 года)"}
ELEMENTS = ("steppe", "mountain", "forest", "swamp", "darkness", "neutral")
CLASSES = {
    "Герой-воин": "warrior",
    "Герой-жрец": "priest",
    "Герой-маг": "mage",
    "Герой-разбойник": "rogue",
}
"""Class as printed on a hero → class as deck rules of cards name it."""
HERO_TYPES = (
    *("hero", "creature", "spell", "weapon", "armor", "amulet"),
    *("support", "event", "location", "quest"),
)
CLASSIC_TYPES = ("creature", "flyer", "companion", "parasite", "artifact", "terrain")
SOURCES = ("A", "A+img", "B", "C", "D")
LOW_CONFIDENCE = "D"
_NOT_PRINTED = "-1"
"""Stands in two rows of source B where its owner had no cost to give."""
_DIGITS = 5
"""Numbers have fewer digits than that."""
READ_TEXT = "A"
"""Source whose card texts were read for deck rules: an empty field says that there is none."""
NOWHERE = "?"
"""Code of the set of cards whose set isn't known; also the type of a card of unknown type."""

_PRINTED = (
    *("type", "elements", "cost", "elite", "attack", "life", "move", "hero_class"),
    *_STRIKES,
)

Row = Mapping[str, str]


class Place(NamedTuple):
    """A row, for errors."""

    file: str
    who: str


def read(directory: Path) -> dict[str, bytes]:
    """The source's files by name. Raises InputError if they aren't there."""
    try:
        return {name: (directory / name).read_bytes() for name in GAMES.values()}
    except OSError as error:
        raise InputError(
            f"{directory} is not a directory of the Berserk tables ({error.strerror}: "
            f"{error.filename}); name the one that holds {' and '.join(GAMES.values())}."
        ) from None


def parse(files: Mapping[str, bytes], snapshot: str) -> dict[str, Batch]:
    """Game → batch, from `files` (name → bytes) as they were on `snapshot` (ISO date)."""
    if not is_iso_date(snapshot):
        raise InputError(f"The snapshot date {snapshot!r} is not a date; write it YYYY-MM-DD.")
    size, whole = sum(map(len, files.values())), digest(files)
    said = Provenance("public repositories, see [[rows]]", snapshot, "undeclared", 2, size, whole)
    readers = {"berserk_heroes": _hero_facts, "berserk": _classic_facts}
    return {
        game: _batch(game, _rows(files[name], name), readers[game], name, said)
        for game, name in GAMES.items()
    }


def _rows(data: bytes, file: str) -> list[dict[str, str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(file, "the whole file", "content", f"is not UTF-8 ({error})")
    try:
        rows = list(csv.DictReader(io.StringIO(text)))
    except csv.Error as error:
        refuse(file, "the whole file", "content", f"is not CSV ({error})")
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            refuse(file, f"line {number}", "columns", "has too many or too few fields")
    if not rows:
        refuse(file, "the whole file", "content", "holds no rows")
    missing = COLUMNS[file] - set(rows[0])
    if missing:
        refuse(file, "the head", "columns", f"{', '.join(sorted(missing))} is missing")
    return rows


def _batch(
    game: str,
    rows: list[dict[str, str]],
    facts: Callable[[Row, Place], Record],
    file: str,
    provenance: Provenance,
) -> Batch:
    notes: list[str] = []
    packs: dict[str, str] = {}
    found: dict[str, Record] = {}
    for number, row in enumerate(rows, 2):
        card = _card(row, Place(file, f"line {number}"), facts, packs)
        other = found.get(card["code"])
        if other is not None:
            if card["position"] is not None:
                refuse(file, f"line {number}", "card_number", f"{card['code']} is there twice")
            notes.append(_disagree(other, card))
        else:
            found[card["code"]] = card
    cards = _joined(found.values(), notes)
    _compare_sets(cards)
    return Batch(
        cards=tuple(sorted(cards, key=_order)),
        cycles=({"code": game, "name": CYCLES[game]},),
        packs=tuple(
            {"code": code, "name": packs[code], "cycle": game, "released": None}
            for code in sorted(packs, key=_pack_order)
        ),
        lists=(),
        factions=(),
        titles={},
        provenance=(provenance,),
        notes=tuple(notes),
    )


def _card(
    row: Row, place: Place, facts: Callable[[Row, Place], Record], packs: dict[str, str]
) -> Record:
    """One row as a record; its set is put among `packs`."""
    name = " ".join(_given(row, "name", place).split())
    pack = row["set_number"] or NOWHERE
    if pack != NOWHERE and not (pack.isascii() and pack.isdigit()):
        refuse(*place, "set_number", f"{pack!r} is no number")
    if packs.setdefault(pack, row["set_name"] or "набор неизвестен") != (
        row["set_name"] or "набор неизвестен"
    ):
        refuse(*place, "set_name", f"set {pack} is called {packs[pack]!r} elsewhere")
    position = _integer(row, "card_number", place)
    code = f"{pack}/{position}" if position is not None else f"{pack}:{fold(name)}"
    card: Record = {
        "code": code,
        "title": name,
        "type": row["type"] or NOWHERE,
        "pack": pack,
        "position": position,
    }
    card.update(facts(row, place))
    card["source"] = _choice(row, "source", SOURCES, place)
    return card


def _hero_facts(row: Row, place: Place) -> Record:
    """The facts of a row of «Берсерк. Герои»."""
    kind = _choice(row, "type", (*HERO_TYPES, ""), place)
    hero = kind == "hero"
    facts: Record = {"elements": _elements(row, place)}
    if not hero:
        facts["cost"] = _value(row, "cost", place)
    if kind not in ("hero", "spell"):
        facts["attack"] = _value(row, "attack", place)
    if kind != "spell":
        facts["life"] = _value(row, "hero_life" if hero else "life", place)
    if hero:
        printed = _choice(row, "subtype", (*CLASSES, ""), place)
        facts["hero_class"] = CLASSES.get(printed)
    else:
        facts["class"] = row["subtype"] or None
    for name, column in (("horde", "horde"), ("unique", "unique"), ("created", "created_token")):
        facts[name] = _flag(row, column, place)
    facts["rarity"] = row["rarity"] or None
    if row["source"] == LOW_CONFIDENCE:
        said = {"type": kind} | {k: v for k, v in facts.items() if v is not None}
        facts = dict.fromkeys(facts) | {"doubtful": said}
        if not hero:
            facts["type"] = NOWHERE
    return {**facts, **_own_deck_rule(row, place)}


def _own_deck_rule(row: Row, place: Place) -> Record:
    """What a card says of decks: its limit, and the heroes that it may or may not go with."""
    limit = _integer(row, "deck_limit", place)
    kind, _, value = row["deck_condition"].partition(":")
    names = {
        "any_hero_class": "open_to",
        "only_hero_class": "only_with",
        "not_hero_element": "not_with",
    }
    if kind and (kind not in names or value not in (*CLASSES.values(), *ELEMENTS)):
        refuse(*place, "deck_condition", f"{row['deck_condition']!r} is unknown")
    rules: Record = {"limit": limit} | {
        name: value if kind == column else None for column, name in names.items()
    }
    if row["source"] == READ_TEXT:
        return {name: rule for name, rule in rules.items() if rule is not None}
    return rules


def _classic_facts(row: Row, place: Place) -> Record:
    """The facts of a row of the classic game. A field that a card's type hasn't is left out."""
    kind = _choice(row, "type", CLASSIC_TYPES, place)
    gold = _choice(row, "cost_type", ("gold", "silver"), place) == "gold"
    if gold is not _flag(row, "elite", place):
        refuse(*place, "elite", "doesn't go with the colour of the crystal")
    facts: Record = {
        "elements": _elements(row, place),
        "cost": _value(row, "cost", place),
        "elite": gold,
    }
    facts["life"] = _value(row, "life", place)
    if kind == "creature":
        facts["move"] = _value(row, "move", place)
    if kind not in ("artifact", "terrain"):
        for strike in _STRIKES:
            facts[strike] = _value(row, strike, place)
    facts["class"] = row["subtype"] or None
    for name in ("horde", "unique"):
        facts[name] = _flag(row, name, place)
    facts["rarity"] = row["rarity"] or None
    return facts


# --- rows that belong together -----------------------------------------------------------------


def _joined(cards: Any, notes: list[str]) -> list[Record]:
    """The cards, those that differ in nothing but their number made printings of the first."""
    groups: dict[tuple[str, str], list[Record]] = {}
    for card in sorted(cards, key=_order):
        groups.setdefault((card["pack"], fold(card["title"])), []).append(card)
    found = []
    for group in groups.values():
        apart: list[list[Record]] = []
        for card in group:
            same = next((one for one in apart if _facts(one[0]) == _facts(card)), None)
            if same:
                same.append(card)
            else:
                apart.append([card])
        if len(apart) > 1:
            codes = " and ".join(one[0]["code"] for one in apart)
            notes.append(f"{codes} are two cards of one name, {group[0]['title']}.")
        for one in apart:
            if len(one) > 1:
                keys = ("code", "pack", "position")
                one[0]["printings"] = [{key: card[key] for key in keys} for card in one]
            found.append(one[0])
    return found


def _compare_sets(cards: list[Record]) -> None:
    """Give cards `also_in`: other sets with a card of that name, of which all that is known agrees.

    Cards without a set tell nothing.
    """
    named: dict[str, list[Record]] = {}
    for card in cards:
        if card["pack"] != NOWHERE:
            named.setdefault(fold(card["title"]), []).append(card)
    for group in named.values():
        for card in group:
            others = (other for other in group if other["pack"] != card["pack"])
            packs = [other["pack"] for other in others if _agree(card, other)]
            if packs:
                card["also_in"] = list(dict.fromkeys(packs))


def _agree(card: Record, other: Record) -> bool:
    """Whether no printed value that is known of both cards differs."""
    unknown = (None, NOWHERE)
    return not any(
        card.get(key) != other.get(key)
        for key in _PRINTED
        if card.get(key) not in unknown and other.get(key) not in unknown
    )


def _facts(card: Record) -> Record:
    """All that must be equal in printings of one card."""
    return {k: v for k, v in card.items() if k not in ("code", "title", "position")}


def _disagree(card: Record, other: Record) -> str:
    """Make unknown what two rows of one card say differently; the sentence that says so."""
    keys = [key for key in other if card.get(key) != other[key]]
    for key in keys:
        card[key] = NOWHERE if key == "type" else None
    return f"{card['code']} is there twice; what the rows disagree on is unknown: {keys}."


def _order(card: Record) -> tuple[Any, ...]:
    """Sort key: sets by number, cards by number, then by code; what has none comes last."""
    position = card["position"]
    return (
        *_pack_order(card["pack"]),
        position is None,
        position or 0,
        card["code"],
    )


def _pack_order(pack: str) -> tuple[int, int]:
    return (1, 0) if pack == NOWHERE else (0, int(pack))


# --- single fields -----------------------------------------------------------------------------


def _given(row: Row, field: str, place: Place) -> str:
    value = row.get(field, "").strip()
    if not value or not value.isprintable():
        refuse(*place, field, f"{value!r} is no plain text" if value else "is missing")
    return value


def _choice(row: Row, field: str, known: tuple[str, ...], place: Place) -> str:
    if row.get(field) not in known:
        refuse(*place, field, f"{row.get(field)!r} is unknown (known: {', '.join(known)})")
    return row[field]


def _elements(row: Row, place: Place) -> list[str] | None:
    """The card's elements; None = unknown. Neutral is never one of several."""
    if not row["elements"]:
        return None
    elements = row["elements"].split("|")
    several = len(elements) > 1
    if not set(elements) <= set(ELEMENTS) or len(set(elements)) < len(elements):
        refuse(*place, "elements", f"{row['elements']!r} is unknown (known: {ELEMENTS})")
    if several and "neutral" in elements:
        refuse(*place, "elements", "a neutral card has no element")
    return elements


def _integer(row: Row, field: str, place: Place) -> int | None:
    value = _value(row, field, place)
    if isinstance(value, str):
        refuse(*place, field, f"{value!r} is no number")
    return value


def _value(row: Row, field: str, place: Place) -> int | str | None:
    """A printed number, or X; None = unknown."""
    text = row[field]
    if text in ("", "X"):
        return text or None
    if text == _NOT_PRINTED:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < _DIGITS):
        refuse(*place, field, f"{text!r} is no number from 0, and no X")
    return int(text)


def _flag(row: Row, field: str, place: Place) -> bool | None:
    text = _choice(row, field, ("0", "1", ""), place)
    return None if text == "" else text == "1"
