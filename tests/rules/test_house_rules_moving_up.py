"""D-14: a Rear horde steps into the empty Front square of its column, ordered in secret, at the round's start."""

from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.house_rules import DEFAULTS, HouseRules
from battles.rules.battlefront.state import Order
from battles.rules.ruleset import Commander
from tests.rules.playing import encoded
from tests.rules.table import ANN, BLUE, BOB, RED, SUE, Play, at, of, setup
from tests.rules.test_house_rules_land import STOIC
from tests.rules.test_options import BLUE_HORDES, RED_HORDES, accepted

STEP_UP = HouseRules(moving_up="step_up")
REFUSE_FLANK = c.StratagemKey.REFUSE_FLANK


def standing(red: dict[str, int], blue: dict[str, int], rules: HouseRules = STEP_UP, **options: Any) -> Play:
    """Infantry on the squares named, nobody breaks: `{"R1": 1000}` puts red's horde 1000 on Rear 1."""
    hordes = [("infantry", 5)]
    play = Play(setup(hordes * len(red), hordes * len(blue), rules=rules, profiles=STOIC, **options))
    play.to("deployment").place(ANN, **red).place(BOB, **blue).ready().gm(c.Advance())
    return play


def targets(play: Play, viewer: Commander, key: int) -> set[int]:
    offered = BATTLEFRONT.options(play.state, viewer)
    return {one.target for one in offered if isinstance(one, c.OrderAttack) and one.horde == key}


def movers(play: Play, viewer: Commander) -> set[int]:
    return {one.horde for one in BATTLEFRONT.options(play.state, viewer) if isinstance(one, c.MoveUp)}


def test_d_14_never_nobody_moves_up():
    play = standing({"R1": 1000}, {"F1": 5000}, DEFAULTS)
    assert movers(play, ANN) == set()
    refusal = play.refused(ANN, c.MoveUp(1000))
    assert (str(refusal), refusal.clause) == ("No horde moves up from the Rear Line in this battle.", "D-14")


def test_d_14_step_up_only_into_the_empty_front_square_of_the_own_column():
    play = standing({"R1": 1000, "R2": 1001, "F2": 1002}, {"F1": 5000})
    assert movers(play, ANN) == {1000}
    for key in (1001, 1002):
        assert play.refused(ANN, c.MoveUp(key)).clause == "D-14"
    assert str(play.refused(ANN, c.MoveUp(5000))) == "That is not a horde of your army."


def test_d_14_step_up_before_the_attacks_the_horde_stands_in_front():
    play = standing({"R1": 1000}, {"F1": 5000}).red(c.MoveUp(1000), c.OrderAttack(1000, 5000, 0))
    events = play.resolve(20, 99)
    assert of(events, e.HordeMovedUp) == [e.HordeMovedUp(1000, 1)]
    assert [one.horde for one in of(events, e.AttackMade)] == [1000]
    assert play.state.red.standing() == {at("F1"): 1000}
    kinds = [type(event) for event in events]
    assert kinds.index(e.RoundFought) < kinds.index(e.HordeMovedUp) < kinds.index(e.TacticsTested)
    assert "Reds 1000 moves up to the Front Line, column 1." in play.lines()


def test_d_14_step_up_own_targets_are_those_of_the_new_square():
    play = standing({"R1": 1000}, {"F1": 5000})
    assert targets(play, ANN, 1000) == set()
    play.red(c.MoveUp(1000))
    assert targets(play, ANN, 1000) == {5000}


def test_d_14_step_up_is_shown_to_its_own_side():
    play = standing({"R1": 1000}, {"F1": 5000}).red(c.MoveUp(1000))
    own = BATTLEFRONT.view(play.state, ANN).own[0]
    assert (own.moves, [one.horde for one in own.attackers]) == ((1000,), [1000])


def test_d_14_step_up_may_be_taken_back_and_the_order_with_it():
    play = standing({"R1": 1000}, {"F1": 5000}).red(c.MoveUp(1000), c.OrderAttack(1000, 5000, 0))
    assert "already" in str(play.refused(ANN, c.MoveUp(1000)))
    play.red(c.StayBack(1000))
    assert (play.state.red.draft.moves, play.state.red.draft.orders) == ((), ())
    assert play.refused(ANN, c.StayBack(1000)).clause == "D-14"
    assert not of(play.resolve(20, 99), e.HordeMovedUp)


def test_d_14_step_up_nobody_else_sees_the_order():
    play = standing({"R1": 1000}, {"R1": 5000})
    before = [encoded(BATTLEFRONT.view(play.state, viewer)) for viewer in (BOB, SUE)]
    options = BATTLEFRONT.options(play.state, BOB)
    play.red(c.MoveUp(1000))
    assert [encoded(BATTLEFRONT.view(play.state, viewer)) for viewer in (BOB, SUE)] == before
    assert BATTLEFRONT.options(play.state, BOB) == options


def test_d_14_step_up_an_edit_takes_ready_back():
    play = standing({"R1": 1000}, {"R1": 5000}).red(c.Ready(), c.MoveUp(1000))
    assert not play.state.red.ready


def test_d_14_step_up_both_sides_move_at_once():
    play = standing({"R1": 1000}, {"R1": 5000}).red(c.MoveUp(1000)).blue(c.MoveUp(5000))
    assert [one.horde for one in of(play.resolve(20, 99), e.HordeMovedUp)] == [1000, 5000]


