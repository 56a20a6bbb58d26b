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
