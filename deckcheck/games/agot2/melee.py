"""Melee's titles, as far as challenges need them: whom one supports, and redirecting.

[RR Redirect, Titles] Redirecting exists in melee only.
"""

from __future__ import annotations

from deckcheck.engine.play import Rules
from deckcheck.engine.state import Action, State, logged, with_mark
from deckcheck.games.agot2 import challenges
from deckcheck.games.agot2.challenges import Challenge, on
from deckcheck.games.agot2.context import Context

REGENT = "Crown Regent"
SUPPORTS = {
    "Master of Whispers": "Hand of the King",
    "Master of Ships": "Master of Whispers",
    "Hand of the King": "Master of Laws",
    "Master of Coin": "Master of Ships",
    "Master of Laws": "Hand of the King",
}
"""Title → the title it supports, as printed on cards 01206-01210."""


def title_of(state: State, player: int) -> str:
    """The title a player holds this round; none = `""`."""
    return str(state.marks.get(("title", player), ""))


def supports(context: Context, state: State, player: int, other: int) -> bool:
    """Whether a player's title supports another's, so that he can't attack him [RR Titles]."""
    if context.mode != "melee":
        return False
    return SUPPORTS.get(title_of(state, player)) == (title_of(state, other) or None) and bool(
        title_of(state, player)
    )


def regent(state: State) -> int | None:
    """The seat of the Crown Regent, if somebody holds the title."""
    return next((s for s in range(len(state.players)) if title_of(state, s) == REGENT), None)


def is_melee(context: Context) -> bool:
    """Redirecting is a part of melee games only [AGOT-17-REDIR-0]."""
    return context.mode == "melee"


def redirects_left(state: State) -> bool:
    """The Crown Regent may redirect one challenge each round [AGOT-17-REDIR-1]."""
    return not state.marks.get("redirected")


def is_time_to_redirect(state: State) -> bool:
    """After a challenge is initiated, before reactions to that [AGOT-17-REDIR-2]."""
    return state.step == "redirect"


def new_opponents(state: State, challenge: Challenge) -> list[int]:
    """Whom a redirected challenge may resolve against: not who it was initiated against.

    [AGOT-17-REDIR-7]
    """
    return [
        seat
        for seat in range(len(state.players))
        if seat not in (challenge.attacker, *barred_opponents(challenge))
        and not state.players[seat].out
        and not (bans_hold() and _banned(state, challenge, seat))
        and not (support_holds() and _supported(state, challenge, seat))
    ]


def barred_opponents(challenge: Challenge) -> tuple[int | None, ...]:
    """The one opponent it can't resolve against: the first [AGOT-17-REDIR-7]."""
    return (challenge.initiated_against,)


def bans_hold() -> bool:
    """Whether what forbids initiating against a player keeps a redirected challenge from him.

    It doesn't [AGOT-17-REDIR-8].
    """
    return False


def support_holds() -> bool:
    """Whether supporting a player keeps a redirected challenge from him: no [AGOT-17-REDIR-9]."""
    return False


def _banned(state: State, challenge: Challenge, seat: int) -> bool:
    return (challenge.attacker, seat) in state.marks.get("may not attack", ())


def _supported(state: State, challenge: Challenge, seat: int) -> bool:
    mine, other = title_of(state, challenge.attacker), title_of(state, seat)
    return bool(mine) and SUPPORTS.get(mine) == other


def may_redirect(context: Context, state: State, player: int) -> bool:
    """Whether a player may redirect the challenge that is on, now."""
    challenge = on(state)
    return (
        challenge is not None
        and is_melee(context)
        and regent(state) == player
        and redirects_left(state)
        and is_time_to_redirect(state)
        and bool(new_opponents(state, challenge))
    )


def waits_for_redirect(context: Context, state: State) -> bool:
    """Whether somebody is to be asked for a redirect before the challenge goes on."""
    seat = regent(state)
    return seat is not None and may_redirect(context, state._replace(step="redirect"), seat)


def at_once(state: State) -> bool:
    """A redirected challenge's player chooses a new opponent before anything else.

    [AGOT-17-REDIR-3]
    """
    return state.step == "opponent"


def redirect(state: State) -> State:
    """The state after a redirect: the attacker must choose a new opponent now."""
    challenge = on(state)
    assert challenge is not None
    state = with_mark(state, "redirected", True)
    return logged(state._replace(step="opponent", turn=challenge.attacker), "redirected")


def opponents(state: State) -> list[Action]:
    """The new opponents that the attacker may choose."""
    challenge = on(state)
    assert challenge is not None
    player = challenge.attacker
    return [Action("against", player, to=seat) for seat in new_opponents(state, challenge)]


def against(challenge: Challenge, seat: int) -> Challenge:
    """The challenge with a new opponent: initiated against the first, resolving against this one.

    [AGOT-17-REDIR-6]
    """
    return challenge._replace(resolves_against=seat, redirected=True)


def targets_after(challenge: Challenge) -> tuple[tuple[int, int], ...]:
    """Stealth targets that stand after a redirect: those chosen first weren't bypassed.

    [AGOT-17-REDIR-5] New ones are, once chosen.
    """
    return ()


def may_choose_again(state: State) -> bool:
    """The attacker may choose new stealth targets, of the new defender [AGOT-17-REDIR-4]."""
    return True


def as_declared(state: State, action: Action) -> bool:
    """Whether what a player wishes leaves kind and attackers as they were declared.

    A redirect changes neither [AGOT-17-REDIR-10].
    """
    challenge = on(state)
    return (
        challenge is not None
        and action.word in ("", challenge.kind)
        and action.cards in ((), challenge.attackers)
    )


def choose(rules: Rules, context: Context, state: State, action: Action) -> State:
    """The state after the attacker named a new opponent."""
    challenge = on(state)
    assert challenge is not None
    assert action.to is not None
    challenge = against(challenge, action.to)._replace(
        kind=action.word or challenge.kind,
        attackers=action.cards or challenge.attackers,
        stealth=targets_after(challenge),
    )
    state = with_mark(state, "challenge", challenge)
    if not may_choose_again(state):
        return challenges.announce(rules, state)
    return challenges.to_stealth(rules, context, state, "stealth again")
