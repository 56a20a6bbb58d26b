"""convert, codecs, diff and hash: nothing lost, nothing overwritten, one name a deck."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deckcheck.cli import run
from deckcheck.codecs import CODECS

ROOT = Path(__file__).parent.parent
WINTER = str(ROOT / "data" / "agot2" / "decks" / "winter-is-coming.txt")
WRITERS = [
    name
    for name, module in CODECS.items()
    if hasattr(module, "write") and "agot2" in getattr(module, "GAMES", ("agot2",))
]
READERS = [name for name in WRITERS if hasattr(CODECS[name], "read")]


@pytest.fixture(autouse=True)
def home(built_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKCHECK_HOME", str(built_home))


def fingerprint(path: object, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["hash", str(path)]) == 0
    return capsys.readouterr().out.split()[0]


@pytest.mark.parametrize("codec", READERS)
def test_a_deck_keeps_its_fingerprint_through_every_layout(
    codec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "deck"
    assert run(["convert", WINTER, "--to", codec, "-o", str(out)]) == 0
    capsys.readouterr()
    assert fingerprint(out, capsys) == "H3RC-NP10-9ZQ0-X2CV-9W3H"
    assert run(["diff", WINTER, str(out)]) == 0


@pytest.mark.parametrize("first", READERS)
@pytest.mark.parametrize("second", ["thronesdb", "o8d", "json", "csv"])
def test_layouts_in_a_row_lose_nothing(
    first: str, second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert run(["convert", WINTER, "--to", first, "-o", str(one)]) == 0
    assert run(["convert", str(one), "--to", second, "-o", str(two)]) == 0
    assert run(["diff", WINTER, str(two)]) == 0
    capsys.readouterr()


def test_an_existing_file_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "deck.txt"
    out.write_text("mine\n")
    assert run(["convert", WINTER, "--to", "text", "-o", str(out)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert out.read_text() == "mine\n"
    assert run(["convert", WINTER, "--to", "text", "-o", str(out), "--force"]) == 0
    assert out.read_text().startswith("Winter Is Coming\n")


def test_a_folder_gets_a_file_a_deck_of_safe_and_different_names(tmp_path: Path) -> None:
    decks = tmp_path / "decks.jsonl"
    names = ["../up", "CON", "same", "SAME", ""]
    rows = [{"game": "agot2", "name": n, "faction": "stark", "cards": {"01141": 1}} for n in names]
    decks.write_text("\n".join(json.dumps(row) for row in rows))
    out = tmp_path / "out"
    assert run(["convert", str(decks), "--to", "json", "-o", f"{out}/"]) == 0
    written = sorted(path.name for path in out.iterdir())
    assert len({name.casefold() for name in written}) == 5
    assert not (tmp_path / "up.json").exists()
    assert "con.json" not in [name.casefold() for name in written]


def test_one_bad_file_among_good_ones_is_said_and_the_others_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"")
    assert run(["convert", str(bad), WINTER, "--to", "text"]) == 2
    shown = capsys.readouterr()
    assert shown.out.startswith("Winter Is Coming")
    assert "empty" in shown.err


def test_what_a_layout_cannot_carry_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", WINTER, "--to", "o8d"]) == 0
    assert "o8d has no room for the deck's name" in capsys.readouterr().err


def test_an_unknown_line_travels_verbatim(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.txt"
    source.write_text("House Stark\n\nCharacters\n3x Hodor\n2x Zzzyx of Nowhere (QQ)\n")
    assert run(["convert", str(source), "--to", "text"]) == 0
    assert "2x Zzzyx of Nowhere (QQ)\n" in capsys.readouterr().out


def test_codecs_lists_every_layout(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["codecs", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["codec"] for row in rows] == list(CODECS)
    assert "read" not in next(row for row in rows if row["codec"] == "tournament")["can"]


def test_diff_shows_swaps_by_section_in_pulling_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.txt"
    text = Path(WINTER).read_text("utf-8")
    other.write_text(
        text.replace("3x Summer", "2x Summer")
        .replace("2x Ice (Core Set)", "3x Hodor")
        .replace("1x Summons (Core Set)", "1x Marching Orders")
    )
    assert run(["diff", WINTER, str(other)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Plot deck"
    assert lines[1:3] == ["  +1 Marching Orders (Core) 01016", "  -1 Summons (Core) 01022"]
    draw = lines[lines.index("Draw deck") + 1 :]
    assert draw == [
        "  -1 Summer (Core) 01148",
        "  -2 Ice (Core) 01153",
        "  +3 Hodor (NMG) 02061",
    ]


def test_diff_wants_single_decks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = tmp_path / "two.jsonl"
    two.write_text('{"game": "agot2", "cards": {}}\n' * 2)
    assert run(["diff", WINTER, str(two)]) == 2
    assert "there are 2 decks in it" in capsys.readouterr().err


def test_a_deck_with_unknown_cards_has_no_fingerprint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.txt"
    source.write_text("House Stark\n\nCharacters\n3x Hodor\n2x Zzzyx of Nowhere\n")
    assert run(["hash", str(source)]) == 2
    assert "no fingerprint" in capsys.readouterr().err


def test_a_fingerprint_is_of_the_cards_not_of_name_or_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = {"game": "agot2", "faction": "stark", "agendas": ["01199", "06018"]}
    one = {**base, "name": "A", "cards": {"01141": 1, "01142": 2}, "list": "ffg1.1"}
    two = {**base, "agendas": ["06018", "01199"], "cards": {"01142": 2, "01141": 1}, "notes": "x"}
    three = {**base, "cards": {"01141": 2, "01142": 2}}
    found = []
    for number, deck in enumerate((one, two, three)):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(deck))
        found.append(fingerprint(path, capsys))
    assert found[0] == found[1] != found[2]


def test_the_examples_of_the_docs_have_their_fingerprints() -> None:
    import re

    from deckcheck.comparing import fingerprint as of
    from deckcheck.model import Deck

    page = (ROOT / "docs" / "fingerprint.md").read_text("utf-8")
    rows = re.findall(r"\| `(game [^`]*)` \| `([^`]*)` \|", page)
    assert len(rows) == 3
    for text, letters in rows:
        lines = [line.split(" ") for line in text.split("⏎") if line]
        cards = dict(line[0].split(":") for line in lines if ":" in line[0])
        deck = Deck(
            lines[0][1],
            faction=lines[1][1],
            agendas=tuple(line[1] for line in lines if line[0] == "agenda"),
            cards={code: int(copies) for code, copies in cards.items()},
        )
        assert of(deck) == letters
