"""Any sequence of changes gives the counts that a plain dictionary gives, and each undo takes back
exactly one of them, to the letter of what `own list --json` and `deck list --json` print."""

from __future__ import annotations

import json
import shutil
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from shelves import AT, SMALL, change_rows, quick_folder, rows_now

from deckcheck.errors import InputError
from deckcheck.ledger import (
    Collection,
    Edit,
    Entry,
    Key,
    added,
    boxes_set,
    counted,
    listed,
    merged,
    stock_of,
)
from deckcheck.report.decks import row_object
from deckcheck.report.shelf import in_order, rows_by_printing, stock_json, stock_object
from deckcheck.saved import Saved
from deckcheck.store import collection, decks
from deckcheck.store.home import find_home
from deckcheck.store.userdata import reading, writing

PRINTINGS = st.sampled_from(sorted(SMALL.items))
PACKS = ("Box", "North", "South")
CONDITIONS = st.sampled_from(["", "EX", "foil"])
PEOPLE = st.sampled_from(["Anna", "Boris"])
COPIES = st.integers(-4, 4)
NAMES = st.sampled_from(["Wolves", "Lions", "wolves", "Ёлка", "Roses"])

QUICK = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def printed(there: Collection) -> str:
    """What `own list --json` prints."""
    stock = stock_of(there, SMALL)
    rows = rows_by_printing(there, SMALL)
    shown = [(code, stock[code], rows.get(code, [])) for code in in_order(stock, SMALL)]
    text = "\n".join(stock_json(shown, SMALL))
    assert [json.loads(line) for line in text.splitlines()] == [
        stock_object(*one, SMALL) for one in shown
    ]
    return text


class CollectionModel(RuleBasedStateMachine):
    """The collection beside two dictionaries: boxes of packs, and copies by hand."""

    @initialize()
    def start(self) -> None:
        self.home = find_home(quick_folder())
        self.boxes: dict[str, int] = {}
        self.hand: dict[tuple[str, str, str, str], int] = {}
        self.past: list[str] = []

    def teardown(self) -> None:
        shutil.rmtree(self.home.folder, ignore_errors=True)

    def gives(self, printing: str) -> int:
        item = SMALL.items[printing]
        return self.boxes.get(item.pack, 0) * (item.quantity or 0)

    def total(self, printing: str) -> int:
        by_hand = [n for key, n in self.hand.items() if key[:2] == ("have", printing)]
        return self.gives(printing) + sum(by_hand)

    def lent(self, printing: str) -> int:
        return sum(n for key, n in self.hand.items() if key[:2] == ("lent", printing))

    def put(self, key: tuple[str, str, str, str], copies: int) -> None:
        if copies:
            self.hand[key] = copies
        else:
            self.hand.pop(key, None)

    def allowed(self, key: tuple[str, str, str, str], copies: int) -> bool:
        """The rules said once more: nothing below zero, nothing lent that isn't there."""
        name, printing, condition, _ = key
        if copies == self.hand.get(key, 0):
            return True
        if copies < 0 and (name != "have" or condition):
            return False
        before = self.total(printing), max(0, self.total(printing)) - self.lent(printing)
        old = self.hand.get(key, 0)
        self.put(key, copies)
        now = self.total(printing), max(0, self.total(printing)) - self.lent(printing)
        self.put(key, old)
        return now[0] >= min(0, before[0]) and now[1] >= min(0, before[1])

    def attempt(self, plan: Any, key: tuple[str, str, str, str], copies: int) -> None:
        """Make a change here and there: it must be refused where the rules refuse it."""
        before = printed(rows_now(self.home))
        may = self.allowed(key, copies)
        differs = copies != self.hand.get(key, 0)
        try:
            change_rows(self.home, plan)
        except InputError:
            assert not may
            assert printed(rows_now(self.home)) == before
            return
        assert may
        self.put(key, copies)
        if differs:
            self.past.append(before)

    @rule(printing=PRINTINGS, condition=CONDITIONS, copies=COPIES)
    def add(self, printing: str, condition: str, copies: int) -> None:
        key = ("have", printing, condition, "")
        entry = Entry(Key("have", printing, condition), copies)
        self.attempt(lambda c: added(c, SMALL, [entry]), key, self.hand.get(key, 0) + copies)

    @rule(printing=PRINTINGS, copies=st.integers(0, 6))
    def set_plain(self, printing: str, copies: int) -> None:
        entry = Entry(Key("have", printing), copies)
        key = ("have", printing, "", "")
        self.attempt(lambda c: counted(c, SMALL, [entry]), key, copies - self.gives(printing))

    @rule(printing=PRINTINGS, who=PEOPLE, copies=COPIES, kind=st.sampled_from(["lent", "borrowed"]))
    def move(self, printing: str, who: str, copies: int, kind: str) -> None:
        key = (kind, printing, "", who)
        entry = Entry(Key(kind, printing, "", who), copies)
        self.attempt(lambda c: added(c, SMALL, [entry]), key, self.hand.get(key, 0) + copies)

    @rule(printing=PRINTINGS, copies=COPIES)
    def want(self, printing: str, copies: int) -> None:
        key = ("want", printing, "", "")
        entry = Entry(Key("want", printing), copies)
        self.attempt(lambda c: added(c, SMALL, [entry]), key, self.hand.get(key, 0) + copies)

    @rule(pack=st.sampled_from(PACKS), boxes=st.integers(0, 3))
    def own_pack(self, pack: str, boxes: int) -> None:
        before = printed(rows_now(self.home))
        change_rows(self.home, lambda c: boxes_set(c, {pack: boxes}))
        if boxes != self.boxes.get(pack, 0):
            self.past.append(before)
        self.boxes[pack] = boxes

    @rule(counts=st.dictionaries(PRINTINGS, st.integers(0, 5), max_size=4), again=st.booleans())
    def import_max(self, counts: dict[str, int], again: bool) -> None:
        entries = [Entry(Key("have", p), n) for p, n in counts.items()]
        before = printed(rows_now(self.home))
        plain = {p: self.hand.get(("have", p, "", ""), 0) + self.gives(p) for p in counts}
        edit = change_rows(self.home, lambda c: merged(c, SMALL, entries, "max"))
        for printing, copies in counts.items():
            if copies > plain[printing]:
                self.put(("have", printing, "", ""), copies - self.gives(printing))
        if edit.rows:
            self.past.append(before)
        if again:
            once_more = change_rows(self.home, lambda c: merged(c, SMALL, entries, "max"))
            assert once_more == Edit()

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        with writing(self.home) as connection:
            collection.undo(connection, "x")
        assert printed(rows_now(self.home)) == self.past.pop()
        there = rows_now(self.home)
        self.boxes = dict(there.boxes)
        self.hand = {(k.list, k.printing, k.condition, k.who): n for k, n in there.rows.items()}

    @precondition(lambda self: not self.past)
    @rule()
    def nothing_to_undo(self) -> None:
        try:
            with writing(self.home) as connection:
                collection.undo(connection, "x")
        except InputError:
            return
        raise AssertionError("there was nothing to undo")

    @invariant()
    def counts_agree(self) -> None:
        if not hasattr(self, "home"):
            return
        there = rows_now(self.home)
        stock = stock_of(there, SMALL)
        for printing in SMALL.items:
            have = stock[printing].have if printing in stock else 0
            assert have == max(0, self.total(printing)), printing
            lent = stock[printing].lent if printing in stock else 0
            assert lent == self.lent(printing)
        owned = sum(e.copies for e in listed(there, SMALL) if e.key.list == "have")
        assert owned == sum(one.have for one in stock.values())


