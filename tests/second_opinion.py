"""A second validator of AGoT2 decks: no rows, no queries, one `if` after another.

Written from the printed texts, not from the engine or its data files, and in another shape: every
copy is an item of a list, and each agenda is a branch. It only says yes, no or can't tell, for
decks whose cards are all known. Where the two disagree, one of them is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from deckcheck.model import Card, Deck, Pool

BANNERS = {
    "01198": "baratheon",
    "01199": "greyjoy",
    "01200": "lannister",
    "01201": "martell",
    "01202": "thenightswatch",
    "01203": "stark",
    "01204": "targaryen",
    "01205": "tyrell",
}
FACTIONS = set(BANNERS.values())
HAND = "00030"
ALLIANCE = "06018"
DRAFT_PACKS = ("VDS", "ToJ")


def opinion(
    deck: Deck, format: str, listing: Mapping[str, Any] | None, on: str, pool: Pool
) -> bool | None:
    """True, False or None. `listing` is a legality list as its file has it."""
    if format != "draft":
        return _verdict(*_look(deck, format, listing, on, pool, {}))
    best: bool | None = False
    for named in _namings(deck, pool):
        found = _verdict(*_look(deck, format, None, on, pool, named))
        if found or (found is None and best is False):
            best = found
    return best


def _verdict(errors: list[str], doubts: list[str]) -> bool | None:
    return False if errors else None if doubts else True


def _namings(deck: Deck, pool: Pool) -> Iterable[dict[str, set[str]]]:
    """Every way to name what the draft agendas ask for; one way if the deck names it all."""
    agenda = next(
        (a for a in deck.agendas if a in ("00001", "00362", "00003", "00363", "00366")), ""
    )
    said = deck.choices.get(agenda, {})
    if agenda in ("00001", "00362"):
        words = [said["faction"]] if "faction" in said else sorted(FACTIONS)
        yield from ({agenda: {w.lower().removeprefix("house ")}} for w in words)
    elif agenda in ("00003", "00363"):
        words = list(said.get("factions", ()))
        for pair in combinations(words if len(words) > 2 else sorted(FACTIONS), 2):
            if set(words) <= set(pair) or len(words) > 2:
                yield {agenda: set(pair)}
    elif agenda == "00366":
        all_traits = {t for c in pool.all() for t in c.facts.get("traits", ())}
        words = [said["trait"]] if "trait" in said else sorted(all_traits)
        yield from ({agenda: {w}} for w in words)
    else:
        yield {}


def _look(
    deck: Deck,
    format: str,
    listing: Mapping[str, Any] | None,
    on: str,
    pool: Pool,
    named: Mapping[str, set[str]],
) -> tuple[list[str], list[str]]:
    errors: list[str] = []
    doubts: list[str] = []
    cards = pool.cards([*deck.cards, *deck.agendas])
    copies = [cards[code] for code, n in deck.cards.items() for _ in range(n)]
    agendas = [cards[code] for code in deck.agendas]
    agendas += [c for c in copies if c.type == "agenda"]
    plots = [c for c in copies if c.type == "plot"]
    draw = [c for c in copies if c.type in ("character", "location", "attachment", "event")]
    if any(c.type == "title" for c in copies):
        errors.append("a title card")
    if deck.faction not in FACTIONS:
        errors.append("no faction")
    _agendas(agendas, format, errors)
    ids = [a.code for a in agendas]
    _plot_deck(
        plots, ids, format, any(c.pack == "ToJ" for c in (*copies, *agendas)), errors, doubts
    )
    _draw_deck(draw, ids, format, errors)
    for card in set_of(draw) + set_of(plots):
        own = deck.faction in (card.facts["faction"], None) or deck.faction not in FACTIONS
        neutral = card.facts["faction"] == "neutral"
        if not (own or neutral or any(_lets_in(a, card, named.get(a, set())) for a in ids)):
            errors.append(f"{card.code} is of another faction")
    for agenda in sorted(set(ids)):
        _agenda(agenda, draw, plots, errors, doubts)
    for card in set_of([*copies, *agendas]):
        _card_in_format(card, format, on, errors)
    if format == "draft" and deck.drafted is not None:
        for card, n in Counter(c.code for c in (*draw, *plots, *agendas)).items():
            if n > deck.drafted.get(card, 0):
                errors.append(f"{card} was not drafted")
    if listing is not None:
        _listed({c.code: c for c in (*draw, *plots, *agendas)}, format, listing, errors, doubts)
    return errors, doubts


def set_of(cards: Iterable[Card]) -> list[Card]:
    """Each card once, by code."""
    return list({c.code: c for c in cards}.values())


def titles(cards: Iterable[Card]) -> Counter[str]:
    return Counter(c.title for c in cards)


def _agendas(agendas: list[Card], format: str, errors: list[str]) -> None:
    if any(a.type != "agenda" for a in agendas):
        errors.append("not an agenda")
    if max(titles(agendas).values(), default=0) > 1:
        errors.append("an agenda twice")
    beside = [a for a in agendas if not (format == "hand-of-the-king" and a.code == HAND)]
    if any(a.code == ALLIANCE for a in agendas):
        if len(beside) > 3:
            errors.append("more than two agendas beside Alliance")
        for other in agendas:
            banner = "Banner" in other.facts.get("traits", ())
            if other.code not in (ALLIANCE, HAND) and not banner:
                errors.append("not a Banner beside Alliance")
    elif len(beside) > 1:
        errors.append("two agendas")


def _plot_deck(
    plots: list[Card],
    agendas: list[str],
    format: str,
    tower_of_joy: bool,
    errors: list[str],
    doubts: list[str],
) -> None:
    doubled = 1
    sizes = {7}
    for agenda in agendas:
        if agenda == "05045":
            sizes.add(12)
        elif agenda in ("10045", "17151"):
            sizes.add(10)
            doubled = 2
        elif agenda == "21030":
            sizes.add(10)
    if len(sizes) > 1:
        sizes.remove(7)
    if len(sizes) > 1:
        errors.append("two agendas want different plot decks")
    if format == "draft":
        if tower_of_joy and len(plots) in (5, 7):
            doubts.append("5 or 7 plots")
        elif len(plots) != 5:
            errors.append("not 5 plots")
    elif len(plots) not in sizes:
        errors.append("wrong number of plots")
    if sum(n > 1 for n in titles(plots).values()) > doubled:
        errors.append("too many plots doubled")
    _limits(plots, errors)


def _draw_deck(draw: list[Card], agendas: list[str], format: str, errors: list[str]) -> None:
    least = 40 if format == "draft" else 60
    for agenda in agendas:
        if agenda in (ALLIANCE, "13118", "17152", "16028"):
            least = max(least, 75)
        if agenda == "16030":
            least = max(least, 100)
    if len(draw) < least:
        errors.append("draw deck too small")
    _limits(draw, errors)


def _limits(cards: list[Card], errors: list[str]) -> None:
    for title, n in titles(cards).items():
        if n > min(c.limit or 0 for c in cards if c.title == title):
            errors.append(f"too many copies of {title}")


def _lets_in(agenda: str, card: Card, named: set[str]) -> bool:
    """Whether an agenda lets in a card that is neither neutral nor of the faction."""
    traits, keywords = card.facts.get("traits", ()), card.facts.get("keywords", ())
    faction = card.facts["faction"]
    character, location = card.type == "character", card.type == "location"
    if agenda in ("00001", "00362", "00003", "00363"):
        return faction in named
    if agenda == "00366":
        return bool(named & set(traits))
    if agenda == "00367":
        return True
    if card.type == "plot":
        return False
    if agenda == "00002":
        return character and ("Knight" in traits or "Army" in traits)
    if agenda == "00004":
        return True
    if agenda == "00364":
        return "shadow" in keywords
    if agenda == "00365":
        return "bestow" in keywords or location
    if card.facts.get("loyal"):
        return False
    if agenda in BANNERS:
        return faction == BANNERS[agenda]
    if agenda in ("13079", "17148"):
        return character and "shadow" in keywords
    if agenda == "25120":
        return card.type != "event"
    if agenda == "26080":
        return location and "Warship" in traits
    wanted = {
        "09045": "Maester",
        "17150": "Wildling",
        "13099": "Kingsguard",
        "20051": "Fool",
        "26040": "Small Council",
        HAND: "Small Council",
    }.get(agenda)
    return character and wanted in traits


def _agenda(
    agenda: str, draw: list[Card], plots: list[Card], errors: list[str], doubts: list[str]
) -> None:
    """What an agenda demands and forbids, but for sizes and who is let in."""

    def of(cards: list[Card], *types: str, trait: str = "", faction: str = "") -> list[Card]:
        return [
            c
            for c in cards
            if (not types or c.type in types)
            and (not trait or trait in c.facts.get("traits", ()))
            and (not faction or c.facts["faction"] == faction)
        ]

    def must(yes: bool) -> None:
        if not yes:
            errors.append(f"agenda {agenda}")

    def once(cards: list[Card]) -> bool:
        return max(titles(cards).values(), default=0) <= 1

    neutral = of(draw, faction="neutral")
    attachments = of(draw, "attachment")
    if agenda in BANNERS:
        must(len(of(draw, faction=BANNERS[agenda])) >= 12)
    elif agenda == "01027":
        must(len(neutral) <= 15)
    elif agenda == "04037":
        must(not of(plots, trait="Winter"))
    elif agenda == "04038":
        must(not of(plots, trait="Summer"))
    elif agenda == "05045":
        schemes = of(plots, trait="Scheme")
        must(len(schemes) == 5 and len(titles(schemes)) == 5)
    elif agenda == "06119":
        must(not any(c.facts.get("loyal") for c in of(draw, "character")))
    elif agenda == "09045":
        must(len(of(draw, "character", trait="Maester")) >= 12)
    elif agenda == "11079":
        must(neutral == draw and of(plots, faction="neutral") == plots)
    elif agenda == "17150":
        others = [c for c in (*draw, *plots) if c.facts["faction"] != "neutral"]
        wildlings = of(others, "character", trait="Wildling")
        must(others == [c for c in wildlings if not c.facts.get("loyal")])
    elif agenda == "13099":
        must(len(titles(of(draw, "character", trait="Kingsguard"))) >= 7)
    elif agenda == "26040":
        must(len(titles(of(draw, "character", trait="Small Council"))) >= 7)
    elif agenda == "13118":
        must(once([c for c in draw if c.title in titles(attachments)]))
    elif agenda == "17152":
        must(once(attachments))
        if not once([c for c in draw if c.title in titles(attachments)]):
            doubts.append("an attachment and a character of one title")
    elif agenda == "16028":
        must(once(of(draw, "event")))
    elif agenda == "17149":
        must(not of(neutral, "event"))
    elif agenda == "20052":
        must(not of(plots, trait="Kingdom"))
    elif agenda == "25080":
        must(not of(plots, trait="Omen"))
    elif agenda == "21030":
        must(all({"Edict", "Siege", "War"} & set(p.facts.get("traits", ())) for p in plots))
    elif agenda == "23040":
        must(len(of(draw, trait="House Arryn")) >= 12)
    elif agenda == "25120":
        must(all(len(titles(of(draw, faction=f))) <= 3 for f in FACTIONS))
    elif agenda == "26080":
        must(
            once([c for c in of(draw, "location") if "limited" not in c.facts.get("keywords", ())])
        )
    elif agenda == "26120":
        must(of(attachments, trait="Weapon") == attachments)


def _card_in_format(card: Card, format: str, on: str, errors: list[str]) -> None:
    only = card.facts.get("only")
    if card.type == "title":
        return
    if format != "draft" and (card.pack in DRAFT_PACKS or only == "draft"):
        errors.append(f"{card.code} is a draft card")
    if only == "melee" and format not in ("melee", "kingsmoot", "hand-of-the-king"):
        errors.append(f"{card.code} is for melee")
    if only == "hand-of-the-king" and format != "hand-of-the-king":
        errors.append(f"{card.code} is for Hand of the King")
    if card.pack == "VHotK" and format == "hand-of-the-king":
        return
    if card.released is None or card.released > on:
        errors.append(f"{card.code} isn't out")


def _listed(
    deck: Mapping[str, Card],
    format: str,
    listing: Mapping[str, Any],
    errors: list[str],
    doubts: list[str],
) -> None:
    part = listing["formats"]["joust" if format == "joust" else "melee"]

    def has(codes: Iterable[str]) -> set[str]:
        return set(codes) & set(deck)

    if has([*listing["banned"], *part.get("banned", ())]):
        errors.append("banned")
    restricted = has(part.get("restricted", ()))
    if len({deck[code].title for code in restricted}) > 1:
        errors.append("restricted")
    elif len(restricted) > 1:
        doubts.append("two restricted versions of one title")
    for pod in part.get("pods", ()):
        if "restricted" not in pod:
            if len(has(pod["cards"])) > 1:
                errors.append("pod")
        elif pod["restricted"] in deck and has(pod["cards"]):
            errors.append("pod with a restricted card")
