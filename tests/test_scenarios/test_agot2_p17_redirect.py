"""Rules Reference p. 17: redirecting a challenge, in melee; and removing from the game."""

from __future__ import annotations

from scene import Action, card, do, find, legal_actions, names, refused, scene, zone
from statements import beside, statement

from deckcheck.engine import windows
from deckcheck.engine.abilities import Ability
from deckcheck.engine.moves import end_of, search
from deckcheck.engine.state import State, with_mark
from deckcheck.games.agot2 import challenges
from deckcheck.games.agot2.challenges import Challenge

MELEE = "deckcheck.games.agot2.melee"
WOLF = card("Wolf", keywords=["stealth"])
BEAR = card("Bear")
LION = card("Lion")
STAG = card("Stag")


def melee(mode="melee", titles=("", "Crown Regent", ""), **marks):  # type: ignore[no-untyped-def]
    """Three seats: the first attacks, the second is the Crown Regent, the third stands by."""
    table, state = scene(
        {"play": [WOLF, BEAR]}, {"play": [LION]}, {"play": [STAG]}, mode=mode, phase="challenges"
    )
    for seat, title in enumerate(titles):
        state = with_mark(state, ("title", seat), title)
    return table, state


def attack(table, state, to=1, kind="military", who="Wolf"):  # type: ignore[no-untyped-def]
    """The state after the first seat initiated a challenge; stealth passes nobody."""
    state = do(table, state, "initiate", find(state, who), to=to, word=kind)
    return do(table, state, "go") if state.step == "stealth" else state


def challenge(state: State) -> Challenge:
    """The challenge that is on."""
    found = challenges.on(state)
    assert found is not None
    return found


def redirected(table, state):  # type: ignore[no-untyped-def]
    """The state after the Crown Regent redirected it: a new opponent must be chosen."""
    return do(table, state, "redirect", player=1)


@statement("AGOT-17-REDIR-0", f"{MELEE}:is_melee", lambda context: True)
def test_redir_0_only_in_melee() -> None:
    """At a table that doesn't play melee nobody is asked for a redirect."""
    table, state = melee(mode="joust")
    state = attack(table, state)
    assert state.step == "defenders"


@beside("AGOT-17-REDIR-0")
def test_redir_0_beside_in_melee_the_regent_is_asked() -> None:
    """In melee the Crown Regent is."""
    table, state = melee()
    state = attack(table, state)
    assert names(table, state) == {"redirect", "go"}
    assert state.turn == 1


@statement("AGOT-17-REDIR-1", f"{MELEE}:redirects_left", lambda state: True)
def test_redir_1_one_a_round() -> None:
    """After one redirect the next challenge of the round goes as it was aimed."""
    table, state = melee()
    state = do(table, redirected(table, attack(table, state)), "against", to=2)
    state = do(table, state, "go")
    state = do(table, state, "defend", player=2)
    state = attack(table, state, kind="power", who="Bear")
    assert state.step == "defenders"


@beside("AGOT-17-REDIR-1")
def test_redir_1_beside_not_used_it_is_there_for_the_next() -> None:
    """If the first isn't redirected the second may be."""
    table, state = melee()
    state = do(table, attack(table, state), "go", player=1)
    state = do(table, state, "defend", find(state, "Lion", 1), player=1)
    state = attack(table, state, kind="power", who="Bear")
    assert "redirect" in names(table, state)


CRIER = card("Crier")
CRY = Ability("Reaction", on="initiated", effect=lambda state, own, event: state._replace(round=9))


@statement("AGOT-17-REDIR-2", f"{MELEE}:is_time_to_redirect", lambda state: True)
def test_redir_2_before_reactions_to_the_initiation() -> None:
    """The regent is asked before the crier may react; once he can, it is too late."""
    table, state = scene(
        {"play": [WOLF]},
        {"play": [CRIER]},
        {},
        mode="melee",
        phase="challenges",
        abilities={CRIER.code: (CRY,)},
    )
    state = attack(table, with_mark(state, ("title", 1), "Crown Regent"))
    assert not state.stack
    state = do(table, state, "go", player=1)
    assert windows.current(state).event.name == "initiated"
    while state.stack:
        state = do(table, state, "pass", player=windows.current(state).player)
    assert refused(table, state, "redirect", player=1)


@beside("AGOT-17-REDIR-2")
def test_redir_2_beside_not_before_a_challenge_is_initiated() -> None:
    """Nor is there anything to redirect before."""
    table, state = melee()
    assert refused(table, state, "redirect", player=1)


