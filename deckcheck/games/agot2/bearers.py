"""What an attachment may be attached to [RR Attachment Cards]."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from deckcheck.engine import zones
from deckcheck.engine.state import State
from deckcheck.games.agot2 import facts
from deckcheck.model import Card
from deckcheck.query import Field, Test, compile_query

DEFAULT = "type:character"
"""What an attachment goes on if its text says nothing else."""


class Bearers:
    """The printed conditions of attachments, compiled once each."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._compile = cache(lambda text: compile_query(text, fields))
        self._known: dict[tuple[str, str], bool] = {}

    def _test(self, attachment: Card) -> Test:
        test: Test = self._compile(attachment.facts.get("attach", DEFAULT))
        return test

    def fits(self, attachment: Card, bearer: Card) -> bool:
        """Whether the printed facts of both cards let one bear the other."""
        pair = (attachment.code, bearer.code)
        if pair not in self._known:
            test = self._test(attachment)
            self._known[pair] = test(bearer) is True and takes(bearer, attachment)
        return self._known[pair]

    def may_attach(self, state: State, card: int, host: int, player: int) -> bool:
        """Whether a player may attach his card to a host as things stand."""
        status = state.status[host]
        return (
            zones.in_play(status.zone)
            and not status.duplicate
            and state.card(host).type in ("character", "location", "attachment")
            and side_fits(state, state.card(card), host, player)
            and self.fits(state.card(card), state.card(host))
            and room_on(state, card, host)
        )

    def hosts(self, state: State, card: int, player: int) -> list[int]:
        """Every card in play that a player may attach his card to."""
        return [h for h in state.cards_in_play() if self.may_attach(state, card, h, player)]


def takes(bearer: Card, attachment: Card) -> bool:
    """What the bearer's own line allows: «no attachments», or none but those of a trait."""
    if not facts.has(bearer, "no attachments"):
        excepted = bearer.facts.get("attachments_except")
        return excepted is None or any(t in attachment.facts.get("traits", ()) for t in excepted)
    excepted = bearer.facts.get("attachments_except", ())
    return any(trait in attachment.facts.get("traits", ()) for trait in excepted)


def side_fits(state: State, attachment: Card, host: int, player: int) -> bool:
    """Whose card the host must be: `you` control it, an `opponent` does, or it is your `own`."""
    side = attachment.facts.get("attach_control")
    if side == "you":
        return state.status[host].controller == player
    if side == "own":
        return state.cards[host].owner == player
    if side == "opponent":
        return state.status[host].controller != player
    return True


def room_on(state: State, card: int, host: int) -> bool:
    """A card's own «limit so many copies per bearer»; otherwise there is no limit."""
    limit = state.card(card).facts.get("attach_limit")
    if limit is None:
        return True
    there = [
        c
        for c in attached_to(state, host)
        if c != card and facts.is_copy(state.card(c), state.card(card))
    ]
    return len(there) < int(limit)


def attached_to(state: State, host: int) -> list[int]:
    """Attachments on a card (duplicates and cards under it are none)."""
    return [
        number
        for number, status in enumerate(state.status)
        if status.host == host and status.zone == "play" and not status.duplicate
    ]


def duplicates_of(state: State, host: int) -> list[int]:
    """Duplicates on a card."""
    return [n for n, s in enumerate(state.status) if s.host == host and s.duplicate]
