"""A deck as it is saved: its machine form, and what each of its codes was called at that time.

An update may give a code to another card. Then title and pack as saved tell, and the deck says so
instead of turning into another one. A code that vanished is found by title and pack. May import
codecs, settle and below; knows no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.json_deck import as_object, read_deck
from deckcheck.findings import Finding
from deckcheck.folding import fold
from deckcheck.model import Card, Deck, Pool
from deckcheck.shelf import Catalogue, Need, needed


class Saved(NamedTuple):
    """Everything that is kept of a deck; a revision holds one."""

    deck: Mapping[str, Any]
    """The machine form (`json` codec)."""
    printed: Mapping[str, tuple[str, str]] = {}
    """Code → title and pack when the deck was saved."""
    tags: tuple[str, ...] = ()
    built: bool = False
    live: bool = True
    """False = removed."""
    summary: Mapping[str, Any] = {}
    """What lists of decks show: faction, hero, agendas, sizes by section, unknown cards."""

    @property
    def name(self) -> str:
        """The deck's name."""
        return str(self.deck.get("name", ""))

    @property
    def game(self) -> str:
        """Name of its game."""
        return str(self.deck.get("game", ""))

    def named(self, name: str) -> Saved:
        """The same deck by another name."""
        return self._replace(deck={**self.deck, "name": name})


class Moved(NamedTuple):
    """A code whose card isn't what the deck was saved with."""

    code: str
    title: str
    pack: str
    """As saved."""
    now: Card | None
    """What the code means in the data."""
    found: Card | None
    """What title and pack mean in the data."""

    @property
    def conflict(self) -> bool:
        """Whether it can't be told which card is meant: the code is one, the title another."""
        return self.now is not None and self.found is not None and self.now.code != self.found.code


def saved_of(deck: Deck, desk: Desk, before: Saved | None = None) -> Saved:
    """What to keep of a deck; tags, and whether it is built, as `before`."""
    codes = _codes(as_object(deck))
    known = desk.pool.cards(codes)
    printed = {code: (known[code].title, known[code].pack) for code in codes if code in known}
    if before is not None:
        kept = {code: pair for code, pair in before.printed.items() if code in codes}
        printed = {**kept, **printed}
    tags, built = (before.tags, before.built) if before else ((), False)
    return Saved(as_object(deck), printed, tags, built, True, summary_of(deck, desk))


def summary_of(deck: Deck, desk: Desk) -> dict[str, Any]:
    """What a list of decks shows of one."""
    known = desk.pool.cards([*deck.cards, *deck.agendas, *([deck.hero] if deck.hero else [])])
    sizes: dict[str, int] = {}
    unknown = sum(lost.copies for lost in deck.unread)
    for code, copies in deck.cards.items():
        if code in known:
            section = desk.game.section(known[code])
            sizes[section] = sizes.get(section, 0) + copies
        else:
            unknown += copies
    if deck.side:
        sizes["side"] = sum(deck.side.values())
    titles = [known[code].title if code in known else code for code in deck.agendas]
    hero = known[deck.hero].title if deck.hero in known else deck.hero
    faction = desk.game.factions.get(deck.faction)
    name = faction.name if faction else deck.faction
    return {"faction": name, "hero": hero, "agendas": titles, "sizes": sizes, "unknown": unknown}


def moved(saved: Saved, pool: Pool) -> list[Moved]:
    """The codes of a saved deck that the data give to another card, or to none."""
    codes = [code for code in _codes(saved.deck) if code in saved.printed]
    known = pool.cards(codes)
    found = []
    for code in codes:
        title, pack = saved.printed[code]
        now = known.get(code)
        if now is not None and now.code == code and (now.title, now.pack) == (title, pack):
            continue
        same = [card for card in pool.titled(fold(title)) if card.pack == pack]
        found.append(Moved(code, title, pack, now, same[0] if same else None))
    return found


def draft_of(saved: Saved, desk: Desk) -> Draft:
    """The deck as written, for everything that reads decks; codes that moved are findings."""
    changes = moved(saved, desk.pool)
    gone = {m.code: m.found.code for m in changes if m.now is None and m.found is not None}
    form = recoded(saved.deck, gone) if gone else saved.deck
    findings = [finding for m in changes if (finding := _finding(m)) is not None]
    draft = read_deck(dict(form), desk)
    return draft._replace(findings=(*findings, *draft.findings)) if findings else draft


def settled(saved: Saved, pool: Pool, by: str) -> Saved:
    """The deck with its conflicts decided: `by` "title" (and pack), or "code"."""
    codes = {}
    printed = dict(saved.printed)
    for m in moved(saved, pool):
        card = m.found if by == "title" and m.found else m.now or m.found
        if card is not None:
            codes[m.code] = card.code
            del printed[m.code]
            printed[card.code] = (card.title, card.pack)
    return saved._replace(deck=recoded(saved.deck, codes), printed=printed)


def need_of_saved(saved: Saved, catalogue: Catalogue) -> Need:
    """What a saved deck needs in cards; codes that vanished are found by title and pack."""
    form = saved.deck
    counts = [*form["cards"].items(), *form.get("side", {}).items()]
    counts += [(code, 1) for code in form["agendas"]]
    if form.get("hero"):
        counts.append((form["hero"], 1))
    for at, (code, copies) in enumerate(counts):
        if catalogue.card_of(code) is None and code in saved.printed:
            item = catalogue.called(*saved.printed[code])
            counts[at] = (item.card if item else code, copies)
    lost = [(line["text"], line["count"]) for line in form.get("unread", ()) if line["count"]]
    return needed(saved.name, counts, lost, catalogue)


def recoded(form: Mapping[str, Any], codes: Mapping[str, str]) -> dict[str, Any]:
    """The machine form of a deck with some codes exchanged for others, all at once."""

    def counts(old: Mapping[str, int]) -> dict[str, int]:
        new: dict[str, int] = {}
        for code, copies in old.items():
            code = codes.get(code, code)
            new[code] = new.get(code, 0) + copies
        return dict(sorted(new.items()))

    changed = dict(form)
    for pile in ("cards", "side", "drafted"):
        if form.get(pile):
            changed[pile] = counts(form[pile])
    changed["agendas"] = [codes.get(code, code) for code in form.get("agendas", ())]
    if form.get("hero"):
        changed["hero"] = codes.get(form["hero"], form["hero"])
    if form.get("choices"):
        changed["choices"] = {codes.get(code, code): v for code, v in form["choices"].items()}
    return changed


def _codes(form: Mapping[str, Any]) -> list[str]:
    """Every code of a deck in the machine form, each once."""
    hero = [form["hero"]] if form.get("hero") else []
    piles: Iterable[Mapping[str, int]] = (
        form.get(pile) or {} for pile in ("cards", "side", "drafted")
    )
    counted = [code for pile in piles for code in pile]
    return list(dict.fromkeys([*form.get("agendas", ()), *hero, *counted]))


def _finding(one: Moved) -> Finding | None:
    """What to say of a code that moved; a new spelling of the same title is no matter."""
    args = {"code": one.code, "title": one.title, "pack": one.pack}
    cards = (one.now.code,) if one.now else (one.found.code,) if one.found else ()
    if one.conflict and one.found is not None:
        args["other"] = one.found.code
        return Finding("saved-card", "unknown", "saved-card-conflict", args, cards=cards)
    if one.now is None and one.found is not None:
        return Finding("saved-card", "info", "saved-card-recoded", args, cards=cards)
    if one.now is not None and fold(one.now.title) != fold(one.title):
        return Finding("saved-card", "info", "saved-card-renamed", args, cards=cards)
    return None
