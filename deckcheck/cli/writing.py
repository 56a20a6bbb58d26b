"""Files that commands write: whole or not at all, and none that exists without `--force`.

May import errors; knows no command.
"""

from __future__ import annotations

import os

from deckcheck.errors import InputError


def refuse_existing(path: str, force: bool) -> None:
    """Raise InputError if there is a file of this name already and `force` isn't given."""
    if os.path.lexists(path) and not force:
        raise InputError(f"{path} exists already; --force writes over it.")


def write_file(path: str, text: str, force: bool) -> None:
    """Write a file whole or not at all. Raises InputError if it exists and `force` isn't given."""
    import tempfile

    refuse_existing(path, force)
    # The temporary file stands in the target's own folder: a rename can't cross volumes.
    folder = os.path.dirname(os.path.abspath(path))
    try:
        handle, temporary = tempfile.mkstemp(prefix=".deckcheck-", dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise InputError(f"{path} can't be written ({error.strerror or error}).") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
