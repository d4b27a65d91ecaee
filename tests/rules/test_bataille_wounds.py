"""The fourth phase: location, armour, Toughness, further dice, critical effects (BR-26 to BR-29)."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules.armies import Injury, Location
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.ruleset import Illegal
from tests.rules.bataille import ANN, Play, hero
from tests.rules.pitched import BODY, WS, next_turn, of, points, resolve, with_hero, wounds
from tests.rules.wounded import ROLLS, blow, field, hurt, weak, with_effect


@pytest.mark.parametrize(
    ("size", "toughness", "armour", "left", "after", "critical"),
    [
        (8, 35, 3, 14, 12, None),
        (6, 35, 3, 14, 14, None),
        (5, 39, 3, 14, 14, None),
        (9, 49, 1, 4, 0, None),  # exactly 0 left is no critical wound
        (10, 49, 1, 4, 0, 1),
        (30, 50, 3, 8, 0, 14),
        (4, 9, 0, 0, 0, 4),
    ],
)
def test_br_28_armour_and_toughness_bonus_are_taken_off(
    size: int, toughness: int, armour: int, left: int, after: int, critical: int | None
):
    play = field(hero(1, toughness=toughness, armour=(0, 0, 0, armour, 0, 0), wounds=20, wounds_left=left))
    events = resolve(play, blow(1, size), rolls=[BODY, *([100] if critical else [])], exact=False)
    assert wounds(play, 1) == (after,)
    assert [event.value for event in of(events, e.CriticalSuffered)] == ([critical] if critical else [])


@pytest.mark.parametrize("where", list(Location))
def test_br_28_the_armour_of_the_location_counts(where: Location):
    armour = (5, 4, 3, 2, 1, 0)
    play = field(hero(1, toughness=9, armour=armour, wounds=20, injuries=(Injury(where, 3),)))
    (struck,) = of(resolve(play, blow(1, 10), rolls=[ROLLS[where]]), e.Struck)
    assert (struck.location, struck.armour, struck.net) == (
        where,
        armour[list(Location).index(where)],
        10 - struck.armour,
    )


@pytest.mark.parametrize(
    ("dice", "further", "raw"),
    [
        ([9], [], 9 + 6),
        ([10, 26], [], 10 + 6),
        ([10, 100], [], 10 + 6),
        ([10, 25, 3], [3], 13 + 6),
        ([10, 1, 10, 10, 2], [10, 10, 2], 32 + 6),
    ],
    ids=["nine", "check_26", "check_100", "check_25", "tens_go_on"],
)
def test_br_29_bd_07_a_ten_has_25_chances_in_100_of_a_further_die(dice: list[int], further: list[int], raw: int):
    play = field(hero(1, wounds=40))
    (struck,) = of(resolve(play, c.Declare(1, "ha-08", WS), rolls=[100, 1, BODY, *dice]), e.Struck)
    assert (struck.raw, list(struck.further)) == (raw, further)
    assert len(struck.checks) == (dice[0] == 10)


@pytest.mark.parametrize(
    ("dice", "kept", "checks"),
    [([3, 8], 8, 0), ([8, 3], 8, 0), ([7, 7], 7, 0), ([10, 4, 26], 10, 1), ([4, 10, 26], 10, 1), ([10, 10, 26], 10, 1)],
)
def test_br_26_br_29_ha_10_of_two_dice_the_higher_counts_and_two_tens_are_checked_once(
    dice: list[int], kept: int, checks: int
):
    play = field(hero(1, wounds=40))
    (struck,) = of(resolve(play, c.Declare(1, "ha-10", WS), rolls=[100, BODY, *dice]), e.Struck)
    assert (struck.kept, struck.raw, len(struck.checks)) == (kept, kept + 7, checks)


# What each critical effect does at battle scale; a limb bleeds like the other
EFFECTS = """
     head      body      arm       leg
