"""What a deck argument may be and what it may not: bytes, encodings, archives, folders, bombs."""

from __future__ import annotations

import io
import os
import struct
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import pytest
from pools import agot2_desk

from deckcheck import source
from deckcheck.errors import DeckcheckError, InputError
from deckcheck.reading import read, safe_name, sniff
from deckcheck.source import Source, Text, iter_inputs, open_text, unpack

LIST = "House Stark\nFealty\n\n3x The Roseroad\n"


def refused(data: bytes) -> str:
    """The sentence that bytes are refused with."""
    with pytest.raises(InputError) as caught:
        open_text(data, "deck.txt")
    return str(caught.value)


def unreadable(text: str, codec: str | None = None) -> str:
    """The sentence that a text is refused with."""
    started = perf_counter()
    with pytest.raises(InputError) as caught:
        read(Text(text, name="deck"), agot2_desk(), codec)
    assert perf_counter() - started < 1
    return str(caught.value)


# ------------------------------------------------------------------ bytes


@pytest.mark.parametrize("data", [b"", b"   \r\n\t\n", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_an_empty_file_is_called_empty(data: bytes) -> None:
    assert refused(data) == "deck.txt: the file is empty."


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"3x Hodor\0", b"\x7fELF\x02\x01", b"\x1f\x8b\x08\x08\xff"],
)
def test_a_binary_file_is_called_binary(data: bytes) -> None:
    assert "binary file" in refused(data)


def test_a_huge_file_is_refused_before_it_is_read_whole(tmp_path: Path) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(InputError, match="larger than 8 MB"):
        open_text(huge)


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    for path, said in (
        (tmp_path / "none.txt", "there is no such file"),
        (tmp_path, "this is a folder"),
        ("a\0b", "can't be the name of a file"),
    ):
        with pytest.raises(InputError, match=said):
            open_text(path)


@pytest.mark.parametrize(
    "encoded",
    [
        LIST.encode(),
        LIST.encode("utf-8-sig"),
        LIST.encode("utf-16"),
        "\ufeff".encode("utf-16-be") + LIST.encode("utf-16-be"),
        LIST.replace("\n", "\r\n").encode(),
        LIST.replace("\n", "\r").encode(),
    ],
)
def test_every_encoding_and_newline_gives_the_same_text(encoded: bytes) -> None:
    assert open_text(encoded) == Text(LIST)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("3x Élan – “quoted” naïve café", "cp1252"),
        ("3x The Hand’s Judgment", "cp1252"),
        ("3 Ледяной ведьмак\n2 Ёлка", "cp1251"),
        ("Герой: Аира\n\nКолода:\n3 Килсус\n2 Заботливый\n", "cp866"),
        ("Герой: Аира\n\nКолода:\n3 Килсус\n2 Заботливый\n", "koi8-r"),
    ],
)
def test_one_byte_encodings_are_guessed_and_said(text: str, encoding: str) -> None:
    found = open_text(text.encode(encoding))
    assert found.text == text
    assert [(f.code, f.severity, f.args["encoding"]) for f in found.findings] == [
        ("decoded-as", "info", encoding)
    ]


def test_the_guess_reaches_the_deck() -> None:
    text = open_text('{"cards": {}, "name": "Né"}'.encode("cp1252"))
    (draft,) = read(text, agot2_desk())
    assert (draft.name, [f.code for f in draft.findings]) == ("Né", ["decoded-as"])


# ------------------------------------------------------------------ folders and archives


def names(found: list[Source], folder: Path) -> list[str]:
    """Names of the sources, relative to a folder; errors marked."""
    return [
        ("!" if isinstance(s.data, InputError) else "")
        + os.path.relpath(s.name, folder).replace(os.sep, "/")
        for s in found
    ]


