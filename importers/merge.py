"""A batch over the data as they are → the data as they will be, checked; or a refusal. Pure.

What the source isn't complete in stays: packs it doesn't know, lists it has no longer, titles,
what cards were called before. Refused is what would do harm: cards that vanish from a pack, codes
that have changed hands, lists that were emptied, unless they are accepted by name. May import
errors, game and store's `GameData`; knows no source but by its extent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from deckcheck.errors import DataError
from deckcheck.folding import fold
from deckcheck.game import Game
from deckcheck.number import many
from deckcheck.store.layers import GameData
from importers.batch import Batch, Record, strangers
from importers.changes import Changed, Changes, card_changes
from importers.former import old_places
from importers.lists import ListChange, check_emptied, list_changes, strange_lists
from importers.sources import Source

ACCEPTABLE = ("shrunk", "swapped", "emptied")
"""What can be accepted: packs that lost cards, codes that are other cards now, lists that lost
most of theirs."""


class Merged(NamedTuple):
    """The data as they will be."""

    parts: dict[str, Any]
    """As `store/fetched.py` keeps them, `source` left out."""
    changes: Changes
    lists: tuple[ListChange, ...]
    """What new and changed lists say otherwise."""
    notes: tuple[str, ...]
    """One sentence each, to be shown."""
    nothing: bool
    """They are what they were."""


def merge(present: GameData, batch: Batch, source: Source, accept: frozenset[str]) -> Merged:
    """The data after the batch. `DataError`, one sentence, if it must not be taken."""
    notes = list(batch.notes)
    lines = _lines(present, batch, source)
    changes = card_changes(present.lines, lines)
    _check_gone(changes, batch, source, accept)
    _check_codes(changes, present, accept)
    codes = {line["code"] for line in lines}
    renumbered = {one.old: one.new for one in changes.renumbered}
    old_codes = _old_codes(present, renumbered, lines)
    packs = _packs(present, batch, source, notes)
    lists = _lists(present, batch, renumbered, old_codes, codes)
    titles = _titles(present, batch, renumbered, codes)
    parts: dict[str, Any] = {
        "packs": packs,
        "factions": list(batch.factions) or present.documents.get("factions", []),
        "legality": lists,
        "titles": titles,
        "old_codes": old_codes,
        "old_titles": _old_titles(present, changes, renumbered, lines),
        "old_places": old_places(present, changes.places, renumbered, lines),
        "cards": lines,
    }
    was = {"titles": present.titles, "old_codes": present.old_codes, "cards": present.lines} | {
        "packs": present.documents.get("packs"),
        "factions": present.documents.get("factions", []),
        "legality": _present_lists(present),
        "old_titles": present.old_titles,
        "old_places": present.old_places,
    }
    changes = _other_changes(changes, was, parts)
    if "emptied" not in accept:
        check_emptied(_present_lists(present), lists, source.lists_file)
    notes += strangers((*changes.new_lists, *changes.changed_lists), codes)
    notes += strange_lists((*changes.new_lists, *changes.changed_lists), present)
    notes += _without_rules(present, parts, changes)
    old_lists = [_recoded(row, renumbered) for row in _present_lists(present)]
    listed = list_changes(old_lists, lists)
    return Merged(parts, changes, listed, tuple(notes), parts == was)


def _lines(present: GameData, batch: Batch, source: Source) -> list[Record]:
    """All cards: the batch's, and those it says nothing of."""
    lines = {card["code"]: card for card in batch.cards}
    named = {pack["code"] for pack in batch.packs}
    for line in present.lines:
        silent = source.extent == "rows" or (source.extent == "packs" and line["pack"] not in named)
        if silent:
            lines.setdefault(line["code"], line)
    return [lines[code] for code in sorted(lines)]


