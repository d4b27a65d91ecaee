"""House rules of declarations and of hit locations: BD-18, BD-19."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.armies import Location
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.house_rules import HouseRules
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, ROWS, SUE, Play, hero, setup
from tests.rules.table import of
from tests.rules.test_bataille_house_rules_heroes import ARMIES, MELEE, SHOOT, acting, duel

K = TestKey

# BD-18


def declaring(value: Any, points: tuple[int, int], blues: int = 1) -> Play:
    play = Play(setup([hero(101)], [hero(201 + n) for n in range(blues)], rules=HouseRules(declarations=value))).begin()
    play.alter(RED, points=points[0]).alter(BLUE, points=points[1])
    play.start(1, 1, 1, 1, 99, 99)
    return play


def shown(play: Play) -> Any:
    """What blue and everybody read of red's action."""
    views = [BATAILLE.view(play.state, viewer).sides[0].heroes[0].action for viewer in (BOB, SUE)]
    assert views[0] == views[1]
    return views[0] and str(views[0])


def test_bd_18_secret_both_declare_together_and_unseen():
    play = declaring("secret", (5, 9))
    play.do(ANN, MELEE, c.Ready())
    assert shown(play) is None
    play.do(BOB, c.Declare(201, "ha-01"), c.Ready())
    assert shown(play) is None
    play.do(GM, c.Resolve(), rolls=(41, 60, 1, 1))
    assert shown(play) == "Into the thick of the fight (Weapon Skill)"


@pytest.mark.parametrize(("points", "first"), [((5, 9), ANN), ((9, 5), BOB), ((7, 7), ANN)])
def test_bd_18_open_the_side_with_fewer_points_declares_first_at_a_tie_red(points: tuple[int, int], first: Any):
    play = declaring("open", points)
    second = BOB if first is ANN else ANN
    assert BATAILLE.options(play.state, second) == ()
    assert c.Ready() in BATAILLE.options(play.state, first)
    assert str(play.refused(second, c.Ready())) == "Your side has nothing to choose now."
    play.do(first, c.Ready())
    assert BATAILLE.options(play.state, first) == ()
    assert c.Resolve() not in BATAILLE.options(play.state, GM)
    play.do(second, c.Ready())
    assert c.Resolve() in BATAILLE.options(play.state, GM)


def test_bd_18_open_the_second_side_knows_the_firsts_actions_and_they_stand():
    play = declaring("open", (5, 9))
    play.do(ANN, MELEE)
    assert shown(play) is None  # not before they are sealed
    revealed = of(play.do(ANN, c.Ready()), e.ActionRevealed)
    assert [(one.hero, one.action) for one in revealed] == [(101, "ha-10")]
    assert shown(play) == "Into the thick of the fight (Weapon Skill)"
    play.do(BOB, c.Declare(201, "ha-01"), c.Ready())
    events = play.do(
        GM,
        c.Resolve(),
        rolls=(41, 60, 1, 1),
    )
    assert [one.hero for one in of(events, e.ActionRevealed)] == [201]
    assert [one.hero for one in of(events, e.ActionTested)] == [101]


def test_bd_18_open_a_side_without_anybody_who_acts_is_not_waited_for():
    play = Play(setup([hero(101)], [hero(201)], rules=HouseRules(declarations="open"))).begin()
    play.alter_hero(101, stunned=1)
    play.start(*ARMIES)
    assert (play.state.phase, play.state.declaring) == ("declarations", BLUE)
    play.do(BOB, c.Ready())
    assert c.Resolve() in BATAILLE.options(play.state, GM)


def test_bd_18_open_the_second_may_think_again_and_the_first_may_not():
    play = declaring("open", (5, 9))
    play.do(ANN, MELEE, c.Ready())
    play.do(BOB, c.Declare(201, "ha-01"), c.Ready(), c.Unready(), c.Undeclare(201))
    assert BATAILLE.options(play.state, ANN) == ()
    play.do(BOB, c.Ready())
    assert c.Resolve() in BATAILLE.options(play.state, GM)


# BD-19


@pytest.mark.parametrize(
    ("roll", "where"),
    [
        (31, Location.HEAD),
        (40, Location.HEAD),
        (2, Location.RIGHT_ARM),
        (3, Location.RIGHT_ARM),
        (14, Location.LEFT_ARM),
    ]
    + [(6, Location.BODY), (8, Location.BODY), (18, Location.RIGHT_LEG), (9, Location.RIGHT_LEG)]
    + [(100, Location.LEFT_LEG), (99, Location.LEFT_LEG), (65, Location.BODY)],
)
def test_bd_19_swapped_the_actions_roll_is_read_the_other_way_round(roll: int, where: Location):
    gained = (1,) if roll <= 40 else ()
    _, events = acting(SHOOT, rolls=(roll, *gained, 1), location="swapped")
    (struck,) = of(events, e.Struck)
    assert (struck.location, struck.roll) == (where, 0)


def test_bd_19_fresh_a_d100_of_its_own_is_read_directly():
    _, events = acting(SHOOT, rolls=(31, 1, 56, 1), location="fresh")
    (struck,) = of(events, e.Struck)
    assert (struck.location, struck.roll) == (Location.BODY, 56)


def test_bd_19_swapped_it_is_the_second_roll_where_a_fortune_point_was_spent():
    play = Play(setup([hero(101, fate=1)], rules=HouseRules(location="swapped"))).begin()
    play.start(*ARMIES)
    play.do(ANN, SHOOT, c.UseFortune(101, True))
    (struck,) = of(play.resolve(98, 31, 1, 1), e.Struck)
    assert struck.location is Location.HEAD


def test_bd_19_swapped_without_a_test_it_is_rolled():
    actions = tuple(replace(row, tests=()) if row.key == "ha-05" else row for row in ROWS.actions)
    play = Play(setup(rules=HouseRules(location="swapped"), rows=replace(ROWS, actions=actions))).begin()
    play.start(*ARMIES)
    play.do(ANN, c.Declare(101, "ha-05"))
    (struck,) = of(play.resolve(1, 95, 1), e.Struck)
    assert (struck.location, struck.roll) == (Location.LEFT_LEG, 95)


def test_bd_19_swapped_each_of_two_duellists_has_his_own_roll():
    _, events = duel((31, 91, 1, 9, 9, 9), location="swapped")
    assert [one.location for one in of(events, e.Struck)] == [Location.HEAD, Location.RIGHT_ARM]
