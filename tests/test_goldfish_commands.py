"""draw, goldfish, odds and simulate, as a user calls them."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command import LEGAL, Ran

DECK = str(LEGAL)
Run = Callable[..., Ran]


@pytest.fixture
def few(tmp_path: Path) -> str:
    """A deck of five cards."""
    file = tmp_path / "few.txt"
    file.write_text("2x Hodor\n1x The Roseroad\n2x Robb Stark\n", "utf-8")
    return str(file)


def test_a_seed_draws_the_same_hands(deckcheck: Run) -> None:
    one = deckcheck("draw", DECK, "--seed", "7", "--hands", "3", "--setup")
    two = deckcheck("draw", DECK, "--seed", "7", "--hands", "3", "--setup")
    assert one.code == 0
    assert one.out == two.out
    assert one.out.count("set up: ") == one.out.count("drawn up to 7: ") == 3


def test_hands_without_a_seed_say_theirs(deckcheck: Run) -> None:
    first = deckcheck("draw", DECK).out
    seed = first.split("seed ")[1].split()[0]
    assert deckcheck("draw", DECK, "--seed", seed).out == first


def test_a_hand_for_programs(deckcheck: Run) -> None:
    row = json.loads(deckcheck("draw", DECK, "--seed", "7", "--json").out)
    laid = [*row["placed"], *row["duplicates"], *row["shadows"]]
    assert len(row["hand"]) == 7
    assert row["cards"] == len(laid) == len(row["drawn"])
    assert all(row["hand"].count(code) >= laid.count(code) for code in laid)
    assert 0 <= row["gold"] <= 8


def test_a_hand_goes_back_once(deckcheck: Run) -> None:
    """Every hand has fewer than 8 cards in its set-up: it goes back, and the second stays."""
    out = deckcheck("draw", DECK, "--seed", "7", "--mulligan", "cards<8").out
    assert out.count("goes back: ") == 1
    assert "goes back" not in deckcheck("draw", DECK, "--seed", "7", "--mulligan", "cards>7").out


def test_five_cards_are_all_drawn_and_it_says_so(deckcheck: Run, few: str) -> None:
    ran = deckcheck("draw", few, "--seed", "1", "--json")
    assert len(json.loads(ran.out)["hand"]) == 5
    told = deckcheck("draw", few, "--seed", "1").out
    assert "The deck has 5 cards, fewer than a hand of 7: all are drawn." in told


def test_an_illegal_deck_is_fished_with_a_warning(deckcheck: Run, few: str) -> None:
    ran = deckcheck("goldfish", few, "--by", "0")
    assert ran.code == 0
    assert "this deck is not legal" in ran.err
    assert "Gold placed, mean" in ran.out


def test_the_exact_distribution_for_programs(deckcheck: Run) -> None:
    row = json.loads(
        deckcheck("goldfish", DECK, "--by", "0", "--mulligan", "cards<4", "--json").out
    )
    assert row["hands"] == 386_206_920
    for rule in row["rules"]:
        chances = [Fraction(cell["fraction"]) for cell in rule["spread"]]
        assert sum(chances) == 1
        gold = sum(c * cell["gold"] for c, cell in zip(chances, rule["spread"], strict=True))
        assert gold == Fraction(rule["figures"]["mean gold"]["fraction"])
    assert [rule["rule"] for rule in row["rules"]] == ["keep all", "cards<4"]
    assert all(rule["exact"] for rule in row["rules"])


def test_several_rules_side_by_side(deckcheck: Run) -> None:
    rules = ("--mulligan", "cards<4", "--mulligan", "best:cards>=4 and characters>=2")
    out = deckcheck("goldfish", DECK, "--by", "0", *rules).out
    assert "(1) after one mulligan of each hand with: cards<4" in out
    assert "(2) after one mulligan of each hand with: not (cards>=4 and characters>=2)" in out


def test_a_swap_shows_every_difference(deckcheck: Run) -> None:
    out = deckcheck("goldfish", DECK, "--by", "0", "--swap", "-1 The Roseroad +1 Hodor").out
    assert "Swap: -1 The Roseroad (Core), +1 Hodor (NMG)" in out
    assert "mean gold" in out
    none = deckcheck("goldfish", DECK, "--by", "0", "--swap", "-1 The Roseroad +1 The Roseroad")
    rows = none.out.split("difference\n")[1].splitlines()
    assert all(row.split()[-1] == "0" for row in rows)


@pytest.mark.parametrize(
    ("swap", "said"),
    [
        ("-4 The Roseroad +4 Hodor", "doesn't hold 4 of The Roseroad"),
        ("+1 Hodorr Hodorr Hodorr", "No card is called"),
        ("Roseroad", "A swap is written"),
        ("-1", "A swap is written"),
        ("", "A swap is written"),
        ("-2 The Roseroad +1 Hodor -2 The Roseroad", "doesn't hold as many of The Roseroad"),
        ("-1 The Roseroad +1 A Noble Cause", "A Noble Cause is never drawn (plot)"),
        ("+1 Fealty", "Fealty is never drawn (agenda)"),
    ],
)
def test_a_swap_that_cant_be(deckcheck: Run, swap: str, said: str) -> None:
    ran = deckcheck("goldfish", DECK, "--swap", swap)
    assert ran.code == 2
    assert said in ran.err


def test_cards_seen_by_round(deckcheck: Run) -> None:
    row = json.loads(deckcheck("goldfish", DECK, "--by", "2", "--json").out)
    for chances in row["seen"].values():
        values = [Fraction(chance["fraction"]) for chance in chances]
        assert values == sorted(values)
        assert len(values) == 3


def test_odds_of_wishes_together(deckcheck: Run) -> None:
    wishes = ("--want", "[type:location limited]>=1", "--want", "robb")
    row = json.loads(deckcheck("odds", DECK, *wishes, "--by", "3", "--json").out)
    assert [wish["matching"] for wish in row["wishes"]] == [6, 3]
    both = [Fraction(chance["fraction"]) for chance in row["rules"][0]["by_round"]]
    one = json.loads(deckcheck("odds", DECK, "--want", "robb", "--by", "3", "--json").out)
    alone = [Fraction(chance["fraction"]) for chance in one["rules"][0]["by_round"]]
    assert all(0 < b < a < 1 for b, a in zip(both, alone, strict=True))


def test_a_wish_that_matches_nothing_is_told_so(deckcheck: Run) -> None:
    ran = deckcheck("odds", DECK, "--want", "sumer")
    assert ran.code == 0
    assert "no card to be drawn matches 'sumer'; did you mean Summer" in ran.err
    assert "0 %" in ran.out


def test_a_rule_that_matches_nothing_is_told_so(deckcheck: Run) -> None:
    ran = deckcheck("goldfish", DECK, "--by", "0", "--mulligan", "[sumer]>0")
    assert "no card to be drawn matches 'sumer'; did you mean Summer" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("draw", DECK, "--seed", "-1"),
        ("draw", DECK, "--seed", "99999999999999999999"),
        ("draw", DECK, "--hands", "0"),
        ("simulate", DECK, "--games", "0"),
        ("simulate", DECK, "--rounds", "99"),
        ("simulate", DECK, "--plots", "best"),
        ("odds", DECK, "--want", "robb", "--by", "99"),
        ("odds", DECK, "--want", "colour:red"),
        ("goldfish", DECK, "--mulligan", "horses<2"),
        ("goldfish", DECK, "--poor", "[robb]<1"),
        ("goldfish", DECK, "--economy", "colour:red"),
        ("goldfish", DECK, "--choose", "Winterfell"),
        ("goldfish", "nowhere.txt"),
        ("goldfish", DECK, "--html", "no/such/folder/page.html"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    deckcheck: Run, arguments: tuple[str, ...]
) -> None:
    ran = deckcheck(*arguments)
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert ran.err.startswith("deckcheck: ")


def test_simulated_games_have_intervals_and_what_is_exact(deckcheck: Run) -> None:
    ran = deckcheck("simulate", DECK, "--games", "40", "--rounds", "2", "--seed", "5", "--json")
    row = json.loads(ran.out)
    exact = row["exact"]["gold"]["value"]
    assert abs(row["gold"]["mean"] - exact) < 2 * row["gold"]["half_interval"] + 0.05
    assert len(row["rounds"]) == 2
    for measures in row["rounds"]:
        assert measures["spent"]["mean"] + measures["wasted"]["mean"] == pytest.approx(
            measures["gold"]["mean"]
        )
    again = deckcheck("simulate", DECK, "--games", "40", "--rounds", "2", "--seed", "5", "--json")
    assert again.out == ran.out


def test_simulated_games_for_people(deckcheck: Run) -> None:
    out = deckcheck(
        "simulate", DECK, "--games", "20", "--rounds", "1", "--seed", "5", "--plain"
    ).out
    assert out.isascii()
    assert "20 games, seed 5, mulligan: keep all" in out
    assert "gold placed" in out
    assert "####" in out


def test_a_swap_says_what_it_does_to_the_deck(deckcheck: Run) -> None:
    def run(swap: str, *more: str) -> Ran:
        return deckcheck("goldfish", DECK, "--by", "0", "--swap", swap, *more)

    out = run("-1 The Roseroad").out
    assert "The deck has 59 cards to draw from after this swap, 60 before." in out
    assert "The deck is not legal after this swap, and was legal before." in out
    assert "after this swap" not in run("-1 The Roseroad +1 Hodor").out
    (one, two) = json.loads(run("-1 The Roseroad", "--json").out)["swapped"]["remarks"]
    assert one.startswith("The deck has 59")
    assert "not legal" in two


@pytest.mark.parametrize(
    "more",
    [
        ("goldfish", "--by", "0"),
        ("odds", "--want", "hodor"),
        ("draw",),
        ("simulate", "--games", "3"),
    ],
)
def test_cards_that_nobody_knows_are_named(
    deckcheck: Run, tmp_path: Path, more: tuple[str, ...]
) -> None:
    deck = tmp_path / "odd.txt"
    deck.write_text("3x Xyzzy Foo Card\n9x Hodor\n", "utf-8")
    command, *options = more
    out = deckcheck(command, str(deck), *options).out
    assert "9 cards to draw from" in out
    assert "Left out, as nobody knows them: 3 cards on 1 line" in out
    assert "line 1: 3x Xyzzy Foo Card" in out
    row = json.loads(deckcheck(command, str(deck), *options, "--json").out)
    assert row["left_out"] == [{"line": 1, "text": "3x Xyzzy Foo Card", "count": 3}]
    known = json.loads(deckcheck(command, DECK, *options, "--json").out)
    assert known["left_out"] == []


@pytest.mark.parametrize(
    "wish",
    [
        "type:character <=1",
        "type:character =1",
        "=1",
        ">=2",
        "roseroad >=-2",
        "roseroad >=1.5",
        "roseroad >=",
        "[cost>=6",
        "[cost>=6]>1",
        "cost>=6]",
        "hodor >=2 roseroad",
        "",
        "[ ]>=2",
    ],
)
def test_a_wish_that_cant_be_read_is_no_title(deckcheck: Run, wish: str) -> None:
    ran = deckcheck("odds", DECK, "--want", wish)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("deckcheck: The wish ")


@pytest.mark.parametrize(
    ("wish", "title"), [("fealty", "Fealty"), ("noble cause", "A Noble Cause")]
)
def test_plots_and_agendas_arent_drawn(
    deckcheck: Run, tmp_path: Path, wish: str, title: str
) -> None:
    deck = tmp_path / "d.txt"
    deck.write_text("House Stark\nFealty\n1x A Noble Cause\n9x Hodor\n", "utf-8")
    ran = deckcheck("odds", str(deck), "--want", wish)
    assert f"({title}: plots and agendas aren't drawn)" in ran.err


@pytest.mark.parametrize("option", ["--mulligan", "--swap", "--poor", "--economy"])
def test_an_empty_option_is_refused(deckcheck: Run, option: str) -> None:
    assert deckcheck("goldfish", DECK, "--by", "0", option, "").code == 2


def test_charts_in_the_terminal(deckcheck: Run) -> None:
    out = deckcheck("goldfish", DECK, "--by", "0", "--charts").out
    for title in ("Cost curve", "Icons", "Strength by cost", "Gold by plot"):
        assert title in out
    assert "█" in out
    assert deckcheck("goldfish", DECK, "--by", "0", "--charts", "--plain").out.isascii()


class Page(HTMLParser):
    """The tags of a page that ask for something elsewhere, and its headings."""

    def __init__(self) -> None:
        super().__init__()
        self.away: list[str] = []
        self.bars = 0
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.away += [f"{tag} {name}" for name, _ in attributes if name in ("src", "href")]
        self.bars += tag == "rect"
        if tag not in ("meta", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "rect":
            assert self.open.pop() == tag


@pytest.mark.parametrize("command", ["goldfish", "simulate"])
def test_a_page_stands_alone(deckcheck: Run, tmp_path: Path, command: str) -> None:
    page = tmp_path / "page.html"
    more = ("--games", "10") if command == "simulate" else ("--by", "0")
    assert deckcheck(command, DECK, *more, "--html", str(page)).code == 0
    text = page.read_text("utf-8")
    read = Page()
    read.feed(text)
    assert read.away == [] == read.open
    assert read.bars > 10
    assert "http" not in text
    assert "@import" not in text
    # Readable without colour: every bar has its number beside it.
    assert text.count('<td class="n">') == read.bars


def test_a_strange_name_is_safe_in_a_page(deckcheck: Run, tmp_path: Path) -> None:
    deck = tmp_path / "<script>.txt"
    deck.write_text("3x Hodor\n5x The Roseroad\n", "utf-8")
    page = tmp_path / "page.html"
    deckcheck("goldfish", str(deck), "--by", "0", "--html", str(page))
    assert "<script>" not in page.read_text("utf-8")


@pytest.mark.parametrize("command", ["goldfish", "simulate"])
def test_a_page_is_written_over_nothing_unasked(
    deckcheck: Run, few: str, tmp_path: Path, command: str
) -> None:
    before = Path(few).read_bytes()
    more = ("--games", "3") if command == "simulate" else ("--by", "0")
    ran = deckcheck(command, few, *more, "--html", few)
    assert (ran.code, ran.out) == (2, "")
    assert "exists already; --force writes over it" in ran.err
    assert Path(few).read_bytes() == before
    page = tmp_path / "page.html"
    page.write_text("old", "utf-8")
    assert deckcheck(command, few, *more, "--html", str(page), "--force").code == 0
    assert page.read_text("utf-8").startswith("<!")
    ran = deckcheck(command, few, few, *more, "--html", str(page), "--force")
    assert "the page of the first deck" in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["few.txt", "page.html"]


def test_the_red_door_and_what_to_fetch(deckcheck: Run, tmp_path: Path) -> None:
    deck = tmp_path / "door.txt"
    deck.write_text(
        "House Stark\nThe House With the Red Door\n2x The Iron Throne\n2x Gates of the Moon\n"
        "10x Hodor\n",
        "utf-8",
    )
    out = deckcheck("goldfish", str(deck), "--by", "0").out
    assert "13 cards to draw from, 7 in a hand, 4 gold for set-up" in out
    assert "before drawing, out of the deck: The Iron Throne" in out
    ran = deckcheck("goldfish", str(deck), "--by", "0", "--choose", "Hodor")
    assert "No agenda of this deck can fetch 'Hodor' before drawing." in ran.err


def test_rounds_that_no_game_came_to_have_a_dash(deckcheck: Run, few: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    out = deckcheck("simulate", few, "--games", "3", "--html", str(page)).out
    assert "(in 0 games the deck had not run out)" in out
    last = out.split("Round 3")[1].splitlines()
    assert next(row for row in last if "gold to spend" in row).split()[-3:] == ["-", "-", "-"]
    assert "0.00 +-0.00" not in out
    assert "0.00 +-0.00" not in page.read_text("utf-8")
    row = json.loads(deckcheck("simulate", few, "--games", "3", "--json").out)
    nothing = {"mean": None, "half_interval": None, "quartiles": None, "games": 0}
    assert row["rounds"][2]["gold"] == nothing


def test_another_game_isnt_goldfished(deckcheck: Run) -> None:
    ran = deckcheck("goldfish", "--game", "berserk", DECK)
    assert ran.code == 2
    assert "can't be goldfished" in ran.err
