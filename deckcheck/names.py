"""The one place that matches names: a title as somebody wrote it → the cards it may mean.

From sure to less sure: the folded title; its words in any order; its words without articles;
one or two edits. A coarser step counts only if it points at one title, and the caller says
"read as …" for it. What stays ambiguous or was cut off gets suggestions, never a guess. A pack
that is named is binding: nothing is swapped for another version. May import folding, tags and
model; rapidfuzz only after a miss. Knows no layout, no rule and no game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from deckcheck.folding import ARTICLES, bare_words, fold, sorted_words, words
from deckcheck.model import Card, Pool, release_key
from deckcheck.tags import bracketed, numbered, trailing, untag

SUGGESTIONS = 3
"""Near titles to name, at most."""

_LONGEST_TITLE = 120
"""Characters of a text that are compared with titles; no title comes near that."""
_NEAR = 70.0
"""Likeness (0-100, of letters or of words) below which a title isn't worth suggesting."""

MOST_SEARCHES = 500
"""For readers of files: a file that asks for more is no decklist, and would take minutes."""


class Match(NamedTuple):
    """What a text may mean."""

    cards: tuple[Card, ...] = ()
    """Candidates, earliest release first; more than one = versions of one title."""
    how: str = "none"
    """`exact`, `code`, `former` (as it was before an update), `words`, `bare`, `edit` or `none`."""
    read_as: str | None = None
    """The title taken, when the match isn't exact."""
    suggestions: tuple[str, ...] = ()
    """Near titles, best first, when there is no candidate."""
    pack: str | None = None
    """The pack as it was written, if one was."""
    fault: str | None = None
    """Why a known title has no candidate: `unknown-pack` (nobody knows the pack) or
    `not-in-pack` (the pack, or the number in it, holds no such card)."""
    markers: tuple[str, ...] = ()
    """Marks after the title that nobody here understands, as written."""


