"""Challenges: initiating, stealth, defenders, who wins, claim [RR Challenges; Appendix I 4.2].

As far as a table needs them: a solitaire table has no defender, so every challenge there is
unopposed and claims nothing. Steps of one challenge: `stealth`, then (melee) `redirect` and what
follows it, then reactions to its initiation, `defenders`, and its result.
"""

from __future__ import annotations

from typing import NamedTuple

from deckcheck.engine import windows
from deckcheck.engine.moves import draw, end_of, move
from deckcheck.engine.play import Rules
from deckcheck.engine.state import Action, Event, State, logged, with_mark, with_player, with_status
from deckcheck.games.agot2 import facts, values
from deckcheck.games.agot2.context import Context

KINDS = ("military", "intrigue", "power")


class Challenge(NamedTuple):
    """The challenge that is on; kept in the state's mark `challenge`."""

    kind: str
    attacker: int
    attackers: tuple[int, ...]
    initiated_against: int | None
    """None at a solitaire table."""
    resolves_against: int | None
    """Differs once the challenge was redirected [AGOT-17-REDIR-6]."""
    stealth: tuple[tuple[int, int], ...] = ()
    """(character with stealth, its target)."""
    defenders: tuple[int, ...] = ()
    redirected: bool = False


def on(state: State) -> Challenge | None:
    """The challenge that is on, if one is."""
    found: Challenge | None = state.marks.get("challenge")
    return found


def bypassed(challenge: Challenge) -> tuple[int, ...]:
    """The characters that stealth keeps from defending [RR Stealth]."""
    return tuple(target for _, target in challenge.stealth)


def may_initiate_against(context: Context, state: State, player: int, other: int) -> bool:
    """Whether a challenge may be initiated against a player: not one you support, nor one
    an effect protects [RR Melee; Titles]."""
    from deckcheck.games.agot2 import melee

    return (
        other != player
        and not state.players[other].out
        and not melee.supports(context, state, player, other)
        and (player, other) not in state.marks.get("may not attack", ())
    )


def able(state: State, player: int, kind: str) -> list[int]:
    """Characters of a player that may take part: standing, with the icon [RR Challenges]."""
    return [
        card
        for card in values.standing_characters(state, player)
        if kind in facts.icons(state.card(card))
    ]


def may_initiate(context: Context, state: State, action: Action) -> bool:
    """Whether a challenge may be initiated so: each kind once in a phase, with some attacker."""
    player, kind = action.player, action.word
    fit = able(state, player, kind) if kind in KINDS else []
    others = [s for s in range(len(state.players)) if s != player and not state.players[s].out]
    if others:
        aimed = action.to in others and may_initiate_against(context, state, player, action.to or 0)
    else:
        aimed = action.to is None
    return (
        bool(action.cards)
        and len(set(action.cards)) == len(action.cards)
        and all(card in fit for card in action.cards)
        and kind not in state.marks.get(("challenges", player), ())
        and aimed
    )


def initiations(context: Context, state: State, player: int) -> list[Action]:
    """Challenges that may be initiated: by any one able character, or by all of them.

    (Other selections are legal too; this list is for play by programs.)
    """
    others: list[int | None] = [s for s in range(len(state.players)) if s != player]
    found = []
    for kind in KINDS:
        fit = able(state, player, kind)
        chosen = [(card,) for card in fit] + ([tuple(fit)] if len(fit) > 1 else [])
        for cards in chosen:
            for other in others or [None]:
                action = Action("initiate", player, cards, other, kind)
                if may_initiate(context, state, action):
                    found.append(action)
    return found


def initiate(rules: Rules, context: Context, state: State, action: Action) -> State:
    """The state after attackers were declared: they kneel, and stealth targets are chosen."""
    for card in action.cards:
        state = with_status(state, card, kneeling=True)
    done = (*state.marks.get(("challenges", action.player), ()), action.word)
    state = with_mark(state, ("challenges", action.player), done)
    challenge = Challenge(action.word, action.player, action.cards, action.to, action.to)
    state = with_mark(state, "challenge", challenge)
    return to_stealth(rules, context, state, "stealth")


def stealth_choices(state: State, challenge: Challenge) -> list[Action]:
    """Stealth targets that may still be chosen: one for each attacker with stealth, without it."""
    if challenge.resolves_against is None:
        return []
    used = {source for source, _ in challenge.stealth}
    aimed = {target for _, target in challenge.stealth}
    return [
        Action("stealth", challenge.attacker, (source, target))
        for source in challenge.attackers
        if facts.has(state.card(source), "stealth") and source not in used
        for target in state.pile(challenge.resolves_against, "play")
        if state.card(target).type == "character"
        and not state.status[target].duplicate
        and not facts.has(state.card(target), "stealth")
        and target not in aimed
    ]


def to_stealth(rules: Rules, context: Context, state: State, step: str) -> State:
    """Wait for stealth targets if there are any to choose, else go on."""
    challenge = on(state)
    assert challenge is not None
    state = state._replace(step=step, turn=challenge.attacker)
    return state if stealth_choices(state, challenge) else after_stealth(rules, context, state)


def after_stealth(rules: Rules, context: Context, state: State) -> State:
    """A redirect may come now, before reactions to the initiation [AGOT-17-REDIR-2]."""
    from deckcheck.games.agot2 import melee

    challenge = on(state)
    assert challenge is not None
    if state.step == "stealth" and melee.waits_for_redirect(context, state):
        return state._replace(step="redirect", turn=melee.regent(state) or 0)
    return announce(rules, state)


def announce(rules: Rules, state: State) -> State:
    """The challenge is initiated: reactions to that, then defenders."""
    challenge = on(state)
    assert challenge is not None
    state = state._replace(step="initiated")
    event = Event(
        "initiated", challenge.attacker, challenge.attackers, {"to": challenge.initiated_against}
    )
    return windows.happen(rules, state, event)


