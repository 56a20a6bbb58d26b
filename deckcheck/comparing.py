"""Two decks side by side, and one deck in twenty letters.

`differences` says what to add and take out to make one deck the other, in the order that cards
are pulled from a binder. `fingerprint` names a deck for a deck check at an event. Pure; may
import model and below.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from deckcheck.errors import InputError
from deckcheck.model import Card, Deck, Pool

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U, which are misread or misheard."""
_GROUPS, _GROUP = 5, 4


class Change(NamedTuple):
    """Copies of a card to add (above 0) or take out (below 0), in a section."""

    section: str
    code: str
    card: Card | None
    copies: int


def differences(
    first: Deck, second: Deck, pool: Pool, section_of: Mapping[str, str]
) -> list[Change]:
    """What makes the first deck the second: section by section, by pack and position.

    `section_of` = card type → section. Faction and hero count as one card of their own section;
    a card that nobody knows stands at the end of its section.
    """
    changes: list[Change] = []
    for section, before, after in (
        ("faction", _one(first.faction), _one(second.faction)),
        ("agenda", _counted(first.agendas), _counted(second.agendas)),
        ("hero", _one(first.hero), _one(second.hero)),
        ("", first.cards, second.cards),
        ("side", first.side, second.side),
    ):
        for code in {**before, **after}:
            copies = after.get(code, 0) - before.get(code, 0)
            if copies:
                card = None if section == "faction" else pool.card(code)
                where = section or (section_of.get(card.type, "") if card else "")
                changes.append(Change(where, code, card, copies))
    packs = pool.packs()
    sections = ["faction", "agenda", "hero", *dict.fromkeys(section_of.values()), "side", ""]

    def pulling(change: Change) -> tuple[int, int, int, str]:
        card = change.card
        pack = packs.get(card.pack) if card else None
        order = pack.order if pack else len(packs)
        position = card.position if card and card.position is not None else 0
        return (sections.index(change.section), order, position, change.code)

    return sorted(changes, key=pulling)


def _one(code: str | None) -> dict[str, int]:
    return {code: 1} if code else {}


def _counted(codes: tuple[str, ...]) -> dict[str, int]:
    return {code: codes.count(code) for code in codes}


def canonical(deck: Deck) -> str:
    """The text that a fingerprint is of: what is in the deck, sorted, a line each.

    Game, faction, agendas and `code:count`; not name, notes, format or list. Raises InputError
    for a deck with cards that nobody knows, which no fingerprint could stand for.
    """
    lost = [line for line in deck.unread if line.copies]
    if lost:
        raise InputError(
            f"{deck.name or 'The deck'}: cards that nobody knows are in it ({len(lost)} lines, the "
            f"first: {lost[0].text!r}), so it has no fingerprint; correct them and try again."
        )
    lines = [f"game {deck.game}"]
    if deck.faction:
        lines.append(f"faction {deck.faction}")
    lines += [f"agenda {code}" for code in sorted(deck.agendas)]
    if deck.hero:
        lines.append(f"hero {deck.hero}")
    lines += [f"{code}:{copies}" for code, copies in sorted(deck.cards.items()) if copies]
    lines += [f"side {code}:{copies}" for code, copies in sorted(deck.side.items()) if copies]
    return "\n".join(lines) + "\n"


def fingerprint(deck: Deck) -> str:
    """Five groups of four letters: the first 100 bits of SHA-256 over `canonical`, in base 32.

    The same for the same deck in every layout and language. Raises InputError as `canonical`.
    """
    digest = hashlib.sha256(canonical(deck).encode()).digest()
    number = int.from_bytes(digest, "big") >> (256 - 5 * _GROUPS * _GROUP)
    letters = ""
    for _ in range(_GROUPS * _GROUP):
        number, rest = divmod(number, 32)
        letters = _LETTERS[rest] + letters
    return "-".join(letters[i : i + _GROUP] for i in range(0, len(letters), _GROUP))
