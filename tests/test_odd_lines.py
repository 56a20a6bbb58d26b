"""Lists in forms that people use and no layout knows: what isn't understood decides nothing.

An unknown line never makes a deck legal and never makes it illegal by itself, and no line
vanishes in silence. Each test changes a few lines of a legal deck.
"""

from __future__ import annotations

import pytest
from pools import agot2_desk, agot2_game, agot2_pool

from deckcheck.checking import Checked, Checker
from deckcheck.codecs.lines import split
from deckcheck.codecs.reader import read_text
from deckcheck.reading import write
from deckcheck.settle import settle
from deckcheck.shipped import data_root

WOLVES = (data_root() / "agot2" / "decks" / "winter-is-coming.txt").read_text("utf-8")
HEAD = "House Stark\nFealty\n"
SWORD = "3x Put to the Sword (Core Set)"
EVENTS = (
    "3x For the North! (Core Set)\n3x Put to the Sword (Core Set)\n3x Winter Is Coming (Core Set)"
)
CHECKER = Checker(agot2_game(), agot2_pool(), "2026-11-29")


def decks(text: str) -> list[Checked]:
    """The decks of a text, each checked; every line of it is accounted for."""
    drafts = read_text(text, agot2_desk())
    assert sum(sum(draft.lines.values()) for draft in drafts) == len(split(text))
    return [CHECKER.check_draft(draft) for draft in drafts]


def checked(text: str) -> Checked:
    """The one deck of a text, checked."""
    (one,) = decks(text)
    return one


def with_head(head: str) -> Checked:
    """The wolves under other lines for faction and agenda."""
    return checked(WOLVES.replace(HEAD, head + "\n"))


def with_sword(line: str) -> Checked:
    """The wolves with another line for three copies of Put to the Sword."""
    return checked(WOLVES.replace(SWORD, line))


def codes(one: Checked) -> set[tuple[str, str]]:
    """(code, severity) of what was found."""
    quiet = ("assumed-printing", "old-data")
    return {(f.code, f.severity) for f in one.report.findings if f.code not in quiet}


def agendas(one: Checked) -> list[str]:
    """Titles of the deck's agendas; an unknown one as it was written."""
    known = agot2_pool().cards(one.deck.agendas)
    return [known[code].title if code in known else code for code in one.deck.agendas]


# ------------------------------------------------------------------ agendas


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("Rains of Castamare", ['"The Rains of Castamere"']),
        ("Agenda - Kings of Winter", ["Kings of Winter"]),
        *(
            (line, ["Alliance", "Banner of the Lion", "Banner of the Rose"])
            for line in (
                "Alliance: Banner of the Lion, Banner of the Rose",
                "Alliance + Banner of the Lion + Banner of the Rose",
                "Alliance (Banner of the Lion, Banner of the Rose)",
                "Alliance: Lion/Rose",
                "Agenda: Alliance; Banner of the Lion and Banner of the Roze",
            )
        ),
        ("LotC", ["The Lord of the Crossing"]),
        ("Fealti", ["Fealty"]),
    ],
)
def test_an_agenda_is_read_however_it_is_written(line: str, named: list[str]) -> None:
    assert agendas(with_head(f"House Stark\n{line}")) == named
    assert agendas(checked(WOLVES.replace(HEAD, f"{line}\nHouse Stark\n"))) == named


@pytest.mark.parametrize(
    "line",
    [
        *("Lannister Banner", "Hello there", "Rains and storms", "Agenda: the usual one"),
        "I play this with an agenda whose name I can't remember right now",
    ],
)
def test_a_line_of_the_opening_that_nobody_knows_is_an_unknown_agenda(line: str) -> None:
    one = with_head(f"House Stark\n{line}")
    assert one.report.legal is None
    assert ("unknown-agenda", "unknown") in codes(one)
    assert one.deck.agendas == (line.removeprefix("Agenda: "),)
    again = settle(read_text(write(one.deck, agot2_desk(), "text"), agot2_desk())[0], agot2_desk())
    assert again[0].agendas == one.deck.agendas


def test_an_unknown_banner_stays_unknown_beside_those_that_are_read() -> None:
    one = with_head("House Stark\nAlliance: Banner of the Lion, Banner of the Squirrel")
    assert agendas(one) == ["Alliance", "Banner of the Lion", "Banner of the Squirrel"]


