"""Deployment: BF-21, BF-23, BF-29, BF-30, D-24, D-30."""

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.commands import Line
from tests.rules.table import ANN, BLUE, BOB, GAME_MASTER, RED, SUE, Play, at, of, setup

LAND = [("infantry", 5), ("tank", 4), ("artillery", 3)]
FLYERS = {2: [("bomber", 5)], 4: [("bomber", 5)] * 2}


def deploying(red=LAND, blue=LAND, **options) -> Play:
    return Play(setup(red, blue, **options)).to("deployment")


def first(count: int, blue=LAND, **options) -> Play:
    """Red rules the sky, so blue places `count` hordes first."""
    return Play(setup(FLYERS[count] + LAND, blue, **options)).to("first_deployment")


def grid(play: Play, viewer) -> set[int]:
    return {square.horde for row in BATTLEFRONT.view(play.state, viewer).grid for square in row if square.horde}


def test_bf_21_one_horde_per_square():
    refusal = deploying().place(ANN, F3=1000).refused(ANN, c.Place(1001, Line.FRONT, 3))
    assert str(refusal) == "Reds 1000 stands on that square: one horde per square."
    assert (refusal.clause, refusal.field) == ("BF-21", "square")


def test_bf_21_a_placed_horde_may_move_and_be_taken_up():
    play = deploying().place(ANN, F3=1000).place(ANN, R2=1000)
    assert play.state.red.standing() == {at("R2"): 1000}
    play.red(c.TakeUp(1000))
    assert play.state.red.standing() == {}
    assert play.refused(ANN, c.TakeUp(1000)).clause == "BF-21"


@pytest.mark.parametrize("column", [0, 1, 7, 8, -3])
def test_bf_23_nobody_stands_outside_the_own_width(column: int):
    play = deploying(width=7, terrain="rough", invader=RED)
    refusal = play.refused(ANN, c.Place(1000, Line.FRONT, column))
    assert (refusal.clause, refusal.field) == ("BF-23", "column")
    assert str(refusal) == "That column is outside your Width: you have columns 2 to 6."


@pytest.mark.parametrize("key", [5000, 77])
def test_only_own_hordes_are_placed(key: int):
    assert str(deploying().refused(ANN, c.Place(key, Line.FRONT, 1))) == "That is not a horde of your army."


def test_a_horde_left_at_home_is_not_placed():
    play = deploying(caps=(0, 2, 0, 2))
    assert "not one of the land hordes" in str(play.refused(ANN, c.Place(1002, Line.FRONT, 1)))


def test_bf_29_ready_needs_every_horde_placed_or_held_back():
    play = deploying().place(ANN, F1=1000, F2=1001)
    assert str(play.refused(ANN, c.Ready())) == "Hordes still to be placed or held back: 1."
    play.red(c.HoldBack(1002), c.Ready())
    assert play.state.red.ready


def test_d_24_more_hordes_than_squares_says_how_many_to_leave_out():
    play = deploying([("infantry", 5)] * 5, width=1)
    refusal = play.refused(ANN, c.Ready())
    assert (str(refusal), refusal.clause) == ("More hordes than squares: 3 must be held back.", "D-24")
    problems = [str(problem) for problem in BATTLEFRONT.view(play.state, ANN).own[0].problems]
    assert problems[0] == "More hordes than squares: 3 must be held back."
    play.seal()
    assert len(play.state.red.draft.held_back) == 3


def test_d_24_held_back_hordes_neither_fight_nor_count():
    play = deploying([("tank", 4)] * 2, [("tank", 4)]).red(c.HoldBack(1001)).seal()
    play.gm(c.Advance())
    view = BATTLEFRONT.view(play.state, SUE)
    assert (view.sides[0].total, [horde.key for horde in view.sides[0].hordes]) == (80, [1000])
    assert "already held back" in str(deploying().red(c.HoldBack(1000)).refused(ANN, c.HoldBack(1000)))


