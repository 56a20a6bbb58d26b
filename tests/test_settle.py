"""Which printing a bare title means: narrowed in a fixed order, and said."""

from __future__ import annotations

from collections.abc import Sequence

from pools import agot2_desk, agot2_game, agot2_pool

from deckcheck.codecs.base import Draft, Entry
from deckcheck.codecs.reader import read_text
from deckcheck.findings import Finding
from deckcheck.judge import Judge
from deckcheck.messages import Speaker, text
from deckcheck.model import Card, Deck
from deckcheck.settle import settle


def judge(list_code: str = "gotstandard2.1", on: str = "2026-11-29") -> Judge:
    game = agot2_game()
    return Judge(game, agot2_pool(), "joust", game.list(list_code), on)


def settled(lines: str, by: Judge | None) -> tuple[Deck, list[Finding]]:
    """The deck of these lines, and the printings assumed."""
    deck, findings = settle(read_text(lines, agot2_desk())[0], agot2_desk(), by)
    return deck, [f for f in findings if f.code == "assumed-printing"]


def test_a_pack_decides_and_nothing_is_assumed() -> None:
    deck, assumed = settled("House Stark\n2x Jon Snow (WotN)", judge())
    assert (dict(deck.cards), assumed) == ({"03005": 2}, [])


def test_the_heading_decides_first() -> None:
    deck, (finding,) = settled("House Stark\nAttachments\n1x Summer", None)
    card = agot2_pool().card(*deck.cards)
    assert card is not None
    assert (card.type, finding.args["why"]) == ("attachment", ("heading",))


def test_n15_a_title_of_two_types_under_two_headings_is_two_cards() -> None:
    text = "House Stark\nPlots\n2x Wheels Within Wheels\nEvents\n3x Wheels Within Wheels"
    assert dict(settled(text, None)[0].cards) == {"06100": 2, "16006": 3}


def test_then_what_faction_and_agenda_admit() -> None:
    stark, (finding,) = settled("House Stark\n1x Jon Snow", judge())
    watch, _ = settled("The Night's Watch\n1x Jon Snow", judge())
    assert (dict(stark.cards), dict(watch.cards)) == ({"03005": 1}, {"01124": 1})
    assert finding.args["why"][0] == "admits"


def test_then_what_is_released_on_the_date() -> None:
    deck, _ = settled("House Stark\n1x Eddard Stark", judge("ffg1.1", "2016-06-03"))
    assert dict(deck.cards) == {"01144": 1}


def test_n13_then_what_isnt_banned() -> None:
    deck, (finding,) = settled("House Tyrell\n2x Trade Routes", judge())
    assert dict(deck.cards) == {"17160": 2}
    assert finding.args["why"] == ("not-banned",)
    assert "it isn't banned" in text(finding, Speaker(agot2_game(), agot2_pool().card))


def test_n14_under_the_list_of_old_cards_the_other_printing_is_taken() -> None:
    deck, _ = settled("House Tyrell\n2x Trade Routes", judge("gotvalyrian1.0", "2021-08-01"))
    assert dict(deck.cards) == {"09051": 2}


def test_then_the_earliest_released() -> None:
    deck, (finding,) = settled("House Stark\n2x Arya Stark", judge())
    assert dict(deck.cards) == {"01141": 2}
    assert finding.args["why"] == ("earliest",)
    assert finding.line == 2


def test_n03_a_criterion_that_leaves_nothing_is_passed_over() -> None:
    deck, _ = settled("House Tyrell\n2x Eddard Stark", judge("ffg1.1", "2015-01-01"))
    assert dict(deck.cards) == {"01144": 2}


class Bans:
    """A judge for whom a deck is legal while it holds none of these codes."""

    def __init__(self, *codes: str) -> None:
        self.codes = codes

    def admits(self, card: Card, faction: str | None, agendas: Sequence[str]) -> bool:
        return True

    def released(self, card: Card) -> bool:
        return True

    def banned(self, card: Card) -> bool:
        return False

    def verdict(self, deck: Deck) -> bool | None:
        return not set(self.codes) & {*deck.cards, *deck.agendas}


def test_another_choice_that_would_change_the_verdict_is_said() -> None:
    draft = Draft(entries=(Entry(2, ("01141", "03007", "08081"), 4, "2x Arya Stark"),))
    _, (finding,) = settle(draft, agot2_desk(), Bans("08081"))
    assert finding.args["otherwise"] == (("08081", False),)
    sentence = text(finding, Speaker(agot2_game(), agot2_pool().card))
    assert sentence.endswith("With Arya Stark (TFM) 08081 it would not be legal.")


def test_an_agenda_with_two_versions_is_settled_too() -> None:
    deck, (finding,) = settled("House Stark\nThe Free Folk\n1x Hodor", judge())
    assert deck.agendas == ("17150",)
    assert finding.args["others"] == ("11079",)


def test_an_unknown_agenda_stands_as_it_was_given() -> None:
    for line, given in (("1x 27618", "27618"), ("1x Sight (27618)", "27618"), ("Sight", "Sight")):
        draft = Draft(agendas=(Entry(1, (), 0, line, section="agenda"),))
        deck, (finding,) = settle(draft, agot2_desk())
        assert (deck.agendas, finding.code) == ((given,), "unknown-agenda")


def test_cards_kept_aside_are_no_part_of_the_deck() -> None:
    draft = Draft(entries=(Entry(1, ("01001",), section="aside"), Entry(9, (), section="aside")))
    deck, findings = settle(draft, agot2_desk())
    assert (dict(deck.cards), deck.unread, findings) == ({}, (), ())


def test_a_side_deck_is_counted_apart() -> None:
    draft = Draft(entries=(Entry(1, ("01001",)), Entry(2, ("01001",), section="side")))
    deck, _ = settle(draft, agot2_desk())
    assert (dict(deck.cards), dict(deck.side)) == ({"01001": 1}, {"01001": 2})


def test_an_unknown_card_travels_with_its_count_and_says_what_may_help() -> None:
    draft = Draft(entries=(Entry(3, (), 7, "3x Хodor", suggestions=("Hodor",)),))
    deck, (finding,) = settle(draft, agot2_desk())
    assert [tuple(unread) for unread in deck.unread] == [(7, "3x Хodor", 3)]
    sentence = text(finding, Speaker(agot2_game(), agot2_pool().card))
    assert sentence.startswith("Line 7: unknown card, 3x")
    assert "U+0425 CYRILLIC CAPITAL LETTER HA" in sentence
    assert sentence.endswith("Did you mean Hodor?")
