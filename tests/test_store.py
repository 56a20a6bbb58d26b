"""cards.db is built when it must be, read when it can be, and always right."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harbour import (
    assert_same_answers,
    memory_pool,
    run,
    titles_now,
    write,
    write_data,
)

from deckcheck.errors import StoreError
from deckcheck.model import Card
from deckcheck.shipped import data_root, game_names, read_documents
from deckcheck.store.home import Home, find_home
from deckcheck.store.migrate import MIGRATIONS, open_user
from deckcheck.store.open import Store, open_cards

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_data(tmp_path / "data")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return find_home(tmp_path / "home")


@pytest.fixture
def store(home: Home, root: Path) -> Iterator[Store]:
    with open_cards(home, root) as opened:
        yield opened


def test_the_first_use_builds_and_the_next_one_reads(home: Home, root: Path) -> None:
    with open_cards(home, root) as first:
        assert first.built
        assert not first.notes
        assert first.games == ["harbour"]
        assert first.counts("harbour") == {
            "card": 5,
            "document": 9,
            "guid": 6,
            "pack": 3,
            "printing": 6,
            "title": 7,
        }
    with open_cards(home, root) as second:
        assert not second.built
        assert second.pool("harbour").snapshot == "2026-08-09"
    assert sorted(os.listdir(home.folder)) == ["cards.db", "cards.lock"]


def test_a_card_is_released_with_its_pack_and_its_facts_are_as_written(store: Store) -> None:
    facts = {"cost": 3, "crew": ["Sailor", "Cook"]}
    gull = Card("01001", "The Grey Gull", "ship", "Old", 1, "2015-10-08", 3, facts)
    assert store.pool("harbour").card("01001") == gull
    fog = store.pool("harbour").card("01002")
    assert fog is not None
    assert fog.facts == {"cost": None}


def test_many_cards_at_once_leave_out_what_nobody_knows(store: Store) -> None:
    codes = ["02001", *(f"x{n}" for n in range(1200)), "90001", "02001"]
    found = store.pool("harbour").cards(codes)
    assert {code: card.code for code, card in found.items()} == {"02001": "02001", "90001": "02003"}
    assert store.pool("harbour").card("x1") is None
    assert store.pool("harbour").cards([]) == {}


def test_a_guid_that_stands_for_two_cards_stands_for_none(store: Store) -> None:
    pool = store.pool("harbour")
    assert pool.by_guid("aaaa-1") == "01001"
    assert pool.by_guid("AAAA-2") is None
    assert pool.by_guid("CCCC-1") == "guild"
    assert pool.by_guid("DDDD") is None


def test_the_database_answers_as_a_pool_of_values_does(store: Store, root: Path) -> None:
    assert_same_answers(store.pool("harbour"), memory_pool(root, "harbour"))


@pytest.mark.parametrize("game", game_names(data_root()))
def test_the_shipped_cards_answer_as_a_pool_of_values_does(home: Home, game: str) -> None:
    with open_cards(home) as opened:
        assert_same_answers(opened.pool(game), memory_pool(data_root(), game))


def test_documents_come_from_the_database_as_from_the_files(store: Store, root: Path) -> None:
    documents = store.documents("harbour")
    assert dict(documents) == read_documents(root, "harbour")
    assert "rules/none" not in documents
    assert documents["game"] is documents["game"]


def test_other_tools_see_a_games_facts_as_columns(store: Store) -> None:
    with closing(sqlite3.connect(store.home.cards)) as connection:
        connection.row_factory = sqlite3.Row
        row = connection.execute("SELECT * FROM cards_harbour WHERE code = '02001'").fetchone()
        assert (row["title"], row["cost"], row["loyal"]) == ("The Grey Gull", "X", 1)


def test_reading_never_imports_what_only_building_needs(home: Home, root: Path) -> None:
    open_cards(home, root).close()
    code = (
        "import sys; from deckcheck.store.home import find_home;"
        "from deckcheck.store.open import open_cards;"
        f"s = open_cards(find_home({home.folder!r}), {str(root)!r});"
        "s.pool('harbour').all(); dict(s.documents('harbour'));"
        "print([m for m in ('sqlmodel', 'sqlalchemy', 'filelock', 'pathlib', 'tomllib',"
        " 'hashlib', 'dataclasses', 'deckcheck.store.build') if m in sys.modules])"
    )
    assert run(code).strip() == "[]"


# Building again


def test_an_edited_data_file_is_in_the_database_at_its_next_use(home: Home, root: Path) -> None:
    assert "Mist" not in titles_now(home, root)
    path = root / "harbour" / "cards" / "Old.jsonl"
    write(path, path.read_text(encoding="utf-8").replace("Fog", "Mist"))
    assert "Mist" in titles_now(home, root)


def test_another_version_of_the_program_builds_its_own(
    home: Home, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_cards(home, root).close()
    monkeypatch.setattr("deckcheck.store.open.VERSION", "99.0")
    with open_cards(home, root) as opened:
        assert opened.built
        assert not opened.notes


def damage_head(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)


def damage_length(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def damage_emptied(path: Path) -> None:
    path.write_bytes(b"")


def damage_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE card")


def damage_pages(path: Path) -> None:
    """All pages but those of the schema and of `meta` are gone: a glance doesn't show it."""
    with closing(sqlite3.connect(path)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        keep = {
            row[0]
            for row in connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'meta'"
            )
        }
    body = bytearray(path.read_bytes())
    for page in range(2, len(body) // size + 1):
        if page not in keep:
            body[(page - 1) * size : page * size] = bytes(size)
    path.write_bytes(body)


def damage_facts(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE card SET facts = '{\"cost\":'")
        connection.commit()


@pytest.mark.parametrize(
    "damage",
    [damage_head, damage_length, damage_emptied, damage_tables, damage_pages, damage_facts],
    ids=lambda damage: damage.__name__.removeprefix("damage_"),
)
def test_a_damaged_card_database_is_built_again_with_a_warning(
    home: Home, root: Path, damage: Any
) -> None:
    with open_cards(home, root) as sound:
        expected = sound.pool("harbour").all()
    damage(Path(home.cards))
    with open_cards(home, root) as opened:
        assert opened.pool("harbour").all() == expected
        assert [(note.code, note.severity) for note in opened.notes] == [
            ("database-rebuilt", "warning")
        ]
        assert home.cards in opened.notes[0].text
    with open_cards(home, root) as opened:
        assert not opened.notes
        assert not opened.built


def test_what_is_attached_stays_so_when_the_cards_are_built_again(home: Home, root: Path) -> None:
    open_user(home).close()
    open_cards(home, root).close()
    damage_pages(Path(home.cards))
    with open_cards(home, root) as opened:
        assert opened.attach_user()
        assert len(opened.pool("harbour").all()) == 5
        assert opened.read("SELECT value FROM user.meta", (), tuple) == [(str(MIGRATIONS[-1][0]),)]


def test_a_forced_build_replaces_a_database_that_was_up_to_date(home: Home, root: Path) -> None:
    with open_cards(home, root) as opened:
        assert len(opened.pool("harbour").all()) == 5
    before = os.stat(home.cards).st_ino, os.stat(home.cards).st_mtime_ns
    with open_cards(home, root) as opened:
        opened.build()
        assert opened.built
        assert len(opened.pool("harbour").all()) == 5
    assert (os.stat(home.cards).st_ino, os.stat(home.cards).st_mtime_ns) != before


def test_the_same_data_give_the_same_bytes(home: Home, root: Path, tmp_path: Path) -> None:
    open_cards(home, root).close()
    other = find_home(tmp_path / "other")
    open_cards(other, root).close()
    assert Path(home.cards).read_bytes() == Path(other.cards).read_bytes()


# Where the home can't be written


def unwritable(home: Home, way: str) -> None:
    """Root may write anywhere, so the place is made impossible, not forbidden."""
    if way == "a file is where the folder should be":
        write(Path(home.folder), "")
    elif way == "below a file":
        write(Path(home.folder).parent, "")
    elif way == "a folder is where the file should be":
        os.makedirs(os.path.join(home.cards, "full"))
    else:
        os.makedirs(home.lock)


@pytest.mark.parametrize(
    "way",
    [
        "a file is where the folder should be",
        "below a file",
        "a folder is where the file should be",
        "a folder is where the lock should be",
    ],
)
def test_where_the_home_cant_be_written_cards_are_read_all_the_same(
    tmp_path: Path, root: Path, way: str
) -> None:
    home = find_home(tmp_path / "far" / "home")
    unwritable(home, way)
    with open_cards(home, root) as opened:
        assert opened.temporary
        assert_same_answers(opened.pool("harbour"), memory_pool(root, "harbour"))
        assert [note.code for note in opened.notes] == ["database-temporary"]
        assert home.folder in opened.notes[0].text
        with pytest.raises(StoreError):
            opened.read("DELETE FROM card", (), tuple)
    assert not os.path.isfile(home.cards)
    assert not os.path.exists(home.cards + ".new")


def test_an_up_to_date_database_is_read_where_nothing_can_be_written(
    home: Home, root: Path
) -> None:
    open_cards(home, root).close()
    os.remove(home.lock)
    os.makedirs(home.lock)
    with open_cards(home, root) as opened:
        assert not opened.temporary
        assert not opened.notes


@POSIX_ONLY
def test_a_full_disk_leaves_the_old_database_and_gives_a_temporary_one(
    home: Home, root: Path
) -> None:
    open_cards(home, root).close()
    old = Path(home.cards).read_bytes()
    write(root / "harbour" / "titles" / "fr.json", {"01002": "Brume"})
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));"
        "from deckcheck.store.home import find_home;"
        "from deckcheck.store.open import open_cards;"
        f"s = open_cards(find_home({home.folder!r}), {str(root)!r});"
        "print(s.temporary, [n.code for n in s.notes], s.pool('harbour').titled('brume')[0].code)"
    )
    assert run(code).strip() == "True ['database-temporary'] 01002"
    assert Path(home.cards).read_bytes() == old


def test_a_home_with_odd_letters_works(tmp_path: Path, root: Path) -> None:
    home = find_home(tmp_path / "50% off? #1 – ё")
    open_user(home).close()
    with open_cards(home, root) as opened:
        assert opened.attach_user()
    with open_cards(home, root) as opened:
        assert not opened.built
        shutil.rmtree(home.folder)
