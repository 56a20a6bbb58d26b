"""What tests of the command line share: one home with its database built, and ways to run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command import Ran, in_process, process

from deckcheck.store.home import find_home
from deckcheck.store.open import open_cards


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language that the tests expect, whatever the system's is."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(scope="session")
def built_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose card database is built: nobody may write to it."""
    folder = tmp_path_factory.mktemp("home")
    open_cards(find_home(folder)).close()
    return folder


@pytest.fixture
def deckcheck(
    built_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """`deckcheck("check", "deck.txt")` within this process: exit code and what was printed."""
    monkeypatch.setenv("DECKCHECK_HOME", str(built_home))
    return lambda *arguments: in_process(capsys, *arguments)


@pytest.fixture
def shell(built_home: Path) -> Callable[..., Ran]:
    """The same as a process of its own; keyword arguments: `input`, `home`, `env`, `cwd`."""

    def run(*arguments: str, home: Path | None = None, **options: object) -> Ran:
        return process(home or built_home, *arguments, **options)

    return run
