"""What a word of ours means: a finding's code, a row's id, an agenda; with rows, source, cards.

The thinking behind `deckcheck explain`; gives values, `render` and `explained_object` show them.
May import live, legality, names and below; asks no clock and prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.errors import UnknownName
from deckcheck.game import Game
from deckcheck.legality import LegalityList, list_rows
from deckcheck.live import Compiler
from deckcheck.model import Card, Pool
from deckcheck.query import Unbound, compile_query
from deckcheck.report.codes import MEANINGS
from deckcheck.rules import Rule, read_row, single_id


class Shown(NamedTuple):
    """One row, where it stands, and the cards it touches."""

    rule: Rule
    file: str
    """Path within the data folder: `agot2/rules/agendas.toml`."""
    number: int | None
    """Place of the row in its file, from 1; None for a legality list, whose file has no rows."""
    data: Mapping[str, Any]
    """The row as its file has it; of a legality list as it was compiled."""
    formats: tuple[str, ...]
    """Formats that the row holds in."""
    cards: tuple[Card, ...] | None
    """The cards it counts or lets in, by code; None = that depends on the deck."""
    awaits: str = ""
    """The question that a row with `sure = "open"` waits to have answered."""


class Explained(NamedTuple):
    """One meaning of a word."""

    word: str
    kind: str
    """`finding`, `row`, or the type of the card that brings rows (`agenda`, `hero`)."""
    title: str
    """What it is called in full: the agenda with its pack, else the word."""
    sentence: str
    """What it means; empty where its rows say it all."""
    rows: tuple[Shown, ...]


class Explainer:
    """Explains the words of one game, with lists and releases as of one date."""

    def __init__(
        self, game: Game, pool: Pool, lists: Sequence[LegalityList], on: str, format: str
    ) -> None:
        """`lists` are the ones whose rows can be asked for by id, the one in force first."""
        self.game = game
        self.pool = pool
        self.lists = lists
        self.on = on
        self.format = format
        self._rows = {shown.rule.id: shown for shown in self._all_rows()}

    def explain(self, word: str) -> list[Explained]:
        """Every meaning of a word. Raises UnknownName with near words where it has none."""
        found = [*self._finding(word), *self._row(word)]
        found = found or [*self._agendas(word)]
        if not found:
            raise self._unknown(word)
        return found

    def words(self) -> list[str]:
        """All codes of findings and ids of rows; agendas' titles come on top."""
        codes = {shown.rule.finding for shown in self._rows.values() if shown.rule.finding}
        return sorted({*MEANINGS, *codes, *self._rows})

    # ------------------------------------------------------------------ the three kinds

    def _finding(self, word: str) -> Iterator[Explained]:
        rows = [shown for shown in self._rows.values() if shown.rule.finding == word]
        if self.lists:
            rows += [s for s in self._list_rows(self.lists[0]) if s.rule.finding == word]
        if rows or word in MEANINGS:
            sentence = MEANINGS.get(word, "")
            if not sentence:
                sentence = "A finding of these rows; each says what it demands."
            yield Explained(word, "finding", word, sentence, tuple(map(self._with_cards, rows)))

    def _row(self, word: str) -> Iterator[Explained]:
        shown = self._rows.get(word)
        if shown is None and word.startswith("list."):
            lists = [one for one in self.lists if word.startswith(f"list.{one.code}.")]
            rows = (s for one in lists for s in self._list_rows(one))
            shown = next((s for s in rows if s.rule.id == word), None)
        if shown is not None:
            yield Explained(word, "row", word, "", (self._with_cards(shown),))

    def _agendas(self, word: str) -> Iterator[Explained]:
        from deckcheck.names import Names

        match = Names(self.pool).match(word, exactly=True)
        for card in match.cards:
            if card.type == self.game.agenda_type:
                yield self._agenda(card, word)

    def _agenda(self, card: Card, word: str) -> Explained:
        rows = [
            s for s in self._rows.values() if s.rule.when and single_id(s.rule.when) == card.code
        ]
        reason = self.game.no_rule.get(card.code, "")
        sentence = f"It asks nothing of a deck ({reason})." if reason else ""
        if not rows and not reason:
            sentence = "There are no rules for it here: what it allows or demands can't be told."
        title = f"{card.title} ({card.pack}) {card.code}"
        says = f"{sentence} {self._status(card)}".strip()
        return Explained(
            word, self.game.agenda_type, title, says, tuple(map(self._with_cards, rows))
        )

    def _status(self, card: Card) -> str:
        """What the list in force says of a card, as a sentence; empty where it is free."""
        one = self.lists[0] if self.lists else None
        said = (
            {part: one.status(card.code, part, card.title) for part in one.formats} if one else {}
        )
        parts = [f"{part} {' and '.join(status)}" for part, status in said.items() if status]
        return f"{one.name}: {', '.join(parts)}." if one and parts else ""

    # ------------------------------------------------------------------ rows

    def _all_rows(self) -> Iterator[Shown]:
        """Every row of every format, once; a condition decides nothing here."""
        found: dict[str, Shown] = {}
        for name in self.game.formats:
            for row, place in self.game.raw_rows(name):
                known = found.get(row["code"])
                if known is not None:
                    found[row["code"]] = known._replace(formats=(*known.formats, name))
                    continue
                file, _, rest = place.partition(" ")
                number = int(rest.rpartition(" ")[2])
                found[row["code"]] = Shown(read_row(row, place), file, number, row, (name,), None)
        yield from found.values()

    def _list_rows(self, one: LegalityList) -> Iterator[Shown]:
        for part in one.formats:
            formats = tuple(f.name for f in self.game.formats.values() if f.list == part)
            for rule in list_rows(one, part, self.game.list_sections):
                body: dict[str, Any] = {"in": list(rule.sections), "ids": sorted(rule.ids or ())}
                body |= {"where": rule.where or "", "of": rule.of, "per": list(rule.per)}
                data = {key: value for key, value in body.items() if value}
                data["max"] = rule.max
                row: dict[str, Any] = {"code": rule.id, "finding": rule.finding}
                if rule.when is not None:
                    row["when"] = f"{', '.join(rule.when.sections)}: {rule.when.query}"
                row |= {"sure": rule.cite.sure, "count": data}
                file = f"{self.game.name}/{rule.place}"
                yield Shown(rule, file, None, row, formats, None)

    def _with_cards(self, shown: Shown) -> Shown:
        questions = self.game.documents.get("open", {}).get("awaiting", {})
        awaits = questions.get(shown.rule.id, "")
        return shown._replace(cards=self._touched(shown), awaits=awaits)

    def _touched(self, shown: Shown) -> tuple[Card, ...] | None:
        """The cards that a row counts or lets in; None where that depends on the deck."""
        rule = shown.rule
        if rule.ids is not None:
            return tuple(self.pool.cards(sorted(rule.ids)).values())
        if rule.verb not in ("count", "allow"):
            return ()
        form = self.game.format(self.format if self.format in shown.formats else shown.formats[0])
        one = self.lists[0] if self.lists else None
        compiler = Compiler(self.game, form, one, self.on, self.pool.packs())
        try:
            test = compile_query(rule.where or "", self.game.fields, compiler.binding)
        except Unbound:
            return None
        having = self._having(rule, compiler)
        return tuple(
            card
            for card in self.pool.all()
            if self.game.section(card) in rule.sections
            and test(card) is not False
            and (having is None or card.title in having)
        )

    def _having(self, rule: Rule, compiler: Compiler) -> frozenset[str] | None:
        """Titles that have a card such as the row's groups must hold; None = any."""
        if rule.having is None:
            return None
        test = compile_query(rule.having, self.game.fields, compiler.binding)
        return frozenset(card.title for card in self.pool.all() if test(card) is not False)

    # ------------------------------------------------------------------ nobody's word

    def _unknown(self, word: str) -> UnknownName:
        from difflib import get_close_matches

        from deckcheck.names import Names

        kind = self.game.agenda_type
        match = Names(self.pool).match(word, exactly=True)
        if match.cards:
            card = match.cards[0]
            return UnknownName(
                f"{card.title} is no {kind} (it is a {card.type}), and no row speaks of it alone; "
                "`deckcheck card` shows it.",
                (),
            )
        agendas = {c.title for c in self.pool.all() if c.type == kind}
        known = {name.casefold(): name for name in [*self.words(), *self._list_ids(), *agendas]}
        near = tuple(known[k] for k in get_close_matches(word.casefold(), list(known), 3, 0.6))
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
        return UnknownName(
            f"{word!r} is no code of a finding, no id of a row and no {kind}{hint}",
            near,
        )

    def _list_ids(self) -> Iterable[str]:
        """Ids of the rows of the list in force, to suggest one of them."""
        return [s.rule.id for one in self.lists[:1] for s in self._list_rows(one)]
