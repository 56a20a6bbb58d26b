"""Whatever happens while the shelf is written: no edit is lost or half there, and it is said."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command import LEGAL, environment, in_process
from shelves import SMALL, Run, change_rows, own_home, parsed, rows_now

from deckcheck.errors import InputError, StoreError
from deckcheck.ledger import Edit, Entry, Key, added
from deckcheck.store.home import Home, find_home
from deckcheck.store.migrate import MIGRATIONS, open_user
from deckcheck.store.userdata import reading, writing

CHECKOUT = Path(__file__).parent.parent
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and limits")


@pytest.fixture
def home(built_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    folder = own_home(built_home, tmp_path)
    monkeypatch.setenv("DECKCHECK_HOME", str(folder))
    return find_home(folder)


@pytest.fixture
def run(home: Home, capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *arguments: in_process(capsys, *arguments)


def one_more(home: Home) -> Edit:
    return change_rows(home, lambda c: added(c, SMALL, [Entry(Key("have", "rose"), 1)]))


# At once


def test_eight_processes_that_add_cards_at_once_lose_none(home: Home, run: Run) -> None:
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "deckcheck",
        "own",
        "add",
        "1",
        "Hodor",
        "2",
        "Fury (KotI)",
    ]
    env = environment(Path(home.folder), {})
    for _ in range(3):
        processes = [
            subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            for _ in range(8)
        ]
        for process in processes:
            _, err = process.communicate(timeout=120)
            assert (process.returncode, err) == (0, b"")
    found = {row["title"]: row["have"] for row in parsed(run("own", "list", "--json").out)}
    assert found == {"Hodor": 24, "Fury": 48}
    assert len(parsed(run("own", "log", "--json").out)) == 24


def test_a_locked_database_is_said_to_be_locked(
    home: Home, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    one_more(home)
    monkeypatch.setattr("deckcheck.store.migrate.BUSY_SECONDS", 0.05)
    for lock in ("EXCLUSIVE", "IMMEDIATE"):
        with closing(sqlite3.connect(home.user, isolation_level=None)) as other:
            other.execute(f"BEGIN {lock}")
            with pytest.raises(StoreError, match="being written by another program"):
                one_more(home)
            ran = run("own", "add", "1", "Hodor")
            assert ran.code == 2
            assert "try again in a moment" in ran.err
            if lock == "IMMEDIATE":  # somebody who is about to write doesn't disturb readers
                assert rows_now(home).rows == {Key("have", "rose"): 1}
    assert one_more(home).rows == {Key("have", "rose"): 2}


# Ends


def load_script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, CHECKOUT / "benchmarks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@POSIX_ONLY
def test_a_dozen_kills_lose_nothing() -> None:
    assert load_script("kill_shelf").run(12, seed=7) >= 12


@pytest.mark.parametrize("error", [KeyboardInterrupt, InputError("no"), RuntimeError])
def test_a_change_that_is_broken_off_changes_nothing(home: Home, error: Any) -> None:
    one_more(home)
    before = Path(home.user).read_bytes()

    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM holding")
        raise error

    with pytest.raises(BaseException), writing(home) as connection:  # noqa: B017, PT011
        broken(connection)
    assert Path(home.user).read_bytes() == before
    assert rows_now(home).rows == {Key("have", "rose"): 1}


def test_what_a_killed_writer_left_behind_is_taken_back_by_the_next_reader(home: Home) -> None:
    one_more(home)
    code = (
        "import os, sys\n"
        "from deckcheck.store.home import find_home\n"
        "from deckcheck.store.userdata import writing\n"
        "with writing(find_home(sys.argv[1])) as c:\n"
        "    c.execute('PRAGMA cache_size = 1')\n"
        "    c.execute('DELETE FROM holding')\n"
        "    c.executemany('INSERT INTO collection_change VALUES (NULL, ?, ?, ?, 0, ?, ?)',\n"
        "        [('x', 'at', 'z' * 900, '[]', '[]')] * 400)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    env = environment(Path(home.folder), {})
    subprocess.run([sys.executable, "-c", code, home.folder], env=env, check=False)
    assert os.path.exists(home.user + "-journal")
    assert rows_now(home).rows == {Key("have", "rose"): 1}


# No room


@POSIX_ONLY
def test_a_full_disk_changes_nothing_and_says_so(home: Home, run: Run, tmp_path: Path) -> None:
    run("own", "pack", "Core", "x1")
    run("deck", "add", str(LEGAL))
    rows = "".join(f"{n % 9 + 1},{code},note {n}\n" for n, code in enumerate(codes(run)))
    table = tmp_path / "many.csv"
    table.write_text("count,code,note\n" + rows * 3, "utf-8")
    before = run("own", "list", "--json").out, run("deck", "list", "--json").out
    size = os.path.getsize(home.user)
    refused = 0
    for limit in (0, 512, size // 2, size, size + 4096, size + 16384, 10**8):
        ran = limited(home, limit, "own", "import", str(table), "--mode", "add", "--yes")
        now = run("own", "list", "--json").out, run("deck", "list", "--json").out
        if ran.returncode == 0:
            assert now[0] != before[0]
        else:
            refused += 1
            assert ran.returncode == 2
            assert b"nothing was changed" in ran.stderr or b"can't be opened" in ran.stderr
            assert now == before
        assert sound(home)
    assert refused >= 4
    assert ran.returncode == 0


def codes(run: Run) -> list[str]:
    return [row["code"] for row in parsed(run("own", "list", "--json").out)]


def limited(home: Home, limit: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run deckcheck where no file can grow beyond `limit` bytes."""
    code = (
        "import resource, sys\n"
        "limit = int(sys.argv.pop(1))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))\n"
        "from deckcheck.cli import run\n"
        "sys.exit(run(sys.argv[1:]))\n"
    )
    return subprocess.run(
        [sys.executable, "-B", "-c", code, str(limit), *arguments],
        env=environment(Path(home.folder), {}),
        capture_output=True,
        check=False,
    )