def test_a_folder_gives_its_decks_sorted_and_leaves_other_files_alone(tmp_path: Path) -> None:
    for name in ("b.txt", "a.o8d", "README.md", "x.exe", ".hidden.txt", "sub/c.json", "a/z.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(LIST, encoding="utf-8")
    assert names(list(iter_inputs(tmp_path)), tmp_path) == [
        "a.o8d",
        "a/z.md",
        "b.txt",
        "sub/c.json",
    ]


def test_a_folder_without_decks_and_a_missing_file_are_errors_in_their_place(
    tmp_path: Path,
) -> None:
    (folder,) = iter_inputs(tmp_path)
    assert "there is no deck in this folder" in str(folder.data)
    (missing,) = iter_inputs(tmp_path / "none")
    assert "there is no such file" in str(missing.data)


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def errors(data: bytes) -> list[str]:
    """Sentences of the members that can't be read."""
    return [str(s.data) for s in unpack("x.zip", data) if isinstance(s.data, InputError)]


def test_an_archive_gives_its_decks_sorted() -> None:
    data = zipped(
        *(("b.txt", b"b"), ("a/b.json", b"{}"), ("__MACOSX/b.txt", b"x"), ("x.exe", b"x")),
        ("a/", b""),
    )
    assert [(s.name, s.data) for s in unpack("x.zip", data)] == [
        ("x.zip/a/b.json", b"{}"),
        ("x.zip/b.txt", b"b"),
    ]


def test_names_in_an_archive_are_never_paths(tmp_path: Path) -> None:
    data = zipped(("../../evil.txt", b"x"), ("/etc/evil.txt", b"y"), ("\x1b[2Jc.txt", b"z"))
    (tmp_path / "x.zip").write_bytes(data)
    before = sorted(tmp_path.rglob("*"))
    found = list(iter_inputs(tmp_path / "x.zip"))
    assert sorted(s.data for s in found if isinstance(s.data, bytes)) == [b"x", b"y", b"z"]
    assert not any("\x1b" in s.name for s in found)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_bomb_is_stopped_while_unpacking_and_the_limit_named() -> None:
    (sentence,) = errors(zipped(("bomb.txt", b"0" * 5_000_000)))
    assert "grows more than 200-fold" in sentence
    (sentence,) = errors(zipped(("bomb.txt", b"0" * 50_000_000)))
    assert "larger than 8 MB" in sentence
    stored = zipped(("big.txt", os.urandom(9_000_000)), method=zipfile.ZIP_STORED)
    assert ["larger than 8 MB" in s for s in errors(stored)] == [True]


def test_an_archive_may_not_unpack_to_more_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckcheck.archive.MAX_ARCHIVE_BYTES", 25_000)
    data = zipped(*((f"{n}.txt", os.urandom(5_000)) for n in range(8)))
    found = errors(data)
    assert len(found) == 3
    assert all("unpacks to more than" in sentence for sentence in found)


def test_a_bomb_that_lies_about_its_size_is_no_better() -> None:
    data = bytearray(zipped(("bomb.txt", b"0" * 50_000_000)))
    central = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, central + 24, 100)
    started = perf_counter()
    (sentence,) = errors(bytes(data))
    assert "damaged" in sentence or "larger than 8 MB" in sentence
    assert perf_counter() - started < 1


def test_archives_in_archives_and_locked_or_odd_members_are_refused_by_name() -> None:
    inner = zipped(("a.txt", b"x"))
    assert "an archive within an archive" in errors(zipped(("inner.zip", inner)))[0]
    locked = bytearray(zipped(("a.txt", b"x")))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + offset] |= 1
    assert "encrypted" in errors(bytes(locked))[0]
    odd = zipped(("a.txt", b"x" * 100), method=zipfile.ZIP_BZIP2)
    assert "packed in a way" in errors(odd)[0]


@pytest.mark.parametrize("size", [4, 10, 30, 60, 100])
def test_a_damaged_archive_is_called_damaged(size: int) -> None:
    assert "damaged" in errors(zipped(("a.txt", b"x" * 1000))[:size])[0]


def test_a_damaged_member_doesnt_stop_the_others() -> None:
    data = bytearray(zipped(("a.txt", b"a" * 500), ("b.txt", b"b"), method=zipfile.ZIP_STORED))
    data[data.index(b"aaaa")] = 0
    found = list(unpack("x.zip", bytes(data)))
    assert "damaged" in str(found[0].data)
    assert found[1].data == b"b"


def test_an_archive_without_decks_says_so() -> None:
    assert errors(zipped(("x.exe", b""))) == ["x.zip: there is no deck in this archive."]
    assert errors(zipped()) == ["x.zip: there is no deck in this archive."]


