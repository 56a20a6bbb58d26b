"""corrections.toml: the user knows better, after every update, and can see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from harness.sources import add_pack, character
from updates import TODAY, Kitchen, changed, kitchen

from deckcheck.store.doctor import Trouble, examine

GOOD = """
[[correction]]
card = "90001"
field = "loyal"
value = true
reason = "printed so"

[[correction]]
card = "90001"
field = "quantity"
value = 2
reason = "counted"

[[correction]]
game = "agot2"
card = "90002"
field = "traits"
value = ["Baker", "Captain"]
reason = "printed so"

[[correction]]
card = "90003"
field = "keywords"
remove = true
reason = "has none"
"""


@pytest.fixture
def here(tmp_path: Path) -> Kitchen:
    return kitchen(tmp_path)


def write(here: Kitchen, text: str) -> None:
    Path(here.home.corrections).write_text(text, "utf-8")


def facts(here: Kitchen, code: str) -> dict[str, Any]:
    with here.open() as store:
        card = store.pool("agot2").card(code)
        assert card is not None
        (printing,) = store.pool("agot2").printings([code])[code]
        return {**card.facts, "quantity": printing.quantity}


def doctor(here: Kitchen) -> list[Trouble]:
    return [t for t in examine(here.home, here.root, TODAY, {"agot2"}) if t.code == "correction"]


def assert_in_force(here: Kitchen) -> None:
    first = facts(here, "90001")
    assert (first["loyal"], first["quantity"]) == (True, 2)
    assert facts(here, "90002")["traits"] == ["Baker", "Captain"]
    assert "keywords" not in facts(here, "90003")
    assert facts(here, "90004")["keywords"] == ["renown"]


def test_corrections_hold_from_when_they_are_written(here: Kitchen) -> None:
    write(here, GOOD)
    assert_in_force(here)
    write(here, "")
    assert facts(here, "90001")["loyal"] is False


def test_corrections_hold_after_every_update_and_rollback(here: Kitchen) -> None:
    write(here, GOOD)
    here.update(changed(lambda s: add_pack(s, "Su", None, [character("92001", "Una Sugar")])))
    assert_in_force(here)
    assert here.update().nothing  # the corrections aren't taken for what the data say
    with here.open() as store:
        assert not store.built


def test_the_doctor_lists_them_with_what_the_data_say(here: Kitchen) -> None:
    write(here, GOOD)
    said = [trouble.what for trouble in doctor(here)]
    assert said[0] == (
        "agot2: correction of loyal of 90001 to true is in force; the data say false (printed so)."
    )
    assert len(said) == 4


def test_the_doctor_says_which_are_needless_or_do_nothing(here: Kitchen) -> None:
    entry = '[[correction]]\ncard = "{}"\nfield = "limit"\nvalue = 3\nreason = "r"\n'
    other = '[[correction]]\ngame = "chess"\ncard = "1"\nfield = "limit"\nvalue = 1\nreason = "r"\n'
    write(here, entry.format("90001") + entry.format("99999") + other)
    strange, needless, nothing = doctor(here)
    assert "no longer needed" in needless.what
    assert (nothing.severity, strange.severity) == ("warning", "warning")
    assert "no card has this code" in nothing.what
    assert "there is no game 'chess'" in strange.what


ENTRY = {"card": '"90001"', "field": '"loyal"', "value": "true", "reason": '"r"'}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"card": None}, "'card' is missing"),
        ({"field": None}, "'field' is missing"),
        ({"reason": '" "'}, "'reason' is missing"),
        ({"value": None}, "give either 'value' or 'remove = true'"),
        ({"remove": "true"}, "give either 'value' or 'remove = true'"),
        ({"values": "1"}, "values is not understood"),
        ({"field": '"loyall"'}, "No field of a card is called 'loyall'; did you mean loyal"),
        ({"value": '"yes"'}, "'yes' is no value that 'loyal' can have"),
        ({"field": '"traits"', "value": "[1]"}, "is no value that 'traits' can have"),
        ({"field": '"pack"', "value": '"Zz"'}, "there is no pack 'Zz'"),
        ({"field": '"limit"', "value": None, "remove": "true"}, "can be without 'limit'"),
        ({"game": "5"}, "'game' is the name of a game"),
        ({"field": '"type"', "value": '"cake"'}, "'cake' is no value for 'type'; known are"),
        ({"field": '"faction"', "value": '"bakers"'}, "known are baratheon"),
        ({"field": '"limit"', "value": "0"}, "a number from 1 to 9999 is needed"),
        ({"field": '"limit"', "value": "true"}, "True is no value that 'limit' can have"),
        ({"field": '"quantity"', "value": "-1"}, "a number from 1 to 9999 is needed"),
        ({"field": '"cost"', "value": "-1"}, "a number from 0 to 9999 is needed"),
        ({"field": '"cost"', "value": '"much"'}, "a number, or X, is needed"),
        ({"field": '"title"', "value": '" "'}, "a text of 1 to 200 characters"),
        ({"field": '"guid"', "value": '"x"'}, "an identifier such as"),
        ({"field": '"traits"', "value": '["a\\u0007"]'}, "texts that can be printed"),
    ],
)
def test_a_wrong_correction_is_a_sentence_that_names_it(
    here: Kitchen, change: dict[str, str | None], says: str
) -> None:
    lines = [f"{key} = {value}" for key, value in (ENTRY | change).items() if value is not None]
    write(here, "[[correction]]\n" + "\n".join(lines))
    with here.open() as store:
        (note,) = store.notes
    assert (note.code, note.severity) == ("correction", "warning")
    assert "corrections.toml, correction 1: " in note.text
    assert says in note.text
    assert facts(here, "90001")["loyal"] is False
    with here.open() as store:  # and again, until it is mended
        assert not store.built
        assert store.notes == [note]
    (told,) = doctor(here)
    assert (told.severity, told.what) == ("warning", note.text)


def test_a_wrong_correction_leaves_the_others_in_force(here: Kitchen) -> None:
    write(here, GOOD + GOOD.split("[[correction]]")[0] + '[[correction]]\ncard = "90001"\n')
    assert_in_force(here)
    here.update(changed(lambda s: add_pack(s, "Su", None, [character("92001", "Una Sugar")])))
    assert_in_force(here)


@pytest.mark.parametrize("text", ["[[correction", "correction = 1", "[[corrections]]\na = 1"])
def test_a_file_that_is_something_else_is_a_sentence(here: Kitchen, text: str) -> None:
    write(here, text)
    with here.open() as store:
        (note,) = store.notes
    assert "corrections.toml" in note.text
    assert len(doctor(here)) == 1
    write(here, "")
    with here.open() as store:
        assert not store.notes
