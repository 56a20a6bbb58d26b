"""The files of a source: from a folder, a zip archive, or an address; by relative name.

Whatever they come from they are read whole and within limits, and parsed from memory, so that a
source is never seen half. May import errors, http (when an address is asked) and batch; knows no
source's layout but by the names it is given.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckcheck.errors import InputError

if TYPE_CHECKING:
    from importers.http import Client

Files = dict[str, bytes]

MOST_BYTES = 100_000_000
"""Of all files together; the largest source has 3,000,000."""
MOST_FILES = 20_000
"""In an archive, used or not."""


class Layout(NamedTuple):
    """Which files make a source."""

    name: str
    """Of the source, for messages."""
    needed: tuple[str, ...]
    """Files without which it isn't one; the first tells where it begins in an archive."""
    more: str = r"(?!)"
    """Pattern of the names of further files."""
    wanted: str = ""
    """What at least one further file is, in words; empty = none is needed."""


def read_path(path: Path, layout: Layout) -> tuple[Files, str]:
    """The source's files in a folder or zip archive, and the day (ISO) of the newest.

    Raises InputError, one sentence, if they aren't all there.
    """
    if path.is_dir():
        files, day = _read_folder(path, layout)
    elif path.is_file():
        try:
            files, day = _read_zip(path.read_bytes(), str(path), layout)
        except OSError as fault:
            raise InputError(f"{path} can't be read ({fault.strerror}).") from None
    else:
        raise InputError(f"{path}: there is no such folder or archive.")
    return files, day


def fetch(
    client: Client, address: str, layout: Layout, others: Callable[[Files], Iterable[str]]
) -> Files:
    """The source's files from an address: an archive, or (ending in /) a folder of raw files.

    `others` gives the names of the further files from the needed ones.
    """
    if not address.endswith("/"):
        answer = client.get(address)
        if not answer.body.startswith(b"PK"):
            raise InputError(
                f"{address} is no zip archive of {layout.name}; if it is a folder of files, let "
                "it end in /."
            )
        return _read_zip(answer.body, address, layout)[0]
    files = {name: client.get(address + name).body for name in layout.needed}
    for name in others(files):
        if not re.fullmatch(layout.more, name):
            raise InputError(f"{address}: {name!r} can't be the name of a file of {layout.name}.")
        files[name] = client.get(address + name).body
    return files


def _read_folder(path: Path, layout: Layout) -> tuple[Files, str]:
    files: Files = {}
    newest = _take(path, layout.needed, files, layout)
    # Looked for only in a folder that has the others: not all over somebody's disk.
    names = [p.relative_to(path).as_posix() for p in path.rglob("*.json")]
    more = sorted(name for name in names if re.fullmatch(layout.more, name))
    if layout.wanted and not more:
        raise _no_source(str(path), layout, f"it has no {layout.wanted}")
    newest = max(newest, _take(path, more, files, layout))
    return files, datetime.fromtimestamp(newest, UTC).date().isoformat()


def _take(path: Path, names: Iterable[str], files: Files, layout: Layout) -> float:
    """Read the files of these names into `files`; the time of the newest."""
    newest = 0.0
    for name in names:
        try:
            status = (path / name).stat()
            if not stat.S_ISREG(status.st_mode):
                raise _no_source(str(path), layout, f"{name} is no regular file")
            newest = max(newest, status.st_mtime)
            files[name] = (path / name).read_bytes()
        except OSError as fault:
            raise _no_source(str(path), layout, f"{fault.strerror}: {name}") from None
        if sum(map(len, files.values())) > MOST_BYTES:
            raise _too_big(str(path))
    return newest


def _read_zip(data: bytes, name: str, layout: Layout) -> tuple[Files, str]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _members(archive, name, layout)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, OSError):
        raise InputError(f"{name} is no whole zip archive; fetch it again.") from None
    except RuntimeError:
        raise InputError(f"{name} is an archive with a password; unpack it first.") from None


def _members(archive: zipfile.ZipFile, name: str, layout: Layout) -> tuple[Files, str]:
    infos = {info.filename: info for info in archive.infolist() if not info.is_dir()}
    if len(infos) > MOST_FILES:
        raise _too_big(name)
    first = layout.needed[0]
    starts = sorted(
        (n.removesuffix(first) for n in infos if n == first or n.endswith(f"/{first}")), key=len
    )
    if not starts:
        raise _no_source(name, layout, f"it has no {first}")
    start = starts[0]
    inner = [n.removeprefix(start) for n in infos if n.startswith(start)]
    more = sorted(n for n in inner if re.fullmatch(layout.more, n))
    missing = next((n for n in layout.needed if start + n not in infos), None)
    if missing or (layout.wanted and not more):
        raise _no_source(name, layout, f"it has no {missing or layout.wanted}")
    files = {}
    left = MOST_BYTES
    newest = (1980, 1, 1)
    for member in [*layout.needed, *more]:
        info = infos[start + member]
        with archive.open(info) as file:
            files[member] = file.read(left + 1)
        left -= len(files[member])
        if left < 0:
            raise _too_big(name)
        newest = max(newest, info.date_time[:3])
    return files, "{:04}-{:02}-{:02}".format(*newest)


def _no_source(where: str, layout: Layout, why: str) -> InputError:
    return InputError(
        f"{where} is not a copy of {layout.name} ({why}); name the folder or archive that holds "
        f"{layout.needed[0]}."
    )


def _too_big(where: str) -> InputError:
    return InputError(
        f"{where} holds more than {MOST_BYTES // 1_000_000} MB or {MOST_FILES} files, which is "
        "more than a source of cards has."
    )
