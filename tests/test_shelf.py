"""What is free, what clashes, what is missing: values in, values out."""

from __future__ import annotations

import random

import pytest
from pools import agot2_pool

from deckcheck.buying import Bill
from deckcheck.model import Deck, Unread
from deckcheck.report.shelf import bill_lines
from deckcheck.shelf import (
    Catalogue,
    Item,
    Need,
    Shelf,
    Stock,
    boxed,
    buildable,
    free,
    missing,
    missing_in_place,
    need_of,
    placement,
)
from deckcheck.shopping import Prices, offers, shop
from deckcheck.swaps import Move, moves, swaps


def item(code: str, card: str | None = None, pack: str = "Core", quantity: int | None = 1) -> Item:
    return Item(code, card or code, code.title(), "character", pack, 1, quantity, 3)


CATALOGUE = Catalogue(
    [
        item("rose"),
        item("fury", quantity=3),
        item("palace", pack="DotE", quantity=3),
        item("palace2", pack="R", quantity=3),
        item("promo", pack="Promo", quantity=None),
        item("sun", pack="18"),
        item("sun-full", "sun", pack="18"),
    ],
    same=[("palace", "palace2")],
    aliases={"old-rose": "rose"},
)


def shelf(have: dict[str, int], *built: Need, placed: dict[str, int] | None = None) -> Shelf:
    """A shelf with so many loose copies; `placed`: "deck card printing" → copies."""
    stock = {code: Stock(hand=copies) for code, copies in have.items()}
    where = {}
    for text, copies in (placed or {}).items():
        deck, card, printing = text.split()
        where[(deck, card), printing] = copies
    return Shelf(CATALOGUE, stock, built, where)


# Counts


def test_a_count_is_boxes_times_copies_and_changes_by_hand() -> None:
    assert Stock(boxed=6, hand=-1).have == 5
    assert Stock(boxed=0, hand=-1).have == 0


def test_lent_copies_are_owned_but_not_here_and_borrowed_ones_are_here_but_not_owned() -> None:
    stock = Stock(boxed=3, lent=1, borrowed=2)
    assert (stock.have, stock.here) == (3, 4)


def test_boxes_of_packs_give_what_is_in_them_and_no_more_than_is_known() -> None:
    assert boxed(CATALOGUE, {"Core": 2, "Promo": 5}) == {"rose": 2, "fury": 6}


# What a deck needs


def test_a_deck_needs_its_agendas_hero_and_side_deck_too() -> None:
    deck = Deck("x", "D", agendas=("fury",), hero="promo", cards={"rose": 3}, side={"rose": 1})
    assert need_of(deck, CATALOGUE) == Need("D", {"rose": 4, "fury": 1, "promo": 1})


def test_codes_of_printings_and_of_before_an_update_mean_the_card() -> None:
    need = need_of(Deck("x", "D", cards={"sun-full": 2, "old-rose": 1}), CATALOGUE)
    assert need.cards == {"sun": 2, "rose": 1}


def test_what_nobody_knows_is_never_taken_for_there() -> None:
    lost = (Unread(3, "2x What", 2), Unread(4, "a remark", 0))
    need = need_of(Deck("x", "D", cards={"nobody": 1}, unread=lost), CATALOGUE)
    assert need.unknown == (("2x What", 2), ("nobody", 1))
    found = missing(CATALOGUE, {}, [need])
    assert not found.missing
    assert not found.buildable


# Missing and buildable


def test_three_of_three_is_everything_and_two_of_three_is_not() -> None:
    need = Need("D", {"rose": 3})
    assert missing(CATALOGUE, {"rose": 3}, [need]).buildable
    (lack,) = missing(CATALOGUE, {"rose": 2}, [need]).lacks
    assert (lack.card, lack.needed, lack.there, lack.missing) == ("rose", 3, 2, 1)


def test_decks_together_need_the_sum_and_alone_their_own() -> None:
    needs = [Need("A", {"rose": 2}), Need("B", {"rose": 2})]
    there = {"rose": 3}
    assert missing(CATALOGUE, there, needs).missing == 1
    assert all(missing(CATALOGUE, there, [need]).buildable for need in needs)


