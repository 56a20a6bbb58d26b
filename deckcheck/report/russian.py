"""What stands around the findings of a report, in Russian: verdict, header, sources, errors.

Imported only where Russian is spoken. May import messages_ru, wording_ru and below.
"""

from __future__ import annotations

import re

from deckcheck.findings import Finding, Report
from deckcheck.messages_ru import FORMATS, SEVERITIES, VERDICTS
from deckcheck.wording_ru import counted

NAMELESS = "колода без названия"
UNREADABLE = "НЕ ЧИТАЕТСЯ"
COUNTS = "Что в какой предел идёт"


def verdict_words(report: Report) -> str:
    """`ЛЕГАЛЬНА`, `НЕ ЛЕГАЛЬНА: 2 ошибки, 1 замечание`."""
    counts = []
    for severity in ("error", "unknown", "warning"):
        number = sum(f.severity == severity for f in report.findings)
        if number:
            counts.append(counted(number, SEVERITIES[severity]))
    word = VERDICTS[report.legal]
    return f"{word}: {', '.join(counts)}" if counts else word


def judged_by(report: Report, titles: dict[str, str]) -> str:
    """The line that says format, list, date asked about and age of the card data."""
    by = "без списка запретов"
    if report.list:
        by = f"список {report.list_name} ({report.list}, действует с {report.list_date})"
    form = FORMATS.get(report.format) or titles.get(report.format, report.format)
    data = report.data or "неизвестной даты"
    return f"{form}, {by}, на {report.on}; данные о картах от {data}"


_SOURCES = (
    ("card text", "текст карты"),
    ("card data", "данные о картах"),
    ("no source", "источника нет"),
)
"""Words in the names of sources."""


def source_words(finding: Finding) -> str:
    """`[источник; вероятное прочтение: слова правила]`; empty without a source."""
    source = finding.source
    if not source.source:
        return ""
    name = source.source.removeprefix("hero ")
    for english, russian in _SOURCES:
        name = name.replace(english, russian)
    if source.source.startswith("hero "):
        name = f"герой {name}"
    sure = {"likely": "; вероятное прочтение", "open": "; не решено"}.get(source.sure, "")
    if source.sure == "open" and "не решено" in source.says_ru:
        sure = ""  # the words say it themselves
    says = f": {source.says_ru}" if source.says_ru and source.sure != "yes" else ""
    return f"[{name}{sure}{says}]"


def lines_words(lines: tuple[int, ...]) -> str:
    """` (строки 3, 9 и 14)`."""
    if len(lines) == 1:
        return f" (строка {lines[0]})"
    return f" (строки {', '.join(map(str, lines[:-1]))} и {lines[-1]})"


_ERRORS = (
    (r"(.*): there is no such file\.", r"\1: такого файла нет."),
    (r"(.*): the file is empty\.", r"\1: файл пуст."),
    (r"(.*): this is a binary file, not a decklist\.", r"\1: это двоичный файл, а не колода."),
    (r"(.*): this is a folder; name a file in it\.", r"\1: это папка; назовите файл в ней."),
    (r"(.*): there is no deck in this folder \((.*)\)\.", r"\1: в этой папке нет колод (\2)."),
    (r"(.*): there is no deck in this archive\.", r"\1: в этом архиве нет колод."),
    (r"(.*): this zip archive is damaged\.", r"\1: этот архив zip повреждён."),
    (r"(.*): can't be read \((.*)\)\.", r"\1: не читается (\2)."),
    (
        r"(.*): no line of it could be read as a card[^;]*; a card line looks like (.*)\.",
        r"\1: ни одна строка не прочитана как карта; строка карты выглядит так: 3 Название.",
    ),
    (
        r"(.*): this is no decklist that can be recognised \(tried: (.*)\); .*",
        r"\1: это не похоже на список колоды (проверено: \2); назовите его вид через --from.",
    ),
    (
        r"(.*): this reads equally well as (.*); say which with --from\.",
        r"\1: это можно прочесть по-разному (\2); назовите вид через --from.",
    ),
    (
        r"(.*): which game this is for can't be seen, as no game knows any of its titles .*",
        r"\1: не видно, для какой это игры: ни одной карты с такими названиями нет; "
        r"назовите игру через --game.",
    ),
    (
        r"(.*): which game this is for can't be seen, as two games .*",
        r"\1: не видно, для какой это игры: названия подходят к двум; назовите игру через --game.",
    ),
    (r"(.*) exists already; --force writes over it\.", r"\1 уже есть; --force заменит файл."),
    (r"No game is called (.*?); .*?[Tt]here are: (.*)", r"Игры \1 нет; есть \2"),
    (r"No format is called (.*?); did you mean (.*)\?", r"Формата \1 нет; может быть, \2?"),
    (r"No format is called (.*?); there are: (.*)", r"Формата \1 нет; есть: \2"),
    (r"No codec is called (.*?); .*", r"Вида списка \1 нет; все виды покажет deckcheck codecs."),
    (r"(.*) is not a date; write it as (.*)\.", r"\1 — не дата; пишите так: \2."),
    (r"This isn't valid JSON: line (\d+), column (\d+).*", r"Это не JSON: строка \1, место \2."),
)
"""Sentences that users often meet → the same in Russian."""


def error_words(sentence: str) -> str:
    """An error's sentence in Russian, as far as it is one of the frequent ones."""
    for english, russian in _ERRORS:
        found = re.fullmatch(english, sentence, re.DOTALL)
        if found:
            return found.expand(russian)
    return sentence
