"""How fast a verdict is, as ratios within one run.

    python benchmarks/check_speed.py

1. `deckcheck check` on one deck, whole process, against a bare `python -c pass` (pair by pair,
   medians), and its peak memory. The database is built and everything byte-compiled first.
2. A thousand parsed decks judged in one process, findings included, against a loop that sums
   their counts: processor time, best of five. Half of them are legal decks of the project, half
   random heaps with a dozen faults each.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
    import random

    from deckcheck import Checker, Deck, find_home, load, open_cards

    with tempfile.TemporaryDirectory() as home, open_cards(find_home(home)) as store:
        game, pool = load("agot2", store.documents("agot2")), store.pool("agot2")
        checker = Checker(game, pool, today="2026-11-29")
        chance = random.Random(1)
        cards = [c for c in pool.all() if c.released and game.section(c) in ("draw", "plot")]
        agendas = [c.code for c in pool.all() if c.type == "agenda"]
        factions = [f.code for f in game.factions.values() if f.playable]
        decks = []
        for _ in range(1000):
            faction = chance.choice(factions)
            fitting = [c for c in cards if c.facts["faction"] in (faction, "neutral")]
            draw = [c for c in fitting if game.section(c) == "draw"]
            plots = [c for c in fitting if game.section(c) == "plot"]
            counts = {c.code: chance.randint(1, 3) for c in chance.sample(draw, 30)}
            counts.update({c.code: 1 for c in chance.sample(plots, 7)})
            deck = Deck("agot2", faction=faction, agendas=(chance.choice(agendas),), cards=counts)
            decks.append(deck)
        for deck in decks:
            checker.check(deck)
        best, bare = 0.0, 1e9
        for _ in range(5):
            start = time.process_time()
            for deck in decks:
                checker.check(deck)
            judged = time.process_time() - start
            start = time.process_time()
            for deck in decks:
                sum(deck.cards.values())
            bare = min(bare, time.process_time() - start)
            best = max(best, len(decks) / judged)
        print(f"verdicts a second: {best:,.0f}; ratio to summing counts: {bare * best / 1000:.4f}")


if __name__ == "__main__":
    process()
    verdicts()
