"""What the stratagems during and after the combat roll do, in numbers (BF-37, D-20)."""

import pytest

from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import StratagemKey
from battles.rules.battlefront.state import Ending, Order
from tests.rules.grid import (
    GUNS,
    INFANTRY,
    MASTER,
    SUIT,
    after_losses,
    after_rolls,
    drawn_up,
    offered,
    plays,
    where,
)
from tests.rules.table import ANN, BLUE, BOB, RED, ScriptedDice, of

SEIZE_THE_INITIATIVE = StratagemKey.SEIZE_THE_INITIATIVE
COUNTER_BATTERY = StratagemKey.COUNTER_BATTERY
HOLD_THE_LINE = StratagemKey.HOLD_THE_LINE
FEIGNED_ROUT = StratagemKey.FEIGNED_ROUT
RALLY_THE_COLOURS = StratagemKey.RALLY_THE_COLOURS


# Seize the Initiative


def test_bf_37_seize_the_initiative_the_new_roll_stands_and_changes_the_winner():
    play = after_rolls(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 90, 50)
    play.red(plays(SEIZE_THE_INITIATIVE))
    dice = ScriptedDice(20, 1)
    events = play.pass_stage(dice)
    assert [one.test.roll for one in of(events, e.TacticsTested)] == [20]
    decided = of(events, e.RoundDecided)[0]
    assert (decided.winner, decided.red_degrees, decided.blue_degrees) == (RED, 5, 2)
    assert of(events, e.MoraleLost) == [e.MoraleLost(Domain.LAND, BLUE, 8, 7)]


def test_bf_37_seize_the_initiative_the_new_roll_stands_even_if_it_is_worse():
    play = after_rolls(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 50, 60)
    play.red(plays(SEIZE_THE_INITIATIVE))
    events = play.pass_stage(ScriptedDice(99, 1))
    assert of(events, e.RoundDecided)[0].winner is BLUE


def test_bf_37_seize_the_initiative_the_new_degrees_are_those_of_the_attacks():
    play = drawn_up({"F1": SUIT}, {"F1": INFANTRY}).red(c.OrderAttack(1000, 5000, 0))
    after_rolls(play, 90, 50).red(plays(SEIZE_THE_INITIATIVE))
    attack = of(play.pass_stage(ScriptedDice(20, 1)), e.AttackMade)[0]
    assert (attack.degrees, attack.bonus, attack.dealt) == (5, 5, 3 + 5)


def test_bf_37_seize_the_initiative_both_may_red_rolls_first():
    play = after_rolls(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 90, 91)
    play.red(plays(SEIZE_THE_INITIATIVE)).blue(plays(SEIZE_THE_INITIATIVE))
    events = play.pass_stage(ScriptedDice(30, 60, 1))
    assert [(one.side, one.test.roll) for one in of(events, e.TacticsTested)] == [(RED, 30), (BLUE, 60)]


def test_bf_37_seize_the_initiative_once_a_contest():
    play = after_rolls(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 60, 60).red(plays(SEIZE_THE_INITIATIVE))
    play.pass_stage(ScriptedDice(60))
    assert play.state.round == 2
    after_rolls(play, 60, 60)
    refusal = play.refused(ANN, plays(SEIZE_THE_INITIATIVE))
    assert (refusal.clause, str(refusal)) == ("BF-37", "It is played once a contest, and was.")
    assert offered(play, BOB, SEIZE_THE_INITIATIVE)


# Counter-Battery


def test_bf_37_counter_battery_one_enemy_artillery_deals_no_damage():
    play = drawn_up({"F1": INFANTRY, "R1": GUNS}, {"F1": INFANTRY, "R1": GUNS, "R2": GUNS})
    play.blue(c.OrderAttack(5001, 1000, 0), c.OrderAttack(5002, 1000, 0))
    after_rolls(play, 60, 60)
    assert [one.horde for one in offered(play, ANN, COUNTER_BATTERY)] == [5001, 5002]
    play.red(plays(COUNTER_BATTERY, 5001))
    events = play.pass_stage()
    assert of(events, e.AttackSilenced) == [e.AttackSilenced(5001, 1000)]
    assert [attack.horde for attack in of(events, e.AttackMade)] == [5002]
    assert Order(5001, 1000, 0) in play.state.blue.draft.orders, "the order stands for the next round"


def test_bf_37_counter_battery_without_an_attack_there_is_nothing_to_silence():
    play = after_rolls(drawn_up({"F1": INFANTRY, "R1": GUNS}, {"F1": INFANTRY, "R1": GUNS}), 60, 60)
    play.red(plays(COUNTER_BATTERY, 5001))
    assert not of(play.pass_stage(), e.AttackSilenced)


