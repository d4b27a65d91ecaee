"""Rulings on sides, contests and commanders; what becomes of Ready; which figures there are, and when."""

from __future__ import annotations

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.commands import Role, StratagemKey
from battles.rules.ruleset import Illegal
from tests.rules.adjusted import AIR, facing, figure, first_deploying, keys, lost_sky, refused, rule
from tests.rules.grid import after_rolls, plays
from tests.rules.table import ANN, BLUE, RED, SUE, Play, ScriptedDice, of, setup


def test_a_morale_level_that_the_gm_sets_is_what_the_next_break_test_is_made_against():
    play = facing()
    events = rule(play, "side.blue.morale", 2)
    assert [type(event) for event in events] == [e.Adjusted]
    tests = of(play.resolve(1, 100, 100, 100, 100), e.BreakTestTaken)
    assert {test.morale for test in tests} == {1}
    assert refused(play, "side.red.morale", 100) and refused(play, "side.red.morale", -1)


def test_the_round_that_the_gm_sets_is_the_one_that_is_fought_and_after_the_last_the_contest_ends():
    play = facing()
    rule(play, "battle.round", 10)
    play.resolve(50, 50)
    assert play.state.land_result is not None and play.state.land_result.ending == "rounds"


@pytest.mark.parametrize("phase", ["briefing", "muster", "air", "air_result"])
def test_a_width_that_the_gm_sets_holds_and_what_the_air_result_brings_is_added_to_it(phase: str):
    play = Play(setup(AIR, AIR, width=4)).to(phase)
    now = int(figure(play, "side.red.width").value)
    rule(play, "side.red.width", now + 3)
    assert BATTLEFRONT.view(play.state, SUE).sides[0].width == now + 3
    play.state = BATTLEFRONT.evolve(play.state, e.WidthGained(RED, 2))
    assert BATTLEFRONT.view(play.state, SUE).sides[0].width == 4 + 3 + 2
    play.to("deployment")
    assert "side.red.width" not in keys(play)


def test_who_places_hordes_first_and_how_many_is_ruled_at_the_air_result():
    play = Play(setup(AIR, AIR)).to("air_result")
    rule(play, "battle.first_side", "red")
    rule(play, "battle.first_count", 1)
    play.seal().gm(c.Advance())
    assert (play.state.phase, BATTLEFRONT.waited_for(play.state)) == ("first_deployment", (RED,))


def test_nobody_places_hordes_first_where_the_gm_says_none():
    play = first_deploying()
    assert play.state.phase == "first_deployment"
    play = lost_sky()
    rule(play, "battle.first_count", 0)
    play.seal().gm(c.Advance())
    assert play.state.phase == "deployment"


def test_an_advantage_that_the_gm_grants_is_drawn_and_one_that_he_takes_away_is_returned():
    play = Play(setup(AIR, AIR)).to("air").blue(c.Retreat()).ready()
    play.gm(c.Resolve())
    rule(play, "side.red.draws", 3)
    draws = [one for one in BATTLEFRONT.options(play.state, ANN) if isinstance(one, c.DrawAdvantage)]
    chosen = list({one.horde: one for one in draws}.values())
    play.red(*chosen[:2], c.Ready())
    events = rule(play, "side.red.draws", 1)
    assert of(events, e.CardReturned) == [e.CardReturned(RED, chosen[1].horde)]
    assert of(events, e.ReadyChanged) == [e.ReadyChanged(RED, False)]
    events = rule(play, f"horde.{chosen[0].horde}.magnitude", 0)
    assert of(events, e.CardReturned) == [e.CardReturned(RED, chosen[0].horde)]


def test_a_commanders_skill_that_the_gm_corrects_is_what_he_tests_against():
    play = facing()
    rule(play, "commander.1901.intelligence", 77)
    rule(play, "commander.1901.tactics", 2)
    red = of(play.resolve(50, 1, *[1] * 3), e.TacticsTested)[0]
    assert red.test.target == 87


def test_a_stratagem_whose_prerequisite_the_gm_takes_away_is_dropped():
    play = facing().red(plays(StratagemKey.CONCENTRATED_FIRE, 1000), c.Ready())
    events = rule(play, "commander.1901.tactics", 1)
    assert of(events, e.StratagemDropped) == [e.StratagemDropped(RED)]
    assert not play.state.red.ready


def test_a_commander_is_ruled_on_by_those_who_may_know_him():
    play = Play(setup(AIR, AIR)).to("air")
    assert figure(play, "commander.1900.intelligence").audience == ()
    assert figure(play, "commander.1901.intelligence").audience == ("gm", "red")
    assert "commander.1902.intelligence" not in keys(play)
    assert play.state.red.holder(Role.GENERAL).key == 1901


def test_ready_is_taken_back_from_both_once_the_field_has_changed_whatever_they_had_ordered():
    for orders in ((), (c.OrderAttack(1000, 5000, 0),)):
        play = facing().red(*orders).ready()
        events = rule(play, "horde.5002.magnitude", 0)
        assert of(events, e.ReadyChanged) == [e.ReadyChanged(RED, False), e.ReadyChanged(BLUE, False)]


def test_ready_stays_where_the_choices_are_as_good_as_before():
    play = facing().ready()
    for key, value in (("horde.5002.magnitude", 1), ("side.red.morale", 1), ("battle.round", 4)):
        assert [type(event) for event in rule(play, key, value)] == [e.Adjusted]
    assert play.state.red.ready and play.state.blue.ready


def test_a_round_that_waits_after_the_rolls_goes_on_without_what_the_gm_has_removed():
    play = after_rolls(facing().red(c.OrderAttack(1000, 5000, 0), c.OrderAttack(1001, 5001, 0)), 1, 80)
    rule(play, "horde.5000.magnitude", 0)
    play.pass_stage(ScriptedDice(1, 1))
    assert [attack.target for attack in of(play.events, e.AttackMade)] == [5001]


def test_in_the_muster_every_horde_is_the_sides_secret_and_later_only_those_brought_are_ruled_on():
    play = Play(setup(AIR, AIR, caps=(2, 9, 9, 9))).to("muster")
    hordes = [each for each in BATTLEFRONT.figures(play.state) if each.key.startswith("horde.")]
    assert all(each.audience == ("gm", each.side) for each in hordes)
    assert "horde.1002.magnitude" in keys(play)
    play.to("air")
    assert "horde.1002.magnitude" not in keys(play)
    assert figure(play, "horde.1000.magnitude").audience == ()
    assert figure(play, "horde.1003.magnitude").audience == ("gm", "red")


def test_a_battle_that_is_over_has_no_figures_and_takes_no_ruling():
    play = facing().to("result")
    assert BATTLEFRONT.figures(play.state) == ()
    for refusal in (refused(play, "side.red.morale", 1),):
        assert str(refusal) == "The battle is over."
    with pytest.raises(Illegal, match="The battle is over"):
        BATTLEFRONT.stop(play.state)
