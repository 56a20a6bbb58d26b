"""A list bans by name: also a card that the card data lack is banned, not merely unknown."""

from __future__ import annotations

import pytest
from berserk_decks import desk_of

from deckcheck.checking import Checker
from deckcheck.findings import Report
from deckcheck.reading import read
from deckcheck.setting import Asked
from deckcheck.source import Text

HEROES = "berserk_heroes"


def report(text: str, format: str, on: str) -> Report:
    desk = desk_of(HEROES)
    (draft,) = read(Text(text), desk)
    return Checker(desk.game, desk.pool, on).check_draft(draft, Asked(format=format, on=on)).report


@pytest.mark.parametrize(
    ("text", "format", "on", "name"),
    [
        ("Герой: Аира\n\nКолода:\n3 Хаким\n", "standard", "2024-01-20", "Хаким"),
        ("Герой: Аира\n\nКолода:\nХАКИМ x3\n", "standard", "2024-01-20", "Хаким"),
        ("Аира\n\n2x медиум\n", "eternal", "2024-06-10", "Медиум"),
        ("Герой: Карави\n\nКолода:\n1 Килсус\n", "general", "2024-06-10", "Карави"),
        ("Герой: Аира\n\nКолода:\nМедиум 2 шт.\n", "eternal", "2024-06-10", "Медиум"),
    ],
)
def test_a_banned_name_without_a_card_is_an_error(
    text: str, format: str, on: str, name: str
) -> None:
    found = report(text, format, on).findings
    banned = [(f.severity, f.cards) for f in found if f.code == "banned"]
    assert banned == [("error", (name,))]
    assert not [f for f in found if f.code in ("unknown-card", "unread-line")]


def test_another_unknown_card_is_still_unknown() -> None:
    found = report("Герой: Аира\n\nКолода:\n3 Хаким\n2 Медиум\n", "standard", "2024-01-20").findings
    assert [f.code for f in found if f.line] == ["banned", "unknown-card"]


def test_a_title_that_holds_a_banned_name_is_none() -> None:
    found = report("Герой: Аира\n\nКолода:\n3 Хаким Великий\n", "standard", "2024-01-20").findings
    assert [f.code for f in found if f.line] == ["unknown-card"]


def test_after_the_day_a_list_is_known_to_hold_its_names_are_doubtful() -> None:
    found = report("Герой: Аира\n\nКолода:\n2 Медиум\n", "eternal", "2025-01-01").findings
    assert [f.severity for f in found if f.code == "banned"] == ["unknown"]
