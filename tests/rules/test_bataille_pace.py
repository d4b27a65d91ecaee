"""What keeps a battle going: challenges waived, the GM's modifiers, a battle broken off, a second who takes over."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Ended, Ending
from battles.rules.ruleset import Illegal
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Play, hero, setup
from tests.rules.pitched import (
    BODY,
    NOBODY_SUCCEEDS,
    QUIET,
    WS,
    begun,
    challenging,
    declaring,
    lines,
    next_turn,
    of,
    resolve,
)

# Challenges that are waived (HA-09)


def test_ha_09_who_waives_challenges_is_ready_at_once_and_in_every_later_turn():
    play = challenging()
    play.do(ANN, c.WaiveChallenges(True))
    assert (play.state.phase, play.state.red.ready, play.state.blue.ready) == ("challenges", True, False)
    play.do(BOB, c.Ready())
    resolve(play)
    play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS)
    assert (play.state.phase, play.state.red.ready, play.state.blue.ready) == ("challenges", True, False)


def test_ha_09_if_both_waive_them_nobody_waits():
    play = begun()
    for player in (ANN, BOB):
        play.do(player, c.WaiveChallenges(True))
    events = play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS)
    assert play.state.phase == "declarations" and of(events, e.ChallengeAnnounced) == []


def test_ha_09_the_second_who_waives_opens_the_declarations():
    play = challenging()
    play.do(ANN, c.WaiveChallenges(True))
    play.do(BOB, c.WaiveChallenges(True))
    assert play.state.phase == "declarations"


def test_ha_09_who_has_waived_them_may_challenge_all_the_same_and_be_asked_again():
    play = challenging()
    play.do(ANN, c.WaiveChallenges(True), c.Challenge(101, 201))
    assert not play.state.red.ready
    play.do(ANN, c.WaiveChallenges(False), c.Ready())
    play.do(BOB, c.Ready())
    play.do(BOB, c.Answer(201, False), c.Ready())
    resolve(play)
    play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS)
    assert not play.state.red.ready


def test_ha_09_that_a_side_waives_challenges_is_its_own_business():
    play = begun()
    before = [BATAILLE.view(play.state, viewer) for viewer in (BOB, SUE)]
    (event,) = play.do(ANN, c.WaiveChallenges(True))
    assert event.audience == {"gm", "red"}
    assert [BATAILLE.view(play.state, viewer) for viewer in (BOB, SUE)] == before
    assert BATAILLE.view(play.state, ANN).own[0].waives


def test_ha_09_waiving_twice_or_at_another_time_is_refused():
    play = declaring()
    for state, command in ((begun(), c.WaiveChallenges(False)), (play, c.WaiveChallenges(True))):
        with pytest.raises(Illegal):
            state.do(ANN, command)


# The GM's modifier of a hero's tests


def test_br_23_the_gm_modifies_a_heros_tests_for_everybody_to_see_and_for_this_turn_only():
    play = declaring(setup([hero(101)], [hero(201)], rules=QUIET))
    (event,) = play.do(GM, c.ModifyTest(101, -25))
    assert lines(play.state, [event], SUE) == [("BR-23", "The GM modifies this turn's tests of Hero 101.")]
    assert play.do(GM, c.ModifyTest(101, -25)) == ()  # saved again as it is: nobody reads of it
    own = BATAILLE.view(play.state, ANN).own[0].heroes[0]
    assert {test.target for one in own.choices for test in one.odds if test.test == WS} == {15}
    (tested,) = of(resolve(play, c.Declare(101, "ha-10", WS), rolls=[16, BODY, 1, 1]), e.ActionTested)
    assert (tested.test.target, tested.test.success) == (15, False)
    next_turn(play)
    assert BATAILLE.view(play.state, ANN).own[0].heroes[0].choices[-1].odds[0].target == 40


@pytest.mark.parametrize("command", [c.ModifyTest(999, 10), c.ModifyTest(101, 10)], ids=["unknown", "out of action"])
def test_br_23_only_who_can_act_is_modified(command: Any):
    play = declaring(setup([hero(101), hero(102)], rules=QUIET)).alter_hero(101, condition="out")
    with pytest.raises(Illegal, match="Hero: one who can act this turn is needed") as refused:
        play.do(GM, command)
    assert refused.value.field == "hero"


def test_br_23_tests_are_modified_in_the_third_phase_only():
    with pytest.raises(Illegal, match="before the actions are rolled"):
        begun().do(GM, c.ModifyTest(101, 10))


# The end that the GM calls


def test_br_33_a_battle_that_is_broken_off_has_no_winner_and_its_losses_count():
    play = declaring()
    resolve(play, c.Declare(101, "ha-10", WS), rolls=[100, BODY, 9, 9])
    play.do(GM, c.BreakOff())
    assert play.state.ended == Ended(None, Ending.BROKEN_OFF)
    outcome = BATAILLE.outcome(play.state)
    assert outcome is not None and [loss.hero for loss in outcome.heroes] == [101]
    view = BATAILLE.view(play.state, SUE)
    assert view.finished and view.result is not None
    assert str(view.result.headline) == "The battle is broken off: neither army is beaten."


def test_br_35_a_battle_is_broken_off_between_two_turns():
    for play in (begun(), declaring()):
        with pytest.raises(Illegal, match="between two turns only"):
            play.do(GM, c.BreakOff())


def test_br_35_a_battle_in_which_nobody_can_score_can_be_ended():
    play = declaring(setup([hero(101)], [hero(201)], rules=QUIET))
    for key in (101, 201):
        play.alter_hero(key, condition="out", wounds=0)
    play.do(GM, c.Resolve())
    assert c.BreakOff() in BATAILLE.options(play.state, GM)


# Who leads


def test_br_18_a_second_who_is_named_general_changes_places_with_the_general():
    play = Play(setup())
    play.do(GM, c.Advance())
    play.do(ANN, c.NameGeneral(101), c.NameSecond(102), c.NameGeneral(102))
    assert (play.state.red.general, play.state.red.second) == (102, 101)


def test_br_18_br_19_a_side_sees_what_each_of_its_heroes_would_test_as_general():
    learned, plain = hero(101, tactics=2, intelligence=44), hero(102, fellowship=33)
    play = Play(setup([learned, plain]))
    play.do(GM, c.Advance())
    shown = [(str(one.tactics_on), one.tactics) for one in BATAILLE.view(play.state, ANN).own[0].heroes]
    assert shown == [("Academic Knowledge (Strategy/Tactics)", 54), ("Command", 17 - 20)]


@pytest.mark.parametrize(
    ("key", "words"),
    [("ha-02", "one friend who bleeds this turn is helped"), ("ha-04", "next tactics roll is at +10"), ("ha-05", None)],
)
def test_ha_02_ha_04_a_card_says_what_an_action_is_for(key: str, words: str | None):
    play = declaring(setup([hero(101, heal=1)], [hero(201)], rules=QUIET))
    (one,) = (one for one in BATAILLE.view(play.state, ANN).own[0].heroes[0].choices if one.key == key)
    assert one.besides is None if words is None else words in str(one.besides)


def test_ha_09_an_unanswered_challenge_is_no_duel_yet():
    play = challenging()
    play.do(ANN, c.Challenge(101, 201), c.Ready())
    play.do(BOB, c.Ready())
    shown = BATAILLE.view(play.state, SUE).sides[0].heroes[0].action
    assert str(shown) == "Challenge to Hero 201, not answered yet"
    assert (play.state.of(RED).ready, play.state.of(BLUE).ready) == (False, False)


def test_f_01_what_the_gm_has_not_announced_is_not_to_be_read_off_a_heros_tactics_roll():
    play = begun(setup(rules=HouseRules(force_effect="tactics")))
    before = BATAILLE.view(play.state, ANN)
    play.do(GM, c.SetModifier(RED, 20))
    assert BATAILLE.view(play.state, ANN) == before
    evaluating = Play(setup(rules=HouseRules(force_effect="tactics")))
    before = BATAILLE.view(evaluating.state, ANN)
    evaluating.do(GM, c.ChooseCase(Case.CRUSHING, RED))
    assert BATAILLE.view(evaluating.state, ANN) == before
