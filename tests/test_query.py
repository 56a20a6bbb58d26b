"""The query language: what finds which cards, what can't be told, and where a fault is shown."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pools import agot2_game, agot2_pool

from deckcheck.errors import QueryError
from deckcheck.judge import Judge
from deckcheck.model import Card
from deckcheck.query import Answer, Unbound, compile_query, ids_of, parse, variables

GAME = agot2_game()
POOL = agot2_pool()
FIELDS = GAME.fields
BINDING = Judge(GAME, POOL, "joust", GAME.list("gotstandard2.1"), "2026-11-29").compiler.binding
REAL = ("01123", "01028", "01052", "02060", "01001", "11119", "13017", "05045", "01153", "00022")


def card(title: str = "Somebody", type: str = "character", **facts: Any) -> Card:
    """An invented card; a fact of None is one that nobody knows."""
    released = facts.pop("released", "2020-01-01")
    return Card("99001", title, type, "Core", 1, released, 3, {"faction": "stark", **facts})


def ask(query: str, one: Card) -> Answer:
    return compile_query(query, FIELDS, BINDING)(one)


def codes(query: str) -> set[str]:
    """Codes of the cards that surely answer a query."""
    test = compile_query(query, FIELDS, BINDING)
    return {one.code for one in POOL.all() if test(one)}


# ------------------------------------------------------------------------- what it finds


def test_terms_side_by_side_must_all_hold() -> None:
    maesters = codes("type:character trait:maester -loyal faction:greyjoy")
    assert maesters == {"01070", "12010", "13091"}


def test_bars_between_values_and_between_terms_both_mean_or() -> None:
    assert codes("faction:stark|tyrell type:agenda") == codes("type:agenda (f:stark | f:tyrell)")
    assert codes("trait:fool|maester t:character") == codes("t:character (k:fool | k:maester)")
    both = codes("t:plot k:winter | t:agenda k:song")
    assert both == codes("t:plot k:winter") | codes("t:agenda k:song")


def test_a_bar_binds_less_than_terms_side_by_side() -> None:
    assert codes("k:banner t:agenda | k:song t:agenda") == codes("t:agenda k:banner|song")


def test_parentheses_group_and_nest() -> None:
    assert codes("((k:fool) (t:character))") == codes("k:fool t:character")
    assert codes("-(k:fool | -t:character)") == codes("t:character -k:fool")


def test_a_minus_or_a_bang_negates() -> None:
    assert codes("t:agenda -k:banner") == codes("t:agenda !k:banner") == codes("t:agenda k!banner")
    assert codes("--t:agenda") == codes("t:agenda")


def test_bare_words_must_all_occur_in_the_title_however_it_is_spelled() -> None:
    assert "01035" not in codes("rains castamere")
    assert codes("RAINS castam") == {"05045"}
    assert codes("hand’s judgment") == codes('"Hand\'s Judgment"') != set()


def test_a_quoted_text_occurs_as_a_whole() -> None:
    assert codes('"old bear"') <= codes("old bear")
    assert codes('"bear old"') == set() != codes("bear old")
    assert codes('"the wall"') < codes("wall the")


def test_title_asks_for_the_whole_title() -> None:
    ghosts = codes('title:"Ghost"')
    assert ghosts == codes("=Ghost") == codes('="ghost"') == codes("title=ghost")
    assert ghosts == {"00233", "01123", "07021", "25031"}
    assert ghosts < codes("ghost")
    assert codes('title:"The Ghost"') == set()


def test_a_title_with_quotes_of_its_own_is_asked_for_by_doubling_them() -> None:
    assert codes('title:"""The Rains of Castamere"""') == {"05045"}
    assert codes("title:'\"The Rains of Castamere\"'") == {"05045"}
    assert codes("title:'Old Bear''s Raven'") == codes('title:"Old Bear\'s Raven"') != set()


def test_a_word_of_a_title_may_end_in_an_exclamation_mark() -> None:
    assert codes("Dracarys!") == {"01176"}
    assert codes("(Hear Me Roar!)") == {"01100"}


def test_values_with_spaces_are_quoted_and_fold() -> None:
    assert codes("trait:'Small Council'") == codes('k:"small  COUNCIL"') != set()


def test_faction_names_of_every_spelling() -> None:
    watch = codes("faction:thenightswatch")
    assert watch == codes('f:"Night\'s Watch"') == codes("f:nw") == codes("f:'the night’s watch'")
    assert codes("faction:'House Stark'") == codes("f:stark")


def test_packs_and_cycles_by_code_and_by_name() -> None:
    assert codes("pack:Core") == codes("e:core") == codes('pack:"Core Set"')
    assert len(codes("pack:Core")) == 211
    assert codes("cycle:'blood and gold'") == codes('c:"Blood and Gold"') != set()


def test_flags_stand_alone_or_are_asked_with_one_and_zero() -> None:
    assert (
        codes("unique t:character") == codes("unique:1 t:character") == codes("u:yes t:character")
    )
    assert codes("-unique") == codes("unique:0") == codes("u!1")
    assert codes("loyal:1|0") == codes("")


def test_neutral_cards_and_cards_without_loyalty_are_not_loyal() -> None:
    assert codes("faction:neutral loyal") == set()
    assert codes("faction:neutral -loyal") == codes("faction:neutral")


def test_icons_by_word_and_by_letter() -> None:
    assert codes("icon:military") == codes("m:1") == codes("military")
    assert codes("g:1 p:1") == codes("icon:intrigue icon:power")
    assert codes("m:0 t:character") == codes("t:character -military")


def test_keywords_and_their_numbers() -> None:
    assert codes("limited") == codes("keyword:limited") == codes("keyword:'Limited'")
    assert "11119" in codes("keyword:shadow")
    assert codes("shadow>=0") <= codes("keyword:shadow")


def test_lists_are_asked_by_status() -> None:
    assert "02102" in codes("list:banned")
    assert "13097" in codes("list:restricted")
    assert codes("list:restricted list:pod") >= {"01146", "25120"}
    assert codes("list:free") == codes("-list:banned -list:restricted -list:pod")


def test_the_empty_query_is_answered_by_every_card() -> None:
    assert codes("") == codes("   ") == {one.code for one in POOL.all()}


@pytest.mark.parametrize(
    ("letter", "word"),
    [
        *(("f:lannister", "faction:lannister"), ("t:event", "type:event")),
        *(("k:knight", "trait:knight"), ("e:WotN", "pack:WotN"), ("o:7", "cost:7")),
        *(("c:'Blood and Gold'", "cycle:'Blood and Gold'"), ("s>6", "strength>6")),
        *(("n<3", "income<3"), ("v>9", "initiative>9"), ("b:2", "claim:2")),
        *(("h!6", "reserve!6"), ("l:1", "loyal"), ("u:0", "-unique"), ("t!event", "-type:event")),
        *(("k:lord|lady", "trait:lord|lady"), ("f!stark|tyrell", "-faction:stark|tyrell")),
    ],
)
def test_the_letters_of_thronesdb_are_other_names(letter: str, word: str) -> None:
    assert codes(letter) == codes(word) != set()


@pytest.mark.parametrize("letter", ["x:draw", "a:winter", "i:somebody", "d:somebody", "text:draw"])
def test_what_the_database_does_not_hold_is_said_not_answered(letter: str) -> None:
    with pytest.raises(QueryError, match="not in this database"):
        codes(letter)


def test_every_one_letter_name_that_thronesdb_has_is_there() -> None:
    for letter in "ftkecosnvbhylumgpxaid":
        assert letter in FIELDS, letter


# ------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("query", "cost", "answer"),
    [
        *(("cost:3", 3, True), ("cost:3", 4, False), ("cost=3", 3, True), ("cost:3|5", 5, True)),
        *(("cost!3", 4, True), ("cost!=3", 3, False), ("cost!3|4", 4, False)),
        *(("cost<3", 2, True), ("cost<3", 3, False), ("cost<=3", 3, True)),
        *(("cost>3", 4, True), ("cost>3", 3, False), ("cost>=3", 3, True)),
        # X is endless, - lies below 0.
        *(("cost>3", "X", True), ("cost<99", "X", False), ("cost:X", "X", True)),
        *(("cost:x", "X", True), ("cost:X", 10, False), ("cost<=X", "X", True)),
        *(("cost<1", "-", True), ("cost<0", "-", True), ("cost>=0", "-", False)),
        *(("cost:-", "-", True), ("cost:-", 0, False), ("cost:0", "-", False)),
        *(("-cost:-", 0, True), ("cost:-1", -1, True), ("cost>-1", 0, True)),
    ],
)
def test_numbers_compare(query: str, cost: int | str, answer: bool) -> None:
    assert ask(query, card(cost=cost)) is answer


def test_a_card_without_a_number_answers_no_to_every_comparison() -> None:
    plot = card(type="plot")
    for query in ("cost<3", "cost>3", "cost<=3", "cost>=3", "cost:3", "cost:X", "cost:-"):
        assert ask(query, plot) is False, query
        assert ask(f"-({query})", plot) is True, query
    assert ask("cost!3", plot) is True


def test_dates_compare_and_what_was_never_released_is_never_by_any_date() -> None:
    early, never = card(released="2020-01-01"), card(released=None)
    assert ask("released<=2020-01-01", early) is True
    assert ask("released<2020-01-01", early) is False
    assert ask("released:2020-01-01", early) is True
    for query in ("released<=2099-01-01", "released>2000-01-01", "released:2020-01-01"):
        assert ask(query, never) is False, query
    assert ask("-released<=2099-01-01", never) is True


# ------------------------------------------------------------------------- yes, no, unknown


def test_a_fact_that_nobody_knows_is_answered_by_unknown() -> None:
    nobody = card(cost=None, traits=None, loyal=None, icons=None, unique=None)
    for query in ("cost:3", "cost!3", "cost<3", "cost>3", "trait:lord", "trait!lord"):
        assert ask(query, nobody) is None, query
    for query in ("loyal", "-loyal", "loyal:0", "military", "m:0", "icon:power", "-unique"):
        assert ask(query, nobody) is None, query


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        *(("cost:3 type:character", None), ("cost:3 type:event", False)),
        *(("type:event cost:3", False), ("cost:3 | type:character", True)),
        *(("type:character | cost:3", True), ("cost:3 | type:event", None)),
        *(("-(cost:3 | type:event)", None), ("-(cost:3 type:event)", True)),
        *(("cost:3 -cost:3", None), ("cost:3 | -cost:3", None)),
    ],
)
def test_unknown_passes_through_and_or_and_not(query: str, answer: Answer) -> None:
    assert ask(query, card(cost=None)) is answer


def test_a_name_without_a_value_is_a_fault_of_the_query() -> None:
    with pytest.raises(Unbound, match=r"\$faction has no value") as fault:
        compile_query("type:plot faction:$faction", FIELDS)
    assert (fault.value.name, fault.value.at) == ("faction", 10)
    assert list(variables(parse("f:$faction (k:$choice.trait | o:3)", FIELDS))) == [
        "faction",
        "choice.trait",
    ]


def test_a_name_stands_for_any_of_its_values() -> None:
    binding = BINDING._replace(values={"faction": ("stark", "tyrell")})
    test = compile_query("faction:$faction", FIELDS, binding)
    assert {c.facts["faction"] for c in POOL.all() if test(c)} == {"stark", "tyrell"}


def test_a_query_of_codes_only_is_known_as_such() -> None:
    assert ids_of(parse("id:01001|01002", FIELDS)) == {"01001", "01002"}
    for query in ("id:01001 type:plot", "-id:01001", "id!01001", "type:plot", "01001"):
        assert ids_of(parse(query, FIELDS)) is None, query


# ------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("query", "at", "reason"),
    [
        ("type:plot colour:red", 10, "No field is called 'colour'"),
        ("costt:3", 0, "did you mean cost"),
        ("faction:frey", 8, "No faction is called 'frey'"),
        ("t:plot faction:lanister", 15, "did you mean lannister"),
        ("type:charcter", 5, "did you mean character"),
        ("icon:gold", 5, "No icon is called 'gold'"),
        ("list:forbidden", 5, "No list is called 'forbidden'"),
        ("cost:three", 5, "cost is a number"),
        ("a cost:++3", 7, "cost is a number"),
        ("cost:+-3", 5, "cost is a number"),
        ("cost:1.5", 5, "cost is a number"),
        ("cost:１", 5, "cost is a number"),
        ("cost:1000000000", 5, "cost is a number"),
        ("loyal:maybe", 6, "1 or 0"),
        ("loyal>1", 0, "1 or 0"),
        ("trait<lord", 0, "has no order"),
        ("released:2026", 9, "is a date"),
        ("released<20260701", 9, "is a date"),
        ("released<2026-W27-3", 9, "is a date"),
        ("released<2026-02-30", 9, "is a date"),
        ("cost:", 5, "A value is missing"),
        ("cost: 3", 5, "A value is missing"),
        ("cost:3|", 7, "A value is missing"),
        ("faction:stark|(tyrell)", 14, "A value is missing"),
        ("t:plot | ", 7, "A term is missing"),
        ("| t:plot", 0, "A term is missing"),
        ("f:stark|tyrell a | | b", 17, "A term is missing"),
        ("(t:plot", 0, "never closed"),
        ("t:plot (k:war (k:edict)", 7, "never closed"),
        ("t:plot)", 6, "never opened"),
        ('title:"Ghost', 6, "quote is never closed"),
        ("'old bear", 0, "quote is never closed"),
        ("(" * 60 + ")" * 60, 50, "nested too deeply"),
        ("-" * 3000 + "x", 50, "nested too deeply"),
    ],
)
def test_a_fault_is_shown_under_its_place(query: str, at: int, reason: str) -> None:
    with pytest.raises(QueryError) as fault:
        compile_query(query, FIELDS, BINDING)
    assert fault.value.at == at
    assert reason in fault.value.reason
    sentence, shown, caret = str(fault.value).split("\n")
    assert sentence == fault.value.reason
    assert shown.removeprefix("  ") == query
    assert caret == " " * (at + 2) + "^"


def test_a_query_of_a_book_is_refused() -> None:
    with pytest.raises(QueryError, match="longer than 4000"):
        parse("a " * 2001, FIELDS)


# ------------------------------------------------------------------------- properties

WORDS = st.sampled_from(
    [
        *("type:character", "t:plot", "faction:stark|neutral", "f!tyrell", "loyal", "unique:0"),
        *("cost<=3", "cost>X", "cost:-", "o!2|4", "trait:lord", "k:'Small Council'", "m:1"),
        *("keyword:limited", "pack:Core", "released>2018-01-01", "list:restricted", "ghost"),
        *('"old bear"', "=Ghost", "shadow:X", "income>4", "strength<1", "only:draft", "limit:1"),
    ]
)
QUERIES = st.recursive(
    WORDS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: f"{two[0]} {two[1]}"),
        st.tuples(inner, inner).map(lambda two: f"({two[0]} | {two[1]})"),
        inner.map(lambda one: f"-({one})"),
    ),
    max_leaves=6,
)
CARDS = st.one_of(
    st.sampled_from([one for code in REAL if (one := POOL.card(code))]),
    st.builds(
        card,
        type=st.sampled_from(["character", "plot", "event"]),
        cost=st.sampled_from([None, 0, 3, "X", "-"]),
        traits=st.sampled_from([None, [], ["Lord"], ["Small Council"]]),
        loyal=st.sampled_from([None, True, False]),
        strength=st.sampled_from([None, 0, 4, "X"]),
        icons=st.sampled_from([None, [], ["military"]]),
    ),
)


@given(QUERIES, QUERIES, CARDS)
@settings(deadline=None)
def test_de_morgan(a: str, b: str, one: Card) -> None:
    assert ask(f"-(({a}) ({b}))", one) is ask(f"-({a}) | -({b})", one)
    assert ask(f"-(({a}) | ({b}))", one) is ask(f"-({a}) -({b})", one)
    assert ask(f"-(-({a}))", one) is ask(a, one)


@given(QUERIES, QUERIES, QUERIES, CARDS)
@settings(deadline=None)
def test_and_and_or_commute_and_distribute(a: str, b: str, c: str, one: Card) -> None:
    assert ask(f"({a}) ({b})", one) is ask(f"({b}) ({a})", one)
    assert ask(f"({a}) | ({b})", one) is ask(f"({b}) | ({a})", one)
    left = ask(f"({a}) (({b}) | ({c}))", one)
    assert left is ask(f"(({a}) ({b})) | (({a}) ({c}))", one)


@given(QUERIES, CARDS)
@settings(deadline=None)
def test_what_is_unknown_is_so_because_of_a_fact_that_is(query: str, one: Card) -> None:
    if None not in one.facts.values():
        assert ask(query, one) is not None


@given(
    st.one_of(
        st.text(max_size=40),
        st.text(alphabet="()|-!:=<>\"' $costrialf0123X", max_size=40),
        st.lists(
            st.sampled_from(
                ["cost", "f", "(", ")", "|", "-", ":", "!", "<=", '"', "'", "X", " ", "$"]
            )
        ).map("".join),
    ),
    CARDS,
)
@settings(max_examples=400, deadline=None)
def test_whatever_is_typed_only_a_query_error_leaves(text: str, one: Card) -> None:
    try:
        assert ask(text, one) in (True, False, None)
    except QueryError as error:
        fault = error
    else:
        return
    assert 0 <= fault.at <= len(text)
