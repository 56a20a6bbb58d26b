"""The grammar of one line of a decklist: counts, headings, header lines, separators.

Says what a line looks like, never what a title means: no pool, no names, no state. Whoever
reads a text (`reader.py`) asks in order of certainty. May import pieces and folding only.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from deckcheck.codecs.pieces import plainly
from deckcheck.folding import fold

LONGEST = 2000
"""Characters of a line that are looked at; a longer one is a problem, not a card."""
_CHECKSUM = 4
"""Digits of the number in a heading, at most: `Agenda: 01027` states no number of cards."""
DIGITS = 9
"""Digits of a count that are believed; more is no number of cards."""

_TIMES = frozenset("xX×✕хХ")
_BULLETS = ">-*•+·–—●▪►◦‣"
_MINUS = frozenset("-–—")
_CLOSING = {"(": ")", "[": "]"}
_DECORATION = " \t#=*-–—_~>•·:|"
_ORDINALS = ("st", "nd", "rd", "th")

MAIN_WORDS = {
    "deck": "",
    "main deck": "",
    "maindeck": "",
    "main": "",
    "cards": "",
    "decklist": "",
    "deck list": "",
    "draw deck": "draw",
    "draw cards": "draw",
    "drawdeck": "draw",
}
"""Headings of the deck as a whole → the section they stand for, if one."""
ASIDE_WORDS = frozenset(
    (
        *("maybe", "maybes", "maybeboard", "maybe board", "maybe pile", "maybe cards"),
        *(
            "considering",
            "considerations",
            "consider",
            "sideboard",
            "side board",
            "side deck",
            "sb",
        ),
        *("side", "draft pool", "pool", "drafted", "drafted cards", "cut", "cuts", "cut cards"),
        *("not included", "not in deck", "not in the deck", "excluded", "removed", "left out"),
        *("alternatives", "options", "wishlist", "wish list", "to cut", "flex slots"),
        *("maybe-board", "mayboard", "bench", "testing", "optional", "possible includes"),
        *("tech choices", "alternative plots", "out", "last cuts", "cards i am considering"),
        # German, French, Spanish
        *("vielleicht", "ersatz", "ersatzbank", "peut-etre", "reserve", "quizas", "banquillo"),
    )
)
"""Headings of what is no part of the deck."""
KEPT_WORDS = {
    **dict.fromkeys(("notes", "note", "deck notes", "description"), "notes"),
    "not understood": "unread",
}
"""Headings of what means no card → `notes`, or `unread`: lines that nobody understood before."""
FACTION_WORDS = frozenset({"faction", "house", "factions"})
NAME_WORDS = frozenset({"name", "deck name", "deckname", "название"})
_TOTALS = {"total cards": "all", "total": "all", "draw deck": "draw", "plot deck": "plot"}
_TOTALS |= dict.fromkeys(("итого", "всего", "итого карт", "всего карт", "карт в колоде"), "all")
_CARDS = frozenset(("cards", "card", "x", "total", "карт", "карты", "карта", "шт", "шт."))
_REMARKS = frozenset(
    (
        *("version", "packs", "included packs", "author", "date", "source", "link", "url", "tags"),
        *("created", "updated", "posted", "player", "views", "likes", "comments"),
    )
)
_MADE = ("created using", "http://", "https://", "www.")
_SAID = (
    *("created by", "created on", "created with", "exported from", "posted by", "posted on"),
    *("posted in", "sent from", "deck by", "by ", "built by", "built with", "made with"),
    *("published by", "published on", "last updated"),
)
_WROTE = ("wrote:", "writes:", "said:")
_WIDE: dict[int, int | str] = {**{0xFF01 + at: 0x21 + at for at in range(94)}, 0x3000: " "}
"""Full-width signs → plain ones."""


class Counted(NamedTuple):
    """A line that has a count: `3x Title`, `Title x3`, `3⇥Title⇥Pack`."""

    copies: int | None
    """None = a number so long that it counts nothing."""
    title: str
    columns: tuple[str, ...] = ()
    """What stood in further columns (tabs): pack, number, whatever else."""
    clear: bool = True
    """False where the number may be something else: `2 weeks`, `Title 3`."""
    numbered: bool = False
    """Whether it may be the number of a list item, or cards taken out: `3. Title`, `-1 Title`."""


class Heading(NamedTuple):
    """A line that heads a group: `Plots (7):`, `### Characters`, `---- Core Set ----`."""

    word: str
    """The heading's words, folded."""
    cards: int | None
    """The number in it: a checksum."""
    level: int
    """Number of `#` before it; 0 = none."""


