"""`db doctor`: what is wrong with a user's data, what is worth knowing, and what to do about it.

Looks at files, references, ages, rules that the data outgrew, and corrections; mends nothing
but what opening the database mends by itself. May import judge, store and below; asks no clock
(the day is an argument).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Container, Iterator
from contextlib import closing
from datetime import date
from typing import Any, NamedTuple

from deckcheck.game import Game, load
from deckcheck.judge import Judge
from deckcheck.number import many
from deckcheck.store.fetched import has_previous
from deckcheck.store.home import Home
from deckcheck.store.open import Store, file_uri, open_cards

OLD_DAYS = 180
"""Card data older than this are worth a warning."""

_REFERENCES = (
    ("card", "whose pack is unknown", "SELECT c.code FROM card c LEFT JOIN pack p "
     "ON p.game = c.game AND p.code = c.pack WHERE c.game = ? AND p.code IS NULL"),
    ("printing", "whose card is unknown", "SELECT p.code FROM printing p LEFT JOIN card c "
     "ON c.game = p.game AND c.code = p.card WHERE p.game = ? AND c.code IS NULL"),
    ("title", "whose card is unknown", "SELECT t.code FROM title t LEFT JOIN card c "
     "ON c.game = t.game AND c.code = t.code WHERE t.game = ? AND c.code IS NULL"),
    ("old code", "whose card is unknown", "SELECT a.code FROM alias a LEFT JOIN card c "
     "ON c.game = a.game AND c.code = a.card WHERE a.game = ? AND c.code IS NULL"),
)  # fmt: skip


_REMEDIES = {
    "fetched-unused": "deckcheck db update, or db rollback, or delete the file",
    "correction": "mend it in corrections.toml, or take it out",
}


class Trouble(NamedTuple):
    """One thing that the doctor saw."""

    code: str
    """Stable and short: `damaged`, `references`, `age`, `rules`, `correction`, …"""
    severity: str
    """`error` (mend it), `warning` (something to do) or `info`."""
    what: str
    """One whole sentence."""
    do: str = ""
    """What to do about it; empty = nothing."""


def examine(home: Home, root: str, today: str, sourced: Container[str]) -> list[Trouble]:
    """All that is to be said. `sourced` = games that an update has a source for."""
    found = [*_file(home.cards, "it holds nothing of yours and has been built again")]
    found += _file(home.user, f"move it away and put a copy from {home.backups} in its place")
    with open_cards(home, root) as store:
        for note in store.notes:
            if note.code != "database-rebuilt":
                severity = "warning" if note.severity == "warning" else "info"
                found.append(Trouble(note.code, severity, note.text, _REMEDIES.get(note.code, "")))
        for name in store.games:
            game = load(name, store.documents(name))
            found += _references(store, name)
            found += _sources(home, store, name)
            found += _age(store, game, today, name in sourced)
            found += _lists(store, game)
            found += _rules(store, game, today)
            found += _corrections(store, name)
    return found


def _file(path: str, do: str) -> Iterator[Trouble]:
    """Whether a database file is sound, all of it."""
    if not os.path.exists(path):
        return
    try:
        with closing(sqlite3.connect(file_uri(path, "ro"), uri=True)) as connection:
            said = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.Error as fault:
        said = str(fault)
    if said == "ok":
        yield Trouble("sound", "info", f"{path} is sound.")
    else:
        yield Trouble("damaged", "error", f"{path} is damaged ({said}).", do)


def _references(store: Store, name: str) -> Iterator[Trouble]:
    for what, fault, sql in _REFERENCES:
        codes = store.read(sql, (name,), lambda row: str(row[0]))
        if codes:
            yield Trouble(
                "references",
                "error",
                f"{name}: {many(len(codes), what)} {fault} ({_few(codes)}).",
                "deckcheck db update",
            )


def _fetched(store: Store, name: str) -> list[dict[str, Any]]:
    """The sources of a game's data that an update fetched."""
    rows = store.documents(name).get("source", {}).get("source", [])
    return [row for row in rows if row.get("address")]


def _sources(home: Home, store: Store, name: str) -> Iterator[Trouble]:
    for row in _fetched(store, name):
        yield Trouble(
            "source",
            "info",
            f"{name}: fetched from {row['address']} at {row['time']} (licence {row['licence']}, "
            f"SHA-256 {row['sha256'][:12]}…).",
        )
    if has_previous(home, name):
        what = f"{name}: the data of before the last update are kept."
        yield Trouble("previous", "info", what, "deckcheck db rollback goes back to them")


