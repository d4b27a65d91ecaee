"""The third phase: what each hero may do, his test, its points and its damage (BR-21 to BR-26, HA-01 to HA-10)."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Action
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.setup import Rows
from battles.rules.ruleset import Illegal
from tests.rules.bataille import ANN, BOB, GM, ROWS, SUE, Play, hero, setup
from tests.rules.pitched import (
    BODY,
    NOBODY_SUCCEEDS,
    QUIET,
    WS,
    declaring,
    lone,
    next_turn,
    of,
    points,
    resolve,
    with_hero,
    with_points,
)

LEARNT = {"command": 1, "heal": 1, "ride": 1, "perception": 1, "channelling": 1}
ABLE: dict[str, Any] = {"strength": 34, "toughness": 42, "magic": 2, "wounds": 30, **LEARNT}


class Deed(NamedTuple):
    """An action with a hero of Strength Bonus 3, Toughness Bonus 4 and Magic 2, and 10 points before.

    Dice and points on success and on failure; dice and sum of the damage, before armour and Toughness Bonus.
    """

    action: str
    test: K
    success: tuple[list[int], int]
    failure: tuple[list[int], int]
    damage: tuple[list[int], int]


DEEDS = [
    Deed("ha-02", K.HEAL, ([5], 13), ([], 10), ([6], 6)),
    Deed("ha-03", K.COMMAND, ([5], 15), ([5], 7), ([6], 8)),
    Deed("ha-04", K.RIDE, ([5], 13), ([], 10), ([6], 8)),
    Deed("ha-04", K.PERCEPTION, ([2], 11), ([], 10), ([6], 8)),
    Deed("ha-05", K.BALLISTIC_SKILL, ([5], 15), ([], 10), ([6], 9)),
    Deed("ha-06", K.CHANNELLING, ([5], 17), ([6], 7), ([6], 10)),
    Deed("ha-07", K.WEAPON_SKILL, ([5], 17), ([1], 9), ([6], 11)),
    Deed("ha-07", K.TOUGHNESS, ([5], 17), ([3], 8), ([6], 11)),
    Deed("ha-08", K.WEAPON_SKILL, ([5], 17), ([4], 6), ([6], 12)),
    Deed("ha-10", K.WEAPON_SKILL, ([5], 18), ([], 10), ([3, 6], 13)),
]
EACH_DEED = [
    pytest.param(deed, id=f"{deed.action}-{deed.test}", marks=pytest.mark.clause(deed.action.upper())) for deed in DEEDS
]
each_deed = pytest.mark.parametrize("deed", EACH_DEED)


def act(deed: Deed, roll: int, points_dice: list[int]) -> tuple[Play, tuple[Any, ...]]:
    play = with_points(declaring(lone(hero(1, **ABLE))), 10, 10)
    rolls = [roll, *points_dice, BODY, *deed.damage[0]]
    return play, resolve(play, c.Declare(1, deed.action, deed.test), rolls=rolls)


@each_deed
def test_br_23_br_24_what_an_action_brings_on_success(deed: Deed):
    dice, after = deed.success
    play, events = act(deed, 40 if deed.test is not K.TOUGHNESS else 42, dice)
    assert points(play) == (after, 10)
    (test,) = of(events, e.ActionTested)
    assert (test.key, test.test.success, test.test.roll) == (deed.test, True, test.test.target)


@each_deed
def test_br_23_br_25_what_an_action_costs_on_failure(deed: Deed):
    dice, after = deed.failure
    play, events = act(deed, 41 if deed.test is not K.TOUGHNESS else 43, dice)
    assert points(play) == (after, 10)
    assert not of(events, e.ActionTested)[0].test.success


@each_deed
@pytest.mark.parametrize("success", [True, False], ids=["success", "failure"])
def test_br_23_br_26_br_27_what_an_action_costs_in_wounds_either_way(success: bool, deed: Deed):
    dice = deed.success[0] if success else deed.failure[0]
    _, events = act(deed, 1 if success else 100, dice)
    (struck,) = of(events, e.Struck)
    assert (struck.raw, struck.before - struck.after) == (deed.damage[1], deed.damage[1] - 4)


def test_ha_01_whoever_holds_back_tests_nothing_gains_nothing_and_suffers_nothing():
    play = with_points(declaring(lone(hero(1))), 5, 5)
    events = resolve(play, c.Declare(1, "ha-01"), rolls=[])
    assert points(play) == (5, 5)
    assert of(events, e.ActionRevealed) == [e.ActionRevealed(1, "ha-01", None)]
    assert not of(events, e.ActionTested) and not of(events, e.Struck)


def test_br_21_whoever_declares_nothing_holds_back():
    play = declaring()
    events = resolve(play, rolls=[])
    assert not of(events, e.ActionRevealed) and not of(events, e.Struck)


def test_br_21_each_hero_takes_one_action_a_turn_and_every_hero_one():
    play = declaring()
    both = c.Declare(101, "ha-05", K.BALLISTIC_SKILL), c.Declare(101, "ha-10", WS)
    shown = of(resolve(play, *both, c.Declare(102, "ha-01"), c.Declare(201, "ha-01"), exact=False), e.ActionRevealed)
    assert [(each.hero, each.action) for each in shown] == [(101, "ha-10"), (102, "ha-01"), (201, "ha-01")]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"condition": "out"}, "out of action"),
        ({"condition": "dead"}, "is dead"),
        ({"stunned": 1}, "stunned"),
        ({"fielded": False}, "takes no part"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_br_21_who_cannot_act(changes: dict[str, Any], reason: str):
    play = with_hero(declaring(), 102, **changes)
    with pytest.raises(Illegal, match=reason) as refusal:
        play.do(ANN, c.Declare(102, "ha-01"))
    assert refusal.value.clause == "BR-21"
    assert 102 not in {getattr(one, "hero", 0) for one in BATAILLE.options(play.state, ANN)}


def test_br_21_actions_are_revealed_together_and_nobody_sees_them_before():
    play = declaring()
    before = [BATAILLE.view(play.state, viewer) for viewer in (BOB, SUE)]
    play.do(ANN, c.Declare(101, "ha-10", WS))
    assert [BATAILLE.view(play.state, viewer) for viewer in (BOB, SUE)] == before
    events = resolve(play, c.Declare(201, "ha-01"), exact=False)
    assert [type(event) for event in events[:2]] == [e.ActionRevealed] * 2


def test_br_22_the_general_acts_in_the_turn_of_his_tactics_roll():
    general = hero(1, tactics=1, intelligence=50, **LEARNT)
    play = declaring(lone(general), rolls=[50, 100, 3])
    assert points(play) == (3, 0)
    events = resolve(play, c.Declare(1, "ha-03", K.COMMAND), rolls=[40, 6, BODY, 1])
    assert (play.state.red.acting, of(events, e.ActionTested)[0].hero) == (1, 1)
    assert points(play) == (9, 0)


def test_br_25_bd_16_a_loss_never_goes_below_0():
    play = with_points(declaring(lone(hero(1))), 1, 0)
    resolve(play, c.Declare(1, "ha-08", WS), rolls=[41, 4, BODY, 1])
    assert points(play) == (0, 0)


def test_br_37_points_are_kept_from_turn_to_turn():
    play = declaring(lone(hero(1, wounds=30)))
    for total in (5, 10):
        resolve(play, c.Declare(1, "ha-05", K.BALLISTIC_SKILL), rolls=[40, 5, BODY, 1])
        assert points(play) == (total, 0)
        next_turn(play, rolls=[*NOBODY_SUCCEEDS])
    assert play.state.trace == ((0, 0), (5, 0), (10, 0))


TARGETS = [
    ("command_trained", "ha-03", K.COMMAND, {"fellowship": 33, "command": 1}, 33),
    ("command_mastered", "ha-03", K.COMMAND, {"fellowship": 33, "command": 2}, 43),
    ("command_untrained", "ha-03", K.COMMAND, {"fellowship": 33}, 17),
    ("ride_untrained", "ha-04", K.RIDE, {"agility": 36}, 18),
    ("ride_at_20", "ha-04", K.RIDE, {"agility": 36, "ride": 3}, 56),
    ("perception_untrained", "ha-04", K.PERCEPTION, {"intelligence": 31}, 16),
    ("heal_trained", "ha-02", K.HEAL, {"intelligence": 31, "heal": 1}, 31),
    ("channelling_trained", "ha-06", K.CHANNELLING, {"willpower": 36, "channelling": 1}, 36),
    ("ballistic_skill", "ha-05", K.BALLISTIC_SKILL, {"ballistic_skill": 48}, 48),
    ("toughness", "ha-07", K.TOUGHNESS, {"toughness": 55}, 55),
    ("weapon_skill", "ha-10", K.WEAPON_SKILL, {"weapon_skill": 61}, 61),
]


@pytest.mark.parametrize(
    ("action", "key", "figures", "target"),
    [pytest.param(*case[1:], id=case[0], marks=pytest.mark.clause(case[1].upper())) for case in TARGETS],
)
def test_br_21_what_a_test_is_made_against(action: str, key: K, figures: dict[str, Any], target: int):
    play = declaring(lone(hero(1, **figures)))
    (test, *_) = of(resolve(play, c.Declare(1, action, key), exact=False), e.ActionTested)
    assert test.test.target == target


def offered(play: Play, key: int) -> set[tuple[str, K | None]]:
    declarations = (one for one in BATAILLE.options(play.state, ANN) if isinstance(one, c.Declare))
    return {(one.action, one.test) for one in declarations if one.hero == key}


EVERYBODYS = {("ha-01", None), ("ha-03", K.COMMAND), ("ha-04", K.RIDE), ("ha-04", K.PERCEPTION)}
EVERYBODYS |= {("ha-05", K.BALLISTIC_SKILL), ("ha-07", WS), ("ha-07", K.TOUGHNESS), ("ha-10", WS)}


@pytest.mark.parametrize(
    ("figures", "more"),
    [
        ({}, {("ha-08", WS)}),
        ({"mounted": True}, {("ha-08", K.RIDE)}),
        ({"heal": 1}, {("ha-08", WS), ("ha-02", K.HEAL)}),
        ({"channelling": 2, "mounted": True}, {("ha-08", K.RIDE), ("ha-06", K.CHANNELLING)}),
    ],
    ids=["on_foot", "mounted", "healer", "mounted_wizard"],
)
@pytest.mark.clause("HA-02", "HA-06", "HA-08")
def test_br_21_what_a_hero_may_choose_by_what_he_learnt_and_rides(figures: dict[str, Any], more: set[Any]):
    assert offered(declaring(lone(hero(1, **figures))), 1) == EVERYBODYS | more


def test_ha_09_a_duel_is_not_declared_with_the_other_actions():
    with pytest.raises(Illegal, match="no such action"):
        declaring().do(ANN, c.Declare(101, "ha-09", WS))


def scouted(roll: int, scouts: int = 1) -> Play:
    """After a turn in which red's scouts rode out."""
    heroes = [hero(number, tactics=1, intelligence=40) for number in range(1, scouts + 1)]
    play = declaring(setup(heroes, rules=QUIET))
    deeds = [c.Declare(each.key, "ha-04", K.PERCEPTION) for each in heroes]
    resolve(play, *deeds, rolls=[roll, *([1] if roll <= 20 else [])] * scouts + [BODY, 1] * scouts)
    return play