def _check_gone(changes: Changes, batch: Batch, source: Source, accept: frozenset[str]) -> None:
    """Refuse packs that shrink."""
    gone: dict[str, list[Record]] = {}
    for line in changes.gone:
        gone.setdefault(line["pack"], []).append(line)
    if gone and "shrunk" not in accept:
        pack, cards = next(iter(gone.items()))
        others = len(gone) - 1
        shrink = "shrinks" if others == 1 else "shrink"
        more = f"; {many(others, 'other pack')} {shrink} too" if others else ""
        there = any(row["code"] == pack for row in batch.packs)
        # A pack that is gone as a whole has no file any more to look into.
        where = f"{source.cards_file.format(pack=pack)}, pack {pack}" if there else f"Pack {pack}"
        missing = f"{many(len(cards), 'card')} that {'is' if len(cards) == 1 else 'are'} here"
        shown = ", ".join(f"{card['code']} {card['title']}" for card in cards[:3])
        raise DataError(
            f"{where}, cards: {missing} {'is' if len(cards) == 1 else 'are'} missing "
            f"({shown}{', …' if len(cards) > 3 else ''}){more}; if that is meant, update with "
            "--accept shrunk."
        )


def _check_codes(changes: Changes, present: GameData, accept: frozenset[str]) -> None:
    """Refuse codes that are another card's now: saved decks and rules name cards by them."""
    taken = [(one.old, one.title) for one in changes.renumbered if one.taken]
    taken += [(one.code, one.old) for one in changes.replaced]
    if not taken:
        return
    ruled = _ruled_codes(present.documents)
    for code, title in taken:
        if code in ruled:
            raise DataError(
                f"Code {code} was {title} and is another card's now, and a rule of deckcheck names "
                "it; these data need a newer deckcheck."
            )
    if "swapped" not in accept:
        code, title = taken[0]
        raise DataError(
            f"Code {code} was {title} and is another card's now "
            f"({many(len(taken), 'such code')}); decks that name cards by code would change in "
            "silence. If you have looked at them, update with --accept swapped."
        )


def _ruled_codes(documents: Mapping[str, Any]) -> set[str]:
    """Every card's code that a row of rules, or a reason to have none, names."""
    text = json.dumps(
        [body for name, body in documents.items() if name.startswith(("rules/", "open", "formats"))]
    )
    words = "".join(c if c.isalnum() else " " for c in text).split()
    return {word for word in words if any(c.isdigit() for c in word)}


def _old_codes(
    present: GameData, renumbered: Mapping[str, str], lines: Iterable[Record]
) -> dict[str, str]:
    """Codes of before → codes of now; a code in use stands for its card and nothing else."""
    used = {line["code"] for line in lines}
    used |= {printing["code"] for line in lines for printing in line.get("printings", ())}
    old = {code: renumbered.get(now, now) for code, now in present.old_codes.items()}
    old |= renumbered
    return {code: now for code, now in sorted(old.items()) if code not in used and now in used}


def _old_titles(
    present: GameData,
    changes: Changes,
    renumbered: Mapping[str, str],
    lines: list[Record],
) -> dict[str, str]:
    """Titles of before → codes; a title that a card has now is that card's alone."""
    used = {fold(line["title"]) for line in lines}
    codes = {line["code"] for line in lines}
    old = {title: renumbered.get(code, code) for title, code in present.old_titles.items()}
    old |= {one.old: one.code for one in changes.renamed}
    return {
        title: code
        for title, code in sorted(old.items())
        if fold(title) not in used and code in codes
    }


def _packs(present: GameData, batch: Batch, source: Source, notes: list[str]) -> dict[str, Any]:
    """packs.json: packs by date, of one day as they stood; cycles by their first pack."""
    body = present.documents.get("packs", {"cycles": [], "packs": []})
    packs = {pack["code"]: pack for pack in body["packs"]}
    for pack in batch.packs:
        before = packs.get(pack["code"], {}).get("released")
        if before and not pack["released"]:
            notes.append(f"Pack {pack['code']} has no date in the source; {before} is kept.")
            pack = {**pack, "released": before}
        packs[pack["code"]] = pack
    named = {pack["code"] for pack in batch.packs}
    kept = [p for code, p in packs.items() if code in named or source.extent != "all"]
    kept.sort(key=lambda pack: pack["released"] or "9999")
    cycles = {cycle["code"]: cycle for cycle in (*body["cycles"], *batch.cycles)}
    order = dict.fromkeys(pack["cycle"] for pack in kept)
    return {"cycles": [cycles[code] for code in order], "packs": kept}