def split(text: str) -> list[str]:
    """Lines of a text that ends them with LF, CRLF or CR; no empty last one."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def is_separator(line: str) -> bool:
    """Whether the line parts two decks: three or more `=` and nothing else."""
    bare = line.strip()
    return len(bare) > 2 and not bare.strip("=")


def is_decoration(text: str) -> bool:
    """Whether nothing but rules, bullets and spaces stands there."""
    return not text.strip(_DECORATION + "=|+.\ufeff\u200b")


def is_comment(text: str) -> bool:
    """`// …` or `# …`, unless the `#` numbers a card line (`#012 2x Title`)."""
    bare = text.lstrip()
    if bare.startswith("//"):
        return True
    return bare.startswith("#") and leading(bare) is None


def without_remark(text: str) -> str:
    """`text` up to a comment at its end (` // …`, ` # …`)."""
    for sign in (" // ", " # "):
        at = text.find(sign)
        if at > 0:
            text = text[:at]
    return text.rstrip()


def leading(text: str) -> Counted | None:
    """A count at the beginning: `3x T`, `3 T`, `3xT`, `x3 T`, `(3) T`, `- 3 T`, `#012 2x T`."""
    bare = unbulleted(text.strip())
    if bare[:1] == "#":
        number, _, rest = bare[1:].partition(" ")
        return leading(rest) if number.isdigit() and rest.strip()[:1].isdigit() else None
    if bare[:1] in _CLOSING:
        inner, _, rest = bare[1:].partition(_CLOSING[bare[0]])
        digits = inner.strip().strip("xX× ")
        return _counted(digits, rest) if _number(digits) and rest.strip() else None
    if bare[:1] in _TIMES:
        digits, rest = _digits(bare[1:].lstrip())
        return _counted(digits, rest) if digits and rest[:1].isspace() else None
    signed = bare[:1] in _MINUS
    digits, rest = _digits(bare[1:] if signed else bare)
    if not digits:
        return None
    if len(digits) > _CHECKSUM and not rest.strip("()[]xX×:- \t0123456789"):
        return trailing(bare)  # a card's code, and its count
    if signed:
        return Counted(_int(digits), rest.strip(), (), False, True) if rest.strip() else None
    if rest[:1] in (".", ")") and rest[1:2].isspace():
        own = leading(rest[1:]) or trailing(rest[1:])
        if own is not None and own.clear:
            return own
        return Counted(_int(digits), rest[1:].strip(), (), False, True)
    if rest[:1] in _TIMES:
        return _counted(digits, rest[1:])
    after = rest.lstrip()
    if after[:1] in _TIMES and after[1:2].isspace():
        return _counted(digits, after[1:])
    if rest[:1].isspace():
        return _counted(digits, rest, clear=False)
    if rest[:1].isalpha() and fold(rest[:2]) not in _ORDINALS:
        return _counted(digits, rest, clear=False)
    return None


def trailing(text: str) -> Counted | None:
    """A count at the end: `T x3`, `T (x3)`, `T (3)`, `T × 3`, `T 3x`, `T: 3`, `T 3`."""
    bare = unbulleted(text.strip())
    cells = [cell.strip() for cell in bare.split("\t") if cell.strip()]
    if len(cells) > 1:
        return _columns(cells)
    for opening, closing in _CLOSING.items():
        if bare.endswith(closing):
            head, _, inner = bare[:-1].rpartition(opening)
            digits = inner.strip().strip("xX× ")
            if head.strip() and _number(digits):
                return Counted(_int(digits), head.strip())
            return _before_pack(head.strip(), bare[len(head) :])
    if bare[-1:] in _TIMES:
        head, digits = _digits_at_end(bare[:-1].rstrip())
        spaced = head[-1:].isspace()
        return Counted(_int(digits), head.strip()) if digits and spaced and head.strip() else None
    head, digits = _digits_at_end(bare)
    if not digits or not head.strip():
        return None
    kept = head.rstrip()
    if kept[-1:] in _TIMES and (kept[-1] in "×✕" or kept[-2:-1].isspace()):
        return Counted(_int(digits), kept[:-1].strip())
    if kept[-1:] in (*":=,;|",) or head.endswith((" - ", " – ", " — ")):
        return Counted(_int(digits), kept[:-1].strip())
    return Counted(_int(digits), kept, (), False) if head[-1:].isspace() else None


def counted(text: str) -> Counted | None:
    """A count in front, with further columns parted from the title."""
    if "\t" in text.strip():
        cells = [cell.strip() for cell in text.split("\t") if cell.strip()]
        return _columns(cells) if len(cells) > 1 else leading(cells[0])
    return leading(text)


def heading(text: str) -> Heading | None:
    """The words and the checksum of what may be a heading; None if it can't be one."""
    level = len(text.lstrip()) - len(text.lstrip().lstrip("#"))
    bare = text.strip(_DECORATION)
    if bare[:1] == "[" and bare[-1:] == "]" and "[" not in bare[1:]:
        bare = bare[1:-1].strip()
    if not bare or len(bare) > 60:
        return None
    word, count = bare, None
    for opening, closing in _CLOSING.items():
        if bare.endswith(closing):
            head, _, inner = bare[:-1].rpartition(opening)
            number = _checksum(inner)
            if number is None or not head.strip():
                return None
            word, count = head, number
    if count is None:
        head, digits = _digits_at_end(_without_cards(bare))
        if len(digits) > _CHECKSUM:
            return None
        if digits and head.strip(_DECORATION):
            word, count = head, _int(digits)
    if count is None:
        digits, rest = _digits(bare)
        if digits and rest[:1].isspace():
            word, count = rest, _int(digits)
    return Heading(fold(word.strip(_DECORATION)), count, level)


