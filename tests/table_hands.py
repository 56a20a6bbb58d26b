"""Every hand of a deck, laid out in every way that the table allows: what exact counts must equal.

Nothing here or in the table shares code with deckcheck/goldfish: the table's own set-up actions say
what may be laid out, and figures are read off the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import comb, prod

from deckcheck.engine.moves import draw
from deckcheck.engine.play import apply, legal_actions
from deckcheck.engine.state import Action, State
from deckcheck.games.agot2.table import Table
from deckcheck.model import Card, Deck
from deckcheck.query import compile_query

Layout = tuple[tuple[str, int], ...]
"""(code, copies) of the cards that a layout takes from hand, by code."""
Figures = tuple[int, ...]
_ORDER = ("place", "duplicate", "shadow")


def to_placing(table: Table, deck: Deck, cards: Mapping[str, Card], fetch: Iterable[str]) -> State:
    """The state in which every card of the deck is in hand and may be placed."""
    state = table.start([deck], cards, 0)
    for code in fetch:
        wanted = next(
            a
            for a in legal_actions(table, state)
            if a.name == "fetch" and state.card(a.cards[0]).code == code
        )
        state = apply(table, state, wanted)
    if state.step == "announce":
        state = apply(table, state, Action("done"))
    before = state.pile(0, "draw")
    state = draw(state, 0, len(before))
    return state._replace(step="place", turn=0)


def figures(table: Table, before: State, after: State, layout: Layout, economy: str) -> Figures:
    """Gold, cards, characters, economy cards, characters of cost 4 or more, limited cards."""
    gold = next(e.data["gold"] for e in reversed(after.log) if e.kind == "set up")
    test = compile_query(economy, table.context.game.fields)
    started = set(before.pile(0, "play"))
    lying = [
        after.card(c)
        for c in after.pile(0, "play")
        if c not in started and not after.status[c].duplicate
    ]
    characters = [c for c in lying if c.type == "character"]
    return (
        gold,
        sum(n for _, n in layout),
        len(characters),
        sum(test(c) is True for c in lying),
        sum(c.facts["cost"] >= 4 for c in characters),
        sum("limited" in c.facts.get("keywords", ()) for c in lying),
    )


def layouts(table: Table, start: State, economy: str) -> dict[Layout, Figures]:
    """Each set of cards that can be laid out → the best figures of doing so.

    Cards are laid out in the order of titles, as the order changes nothing; each is tried in every
    way that the table lists.
    """
    found: dict[Layout, Figures] = {}
    waiting = [(start, ("", 0, ""))]
    seen = set()
    while waiting:
        state, last = waiting.pop()
        done: set[tuple[str, str]] = set()
        for action in legal_actions(table, state):
            if action.name == "back":
                continue  # what was laid out before is gone on with elsewhere
            if action.name == "reveal":
                _finish(table, start, state, found, economy)
                continue
            card = state.card(action.cards[0])
            step = (card.title, _ORDER.index(action.name), card.code)
            if step < last or (card.code, action.name) in done or _taken(state) == 7:
                continue
            done.add((card.code, action.name))
            after = apply(table, state, action)
            key = (_layout(after), tuple(sorted(_ways(after))))
            if key not in seen:
                seen.add(key)
                waiting.append((after, step))
    return found


def _taken(state: State) -> int:
    return len(state.pile(0, "placed"))


def _layout(state: State) -> Layout:
    codes = [state.card(c).code for c in state.pile(0, "placed")]
    return tuple(sorted((code, codes.count(code)) for code in set(codes)))


def _ways(state: State) -> Iterator[tuple[str, bool, bool]]:
    for card in state.pile(0, "placed"):
        shadowed = bool(state.marks.get(("shadowed", card)))
        yield state.card(card).code, state.status[card].duplicate, shadowed


def _finish(
    table: Table, start: State, state: State, found: dict[Layout, Figures], economy: str
) -> None:
    layout = _layout(state)
    after = apply(table, state, Action("reveal"))
    while after.phase == "setup":
        after = apply(table, after, legal_actions(table, after)[0])
    best = figures(table, start, after, layout, economy)
    if best > found.get(layout, ()):
        found[layout] = best


def hands(counts: Mapping[str, int], drawn: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """(copies of each code, number of such hands) of every hand."""
    most = [min(copies, drawn) for copies in counts.values()]

    def of(place: int, left: int) -> Iterator[tuple[int, ...]]:
        if place == len(most):
            if not left:
                yield ()
            return
        for n in range(min(most[place], left) + 1):
            for rest in of(place + 1, left - n):
                yield (n, *rest)

    for hand in of(0, drawn):
        yield hand, prod(comb(c, n) for c, n in zip(counts.values(), hand, strict=True))


def best_by_hand(
    counts: Mapping[str, int], drawn: int, known: Mapping[Layout, Figures]
) -> Iterator[tuple[int, Figures]]:
    """(number of such hands, figures of its best set-up) of every hand.

    The best set-up of a hand is the best layout that takes no more than the hand holds. Codes that
    no layout takes are one kind of card.
    """
    taken = {code for layout in known for code, _ in layout}
    kinds = {code: n for code, n in counts.items() if code in taken}
    never = sum(n for code, n in counts.items() if code not in taken)
    place = {code: n for n, code in enumerate(kinds)}
    rows: dict[bytes, Figures] = {}
    for layout, best in known.items():
        row = bytearray(len(kinds))
        for code, n in layout:
            row[place[code]] = n
        rows[bytes(row)] = best
    memo: dict[bytes, Figures] = {}

    def best_of(hand: bytes) -> Figures:
        found = memo.get(hand)
        if found is None:
            found = rows.get(hand, ())
            for n, copies in enumerate(hand):
                if copies:
                    less = bytearray(hand)
                    less[n] -= 1
                    found = max(found, best_of(bytes(less)))
            memo[hand] = found
        return found

    for hand, number in hands({**kinds, "": never}, drawn):
        yield number, best_of(bytes(hand[:-1]))


def distribution(
    table: Table,
    deck: Deck,
    cards: Mapping[str, Card],
    economy: str,
    fetch: Iterable[str] = (),
) -> dict[Figures, int]:
    """Figures of the best set-up → number of hands, over all hands of the deck."""
    start = to_placing(table, deck, cards, fetch)
    counts: dict[str, int] = {}
    for card in start.pile(0, "hand"):
        code = start.card(card).code
        counts[code] = counts.get(code, 0) + 1
    drawn = min(7, sum(counts.values()))
    found: dict[Figures, int] = {}
    for number, best in best_by_hand(counts, drawn, layouts(table, start, economy)):
        found[best] = found.get(best, 0) + number
    return found
