"""What people and sites put around a title: brackets, a pack, badges, icons.

Parts a text into title and the rest; what either means is for `names.py`. Imports nothing of ours.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_BADGES = frozenset("BJMR")
"""Letters in brackets that deck sites put after a title: banned, restricted in joust, melee."""
_FINISHES = frozenset({"F", "E"})
"""Letters between asterisks: foil and etched copies, as scanner apps write them."""
_LONGEST_PACK = 7
"""Words in the longest name of a pack that may trail a title without parentheses."""


def bracketed(title: str) -> tuple[str, str, str]:
    """`Title (tail) 45` → `Title`, `tail`, `#45`; empty texts when nothing is in brackets."""
    head, _, last = title.rpartition(" ")
    after = ""
    if last.lstrip("#").isdigit() and head.endswith((")", "]")):
        title, after = head, "#" + last.lstrip("#")
    if not title.endswith((")", "]")):
        return "", "", ""
    at = title.rfind("(" if title[-1] == ")" else "[")
    if at <= 0:
        return "", "", ""
    return title[:at].strip(), title[at + 1 : -1].strip(), after


def trailing(title: str) -> Iterator[tuple[str, str]]:
    """Ways to part a text into a title and a trailing pack, the longest pack first."""
    parts = title.split()
    for size in range(min(_LONGEST_PACK, len(parts) - 1), 0, -1):
        rest = " ".join(parts[:-size]).rstrip(" ,;|-–—/")
        tail = " ".join(parts[-size:]).lstrip(" ,;|-–—/")
        if rest and tail:
            yield rest, tail


def numbered(tail: str) -> tuple[str, int | None]:
    """`Core Set #45`, `Core 45`, `#45` → the pack's text and the number in it."""
    head, _, last = tail.rpartition(" ")
    if "#" in tail:
        head, _, last = tail.rpartition("#")
    last = last.strip()
    if last.isascii() and last.isdigit() and len(last) < 6 and (head.strip() or "#" in tail):
        return head.strip().rstrip(",;:"), int(last)
    return tail, None


def untag(text: str) -> tuple[str, tuple[str, ...]]:
    """`text` without what deck sites put after or before a title, and the marks not known."""
    kept = "".join(c for c in text if not _glyph(c)) if not text.isascii() else text
    kept = kept.strip().lstrip("+").strip()
    unknown: list[str] = []
    while True:
        head, _, last = kept.rpartition(" ")
        inner = last[1:-1]
        if not head or len(last) < 3:
            break
        if last[0] == last[-1] == "*" and inner.isalpha() and inner.isupper() and len(inner) < 3:
            if inner not in _FINISHES:
                unknown.append(last)
        elif not (last[0] == "[" and last[-1] == "]" and _is_badge(inner)):
            break
        kept = head.strip()
    return kept, tuple(unknown)


def _is_badge(inner: str) -> bool:
    return inner in _BADGES or (inner[0] == "P" and inner[1:].isdigit())


def _glyph(char: str) -> bool:
    """Symbols of icon fonts (private characters), emoji, and the mark of unique cards."""
    return unicodedata.category(char) in ("Co", "So") or char in "♦•◆·"