@pytest.mark.parametrize(
    "line", ["Posted by Bob", "https://example.org/1", "by Bob", "Total Cards: 67"]
)
def test_what_pages_write_above_a_deck_is_a_comment(line: str) -> None:
    assert with_head(f"{line}\nHouse Stark\n{line}\nFealty").report.legal is True


def test_words_above_the_faction_are_no_agenda_where_there_is_one() -> None:
    one = with_head("the new one\nHouse Stark\nFealty")
    assert (one.report.legal, codes(one)) == (True, {("unread-line", "warning")})


def test_an_agenda_named_below_the_cards_counts() -> None:
    assert agendas(checked(WOLVES.replace(HEAD, "House Stark\n") + "Agenda: Kings of Winter")) == [
        "Kings of Winter"
    ]


# ------------------------------------------------------------------ factions


@pytest.mark.parametrize(
    "head",
    [
        *("House Strak\nFealty", "Starks\nFealty", "Stark Fealty", "House Stark w/ Fealty"),
        *("Faction: House Stark (Core)\nFealty", "Faction - House Stark\nFealty"),
        *(
            "House Stark using Fealty",
            "House Stark Fealty",
            "House Stark -- Fealty",
            "Fealty - House Stark",
            "House Stark\nAgenda(s): Fealty",
            "House Stark\nAgenda (1): Fealty",
            "Faction: Strak\nFealty",
            "House Stark\n\nFealty",
        ),
    ],
)
def test_a_faction_is_read_however_it_is_written(head: str) -> None:
    one = with_head(head)
    assert (one.report.legal, one.deck.faction, agendas(one)) == (True, "stark", ["Fealty"])
    assert codes(one) <= {("read-as", "info")}


def test_a_faction_at_the_end_is_the_deck_s() -> None:
    assert checked(WOLVES.replace(HEAD, "Fealty\n") + "Faction: House Stark\n").report.legal is True


@pytest.mark.parametrize("line", ["House Frey", "Faction: Frey", "Freyss"])
def test_a_faction_nobody_knows_is_unknown_and_not_missing(line: str) -> None:
    one = with_head(f"{line}\nFealty")
    assert one.report.legal is None
    assert ("unknown-faction", "unknown") in codes(one)
    assert one.deck.name == "Winter Is Coming"


@pytest.mark.parametrize("line", ["House Lannister", "\nHouse Lannister", "Faction: Lannister"])
def test_a_second_faction_below_the_cards_is_said(line: str) -> None:
    assert ("two-factions", "error") in codes(checked(WOLVES + line))


def test_a_faction_that_heads_a_group_of_cards_is_no_second_one() -> None:
    groups = "House Stark (5)\n3x Hodor\n2x Grey Wind\n\nHouse Lannister (1)\n1x Lannisport\n"
    bare = groups.replace(" (5)", "").replace(" (1)", "")
    for text in (groups, bare):
        one = checked(f"Name\n\n{HEAD}\nPlots (1)\n1x A Noble Cause\n\n{text}")
        assert not codes(one) & {("two-factions", "error"), ("two-decks", "unknown")}
        assert sum(one.deck.cards.values()) == 7
    alone = checked(f"Name\n\n{groups}")
    assert ("unknown-faction", "unknown") in codes(alone)


# ------------------------------------------------------------------ names and several decks


@pytest.mark.parametrize(
    "text",
    [
        "<p>" + WOLVES.strip().replace("\n", "<br>") + "</p>",
        WOLVES.replace("\n", "<br>\n"),
        "<h1>" + WOLVES.strip().replace("\n\n", "</h1><h1>", 1).replace("\n", "</p><p>"),
        "\n".join(f"> {line}" for line in WOLVES.split("\n")),
        "\n".join(f">>{line}" for line in WOLVES.split("\n")),
        "Bob wrote:\n" + "\n".join(f"> {line}" for line in WOLVES.split("\n")),
    ],
)
def test_a_deck_called_like_a_card_reads_the_same_in_html_and_quoted(text: str) -> None:
    assert checked(text).deck == checked(WOLVES).deck


def test_a_greeting_above_the_name_leaves_it_the_name() -> None:
    one = checked("Hi all, here is my new deck.\n\n" + WOLVES)
    assert (one.report.legal, one.deck.name) == (True, "Winter Is Coming")
    assert ("unread-line", "warning") in codes(one)


