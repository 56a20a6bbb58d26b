"""Where the databases are, and what data come with the program."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from harbour import CHECKOUT, write, write_data

from deckcheck.errors import StoreError
from deckcheck.shipped import VERSION, fingerprint, read_documents
from deckcheck.store.home import find_home


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_data(tmp_path / "data")


def test_the_home_is_what_is_named_else_the_variable_else_the_platforms_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    given = {"DECKCHECK_HOME": str(tmp_path / "b")}
    assert find_home(tmp_path / "a", given).folder == str(tmp_path / "a")
    assert find_home(None, given).folder == str(tmp_path / "b")
    assert find_home("~/c", {}).folder == str(tmp_path / "c")
    share = tmp_path / ".local" / "share"
    assert find_home(None, {"DECKCHECK_HOME": ""}, "linux").folder == str(share / "deckcheck")
    assert find_home(None, {"XDG_DATA_HOME": "here"}, "linux").folder == str(share / "deckcheck")
    xdg = {"XDG_DATA_HOME": str(tmp_path / "xdg")}
    assert find_home(None, xdg, "linux").folder == str(tmp_path / "xdg" / "deckcheck")
    mac = tmp_path / "Library" / "Application Support" / "deckcheck"
    assert find_home(None, {}, "darwin").folder == str(mac)
    windows = {"LOCALAPPDATA": str(tmp_path / "local")}
    assert find_home(None, windows, "win32").folder == str(tmp_path / "local" / "deckcheck")


def test_without_any_home_the_error_says_what_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    with pytest.raises(StoreError, match="DECKCHECK_HOME"):
        find_home(None, {}, "linux")


def test_the_program_and_the_package_have_one_version() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project.get("version", VERSION) == VERSION


def test_documents_are_the_files_by_name_and_the_heads_of_all_lists(root: Path) -> None:
    documents = read_documents(root, "harbour")
    assert sorted(documents) == [
        "factions",
        "game",
        "legality",
        "legality/a0",
        "legality/a1",
        "legality/b1",
        "packs",
        "rules/baseline",
        "source",
    ]
    assert documents["game"] == {"founded": "2015-10-08"}
    assert documents["legality/b1"]["banned"] == ["01002"]
    assert documents["legality"] == [
        {"code": "a0", "date": "2016-01-01"},
        {"code": "a1", "date": "2020-02-01"},
        {"code": "b1", "date": "2020-02-01"},
    ]


def test_the_fingerprint_sees_every_data_file_and_nothing_else(root: Path) -> None:
    before = fingerprint(root)
    write(root / "harbour" / "decks" / "another.txt", "3 Fog\n")
    write(root / "notes.txt", "nothing")
    assert fingerprint(root) == before
    write(root / "harbour" / "rules" / "more.toml", "")
    assert fingerprint(root) != before
