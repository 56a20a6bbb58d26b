"""Words beside a title that are no part of it: `Title (great card!)`, `Title (Event)`, `Title - …`.

Asked only where the whole text is no title. A type or a faction in brackets narrows, as a heading
does; anything else is a remark that the caller reports. What stands in brackets beside a title of
several versions may be a pack, so it's left alone. May import names, folding and base.
"""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.codecs.base import Desk
from deckcheck.folding import fold, words
from deckcheck.model import Card
from deckcheck.names import Match, Names

_SIGNS = (" - ", " – ", " — ", " <", " *", ": ", "; ", ", ", " // ", " ~ ", "! ")
_CLOSING = {")": "(", "]": "["}
_DEEPEST = 4
"""Brackets behind a title that are looked into."""


def bracketed(text: str, names: Names, desk: Desk) -> Match | None:
    """The card before remarks in brackets; None if no title stands there."""
    found = _bracketed(text.strip(), names, desk, _DEEPEST)
    return found[1] if found else None


def signed(text: str, names: Names, desk: Desk) -> Match | None:
    """The card before a remark behind a dash, a comma or the like; None if no title does."""
    for sign in _SIGNS:
        head, found, tail = text.partition(sign)
        if not found or not words(head):
            continue
        if sign == "! ":
            head += "!"
        match = names.match(head, exactly=True)
        if not match.cards:
            inner = bracketed(head, names, desk)
            match = inner if inner is not None else match
        tail = f"{sign.strip()} {tail}".strip("-–—:;,~ ") if sign != "! " else tail.strip()
        if match.cards and _is_remark(tail, names):
            several = len(match.cards) > 1 and len(words(tail)) < 2
            return None if several else match._replace(markers=(*match.markers, tail))
    return None


def _bracketed(text: str, names: Names, desk: Desk, depth: int) -> tuple[str, Match] | None:
    """The title that brackets follow, and the card with what the brackets say of it."""
    if not depth or text[-1:] not in _CLOSING:
        return None
    at = text.rfind(_CLOSING[text[-1]])
    head, tail = text[:at].strip(), text[at + 1 : -1].strip()
    if at <= 0 or not head:
        return None
    match = names.match(head, exactly=True)
    inner = (head, match) if match.cards else _bracketed(head, names, desk, depth - 1)
    if inner is None:
        return None
    title, match = inner
    if names.pack(tail) is not None:
        bound = names.match(title, tail, exactly=True)
        return (title, bound._replace(markers=match.markers)) if bound.cards else None
    hint = hinted(tail, desk)
    if hint is not None:
        some = tuple(card for card in match.cards if hint(card))
        if some:
            return title, match._replace(cards=some)
    elif len(match.cards) > 1 or _like_a_pack(tail) or not _is_remark(tail, names):
        return None
    shown = text[at:]
    return title, match._replace(markers=(*match.markers, shown))


_SMALL = frozenset(["a", "an", "and", "at", "for", "from", "in", "of", "on", "or", "the", "to"])


def _like_a_pack(text: str) -> bool:
    """Whether this may be a pack that the data don't have yet: `XYZ`, `Winds of Change`.

    A pack is binding: another version isn't taken for one in a pack that nobody knows.
    """
    said = [word for word in text.split() if word not in _SMALL]
    plain = all(c.isalnum() or c in " -'’:#" for c in text)
    return plain and bool(said) and all(word[0].isupper() or word[0].isdigit() for word in said)


def _is_remark(text: str, names: Names) -> bool:
    """Whether a text says nothing that may mean cards: no title, no count, no number of a card."""
    if not text.strip() or "#" in text:
        return False
    from deckcheck.codecs.odd import is_counted

    return not is_counted(text) and not names.match(text, exactly=True).cards


def hinted(text: str, desk: Desk) -> Callable[[Card], bool] | None:
    """What a text asks of a card, if it names a type, a faction, or both: `Stark character`."""
    one = _hint(text, desk)
    if one is not None:
        return one
    hints = [_hint(word, desk) for word in text.replace(",", " ").split()]
    if len(hints) < 2 or None in hints:
        return None
    return lambda card: all(hint is not None and hint(card) for hint in hints)


def _hint(text: str, desk: Desk) -> Callable[[Card], bool] | None:
    word, game = fold(text), desk.game
    kind = game.headings.get(word, word.removesuffix("s"))
    if kind in game.types:
        return lambda card: card.type == kind
    faction = game.faction_called(text)
    if faction is not None:
        return lambda card: card.facts.get("faction") == faction.code
    return None
