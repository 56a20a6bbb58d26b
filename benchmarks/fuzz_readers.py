"""Mutated decklists through all readers: nothing but our own errors may come out, in good time.

    python benchmarks/fuzz_readers.py 100000 [--seed 1] [--jobs 4] [--fresh]

Each input is a deck in some layout (or an archive of decks), broken in a few places. It goes
through decoding, sniffing and every reader there is, and what was read is settled and written
as JSON again. Prints what went wrong with the seed that makes it again, and the slowest input.
Exit code 1 if anything did.
"""

from __future__ import annotations

import argparse
import io
import sys
import zipfile
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import berserk_decks  # noqa: E402
from pools import agot2_desk, game_of, pool_of  # noqa: E402
from random_decks import random_decks  # noqa: E402

from deckcheck.codecs import CODECS  # noqa: E402
from deckcheck.codecs.base import Desk  # noqa: E402
from deckcheck.errors import DeckcheckError  # noqa: E402
from deckcheck.names import Names  # noqa: E402
from deckcheck.reading import read, write  # noqa: E402
from deckcheck.settle import settle  # noqa: E402
from deckcheck.source import Source, open_text, unpack  # noqa: E402

SECONDS = 1.0
"""The most that one reader may take for one input."""
_READ = tuple(name for name in CODECS if hasattr(CODECS[name], "read"))
READERS: dict[str, tuple[str | None, ...]] = {
    "agot2": (None, *(name for name in _READ if not hasattr(CODECS[name], "GAMES"))),
    **{game: (None, "text", *own) for game, own in berserk_decks.OWN.items()},
}
"""Game → readers that its cards are looked up by; None = the one that sniffing finds."""
_SHARED = ROOT.parent / "shared"

_TOKENS = (
    *(b'"', b"'", b"{", b"}", b"[", b"]", b"<", b">", b"&", b"]]>", b"<!--", b"(", b")", b"x"),
    *(b"3x ", b" x3", b"0x ", b"-1 ", b"99999999999", b"1e999", b"NaN", b"null", b"true", b"#"),
    *(b"\\ud800", b"\\u0000", b"\\", b"=", b"===", b"\t", b"\r", b"\n\n", b"\r\n", b",", b";"),
    *(b"//", b"**", b"[b]", b"[/b]", b"[url=", b"](", b"http://", b"<li>", b"&nbsp;", b"&#0;"),
    *(
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\x00",
        b"\xe2\x80\x8b",
        b"\xc2\xa0",
        b"\xe2\x80\x99",
        b"\xff",
    ),
    *(b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"Maybe", b"Sideboard", b"Agenda:", b"Plots (7)"),
    *("«".encode(), "Герой:".encode(), "Сайд".encode(), "Альбом:\n".encode(), b"#IBG", b"10101"),
    *(b'"deck"', b'"mainDeck"', b'"ObjectStates"', b'"CardID"', b'"setNumber"', b'"count"'),
    *(b'"cards"', b'"slots"', b'"unread"', b'"agendas"', b"count,name", b"Ghost", b"(Core)"),
)


class Trouble(NamedTuple):
    """One input that a reader didn't bear."""

    seed: str
    reader: str
    what: str


_suggest, _edited = Names.suggest, Names._edited


@cache
def _names(game: str) -> Names:
    return Names(pool_of(game))


@lru_cache(200_000)
def _near(how: Callable[..., Any], game: str, *asked: Any) -> Any:
    return how(_names(game), *asked)


def _game(names: Names) -> str:
    """The game whose titles are looked through."""
    return next(game for game in READERS if pool_of(game) is names._pool)


def remember_near_titles() -> None:
    """Look up what is near a title once for all inputs: nine tenths of the time otherwise.

    It depends on nothing but the title and its pack; how long it may take for one file is
    bounded in `names.py`, and `--fresh` measures it.
    """
    Names.suggest = (  # type: ignore[method-assign]
        lambda self, text: _near(_suggest, _game(self), text)
    )
    Names._edited = (  # type: ignore[method-assign]
        lambda self, *asked: _near(_edited, _game(self), *asked)
    )


@cache
def seeds() -> tuple[bytes, ...]:
    """Whole decks in every layout that is written, real ones where they are at hand."""
    desk = agot2_desk()
    found = [
        write(deck, desk, codec).encode()
        for codec in CODECS
        if hasattr(CODECS[codec], "write") and not hasattr(CODECS[codec], "GAMES")
        for deck in random_decks(3)
    ]
    found += [
        write(deck, berserk_decks.desk_of(game), codec).encode()[:20_000]
        for game, own in berserk_decks.OWN.items()
        for codec in own
        for deck in berserk_decks.random_decks(game, 3)
    ]
    folders = (
        ROOT / "tests" / "decks" / "agot2",
        _SHARED / "decks" / "agot2",
        _SHARED / "data" / "berserk" / "decks",
    )
    for folder in folders:
        files = sorted(path for path in folder.glob("*") if path.is_file())
        found += [path.read_bytes()[:20_000] for path in files[:60]]
    return tuple(found)


