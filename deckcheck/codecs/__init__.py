"""Decklist layouts, one file each: sniff, read, write.

The table is the whole plug-in system. A codec is a module with `NAME`, `TITLE` (a few words),
`sniff(text) -> int` (0 = surely not mine … 100 = surely mine), and `read(text, desk)` giving
`list[Draft]` and/or `write(deck, desk) -> str`; with `GAMES`, where only some games have the
layout. What a draft's titles stand for is decided after reading (`settle.py`), so a codec knows
layouts and nothing of rules.
"""

from __future__ import annotations

from deckcheck.registry import Table

CODECS = Table(
    "codec",
    {
        "json": "deckcheck.codecs.json_deck",
        "jsonl": "deckcheck.codecs.jsonl",
        "thronesdb": "deckcheck.codecs.thronesdb_text",
        "thronesdb-cycle": "deckcheck.codecs.thronesdb_cycle",
        "text": "deckcheck.codecs.free_text",
        "markdown": "deckcheck.codecs.markdown",
        "bbcode": "deckcheck.codecs.bbcode",
        "o8d": "deckcheck.codecs.o8d",
        "thronesdb-json": "deckcheck.codecs.thronesdb_json",
        "throneteki": "deckcheck.codecs.throneteki",
        "json-rows": "deckcheck.codecs.json_rows",
        "csv": "deckcheck.codecs.csv_table",
        "tsv": "deckcheck.codecs.tsv_table",
        "tournament": "deckcheck.codecs.tournament",
        "heroes-text": "deckcheck.codecs.heroes_text",
        "heroes-album": "deckcheck.codecs.heroes_album",
        "berserkdeck": "deckcheck.codecs.berserkdeck",
        "heroes-gym": "deckcheck.codecs.heroes_gym",
        "proberserk": "deckcheck.codecs.proberserk",
        "brsd": "deckcheck.codecs.brsd",
        "berserk-compact": "deckcheck.codecs.berserk_compact",
        "tts": "deckcheck.codecs.tabletop",
    },
)
