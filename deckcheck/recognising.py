"""Which game is a deck for: asked of its content, from the cheap signs to the dear ones.

What a text says of itself decides (the "game" of our JSON, OCTGN's id, a layout or headings that
one game alone has); else the game that knows most of its titles and codes. A list in Latin letters
with none of these signs is AGoT2's, so that its decks are never looked up twice. May import codecs
and below; knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from deckcheck.codecs import CODECS
from deckcheck.errors import InputError
from deckcheck.folding import fold
from deckcheck.model import Pool
from deckcheck.source import Text

USUAL = "agot2"
"""The game of texts that give no sign of another."""
_QUOTES = "«»\"“”„'"
_LOOKED_AT = 120
"""Titles of a text that are looked up, at most."""
_NUMBERS = frozenset(("один", "одна", "одно", "два", "две", "три", "четыре", "пять"))
_CYRILLIC = ("\u0400", "\u04ff")


def recognise(
    source: Text, games: Iterable[str], pool: Callable[[str], Pool], codec: str | None = None
) -> str:
    """Name of the game that a text's decks are for, of those there are.

    `codec` = the layout that was named. Raises InputError that says what was tried where two games
    know as many of its titles, and where a text in Cyrillic letters holds no title of any.
    """
    own: tuple[str, ...] = getattr(CODECS[codec], "GAMES", ()) if codec else ()
    if len(own) == 1:
        return own[0]
    text = source.text
    first = text.lstrip()[:1]
    if first in ("{", "[") and (value := _json_of(text)) is not None:
        return _of_json(source, value, games, pool)
    if first == "<":
        return USUAL  # an .o8d says its game itself, and is refused where that is another
    if first in "#0123456789" and _is_builders_file(text):
        return "berserk"
    if text.isascii() or not _has_cyrillic(text):
        return USUAL
    from deckcheck.codecs import berserk_lines, heroes_album

    if berserk_lines.has_headings(text, sure=True) or heroes_album.sniff(text):
        return "berserk_heroes"
    return _knowing_most(source, [*_titles(text)], games, pool)


def _has_cyrillic(text: str) -> bool:
    return any(_CYRILLIC[0] <= char <= _CYRILLIC[1] for char in text)


def _is_builders_file(text: str) -> bool:
    """Whether it is a .brsd file or a compact string, which one game alone has."""
    return any(CODECS[name].sniff(text) > 0 for name in ("brsd", "berserk-compact"))


def _json_of(text: str) -> Any:
    """The value of a JSON text, of JSON Lines that of the first; None if it is neither."""
    from deckcheck.codecs.json_text import parsed

    value = parsed(text)
    return parsed(text.lstrip().partition("\n")[0]) if value is None else value


def _of_json(source: Text, value: Any, games: Iterable[str], pool: Callable[[str], Pool]) -> str:
    from deckcheck.codecs.json_text import first_object

    found = first_object(value)
    if found is not None and isinstance(found.get("game"), str):
        return str(found["game"])
    for game, names in (("berserk_heroes", ("berserkdeck", "heroes-gym")), ("berserk", ("tts",))):
        if any(CODECS[name].sniff(source.text) for name in names):
            return game
    texts = [text for text, _ in zip(_texts(value), range(_LOOKED_AT), strict=False)]
    return _knowing_most(source, texts, games, pool)


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    """The short texts of a JSON value that may be titles or codes."""
    if isinstance(value, str):
        if value and len(value) < 100:
            yield value
    elif isinstance(value, list | tuple) and depth < 12:
        for item in value:
            yield from _texts(item, depth + 1)
    elif isinstance(value, dict) and depth < 12:
        for key, item in value.items():
            yield from _texts((key, item), depth + 1)


def _titles(text: str) -> Iterator[str]:
    """What the first lines would call a card: without count, cell by cell of a table."""
    from deckcheck.codecs import lines as grammar

    for line in text.split("\n", 3 * _LOOKED_AT)[: 3 * _LOOKED_AT]:
        bare = grammar.plain(line[: grammar.LONGEST]).strip(" *_>[]|")
        count = grammar.leading(bare) or grammar.trailing(bare)
        title = (count.title if count else bare).replace("\\", "").strip(_QUOTES)
        yield from (title, title.partition(" (")[0])
        for sign in "\t;,|":
            if sign in bare:
                yield from (cell.strip('" ') for cell in bare.split(sign))
        first, _, rest = title.partition(" ")
        if rest and first.lower() in _NUMBERS:
            yield rest


def _knowing_most(
    source: Text, titles: list[str], games: Iterable[str], pool: Callable[[str], Pool]
) -> str:
    """The game that knows most of the titles or codes."""
    wanted = list(filter(None, dict.fromkeys(titles)))[:_LOOKED_AT]
    known: dict[str, int] = {}
    for game in games:
        cards = pool(game)
        codes = cards.cards(title for title in wanted if any(c.isdigit() for c in title))
        known[game] = len(codes) + sum(bool(cards.titled(fold(title))) for title in wanted)
    best = max(known.values(), default=0)
    names = [game for game, number in known.items() if number == best]
    if len(names) == 1:
        return names[0]
    if best == 0 and not any(_has_cyrillic(title) for title in wanted):
        return USUAL
    raise _undecided(source, known, best)


def _undecided(source: Text, known: dict[str, int], best: int) -> InputError:
    tried = ", ".join(f"{game} knows {number} of its titles" for game, number in known.items())
    why = "two games know as many of its titles" if best else "no game knows any of its titles"
    return InputError(
        f"{source.name}: which game this is for can't be seen, as {why} ({tried}); "
        "say it with --game."
    )
