"""What comes with the program: its version, and the folder of game data.

Knows how `data/<game>/` is laid out as files and nothing of what they mean. May import errors
only. `data_root` and `fingerprint` run at every start, so they use plain `os`; the readers
import what they need when called.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from deckcheck.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

VERSION = "0.1.0"
"""Version of the program; `pyproject.toml` says the same."""

_FOLDERS = ("", "cards", "titles", "rules", "legality")
"""Folders of a game that hold data; others (sample decks) don't concern the database."""
_SUFFIXES = (".toml", ".json", ".jsonl")
_DOCUMENT_FOLDERS = ("", "rules", "legality")


def data_root() -> Path:
    """The folder that holds one folder a game: inside the package, else the checkout's `data/`."""
    from pathlib import Path

    return Path(data_folder())


def data_folder() -> str:
    """As `data_root`, as text: a command that needs no Path needn't import pathlib."""
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, "data")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "data")


def game_names(root: str | os.PathLike[str]) -> list[str]:
    """Names of the games under `root`, sorted: every folder with a `packs.json` or `game.toml`."""
    try:
        with os.scandir(root) as entries:
            folders = [e for e in entries if e.is_dir() and not e.name.startswith((".", "_"))]
    except OSError as fault:
        raise DataError(
            f"The game data can't be read at {os.fspath(root)} ({fault.strerror}); "
            "install deckcheck again."
        ) from None
    marks = ("packs.json", "game.toml")
    return sorted(
        f.name for f in folders if any(os.path.exists(os.path.join(f.path, m)) for m in marks)
    )


def data_files(root: str | os.PathLike[str], game: str) -> list[os.DirEntry[str]]:
    """The data files of a game, folder by folder, each sorted by name."""
    found: list[os.DirEntry[str]] = []
    for folder in _FOLDERS:
        found += _entries(os.path.join(root, game, folder))
    return found


def fingerprint(root: str | os.PathLike[str]) -> str:
    """Path, size and time of every data file under `root`: differs as soon as one was edited.

    The text itself, not a hash of it: cheaper than importing hashlib, and a few kilobytes.
    """
    lines = []
    start = len(os.path.join(root, ""))
    for game in game_names(root):
        for entry in data_files(root, game):
            status = entry.stat()
            lines.append(f"{entry.path[start:]} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(lines).replace(os.sep, "/")


def read_documents(root: str | os.PathLike[str], game: str) -> dict[str, Any]:
    """The rules documents of a game: name → contents, as plain JSON values (a date is its text).

    A name is the path without suffix: `game`, `formats`, `rules/baseline`, `legality/ffg1.0`.
    `legality` itself is made here (`list_heads`).
    """
    documents: dict[str, Any] = {}
    for folder in _DOCUMENT_FOLDERS:
        for entry in _entries(os.path.join(root, game, folder)):
            stem, suffix = os.path.splitext(entry.name)
            if suffix != ".jsonl":
                name = f"{folder}/{stem}" if folder else stem
                documents[name] = read_file(entry.path)
    documents["legality"] = list_heads(documents)
    return documents


def list_heads(documents: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The heads of all lists (what isn't a list or table in them), by date, then code."""
    heads = [
        {key: value for key, value in body.items() if not isinstance(value, list | dict)}
        for name, body in documents.items()
        if name.startswith("legality/")
    ]
    heads.sort(key=lambda head: (str(head.get("date")), str(head.get("code"))))
    return heads


def read_file(path: str) -> Any:
    """Contents of a TOML or JSON file as plain JSON values; `DataError` names file and place."""
    import json

    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if path.endswith(".json"):
            return json.loads(text)
        import tomllib

        return json.loads(json.dumps(tomllib.loads(text), default=str))
    except ValueError as fault:
        raise DataError(f"{path} isn't well formed: {fault}.") from None
    except OSError as fault:
        raise DataError(f"{path} can't be read: {fault.strerror}.") from None


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """Data files right in `folder`, sorted by name; none where there is no such folder."""
    try:
        with os.scandir(folder) as entries:
            found = [e for e in entries if e.name.endswith(_SUFFIXES) and e.name[0] != "."]
    except FileNotFoundError:
        return []
    return sorted(found, key=lambda entry: entry.name)