@pytest.mark.parametrize("horde", [5000, 1001, 0, 77])
def test_bf_37_counter_battery_only_on_enemy_artillery(horde: int):
    play = after_rolls(drawn_up({"F1": INFANTRY, "R1": GUNS}, {"F1": INFANTRY, "R1": GUNS}), 60, 60)
    assert play.refused(ANN, plays(COUNTER_BATTERY, horde)).field == "horde"


# Hold the Line


@pytest.mark.parametrize(("roll", "stays"), [(75 + 20, True), (75 + 21, False)])
def test_bf_37_hold_the_line_break_tests_at_plus_twenty(roll: int, stays: bool):
    """Morale Level 6 drops to 5: 10 x 5 + 5 x 5 Squads = 75."""
    skill = MASTER | {"fellowship": 30}
    play = after_rolls(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}, red_skill=skill), 60, 50)
    play.red(plays(HOLD_THE_LINE))
    test = of(play.pass_stage(ScriptedDice(roll)), e.BreakTestTaken)[0]
    assert (test.target, test.modifier, test.passed) == (95, 20, stays)


def test_bf_37_hold_the_line_holds_for_its_own_side_alone_and_one_round():
    play = after_rolls(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 50, 60).red(plays(HOLD_THE_LINE))
    assert of(play.pass_stage(ScriptedDice(1)), e.BreakTestTaken)[0].target == 10 * 7 + 25
    play.pass_stage()
    assert of(play.resolve(60, 50, 1), e.BreakTestTaken)[0].target == 10 * 7 + 25


# Feigned Rout


def test_bf_37_feigned_rout_keeps_the_horde_on_its_square_and_the_side_from_defeat():
    play = after_losses(drawn_up({"F3": INFANTRY}, {"F1": INFANTRY}), 60, 50, 100)
    assert play.horde(1000).broken and where(play, RED) == {}
    play.red(plays(FEIGNED_ROUT, 1000))
    play.pass_stage()
    assert (play.state.phase, play.state.round) == ("land", 2)
    assert not play.horde(1000).broken and where(play, RED) == {1000: "F3"}


def test_bf_37_feigned_rout_without_it_the_side_is_defeated():
    play = after_losses(drawn_up({"F3": INFANTRY}, {"F1": INFANTRY}), 60, 50, 100)
    events = play.pass_stage()
    assert of(events, e.ContestEnded) == [e.ContestEnded(Domain.LAND, Ending.BROKEN, RED)]


def test_bf_37_feigned_rout_is_for_one_horde_broken_this_round():
    play = drawn_up({"F1": INFANTRY, "F2": INFANTRY, "F3": INFANTRY}, {"F1": INFANTRY})
    after_losses(play, 60, 50, 100, 1, 1).pass_stage()
    after_losses(play, 60, 50, 100, 1)
    assert [one.horde for one in offered(play, ANN, FEIGNED_ROUT)] == [1001]
    assert play.refused(ANN, plays(FEIGNED_ROUT, 1000)).field == "horde"
    assert play.refused(ANN, plays(FEIGNED_ROUT, 1002)).field == "horde"


def test_bf_37_feigned_rout_a_destroyed_horde_did_not_break():
    play = drawn_up({"F1": ("infantry", 1, 1), "F2": INFANTRY}, {"F1": INFANTRY}).blue(c.OrderAttack(5000, 1000, 0))
    after_losses(play, 60, 50, 1)
    assert offered(play, ANN, FEIGNED_ROUT) == []


# Rally the Colours


def test_bf_37_rally_the_colours_gives_one_morale_back():
    play = after_losses(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 60, 50, 1)
    assert play.state.red.morale == 7
    play.red(plays(RALLY_THE_COLOURS))
    play.pass_stage()
    assert (play.state.red.morale, play.state.round) == (8, 2)


def test_bf_37_rally_the_colours_never_above_the_start():
    play = after_losses(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 60, 50, 1)
    refusal = play.refused(BOB, plays(RALLY_THE_COLOURS))
    assert str(refusal) == "There is nothing to play it on."


def test_bf_37_rally_the_colours_once_a_contest():
    play = after_losses(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 60, 50, 1).red(plays(RALLY_THE_COLOURS))
    play.pass_stage()
    play.resolve(60, 50, 1)
    assert (play.state.red.morale, play.state.round) == (7, 3), "no stage after the losses: there was nothing to play"
