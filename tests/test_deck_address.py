"""A deck may be an address: ThronesDB's pages in every form, and a sentence for all others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harness import site as sites
from harness.site import Site

from deckcheck.cli import run
from deckcheck.errors import InputError
from importers import deck_address
from importers.deck_address import fetch_deck, is_address
from importers.http import Client, Limits

DECKLIST: dict[str, Any] = {
    "id": 12,
    "name": "Two Boats",
    "date_creation": "2026-01-02T03:04:05+00:00",
    "date_update": "2026-01-02T03:04:05+00:00",
    "description_md": "",
    "user_id": 7,
    "faction_code": "stark",
    "faction_name": "House Stark",
    "slots": {"01146": 1, "01006": 2, "01027": 1},
    "agendas": ["01027"],
    "version": "1.0",
}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    with Site() as opened:
        opened.pages["/api/public/decklist/12"] = DECKLIST
        monkeypatch.setenv(deck_address.VARIABLE, opened.url)
        yield opened


def quick(read: float = 5) -> Client:
    return Client(None, Limits(connect=5, read=read, total=20, pause=0.01, pace=0))


@pytest.mark.parametrize(
    "argument",
    [
        "thronesdb:12",
        "ThronesDB:12",
        "https://thronesdb.com/decklist/view/12/two-boats-1.0",
        "https://www.thronesdb.com/decklist/view/12?code=1#top",
        "http://thronesdb.com/decklist/view/12",
        "thronesdb.com/decklist/view/12/two-boats",
        "https://thronesdb.com/decklist/export/text/12",
        "https://thronesdb.com/api/public/decklist/12",
        "{site}decklist/view/12/two-boats",
        "{site}api/public/decklist/12",
    ],
)
def test_every_form_of_the_address_is_the_same_decklist(site: Site, argument: str) -> None:
    argument = argument.replace("{site}", site.url)
    assert is_address(argument)
    assert b"Two Boats" in fetch_deck(argument, quick())
    assert site.paths() == ["/api/public/decklist/12"]


def test_the_base_may_lie_in_a_folder(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(deck_address.VARIABLE, site.url + "mirror")
    site.pages["/mirror/api/public/decklist/12"] = DECKLIST
    fetch_deck("thronesdb:12", quick())
    fetch_deck(site.url + "mirror/decklist/view/12/x", quick())
    assert site.paths() == ["/mirror/api/public/decklist/12"] * 2


@pytest.mark.parametrize(
    ("argument", "says"),
    [
        ("https://example.invalid/x", "this site isn't known; deckcheck reads published decks"),
        ("https://arkhamdb.com/decklist/view/12/x", "this site isn't known"),
        ("https://thronesdb.com/deck/view/0f8-9ab", "isn't published"),
        ("https://thronesdb.com/deck/view/123", "isn't published"),
        ("https://thronesdb.com/", "is no decklist's address"),
        ("https://thronesdb.com/decklist/view/", "is no decklist's address"),
        ("https://thronesdb.com/decklist/view/12a", "is no decklist's address"),
        ("thronesdb:", "write thronesdb: and the decklist's number"),
        ("thronesdb:12/../13", "write thronesdb: and the decklist's number"),
        ("ftp://thronesdb.com/decklist/view/12", "only addresses that begin with https://"),
        ("https://me:word@thronesdb.com/decklist/view/12", "holds a name or password"),
    ],
)
def test_any_other_address_is_a_sentence(site: Site, argument: str, says: str) -> None:
    assert is_address(argument)
    with pytest.raises(InputError, match=says):
        fetch_deck(argument, quick())
    assert site.log == []


FAULTS: dict[str, tuple[Any, str]] = {
    "404": (sites.status(404), "there is no published decklist 12 at 127.0.0.1"),
    "500": (sites.status(500), "a fault of its own"),
    "silence": (sites.silent, "didn't answer within"),
    "half": (sites.cut_off, "broke off"),
    "HTML": (sites.says(b"<html>", "text/html"), "JSON but text/html"),
    "a list": (sites.says(b"[]"), "something that is not a decklist"),
    "no slots": (sites.says(b'{"success": false}'), "something that is not a decklist"),
    "elsewhere": (sites.sends_on("https://example.invalid/"), "sends on to another site"),
}


@pytest.mark.parametrize(("fault", "says"), FAULTS.values(), ids=list(FAULTS))
def test_what_goes_wrong_at_the_site_is_a_sentence(site: Site, fault: Any, says: str) -> None:
    site.fail("/api/public/decklist/12", fault)
    with pytest.raises(InputError, match=says):
        fetch_deck("thronesdb:12", quick(0.2 if fault is sites.silent else 5))


def test_a_deck_by_its_number_is_checked_like_a_file(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_HOME", str(tmp_path))
    assert run(["check", "--plain", "--on", "2026-08-01", "thronesdb:12"]) == 1
    out = capsys.readouterr().out
    assert "Two Boats" in out
    assert "thronesdb:12" in out
    assert "unread" not in out


def test_a_link_that_cant_be_read_ends_with_2_and_the_other_decks_are_checked(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_HOME", str(tmp_path))
    link = "https://example.invalid/x"
    assert run(["check", "--plain", "--on", "2026-08-01", link, "thronesdb:12"]) == 2
    said = capsys.readouterr()
    assert f"deckcheck: {link}: this site isn't known" in said.err
    assert "Two Boats" in said.out


@pytest.mark.parametrize("path", ["decks/a.txt", "C:\\decks\\a.txt", "C:/a.txt", "a:b", "x.com/"])
def test_a_path_is_no_address(path: str) -> None:
    assert not is_address(path)
