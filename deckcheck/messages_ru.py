"""The sentences of `messages.py` in Russian, key by key, and those that are put together.

A test holds both tables to the same keys and the same places to fill. May import messages,
wording_ru and below.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckcheck.findings import Finding
from deckcheck.messages import Speaker, faction_names, fragments
from deckcheck.wording_ru import (
    COPIES,
    OF_CLASS,
    TITLES,
    VERSIONS,
    counted,
    demand,
    kind,
    plural,
    subject,
)

RU: dict[str, str] = {
    # О том, по чему судим.
    "old-data": "Данные о картах на {days} дн. старше, чем {on}: могли выйти новые наборы и "
    "списки; выполните `deckcheck db update`.",
    "list-not-known": "Известно, что {name} действует только до {until}; что действует позже, "
    "сказать нельзя.",
    "list-silent": "{name} не говорит о формате {format}: какие карты он допускает, сказать "
    "нельзя.",
    "no-list-known": "Нет списка, о котором известно, что он действовал {on}: какие карты тогда "
    "допускал формат {format}, сказать нельзя.",
    "rules-only": "Проверены только правила сбора колоды: ни наборы, ни запреты не учтены.",
    "no-list-yet": "На {on} ещё не было списка запретов: запреты и ограничения не учтены.",
    "list-not-in-force": "{name}: на {on} действовал не этот список{instead}.",
    "deck-wish": "Колода просит ({what}): {wish}; задано {given}, оно и взято.",
    "unknown-wish": "Колода просит ({what}): «{wish}», но здесь этого не знают; взято {given}.",
    "without-list": "Проверено без списка, как просили: запреты и ограничения не учтены.",
    "format-without-list": "Для формата {format} списков нет: {name} не применён.",
    "pool-not-given": "Неизвестно, какие карты были открыты, поэтому это не проверено (задайте их "
    "через --pool).",
    "list-unknown-codes": "{name}: {number} кодов нет ни у одной карты, они ничего не запрещают: "
    "{codes}.",
    "name-or-agenda": "Строка {line}: {text!r} принята за название колоды, но так называется и "
    "агенда: если она в колоде, напишите её под фракцией.",
    "pool-not-used": "В формате {format} не спрашивают, что было открыто: пул не применён.",
    "database": "{text}",
    # О том, чего никто не знает.
    "unknown-code": "Неизвестный код карты {cards}, {found} шт.: это может быть что угодно.",
    "unknown-line": "{at}неизвестная карта, {found} шт.: «{text}»; это может быть что угодно.",
    "unread-line": "{at}не понято: «{text}».{hint}",
    "unknown-agenda": "Правил карты {cards} здесь нет: что она разрешает или требует, сказать "
    "нельзя.",
    "unknown-hero": "Что меняет герой {cards}, сказать нельзя: его текст здесь никто не читал.",
    "unknown-faction": "Неизвестная фракция «{text}».",
    "assumed-choice": "Колода не говорит, что названо для {cards}; взято: {choice}.",
    # О сохранённых колодах.
    "saved-card-conflict": "Колода сохранена с картой «{title}» ({pack}), но {code} теперь "
    "{cards}, а так называется {other}: решите через `deckcheck deck edit NAME --by title` "
    "(или code).",
    "saved-card-recoded": "Кода {code} больше нет; взято по названию и набору: {cards}.",
    "saved-card-renamed": "Сохранённая карта «{title}» ({pack}) теперь {cards}.",
    # О чтении строк.
    "at-line": "Строка {line}: ",
    "hint": " Может быть, {suggestions}?",
    "odd-characters": " В ней есть {odd}.",
    "unknown-card": "{at}неизвестная карта, {found} шт., это может быть что угодно: «{text}» "
    "(данные о картах от {data}).{odd}{hint}",
    "unknown-agenda-title": "{at}неизвестная карта, что она разрешает или требует, сказать нельзя: "
    "«{text}» (данные о картах от {data}).{odd}{hint}",
    "unknown-pack": "{at}набора «{pack}» никто не знает, а другая версия карты не взята: "
    "«{text}».{hint}",
    "not-in-pack": "{at}в наборе «{pack}» такой карты нет, а другая версия не взята: "
    "«{text}».{hint}",
    "assumed-printing": "{at}так называются несколько карт; взята {cards} ({why}), а не {others}.",
    "because-heading": "подходит к заголовку",
    "because-admits": "подходит к колоде",
    "because-released": "уже вышла",
    "because-not-banned": "не запрещена",
    "because-earliest": "вышла раньше всех",
    "otherwise-True": " С картой {cards} колода была бы легальной.",
    "otherwise-False": " С картой {cards} колода была бы нелегальной.",
    "otherwise-None": " С картой {cards} сказать было бы нельзя.",
    "read-as": "{at}«{text}» прочитано как {read_as}: {cards}.",
    "read-as-hero": "{at}«{text}» стоит над картами и называет героя: прочитано как герой {cards}.",
    "read-as-faction": "{at}«{text}» прочитано как {read_as}.",
    "summed-lines": "Строки {lines} — одна карта, всего {found} шт.: {cards}.",
    "heading-count": "{at}в заголовке «{heading}» сказано {expected}, а под ним {found}.",
    "total-count": "{at}в списке сказано, что карт {expected}, а прочитано {found}.",
    "set-aside": "{at}{found} шт. под заголовком «{heading}» отложены и в колоду не входят.",
    "heading-remark": "{at}«{heading}» прочитано как заголовок, но «{marker}» рядом не понято.",
    "more-unread": "Не поняты и другие строки, их {found}.",
    "more-unknown": "И другие строки ({found}) означают карты, которых никто не знает: это может "
    "быть что угодно.",
    "unknown-marker": "{at}«{marker}» не понято, карта понята: «{text}».",
    "struck-out": "{at}зачёркнуто, поэтому не считается: «{text}».",
    "too-long": "{at}слишком длинная строка для списка карт; она не прочитана.",
    "two-factions": "{at}колода называет две фракции, {first} и {second}; взята первая.",
    "two-decks": "{at}«{text}» называет другую фракцию, чем {first}, ниже первых карт: похоже, это "
    "две колоды; разделите их строкой ===.",
    "left-out": "Состояние или цена указаны в строках: {found}; в колоде им нет места.",
    # О чтении не строк.
    "bad-count": "{at}количество {copies} — не число экземпляров от 1 до {most}: «{text}».",
    "no-count": "{at}не указано количество: «{text}».",
    "count-too-long": "{at}количество слишком велико, это не число экземпляров от 1 до {most}: "
    "«{text}».",
    "unreadable-row": "{place} не читается: {reason}",
    "unread-row": "{at}не понято, хотя должно означать карту: «{text}».",
    "unknown-key": "Ключ «{key}» здесь ничего не значит и пропущен.",
    "unknown-key-near": "Ключ «{key}» здесь ничего не значит; возможно, это описка, а нужен "
    "«{near}».",
    "decoded-as": "Это не UTF-8, прочитано как {encoding}; если буквы не те, сохраните файл в "
    "UTF-8.",
    "by-title": "{at}номера {id} здесь ни у кого нет; взято по названию «{title}».",
    "title-differs": "{at}номер {id} означает {cards}, а рядом стоит название «{title}»; взято по "
    "номеру.",
    # Об отряде и раздаче.
    "squad-head": "{name}: seed {seed}, {player}, золота {gold}, серебра {silver}",
    "squad-first": "ходит первым",
    "squad-second": "ходит вторым",
    "squad-thrown": "раздача {number}, сброшена за 1 золото: {cards}",
    "squad-deal": "раздача {number}, нанятые отмечены *:",
    "squad-elite": "{cost} золота",
    "squad-plain": "{cost} серебра",
    "squad-hired": "нанято {cards} из {dealt} карт за {paid} кр.; стихии: {elements}, за них "
    "золота {penalty}; осталось золота {gold}, серебра {silver}",
    "squad-none": "нет",
    "settings-clash": "{other}: {parameter} = {expected}, но {source}: {parameter} = {found}.",
}

VERDICTS = {True: "ЛЕГАЛЬНА", False: "НЕ ЛЕГАЛЬНА", None: "СКАЗАТЬ НЕЛЬЗЯ"}
SEVERITIES = {
    "error": ("ошибка", "ошибки", "ошибок"),
    "unknown": ("неясность", "неясности", "неясностей"),
    "warning": ("замечание", "замечания", "замечаний"),
    "info": ("справка", "справки", "справок"),
}
FORMATS = {
    "constructed": "Констрактед",
    "standard": "Стандарт",
    "eternal": "Вечный",
    "general": "Генерал",
    "draft": "Драфт",
    "sealed": "Силед",
    "limited": "Лимитед",
    "joust": "Дуэль",
    "melee": "Мили",
    "kingsmoot": "Kingsmoot",
    "hand-of-the-king": "Hand of the King",
}
_OTHERS = 6


def _names(finding: Finding, speaker: Speaker, most: int = 0) -> str:
    most = max(most, speaker.most)
    names = [speaker.name(code) for code in finding.cards[:most]]
    if finding.code == "unreleased":
        cards = [speaker.card(code) for code in finding.cards[:most]]
        dates = [card.released if card else None for card in cards]
        names = [f"{n} (вышла {d})" if d else n for n, d in zip(names, dates, strict=True)]
    more = len(finding.cards) - most
    return ", ".join(names) + (f" и ещё {more}" if more > 0 else "")


def _assumed(finding: Finding, speaker: Speaker) -> str:
    """Which version of a title was taken, why, and which other would change the verdict."""
    args = finding.args
    others = [speaker.name(code) for code in args["others"][:_OTHERS]]
    more = len(args["others"]) - len(others)
    sentence = RU["assumed-printing"].format(
        at=fragments(finding, speaker)["at"],
        cards=speaker.name(finding.cards[0]),
        why=", ".join(RU[f"because-{reason}"] for reason in args["why"]),
        others=", ".join(others) + (f" и ещё {more}" if more > 0 else ""),
    )
    for code, verdict in args["otherwise"][:_OTHERS]:
        sentence += RU[f"otherwise-{verdict}"].format(cards=speaker.name(code))
    return sentence


def _count(finding: Finding, speaker: Speaker) -> str:
    """`Основная колода: 38 карт, нужно не меньше 40`."""
    args, found = finding.args, finding.found
    what = kind(args["where"], speaker.game.fields, faction_names(speaker))
    where = _subject(args, finding, speaker)
    names = _names(finding, speaker)
    tail = " (наверняка сказать нельзя)" if args.get("state") == "unknown" else ""
    if args.get("relaxed"):
        who = "герой" if speaker.game.agenda_type == "hero" else "карта"
        tail = f" (если {who}, чьих правил здесь нет, не говорит иного)"
    wanted = "нельзя ни одной" if finding.expected == "0" else f"нужно {demand(finding.expected)}"
    if {"title", "name", "id"} & {*args.get("per", ())}:
        return f"{where}: {counted(found, COPIES)} {names}, {wanted}{tail}"
    shown = counted(found, TITLES) + what if args["of"] == "titles" else counted(found) + what
    if args["of"] == "doubled":
        shown += " в двух и более экземплярах"
    if finding.code == "hero-class" and "only_with" in args["where"]:
        return f"{where}: {_of_other_class(finding, speaker)}{tail}"
    if args.get("per"):
        shown += f" (одинаковое: {', '.join(args['per'])})"
    if finding.severity == "warning":
        return f"{where}: {shown}: {names}{tail}"
    if finding.expected == "0" and finding.source.sure == "open":
        wanted = "возможно, их нельзя"
    few = args["where"] or args["of"] == "doubled" or finding.section in ("agenda", "hero")
    listed = f": {names}" if finding.cards and (few or finding.expected == "0") else ""
    return f"{where}: {shown}, {wanted}{listed}{tail}"


def _of_other_class(finding: Finding, speaker: Speaker) -> str:
    """`карта только для героя-жреца, а герой другого класса: Название`."""
    groups: dict[str, list[str]] = {}
    for code in finding.cards:
        card = speaker.card(code)
        asked = card.facts.get("only_with") if card else None
        classes = asked if isinstance(asked, list) else [asked]
        words = " или ".join(OF_CLASS.get(str(one), str(one)) for one in classes)
        groups.setdefault(words, []).append(f"«{speaker.name(code)}»")
    perhaps = "возможно, " if finding.severity == "unknown" else ""
    said = [
        f"{perhaps}{plural(len(names), ('карта', 'карты', 'карты'))} только для героя-{words}, "
        f"а герой другого класса: {', '.join(names)}"
        for words, names in groups.items()
    ]
    return "; ".join(said)


def _listed(finding: Finding, speaker: Speaker) -> str:
    """What a legality list says of these cards."""
    names, found = _names(finding, speaker, 20), finding.found
    beside = finding.args.get("beside")
    if finding.code == "banned":
        return f"Запрещены, {counted(found, COPIES)}: {names}"
    if finding.args.get("per"):
        shown = counted(found, VERSIONS)
        return f"{shown} одной ограниченной карты, {demand(finding.expected)}: {names}"
    if finding.code == "restricted":
        return f"Ограниченных карт {found}, {demand(finding.expected)}: {names}"
    if finding.code == "not-in-packs":
        return f"{counted(found, COPIES)} из наборов, которых нет в списке: {names}"
    if beside is not None:
        return f"Вместе с {speaker.name(beside)} нельзя, {counted(found, COPIES)}: {names}"
    return f"{counted(found)} из одной группы, {demand(finding.expected)}: {names}"


def _not_allowed(finding: Finding, speaker: Speaker) -> str:
    ways = (_WAY_IN if _is_one(finding.found) else _WAYS_IN)[speaker.game.agenda_type]
    where, shown = _subject({}, finding, speaker), counted(finding.found)
    perhaps = "возможно, " if finding.severity == "unknown" else ""
    return f"{where}: {shown} — {perhaps}{ways}: {_names(finding, speaker, 20)}"


def _is_one(number: object) -> bool:
    """Whether words beside the number stand in the singular: 1, 21, 101."""
    return plural(number, ("1", "2", "5")) == "1"


def _subject(args: Mapping[str, Any], finding: Finding, speaker: Speaker) -> str:
    """The section, called just «Колода» in a game whose decks have no other."""
    shown = subject(args, finding.section)
    alone = "side" not in speaker.game.list_sections and not speaker.game.factions
    return "Колода" if alone and finding.section == "main" else shown


_WAY_IN = {
    "agenda": "не нейтральная, не фракции колоды и ничем не допущена",
    "hero": "не нейтральная, не стихии героя и не допущена ни героем, ни картой",
}
_WAYS_IN = {
    "agenda": "не нейтральные, не фракции колоды и ничем не допущены",
    "hero": "не нейтральные, не стихии героя и не допущены ни героем, ни картой",
}

RULES: dict[str, Callable[[Finding, Speaker], str]] = {
    "assumed-version": _assumed,
    "count": _count,
    "listed": _listed,
    "not-allowed": _not_allowed,
}
"""As in `messages.py`: sentences made from the row they come from."""


def wished(args: Mapping[str, Any]) -> dict[str, Any]:
    """A finding's values, with the English words among them in Russian."""
    words = {"format": "формат", "list": "список", "date": "дата", "the usual one": "обычное"}
    found = dict(args)
    for key in ("what", "given"):
        if key in found:
            found[key] = words.get(str(found[key]), found[key])
    if "instead" in found:
        found["instead"] = str(found["instead"]).removesuffix(" was")
    return found
