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

from deckcheck.breaches import (
    breach,
    not_let_in,
    only_strange,
    without_repeated,
    without_settled,
)
from deckcheck.choices import assumed_choice, ways_to_choose
from deckcheck.counting import Held, Hit, groups_of, measure
from deckcheck.findings import Citation, Finding, Report, told
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


Place = tuple[Card, str, bool]
"""(card, its section, whether it is an agenda that stands among the cards)."""


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
        self._unread = compile_query(game.unread, game.fields) if game.unread else None
        self._aged = self._about_data()
        self.uses_pool = any(row.max == "$drafted" for row in self.compiler.index.always)
        """Whether the format asks what was drafted."""
        self._placed: dict[str, Place | None] = {}
        self._known: dict[str, bool] = {}

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
        """Whether no deck of this format and list may hold the card, whatever else is in it.

        Banned by the list, or kept out by a row that lets none in (draft cards in joust).
        """
        context = self._context(Deck(self.game.name), ())
        marks = context.marks_of(card, self.game.section(card))
        rows = [context.counts[index] for index in marks.sure]
        return any(row.high == 0 and row.rule.severity == "error" for row in rows)

    def counts(self, deck: Deck) -> list[Counted]:
        """What the live rows count in this deck and what they demand, kept or broken alike."""
        from deckcheck.tally import tally

        _, deck, held, unknown, context = self._tried(deck)
        hits, _ = context.hits(held)
        found: list[Counted] = []
        for index, row in enumerate(context.counts):
            if self._live(row.rule, held):
                helpers = self._helpers(row.rule, unknown, deck)
                found += tally(row, hits[index], helpers, deck)
        return found

    def _tried(self, deck: Deck) -> tuple[list[Finding], Deck, list[Held], Strange, Context]:
        """The deck under its choices; those it doesn't name are tried, the best is kept.

        (findings, the deck with all its agendas, its cards, what nobody knows, its live rows).
        """
        if deck.hero is not None and (hero := self.pool.card(deck.hero)) is not None:
            deck = deck._replace(hero=hero.code)  # of several printings the card itself
        held, unknown_codes, strays = self._held(deck)
        if strays:
            # An agenda among the cards is one of the deck's agendas, and its rules are live.
            deck = deck._replace(agendas=(*deck.agendas, *strays))
        common = self._about_unknown(deck, unknown_codes) + self._aged
        if self.uses_pool and deck.drafted is None:
            common.append(Finding("pool-not-given", "warning", "pool-not-given"))
        sizes = [n for _, n in unknown_codes] + [u.copies for u in deck.unread if u.copies > 0]
        unknown = Strange(sum(sizes), len(sizes))
        best: list[Finding] | None = None
        kept: Context | None = None
        for choices, assumed in self._choices(deck, held):
            context = self._context(deck, choices, unknown.copies)
            findings = context.findings + self._findings(deck, held, unknown, context)
            if assumed:
                findings.append(assumed_choice(choices, self.game))
            if best is None or _weight(findings) < _weight(best):
                best, kept = findings, context
            if _weight(best)[:2] == (0, 0):
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
        game = self.game
        strays: list[str] = []
        held: list[Held] = []
        missing: list[tuple[str, int]] = []
        if deck.faction in self.compiler.playable:
            faction = game.factions[deck.faction]
            card = Card(faction.code, faction.name, "faction", "", None, None, None, {})
            held.append((card, 1, "faction"))
        parts = [(deck.cards, "")]
        if "side" not in self.format.aside:
            parts.append((deck.side, "side"))
        if game.choice_section:
            hero = () if deck.hero is None else (deck.hero,)
            for code in (*deck.agendas, *hero):
                place = self._place(code)
                card = place[0] if place else _nobody(code, game.agenda_type)
                held.append((card, 1, game.choice_section))
        elif deck.hero is not None:
            parts.append(({deck.hero: 1}, "hero"))
        placed = self._placed
        for cards, section in parts:
            for code, copies in cards.items():
                place = placed.get(code) or self._place(code)
                if copies <= 0:
                    continue
                if place is None:
                    missing.append((code, copies))
                    continue
                card, own, stray = place
                if stray:
                    strays += [card.code] * copies
                    held += [(card, 1, own)] * copies
                else:
                    held.append((card, copies, section or own))
        return held, missing, strays

    def _place(self, code: str) -> Place | None:
        """Where a card stands, remembered; None for a code that nobody knows."""
        if code not in self._placed:
            card = self.pool.card(code)
            place = None
            if card is not None:
                stray = card.type == self.game.agenda_type and bool(self.game.choice_section)
                own = self.game.choice_section if stray else self.game.section(card)
                place = (card, own, stray)
            self._placed[code] = place
        return self._placed[code]

    def _banned_unseen(self, deck: Deck, codes: Iterable[tuple[str, int]]) -> list[Finding]:
        """Unread lines, and titles in place of a code, that the list bans by name."""
        rule = self.compiler.names_rule
        if rule is None or not (deck.unread or codes or choosing(deck)):
            return []
        from deckcheck.unseen import banned_lines, words_of

        named = {words_of(name): name for name in self.compiler.banned_names}
        nobody = [code for code in choosing(deck) if self.pool.card(code) is None]
        return [*banned_lines(deck, [*nobody, *(code for code, _ in codes)], named, rule)]

    def _about_unknown(self, deck: Deck, codes: Iterable[tuple[str, int]]) -> list[Finding]:
        found = [
            Finding("unknown-card", "unknown", "unknown-code", {}, None, (code,), n)
            for code, n in codes
        ]
        banned = self._banned_unseen(deck, codes)
        found += banned
        said = {finding.line or finding.args["text"] for finding in banned}
        left = [u for u in deck.unread if said.isdisjoint((u.line or u.text, u.text))]
        lines, more = told(left if banned else deck.unread)
        found += more
        for line in lines:
            args: dict[str, Any] = {"text": line.text}
            if line.copies:
                finding = Finding("unknown-card", "unknown", "unknown-line", args)
                found.append(finding._replace(found=line.copies, line=line.line or None))
            else:
                finding = Finding("unread-line", "warning", "unread-line", args)
                found.append(finding._replace(line=line.line or None))
        section = self.game.choice_section
        unknown = f"unknown-{self.game.agenda_type}"
        for code in choosing(deck) if section else ():
            if not self.known_agenda(code):
                args = {"known": self.pool.card(code) is not None}
                found.append(Finding(unknown, "unknown", unknown, args, section, (code,)))
        if deck.faction and deck.faction not in self.game.factions and self.game.factions:
            args = {"text": deck.faction}
            found.append(Finding("unknown-faction", "unknown", "unknown-faction", args, "faction"))
        return found

    def known_agenda(self, code: str) -> bool:
        """Whether there are rules for this agenda (or hero), or it is known to need none."""
        if code not in self._known:
            self._known[code] = self._has_rules(code)
        return self._known[code]

    def _has_rules(self, code: str) -> bool:
        card = self.pool.card(code)
        if card is None:
            return False
        if card.type != self.game.agenda_type:
            return True  # no agenda at all, which a row says
        if self._unread is not None:
            return self._unread(card) is False
        return self.game.has_rules(code, self.format.name)

    # ------------------------------------------------------------------ applying

    def _context(self, deck: Deck, choices: Choices, unread: int = 0) -> Context:
        codes = choosing(deck)
        # A deck must have a hero: where it has none, one of the cards nobody knows may be it.
        lost = self.game.choice_required and not codes and unread > 0
        key = (deck.faction, deck.agendas, deck.hero, choices, lost)
        context = self._contexts.get(key)
        if context is None:
            if len(self._contexts) >= _MOST_CONTEXTS:
                self._contexts.clear()
            type_ = self.game.agenda_type
            chosen = [self.pool.card(code) or _nobody(code, type_) for code in codes]
            context = self._contexts[key] = self.compiler.context(deck, choices, chosen)
            if lost or any(not self.known_agenda(code) for code in codes):
                context.strangers = frozenset((self.game.choice_section,))
        return context

    def _findings(
        self, deck: Deck, held: Sequence[Held], unknown: Strange, context: Context
    ) -> list[Finding]:
        hits, barred = context.hits(held)
        findings: list[Finding] = []
        demands = context.demands
        for index, row in enumerate(context.counts):
            if hits[index] or index in demands:
                for finding in self._count(row, hits[index], unknown, deck, context.strangers):
                    if self._live(row.rule, held):
                        findings.append(finding)
        for section, cards in barred.items():
            findings += not_let_in(section, cards, context)
        for rule in context.checks:
            from deckcheck.games import CHECKS

            view = View(deck, held, unknown.copies, context.parameters, self.game, self.pool)
            findings += CHECKS[rule.check](view, rule)
        return without_settled(without_repeated(findings, context.after))

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
        for group in groups_of(rule, row.low, row.high, hits, row.limit):
            state, found, expected = measure(
                rule, row.low, row.high, group, helpers, deck, row.limit
            )
            if state == "kept" or (state == "unknown" and only_strange(group, strangers)):
                continue
            if row.having is not None:
                answers = {row.having(card) for (card, _, _), _ in group}
                if True not in answers:
                    if None not in answers:
                        continue
                    state = "unknown"
            yield breach(rule, state, found, expected, group, strangers)

    def _helpers(self, rule: Rule, unknown: Strange, deck: Deck) -> int:
        """How much the cards that nobody knows may add to this row's count."""
        if rule.sections == ("faction",):
            return int(bool(deck.faction) and deck.faction not in self.game.factions)
        if rule.sections == (self.game.choice_section,) and not self.game.choice_required:
            return 0
        return unknown.copies if rule.of == "copies" else unknown.kinds

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
        if self.format.note:
            found.append(Finding(self.format.note, "info", self.format.note))
        one = self.list
        if one is None:
            return found
        cite = Citation(one.name)
        args = {"name": one.name, "until": one.known_until, "format": self.format.title}
        if one.known_until is not None and self.on > one.known_until:
            found.append(Finding("list-not-known", "unknown", "list-not-known", args, source=cite))
        if self.format.needs_list and self.format.list not in one.formats:
            found.append(Finding("list-silent", "unknown", "list-silent", args, source=cite))
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


_RANK = {"error": 0, "unknown": 1, "warning": 2, "info": 3}


def severity_rank(finding: Finding) -> int:
    """Sort key: errors first, then what can't be told, warnings, infos."""
    return _RANK[finding.severity]


def _weight(findings: Iterable[Finding]) -> tuple[int, int, int]:
    """How bad findings are: errors, what can't be told, copies that are at fault."""
    errors = unknowns = copies = 0
    for finding in findings:
        errors += finding.severity == "error"
        unknowns += finding.severity == "unknown"
        if finding.severity == "error" and isinstance(finding.found, int):
            copies += finding.found
    return errors, unknowns, copies
