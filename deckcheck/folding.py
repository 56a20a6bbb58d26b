"""Text made comparable: one folding for titles, queries, packs and names of things.

Imports nothing of ours and knows no game. `fold` keeps what tells two titles apart
(straight double quotes, hyphens, articles); the coarser keys drop those too and are
only used by `names.py`, after an exact key has missed.
"""

from __future__ import annotations

import unicodedata

_SAME = {
    **dict.fromkeys("’‘‛ʼʹ´`′＇", "'"),
    **dict.fromkeys("“”„‟«»″＂", '"'),
    **dict.fromkeys("‐‑‒–—―−－", "-"),
    # Invisible: zero-width spaces and joiners, byte-order mark, soft hyphen, direction marks.
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c", ""),
    "…": "...",
    "Ё": "е",
    "ё": "е",
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
}
_TABLE = str.maketrans(_SAME)
ARTICLES = frozenset({"the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los", "las"})


def fold(text: str) -> str:
    """One spelling of `text`: case, accents, quote and dash styles, ё/е and spaces made equal.

    >>> fold("The  Hand’s JUDGMENT")
    "the hand's judgment"
    """
    if not text.isascii():
        text = text.translate(_TABLE)
        text = unicodedata.normalize("NFKD", text)
        # й decomposes into и + breve: put it back, it is a letter of its own.
        text = text.replace("и\u0306", "й").replace("И\u0306", "й")
        text = "".join(c for c in text if not unicodedata.combining(c)).translate(_TABLE)
    return " ".join(text.casefold().replace("`", "'").split())


def words(text: str) -> list[str]:
    """The words of `text`, folded: letters and digits only, apostrophes dropped.

    >>> words('“Hear Me Roar!” Lady-in-Waiting')
    ['hear', 'me', 'roar', 'lady', 'in', 'waiting']
    """
    return _words(fold(text))


def sorted_words(text: str) -> str:
    """`words` in alphabetical order: equal for titles that differ in order and punctuation.

    >>> sorted_words("Stark, Eddard")
    'eddard stark'
    """
    return " ".join(sorted(words(text)))


def bare_words(text: str) -> str:
    """`sorted_words` without articles (of the languages that titles come in).

    >>> bare_words("The Balerion")
    'balerion'
    """
    found = words(text)
    kept = [w for w in found if w not in ARTICLES]
    return " ".join(sorted(kept or found))


def title_keys(text: str) -> tuple[str, str, str]:
    """(`fold`, `sorted_words`, `bare_words`) of `text`: the keys a title is found by, at once."""
    folded = fold(text)
    found = _words(folded)
    kept = [w for w in found if w not in ARTICLES]
    return folded, " ".join(sorted(found)), " ".join(sorted(kept or found))


def _words(folded: str) -> list[str]:
    kept = (c if c.isalnum() else "" if c == "'" else " " for c in folded)
    return "".join(kept).split()