def test_a_table_on_one_line_reads_as_its_rows() -> None:
    rows = "".join(f"<tr><td>{line}</td></tr>" for line in WOLVES.split("\n") if line)
    assert checked(f"<table>{rows}</table>").deck == checked(WOLVES).deck


SECOND = "House Lannister\nFealty\n\nPlots\n1x A Noble Cause\n"


@pytest.mark.parametrize(
    ("between", "name"),
    [
        *(("\nLions\n\n", "Lions"), ("\nLions\n", "Lions"), ("---\n", ""), ("\n", ""), ("", "")),
        *(("---\nLions\n", "Lions"), ("Deck 2: Lions\n", "Deck 2: Lions")),
        ("\nLions\nVersion: 1.0\n\n", "Lions"),
    ],
)
def test_a_new_opening_below_cards_begins_a_new_deck(between: str, name: str) -> None:
    first, second = decks(WOLVES + between + SECOND)
    assert (first.report.legal, first.deck.name) == (True, "Winter Is Coming")
    assert (second.deck.name, second.deck.faction) == (name, "lannister")
    assert sum(second.deck.cards.values()) == 1


def test_what_looks_like_two_decks_is_said() -> None:
    one = checked(WOLVES + "House Lannister\n1x A Noble Cause\n")
    assert ("two-decks", "unknown") in codes(one)


# ------------------------------------------------------------------ several cards on one line


@pytest.mark.parametrize(
    "line",
    [
        EVENTS.replace("\n", ", "),
        EVENTS.replace("\n", "; "),
        *(EVENTS.replace(" (Core Set)\n", sign) for sign in (" + ", " / ", " ", ", ", ",", " & ")),
        "3 For the North!, 3 Put to the Sword and 3 Winter Is Coming",
        "For the North! x3, Put to the Sword x3, Winter Is Coming x3",
        "3x For the North!, 3x Put to the Sword, 2x Winter Is Coming, 1x Winter Is Coming",
    ],
)
def test_several_cards_on_a_line_are_each_a_card(line: str) -> None:
    assert checked(WOLVES.replace(EVENTS, line)).deck == checked(WOLVES).deck


@pytest.mark.parametrize("head", ["Events: ", "Events (9): ", "**Events**: "])
def test_a_heading_may_have_its_cards_beside_it(head: str) -> None:
    text = WOLVES.replace("Events (9)\n" + EVENTS, head + EVENTS.replace("\n", ", "))
    assert checked(text).deck == checked(WOLVES).deck


def test_one_part_that_nobody_knows_makes_the_line_unknown_with_all_its_copies() -> None:
    one = checked(
        WOLVES.replace(EVENTS, "3x For the North!, 3x Nobody At All, 3x Winter Is Coming")
    )
    assert one.report.legal is None
    assert [u.copies for u in one.deck.unread] == [9]


def test_commas_of_a_title_part_nothing() -> None:
    one = with_sword("2x Family, Duty, Honor")
    assert agot2_pool().titled("family, duty, honor")[0].code in one.deck.cards


# ------------------------------------------------------------------ counts in odd places


@pytest.mark.parametrize(
    "line",
    [
        *("1. Put to the Sword x3", "01041 x3", "３x Put to the Sword", "③ Put to the Sword"),
        *(
            "3;Put to the Sword;Core",
            "3-Put to the Sword",
            "3.0 Put to the Sword",
            "3*Put to the Sword",
        ),
        *(":sword: 3x Put to the Sword", "⚔ 3x Put to the Sword", "three Put to the Sword"),
        *("3 copies of Put to the Sword", "Put to the Sword - 3 copies", "3x: Put to the Sword"),
        *("Put to the Sword,3,Core", "3 of Put to the Sword", '3,"Put to the Sword",Core'),
    ],
)
def test_a_count_is_read_in_odd_places_too(line: str) -> None:
    one = with_sword(line)
    assert (one.report.legal, codes(one)) == (True, set())


@pytest.mark.parametrize(
    ("line", "copies"),
    [
        *(("2-3x Put to the Sword", 3), ("2+1 Put to the Sword", 3), ("3) Put to the Sword", 3)),
        *(
            ("2x/3x Put to the Sword", 5),
            ("3x3 Put to the Sword", 3),
            ("3x Put to the Sword, Ice", 4),
        ),
        ("Nobody of 3x", 3),
    ],
)
def test_a_count_that_cant_be_told_is_the_most_it_may_be(line: str, copies: int) -> None:
    one = with_sword(line)
    assert one.report.legal is None
    assert [u.copies for u in one.deck.unread] == [copies]
    for codec in ("text", "markdown", "bbcode", "thronesdb", "thronesdb-cycle"):
        again = read_text(write(one.deck, agot2_desk(), codec), agot2_desk())[0]
        kept = settle(again, agot2_desk())[0].unread
        assert [(u.text, u.copies) for u in kept] == [(line, copies)]


