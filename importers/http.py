"""The one door to the network: GET over http(s), with limits, and politely.

Every request has a limit of time to connect, between two bytes and in all (a slow trickle
doesn't get around that), and of size. Passing faults are tried again after a pause, requests to
one host keep a pace, answers are kept and asked for again only if they changed (ETag,
Last-Modified). No credentials and no cookies are sent, those of `~/.netrc` neither; a redirect
stays on its host and never leaves https. May import errors, shipped and the cache; knows no source.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from http.cookiejar import DefaultCookiePolicy
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

import requests

from deckcheck.errors import InputError
from deckcheck.shipped import VERSION
from importers.cache import Cache, Kept

_CHUNK = 16_384
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_PASSING = frozenset((429, 500, 502, 503, 504))

Report = Callable[[str, int, int | None], None]
"""Told of progress: address, bytes so far, bytes in all (None = unknown)."""


class FetchError(InputError):
    """An address that couldn't be had. `status` is the site's answer; None = there was none."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class Limits(NamedTuple):
    """Bounds of one request; seconds and bytes."""

    connect: float = 10.0
    read: float = 20.0
    """Between two pieces of an answer."""
    total: float = 180.0
    """From asking to the last byte."""
    size: int = 64_000_000
    """Unpacked."""
    tries: int = 3
    pause: float = 1.0
    """Before the second try; twice as long before each further one."""
    longest_pause: float = 30.0
    """The most that a site's Retry-After is heeded."""
    pace: float = 0.25
    """Between the beginnings of two requests to one host."""
    redirects: int = 5


class Answer(NamedTuple):
    """What an address gave."""

    url: str
    """As asked."""
    body: bytes
    kind: str
    """Media type, lower case; empty if none was said."""
    changed: bool
    """False = the site said that what was kept from last time still holds."""


