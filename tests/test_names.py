"""What a title means: exactly, by its words, by a slip; with its pack; or nothing, and no guess.

The letters in the names of tests are those of the kinds of fault that other tools have had:
P = parsing, N = names, V = seen in another tool's code.
"""

from __future__ import annotations

import pytest
from pools import agot2_pool
from typos import Without, lost_signs, single_edits, titles

from deckcheck.names import Match, Names, edits_allowed, odd_characters, one_title


def match(text: str, pack: str | None = None, position: int | None = None) -> Match:
    return Names(agot2_pool()).match(text, pack, position)


def taken(text: str, pack: str | None = None, position: int | None = None) -> list[str]:
    """`Title (Pack)` of the candidates."""
    return [f"{c.title} ({c.pack})" for c in match(text, pack, position).cards]


# ------------------------------------------------------------------ the title as printed


@pytest.mark.parametrize(
    "text",
    [
        "The Hand’s Judgment",  # P01
        "the hand's JUDGMENT",  # N07
        "The  Hand's\u00a0Judgment",
        "The\u200b Hand's Judgment",  # P22
        "The Hand`s Judgment",
    ],
)
def test_letter_case_quotes_and_spaces_dont_matter(text: str) -> None:
    found = match(text)
    assert [c.title for c in found.cards] == ["The Hand's Judgment"]
    assert (found.how, found.read_as) == ("exact", None)


def test_n06_quotes_of_any_style_are_part_of_the_title() -> None:
    assert set(taken("“The Dornishman’s Wife”")) == {
        '"The Dornishman\'s Wife" (GtR)',
        '"The Dornishman\'s Wife" (R)',
    }


def test_every_title_means_itself_and_nothing_else() -> None:
    names = Names(agot2_pool())
    for title in titles():
        found = names.match(title)
        assert found.how == "exact"
        assert {c.title for c in found.cards} == {title}


def test_every_card_is_found_by_title_and_pack() -> None:
    names = Names(agot2_pool())
    packs = agot2_pool().packs()
    for card in agot2_pool().all():
        for pack in (card.pack, packs[card.pack].name, f"{packs[card.pack].name} #{card.position}"):
            found = names.match(f"{card.title} ({pack})")
            assert [c.code for c in found.cards] == [card.code], (card.title, pack)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dance of the Dragons", '"Dance of the Dragons"'),
        ("Balerion", "The Balerion"),
        ("Hollow Hill", "The Hollow Hill"),
    ],
)
def test_titles_that_careless_folding_would_mix_up_stay_apart(one: str, other: str) -> None:
    assert {c.title for c in match(one).cards} == {one}
    assert {c.title for c in match(other).cards} == {other}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Das Urteil der Hand", "The Hand's Judgment"),
        ("Jon Nieve", "Jon Snow"),
        ("Le jugement de la Main", "The Hand's Judgment"),
    ],
)
def test_titles_are_known_in_german_french_and_spanish(text: str, title: str) -> None:
    assert title in {c.title for c in match(text).cards}


def test_a_printed_title_comes_before_a_translation_of_another_card() -> None:
    assert {c.title for c in match("Cotter Pyke").cards} == {"Cotter Pyke"}


@pytest.mark.parametrize("text", ["01001", "A Clash of Kings (01001)"])
def test_a_code_says_which_card_it_is(text: str) -> None:
    assert taken(text) == ["A Clash of Kings (Core)"]


# ------------------------------------------------------------------ near titles


def test_n08_a_hyphen_more_or_less_is_read_and_said() -> None:
    found = match("Lady in Waiting")
    assert (found.how, found.read_as) == ("words", "Lady-in-Waiting")
    assert match("Even-Handed Justice").cards


def test_words_in_another_order_are_read_and_said() -> None:
    assert match("Stark, Eddard").read_as == "Eddard Stark"


def test_a_missing_article_is_read_if_one_title_is_left() -> None:
    assert match("Roseroad").read_as == "The Roseroad"
    assert match("Dance of Dragons").cards == ()


def test_n19_a_slip_is_read_and_said() -> None:
    found = match("The Roserode")
    assert (found.how, found.read_as) == ("edit", "The Roseroad")


def test_a_slip_between_two_titles_is_left_open() -> None:
    found = match('"ance of the Dragons"')
    assert found.cards == ()
    assert set(found.suggestions) >= {"Dance of the Dragons", '"Dance of the Dragons"'}


@pytest.mark.parametrize("text", ["The Hand's Judg", "The Hand's Judgme…", "Fury of the Khal"])
def test_a_title_cut_off_gets_suggestions_and_no_guess(text: str) -> None:
    found = match(text)
    assert found.cards == ()
    assert found.suggestions[0] in ("The Hand's Judgment", "Fury of the Khalasar")


def test_n01_a_longer_title_is_never_the_shorter_one_it_begins_with() -> None:
    assert taken("Fury of the Khalasar") == ["Fury of the Khalasar (DotE)"]
    pool = Without()
    pool.gone = "Fury of the Khalasar"
    assert Names(pool).match("Fury of the Khalasar").cards == ()


def test_n03_a_title_the_data_lack_is_unknown() -> None:
    pool = Without()
    pool.gone = "Trade Routes"
    assert Names(pool).match("Trade Routes").cards == ()


