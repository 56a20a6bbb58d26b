"""A printed text of *A Game of Thrones* 2nd ed. → the facts that rules need. Pure.

Imports nothing of ours and knows no source. What is read: the card's own keywords with their
numbers [RR Keywords], constant modifiers of income, initiative, reserve and claim, what an
attachment may attach to [RR Attachment Cards], and the play format it is printed for. A fact
is taken only where it stands as a sentence of its own at the head of a line: whatever a card
grants, quotes, or has under a condition is an ability, not a fact. The text itself is dropped.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

PLAIN = ("limited", "terminal", "stealth", "renown", "insight", "intimidate", "pillage", "assault")
NUMBERED = ("shadow", "ambush", "bestow", "prized")
MODIFIERS = {
    "income": "gold_mod",
    "initiative": "initiative_mod",
    "reserve": "reserve_mod",
    "claim": "claim_mod",
}
Facts = dict[str, Any]


def text_facts(text: str, kind: str) -> Facts:
    """The facts in `text`, the printed text of a card of type `kind`.

    Keys, each absent where nothing is printed: `keywords` (sorted, lower case), `shadow`,
    `ambush`, `bestow`, `prized` (int or "X"), `attachments_except` (traits), `gold_mod`,
    `initiative_mod`, `reserve_mod`, `claim_mod` (int), `only` (a format), and for attachments
    `attach` (a query; None = a restriction that this parser can't put in words),
    `attach_control` (you, opponent, own) and `attach_limit` (copies a bearer).
    """
    facts: Facts = {}
    keywords: set[str] = set()
    for line in _plain_lines(text):
        _modifiers(line, facts)
        for sentence in line.split(". "):
            sentence = sentence.removesuffix(".").strip()
            if not (
                _keyword(sentence, keywords, facts)
                or _format(sentence, facts)
                or (kind == "attachment" and _bearer(sentence, facts))
            ):
                break
    if keywords:
        facts["keywords"] = sorted(keywords)
    return facts


def _plain_lines(text: str) -> list[str]:
    """The lines of `text` without tags, less the items of lists ("While you control:" …)."""
    kept = []
    heading = False
    for raw in re.sub(r"<[^<>]*>", "", text).splitlines():
        line = raw.strip()
        if not heading and not line.startswith(("- ", "• ")):
            kept.append(line)
        heading = line.endswith(":")
    return kept


def _keyword(sentence: str, keywords: set[str], facts: Facts) -> bool:
    """Take `sentence` if it is one of the card's own keywords; say whether it was."""
    found = _pattern("keyword").fullmatch(sentence)
    if found is None:
        return False
    plain, word, number, other = found.groups()
    if plain:
        keywords.add(plain.casefold())
    elif word:
        keywords.add(word.casefold())
        facts[word.casefold()] = int(number) if number.isdigit() else "X"
    else:
        keywords.add("no attachments")
        if other:
            facts["attachments_except"] = re.split(r",? or |, ", other)
    return True


def _modifiers(line: str, facts: Facts) -> None:
    """Add the modifiers of `line` if it consists of nothing else."""
    if _pattern("modifiers").fullmatch(line):
        for amount, word in _pattern("modifier").findall(line):
            facts[MODIFIERS[word.casefold()]] = int(amount)


def _format(sentence: str, facts: Facts) -> bool:
    """Take "Draft format only" and its like."""
    found = _pattern("format").fullmatch(sentence)
    if found is None:
        return False
    facts["only"] = found[1].casefold().replace(" ", "-")
    return True


def _bearer(sentence: str, facts: Facts) -> bool:
    """Take "… only" and "Limit 1 copy per character" of an attachment."""
    if limit := _pattern("copies").fullmatch(sentence):
        facts["attach_limit"] = int(limit[1])
        return True
    if not sentence.endswith(" only") or sentence.startswith("Play "):
        return False
    phrase, control = _control(sentence.removesuffix(" only"))
    facts["attach"] = bearer_query(phrase)
    if control:
        facts["attach_control"] = control
    return True


def _control(phrase: str) -> tuple[str, str]:
    """`phrase` without the words that say whose card the bearer is, and whose."""
    if phrase.startswith("Opponent's "):
        return phrase.removeprefix("Opponent's "), "opponent"
    for ending, control in ((" you control", "you"), (" you own", "own")):
        if phrase.endswith(ending):
            return phrase.removesuffix(ending), control
    return phrase, ""


class _Unclear(Exception):
    """A phrase that these few words of grammar don't cover."""


def bearer_query(phrase: str) -> str | None:
    """The bearers that `phrase` names, in the query language; None = not understood.

    >>> bearer_query("Unique [stark] character")
    'type:character unique faction:stark'
    >>> bearer_query("Lord or Lady character with printed cost 3 or lower")
    'type:character ( trait:Lord | trait:Lady ) cost<=3'
    """
    phrase, conditions = _conditions(phrase)
    parts = re.split(r",? or |, ", phrase)
    try:
        kind, terms = _described(parts) if _noun(parts[0]) or len(parts) == 1 else _shared(parts)
    except _Unclear:
        return None
    return " ".join([f"type:{kind}", *terms, *conditions])


def _conditions(phrase: str) -> tuple[str, list[str]]:
    """`phrase` without its "with …", and the terms that those say."""
    conditions = []
    if found := _pattern("number").search(phrase):
        field = "cost" if found[1] == "cost" else "strength"
        sign = "<=" if found[3] == "lower" else ">="
        conditions.append(f"{field}{sign}{found[2]}")
        phrase = phrase[: found.start()] + phrase[found.end() :]
    if phrase.endswith(" with shadow"):
        conditions.append("keyword:shadow")
        phrase = phrase.removesuffix(" with shadow")
    return phrase, conditions


def _described(parts: list[str]) -> tuple[str, list[str]]:
    """Type and terms of "Knight character or Tester of Walls": each part stands for itself."""
    kinds = {noun for part in parts if (noun := _noun(part))} or {"character"}
    if len(kinds) != 1:
        raise _Unclear
    each = []
    for part in parts:
        noun = _noun(part)
        terms = [_title(part)] if noun is None else _terms(part[: -len(noun)])
        if not terms and len(parts) > 1:
            raise _Unclear
        each.append(terms)
    if len(each) == 1:
        return kinds.pop(), each[0]
    grouped = [terms[0] if len(terms) == 1 else f"( {' '.join(terms)} )" for terms in each]
    return kinds.pop(), [_either(grouped)]


def _shared(parts: list[str]) -> tuple[str, list[str]]:
    """Type and terms of "[stark] Lord or Lady character": the noun goes for all parts, and so
    does what stands before the first alternative."""
    kind = _noun(parts[-1])
    if kind is None:
        return "character", [_either([_title(part) for part in parts])]
    each = [_terms(part) for part in (*parts[:-1], parts[-1][: -len(kind)])]
    if not each[0] or any(len(terms) != 1 for terms in each[1:]):
        raise _Unclear
    return kind, [*each[0][:-1], _either([each[0][-1], *(terms[0] for terms in each[1:])])]


def _either(terms: list[str]) -> str:
    """The group of several alternatives."""
    return f"( {' | '.join(terms)} )"


def _noun(part: str) -> str | None:
    """`character` or `location` if `part` ends in it."""
    last = part.split(" ")[-1].casefold()
    return last if last in ("character", "location") else None


def _title(part: str) -> str:
    """The term for a card of this title; a quote in a title is doubled."""
    if not part.lstrip('"')[:1].isupper() or _pattern("no title").search(part):
        raise _Unclear
    doubled = part.replace('"', '""')
    return f'title:"{doubled}"'


def _terms(words: str) -> list[str]:
    """The terms of the words before a noun: a faction, unique, loyal, limited, one trait."""
    terms = []
    trait: list[str] = []
    for word in words.split():
        plain = word.casefold()
        minus = "-" if plain.startswith("non-") else ""
        bare = word[4:] if minus else word
        if bare.startswith("["):
            terms.append(f"{minus}faction:{bare.strip('[]')}")
        elif bare.casefold() in ("unique", "loyal"):
            terms.append(minus + bare.casefold())
        elif bare.casefold() == "limited":
            terms.append(f"{minus}keyword:limited")
        elif not bare[:1].isupper():
            raise _Unclear
        elif minus:
            terms.append(f"-trait:{_quoted(bare)}")
        else:
            trait.append(word)
    if trait:
        terms.append(f"trait:{_quoted(' '.join(trait))}")
    return terms


def _quoted(value: str) -> str:
    """`value`, in quotes unless it is one word of letters."""
    return value if value.isalpha() else f'"{value}"'


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """The patterns, compiled when first used."""
    words = "|".join(MODIFIERS)
    modifier = rf"([+-]\d+) ({words})\b\.?"
    return re.compile(
        {
            "keyword": rf"(?i:({'|'.join(PLAIN)})|({'|'.join(NUMBERED)}) \(?(\d+|X)\)?"
            r"|No attachments(?: except (.+))?)",
            "modifier": rf"(?i){modifier}",
            "modifiers": rf"(?i){modifier}(?: {modifier})*",
            "format": r"(Draft|Melee|Joust|Hand of the King) format only",
            "copies": r"Limit (\d+) cop(?:y|ies) per (?:character|location)",
            "no title": r"(?i)\b(?:character|location|attachment|card)s?\b|[\[\]]",
            "number": r" with printed (cost|STR) (\d+) or (lower|higher)",
        }[name]
    )
