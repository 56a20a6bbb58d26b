"""Codes and counts made into a Draft, for every layout that isn't lines of text.

A layout says which codes (or titles) stand where and how often; what follows is the same for
all of them: is the code known, is it an agenda, is the count one, what travels along unread.
May import model, findings, folding, names and base; knows no layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeGuard

from deckcheck.codecs.base import Desk, Entry
from deckcheck.findings import Finding
from deckcheck.folding import fold
from deckcheck.model import Card, Deck, Unread

MAX_COPIES = 99_999
"""A larger count is a mistake of the file: refused by name, never clamped."""


_CONTROLS = dict.fromkeys(
    # C0 and C1 but newline and tab; direction overrides; what is no character at all.
    (
        *(*range(9), 11, 12, *range(14, 32), *range(127, 160)),
        *(*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFFFE, 0xFFFF),
    )
)


class Slot(NamedTuple):
    """So many copies of a code, as a structured layout says it."""

    code: str
    copies: Any
    """As given; anything but a whole number from 1 to `MAX_COPIES` becomes a finding."""
    section: str = "main"
    """`main`, `side`, `agenda` or `aside`."""


class Read(NamedTuple):
    """What slots came to; `draft._replace(**read._asdict())` takes it over."""

    agendas: tuple[Entry, ...]
    entries: tuple[Entry, ...]
    unread: tuple[Unread, ...]
    findings: tuple[Finding, ...]


def read_slots(desk: Desk, slots: Iterable[Slot]) -> Read:
    """Entries for the slots, agendas apart; one question to the pool for all of them.

    A code that nobody knows stays decided: it is what the deck says, the check calls it unknown,
    and it is found as soon as the card data have it.
    """
    given = list(slots)
    known = desk.pool.cards({slot.code for slot in given})
    agendas: list[Entry] = []
    entries: list[Entry] = []
    unread: list[Unread] = []
    findings: list[Finding] = []
    for slot in given:
        if not is_count(slot.copies):
            lost, finding = bad_count(slot.code, slot.copies)
            unread.append(lost)
            findings.append(finding)
            continue
        card = known.get(slot.code)
        code = card.code if card else clean(slot.code)
        text = line_of(slot.copies, card.title if card else code, "")
        entry = Entry(slot.copies, (code,), 0, text, section=_section(desk, slot, card))
        (agendas if entry.section == "agenda" else entries).append(entry)
    return Read(tuple(agendas), tuple(entries), tuple(unread), tuple(findings))


def _section(desk: Desk, slot: Slot, card: Card | None) -> str:
    if slot.section == "main" and card and desk.game.section(card) == "agenda":
        return "agenda"
    return slot.section


def is_count(copies: Any) -> TypeGuard[int]:
    """Whether this is a number of copies: whole, from 1 to `MAX_COPIES`."""
    return isinstance(copies, int) and not isinstance(copies, bool) and 0 < copies <= MAX_COPIES


def bad_count(name: str, copies: Any, line: int = 0) -> tuple[Unread, Finding]:
    """What becomes of a card whose count is none: kept by name, and said.

    No copies (0) is odd, but plain; of anything else nobody can tell how many were meant.
    """
    shown = "nothing" if copies is None else str(copies)[:20]
    text = clean(name if copies is None else f"{name}: {shown}")
    finding = Finding(
        "bad-count",
        "warning" if copies == 0 and not isinstance(copies, bool) else "unknown",
        "no-count" if copies is None else "bad-count",
        {"text": text, "copies": clean(shown), "most": MAX_COPIES},
        found=clean(shown),
        line=line or None,
    )
    return Unread(line, text, 0), finding


def line_of(copies: int, title: str, tag: str) -> str:
    """The line for a card that every reader of ours understands: `3x Title (tag)`."""
    return f"{copies}x {title} ({tag})" if tag else f"{copies}x {title}"


def faction_of(desk: Desk, text: str) -> str | None:
    """Code of the faction called `text`; the text itself when none is; None for no text."""
    text = clean(text)
    found = desk.game.faction_called(text) if text else None
    return str(found.code) if found else text or None


def clean(text: str, *, lines: bool = False) -> str:
    """The text without control characters (a console would obey them, XML can't hold them).

    A name is one line; `lines` keeps newlines and tabs, for notes.
    """
    if text.isascii() and text.isprintable():
        return text.strip()
    if lines:
        return text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS).strip()
    return " ".join(text.replace("\u2028", " ").replace("\u2029", " ").split(None)).translate(
        _CONTROLS
    )


def grouped(deck: Deck, desk: Desk) -> list[tuple[str, list[tuple[Card, int]]]]:
    """The deck's cards by type in the game's order, each group by title, then code.

    Codes that the card data don't know are not among them; `strangers` has those.
    """
    known = desk.pool.cards(deck.cards)
    groups: dict[str, list[tuple[Card, int]]] = {kind: [] for kind in desk.game.types}
    for code, copies in deck.cards.items():
        if code in known:
            groups.setdefault(known[code].type, []).append((known[code], copies))
    for rows in groups.values():
        rows.sort(key=lambda row: (fold(row[0].title), row[0].code))
    return [(kind, rows) for kind, rows in groups.items() if rows]


def strangers(deck: Deck, desk: Desk) -> list[Unread]:
    """What a writer can't name as a card: codes that nobody knows, then the unread lines."""
    known = desk.pool.cards(deck.cards)
    lost = [
        Unread(0, line_of(copies, code, ""), copies)
        for code, copies in deck.cards.items()
        if code not in known
    ]
    return lost + list(deck.unread)
