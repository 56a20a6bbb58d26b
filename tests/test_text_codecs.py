"""Lists that are lines of text: what each line comes to, and what was written comes back.

The letters in the names of tests are those of the kinds of fault that other tools have had:
P = parsing, N = names, C = copies, R = round trip, V = seen in another tool's code.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from pools import agot2_desk, agot2_pool
from random_decks import every_card, random_decks

from deckcheck.codecs import CODECS
from deckcheck.codecs.base import Draft
from deckcheck.codecs.lines import LONGEST, split
from deckcheck.codecs.reader import MOST_LINES, read_text
from deckcheck.errors import InputError
from deckcheck.findings import Finding
from deckcheck.messages import Speaker
from deckcheck.messages import text as sentence
from deckcheck.model import Deck
from deckcheck.reading import losses, read, sniff, write, write_all
from deckcheck.settle import settle
from deckcheck.source import Text

WRITTEN = ("thronesdb", "thronesdb-cycle", "text", "markdown", "bbcode")


def draft_of(text: str) -> Draft:
    """The one deck of a text, as written."""
    drafts = read_text(text, agot2_desk())
    assert len(drafts) == 1
    return drafts[0]


def deck_of(text: str) -> Deck:
    """The one deck of a text."""
    return settle(draft_of(text), agot2_desk())[0]


def cards(text: str) -> dict[str, int]:
    """Title → copies of the one deck of a text."""
    held: Counter[str] = Counter()
    for code, copies in deck_of(text).cards.items():
        card = agot2_pool().card(code)
        assert card is not None
        held[card.title] += copies
    return dict(held)


def agendas(text: str) -> list[str]:
    """Titles of the agendas; an unknown one as it was written."""
    known = agot2_pool().cards(deck_of(text).agendas)
    return [known[code].title if code in known else code for code in deck_of(text).agendas]


def found(text: str) -> list[tuple[str, str, int | None]]:
    """(code, severity, line) of what was found in reading, but for the printings assumed."""
    findings = settle(draft_of(text), agot2_desk())[1]
    return [(f.code, f.severity, f.line) for f in findings if f.code != "assumed-printing"]


# ------------------------------------------------------------------ counts


@pytest.mark.parametrize(
    "line",
    [
        *("3x Hodor", "3 Hodor", "3X Hodor", "3 x Hodor", "3xHodor", "3× Hodor", "x3 Hodor"),
        *("Hodor x3", "Hodor (x3)", "Hodor [x3]", "Hodor × 3", "Hodor x 3", "Hodor 3x", "Hodor: 3"),
        *("Hodor (3)", "Hodor 3", "Hodor, 3", "(3) Hodor", "[3x] Hodor", "Hodor x3 (NMG)"),
        *("- 3 Hodor", "* 3x Hodor", "• 3 Hodor", "- Hodor x3", "+3x Hodor", "-3x Hodor"),
        *("#012 3x Hodor", "3x Hodor // good", "3x +Hodor", "1. 3x Hodor", "> 3x Hodor"),
        *("3\tHodor", "Hodor\t3", "3\tHodor\tNo Middle Ground", "3\tHodor\tNMG\t61", "3x\tHodor"),
        *("3x [Hodor](https://thronesdb.com/card/02061)", "**3x** Hodor", "3x *Hodor* (NMG)"),
        *("[b]3x[/b] Hodor", "[*]3x Hodor", "3x [agot]Hodor (NMG)[/agot]", "| 3 | Hodor | NMG |"),
        *("<li>3x Hodor</li>", "<td>3</td> <b>Hodor</b>", "3x&nbsp;Hodor", "3x Hodor (NMG) *F*"),
    ],
)
def test_p05_r14_a_count_is_read_wherever_people_put_it(line: str) -> None:
    assert cards(f"Hodor, my deck\n\n{line}\n1x Fury") == {"Hodor": 3, "Fury": 1}


def test_p03_a_title_alone_is_one_copy() -> None:
    assert cards("Winter Is Coming") == {"Winter Is Coming": 1}


def test_v14_r23_a_count_is_never_clamped() -> None:
    assert cards("4x Hodor\n10x Fury") == {"Hodor": 4, "Fury": 10}


def test_no_copies_and_impossible_numbers_are_said_and_kept() -> None:
    for line, severity in (("0x Hodor", "warning"), ("100000x Hodor", "unknown")):
        assert found(f"{line}\n1x Fury") == [("bad-count", severity, 1)]
        assert [u.text for u in deck_of(f"{line}\n1x Fury").unread] == [line]
    assert found(f"{'9' * 500}x Hodor\n1x Fury") == [("bad-count", "unknown", 1)]


@pytest.mark.parametrize("line", ["3. Hodor", "-3 Hodor"])
def test_a_number_that_may_be_none_leaves_the_card_in_doubt(line: str) -> None:
    assert found(f"1x Fury\n{line}") == [("unknown-card", "unknown", 2)]
    assert deck_of(f"1x Fury\n{line}").unread[0].copies == 3


def test_v15_commas_digits_and_quotes_are_part_of_a_title() -> None:
    assert cards("2x Family, Duty, Honor\n1x Seventy-Nine Sentinels\n“Steel Rain” x2") == {
        "Family, Duty, Honor": 2,
        "Seventy-Nine Sentinels": 1,
        '"Steel Rain"': 2,
    }


def test_several_items_on_one_line_of_html_are_several_cards() -> None:
    text = "<ul><li>3x Hodor</li><li>2x <a href='https://x.y/card/01141'>Arya Stark</a></li></ul>"
    assert cards(text) == {"Hodor": 3, "Arya Stark": 2}
    assert draft_of(text).lines == {"card": 1}


def test_of_several_items_on_a_line_only_the_unknown_one_travels_on() -> None:
    deck = deck_of("<ul><li>3x Hodor</li><li>2x Nobody At All</li></ul>")
    assert [(u.text, u.copies) for u in deck.unread] == [("2x Nobody At All", 2)]


def test_the_code_in_a_link_decides() -> None:
    deck = deck_of("2x [Jon Snow](https://thronesdb.com/card/07001)")
    assert deck.cards == {"07001": 2}
    assert found("2x [Fury](https://thronesdb.com/card/07001)") == [("title-differs", "warning", 1)]


# ------------------------------------------------------------------ lines that are no cards


def test_p10_p11_headings_are_structure_and_their_numbers_are_checked() -> None:
    text = "Deck\nPlots (1):\n1x A Clash of Kings\n**Characters (33)**\n1x Hodor\nLocations [13]\n"
    assert cards(text) == {"A Clash of Kings": 1, "Hodor": 1}
    assert found(text) == [("heading-count", "warning", 4), ("heading-count", "warning", 6)]


@pytest.mark.parametrize("head", ["Total Cards: (2)", "Draw deck: 2 cards", "Deck (2)", "2 cards"])
def test_a_total_that_doesnt_match_is_said(head: str) -> None:
    assert found(f"{head}\n2x Hodor\n1x A Clash of Kings") == []
    assert found(f"{head}\n9x Hodor")[0][:2] == ("heading-count", "warning")


def test_p12_p13_blank_lines_carry_no_meaning() -> None:
    assert cards("name\n\n// a comment\n\n1x Hodor\n\n\n\n1x Fury") == {"Hodor": 1, "Fury": 1}
    assert found("1x Hodor\n\n\n1x Fury") == []


def test_comments_begin_with_slashes_or_a_hash() -> None:
    draft = draft_of("1x Hodor\n// 2x Fury\n# 2x Fury\n#2x Fury\n#012 1x Fury")
    assert draft.lines == {"card": 2, "comment": 3}


def test_r22_maybe_piles_and_sideboards_are_kept_apart() -> None:
    for word in ("Maybe", "Considering:", "Sideboard (1)", "Draft pool", "### Maybe"):
        text = f"Characters (2)\n2x Hodor\n{word}\n1x Fury\n2x Nobody At All"
        assert cards(text) == {"Hodor": 2}
        assert ("set-aside", "info", 3) in found(text)


def test_a_type_that_comes_again_below_a_maybe_pile_belongs_to_it() -> None:
    text = "Characters\n2x Hodor\nMaybe\n3x Fury\nCharacters\n1x Osha\nEvents\n1x Put to the Sword"
    assert cards(text) == {"Hodor": 2, "Put to the Sword": 1}


def test_r22_what_stands_in_notes_is_no_part_of_the_deck() -> None:
    text = "Events\n1x Put to the Sword\nNotes:\nMaybe add\n3x Hodor\n\nmore"
    assert cards(text) == {"Put to the Sword": 1}
    assert draft_of(text).notes == "Maybe add\n3x Hodor\n\nmore"
    assert found(text) == [("set-aside", "info", 3)]


def test_what_is_struck_out_isnt_counted_and_is_said() -> None:
    for line in ("~~3x Hodor~~", "[s]3x Hodor[/s]", "<del>3x Hodor</del>"):
        assert found(f"1x Fury\n{line}") == [("unread-line", "warning", 2)]


def test_a_line_that_isnt_understood_is_a_warning_with_its_number() -> None:
    text = "Deck\n\nHouse Stark\n1x Hodor\n\nHello, this is my deck!"
    assert found(text) == [("unread-line", "warning", 6)]
    assert [(u.line, u.text, u.copies) for u in deck_of(text).unread] == [
        (6, "Hello, this is my deck!", 0)
    ]


@pytest.mark.parametrize(
    ("text", "line", "copies"),
    [
        ("1x Fury\n3x Nobody At All", 2, 3),
        ("1x Fury\nNobody At All x3", 2, 3),
        ("1x Fury\nCharacters\nNobody At All", 3, 1),
        ("1x Fury\n" + "3x Nobody " + "x" * LONGEST, 2, 3),
    ],
)
def test_a_card_nobody_knows_is_unknown_with_its_count(text: str, line: int, copies: int) -> None:
    assert found(text) == [("unknown-card", "unknown", line)]
    assert deck_of(text).unread[0].copies == copies


def test_a_year_is_no_count_of_cards() -> None:
    assert found("1x Fury\nThanks to all of 2019") == [("unread-line", "warning", 2)]


def test_r16_one_unknown_card_leaves_the_rest() -> None:
    deck = deck_of("2x Hodor\n1x Sight of the Crow (XYZ)\n1x Fury")
    assert sum(deck.cards.values()) == 3
    assert [u.text for u in deck.unread] == ["1x Sight of the Crow (XYZ)"]


def test_v11_an_unknown_pack_is_said_and_no_version_is_taken() -> None:
    assert found("1x Eddard Stark (WotNX)") == [
        ("unknown-pack", "unknown", 1),
        ("unknown-card", "unknown", 1),
    ]


def test_p17_a_mark_nobody_knows_is_said_and_the_card_kept() -> None:
    assert cards("3x Hodor (NMG) *X*") == {"Hodor": 3}
    assert found("3x Hodor (NMG) *X*") == [("unknown-marker", "warning", 1)]


def test_a_match_that_isnt_exact_is_said_and_an_error_when_strict() -> None:
    assert found("3x The Roserode") == [("read-as", "info", 1)]
    strict = agot2_desk(strict=True)
    findings = settle(read_text("3x The Roserode", strict)[0], strict)[1]
    assert [(f.code, f.severity) for f in findings if f.code == "read-as"] == [("read-as", "error")]


def test_p16_v16_lines_of_one_card_are_summed_and_said() -> None:
    assert cards("2x Hodor\n1x Fury\n1x Hodor") == {"Hodor": 3, "Fury": 1}
    (finding,) = settle(draft_of("2x Hodor\n1x Fury\n1x Hodor"), agot2_desk())[1]
    assert (finding.code, finding.args["lines"], finding.found) == ("summed-lines", (1, 3), 3)


def test_n02_versions_of_one_title_stay_apart() -> None:
    assert len(deck_of("1x Nymeria (WotN)\n1x Nymeria (FotOG)").cards) == 2


@pytest.mark.parametrize("text", ["", "\n\n", "hello there", "// 3x Hodor", "3x"])
def test_a_text_without_any_card_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="a card line looks like"):
        read_text(text, agot2_desk())


def test_a_text_of_endless_lines_is_refused() -> None:
    with pytest.raises(InputError, match="read up to 100,000"):
        read_text("1x Hodor\n" * (MOST_LINES + 1), agot2_desk())


# ------------------------------------------------------------------ name, faction, agenda


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Fealty\nHouse Stark\nFealty\n1x Hodor", "Fealty"),  # V17
        ("The Red Wedding\n\nHouse Stark\n1x Hodor", "The Red Wedding"),
        ("Plots\n\nHouse Stark\n1x Hodor", "Plots"),
        (
            "House Targaryen with Fealty\n\nFaction: Targaryen\n1x Hodor",
            "House Targaryen with Fealty",
        ),
        ("3 Dragons\n\nHouse Targaryen\n1x Hodor", "3 Dragons"),
        ("Wolves\nVersion: 2.0\n\nHouse Stark\n1x Hodor", "Wolves"),
        ("Wolves 1.0\n\nHouse Stark\n\n---- Core Set ----\n1x Hodor", "Wolves"),
        ("# Wolves (WotN)\n**House Stark** – *Fealty*\n- 1x Hodor", "Wolves (WotN)"),
        ("# exported today\nWolves\n\nHouse Stark\n1x Hodor", "Wolves"),
        ("Thorns in the Ice\n1x Hodor", "Thorns in the Ice"),
        ("House Stark\nFealty\n1x Hodor", ""),
        ("Winter Is Coming\n1x Hodor", ""),
        ("3x Hodor\n\nHouse Stark\n1x Fury", ""),
    ],
)
def test_the_first_line_without_a_count_is_the_name(text: str, name: str) -> None:
    draft = draft_of(text)
    assert draft.name == name
    assert all(entry.text != name for entry in (*draft.entries, *draft.agendas) if name != "Fealty")


@pytest.mark.parametrize(
    "head",
    [
        *(
            "House Stark\nFealty",
            "house stark\nFealty (Core)",
            "House Stark – Fealty",
            "Stark\nFealty",
        ),
        *("**House Stark** – *Fealty*", "## House Stark\n### Fealty", "Faction:\n\n Stark\nFealty"),
        *("Faction: House Stark\nAgenda: Fealty", "House Stark\nAgenda\n1x Fealty (Core Set)"),
        *("House Stark\n\nAgenda: (1)\n\n1x Fealty", "1x House Stark\n1x Fealty", "Fealty\nStark"),
        *("House Stark with Fealty", "House Stark (Fealty)", "[b]House Stark[/b] – [i]Fealty[/i]"),
        "House Stark\nFealti",
    ],
)
def test_faction_and_agenda_are_read_wherever_people_put_them(head: str) -> None:
    text = f"My wolves\n\n{head}\n\nCharacters\n1x Hodor"
    assert deck_of(text).faction == "stark"
    assert agendas(text) == ["Fealty"]
    assert cards(text) == {"Hodor": 1}


def test_c13_an_agenda_in_the_header_and_as_a_card_line_is_one() -> None:
    assert agendas("House Stark\nFealty\n1x Fealty (Core)\n1x Hodor") == ["Fealty"]
    assert agendas("House Stark\nFealty\n2x Fealty\n1x Hodor") == ["Fealty", "Fealty"]
    assert agendas("House Stark\n1x Fealty\n1x Fealty\n1x Hodor") == ["Fealty", "Fealty"]
    assert agendas("House Stark\nFealty\nFealty\n1x Hodor") == ["Fealty", "Fealty"]


def test_v08_alliance_with_its_banners_is_three_agendas() -> None:
    banners = ["Alliance", "Banner of the Sun", "Banner of the Rose"]
    assert agendas("House Stark\n" + "\n".join(banners) + "\n\n1x Hodor") == banners
    assert agendas(f"House Stark – {', '.join(banners)}\n1x Hodor") == banners


def test_an_agenda_nobody_knows_stays_one() -> None:
    for head in ("House Stark – Sight of the Crow", "House Stark\nAgenda: Sight of the Crow"):
        assert agendas(f"{head}\n1x Hodor") == ["Sight of the Crow"]
        assert ("unknown-agenda", "unknown") in {f[:2] for f in found(f"{head}\n1x Hodor")}


def test_two_factions_are_an_error() -> None:
    assert found("A\nHouse Stark\nHouse Tyrell\n1x Hodor") == [("two-factions", "error", 3)]


# ------------------------------------------------------------------ several decks


def test_v18_only_a_line_of_its_own_parts_decks() -> None:
    text = "My === deck\nHouse Stark\n1x Hodor\n=====\nB\nHouse Tyrell\n1x Fury\n=====\n"
    drafts = read_text(text, agot2_desk())
    assert [(d.name, d.faction) for d in drafts] == [("My === deck", "stark"), ("B", "tyrell")]
    assert sum(sum(d.lines.values()) for d in drafts) == len(split(text))


def test_a_line_that_underlines_a_title_parts_nothing() -> None:
    text = "My deck\n=======\n\nHouse Stark\n\nPlots\n=====\n1x A Clash of Kings"
    assert len(read_text(text, agot2_desk())) == 1


# ------------------------------------------------------------------ what was written comes back


def carried(deck: Deck) -> dict[str, Any]:
    """What of a deck a text layout has room for, comparable."""
    kept = deck._asdict()
    return {
        **{key: kept[key] for key in ("game", "name", "faction", "cards", "notes")},
        "name": " ".join(deck.name.split()),
        "agendas": Counter(deck.agendas),
        "unread": Counter((unread.text, unread.copies) for unread in deck.unread),
    }


@pytest.mark.parametrize("codec", WRITTEN)
def test_r01_every_card_comes_back_from_every_layout(codec: str) -> None:
    desk = agot2_desk()
    for deck in every_card():
        again = settle(only(write(deck, desk, codec), codec), desk)[0]
        assert carried(again) == carried(deck)


@pytest.mark.parametrize("codec", WRITTEN)
def test_random_decks_come_back_with_nothing_to_object(codec: str) -> None:
    desk = agot2_desk()
    for deck in random_decks(40):
        text = write(deck, desk, codec)
        draft = only(text, codec)
        again, findings = settle(draft, desk)
        assert carried(again) == carried(deck)
        assert sum(draft.lines.values()) == len(split(text))
        assert {f.code for f in findings} <= {"unknown-card", "unread-line", "unknown-pack"}
        assert sniff(Text(text)) == codec


def only(text: str, codec: str) -> Draft:
    """The one deck of a text, by its codec."""
    (draft,) = read(Text(text), agot2_desk(), codec)
    return draft


@pytest.mark.parametrize("codec", WRITTEN)
def test_several_decks_in_one_text_come_back_as_several(codec: str) -> None:
    desk = agot2_desk()
    decks = list(random_decks(5, seed=3))
    again = [settle(d, desk)[0] for d in read(Text(write_all(decks, desk, codec)), desk, codec)]
    assert [carried(deck) for deck in again] == [carried(deck) for deck in decks]


@pytest.mark.parametrize("codec", WRITTEN)
def test_a_deck_without_name_faction_or_cards_comes_back(codec: str) -> None:
    desk = agot2_desk()
    for deck in (
        Deck("agot2", cards={"01001": 1}),
        Deck("agot2", agendas=("01027",), cards={"01001": 1}),
        Deck("agot2", faction="stark"),
        Deck("agot2", name="Fealty", agendas=("27618",), faction="nobody", cards={"99999": 2}),
    ):
        again = settle(only(write(deck, desk, codec), codec), desk)[0]
        unknown = {unread.text: unread.copies for unread in again.unread}
        assert carried(again._replace(unread=()))["agendas"] == Counter(deck.agendas)
        assert (again.name, again.faction) == (deck.name, deck.faction)
        assert {**again.cards, **unknown} == {
            (code if code in again.cards else f"{n}x {code}"): n for code, n in deck.cards.items()
        }


def test_r04_the_line_of_packs_goes_from_the_first_to_the_last_with_boxes() -> None:
    text = write(
        Deck("agot2", "A", "stark", cards={"01141": 3, "02001": 1}), agot2_desk(), "thronesdb"
    )
    assert "\nPacks: From Core Set (3) to Taking the Black\n" in text


def test_titles_with_several_versions_carry_their_pack() -> None:
    text = write(Deck("agot2", "A", "stark", cards={"01141": 2, "02061": 1}), agot2_desk(), "text")
    assert "2x Arya Stark (Core Set)\n" in text
    assert "1x Hodor\n" in text


def test_what_text_cant_carry_is_said() -> None:
    deck = Deck("agot2", "A", drafted={"01001": 1}, cards={"01001": 1})
    for codec in WRITTEN:
        assert losses(deck, agot2_desk(), codec) == [f"{codec} has no room for what was drafted."]


# ------------------------------------------------------------------ every line, every finding


def test_every_line_is_accounted_for_however_a_list_is_broken() -> None:
    desk, chance = agot2_desk(), Random(11)
    texts = [write(deck, desk, codec) for codec in WRITTEN for deck in random_decks(3)]
    for _ in range(150):
        text = broken(chance, chance.choice(texts))
        drafts = read_text(text, desk)
        used = sum((Counter(d.lines) for d in drafts), Counter())
        assert used.total() == len(split(text))
        told: set[int | None] = set()
        for draft in drafts:
            findings = settle(draft, desk)[1]
            assert all(said(finding) for finding in findings)
            told |= {f.line for f in findings if f.severity in ("unknown", "warning", "error")}
        assert used["problem"] <= len(told)


def said(finding: Finding) -> str:
    """The sentence of a finding."""
    return sentence(finding, Speaker(agot2_desk().game, agot2_pool().card))


_BITS = ("=", "===", "\n", "\t", "(", "[", "]", "*", "**", "#", "//", "0x", "\u200b", "Maybe", "> ")


def broken(chance: Random, text: str) -> str:
    """The text with a few places changed."""
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(_BITS) + text[at + chance.randint(0, 3) :]
    return text


def test_every_layout_of_text_can_be_named_and_read() -> None:
    for codec in WRITTEN:
        draft = CODECS[codec].read("House Stark\n1x Hodor", agot2_desk())[0]
        assert draft.faction == "stark"