def group(text: str) -> str | None:
    """`---- Core Set ----` → `Core Set`: the name of a group of cards, of whatever kind."""
    bare = text.strip()
    if len(bare) > 8 and bare.startswith("---") and bare.endswith("---"):
        return bare.strip("- ") or None
    return None


def header(text: str) -> tuple[str, str] | None:
    """`Key: value` of a header line, the key folded: `Faction: House Stark`, `Packs: …`."""
    key, colon, value = text.lstrip(" \t#*-_>").partition(":")
    return (fold(key), value.strip()) if colon and 0 < len(key) < 40 else None


def beside(text: str) -> tuple[str, str] | None:
    """A heading's words (with its number) and what stands beside them; None if nothing does.

    >>> beside("Events (9) - love these")
    ('Events (9)', 'love these')
    """
    bare = text.strip().lstrip("#*_ ")
    ends = [at for at in map(bare.find, (":", " - ", " – ", " ("), (1,) * 4) if at > 0]
    if not ends:
        return None
    end = min(ends)
    word, more = bare[:end].rstrip(), bare[end:].lstrip()
    inner, closing, rest = more[1:].partition(")")
    if more[0] == "(" and closing and _checksum(inner) is not None:
        word, more = f"{word} ({inner})", rest
    more = more.strip(" \t:-–*_")
    if more[:1] == "(" and more[-1:] == ")":
        more = more[1:-1]
    return (word, more) if more and len(word) < 40 else None


def kept(raw: str) -> tuple[int, str] | None:
    """`> text` → 0, text; `3x > text` → 3, text: a line that was kept as nobody understood it."""
    head, sign, text = raw.strip().partition(">")
    head = head.strip()
    if not sign or not (head == "" or (head[-1] == "x" and _number(head[:-1]))):
        return None
    return int(head[:-1] or "0") if len(head) <= DIGITS else 0, text.strip()


