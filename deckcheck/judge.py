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
from typing import TYPE_CHECKING, Any, NamedTuple

from deckcheck.choices import assumed_choice, ways_to_choose
from deckcheck.counting import Held, Hit, groups_of, measure
from deckcheck.findings import Citation, Finding, Report
from deckcheck.game import Game
from deckcheck.legality import LegalityList
from deckcheck.live import Choices, Compiler, Context, Row, choosing
from deckcheck.model import Card, Deck, Pool
from deckcheck.query import compile_query
from deckcheck.rules import Rule, When, single_id

if TYPE_CHECKING:
    from deckcheck.tally import Counted

_MOST_CONTEXTS = 4_096
_SAFE_AGE = 180
"""Days that the card data may be older than the date asked about without a warning."""


class Strange(NamedTuple):
    """Cards of a deck that nobody knows: each line or code is one card, in so many copies."""

    copies: int
    kinds: int


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
        findings = sorted(self._tried(deck)[0], key=severity_rank)
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

    def counts(self, deck: Deck) -> list[Counted]:
        """What the live rows count in this deck and what they demand, kept or broken alike."""
        from deckcheck.tally import tally

        _, deck, held, unknown, context = self._tried(deck)
        hits, _ = context.hits(held)
        found: list[Counted] = []
        for index, row in enumerate(context.counts):
            if self._live(row.rule, held):
                helpers = self._helpers(row.rule, unknown, deck)
                found += tally(row, hits.get(index, []), helpers, deck)
        return found

    def _tried(self, deck: Deck) -> tuple[list[Finding], Deck, list[Held], Strange, Context]:
        """The deck under its choices; those it doesn't name are tried, the best is kept.

        (findings, the deck with all its agendas, its cards, what nobody knows, its live rows).
        """
        held, unknown_codes, strays = self._held(deck)
        if strays:
            # An agenda among the cards is one of the deck's agendas, and its rules are live.
            deck = deck._replace(agendas=(*deck.agendas, *strays))
        common = self._about_unknown(deck, unknown_codes) + self._aged
        sizes = [n for _, n in unknown_codes] + [u.copies for u in deck.unread if u.copies > 0]
        unknown = Strange(sum(sizes), len(sizes))
        best: list[Finding] | None = None
        kept: Context | None = None
        for choices, assumed in self._choices(deck, held):
            context = self._context(deck, choices)
            findings = context.findings + self._findings(deck, held, unknown, context)
            if assumed:
                findings.append(assumed_choice(choices, self.game))
            if best is None or _weight(findings) < _weight(best):
                best, kept = findings, context
            if _weight(best) == (0, 0):
                break
        assert best is not None  # there is at least one way to choose
        assert kept is not None
        return best + common, deck, held, unknown, kept

    def _choices(self, deck: Deck, held: Sequence[Held]) -> Iterable[tuple[Choices, bool]]:
        if self._choosers.isdisjoint(choosing(deck)):
            return (((), False),)
        return ways_to_choose(self.game, self.compiler.index, deck, held)

    # ------------------------------------------------------------------ what the deck holds

    def _held(self, deck: Deck) -> tuple[list[Held], list[tuple[str, int]], list[str]]:
        """(the cards it holds, the codes nobody knows, the agendas among its cards)."""
        game, pool = self.game, self.pool
        strays: list[str] = []
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
                if copies <= 0:
                    continue
                if found is None:
                    missing.append((code, copies))
                elif found.type == game.agenda_type and game.choice_section:
                    strays += [code] * copies
                    held += [(found, 1, game.choice_section)] * copies
                else:
                    held.append((found, copies, section or game.section(found)))
        return held, missing, strays

    def _about_unknown(self, deck: Deck, codes: Iterable[tuple[str, int]]) -> list[Finding]:
        found = [
            Finding("unknown-card", "unknown", "unknown-code", {}, None, (code,), n)
            for code, n in codes
        ]
        for line in deck.unread:
            args = {"text": line.text}
            if line.copies:
                finding = Finding("unknown-card", "unknown", "unknown-line", args)
                found.append(finding._replace(found=line.copies, line=line.line or None))
            else:
                finding = Finding("unread-line", "warning", "unread-line", args)
                found.append(finding._replace(line=line.line or None))
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

    # ------------------------------------------------------------------ applying

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

    def _findings(
        self, deck: Deck, held: Sequence[Held], unknown: Strange, context: Context
    ) -> list[Finding]:
        hits, barred = context.hits(held)
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

            view = View(deck, held, unknown.copies, context.parameters, self.game, self.pool)
            findings += CHECKS[rule.check](view, rule)
        return _without_settled(findings)

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
        unknown: Strange,
        deck: Deck,
        strangers: frozenset[str],
    ) -> Iterable[Finding]:
        rule = row.rule
        helpers = self._helpers(rule, unknown, deck)
        for group in groups_of(rule, row.high, hits):
            state, found, expected = measure(rule, row.low, row.high, group, helpers, deck)
            if state == "kept" or (state == "unknown" and _only_strange(group, strangers)):
                continue
            if row.having is not None:
                answers = {row.having(card) for (card, _, _), _ in group}
                if True not in answers:
                    if None not in answers:
                        continue
                    state = "unknown"
            yield self._broken(rule, state, found, expected, group, strangers)

    def _helpers(self, rule: Rule, unknown: Strange, deck: Deck) -> int:
        """How much the cards that nobody knows may add to this row's count."""
        if rule.sections == ("faction",):
            return int(bool(deck.faction) and deck.faction not in self.game.factions)
        if rule.sections in ((self.game.choice_section,), ("hero",)):
            return 0
        return unknown.copies if rule.of == "copies" else unknown.kinds

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
        if rule.ids is not None and rule.when is not None:
            args["beside"] = single_id(rule.when)
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
            cards = [h for h in held if context.marks[h[0].code, section][1] == wanted]
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


def _only_strange(group: Sequence[Hit], strangers: frozenset[str]) -> bool:
    """Whether all that is uncertain is an agenda without rules, which a finding says already."""
    uncertain = [held[2] in strangers for held, answer in group if answer is None]
    return bool(uncertain) and all(uncertain)


def _without_settled(findings: list[Finding]) -> list[Finding]:
    """Leaves out what an open rule says of cards that a settled rule forbids anyway."""
    if not any(f.source.sure == "open" for f in findings):
        return findings
    settled = {(f.code, f.cards) for f in findings if f.severity == "error"}
    return [f for f in findings if f.severity != "unknown" or (f.code, f.cards) not in settled]


_RANK = {"error": 0, "unknown": 1, "warning": 2, "info": 3}


def severity_rank(finding: Finding) -> int:
    """Sort key: errors first, then what can't be told, warnings, infos."""
    return _RANK[finding.severity]


def _weight(findings: Iterable[Finding]) -> tuple[int, int]:
    errors = unknowns = 0
    for finding in findings:
        errors += finding.severity == "error"
        unknowns += finding.severity == "unknown"
    return errors, unknowns
