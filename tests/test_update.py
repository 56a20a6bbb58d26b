"""`db update`: the newest cards in one step, and what is said of it."""

from __future__ import annotations

import copy
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness.sources import (
    Source,
    add_pack,
    agenda,
    as_json_data,
    as_thronesdb,
    card_in,
    character,
    invented,
    lay_out,
    legality,
    plot,
    write_root,
)
from updates import TODAY, Kitchen, changed, kitchen

from deckcheck.errors import DataError, InputError, StoreError, UnknownName
from deckcheck.shipped import read_file
from deckcheck.store.doctor import examine
from deckcheck.store.fetched import roll_back
from deckcheck.store.home import find_home
from deckcheck.store.migrate import open_user
from importers.changes import Changed, Moved, Renamed, Renumbered

Step = Callable[[Source], Any]


@pytest.fixture
def here(tmp_path: Path) -> Kitchen:
    return kitchen(tmp_path)


def with_new_pack(source: Source) -> None:
    add_pack(source, "Su", "2026-05-01", [character("92001", "Una Sugar")])


# --- what an update brings --------------------------------------------------------------------


def test_a_new_pack_is_there_afterwards_and_the_rules_are_as_before(here: Kitchen) -> None:
    result = here.update(changed(with_new_pack))
    assert result.written
    assert (result.before, result.after, result.cards) == ("2026-01-31", TODAY, 31)
    assert [card["code"] for card in result.changes.new] == ["92001"]
    assert [pack["code"] for pack in result.changes.new_packs] == ["Su"]
    with here.open() as store:
        assert not store.built
        assert not store.notes
        pool = store.pool("agot2")
        assert pool.snapshot == TODAY
        card = pool.titled("una sugar")[0]
        assert (card.released, card.facts["keywords"]) == ("2026-05-01", ["renown"])
        assert pool.titled("bertram hefe")[0].code == "90002"
        assert store.documents("agot2")["rules/baseline"]["rule"]


def test_where_a_card_came_from_is_kept_with_it(here: Kitchen) -> None:
    here.update(changed(with_new_pack))
    with here.open() as store:
        source = store.documents("agot2")["source"]
    newest = source["source"][0]
    assert newest["address"] == str(here.folder)
    assert newest["time"] == "2026-06-01T12:00:00Z"
    assert (newest["licence"], newest["files"]) == ("MIT", 5)
    assert newest["bytes"] > 1000
    assert len(newest["sha256"]) == 64


def test_a_fresh_home_is_updated_as_well(here: Kitchen, tmp_path: Path) -> None:
    fresh = here._replace(home=find_home(tmp_path / "fresh"))
    assert fresh.update(changed(with_new_pack)).written
    assert fresh.title("92001") == "Una Sugar"


def test_a_second_update_with_nothing_new_writes_nothing(here: Kitchen) -> None:
    assert not here.update(invented()).written  # as shipped
    here.update(changed(with_new_pack))
    before = here.files()
    again = here.update()
    assert again.nothing
    assert not again.written
    assert here.files() == before


def test_a_dry_run_says_the_same_and_writes_nothing(here: Kitchen) -> None:
    before = here.files()
    dry = here.update(changed(with_new_pack), dry_run=True)
    assert not dry.written
    assert here.files() == before
    assert here.update().changes == dry.changes


def test_the_users_own_database_is_not_touched(here: Kitchen) -> None:
    open_user(here.home).close()
    before = Path(here.home.user).read_bytes()
    here.update(changed(with_new_pack))
    assert Path(here.home.user).read_bytes() == before


# --- the report -------------------------------------------------------------------------------


def rename(source: Source) -> None:
    card_in(source, "90003")["name"] = "Cara Crusts"


def renumber(source: Source) -> None:
    card_in(source, "90004")["code"] = "90104"


def move(source: Source) -> None:
    cards = source["packs/Fl.json"]["cards"]
    card = cards.pop(4)
    source["packs/Ye.json"]["cards"].append(card)


def edit(source: Source) -> None:
    card_in(source, "90006").update(cost=5, traits=["Baker", "Captain"], text="Renown. Stealth.")


def add_list(source: Source) -> None:
    source["restricted-list.json"].append(legality("1.1", "2026-06-01", bannedCards=["90006"]))


