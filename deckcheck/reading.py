"""A text made into decks, and a deck into text: which layout is it, and what does it carry.

Sniffing goes by content: the first character decides which layouts are asked, so that a plain
list never imports the XML reader, nor an .o8d file the readers of lists. May import codecs,
source and below; knows no layout itself and no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckcheck.codecs import CODECS
from deckcheck.codecs.base import Desk, Draft
from deckcheck.errors import InputError
from deckcheck.model import Deck
from deckcheck.source import Text

_JSON = ("json", "thronesdb-json", "throneteki", "json-rows")
_XML = ("o8d",)
_LINES = ("thronesdb", "thronesdb-cycle", "markdown", "bbcode", "text")
_TABLES = ("csv", "tsv")
_OWN_JSON = {"berserk_heroes": ("berserkdeck", "heroes-gym"), "berserk": ("tts",)}
_OWN_LINES = {
    "berserk_heroes": ("heroes-text", "heroes-album"),
    "berserk": ("brsd", "berserk-compact", "proberserk"),
}
"""Game → layouts of its own; the other games' decks are never asked for them."""

_JSONL_NAMES = (".jsonl", ".ndjson")
"""One line of JSON is a deck and a list of one deck alike: only there the name decides."""


def read(source: Text, desk: Desk, codec: str | None = None) -> list[Draft]:
    """The decks of a text, as written. `codec` names the layout; None = sniff.

    Raises InputError if the text is no deck (naming the file and what was tried), UnknownName
    for a codec that doesn't exist. Findings of the text itself (its encoding) go to each deck.
    """
    name = codec or sniff(source, desk.game.name)
    module = CODECS[name]
    _refuse_other_game(name, module, desk)
    if not hasattr(module, "read"):
        raise InputError(f"The codec {name} only writes; it can't read {source.name}.")
    try:
        drafts: list[Draft] = module.read(source.text, desk)
    except InputError as error:
        raise InputError(f"{source.name}: {error}") from None
    if not drafts:
        raise InputError(f"{source.name}: there is no deck in it (read as {name}).")
    if source.findings:
        drafts = [d._replace(findings=(*source.findings, *d.findings)) for d in drafts]
    return drafts


def _refuse_other_game(name: str, module: Any, desk: Desk) -> None:
    games: tuple[str, ...] = getattr(module, "GAMES", ())
    if games and desk.game.name not in games:
        raise InputError(
            f"{name} is a layout of decks of {' or '.join(games)}, not of {desk.game.name}."
        )


def sniff(source: Text, game: str | None = None) -> str:
    """Name of the layout of a text. Raises InputError that says what was tried.

    `game` leaves out what only other games have.

    A layout that is sure of itself wins; two that are equally sure are a tie, which only the
    user can settle (`--from`).
    """
    if source.name.endswith(_JSONL_NAMES) and _is_one_row(source.text):
        return "jsonl"
    if "insert into" in source.text[:4_000].lower():
        raise InputError(
            f"{source.name}: this is a dump of a database, not a decklist; deckcheck reads no SQL."
        )
    scores = _scores(source.text, game)
    best = max(scores.values(), default=0)
    names = [name for name, score in scores.items() if score == best and score > 0]
    if len(names) > 1:
        raise InputError(
            f"{source.name}: this reads equally well as {' and as '.join(names)}; "
            "say which with --from."
        )
    if names:
        return names[0]
    raise _no_match(source, scores)


_SURE = 90
"""From this score on the less likely layouts needn't be asked (and imported)."""


def _scores(text: str, game: str | None) -> dict[str, int]:
    """Codec → how sure it is (0–100), for those that the first character doesn't rule out."""
    scores: dict[str, int] = {}
    for names in _asked(text, game):
        scores |= {name: int(CODECS[name].sniff(text)) for name in names}
        if max(scores.values()) >= _SURE:
            break
    return scores


def _asked(text: str, game: str | None) -> list[tuple[str, ...]]:
    """The layouts worth asking, the likely ones first."""
    first = text.lstrip()[:1]
    lines = [names for names in (_own(_OWN_LINES, game), _LINES) if names]
    if first == "<":
        return [_XML, _LINES]
    if first in ("{", "[") and _is_json(text):
        return [(*_own(_OWN_JSON, game), *_JSON, "jsonl")]
    if first == "{":
        return [("jsonl",)]
    if first != "[" and _has_header(text):
        return [_TABLES, *lines]
    return lines


def _own(table: Mapping[str, tuple[str, ...]], game: str | None) -> tuple[str, ...]:
    """The layouts that only this game has; of no game in particular, all of them."""
    if game is not None:
        return table.get(game, ())
    return tuple(name for names in table.values() for name in names)


