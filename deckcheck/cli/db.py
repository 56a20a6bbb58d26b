"""`deckcheck db`: where the databases are, what is in them, and building the cards anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import common, new_app
from deckcheck.cli.db_tools import doctor, export, search, text
from deckcheck.cli.db_update import rollback, update
from deckcheck.number import many

if TYPE_CHECKING:
    from deckcheck.store.open import Store

app = new_app()


@app.callback(invoke_without_command=True)
def databases(context: typer.Context) -> None:
    """The databases: where they are, what is in them, building the cards anew."""
    if context.invoked_subcommand is None:
        info()


@app.command()
def info(
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Paths, dates and numbers of both databases."""
    store = common.store(home)
    found = _info(store)
    if json:
        common.say_json(found)
    else:
        common.say(_lines(found), plain)


@app.command()
def build(home: common.HomeOption = None) -> None:
    """Build the card database anew: shipped data, what updates brought, your corrections."""
    store = common.store(home)
    if not store.built:
        store.build()
    where = "for this run only" if store.temporary else store.home.cards
    numbers = (f"{many(store.counts(game)['card'], 'card')} of {game}" for game in store.games)
    common.say([f"Built: {', '.join(numbers)} ({where})."], plain=False)


@app.command()
def path(
    user: Annotated[bool, typer.Option("--user", help="Of user.db, which holds your own.")] = False,
    home: common.HomeOption = None,
) -> None:
    """Path of the card database."""
    from deckcheck.store.home import find_home

    place = find_home(home)
    typer.echo(place.user if user else place.cards)


for command in (update, rollback, doctor, export, search, text):
    app.command()(command)


def _info(store: Store) -> dict[str, Any]:
    from deckcheck.game import load
    from deckcheck.shipped import VERSION

    games = {}
    for name in store.games:
        lists = load(name, store.documents(name)).list_index
        newest = max(lists, key=lambda one: one.date, default=None)
        games[name] = {
            "data": store.pool(name).snapshot,
            "lists": len(lists),
            "newest_list": newest.code if newest else None,
            "newest_list_date": newest.date if newest else None,
            "rows": store.counts(name),
        }
    return {
        "version": VERSION,
        "home": store.home.folder,
        "cards": None if store.temporary else store.home.cards,
        "schema": store.meta.get("schema"),
        "user": store.home.user if store.attach_user() else None,
        "user_schema": _user_schema(store),
        "games": games,
    }


def _user_schema(store: Store) -> str | None:
    if not store.attach_user():
        return None
    rows = store.read("SELECT value FROM user.meta WHERE key = 'schema'", (), lambda row: row[0])
    return rows[0] if rows else None


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"deckcheck {found['version']}"
    yield f"home: {found['home']}"
    cards = found["cards"] or "built for this run only"
    yield f"cards: {cards} (schema {found['schema']})"
    if found["user"]:
        yield f"user: {found['user']} (schema {found['user_schema']})"
    else:
        yield "user: none yet; it is made when there is something of yours to keep"
    for name, game in found["games"].items():
        rows = game["rows"]
        newest = f"newest {game['newest_list']} of {game['newest_list_date']}"
        lists = f"{many(game['lists'], 'legality list')}, {newest}" if game["lists"] else "no lists"
        yield (
            f"{name}: data of {game['data']}, {many(rows['card'], 'card')}, "
            f"{many(rows['pack'], 'pack')}, {many(rows['title'], 'title')}, {lists}"
        )
