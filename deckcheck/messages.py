"""Every sentence a finding can be told in, by language and template key.

A Finding carries the parts of its sentence; here they are put together. Plain templates are
format strings over the finding's `args` and its own `found`, `expected`, `line`, `section`, and
`cards` (titles with codes). Sentences of rules (`count`, `not-allowed`, …) are composed in
`_RULES` from the row they come from, with `wording.py`. May import findings, wording and below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from deckcheck.findings import Finding
from deckcheck.model import Card
from deckcheck.registry import Table
from deckcheck.wording import counted, noun, quantity, subject

EN: dict[str, str] = {
    # About what was judged, and by what.
    "old-data": "The card data are {days} days older than {on}: newer packs or lists may exist; "
    "run `deckcheck db update`.",
    "list-not-known": "{name} is only known to hold until {until}; what holds later can't be told.",
    "list-silent": "{name} says nothing of {format}: which cards that allows can't be told.",
    "no-list-known": "No list is known that was in force on {on}: which cards {format} allowed "
    "then can't be told.",
    "rules-only": "Judged by the rules of deck construction alone: no sets are asked for, and no "
    "bans.",
    "no-list-yet": "No legality list was in force on {on}: bans and restrictions are left out.",
    "list-not-in-force": "{name} was not the list in force on {on}{instead}.",
    "deck-wish": "The deck asks for {what} {wish}; {given} was given, and is used.",
    "unknown-wish": "The deck asks for {what} {wish!r}, which nobody here knows; judged with "
    "{given}.",
    "without-list": "Judged without a legality list, as asked: bans and restrictions are left out.",
    "format-without-list": "No legality list applies to {format}: {name} is not used.",
    "pool-not-given": "What was drafted is not known: whether every card was drafted is not "
    "checked (give it with --pool).",
    "list-unknown-codes": "{name} names {number} codes that no card here has, so they forbid "
    "nothing: {codes}.",
    "name-or-agenda": "Line {line}: {text!r} was taken for the deck's name, and is an agenda "
    "too: if it is the deck's, write it below the faction.",
    "pool-not-used": "What was drafted is not asked in {format}: the pool is not used.",
    "database": "{text}",
    # About what nobody knows.
    "unknown-code": "Unknown card code {cards}, {found}x: it may be anything.",
    "unknown-line": "{at}unknown card, {found}x: {text!r}; it may be anything.",
    "unread-line": "{at}not understood: {text!r}.{hint}",
    "unknown-agenda": "There are no rules here for the agenda {cards}: what it allows or demands "
    "can't be told.",
    "unknown-hero": "What the hero {cards} changes can't be told: nobody here has read its text.",
    "unknown-faction": "Unknown faction {text!r}.",
    "assumed-choice": "The deck doesn't say what {cards} names; judged with {choice}.",
    # About saved decks.
    "saved-card-conflict": "The deck was saved with {title} ({pack}), but {code} is {cards} now "
    "and {other} is called that: settle it with `deckcheck deck edit NAME --by title` (or code).",
    "saved-card-recoded": "The code {code} is nobody's any more; taken by title and pack: {cards}.",
    "saved-card-renamed": "What was saved as {title} ({pack}) is {cards} now.",
    # About reading lines of text.
    "at-line": "Line {line}: ",
    "hint": " Did you mean {suggestions}?",
    "odd-characters": " It holds {odd}.",
    "unknown-card": "{at}unknown card, {found}x, it may be anything: {text!r} (card data of "
    "{data}).{odd}{hint}",
    "unknown-agenda-title": "{at}unknown agenda, what it allows or demands can't be told: {text!r} "
    "(card data of {data}).{odd}{hint}",
    "unknown-pack": "{at}nobody knows the pack {pack!r}, and no other version is taken for it: "
    "{text!r}.{hint}",
    "not-in-pack": "{at}the pack {pack!r} holds no such card, and no other version is taken for "
    "it: {text!r}.{hint}",
    "assumed-printing": "{at}several cards have this title; taken: {cards} ({why}), not {others}.",
    "because-heading": "it fits the heading",
    "because-admits": "faction and agendas admit it",
    "because-released": "it is released",
    "because-not-banned": "it isn't banned",
    "because-earliest": "the earliest released",
    "otherwise-True": " With {cards} the deck would be legal.",
    "otherwise-False": " With {cards} it would not be legal.",
    "otherwise-None": " With {cards} that couldn't be told.",
    "read-as": "{at}{text!r} was read as {read_as}: {cards}.",
    "read-as-hero": "{at}{text!r} stands above the cards and is a hero's name: it was read as the "
    "hero {cards}.",
    "read-as-faction": "{at}{text!r} was read as {read_as}.",
    "summed-lines": "Lines {lines} are one card, {found} copies: {cards}.",
    "heading-count": "{at}the heading {heading!r} says {expected}, but under it stand {found}.",
    "total-count": "{at}the list says that it holds {expected} cards, but {found} were read.",
    "set-aside": "{at}{found} under {heading!r} are kept apart and are no part of the deck.",
    "heading-remark": "{at}{heading!r} was read as a heading, but {marker!r} beside it was not "
    "understood.",
    "more-unread": "{found} more lines were not understood.",
    "more-unknown": "{found} more lines mean cards that nobody knows: they may be anything.",
    "unknown-marker": "{at}{marker!r} was not understood, the card was: {text!r}.",
    "struck-out": "{at}struck out, so it isn't counted: {text!r}.",
    "too-long": "{at}too long to be a line of a decklist; it wasn't read.",
    "two-factions": "{at}the deck names two factions, {first} and {second}; the first was taken.",
    "two-decks": "{at}{text!r} names another faction than {first} below the first cards: these "
    "look like two decks; part them with a line of ===.",
    "left-out": "Condition or price stand on {found} lines; a deck has no room for them.",
    # About reading what isn't lines of text.
    "bad-count": "{at}the count is {copies}, which is no number of copies from 1 to {most}: "
    "{text!r}.",
    "no-count": "{at}no count stands there: {text!r}.",
    "count-too-long": "{at}the count is a number too long, not one of copies from 1 to {most}: "
    "{text!r}.",
    "unreadable-row": "{place} can't be read: {reason}",
    "unread-row": "{at}not understood, and it should mean a card: {text!r}.",
    "unknown-key": 'The key "{key}" means nothing here and was left out.',
    "unknown-key-near": 'The key "{key}" means nothing here; it may be a slip for "{near}".',
    "decoded-as": "This isn't UTF-8, it was read as {encoding}; if letters look wrong, save it as "
    "UTF-8.",
    "by-title": "{at}the id {id} is nobody's here; taken by its title, {title!r}.",
    "title-differs": "{at}the id {id} means {cards}, but the title beside it is {title!r}; the id "
    "was taken.",
    # About a squad and the deal it is hired from.
    "squad-head": "{name}: seed {seed}, {player}, {gold} gold and {silver} silver",
    "squad-first": "first player",
    "squad-second": "second player",
    "squad-thrown": "deal {number}, thrown back for 1 gold: {cards}",
    "squad-deal": "deal {number}, the hired marked with *:",
    "squad-elite": "{cost} gold",
    "squad-plain": "{cost} silver",
    "squad-hired": "{cards} of {dealt} cards hired for {paid} crystals; elements: {elements}, "
    "{penalty} gold for them; {gold} gold and {silver} silver left",
    "squad-none": "none",
    "settings-clash": "{other} sets {parameter} to {expected}, but {source} sets it to {found}.",
}

_OTHERS = 6
"""Other versions of a title that are named, at most."""

MESSAGES = Table("language", {"en": "deckcheck.messages:EN", "ru": "deckcheck.messages_ru:RU"})
"""Language → its templates by key."""


class Speaker(NamedTuple):
    """What is needed to name things: the deck's game, and how to get at a card."""

    game: Any
    card: Callable[[str], Card | None]
    pack_name: Callable[[str], str] = lambda code: code
    lang: str = "en"
    versions: Callable[[str], Iterable[tuple[str, tuple[str, ...]]]] | None = None
    """Code of a card → the other versions of it that may be played (code, what the list says)."""
    most: int = 8
    """Cards that a sentence names before it says how many more there are."""

    def name(self, code: str) -> str:
        """`Title (Pack) 01001`, or the code alone for a card nobody knows."""
        card = self.card(code)
        return code if card is None else f"{card.title} ({card.pack}) {code}"


