"""Bad input: one clear sentence on standard error, exit 2, nothing lost, no traceback."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from command import LEGAL, ON, Ran, deck

from deckcheck.store.home import find_home
from deckcheck.store.migrate import open_user

Run = Callable[..., Ran]


def assert_refused(ran: Ran, *says: str) -> None:
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert "fault in deckcheck" not in ran.err
    assert ran.err.startswith("deckcheck: ")
    for words in says:
        assert words in ran.err


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("empty.txt", b"", "the file is empty"),
        ("blank.txt", b" \n\n\t\n", "the file is empty"),
        ("binary.txt", b"\x7fELF\x00\x01\x02", "this is a binary file"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\x00\x00", "this is a binary file"),
        ("broken.json", b'{"cards": {"01001": ', "isn't valid JSON"),
        ("deep.json", b"[" * 100_000, ""),
        ("broken.o8d", b"<deck><section", ""),
        ("broken.zip", b"PK\x03\x04rubbish", ""),
        ("number.json", b"12", ""),
    ],
)
def test_what_is_no_deck_is_refused(
    deckcheck: Run, tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    ran = deckcheck("check", *ON, str(path))
    assert_refused(ran, str(path), says)
    assert path.read_bytes() == data
    assert_refused(deckcheck("show", *ON, str(path)))


def test_a_file_of_100_megabytes_is_refused_and_not_read(shell: Run, tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    assert_refused(shell("check", *ON, str(path)), "huge.txt", "larger than")


def test_files_that_are_not_there(deckcheck: Run, tmp_path: Path) -> None:
    assert_refused(deckcheck("check", str(tmp_path / "no.txt")), "there is no such file")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "picture.png").write_bytes(b"x")
    assert_refused(deckcheck("check", str(tmp_path / "folder")), "there is no deck in this folder")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--list", "gotstandrd2.1"), "did you mean gotstandard2.1"),
        (("--list", "nothing.json"), "no such file"),
        (("--on", "2026-02-30"), "'2026-02-30' is not a date"),
        (("--on", "tomorrow"), "is not a date"),
        (("--format", "jost"), "did you mean joust"),
        (("--game", "agot"), "did you mean agot2"),
        (("--from", "tekst"), "did you mean text"),
        (("--pool", "nothing.txt"), "no such file"),
        (("--nonsense",), "No such option"),
    ],
)
def test_options_that_mean_nothing(deckcheck: Run, options: tuple[str, ...], says: str) -> None:
    assert_refused(deckcheck("check", *options, str(LEGAL)), says)


def test_an_organisers_list_that_is_none(deckcheck: Run, tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    for text in ("", "nonsense", "[]", '{"code": "x"}', '{"code": 1, "name": "x", "date": "y"}'):
        path.write_text(text)
        assert_refused(deckcheck("check", *ON, "--list", str(path), str(LEGAL)), "list.json")


def test_no_command_of_that_name(deckcheck: Run) -> None:
    assert_refused(deckcheck("chekc"), "did you mean check")
    assert_refused(deckcheck("check"), "Missing argument")


# The databases


@pytest.fixture
def home(built_home: Path, tmp_path: Path) -> Path:
    """A home of one's own, with its database built."""
    folder = tmp_path / "home"
    shutil.copytree(built_home, folder)
    return folder


def test_a_corrupt_card_database_is_built_again_and_the_command_goes_on(
    shell: Run, home: Path
) -> None:
    path = home / "cards.db"
    path.write_bytes(b"rubbish" * 1000)
    ran = shell("check", *ON, str(LEGAL), home=home)
    assert ran.code == 0
    assert ran.out.splitlines()[2].strip() == "LEGAL"
    assert ran.err == (
        f"deckcheck: {path} was damaged and has been built again; nothing of yours is kept in it.\n"
    )
    assert shell("check", *ON, str(LEGAL), home=home).err == ""


def test_damage_that_is_met_while_reading_is_said_too(shell: Run, home: Path) -> None:
    path = home / "cards.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE card SET facts = '{'")
        connection.commit()
    ran = shell("check", *ON, str(LEGAL), home=home)
    assert (ran.code, ran.err.count("built again")) == (0, 1)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_a_home_that_cant_be_written_still_answers_and_says_so_once(
    shell: Run, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    ran = shell("check", *ON, str(LEGAL), home=blocked / "home")
    assert ran.code == 0
    assert ran.err.count("for this run only") == 1
    assert blocked.read_text() == ""


def test_a_corrupt_user_database_is_kept_and_named_where_it_is_used(
    deckcheck: Run, home: Path
) -> None:
    path = home / "user.db"
    path.write_bytes(b"not a database" * 100)
    assert_refused(deckcheck("db", "info", "--home", str(home)), str(path), "damaged")
    assert path.read_bytes() == b"not a database" * 100


def test_a_newer_user_database_is_kept_and_refused(deckcheck: Run, home: Path) -> None:
    open_user(find_home(home)).close()
    path = home / "user.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE meta SET value = '999' WHERE key = 'schema'")
        connection.commit()
    before = path.read_bytes()
    assert_refused(deckcheck("db", "info", "--home", str(home)), "newer deckcheck (schema 999")
    assert path.read_bytes() == before


def test_a_fault_of_ours_is_one_sentence(
    deckcheck: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr("deckcheck.cli.decks.load_drafts", fail)
    ran = deckcheck("check", deck(tmp_path, "deck.txt"))
    assert ran.code == 2
    assert "A fault in deckcheck itself (KeyError: 'surprise')" in ran.err
    assert len(ran.err.splitlines()) == 1
