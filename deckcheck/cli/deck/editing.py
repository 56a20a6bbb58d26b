"""`deckcheck deck edit`: many changes of a saved deck at once, all or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import common, with_signed_counts
from deckcheck.cli.shelf import NameArgument, Room, now
from deckcheck.errors import InputError
from deckcheck.folding import fold

if TYPE_CHECKING:
    from deckcheck.model import Deck
    from deckcheck.picking import Asked
    from deckcheck.saved import Saved

_EXAMPLE = '+2 "Hodor" -1 "Fury"'


@with_signed_counts
def edit(
    name: NameArgument,
    changes: Annotated[
        list[str] | None,
        typer.Argument(metavar="+N TITLE -N TITLE…", help=f"What to add and take out: {_EXAMPLE}."),
    ] = None,
    side: Annotated[bool, typer.Option("--side", help="Change the side deck.")] = False,
    faction: Annotated[str | None, typer.Option("--faction", metavar="NAME")] = None,
    hero: Annotated[str | None, typer.Option("--hero", metavar="TITLE")] = None,
    notes: Annotated[str | None, typer.Option("--notes", metavar="TEXT")] = None,
    format: common.FormatOption = None,
    list: common.ListOption = None,
    on: common.OnOption = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by", metavar="WHAT", help="Settle cards that an update moved: by title, or code."
        ),
    ] = None,
    json: common.JsonOption = False,
    plain: common.PlainOption = False,
    home: common.HomeOption = None,
) -> None:
    """Change a saved deck: +2 "Hodor" -1 "Fury", many at once, all or none.

    A title of several versions needs its pack, unless the deck holds just one of them. A line
    that nobody understood is taken out by its text. Format, list and date are the deck's own
    wish; an empty text takes one away.
    """
    from deckcheck.store import decks
    from deckcheck.store.home import find_home
    from deckcheck.store.shelving import write_places
    from deckcheck.store.userdata import reading

    with reading(find_home(home)) as connection:
        game = decks.find(connection, name).game
    room = Room(home, game)
    wishes = {"notes": notes, "format": format, "list": list, "on": on}
    with room.writing() as connection:
        row = decks.find(connection, name)
        before = decks.load(connection, row)
        saved = _settled(room, before, by, row.name)
        deck = _with_wishes(room, _deck(room, saved), wishes, faction, hero)
        deck, said = _edited(room, deck, changes or [], side)
        after = _saved(room, deck, saved)
        if after == before:
            raise InputError(f"Nothing was to be changed in @{row.name} (write {_EXAMPLE}).")
        what = ", ".join([*said, *_other_changes(before, after, by)])
        changed = decks.change(connection, row, after, now(), f"edited: {what}"[:500])
        if changed.built:
            write_places(connection, room.catalogue, room.game)
    room.say_picked()
    if json:
        common.say_json({"name": changed.name, "revision": changed.head, "changes": said})
    else:
        common.say([f"@{changed.name}: {what}"], plain)


def _settled(room: Room, saved: Saved, by: str | None, name: str) -> Saved:
    """The deck with cards that an update moved settled. Raises InputError while they aren't."""
    from deckcheck.saved import moved, settled

    if by is not None:
        if by not in ("title", "code"):
            from deckcheck.registry import unknown_name

            raise unknown_name("way to settle", by, ["title", "code"])
        return settled(saved, room.bench.pool, by)
    clash = next((one for one in moved(saved, room.bench.pool) if one.conflict), None)
    if clash is not None:
        raise InputError(
            f"@{name} was saved with {clash.title} ({clash.pack}) as {clash.code}, which is "
            "another card now; say first which it is: --by title, or --by code."
        )
    return saved


def _deck(room: Room, saved: Saved) -> Deck:
    from deckcheck.saved import draft_of
    from deckcheck.settle import settle

    desk = room.bench.desk()
    return settle(draft_of(saved, desk), desk)[0]


