"""The rows of AGoT2 are whole, cited, and each is held in place by a deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from cases import Case, cases
from mutants import Mutant, mutants
from pools import agot2_game, agot2_pool

from deckcheck.judge import Judge
from deckcheck.query import compile_query, parse, variables

GAME = agot2_game()
POOL = agot2_pool()
AGENDAS = {card.code: card for card in POOL.all() if card.type == "agenda"}

# Changes to a row that change no verdict, and why that is right.
NEEDS_NO_CARD = {
    "agot2.agendas.type": "asks for what isn't an agenda: a deck may name any code as one",
    "agot2.hand-of-the-king.only": "no card is printed for joust only yet",
}
NO_CARD = "no card is printed for joust only yet; the row is there for the first one"
COUNCIL = "the other cards of the trait are neutral or loyal"
DOUBTFUL = "5 and 7 stay doubtful with it, and other numbers are forbidden anyway"
NO_DIFFERENCE = {
    "agot2.hand-of-the-king.only left out": NO_CARD,
    "agot2.hand-of-the-king.only max=1": NO_CARD,
    **{
        f"agot2.{name}.only without per": "per parts the finding by format, never the verdict"
        for name in ("joust", "melee", "kingsmoot", "hand-of-the-king", "draft")
    },
    "agot2.draft-packs where pack:VDS|ToJ": "the finding is there twice, under two citations",
    "agot2.small-council.allow where trait:'Small Council' -loyal": COUNCIL,
    "agot2.kings-voice.small-council where trait:'Small Council' -loyal": COUNCIL,
    "agot2.draft.plots.tower-of-joy.five exactly=6": DOUBTFUL,
    "agot2.draft.plots.tower-of-joy.five exactly=8": DOUBTFUL,
    "agot2.draft.plots.tower-of-joy.seven exactly=4": DOUBTFUL,
    "agot2.draft.plots.tower-of-joy.seven exactly=6": DOUBTFUL,
}


def all_rows() -> dict[str, Mapping[str, Any]]:
    """Id → row, of every format."""
    return {row["code"]: row for name in GAME.formats for row, _ in GAME.raw_rows(name)}


def agenda_of(row: Mapping[str, Any]) -> str | None:
    """Code of the agenda that a row waits for."""
    found = re.fullmatch(r"agenda: id:(\w+)", row.get("when", ""))
    return found[1] if found else None


def test_the_data_hold_sixty_agendas_and_each_has_rows_or_a_reason_why_not() -> None:
    with_rows = {agenda_of(row) for row in all_rows().values()} - {None}
    without = set(GAME.no_rule)
    assert len(AGENDAS) == 60
    assert with_rows | without == set(AGENDAS)
    assert not with_rows & without


def test_an_agenda_that_asks_nothing_is_named_by_its_title() -> None:
    for code, reason in GAME.no_rule.items():
        assert reason.startswith(AGENDAS[code].title), code


def test_a_row_names_the_agenda_it_waits_for() -> None:
    for id, row in all_rows().items():
        code = agenda_of(row)
        if code is not None:
            source = row["cite"]["source"]
            assert AGENDAS[code].title in source, id
            assert source.endswith(code), id


def test_every_row_has_a_source_and_says_what_it_asks_in_its_own_words() -> None:
    for id, row in all_rows().items():
        assert row["cite"]["source"], id
        assert len(row["cite"]["says"]) > 10, id


def test_ids_are_unique_but_for_the_formats_own_rows() -> None:
    documents = GAME.documents
    ids = [
        row["code"]
        for key in documents
        if key.startswith("rules/")
        for row in documents[key]["rule"]
    ]
    ids += [row["code"] for form in documents["formats"].values() for row in form.get("rule", ())]
    assert [id for id, n in Counter(ids).items() if n > 1] == []


def test_the_rows_keep_their_own_form() -> None:
    assert GAME.validate() == sum(len([*GAME.raw_rows(name)]) for name in GAME.formats) > 400


def test_what_awaits_a_ruling_is_open_and_what_is_open_awaits_a_ruling() -> None:
    opened = {id for id, row in all_rows().items() if row.get("sure") == "open"}
    awaiting = GAME.documents["open"]["awaiting"]
    assert opened == {id for id in awaiting if id.startswith("agot2.")}


@pytest.mark.parametrize("id", all_rows())
def test_a_row_can_apply_to_some_card(id: str) -> None:
    """Each query of a row is answered yes by some card of its sections."""
    row = all_rows()[id]
    body = row.get("count") or row.get("allow") or {}
    queries = [(body.get("in", ()), body.get(key, "")) for key in ("where", "having")]
    for condition in (row.get("when"), row.get("unless")):
        if condition:
            sections, _, query = condition.partition(":")
            queries.append((sections.split(", "), query.strip()))
    for sections, query in queries:
        if not query or list(variables(parse(query, GAME.fields))):
            continue
        if id in NEEDS_NO_CARD:
            continue
        test = compile_query(query, GAME.fields, binding())
        assert any(test(card) for card in POOL.all() if GAME.section(card) in sections), query


def binding() -> Any:
    return Judge(GAME, POOL, "joust", GAME.list("gotstandard2.1"), "2026-11-29").compiler.binding


# ------------------------------------------------------------------ each row is held by a case


def relevant(mutant: Mutant) -> Iterator[Case]:
    """Cases that could notice the change, the likeliest first."""
    agenda = agenda_of(mutant.row)
    finding = mutant.row.get("finding", "faction")
    fitting = [
        case
        for case in cases()
        if case.format in mutant.formats
        and (agenda is None or agenda in case.deck.agendas or agenda in case.deck.cards)
    ]
    return iter(sorted(fitting, key=lambda c: finding not in (*c.finds, *(c.warnings or ()))))


def asks_the_same(mutant: Mutant) -> bool:
    """Whether a dropped term makes no difference to any card there is."""
    row, changed = mutant.row, mutant.changed or {}
    body, then = (r.get("count", r.get("allow", {})) for r in (row, changed))
    before, after = body.get("where", ""), then.get("where", "")
    if before == after or "$" in before:
        return False
    tests = [compile_query(query, GAME.fields, binding()) for query in (before, after)]
    cards = [card for card in POOL.all() if GAME.section(card) in body["in"]]
    return all(tests[0](card) is tests[1](card) for card in cards)


def notices(mutant: Mutant, case: Case, judges: dict[Any, Judge]) -> bool:
    key = (case.format, case.list, case.on)
    if key not in judges:
        one = mutant.game.list(case.list) if case.list else None
        judges[key] = Judge(mutant.game, POOL, case.format, one, case.on)
    report = judges[key].report(case.deck)
    told = {f.code for f in report.findings if f.severity in ("error", "unknown")}
    warned = {f.code for f in report.findings if f.severity == "warning"}
    return (
        report.legal is not case.legal
        or tuple(sorted(told)) != case.finds
        or (case.warnings is not None and tuple(sorted(warned)) != case.warnings)
    )


def test_every_row_number_and_term_is_noticed_by_a_case() -> None:
    unnoticed = []
    for mutant in mutants():
        judges: dict[Any, Judge] = {}
        seen = any(notices(mutant, case, judges) for case in relevant(mutant))
        if not seen and not asks_the_same(mutant):
            unnoticed.append(mutant.id)
    assert sorted(unnoticed) == sorted(NO_DIFFERENCE)
