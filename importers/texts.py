"""The rules texts in a copy of a source, for the user's own use: code → text.

Never part of a batch, of the shipped data or of cards.db. May import errors and importers.
"""

from __future__ import annotations

import re
from pathlib import Path

from deckcheck.errors import InputError
from importers.fields import load_json
from importers.sources import SOURCES


def read_texts(source: str, path: Path) -> tuple[str, dict[str, str]]:
    """The game and the texts, without tags, of all cards in the copy that have one.

    Raises InputError if the copy isn't one, or the source has no texts.
    """
    one = SOURCES[source]
    if one.game is None:
        raise InputError(f"The source {source} has no rules texts.")
    files, _ = one.read(path)
    texts = {}
    for name in files:
        if not re.fullmatch(r"(packs?/.*|cards)\.json", name):
            continue
        found = load_json(files, name)
        cards = found.get("cards") if isinstance(found, dict) else found
        for card in cards if isinstance(cards, list) else ():
            if isinstance(card, dict) and isinstance(card.get("text"), str) and card["text"]:
                texts[str(card.get("code"))] = re.sub(r"<[^<>]*>", "", card["text"])
    if not texts:
        raise InputError(f"{path} holds no rules texts.")
    return one.game, texts
