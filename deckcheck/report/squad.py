"""A deal and the best squad of it, shown: for people line by line, for programs as an object.

Gives strings and plain values; the command line prints them. May import squad, messages and below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from deckcheck.messages import EN, MESSAGES
from deckcheck.model import Card
from deckcheck.squad import Fighter, Purse, Squad


class Hiring(NamedTuple):
    """A deck's deals, and the squad that is hired from the last."""

    deck: str
    file: str
    seed: int
    second: bool
    """Whether it is the second player's."""
    purse: Purse
    deals: list[tuple[str, ...]]
    """Codes; all but the last were thrown back."""
    deal: list[Fighter]
    squad: Squad


def hiring_lines(hiring: Hiring, card: Callable[[str], Card | None], lang: str) -> Iterator[str]:
    """What was dealt, what was hired, and what is left. `card` = code → card."""
    say = {**EN, **MESSAGES.get(lang, {})}

    def title(code: str) -> str:
        found = card(code)
        return found.title if found else code

    called: Callable[[str], str] = _element if lang == "ru" else str
    player = say["squad-second" if hiring.second else "squad-first"]
    name = hiring.deck or hiring.file
    yield say["squad-head"].format(
        name=name, seed=hiring.seed, player=player, **hiring.purse._asdict()
    )
    *thrown, last = hiring.deals
    for number, codes in enumerate(thrown, 1):
        cards = ", ".join(map(title, codes))
        yield "  " + say["squad-thrown"].format(number=number, cards=cards)
    yield "  " + say["squad-deal"].format(number=len(hiring.deals))
    hired = set(hiring.squad.hired)
    rows = [
        (
            "*" if place in hired else " ",
            say["squad-elite" if one.elite else "squad-plain"].format(cost=one.cost),
            "/".join(map(called, one.elements)) or called("neutral"),
            f"{title(code)} {code}",
        )
        for place, (code, one) in enumerate(zip(last, hiring.deal, strict=True))
    ]
    costs, elements = (max(len(row[column]) for row in rows) for column in (1, 2))
    for mark, cost, element, named in rows:
        yield f"  {mark} {cost:<{costs}}  {element:<{elements}}  {named}"
    squad = hiring.squad
    yield "  " + say["squad-hired"].format(
        cards=len(squad.hired),
        dealt=len(last),
        paid=squad.paid,
        elements=", ".join(map(called, squad.elements)) or say["squad-none"],
        penalty=squad.penalty,
        gold=squad.gold_left,
        silver=squad.silver_left,
    )


def _element(name: str) -> str:
    """An element in Russian."""
    from deckcheck.wording_ru import element

    return element(name)


def hiring_object(hiring: Hiring, card: Callable[[str], Card | None]) -> dict[str, Any]:
    """`{deck, file, seed, second, gold, silver, redeals, thrown, deal, squad}`.

    `deal` has an object a card, in the order dealt; `squad` what was hired of it and its cost.
    """
    squad, last = hiring.squad, hiring.deals[-1]
    hired = set(squad.hired)
    deal = []
    for place, (code, one) in enumerate(zip(last, hiring.deal, strict=True)):
        found = card(code)
        deal.append(
            {
                "code": code,
                "title": found.title if found else None,
                "cost": one.cost,
                "crystal": "gold" if one.elite else "silver",
                "elements": list(one.elements),
                "hired": place in hired,
            }
        )
    return {
        "deck": hiring.deck,
        "file": hiring.file,
        "seed": hiring.seed,
        "second": hiring.second,
        "gold": hiring.purse.gold,
        "silver": hiring.purse.silver,
        "redeals": len(hiring.deals) - 1,
        "thrown": [list(codes) for codes in hiring.deals[:-1]],
        "deal": deal,
        "squad": {
            "cards": [last[place] for place in squad.hired],
            "paid": squad.paid,
            "elements": list(squad.elements),
            "penalty": squad.penalty,
            "gold_left": squad.gold_left,
            "silver_left": squad.silver_left,
        },
    }