def test_the_first_item_of_a_list_is_one_copy() -> None:
    one = checked("House Stark\n1. Ice\n1x Hodor")
    assert sum(one.deck.cards.values()) == 2


# ------------------------------------------------------------------ remarks


@pytest.mark.parametrize(
    "remark",
    [
        "(great card!)",
        "(attachment)",
        "(Stark)",
        "- great vs. dragons",
        "(Core Set) - great",
    ],
)
def test_a_remark_beside_a_title_is_said_and_the_card_kept(remark: str) -> None:
    one = with_sword(f"3x Put to the Sword {remark}")
    assert (one.report.legal, codes(one)) == (True, {("unknown-marker", "warning")})


@pytest.mark.parametrize("pack", ["(XYZ)", "(Winds of Change)", "(Pack 2)"])
def test_what_may_be_a_pack_that_nobody_knows_binds(pack: str) -> None:
    one = with_sword(f"3x Put to the Sword {pack}")
    assert one.report.legal is None
    assert ("unknown-pack", "unknown") in codes(one)


@pytest.mark.parametrize("hint", ["(Event)", "(event) (Core)", "(neutral event)", "[events]"])
def test_a_type_or_faction_beside_a_title_narrows_as_a_heading_does(hint: str) -> None:
    assert codes(with_sword(f"3x Put to the Sword {hint}")) == set()


def test_an_unknown_pack_of_a_title_with_several_versions_is_no_remark() -> None:
    one = checked(WOLVES.replace("3x Eddard Stark (Core Set)", "3x Eddard Stark (NewPack)"))
    assert ("unknown-pack", "unknown") in codes(one)
    assert one.report.legal is None


@pytest.mark.parametrize("head", ["Events (9) - love these", "Events (maybe swap)", "Events: meh"])
def test_words_beside_a_heading_are_said(head: str) -> None:
    one = checked(WOLVES.replace("Events (9)", head))
    assert (one.report.legal, codes(one)) == (True, {("unknown-marker", "info")})


@pytest.mark.parametrize("head", ["Cut:", "Not included:", "Left out"])
def test_cards_that_were_cut_are_no_part_of_the_deck(head: str) -> None:
    one = checked(f"{WOLVES}\n{head}\n3x Hodor")
    assert (one.deck, codes(one)) == (checked(WOLVES).deck, {("set-aside", "info")})


@pytest.mark.parametrize(
    "line", ["Total 67 cards", "12 likes", "Posted by Bob", "https://example.org/deck/1"]
)
def test_what_pages_write_below_a_deck_is_a_comment(line: str) -> None:
    one = checked(f"{WOLVES}\n{line}\n")
    assert (one.report.legal, codes(one)) == (True, set())


def test_a_total_below_the_deck_is_compared() -> None:
    assert codes(checked(f"{WOLVES}\nTotal 66 cards\n")) == {("heading-count", "warning")}


def test_chat_below_a_heading_may_be_a_card() -> None:
    one = checked(f"{WOLVES}\nNice deck!\n")
    assert (one.report.legal, {("unknown-card", "unknown")} <= codes(one)) == (None, True)


@pytest.mark.parametrize(
    ("line", "more"), [("3x Nobody {} Card", "more-unknown"), ("words {} and more", "more-unread")]
)
def test_of_very_many_lines_only_the_number_is_told(line: str, more: str) -> None:
    text = f"{HEAD}2x Hodor\n" + "\n".join(line.format(n) for n in range(2_000))
    one = checked(text)
    assert len(one.deck.unread) == 2_000
    told = [f for f in one.report.findings if f.code in ("unread-line", "unknown-card")]
    assert len(told) == 201
    assert [f.found for f in told if f.template == more] == [1_800]


# ------------------------------------------------------------------ words that decide too much

CARDS_ONLY = WOLVES.split(HEAD, 1)[1]


