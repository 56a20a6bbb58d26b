"""The door to the network: within limits, polite, and clear about what went wrong."""

from __future__ import annotations

import gzip
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harness import site as sites
from harness.site import Site

from deckcheck.errors import InputError
from importers.http import Client, FetchError, Limits

QUICK = Limits(connect=5, read=5, total=20, size=200_000, tries=3, pause=0.01, pace=0)
IMPATIENT = QUICK._replace(read=0.3, total=0.8)
"""For a site that keeps one waiting."""


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as opened:
        opened.pages["/a"] = {"title": "Grey Gull"}
        yield opened


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with Client(str(tmp_path / "cache"), QUICK) as opened:
        yield opened


def refused(client: Client, url: str) -> str:
    with pytest.raises(FetchError) as caught:
        client.json(url)
    said = str(caught.value)
    assert "\n" not in said
    assert said.endswith((".", "?"))
    return said


def test_a_page_is_read(site: Site, client: Client) -> None:
    assert client.json(site.url + "a") == {"title": "Grey Gull"}
    assert client.get(site.url + "a").kind == "application/json"


def test_the_second_time_is_asked_only_whether_it_changed(site: Site, client: Client) -> None:
    first = client.get(site.url + "a")
    second = client.get(site.url + "a")
    assert (first.changed, second.changed) == (True, False)
    assert first.body == second.body
    asked = site.log[1].headers
    assert asked["If-None-Match"].startswith('"')
    assert asked["If-Modified-Since"] == sites.MODIFIED
    site.pages["/a"] = {"title": "Fog"}
    assert client.get(site.url + "a").changed
    assert client.json(site.url + "a") == {"title": "Fog"}


def test_a_damaged_cache_is_asked_for_anew(site: Site, client: Client, tmp_path: Path) -> None:
    client.get(site.url + "a")
    kept = next((tmp_path / "cache").iterdir())
    kept.write_bytes(kept.read_bytes()[:-3])
    assert client.get(site.url + "a").changed
    assert "If-None-Match" not in site.log[1].headers