def _saved(room: Room, deck: Deck, before: Saved) -> Saved:
    from deckcheck.saved import saved_of

    return saved_of(deck, room.bench.desk(), before)


def _with_wishes(
    room: Room, deck: Deck, wishes: dict[str, str | None], faction: str | None, hero: str | None
) -> Deck:
    from deckcheck.setting import iso_date

    if wishes["on"]:
        iso_date(wishes["on"])
    if wishes["format"]:
        room.bench.game.format(wishes["format"])
    given: dict[str, Any] = {k: value or None for k, value in wishes.items() if value is not None}
    if "notes" in given:
        given["notes"] = given["notes"] or ""
    deck = deck._replace(**given)
    if faction is not None:
        found = room.bench.game.faction_called(faction)
        if found is None:
            from deckcheck.registry import unknown_name

            raise unknown_name("faction", faction, room.bench.game.factions)
        deck = deck._replace(faction=found.code)
    if hero is not None:
        deck = deck._replace(hero=room.picker.card(hero).code if hero else None)
    return deck


def _edited(room: Room, deck: Deck, words: list[str], side: bool) -> tuple[Deck, list[str]]:
    """The deck after all changes, and each in words."""
    from deckcheck.picking import counted

    said = []
    for asked in counted(words, _EXAMPLE):
        if not asked.signed:
            raise InputError(f"Write +{asked.copies} or -{asked.copies} {asked.text}.")
        deck, done = _one_change(room, deck, asked, side)
        said.append(done)
    return deck, said


def _one_change(room: Room, deck: Deck, asked: Asked, side: bool) -> tuple[Deck, str]:
    copies, text, _ = asked
    pile = deck.side if side else deck.cards
    if copies < 0:
        lost = [u for u in deck.unread if fold(text) in (fold(u.text), _title(u.text))]
        if lost:
            kept = tuple(u for u in deck.unread if u is not lost[0])
            return deck._replace(unread=kept), f"took out the line {lost[0].text!r}"
        if text in pile and room.bench.pool.card(text) is None:
            return _put(deck, text, copies, side, text)
    card = room.picker.card(text, [*pile, *deck.agendas])
    shown = f"{card.title} ({card.pack})"
    if room.bench.game.section(card) == room.bench.game.agenda_type and not side:
        return _agenda(deck, card.code, copies, shown)
    return _put(deck, card.code, copies, side, shown)


def _title(text: str) -> str:
    """The title of an unread line, folded: without its count."""
    from deckcheck.picking import count_of

    first, _, rest = text.partition(" ")
    return fold(rest if rest and count_of(first) else text)


def _agenda(deck: Deck, code: str, copies: int, shown: str) -> tuple[Deck, str]:
    agendas = [*deck.agendas, *[code] * max(0, copies)]
    for _ in range(-copies):
        if code not in agendas:
            raise InputError(f"There is no {shown} to take out.")
        agendas.remove(code)
    return deck._replace(agendas=tuple(agendas)), f"{copies:+d} {shown}"


def _put(deck: Deck, code: str, copies: int, side: bool, shown: str) -> tuple[Deck, str]:
    from deckcheck.codecs.slots import MAX_COPIES

    pile = dict(deck.side if side else deck.cards)
    there = pile.get(code, 0)
    if not 0 <= there + copies <= MAX_COPIES:
        raise InputError(f"There are {there} of {shown} in the deck: {copies:+d} can't be.")
    pile[code] = there + copies
    kept = {code: n for code, n in sorted(pile.items()) if n}
    changed = deck._replace(side=kept) if side else deck._replace(cards=kept)
    return changed, f"{copies:+d} {shown}"


def _other_changes(before: Saved, after: Saved, by: str | None) -> list[str]:
    """What was changed besides counts of cards."""
    keys = ("faction", "hero", "notes", "format", "list", "on")
    changed = [key for key in keys if before.deck.get(key) != after.deck.get(key)]
    return [*changed, *([f"settled by {by}"] if by else [])]