def _present_lists(present: GameData) -> list[Record]:
    names = sorted(name for name in present.documents if name.startswith("legality/"))
    return [present.documents[name] for name in names]


def _lists(
    present: GameData,
    batch: Batch,
    renumbered: Mapping[str, str],
    old_codes: Mapping[str, str],
    codes: set[str],
) -> list[Record]:
    """All lists. Those of before name cards by their new codes; so do new ones that lag behind."""
    lists = {row["code"]: _recoded(row, renumbered) for row in _present_lists(present)}
    late = {old: new for old, new in old_codes.items() if old not in codes}
    lists.update({row["code"]: _recoded(row, late) for row in batch.lists})
    return sorted(lists.values(), key=lambda row: f"legality/{row['code']}")


def _recoded(row: Record, new: Mapping[str, str]) -> Record:
    """A list with some codes replaced."""
    if not new:
        return row

    def walk(value: Any) -> Any:
        if isinstance(value, list):
            found = [walk(item) for item in value]
            return sorted(found) if found and isinstance(found[0], str) else found
        if isinstance(value, dict):
            return {
                key: new.get(item, item)
                if key == "restricted" and isinstance(item, str)
                else walk(item)
                for key, item in value.items()
            }
        return new.get(value, value) if isinstance(value, str) and value in new else value

    return {
        key: walk(value) if isinstance(value, list | dict) else value for key, value in row.items()
    }


def _titles(
    present: GameData, batch: Batch, renumbered: Mapping[str, str], codes: set[str]
) -> dict[str, dict[str, str]]:
    """Titles in other languages, of cards that are there; the batch's where it has some."""
    titles = {}
    for language in sorted({*present.titles, *batch.titles}):
        rows = {
            renumbered.get(code, code): title
            for code, title in present.titles.get(language, {}).items()
        }
        rows.update(batch.titles.get(language, {}))
        titles[language] = {code: rows[code] for code in sorted(rows) if code in codes}
    return titles


def _other_changes(changes: Changes, was: Mapping[str, Any], now: Mapping[str, Any]) -> Changes:
    """The changes, with those of packs, lists and titles."""
    old_packs = {pack["code"]: pack for pack in (was["packs"] or {}).get("packs", ())}
    old_lists = {row["code"]: row for row in was["legality"]}
    new, changed = [], []
    for pack in now["packs"]["packs"]:
        before = old_packs.get(pack["code"])
        if before is None:
            new.append(pack)
        elif before != pack:
            fields = {k: (before.get(k), pack[k]) for k in pack if before.get(k) != pack[k]}
            changed.append(Changed(pack["code"], pack["name"], fields))
    old_titles = {(lang, *row) for lang, rows in was["titles"].items() for row in rows.items()}
    new_titles = {(lang, *row) for lang, rows in now["titles"].items() for row in rows.items()}
    return changes._replace(
        new_packs=tuple(new),
        changed_packs=tuple(changed),
        new_lists=tuple(row for row in now["legality"] if row["code"] not in old_lists),
        changed_lists=tuple(
            row for row in now["legality"] if old_lists.get(row["code"], row) != row
        ),
        titles=len({row[:2] for row in old_titles ^ new_titles}),
    )


def _without_rules(present: GameData, parts: Mapping[str, Any], changes: Changes) -> list[str]:
    """A note for each new agenda (or hero) that the rules say nothing of."""
    if "game" not in present.documents or "name" not in present.documents["game"]:
        return []
    game = Game(present.documents)
    if game.unread is not None:
        return []  # there the cards' own facts tell, not a row for each
    here = {str(card["code"]) for card in changes.new} | {one.new for one in changes.renumbered}
    return [
        f"{line['title']} ({line['code']}): deckcheck has no rules for this {line['type']}, so it "
        "can't tell whether decks with it are legal; a newer deckcheck may."
        for line in parts["cards"]
        if line["code"] in here
        and game.choice_section
        and line["type"] == game.agenda_type
        and not game.has_rules(line["code"], game.default_format)
    ]