def test_every_kind_of_change_is_told(here: Kitchen) -> None:
    source = changed(rename, renumber, move, edit, add_list)
    changes = here.update(source).changes
    assert changes.renamed == (Renamed("90003", "Cara Crust", "Cara Crusts"),)
    assert changes.renumbered == (Renumbered("90004", "90104", "Dunstan Rye", False),)
    assert changes.moved == (Moved("90005", "Elsa Bun", "Fl", "Ye"),)
    fields = {
        "cost": (2, 5),
        "keywords": (["renown"], ["renown", "stealth"]),
        "traits": (["Baker"], ["Baker", "Captain"]),
    }
    assert changes.changed == (Changed("90006", "Finn Oven", fields),)
    assert [row["code"] for row in changes.new_lists] == ["gotstandard1.1"]
    assert (changes.new, changes.gone, changes.replaced) == ((), (), ())
    assert changes.codes == {"90003", "90004", "90005", "90006"}


def test_a_changed_list_and_a_changed_pack_are_told(here: Kitchen) -> None:
    def change(source: Source) -> None:
        source["restricted-list.json"][0]["bannedCards"] = ["90001", "91001"]
        source["packs/Ye.json"]["releaseDate"] = "2016-04-02"

    changes = here.update(changed(change)).changes
    assert [row["code"] for row in changes.changed_lists] == ["gotstandard1.0"]
    assert changes.changed_packs == (
        Changed("Ye", "Yeast", {"released": ("2016-04-01", "2016-04-02")}),
    )


def test_old_titles_and_codes_still_read(here: Kitchen) -> None:
    here.update(changed(rename, renumber))
    with here.open() as store:
        pool = store.pool("agot2")
        assert [card.code for card in pool.titled("cara crust")] == ["90003"]
        old = pool.card("90004")
        assert old is not None
        assert (old.code, old.title) == ("90104", "Dunstan Rye")
        assert "90004" not in [p.code for p in pool.printings(["90104"])["90104"]]
    here.update(invented())  # and back again
    assert here.title("90104") == "Dunstan Rye"
    assert here.title("90004") == "Dunstan Rye"
    with here.open() as store:
        assert [card.code for card in store.pool("agot2").titled("cara crusts")] == ["90003"]


def test_an_old_title_that_another_card_has_now_is_that_cards_alone(here: Kitchen) -> None:
    here.update(changed(rename, lambda s: add_pack(s, "Su", None, [plot("92001", "Cara Crust")])))
    with here.open() as store:
        assert [card.code for card in store.pool("agot2").titled("cara crust")] == ["92001"]


def test_chains_of_renumbering_end_at_the_card_of_today(here: Kitchen) -> None:
    here.update(changed(renumber))
    here.update(changed(lambda source: card_in(source, "90004").update(code="90204")))
    assert here.title("90004") == here.title("90104") == here.title("90204") == "Dunstan Rye"


def test_saved_decks_and_rows_of_the_collection_that_are_touched_are_named(here: Kitchen) -> None:
    with closing(open_user(here.home)) as user:
        for number, (name, cards) in enumerate(
            [("Bread", {"90003": 3}), ("Cake", {"90001": 1}), ("Tart", {"90002": 1})], 1
        ):
            agendas = ["90004"] if name == "Tart" else []
            state = json.dumps({"deck": {"cards": cards, "agendas": agendas}})
            user.execute(
                "INSERT INTO deck VALUES (?, 'agot2', ?, ?, ?, 1, 0, '[]', '{}')",
                (number, name, name.lower(), number),
            )
            user.execute(
                "INSERT INTO deck_revision VALUES (?, ?, '2026-01-01', 'add', NULL, ?)",
                (number, number, state),
            )
        for printing in ("90003", "90004", "90001"):
            user.execute(
                "INSERT INTO holding VALUES ('agot2', 'have', ?, '', '', '', 2, 'T', 'Fl')",
                (printing,),
            )
    found = here.update(changed(rename, renumber)).touched
    assert found.decks == ("Bread", "Tart")
    assert found.rows == 2


def test_a_user_database_from_before_there_were_decks_has_none_touched(here: Kitchen) -> None:
    with closing(sqlite3.connect(here.home.user)) as user:
        user.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    assert here.update(changed(rename)).touched == ((), 0)


