"""Markup taken off a line: HTML, BBCode, Markdown. Imports nothing of ours, knows no card.

One line of a file may hold several list items (`<li>…</li><li>…</li>`), so a line gives
segments. A link to a card's page keeps the card's code: it says more than the title. All
patterns are linear in the length of a line.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_SIGNS = frozenset("<[*_`\\&|~")
"""A line without any of these has no markup."""
_TAGS = (
    r"\[/?(?:b|i|u|url|link|size|color|colour|font|list|ul|ol|li|quote|code|center|left|right"
    r"|spoiler|agot|card|h[1-6]|table|tr|td|th|img|hr|indent|thronesdb|deck|decklist)"
    r"(?:=[^\[\]]{0,500})?\]"
)
_ITEMS = r"\[\*\]|<(?:li|br|p|tr|div|h[1-6])\b[^<>]{0,500}>|</(?:li|p|tr|div|h[1-6])\s{0,9}>"
_STRUCK = r"~~|\[/?s(?:trike)?\]|</?(?:s|del|strike)>"


class Segment(NamedTuple):
    """What one item of a line says, without markup."""

    text: str
    code: str | None = None
    """Code of the card that a link in it leads to."""
    struck: bool = False
    """Somebody struck it out, so it is unclear whether it counts."""


def segments(line: str) -> list[Segment]:
    """The items of a line; at least one, even if nothing but markup was there."""
    if _SIGNS.isdisjoint(line):
        return [Segment(line)]
    parts = [line]
    if "<" in line or "[*]" in line:
        parts = [part for part in _pattern(_ITEMS).split(line) if part.strip()] or [""]
    return [_plain(part) for part in parts]


def _plain(text: str) -> Segment:
    """One item with links, tags, entities, escapes and emphasis taken off."""
    struck = _pattern(_STRUCK).search(text) is not None
    codes: list[str] = []
    if "<" in text:
        codes += _pattern(r"<a\b[^<>]{0,500}/card/(\w{1,20})").findall(text)
        # Cells that touch each other are columns, not one word.
        text = _pattern(r"</(?:td|th|div|span)>\s*<(?:td|th|div|span)\b[^<>]{0,200}>").sub(
            "\t", text
        )
        text = _pattern(r"</?[a-zA-Z!][^<>]{0,500}>").sub("", text)
    if "[" in text:
        codes += _pattern(r"\[url=[^\[\]]{0,500}/card/(\w{1,20})").findall(text)
        link = _pattern(r"!?\[((?:[^\[\]\\]|\\.){1,300})\]\(([^()\s]{0,500})\)")
        for target in (match.group(2) for match in link.finditer(text)):
            codes += _pattern(r"/card/(\w{1,20})").findall(target)
        text = link.sub(r"\1", text)
        text = _pattern(_TAGS).sub("", text)
    if text.count("|") > 1 and text.strip().startswith("|") and text.strip().endswith("|"):
        text = text.strip().strip("|").replace("|", "\t")
    text = _pattern(r"\\([\\`*_{}\[\]()<>#+\-.!|~&])").sub(r"\1", _unemphasised(text))
    if "&" in text:
        from html import unescape

        text = unescape(text)
    return Segment(text, codes[0] if len(codes) == 1 else None, struck)


def _unemphasised(text: str) -> str:
    """`text` without asterisks, underscores and backquotes around words; bullets and `*F*` stay."""
    if not any(sign in text for sign in "*_`"):
        return text
    text = _pattern(r"(?<!\\)(?:\*\*+|__+)").sub("", text)
    start = len(text) - len(text.lstrip())
    bullet = text[: start + 1] if text[start : start + 2] in ("* ", "*\t") else ""
    marker = _pattern(r"(?<=[\w)\]!.\"'])\s\*[A-Z]{1,2}\*\s*$").search(text)
    body = text[len(bullet) : marker.start() if marker else None]
    body = _pattern(r"(?<!\\)\*").sub("", body)
    body = _pattern(r"(?:(?<=\s)|^|(?<=[(\"]))[_`]+|(?<!\\)[_`]+(?=[\s)\".,:]|$)").sub("", body)
    return bullet + body + (marker.group() if marker else "")


@cache
def _pattern(source: str) -> re.Pattern[str]:
    """Compiled when first needed: most lists have no markup."""
    return re.compile(source, re.IGNORECASE if source[0] in "\\<[~" else 0)
