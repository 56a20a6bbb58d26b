"""A game's data as they hold for one user: shipped files, what was fetched, own corrections.

Three layers, the later over the earlier: the files that come with the program; cards, packs,
lists and titles that `db update` brought (`fetched.py`), unless the shipped ones are newer; and
corrections.toml (`corrections.py`). Rules are always the shipped ones. Read only to build
cards.db or to update it, never to check a deck. May import errors, shipped and store; knows no
rule and no source.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple

from deckcheck.errors import DataError
from deckcheck.shipped import data_files, game_names, list_heads, read_documents, read_file
from deckcheck.store.corrections import Corrected, correct, read_corrections
from deckcheck.store.fetched import read_fetched
from deckcheck.store.home import Home
from deckcheck.store.open import Note

Line = dict[str, Any]
"""A card as a line of the data files: what isn't a column of table `card` is a fact."""

NEEDED = ("code", "title", "type", "pack")
"""Keys that no card may lack."""


class GameData(NamedTuple):
    """All that cards.db is to hold of one game."""

    game: str
    documents: dict[str, Any]
    """Rules documents by name, `packs`, `factions`, `source` and the lists among them."""
    lines: list[Line]
    """By code."""
    titles: dict[str, dict[str, str]]
    """Language → code → title, without the printed ones."""
    old_codes: dict[str, str]
    """Code that a card had before → its code now; no card's code is among the keys."""
    old_titles: dict[str, str]
    """Title that a card had before → its code."""
    old_places: list[dict[str, Any]]
    """What a card was called and where it stood before: `code` (of now), `title`, `pack`,
    `pack_name`, `position`, and whether versions of it still bear the title (`shared`)."""
    corrected: list[Corrected]
    notes: list[Note]

    @property
    def snapshot(self) -> str:
        """ISO date of the cards; empty if none is given."""
        return str(self.documents.get("source", {}).get("snapshot", ""))


class Layers(NamedTuple):
    """Where a user's data come from."""

    root: str
    """Folder of the shipped games."""
    home: Home | None = None
    """None = the shipped data alone."""
    instead: Mapping[str, Mapping[str, Any] | None] = {}
    """Game → what to take for its fetched data (None = there are none), not what is in the home."""

    def games(self) -> list[str]:
        """Names of the games, sorted."""
        return game_names(self.root)

    def read(self, game: str, *, corrections: bool = True) -> GameData:
        """The data of a game; without the user's corrections where they are to be left out.

        `DataError` if shipped files are wrong. Fetched data that can't be used and corrections
        that are wrong are left out, with a note.
        """
        notes: list[Note] = []
        documents = read_documents(self.root, game)
        fetched = self._fetched(game, notes)
        if fetched is None:
            data = _shipped(self.root, game, documents, {}, notes)
        else:
            data = _overlaid(self.root, game, documents, fetched, notes)
        if corrections and self.home is not None:
            asked = [c for c in read_corrections(self.home.corrections)[0] if c.game == game]
            packs = {pack["code"] for pack in data.documents.get("packs", {}).get("packs", ())}
            if asked:
                data.lines[:] = copy.deepcopy(data.lines)  # what was given stays as it was
            done, faults = correct(data.lines, asked, packs, _closed(data.documents))
            data.corrected.extend(done)
            notes += [Note("correction", "warning", fault) for fault in faults]
        return data

    def strange_corrections(self) -> list[Note]:
        """What is to be said of corrections that are none, or of no game."""
        if self.home is None:
            return []
        rows, faults = read_corrections(self.home.corrections)
        games = self.games()
        faults += [
            f"{row.place}: there is no game {row.game!r}, so it does nothing."
            for row in rows
            if row.game not in games
        ]
        return [Note("correction", "warning", fault) for fault in faults]

    def _fetched(self, game: str, notes: list[Note]) -> Mapping[str, Any] | None:
        if game in self.instead or self.home is None:
            return self.instead.get(game)
        fetched, note = read_fetched(self.home, game)
        notes.extend([note] if note else [])
        return fetched


def _closed(documents: Mapping[str, Any]) -> dict[str, list[str]]:
    """Field → the only values that it can have in a game."""
    types = documents.get("game", {}).get("types", ())
    factions = [row["code"] for row in documents.get("factions", ())]
    found = {"type": list(types), "faction": factions}
    return {field: values for field, values in found.items() if values}


