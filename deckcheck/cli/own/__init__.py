"""`deckcheck own`: the collection and its questions, one module a handful of commands."""

from __future__ import annotations

from deckcheck.cli import LazyGroup, new_app

COMMANDS = {
    "pack": "deckcheck.cli.own.counts:pack",
    "add": "deckcheck.cli.own.counts:add",
    "set": "deckcheck.cli.own.counts:set_count",
    "want": "deckcheck.cli.own.counts:want",
    "lend": "deckcheck.cli.own.loans:lend",
    "borrow": "deckcheck.cli.own.loans:borrow",
    "list": "deckcheck.cli.own.listing:list_stock",
    "stats": "deckcheck.cli.own.listing:stats",
    "log": "deckcheck.cli.own.history:log",
    "undo": "deckcheck.cli.own.history:undo",
    "settle": "deckcheck.cli.own.history:settle",
    "free": "deckcheck.cli.own.questions:free",
    "clashes": "deckcheck.cli.own.questions:clashes",
    "missing": "deckcheck.cli.own.questions:missing",
    "buildable": "deckcheck.cli.own.questions:buildable",
    "proxies": "deckcheck.cli.own.questions:proxies",
    "buy": "deckcheck.cli.own.buying:buy",
    "import": "deckcheck.cli.own.files:import_file",
    "export": "deckcheck.cli.own.files:export",
}


class Group(LazyGroup):
    """The commands of `deckcheck own`."""

    table = COMMANDS


app = new_app(cls=Group)


@app.callback()
def own() -> None:
    """The collection: packs and single cards, what decks can be built from it, what to buy."""
