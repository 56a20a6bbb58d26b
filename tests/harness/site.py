"""A web server on the loopback that answers as it is told, well or badly, and keeps count.

`Site` is a context manager. A page is bytes or any JSON value; `faults` says what goes wrong at
a path instead. Requests are logged with their headers, so that tests see what was sent.
"""

from __future__ import annotations

import email.utils
import hashlib
import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

MODIFIED = email.utils.formatdate(1_780_000_000, usegmt=True)


class Asked(NamedTuple):
    """One request as it came in."""

    path: str
    headers: dict[str, str]


Fault = Callable[["Handler"], None]


class Server(ThreadingHTTPServer):
    """One thread a request; a client that hangs up is no news."""

    daemon_threads = True
    site: Site

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing is printed."""


class Site:
    """Pages by path (with their query), faults by path, and the log."""

    def __init__(self) -> None:
        self.pages: dict[str, Any] = {}
        self.faults: dict[str, list[Fault]] = {}
        """Path → what goes wrong with the next requests, in order; the last one stays."""
        self.log: list[Asked] = []
        self.tags = True
        """Answers carry ETag and Last-Modified."""
        self.over = threading.Event()
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.site = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> Site:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Base address, ending in a slash."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def fail(self, path: str, *faults: Fault) -> None:
        """Let the next requests of `path` end so; the last fault stays. `well` is no fault."""
        self.faults[path] = list(faults)

    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [asked.path for asked in self.log]


class Handler(BaseHTTPRequestHandler):
    """Answers one request from the site's tables."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """A page, 304, or what is to go wrong."""
        site = self.site
        site.log.append(Asked(self.path, dict(self.headers)))
        faults = site.faults.get(self.path)
        if faults:
            fault = faults.pop(0) if len(faults) > 1 else faults[0]
            fault(self)
        else:
            well(self)

    @property
    def site(self) -> Site:
        """Whose page is asked for."""
        assert isinstance(self.server, Server)
        return self.server.site

    def body(self) -> bytes | None:
        """The page's bytes."""
        page = self.site.pages.get(self.path)
        return page if page is None or isinstance(page, bytes) else json.dumps(page).encode()

    def give(self, status: int, body: bytes, **headers: str) -> None:
        """Send an answer."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is printed."""


def well(handler: Handler) -> None:
    """As a good server does."""
    body = handler.body()
    if body is None:
        handler.give(404, b"{}", Content_Type="application/json")
        return
    kind = "application/zip" if body[:2] == b"PK" else "application/json"
    if not handler.site.tags:
        handler.give(200, body, Content_Type=kind)
        return
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    if handler.headers.get("If-None-Match") == tag:
        handler.give(304, b"", ETag=tag)
    else:
        handler.give(200, body, Content_Type=kind, ETag=tag, Last_Modified=MODIFIED)


def status(code: int, **headers: str) -> Fault:
    """Answer with a status and next to nothing."""
    return lambda handler: handler.give(code, b"<html>no</html>", **headers)


def cut_off(handler: Handler) -> None:
    """Announce the whole page, send half and hang up."""
    body = handler.body() or b"{}" * 100
    handler.give(200, body[: len(body) // 2], Content_Length=str(len(body)))
    handler.close_connection = True


def cut_off_unannounced(handler: Handler) -> None:
    """Send half of the page without saying how long it is, and hang up."""
    body = handler.body() or b""
    handler.send_response(200)
    handler.send_header("Connection", "close")
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2])
    handler.close_connection = True


def gone(handler: Handler) -> None:
    """Hang up without a word."""
    handler.close_connection = True


def silent(handler: Handler) -> None:
    """Take the request and say nothing until the test is over."""
    handler.site.over.wait(30)
    handler.close_connection = True


def trickle(handler: Handler) -> None:
    """Send a byte now and then, for ever: no single wait is long."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    _drip(handler, b" ")


def trickling_head(handler: Handler) -> None:
    """As `trickle`, but before the headers are complete."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    _drip(handler, b"X-A: 1\r\n")


def _drip(handler: Handler, drop: bytes) -> None:
    handler.close_connection = True
    end = time.monotonic() + 30
    try:
        while time.monotonic() < end and not handler.site.over.wait(0.05):
            handler.wfile.write(drop)
            handler.wfile.flush()
    except OSError:
        return  # the other side has had enough


def says(body: bytes, kind: str = "application/json") -> Fault:
    """Answer with this body."""
    return lambda handler: handler.give(200, body, Content_Type=kind)


def sends_on(to: str, code: int = 302) -> Fault:
    """Redirect."""
    return lambda handler: handler.give(code, b"", Location=to)