# ------------------------------------------------------------------ hostile JSON


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 200_000, "nested too deeply"),
        ('{"cards": ' * 100_000, "nested too deeply"),
        ('{"cards": {"01141": 1' + "0" * 5_000 + "}}", "thousands of digits"),
        ('{"cards": {"01141": NaN}}', "NaN is no number"),
        ('{"cards": {"01141": -Infinity}}', "-Infinity is no number"),
        ('{"cards": {"01141": 1, "01141": 2}}', 'the text "01141" stands twice as a key'),
        ('{"cards": {}, "name": "\\ud800"}', "half a character"),
        ('{"cards": {"01141": 1}', "isn't valid JSON: line 1, column 23"),
        ('{"name": "x"}', "no decklist that can be recognised (tried: json"),
        ("{}", "no decklist that can be recognised"),
        ("[]", "no decklist that can be recognised"),
    ],
)
def test_what_json_parsers_let_pass_is_refused_in_a_sentence(text: str, said: str) -> None:
    assert said in unreadable(text)


def test_control_characters_never_reach_a_console() -> None:
    text = (
        '{"cards": {"\\u001b[31m": 1}, "name": "a\\u001b[2J\\u202eb\\nc", "notes": "x\\ny\\u0007"}'
    )
    (draft,) = read(Text(text), agot2_desk())
    assert draft.name == "a[2Jb c"
    assert draft.notes == "x\ny"
    assert "\x1b" not in repr(draft)


def test_a_million_columns_or_quotes_take_no_second() -> None:
    for body in (",".join(["x"] * 500_000), '"' * 500_000, '"x\n' * 100_000, ",\n" * 200_000):
        started = perf_counter()
        with suppress(DeckcheckError):
            read(Text(f"count,name\n{body}"), agot2_desk(), "csv")
        assert perf_counter() - started < 5


# ------------------------------------------------------------------ sniffing


def test_sniffing_a_list_imports_no_reader_of_other_layouts() -> None:
    code = (
        "import sys; from deckcheck.reading import sniff; from deckcheck.source import Text; "
        f"print(sniff(Text({LIST!r}))); "
        "print([m for m in ('csv', 'json', 'defusedxml', 'zipfile', 'xml') if m in sys.modules])"
    )
    import subprocess

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "[]"


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ('{"cards": {}, "game": "agot2"}', "json"),
        ('[{"cards": {}, "faction": "stark"}]', "json"),
        ('{"cards": {}, "game": "agot2"}\n{"cards": {}}\n', "jsonl"),
        ('{"slots": []}', "thronesdb-json"),
        ('[{"slots": {"01141": 1}, "name": "x"}]', "thronesdb-json"),
        ('{"plotCards": [], "drawCards": []}', "throneteki"),
        (
            '[{"id": "x", "faction": "stark", "cards": [{"code": "01141", "count": 1}]}]',
            "throneteki",
        ),
        ('[[1, "01141", "x"]]', "json-rows"),
        ('[{"qty": 1, "code": "01141"}]', "json-rows"),
        ("count,name\n1,Hodor\n", "csv"),
        ("Name;Qty\nHodor;1\n", "csv"),
        ("Card\tQuantity\nHodor\t1\n", "tsv"),
        ('\n<?xml version="1.0"?>\n<deck game="x">', "o8d"),
    ],
)
def test_a_layout_is_known_by_its_content(text: str, codec: str) -> None:
    assert sniff(Text(text, name="some.file")) == codec


# ------------------------------------------------------------------ file names


@pytest.mark.parametrize(
    ("deck", "file"),
    [
        ("Wolves of Winter", "Wolves of Winter"),
        ('a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j"),
        ("../../etc/passwd", "etc passwd"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("com1", "_com1"),
        ("LPT¹", "_LPT¹"),
        ("console", "console"),
        ("trailing. . ", "trailing"),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("~root", "root"),
        ("line\nbreak\ttab\x00\x1b", "line break tab"),
        ("", "deck"),
        ("???", "deck"),
        ("...", "deck"),
        ("Дом Старков", "Дом Старков"),
    ],
)
def test_a_deck_name_becomes_a_file_name_that_is_safe_everywhere(deck: str, file: str) -> None:
    assert safe_name(deck) == file


@pytest.mark.parametrize("deck", ["x" * 1000, "ё" * 1000, "🐺" * 1000, "a" * 99 + ". b"])
def test_long_names_are_cut_to_what_every_system_takes(deck: str) -> None:
    name = safe_name(deck)
    assert 0 < len(name) <= 100
    assert len(name.encode()) <= 200
    assert name == name.strip(". ")


def test_limits_are_as_the_sentences_say() -> None:
    assert (source.MAX_BYTES, source.MAX_RATIO) == (8_000_000, 200)
