"""Collections in and out of files: nothing is passed over, nothing is half imported."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from command import in_process
from shelves import SMALL, Run, own_home, parsed

from deckcheck.holdings import LAYOUTS
from deckcheck.holdings.base import Bad, Line, by_code, number_of
from deckcheck.ledger import Entry, Key


@pytest.fixture
def home(built_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = own_home(built_home, tmp_path)
    monkeypatch.setenv("DECKCHECK_HOME", str(folder))
    return folder


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *arguments: in_process(capsys, *arguments)


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    def write(text: str | bytes, name: str = "in.csv") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def have(run: Run, *more: str) -> dict[str, int]:
    """Code → copies owned."""
    rows = parsed(run("own", "list", "--json", *more).out)
    return {row["code"]: row["have"] for row in rows if row["have"]}


# Importing tables


def test_nothing_is_written_before_it_was_shown(run: Run, file: Callable[..., str]) -> None:
    ran = run("own", "import", file("count,name,pack\n3,Hodor,NMG\n"))
    assert ran.code == 0
    assert "have: +3 Hodor (NMG)" in ran.out
    assert "Nothing was written: --yes writes it." in ran.err
    assert have(run) == {}
    assert run("own", "import", file("count,name,pack\n3,Hodor,NMG\n"), "--yes").code == 0
    assert have(run) == {"02061": 3}


@pytest.mark.parametrize(
    "text",
    [
        "Count,Card Name,Set\r\n3,Hodor,No Middle Ground\r\n",
        "qty;name;edition\n3x;HODOR;nmg\n",
        "Name\tQuantity\nHodor\t3\n",
        "code,count\n02061,3\n",
        "id,count,title\n2061,3,Hodor\n",
        '\ufeffcount,name\n3,"Hodor"\n',
        "owned,name\n3,Hodor\n",
        "list,count,name\nhave,1,Hodor\nhave,2,Hodor\n",
    ],
)
def test_tables_of_many_tools_are_read(run: Run, file: Callable[..., str], text: str) -> None:
    assert run("own", "import", file(text), "--yes").code == 0
    assert have(run) == {"02061": 3}


def test_columns_of_several_lists_go_to_their_lists(run: Run, file: Callable[..., str]) -> None:
    path = file("name,owned,wanted\nHodor,1,2\nThe Roseroad,,3\nThe Kingsroad,2,\n")
    assert run("own", "import", path, "--yes").code == 0
    found = {r["title"]: (r["have"], r["want"]) for r in parsed(run("own", "list", "--json").out)}
    assert found == {"Hodor": (1, 2), "The Roseroad": (0, 3), "The Kingsroad": (2, 0)}


def test_columns_of_other_names_can_be_told(run: Run, file: Callable[..., str]) -> None:
    path = file("Karte,Habe,Wunsch\nHodor,1,2\n")
    assert run("own", "import", path, "--yes").code == 2
    columns = "title=Karte,have=Habe,want=Wunsch"
    assert run("own", "import", path, "--columns", columns, "--yes").code == 0
    (row,) = parsed(run("own", "list", "--json").out)
    assert (row["have"], row["want"]) == (1, 2)
    assert run("own", "import", path, "--columns", "title=Nichts,have=Habe").code == 2
    assert run("own", "import", path, "--columns", "what=Karte").code == 2


BAD = [
    "three,Hodor,NMG,,",
    "-1,Hodor,NMG,,",
    ",Hodor,NMG,,",
    "1,Nobody At All,,,",
    "1,Jon Snow,,,",
    "1,Hodor,Nowhere,,",
    "1,Hodor,HoT,,",
    "1,Hodor,,99999,",
    "1,Hodor,,01001,",
    "1,,,99998,",
    "1,,,,",
    "1000000,Hodor,NMG,,",
    "1,Hodor,NMG,,lent",
    "1,Hodor,NMG,,elsewhere",
    "1.5,Hodor,NMG,,",
]


def test_thirty_bad_rows_are_all_named_and_nothing_is_imported(
    run: Run, file: Callable[..., str]
) -> None:
    bad = [BAD[n % len(BAD)] for n in range(30)]
    bad = [row if row != "1,Hodor,,99999," else "1,,,99999," for row in bad]
    rows = [row for line in bad for row in (line, "1,The Roseroad,Core,,")]
    path = file("count,title,pack,code,list\n" + "\n".join(rows) + "\n")
    ran = run("own", "import", path, "--yes")
    assert ran.code == 2
    assert "30 lines can't be taken, so nothing was" in ran.err
    named = [line for line in ran.err.splitlines() if ", line " in line]
    assert len(named) == 30
    assert [int(n.split(", line ")[1].split(":")[0]) for n in named] == list(range(2, 62, 2))
    assert have(run) == {}
    shown = json.loads(run("own", "import", path, "--json", "--yes").out)
    assert len(shown["bad"]) == 30
    assert all(one["reason"] and one["text"] for one in shown["bad"])
    assert (shown["written"], have(run)) == (False, {})
    assert run("own", "import", path, "--yes", "--skip-bad").code == 2
    assert have(run) == {"01040": 30}


def test_a_code_that_gainsays_its_title_is_refused(run: Run, file: Callable[..., str]) -> None:
    ran = run("own", "import", file("count,code,title\n1,01001,Hodor\n"), "--yes")
    assert "The code 01001 is A Clash of Kings, not Hodor." in ran.err


def test_a_title_of_several_printings_is_reported_or_the_first_is_taken_and_said(
    run: Run, file: Callable[..., str]
) -> None:
    path = file("count,name\n2,Jon Snow\n")
    assert run("own", "import", path, "--yes").code == 2
    ran = run("own", "import", path, "--yes", "--earliest")
    assert "'Jon Snow' was taken for Jon Snow (Core), the first of several." in ran.err
    assert have(run) == {"01124": 2}


def test_a_slip_is_read_and_said(run: Run, file: Callable[..., str]) -> None:
    ran = run("own", "import", file("count,name\n2,Hodr\n"), "--yes")
    assert "Line 2: 'Hodr' was read as Hodor." in ran.err
    assert have(run) == {"02061": 2}


# Modes


def test_the_same_list_twice_changes_nothing_the_second_time(
    run: Run, file: Callable[..., str]
) -> None:
    run("own", "pack", "Core", "x1")
    path = file("list,count,name,condition\nhave,3,The Roseroad,\nhave,2,Hodor,EX\nwant,1,Hodor,\n")
    assert run("own", "import", path, "--mode", "max", "--yes").code == 0
    before = run("own", "list", "--json").out
    ran = run("own", "import", path, "--mode", "max", "--yes")
    assert (ran.code, ran.out) == (0, "Nothing would change.\n")
    assert run("own", "list", "--json").out == before
    assert len(parsed(run("own", "log", "--json").out)) == 2


def test_modes_do_what_they_are_called(run: Run, file: Callable[..., str]) -> None:
    run("own", "add", "2", "Hodor", "1", "The Roseroad")
    path = file("count,name\n1,Hodor\n3,The Kingsroad\n")
    run("own", "import", path, "--mode", "add", "--yes")
    assert have(run) == {"01039": 3, "01040": 1, "02061": 3}
    run("own", "undo")
    run("own", "import", path, "--mode", "replace", "--yes")
    assert have(run) == {"01039": 3, "02061": 1}
    run("own", "undo")
    assert have(run) == {"01040": 1, "02061": 2}
    assert run("own", "import", path, "--mode", "sideways").code == 2


# Out and in again


def test_a_table_that_was_written_reads_back_the_same(run: Run, tmp_path: Path) -> None:
    run("own", "pack", "Core", "x2", "HMW", "x1")
    run("own", "add", "-1", "The Roseroad", "2", "Hodor")
    run("own", "add", "1", "Hodor", "--condition", "EX", "--note", '=1+1, "quoted"\t; ё')
    run("own", "lend", "1", "Hodor", "--to", "Anna")
    run("own", "want", "3", "Jon Snow (WotN)")
    before = run("own", "list", "--json").out
    cards, packs = str(tmp_path / "cards.csv"), str(tmp_path / "packs.txt")
    assert run("own", "export", "-o", cards).code == 0
    assert run("own", "export", "-o", cards).code == 2
    assert run("own", "export", "--to", "packs", "-o", packs).code == 0
    for mode in ("max", "replace"):
        assert run("own", "import", cards, "--mode", mode, "--yes").out == "Nothing would change.\n"
    while run("own", "undo").code == 0:
        pass
    assert have(run) == {}
    assert run("own", "import", packs, "--yes").code == 0
    assert run("own", "import", cards, "--mode", "replace", "--yes").code == 0
    assert run("own", "list", "--json").out == before
    assert '"Family, Duty, Honor"' in Path(cards).read_text("utf-8")
    assert "'=1+1" in Path(cards).read_text("utf-8")


def test_packs_by_name_or_code_with_counts(run: Run, file: Callable[..., str]) -> None:
    text = "# mine\n2 Core Set\nNMG x3\nHoT: 1\nWolves of the North\nCoW,2\nThe King's Peace\t1\n"
    assert run("own", "import", file(text, "packs.txt"), "--yes").code == 0
    boxes = {row["pack"]: row["boxes"] for row in parsed(run("own", "pack", "--json").out)}
    assert boxes == {"Core": 2, "NMG": 3, "HoT": 1, "WotN": 1, "CoW": 2, "TKP": 1}
    out = run("own", "export", "--to", "packs").out
    assert out.splitlines()[0] == "2 Core Set"
    ran = run("own", "import", file("2 Core Set\n3 Nowhere\n", "packs.txt"), "--yes")
    assert ran.code == 2
    assert "line 2: No pack is called 'Nowhere'" in ran.err


def test_ids_and_counts_with_variants_and_prices(run: Run, file: Callable[..., str]) -> None:
    text = "#mine\n10001 3 foil:1 = 20 foil:50\n20001 0 foil:2\n10/2 1\n"
    path = file(text, "c.txt")
    game = ("--game", "berserk")
    assert run("own", "import", path, "--yes", *game).code == 0
    assert have(run, *game) == {"10/1": 4, "10/2": 1, "20/1": 2}
    out = run("own", "export", "--to", "ids", *game).out
    assert out == "10001 3 foil:1\n10002 1\n20001 0 foil:2\n"
    again = file(out, "again.txt")
    assert run("own", "import", again, "--yes", *game).out == "Nothing would change.\n"


def test_album_text_with_conditions_and_prices(run: Run, file: Callable[..., str]) -> None:
    cards = "2 NM Анаксарх\n1 EX Анаксарх 150\n3 Бойня\n1 LP выразить протест (18/197)\n"
    text = f"Альбом:\nмоё\n\n{cards}"
    path = file(text, "album.txt")
    game = ("--game", "berserk_heroes")
    assert run("own", "import", path, "--yes", *game).code == 0
    assert have(run, *game) == {"14/1": 3, "14/2": 3, "18/197": 1}
    out = run("own", "export", "--to", "album", *game).out
    assert out.splitlines()[0] == "Альбом:"
    assert "1 EX Анаксарх" in out
    assert "1 LP Выразить протест (18/197)" in out
    again = file(out, "again.txt")
    assert run("own", "import", again, "--yes", *game).out == "Nothing would change.\n"
    ran = run("own", "import", file(text + "что-то\n", "bad.txt"), "--yes", *game)
    assert ran.code == 2
    assert "line 8" in ran.err


@pytest.mark.parametrize("data", [b"", b"\0\1\2binary", b"no header at all but words\n"])
def test_what_is_no_collection_is_refused(run: Run, file: Callable[..., str], data: bytes) -> None:
    ran = run("own", "import", file(data, "x"), "--yes")
    assert ran.code == 2
    assert ran.err.startswith("deckcheck: ")


@pytest.mark.parametrize("name", ["csv", "ids", "album", "packs"])
def test_layouts_never_fall_over_whatever_they_are_given(name: str) -> None:
    chance = random.Random(name)
    alphabet = 'abй10 ,;:\t"\n=#()x-\r«»Альбом:count,title'
    for _ in range(300):
        text = "".join(chance.choice(alphabet) for _ in range(chance.randint(1, 80)))
        text = "count,title\n" * (name == "csv") + text
        for line in LAYOUTS[name].read(text, None):
            assert isinstance(line, Line | Bad)
            assert line.number >= 1
        assert 0 <= LAYOUTS[name].sniff(text) <= 100


@pytest.mark.parametrize("seed", range(30))
def test_written_tables_keep_every_row(seed: int) -> None:
    chance = random.Random(seed)
    letters = "ab ё,;'\"=+-@\t"
    entries = {}
    for code in SMALL.items:
        texts = ["".join(chance.choices(letters, k=6)).strip() for _ in range(3)]
        kind, (condition, who, note) = chance.choice(["have", "want", "lent"]), texts
        entries[Key(kind, code, condition, who, note)] = chance.randint(1, 9)
    text = LAYOUTS["csv"].write([Entry(key, n) for key, n in entries.items()], {}, SMALL, {})
    found = [line for line in LAYOUTS["csv"].read(text, None) if isinstance(line, Line)]
    assert [(one.list, one.code, one.copies) for one in found] == [
        (key.list, key.printing, str(n)) for key, n in entries.items()
    ]
    for one, key in zip(found, entries, strict=True):
        for given, kept in ((one.condition, key.condition), (one.note, key.note)):
            assert given == " ".join(kept.split())


def test_ids_of_programs_and_codes_are_each_others() -> None:
    assert number_of("10/7") == "10007"
    assert number_of("01001") == "01001"
    assert by_code("rose", SMALL) is SMALL.items["rose"]
    assert by_code("10007", SMALL) is None
