"""A seeded share of `benchmarks/fuzz_readers.py`: broken decks through all readers."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from pools import agot2_desk

from deckcheck.names import Names
from deckcheck.reading import read
from deckcheck.source import Text


def script() -> ModuleType:
    """The fuzzing script as a module."""
    path = Path(__file__).parents[1] / "benchmarks" / "fuzz_readers.py"
    spec = importlib.util.spec_from_file_location("fuzz_readers", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = before
    return module


def test_broken_decks_give_decks_or_sentences_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Names, "suggest", Names.suggest)
    monkeypatch.setattr(Names, "_edited", Names._edited)
    fuzz = script()
    fuzz.remember_near_titles()
    troubles, _ = fuzz.run(0, 60, 2026)
    assert troubles == []


@pytest.mark.parametrize(
    ("codec", "line"),
    [("csv", "3,Xyzzy Plugh Of The {n}"), ("text", "3x Xyzzy Plugh Of The {n}")],
)
def test_noise_is_compared_with_all_titles_only_so_often(codec: str, line: str) -> None:
    asked = 0
    compared = Names._spellings

    def counted(self: Names) -> dict[str, list[str]]:
        nonlocal asked
        asked += 1
        return compared(self)

    body = "\n".join(line.format(n=f"{n:x}") for n in range(3_000))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Names, "_spellings", counted)
        (draft,) = read(Text(f"count,name\n{body}"), agot2_desk(), codec)
    assert len(draft.entries) == 3_000
    assert asked < 1_500
