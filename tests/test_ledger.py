"""A collection's counts: boxes, changes by hand, lists, and lists of counts merged into them."""

from __future__ import annotations

import pytest
from shelves import SMALL

from deckcheck.errors import InputError
from deckcheck.ledger import (
    Collection,
    Edit,
    Entry,
    Key,
    added,
    boxes_merged,
    boxes_set,
    counted,
    edited,
    listed,
    merged,
    recoded,
    stock_of,
)

TWO_BOXES = Collection("x", {"Box": 2})


def have(printing: str, condition: str = "", note: str = "") -> Key:
    return Key("have", printing, condition, "", note)


def after(collection: Collection, edit: Edit) -> Collection:
    return edited(collection, edit)


def count(collection: Collection, printing: str) -> int:
    stock = stock_of(collection, SMALL)
    return stock[printing].have if printing in stock else 0


# Counts


def test_packs_and_changes_by_hand_add_up() -> None:
    now = after(TWO_BOXES, added(TWO_BOXES, SMALL, [Entry(have("rose"), -1)]))
    assert count(now, "rose") == 1
    assert count(now, "fury") == 6
    more = after(now, boxes_set(now, {"Box": 3}))
    assert count(more, "rose") == 2


def test_copies_that_are_not_there_cant_be_taken_away() -> None:
    with pytest.raises(InputError, match=r"only 2 of Rose \(Box\)"):
        added(TWO_BOXES, SMALL, [Entry(have("rose"), -3)])


def test_all_changes_are_made_or_none() -> None:
    with pytest.raises(InputError, match="Rose"):
        added(TWO_BOXES, SMALL, [Entry(have("fury"), 1), Entry(have("rose"), -3)])


def test_copies_of_one_condition_are_a_row_of_their_own() -> None:
    now = after(TWO_BOXES, added(TWO_BOXES, SMALL, [Entry(have("rose", "EX", "signed"), 1)]))
    assert count(now, "rose") == 3
    with pytest.raises(InputError, match=r"only 1 of Rose .* in condition EX"):
        added(now, SMALL, [Entry(have("rose", "EX", "signed"), -2)])


def test_set_makes_the_count_whatever_the_packs_give() -> None:
    now = after(TWO_BOXES, counted(TWO_BOXES, SMALL, [Entry(have("rose"), 5)]))
    assert count(now, "rose") == 5
    assert now.rows == {have("rose"): 3}
    none = after(now, counted(now, SMALL, [Entry(have("rose"), 0)]))
    assert count(none, "rose") == 0
    assert none.boxes == {"Box": 2}


def test_a_pack_that_is_given_away_leaves_no_negative_count() -> None:
    lost = after(TWO_BOXES, added(TWO_BOXES, SMALL, [Entry(have("rose"), -1)]))
    gone = after(lost, boxes_set(lost, {"Box": 0}))
    assert count(gone, "rose") == 0
    assert count(after(gone, boxes_set(gone, {"Box": 1})), "rose") == 0
    assert count(after(gone, boxes_set(gone, {"Box": 2})), "rose") == 1


def test_data_that_correct_a_packs_contents_change_the_count_alone() -> None:
    from deckcheck.shelf import Catalogue

    corrected = Catalogue([i._replace(quantity=2) for i in SMALL.items.values()])
    assert stock_of(TWO_BOXES, SMALL)["rose"].have == 2
    assert stock_of(TWO_BOXES, corrected)["rose"].have == 4


def test_rows_of_codes_from_before_an_update_count_for_the_card() -> None:
    from deckcheck.shelf import Catalogue

    renumbered = Catalogue(SMALL.items.values(), aliases={"old-rose": "rose"})
    rows = {have("old-rose"): 2, have("rose"): 1, have("nobody"): 4}
    stock = stock_of(Collection("x", {}, rows), renumbered)
    assert (stock["rose"].have, stock["nobody"].have) == (3, 4)


# Lent, borrowed, wanted


def test_no_more_can_be_lent_than_is_there() -> None:
    lent = Key("lent", "rose", "", "Anna")
    now = after(TWO_BOXES, added(TWO_BOXES, SMALL, [Entry(lent, 2)]))
    assert stock_of(now, SMALL)["rose"].here == 0
    with pytest.raises(InputError, match="2 are lent"):
        added(now, SMALL, [Entry(lent, 1)])
    with pytest.raises(InputError, match="2 are lent: no more can be taken away"):
        added(now, SMALL, [Entry(have("rose"), -1)])
    with pytest.raises(InputError, match=r"Only 2 of Rose .* are lent to Anna"):
        added(now, SMALL, [Entry(lent, -3)])