@pytest.mark.parametrize(("roll", "scouts", "bonus"), [(20, 1, 10), (21, 1, 0), (20, 3, 10)])
def test_ha_04_a_scout_who_succeeds_helps_the_next_tactics_roll_of_his_side_once(roll: int, scouts: int, bonus: int):
    play = scouted(roll, scouts)
    tests = of(play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS), e.TacticsTested)
    assert [each.test.target for each in tests] == [40 + bonus, 0]
    assert (play.state.red.scouted, play.state.blue.scouted) == (0, 0)


def own_rows(*rows: Action) -> Rows:
    return Rows(rows, ROWS.sources, ROWS.bands, ROWS.criticals, ROWS.skill)


@pytest.mark.parametrize(
    ("success", "failure", "roll", "dice", "after"),
    [("2d6", "0", 40, [3, 4], 17), ("2d6", "-2", 41, [], 8), ("TB-1", "0", 40, [], 13), ("-", "-", 40, [], 10)],
)
def test_br_23_bd_20_a_campaigns_own_action(success: str, failure: str, roll: int, dice: list[int], after: int):
    own = Action("own", "Own", (K.STRENGTH,), success=success, failure=failure)
    play = with_points(declaring(setup([hero(1)], rules=QUIET, rows=own_rows(own))), 10, 0)
    resolve(play, c.Declare(1, "own", K.STRENGTH), rolls=[roll, *dice])
    assert points(play) == (after, 0)


