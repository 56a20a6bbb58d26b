"""Cards in ThronesDB's shape (its API and its data files have the same) → records. Pure.

May import importers; knows neither files nor addresses. Where the site has no number for a
strength or a plot's value, an X is printed on the card; that is what null stands for there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from deckcheck.number import many
from importers.agot2_text import text_facts
from importers.batch import Record, refuse
from importers.fields import MOST, choice_in, count_in, flag_in, guid_in, is_code, text_in
from importers.throneteki_json import FACTIONS, ICONS, PLOT_VALUES, TYPES

WITH_COST = ("character", "location", "attachment", "event")
WITH_UNIQUE = ("character", "location", "attachment")


def card_records(
    rows: Iterable[tuple[str, Record]], packs: Mapping[str, Any], notes: list[str]
) -> dict[str, Record]:
    """Code → record of all (file, row). A card that is work in progress is left out, with a note.

    Raises DataError for a row that isn't as it should be, or a code that stands there twice.
    """
    cards: dict[str, Record] = {}
    unfinished: list[str] = []
    for file, row in rows:
        if row.get("work_in_progress") is True:
            unfinished.append(str(row.get("code")))
            continue
        card = card_record(row, file)
        who = f"card {card['code']}"
        if card["code"] in cards:
            refuse(file, who, "code", "stands there twice")
        if card["pack"] not in packs:
            refuse(file, who, "pack_code", f"there is no pack {card['pack']!r}")
        if card.get("attach", "") is None:
            notes.append(f"{file}, {who}: what it may attach to was not understood.")
        cards[card["code"]] = card
    if unfinished:
        notes.append(
            f"{many(len(unfinished), 'card')} marked as work in progress left out "
            f"({', '.join(unfinished[:5])}{', …' if len(unfinished) > 5 else ''})."
        )
    return cards


def card_record(row: Record, file: str) -> Record:
    """One card's record: what identifies it, its values by type, and what its text prints."""
    code = row.get("code")
    if not is_code(code):
        refuse(file, f"card {code!r}", "code", "five digits as text are expected")
    who = f"card {code}"
    kind = choice_in(row, "type_code", TYPES, file, who)
    card: Record = {
        "code": code,
        "title": text_in(row, "name", file, who),
        "type": kind,
        "pack": text_in(row, "pack_code", file, who),
        "position": count_in(row, "position", file, who),
        "quantity": count_in(row, "quantity", file, who),
        "limit": count_in(row, "deck_limit", file, who),
    }
    if guid := guid_in(row, "octgn_id", file, who):
        card["guid"] = guid
    card["faction"] = choice_in(row, "faction_code", FACTIONS, file, who)
    if card["faction"] != "neutral":
        # Neutral is no faction, so nothing neutral is loyal or not [RR Loyal].
        card["loyal"] = flag_in(row, "is_loyal", file, who)
    _values(card, row, file, who)
    text = row.get("text") or ""
    if not isinstance(text, str):
        refuse(file, who, "text", "a text is expected")
    card.update(text_facts(text, kind))
    return card


def _values(card: Record, row: Record, file: str, who: str) -> None:
    """Add the printed values that cards of its type have."""
    kind = card["type"]
    if kind in WITH_UNIQUE:
        card["unique"] = flag_in(row, "is_unique", file, who)
    if kind in WITH_COST:
        card["cost"] = _cost(row, file, who)
    if kind == "character":
        card["strength"] = _number(row, "strength", file, who)
        card["icons"] = [i for i in ICONS if flag_in(row, f"is_{i}", file, who)]
    if kind == "plot":
        for value in PLOT_VALUES:
            card[value] = _number(row, value, file, who)
    traits = row.get("traits") or ""
    if not isinstance(traits, str) or not traits.isprintable():
        refuse(file, who, "traits", "a text is expected, a full stop after each trait")
    card["traits"] = [trait.strip() for trait in traits.split(".") if trait.strip()]


def _cost(row: Record, file: str, who: str) -> int | str | None:
    """The printed cost; None = the site doesn't say (older answers have null for X and -)."""
    value = row.get("cost")
    if value is None or value in ("X", "-"):
        return value
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,2}", value):
        return int(value)
    if type(value) is not int or not 0 <= value <= MOST:
        refuse(file, who, "cost", f"{value!r} is no number, X or -")
    return value


def _number(row: Record, field: str, file: str, who: str) -> int | str:
    if field not in row:
        refuse(file, who, field, "is missing")
    value = row[field]
    if value is None or value == "X":
        return "X"
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,2}", value):
        return int(value)
    if type(value) is not int or not 0 <= value <= MOST:
        refuse(file, who, field, f"{value!r} is no number or null")
    return value
