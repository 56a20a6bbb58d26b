"""What draw, goldfish, odds and simulate share: their decks, seeds, rules, and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from deckcheck.cli import common
from deckcheck.cli.decks import judge_all
from deckcheck.errors import DeckcheckError, InputError
from deckcheck.goldfish.chances import Fish
from deckcheck.goldfish.mulligan import Rule, parse_rule
from deckcheck.goldfish.plan import ECONOMY

if TYPE_CHECKING:
    from deckcheck.findings import Report
    from deckcheck.setting import Setting

MulliganOption = Annotated[
    list[str] | None,
    typer.Option(
        "--mulligan", metavar="RULE", help="When a hand goes back: 'cards<4 or characters<2'."
    ),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Draw the same hands again.")
]
ChooseOption = Annotated[
    list[str] | None,
    typer.Option("--choose", metavar="TITLE", help="What an agenda fetches before drawing."),
]
EconomyOption = Annotated[
    str, typer.Option("--economy", metavar="QUERY", help="What counts as an economy card.")
]
HtmlOption = Annotated[
    str | None, typer.Option("--html", metavar="FILE", help="Write a page with charts.")
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Write the page over a file that exists.")
]


class Fished(NamedTuple):
    """One deck of the input, ready to be goldfished."""

    file: str
    name: str
    """The deck's name, with the file it came from."""
    fish: Fish
    report: Report
    setting: Setting
    """By what the deck was judged."""


def fish_all(
    bench: common.Bench,
    decks: Iterable[str],
    codec: str | None,
    *,
    economy: str = ECONOMY,
    choose: Sequence[str] | None = None,
    seed: int = 0,
    on: str | None = None,
) -> Iterator[Fished]:
    """Every deck of the input. One that isn't legal is fished all the same, and said to be so.

    What can't be read is said on standard error. Raises InputError for games but agot2, and if no
    deck is left.
    """
    if bench.game.name != "agot2":
        raise InputError(f"{bench.game.title} can't be goldfished; agot2 can.")
    if not economy.strip():
        raise InputError("--economy is empty: write a query, or leave it out.")
    found = False
    for judged in judge_all(bench, decks, common.asked(None, None, on), codec=codec):
        if judged.checked is None:
            common.say_error(judged.error)
            continue
        deck, report = judged.checked.deck, judged.checked.report
        if deck.game != "agot2":
            common.say_error(f"{judged.file}: a deck of {bench.game.title} can't be goldfished.")
            continue
        shown = deck.name or "deck without a name"
        name = shown if judged.file == "-" else f"{shown} ({judged.file})"
        if report.legal is not True:
            said = "is not legal" if report.legal is False else "may not be legal"
            common.say_error(f"{judged.file}: this deck {said} (deckcheck check says why).")
        cards = bench.pool.cards((*deck.cards, *deck.agendas))
        made = Fish(deck, cards, bench.game, economy=economy, choose=choose or (), seed=seed)
        if not made.plan.size:
            common.say_error(f"{judged.file}: this deck has no cards to draw.")
            continue
        found = True
        yield Fished(judged.file, name, made, report, judged.checked.setting)
    if not found:
        raise DeckcheckError("There is no deck to goldfish.")


def rules(bench: common.Bench, given: Sequence[str] | None) -> list[Rule]:
    """Keeping all, then the rules that were given."""
    from deckcheck.goldfish.mulligan import KEEP_ALL

    if any(not text.strip() for text in given or ()):
        raise InputError("--mulligan is empty: write a rule such as 'cards<4', or leave it out.")
    return [KEEP_ALL, *(parse_rule(text, bench.game.fields) for text in given or ())]


def seed_or_any(seed: int | None) -> int:
    """The seed that was given, checked; else any. Raises InputError for one out of range."""
    from deckcheck.engine.dice import dice

    if seed is not None:
        return dice(seed).seed
    from random import SystemRandom

    return SystemRandom().randrange(2**31)


def at_least(number: int, name: str, most: int) -> int:
    """A number of things that was asked for. Raises InputError if it is out of range."""
    if not 1 <= number <= most:
        raise InputError(f"{name} is a number from 1 to {most:,}, not {number}.")
    return number


def note_no_match(fished: Fished, query: str) -> None:
    """Say on standard error that a query matches no card to be drawn, and what it may mean."""
    from difflib import get_close_matches

    from deckcheck.folding import fold

    fish = fished.fish
    drawn = {version.code for version in fish.plan.versions}
    others = [c for c in fish.cards.values() if fish.game.section(c) in ("plot", "agenda")]
    test = fish.test(query)
    matching = [card.title for card in others if test(card.code)]
    if matching:
        hint = f" ({', '.join(matching[:3])}: plots and agendas aren't drawn)."
    else:
        titles = {fold(c.title): c.title for c in fish.cards.values() if c.code in drawn}
        wanted = fold(query.strip("\"'"))
        near = [titles[key] for key in get_close_matches(wanted, list(titles), 3, 0.5)]
        hint = f"; did you mean {' or '.join(near)}?" if near else "."
    common.say_error(f"{fished.file}: no card to be drawn matches {query!r}{hint}")


class Page:
    """The page that --html asks for: of one deck, over no file that exists without --force."""

    def __init__(self, path: str | None, force: bool) -> None:
        """Raises InputError at once, before hands are counted, for a file that exists."""
        from deckcheck.cli.writing import refuse_existing

        self.path, self.force = path, force
        self._written = False
        if path is not None:
            refuse_existing(path, force)

    def write(self, text: str) -> None:
        """Write the page whole or not at all. Raises InputError if it can't be, or was before."""
        from deckcheck.cli.writing import write_file

        if self.path is None:
            return
        if self._written:
            raise InputError(f"{self.path} holds the page of the first deck: give one deck a page.")
        write_file(self.path, text, self.force)
        self._written = True