def plain(text: str) -> str:
    """`text` with digits and signs of other widths (`３ｘ`, `③`), and `3 шт.`, as plain ones."""
    if text.isascii():
        return text
    kept = "".join(
        str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() else c for c in text
    )
    return plainly(kept.translate(_WIDE))


def total(text: str) -> tuple[str, int] | None:
    """`Total Cards: (60)`, `Draw deck: 46 cards` → what it sums (`all`, `draw`, `plot`), number."""
    pair = header(text)
    if pair is None and text[:6].lower() in ("total ", "итого ", "всего "):
        said = "card" in text.lower() or not text.isascii()
        number = _checksum(text[6:].strip("()[] :-–—=")) if said else None
        return None if number is None else ("all", number)
    if pair is None or pair[0] not in _TOTALS:
        return None
    number = _checksum(pair[1].strip("()[] "))
    if number is None or ("deck" in pair[0] and "card" not in pair[1].lower()):
        return None
    return _TOTALS[pair[0]], number


def is_remark(text: str) -> bool:
    """Whether it is a header line that says nothing about which cards are in the deck."""
    pair = header(text)
    if pair is not None and pair[0] in _REMARKS:
        return True
    return fold(text.strip(" \t#*_<(")).startswith(_MADE)


def is_chat(text: str) -> bool:
    """Whether it is what a page or a letter puts above or below a deck; a name may sound so."""
    said = fold(text.strip(" \t#*_<("))
    if said.startswith("total "):
        return any(c.isdigit() for c in said)
    return said.startswith(_SAID) or (said.endswith(_WROTE) and len(said) < 200)


def unbulleted(text: str) -> str:
    """`text` without list bullets: `- 3 T`, `* T`, `•T`, `+2x T`, `-3x T`; `-3 T` is no bullet."""
    while text and text[0] in _BULLETS:
        rest = text[1:].lstrip()
        if text[0] in _MINUS and text[1:2].isdigit() and _digits(rest)[1][:1] not in _TIMES:
            return text
        if text[0] in "-–—+" and text[1:2] == text[0]:
            return text
        text = rest
    return text


def is_version(text: str) -> bool:
    """Whether it is a line `Version: 1.0`."""
    return fold(text).startswith("version:")


def _columns(cells: list[str]) -> Counted | None:
    """Cells of a row: a count, a title, and more; None if no cell is a count."""
    for at, cell in enumerate(cells[:2]):
        digits = cell.strip("xX× ")
        if _number(digits):
            rest = cells[:at] + cells[at + 1 :]
            return Counted(_int(digits), rest[0], tuple(rest[1:]))
    first = leading(cells[0])
    if first is not None:
        return first._replace(columns=tuple(cells[1:]))
    return None


def _before_pack(head: str, tail: str) -> Counted | None:
    """`Title x3 (Pack)`: the count stands before the brackets."""
    inner = trailing(head) if head and head[-1].isdigit() else None
    return inner._replace(title=f"{inner.title} {tail}") if inner and inner.clear else None


def _counted(digits: str, rest: str, clear: bool = True) -> Counted | None:
    title = rest.strip().removeprefix(":").strip()
    return Counted(_int(digits), title, (), clear) if title else None


def _checksum(text: str) -> int | None:
    """`33`, `33 cards`, `7/7`, `x33` → the number; None if more than that stands there."""
    digits, rest = _digits(text.strip().lstrip("xX"))
    rest = rest.strip()
    fine = not rest or rest in _CARDS or rest[0] == "/"
    return _int(digits) if digits and fine else None


def _without_cards(text: str) -> str:
    for word in (" cards", " card"):
        if text.lower().endswith(word):
            return text[: -len(word)].rstrip()
    return text


def _digits(text: str) -> tuple[str, str]:
    """The run of digits that `text` begins with, and the rest."""
    end = 0
    while end < len(text) and text[end] in "0123456789":
        end += 1
    return text[:end], text[end:]


def _digits_at_end(text: str) -> tuple[str, str]:
    return (head := text.rstrip("0123456789")), text[len(head) :]


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _int(digits: str) -> int | None:
    return int(digits) if len(digits) <= DIGITS else None