class Names:
    """Matches titles against a Pool. Make one for a file and use it for all its lines.

    `searches`: how often all titles may be gone through for one that isn't known (0.3 ms each);
    for suggestions, which take ten times as long, a fifth as often. None = no bound.
    """

    def __init__(self, pool: Pool, searches: int | None = None) -> None:
        self._pool = pool
        self._packs: dict[str, str | None] = {}
        self._pack_words: set[str] = set()
        self._spelt: dict[str, list[str]] = {}
        self._worded: dict[str, list[str]] = {}
        self._latin: dict[str, str] | None = None
        """Cyrillic titles as they are spelt in Latin letters → their spelling."""
        self._searches = searches
        self._suggesting = searches // 5 if searches is not None else None

    def match(
        self,
        text: str,
        pack: str | None = None,
        position: int | None = None,
        *,
        exactly: bool = False,
    ) -> Match:
        """The cards that `text` (a title, perhaps with its pack) may mean.

        `pack` and `position` are given where the layout keeps them apart. With `exactly`,
        only a title as printed (folded) counts, not one that is merely near.
        """
        title, markers = untag(text)
        if pack and pack.strip():
            found = self._in_named_pack(title, pack.strip(), position, exactly)
        else:
            found = self._whole(title) or self._with_tail(title, exactly) or Match()
            if not found.cards and not found.fault and not exactly:
                found = self._near(title, None, None)
        return found._replace(markers=markers) if markers else found

    def pack(self, text: str) -> str | None:
        """Code of the pack with this code or name (case, accents and articles aside)."""
        if not self._packs:
            self._index_packs()
        key = fold(text)
        return self._packs.get(key) or self._packs.get("\0" + bare_words(text))

    def suggest(self, text: str) -> tuple[str, ...]:
        """Titles like `text`, best first: a slip away, begun with it, then similar ones."""
        wanted = " ".join(words(text[:_LONGEST_TITLE]))
        if ARTICLES.issuperset(wanted.split()) or self._suggesting == 0:
            return ()
        if self._suggesting is not None:
            self._suggesting -= 1
        from rapidfuzz import fuzz, process
        from rapidfuzz.distance import OSA

        spelt = self._spellings()
        keys = list(spelt)
        edits = 1 if len(wanted) < 6 else 2
        near = process.extract(wanted, keys, scorer=OSA.distance, score_cutoff=edits, limit=9)
        ranked = [key for key, _, _ in sorted(near, key=lambda row: (row[1], row[0]))]
        ranked += sorted((t for t in keys if t.startswith(wanted)), key=lambda t: (len(t), t))[:3]
        like: dict[str, float] = {}
        sharing = [key for word in set(wanted.split()) for key in self._with_word(word)]
        for scorer, some in ((fuzz.ratio, keys), (fuzz.token_set_ratio, sharing)):
            rows = process.extract(wanted, some, scorer=scorer, score_cutoff=_NEAR, limit=9)
            for key, score, _ in rows:
                like[key] = max(score, like.get(key, 0.0))
        ranked += sorted(like, key=lambda key: (-like[key], abs(len(key) - len(wanted)), key))
        if wanted.isascii():
            ranked = self._transliterated(wanted) + ranked
        found: dict[str, str] = {}
        for key in dict.fromkeys(ranked):
            for printed in spelt[key]:
                if (cards := self._called(fold(printed))) and len(found) < SUGGESTIONS:
                    found.setdefault(cards[0].title, printed)
        return tuple(found.values())

    def _transliterated(self, wanted: str) -> list[str]:
        """Spellings of Cyrillic titles that a text in Latin letters may mean, best first."""
        from deckcheck.translit import skeleton

        if self._latin is None:
            foreign = [key for key in self._spellings() if not key.isascii()]
            self._latin = {skeleton(key): key for key in foreign}
        spelt = self._latin
        if not spelt:
            return []
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        bare = skeleton(wanted)
        edits = 1 if len(bare) < 6 else 2
        near = process.extract(bare, list(spelt), scorer=OSA.distance, score_cutoff=edits, limit=3)
        return [spelt[key] for key, _, _ in sorted(near, key=lambda row: (row[1], row[0]))]

    def _whole(self, title: str) -> Match | None:
        """The whole text as a title or as a card's code; a pack comes into it only afterwards."""
        cards = self._called(fold(title))
        if cards:
            return Match(cards, "exact")
        if any(c.isdigit() for c in title) and " " not in title:
            card = self._pool.card(title)
            if card is not None:
                return Match((card,), "code")
        return None

    def _with_tail(self, title: str, exactly: bool) -> Match | None:
        """`Title (Pack)`, `Title [Pack #45]`, `Title (01045)`, or `Title Pack` without brackets."""
        rest, tail, after = bracketed(title)
        if rest:
            card = self._pool.card(tail) if any(c.isdigit() for c in tail) else None
            if card is not None and (fold(rest) in _titles_of(card) or self._was(card, rest)):
                return Match((card,), "code")
            pack, position = numbered(f"{tail} {after}".strip())
            if self.pack(tail) is not None and not after:
                pack, position = tail, None
            return self._in_named_pack(rest, pack, position, exactly)
        if not self._may_end_in_pack(title):
            return None
        for rest, tail in trailing(title):
            pack, position = numbered(tail)
            known = self._known_pack_text(pack)
            if known and (self._titled(rest) or fold(rest) in self._pool.former()):
                return self._in_named_pack(rest, pack, position, exactly)
        return None

    def _may_end_in_pack(self, title: str) -> bool:
        """Whether the last word stands in the name of a pack, or is a number: a quick look."""
        if not self._pack_words:
            names = (f"{pack.code} {pack.name}" for pack in self._pool.packs().values())
            self._pack_words = {word for name in names for word in words(name)}
        last = words(title.rpartition(" ")[2])
        return not last or last[-1].isdigit() or last[-1] in self._pack_words

    def _known_pack_text(self, text: str) -> bool:
        """Whether `text` without brackets names a pack: a code in its own case, or a whole name."""
        code = self.pack(text)
        return code is not None and (" " in text or text == code or fold(text) != fold(code))

    def _in_named_pack(self, title: str, pack: str, position: int | None, exactly: bool) -> Match:
        """The versions of `title` in the pack, which is binding."""
        code = self.pack(pack) if pack else None
        if pack and code is None:
            known = self._titled(title)
            if not known and exactly:
                return Match(pack=pack)
            known = known or self._near(title, None, None).cards
            fault = "unknown-pack" if known else None
            return Match(pack=pack, fault=fault, suggestions=self._versions(known, title))
        whole = self._called(fold(title))
        inside = self._printed(whole, code, position)
        if inside:
            return Match(inside, "exact", pack=pack)
        if former := self._formerly(title, code, position):
            return former._replace(pack=pack)
        near = self._near(title, code, position)
        if near.cards and not (exactly or (whole and near.how == "edit")):
            return near._replace(pack=pack)
        known = whole or self._titled(title)
        if known and not near.cards:
            return Match(pack=pack, fault="not-in-pack", suggestions=self._versions(known, title))
        return Match(pack=pack, suggestions=near.suggestions or self.suggest(title))

    def _near(self, title: str, pack: str | None, position: int | None) -> Match:
        """The one title near `title` (in that pack, if one is given), else suggestions."""
        keys = (("words", sorted_words(title)), ("bare", bare_words(title)))
        for column, key in keys:
            hits = self._printed(self._pool.keyed(column, key), pack, position) if key else ()
            if hits and one_title(hits):
                return Match(hits, column, hits[0].title)
            if hits:
                return Match(suggestions=_distinct(hits))
        hits, spelling = self._edited(title, pack, position)
        if hits:
            return Match(hits, "edit", spelling)
        return Match(suggestions=self.suggest(title))

    def _edited(
        self, title: str, pack: str | None, position: int | None
    ) -> tuple[tuple[Card, ...], str]:
        """Cards of the one title that is an edit or two away, and that title; none if several."""
        wanted = " ".join(words(title))
        allowed = edits_allowed(wanted) if len(wanted) <= _LONGEST_TITLE else 0
        if not allowed or title.rstrip().endswith(("...", "…")) or self._searches == 0:
            return (), ""
        if self._searches is not None:
            self._searches -= 1
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        spelt = self._spellings()
        rows = process.extract(
            wanted, list(spelt), scorer=OSA.distance, score_cutoff=allowed, limit=None
        )
        for distance in range(allowed + 1):
            found: dict[frozenset[str], tuple[tuple[Card, ...], str]] = {}
            for key, _, _ in (row for row in rows if row[1] == distance):
                if not (_plausible(wanted, key) if distance > 1 else _likely(wanted, key)):
                    continue
                for printed in spelt[key]:
                    cards = self._printed(self._called(fold(printed)), pack, position)
                    if cards:
                        found.setdefault(frozenset(c.title for c in cards), (cards, printed))
            if found:
                return next(iter(found.values())) if len(found) == 1 else ((), "")
        return (), ""

    def _titled(self, title: str) -> tuple[Card, ...]:
        """Cards of this title: as written, or with its words in another order or punctuation."""
        return self._called(fold(title)) or (
            self._pool.keyed("words", sorted_words(title)) if words(title) else ()
        )

    def _called(self, key: str) -> tuple[Card, ...]:
        """Cards of a folded title: printed so now or before, else those a translation calls so."""
        cards = self._pool.titled(key)
        old = {one.card for one in self._pool.former().get(key, ())} if len(cards) > 1 else ()
        return tuple(c for c in cards if fold(c.title) == key or c.code in old) or cards

    def _was(self, card: Card, title: str) -> bool:
        """Whether the card was called so before an update."""
        return any(one.card == card.code for one in self._pool.former().get(fold(title), ()))

    def _formerly(self, title: str, pack: str | None, position: int | None) -> Match | None:
        """The cards that were called so in that pack (and at that place) before an update."""
        rows = self._pool.former().get(fold(title), ())
        codes = [one.card for one in rows if _at(one.pack, one.position, pack, position)]
        cards = tuple(sorted(self._pool.cards(codes).values(), key=release_key))
        return Match(cards, "former", f"{cards[0].title} ({cards[0].pack})") if cards else None

    def _printed(
        self, cards: tuple[Card, ...], pack: str | None, position: int | None
    ) -> tuple[Card, ...]:
        """Those of `cards` that have a printing in the pack and at the position given."""
        if pack is None and position is None:
            return cards
        fits = tuple(c for c in cards if _at(c.pack, c.position, pack, position))
        if fits:
            return fits
        printings = self._pool.printings(c.code for c in cards)
        return tuple(
            c
            for c in cards
            if any(_at(p.pack, p.position, pack, position) for p in printings.get(c.code, ()))
        )

    def _versions(self, cards: tuple[Card, ...], title: str) -> tuple[str, ...]:
        """`Title (PACK)` of each version there is, newest last; near titles if there is none."""
        if not cards:
            return self.suggest(title)
        return tuple(f"{c.title} ({c.pack})" for c in cards[:6])

    def _index_packs(self) -> None:
        bare: dict[str, set[str]] = {}
        for code, pack in self._pool.packs().items():
            self._packs.setdefault(fold(pack.name), code)
            bare.setdefault("\0" + bare_words(pack.name), set()).add(code)
        for code in self._pool.packs():
            self._packs[fold(code)] = code
        for one in (row for rows in self._pool.former().values() for row in rows):
            self._packs.setdefault(fold(one.pack_name), one.pack)
            self._packs.setdefault(fold(one.pack), one.pack)
        for key, codes in bare.items():
            self._packs[key] = next(iter(codes)) if len(codes) == 1 else None
        self._packs.setdefault("", None)

    def _with_word(self, word: str) -> list[str]:
        """Spellings of titles that hold this word, unless it is an article or the like."""
        if not self._worded:
            for key in self._spellings():
                for one in key.split():
                    if len(one) > 2 and one not in ARTICLES:
                        self._worded.setdefault(one, []).append(key)
        return self._worded.get(word, [])

    def _spellings(self) -> dict[str, list[str]]:
        """Words of each title, in their order → the titles so spelt (all languages)."""
        if not self._spelt:
            for folded, printed in self._pool.titles().items():
                self._spelt.setdefault(" ".join(words(folded)), []).append(printed)
        return self._spelt