# --- what is refused --------------------------------------------------------------------------


def exchange(source: Source) -> None:
    one, other = card_in(source, "90007"), card_in(source, "90008")
    one["code"], other["code"] = "90008", "90007"


def replace(source: Source) -> None:
    card_in(source, "90009").update(name="Wholly Another", octgnId=None)


def shrink(source: Source) -> None:
    del source["packs/Fl.json"]["cards"][0]


def assert_refused(here: Kitchen, files: Source, says: str, /, **asked: Any) -> None:
    before, title = here.files(), here.title("90001")
    with pytest.raises((DataError, InputError)) as refusal:
        here.update(files, **asked)
    assert says in str(refusal.value)
    assert here.files() == before
    assert here.title("90001") == title


def test_a_pack_that_shrank_is_refused_unless_that_is_accepted(here: Kitchen) -> None:
    says = "packs/Fl.json, pack Fl, cards: 1 card that is here is missing (90001 Ada Flour)"
    assert_refused(here, changed(shrink), says)
    result = here.update(accept=frozenset(("shrunk",)))
    assert [card["code"] for card in result.changes.gone] == ["90001"]
    assert here.title("90001") is None


@pytest.mark.parametrize("step", [exchange, replace], ids=["exchanged", "replaced"])
def test_codes_that_changed_hands_are_refused_unless_accepted(here: Kitchen, step: Step) -> None:
    assert_refused(here, changed(step), "is another card's now")
    result = here.update(accept=frozenset(("swapped",)))
    assert result.changes.renumbered or result.changes.replaced
    assert here.title("90007") in ("Hugo Barley", "Greta Loaf")


def test_a_code_that_a_rule_names_never_changes_hands(here: Kitchen) -> None:
    source = changed(lambda s: card_in(s, "01027").update(name="The Wars To Come"))
    assert_refused(here, source, "need a newer deckcheck", accept=frozenset(("swapped",)))


BROKEN: list[tuple[Step, str]] = [
    (lambda s: card_in(s, "90001").pop("deckLimit"), "card 90001, deckLimit: is missing"),
    (lambda s: card_in(s, "90001").pop("type"), "card 90001, type: is missing"),
    (lambda s: card_in(s, "90001").update(name="A" * 201), "name: is longer than 200 characters"),
    (lambda s: card_in(s, "90001").update(type="cake"), "type: 'cake' is unknown"),
    (lambda s: card_in(s, "90001").update(faction="bakers"), "faction: 'bakers' is unknown"),
    (lambda s: card_in(s, "90001").update(code="90002"), "card 90002, code"),
    (lambda s: card_in(s, "90001").update(quantity=10**30), "card 90001, quantity"),
    (lambda s: s["packs/Fl.json"].update(releaseDate="soon"), "pack Fl, releaseDate: 'soon'"),
    (lambda s: s["restricted-list.json"][0].update(date="1.7.2026"), "list gotstandard1.0, date"),
    (lambda s: s.update({"packs/Fl.json": [1]}), "packs/Fl.json, the pack, code"),
    (lambda s: s.pop("cycles.json"), "is not a copy of throneteki-json-data"),
    (lambda s: s.pop("packs/Fl.json"), "cycle dough, packs: there is no pack 'Fl'"),
]


@pytest.mark.parametrize(("step", "says"), BROKEN)
def test_a_refusal_names_file_row_and_field_and_changes_nothing(
    here: Kitchen, step: Step, says: str
) -> None:
    assert_refused(here, changed(step), says)


