"""docs/shelf.md can't rot: its Python runs, its tables are those of database and program."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from command import LEGAL, environment
from shelves import Run, own_home

from deckcheck.holdings import LAYOUTS
from deckcheck.holdings.csv_file import HEADER
from deckcheck.ledger import MODES
from deckcheck.store.home import find_home
from deckcheck.store.migrate import open_user

PAGE = (Path(__file__).parent.parent / "docs" / "shelf.md").read_text("utf-8")


def rows(head: str) -> list[list[str]]:
    """Cells of the table whose head begins so."""
    lines = PAGE.split(head, 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def names(cell: str) -> list[str]:
    """What stands in backquotes, outside of parentheses and before a colon."""
    return re.findall(r"`([^`]+)`", re.sub(r"\([^)]*\)", "", cell).partition(":")[0])


def block(kind: str) -> str:
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)
    return str(found)


def test_the_python_on_the_page_runs(built_home: Path, tmp_path: Path) -> None:
    home = own_home(built_home, tmp_path)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block("python")],
        env=environment(home, {}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("3\n{'NMG': 1}\n", "")


def test_the_tables_on_the_page_are_those_of_the_database(tmp_path: Path) -> None:
    with closing(open_user(find_home(tmp_path))) as connection:
        for table, cell in rows("| table | columns |"):
            (name,) = names(table)
            found = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            assert names(cell) == found, name


def test_the_query_on_the_page_finds_the_card(deckcheck: Run, tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    assert deckcheck("deck", "add", str(LEGAL), "--home", home).code == 0
    with closing(sqlite3.connect(Path(home) / "user.db")) as connection:
        query = block("sql").replace("Hodor", "The Roseroad")
        assert connection.execute(query).fetchall() == [("Winter Is Coming", 3)]


def test_layouts_columns_and_modes_are_those_of_the_program() -> None:
    assert [names(row[0])[0] for row in rows("| layout |")] == list(LAYOUTS)
    columns = [name for row in rows("| column | meaning |") for name in names(row[0])]
    assert sorted(columns) == sorted(HEADER)
    assert sorted(names(row[0])[0] for row in rows("| `--mode` |")) == sorted(MODES)
