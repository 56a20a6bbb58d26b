"""What can go wrong for a user, each kind with its exit code.

The bottom of the house: imports nothing of ours. An error's text is one sentence
that says what, where and what to do; the command line prints it and nothing else.
Findings about a deck are values (see `rules.py`), never exceptions.
"""

from __future__ import annotations

EXIT_LEGAL = 0
EXIT_NOT_LEGAL = 1
EXIT_USAGE = 2
EXIT_CANNOT_TELL = 3


class DeckcheckError(Exception):
    """Something the user can act on. `str(error)` is one whole sentence."""

    exit_code: int = EXIT_USAGE


class InputError(DeckcheckError):
    """A file, address or text that can't be read as what it should be."""


class UnknownName(DeckcheckError):
    """A game, format, list, codec or code that nothing here is called.

    `suggestions` holds the nearest names, best first (may be empty).
    """

    def __init__(self, message: str, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.suggestions = suggestions


class QueryError(DeckcheckError):
    """A query that can't be understood. `at` is the offset (0-based) of the fault.

    `str(error)` is the sentence, then the query, then a caret under the fault.
    """

    def __init__(self, message: str, query: str, at: int) -> None:
        super().__init__(f"{message}\n  {query}\n  {' ' * at}^")
        self.reason = message
        self.query = query
        self.at = at


class DataError(DeckcheckError):
    """Shipped or fetched data that breaks its own rules: names file, row and field."""


class StoreError(DeckcheckError):
    """The database can't be opened, is newer than this program, or is damaged."""
