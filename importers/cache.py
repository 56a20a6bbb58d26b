"""Answers from the network, kept in a folder so as to be asked for again only if they changed.

One file an address, with a digest of the body: what is damaged counts as not there. A courtesy
to the sites and no more: a cache that can't be written is no fault. Imports nothing of ours.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from typing import NamedTuple

MOST = 300
"""Answers that are kept; the oldest go first."""


class Kept(NamedTuple):
    """An answer, and what to say when it is asked for again."""

    etag: str
    """Empty = the site gave none."""
    modified: str
    """The site's Last-Modified, as it was written; empty = it gave none."""
    kind: str
    """Media type."""
    body: bytes


class Cache:
    """The answers in a folder, which is made when the first one is kept."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def read(self, url: str) -> Kept | None:
        """What was kept of an address; None if nothing (whole) was."""
        try:
            with open(self._path(url), "rb") as file:
                line, _, body = file.read().partition(b"\n")
            head = json.loads(line)
            if head["url"] != url or head["sha256"] != hashlib.sha256(body).hexdigest():
                return None
            return Kept(head["etag"], head["modified"], head["kind"], body)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, url: str, kept: Kept) -> None:
        """Keep an answer, if it can be asked for again and there is room."""
        if not (kept.etag or kept.modified):
            return
        digest = hashlib.sha256(kept.body).hexdigest()
        head = {"url": url, "etag": kept.etag, "modified": kept.modified, "kind": kept.kind}
        path = self._path(url)
        beside = f"{path}.{os.getpid()}.new"
        try:
            os.makedirs(self.folder, exist_ok=True)
            with open(beside, "wb") as file:
                file.write(json.dumps(head | {"sha256": digest}).encode() + b"\n" + kept.body)
            os.replace(beside, path)
            self._make_room()
        except OSError:
            with suppress(OSError):
                os.remove(beside)

    def _path(self, url: str) -> str:
        return os.path.join(self.folder, hashlib.sha256(url.encode()).hexdigest()[:40])

    def _make_room(self) -> None:
        """Remove the oldest answers if there are too many."""
        with os.scandir(self.folder) as entries:
            found = [(entry.stat().st_mtime_ns, entry.path) for entry in entries]
        for _, path in sorted(found)[:-MOST]:
            with suppress(OSError):
                os.remove(path)