def one_title(cards: Iterable[Card]) -> bool:
    """Whether all `cards` are versions of one title."""
    return len({c.title for c in cards}) == 1


def odd_characters(text: str) -> tuple[str, ...]:
    """Characters that look like nothing or like another letter: `U+200B ZERO WIDTH SPACE`.

    Invisible ones, private ones, and letters of another alphabet than most of the text.
    """
    latin = sum("LATIN" in unicodedata.name(c, "") for c in text if c.isalpha())
    cyrillic = sum("CYRILLIC" in unicodedata.name(c, "") for c in text if c.isalpha())
    rare = "CYRILLIC" if latin >= cyrillic else "LATIN"
    odd = dict.fromkeys(
        c
        for c in text
        if (unicodedata.category(c) in ("Cf", "Co", "Cn", "Cc", "Cs") and c != "\t")
        or (c.isalpha() and rare in unicodedata.name(c, "") and latin and cyrillic)
    )
    return tuple(f"U+{ord(c):04X} {unicodedata.name(c, 'unnamed')}" for c in odd)


def edits_allowed(text: str) -> int:
    """Edits a title this long may hold and still be told apart: measured over all titles."""
    letters = len(text)
    return 0 if letters < 4 else 1 if letters < 9 else 2


def within_edits(given: str, title: str) -> bool:
    """Whether a text is as many slips away from a title as `edits_allowed` lets it be."""
    from rapidfuzz.distance import OSA

    return OSA.distance(given, title) <= edits_allowed(given)


