"""What a view shows of hordes, commanders, Widths and the contest under way."""

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from tests.rules.grid import NOVICE, drawn_up
from tests.rules.table import ANN, BLUE, BOB, RED, SUE, Play, setup

HORDES = [("bomber", 5), ("infantry", 5), ("ac_suit", 3), ("artillery", 3)]


def test_a_horde_is_shown_with_its_numbers_and_weapons():
    roster = BATTLEFRONT.view(Play(setup([("infantry", 4, 61)], [])).state, ANN).own[0].roster
    horde = roster[0]
    assert (horde.magnitude, horde.start, horde.squads, horde.full_squads) == (61, 61, 4, 4)
    assert (horde.type_name, horde.domain, horde.armour, horde.traits) == ("Infantry", "land", 3, ("infantry",))
    assert [(one.index, one.name, one.damage, one.rate, one.blast) for one in horde.weapons] == [
        (0, "Rifles", "1d10+2", 3, 0),
        (1, "AT launcher", "1d10+5", 1, 1),
    ]


def test_current_squads_are_the_magnitude_in_twenties_rounded_up():
    play = Play(setup([("bomber", 5)], [("bomber", 5)] * 4)).to("air")
    play.resolve(50, 20, 1)
    horde = BATTLEFRONT.view(play.state, SUE).sides[0].hordes[0]
    assert (horde.magnitude, horde.squads, horde.full_squads, horde.last_damage) == (90, 5, 5, 10)


def test_broken_and_destroyed_hordes_are_shown_as_such():
    play = Play(setup(HORDES, [("bomber", 5), ("bomber", 1, 1), ("bomber", 5)])).to("air")
    play.resolve(40, 99, 100, 1)
    assert [horde.status for horde in BATTLEFRONT.view(play.state, ANN).sides[1].hordes] == [
        "broken",
        "destroyed",
        "ready",
    ]


def test_own_hordes_are_shown_as_held_back_and_placed():
    play = Play(setup(HORDES, HORDES)).to("deployment").place(ANN, F3=1001).red(c.HoldBack(1002))
    view = BATTLEFRONT.view(play.state, ANN)
    shown = {horde.key: (horde.status, horde.line, horde.column) for horde in view.own[0].roster}
    assert shown[1001] == ("ready", "front", 3)
    assert shown[1002] == ("held_back", None, None)
    assert view.own[0].to_place == (1003,)


@pytest.mark.parametrize(
    ("phase", "contest", "rounds", "number"),
    [("muster", None, 0, 0), ("air", "air", 5, 1), ("deployment", None, 0, 0), ("land", "land", 10, 1)],
)
def test_the_contest_under_way(phase: str, contest: str | None, rounds: int, number: int):
    view = BATTLEFRONT.view(Play(setup(HORDES, HORDES)).to(phase).state, SUE)
    assert (view.contest, view.max_rounds, view.round) == (contest, rounds, number)


def test_the_grid_is_there_from_deployment_on():
    play = Play(setup(HORDES, HORDES, width=5))
    assert BATTLEFRONT.view(play.to("air_result").state, SUE).grid == ()
    view = BATTLEFRONT.view(play.to("land").state, BOB)
    assert [(row[0].side, row[0].line) for row in view.grid] == [
        (RED, "rear"),
        (RED, "front"),
        (BLUE, "front"),
        (BLUE, "rear"),
    ]
    assert [square.column for square in view.grid[0]] == list(range(1, view.columns + 1))


def test_each_side_is_shown_its_columns():
    play = Play(setup(HORDES, HORDES, width=7, terrain="rough", invader=BLUE))
    sides = BATTLEFRONT.view(play.state, SUE).sides
    assert [(side.width, side.first_column, side.last_column, side.invader) for side in sides] == [
        (7, 1, 7, False),
        (5, 2, 6, True),
    ]


def test_attackers_and_their_targets_are_given_to_their_side():
    play = Play(setup([("infantry", 5)], [("tank", 4)])).to("land")
    own = BATTLEFRONT.view(play.state, ANN).own[0]
    assert [(one.horde, one.targets) for one in own.attackers] == [(1000, (5000,))]


def test_a_commander_is_shown_with_his_base_target():
    own = BATTLEFRONT.view(Play(setup(red_skill={"tactics": 2})).state, ANN).own[0]
    assert own.commanders[0].tactics == 60


def test_the_square_that_a_horde_left_in_the_last_round_shows_it_to_everybody_until_the_next():
    play = drawn_up(
        {"F1": ("infantry", 5)}, {"F1": ("tank", 1, 1), "F2": ("tank", 4)}, red_skill=NOVICE, blue_skill=NOVICE
    )
    play.red(c.OrderAttack(1000, 5000, 1)).resolve(1, 99, 1)
    for viewer in (ANN, BOB, SUE):
        view = BATTLEFRONT.view(play.state, viewer)
        left = [square for row in view.grid for square in row if square.fallen is not None]
        assert [(square.side, square.column, square.horde, square.fallen) for square in left] == [(BLUE, 1, None, 5000)]
    play.resolve(50, 50)
    assert not [square for row in BATTLEFRONT.view(play.state, SUE).grid for square in row if square.fallen is not None]