def mutated(chance: Random) -> bytes:
    """A deck that a few things happened to."""
    data = bytearray(chance.choice(seeds()))
    for _ in range(chance.choice((1, 1, 2, 3, 5, 10, 30))):
        chance.choice(_CHANGES)(data, chance)
    if chance.random() < 0.02:
        encoding = chance.choice(("utf-16", "cp1251", "utf-8-sig"))
        data[:] = data.decode("utf-8", "replace").encode(encoding, "replace")
    if chance.random() < 0.03:
        data[:] = _zipped(bytes(data), chance)
    return bytes(data[:60_000])


def _flip(data: bytearray, chance: Random) -> None:
    if data:
        data[chance.randrange(len(data))] = chance.randrange(256)


def _cut(data: bytearray, chance: Random) -> None:
    start = chance.randrange(len(data) + 1)
    del data[start : start + chance.choice((1, 2, 5, 20, 200, 5_000))]


def _insert(data: bytearray, chance: Random) -> None:
    at = chance.randrange(len(data) + 1)
    data[at:at] = chance.choice(_TOKENS) * chance.choice((1, 1, 1, 2, 50))


def _repeat(data: bytearray, chance: Random) -> None:
    start = chance.randrange(len(data) + 1)
    part = data[start : start + chance.choice((1, 10, 60, 500))]
    data[start:start] = part * chance.choice((1, 2, 20))


def _swap(data: bytearray, chance: Random) -> None:
    lines = data.split(b"\n")
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    data[:] = b"\n".join(lines)


def _splice(data: bytearray, chance: Random) -> None:
    other = chance.choice(seeds())
    start = chance.randrange(len(other) + 1)
    at = chance.randrange(len(data) + 1)
    data[at:at] = other[start : start + chance.choice((20, 200, 2_000))]


_CHANGES: tuple[Callable[[bytearray, Random], None], ...] = (
    *(_flip, _flip, _cut, _insert, _insert, _insert, _repeat, _swap, _splice),
)


def _zipped(data: bytes, chance: Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/deck.txt", data)
        archive.writestr("b.json", b"{}")
    packed = bytearray(out.getvalue())
    for _ in range(chance.randrange(4)):
        _flip(packed, chance)
    return bytes(packed)


def borne(data: bytes, seed: str) -> tuple[list[Trouble], float]:
    """What went wrong with this input, and the longest time that a reader took for it."""
    troubles: list[Trouble] = []
    longest = 0.0
    for source in unpack("fuzz", data):
        for game, reader in ((game, one) for game, some in READERS.items() for one in some):
            started = process_time()
            try:
                _read(source, game, reader)
            except DeckcheckError as error:
                if not str(error) or "Traceback" in str(error):
                    troubles.append(Trouble(seed, str(reader), f"no sentence: {error!r}"))
            except Exception as error:
                troubles.append(Trouble(seed, str(reader), repr(error)[:300]))
            took = process_time() - started
            longest = max(longest, took)
            if took > SECONDS:
                troubles.append(Trouble(seed, str(reader), f"took {took:.1f} s"))
    return troubles, longest


def _read(source: Source, game: str, reader: str | None) -> None:
    desk = agot2_desk() if game == "agot2" else Desk(pool_of(game), game_of(game))
    for draft in read(open_text(source), desk, reader)[:20]:
        deck, _ = settle(draft, desk)
        write(deck, desk, "json").encode()


def run(first: int, last: int, base: int) -> tuple[list[Trouble], float]:
    """The inputs numbered from `first` to before `last`; each is made from (base, number)."""
    troubles: list[Trouble] = []
    longest = 0.0
    for number in range(first, last):
        seed = f"{base}:{number}"
        found, took = borne(mutated(Random(seed)), seed)
        troubles += found
        longest = max(longest, took)
    return troubles, longest


def main(arguments: Sequence[str]) -> int:
    """Run, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("number", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--fresh", action="store_true", help="remember no near titles")
    options = parser.parse_args(arguments)
    if not options.fresh:
        remember_near_titles()
    step = 250
    parts = [
        (start, min(start + step, options.number), options.seed)
        for start in range(0, options.number, step)
    ]
    with Pool(options.jobs) as pool:
        results = pool.starmap(run, parts, chunksize=1)
    troubles = [trouble for found, _ in results for trouble in found]
    for trouble in troubles[:50]:
        print(f"{trouble.seed} {trouble.reader}: {trouble.what}")
    longest = max((took for _, took in results), default=0.0)
    print(
        f"{options.number} inputs through {len(_READ)} readers: {len(troubles)} troubles, "
        f"the slowest took {longest * 1000:.0f} ms"
    )
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
