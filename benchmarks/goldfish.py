"""How fast goldfishing is, as ratios within one run.

    python benchmarks/goldfish.py

1. Exact set-up with a mulligan (`cards<4`), real decks: milliseconds of processor time, and peak
   memory above start, each deck in a process of its own. Limits: 50 ms and 20 MB for decks whose
   attachments take any own character and that hold no shadow cards, 1 s for the others. Beside it
   the same with all six figures.
2. Hands set up a second, against `random.sample` and a search over all subsets of the hand
   (limit: 5 times as many, or 100,000).
3. `deckcheck draw`, whole process, against `deckcheck check` on the same deck, pair by pair.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from goldfish_decks import all_cards, fish, real_decks  # noqa: E402
from pools import agot2_game  # noqa: E402

from deckcheck.goldfish.exact import count_hands  # noqa: E402
from deckcheck.goldfish.mulligan import parse_rule  # noqa: E402
from deckcheck.goldfish.plan import FIGURES, Plan, plan  # noqa: E402
from deckcheck.goldfish.sample import Sampler  # noqa: E402

DECK = ROOT / "data" / "agot2" / "decks" / "winter-is-coming.txt"
PAIRS = 25


def one_deck(name: str) -> None:
    """The first figure, for one deck; prints a row."""
    deck, game = real_decks()[name], agot2_game()
    all_cards()
    rule = parse_rule("cards<4", game.fields)
    times = []
    for _ in range(5):
        start = time.process_time()
        fish(deck).chances(rule)
        times.append(time.process_time() - start)
    tracemalloc.start()
    fish(deck).chances(rule)
    memory = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    made = plan(deck, all_cards(), game)
    start = time.process_time()
    count_hands(made, len(FIGURES))
    whole = time.process_time() - start
    shadows = sum(v.copies for v in made.versions if v.shadow)
    plain = made.kinds < 2 and not shadows
    limit = "50 ms, 20 MB" if plain else "1000 ms"
    print(
        f"{name:8} {made.size} cards, {made.kinds} kinds of attachments, {shadows} shadow cards: "
        f"{min(times) * 1000:6.1f} ms, {memory:4.1f} MB (limit {limit}); "
        f"six figures {whole * 1000:.1f} ms"
    )


def by_subsets(made: Plan, number: int) -> float:
    """Hands a second by `random.sample` and every subset of a hand: gold, limited, bearers."""
    cards = [v for v in made.versions for _ in range(v.copies)]
    chance = random.Random(1)
    start = time.process_time()
    for _ in range(number):
        hand = chance.sample(cards, made.drawn)
        best = (0, 0)
        for size in range(1, made.drawn + 1):
            for chosen in combinations(hand, size):
                gold, titles, limited, bears, needs = 0, set(), 0, set(), set()
                for v in chosen:
                    if v.cost is None:
                        break
                    if not (v.unique and v.title in titles):
                        gold += v.cost
                    titles.add(v.title)
                    limited += v.limited
                    bears |= v.bears
                    if v.needs is not None:
                        needs.add(v.needs)
                else:
                    if gold <= made.gold and limited < 2 and needs <= bears:
                        best = max(best, (gold, size))
    return number / (time.process_time() - start)


def samples() -> None:
    """The second figure."""
    for name in ("SoD-1", "uCHP10"):
        made = plan(real_decks()[name], all_cards(), agot2_game())
        sampler = Sampler(made, 2)
        start = time.process_time()
        sampler.hands(60_000, 1)
        ours = 60_000 / (time.process_time() - start)
        theirs = by_subsets(made, 1_500)
        print(
            f"{name:8} {ours:,.0f} hands a second, subset search {theirs:,.0f}: "
            f"{ours / theirs:.1f} times"
        )


def timed(command: list[str], env: dict[str, str]) -> float:
    """Seconds of one process."""
    start = time.perf_counter()
    subprocess.run(command, env=env, capture_output=True, check=True)
    return time.perf_counter() - start


def start_up() -> None:
    """The third figure."""
    script = str(Path(sys.executable).with_name("deckcheck"))
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "DECKCHECK_HOME": home}
        check = [script, "check", "--on", "2026-11-29", str(DECK)]
        draw = [script, "draw", "--on", "2026-11-29", "--seed", "1", str(DECK)]
        timed(check, env)
        timed(draw, env)
        pairs = [(timed(check, env), timed(draw, env)) for _ in range(PAIRS)]
    ratio = statistics.median(b / a for a, b in pairs)
    low, high = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
    print(f"draw / check: {ratio:.2f} ({high:.1f} ms / {low:.1f} ms, median of {PAIRS})")


def main() -> None:
    """All figures; each deck's in a process of its own."""
    if sys.argv[1:]:
        one_deck(sys.argv[1])
        return
    for name in real_decks():
        subprocess.run([sys.executable, __file__, name], check=True)
    samples()
    start_up()


if __name__ == "__main__":
    main()
