"""What agendas have their player name (a faction, two factions, a trait), named or tried.

A deck need not say what was named: it is legal if some choice works. So every way to name it is
offered, most frequent values first, and `judge.py` keeps the best. May import live and below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from deckcheck.counting import Held
from deckcheck.findings import Finding
from deckcheck.game import Game, RowIndex, choices_named
from deckcheck.live import Choices, choosing
from deckcheck.model import Deck
from deckcheck.rules import Choice, read_row

Way = tuple[str, ...]
"""Values that may be named together."""


def ways_to_choose(
    game: Game, index: RowIndex, deck: Deck, held: Sequence[Held]
) -> Iterable[tuple[Choices, bool]]:
    """(choices, whether any of it was assumed): what the deck names, else every way to name it.

    Where two agendas leave something open (never legal), only the first is tried in every way.
    """
    fixed: list[tuple[str, str, Way]] = []
    open_choices: list[tuple[str, str, list[Way]]] = []
    for code in choosing(deck):
        for row, place in index.waiting.get(code, ()):
            choice = read_row(row, place).choose if "choose" in row else None
            if choice is None:
                continue
            named = choices_named(deck, code, choice.name)
            if len(named) == choice.number:
                fixed.append((code, choice.name, _spelled(game, choice.field, named)))
            else:
                open_choices.append((code, choice.name, _ways(game, choice, named, held)))
    if not open_choices:
        yield tuple(fixed), False
        return
    code, name, ways = open_choices[0]
    rest = [(c, n, w[0]) for c, n, w in open_choices[1:]]
    for way in ways:
        yield (*fixed, (code, name, way), *rest), True


def assumed_choice(choices: Choices, game: Game) -> Finding:
    """The remark that the verdict rests on choices the deck doesn't name."""
    args = {"choices": [{"agenda": c, "name": n, "values": list(v)} for c, n, v in choices]}
    cards = tuple(dict.fromkeys(c for c, _, _ in choices))
    return Finding("assumed-choice", "info", "assumed-choice", args, game.choice_section, cards)


def _ways(game: Game, choice: Choice, named: Way, held: Sequence[Held]) -> list[Way]:
    """All ways to make `named` as many values as are to be named: leave some out, or add some."""
    if len(named) > choice.number:
        chosen = combinations(named, choice.number)
        return [_spelled(game, choice.field, way) for way in chosen]
    spelled = _spelled(game, choice.field, named)
    values = [v for v in _occurring(game, choice.field, held) if v not in spelled]
    number = min(choice.number - len(named), len(values))
    return [(*spelled, *way) for way in combinations(values, number)]


def _spelled(game: Game, field: str, named: Way) -> Way:
    """Faction names as codes; a faction nobody knows lets nothing in."""
    if field != "faction":
        return named
    factions = [game.faction_called(text) for text in named]
    return tuple(f.code for f in factions if f)


def _occurring(game: Game, field: str, held: Sequence[Held]) -> list[str]:
    """The field's values among the cards, most frequent first."""
    of = game.fields[field].of
    values: dict[str, int] = {}
    for card, copies, _ in held:
        value = card.facts.get(of)
        for one in [value] if isinstance(value, str) else value or ():
            values[one] = values.get(one, 0) + copies
    return sorted((v for v in values if v != "neutral"), key=lambda v: (-values[v], v))