1    nothing   nothing   nothing   nothing
2    nothing   nothing   nothing   nothing
3    injury    injury    injury    injury
4    injury    injury    injury    injury
5    shaken    shaken    injury    shaken
6    stunned   stunned   bleeding  bleeding
7    out       bleeding  bleeding  bleeding
8    bleeding  out       bleeding  bleeding
9    dead      dead      dead      dead
10   dead      dead      dead      dead
"""
PARTS = {
    "head": (Location.HEAD,),
    "body": (Location.BODY,),
    "arm": (Location.RIGHT_ARM, Location.LEFT_ARM),
    "leg": (Location.RIGHT_LEG, Location.LEFT_LEG),
}
_HEADER, *_LINES = (line.split() for line in EFFECTS.strip().splitlines())
CASES = [
    (int(line[0]), where, what)
    for line in _LINES
    for part, what in zip(_HEADER, line[1:], strict=True)
    for where in PARTS[part]
]


def became(play: Play, bled: bool) -> str:
    struck = play.state.hero(1)
    if struck.condition != "fit":
        return "bleeding" if bled else struck.condition
    found = [name for name in ("stunned", "shaken") if getattr(struck, name) == 2]
    return " ".join([*found, *("injury" for _ in struck.injuries)]) or "nothing"


@pytest.mark.parametrize(("effect", "where", "what"), CASES, ids=[f"{case[0]}-{case[1]}" for case in CASES])
def test_br_28_what_a_critical_effect_does(effect: int, where: Location, what: str):
    play = hurt(effect, where, *([9] if what == "bleeding" else []))  # a passed Toughness test
    assert became(play, bled=what == "bleeding") == what
    if what == "injury":
        assert play.state.hero(1).injuries == (Injury(where, effect),)  # type: ignore[arg-type]


@pytest.mark.parametrize("where", list(Location))
def test_br_28_effect_4_costs_a_point_of_armour_there_that_counts_for_the_next_blow(where: Location):
    play = hurt(4, where, play=field(weak(armour=(2,) * 6)))
    assert [play.state.hero(1).armour(each) for each in Location] == [2 - (each is where) for each in Location]
    next_turn(play)
    (struck,) = of(resolve(play, blow(1, 1), rolls=[ROLLS[where]]), e.Struck)
    assert (struck.armour, struck.net) == (1, 0)


@pytest.mark.parametrize("figures", [{}, {"armour": (1,) * 6, "injuries": (Injury(Location.BODY, 4),)}])
def test_br_28_effect_4_where_no_armour_is_left_does_nothing_lasting(figures: dict[str, Any]):
    play = field(weak(**figures))
    before = play.state.hero(1).injuries
    size, roll = with_effect(4)
    (critical,) = of(resolve(play, blow(1, size), rolls=[BODY, roll]), e.CriticalSuffered)
    assert (critical.effect, critical.bare) == (4, True)
    assert (play.state.hero(1).injuries, play.state.hero(1).condition) == (before, "fit")


HINDRANCES = [
    (3, Location.HEAD, {"ha-10": -10}),
    (3, Location.BODY, {"ha-10": -10}),
    (3, Location.RIGHT_ARM, {"ha-10": -10, "ha-05": -10}),
    (3, Location.LEFT_LEG, {"ha-04": -20}),
    (4, Location.BODY, {}),
    (5, Location.LEFT_ARM, {"ha-10": -20, "ha-05": -20}),
]
TESTED = {"ha-10": WS, "ha-05": K.BALLISTIC_SKILL, "ha-04": K.RIDE, "ha-03": K.COMMAND, "ha-07": K.TOUGHNESS}


def target(play: Play, action: str) -> int:
    (test,) = of(resolve(play, c.Declare(1, action, TESTED[action]), rolls=[100], exact=False), e.ActionTested)
    found: int = test.test.target
    return found


@pytest.mark.parametrize("action", TESTED)
@pytest.mark.parametrize(("effect", "where", "lost"), HINDRANCES, ids=[f"{one[0]}-{one[1]}" for one in HINDRANCES])
def test_br_28_what_a_wound_takes_off_tests_until_it_is_treated(
    effect: Any, where: Location, lost: dict[str, int], action: str
):
    play = field(hero(1, ride=1, command=1, injuries=(Injury(where, effect),)))
    assert target(play, action) == 40 + lost.get(action, 0)


def test_br_28_wounds_add_up():
    twice = (Injury(Location.HEAD, 3), Injury(Location.LEFT_ARM, 5), Injury(Location.LEFT_ARM, 3))
    assert target(field(hero(1, injuries=twice)), "ha-10") == 40 - 10 - 20 - 10


@pytest.mark.parametrize("action", TESTED)
def test_br_28_effect_5_takes_30_off_the_next_turns_tests_and_no_later_ones(action: str):
    play = with_hero(hurt(5, Location.BODY, play=field(weak(ride=1, command=1))), 1, wounds=40)
    usual = 9 if action == "ha-07" else 40
    next_turn(play)
    assert target(play, action) == usual - 30
    next_turn(play)
    assert target(play, action) == usual


@pytest.mark.parametrize("where", [Location.HEAD, Location.BODY])
def test_br_28_effect_6_of_head_or_body_costs_the_next_turns_action(where: Location):
    play = hurt(6, where)
    next_turn(play)
    with pytest.raises(Illegal, match="stunned"):
        play.do(ANN, c.Declare(1, "ha-01"))
    resolve(play)
    next_turn(play)
    play.do(ANN, c.Declare(1, "ha-01"))


def test_br_27_all_wounds_are_struck_at_once_after_all_deeds():
    play = field(weak(), hero(2), blues=(weak(99),))
    deeds = c.Declare(1, "ha-10", WS), c.Declare(2, "ha-05", K.BALLISTIC_SKILL), c.Declare(99, "ha-10", WS)
    rolls = [1, 5, 1, 5, 1, 5, *(BODY, 10, 10, 26, 1), *(BODY, 1), *(BODY, 10, 10, 26, 1)]
    events = resolve(play, *deeds, rolls=rolls)
    kinds = [type(event) for event in events if isinstance(event, e.ActionTested | e.Struck | e.HeroDied)]
    assert kinds == [e.ActionTested] * 3 + [e.Struck] * 3 + [e.HeroDied] * 2
    assert points(play) == (9 + 5 + 4, 9 + 4)  # each dying hero was his side's general


def test_br_27_the_amount_depends_on_the_action_and_not_on_success():
    suffered = set()
    for roll, dice in ((40, [1]), (41, [])):
        play = field(hero(1, wounds=40))
        rolls = [roll, *dice, BODY, 5]
        suffered.add(of(resolve(play, c.Declare(1, "ha-05", K.BALLISTIC_SKILL), rolls=rolls), e.Struck)[0])
    assert len(suffered) == 1