class _Raw(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class _Again(Exception):
    """A fault that may pass: `said` is what to say if it doesn't, `after` the site's wish."""

    def __init__(self, said: FetchError, after: float = 0.0) -> None:
        self.said = said
        self.after = after


def check_address(url: str) -> str:
    """The address, if it is one that may be asked. `FetchError` with one sentence otherwise."""
    shown = "".join(c if c.isprintable() else "?" for c in url)[:200]
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise FetchError(f"{shown} is not a whole address.") from None
    if parts.scheme.lower() not in ("http", "https"):
        raise FetchError(f"{shown}: only addresses that begin with https:// or http:// are read.")
    if parts.username or parts.password:
        raise FetchError(f"The address of {host} holds a name or password; leave them out.")
    if not host or shown != url or any(c.isspace() for c in url):
        raise FetchError(f"{shown} is not a whole address.")
    return url


class Client:
    """Asks addresses. `cache` is a folder to keep answers in (made when needed); None = don't."""

    def __init__(
        self,
        cache: str | None = None,
        limits: Limits | None = None,
        report: Report | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self._cache = Cache(cache) if cache else None
        self._report = report or (lambda url, done, total: None)
        self._last: dict[str, float] = {}
        self._session = requests.Session()
        self._session.auth = lambda request: request  # else ~/.netrc would be looked into
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._session.headers["User-Agent"] = f"deckcheck/{VERSION}"

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def get(self, url: str, accept: str = "*/*") -> Answer:
        """What is at an address. Raises FetchError, one sentence, for whatever goes wrong."""
        check_address(url)
        kept = self._cache.read(url) if self._cache else None
        asking = {"Accept": accept}
        if kept is not None:
            asking |= {"If-None-Match": kept.etag} if kept.etag else {}
            asking |= {"If-Modified-Since": kept.modified} if kept.modified else {}
        raw = self._follow(url, asking)
        if raw.status == 304 and kept is not None:
            return Answer(url, kept.body, kept.kind, changed=False)
        if raw.status != 200:
            raise FetchError(_said(url, raw.status), raw.status)
        kind = raw.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if self._cache:
            etag, modified = raw.headers.get("ETag", ""), raw.headers.get("Last-Modified", "")
            self._cache.write(url, Kept(etag, modified, kind, raw.body))
        return Answer(url, raw.body, kind, changed=True)

    def json(self, url: str) -> Any:
        """The JSON value at an address."""
        return as_json(self.get(url, "application/json"))

    def _follow(self, url: str, asking: Mapping[str, str]) -> _Raw:
        """The answer at the end of redirects, all of them on the same host."""
        here = url
        for _ in range(self.limits.redirects + 1):
            raw = self._insist(here, asking)
            if raw.status not in _REDIRECTS:
                return raw
            there = urljoin(here, raw.headers.get("Location", ""))
            old, new = urlsplit(here), urlsplit(check_address(there))
            if new.hostname != old.hostname:
                raise FetchError(
                    f"{url} sends on to another site, {new.scheme}://{new.netloc}; if that is the "
                    "one you mean, give its address.",
                    raw.status,
                )
            if old.scheme == "https" and new.scheme != "https":
                raise FetchError(
                    f"{url} sends on from https to http, which isn't followed.", raw.status
                )
            here = there
        raise FetchError(f"{url} sends on and on (more than {self.limits.redirects} times).")

    def _insist(self, url: str, asking: Mapping[str, str]) -> _Raw:
        """The answer, asked for again after a pause where the fault may pass."""
        pause = self.limits.pause
        for left in reversed(range(self.limits.tries)):
            self._keep_pace(urlsplit(url).netloc)
            try:
                raw = self._receive(url, asking)
                if raw.status not in _PASSING:
                    return raw
                said = FetchError(_said(url, raw.status), raw.status)
                raise _Again(said, _seconds(raw.headers.get("Retry-After", "")))
            except _Again as fault:
                if not left:
                    raise fault.said from None
                time.sleep(min(max(pause, fault.after), self.limits.longest_pause))
                pause *= 2
        raise AssertionError("limits.tries is at least 1")

    def _keep_pace(self, host: str) -> None:
        now = time.monotonic()
        wait = self._last.get(host, -1e9) + self.limits.pace - now
        if wait > 0:
            time.sleep(wait)
        self._last[host] = time.monotonic()

    def _receive(self, url: str, asking: Mapping[str, str]) -> _Raw:
        """One exchange. It runs in a thread, so that its whole time can be limited.

        A socket's time-out starts anew with each byte; a thread can be left to itself.
        """
        found: queue.Queue[Any] = queue.Queue(maxsize=64)
        enough = threading.Event()
        thread = threading.Thread(
            target=self._work, args=(url, asking, found, enough), daemon=True, name="deckcheck-get"
        )
        end = time.monotonic() + self.limits.total
        status, headers = 0, requests.structures.CaseInsensitiveDict[str]()
        body = bytearray()
        thread.start()
        try:
            while True:
                try:
                    piece = found.get(timeout=max(0.0, end - time.monotonic()))
                except queue.Empty:
                    raise FetchError(
                        f"{url} took longer than {self.limits.total:g} seconds and was given up; "
                        "try again later."
                    ) from None
                if isinstance(piece, Exception):
                    raise self._fault(url, piece)
                if piece is None:
                    break
                if isinstance(piece, bytes):
                    body += piece
                    self._check_size(url, len(body))
                    self._report(url, len(body), _length(headers))
                else:
                    status, headers = piece
                    self._check_size(url, _length(headers) or 0)
        finally:
            enough.set()
        expected = _length(headers)
        if status == 200 and expected is not None and expected != len(body):
            raise _Again(FetchError(_broken(url), status))
        return _Raw(status, headers, bytes(body))

    def _work(
        self,
        url: str,
        asking: Mapping[str, str],
        found: queue.Queue[Any],
        enough: threading.Event,
    ) -> None:
        """Put status and headers, the pieces of the body, then None; or the fault."""

        def give(piece: Any) -> bool:
            while not enough.is_set():
                with suppress(queue.Full):
                    found.put(piece, timeout=0.1)
                    return True
            return False

        try:
            with self._session.get(
                url,
                headers=dict(asking),
                stream=True,
                allow_redirects=False,
                timeout=(self.limits.connect, self.limits.read),
            ) as response:
                going_on = give((response.status_code, response.headers))
                pieces: Iterator[bytes] = response.iter_content(_CHUNK)
                while going_on and (piece := next(pieces, None)) is not None:
                    going_on = give(piece)
            give(None)
        except Exception as fault:
            give(fault)

    def _check_size(self, url: str, size: int) -> None:
        if size > self.limits.size:
            most = self.limits.size / 1_000_000
            raise FetchError(f"{url} answers with more than {most:g} MB, which isn't taken.")

    def _fault(self, url: str, fault: Exception) -> Exception:
        """What to raise for a fault of the exchange."""
        host = urlsplit(url).hostname
        if isinstance(fault, requests.exceptions.SSLError):
            return FetchError(
                f"The certificate of {host} can't be trusted, so nothing was read from it."
            )
        if isinstance(fault, requests.Timeout) or "timed out" in str(fault):
            waited = self.limits.read
            if isinstance(fault, requests.exceptions.ConnectTimeout):
                waited = self.limits.connect
            said = f"{url} didn't answer within {waited:g} seconds; try again later."
            return _Again(FetchError(said))
        if isinstance(fault, requests.exceptions.ChunkedEncodingError):
            return _Again(FetchError(_broken(url)))
        if isinstance(fault, requests.exceptions.ContentDecodingError):
            return FetchError(f"{url} answers with something that can't be unpacked.")
        if isinstance(fault, requests.ConnectionError):
            why = _reason(fault)
            said = f"{host} can't be reached{why}; check the network and the address."
            return _Again(FetchError(said))
        if isinstance(fault, requests.RequestException | ValueError):
            return FetchError(f"{url} can't be asked ({type(fault).__name__}).")
        return fault


def as_json(answer: Answer) -> Any:
    """The JSON value of an answer. Raises FetchError if it is something else."""
    try:
        return json.loads(answer.body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        kind = f" but {answer.kind}" if answer.kind not in ("", "application/json") else ""
        raise FetchError(
            f"{answer.url} didn't answer in whole JSON{kind}; is the address right?"
        ) from None


def _said(url: str, status: int) -> str:
    """The sentence for a status that isn't 200."""
    if status in (404, 410):
        return f"{url}: the site has no such page ({status}); check the address."
    if status in (401, 403):
        return f"{url}: the site doesn't give this to everybody ({status})."
    if status == 429:
        return f"{url}: the site asks for fewer requests ({status}); try again later."
    if status >= 500:
        return f"{url}: the site has a fault of its own ({status}); try again later."
    return f"{url}: the site answers with status {status}, which says nothing to deckcheck."


def _broken(url: str) -> str:
    return f"The answer from {url} broke off before its end; try again later."


def _length(headers: Mapping[str, str]) -> int | None:
    """Bytes of the body that were announced; None if unknown or packed."""
    value = headers.get("Content-Length", "")
    packed = headers.get("Content-Encoding", "identity") != "identity"
    return int(value) if value.isdigit() and not packed else None


def _seconds(value: str) -> float:
    return float(value) if value.isdigit() else 0.0


def _reason(fault: BaseException) -> str:
    """What the system said at the bottom of a fault, in brackets; empty if nothing."""
    seen: BaseException | None = fault
    while seen is not None:
        strerror = getattr(seen, "strerror", None)
        if strerror:
            return f" ({strerror})"
        inner = getattr(seen, "reason", None) or (seen.args[0] if seen.args else None)
        following = seen.__cause__ or seen.__context__
        seen = inner if isinstance(inner, BaseException) else following
    return ""