def sound(home: Home) -> bool:
    with closing(sqlite3.connect(home.user)) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))


# No permission


def test_where_nothing_can_be_written_the_sentence_says_where(home: Home, run: Run) -> None:
    os.mkdir(home.user)
    for command in (
        ("own", "add", "1", "Hodor"),
        ("own", "list"),
        ("deck", "add", str(LEGAL)),
        ("deck", "list"),
    ):
        ran = run(*command)
        assert ran.code == 2
        assert home.user in ran.err
        assert "--home" in ran.err


def test_where_no_journal_can_be_made_nothing_is_written(home: Home) -> None:
    one_more(home)
    os.mkdir(home.user + "-journal")
    with pytest.raises(StoreError, match="can't be"):
        one_more(home)
    os.rmdir(home.user + "-journal")
    assert rows_now(home).rows == {Key("have", "rose"): 1}


def test_reading_makes_no_file(home: Home) -> None:
    with reading(home) as connection:
        assert connection.execute("SELECT count(*) FROM deck").fetchone() == (0,)
    assert not os.path.exists(home.user)


def test_a_report_cant_write_even_if_it_tried(home: Home) -> None:
    one_more(home)
    with pytest.raises(StoreError), reading(home) as connection:
        connection.execute("DELETE FROM holding")
    assert rows_now(home).rows


# Backups


@pytest.fixture
def full(run: Run) -> Run:
    run("own", "pack", "Core", "x1")
    run("own", "add", "2", "Hodor")
    run("deck", "add", str(LEGAL))
    return run


def state(run: Run) -> tuple[str, ...]:
    lists = (("own", "list"), ("own", "log"), ("deck", "list"), ("deck", "log"))
    return tuple(run(*one, "--json").out for one in lists)


def test_a_backup_put_back_is_what_was_and_what_it_replaced_is_kept(
    full: Run, home: Home, tmp_path: Path
) -> None:
    file = str(tmp_path / "mine.zip")
    before = state(full)
    assert full("backup", file).code == 0
    full("own", "undo")
    full("deck", "rm", "Winter Is Coming", "--yes")
    changed = state(full)
    ran = full("restore", file)
    assert ran.code == 2
    assert "There now: 0 decks with 2 revisions" in ran.out
    assert state(full) == changed
    ran = full("restore", file, "--yes", "--json")
    assert state(full) == before
    (kept,) = json.loads(ran.out)["kept"]
    assert full("restore", kept, "--yes").code == 0
    assert state(full) == changed


def test_a_backup_is_put_back_where_there_was_nothing(
    full: Run, home: Home, tmp_path: Path, built_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "mine.zip")
    Path(home.corrections).write_text("# mine\n", "utf-8")
    full("backup", file)
    before = state(full)
    (tmp_path / "other").mkdir()
    other = own_home(built_home, tmp_path / "other")
    monkeypatch.setenv("DECKCHECK_HOME", str(other))
    assert full("restore", file, "--yes").code == 0
    assert state(full) == before
    assert (other / "corrections.toml").read_text("utf-8") == "# mine\n"
    assert not [name for name in os.listdir(other) if name.startswith(".restore")]


