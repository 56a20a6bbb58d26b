"""A row's demand in words: which cards a query means, and which bound they break.

The words are made from the row itself, so that a message can't part ways with the condition.
`type:character trait:'Small Council' -loyal` becomes "non-loyal Small Council characters". May
import query and below; what it can't put into words it shows as the query it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcheck.errors import QueryError
from deckcheck.query import Field, Node, parse

PLURALS = {
    "character": "characters",
    "location": "locations",
    "attachment": "attachments",
    "event": "events",
    "plot": "plots",
    "agenda": "agendas",
    "title": "title cards",
    "creature": "creatures",
    "flyer": "flyers",
    "companion": "companions",
    "parasite": "parasites",
    "artifact": "artifacts",
    "terrain": "terrains",
    "hero": "heroes",
    "spell": "spells",
    "weapon": "weapons",
    "amulet": "amulets",
    "quest": "quests",
    "?": "cards of unknown type",
}
SECTIONS = {
    "draw": "draw deck",
    "plot": "plot deck",
    "agenda": "agendas",
    "faction": "faction card",
    "title": "title cards",
    "main": "deck",
    "side": "side deck",
    "hero": "hero",
}


def noun(query: str, fields: Mapping[str, Field], names: Mapping[str, str] | None = None) -> str:
    """The cards a query means, in the plural: `House Stark cards`, `Scheme plots`.

    `names` are shown in place of codes (`stark` → `House Stark`).
    """
    if not query:
        return "cards"
    try:
        return _noun(parse(query, fields), fields, names or {}) or f"cards of [{query}]"
    except QueryError:
        return f"cards of [{query}]"


def _noun(tree: Node, fields: Mapping[str, Field], names: Mapping[str, str]) -> str:
    """The words for a query's tree; empty where there are none."""
    if tree.kind == "or":
        nouns = [_noun(part, fields, names) for part in tree.parts]
        return _listed(nouns) if all(nouns) else ""
    before: list[str] = []
    what = "cards"
    after: list[str] = []
    for part in tree.parts if tree.kind == "and" else (tree,):
        negated = part.kind == "not"
        test = part.parts[0] if negated else part
        if negated and test.kind != "test":
            inner = _noun(test, fields, names)
            if not inner:
                return ""
            after.append(f"other than {inner}")
            continue
        if test.kind != "test":
            return ""
        field = fields[test.field].name
        values = [names.get(v, v) for v in test.values]
        if field == "released":
            words = _RELEASED.get((negated, test.op + "|".join(values)))
            if words is None:
                return ""
            after.append(words)
        elif test.op != ":":
            return ""
        elif field == "type" and not negated:
            what = _listed([PLURALS.get(v, v) for v in values])
        elif not _modifier(field, values, negated, before, after, fields):
            return ""
    return " ".join([*before, what, *after])


_RELEASED = {
    (True, "<=$on"): "not released by the date",
    (False, ">$list_date"): "newer than the list",
}
"""How a row asks for releases, in words."""


_PHRASES = {
    ("element", False, "$hero.element"): "of the hero's element",
    ("elements", False, "1"): "of one element",
    ("open_to", False, "$hero.class"): "for any hero of the hero's class",
    ("only_with", False, "warrior|priest|mage|rogue"): "for heroes of one class only",
    ("only_with", False, "$hero.class"): "for heroes of the hero's class only",
    ("only_with", True, "$hero.class"): "which isn't the hero's",
    ("not_with", False, "$hero.element"): "that don't go with the hero's element",
    ("source", False, "B|D"): "whose text nobody read",
    ("source", False, "A"): "",
    ("source", True, "B|D"): "",
}
"""(field, negated, values) of tests that have words of their own; empty = nothing is to be said."""


def _modifier(
    field: str,
    values: list[str],
    negated: bool,
    before: list[str],
    after: list[str],
    fields: Mapping[str, Field],
) -> bool:
    """Add what a test says of the cards to the words before or after them; False = no words."""
    non = "non-" if negated else ""
    if (phrase := _PHRASES.get((field, negated, "|".join(values)))) is not None:
        after.extend([phrase] if phrase else [])
    elif fields[field].kind == "flag":
        before.insert(0, f"{non}{field}")
    elif field in ("faction", "element") and values == ["neutral"]:
        before.insert(0, f"{non}neutral")
    elif field in ("faction", "trait", "element", "class"):
        shown = [v if v[:1].isupper() or {*v} & {*" -"} else v.capitalize() for v in values]
        shown = [v.removeprefix("The ") for v in shown]
        if negated and len(shown) > 1:
            after.append(f"other than {_listed(shown)}")
        else:
            before.append(non + _listed(shown))
    elif field == "keyword":
        after.append(f"with{'out' if negated else ''} {_listed(values)}")
    elif field == "type" and negated:
        after.append(f"other than {_listed([PLURALS.get(v, v) for v in values])}")
    elif field in ("title", "id") and negated:
        after.append(f"other than {_listed(values)}")
    elif field == "pack":
        after.append(f"{'outside' if negated else 'of'} pack {_listed(values)}")
    elif field == "only":
        only = _listed(values)
        after.append(f"that don't print '{only} only'" if negated else f"for {only} only")
    else:
        return False
    return True


def _listed(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"


def counted(number: int | str | None, what: str) -> str:
    """`1 card`, `2 cards`; `what` is in the plural, of which the first such word is changed."""
    if number != 1:
        return f"{number} {what}"
    singular = {many: one for one, many in PLURALS.items()} | {
        "cards": "card",
        "copies": "copy",
        "title cards": "title card",
    }
    words = what.split(" ")
    for at, word in enumerate(words):
        if word in singular:
            words[at] = singular[word]
            break
    return f"1 {' '.join(words)}"


def quantity(of: str, what: str) -> str:
    """What is counted: `different Scheme plots` for titles, `plots in two copies` for doubled."""
    if of == "titles":
        return f"different {what}"
    if of == "doubled":
        return f"{what} in two or more copies"
    return what


def subject(args: Mapping[str, Any], section: str | None) -> str:
    """The section a finding is about, as a sentence begins: `Draw deck`, `Both decks`."""
    sections = args.get("sections", ())
    if set(sections) == {"draw", "plot"}:
        return "Both decks"
    if len(sections) > 1 or not section:
        return "The deck"
    shown = SECTIONS.get(section, section)
    return shown[:1].upper() + shown[1:]
