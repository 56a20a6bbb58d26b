"""`deckcheck codecs`: the decklist layouts, and what each can carry."""

from __future__ import annotations

from deckcheck.cli import common
from deckcheck.errors import EXIT_LEGAL


def codecs(json: common.JsonOption = False, plain: common.PlainOption = False) -> int:
    """List the decklist layouts, and what each carries."""
    from deckcheck.codecs import CODECS
    from deckcheck.reading import carried

    rows = []
    for name, module in CODECS.items():
        ways = [way for way in ("read", "write") if hasattr(module, way)]
        rows.append((name, module.TITLE, ways, carried(name) if "write" in ways else []))
    if json:
        for name, title, ways, carries in rows:
            common.say_json({"codec": name, "title": title, "can": ways, "carries": carries})
        return EXIT_LEGAL
    width = max(len(row[0]) for row in rows)
    for name, title, ways, carries in rows:
        common.say([f"{name:<{width}}  {title} ({' and '.join(ways)})"], plain)
        if carries:
            common.say([f"{'':<{width}}  cards, {', '.join(carries)}"], plain)
    return EXIT_LEGAL