def to_defenders(rules: Rules, context: Context, state: State) -> State:
    """The defender's choice, once everybody has reacted to the initiation."""
    challenge = on(state)
    assert challenge is not None
    if challenge.resolves_against is None:
        return resolve(rules, context, state)
    return state._replace(step="defenders", turn=challenge.resolves_against)


def may_defend(state: State, cards: tuple[int, ...]) -> bool:
    """Whether these may be declared as defenders together; none at all is allowed."""
    challenge = on(state)
    assert challenge is not None
    assert challenge.resolves_against is not None
    fit = able(state, challenge.resolves_against, challenge.kind)
    past = bypassed(challenge)
    return len(set(cards)) == len(cards) and all(c in fit and c not in past for c in cards)


def defences(state: State) -> list[Action]:
    """Ways to defend: nobody, any one, all (other selections are legal too)."""
    challenge = on(state)
    assert challenge is not None
    player = challenge.resolves_against
    assert player is not None
    past = bypassed(challenge)
    fit = [card for card in able(state, player, challenge.kind) if card not in past]
    chosen = [(), *((card,) for card in fit), *([tuple(fit)] if len(fit) > 1 else [])]
    return [Action("defend", player, cards) for cards in chosen]


def defend(rules: Rules, context: Context, state: State, cards: tuple[int, ...]) -> State:
    """The state after defenders were declared and the challenge resolved."""
    challenge = on(state)
    assert challenge is not None
    for card in cards:
        state = with_status(state, card, kneeling=True)
    state = with_mark(state, "challenge", challenge._replace(defenders=cards))
    return resolve(rules, context, state)


def strengths(context: Context, state: State) -> tuple[int, int]:
    """Total strength of attackers and of defenders that still take part."""
    challenge = on(state)
    assert challenge is not None
    sides = (challenge.attackers, challenge.defenders)
    attack, defence = (
        sum(values.strength(context, state, c) for c in side if state.status[c].zone == "play")
        for side in sides
    )
    return attack, defence


def winner(context: Context, state: State) -> int | None:
    """Who wins: the higher strength, the attacker on a tie, nobody with less than 1 [RR
    Challenges]. At a solitaire table only the attacker can."""
    challenge = on(state)
    assert challenge is not None
    attack, defence = strengths(context, state)
    there = any(state.status[c].zone == "play" for c in challenge.attackers)
    if there and attack >= max(1, defence):
        return challenge.attacker
    return challenge.resolves_against if defence >= 1 else None


def resolve(rules: Rules, context: Context, state: State) -> State:
    """The state after a challenge's result: keywords, unopposed, claim waiting for choices."""
    challenge = on(state)
    assert challenge is not None
    won = winner(context, state)
    state = logged(state, "result", of=challenge.kind, winner=won)
    if won is not None:
        loser = challenge.resolves_against if won == challenge.attacker else challenge.attacker
        state = _keywords(state, challenge, won, loser)
        if won == challenge.attacker and not challenge.defenders:
            state = with_player(state, won, power=state.players[won].power + 1)  # RR Unopposed
        if won == challenge.attacker and loser is not None:
            state = _claim(context, state, challenge, loser)
    state = end_of(with_mark(state, "challenge", None), "challenge")
    state = state._replace(
        step="claim" if state.marks.get("claim") else "", turn=challenge.attacker
    )
    if state.step == "claim":
        state = state._replace(turn=challenge.resolves_against or 0)
    event = Event("won", won, challenge.attackers, {"kind": challenge.kind})
    return windows.happen(rules, state, event) if won is not None else state


def _keywords(state: State, challenge: Challenge, won: int, loser: int | None) -> State:
    """Renown, insight, pillage of the winners' participating characters [RR, those entries]."""
    side = challenge.attackers if won == challenge.attacker else challenge.defenders
    for card in side:
        if state.status[card].zone != "play":
            continue
        mine = state.card(card)
        if facts.has(mine, "renown"):
            state = with_status(state, card, power=state.status[card].power + 1)
        if facts.has(mine, "insight"):
            state = draw(state, won, 1)
        if facts.has(mine, "pillage") and loser is not None:
            for top in state.pile(loser, "draw")[:1]:
                state = move(state, top, "discard")
    return state


def _claim(context: Context, state: State, challenge: Challenge, loser: int) -> State:
    """Intrigue discards at random and power moves at once; military waits for the loser's
    choice [RR Claim]."""
    from deckcheck.engine.dice import picked

    amount = values.claim(context, state, challenge.attacker)
    if challenge.kind == "military":
        alive = [c for c in state.pile(loser, "play") if state.card(c).type == "character"]
        alive = [c for c in alive if not state.status[c].duplicate]
        state = with_mark(state, "claimed by", challenge.attacker)
        return with_mark(state, "claim", min(amount, len(alive)) or None)
    if challenge.kind == "power":
        taken = min(amount, state.players[loser].power)
        state = with_player(state, loser, power=state.players[loser].power - taken)
        attacker = challenge.attacker
        return with_player(state, attacker, power=state.players[attacker].power + taken)
    for _ in range(min(amount, len(state.pile(loser, "hand")))):
        card, dice = picked(state.dice, state.pile(loser, "hand"))
        state = move(state._replace(dice=dice), card, "discard")
    return state


def claim_choices(state: State, player: int) -> list[Action]:
    """The characters that a loser may choose to die for a military claim."""
    return [
        Action("claim", player, (card,))
        for card in state.pile(player, "play")
        if state.card(card).type == "character" and not state.status[card].duplicate
    ]
