"""Full-text search: over titles in every language, and over rules text that a user imported.

Titles are indexed in cards.db. Texts are the publisher's: they don't come with the program, and
where a user imports them for private use they stay in `texts.db` in the user's folder, which
nothing else reads. May import errors, folding and store.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import NamedTuple

from deckcheck.errors import StoreError
from deckcheck.folding import fold, words
from deckcheck.store.home import Home
from deckcheck.store.open import Store, file_uri

_TITLES = (
    "SELECT t.code, t.title, t.language FROM title_search s JOIN title t ON t.id = s.rowid "
    "WHERE title_search MATCH ? AND t.game = ? ORDER BY rank, t.id LIMIT ?"
)
_WITHOUT_INDEX = "SELECT code, title, language FROM title WHERE {} AND game = ? ORDER BY id LIMIT ?"
_TEXTS = (
    "SELECT code, snippet(text, 2, '', '', ' … ', 16) FROM text "
    "WHERE text MATCH ? AND game = ? ORDER BY rank LIMIT ?"
)


class Hit(NamedTuple):
    """A card that was found."""

    code: str
    found: str
    """The title, or the piece of text, that the words stand in."""
    language: str
    """Of the title; empty for a text."""


def search_titles(store: Store, game: str, text: str, limit: int = 50) -> list[Hit]:
    """Cards with a title that has all words of `text`, each at a word's beginning; best first."""
    wanted = words(text)
    if not wanted:
        return []
    has_index = store.read("SELECT 1 FROM sqlite_master WHERE name = 'title_search'", (), tuple)
    if has_index:
        return store.read(_TITLES, (f"fold : ({_match(wanted)})", game, limit), Hit._make)
    like = " AND ".join("words LIKE ?" for _ in wanted)
    values = (*(f"%{word}%" for word in wanted), game, limit)
    return store.read(_WITHOUT_INDEX.format(like), values, Hit._make)


def keep_texts(home: Home, game: str, texts: Mapping[str, str]) -> None:
    """Put the rules texts of a game (code → text) into texts.db, in place of those there."""
    try:
        os.makedirs(home.folder, exist_ok=True)
        with closing(sqlite3.connect(file_uri(home.texts, "rwc"), uri=True)) as connection:
            connection.execute(
                "CREATE VIRTUAL TABLE IF NOT EXISTS text USING fts5("
                "game UNINDEXED, code UNINDEXED, body, tokenize = 'unicode61')"
            )
            connection.execute("DELETE FROM text WHERE game = ?", (game,))
            rows = ((game, code, body) for code, body in texts.items())
            connection.executemany("INSERT INTO text VALUES (?, ?, ?)", rows)
            connection.commit()
    except (OSError, sqlite3.Error) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise StoreError(f"The texts can't be written to {home.texts} ({reason}).") from None


def search_texts(home: Home, game: str, text: str, limit: int = 50) -> list[Hit]:
    """Cards whose imported text has all words of `text`. `StoreError` if none was imported."""
    wanted = fold(text).split()
    if not os.path.exists(home.texts):
        raise StoreError(
            "No rules text has been imported; deckcheck comes without. `deckcheck db text` takes "
            "it from a copy of a source, for your own use."
        )
    try:
        with closing(sqlite3.connect(file_uri(home.texts, "ro"), uri=True)) as connection:
            rows = connection.execute(_TEXTS, (f"body : ({_match(wanted)})", game, limit))
            return [Hit(code, piece, "") for code, piece in rows] if wanted else []
    except sqlite3.Error as fault:
        raise StoreError(f"{home.texts} can't be read ({fault}); import the texts again.") from None


def _match(wanted: Iterable[str]) -> str:
    """The words as an FTS5 expression: all of them, each as the beginning of a word."""
    return " AND ".join('"' + word.replace('"', '""') + '" *' for word in wanted)