def test_borrowed_copies_are_a_ledger_of_their_own() -> None:
    borrowed = Key("borrowed", "sun", "", "Boris")
    now = after(TWO_BOXES, added(TWO_BOXES, SMALL, [Entry(borrowed, 2)]))
    stock = stock_of(now, SMALL)["sun"]
    assert (stock.have, stock.here) == (0, 2)
    back = after(now, added(now, SMALL, [Entry(borrowed, -2)]))
    assert back.rows == {}


def test_what_is_wanted_is_not_owned() -> None:
    now = after(TWO_BOXES, added(TWO_BOXES, SMALL, [Entry(Key("want", "sun"), 3)]))
    assert (count(now, "sun"), stock_of(now, SMALL)["sun"].want) == (0, 3)


def test_a_count_beyond_reason_is_a_slip() -> None:
    with pytest.raises(InputError, match="slip"):
        added(TWO_BOXES, SMALL, [Entry(have("sun"), 100_000)])
    with pytest.raises(InputError, match="from 0 to"):
        boxes_set(TWO_BOXES, {"Box": -1})


# Lists of counts


def test_a_card_that_once_was_there_is_imported_like_any_other() -> None:
    now = after(TWO_BOXES, counted(TWO_BOXES, SMALL, [Entry(have("sun"), 2)]))
    none = after(now, counted(now, SMALL, [Entry(have("sun"), 0)]))
    for mode in ("add", "max", "replace"):
        assert count(after(none, merged(none, SMALL, [Entry(have("sun"), 3)], mode)), "sun") == 3


def test_add_puts_counts_on_top_and_max_raises_them() -> None:
    entries = [Entry(have("rose"), 3), Entry(have("fury"), 3)]
    put = after(TWO_BOXES, merged(TWO_BOXES, SMALL, entries, "add"))
    assert (count(put, "rose"), count(put, "fury")) == (5, 9)
    raised = after(TWO_BOXES, merged(TWO_BOXES, SMALL, entries, "max"))
    assert (count(raised, "rose"), count(raised, "fury")) == (3, 6)
    assert merged(raised, SMALL, entries, "max") == Edit()


def test_two_rows_of_one_card_are_summed_before_they_are_compared() -> None:
    entries = [Entry(have("rose"), 2), Entry(have("rose"), 2)]
    assert count(after(TWO_BOXES, merged(TWO_BOXES, SMALL, entries, "max")), "rose") == 4


def test_replace_makes_the_lists_hold_what_the_file_says_and_nothing_else() -> None:
    start = Collection("x", {"Box": 1}, {have("sun"): 2, Key("want", "sun"): 1})
    now = after(start, merged(start, SMALL, [Entry(have("rose"), 4)], "replace"))
    assert [(e.key.list, e.key.printing, e.copies) for e in listed(now, SMALL)] == [
        ("have", "rose", 4),
        ("want", "sun", 1),
    ]
    assert merged(now, SMALL, [Entry(have("rose"), 4)], "replace") == Edit()


def test_lists_of_packs_are_merged_alike() -> None:
    assert boxes_merged(TWO_BOXES, {"Box": 1, "South": 1}, "add").boxes == {"Box": 3, "South": 1}
    assert boxes_merged(TWO_BOXES, {"Box": 1, "South": 1}, "max").boxes == {"Box": 2, "South": 1}
    replaced = boxes_merged(TWO_BOXES, {"South": 1}, "replace")
    assert after(TWO_BOXES, replaced).boxes == {"South": 1}


def test_what_is_listed_sums_to_what_is_counted() -> None:
    start = Collection("x", {"Box": 2}, {have("rose"): -4, have("rose", "EX"): 3})
    assert [(e.key.condition, e.copies) for e in listed(start, SMALL) if e.key.printing == "rose"]
    total = sum(e.copies for e in listed(start, SMALL) if e.key.list == "have")
    assert total == sum(stock.have for stock in stock_of(start, SMALL).values())


# Codes that were exchanged


def test_rows_of_exchanged_codes_change_places_all_at_once() -> None:
    start = Collection("x", {}, {have("rose"): 1, have("fury"): 5, have("sun"): 2})
    edit = recoded(start, {"rose": "fury", "fury": "rose"})
    now = after(start, edit)
    assert now.rows == {have("rose"): 5, have("fury"): 1, have("sun"): 2}


def test_rows_that_move_to_one_code_are_summed() -> None:
    start = Collection("x", {}, {have("rose"): 1, have("sun"): 2})
    assert after(start, recoded(start, {"rose": "sun"})).rows == {have("sun"): 3}