@statement("AGOT-17-REDIR-3", f"{MELEE}:at_once", lambda state: False)
def test_redir_3_a_new_opponent_is_chosen_at_once() -> None:
    """The attacker can do nothing else before he has named one."""
    table, state = melee()
    state = redirected(table, attack(table, state))
    assert legal_actions(table, state) == [Action("against", 0, to=2)]


@beside("AGOT-17-REDIR-3")
def test_redir_3_beside_not_redirected_nobody_is_chosen() -> None:
    """If the regent lets it pass, no opponent is chosen."""
    table, state = melee()
    state = do(table, attack(table, state), "go", player=1)
    assert refused(table, state, "against", to=2)
    assert challenge(state).resolves_against == 1


@statement("AGOT-17-REDIR-4", f"{MELEE}:may_choose_again", lambda state: False)
def test_redir_4_new_stealth_targets_may_be_chosen() -> None:
    """The wolf may pass by the new defender's stag."""
    table, state = melee()
    state = do(table, redirected(table, attack(table, state)), "against", to=2)
    state = do(table, state, "stealth", find(state, "Wolf"), find(state, "Stag", 2))
    assert challenges.bypassed(challenge(state)) == (find(state, "Stag", 2),)
    assert refused(table, state, "defend", find(state, "Stag", 2), player=2)


@beside("AGOT-17-REDIR-4")
def test_redir_4_beside_he_need_not() -> None:
    """He may leave it: the stag can defend."""
    table, state = melee()
    state = do(table, redirected(table, attack(table, state)), "against", to=2)
    state = do(table, state, "go")
    assert not refused(table, state, "defend", find(state, "Stag", 2), player=2)


def as_before(one: Challenge) -> tuple[tuple[int, int], ...]:
    return one.stealth


@statement("AGOT-17-REDIR-5", f"{MELEE}:targets_after", as_before)
def test_redir_5_those_chosen_first_were_not_bypassed() -> None:
    """The lion was to be passed by; after the redirect it wasn't, and a new target may be."""
    table, state = melee()
    state = do(table, state, "initiate", find(state, "Wolf"), to=1, word="military")
    state = do(table, state, "stealth", find(state, "Wolf"), find(state, "Lion", 1))
    state = do(table, redirected(table, state), "against", to=2)
    assert find(state, "Lion", 1) not in challenges.bypassed(challenge(state))
    state = do(table, state, "stealth", find(state, "Wolf"), find(state, "Stag", 2))
    assert challenges.bypassed(challenge(state)) == (find(state, "Stag", 2),)


@beside("AGOT-17-REDIR-5")
def test_redir_5_beside_without_a_redirect_they_are() -> None:
    """Not redirected, the lion is passed by and can't defend."""
    table, state = melee()
    state = do(table, state, "initiate", find(state, "Wolf"), to=1, word="military")
    state = do(table, state, "stealth", find(state, "Wolf"), find(state, "Lion", 1))
    state = do(table, state, "go", player=1)
    assert refused(table, state, "defend", find(state, "Lion", 1), player=1)


def both(one: Challenge, seat: int) -> Challenge:
    return one._replace(initiated_against=seat, resolves_against=seat, redirected=True)


@statement("AGOT-17-REDIR-6", f"{MELEE}:against", both)
def test_redir_6_initiated_against_the_first_resolves_against_the_new() -> None:
    """It counts as initiated against the second seat, and the third defends."""
    table, state = melee()
    state = do(table, redirected(table, attack(table, state)), "against", to=2)
    assert (challenge(state).initiated_against, challenge(state).resolves_against) == (1, 2)
    state = do(table, state, "go")
    assert state.turn == 2


@beside("AGOT-17-REDIR-6")
def test_redir_6_beside_not_redirected_both_are_one() -> None:
    """Not redirected, both are the second seat."""
    table, state = melee()
    state = do(table, attack(table, state), "go", player=1)
    assert (challenge(state).initiated_against, challenge(state).resolves_against) == (1, 1)


@statement("AGOT-17-REDIR-7", f"{MELEE}:barred_opponents", lambda one: ())
def test_redir_7_not_against_the_same_opponent() -> None:
    """The second seat can't be chosen again."""
    table, state = melee()
    state = redirected(table, attack(table, state))
    assert refused(table, state, "against", to=1)


@beside("AGOT-17-REDIR-7")
def test_redir_7_beside_any_other_may_be() -> None:
    """The third can."""
    table, state = melee()
    state = redirected(table, attack(table, state))
    assert not refused(table, state, "against", to=2)