def test_files_older_than_the_data_are_refused_unless_dated(here: Kitchen) -> None:
    here.update(changed(with_new_pack))
    old = "2026-05-05"
    lay_out(changed(with_new_pack, edit), here.folder)
    for file in here.folder.rglob("*.json"):
        os.utime(file, (1_600_000_000, 1_600_000_000))
    with pytest.raises(InputError, match="are of 2020-09-13 and the data here are newer"):
        here.update(snapshot=None)
    assert here.update(snapshot=old).after == old
    with pytest.raises(InputError, match="those that come with deckcheck are newer"):
        here.update(invented(), snapshot="2026-01-30", accept=frozenset(("shrunk",)))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"source": "thronesd"}, "did you mean thronesdb"),
        ({"accept": frozenset(("all",))}, "No thing to accept is called 'all'"),
        ({"game": "berserk"}, "has cards of agot2, not of berserk"),
        ({"address": "https://example.invalid/"}, "Give either an address"),
        ({"offline": "nowhere"}, "nowhere: there is no such folder"),
        ({"snapshot": "soon"}, "'soon' is not a date"),
        ({"source": "table", "game": "chess"}, "No game is called 'chess'"),
        ({"source": "table", "offline": None, "snapshot": None}, "needs a file"),
    ],
)
def test_what_cant_be_asked_for(here: Kitchen, asked: dict[str, Any], says: str) -> None:
    with pytest.raises((InputError, UnknownName), match=says):
        here.update(invented(), **asked)


def test_what_is_dated_after_today_is_refused(here: Kitchen) -> None:
    assert_refused(here, invented(), "--snapshot 2026-06-02 is after today", snapshot="2026-06-02")
    lay_out(changed(with_new_pack), here.folder)
    newest = here.folder / "cycles.json"
    for file in here.folder.rglob("*.json"):
        os.utime(file, (1_770_000_000, 1_770_000_000))
    os.utime(newest, (1_790_000_000, 1_790_000_000))
    with pytest.raises(InputError, match=r"is of 2026-09-21, which is after today \(2026-06-01\)"):
        here.update(snapshot=None)
    os.utime(newest, (1_780_360_000, 1_780_360_000))  # 2026-06-02 by the world's clock
    assert here.update(snapshot=None).after == TODAY


@pytest.mark.parametrize("day", ["1899-12-31", "2036-06-02", "9999-01-01"])
def test_a_release_that_cant_be_one_is_refused(here: Kitchen, day: str) -> None:
    source = changed(lambda s: s["packs/Ye.json"].update(releaseDate=day))
    assert_refused(here, source, f"packs/Ye.json, pack Ye, released: {day} is no date between")


def test_a_pack_that_is_gone_as_a_whole_is_not_looked_for_in_a_file(here: Kitchen) -> None:
    def drop(source: Source) -> None:
        del source["packs/Ye.json"], source["cycles.json"][1]

    assert_refused(here, changed(drop), "Pack Ye, cards: 3 cards that are here are missing")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_only_regular_files_are_read(here: Kitchen) -> None:
    lay_out(changed(with_new_pack), here.folder)
    for name in ("packs/Su.json", "cycles.json"):
        (here.folder / name).unlink()
        os.mkfifo(here.folder / name)
        with pytest.raises(InputError, match=f"{name} is no regular file"):
            here.update()


# --- what is odd and kept ---------------------------------------------------------------------


def test_a_list_that_names_codes_of_no_card_is_kept_and_told(here: Kitchen) -> None:
    def strange(source: Source) -> None:
        source["restricted-list.json"].append(legality("1.1", TODAY, bannedCards=["99999"]))

    result = here.update(changed(strange))
    assert any("gotstandard1.1: code 99999 is no card's" in note for note in result.notes)
    with here.open() as store:
        assert store.documents("agot2")["legality/gotstandard1.1"]["banned"] == ["99999"]


def test_a_list_that_vanishes_from_the_source_stays(here: Kitchen) -> None:
    here.update(changed(add_list))
    here.update(changed(with_new_pack))
    with here.open() as store:
        assert "legality/gotstandard1.1" in store.documents("agot2")


def test_lists_of_before_follow_a_card_to_its_new_code(here: Kitchen) -> None:
    here.update(changed(add_list))

    def renumbered(source: Source) -> None:
        card_in(source, "90006")["code"] = "90106"

    here.update(changed(renumbered))  # without the list: it is kept
    with here.open() as store:
        assert store.documents("agot2")["legality/gotstandard1.1"]["banned"] == ["90106"]


def test_a_list_that_still_has_an_old_code_means_the_card_of_today(here: Kitchen) -> None:
    def renumbered(source: Source) -> None:
        card_in(source, "90006")["code"] = "90106"

    here.update(changed(renumbered))
    here.update(changed(renumbered, add_list))
    with here.open() as store:
        assert store.documents("agot2")["legality/gotstandard1.1"]["banned"] == ["90106"]


