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

from deckcheck.counting import Held, Hit, groups_of, measure
from deckcheck.findings import Citation, Finding, Report
from deckcheck.game import Game, choices_named
from deckcheck.legality import LegalityList
from deckcheck.live import Choices, Compiler, Context, Row, choosing
from deckcheck.model import Card, Deck, Pool
from deckcheck.query import compile_query
from deckcheck.rules import Rule, When, read_row, single_id

_MOST_CONTEXTS = 4_096
_SAFE_AGE = 180
"""Days that the card data may be older than the date asked about without a warning."""


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
        self.compiler = Compiler(game, self.format, self.list, on, pool.packs())
        self._contexts: dict[Any, Context] = {}
        waiting = self.compiler.index.waiting.items()
        self._choosers = {c for c, rows in waiting if any("choose" in row for row, _ in rows)}
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
        return context.barred(card, section) is None

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
        if deck.faction in self.compiler.playable:
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
        if self._choosers.isdisjoint(choosing(deck)):
            yield (), False
            return
        fixed: list[tuple[str, str, tuple[str, ...]]] = []
        open_choices: list[tuple[str, str, list[tuple[str, ...]]]] = []
        for code in choosing(deck):
            for row, place in self.compiler.index.waiting.get(code, ()):
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

    def _context(self, deck: Deck, choices: Choices) -> Context:
        key = (deck.faction, deck.agendas, deck.hero, choices)
        context = self._contexts.get(key)
        if context is None:
            if len(self._contexts) >= _MOST_CONTEXTS:
                self._contexts.clear()
            context = self._contexts[key] = self.compiler.context(deck, choices)
            if any(not self.known_agenda(code) for code in deck.agendas):
                context.strangers = frozenset((self.game.choice_section,))
        return context

    # ------------------------------------------------------------------ applying

    def _findings(
        self, deck: Deck, held: Sequence[Held], unknown: int, context: Context
    ) -> list[Finding]:
        hits: dict[int, list[Hit]] = {index: [] for index in context.demands}
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
        findings: list[Finding] = []
        for index in sorted(hits):
            row = context.counts[index]
            for finding in self._count(row, hits[index], unknown, deck, context.strangers):
                if self._live(row.rule, held):
                    findings.append(finding)
        for section, cards in barred.items():
            findings += self._not_allowed(section, cards, context)
        for rule in context.checks:
            from deckcheck.games import CHECKS

            view = View(deck, held, unknown, context.parameters, self.game, self.pool)
            findings += CHECKS[rule.check](view, rule)
        return findings

    def _live(self, rule: Rule, held: Sequence[Held]) -> bool:
        """Whether a row's own conditions hold for these cards (asked only of broken rows)."""
        if rule.when is not None and not single_id_in_choice(rule.when, self.game):
            return self._met(rule.when, held)
        return rule.unless is None or not self._met(rule.unless, held)

    def _met(self, when: When, held: Sequence[Held]) -> bool:
        test = compile_query(when.query, self.game.fields, self.compiler.binding)
        return any(section in when.sections and test(card) for card, _, section in held)

    def _count(
        self,
        row: Row,
        hits: list[Hit],
        unknown: int,
        deck: Deck,
        strangers: frozenset[str],
    ) -> Iterable[Finding]:
        rule = row.rule
        helpers = self._helpers(rule, unknown, deck)
        for group in groups_of(rule, row.high, hits):
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
        group: list[Hit],
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
            template="count" if rule.ids is None else "listed",
            args=args,
            section=section,
            cards=cards,
            found=found,
            expected=expected,
            source=rule.cite,
            rule=rule.id,
        )

    def _not_allowed(self, section: str, held: list[Held], context: Context) -> Iterable[Finding]:
        rules = [row.rule for row in context.allows if section in row.rule.sections]
        rule = next((r for r in reversed(rules) if r.finding), rules[-1])
        for wanted in ("error", "unknown"):
            cards = [h for h in held if context.marks[h[0].code, section][1] == wanted and h[1] > 0]
            if not cards:
                continue
            relaxed = rule.relaxed_by in context.strangers
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
