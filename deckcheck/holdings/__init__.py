"""Files of collections, one layout each: sniff, read, write.

The table is the whole plug-in system. A layout is a module with `TITLE` (a few words),
`sniff(text) -> int` (0 = surely not mine … 100), `read(text, columns)` giving what every line says
(`base.Line`) or why it can't be read (`base.Bad`), and `write(entries, boxes, catalogue, packs)`.
What the titles stand for is found out afterwards (`base.resolve`).
"""

from __future__ import annotations

from deckcheck.registry import Table

LAYOUTS = Table(
    "collection layout",
    {
        "csv": "deckcheck.holdings.csv_file",
        "packs": "deckcheck.holdings.packs",
        "album": "deckcheck.holdings.album",
        "ids": "deckcheck.holdings.ids",
    },
)
