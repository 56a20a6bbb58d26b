"""A deck argument's bytes made into text: limits, encodings, newlines, archives, folders.

Everything here is a stranger's. Sizes are counted while reading, never believed; names within
an archive are shown and never used as paths. May import errors and findings; opens files and
nothing else (no network), and knows no layout.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from deckcheck.errors import InputError
from deckcheck.findings import Finding

MAX_BYTES = 8_000_000
"""The largest file of decks; a deck takes about 3,000."""
MAX_FILES = 10_000
"""The most files of one folder or archive."""
MAX_ARCHIVE_BYTES = 64_000_000
"""The most that an archive may unpack to."""
MAX_RATIO = 200
"""The most that a member of an archive may grow in unpacking (decks grow about fivefold)."""

SUFFIXES = (
    *(".txt", ".text", ".md", ".markdown", ".html", ".htm", ".bbcode", ".dec", ".deck"),
    *(".o8d", ".brsd", ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".zip"),
)
"""What is taken for a deck in a folder or archive; a file that is named itself may be anything."""

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


_CYRILLIC = ("cp1251", "cp866", "koi8-r")
"""Likeliest first."""
_OFTEN = frozenset("оеаинтсрвлк")
_FEW_LETTERS = 8
"""Fewer letters than these show no rare encoding."""


class Source(NamedTuple):
    """One file of decks, or why it can't be had."""

    name: str
    """Path as given; `archive.zip/member.txt` within an archive."""
    data: bytes | InputError


class Text(NamedTuple):
    """What a file says."""

    text: str
    """Newlines are `\\n`, no byte-order mark."""
    findings: tuple[Finding, ...] = ()
    """`decoded-as` where the encoding had to be guessed."""
    name: str = "-"
    """File it is from; `-` = standard input."""


def open_text(source: str | os.PathLike[str] | bytes | Source, name: str = "-") -> Text:
    """The text of a file, of bytes, or of a Source. Raises InputError with one sentence."""
    if isinstance(source, Source):
        if isinstance(source.data, InputError):
            raise source.data
        return decode(source.data, source.name)
    if isinstance(source, bytes):
        return decode(source, name)
    path = os.fspath(source)
    return decode(_read_file(path), path)


def decode(data: bytes, name: str = "-") -> Text:
    """UTF-8, UTF-16 with a byte-order mark, else a guess, with a finding (see `_guessed`).

    Raises InputError for too many bytes, none (or blanks only), and bytes that are no text.
    """
    if len(data) > MAX_BYTES:
        raise _too_large(name)
    text, guessed = _decoded(data, name)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InputError(f"{name}: the file is empty.")
    if not guessed:
        return Text(text, (), name)
    finding = Finding("decoded-as", "info", "decoded-as", {"encoding": guessed})
    return Text(text, (finding,), name)


def _decoded(data: bytes, name: str) -> tuple[str, str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding), ""
            except UnicodeDecodeError:
                break
    seen = data[:4096]
    controls = sum(byte < 32 and byte not in b"\t\n\r\f\x1a\x1b" for byte in seen)
    if b"\0" in data or controls * 20 > len(seen):
        raise InputError(f"{name}: this is a binary file, not a decklist.")
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        pass
    return _guessed(data)


def _guessed(data: bytes) -> tuple[str, str]:
    """One byte a letter: the Cyrillic encoding that makes words of it, else Western."""
    seen = data[:65_536]
    scores = {encoding: _russian(seen, encoding) for encoding in _CYRILLIC}
    best = max(_CYRILLIC, key=lambda encoding: scores[encoding])
    encoding = best if scores[best] > 0 else "cp1252"
    return data.decode(encoding, errors="replace"), encoding


def _russian(seen: bytes, encoding: str) -> float:
    """How much bytes look like Russian words in an encoding; 0 = not at all.

    In Western text letters with accents stand alone; Cyrillic words are nothing but high bytes.
    Which encoding it is shows in the letters that come often, and in capitals within words.
    """
    high = sum(byte >= 0x80 for byte in seen)
    text = seen.decode(encoding, errors="replace")
    letters = [char for char in text if _is_cyrillic(char)]
    pairs = [(a, b) for a, b in pairwise(text) if _is_cyrillic(a) and _is_cyrillic(b)]
    few = encoding != "cp1251" and len(letters) < _FEW_LETTERS
    if few or len(letters) * 10 < high * 8 or len(pairs) * 2 < len(letters) or not letters:
        return 0
    often = sum(char in _OFTEN for char in text.lower())
    wrong = sum(a.islower() and b.isupper() for a, b in pairs)
    return max(often - 2 * wrong, 0.5)


def _is_cyrillic(char: str) -> bool:
    return "\u0400" <= char <= "\u04ff"


def iter_inputs(path: str | os.PathLike[str]) -> Iterator[Source]:
    """The files that a path stands for: itself, an archive's members, or a folder's decks.

    Sorted by name, folders within folders too. What can't be read comes as an error in its
    place, so that the others are still read.
    """
    path = os.fspath(path)
    if os.path.isdir(path):
        yield from _folder(path)
        return
    try:
        data = _read_file(path, MAX_ARCHIVE_BYTES)
    except InputError as error:
        yield Source(path, error)
        return
    yield from unpack(path, data)


def unpack(name: str, data: bytes) -> Iterator[Source]:
    """The members of an archive that are decks; bytes that are no archive as they are."""
    if data[:4] not in (b"PK\x03\x04", b"PK\x05\x06"):
        yield Source(name, data if len(data) <= MAX_BYTES else _too_large(name))
        return
    from deckcheck.archive import members

    yield from members(name, data)


def is_deck_name(name: str) -> bool:
    """Whether a file of this name, found in a folder or archive, is taken for a deck."""
    base = name.replace("\\", "/").rpartition("/")[2].lower()
    return not base.startswith((".", "readme.", "license.")) and base.endswith(SUFFIXES)


def _folder(path: str) -> Iterator[Source]:
    found = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [os.path.join(folder, name) for name in files if is_deck_name(name)]
        if len(found) > MAX_FILES:
            yield Source(path, InputError(f"{path}: more than {MAX_FILES} decks in one folder."))
            return
    if not found:
        kinds = ", ".join(SUFFIXES)
        yield Source(path, InputError(f"{path}: there is no deck in this folder ({kinds})."))
    for name in sorted(found):
        yield from iter_inputs(name)


def _read_file(path: str, limit: int = MAX_BYTES) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise InputError(f"{path}: this is a folder; name a file in it.") from None
    except ValueError:
        raise InputError(f"{path!r} can't be the name of a file.") from None
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror or error}).") from None
    if len(data) > limit:
        raise _too_large(path)
    return data


def _too_large(name: str) -> InputError:
    return InputError(
        f"{name}: the file is larger than {MAX_BYTES // 1_000_000} MB, "
        "which is more than decks take; split it."
    )