def test_any_printing_of_a_card_serves_it() -> None:
    assert missing(CATALOGUE, {"sun": 1, "sun-full": 2}, [Need("D", {"sun": 3})]).buildable


def test_a_reprint_of_the_same_version_serves_another_version_does_not() -> None:
    assert missing(CATALOGUE, {"palace2": 2}, [Need("D", {"palace": 2})]).buildable
    assert missing(CATALOGUE, {"fury": 2}, [Need("D", {"rose": 2})]).missing == 2


def test_two_decks_share_reprints_as_far_as_they_go() -> None:
    needs = [Need("A", {"palace": 2}), Need("B", {"palace2": 2})]
    assert missing(CATALOGUE, {"palace": 3, "palace2": 1}, needs).buildable
    assert missing(CATALOGUE, {"palace": 3}, needs).missing == 1


def test_decks_are_listed_by_what_is_missing() -> None:
    needs = [Need("B", {"rose": 3}), Need("A", {"rose": 3}), Need("C", {"rose": 1})]
    found = buildable(CATALOGUE, {"rose": 1}, needs)
    assert [(one.decks[0], one.missing) for one in found] == [("C", 0), ("A", 2), ("B", 2)]


# Built decks


def test_what_sits_in_built_decks_is_not_free() -> None:
    on = shelf({"rose": 3, "fury": 3}, Need("A", {"rose": 2, "fury": 3}))
    assert free(on) == {"rose": 1}
    assert free(on, besides=["A"]) == {"rose": 3, "fury": 3}


def test_the_deck_that_was_built_first_keeps_its_copies() -> None:
    on = shelf({"rose": 3}, Need("A", {"rose": 2}), Need("B", {"rose": 2}))
    lacking = {one.decks[0]: one.missing for one in missing_in_place(on)}
    assert lacking == {"A": 0, "B": 1}


def test_building_moves_a_copy_to_its_reprint_when_that_helps() -> None:
    built = Need("A", {"palace": 3})
    on = shelf({"palace": 3, "palace2": 3}, built, placed={"A palace palace": 3})
    more = [Need("B", {"palace": 3})]
    assert sum(placement(on, more).values()) == 6
    assert placement(on, more)[("A", "palace"), "palace"] == 3


# Clashes and swaps


def test_a_clash_names_the_decks_and_how_many_copies_are_too_few() -> None:
    on = shelf({"rose": 3}, Need("A", {"rose": 3}), Need("B", {"rose": 2}))
    (clash,) = swaps(on).clashes
    assert (clash.cards, clash.wanted) == (("rose",), (("A", 3), ("B", 2)))
    assert (clash.there, clash.short) == (3, 2)


def test_no_clash_where_each_has_its_own_copies() -> None:
    found = swaps(shelf({"rose": 5}, Need("A", {"rose": 3}), Need("B", {"rose": 2})))
    assert found.clashes == ()
    assert found.to_play == {}


def test_a_card_that_only_one_deck_wants_is_missing_but_no_clash() -> None:
    found = swaps(shelf({"rose": 1}, Need("A", {"rose": 3})))
    assert found.clashes == ()
    assert found.lacking == {"A": 2}


def test_the_smallest_swap_to_play_a_deck_takes_what_it_lacks_and_no_more() -> None:
    on = shelf(
        {"rose": 4},
        *(Need("A", {"rose": 3}), Need("B", {"rose": 3})),
        placed={"A rose rose": 3, "B rose rose": 1},
    )
    assert swaps(on).to_play == {"B": (Move("rose", 2, "A", "B", "rose"),)}


def test_a_deck_that_is_asked_about_clashes_as_if_it_were_built() -> None:
    on = shelf({"rose": 3}, Need("A", {"rose": 3}))
    assert swaps(on).clashes == ()
    assert swaps(on, [Need("B", {"rose": 1})]).clashes[0].short == 1