def text(finding: Finding, speaker: Speaker) -> str:
    """The finding's sentence, without its source."""
    key = finding.template
    template: str | None = MESSAGES[speaker.lang].get(key) or EN.get(key)
    if template is None:
        return str(_COMPOSED[speaker.lang][finding.template](finding, speaker))
    values = {
        **(finding.args if speaker.lang == "en" else _WORDS[speaker.lang](finding.args)),
        **fragments(finding, speaker),
        "cards": ", ".join(speaker.name(code) for code in finding.cards),
        "found": finding.found,
        "expected": finding.expected,
        "line": finding.line,
        "section": finding.section,
        "source": finding.source.source,
        "choice": _choice(finding.args, speaker),
    }
    return template.format_map(values)


def fragments(finding: Finding, speaker: Speaker) -> dict[str, str]:
    """Parts of sentences about lines: where it is, what may have been meant, what is odd in it."""
    say = MESSAGES[speaker.lang]
    near = finding.args.get("suggestions") or ()
    odd = finding.args.get("odd") or ()
    return {
        "at": say["at-line"].format(line=finding.line) if finding.line else "",
        "hint": say["hint"].format(suggestions=", ".join(near)) if near else "",
        "odd": say["odd-characters"].format(odd=", ".join(odd)) if odd else "",
        "lines": ", ".join(str(line) for line in finding.args.get("lines", ())),
    }


