"""What a card can do, as values, and the constant abilities that work at a moment.

The engine knows no card's text: a game (or a scenario) gives `Ability` values. Values such as
strength are computed when they are asked for, so a constant ability is looked at again after
every change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from deckcheck.engine import zones
from deckcheck.engine.costs import Cost
from deckcheck.engine.state import Event, State

Condition = Callable[[State, int], bool]
"""(state, the ability's card) → whether it holds now."""
Effect = Callable[[State, int, Event], State]
"""(state, the ability's card, the event it answers) → the state after it."""
Reach = Callable[[State, int, int], bool]
"""(state, the ability's card, another card) → whether it is meant."""


def always(state: State, source: int) -> bool:
    """The condition of an ability that has none."""
    return True


class Ability(NamedTuple):
    """One ability of a card."""

    precursor: str = ""
    """The bold word in front of it: `Reaction`, `Interrupt`, `Action`; none = `""`."""
    keyword: bool = False
    on: str = ""
    """Name of the event that triggers it."""
    condition: Condition = always
    triggers: Callable[[State, int, Event], bool] = lambda state, source, event: True
    cost: Callable[[State, int], tuple[Cost, ...]] = lambda state, source: ()
    effect: Effect = lambda state, source, event: state
    value: str = ""
    """For constant abilities: the value they change (`strength`), …"""
    amount: int = 0
    reach: Reach = lambda state, source, card: source == card


Abilities = Mapping[str, tuple[Ability, ...]]
"""Card code → its abilities."""


def is_constant(ability: Ability) -> bool:
    """No keyword, and no bold word that names a type [RR Constant Abilities, AGOT-5-CONST-1]."""
    return not ability.keyword and not ability.precursor


def is_reaction(ability: Ability) -> bool:
    """A triggered ability with the bold word Reaction [RR Reactions, AGOT-17-REACT-1]."""
    return ability.precursor in ("Reaction", "Forced Reaction")


def is_interrupt(ability: Ability) -> bool:
    """A triggered ability with the bold word Interrupt [RR Interrupts]."""
    return ability.precursor in ("Interrupt", "Forced Interrupt")


def is_action(ability: Ability) -> bool:
    """An ability for action windows [RR Actions]."""
    return ability.precursor == "Action"


def works(state: State, source: int) -> bool:
    """Whether a card's constant abilities are active: as soon as it is in play.

    [RR Constant Abilities, AGOT-5-CONST-2] A duplicate has no abilities [RR Duplicates].
    """
    return not state.status[source].duplicate


def stays(state: State, source: int) -> bool:
    """Whether a card's constant abilities stay: only while it is in play [AGOT-5-CONST-3]."""
    return zones.in_play(state.status[source].zone)


def condition_met(state: State, source: int, ability: Ability) -> bool:
    """Whether what the ability looks for («during», «if», «while») is so at this moment.

    [RR Constant Abilities, AGOT-5-CONST-4]
    """
    return ability.condition(state, source)


def each_instance(effects: list[tuple[int, Ability]]) -> list[tuple[int, Ability]]:
    """The constant abilities that count: every instance of the same one does.

    [RR Constant Abilities, AGOT-5-CONST-5]
    """
    return effects


def active(state: State, known: Abilities) -> list[tuple[int, Ability]]:
    """(card, ability) of every constant ability that is active now."""
    if not known:
        return []
    found = [
        (source, ability)
        for source in range(len(state.cards))
        for ability in known.get(state.card(source).code, ())
        if is_constant(ability)
        and stays(state, source)
        and works(state, source)
        and condition_met(state, source, ability)
    ]
    return each_instance(found)


def modified(state: State, known: Abilities, card: int, value: str, printed: int) -> int:
    """A card's value now: printed, changed by constant abilities and lasting effects."""
    total = printed
    for source, ability in active(state, known):
        if ability.value == value and ability.reach(state, source, card):
            total += ability.amount
    for effect in state.lasting:
        if effect.what == value and card in effect.cards:
            total += effect.amount
    return total
