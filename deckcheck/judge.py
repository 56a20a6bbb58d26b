"""The judge: rows applied to a deck, all at once, giving a Report.

One Judge stands for (game, format, list, date) and may judge any number of decks. For each
*context* (faction, agendas, hero, choices) it compiles the live rows once, and remembers for
each card which rows it touches, so that a deck costs a few additions. May import game and below.

How a count is decided: a card answers a row's query yes, no or unknown; so a count is an interval
[certain, possible]. The row is broken if every value in it breaks it, kept if every value keeps
it, and otherwise *unknown*. Cards that nobody knows may be anything: they can help to meet a
minimum (then the row is unknown), but never break a maximum on their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from deckcheck.counting import Held, group_of, measure
from deckcheck.findings import Citation, Finding, Report
from deckcheck.game import Game, Parameter, choices_named
from deckcheck.legality import LegalityList, list_rows
from deckcheck.model import Card, Deck, Pool
from deckcheck.query import Answer, Binding, Test, Unbound, compile_query
from deckcheck.rules import Bound, Rule, When, read_row, single_id

_SAFE_AGE = 180
"""Days that the card data may be older than the date asked about without a warning."""

Choices = tuple[tuple[str, str, tuple[str, ...]], ...]
"""(agenda code, name of the choice, values), sorted: what has been named, or is being tried."""


class _Row:
    """A live row, compiled."""

    __slots__ = ("having", "high", "ids", "low", "rule", "sections", "test")

    def __init__(
        self, rule: Rule, test: Test | None, having: Test | None, low: Bound, high: Bound
    ) -> None:
        self.rule = rule
        self.sections = frozenset(rule.sections)
        self.ids = rule.ids
        self.test = test
        self.having = having
        self.low = low
        self.high = high

    def answer(self, card: Card) -> Answer:
        if self.ids is not None:
            return card.code in self.ids
        return True if self.test is None else self.test(card)


class _Context:
    """The live rows for one faction, agendas, hero and choices; and what each card touches."""

    def __init__(self, counts: list[_Row], allows: list[_Row], checks: list[Rule]) -> None:
        self.counts = counts
        self.allows = allows
        self.checks = checks
        self.parameters: dict[str, int] = {}
        self.findings: list[Finding] = []
        self.demands = [i for i, r in enumerate(counts) if r.low is not None or r.rule.one_of]
        self.allow_sections = {s for r in allows for s in r.sections}
        self.by_id: dict[str, list[int]] = {}
        self.asked: list[int] = []
        for index, row in enumerate(counts):
            if row.ids is None:
                self.asked.append(index)
            for code in row.ids or ():
                self.by_id.setdefault(code, []).append(index)
        self.marks: dict[tuple[str, str], tuple[list[tuple[int, Answer]], str | None]] = {}

    def marks_of(self, card: Card, section: str) -> tuple[list[tuple[int, Answer]], str | None]:
        """(rows that count this card, each with its answer; why it isn't allowed in).

        The second is None = allowed, `error` = no row lets it in, `unknown` = one may.
        """
        found: list[tuple[int, Answer]] = []
        for index in self.by_id.get(card.code, ()):
            if section in self.counts[index].sections:
                found.append((index, True))
        for index in self.asked:
            row = self.counts[index]
            if section in row.sections and (answer := row.answer(card)) is not False:
                found.append((index, answer))
        marks = (found, self._barred(card, section))
        self.marks[card.code, section] = marks
        return marks

    def _barred(self, card: Card, section: str) -> str | None:
        if section not in self.allow_sections:
            return None
        barred = "error"
        for row in self.allows:
            if section in row.sections and (answer := row.answer(card)) is not False:
                if answer and row.rule.cite.sure != "open":
                    return None
                barred = "unknown"
        return barred


class View(NamedTuple):
    """What a named check sees: the deck, its cards by section, and the parameters in force."""

    deck: Deck
    held: Sequence[Held]
    unknown: int
    """Copies of cards that nobody knows."""
    parameters: Mapping[str, int]
    game: Game
    pool: Pool


class Judge:
    """Judges decks of one game by one format, list and date.

    `list` is None for *without a list*; `on` is an ISO date. Raises UnknownName for a format
    that the game doesn't have.
    """

    def __init__(
        self, game: Game, pool: Pool, format: str, list: LegalityList | None, on: str
    ) -> None:
        self.game = game
        self.pool = pool
        self.format = game.format(format)
        self.list = list if self.format.list else None
        self.on = on
        self.index = game.rows(format)
        self._packs = pool.packs()
        self._contexts: dict[Any, _Context] = {}
        self._list_rows = list_rows(list, self.format.list) if list and self.format.list else ()
        self._playable = {f.code for f in game.factions.values() if f.playable}
        self._binding = self._fixed_binding()
        self._aged = self._about_data()

    # ------------------------------------------------------------------ the verdict

    def report(self, deck: Deck) -> Report:
        """Everything there is to say about a deck, errors first, in a stable order."""
        findings = self._tried(deck)
        findings.sort(key=_severity_rank)
        one = self.list
        return Report(
            deck=deck.name,
            game=self.game.name,
            format=self.format.name,
            list=one.code if one else None,
            list_name=one.name if one else None,
            list_date=one.date if one else None,
            on=self.on,
            data=self.pool.snapshot,
            findings=tuple(findings),
        )

    def verdict(self, deck: Deck) -> bool | None:
        """True, False or None (cannot tell), without the report."""
        return self.report(deck).legal

    def admits(self, card: Card, faction: str | None, agendas: Sequence[str]) -> bool:
        """Whether the affiliation rules let this card into a deck of that faction and agendas."""
        deck = Deck(self.game.name, faction=faction, agendas=tuple(agendas))
        context = self._context(deck, ())
        section = self.game.section(card)
        return context._barred(card, section) is None

    def released(self, card: Card) -> bool:
        """Whether the card's pack is out on the date."""
        return card.released is not None and card.released <= self.on

    def banned(self, card: Card) -> bool:
        """Whether the list bans the card in this format."""
        if self.list is None or self.format.list is None:
            return False
        return "banned" in self.list.status(card.code, self.format.list)

    def _tried(self, deck: Deck) -> list[Finding]:
        """Findings under the deck's choices; those it doesn't name are tried, the best is kept."""
        held, unknown_codes = self._held(deck)
        common = self._about_unknown(deck, unknown_codes) + self._aged
        unknown = sum(n for _, n in unknown_codes) + sum(u.copies for u in deck.unread)
        best: list[Finding] | None = None
        for choices, assumed in self._choices(deck, held):
            context = self._context(deck, choices)
            findings = context.findings + self._findings(deck, held, unknown, context)
            if assumed:
                findings.append(_assumed(choices, self.game))
            if best is None or _weight(findings) < _weight(best):
                best = findings
            if _weight(best) == (0, 0):
                break
        return (best or []) + common

    # ------------------------------------------------------------------ what the deck holds

    def _held(self, deck: Deck) -> tuple[list[Held], list[tuple[str, int]]]:
        game, pool = self.game, self.pool
        held: list[Held] = []
        missing: list[tuple[str, int]] = []
        if deck.faction in self._playable:
            faction = game.factions[deck.faction]
            card = Card(faction.code, faction.name, "faction", "", None, None, None, {})
            held.append((card, 1, "faction"))
        if game.choice_section:
            for code in deck.agendas:
                card = pool.card(code) or _nobody(code, game.agenda_type)
                held.append((card, 1, game.choice_section))
        parts = [(deck.cards, ""), (deck.side, "side")]
        if deck.hero is not None:
            parts.append(({deck.hero: 1}, "hero"))
        for cards, section in parts:
            for code, copies in cards.items():
                found = pool.card(code)
                if found is None:
                    missing.append((code, copies))
                else:
                    held.append((found, copies, section or game.section(found)))
        return held, missing

    def _about_unknown(self, deck: Deck, codes: Iterable[tuple[str, int]]) -> list[Finding]:
        found = [
            Finding("unknown-card", "unknown", "unknown-code", {}, None, (code,), n)
            for code, n in codes
        ]
        for line in deck.unread:
            args = {"text": line.text}
            if line.copies:
                finding = Finding("unknown-card", "unknown", "unknown-line", args)
                found.append(finding._replace(found=line.copies, line=line.line))
            else:
                finding = Finding("unread-line", "warning", "unread-line", args)
                found.append(finding._replace(line=line.line))
        section = self.game.choice_section
        for code in dict.fromkeys(deck.agendas):
            if not self.known_agenda(code):
                known = self.pool.card(code) is not None
                found.append(
                    Finding(
                        *("unknown-agenda", "unknown", "unknown-agenda"),
                        {"known": known},
                        section,
                        (code,),
                    )
                )
        if deck.faction and deck.faction not in self.game.factions and self.game.factions:
            args = {"text": deck.faction}
            found.append(Finding("unknown-faction", "unknown", "unknown-faction", args, "faction"))
        return found

    def known_agenda(self, code: str) -> bool:
        """Whether there are rules for this agenda, or an entry that it needs none."""
        card = self.pool.card(code)
        if card is not None and card.type != self.game.agenda_type:
            return True  # no agenda at all, which a row says
        return card is not None and self.game.has_rules(code, self.format.name)

    # ------------------------------------------------------------------ choices

    def _choices(self, deck: Deck, held: Sequence[Held]) -> Iterable[tuple[Choices, bool]]:
        """(choices, whether any was assumed): what the deck names, else every way to name it."""
        fixed: list[tuple[str, str, tuple[str, ...]]] = []
        open_choices: list[tuple[str, str, list[tuple[str, ...]]]] = []
        for code in dict.fromkeys((*deck.agendas, *([deck.hero] if deck.hero else ()))):
            for row, place in self.index.waiting.get(code, ()):
                if "choose" not in row:
                    continue
                choice = read_row(row, place).choose
                assert choice is not None
                if named := choices_named(deck, code, choice.name):
                    fixed.append((code, choice.name, self._spelled(choice.field, named)))
                    continue
                values = self._occurring(choice.field, held)
                number = min(choice.number, len(values))
                ways = [tuple(way) for way in combinations(values, number)] or [()]
                open_choices.append((code, choice.name, ways))
        if not open_choices:
            yield tuple(fixed), False
            return
        code, name, ways = open_choices[0]
        rest = [(c, n, w[0]) for c, n, w in open_choices[1:]]
        for way in ways:
            yield (*fixed, (code, name, way), *rest), True

    def _spelled(self, field: str, named: tuple[str, ...]) -> tuple[str, ...]:
        if field != "faction":
            return named
        factions = [self.game.faction_called(text) for text in named]
        return tuple(f.code for f in factions if f)

    def _occurring(self, field: str, held: Sequence[Held]) -> list[str]:
        of = self.game.fields[field].of
        values: dict[str, int] = {}
        for card, copies, _ in held:
            value = card.facts.get(of)
            for one in [value] if isinstance(value, str) else value or ():
                values[one] = values.get(one, 0) + copies
        return sorted((v for v in values if v != "neutral"), key=lambda v: (-values[v], v))

    # ------------------------------------------------------------------ compiling

    def _fixed_binding(self) -> Binding:
        values = {"on": (self.on,)}
        if self.list is not None:
            values["list_date"] = (self.list.date,)
        derived = dict(self.game.derived(self._packs))
        one, form = self.list, self.format.list
        if one is not None and form is not None:
            # A pod is asked for as `list:pod`, whatever its number.
            derived["list_status"] = lambda card: (
                [word.split()[0] for word in one.status(card.code, form)] or ["free"]
            )
        return Binding(values, derived)

    def _context(self, deck: Deck, choices: Choices) -> _Context:
        key = (deck.faction, deck.agendas, deck.hero, choices)
        context = self._contexts.get(key)
        if context is None:
            if len(self._contexts) > 4_096:
                self._contexts.clear()
            context = self._contexts[key] = self._compile(deck, choices)
        return context

    def _compile(self, deck: Deck, choices: Choices) -> _Context:
        values = dict(self._binding.values)
        values["faction"] = (deck.faction,) if deck.faction in self._playable else ("neutral",)
        if deck.faction not in self._playable:
            # No faction is no fault of the cards: that row speaks for itself.
            values["faction"] = tuple(self._playable) or ("neutral",)
        rules = [r for r in self.index.always if not r.card_set or self._has_card_set(r)]
        present = dict.fromkeys((*deck.agendas, *([deck.hero] if deck.hero else ())))
        for code in present:
            named = {f"choice.{n}": v for c, n, v in choices if c == code}
            values.update(named)
            rules += [read_row(row, place) for row, place in self.index.waiting.get(code, ())]
        rules += self._list_rows
        parameters, findings = self._parameters(rules)
        binding = Binding(values, self._binding.derived)
        counts: list[_Row] = []
        allows: list[_Row] = []
        checks: list[Rule] = []
        for rule in rules:
            if rule.verb == "check":
                checks.append(rule)
            elif rule.verb != "set":
                try:
                    row = self._row(rule, binding, parameters)
                except Unbound:
                    continue  # a row about a list, where there is none
                (counts if rule.verb == "count" else allows).append(row)
        context = _Context(counts, allows, checks)
        context.parameters, context.findings = parameters, findings
        return context

    def _has_card_set(self, rule: Rule) -> bool:
        return self.list is not None and self.list.card_set in rule.card_set

    def _row(self, rule: Rule, binding: Binding, parameters: Mapping[str, int]) -> _Row:
        fields = self.game.fields
        test = compile_query(rule.where, fields, binding) if rule.where else None
        having = compile_query(rule.having, fields, binding) if rule.having else None

        def number(bound: Bound) -> Bound:
            name = bound[1:] if isinstance(bound, str) else ""
            return parameters.get(name, bound)

        return _Row(rule, test, having, number(rule.min), number(rule.max))

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
                other = said.get(name)
                if kind == "exact" and other is not None and values[name] != value:
                    args = {"parameter": name, "other": other.cite.source}
                    finding = Finding("settings-clash", "error", "settings-clash", args)
                    findings.append(
                        finding._replace(
                            found=value,
                            expected=str(values[name]),
                            source=rule.cite,
                            rule=rule.id,
                        )
                    )
                    continue
                values[name] = value if kind == "exact" else max(values[name], value)
                said[name] = rule
        return values, findings

    # ------------------------------------------------------------------ applying

    def _findings(
        self, deck: Deck, held: Sequence[Held], unknown: int, context: _Context
    ) -> list[Finding]:
        hits: dict[int, list[tuple[Held, Answer]]] = {index: [] for index in context.demands}
        barred: dict[str, list[Held]] = {}
        marks = context.marks
        for one in held:
            card, _, section = one
            mark = marks.get((card.code, section)) or context.marks_of(card, section)
            for index, answer in mark[0]:
                if index in hits:
                    hits[index].append((one, answer))
                else:
                    hits[index] = [(one, answer)]
            if mark[1] is not None:
                barred.setdefault(section, []).append(one)
        strangers = self._relaxing(deck)
        findings: list[Finding] = []
        for index in sorted(hits):
            row = context.counts[index]
            for finding in self._count(row, hits[index], unknown, deck, strangers):
                if self._live(row.rule, held):
                    findings.append(finding)
        for section, cards in barred.items():
            findings += self._not_allowed(section, cards, context, strangers)
        for rule in context.checks:
            from deckcheck.games import CHECKS

            view = View(deck, held, unknown, context.parameters, self.game, self.pool)
            findings += CHECKS[rule.check](view, rule)
        return findings

    def _relaxing(self, deck: Deck) -> frozenset[str]:
        """Sections that hold a card without rules, so that rows relaxed by it can't be sure."""
        if any(not self.known_agenda(code) for code in deck.agendas):
            return frozenset((self.game.choice_section,))
        return frozenset()

    def _live(self, rule: Rule, held: Sequence[Held]) -> bool:
        """Whether a row's own conditions hold for these cards (asked only of broken rows)."""
        if rule.when is not None and not single_id_in_choice(rule.when, self.game):
            return self._met(rule.when, held)
        return rule.unless is None or not self._met(rule.unless, held)

    def _met(self, when: When, held: Sequence[Held]) -> bool:
        test = compile_query(when.query, self.game.fields, self._binding)
        return any(section in when.sections and test(card) for card, _, section in held)

    def _count(
        self,
        row: _Row,
        hits: list[tuple[Held, Answer]],
        unknown: int,
        deck: Deck,
        strangers: frozenset[str],
    ) -> Iterable[Finding]:
        rule = row.rule
        if not rule.per:
            groups: Iterable[tuple[Any, list[tuple[Held, Answer]]]] = [((), hits)]
        else:
            grouped: dict[Any, list[tuple[Held, Answer]]] = {}
            for hit in hits:
                grouped.setdefault(group_of(rule.per, hit[0]), []).append(hit)
            groups = grouped.items()
        helpers = self._helpers(rule, unknown, deck)
        for _, group in groups:
            state, found, expected = measure(rule, row.low, row.high, group, helpers, deck)
            if state == "kept":
                continue
            if row.having is not None:
                answers = {row.having(card) for (card, _, _), _ in group}
                if True not in answers:
                    if None not in answers:
                        continue
                    state = "unknown"
            yield self._broken(rule, state, found, expected, group, strangers)

    def _helpers(self, rule: Rule, unknown: int, deck: Deck) -> int:
        """How many cards that nobody knows may count for this row."""
        if rule.sections == ("faction",):
            return int(bool(deck.faction) and deck.faction not in self.game.factions)
        return 0 if rule.sections in ((self.game.choice_section,), ("hero",)) else unknown

    def _broken(
        self,
        rule: Rule,
        state: str,
        found: int | str,
        expected: str,
        group: list[tuple[Held, Answer]],
        strangers: frozenset[str],
    ) -> Finding:
        severity = rule.severity
        doubtful = state == "unknown" or rule.cite.sure == "open" or rule.relaxed_by in strangers
        if severity == "error" and doubtful:
            severity = "unknown"
        cards = tuple(dict.fromkeys(held[0].code for held, _ in group))
        args: dict[str, Any] = {
            "of": rule.of,
            "where": rule.where or "",
            "sections": rule.sections,
            "state": state,
        }
        if rule.per:
            args["title"] = group[0][0][0].title
            args["per"] = rule.per
        if rule.relaxed_by in strangers:
            args["relaxed"] = True
        section = rule.section or (group[0][0][2] if group else rule.sections[0])
        return Finding(
            code=rule.finding,
            severity=severity,
            template="count",
            args=args,
            section=section,
            cards=cards,
            found=found,
            expected=expected,
            source=rule.cite,
            rule=rule.id,
        )

    def _not_allowed(
        self, section: str, held: list[Held], context: _Context, strangers: frozenset[str]
    ) -> Iterable[Finding]:
        rules = [row.rule for row in context.allows if section in row.rule.sections]
        rule = next((r for r in reversed(rules) if r.finding), rules[-1])
        for wanted in ("error", "unknown"):
            cards = [h for h in held if context.marks[h[0].code, section][1] == wanted and h[1] > 0]
            if not cards:
                continue
            relaxed = rule.relaxed_by in strangers
            severity = "unknown" if relaxed else wanted
            args = {"relaxed": relaxed, "allowed": tuple(r.where or "" for r in rules)}
            codes = tuple(dict.fromkeys(h[0].code for h in cards))
            copies = sum(h[1] for h in cards)
            yield Finding(
                code=rule.finding,
                severity=severity,
                template="not-allowed",
                args=args,
                section=section,
                cards=codes,
                found=copies,
                expected="0",
                source=rule.cite,
                rule=rule.id,
            )

    # ------------------------------------------------------------------ what goes with it

    def _about_data(self) -> list[Finding]:
        """How old the card data and the list are for the date asked about."""
        from datetime import date

        found: list[Finding] = []
        snapshot = self.pool.snapshot
        if snapshot:
            age = (date.fromisoformat(self.on) - date.fromisoformat(snapshot)).days
            if age > _SAFE_AGE:
                found.append(
                    Finding("old-data", "warning", "old-data", {"days": age, "on": self.on})
                )
        one = self.list
        if one is not None and one.known_until is not None and self.on > one.known_until:
            args = {"name": one.name, "until": one.known_until}
            cite = Citation(one.name)
            found.append(Finding("list-not-known", "unknown", "list-not-known", args, source=cite))
        return found


def single_id_in_choice(when: When, game: Game) -> bool:
    """Whether a condition is just "this agenda is there": such rows are only read when it is."""
    return when.sections == (game.choice_section,) and single_id(when) is not None


def _nobody(code: str, type_: str) -> Card:
    """Stands for an agenda that no data knows: a code, and nothing else is known."""
    return Card(code, code, type_, "", None, "0000-00-00", None, _Unknown())


class _Unknown(dict[str, Any]):
    """Facts of a card that nobody knows: every one of them is unknown (None)."""

    def get(self, key: str, default: Any = None) -> Any:
        return None


def _assumed(choices: Choices, game: Game) -> Finding:
    args = {"choices": [{"agenda": c, "name": n, "values": list(v)} for c, n, v in choices]}
    cards = tuple(dict.fromkeys(c for c, _, _ in choices))
    return Finding("assumed-choice", "info", "assumed-choice", args, game.choice_section, cards)


_RANK = {"error": 0, "unknown": 1, "warning": 2, "info": 3}


def _severity_rank(finding: Finding) -> int:
    return _RANK[finding.severity]


def _weight(findings: Iterable[Finding]) -> tuple[int, int]:
    errors = unknowns = 0
    for finding in findings:
        errors += finding.severity == "error"
        unknowns += finding.severity == "unknown"
    return errors, unknowns