def test_d_14_step_up_an_attack_follows_a_target_that_moves():
    play = standing({"F1": 1000}, {"R1": 5000}).red(c.OrderAttack(1000, 5000, 1)).blue(c.MoveUp(5000))
    assert [one.target for one in of(play.resolve(20, 99), e.AttackMade)] == [5000]


def test_d_14_step_up_an_order_falls_away_when_somebody_steps_in_front():
    """Red's column 2 faces nobody and aims at F1; then blue's R2 steps in between."""
    play = standing({"F2": 1000}, {"F1": 5000, "R2": 5001}).red(c.OrderAttack(1000, 5000, 1)).blue(c.MoveUp(5001))
    events = play.resolve(20, 99)
    assert of(events, e.TargetLost) == [e.TargetLost(1000, 5000)]
    assert not of(events, e.AttackMade)


def test_d_14_step_up_a_retreat_comes_first():
    play = standing({"R1": 1000}, {"F1": 5000}).red(c.MoveUp(1000)).blue(c.Retreat())
    assert not of(play.resolve(), e.HordeMovedUp)
    assert play.state.red.draft.moves == ()


def test_d_14_step_up_is_ordered_anew_each_round():
    play = standing({"R1": 1000, "F1": 1001}, {"F1": 5000}).blue(c.OrderAttack(5000, 1001, 0))
    assert movers(play, ANN) == set()
    play.state = BATTLEFRONT.evolve(play.state, e.LandDamageTaken(1001, 100, 100, 0))
    play.red(c.MoveUp(1000))
    play.resolve(20, 99)
    assert play.state.red.draft.moves == ()
    assert movers(play, ANN) == set()


def test_d_14_step_up_not_after_the_rolls():
    play = standing({"R1": 1000}, {"F1": 5000})
    play.roll()
    assert play.state.stage != "orders"
    assert play.refused(ANN, c.MoveUp(1000)).clause == "D-20"
    assert movers(play, ANN) == set()


def test_d_14_step_up_counts_the_own_secret_stratagem():
    """Refuse Flank takes the horde in front away, and another one to where a step up was ordered."""
    play = standing({"R1": 1000, "F1": 1001}, {"F1": 5000})
    play.red(c.PlayStratagem(REFUSE_FLANK, 1001, Line.FRONT, 3))
    assert movers(play, ANN) == {1000}
    play.red(c.MoveUp(1000), c.OrderAttack(1000, 5000, 0))
    play.red(c.DropStratagem())
    assert play.state.red.draft.orders == ()
    assert not of(play.resolve(20, 99), e.HordeMovedUp)


def test_d_14_step_up_the_stratagem_takes_the_square_first():
    play = standing({"R1": 1000, "F2": 1001}, {"F1": 5000}).red(c.MoveUp(1000))
    play.red(c.PlayStratagem(REFUSE_FLANK, 1001, Line.FRONT, 1))
    events = play.resolve(20, 99)
    assert not of(events, e.HordeMovedUp)
    assert play.state.red.standing() == {at("R1"): 1000, at("F1"): 1001}


def test_d_14_step_up_orders_stay_for_the_next_round():
    play = standing({"R1": 1000}, {"F1": 5000}).red(c.MoveUp(1000), c.OrderAttack(1000, 5000, 1))
    play.resolve(20, 99)
    assert play.state.red.draft.orders == (Order(1000, 5000, 1),)


@pytest.mark.parametrize("phase", ["muster", "deployment", "land"])
def test_options_under_other_house_rules_are_exactly_what_decide_accepts(phase: str):
    rules = HouseRules(
        moving_up="step_up", supreme_commander="off", surplus_hordes="reserve", rear_artillery="any_front"
    )
    play = Play(setup(RED_HORDES, BLUE_HORDES, width=2, caps=(0, 3, 0, 4), rules=rules)).to(phase)
    if phase == "deployment":
        play.place(ANN, F1=1002, F2=1003, R1=1004).place(BOB, F1=5001, F2=5002, R1=5003, R2=5004)
    for viewer in (ANN, BOB):
        offered = [repr(option) for option in BATTLEFRONT.options(play.state, viewer)]
        assert len(offered) == len(set(offered))
        assert accepted(play, viewer) == set(offered)


@pytest.mark.parametrize("side", [RED, BLUE])
def test_d_14_step_up_is_only_for_a_round_of_the_land_contest(side: Any):
    play = Play(setup([("infantry", 5)], [("infantry", 5)], rules=STEP_UP)).to("deployment")
    refusal = play.refused(Commander(side), c.MoveUp(1000 if side is RED else 5000))
    assert refusal.clause in ("BF-31", "D-14")


def test_d_14_step_up_is_cancelled_when_an_own_stratagem_takes_the_square():
    play = standing({"R1": 1000, "F2": 1001}, {"F1": 5000}).red(c.MoveUp(1000))
    play.red(c.PlayStratagem(REFUSE_FLANK, 1001, Line.FRONT, 1))
    assert play.state.red.draft.moves == ()


def test_d_14_step_up_is_not_for_a_horde_that_a_stratagem_moves():
    play = standing({"R1": 1000}, {"F1": 5000}).red(c.MoveUp(1000))
    play.red(c.PlayStratagem(REFUSE_FLANK, 1000, Line.REAR, 3))
    assert play.state.red.draft.moves == ()
    assert movers(play, ANN) == set()
