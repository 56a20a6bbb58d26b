"""What `--version` says: program, card data, newest list."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.shipped import VERSION


def version_lines() -> Iterator[str]:
    """Program version, then snapshot date and newest list of each game."""
    from deckcheck.game import load
    from deckcheck.store.home import find_home
    from deckcheck.store.open import open_cards

    yield f"deckcheck {VERSION}"
    with open_cards(find_home()) as store:
        for name in store.games:
            game = load(name, store.documents(name))
            newest = max(game.list_index, key=lambda one: one.date, default=None)
            shown = f"newest list {newest.name} of {newest.date}" if newest else "no list"
            yield f"{name}: card data of {store.pool(name).snapshot}, {shown}"
