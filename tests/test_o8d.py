"""OCTGN's .o8d: the GUID decides, the title helps, and nothing a stranger wrote does harm."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from decided import decided
from pools import agot2_desk, agot2_game, agot2_pool

from deckcheck.codecs.base import Draft
from deckcheck.codecs.o8d import FIRST_EDITION
from deckcheck.errors import InputError
from deckcheck.model import Deck, MemoryPool, Printing, Unread
from deckcheck.reading import losses, read, write
from deckcheck.source import Text, open_text

AGOT2 = "30c200c9-6c98-49a4-a293-106c06295c05"
ROSEROAD = "01040"
DECKS = Path(__file__).parents[2] / "shared" / "decks" / "agot2"


def file(cards: str = "", game: str = AGOT2, section: str = "Locations", head: str = "") -> str:
    """A deck file with these cards in one section."""
    return (
        f'<?xml version="1.0"?>\n{head}<deck game="{game}">\n'
        f'<section name="{section}">\n{cards}\n</section>\n<notes><![CDATA[]]></notes></deck>'
    )


def only(text: str) -> Draft:
    """The one deck of a file."""
    (draft,) = read(Text(text, name="deck.o8d"), agot2_desk())
    return draft


def refused(text: str) -> str:
    """The sentence that a file is refused with."""
    with pytest.raises(InputError) as caught:
        read(Text(text, name="deck.o8d"), agot2_desk(), "o8d")
    return str(caught.value)


def guid(code: str) -> str:
    """A card's GUID."""
    found = agot2_pool().printings([code])[code][0].guid
    assert found is not None
    return found


def test_the_guid_decides_whatever_the_title_says() -> None:
    draft = only(file(f'<card qty="3" id="{guid(ROSEROAD).upper()}">Königsweg &amp; &#39;x</card>'))
    assert decided(draft).cards == {ROSEROAD: 3}
    assert draft.findings == ()


def test_a_guid_in_braces_is_the_same_guid() -> None:
    draft = only(file(f'<card qty="1" id="{{{guid(ROSEROAD)}}}">x</card>'))
    assert decided(draft).cards == {ROSEROAD: 1}


def test_an_unknown_guid_leaves_it_to_the_title_and_says_so() -> None:
    unknown = "00000000-0000-0000-0000-000000000001"
    draft = only(file(f'<card qty="2" id="{unknown}">The Roseroad</card>'))
    assert decided(draft).cards == {ROSEROAD: 2}
    (finding,) = draft.findings
    assert (finding.code, finding.severity, finding.line) == ("by-title", "info", 4)


def test_a_guid_of_two_cards_decides_nothing() -> None:
    pool = agot2_pool()
    cards = [card for code in (ROSEROAD, "01039") if (card := pool.card(code))]
    twice = [Printing(c.code, c.code, c.pack, None, None, "11111111-aaaa") for c in cards]
    desk = agot2_desk()._replace(pool=MemoryPool(cards, pool.packs().values(), printings=twice))
    text = file('<card qty="1" id="11111111-AAAA">The Roseroad</card>')
    (draft,) = read(Text(text), desk)
    assert decided(draft).cards == {ROSEROAD: 1}
    assert [f.code for f in draft.findings] == ["by-title"]
    written = write(Deck("agot2", cards={ROSEROAD: 1}), desk, "o8d")
    assert '<card qty="1" id="">The Roseroad (Core)</card>' in written


def test_neither_guid_nor_title_known_is_an_unknown_card_that_keeps_both() -> None:
    draft = only(file('<card qty="2" id="deadbeef-0000">Nobody At All &lt;x&gt;</card>'))
    assert decided(draft).unread == (Unread(4, "2x Nobody At All <x> (deadbeef-0000)", 2),)
    again = write(decided(draft), agot2_desk(), "o8d")
    assert decided(only(again)).unread[0].text == "2x Nobody At All <x> (deadbeef-0000)"


def test_a_card_without_a_guid_is_written_by_title_and_pack_and_named() -> None:
    card = next(c for c in agot2_pool().titled("jon snow") if c.pack == "TTS")
    deck = Deck("agot2", faction="stark", cards={card.code: 1, ROSEROAD: 1})
    text = write(deck, agot2_desk(), "o8d")
    assert '<card qty="1" id="">Jon Snow (TTS)</card>' in text
    assert losses(deck, agot2_desk(), "o8d") == [
        "OCTGN doesn't know these, they are written by title and pack: Jon Snow."
    ]
    assert decided(only(text)) == deck


def test_sections_come_in_any_order_and_an_empty_titles_section_says_nothing() -> None:
    text = (
        f'<deck game="{AGOT2}"><section name="Titles" shared="False" />'
        f'<section name="Plots"><card qty="1" id="{guid("01001")}">x</card></section>'
        f'<section name="Agenda"><card qty="1" id="{guid("01027")}">Fealty</card></section>'
        '<section name="Faction"><card qty="1" id="">House Stark</card></section></deck>'
    )
    draft = only(text)
    assert (draft.faction, decided(draft).agendas) == ("stark", ("01027",))
    assert decided(draft).cards == {"01001": 1}