def test_without_room_for_a_cache_pages_are_read_all_the_same(site: Site, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Client(str(tmp_path / "file" / "cache"), QUICK) as client:
        assert client.json(site.url + "a") == {"title": "Grey Gull"}


def test_the_cache_keeps_to_its_size(
    site: Site, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importers.cache.MOST", 3)
    for number in range(6):
        site.pages[f"/{number}"] = [number]
        client.get(f"{site.url}{number}")
    assert len(os.listdir(tmp_path / "cache")) == 3


PASSING: dict[str, Any] = {
    "500": sites.status(500),
    "503": sites.status(503, Retry_After="0"),
    "429": sites.status(429),
    "hangs up": sites.gone,
    "breaks off": sites.cut_off,
    "says nothing": sites.silent,
}


@pytest.mark.parametrize("fault", PASSING.values(), ids=list(PASSING))
def test_a_fault_that_passes_is_waited_for(site: Site, client: Client, fault: Any) -> None:
    site.fail("/a", fault, fault, sites.well)
    if fault is sites.silent:
        client.limits = IMPATIENT._replace(read=0.6, total=5)
    assert client.json(site.url + "a") == {"title": "Grey Gull"}
    assert site.paths() == ["/a"] * 3


STAYING: dict[str, tuple[Any, str, int]] = {
    "500": (sites.status(500), "fault of its own (500)", 3),
    "hangs up": (sites.gone, "can't be reached", 3),
    "breaks off": (sites.cut_off, "broke off before its end", 3),
    "says nothing": (sites.silent, "didn't answer within 0.3 seconds", 3),
    "trickles": (sites.trickle, "took longer than 0.8 seconds", 1),
    "trickles from the start": (sites.trickling_head, "took longer than 0.8 seconds", 1),
    "404": (sites.status(404), "no such page (404)", 1),
    "403": (sites.status(403), "doesn't give this to everybody (403)", 1),
    "418": (sites.status(418), "status 418", 1),
    "304 unasked": (sites.status(304), "status 304", 1),
    "half a JSON": (sites.cut_off_unannounced, "didn't answer in whole JSON", 1),
    "HTML": (sites.says(b"<html>", "text/html"), "didn't answer in whole JSON but text/html", 1),
    "no text": (sites.says(b"\xff\xfe\x00"), "didn't answer in whole JSON", 1),
    "deep": (sites.says(b"[" * 100_000), "didn't answer in whole JSON", 1),
    "too big": (sites.says(b" " * 200_001), "more than 0.2 MB", 1),
    "elsewhere": (sites.sends_on("http://localhost:1/a"), "sends on to another site, http://l", 1),
    "to a file": (sites.sends_on("file:///etc/passwd"), "only addresses that begin with", 1),
    "to ftp": (sites.sends_on("ftp://127.0.0.1/a"), "only addresses that begin with", 1),
    "with a password": (sites.sends_on("http://u:p@127.0.0.1/a"), "holds a name or password", 1),
    "in circles": (sites.sends_on("/a"), "sends on and on (more than 5 times)", 6),
}


@pytest.mark.parametrize(("fault", "says", "times"), STAYING.values(), ids=list(STAYING))
def test_a_fault_that_stays_is_one_sentence(
    site: Site, client: Client, fault: Any, says: str, times: int
) -> None:
    site.fail("/a", fault)
    if "seconds" in says:
        client.limits = IMPATIENT
    start = time.monotonic()
    assert says in refused(client, site.url + "a")
    assert time.monotonic() - start < 10
    assert len(site.log) == times


def test_what_unpacks_to_too_much_is_given_up(site: Site, client: Client) -> None:
    bomb = gzip.compress(b" " * 5_000_000)
    site.fail("/a", lambda h: h.give(200, bomb, Content_Encoding="gzip"))
    assert "more than 0.2 MB" in refused(client, site.url + "a")
    site.fail("/a", lambda h: h.give(200, b"no gzip", Content_Encoding="gzip"))
    assert "can't be unpacked" in refused(client, site.url + "a")


def test_what_is_announced_as_too_big_is_not_read(site: Site, client: Client) -> None:
    site.fail("/a", lambda h: h.give(200, b"", Content_Length="999999999"))
    assert "more than 0.2 MB" in refused(client, site.url + "a")


def test_a_redirect_on_the_same_host_is_followed(site: Site, client: Client) -> None:
    site.fail("/old", sites.sends_on("/a", 301))
    assert client.json(site.url + "old") == {"title": "Grey Gull"}


def test_where_nobody_listens_the_sentence_says_so(client: Client) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    assert "127.0.0.1 can't be reached (Connection refused)" in refused(
        client, f"http://127.0.0.1:{port}/a"
    )


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("ftp://example.invalid/a", "only addresses that begin with"),
        ("file:///etc/passwd", "only addresses that begin with"),
        ("https://", "is not a whole address"),
        ("https://[::1", "is not a whole address"),
        ("https://example.invalid:99999/", "is not a whole address"),
        ("https://example.invalid/a b", "is not a whole address"),
        ("https://example.invalid/\x1b[2J", "is not a whole address"),
        ("https://user:word@example.invalid/a", "holds a name or password"),
    ],
)
def test_addresses_that_are_never_asked(client: Client, url: str, says: str) -> None:
    said = refused(client, url)
    assert says in said
    assert "word" not in said.replace("password", "")
    assert "\x1b" not in said


def test_no_credentials_and_no_cookies_are_sent(
    site: Site, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    site.fail("/a", lambda h: h.give(200, b"[]", Set_Cookie="who=me"))
    client.get(site.url + "a")
    client.get(site.url + "a")
    for asked in site.log:
        assert not {"Authorization", "Cookie", "Referer"} & set(asked.headers)
        assert asked.headers["User-Agent"].startswith("deckcheck/")


def test_requests_to_one_host_keep_a_pace(site: Site) -> None:
    with Client(None, QUICK._replace(pace=0.2)) as client:
        start = time.monotonic()
        for _ in range(3):
            client.get(site.url + "a")
        assert time.monotonic() - start >= 0.4


def test_progress_is_told(site: Site) -> None:
    site.pages["/big"] = b" " * 100_000
    told: list[tuple[int, int | None]] = []
    with Client(None, QUICK, lambda url, done, total: told.append((done, total))) as client:
        client.get(site.url + "big")
    assert told[-1] == (100_000, 100_000)
    assert len(told) > 2


def test_a_fetch_error_is_an_input_error_with_the_status(site: Site, client: Client) -> None:
    with pytest.raises(InputError) as caught:
        client.get(site.url + "nothing")
    assert isinstance(caught.value, FetchError)
    assert (caught.value.status, caught.value.exit_code) == (404, 2)