@statement("AGOT-17-REDIR-8", f"{MELEE}:bans_hold", lambda: True)
def test_redir_8_a_ban_on_initiating_doesnt_hold() -> None:
    """The third seat can't be attacked, but a redirected challenge may resolve against it."""
    table, state = melee()
    state = with_mark(state, "may not attack", ((0, 2),))
    state = redirected(table, attack(table, state))
    assert challenge(do(table, state, "against", to=2)).resolves_against == 2


@beside("AGOT-17-REDIR-8")
def test_redir_8_beside_it_holds_for_initiating() -> None:
    """Initiated against it, it can't be."""
    table, state = melee()
    state = with_mark(state, "may not attack", ((0, 2),))
    assert refused(table, state, "initiate", find(state, "Wolf"), to=2, word="military")


SHIPS = ("Master of Ships", "Crown Regent", "Master of Whispers")


@statement("AGOT-17-REDIR-9", f"{MELEE}:support_holds", lambda: True)
def test_redir_9_even_against_a_player_one_supports() -> None:
    """The Master of Ships supports the Master of Whispers, and yet resolves against him."""
    table, state = melee(titles=SHIPS)
    state = redirected(table, attack(table, state))
    assert challenge(do(table, state, "against", to=2)).resolves_against == 2


@beside("AGOT-17-REDIR-9")
def test_redir_9_beside_he_cant_attack_him() -> None:
    """He can't initiate a challenge against him."""
    table, state = melee(titles=SHIPS)
    assert refused(table, state, "initiate", find(state, "Wolf"), to=2, word="military")


@statement("AGOT-17-REDIR-10", f"{MELEE}:as_declared", lambda state, action: True)
def test_redir_10_attackers_and_kind_stay() -> None:
    """With the new opponent he can't make it another kind, nor send the bear."""
    table, state = melee()
    state = redirected(table, attack(table, state))
    assert refused(table, state, "against", to=2, word="power")
    assert refused(table, state, "against", find(state, "Bear"), to=2)


@beside("AGOT-17-REDIR-10")
def test_redir_10_beside_named_as_they_were_they_are_fine() -> None:
    """Said again as they were, they are."""
    table, state = melee()
    state = redirected(table, attack(table, state))
    state = do(table, state, "against", find(state, "Wolf"), to=2, word="military")
    assert (challenge(state).kind, challenge(state).attackers) == (
        "military",
        (find(state, "Wolf"),),
    )


@statement("AGOT-17-RFG-1", "deckcheck.engine.zones:takes_part", lambda zone, until: True)
def test_rfg_1_removed_it_has_no_part_in_the_game() -> None:
    """A removed bear isn't found, put into play, discarded or removed again."""
    table, state = scene({"play": [BEAR]})
    bear = find(state, "Bear")
    state = do(table, state, "remove", bear)
    assert search(state, 0, "removed") == ()
    for name in ("put", "return", "remove", "toss"):
        assert refused(table, state, name, bear)


@beside("AGOT-17-RFG-1")
def test_rfg_1_beside_for_a_phase_only_until_it_ends() -> None:
    """Removed until the end of the phase, it has a part in the game after that."""
    table, state = scene({"play": [BEAR]})
    bear = find(state, "Bear")
    state = do(table, state, "remove", bear, word="phase")
    assert search(state, 0, "removed") == ()
    assert search(end_of(state, "phase"), 0, "removed") == (bear,)


@statement("AGOT-17-RFG-2", "deckcheck.engine.moves:default_duration", lambda: "phase")
def test_rfg_2_with_nothing_said_until_the_game_ends() -> None:
    """Nothing is said of how long: phases and rounds end, and it stays removed."""
    table, state = scene({"play": [BEAR]})
    bear = find(state, "Bear")
    state = end_of(end_of(do(table, state, "remove", bear), "phase"), "round")
    assert zone(state, bear) == "removed"
    assert search(state, 0, "removed") == ()


@beside("AGOT-17-RFG-2")
def test_rfg_2_beside_a_round_ends_with_the_round() -> None:
    """Until the end of the round: that is when it ends."""
    table, state = scene({"play": [BEAR]})
    state = do(table, state, "remove", find(state, "Bear"), word="round")
    assert search(end_of(state, "phase"), 0, "removed") == ()
    assert search(end_of(state, "round"), 0, "removed") == (find(state, "Bear"),)
