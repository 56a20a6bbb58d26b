"""Decks in a zip archive, unpacked in memory and within limits.

An archive is a stranger's: what it says of its sizes isn't believed, and its names are only
shown. Imported when bytes begin as an archive does; may import errors and source.
"""

from __future__ import annotations

import contextlib
import io
import zipfile
import zlib
from collections.abc import Iterator

from deckcheck.errors import InputError
from deckcheck.source import (
    MAX_ARCHIVE_BYTES,
    MAX_BYTES,
    MAX_FILES,
    MAX_RATIO,
    Source,
    is_deck_name,
)

_CHUNK = 65_536


def members(name: str, data: bytes) -> Iterator[Source]:
    """The archive's decks, sorted by name; one that can't be read comes as an error.

    An archive that can't be opened, has no decks, or breaks a limit is one error.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield from _members(name, archive)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, struct_error()):
        yield Source(name, InputError(f"{name}: this zip archive is damaged."))


def struct_error() -> type[Exception]:
    """What zipfile lets through when a header ends too early."""
    from struct import error

    return error


def _members(name: str, archive: zipfile.ZipFile) -> Iterator[Source]:
    infos = archive.infolist()
    if len(infos) > MAX_FILES:
        yield Source(name, InputError(f"{name}: the archive has more than {MAX_FILES} files."))
        return
    decks = [i for i in infos if not i.is_dir() and is_deck_name(i.filename)]
    decks = [i for i in decks if not i.filename.startswith("__MACOSX/")]
    if not decks:
        yield Source(name, InputError(f"{name}: there is no deck in this archive."))
    left = MAX_ARCHIVE_BYTES
    for info in sorted(decks, key=lambda i: i.filename):
        shown = f"{name}/{_printable(info.filename)}"
        found = _member(shown, archive, info, left)
        yield Source(shown, found)
        if isinstance(found, bytes):
            left -= len(found)


def _member(
    shown: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int
) -> bytes | InputError:
    if info.flag_bits & 1:
        return InputError(f"{shown}: this member is encrypted; unpack it first.")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # The others take as much memory as the archive asks them to.
        return InputError(f"{shown}: this member is packed in a way that isn't read here.")
    if info.filename.lower().endswith(".zip"):
        return InputError(f"{shown}: an archive within an archive isn't opened.")
    grown = info.compress_size * MAX_RATIO + 10_000
    limit = min(MAX_BYTES, left, grown)
    parts: list[bytes] = []
    size = 0
    try:
        with archive.open(info) as file:
            while size <= limit and (part := file.read(min(_CHUNK, limit + 1 - size))):
                parts.append(part)
                size += len(part)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError, RuntimeError):
        return InputError(f"{shown}: this member of the archive is damaged.")
    if size <= limit:
        return b"".join(parts)
    if limit == MAX_BYTES:
        return InputError(f"{shown}: the file is larger than {MAX_BYTES // 1_000_000} MB.")
    if limit == left:
        most = MAX_ARCHIVE_BYTES // 1_000_000
        return InputError(f"{shown}: the archive unpacks to more than {most} MB.")
    return InputError(f"{shown}: this member grows more than {MAX_RATIO}-fold in unpacking.")


def _printable(name: str) -> str:
    """A member's name as it can be shown; many programs write UTF-8 and don't say so."""
    with contextlib.suppress(UnicodeError):
        name = name.encode("cp437").decode("utf-8")
    return "".join(c if c.isprintable() else "?" for c in name)[:200]