def _is_one_row(text: str) -> bool:
    bare = text.strip()
    return bare[:1] == "{" and "\n" not in bare


def _is_json(text: str) -> bool:
    from deckcheck.codecs.json_text import parsed

    return parsed(text) is not None


def _has_header(text: str) -> bool:
    from deckcheck.codecs.headers import delimiter

    return delimiter(text) is not None


def _no_match(source: Text, scores: dict[str, int]) -> InputError:
    """Nothing fits: what stands in the way of JSON, if it is that, else what was tried."""
    if source.text.lstrip()[:1] in ("{", "["):
        from deckcheck.codecs.json_text import parse

        try:
            parse(source.text)
        except InputError as error:
            return InputError(f"{source.name}: {error}")
    tried = ", ".join(scores)
    return InputError(
        f"{source.name}: this is no decklist that can be recognised (tried: {tried}); "
        "name its layout with --from."
    )


def write(deck: Deck, desk: Desk, codec: str) -> str:
    """The deck in a layout. Raises UnknownName for a codec that isn't there or doesn't write."""
    return str(_writer(codec, desk).write(deck, desk))


def write_all(decks: Sequence[Deck], desk: Desk, codec: str) -> str:
    """Several decks as one text. Raises InputError where the layout holds one deck a file."""
    module = _writer(codec, desk)
    if len(decks) == 1:
        return str(module.write(decks[0], desk))
    if hasattr(module, "write_many"):
        return str(module.write_many(list(decks), desk))
    raise InputError(
        f"The layout {codec} holds one deck a file, and here are {len(decks)}; "
        "write them into a folder."
    )


def _writer(codec: str, desk: Desk) -> Any:
    module = CODECS[codec]
    _refuse_other_game(codec, module, desk)
    if not hasattr(module, "write"):
        raise InputError(f"The codec {codec} only reads; it can't write a deck.")
    return module


_SAID = {
    "name": "the deck's name",
    "faction": "the faction",
    "agendas": "the agendas",
    "hero": "the hero",
    "side": "the side deck",
    "choices": "what was named for an agenda",
    "drafted": "what was drafted",
    "notes": "the notes",
    "unread": "the lines that weren't understood",
    "format": "the format it asks for",
    "list": "the list it asks for",
    "on": "the date it asks for",
}


def losses(deck: Deck, desk: Desk, codec: str) -> list[str]:
    """What of this deck the layout can't carry, a sentence each; empty = everything."""
    module = _writer(codec, desk)
    carries = getattr(module, "CARRIES", frozenset({"name", "faction", "agendas"}))
    missing = [said for field, said in _SAID.items() if field not in carries and _has(deck, field)]
    lost = [f"{codec} has no room for {', '.join(missing)}."] if missing else []
    own = getattr(module, "losses", None)
    return lost + (own(deck, desk) if own else [])


def carried(codec: str) -> list[str]:
    """What a layout carries besides the cards, in words, in a fixed order."""
    carries: frozenset[str] = getattr(CODECS[codec], "CARRIES", frozenset())
    return [said for field, said in _SAID.items() if field in carries]


_SUFFIXES = {
    "json": ".json",
    "jsonl": ".jsonl",
    "thronesdb-json": ".json",
    "throneteki": ".json",
    "json-rows": ".json",
    "markdown": ".md",
    "o8d": ".o8d",
    "csv": ".csv",
    "tsv": ".tsv",
    "berserkdeck": ".json",
    "heroes-gym": ".json",
    "brsd": ".brsd",
    "tts": ".json",
}


def suffix(codec: str) -> str:
    """How files of a layout end (`.o8d`); `.txt` for lists of lines."""
    return _SUFFIXES.get(codec, ".txt")


def _has(deck: Deck, field: str) -> bool:
    value = getattr(deck, field)
    return value is not None if field == "drafted" else bool(value)


_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"]
)
_LONGEST_NAME = 100


def safe_name(deck_name: str) -> str:
    """A file name (without suffix) for a deck, safe on every system; `deck` if nothing is left.

    No separators, no characters or names that Windows keeps for itself, no leading or trailing
    dots and spaces, at most 100 characters (and 200 bytes). Two decks may get one name: the
    caller counts on, minding that some systems take `A` and `a` for one.
    """
    kept = "".join(c if c.isprintable() and c not in '<>:"/\\|?*' else " " for c in deck_name)
    name = " ".join(kept.split()).strip(". ")[:_LONGEST_NAME]
    while len(name.encode("utf-8", "ignore")) > 2 * _LONGEST_NAME:
        name = name[:-1]
    name = name.encode("utf-8", "ignore").decode().strip(". ").lstrip("-~")
    if name.partition(".")[0].strip().casefold() in _RESERVED:
        name = f"_{name}"
    return name or "deck"
