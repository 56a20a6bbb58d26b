"""The rows that are live for a deck, compiled: which cards they count, and with what bounds.

A *context* is what decides which rows are live and what their `$names` stand for: faction,
agendas, hero, and the choices those ask for. It is compiled once and remembers for each card
which rows it touches, so that the next deck costs a few additions. May import game and below;
applying the rows is `judge.py`'s work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.counting import Held, Hit
from deckcheck.findings import Finding
from deckcheck.game import Format, Game, Parameter
from deckcheck.legality import LegalityList, list_rows
from deckcheck.model import UNKNOWN, Card, Deck, Pack
from deckcheck.query import Answer, Binding, Test, Unbound, compile_query
from deckcheck.rules import Bound, Rule, read_row

Choices = tuple[tuple[str, str, tuple[str, ...]], ...]
"""(agenda code, name of the choice, values), sorted: what has been named, or is being tried."""


class Marks(NamedTuple):
    """What the live rows say of a card in a section."""

    sure: tuple[int, ...]
    """Rows that count it."""
    perhaps: tuple[int, ...]
    """Rows that may count it: a fact isn't known."""
    barred: str | None
    """Why it isn't let in: None = it is, `error` = no row lets it in, `unknown` = one may."""


class Row:
    """A count or allow row with its queries compiled and its parameters filled in."""

    __slots__ = ("having", "high", "limit", "low", "rule", "sections", "test")

    def __init__(
        self,
        rule: Rule,
        test: Test | None,
        having: Test | None,
        low: Bound,
        high: Bound,
        limit: int | None,
    ) -> None:
        self.rule = rule
        self.sections = frozenset(rule.sections)
        self.test = test
        self.having = having
        self.low = low
        self.high = high
        self.limit = limit
        """Copies of a card that prints no limit of its own; None = no bound."""

    def answer(self, card: Card) -> Answer:
        """Whether the row counts (or allows) this card."""
        return True if self.test is None else self.test(card)


class Context:
    """The live rows, and the marks of every card met so far."""

    def __init__(
        self,
        rows: Iterable[Row],
        checks: Iterable[Rule],
        parameters: Mapping[str, int],
        findings: list[Finding],
    ) -> None:
        rows = list(rows)
        self.counts = [row for row in rows if row.rule.verb == "count"]
        self.allows = [row for row in rows if row.rule.verb == "allow"]
        self.checks = list(checks)
        self.parameters = parameters
        self.findings = findings
        """What the rows say of each other: settings that clash."""
        self.demands = {
            i for i, row in enumerate(self.counts) if row.low is not None or row.rule.one_of
        }
        """Rows that can be broken by cards that aren't there."""
        self.after = {row.rule.id: row.rule.after for row in self.counts if row.rule.after}
        """Rows that are silent of cards that break another row, with that row's id."""
        self.strangers: frozenset[str] = frozenset()
        """Sections that hold a card without rules: rows relaxed by it can't be sure."""
        self.marks: dict[tuple[str, str], Marks] = {}
        self._allow_sections = {s for row in self.allows for s in row.sections}
        self._asked = [i for i, row in enumerate(self.counts) if row.rule.ids is None]
        self._by_id: dict[str, list[int]] = {}
        for index, row in enumerate(self.counts):
            for code in row.rule.ids or ():
                self._by_id.setdefault(code, []).append(index)

    def marks_of(self, card: Card, section: str) -> Marks:
        """The marks of a card in a section; remembered in `marks`."""
        sure = [
            index
            for index in self._by_id.get(card.code, ())
            if section in self.counts[index].sections
        ]
        perhaps: list[int] = []
        for index in self._asked:
            row = self.counts[index]
            if section in row.sections and (answer := row.answer(card)) is not False:
                (sure if answer else perhaps).append(index)
        marks = Marks(tuple(sure), tuple(perhaps), self.barred(card, section))
        self.marks[card.code, section] = marks
        return marks

    def hits(self, held: Sequence[Held]) -> tuple[list[list[Hit]], dict[str, list[Held]]]:
        """(for each row the cards it counts, section → the cards that aren't surely let in)."""
        hits: list[list[Hit]] = [[] for _ in self.counts]
        barred: dict[str, list[Held]] = {}
        marks = self.marks
        for one in held:
            card, _, section = one
            sure, perhaps, bar = marks.get((card.code, section)) or self.marks_of(card, section)
            hit = (one, True)
            for index in sure:
                hits[index].append(hit)
            for index in perhaps:
                hits[index].append((one, None))
            if bar is not None:
                barred.setdefault(section, []).append(one)
        return hits, barred

    def barred(self, card: Card, section: str) -> str | None:
        """Why the card may not be in that section: None = it may, `error`, or `unknown`."""
        if section not in self._allow_sections:
            return None
        barred = "error"
        for row in self.allows:
            if section in row.sections and (answer := row.answer(card)) is not False:
                if answer and row.rule.cite.sure != "open":
                    return None
                barred = "unknown"
        return barred