def test_what_is_carried_is_matched_from_deck_to_deck_before_the_collection() -> None:
    before = {(("A", "rose"), "rose"): 3}
    after = {(("A", "rose"), "rose"): 1, (("B", "rose"), "rose"): 3}
    assert moves(before, after) == [
        Move("rose", 2, "A", "B", "rose"),
        Move("rose", 1, None, "B", "rose"),
    ]


@pytest.mark.parametrize("seed", range(60))
def test_carrying_what_is_said_gives_what_is_wanted(seed: int) -> None:
    chance = random.Random(seed)
    cards = ["rose", "fury", "palace", "palace2", "sun"]
    names = "ABCD"
    needs = [
        Need(name, {c: chance.randint(1, 3) for c in chance.sample(cards, 3)}) for name in names
    ]
    have = {code: chance.randint(0, 6) for code in CATALOGUE.items}
    first = shelf(have, *needs[:2])
    sits = placement(first)
    found = placement(Shelf(CATALOGUE, first.stock, tuple(needs), sits))
    now = dict(sits)
    for move in moves(sits, found):
        target = ((move.target, move.card), move.printing)
        now[target] = now.get(target, 0) + move.copies
        if move.source is not None:
            there = next(key for key in now if key[0][0] == move.source and key[1] == move.printing)
            now[there] -= move.copies
    held: dict[str, int] = {}
    for (_, printing), copies in now.items():
        held[printing] = held.get(printing, 0) + copies
    assert sum(held.values()) >= sum(found.values())
    arriving = sum(move.copies for move in moves(sits, found))
    assert arriving == sum(max(0, n - sits.get(key, 0)) for key, n in found.items())


# What to buy


def test_without_prices_packs_are_counted_and_single_cards_only_if_asked() -> None:
    needs = [Need("D", {"rose": 3, "fury": 1})]
    assert shop(CATALOGUE, {}, needs, offers(CATALOGUE, ["Core", "DotE"])).packs == {"Core": 3}
    with_singles = offers(CATALOGUE, ["Core", "DotE"], singles=True)
    assert shop(CATALOGUE, {"rose": 2}, needs, with_singles).cost == 1


def test_with_prices_only_what_they_name_is_for_sale() -> None:
    needs = [Need("D", {"rose": 3, "palace": 1})]
    prices = Prices({"Core": 4000}, {"rose": 1500})
    bill = shop(CATALOGUE, {}, needs, offers(CATALOGUE, ["Core", "DotE", "R"], prices))
    assert (bill.packs, bill.singles, bill.cost) == ({}, {"rose": 3}, 4500)
    assert bill.unmet == {"palace": 1}


def test_reprints_in_two_packs_are_a_tie() -> None:
    bill = shop(CATALOGUE, {}, [Need("D", {"palace": 2})], offers(CATALOGUE, ["DotE", "R"]))
    (option,) = bill.options
    assert [way.packs for way in option.ways] == [(("DotE", 1),), (("R", 1),)]


def test_a_bill_that_could_not_be_proven_says_so_and_names_the_bound() -> None:
    bill = Bill(914, 867, {"Core": 2}, {"rose": 1}, (), {"promo": 1})
    *_, last = lines = list(bill_lines(bill, CATALOGUE, {"Core": "Core Set"}, money=True))
    assert last == ("9.14: the best that was found in time; whether 8.67 will do can't be told.")
    assert lines[:3] == [
        "  2x Core Set",
        "  1x Rose (Core), as a single card",
        "  Not on offer: 1x Promo (Promo).",
    ]
    assert not bill.proven


def test_the_shipped_reprints_agree_in_every_fact() -> None:
    from deckcheck.shipped import data_root, read_file

    pool = agot2_pool()
    for group in read_file(str(data_root() / "agot2" / "reprints.toml"))["same"]:
        cards = [pool.card(code) for code in group]
        first = cards[0]
        assert first is not None
        assert len(cards) > 1
        for other in cards[1:]:
            assert other is not None
            assert (other.title, other.type, other.facts) == (first.title, first.type, first.facts)
