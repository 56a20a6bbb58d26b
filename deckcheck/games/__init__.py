"""What a game needs beyond its rows: named checks, each imported when a row calls it."""

from __future__ import annotations

from deckcheck.registry import Table

CHECKS = Table("check", {})
