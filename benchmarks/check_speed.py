"""How fast a verdict is, as ratios within one run.

    python benchmarks/check_speed.py

1. `deckcheck check` on one deck, whole process, against a bare `python -c pass` (pair by pair,
   medians), and its peak memory. The database is built and everything byte-compiled first.
2. A thousand parsed decks judged in one process, findings included, against a loop that sums
   their counts: processor time, best of five.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckcheck import Checker, Deck

ROOT = Path(__file__).parent.parent
DECK = ROOT / "data" / "agot2" / "decks" / "winter-is-coming.txt"
PAIRS = 25


def timed(command: list[str], env: dict[str, str]) -> float:
    """Seconds of one process."""
    start = time.perf_counter()
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def peak_megabytes(command: list[str], env: dict[str, str]) -> float:
    """Peak resident memory of one process, in MB."""
    program = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    run = [sys.executable, "-c", program, *command]
    out = subprocess.run(run, env=env, capture_output=True, text=True, check=True).stdout
    return int(out) / 1024


def process() -> None:
    """The first figure."""
    script = Path(sys.executable).with_name("deckcheck")
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "DECKCHECK_HOME": home}
        check = [str(script), "check", "--on", "2026-11-29", str(DECK)]
        bare = [sys.executable, "-c", "pass"]
        timed(check, env)  # builds the database, compiles the modules
        pairs = [(timed(bare, env), timed(check, env)) for _ in range(PAIRS)]
        ratio = statistics.median(b / a for a, b in pairs)
        low, high = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
        print(f"check / bare python: {ratio:.2f} ({high:.1f} ms / {low:.1f} ms, median of {PAIRS})")
        print(f"peak memory of check: {peak_megabytes(check, env):.1f} MB")


def verdicts() -> None:
    """The second figure."""
    from deckcheck import Checker, find_home, load, open_cards

    with tempfile.TemporaryDirectory() as home, open_cards(find_home(home)) as store:
        game, pool = load("agot2", store.documents("agot2")), store.pool("agot2")
        checker = Checker(game, pool, today="2026-11-29")
        for label, free in (("decks as people bring them", True), ("random heaps", False)):
            decks = made_decks(checker, only_free=free)
            legal = sum(checker.check(deck).legal is True for deck in decks)
            findings = sum(len(checker.check(deck).findings) for deck in decks)
            judged = least(lambda decks=decks: [checker.check(deck) for deck in decks])
            bare = least(lambda decks=decks: [sum(deck.cards.values()) for deck in decks])
            print(
                f"{label} ({legal} legal, {findings} findings): {len(decks) / judged:,.0f} "
                f"verdicts a second; ratio to summing counts: {bare / judged:.4f}"
            )


def least(work: Callable[[], object]) -> float:
    """Seconds of processor time, the best of five."""
    times = []
    for _ in range(5):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def made_decks(checker: Checker, *, only_free: bool) -> list[Deck]:
    """A thousand decks of 60 cards and 7 plots.

    `only_free`: Fealty decks of cards that the list and the releases let in, every second of them
    with one card of another faction; else cards and agendas as they come.
    """
    from deckcheck import Deck
    from deckcheck.setting import Asked, setting

    game, pool = checker.game, checker.pool
    judge = checker.judge(setting(game, Asked(), checker.today))
    chance = random.Random(1)
    cards = [c for c in pool.all() if c.released and game.section(c) in ("draw", "plot")]
    if only_free:
        part = judge.list.formats["joust"] if judge.list else None
        tied = {*part.restricted, *(c for pod in part.pods for c in pod.cards)} if part else set()
        cards = [c for c in cards if not judge.banned(c) and c.code not in tied]
        cards = [*{c.title: c for c in cards}.values()]
    agendas = ["01027"] if only_free else [c.code for c in pool.all() if c.type == "agenda"]
    decks = []
    for number in range(1000):
        faction = chance.choice([f.code for f in game.factions.values() if f.playable])
        own = [c for c in cards if c.facts["faction"] == faction and c.type != "plot"]
        neutral = [c for c in cards if c.facts["faction"] == "neutral" and c.type != "plot"]
        plots = [c for c in cards if c.type == "plot" and c.facts["faction"] == "neutral"]
        draw = [*chance.sample(own, 24), *chance.sample(neutral, 6)]
        counts = {c.code: 2 for c in draw} | {c.code: 1 for c in chance.sample(plots, 7)}
        if only_free and number % 2:
            counts[chance.choice(cards).code] = 1
        decks.append(
            Deck("agot2", faction=faction, agendas=(chance.choice(agendas),), cards=counts)
        )
    return decks


if __name__ == "__main__":
    process()
    verdicts()