@pytest.mark.parametrize(("count", "land", "placed"), [(2, 3, 2), (4, 6, 4), (4, 3, 3), (2, 1, 1), (4, 0, 0)])
def test_bf_29_one_side_places_two_or_four_first_or_all_it_has(count: int, land: int, placed: int):
    play = first(count, [("infantry", 5)] * land)
    assert BATTLEFRONT.options(play.state, ANN) == ()
    assert play.refused(ANN, c.Place(1001, Line.FRONT, 1)).clause == "BF-29"
    play.seal().gm(c.Advance())
    assert len(play.state.blue.draft.fixed) == placed
    assert play.state.phase == "deployment"


def test_bf_29_no_fewer_and_no_more_first_hordes():
    play = first(2).place(BOB, F1=5000)
    assert str(play.refused(BOB, c.Ready())) == "Hordes still to be placed first: 1."
    assert play.refused(BOB, c.HoldBack(5001)).clause == "D-24"
    play.place(BOB, F2=5001)
    refusal = play.refused(BOB, c.Place(5002, Line.FRONT, 3))
    assert (str(refusal), refusal.clause) == ("Hordes you place first: 2, no more.", "BF-29")
    play.place(BOB, R1=5000).blue(c.Ready())


def test_bf_29_a_narrow_width_limits_the_first_hordes():
    play = first(4, [("infantry", 5)] * 4, width=1, terrain="rough")
    play.seal().gm(c.Advance())
    assert len(play.state.blue.draft.fixed) == 2


def test_d_30_everybody_sees_the_first_hordes_once_they_are_fixed():
    play = first(2).place(BOB, F1=5000, F2=5001)
    assert grid(play, ANN) == grid(play, SUE) == set()
    assert grid(play, BOB) == grid(play, GAME_MASTER) == {5000, 5001}
    play.blue(c.Ready()).gm(c.Advance())
    assert grid(play, ANN) == grid(play, SUE) == {5000, 5001}
    assert [horde.key for horde in BATTLEFRONT.view(play.state, ANN).sides[1].hordes] == [5000, 5001]


def test_d_30_the_first_hordes_stay_where_they_are():
    play = first(2).place(BOB, F1=5000, F2=5001).blue(c.Ready())
    play.gm(c.Advance())
    for command in (c.Place(5000, Line.REAR, 1), c.TakeUp(5000), c.HoldBack(5000)):
        assert play.refused(BOB, command).clause == "D-30"
    assert BATTLEFRONT.view(play.state, BOB).own[0].movable == ()
    play.place(BOB, F3=5002)
    assert BATTLEFRONT.view(play.state, BOB).own[0].movable == (5002,)


def test_bf_30_all_is_revealed_at_one_instant():
    play = deploying().place(ANN, F1=1000, F2=1001, R1=1002).place(BOB, F1=5000, F2=5001, R1=5002).ready()
    assert grid(play, SUE) == set()
    events = play.gm(c.Advance())
    assert len(of(events, e.DeploymentRevealed)) == 1
    everything = {1000, 1001, 1002, 5000, 5001, 5002}
    assert grid(play, SUE) == grid(play, ANN) == grid(play, BOB) == everything
    view = BATTLEFRONT.view(play.state, SUE)
    assert all(side.general for side in view.sides)


def test_bf_20_a_fresh_morale_level_from_the_general():
    play = deploying().seal()
    play.gm(c.Advance())
    assert [(one.side, one.level) for one in of(play.events, e.MoraleSet)] == [(RED, 6), (BLUE, 6)]


def test_suggested_deployment_is_central_with_artillery_in_the_rear():
    play = deploying([("infantry", 5), ("artillery", 3), ("tank", 4)], width=5).seal()
    assert play.state.red.standing() == {at("F3"): 1000, at("R3"): 1001, at("F2"): 1002}


def test_an_empty_side_may_be_ready_in_every_deployment():
    play = first(4, []).seal()
    play.gm(c.Advance())
    assert play.state.phase == "deployment"
    assert c.Ready() in BATTLEFRONT.options(play.state, BOB)
