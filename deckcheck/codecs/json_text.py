"""JSON that strangers wrote, parsed once and looked at without trust.

Every JSON layout reads through `parse`, so a text that five of them sniff at is parsed one
time, and what the parser itself lets pass (keys that stand twice, NaN, half a character) is
refused here. May import errors only; knows no layout.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from deckcheck.errors import InputError

MAX_COPIES = 1_000_000
"""A larger number of copies is a mistake of the file: no deck has them, no database holds them."""


@lru_cache(maxsize=1)
def parse(text: str) -> Any:
    """The value of a JSON text; never write to it, other readers get the same object.

    Raises InputError: not JSON (with line and column), a key twice in one object, NaN or
    Infinity, nested too deeply, half of a surrogate pair.
    """
    import json

    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise InputError("This JSON is nested too deeply to be a deck.") from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"This isn't valid JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        ) from None
    except ValueError:
        raise InputError("This JSON holds a number with thousands of digits.") from None
    if "\\ud" in text or "\\uD" in text:
        _refuse_half_characters(value)
    return value


def looks_like(text: str) -> bool:
    """Whether the text could be JSON at all, by its first character."""
    return text.lstrip()[:1] in ("{", "[")


def parsed(text: str) -> Any:
    """The value of the text if it is JSON, else None: for sniffing."""
    if not looks_like(text):
        return None
    try:
        return parse(text)
    except InputError:
        return None


def first_object(value: Any) -> dict[str, Any] | None:
    """The first deck-like thing of a parsed text: the object, or the first of an array."""
    if isinstance(value, list) and value:
        value = value[0]
    return value if isinstance(value, dict) else None


def whole(value: Any) -> int | None:
    """The number if it is a whole one (`3`; neither `3.0`, `"3"` nor `true`), else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def what(value: Any) -> str:
    """A value as a sentence says it, in short.

    >>> what("3"), what([1]), what(None)
    ('the text "3"', 'a list', 'null')
    """
    if isinstance(value, str):
        shown = value if len(value) <= 40 else f"{value[:40]}…"
        return f'the text "{shown}"'
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) > 10**12:
        return "a number of more than twelve digits"
    return f"the number {value}"


def dumps(value: Any, *, pretty: bool = True) -> str:
    """The value as JSON text, letters as they are; pretty = one key a line."""
    import json

    if pretty:
        return json.dumps(value, ensure_ascii=False, indent=2)
    return json.dumps(value, ensure_ascii=False)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object's dict. A key that stands twice would lose one value in silence."""
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError(f"In this JSON {what(key)} stands twice as a key of one object.")
            seen.add(key)
    return found


def _constant(name: str) -> Any:
    raise InputError(f"This isn't valid JSON: {name} is no number that JSON has.")


def _refuse_half_characters(value: Any) -> None:
    try:
        dumps(value, pretty=False).encode()
    except UnicodeEncodeError:
        raise InputError(
            "This JSON holds half a character (a lone \\ud8xx escape), which no text can keep."
        ) from None
