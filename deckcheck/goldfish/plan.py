"""A deck as set-up sees it: what each card costs, may be, bears and needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.errors import DeckcheckError, InputError
from deckcheck.folding import fold
from deckcheck.game import Game
from deckcheck.model import Card, Deck
from deckcheck.query import Test, compile_query

FIGURES = ("gold", "cards", "characters", "economy", "strong", "limited")
"""Figures of a set-up, in the order in which the best one is chosen: the most of the first, then
of the next. `cards` counts duplicates and cards in shadows too; the others count cards in play."""
ECONOMY = "gold>0 | keyword:limited"
"""What counts as an economy card unless asked otherwise."""
STRONG_COST = 4
"""A strong character costs at least this much."""
_IN_PLAY = ("character", "location", "attachment")


class Outcome(NamedTuple):
    """A kind of hand."""

    figures: tuple[int, ...]
    """Figures of the best set-up: gold, cards, … as many as were asked for."""
    labels: tuple[int, ...]
    """How many cards of the hand carry each label."""


class TooManyStates(DeckcheckError):
    """The deck is too varied to be counted; it can be simulated."""


class Version(NamedTuple):
    """One card of the draw deck and its copies there."""

    code: str
    title: str
    copies: int
    cost: int | None
    """Gold to place it in play; None = it can't be."""
    shadow: bool
    """Whether it may go into shadows."""
    unique: bool
    limited: bool
    figures: tuple[int, ...]
    """What it adds in play to characters, economy, strong, limited."""
    bears: frozenset[int] = frozenset()
    """Kinds of attachments (numbers) that it may bear."""
    needs: int | None = None
    """Its kind, for an attachment."""
    each: int | None = None
    """Copies of its title that one bearer may have; None = any number."""


class Plan(NamedTuple):
    """A deck before its first hand is drawn."""

    versions: tuple[Version, ...]
    """Cards that can be drawn, in deck order."""
    size: int
    """Cards that can be drawn, all in all."""
    gold: int
    places: bool
    shadow: int
    hand: int
    """Cards in a full hand."""
    drawn: int
    """Cards in the opening hand: fewer than a full one if the deck is smaller."""
    under: int
    """Cards that go under an agenda after the mulligan."""
    per_round: int
    """Cards drawn in a draw phase."""
    fetched: tuple[str, ...]
    """Codes of cards that an agenda took out of the deck, one for each copy."""
    started: tuple[Version, ...]
    """Those of them that are in play from the start."""
    kinds: int
    """Number of kinds of attachments."""
    unknown: tuple[str, ...]
    """Codes of the deck that no card is known for."""


def plan(
    deck: Deck,
    cards: Mapping[str, Card],
    game: Game,
    *,
    economy: str = ECONOMY,
    choose: Sequence[str] = (),
) -> Plan:
    """How set-up sees a deck. `choose`: titles that agendas fetch, in place of the stated choice.

    Raises QueryError for an economy query that can't be read, InputError for a choice that no
    agenda of the deck allows.
    """
    document = game.documents["setup"]
    base, rows = document["baseline"], {row["code"]: row for row in document["card"]}
    counts = {
        code: copies
        for code, copies in deck.cards.items()
        if code in cards and game.section(cards[code]) == "draw" and copies > 0
    }
    agendas = [rows[code] for code in dict.fromkeys(deck.agendas) if code in rows]
    fetched = _fetch(agendas, counts, cards, game, choose)
    test = compile_query(economy, game.fields)
    used = [cards[code] for code in (*counts, *(code for code, _ in fetched))]
    kinds = _kinds(used, game)
    started = [code for code, to in fetched if to == "play"]
    size = sum(counts.values())
    made = {c.code: _version(c, rows.get(c.code, {}), test, kinds) for c in used}
    return Plan(
        versions=tuple(made[code]._replace(copies=n) for code, n in counts.items() if n),
        size=size,
        gold=min([base["gold"], *(row["gold"] for row in agendas if "gold" in row)]),
        places=all(row.get("places", True) for row in agendas),
        shadow=base["shadow"],
        hand=base["hand"],
        drawn=min(base["hand"], size),
        under=sum(row.get("under", 0) for row in agendas),
        per_round=base["draw"],
        fetched=tuple(code for code, _ in fetched),
        started=tuple(made[code]._replace(copies=1) for code in started),
        kinds=len(kinds.bearers),
        unknown=tuple(code for code in deck.cards if code not in cards),
    )