def test_an_agenda_is_one_wherever_it_stands() -> None:
    draft = only(file(f'<card qty="1" id="{guid("01027")}">Fealty</card>', section="Events"))
    assert decided(draft).agendas == ("01027",)


def test_two_faction_cards_are_said() -> None:
    stark, tyrell = (agot2_game().factions[code].guid for code in ("stark", "tyrell"))
    cards = f'<card qty="1" id="{stark}"/><card qty="1" id="{tyrell}"/>'
    draft = only(file(cards, section="Faction"))
    assert draft.faction == "stark"
    assert [f.code for f in draft.findings] == ["two-factions"]


def test_a_count_that_is_none_is_said_with_its_line() -> None:
    row = f'id="{guid(ROSEROAD)}">The Roseroad</card>'
    draft = only(file("\n".join(f"<card {q}{row}" for q in ("", 'qty="" ', 'qty="two" '))))
    assert [(f.code, f.line, f.severity) for f in draft.findings] == [
        ("bad-count", 4, "unknown"),
        ("bad-count", 5, "unknown"),
        ("bad-count", 6, "unknown"),
    ]
    assert draft.entries == ()


def test_counts_are_never_clamped() -> None:
    draft = only(file(f'<card qty="17" id="{guid(ROSEROAD)}">x</card>'))
    assert decided(draft).cards == {ROSEROAD: 17}


def test_notes_are_kept_even_those_that_end_their_own_wrapping() -> None:
    deck = Deck("agot2", faction="stark", notes="a ]]> b\n<notes>\n\n&amp; 'c'")
    assert decided(only(write(deck, agot2_desk(), "o8d"))) == deck


# ------------------------------------------------------------------ what is refused


def test_first_edition_is_called_by_its_name() -> None:
    sentence = refused(file(game=FIRST_EDITION.upper()))
    assert "A Game of Thrones: The Card Game, first edition" in sentence
    assert sentence.startswith("deck.o8d: ")


def test_another_games_deck_is_refused_and_its_id_named() -> None:
    sentence = refused(file(game="0f38e453-26df-4c04-9d67-6d43de939c77"))
    assert "is for another game, 0f38e453-26df-4c04-9d67-6d43de939c77; " in sentence


def test_a_deck_that_names_no_game_is_refused() -> None:
    assert "doesn't say for which game" in refused("<deck><section name='Plots'/></deck>")


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE deck [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n',
        '<!DOCTYPE deck [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>\n',
        '<!DOCTYPE deck SYSTEM "http://example.invalid/deck.dtd">\n',
        '<!DOCTYPE deck [<!ENTITY % p SYSTEM "http://example.invalid/p"> %p;]>\n',
    ],
)
def test_a_document_type_is_refused_so_no_entity_is_ever_opened(head: str) -> None:
    assert "a document type of its own" in refused(file(head=head))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (file()[:-9], "This isn't well-formed XML: line "),
        ("<deck game='x'><section></deck>", "line 1"),
        (file("<card qty='1' id=''>&nbsp;</card>"), "line 4"),
        ("<html><body>no deck</body></html>", "is no OCTGN deck: its first element is <html>"),
        ("\n\n<deck>\n<x></deck>", "line 4"),
        ("plain text", "This isn't well-formed XML"),
    ],
)
def test_bad_xml_is_refused_with_its_line(text: str, said: str) -> None:
    assert said in refused(text)


def test_deep_nesting_is_read_or_refused_but_nothing_worse() -> None:
    deep = "<x>" * 50_000
    assert "well-formed" in refused(f'<deck game="{AGOT2}">{deep}')
    closed = f'<deck game="{AGOT2}">{deep}{"</x>" * 50_000}</deck>'
    assert decided(only(closed)).cards == {}


# ------------------------------------------------------------------ real files


def real_files() -> list[str]:
    """Names of the .o8d and .json files found in the wild, where they are at hand."""
    return sorted(p.name for p in DECKS.glob("*") if p.suffix in (".o8d", ".json"))


def answer(name: str) -> dict[str, object]:
    """What a real file stands for."""
    rows = (DECKS / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    return next(row for row in map(json.loads, rows) if row["file"] == name)


@pytest.mark.skipif(not real_files(), reason="the shared decks aren't at hand")
@pytest.mark.parametrize("name", real_files() or [""])
def test_real_files_are_read_to_exactly_their_cards_or_refused(name: str) -> None:
    expected = answer(name)
    if expected["refuse"]:
        with pytest.raises(InputError, match=re.escape("first edition")):
            read(open_text(DECKS / name), agot2_desk())
        return
    (draft,) = read(open_text(DECKS / name), agot2_desk())
    deck = decided(draft)
    assert deck.cards == expected["cards"]
    assert list(deck.agendas) == expected["agendas"]
    assert deck.faction == expected["faction"]
    assert deck.unread == ()