@pytest.mark.parametrize(
    "mark", ["Out:", "Without", "SB:", "Maybe", "Cut", "Need", "Raus:", "Réserve:"]
)
def test_a_word_before_the_count_may_say_that_the_card_is_not_in_the_deck(mark: str) -> None:
    one = checked(WOLVES.replace("3x Summer", "2x Summer") + f"\n{mark} 1x Hodor\n")
    assert one.report.legal is not True


@pytest.mark.parametrize("mark", [":sword:", "★", "»"])
def test_a_sign_before_the_count_says_nothing(mark: str) -> None:
    assert with_sword(f"{mark} 3x Put to the Sword").report.legal is True


@pytest.mark.parametrize("line", ["-1 Summer", "-1x Summer"])
def test_a_dash_at_a_count_among_lines_without_dashes_may_take_out(line: str) -> None:
    assert checked(WOLVES.replace("3x Summer", "2x Summer") + f"\n{line}\n").report.legal is None


def test_dashes_before_all_counts_are_bullets() -> None:
    dashed = "\n".join(f"-{x}" if x[:1].isdigit() else x for x in WOLVES.splitlines())
    assert checked(dashed).report.legal is True


@pytest.mark.parametrize("head", ["# House Stark\n# Banner of the Lion", "House Stark\n# Fealty"])
def test_an_agenda_behind_a_number_sign_above_the_cards_is_one(head: str) -> None:
    one = checked(f"{head}\n{CARDS_ONLY}")
    assert agendas(one) == [head.rpartition("# ")[2]]


def test_a_first_line_that_is_an_agenda_stays_the_name_and_that_is_said() -> None:
    one = checked(f"Banner of the Lion\nHouse Stark\n{CARDS_ONLY}")
    assert (one.deck.name, one.deck.agendas) == ("Banner of the Lion", ())
    assert ("name-or-agenda", "warning") in codes(one)
    assert ("name-or-agenda", "warning") not in codes(checked(f"Fealty\n{HEAD}{CARDS_ONLY}"))


@pytest.mark.parametrize("head", ["Stark Fealty", "Fealty Stark", "[b]Stark Fealty[/b]"])
def test_faction_and_agenda_in_the_first_line_are_heard(head: str) -> None:
    one = checked(f"{head}\n\n{CARDS_ONLY}")
    assert (one.deck.faction, agendas(one)) == ("stark", ["Fealty"])


@pytest.mark.parametrize(
    "head", ["My deck: Stark Fealty", "Faction = Stark; Agenda = Fealty", "The Wolves of Stark"]
)
def test_a_first_line_with_a_faction_in_it_that_is_not_read_decides_nothing(head: str) -> None:
    assert checked(f"{head}\n\n{CARDS_ONLY}").report.legal is None


# ------------------------------------------------------------------ columns, and words of one line


def test_cards_in_columns_parted_by_tabs_are_cards() -> None:
    lines = [x.replace(" (Core Set)", "") for x in CARDS_ONLY.splitlines() if x[:1].isdigit()]
    plots, draw = lines[:7], list(lines[7:])
    rows = [f"{a}\t{b}" for a, b in zip(plots, draw, strict=False)] + draw[7:]
    one = checked(f"{HEAD}\n" + "\n".join(rows))
    assert one.report.legal is True


def test_title_pack_and_count_in_columns_are_a_card() -> None:
    assert with_sword("Put to the Sword\tCore Set\t3").report.legal is True


def test_what_is_set_aside_beside_its_word_ends_with_the_line() -> None:
    one = checked(f"{HEAD}\nMaybe: 1x Hodor\n\n{CARDS_ONLY}")
    assert one.report.legal is True
    assert "02061" not in one.deck.cards


@pytest.mark.parametrize(
    "heading", ["Bench:", "Optional", "Tech choices", "Réserve", "Quizás", "Mayboard", "Out:"]
)
def test_what_stands_under_such_a_heading_is_no_part_of_the_deck(heading: str) -> None:
    one = checked(f"{WOLVES}\n\n{heading}\n1x Tywin Lannister (Core)\n2x Hodor\n")
    assert one.report.legal is True
    assert "02061" not in one.deck.cards


@pytest.mark.parametrize(
    "row",
    [
        "<tr><td>Put to the Sword</td><td>3</td></tr>",
        "<tr><td>3</td><td>Put to the Sword</td></tr>",
        "<div><span>3x</span><span>Put to the Sword</span></div>",
    ],
)
def test_cells_of_a_page_are_columns(row: str) -> None:
    assert with_sword(row).report.legal is True