def _likely(wanted: str, title: str) -> bool:
    """Whether one edit looks like a slip: in four letters, the first is seldom the wrong one."""
    return len(wanted) > 4 or wanted[0] == title[0]


def _plausible(wanted: str, title: str) -> bool:
    """Whether two edits look like slips: not a word cut off or put on, not another small word."""
    if title.startswith(wanted) or wanted.startswith(title):
        return False
    given, printed = wanted.split(), title.split()
    if len(given) != len(printed):
        return abs(len(wanted) - len(title)) <= 1 or "".join(given) == "".join(printed)
    return all(_slip(a, b) for a, b in zip(given, printed, strict=True))


def _slip(given: str, printed: str) -> bool:
    """Whether one word can be a misspelling of the other: short words bear one edit only."""
    if given == printed:
        return True
    from rapidfuzz.distance import OSA

    edits = OSA.distance(given, printed)
    return edits <= 1 or min(len(given), len(printed)) >= 6


def _titles_of(card: Card) -> tuple[str, ...]:
    return (fold(card.title), sorted_words(card.title))


def _distinct(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.title for c in cards))[:SUGGESTIONS]


def _at(pack: str, place: int | None, wanted: str | None, position: int | None) -> bool:
    return (wanted is None or pack == wanted) and (position is None or place == position)
