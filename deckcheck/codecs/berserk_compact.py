"""`berserk-compact`: a whole deck of Берсерк in one short string, for links and chats.

`#`, then three characters of URL-safe base64 a card: 18 bits, of which 3 are the count, 7 the
place of the set in the list of sets, 8 the number in the set. Knows no rule.
"""

from __future__ import annotations

from collections import Counter

from deckcheck.codecs.base import Desk, Draft
from deckcheck.codecs.berserk_lines import id_of
from deckcheck.codecs.rows import Row, Rows
from deckcheck.codecs.slots import clean
from deckcheck.errors import InputError
from deckcheck.model import Deck

NAME = "berserk-compact"
TITLE = "Берсерк: the compact string, three characters a card"
GAMES = ("berserk",)
CARRIES: frozenset[str] = frozenset()

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SETS = (10, 20, 21, 22, 30, 40, 50, 60, 70)
"""The relaunch's sets in the order of their numbers: a place in this list is what is written."""
_MOST = 7
"""Copies that three bits hold; more are written as several cards."""
_LONGEST = 3_000


def sniff(text: str) -> int:
    """Sure of one line of `#` and characters in threes that stand for cards of known sets."""
    bare = text.strip()
    if not bare.startswith("#") or not 3 < len(bare) <= _LONGEST or len(bare) % 3 != 1:
        return 0
    if not all(char in _LETTERS for char in bare[1:]):
        return 0
    cards = [_triplet(bare[at : at + 3]) for at in range(1, len(bare), 3)]
    return 94 if all(n and s < len(_SETS) and number for n, s, number in cards) else 0


def read(text: str, desk: Desk) -> list[Draft]:
    """The one deck. Raises InputError for a string that isn't made so."""
    bare = text.strip()
    if not bare.startswith("#") or len(bare) == 1:
        raise InputError("A compact deck is one line of # and three characters for each card.")
    if len(bare) > _LONGEST:
        raise InputError(f"A compact deck is no longer than {_LONGEST} characters.")
    for at, char in enumerate(bare, 1):
        if at > 1 and char not in _LETTERS:
            raise InputError(
                f"This compact deck holds {clean(char)!r} as character {at}; "
                "there may be letters, digits, - and _."
            )
    held: Counter[str] = Counter()
    rows = Rows(desk)
    for at in range(1, len(bare), 3):
        part = bare[at : at + 3]
        copies, place, number = _triplet(part) if len(part) == 3 else (0, 0, 0)
        if not copies or not number or place >= len(_SETS):
            rows.lose(part)
        else:
            held[f"{_SETS[place]}/{number}"] += copies
    for code, copies in held.items():
        rows.add(Row(copies, code))
    return [rows.draft()._replace(lines={"card": 1})]


def _triplet(part: str) -> tuple[int, int, int]:
    """Count, place of the set and number of three characters."""
    bits = 0
    for char in part:
        bits = bits << 6 | _LETTERS.index(char)
    return bits >> 15, bits >> 8 & 127, bits & 255


def write(deck: Deck, desk: Desk) -> str:
    """The cards that have a place in the string; `losses` names the others."""
    parts = []
    for code, copies in sorted(deck.cards.items(), key=lambda row: (id_of(row[0]) or 0, row[0])):
        where = _place(code)
        while where is not None and copies > 0:
            bits = min(copies, _MOST) << 15 | where[0] << 8 | where[1]
            parts.append("".join(_LETTERS[bits >> shift & 63] for shift in (12, 6, 0)))
            copies -= _MOST
    return "#" + "".join(parts) + "\n"


def _place(code: str) -> tuple[int, int] | None:
    """Place of the set and number of a code; None where the string has no room for it."""
    place, number = divmod(id_of(code) or 0, 1000)
    return (_SETS.index(place), number) if place in _SETS and number < 256 else None


def losses(deck: Deck, desk: Desk) -> list[str]:
    """Cards that have no place in the string."""
    known = desk.pool.cards(deck.cards)
    lost = [known[c].title if c in known else c for c in deck.cards if _place(c) is None]
    return [f"These have no place in the compact string: {', '.join(lost)}."] if lost else []
