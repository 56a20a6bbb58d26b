"""docs/staying-current.md can't rot: its commands run, its tables are those of the program."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from test_readme import fits, steps

from deckcheck.store.corrections import read_corrections
from deckcheck.store.home import find_home
from deckcheck.store.open import open_cards
from importers.sources import SOURCES
from importers.table import COLUMNS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "staying-current.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)


def rows(head: str) -> dict[str, list[str]]:
    """The table whose head begins so: first cell → words in backquotes of the second."""
    table = PAGE.split(head, 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    found = {}
    for line in table:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        found[cells[0].split("`")[1] if "`" in cells[0] else cells[0]] = re.findall(
            r"`([^`]+)`", cells[1]
        )
    return found


def test_the_commands_print_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    (block,) = blocks("console")
    for command, expected in steps(block):
        expected = expected.replace("(…/mine", f"({tmp_path}/mine")
        run = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        assert fits(expected, run.stdout), f"$ {command}\n{run.stdout}"


def test_the_sources_are_those_of_the_program() -> None:
    assert list(rows("| `--source` |")) == list(SOURCES)


def test_the_names_of_columns_are_those_that_are_found() -> None:
    named = rows("| column | names |")
    assert [sorted(names) for names in list(named.values())[:-1]] == [
        sorted(names) for names in COLUMNS.values()
    ]


def test_the_tables_and_columns_are_those_of_the_database(tmp_path: Path) -> None:
    named = rows("| table | columns |")
    home = find_home(tmp_path)
    open_cards(home).close()
    with closing(sqlite3.connect(home.cards)) as connection:
        tables = {
            row[0]
            for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not row[0].startswith(("title_search", "sqlite_"))
        }
        assert set(named) == tables
        for table, columns in named.items():
            there = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            assert [c for c in columns if c in there] == there, table
        (query,) = blocks("sql")
        found = {row[1] for row in connection.execute(query)}
        assert "The Hand's Judgment" in found


def test_the_corrections_on_the_page_are_read(tmp_path: Path) -> None:
    example = next(block for block in blocks("toml") if "[[correction]]" in block)
    (tmp_path / "corrections.toml").write_text(example, "utf-8")
    found, faults = read_corrections(str(tmp_path / "corrections.toml"))
    assert faults == []
    assert [(one.field, one.value) for one in found] == [("loyal", True), ("quantity", 2)]
    for block in blocks("toml"):
        assert tomllib.loads(block)
