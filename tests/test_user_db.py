"""user.db holds what only the user has: migrated after a backup, never rebuilt, never harmed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harbour import environment, write, write_data

from deckcheck.errors import StoreError
from deckcheck.store.home import Home, find_home
from deckcheck.store.migrate import MIGRATIONS, Migration, back_up, open_user
from deckcheck.store.open import open_cards
from deckcheck.store.tables import UserTable


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_data(tmp_path / "data")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return find_home(tmp_path / "home")


def second(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE history ADD COLUMN undone VARCHAR")


def third(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM history")
    raise sqlite3.OperationalError("no such function: never")


NEXT = MIGRATIONS[-1][0] + 1
LATER: list[Migration] = [*MIGRATIONS, (NEXT, second)]


def with_history(home: Home) -> None:
    with closing(open_user(home)) as connection:
        connection.execute("INSERT INTO history VALUES (1, '2026-11-29', 'own add', '{}')")


def history(path: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM history").fetchall()


def test_the_migrations_end_where_the_tables_are(home: Home) -> None:
    with closing(open_user(home)) as connection:
        rows = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        names = sorted(row[0] for row in rows)
        assert names == sorted(UserTable.metadata.tables)
        for name, table in UserTable.metadata.tables.items():
            found = connection.execute(f"PRAGMA table_info({name})").fetchall()
            assert [
                (column, kind, bool(required), bool(key))
                for _, column, kind, required, _, key in found
            ] == [(c.name, str(c.type), not c.nullable, c.primary_key) for c in table.columns]


def test_migration_numbers_rise() -> None:
    numbers = [number for number, _ in MIGRATIONS]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_new_user_database_needs_no_backup(home: Home) -> None:
    open_user(home).close()
    assert not os.path.exists(home.backups)


def test_an_older_user_database_is_backed_up_and_brought_up_to_date(home: Home) -> None:
    with_history(home)
    open_user(home, LATER, now="20261129T120000Z").close()
    assert history(home.user) == [(1, "2026-11-29", "own add", "{}", None)]
    backups = os.listdir(home.backups)
    assert backups == [f"user-{MIGRATIONS[-1][0]}-20261129T120000Z.db"]
    assert history(os.path.join(home.backups, backups[0])) == [(1, "2026-11-29", "own add", "{}")]
    open_user(home, LATER).close()
    assert os.listdir(home.backups) == backups


def test_a_backup_never_replaces_another(home: Home) -> None:
    open_user(home).close()
    paths = [back_up(home, 1, "now") for _ in range(3)]
    names = [os.path.basename(path) for path in paths]
    assert names == ["user-1-now.db", "user-1-now-2.db", "user-1-now-3.db"]
    assert sorted(os.listdir(home.backups)) == sorted(names)


def test_a_migration_that_fails_changes_nothing(home: Home) -> None:
    with_history(home)
    with pytest.raises(StoreError):
        open_user(home, [*MIGRATIONS, (NEXT, third)])
    assert history(home.user) == [(1, "2026-11-29", "own add", "{}")]
    with closing(open_user(home)) as connection:
        assert connection.execute("SELECT value FROM meta").fetchone() == (str(MIGRATIONS[-1][0]),)


def test_without_room_for_the_backup_nothing_is_migrated(home: Home) -> None:
    with_history(home)
    before = Path(home.user).read_bytes()
    write(Path(home.backups), "a file in the way")
    with pytest.raises(StoreError, match="no backup of it can be written"):
        open_user(home, LATER)
    assert Path(home.user).read_bytes() == before


def test_a_newer_user_database_is_left_untouched(home: Home, root: Path) -> None:
    open_user(home, [*LATER, (99, lambda connection: None)]).close()
    before = Path(home.user).read_bytes()
    with pytest.raises(StoreError, match=r"newer deckcheck \(schema 99"):
        open_user(home)
    with open_cards(home, root) as opened, pytest.raises(StoreError, match="upgrade deckcheck"):
        opened.attach_user()
    assert Path(home.user).read_bytes() == before
    assert not os.path.exists(home.backups)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"nothing that a database begins with" * 200, "damaged .* left as it is"),
        (None, "damaged .* left as it is"),
        ("foreign", "not one of deckcheck's"),
    ],
    ids=["no database", "torn", "foreign"],
)
def test_a_damaged_user_database_is_named_and_kept(
    home: Home, root: Path, body: bytes | str | None, says: str
) -> None:
    path = Path(home.user)
    if body == "foreign":
        os.makedirs(home.folder)
        with closing(sqlite3.connect(home.user)) as connection:
            connection.execute("CREATE TABLE somebody (elses INTEGER)")
    elif body is None:
        open_user(home).close()
        path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 1000)
    else:
        assert isinstance(body, bytes)
        write(path, "")
        path.write_bytes(body)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=says) as caught:
        open_user(home)
    assert home.user in str(caught.value)
    with open_cards(home, root) as opened, pytest.raises(StoreError, match=says):
        opened.attach_user()
    assert path.read_bytes() == before


def test_a_damaged_user_database_is_not_migrated(home: Home) -> None:
    with closing(open_user(home)) as connection:
        rows = [(f"day {n}", "what", "x" * 500) for n in range(100)]
        connection.executemany("INSERT INTO history VALUES (NULL, ?, ?, ?)", rows)
    path = Path(home.user)
    body = path.read_bytes()
    path.write_bytes(body[:-4096] + b"\xff" * 4096)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="damaged"):
        open_user(home, LATER)
    assert path.read_bytes() == before
    assert not os.path.exists(home.backups)


def test_two_processes_that_migrate_at_once_migrate_once(home: Home) -> None:
    with_history(home)
    code = (
        "import sys\n"
        "from deckcheck.store.home import find_home\n"
        "from deckcheck.store.migrate import MIGRATIONS, open_user\n"
        "def second(c): c.execute('ALTER TABLE history ADD COLUMN undone VARCHAR')\n"
        "later = [*MIGRATIONS, (MIGRATIONS[-1][0] + 1, second)]\n"
        "open_user(find_home(sys.argv[1]), later).close()\n"
    )
    command = [sys.executable, "-c", code, home.folder]
    processes = [subprocess.Popen(command, env=environment()) for _ in range(4)]
    assert [process.wait(timeout=60) for process in processes] == [0, 0, 0, 0]
    assert history(home.user) == [(1, "2026-11-29", "own add", "{}", None)]
    assert len(os.listdir(home.backups)) == 1


def test_a_user_database_that_is_being_written_is_said_to_be(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_user(home).close()
    monkeypatch.setattr("deckcheck.store.migrate.BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(home.user, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="being written by another program"):
            open_user(home)


def test_where_the_home_cant_be_written_the_user_database_says_so(tmp_path: Path) -> None:
    write(tmp_path / "file", "")
    with pytest.raises(StoreError, match="can't be opened"):
        open_user(find_home(tmp_path / "file" / "home"))


def test_attaching_shows_the_users_tables_once_there_are_any(home: Home, root: Path) -> None:
    with open_cards(home, root) as opened:
        assert not opened.attach_user()
        with_history(home)
        assert opened.attach_user()
        assert opened.attach_user()
        assert opened.read("SELECT what FROM user.history", (), tuple) == [("own add",)]
        with pytest.raises(StoreError):
            opened.read("DELETE FROM user.history", (), tuple)
    assert len(history(home.user)) == 1
