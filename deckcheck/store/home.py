"""Where the user's databases are: `--home DIR`, else DECKCHECK_HOME, else the platform's place.

Paths as text and plain `os`: this runs at every start. May import errors only; creates nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from deckcheck.errors import StoreError


class Home(NamedTuple):
    """The folder of one user's databases; it need not exist yet."""

    folder: str
    """Absolute path."""

    @property
    def cards(self) -> str:
        """Path of the card database."""
        return os.path.join(self.folder, "cards.db")

    @property
    def user(self) -> str:
        """Path of the database of the user's own things."""
        return os.path.join(self.folder, "user.db")

    @property
    def backups(self) -> str:
        """Folder of the copies of user.db that are made before it is migrated."""
        return os.path.join(self.folder, "backups")

    @property
    def lock(self) -> str:
        """Path of the file that a process holds locked while it builds cards.db."""
        return os.path.join(self.folder, "cards.lock")

    @property
    def fetched(self) -> str:
        """Folder of the data that `db update` brought, one file a game."""
        return os.path.join(self.folder, "fetched")

    @property
    def previous(self) -> str:
        """Folder of what was there before the last update, for `db rollback`."""
        return os.path.join(self.folder, "previous")

    @property
    def cache(self) -> str:
        """Folder of answers from the network, kept to be asked for again only if they changed."""
        return os.path.join(self.folder, "cache")

    @property
    def corrections(self) -> str:
        """Path of the user's own corrections of card facts; it need not exist."""
        return os.path.join(self.folder, "corrections.toml")

    @property
    def texts(self) -> str:
        """Path of the rules texts that the user imported for private use; it need not exist."""
        return os.path.join(self.folder, "texts.db")

    @property
    def update_lock(self) -> str:
        """Path of the file that an update holds locked from beginning to end."""
        return os.path.join(self.folder, "update.lock")


def find_home(
    explicit: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> Home:
    """The home to use: `explicit` if given, else DECKCHECK_HOME, else the platform's data folder.

    That is `$XDG_DATA_HOME/deckcheck` or `~/.local/share/deckcheck`, on macOS
    `~/Library/Application Support/deckcheck`, on Windows `%LOCALAPPDATA%\\deckcheck`.
    """
    given = os.fspath(explicit) if explicit else environ.get("DECKCHECK_HOME")
    folder = os.path.expanduser(given) if given else _platform_folder(environ, platform)
    if folder.startswith("~") and not given:
        raise StoreError(
            "There is no home folder to keep the databases in; "
            "name a folder with --home or in DECKCHECK_HOME."
        )
    return Home(os.path.abspath(folder))


def _platform_folder(environ: Mapping[str, str], platform: str) -> str:
    if platform == "win32":
        base = environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    else:
        base = environ.get("XDG_DATA_HOME", "")
        if not os.path.isabs(base):  # the XDG standard: a relative path is to be ignored
            base = os.path.expanduser("~/.local/share")
    return os.path.join(base, "deckcheck")