def _shipped(
    root: str, game: str, documents: dict[str, Any], fetched: Mapping[str, Any], notes: list[Note]
) -> GameData:
    """The shipped data, with what cards were called before from shipped and fetched data."""
    packs = {row["code"] for row in documents.get("packs", {}).get("packs", ())}
    lines = sorted(read_cards(root, game, packs), key=lambda line: str(line["code"]))
    known = {line["code"] for line in lines}
    codes, titles = _old(documents, fetched)
    return GameData(
        game,
        documents,
        lines,
        _shipped_titles(root, game, known),
        {old: code for old, code in codes.items() if old not in known and code in known},
        {old: code for old, code in titles.items() if code in known},
        [row for row in fetched.get("old_places", ()) if row["code"] in known],
        [],
        notes,
    )


def _overlaid(
    root: str, game: str, documents: dict[str, Any], fetched: Mapping[str, Any], notes: list[Note]
) -> GameData:
    """The fetched data with the shipped rules; the shipped data if they are newer."""
    shipped = str(documents.get("source", {}).get("snapshot", ""))
    snapshot = str(fetched["source"].get("snapshot", ""))
    if snapshot < shipped:
        notes.append(
            Note(
                "fetched-older",
                "info",
                f"The {game} data that come with deckcheck ({shipped}) are newer than those that "
                f"were fetched ({snapshot}) and are used in their place; `deckcheck db update` "
                "asks for newer ones.",
            )
        )
        return _shipped(root, game, documents, fetched, notes)
    codes, titles = _old(documents, fetched)
    rules = {
        name: body
        for name, body in documents.items()
        if name != "legality" and not name.startswith("legality/")
    }
    rules.update({name: fetched[name] for name in ("packs", "factions", "source")})
    rules.update({f"legality/{row['code']}": row for row in fetched["legality"]})
    rules["legality"] = list_heads(rules)
    lines, translated = list(fetched["cards"]), {**fetched["titles"]}
    places = list(fetched.get("old_places", ()))
    return GameData(game, rules, lines, translated, codes, titles, places, [], notes)


def _old(
    documents: dict[str, Any], fetched: Mapping[str, Any]
) -> tuple[dict[str, str], dict[str, str]]:
    """What cards were called before: codes and titles, of the shipped and the fetched data."""
    shipped = documents.pop("aliases", {})
    return (
        {**shipped.get("codes", {}), **fetched.get("old_codes", {})},
        {**shipped.get("titles", {}), **fetched.get("old_titles", {})},
    )


def read_cards(root: str, game: str, packs: Container[str]) -> Iterator[Line]:
    """The card lines of a shipped game, each checked: `DataError` names file, row and field."""
    seen: dict[str, str] = {}
    for entry in data_files(root, game):
        if not entry.name.endswith(".jsonl"):
            continue
        with open(entry.path, encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                place = f"{entry.path}, row {number}"
                line = _card_line(text, place, packs)
                if line["code"] in seen:
                    raise DataError(f"{place}: {line['code']} is also in {seen[line['code']]}.")
                seen[line["code"]] = place
                yield line


def _card_line(text: str, place: str, packs: Container[str]) -> Line:
    try:
        line = json.loads(text)
    except ValueError as fault:
        raise DataError(f"{place} isn't well formed: {fault}.") from None
    if not isinstance(line, dict):
        raise DataError(f"{place} isn't an object.")
    for field in NEEDED:
        if not isinstance(line.get(field), str) or not line[field]:
            raise DataError(f"{place} has no {field}.")
    if line["pack"] not in packs:
        raise DataError(f"{place}: no pack {line['pack']!r} is in packs.json.")
    return line


def _shipped_titles(root: str, game: str, codes: Container[str]) -> dict[str, dict[str, str]]:
    """The translations, language by language."""
    tables = {}
    for entry in data_files(root, game):
        folder, name = os.path.split(entry.path)
        if os.path.basename(folder) == "titles":
            titles = read_file(entry.path)
            stranger = next((code for code in titles if code not in codes), None)
            if stranger is not None:
                raise DataError(f"{entry.path} has a title for {stranger}, which is no card.")
            tables[os.path.splitext(name)[0]] = titles
    return tables
