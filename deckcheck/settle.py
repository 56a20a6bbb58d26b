"""A Draft settled into a Deck: which printing a bare title means, and what is left unknown.

A title with several candidates is narrowed, as far as something remains, by: the type of the
heading it stands under; what the deck's faction and agendas admit; released on the date; not
banned by the list; and then the earliest released, so that the same file reads the same next
year. (A pack or position that was given has decided before: `names.py`.) What was taken and why
is a finding, and so is everything that isn't an exact match. May import codecs.base, findings
and model; asks a Judge and knows no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from deckcheck.codecs.base import Desk, Draft, Entry
from deckcheck.codecs.lines import leading
from deckcheck.codecs.tally import read_as
from deckcheck.codecs.unread import parts
from deckcheck.findings import MOST_TOLD, Finding, more_unknown
from deckcheck.model import Card, Deck, Unread, release_key

_MOST_TRIED = 12
"""Other versions of one title whose verdict is asked for."""


class Judge(Protocol):
    """What is asked about cards and decks while settling: one format, list and date."""

    def admits(self, card: Card, faction: str | None, agendas: Sequence[str]) -> bool:
        """Whether a deck of this faction and these agendas may hold the card."""

    def released(self, card: Card) -> bool:
        """Whether the card is out on the date."""

    def banned(self, card: Card) -> bool:
        """Whether the list bans the card."""

    def verdict(self, deck: Deck) -> bool | None:
        """Legal, not legal, or None: cannot tell."""


class Pick(NamedTuple):
    """What an entry was taken for."""

    entry: Entry
    card: Card
    why: tuple[str, ...]
    """What decided between several candidates, in order: `heading`, `admits`, `released`,
    `not-banned`, `earliest`. Empty = there was nothing to decide."""
    others: tuple[Card, ...]
    """The candidates that weren't taken."""


def settle(
    draft: Draft, desk: Desk, judge: Judge | None = None
) -> tuple[Deck, tuple[Finding, ...]]:
    """The Deck of a Draft, and everything that was found in reading it.

    Without a judge the heading and the release decide. Cards kept aside are left out. Unknown
    cards travel in `deck.unread` with their count; an unknown agenda stands in `deck.agendas` as
    it was written.
    """
    agendas, agenda_picks, lost = _agendas(draft, desk, judge)
    picks = list(agenda_picks)
    unread = list(draft.unread)
    cards: dict[str, int] = {}
    side: dict[str, int] = {}
    strange = 0
    for entry in draft.entries:
        if entry.section == "aside":
            continue
        pick = _pick(entry, desk, judge, draft.faction, agendas)
        if pick is None and len(entry.candidates) == 1:
            # A code that the data don't know (yet) is what the deck says; the judge names it.
            pile = side if entry.section == "side" else cards
            code = entry.candidates[0]
            pile[code] = pile.get(code, 0) + entry.copies
            continue
        if pick is None:
            unread.append(Unread(entry.line, entry.text, entry.copies))
            strange += 1
            if strange <= MOST_TOLD:
                lost.append(_unknown(entry, desk))
            continue
        picks.append(pick)
        if desk.game.section(pick.card) == "agenda" and entry.section != "side":
            agendas = (*agendas, *[pick.card.code] * entry.copies)
            continue
        pile = side if entry.section == "side" else cards
        pile[pick.card.code] = pile.get(pick.card.code, 0) + entry.copies
    if strange > MOST_TOLD:
        lost.append(more_unknown(strange - MOST_TOLD))
    hero = _pick(draft.hero, desk, judge, draft.faction, agendas) if draft.hero else None
    if draft.hero and hero is None:
        lost.append(_unknown(draft.hero, desk))
        unread.append(Unread(draft.hero.line, draft.hero.text, draft.hero.copies))
    deck = Deck(
        game=desk.game.name,
        name=draft.name,
        faction=draft.faction,
        agendas=agendas,
        hero=hero.card.code if hero else None,
        cards=dict(sorted(cards.items())),
        side=dict(sorted(side.items())),
        choices=draft.choices,
        drafted=draft.drafted,
        notes=draft.notes,
        unread=tuple(sorted(unread, key=lambda u: u.line)),
        format=draft.format,
        list=draft.list,
        on=draft.on,
    )
    said = [*draft.findings, *lost, *_said_of(picks, deck, desk, judge), *_summed(picks)]
    return deck, tuple(sorted(said, key=lambda finding: finding.line or 0))


def _agendas(
    draft: Draft, desk: Desk, judge: Judge | None
) -> tuple[tuple[str, ...], list[Pick], list[Finding]]:
    """Codes of the agendas, as many as are named; an unknown one as it was written."""
    codes: list[str] = []
    picks: list[Pick] = []
    lost: list[Finding] = []
    for entry in draft.agendas:
        pick = _pick(entry._replace(heading="agenda"), desk, judge, draft.faction, None)
        if pick is not None:
            picks.append(pick)
        else:
            lost.append(_unknown_agenda(entry, desk))
        codes += [pick.card.code if pick else _as_given(entry)] * entry.copies
    return tuple(codes), picks, lost


def _as_given(entry: Entry) -> str:
    """Code, or else title, of an agenda that nobody knows."""
    count = leading(entry.text)
    title, tag = parts(count.title if count else entry.text)
    return tag if tag.isascii() and tag.isdigit() else (f"{title} ({tag})" if tag else title)