def _assumed(finding: Finding, speaker: Speaker) -> str:
    """Which version of a title was taken, why, and which other would change the verdict."""
    args, say = finding.args, EN
    why = ", ".join(say[f"because-{reason}"] for reason in args["why"])
    others = [speaker.name(code) for code in args["others"][:_OTHERS]]
    more = len(args["others"]) - len(others)
    sentence = say["assumed-printing"].format(
        at=fragments(finding, speaker)["at"],
        cards=speaker.name(finding.cards[0]),
        why=why,
        others=", ".join(others) + (f" +{more}" if more > 0 else ""),
    )
    for code, verdict in args["otherwise"][:_OTHERS]:
        sentence += say[f"otherwise-{verdict}"].format(cards=speaker.name(code))
    return sentence


def _choice(args: Mapping[str, Any], speaker: Speaker) -> str:
    return "; ".join(
        f"{one['name']} {' and '.join(one['values']) or 'none'}" for one in args.get("choices", ())
    )


def _titles(finding: Finding, speaker: Speaker, most: int = 0) -> str:
    most = max(most, speaker.most)
    dated = finding.code == "unreleased"
    names = [speaker.name(code) + _release(code, speaker, dated) for code in finding.cards[:most]]
    more = len(finding.cards) - most
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")


def _release(code: str, speaker: Speaker, dated: bool) -> str:
    """` (released 2026-07-01)`, where the date is what is wrong."""
    card = speaker.card(code) if dated else None
    if card is None:
        return ""
    return f" (released {card.released})" if card.released else " (never released)"


def faction_names(speaker: Speaker) -> dict[str, str]:
    """Code of a faction that can be played → its name, in the speaker's game."""
    return {f.code: f.name for f in speaker.game.factions.values() if f.playable}


def _count(finding: Finding, speaker: Speaker) -> str:
    """`Draw deck: 59 cards, at least 60`; groups name what they are of."""
    args = finding.args
    what = noun(args["where"], speaker.game.fields, faction_names(speaker))
    what = quantity(args["of"], what)
    where = subject(args, finding.section)
    found: Any = finding.found
    tail = " (can't be told for sure)" if args.get("state") == "unknown" else ""
    if args.get("relaxed"):
        tail = f" (unless the {speaker.game.agenda_type} without rules here says otherwise)"
    if {"title", "name", "id"} & {*args.get("per", ())}:
        copies = counted(found, "copies")
        most = "none allowed" if finding.expected == "0" else finding.expected
        return f"{where}: {copies} of {_titles(finding, speaker)}, {most}{tail}"
    what = _of_group(finding, speaker, what)
    if finding.severity == "warning":
        return f"{where}: {counted(found, what)}: {_titles(finding, speaker)}{tail}"
    if finding.expected == "0" and finding.cards:
        shown = counted(found, what)
        allowed = "none allowed"
        if finding.source.sure == "open":
            allowed = "which may not be allowed"
        return f"{where}: {shown}, {allowed}: {_titles(finding, speaker)}{tail}"
    named = args["where"] or args["of"] == "doubled" or finding.section in _FEW_CARDS
    listed = f": {_titles(finding, speaker)}" if named and finding.cards else ""
    return f"{where}: {counted(found, what)}, {finding.expected}{listed}{tail}"


