"""A game, loaded: its sections, fields, formats, rows and lists, from the documents in data/<game>.

A Game is made from *documents* (parsed files by name, `rules/baseline`), which come from the
database or straight from the files; both give the same Game. It knows how to find things, not
what they mean: `judge.py` applies rows to a deck. May import legality, rules and below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from deckcheck.errors import DataError
from deckcheck.folding import fold
from deckcheck.legality import SECTIONS, LegalityList, trusted_list
from deckcheck.model import Card, Deck, Pack
from deckcheck.query import Field, Getter
from deckcheck.registry import unknown_name
from deckcheck.rules import Rule, read_row, single_id

Documents = Mapping[str, Any]


class Faction(NamedTuple):
    """A faction card. `neutral` is in the data too, but `playable` is False."""

    code: str
    name: str
    names: tuple[str, ...]
    """Other spellings, folded; the full name is among them."""
    guid: str | None
    playable: bool


class Format(NamedTuple):
    """A way of playing."""

    name: str
    title: str
    list: str | None
    """Part of a legality list that judges it; None = no list applies."""
    rules: tuple[str, ...]
    """Names of the rules files that hold (`baseline` for `rules/baseline`)."""
    rows: tuple[Mapping[str, Any], ...]
    parameters: Mapping[str, int]
    without: frozenset[str]
    """Ids of rows of those files that don't hold here."""
    note: str
    """Key of a sentence that every verdict of this format says; empty = none."""
    needs_list: bool = False
    """The format is what a list says it is: where none is known, no verdict is."""
    aside: frozenset[str] = frozenset()
    """Sections that are no part of the deck here, so that nothing in them is judged."""


class Parameter(NamedTuple):
    """A number that rows can set. kind: `min` and `max` combine by the larger, `exact` clash."""

    value: int
    kind: str


class RowIndex(NamedTuple):
    """A format's rows: those always live, and those waiting for one card, by its code."""

    always: tuple[Rule, ...]
    waiting: Mapping[str, tuple[tuple[Mapping[str, Any], str], ...]]
    """Code → (row, place), read as a Rule when the card is there."""