def _pick(
    entry: Entry,
    desk: Desk,
    judge: Judge | None,
    faction: str | None,
    agendas: Sequence[str] | None,
) -> Pick | None:
    """The card that an entry means; None if nobody knows it. `agendas` None = is one itself."""
    known = desk.pool.cards(entry.candidates)
    candidates = sorted((known[c] for c in entry.candidates if c in known), key=release_key)
    if not candidates:
        return None
    kept, why = candidates, []
    for name, test in _tests(entry, desk, judge, faction, agendas):
        if len(kept) == 1:
            break
        some = [card for card in kept if test(card)]
        if some and len(some) < len(kept):
            why.append(name)
            kept = some
    if len(kept) > 1:
        why.append("earliest")
    others = tuple(card for card in candidates if card is not kept[0])
    return Pick(entry, kept[0], tuple(why), others)


def _tests(
    entry: Entry,
    desk: Desk,
    judge: Judge | None,
    faction: str | None,
    agendas: Sequence[str] | None,
) -> list[tuple[str, Callable[[Card], bool]]]:
    """What narrows, in order."""
    heading = entry.heading
    tests: list[tuple[str, Callable[[Card], bool]]] = [
        ("heading", lambda card: heading in (None, card.type, desk.game.section(card)))
    ]
    if judge is not None:
        if agendas is not None:
            tests.append(("admits", lambda card: judge.admits(card, faction, agendas)))
        tests.append(("released", judge.released))
        tests.append(("not-banned", lambda card: not judge.banned(card)))
    return tests


def _said_of(picks: Sequence[Pick], deck: Deck, desk: Desk, judge: Judge | None) -> list[Finding]:
    """`read-as` for matches that aren't exact, `assumed-printing` for choices made."""
    found = []
    verdict = judge.verdict(deck) if judge and any(pick.others for pick in picks) else None
    for pick in picks:
        entry, code = pick.entry, pick.card.code
        line = entry.line or None
        found += read_as(entry._replace(candidates=(code,)), desk)
        if pick.others:
            args: dict[str, Any] = {
                "text": entry.text,
                "why": pick.why,
                "others": tuple(card.code for card in pick.others),
                "otherwise": _otherwise(pick, deck, desk, judge, verdict) if judge else (),
            }
            found.append(
                Finding(
                    "assumed-printing", "info", "assumed-version", args, cards=(code,), line=line
                )
            )
    return found


def _otherwise(
    pick: Pick, deck: Deck, desk: Desk, judge: Judge, verdict: bool | None
) -> tuple[tuple[str, bool | None], ...]:
    """(code, verdict) of each other version that would change the verdict."""
    changed = []
    for card in pick.others[:_MOST_TRIED]:
        other = judge.verdict(_instead(deck, pick, card, desk))
        if other is not verdict:
            changed.append((card.code, other))
    return tuple(changed)


def _instead(deck: Deck, pick: Pick, card: Card, desk: Desk) -> Deck:
    """The deck with another version of what one entry means."""
    taken, copies = pick.card.code, pick.entry.copies
    agenda = desk.game.agenda_type
    if pick.card.type == agenda:
        agendas = tuple(card.code if code == taken else code for code in deck.agendas)
        if card.type == agenda:
            return deck._replace(agendas=agendas)
        kept = tuple(code for code in deck.agendas if code != taken)
        return deck._replace(agendas=kept, cards=_moved(deck.cards, None, card.code, copies))
    if pick.entry.section == "side":
        return deck._replace(side=_moved(deck.side, taken, card.code, copies))
    if card.type == agenda:
        agendas = (*deck.agendas, *[card.code] * copies)
        return deck._replace(agendas=agendas, cards=_moved(deck.cards, taken, None, copies))
    return deck._replace(cards=_moved(deck.cards, taken, card.code, copies))


def _moved(
    cards: Mapping[str, int], taken: str | None, given: str | None, copies: int
) -> dict[str, int]:
    """`cards` with so many copies of one code fewer and of another more."""
    moved = dict(cards)
    if taken is not None:
        moved[taken] = moved.get(taken, 0) - copies
        if moved[taken] <= 0:
            del moved[taken]
    if given is not None:
        moved[given] = moved.get(given, 0) + copies
    return moved


def _summed(picks: Sequence[Pick]) -> list[Finding]:
    """A finding for each card that stands on several lines."""
    lines: dict[tuple[str, str], list[Entry]] = {}
    for pick in picks:
        if pick.entry.line and pick.entry.section != "agenda":
            lines.setdefault((pick.entry.section, pick.card.code), []).append(pick.entry)
    return [
        Finding(
            *("summed-lines", "info", "summed-lines"),
            {"lines": tuple(dict.fromkeys(entry.line for entry in entries))},
            cards=(code,),
            found=sum(entry.copies for entry in entries),
            line=entries[-1].line,
        )
        for (_, code), entries in lines.items()
        if len({entry.line for entry in entries}) > 1
    ]


def _unknown(entry: Entry, desk: Desk) -> Finding:
    args = _unknown_args(entry, desk)
    return Finding(
        *("unknown-card", "unknown", "unknown-card", args),
        found=entry.copies,
        line=entry.line or None,
    )


def _unknown_agenda(entry: Entry, desk: Desk) -> Finding:
    args = _unknown_args(entry, desk)
    cards = (_as_given(entry),)
    return Finding(
        *("unknown-agenda", "unknown", "unknown-agenda-title", args, "agenda", cards),
        line=entry.line or None,
    )


def _unknown_args(entry: Entry, desk: Desk) -> dict[str, Any]:
    """What helps to find out what was meant: near titles, odd characters, the data's date."""
    from deckcheck.names import odd_characters

    return {
        "text": entry.text,
        "suggestions": entry.suggestions,
        "odd": odd_characters(entry.text),
        "data": desk.pool.snapshot,
    }