def test_br_25_bd_05_a_dash_under_success_is_nothing_whatever_one_under_failure_costs():
    own = Action("own", "Own", (K.STRENGTH,), success="-", failure="-")
    rules = HouseRules(force_effect="none", dash="one_die")
    for roll, dice, after in ((40, [], 10), (41, [4], 6)):
        play = with_points(declaring(setup([hero(1)], rules=rules, rows=own_rows(own))), 10, 0)
        resolve(play, c.Declare(1, "own", K.STRENGTH), rolls=[roll, *dice])
        assert points(play) == (after, 0)


def test_br_23_bd_20_an_action_without_a_test_succeeds():
    own = Action("own", "Own", success="3", failure="-9", damage="1d10")
    play = declaring(setup([hero(1)], rules=QUIET, rows=own_rows(own)))
    resolve(play, c.Declare(1, "own"), rolls=[BODY, 1])
    assert points(play) == (3, 0)


FORTUNE = c.UseFortune(1, True)


@pytest.mark.parametrize(
    ("rolls", "left", "after"),
    [([40, 5], 2, 5), ([41, 40, 5], 1, 5), ([41, 41], 1, 0)],
    ids=["not_needed", "helps", "in_vain"],
)
def test_br_21_a_fortune_point_rolls_a_failed_test_once_more(rolls: list[int], left: int, after: int):
    play = declaring(lone(hero(1, fate=2)))
    assert play.state.hero(1).fortune == 2
    resolve(play, c.Declare(1, "ha-05", K.BALLISTIC_SKILL), FORTUNE, rolls=[*rolls, BODY, 1])
    assert (play.state.hero(1).fortune, play.state.hero(1).fate, points(play)) == (left, 2, (after, 0))


def test_br_21_fortune_is_used_in_the_turn_for_which_it_was_chosen_only():
    play = declaring(lone(hero(1, fate=2)))
    resolve(play, c.Declare(1, "ha-05", K.BALLISTIC_SKILL), FORTUNE, rolls=[1, 1, BODY, 1])
    next_turn(play)
    resolve(play, c.Declare(1, "ha-05", K.BALLISTIC_SKILL), rolls=[41, BODY, 1])
    assert play.state.hero(1).fortune == 2


def test_br_21_without_fate_there_is_no_fortune():
    with pytest.raises(Illegal, match="no Fortune Point left"):
        declaring(lone(hero(1))).do(ANN, FORTUNE)