class Game:
    """One game's data. Everything is read when first asked for."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self._game: Mapping[str, Any] = documents["game"]
        self.name: str = self._game["name"]
        self.title: str = self._game["title"]
        self.default_format: str = self._game["default_format"]
        self.octgn: str | None = self._game.get("octgn")
        self.types: tuple[str, ...] = tuple(self._game["types"])
        self.sections: Mapping[str, str] = self._game["sections"]
        self.headings: Mapping[str, str] = self._game.get("headings", {})
        self.choice_section: str = self._game.get("choice_section", "")
        self.agenda_type: str = self._game.get("choice_type", "agenda")
        """Type of the cards of the choice section, those that may bring rules of their own."""
        self.choice_required: bool = self._game.get("choice_required", False)
        """A deck must have a card of the choice section (a hero)."""
        self.bindings: Mapping[str, str] = self._game.get("bindings", {})
        """`$name` that queries may use → fact of the chosen card that it stands for."""
        self.unread: str | None = self._game.get("unread")
        """A query: the cards whose text nobody read, so that they may have any rules. None: a
        card of the choice section is known if it has rows, or an entry that it needs none."""
        self._rows: dict[str, RowIndex] = {}
        self._lists: dict[str, LegalityList] = {}

    def section(self, card: Card) -> str:
        """Section of a deck that a card of its type stands in."""
        return self.sections.get(card.type, self.types[-1])

    @cached_property
    def factions(self) -> Mapping[str, Faction]:
        """Code → Faction, neutral included; empty for games without factions."""
        spellings = self._game.get("faction_names", {})
        found = {}
        for row in self.documents.get("factions", []):
            names = (fold(row["name"]), *spellings.get(row["code"], ()))
            playable = row["code"] != "neutral"
            faction = Faction(row["code"], row["name"], names, row.get("guid"), playable)
            found[row["code"]] = faction
        return found

    def faction_called(self, text: str) -> Faction | None:
        """The faction with this code or any of its spellings."""
        key = fold(text)
        return next((f for f in self.factions.values() if key == f.code or key in f.names), None)

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """Name → default value and how two settings combine."""
        rows = self._game.get("parameters", {})
        return {name: Parameter(row["value"], row["kind"]) for name, row in rows.items()}

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """Every name that a query may ask, one-letter names included → Field."""
        found: dict[str, Field] = {}
        for name, row in self._game["fields"].items():
            values = row.get("values")
            if values == "factions":
                spelled = {n: f.code for f in self.factions.values() for n in f.names}
                accepted: dict[str, str] | None = {
                    **spelled,
                    **{code: code for code in self.factions},
                }
            else:
                accepted = {fold(v): v for v in values} if values else None
            of, everywhere = row.get("of", name), row.get("absent") == "unknown"
            field = Field(name, row["kind"], of, row.get("member"), accepted, everywhere)
            found[name] = field
            if "key" in row:
                found[row["key"]] = field
        return found

    def derived(self, packs: Mapping[str, Pack]) -> Mapping[str, Getter]:
        """Values that cards don't carry themselves, read off their pack."""

        def pack_names(card: Card) -> list[str]:
            pack = packs.get(card.pack)
            return [card.pack, pack.name] if pack else [card.pack]

        def cycle_names(card: Card) -> list[str]:
            pack = packs.get(card.pack)
            return [pack.cycle, pack.cycle_name] if pack else []

        def printed_in(card: Card) -> list[str]:
            return [card.pack, *(card.facts.get("also_in") or ())]

        return {"pack_names": pack_names, "cycle_names": cycle_names, "printed_in": printed_in}

    @cached_property
    def formats(self) -> Mapping[str, Format]:
        """Name → Format."""
        return {
            name: Format(
                name=name,
                title=row["title"],
                list=row.get("list"),
                rules=tuple(row["rules"]),
                rows=tuple(row.get("rule", ())),
                parameters=row.get("parameters", {}),
                without=frozenset(row.get("without", ())),
                note=row.get("note", ""),
                needs_list=row.get("needs_list", False),
                aside=frozenset(row.get("aside", ())),
            )
            for name, row in self.documents["formats"].items()
        }

    def format(self, name: str) -> Format:
        """The format called so. Raises UnknownName with the nearest ones."""
        if name not in self.formats:
            spelled = {fold(k): f for f in self.formats.values() for k in (f.name, f.title)}
            if fold(name) not in spelled:
                raise unknown_name("format", name, self.formats)
            return spelled[fold(name)]
        return self.formats[name]

    def raw_rows(self, format_name: str) -> Iterable[tuple[Mapping[str, Any], str]]:
        """(row, place) of all rows of a format, in the order of their files."""
        form = self.format(format_name)
        for file in form.rules:
            for number, row in enumerate(self.documents[f"rules/{file}"].get("rule", ()), 1):
                if row["code"] not in form.without:
                    yield row, f"{self.name}/rules/{file}.toml row {number}"
        for number, row in enumerate(form.rows, 1):
            yield row, f"{self.name}/formats.toml {format_name} row {number}"

    def rows(self, format_name: str) -> RowIndex:
        """A format's rows, indexed by the card they wait for. Raises DataError (see `read_row`)."""
        if format_name not in self._rows:
            always: list[Rule] = []
            waiting: dict[str, list[tuple[Mapping[str, Any], str]]] = {}
            for row, place in self.raw_rows(format_name):
                section, _, query = row.get("when", "").partition(": id:")
                if section == self.choice_section and query.replace("/", "").isalnum():
                    waiting.setdefault(query, []).append((row, place))
                else:
                    always.append(read_row(row, place))
            index = RowIndex(tuple(always), {k: tuple(v) for k, v in waiting.items()})
            self._rows[format_name] = index
        return self._rows[format_name]

    @cached_property
    def no_rule(self) -> Mapping[str, str]:
        """Code of an agenda (or hero) that asks nothing of a deck → the reason."""
        found: Mapping[str, str] = self.documents.get("open", {}).get("no_rule", {})
        return found

    def has_rules(self, code: str, format_name: str) -> bool:
        """Whether a card of the choice section has rows, or an entry that it needs none."""
        if code in self.no_rule or code in self.rows(format_name).waiting:
            return True
        return any(code in self.rows(name).waiting for name in self.formats)

    @cached_property
    def list_index(self) -> tuple[LegalityList, ...]:
        """All lists by date, without their cards."""
        rows = self.documents.get("legality", [])
        return tuple(trusted_list(row) for row in rows)

    @cached_property
    def succession(self) -> tuple[str, ...]:
        """Lines of lists that follow each other as *the* list of tournaments, oldest first."""
        return tuple(self._game.get("lists", {}).get("succession", ()))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """All lines of lists, oldest first."""
        return tuple(self._game.get("lists", {}).get("lines", ()))

    @cached_property
    def list_sections(self) -> tuple[str, ...]:
        """Sections of a deck that lists speak of."""
        return tuple(self._game.get("lists", {}).get("sections", SECTIONS))

    def list(self, code: str) -> LegalityList:
        """One list, whole. Raises UnknownName with the nearest codes."""
        if code not in self._lists:
            document = self.documents.get(f"legality/{code}")
            if document is None:
                spelled = {
                    fold(k): one.code for one in self.list_index for k in (one.code, one.name)
                }
                found = spelled.get(fold(code))
                if found is not None and found != code:
                    return self.list(found)
                known = [one.code for one in self.list_index] + [*self.lines]
                raise unknown_name("legality list", code, known)
            self._lists[code] = trusted_list(document)
        return self._lists[code]

    def validate(self) -> int:
        """Read every row of every format and every query in them; the number of rows.

        Raises the first DataError.
        """
        read = 0
        self._validate_query(self.unread, f"{self.name}/game.toml")
        for name in self.formats:
            seen: set[str] = set()
            for row, place in self.raw_rows(name):
                rule = read_row(row, place)
                read += 1
                if rule.id in seen:
                    raise DataError(f"{place}: the id {rule.id} is there twice.")
                seen.add(rule.id)
                whens = [when.query for when in (rule.when, rule.unless) if when]
                for query in (*whens, rule.where, rule.having):
                    self._validate_query(query, place)
                if rule.verb in ("set", "allow") and rule.when and not single_id(rule.when):
                    raise DataError(f"{place}: set and allow wait for one card (section: id:CODE).")
                for parameter in rule.set:
                    if parameter not in self.parameters:
                        raise DataError(f"{place}: there is no parameter {parameter!r}.")
        return read

    def _validate_query(self, text: str | None, place: str) -> None:
        from deckcheck.errors import QueryError
        from deckcheck.query import parse

        if text:
            try:
                parse(text, self.fields)
            except QueryError as error:
                raise DataError(f"{place}: {error}") from None


def choices_named(deck: Deck, code: str, name: str) -> tuple[str, ...]:
    """What a deck says an agenda's player named, as texts; () = it doesn't say."""
    value = deck.choices.get(code, {}).get(name, ())
    return (value,) if isinstance(value, str) else tuple(str(v) for v in value)


def load(name: str, documents: Documents | None = None) -> Game:
    """The game called so, from the given documents or from the shipped files.

    Raises UnknownName with the nearest names.
    """
    if documents is None:
        from deckcheck.shipped import data_root, game_names, read_documents

        root = data_root()
        if name not in game_names(root):
            raise unknown_name("game", name, list(game_names(root)))
        documents = read_documents(root, name)
    return Game(documents)
