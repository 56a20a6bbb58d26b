"""A deck argument that is an address → the bytes of the published decklist it means.

ThronesDB's addresses, in every form they are passed around in, and `thronesdb:ID`. Which of its
pages have a public answer stands here; how one is asked, in `http.py`, which is imported only
when one is. May import errors and importers; knows no card and no rule.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from deckcheck.errors import InputError

if TYPE_CHECKING:
    from importers.http import Client

SITE = "https://thronesdb.com/"
VARIABLE = "DECKCHECK_THRONESDB_URL"
"""Environment variable with another base address (a mirror, a test)."""
_HOW = "deckcheck reads published decks of ThronesDB (…/decklist/view/123/… or thronesdb:123)"


def is_address(argument: str) -> bool:
    """Whether a deck argument is an address, good or bad, and no path.

    >>> is_address("thronesdb:12"), is_address("ftp://a/b"), is_address("C:/decks/a.txt")
    (True, True, False)
    """
    return (
        re.match(r"(?i)[a-z][a-z0-9+.-]*://|thronesdb:|(www\.)?thronesdb\.com/", argument)
        is not None
    )


def site() -> str:
    """The base address of ThronesDB, ending in a slash."""
    base = os.environ.get(VARIABLE) or SITE
    return base if base.endswith("/") else f"{base}/"


def fetch_deck(argument: str, client: Client | None = None) -> bytes:
    """The JSON of the decklist that `argument` means. InputError, one sentence, otherwise."""
    from importers.http import Client, FetchError, as_json

    address = _api_address(argument)
    with client or Client() as asker:
        try:
            answer = asker.get(address, "application/json")
        except FetchError as fault:
            if fault.status != 404:
                raise
            number = address.rpartition("/")[2]
            raise InputError(
                f"{argument}: there is no published decklist {number} at "
                f"{urlsplit(address).netloc}; check the number."
            ) from None
    value = as_json(answer)
    if not isinstance(value, dict) or "slots" not in value:
        raise InputError(f"{argument}: {address} answers with something that is not a decklist.")
    return answer.body


def _api_address(argument: str) -> str:
    """The public address of the decklist that a deck argument means."""
    from importers.http import check_address

    scheme, _, rest = argument.partition(":")
    if scheme.lower() == "thronesdb":
        if not re.fullmatch(r"[0-9]{1,12}", rest):
            raise InputError(f"{argument}: write thronesdb: and the decklist's number.")
        return f"{site()}api/public/decklist/{rest}"
    address = argument if "://" in argument else f"https://{argument}"
    parts = urlsplit(check_address(address))
    base = urlsplit(site())
    home = parts.netloc.lower() == base.netloc.lower() and parts.path.startswith(base.path)
    if not home and (parts.hostname or "").removeprefix("www.") != "thronesdb.com":
        raise InputError(f"{argument}: this site isn't known; {_HOW}, and files of any origin.")
    path = parts.path.removeprefix(base.path) if home else parts.path.lstrip("/")
    if re.match(r"deck/(view|edit|export)\b", path):
        raise InputError(
            f"{argument}: this deck isn't published, and only its owner can see it there; export "
            "it as text on its page (or publish it) and give deckcheck the file."
        )
    found = re.match(
        r"(?:api/public/decklist|decklist/(?:view|export/[a-z]+))/([0-9]{1,12})\b", path
    )
    if found is None:
        raise InputError(f"{argument}: this is no decklist's address; {_HOW}.")
    return f"{site()}api/public/decklist/{found[1]}"