class DecksModel(RuleBasedStateMachine):
    """Saved decks beside a dictionary of them, with the past of each as a list."""

    @initialize()
    def start(self) -> None:
        self.home = find_home(quick_folder())
        self.past: list[str] = []

    def teardown(self) -> None:
        shutil.rmtree(self.home.folder, ignore_errors=True)

    def listed(self) -> str:
        """What `deck list --json` and the decks themselves say; not which revision it is."""
        with reading(self.home) as connection:
            rows = decks.listed(connection)
            shown = [row_object(row) for row in rows]
            return json.dumps([shown, [one._asdict() for one in decks.states(connection, rows)]])

    def made(self, name: str, copies: int) -> Saved:
        deck = {
            "game": "x",
            "name": name,
            "faction": None,
            "agendas": [],
            "cards": {"rose": copies},
        }
        return Saved(deck, {"rose": ("Rose", "Box")}, summary={"sizes": {"draw": copies}})

    def attempt(self, act: Any) -> None:
        before = self.listed()
        try:
            with writing(self.home) as connection:
                act(connection)
        except InputError:
            assert self.listed() == before
            return
        if self.listed() != before:
            self.past.append(before)

    def live(self) -> dict[str, decks.Row]:
        with reading(self.home) as connection:
            return {row.name: row for row in decks.listed(connection)}

    @rule(name=NAMES, copies=st.integers(1, 3))
    def add(self, name: str, copies: int) -> None:
        taken = {n.casefold() for n in self.live()}
        before = set(self.live())
        self.attempt(lambda c: decks.add(c, self.made(name, copies), AT, "added"))
        assert (name in set(self.live()) - before) == (name.casefold() not in taken)

    @precondition(lambda self: self.live())
    @rule(data=st.data(), copies=st.integers(1, 9), built=st.booleans())
    def edit(self, data: st.DataObject, copies: int, built: bool) -> None:
        row = self.live()[data.draw(st.sampled_from(sorted(self.live())))]
        saved = self.made(row.name, copies)._replace(built=built, tags=("t",) * (copies % 2))
        self.attempt(lambda c: decks.change(c, row, saved, AT, "edited"))

    @precondition(lambda self: self.live())
    @rule(data=st.data(), new=NAMES)
    def rename(self, data: st.DataObject, new: str) -> None:
        row = self.live()[data.draw(st.sampled_from(sorted(self.live())))]
        self.attempt(lambda c: decks.change(c, row, decks.load(c, row).named(new), AT, "renamed"))

    @precondition(lambda self: self.live())
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        row = self.live()[data.draw(st.sampled_from(sorted(self.live())))]
        self.attempt(
            lambda c: decks.change(c, row, decks.load(c, row)._replace(live=False), AT, "removed")
        )

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        with writing(self.home) as connection:
            decks.undo(connection)
        assert self.listed() == self.past.pop()

    @precondition(lambda self: self.live())
    @rule(data=st.data())
    def there_and_back(self, data: st.DataObject) -> None:
        """Going to any revision of a deck, and back to where it was, changes nothing."""
        row = self.live()[data.draw(st.sampled_from(sorted(self.live())))]
        before = self.listed()
        with reading(self.home) as connection:
            log = decks.log(connection, row.name)
        to = data.draw(st.sampled_from([one.id for one in log]))
        try:
            with writing(self.home) as connection:
                decks.undo(connection, row.name, to)
        except InputError:
            pass  # another deck has the name that it had then
        else:
            with writing(self.home) as connection:
                decks.undo(connection, None, row.head)
        assert self.listed() == before


TestCollection = CollectionModel.TestCase
TestCollection.settings = QUICK
TestDecks = DecksModel.TestCase
TestDecks.settings = QUICK
