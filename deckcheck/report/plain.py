"""Text made safe to show: no control codes of a stranger's, and ASCII where that is asked.

Deck names and lines come from anywhere; a terminal would obey the escapes in them. Imports
nothing of ours.
"""

from __future__ import annotations

_TABLE: dict[int, str] = {}


def safe(text: str) -> str:
    """`text` on one line, with control characters (and direction overrides) made visible."""
    if text.isprintable():
        return text
    if not _TABLE:
        hidden = [*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
        _TABLE.update({code: f"\\x{code:02x}" for code in hidden})
        _TABLE[0x09] = _TABLE[0x0A] = _TABLE[0x2028] = _TABLE[0x2029] = " "
    return text.translate(_TABLE)


_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "×": "x", "·": "-"}
)


def ascii_only(text: str) -> str:
    """`text` in ASCII: typographic signs as their plain ones, other letters as `\\u…`."""
    if text.isascii():
        return text
    return text.translate(_PLAIN).encode("ascii", "backslashreplace").decode("ascii")


def plain_signs(text: str) -> str:
    """`text` with typographic signs as their plain ones; letters stay as they are."""
    return text if text.isascii() else text.translate(_PLAIN)


def width(text: str) -> int:
    """Columns that a terminal gives a text: two for wide letters, none for marks above a letter.

    >>> width("Ёж"), width("a\\u0301"), width("龍")
    (2, 1, 2)
    """
    if text.isascii():
        return len(text)
    import unicodedata

    columns = 0
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Mn", "Me"):
            continue
        columns += 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
    return columns


def padded(text: str, columns: int) -> str:
    """`text` with spaces behind it, so many columns wide; a longer one as it is."""
    return text + " " * (columns - width(text))