def test_what_is_like_nothing_gets_no_suggestion() -> None:
    assert match("Xyzzy plugh") == Match()
    assert match("") == Match()


def test_short_texts_bear_fewer_slips() -> None:
    assert [edits_allowed("x" * letters) for letters in (3, 4, 8, 9)] == [0, 1, 1, 2]


# ------------------------------------------------------------------ packs


@pytest.mark.parametrize(
    "text",
    [
        "Jon Snow (WotN)",  # N11
        "Jon Snow (wolves of the north)",
        "Jon Snow [Wolves of the North]",
        "Jon Snow (Wolves of the North #5)",
        "Jon Snow (WotN 5)",
        "Jon Snow (WotN) 5",
        "Jon Snow WotN",
        "Jon Snow - Wolves of the North",
        "Jon Snow (WotN) [B] [P4]",
        "Jon Snow (WotN) *F*",  # P17
        "♦ Jon Snow (WotN)",
    ],
)
def test_a_pack_says_which_version_is_meant(text: str) -> None:
    assert taken(text) == ["Jon Snow (WotN)"]


def test_pack_and_position_may_stand_apart() -> None:
    assert taken("Hodor", "No Middle Ground") == ["Hodor (NMG)"]
    assert taken("Littlefinger", "Core", 28) == ["Littlefinger (Core)"]
    assert match("Littlefinger", "Core", 29).fault == "not-in-pack"


def test_p08_the_whole_title_is_tried_before_its_last_word_is_a_pack() -> None:
    assert taken("Fury KotI") == ["Fury (KotI)"]
    assert taken("Dragonstone Port") == ["Dragonstone Port (Core)"]
    assert match("Hodor or").cards == ()  # OR is a pack, "or" is a word


def test_p09_a_pack_never_decides_which_title_wins() -> None:
    assert taken("Bear Island (FFH)") == ["Bear Island (FFH)"]
    assert taken("Bear Island Host (GtR)") == ["Bear Island Host (GtR)"]


def test_v11_an_unknown_pack_is_never_another_version() -> None:
    found = match("Eddard Stark (WotNX)")
    assert (found.cards, found.fault, found.pack) == ((), "unknown-pack", "WotNX")
    assert "Eddard Stark (WotN)" in found.suggestions


def test_a_pack_without_that_card_is_never_another_version() -> None:
    found = match("Jon Snow (HoT)")
    assert (found.cards, found.fault) == ((), "not-in-pack")
    assert "Jon Snow (WotN)" in found.suggestions


def test_a_pack_helps_to_find_a_title_that_is_near() -> None:
    assert taken("Dance of the Dragons (KotI)") == ['"Dance of the Dragons" (KotI)']
    assert taken("Balerion (AHaH)") == ["The Balerion (AHaH)"]
    assert taken("Trade Routs (HoT)") == ["Trade Routes (HoT)"]


def test_packs_are_known_by_code_and_name() -> None:
    names = Names(agot2_pool())
    for spelling in ("TKP", "tkp", "The King's Peace", "the king’s peace", "Kings Peace"):
        assert names.pack(spelling) == "TKP"
    assert names.pack("Nonsense") is None


def test_p17_a_mark_nobody_knows_is_said_and_the_card_kept() -> None:
    found = match("Hodor (NMG) *X*")
    assert [c.title for c in found.cards] == ["Hodor"]
    assert found.markers == ("*X*",)


# ------------------------------------------------------------------ odd characters


def test_p22_characters_that_look_like_nothing_or_like_others_are_named() -> None:
    assert odd_characters("King\u200bswood") == ("U+200B ZERO WIDTH SPACE",)
    assert odd_characters("Hоdor") == ("U+043E CYRILLIC SMALL LETTER O",)
    assert odd_characters("Ёлка") == odd_characters("Hodor") == ()


# ------------------------------------------------------------------ the figures


def test_at_least_98_of_100_single_slips_are_read_right_and_none_in_silence() -> None:
    names = Names(agot2_pool())
    right = wrong = tried = 0
    for title, slip in single_edits(seed=5):
        found = names.match(slip)
        tried += 1
        if found.cards:
            assert one_title(found.cards)
            assert found.how == "exact" or found.read_as is not None
            right += found.cards[0].title == title
            wrong += found.cards[0].title != title
    assert tried > 6_900
    assert right / tried >= 0.98
    assert wrong <= 7


def test_titles_without_articles_quotes_and_hyphens_are_read_right() -> None:
    names = Names(agot2_pool())
    tried = list(lost_signs())
    other = [
        title
        for title, lost in tried
        if title not in {card.title for card in names.match(lost).cards}
    ]
    assert len(tried) > 500
    assert set(other) <= {
        *('"Dance of the Dragons"', "Dance of the Dragons"),
        *("The Balerion", "The Hollow Hill"),
    }


def test_at_most_25_of_1000_removed_titles_are_taken_for_another() -> None:
    pool = Without()
    names = Names(pool)
    swapped = 0
    for title in titles():
        pool.gone = title
        swapped += bool(names.match(title).cards)
    assert swapped / len(titles()) <= 0.025
