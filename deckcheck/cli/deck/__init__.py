"""`deckcheck deck`: the saved decks, one module a handful of commands."""

from __future__ import annotations

from deckcheck.cli import LazyGroup, new_app

COMMANDS = {
    "add": "deckcheck.cli.deck.adding:add",
    "list": "deckcheck.cli.deck.listing:list_decks",
    "show": "deckcheck.cli.deck.listing:show",
    "edit": "deckcheck.cli.deck.editing:edit",
    "rename": "deckcheck.cli.deck.naming:rename",
    "tag": "deckcheck.cli.deck.naming:tag",
    "copy": "deckcheck.cli.deck.naming:copy",
    "rm": "deckcheck.cli.deck.history:remove",
    "log": "deckcheck.cli.deck.history:log",
    "undo": "deckcheck.cli.deck.history:undo",
    "build": "deckcheck.cli.deck.building:build",
    "unbuild": "deckcheck.cli.deck.building:unbuild",
    "export": "deckcheck.cli.deck.exporting:export",
}


class Group(LazyGroup):
    """The commands of `deckcheck deck`."""

    table = COMMANDS


app = new_app(cls=Group)


@app.callback()
def deck() -> None:
    """Saved decks: kept with every change, and called @NAME wherever a deck is asked for."""
