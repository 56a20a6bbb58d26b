"""Agendas as people write them in the opening of a list: several on a line, short, misspelt.

Asked when a text isn't exactly one agenda's title. What can't be read surely stays one unknown
agenda, in the words it was written. May import names, folding and base; knows no layout.
"""

from __future__ import annotations

import re

from deckcheck.codecs.base import Desk
from deckcheck.folding import ARTICLES, fold, words
from deckcheck.model import Card
from deckcheck.names import Match, Names, within_edits

_SIGNS = r"\s*[,;:/|+&()\[\]]+\s*|\s+(?:[-–—]+|and|with|w|plus|und|mit)\s+"
"""What may stand between two agendas."""
_MOST = 12
"""Pieces of a line that are tried, each with all that follow it."""
_FILLERS = frozenset({"", "agenda", "agendas", "banner", "banners", "my agenda"})


class Agendas:
    """The agendas of one game, looked for in what people write. Make one for a file."""

    def __init__(self, desk: Desk, names: Names) -> None:
        self._kind: str = desk.game.agenda_type
        self._names = names
        self._known = [(_bare(c.title), c) for c in desk.pool.all() if c.type == self._kind]
        self._short: dict[str, list[Card]] = {}
        for _, card in self._known:
            self._short.setdefault(_initials(card.title), []).append(card)

    def read(self, text: str) -> list[Match]:
        """The agendas of a text, in order; empty if no piece of it is one.

        A piece that is none comes as a match without cards, with its text as `read_as`.
        """
        whole = self.one(text)
        if whole is not None:
            return [whole]
        spans = _spans(text)
        if not 1 < len(spans) <= _MOST:
            return []
        found: list[Match] = []
        at = 0
        while at < len(spans):
            banner = any(map(_is_banner, found))
            match, end = None, at + 1
            for last in range(len(spans), at, -1):
                match = self.one(text[spans[at][0] : spans[last - 1][1]], banner=banner)
                if match is not None:
                    end = last
                    break
            piece = text[spans[at][0] : spans[end - 1][1]].strip()
            if match is not None:
                found.append(match)
            elif fold(piece) not in _FILLERS:
                found.append(Match(read_as=piece))
            at = end
        return found if any(match.cards for match in found) else []

    def one(self, text: str, *, banner: bool = False) -> Match | None:
        """The agenda that a text means; None if it surely means none.

        `banner`: whether `Lion` may stand for a title of which it is the last word.
        """
        match = self._names.match(text, exactly=True)
        if match.cards:
            cards = tuple(card for card in match.cards if card.type == self._kind)
            return match._replace(cards=cards) if cards else None
        bare = _bare(text)
        if match.fault or not bare:
            return None
        ways = [
            [card for key, card in self._known if key == bare],
            [card for key, card in self._known if banner and key == f"banner of {bare}"],
            [card for key, card in self._known if _near(bare, key)],
            self._short.get(bare, []) if len(bare) > 2 else [],
        ]
        cards = tuple(next((way for way in ways if way), ()))
        if len({card.title for card in cards}) != 1:
            return None
        return Match(cards, "edit", cards[0].title)


def _bare(text: str) -> str:
    """The words of a title in their order, without articles."""
    return " ".join(word for word in words(text) if word not in ARTICLES)


def _is_banner(match: Match) -> bool:
    """Whether an agenda lets banners follow it, or is one: by its title."""
    return any(fold(card.title).startswith(("alliance", "banner of")) for card in match.cards)


def _spans(text: str) -> list[tuple[int, int]]:
    """Begin and end of the pieces between signs."""
    spans, start = [], 0
    for sign in re.finditer(_SIGNS, text, re.IGNORECASE):
        spans.append((start, sign.start()))
        start = sign.end()
    spans.append((start, len(text)))
    return [(a, b) for a, b in spans if text[a:b].strip()]


def _near(given: str, title: str) -> bool:
    """Whether a text is a slip or two away from a title, both without articles."""
    if abs(len(given) - len(title)) > 2 or len(given.split()) != len(title.split()):
        return False
    return within_edits(given, title)


def _initials(title: str) -> str:
    """`The Lord of the Crossing` → `lotc`."""
    letters = "".join(word[0] for word in words(title))
    return letters[1:] if words(title)[0] in ARTICLES else letters
