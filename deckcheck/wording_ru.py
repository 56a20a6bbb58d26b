"""The words of `wording.py` in Russian: plural forms, sections, and which cards a query means.

Russian words bend with the number before them, so what a query adds to "cards" stands in
parentheses, where nothing bends: `12 карт (существа; стихия: лес)`. May import query and below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcheck.errors import QueryError
from deckcheck.query import Field, Node, parse

CARDS = ("карта", "карты", "карт")
COPIES = ("экземпляр", "экземпляра", "экземпляров")
TITLES = ("разное название", "разных названия", "разных названий")
VERSIONS = ("версия", "версии", "версий")
TYPES = {
    "character": "персонажи",
    "location": "локации",
    "attachment": "приложения",
    "event": "события",
    "plot": "замыслы",
    "agenda": "цели",
    "title": "титулы",
    "creature": "существа",
    "flyer": "летающие",
    "companion": "компаньоны",
    "parasite": "паразиты",
    "artifact": "артефакты",
    "terrain": "местности",
    "hero": "герои",
    "spell": "заклинания",
    "weapon": "оружие",
    "armor": "броня",
    "amulet": "амулеты",
    "support": "поддержка",
    "quest": "квесты",
    "?": "карты неизвестного типа",
}
SECTIONS = {
    "draw": "колода",
    "plot": "колода замыслов",
    "agenda": "цели",
    "faction": "карта фракции",
    "title": "титулы",
    "main": "основная колода",
    "side": "дополнительная колода",
    "hero": "герой",
}
_FIELDS = {
    "element": "стихия",
    "elements": "число стихий",
    "class": "класс",
    "hero_class": "класс героя",
    "faction": "фракция",
    "trait": "свойство",
    "keyword": "ключевое слово",
    "pack": "набор",
    "printed_in": "набор",
    "only": "только для",
    "title": "название",
    "id": "карта",
    "open_to": "для героев класса",
    "only_with": "только с героем класса",
    "not_with": "не сочетается со стихией",
    "mentions": "упоминает",
    "cost": "стоимость",
    "rarity": "редкость",
}
_FLAGS = {
    "horde": "Орда",
    "unique": "уникальные",
    "loyal": "лояльные",
    "elite": "золотые",
    "created": "созданные другими картами",
}
_VALUES = {
    "steppe": "степь",
    "mountain": "горы",
    "forest": "лес",
    "swamp": "болота",
    "darkness": "тьма",
    "neutral": "нейтральная",
    "warrior": "воин",
    "priest": "жрец",
    "mage": "маг",
    "rogue": "разбойник",
    "$hero.element": "стихия героя",
    "$hero.class": "класс героя",
    "$faction": "фракция колоды",
}
OF_CLASS = {"warrior": "воина", "priest": "жреца", "mage": "мага", "rogue": "разбойника"}
"""Class of a hero → as it stands behind «для героя-»."""
_RELEASED = {
    (True, "<=$on"): "не вышли к этой дате",
    (False, ">$list_date"): "вышли позже списка",
}


def plural(number: Any, forms: tuple[str, str, str]) -> str:
    """The form of a word that stands with a number.

    >>> [f"{n} {plural(n, CARDS)}" for n in (1, 2, 5, 11, 21, 104)]
    ['1 карта', '2 карты', '5 карт', '11 карт', '21 карта', '104 карты']
    """
    try:
        whole = abs(int(number))
    except (TypeError, ValueError):
        return forms[2]
    if whole % 10 == 1 and whole % 100 != 11:
        return forms[0]
    return forms[1] if whole % 10 in (2, 3, 4) and whole % 100 not in (12, 13, 14) else forms[2]


def counted(number: Any, forms: tuple[str, str, str] = CARDS) -> str:
    """`1 карта`, `2 карты`, `5 карт`."""
    return f"{interval(str(number))} {plural(number, forms)}"


def interval(words: str) -> str:
    """`15 to 16` → `от 15 до 16`; other words as they are."""
    low, to, high = words.partition(" to ")
    return f"от {low} до {high}" if to else words


def element(name: str) -> str:
    """An element's name: `steppe` → `степь`."""
    return _VALUES.get(name, name)


def kind(query: str, fields: Mapping[str, Field], names: Mapping[str, str]) -> str:
    """What a query adds to "cards": ` (существа; стихия: лес)`; empty where it adds nothing.

    `names` are shown in place of codes (`stark` → `House Stark`).
    """
    if not query:
        return ""
    try:
        said = _said(parse(query, fields), fields, names)
    except QueryError:
        said = None
    if said is None:
        return f" [{query}]"
    return f" ({said})" if said else ""


def _said(tree: Node, fields: Mapping[str, Field], names: Mapping[str, str]) -> str | None:
    """The words for a query's tree; None where there are none."""
    if tree.kind == "or":
        parts = [_said(part, fields, names) for part in tree.parts]
        return None if None in parts else " или ".join(filter(None, parts))
    found: list[str] = []
    for part in tree.parts if tree.kind == "and" else (tree,):
        negated = part.kind == "not"
        test = part.parts[0] if negated else part
        said = _test(test, negated, fields, names) if test.kind == "test" else None
        if said is None and test.kind != "test" and (inner := _said(test, fields, names)):
            said = f"кроме: {inner}" if negated else inner
        if said is None:
            return None
        if said:
            found.append(said)
    return "; ".join(found)


def _test(
    test: Node, negated: bool, fields: Mapping[str, Field], names: Mapping[str, str]
) -> str | None:
    """The words for one test; empty where nothing is to be said, None where there are none."""
    field, joined = fields[test.field], "|".join(test.values)
    if field.name == "released":
        return _RELEASED.get((negated, test.op + joined))
    if field.name == "source":
        return "текст не прочитан" if not negated and joined == "B|D" else ""
    shown = " или ".join(names.get(v, _VALUES.get(v, v)) for v in test.values)
    non = "не " if negated else ""
    if field.name == "type":
        return ("кроме: " if negated else "") + " или ".join(TYPES.get(v, v) for v in test.values)
    if field.kind == "flag":
        return f"{non}{_FLAGS.get(field.name, field.name)}"
    name = _FIELDS.get(field.name)
    if name is None:
        return None
    sign = ": " if test.op == ":" else f" {test.op} "
    return f"{name}{sign}{non}{shown}"


_DEMANDS = (("exactly ", "ровно "), ("at least ", "не меньше "), ("at most ", "не больше "))


def demand(expected: str | None) -> str:
    """A finding's demand: `at least 60` → `не меньше 60`."""
    words = interval(expected or "")
    for english, russian in (*_DEMANDS, (" or ", " или "), (" and ", " и ")):
        words = words.replace(english, russian)
    return words


def subject(args: Mapping[str, Any], section: str | None) -> str:
    """The section a finding is about, as a sentence begins: `Основная колода`."""
    sections = args.get("sections", ())
    if set(sections) == {"draw", "plot"}:
        return "Обе колоды"
    if set(sections) == {"main", "side"}:
        return "Основная и дополнительная колоды"
    shown = SECTIONS.get(section or "", section or "колода")
    return "Колода" if len(sections) > 1 else shown[:1].upper() + shown[1:]