def test_a_date_is_not_lost_where_the_source_has_none(here: Kitchen) -> None:
    source = changed(with_new_pack, lambda s: s["packs/Ye.json"].update(releaseDate=None))
    result = here.update(source)
    assert "Pack Ye has no date in the source; 2016-04-01 is kept." in result.notes


def test_a_new_agenda_without_rules_is_told(here: Kitchen) -> None:
    def bring(source: Source) -> None:
        add_pack(source, "Su", "2026-05-01", [agenda("92001", "The Great Bake")])

    notes = here.update(changed(bring)).notes
    assert any("The Great Bake (92001): deckcheck has no rules for this agenda" in n for n in notes)


# --- the other sources ------------------------------------------------------------------------


def test_the_same_cards_in_every_shape_are_nothing_new(here: Kitchen) -> None:
    assert here.update(as_thronesdb(invented()), source="thronesdb").nothing
    files = as_json_data(invented())
    files["translations/de/pack/Fl.json"] = []
    assert here.update(files, source="thronesdb-json").nothing


def test_thronesdb_brings_cards_packs_and_lists(here: Kitchen) -> None:
    source = changed(with_new_pack, add_list)
    result = here.update(as_thronesdb(source), source="thronesdb")
    assert [card["code"] for card in result.changes.new] == ["92001"]
    assert [row["code"] for row in result.changes.new_lists] == ["site-1.1"]
    assert result.after == TODAY
    with here.open() as store:
        row = store.documents("agot2")["legality/site-1.1"]
        assert (row["line"], row["banned"]) == ("standard", ["90006"])


def test_what_a_partial_source_lacks_stays(here: Kitchen) -> None:
    source = as_thronesdb(changed(edit))
    source["packs.json"] = source["packs.json"][:1]
    source["cards.json"] = [c for c in source["cards.json"] if c["pack_code"] == "Fl"]
    source["cycles.json"] = source["cycles.json"][:1]
    result = here.update(source, source="thronesdb")
    assert [one.code for one in result.changes.changed] == ["90006"]
    assert result.after == "2026-01-31"  # a part of them is still of then
    assert here.title("91003") == "Rolling Pin"


def test_unfinished_cards_of_thronesdb_are_left_out_and_told(here: Kitchen) -> None:
    source = as_thronesdb(changed(with_new_pack))
    source["cards.json"][-1]["work_in_progress"] = True
    result = here.update(source, source="thronesdb")
    assert "1 card marked as work in progress left out (92001)." in result.notes
    assert here.title("92001") is None


def test_what_the_site_says_of_empty_things_is_understood(here: Kitchen) -> None:
    source = as_thronesdb(changed(add_list))
    source["cycles.json"][1]["packs"] = []
    source["restrictions.json"][0]["contents"]["melee"] = []
    source["restrictions.json"][1] |= {"effectiveOn": None, "issuer": None}
    source["cards.json"][0]["strength"] = "3"
    result = here.update(source, source="thronesdb")
    assert "restrictions.json, list site-1.1: it has no date and is left out." in result.notes
    assert result.changes.changed == ()
    assert [row["code"] for row in result.changes.changed_lists] == ["gotstandard1.0"]


@pytest.mark.parametrize(
    ("file", "change", "says"),
    [
        ("cards.json", {"deck_limit": None}, "cards.json, card 90001, deck_limit: is missing"),
        ("cards.json", {"pack_code": "Zz"}, "pack_code: there is no pack 'Zz'"),
        ("cards.json", {"code": "90002"}, "card 90002, code: stands there twice"),
        ("cards.json", {"cost": "much"}, "cost: 'much' is no number"),
        ("cards.json", {"strength": -1}, "strength: -1 is no number or null"),
        ("cards.json", {"traits": 5}, "traits: a text is expected"),
        ("packs.json", {"available": "soon"}, "pack Fl, available: 'soon' is not a date"),
        ("packs.json", {"position": None}, "position: a whole number"),
        ("packs.json", {"code": "Zz", "cycle_position": 9}, "cycle_position: there is no such"),
        ("cycles.json", {"packs": "Fl"}, "cycle dough, packs: a list of pack codes"),
        ("restrictions.json", {"effectiveOn": "soon"}, "list site-1.0, effectiveOn"),
        ("restrictions.json", {"contents": [1]}, "list site-1.0, contents"),
        ("restrictions.json", {"code": "../x"}, "list ../x, code"),
    ],
)
def test_broken_answers_of_thronesdb_are_refused(
    here: Kitchen, file: str, change: dict[str, Any], says: str
) -> None:
    source = as_thronesdb(invented())
    source[file][0].update(change)
    assert_refused(here, source, says, source="thronesdb")