def test_a_backup_is_never_written_over_another_unless_asked(
    full: Run, home: Home, tmp_path: Path
) -> None:
    file = tmp_path / "mine.zip"
    file.write_text("precious", "utf-8")
    assert full("backup", str(file)).code == 2
    assert file.read_text("utf-8") == "precious"
    assert full("backup", str(file), "--force").code == 0
    assert full("backup", str(tmp_path / "no" / "folder.zip")).code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "mine.zip"]


def test_with_nothing_of_ones_own_there_is_nothing_to_back_up(run: Run, tmp_path: Path) -> None:
    ran = run("backup", str(tmp_path / "x.zip"))
    assert ran.code == 2
    assert "nothing of yours" in ran.err


def zipped(members: dict[str, bytes]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with zipfile.ZipFile(path, "w") as archive:
            for name, body in members.items():
                archive.writestr(name, body)

    return write


def torn(path: Path) -> None:
    body = path.read_bytes()
    path.write_bytes(body[: len(body) // 2])


def newer(path: Path) -> None:
    folder = path.parent / "newer"
    folder.mkdir()
    later = (MIGRATIONS[-1][0] + 1, lambda connection: None)
    open_user(find_home(folder), [*MIGRATIONS, later]).close()
    shutil.copy(folder / "user.db", path)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"just some text"),
        lambda path: path.write_bytes(b"SQLite format 3\0" + b"x" * 5000),
        torn,
        newer,
        zipped({"user.db": b"SQLite format 3\0" + b"x" * 5000}),
        zipped({"other.txt": b"hello"}),
        zipped({"../user.db": b"hello"}),
    ],
    ids=["gone", "empty", "text", "no database", "torn", "newer", "rotten", "other", "outside"],
)
def test_a_wrong_file_replaces_nothing(
    full: Run, home: Home, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    file = tmp_path / "mine.zip"
    full("backup", str(file))
    before = state(full)
    spoil(file)
    ran = full("restore", str(file), "--yes")
    assert ran.code == 2
    assert str(file) in ran.err
    assert ".restore" not in ran.err
    assert tempfile.gettempdir() + "/deckcheck-" not in ran.err
    for word in ("no such table", "SELECT", "sqlite"):
        assert word not in ran.err
    assert state(full) == before
    assert not [name for name in os.listdir(home.folder) if name.startswith(".restore")]


def test_a_backup_of_an_older_program_is_brought_up_to_date(
    run: Run, home: Home, tmp_path: Path
) -> None:
    old = find_home(tmp_path / "old")
    with closing(open_user(old, MIGRATIONS[:1])) as connection:
        connection.execute("INSERT INTO history VALUES (1, 'then', 'what', '{}')")
    assert run("restore", old.user, "--yes").code == 0
    with reading(home) as connection:
        assert connection.execute("SELECT what FROM history").fetchall() == [("what",)]
    assert run("own", "add", "1", "Hodor").code == 0


def test_what_a_killed_restore_has_left_is_cleared_at_the_next(
    full: Run, home: Home, tmp_path: Path
) -> None:
    file = tmp_path / "mine.zip"
    full("backup", str(file))
    os.makedirs(home.backups, exist_ok=True)
    left = Path(home.backups, "user-replaced-20261129T120000Z.db.new")
    left.write_bytes(b"half")
    kept = Path(home.backups, "user-replaced-20261129T120000Z.db")
    kept.write_bytes(b"whole")
    old, young = Path(home.folder, ".restore-old"), Path(home.folder, ".restore-young")
    old.mkdir()
    young.mkdir()
    os.utime(old, (0, 0))
    assert full("restore", str(file), "--yes").code == 0
    assert (left.exists(), kept.exists(), old.exists(), young.exists()) == (
        False,
        True,
        False,
        True,
    )


def test_a_damaged_database_is_replaced_and_kept_as_it_was(
    full: Run, home: Home, tmp_path: Path
) -> None:
    file = tmp_path / "mine.zip"
    full("backup", str(file))
    before = state(full)
    rotten = b"no database any more" * 300
    Path(home.user).write_bytes(rotten)
    assert full("own", "list").code == 2
    assert full("restore", str(file), "--yes").code == 0
    assert state(full) == before
    kept = [name for name in os.listdir(home.backups) if "replaced" in name]
    assert Path(home.backups, kept[0]).read_bytes() == rotten


@POSIX_ONLY
def test_a_full_disk_spoils_neither_backup_nor_restoring(
    full: Run, home: Home, tmp_path: Path
) -> None:
    file = tmp_path / "mine.zip"
    assert limited(home, 1000, "backup", str(file)).returncode == 2
    assert not file.exists()
    full("backup", str(file))
    full("own", "undo")
    before = state(full)
    for limit in (0, 1000, 20_000):
        assert limited(home, limit, "restore", str(file), "--yes").returncode == 2
        assert state(full) == before