_FEW_CARDS = ("agenda", "hero")
"""Sections whose cards are always named, being few."""


def _of_group(finding: Finding, speaker: Speaker, what: str) -> str:
    """The words for a group that shares a value: `House Stark cards`, `cards for melee only`."""
    per = finding.args.get("per")
    if not per:
        return what
    card = speaker.card(finding.cards[0]) if finding.cards else None
    value = str(card.facts.get(per[0], "")) if card is not None else ""
    if per == ("only",) and value:
        return f"cards for {value} only"
    if per == ("faction",) and value:
        return f"{what} of {faction_names(speaker).get(value, value)}"
    return f"{what} of one {' and '.join(per)}"


def _listed(finding: Finding, speaker: Speaker) -> str:
    """What a legality list says of these cards, and which other versions of them fare better."""
    names, found = _titles(finding, speaker, 20), finding.found
    beside = finding.args.get("beside")
    if finding.code == "banned":
        sentence = f"Banned, {counted(found, 'copies')}: {names}"
    elif finding.args.get("per"):
        sentence = f"{found} restricted versions of one title, {finding.expected}: {names}"
    elif finding.code == "restricted":
        sentence = f"{found} restricted titles, {finding.expected}: {names}"
    elif finding.code == "not-in-packs":
        copies = "copy is" if found == 1 else "copies are"
        sentence = f"{found} {copies} of packs that the list doesn't name: {names}"
    elif beside is not None:
        copies = counted(found, "copies")
        sentence = f"{copies} not allowed beside {speaker.name(beside)}: {names}"
    else:
        sentence = f"{found} cards of one pod, {finding.expected}: {names}"
    return sentence + _other_versions(finding, speaker)


def _other_versions(finding: Finding, speaker: Speaker) -> str:
    """`; Trade Routes (R) 17135 is only restricted`, for versions that are better off."""
    if speaker.versions is None or finding.code == "pod":
        return ""
    said = []
    for code in finding.cards:
        for other, status in speaker.versions(code):
            if not status:
                said.append(f"{speaker.name(other)} is free")
            elif finding.code == "banned":
                words = " and in ".join(status) if status[0] == "restricted" else status[0]
                said.append(f"{speaker.name(other)} is only {words}")
    return "".join(f"; {words}" for words in dict.fromkeys(said[:_OTHERS]))


def _not_allowed(finding: Finding, speaker: Speaker) -> str:
    verb = "is" if finding.found == 1 else "are"
    if finding.severity == "unknown":
        verb = "may be" if finding.args.get("relaxed") else "perhaps " + verb
    where = subject({}, finding.section)
    ways = _WAYS_IN[speaker.game.agenda_type]
    shown = counted(finding.found, "cards")
    return f"{where}: {shown} {verb} {ways}: {_titles(finding, speaker, 20)}"


_WAYS_IN = {
    "agenda": "neither neutral, nor of the deck's faction, nor let in by an agenda",
    "hero": "neither neutral, nor of the hero's element, nor let in by hero or card",
}
"""Type of the cards that let others in → the ways in there are."""


_RULES: dict[str, Callable[[Finding, Speaker], str]] = {
    "assumed-version": _assumed,
    "count": _count,
    "listed": _listed,
    "not-allowed": _not_allowed,
}
_COMPOSED = Table(
    "language", {"en": "deckcheck.messages:_RULES", "ru": "deckcheck.messages_ru:RULES"}
)
"""Language → sentences made from the row they come from."""
_WORDS = Table("language", {"ru": "deckcheck.messages_ru:wished"})
"""Language → what makes the words among a finding's values that language's."""
