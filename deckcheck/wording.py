"""A row's demand in words: which cards a query means, and which bound they break.

The words are made from the row itself, so that a message can't part ways with the condition.
`type:character trait:'Small Council' -loyal` becomes "non-loyal Small Council characters". May
import query and below; what it can't put into words it shows as the query it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcheck.errors import QueryError
from deckcheck.query import Field, parse

PLURALS = {
    "character": "characters",
    "location": "locations",
    "attachment": "attachments",
    "event": "events",
    "plot": "plots",
    "agenda": "agendas",
    "title": "title cards",
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
        tree = parse(query, fields)
    except QueryError:
        return f"cards of [{query}]"
    parts = tree.parts if tree.kind == "and" else (tree,)
    before: list[str] = []
    what = "cards"
    after: list[str] = []
    for part in parts:
        negated = part.kind == "not"
        test = part.parts[0] if negated else part
        if test.kind != "test" or test.op != ":":
            return f"cards of [{query}]"
        field = fields[test.field].name
        values = [(names or {}).get(v, v) for v in test.values]
        if field == "type" and not negated:
            what = _listed([PLURALS.get(v, v) for v in values])
        elif not _modifier(field, values, negated, before, after, fields):
            return f"cards of [{query}]"
    return " ".join([*before, what, *after])


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
    if fields[field].kind == "flag":
        before.insert(0, f"{non}{field}")
    elif field == "faction" and values == ["neutral"]:
        before.insert(0, f"{non}neutral")
    elif field in ("faction", "trait"):
        shown = [v if v[:1].isupper() else v.capitalize() for v in values]
        before.append(non + _listed(shown))
    elif field == "keyword":
        after.append(f"with{'out' if negated else ''} {_listed(values)}")
    elif field == "type" and negated:
        after.append(f"that are not {_listed([PLURALS.get(v, v) for v in values])}")
    elif field == "title" and negated:
        after.append(f"other than {_listed(values)}")
    elif field == "pack" and not negated:
        after.append(f"of pack {_listed(values)}")
    elif field == "only" and not negated:
        after.append(f"for {_listed(values)} only")
    else:
        return False
    return True


def _listed(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"


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
