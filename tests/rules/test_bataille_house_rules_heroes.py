"""House rules of the heroes' actions and wounds: BD-05 to BD-07, BD-14, BD-16."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.house_rules import HouseRules
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, ROWS, SUE, Play, hero, setup
from tests.rules.table import of

K = TestKey
MELEE = c.Declare(101, "ha-10", K.WEAPON_SKILL)
SHOOT = c.Declare(101, "ha-05", K.BALLISTIC_SKILL)
ARMIES = (1, 1, 1, 1, 99, 99)  # both armies' dice, and two generals who fail


def acting(*declared: Any, rolls: tuple[int, ...] = (), points: int = 30, **rules: Any) -> tuple[Play, tuple[Any, ...]]:
    """Red declares, and the actions are resolved with these dice and no others; nobody else acts."""
    play = Play(setup(rules=HouseRules(**rules))).begin()
    play.start(*ARMIES, exact=True)
    play.alter(RED, points=points).alter(BLUE, points=points)
    play.do(ANN, *declared)
    return play, play.resolve(*rolls)


# BD-05

DASHES = {"nothing": ((), 30), "same_amount": ((5,), 30 - 5 - 4), "one_die": ((5,), 30 - 5)}


@pytest.mark.parametrize("value", DASHES)
def test_bd_05_what_a_dash_in_the_failure_column_costs(value: str):
    dice, after = DASHES[value]
    play, events = acting(MELEE, rolls=(41, *dice, 60, 1, 1), dash=value)
    assert play.points() == (after, 30)
    assert [one.lost for one in of(events, e.PointsChanged)] == [True] * bool(dice)


@pytest.mark.parametrize("value", DASHES)
def test_bd_05_success_brings_the_same_under_each_value(value: Any):
    assert acting(MELEE, rolls=(40, 5, 60, 1, 1), dash=value)[0].points() == (30 + 5 + 4, 30)


@pytest.mark.parametrize("value", DASHES)
def test_bd_05_a_failure_that_is_no_dash_stays_as_it_is(value: Any):
    command = c.Declare(101, "ha-08", K.WEAPON_SKILL)
    assert acting(command, rolls=(41, 6, 60, 1), dash=value)[0].points() == (24, 30)
    assert acting(SHOOT, rolls=(41, 60, 1), dash=value)[0].points() == (30, 30)


@pytest.mark.parametrize("value", DASHES)
def test_bd_05_a_dash_in_the_success_column_is_nothing(value: Any):
    rows = replace(ROWS, actions=tuple(replace(row, success="-", damage="0") for row in ROWS.actions))
    play = Play(setup(rules=HouseRules(dash=value), rows=rows)).begin()
    play.start(*ARMIES)
    play.alter(RED, points=30).do(ANN, MELEE)
    play.resolve(40)
    assert play.state.red.points == 30


# BD-06

DAMAGE = {"always": (9, 9), "on_failure": (0, 9), "half_on_success": (2, 9)}


@pytest.mark.parametrize("value", DAMAGE)
def test_bd_06_what_success_and_failure_cost(value: str):
    """1D10 + 3 with a 10 on the die: raw 13, against a Toughness Bonus of 4; half of it is 6, rounded down, before."""
    success, failure = DAMAGE[value]
    hit = () if value == "on_failure" else (60, 10, 26)
    play, _ = acting(SHOOT, rolls=(40, 1, *hit), damage=value)
    assert play.state.hero(101).wounds == 12 - success
    play, _ = acting(SHOOT, rolls=(41, 60, 10, 26), damage=value)
    assert play.state.hero(101).wounds == 12 - failure


def test_bd_06_half_on_success_is_rounded_down():
    _, events = acting(SHOOT, rolls=(40, 1, 60, 10, 26), damage="half_on_success")
    (struck,) = of(events, e.Struck)
    assert (struck.kept + struck.flat, struck.raw, struck.net) == (13, 6, 2)


def duel(rolls: tuple[int, ...], **rules: Any) -> tuple[Play, tuple[Any, ...]]:
    """Red's first hero and blue's challenge each other; the dice are those of the actions."""
    play = Play(setup(rules=HouseRules(**rules))).begin()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    play.do(ANN, c.Challenge(101, 201), c.Ready())
    play.do(BOB, c.Challenge(201, 101), c.Ready())
    return play, play.resolve(*rolls)


@pytest.mark.parametrize(
    ("value", "rolls", "wounds"),
    [
        ("always", (40, 41, 1, 60, 9, 60, 9, 9), (12 - 12, 12 - 12)),
        ("on_failure", (40, 41, 1, 60, 9, 9), (12, 12 - 12)),
        ("half_on_success", (40, 41, 1, 60, 9, 60, 9, 9), (12 - 4, 12 - 12)),
    ],
    ids=["always", "on_failure", "half_on_success"],
)
def test_bd_06_the_winner_of_a_duel_has_succeeded(value: str, rolls: tuple[int, ...], wounds: tuple[int, int]):
    """1D10 + 4 + 3 for the winner, the higher of 2D10 + 4 + 3 for the loser, each less a Toughness Bonus of 4."""
    state = duel(rolls, damage=value)[0].state
    assert (state.hero(101).wounds, state.hero(201).wounds) == wounds


def test_bd_06_on_failure_both_are_hurt_by_a_duel_that_nobody_wins():
    state = duel((35, 31, 60, 5, 60, 5), damage="on_failure")[0].state
    assert (state.hero(101).wounds, state.hero(201).wounds) == (4, 4)


# BD-07: raw damage of 1D10 + 3


@pytest.mark.parametrize(
    ("value", "dice", "checks", "further"),
    [
        ("keep_adding", (10, 25, 10, 10, 3), 1, (10, 10, 3)),
        ("new_check", (10, 25, 10, 25, 10, 26), 3, (10, 10)),
        ("once", (10, 25, 10), 1, (10,)),
        ("keep_adding", (10, 25, 9), 1, (9,)),
        ("new_check", (10, 25, 9), 1, (9,)),
        ("once", (10, 26), 1, ()),
        ("new_check", (10, 26), 1, ()),
    ],
    ids=["keep_adding", "new_check", "once", "keep_adding-no10", "new_check-no10", "once-26", "new_check-26"],
)
def test_bd_07_what_a_further_ten_brings(value: str, dice: tuple[int, ...], checks: int, further: tuple[int, ...]):
    play = Play(setup([hero(101, wounds=40)], rules=HouseRules(further_tens=value))).begin()  # type: ignore[arg-type]
    play.start(*ARMIES)
    play.do(ANN, SHOOT)
    (struck,) = of(play.resolve(41, 60, *dice), e.Struck)
    assert (len(struck.checks), struck.further) == (checks, further)
    assert struck.raw == 10 + sum(further) + 3


# BD-14


@pytest.mark.parametrize("value", ["anybody_named", "players_only"])
def test_bd_14_whether_others_than_players_characters_act(value: Any):
    heroes = [hero(101, player=False), hero(102)]
    play = Play(setup(heroes, [hero(201)], rules=HouseRules(heroes=value))).begin(c.SetBase(900))
    assert play.state.red.acting == 101  # he may lead under each value
    play.start(*ARMIES)
    acts = {one.key: one.acts for one in BATAILLE.view(play.state, SUE).sides[0].heroes}
    assert acts == {101: value == "anybody_named", 102: True}
    if value == "players_only":
        refusal = play.refused(ANN, MELEE)
        assert str(refusal) == "Hero 101 is not a player's character and takes no action."
        assert (refusal.clause, refusal.field) == ("BR-21", "hero")
    else:
        play.do(ANN, MELEE)


def test_bd_14_players_only_the_general_makes_the_tactics_roll_all_the_same():
    heroes = [hero(101, player=False, tactics=1)]
    play = Play(setup(heroes, [hero(201)], rules=HouseRules(heroes="players_only"))).begin()
    (red, _) = of(play.start(1, 1, 1, 1, 40, 99, 3), e.TacticsTested)
    assert (red.hero, red.test.success) == (101, True)
    assert play.state.phase == "declarations"  # challenged can be nobody


# BD-16


@pytest.mark.parametrize(("value", "after"), [("floor", 0), ("allowed", -3)], ids=["floor", "allowed"])
def test_bd_16_whether_victory_points_fall_below_zero(value: str, after: int):
    play, events = acting(
        c.Declare(101, "ha-08", K.WEAPON_SKILL), rolls=(41, 4, 60, 1), points=1, negative_points=value
    )
    assert play.state.red.points == after
    (changed,) = of(events, e.PointsChanged)
    assert (changed.before, changed.after, changed.lost) == (1, after, True)
