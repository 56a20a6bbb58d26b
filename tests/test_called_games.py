"""A game may be named by its title, or by a part of it that no other game has."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import in_process

DECK = "Герой: Аира\n\nОсновная колода:\n3 Килсус\n"


@pytest.mark.parametrize(
    "name", ["heroes", "Heroes", "Берсерк. Герои", "берсерк герои", "герои", "berserk-heroes"]
)
def test_heroes_may_be_called_by_name_and_title(
    capsys: pytest.CaptureFixture[str], built_home: Path, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(DECK, "utf-8")
    done = in_process(capsys, "check", str(file), "--game", name, "--home", str(built_home))
    assert (done.code, done.err) == (1, "")


def test_a_title_that_is_whole_goes_before_one_that_begins_so(
    capsys: pytest.CaptureFixture[str], built_home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("3 Кочевник\n", "utf-8")
    done = in_process(capsys, "check", str(file), "--game", "Берсерк", "--home", str(built_home))
    assert "[C23" in done.out or "Constructed" in done.out


@pytest.mark.parametrize("name", ["шахматы", "berserker", "x"])
def test_an_unknown_game_lists_the_games_with_their_titles(
    capsys: pytest.CaptureFixture[str], built_home: Path, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(DECK, "utf-8")
    done = in_process(capsys, "check", str(file), "--game", name, "--home", str(built_home))
    assert done.code == 2
    assert "berserk (Берсерк), berserk_heroes (Берсерк. Герои)" in done.err