def _age(store: Store, game: Game, today: str, sourced: bool) -> Iterator[Trouble]:
    """How old the data are, and whether the newest list is newer."""
    snapshot = store.pool(game.name).snapshot
    newest = max(game.list_index, key=lambda one: one.date, default=None)
    try:
        days = (date.fromisoformat(today) - date.fromisoformat(snapshot)).days
    except ValueError:
        yield Trouble("age", "warning", f"{game.name}: the card data have no date.")
        return
    do = "deckcheck db update asks for newer ones" if sourced else ""
    known = f"; the newest list is {newest.name} of {newest.date}" if newest else ""
    what = f"{game.name}: the card data are of {snapshot} ({many(days, 'day')} ago){known}."
    if days < 0:
        what = f"{game.name}: the card data are of {snapshot}, which is after today ({today})."
        yield Trouble("age", "warning", what, "mend the clock, or deckcheck db rollback")
    elif newest and newest.date > snapshot:
        what = f"{what[:-1]}: it may judge cards that are not here."
        yield Trouble("age", "warning", what, do)
    else:
        old = days > OLD_DAYS and sourced
        yield Trouble("age", "warning" if old else "info", what, do if old else "")


def _lists(store: Store, game: Game) -> Iterator[Trouble]:
    """Lists that name codes of no card, and lists of no known line."""
    pool = store.pool(game.name)
    for head in game.list_index:
        one = game.list(head.code)
        named = set(one.banned)
        for part in one.formats.values():
            named.update(part.restricted, part.banned)
            for pod in part.pods:
                named.update(pod.cards, [pod.restricted] if pod.restricted else [])
        strangers = sorted(named - pool.cards(named).keys())
        if strangers:
            what = f"{game.name}: list {one.code} names {many(len(strangers), 'code')} of no card"
            yield Trouble("list-codes", "info", f"{what} ({_few(strangers)}).")
        if one.line not in game.lines:
            yield Trouble(
                "list-line",
                "warning",
                f"{game.name}: list {one.code} of {one.date} belongs to no known line, so it is "
                "never chosen by its date.",
                f"name it (--list {one.code}), and upgrade deckcheck when it knows the line",
            )


def _rules(store: Store, game: Game, today: str) -> Iterator[Trouble]:
    """Agendas that no rule speaks of, and rules that speak of no card."""
    pool = store.pool(game.name)
    ruled = set(game.no_rule)
    for name in game.formats:
        ruled.update(game.rows(name).waiting)
    if game.choice_section:
        judge = Judge(game, pool, game.default_format, None, today)
        chosen = [card for card in pool.all() if card.type == game.agenda_type]
        unruled = [f"{c.code} {c.title}" for c in chosen if not judge.known_agenda(c.code)]
        if unruled:
            # What the shipped data lack is known; what was fetched may have outgrown the rules,
            # but not where a card's own facts say whether its text was read.
            fetched = game.unread is None and bool(_fetched(store, game.name))
            number = many(len(unruled), f"{game.agenda_type} card")
            yield Trouble(
                "rules",
                "warning" if fetched else "info",
                f"{game.name}: there are no rules for {number} ({_few(unruled)}), "
                "so it can't be told whether decks with such a card are legal.",
                "upgrade deckcheck" if fetched else "",
            )
    dead = sorted(ruled - pool.cards(ruled).keys())
    if dead:
        yield Trouble(
            "dead-rules",
            "warning",
            f"{game.name}: rules speak of cards that are not here ({_few(dead)}).",
            "deckcheck db update, or upgrade deckcheck",
        )


def _corrections(store: Store, name: str) -> Iterator[Trouble]:
    sql = "SELECT card, field, value, was, reason, effect FROM corrected WHERE game = ? ORDER BY id"
    for card, field, value, was, reason, effect in store.read(sql, (name,), tuple):
        what = f"{name}: correction of {field} of {card} to {value}"
        if effect == "changed":
            yield Trouble(
                "correction", "info", f"{what} is in force; the data say {was} ({reason})."
            )
        elif effect == "needless":
            what = f"{what} is no longer needed; the data say the same."
            yield Trouble("correction", "info", what, f"take it out of {store.home.corrections}")
        else:
            yield Trouble(
                "correction",
                "warning",
                f"{what} does nothing: no card has this code.",
                f"mend it in {store.home.corrections}",
            )


def _few(codes: list[str]) -> str:
    return ", ".join(codes[:5]) + (", …" if len(codes) > 5 else "")


def as_object(trouble: Trouble) -> dict[str, Any]:
    """For `--json`."""
    return trouble._asdict()
