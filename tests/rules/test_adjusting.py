"""Rulings on hordes: Magnitude, broken, squares, traits, and the choices that fall with them."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Trait
from battles.rules.battlefront.commands import StratagemKey
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.ruleset import EVERYBODY
from tests.rules.adjusted import facing, figure, first_deploying, keys, refused, rule, squares
from tests.rules.grid import INFANTRY, TANK, after_losses, after_rolls, drawn_up, offered, plays, where
from tests.rules.table import ANN, BLUE, BOB, RED, SUE, Play, of, setup


def test_a_hordes_magnitude_stays_within_zero_and_its_start():
    play = facing()
    assert (figure(play, "horde.1000.magnitude").least, figure(play, "horde.1000.magnitude").most) == (0, 100)
    for value in (-1, 101):
        assert refused(play, "horde.1000.magnitude", value).clause == "BF-40"
    rule(play, "horde.1000.magnitude", 33)
    assert (play.horde(1000).magnitude, play.horde(1000).squads) == (33, 2)


@pytest.mark.parametrize(("key", "value"), [("magnitude", 0), ("broken", "yes")])
def test_a_horde_ruled_out_leaves_its_square_and_loses_its_order_and_whoever_aimed_at_it_too(key: str, value: Any):
    play = facing().red(c.OrderAttack(1000, 5000, 0)).blue(c.OrderAttack(5000, 1000, 0), c.OrderAttack(5002, 1000, 0))
    events = rule(play, f"horde.1000.{key}", value)
    assert where(play, RED) == {1001: "F4", 1002: "R3"}
    assert play.state.red.draft.orders == play.state.blue.draft.orders == ()
    assert [event.horde for event in of(events, e.AttackCancelled)] == [5000, 5002]
    assert all(event.audience == {"gm", "blue"} for event in of(events, e.AttackCancelled))
    assert of(events, e.TargetLost) == []


@pytest.mark.parametrize(("key", "gone", "back"), [("magnitude", 0, 15), ("broken", "yes", "no")])
def test_a_horde_ruled_back_in_waits_beside_the_grid_and_fights_once_it_is_placed(key: str, gone: Any, back: Any):
    play = facing()
    rule(play, f"horde.1000.{key}", gone)
    assert "horde.1000.square" not in keys(play)
    rule(play, f"horde.1000.{key}", back)
    assert figure(play, "horde.1000.square").value == "beside"
    assert 1000 in {horde.key for horde in BATTLEFRONT.view(play.state, BOB).sides[0].hordes}
    assert BATTLEFRONT.view(play.state, BOB).sides[0].total == 80 + 60
    rule(play, "horde.1000.square", "rear.5")
    assert where(play, RED)[1000] == "R5"
    assert all(square.fallen != 1000 for row in BATTLEFRONT.view(play.state, SUE).grid for square in row)


def test_a_horde_that_broke_can_not_feign_it_once_the_gm_has_ruled_on_it():
    play = after_losses(facing().red(c.OrderAttack(1000, 5000, 0)), 1, 80, 100, 1, 1)
    assert [one.horde for one in offered(play, BOB, StratagemKey.FEIGNED_ROUT)] == [5000]
    assert "front.3" not in squares(play, 5001)  # it may be back
    play.blue(plays(StratagemKey.FEIGNED_ROUT, 5000))
    events = rule(play, "horde.5000.broken", "no")
    assert of(events, e.StratagemDropped) == [e.StratagemDropped(BLUE)]
    assert offered(play, BOB, StratagemKey.FEIGNED_ROUT) == []


def test_a_side_that_the_gm_leaves_without_hordes_has_lost_when_the_next_round_is_fought():
    play = facing()
    for key in (1000, 1001, 1002):
        rule(play, f"horde.{key}.magnitude", 0)
    assert play.state.phase == "land"
    play.resolve(100, 1)
    assert play.state.land_result is not None
    assert (play.state.land_result.ending, play.state.land_result.side) == ("destroyed", RED)


def test_a_side_whose_hordes_the_gm_takes_off_the_grid_has_none_left_there():
    play = facing()
    for key in (1000, 1001, 1002):
        rule(play, f"horde.{key}.square", "beside")
    play.resolve(100, 1)
    view = BATTLEFRONT.view(play.state, SUE)
    assert str(view.land_result.ended_by) == "Reds has no horde left on the battlefield."
    assert "Reds has no horde left on the battlefield." in play.lines()


def test_a_horde_is_put_on_an_empty_square_of_its_own_half_and_no_other():
    play = facing()
    offered_squares = squares(play, 1000)
    assert "front.3" in offered_squares and "front.4" not in offered_squares and "rear.3" not in offered_squares
    assert refused(play, "horde.1000.square", "front.4").field == "value"
    assert refused(play, "horde.1000.square", "front.9").field == "value"
    play.red(c.OrderAttack(1000, 5000, 0))
    events = rule(play, "horde.1000.square", "rear.1")
    assert where(play, RED)[1000] == "R1" and of(events, e.AttackCancelled) == [e.AttackCancelled(RED, 1000)]


def test_orders_that_are_still_legal_stay():
    play = facing().red(c.OrderAttack(1001, 5001, 0)).blue(c.OrderAttack(5001, 1001, 0))
    rule(play, "horde.1000.magnitude", 0)
    assert [order.horde for side in (RED, BLUE) for order in play.state.of(side).draft.orders] == [1001, 5001]


def test_a_move_up_into_a_square_that_the_gm_fills_is_dropped():
    rules = HouseRules(moving_up="column")
    play = drawn_up({"F3": INFANTRY, "R4": TANK}, {"F3": INFANTRY}, rules=rules).red(c.MoveUp(1001))
    assert of(rule(play, "horde.1000.square", "front.4"), e.MoveUpCancelled) == [e.MoveUpCancelled(RED, 1001)]


def test_the_reserve_is_secret_until_the_gm_puts_a_horde_of_it_on_the_grid():
    play = Play(setup([INFANTRY, TANK], [INFANTRY])).to("deployment")
    play.place(ANN, F3=1000).red(c.HoldBack(1001)).seal().gm(c.Advance())
    assert figure(play, "horde.1001.square").value == "reserve"
    assert figure(play, "horde.1001.square").audience == ("gm", "red")
    assert all(event.audience == {"gm", "red"} for event in rule(play, "horde.1001.magnitude", 0))
    assert [horde.key for horde in BATTLEFRONT.view(play.state, BOB).sides[0].hordes] == [1000]
    rule(play, "horde.1001.magnitude", 9)
    assert figure(play, "horde.1001.square").value == "reserve"
    assert all(event.audience == EVERYBODY for event in rule(play, "horde.1001.square", "front.4"))
    assert [horde.key for horde in BATTLEFRONT.view(play.state, BOB).sides[0].hordes] == [1000, 1001]


def test_the_hordes_placed_first_are_as_many_as_the_side_can_still_place():
    play = first_deploying().seal()
    assert play.state.blue.ready and len(play.state.blue.draft.placements) == 3
    events = rule(play, "horde.5001.magnitude", 0)
    assert of(events, e.ReadyChanged) == [e.ReadyChanged(BLUE, False)]
    assert len(play.state.blue.draft.placements) == 2 and c.Ready() in BATTLEFRONT.options(play.state, BOB)
    assert play.refused(BOB, c.Place(5001, c.Line.FRONT, 1)).clause == "BF-21"


def test_a_horde_that_all_saw_placed_first_and_the_gm_brought_back_may_be_placed_anew_in_secret():
    play = first_deploying().seal()
    play.gm(c.Advance())
    rule(play, "horde.5001.magnitude", 0)
    shown = {horde.key: horde.status for horde in BATTLEFRONT.view(play.state, SUE).sides[1].hordes}
    assert shown[5001] == "destroyed"
    rule(play, "horde.5001.magnitude", 50)
    assert any(isinstance(one, c.Place) and one.horde == 5001 for one in BATTLEFRONT.options(play.state, BOB))
    before = BATTLEFRONT.view(play.state, SUE)
    play.blue(next(one for one in BATTLEFRONT.options(play.state, BOB) if isinstance(one, c.Place)))
    assert BATTLEFRONT.view(play.state, SUE) == before
    play.seal().gm(c.Advance())
    assert play.state.phase == "land" and 5001 in where(play, BLUE)


def test_a_horde_destroyed_by_ruling_in_the_deployment_need_not_be_placed():
    play = Play(setup([INFANTRY, TANK], [INFANTRY])).to("deployment")
    rule(play, "horde.1001.magnitude", 0)
    play.place(ANN, F3=1000).red(c.Ready())
    assert play.state.red.ready


def test_where_a_secretly_placed_horde_stood_is_not_shown_when_the_gm_removes_it():
    play = Play(setup([INFANTRY, TANK], [INFANTRY])).to("deployment")
    play.place(ANN, F3=1000)
    rule(play, "horde.1000.magnitude", 0)
    assert all(square.fallen is None for row in BATTLEFRONT.view(play.state, BOB).grid for square in row)


def trait(play: Play, key: int, which: Trait, has: str) -> None:
    rule(play, f"horde.{key}.trait.{which}", has)


def targets(play: Play, key: int) -> set[int]:
    offered_orders = (one for one in BATTLEFRONT.options(play.state, ANN) if isinstance(one, c.OrderAttack))
    return {one.target for one in offered_orders if one.horde == key}


def test_a_horde_that_the_gm_gives_maneuver_hits_beside_and_no_other_of_its_type_does():
    play = drawn_up({"F3": INFANTRY, "F4": INFANTRY}, {"F2": TANK, "F3": TANK, "F4": TANK, "F5": TANK})
    trait(play, 1000, Trait.MANEUVER, "yes")
    assert targets(play, 1000) == {5000, 5001, 5002} and targets(play, 1001) == {5002}
    trait(play, 1000, Trait.MANEUVER, "no")
    assert targets(play, 1000) == {5001} and play.state.ruled_traits == ()


def test_a_horde_that_the_gm_gives_artillery_fires_from_the_rear():
    play = drawn_up({"F2": INFANTRY, "R3": TANK}, {"F3": TANK})
    assert targets(play, 1001) == set()
    trait(play, 1001, Trait.ARTILLERY, "yes")
    assert targets(play, 1001) == {5000}
    view = next(horde for horde in BATTLEFRONT.view(play.state, BOB).sides[0].hordes if horde.key == 1001)
    assert view.traits == ("artillery",)


def test_a_horde_that_the_gm_makes_fearless_does_not_break():
    play = facing().red(c.OrderAttack(1000, 5000, 0))
    trait(play, 5000, Trait.FEARLESS, "yes")
    tests = {test.horde: test for test in of(play.resolve(1, 80, 100, 100), e.BreakTestTaken)}
    assert tests[5000].passed and tests[5000].roll == 0 and not tests[5001].passed


def test_a_horde_that_the_gm_makes_infantry_counts_half_as_much_again():
    play = facing()
    before = BATTLEFRONT.view(play.state, SUE).sides[0].total
    trait(play, 1001, Trait.INFANTRY, "yes")
    assert BATTLEFRONT.view(play.state, SUE).sides[0].total == before + 40


def test_smoke_and_mirrors_hides_from_a_maneuver_that_the_gm_gave():
    play = drawn_up({"F3": INFANTRY}, {"F3": TANK, "F4": TANK})
    trait(play, 1000, Trait.MANEUVER, "yes")
    play.red(c.OrderAttack(1000, 5001, 0)).blue(plays(StratagemKey.SMOKE_AND_MIRRORS, 5001))
    after_rolls(play, 30, 30)
    assert of(play.events, e.TargetLost) == [e.TargetLost(1000, 5001)]
