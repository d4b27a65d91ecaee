"""House rules of the end: BD-15, what is counted after it, and BD-17, when it comes."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Battlefield, TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Play, hero, setup
from tests.rules.table import of
from tests.rules.test_bataille_house_rules_turn import begun, finish, standing

K = TestKey

# BD-15

COUNTED = {
    "red wins, blue flees": (120, 0, True, (100, 50), (150, 75)),
    "red wins, blue has no way out": (120, 0, False, (100, 50), (900, 100)),
    "a tie": (100, 100, True, (100, 50), (100, 50)),
}


@pytest.mark.parametrize("case", COUNTED)
def test_bd_15_on_the_dead_and_wounded_are_counted(case: str):
    red, blue, escape, reds, blues = COUNTED[case]
    play = standing(begun(Battlefield("Test", blue_escape=escape), aftermath="on"), red, blue)
    events = finish(play)
    assert [(one.dead, one.wounded) for one in of(events, e.AftermathCounted)] == [reds, blues]
    assert [one.number for one in of(events, e.PhaseOpened)][-2:] == [5, 7]
    outcome, result = BATAILLE.outcome(play.state), BATAILLE.view(play.state, SUE).result
    assert outcome is not None and outcome.dead == (reds[0], blues[0])
    assert result is not None
    assert str(result.sentences[-1]) == f"Blues: {blues[0]} dead, {blues[1]} wounded."


def test_bd_15_off_nobody_is_counted():
    play = standing(begun(), 120, 0)
    events = finish(play)
    assert of(events, e.AftermathCounted) == [] and 7 not in [one.number for one in of(events, e.PhaseOpened)]
    outcome, result = BATAILLE.outcome(play.state), BATAILLE.view(play.state, SUE).result
    assert outcome is not None and outcome.dead == (0, 0)
    assert result is not None and "dead" not in " ".join(map(str, result.sentences))


def test_bd_15_on_after_a_withdrawal_too():
    play = begun(aftermath="on")
    finish(play)
    play.do(BOB, c.AskWithdrawal())
    events = play.do(GM, c.AllowWithdrawal(BLUE))
    assert [(one.side, one.dead, one.wounded) for one in of(events, e.AftermathCounted)] == [
        (RED, 100, 50),
        (BLUE, 150, 75),
    ]


# BD-17: red needs 100


def at(points: tuple[int, int], blues: Any = None, **rules: Any) -> Play:
    usual: dict[str, Any] = {"ending": "at_once", "force_effect": "none", **rules}
    play = Play(setup([hero(101, tactics=1)], blues or [hero(201)], rules=HouseRules(**usual)))
    return standing(play.begin(c.ChooseCase(Case.SLIGHT, RED)), *points)


def numbers(events: tuple[Any, ...]) -> list[int]:
    return [one.number for one in of(events, e.PhaseOpened)]


STARTS: dict[str, tuple[tuple[int, int], dict[str, Any], tuple[int, ...]]] = {
    "moral advantage": ((98, 0), {}, ()),
    "moral advantage, later": ((98, 90), {"moral_check": "after_army_dice"}, ()),
    "army dice": ((95, 90), {"force_effect": "army_dice"}, (1, 2, 1, 1)),
    "a fixed gain": ((98, 97), {"force_effect": "flat"}, ()),
    "tactics roll": ((97, 96), {}, (40, 99, 3)),
}


@pytest.mark.parametrize("name", STARTS)
def test_bd_17_at_once_the_start_of_a_turn_can_end_the_battle(name: str):
    points, rules, rolls = STARTS[name]
    play = at(points, **rules)
    events = play.do(GM, c.Resolve(), rolls=rolls, exact=True)
    (ended,) = of(events, e.BattleEnded)
    assert (ended.winner, ended.how, play.state.red.points) == (RED, "threshold", 100)
    assert numbers(events) == [2] and len(of(events, e.TurnEnded)) == 1
    assert (play.state.minutes, play.state.trace[-1]) == (45, play.points())


@pytest.mark.parametrize("name", STARTS)
def test_bd_17_phase_five_the_same_turn_goes_on(name: str):
    points, rules, rolls = STARTS[name]
    play = at(points, **{**rules, "ending": "phase_five"})
    events = play.do(GM, c.Resolve(), rolls=(*rolls, *(() if name == "tactics roll" else (99, 99))), exact=True)
    assert of(events, e.BattleEnded) == [] and numbers(events) == [2, 3]
    assert play.state.red.points == 100


@pytest.mark.parametrize(("value", "over"), [("at_once", True), ("phase_five", False)], ids=["at_once", "phase_five"])
@pytest.mark.parametrize("elsewhere", [False, True], ids=["declines", "challenges another"])
def test_bd_17_a_challenge_that_is_declined_can_end_the_battle(value: str, over: bool, elsewhere: bool):
    play = at((98, 95), ending=value)
    play.do(GM, c.Resolve(), rolls=(99, 99))
    assert play.state.phase == "challenges"
    if elsewhere:
        reds = [hero(101), hero(102)]
        play = Play(setup(reds, [hero(201)], rules=HouseRules(ending=value, force_effect="none"))).begin()  # type: ignore[arg-type]
        standing(play, 98, 95).do(GM, c.Resolve(), rolls=(99, 99))
        play.do(ANN, c.Challenge(101, 201), c.Ready())
        play.do(BOB, c.Challenge(201, 102), c.Ready())
    else:
        play.do(ANN, c.Challenge(101, 201), c.Ready())
        play.do(BOB, c.Ready(), c.Answer(201, False), c.Ready())
    assert play.state.red.points == 100
    assert (play.state.phase == "result") is over


@pytest.mark.parametrize(("value", "over"), [("at_once", True), ("phase_five", False)], ids=["at_once", "phase_five"])
def test_bd_17_the_heroes_actions_end_it_before_their_wounds(value: str, over: bool):
    play = at((94, 90), ending=value)
    play.start(99, 99)
    play.do(ANN, c.Declare(101, "ha-05", K.BALLISTIC_SKILL))
    events = play.resolve(40, 6, *(() if over else (60, 10, 99)))
    assert play.state.phase == "result"  # in the fifth phase, too
    assert numbers(events) == ([] if over else [4, 5])
    assert play.state.hero(101).wounds == (12 if over else 12 - (13 - 4))


@pytest.mark.parametrize("fate", [0, 1])
@pytest.mark.parametrize(("value", "order"), [("at_once", [4]), ("phase_five", [4, 5])], ids=["at_once", "phase_five"])
def test_bd_17_a_generals_death_ends_it(value: str, order: list[int], fate: int):
    play = at((96, 90), [hero(201, wounds=1, fate=fate)], ending=value)
    play.start(99, 99)
    play.do(BOB, c.Declare(201, "ha-10", K.WEAPON_SKILL))
    events = play.resolve(99, 60, 9, 9, 1)
    if fate:
        events = (*events, *play.do(BOB, c.BurnFate(201, False), c.Ready()))
    assert numbers(events) == order
    assert (play.state.phase, play.state.red.points) == ("result", 100)


def test_bd_17_at_once_an_end_that_the_other_house_rules_put_off_does_not_come():
    play = at((101, 104), both_past="play_on")
    play.do(GM, c.Resolve(), rolls=(99, 99), exact=True)
    assert play.state.phase == "challenges"
    standing(play, 101, 109)  # a lead of 8
    events = play.ready()
    assert [one.winner for one in of(events, e.BattleEnded)] == [BLUE]


def test_bd_17_at_once_a_tie_below_the_threshold_waits_for_the_fifth_phase():
    play = at((30, 30), tie="from_turn_2")
    finish(play)
    events = finish(play)
    assert [one.how for one in of(events, e.BattleEnded)] == ["tie"]
    assert numbers(events) == [2, 3, 4, 5]