def _version(card: Card, row: Mapping[str, Any], economy: Test, kinds: Kinds) -> Version:
    facts = card.facts
    keywords = facts.get("keywords", ())
    cost = facts.get("cost")
    placed = card.type in _IN_PLAY and isinstance(cost, int) and row.get("placed", True)
    character = card.type == "character"
    strong = character and isinstance(cost, int) and cost >= STRONG_COST
    limited = "limited" in keywords
    attachment = card.type == "attachment"
    kind = kinds.of.get(card.code)
    if attachment and kind is None:
        placed = False
    return Version(
        code=card.code,
        title=card.title,
        copies=0,
        cost=cost if placed else None,
        shadow="shadow" in keywords,
        unique=bool(facts.get("unique")),
        limited=limited,
        figures=(int(character), int(economy(card) is True), int(strong), int(limited)),
        bears=frozenset(k for k, codes in enumerate(kinds.bearers) if card.code in codes),
        needs=kind,
        each=facts.get("attach_limit") if attachment else None,
    )


class Kinds(NamedTuple):
    """The kinds of attachments of a deck: those that the same cards can bear share one."""

    of: Mapping[str, int]
    """Code of an attachment → its kind; one that nothing here can bear has none."""
    bearers: tuple[frozenset[str], ...]
    """Codes of the cards that can bear a kind, by its number."""


def _kinds(cards: Iterable[Card], game: Game) -> Kinds:
    """The kinds of attachments among these cards; an opponent's card bears none here.

    Attachments of which a bearer has only so many copies are kinds of their own.
    """
    cards = list(cards)
    of: dict[str, int] = {}
    numbers: dict[tuple[frozenset[str], bool], int] = {}
    for card in cards:
        if card.type != "attachment" or card.facts.get("attach_control") == "opponent":
            continue
        test = compile_query(card.facts.get("attach", "type:character"), game.fields)
        bearers = frozenset(
            c.code
            for c in cards
            if c.type in ("character", "location") and test(c) is True and _accepts(c, card)
        )
        if bearers:
            key = (bearers, "attach_limit" in card.facts)
            of[card.code] = numbers.setdefault(key, len(numbers))
    return Kinds(of, tuple(bearers for bearers, _ in numbers))


def _accepts(bearer: Card, attachment: Card) -> bool:
    """Whether the bearer's own line lets this attachment on it."""
    only = bearer.facts.get("attachments_except")
    if only is None:
        return "no attachments" not in bearer.facts.get("keywords", ())
    return bool(set(only) & set(attachment.facts.get("traits", ())))


def _fetch(
    agendas: Sequence[Mapping[str, Any]],
    counts: dict[str, int],
    cards: Mapping[str, Card],
    game: Game,
    choose: Sequence[str],
) -> list[tuple[str, str]]:
    """Take what agendas fetch out of the counts: (code, whither) of each card.

    The stated choice: the highest printed cost first, then deck order; as many as are allowed.
    """
    found: list[tuple[str, str]] = []
    wanted = [fold(title) for title in choose]
    for row in agendas:
        fetch = row.get("fetch")
        if not fetch:
            continue
        test = compile_query(fetch["where"], game.fields)
        able = [code for code in counts if test(cards[code]) is True]
        if wanted:
            able = [code for title in wanted for code in able if fold(cards[code].title) == title]
        else:
            able.sort(key=lambda code: -_number(cards[code]))
        taken: list[str] = []
        for code in able:
            again = any(cards[c].title == cards[code].title for c in taken)
            if len(taken) < fetch["copies"] and not (fetch.get("different") and again):
                taken.append(code)
                counts[code] -= 1
        found += [(code, fetch["to"]) for code in taken]
    missing = [t for t in choose if fold(t) not in {fold(cards[code].title) for code, _ in found}]
    if missing:
        raise InputError(f"No agenda of this deck can fetch {missing[0]!r} before drawing.")
    return found


def _number(card: Card) -> int:
    cost = card.facts.get("cost")
    return cost if isinstance(cost, int) else 0