class Compiler:
    """Makes contexts for one game, format, list and date."""

    def __init__(
        self,
        game: Game,
        form: Format,
        one: LegalityList | None,
        on: str,
        packs: Mapping[str, Pack],
    ) -> None:
        self.game = game
        self.format = form
        self.list = one
        self.index = game.rows(form.name)
        self.playable = {f.code for f in game.factions.values() if f.playable}
        self.binding = self._fixed_binding(on, packs)
        self._list_rows = self._rows_of_list(on)
        part = one.formats.get(form.list) if one and form.list else None
        self.banned_names = part.names if part else ()
        """Names that the list bans, whether the card data have such a card or not."""
        self.names_rule = next((r for r in self._list_rows if r.id.endswith(".names")), None)
        """The list's row that bans them."""

    def _fixed_binding(self, on: str, packs: Mapping[str, Pack]) -> Binding:
        values = {"on": (on,)}
        derived = dict(self.game.derived(packs))
        one, form = self.list, self.format.list
        if one is not None and form is not None:
            values["list_date"] = (one.date,)
            # A pod is asked for as `list:pod`, whatever its number.
            derived["list_status"] = lambda card: (
                [status.split()[0] for status in one.status(card.code, form)] or ["free"]
            )
        return Binding(values, derived)

    def _rows_of_list(self, on: str) -> tuple[Rule, ...]:
        """The list's rows; open where nobody knows whether the list still holds."""
        one, part = self.list, self.format.list
        if one is None or part is None:
            return ()
        rows = list_rows(one, part, self.game.list_sections)
        if one.known_until is None or on <= one.known_until:
            return rows
        return tuple(row._replace(cite=row.cite._replace(sure="open")) for row in rows)

    def context(self, deck: Deck, choices: Choices, chosen: Sequence[Card] = ()) -> Context:
        """The context of a deck, its open choices filled in with `choices`.

        `chosen` = its agendas or hero as cards, which the game's `$names` are read off.
        """
        values = {**self.binding.values, **self._of_chosen(chosen)}
        # No faction is no fault of the cards (a row of its own says it): then any is theirs.
        named = (deck.faction,) if deck.faction in self.playable else tuple(self.playable)
        values["faction"] = tuple(n for n in named if n) or ("neutral",)
        rules = [r for r in self.index.always if not r.card_set or self._has_card_set(r)]
        for code in choosing(deck):
            values.update({f"choice.{n}": v for c, n, v in choices if c == code})
            rules += [read_row(row, place) for row, place in self.index.waiting.get(code, ())]
        rules += self._list_rows
        parameters, findings = self._parameters(rules)
        binding = Binding(values, self.binding.derived)
        rows = []
        for rule in rules:
            if rule.verb in ("count", "allow"):
                try:
                    rows.append(self._row(rule, binding, parameters))
                except Unbound:
                    continue  # a row about the list, where there is none
        checks = [rule for rule in rules if rule.verb == "check"]
        return Context(rows, checks, parameters, findings)

    def _of_chosen(self, chosen: Sequence[Card]) -> Mapping[str, tuple[str, ...] | None]:
        """Values of the `$names` that are read off the chosen cards; None = unknown.

        With nothing chosen (a row of its own says it) any value will do.
        """
        values: dict[str, tuple[str, ...] | None] = {}
        for name, fact in self.game.bindings.items():
            found: list[str] = []
            for card in chosen:
                value = card.facts.get(fact)
                found += [value] if isinstance(value, str) else value or [UNKNOWN]
            values[name] = None if UNKNOWN in found else tuple(found)
            if not chosen:
                fields = (f for f in self.game.fields.values() if f.of == fact and f.values)
                every = next(((f.values or {}).values() for f in fields), None)
                values[name] = None if every is None else tuple(every)
        return values

    def _has_card_set(self, rule: Rule) -> bool:
        return self.list is not None and self.list.card_set in rule.card_set

    def _row(self, rule: Rule, binding: Binding, parameters: Mapping[str, int]) -> Row:
        fields = self.game.fields
        test = compile_query(rule.where, fields, binding) if rule.where else None
        having = compile_query(rule.having, fields, binding) if rule.having else None

        def number(bound: Bound) -> Bound:
            if not isinstance(bound, str) or bound == "$limit":
                return bound
            return parameters.get(bound[1:], bound)

        low, high = number(rule.min), number(rule.max)
        return Row(rule, test, having, low, high, parameters.get("limit"))

    def _parameters(self, rules: Iterable[Rule]) -> tuple[dict[str, int], list[Finding]]:
        """The parameters in force, and a finding for each that two rows set differently."""
        defaults = self.game.parameters
        values = {name: p.value for name, p in defaults.items()}
        values.update(self.format.parameters)
        said: dict[str, Rule] = {}
        findings: list[Finding] = []
        for rule in rules:
            for name, value in rule.set.items():
                kind = defaults.get(name, Parameter(0, "exact")).kind
                if kind == "exact" and name in said and values[name] != value:
                    findings.append(_clash(name, said[name], values[name], rule, value))
                    continue
                values[name] = value if kind == "exact" else max(values[name], value)
                said[name] = rule
        return values, findings


def choosing(deck: Deck) -> dict[str, Any]:
    """Codes of the cards that can make rows live: agendas and hero, each once, in order."""
    return dict.fromkeys((*deck.agendas, *([deck.hero] if deck.hero else ())))


def _clash(name: str, other: Rule, first: int, rule: Rule, value: int) -> Finding:
    return Finding(
        code="settings-clash",
        severity="error",
        template="settings-clash",
        args={"parameter": name, "other": other.cite.source},
        found=value,
        expected=str(first),
        source=rule.cite,
        rule=rule.id,
    )
