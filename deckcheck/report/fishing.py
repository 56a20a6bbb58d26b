"""Goldfishing for people: summaries, hands laid out, odds, simulated rounds.

Gives strings; the command line prints them. May import goldfish and below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from deckcheck.goldfish.plan import FIGURES, STRONG_COST
from deckcheck.goldfish.sample import share_interval
from deckcheck.goldfish.summary import Summary, is_mean
from deckcheck.report.hands import number_of_cards
from deckcheck.report.odds_words import decimal, percent, points, signed, table

if TYPE_CHECKING:
    from deckcheck.goldfish.chances import Fish
    from deckcheck.goldfish.odds import Odds, Wish
    from deckcheck.goldfish.simulate import Measured, Simulated
    from deckcheck.goldfish.swap import Change

LABELS = {
    "gold": "Gold placed, mean",
    "cards": "Cards placed, mean",
    "characters": "Characters, mean",
    "economy": "Economy cards, mean",
    "strong": f"Characters of cost {STRONG_COST} or more, mean",
    "limited": "Limited cards, mean",
}


def how_counted(shown: Sequence[Summary], hands: int) -> str:
    """Whether every hand was counted, or so many were drawn."""
    drawn = next((s.drawn for s in shown if s.drawn is not None), None)
    if drawn is None:
        return f"  Exact: all {hands:,} hands were counted."
    low, high = share_interval(drawn / 2, drawn)
    return (
        f"  Too varied to count: {drawn:,} hands were drawn; a chance is within "
        f"{(high - low) / 2 * 100:.2f} points 19 times in 20."
    )


def summaries(shown: Sequence[Summary], poor: str, economy: str) -> Iterator[str]:
    """One column a rule: means, then chances."""
    yield from _rules(shown)
    rows = [[""] + [f"({n})" if n else "keep all" for n in range(len(shown))]]
    rows += [[LABELS[n]] + [decimal(s.means[n]) for s in shown] for n in FIGURES]
    rows.append(["Hands that go back"] + [percent(s.returned) for s in shown])
    rows.append([f"Poor set-up: {poor}"] + [percent(s.poor) for s in shown])
    rows.append([f"A character of cost {STRONG_COST} or more"] + [percent(s.strong) for s in shown])
    rows.append([f"An economy card: {economy}"] + [percent(s.economy) for s in shown])
    yield from table(rows)


def _rules(shown: Sequence[Summary]) -> Iterator[str]:
    for number, one in enumerate(shown):
        if number:
            yield f"  ({number}) after one mulligan of each hand with: {one.rule}"


def spread(one: Summary, name: str) -> Iterator[str]:
    """Gold placed down, cards placed across, the chance of each pair."""
    golds = sorted({gold for gold, _ in one.spread}, reverse=True)
    counts = sorted({cards for _, cards in one.spread})
    yield f"Gold and cards placed together, {name}"
    rows = [["gold"] + [f"{n} cards" if n != 1 else "1 card" for n in counts] + ["any"]]
    for gold in golds:
        chances = [one.spread.get((gold, n), Fraction(0)) for n in counts]
        cells = [percent(c) if c else "." for c in chances]
        rows.append([str(gold), *cells, percent(sum(chances, Fraction(0)))])
    sums = [sum((one.spread.get((g, n), Fraction(0)) for g in golds), Fraction(0)) for n in counts]
    rows.append(["any", *map(percent, sums), ""])
    yield from table(rows)


def seen(fish: Fish, by_card: Mapping[str, Sequence[Fraction]]) -> Iterator[str]:
    """Each title with the chance to have seen a copy by the end of set-up and by each round."""
    rounds = max((len(row) for row in by_card.values()), default=1) - 1
    yield "Chance to have seen a copy"
    rows = [["", "copies", "set-up", *(f"round {n}" for n in range(1, rounds + 1))]]
    copies: dict[str, int] = {}
    for version in fish.plan.versions:
        copies[version.title] = copies.get(version.title, 0) + version.copies
    for title, chances in sorted(by_card.items()):
        rows.append([title, str(copies[title]), *map(percent, chances)])
    yield from table(rows)


def difference(
    before: Summary, after: Summary, changes: Sequence[Change], remarks: Sequence[str] = ()
) -> Iterator[str]:
    """What a swap changes: every figure before, after, and the difference."""
    swap = ", ".join(f"{c.copies:+} {c.card.title} ({c.card.pack})" for c in changes)
    yield f"Swap: {swap}"
    yield from (f"  {remark}" for remark in remarks)
    old, new = before.numbers(), after.numbers()
    rows = [["", "before", "after", "difference"]]
    for name in dict.fromkeys([*old, *new]):
        one, two = old.get(name, Fraction(0)), new.get(name, Fraction(0))
        if is_mean(name):
            rows.append([name, decimal(one, 3), decimal(two, 3), signed(two - one, 3)])
        else:
            rows.append([name, percent(one), percent(two), points(two - one)])
    yield from table(rows)


def odds_lines(wishes: Sequence[Wish], shown: Sequence[Odds]) -> Iterator[str]:
    """The wishes, then the chance by each round, one column a rule."""
    for number, wish in enumerate(wishes):
        matching = shown[0].matching[number]
        yield f"  want {wish.number} of: {wish.query} ({number_of_cards(matching)} in the deck)"
    for number, one in enumerate(shown):
        if number:
            yield f"  ({number}) after one mulligan of each hand with: {one.rule}"
        if not one.exact:
            yield "  Too varied to count: hands were drawn, the chances are estimates."
    heads = [f"({n})" if n else "keep all" for n in range(len(shown))]
    rows = [["", *heads]]
    for round_number in range(len(shown[0].by_round)):
        name = f"by round {round_number}" if round_number else "after set-up"
        rows.append([name, *(percent(one.by_round[round_number]) for one in shown)])
    yield from table(rows)


def simulated(result: Simulated, exact: Mapping[str, Fraction] | None) -> Iterator[str]:
    """Means with intervals and quartiles, by round; beside them what is known exactly."""
    from deckcheck.goldfish.simulate import MEASURES

    yield "Set-up"
    rows = [["", "mean", "95 %", "quartiles", "exact"]]
    for name, one in (("gold placed", result.gold), ("cards placed", result.cards)):
        known = exact.get(name.split()[0]) if exact else None
        rows.append([*_measured(name, one), decimal(known) if known is not None else "-"])
    yield from table(rows)
    low, high = share_interval(result.returned, result.games)
    yield (
        f"  first hands that went back: {result.returned / result.games * 100:.2f} % "
        f"({low * 100:.2f} to {high * 100:.2f})"
    )
    for number, measures in enumerate(result.rounds, 1):
        games = measures["gold"].games
        ended = f" (in {games} games the deck had not run out)" if games < result.games else ""
        yield f"Round {number}{ended}"
        rows = [["", "mean", "95 %", "quartiles"]]
        rows += [_measured(words, measures[name]) for name, words in MEASURES]
        yield from table(rows)


def _measured(name: str, one: Measured) -> list[str]:
    if not one.games:
        return [name, "-", "-", "-"]
    quartiles = "/".join(f"{q:g}" for q in one.quartiles)
    return [name, f"{one.mean:.2f}", f"+-{one.half:.2f}", quartiles]
