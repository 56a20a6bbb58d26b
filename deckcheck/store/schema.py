"""The SQL that creates cards.db, made from the tables, and one view a game for other tools.

Imports the tables (and with them sqlmodel) when asked, not before. `CARDS_SCHEMA` is to be
raised whenever `tables.py` or what `build.py` writes changes: the database is then rebuilt
at its next use.
"""

from __future__ import annotations

from collections.abc import Iterable

CARDS_SCHEMA = 3
"""Number of the layout of cards.db."""

TITLE_SEARCH = (
    "CREATE VIRTUAL TABLE title_search USING fts5("
    "title, fold, content = 'title', content_rowid = 'id', tokenize = 'unicode61')",
    "INSERT INTO title_search (title_search) VALUES ('rebuild')",
)
"""Full-text index of table `title` (rowid = its id), by the title as written and folded."""

_VIEW_COLUMNS = ("code", "title", "type", "pack", "position", "released", "card_limit")


def cards_tables() -> list[str]:
    """CREATE TABLE statements of cards.db."""
    from sqlalchemy.dialects import sqlite
    from sqlalchemy.schema import CreateTable

    from deckcheck.store.tables import CardsTable

    dialect = sqlite.dialect()
    return [
        str(CreateTable(table).compile(dialect=dialect))
        for table in CardsTable.metadata.sorted_tables
    ]


def cards_indices() -> list[str]:
    """CREATE INDEX statements of cards.db: run after the rows are in, which is faster."""
    from sqlalchemy.dialects import sqlite
    from sqlalchemy.schema import CreateIndex

    from deckcheck.store.tables import CardsTable

    dialect = sqlite.dialect()
    return [
        str(CreateIndex(index).compile(dialect=dialect))
        for table in CardsTable.metadata.sorted_tables
        for index in sorted(table.indexes, key=lambda index: str(index.name))
    ]


def game_view(game: str, facts: Iterable[str]) -> str:
    """CREATE VIEW `cards_<game>`: a game's cards with each fact as a column of its own.

    For people who open cards.db with other tools; the program doesn't read it. A list is
    shown as JSON, yes and no as 1 and 0.
    """
    columns = list(_VIEW_COLUMNS)
    for fact in sorted(set(facts) - set(columns)):
        quoted = fact.replace("'", "''")
        columns.append(f"json_extract(facts, '$.\"{quoted}\"') AS {_name(fact)}")
    where = game.replace("'", "''")
    return (
        f"CREATE VIEW {_name('cards_' + game)} AS SELECT {', '.join(columns)} "
        f"FROM card WHERE game = '{where}'"
    )


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