def test_thronesdb_json_brings_titles(here: Kitchen) -> None:
    result = here.update(as_json_data(invented()), source="thronesdb-json")
    assert result.changes.titles == 1
    assert result.after == "2026-01-31"
    with here.open() as store:
        assert store.pool("agot2").titled("ada mehl")[0].code == "90001"
        assert store.pool("agot2").titled("bertram hefe")[0].code == "90002"


def test_the_lists_say_the_same_whatever_their_way_of_saying_it(here: Kitchen) -> None:
    source = changed(
        lambda s: s["restricted-list.json"][0]["formats"][0].update(
            restricted=["90002", "90001"], pods=[{"restricted": "90003", "cards": ["90005"]}]
        )
    )
    here.update(source)
    with here.open() as store:
        before = copy.deepcopy(store.documents("agot2")["legality/gotstandard1.0"])
    assert here.update(as_thronesdb(source), source="thronesdb").nothing
    with here.open() as store:
        assert store.documents("agot2")["legality/gotstandard1.0"] == before


# --- shipped and fetched ----------------------------------------------------------------------


def test_edited_rules_are_in_force_and_what_was_fetched_stays(here: Kitchen) -> None:
    here.update(changed(with_new_pack))
    rules = Path(here.root) / "agot2" / "rules" / "baseline.toml"
    rules.write_text(rules.read_text("utf-8").replace("agot2.draw.min", "agot2.draw.least"))
    with here.open() as store:
        assert store.built
        rows = store.documents("agot2")["rules/baseline"]["rule"]
        assert rows == read_file(str(rules))["rule"]
        assert store.pool("agot2").card("92001") is not None


def test_shipped_data_that_are_newer_win_and_it_is_said(here: Kitchen, tmp_path: Path) -> None:
    here.update(changed(with_new_pack, rename))
    newer = here._replace(root=write_root(tmp_path / "newer", invented(), "2026-07-01"))
    with newer.open() as store:
        assert [note.code for note in store.notes] == ["fetched-older"]
        pool = store.pool("agot2")
        assert (pool.snapshot, pool.card("92001")) == ("2026-07-01", None)
    with newer.open() as store:
        assert not store.notes
    same = here._replace(root=write_root(tmp_path / "same", invented(), TODAY))
    assert same.title("92001") == "Una Sugar"


def test_fetched_data_that_are_damaged_are_not_used_and_it_is_said(here: Kitchen) -> None:
    here.update(changed(with_new_pack))
    path = Path(here.home.fetched) / "agot2.json"
    path.write_bytes(path.read_bytes().replace(b"Una Sugar", b"Una Sugor"))
    with here.open() as store:
        assert [(note.code, note.severity) for note in store.notes] == [
            ("fetched-unused", "warning")
        ]
        assert store.pool("agot2").card("92001") is None
    with here.open() as store:  # until it is repaired
        assert not store.built
        assert [note.code for note in store.notes] == ["fetched-unused"]
    found = [t for t in examine(here.home, here.root, TODAY, {"agot2"}) if t.severity != "info"]
    assert ("fetched-unused", "warning") in [(t.code, t.severity) for t in found]
    assert here.update().written
    with here.open() as store:
        assert not store.notes
    assert here.title("92001") == "Una Sugar"


def test_the_way_back_onto_damaged_data_is_refused(here: Kitchen) -> None:
    here.update(changed(with_new_pack))
    here.update(changed(with_new_pack, rename))
    path = Path(here.home.previous) / "agot2.json"
    path.write_bytes(path.read_bytes().replace(b"Una Sugar", b"Una Sugor"))
    before = here.files()
    with pytest.raises(StoreError, match=r"is damaged or was edited .* so nothing was changed"):
        roll_back(here.home, here.root, "agot2")
    assert here.files() == before
    assert here.title("90003") == "Cara Crusts"
