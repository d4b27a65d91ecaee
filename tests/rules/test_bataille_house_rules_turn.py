"""House rules of the turn and of the tie: BD-08 to BD-13, BD-21."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Battlefield, Skill, TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.events import TacticsReason
from battles.rules.bataille.house_rules import HouseRules
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, ROWS, SUE, Play, hero, setup
from tests.rules.table import of

K = TestKey
MELEE = [c.Declare(key, "ha-10", K.WEAPON_SKILL) for key in (201, 202, 203)]


def begun(ground: Battlefield | None = None, **rules: Any) -> Play:
    """Generals who know tactics: 40 for red, 40 for blue. Nothing of the force evaluation."""
    usual: dict[str, Any] = {"force_effect": "none"} | rules
    reds, blues = [hero(101, tactics=1), hero(102)], [hero(201, tactics=1), hero(202)]
    return Play(setup(reds, blues, ground=ground or Battlefield("Test"), rules=HouseRules(**usual))).begin()


def standing(play: Play, red: int, blue: int) -> Play:
    return play.alter(RED, points=red).alter(BLUE, points=blue)


def finish(play: Play, *rolls: int) -> tuple[Any, ...]:
    """The turn without any hero's action."""
    return (*play.start(*(rolls or (99, 99))), *play.resolve())


# BD-08


def deaths(value: Any) -> list[tuple[str, int]]:
    """Blue's general dies in turn 1, his second in turn 2, the last one in turn 3: whose name brings how much."""
    blues = [hero(key, wounds=1) for key in (201, 202, 203)]
    play, told = Play(setup([hero(101)], blues, rules=HouseRules(generals=value))).begin(), list[tuple[str, int]]()
    for number in range(3):
        play.start(1, 1, 1, 1, 99, 99)
        play.do(BOB, MELEE[number])
        events = play.resolve(99, 60, 9, 9, 1)  # 16 - 4 beyond one Wound, a 01 on the critical table
        told += [(play.state.hero(one.hero).name, one.flat) for one in of(events, e.PointsChanged)]
        assert [one.hero for one in of(events, e.CommandPassed)] == [[202], [203], [None]][number]
    return told


@pytest.mark.parametrize(("value", "number"), [("each", 3), ("first", 1)], ids=["each", "first"])
def test_bd_08_which_generals_deaths_count(value: str, number: int):
    assert deaths(value) == [("Hero 201", 4), ("Hero 202", 4), ("Hero 203", 4)][:number]


# BD-09


@pytest.mark.parametrize(
    ("value", "first"),
    [("at_threshold", None), ("from_turn_2", 2), ("from_turn_3", 3), ("from_turn_4", 4)],
    ids=["at_threshold", "from_turn_2", "from_turn_3", "from_turn_4"],
)
def test_bd_09_when_an_exact_tie_below_the_threshold_ends_the_battle(value: str, first: int | None):
    play = standing(begun(tie=value), 30, 30)
    for turn in range(1, 6):
        ended = of(finish(play), e.BattleEnded)
        assert bool(ended) is (turn == first)
        if ended:
            assert (ended[0].winner, ended[0].how, ended[0].massacre) == (None, "tie", False)
            return
    assert first is None


@pytest.mark.parametrize("value", ["at_threshold", "from_turn_2", "from_turn_3", "from_turn_4"])
def test_bd_09_a_tie_beyond_the_threshold_ends_it_at_any_time(value: Any):
    (ended,) = of(finish(standing(begun(tie=value), 100, 100)), e.BattleEnded)
    assert (ended.winner, ended.how) == (None, "tie")


def test_bd_09_at_threshold_one_side_alone_at_its_own_threshold_wins_a_tie():
    """Where thresholds differ, an exact tie can be above one of them only (BD-03)."""
    play = standing(begun(), 104, 104).alter(BLUE, threshold=105)
    (ended,) = of(finish(play), e.BattleEnded)
    assert (ended.winner, ended.how) == (RED, "threshold")


# BD-10


@pytest.mark.parametrize(
    ("value", "points", "winner"),
    [
        ("higher_total", (104, 103), RED),
        ("higher_total", (103, 104), BLUE),
        ("in_order", (103, 104), RED),
        ("in_order", (104, 103), RED),
        ("play_on", (104, 103), None),
        ("play_on", (110, 103), None),
        ("play_on", (111, 103), RED),
        ("play_on", (103, 111), BLUE),
    ],
    ids=["higher_total-red", "higher_total-blue", "in_order-behind", "in_order-ahead"]
    + ["play_on-1", "play_on-7", "play_on-8", "play_on-blue"],
)
def test_bd_10_both_have_reached_their_threshold(value: str, points: tuple[int, int], winner: Any):
    play = begun(both_past=value)
    play.start(99, 99)
    ended = of(standing(play, *points).resolve(), e.BattleEnded)
    assert [one.winner for one in ended] == ([winner] if winner else [])
    assert (play.state.phase == "result") is bool(winner)


@pytest.mark.parametrize(
    ("rolls", "case", "winner"),
    [((99, 30, 1), (Case.SLIGHT, RED), BLUE), ((30, 99, 1), (Case.SLIGHT, BLUE), RED)]
    + [((99, 99), (Case.SLIGHT, BLUE), BLUE), ((99, 99), (Case.BALANCED, None), RED)],
)
def test_bd_10_in_order_of_the_tactics_roll_then_of_the_favoured_side_then_red(rolls: Any, case: Any, winner: Any):
    rules = HouseRules(both_past="in_order", force_effect="none")
    reds, blues = [hero(101, tactics=1)], [hero(201, tactics=1)]
    play = Play(setup(reds, blues, rules=rules)).begin(c.ChooseCase(*case))
    play.start(*rolls)
    (ended,) = of(standing(play, 103, 104).resolve(), e.BattleEnded)
    assert (ended.winner, ended.how) == (winner, "threshold")


def test_bd_10_in_order_an_exact_tie_stays_a_tie():
    play = begun(both_past="in_order")
    play.start(30, 99, 1)
    (ended,) = of(standing(play, 104, 104).resolve(), e.BattleEnded)
    assert ended.winner is None


# BD-11


def moral(play: Play, *rolls: int) -> list[int]:
    changes = of(play.start(*rolls), e.PointsChanged)
    return [one.before for one in changes if one.cause is e.Cause.MORAL]


MOMENTS = {"turn_start": ([8], []), "after_army_dice": ([], [17]), "from_turn_2": ([], [])}


@pytest.mark.parametrize("value", MOMENTS)
def test_bd_11_the_moral_advantage_in_the_first_turn(value: Any):
    """A lead of 8 at the start that the army dice make 7, and one of 7 that they make 8."""
    at_start, after_dice = MOMENTS[value]
    for points, rolls, gained in (((8, 0), (1, 1, 1, 2), at_start), ((7, 0), (5, 5, 5, 4), after_dice)):
        play = begun(moral_check=value, force_effect="army_dice")
        assert moral(standing(play, *points), *rolls, 99, 99) == gained


@pytest.mark.parametrize("value", MOMENTS)
def test_bd_11_the_moral_advantage_in_the_second_turn(value: Any):
    play = begun(moral_check=value, force_effect="army_dice")
    play.start(1, 1, 1, 1, 99, 99)
    play.resolve()
    before = 10 if value == "after_army_dice" else 8
    assert moral(standing(play, 8, 0), 1, 1, 1, 1, 99, 99) == [before]


# BD-12


def tactics(play: Play, *rolls: int) -> tuple[Any, TacticsReason, int]:
    """Who wins, why, and how often they rolled again."""
    events = play.do(GM, c.Resolve(), rolls=rolls, exact=True)
    (decided,) = of(events, e.TacticsDecided)
    return decided.winner, decided.reason, len(of(events, e.TacticsRolledAgain))


TIES: dict[str, dict[tuple[int, ...], tuple[Any, TacticsReason, int]]] = {
    "margin": {
        (31, 32, 1): (RED, TacticsReason.MARGIN, 0),
        (32, 31, 1): (BLUE, TacticsReason.MARGIN, 0),
        (32, 32, 99, 40, 1): (BLUE, TacticsReason.SUCCESS, 1),
        (41, 99): (None, TacticsReason.NOBODY, 0),
    },
    "defender": {
        (31, 32, 1): (BLUE, TacticsReason.DEFENDER, 0),
        (32, 32, 1): (BLUE, TacticsReason.DEFENDER, 0),
        (30, 32, 1): (RED, TacticsReason.DEGREES, 0),
        (41, 99): (None, TacticsReason.NOBODY, 0),
    },
    "fewer_failures": {
        (31, 32, 1): (RED, TacticsReason.MARGIN, 0),
        (41, 99, 1): (RED, TacticsReason.FEWER_FAILURES, 0),
        (99, 41, 1): (BLUE, TacticsReason.FEWER_FAILURES, 0),
        (49, 48, 1): (BLUE, TacticsReason.MARGIN, 0),
        (45, 45, 50, 49, 1): (BLUE, TacticsReason.FEWER_FAILURES, 1),
        (32, 32, 31, 99, 1): (RED, TacticsReason.SUCCESS, 1),
    },
}


@pytest.mark.parametrize("value", TIES)
def test_bd_12_who_wins_the_tactics_roll(value: Any):
    """Targets of 40 on both sides."""
    assert {rolls: tactics(begun(tactics_tie=value), *rolls) for rolls in TIES[value]} == TIES[value]


@pytest.mark.parametrize(
    ("defender", "case", "winner"),
    [(RED, (Case.BALANCED, None), RED), (RED, (Case.CLEAR, RED), RED), (None, (Case.CLEAR, BLUE), RED)]
    + [(None, (Case.CLEAR, RED), BLUE), (None, (Case.BALANCED, None), BLUE)],
)
def test_bd_12_defender_is_who_holds_the_ground_or_is_not_favoured_or_blue(defender: Any, case: Any, winner: Any):
    rules = HouseRules(tactics_tie="defender", force_effect="none")
    reds, blues, ground = [hero(101, tactics=1)], [hero(201, tactics=1)], Battlefield("Test", defender=defender)
    play = Play(setup(reds, blues, ground=ground, rules=rules)).begin(c.ChooseCase(*case))
    assert tactics(play, 31, 32, 1) == (winner, TacticsReason.DEFENDER, 0)


# BD-13


@pytest.mark.parametrize(
    ("value", "targets"),
    [("half_then_minus", (-3, 13, 23)), ("minus_only", (13, 13, 23))],
    ids=["half_then_minus", "minus_only"],
)
def test_bd_13_the_tactics_roll_on_command(value: Any, targets: tuple[int, ...]):
    """Fellowship 33, with Command untrained, trained and mastered; the modifier of -20 under each value."""
    found = []
    for rank in range(3):
        play = Play(setup([hero(101, fellowship=33, command=rank)], rules=HouseRules(untrained_command=value))).begin()
        (red, _) = of(play.start(1, 1, 1, 1, 99, 99), e.TacticsTested)
        assert (red.key, -20 in [term.value for term in red.test.modifiers]) == (K.COMMAND, True)
        found.append(red.test.target)
    assert tuple(found) == targets


# BD-21


@pytest.mark.parametrize(
    ("value", "target", "name"),
    [("academic", 50, "Academic Knowledge (Strategy/Tactics)"), ("campaign", 75, "The Art of War")],
    ids=["academic", "campaign"],
)
def test_bd_21_the_skill_of_the_tactics_roll(value: Any, target: int, name: str):
    rows = replace(ROWS, skill=Skill("war", "The Art of War", K.WILLPOWER))
    reds = [hero(101, intelligence=40, willpower=65, tactics=2)]
    play = Play(setup(reds, rules=HouseRules(tactics_skill=value), rows=rows)).begin()
    events = play.start(1, 1, 1, 1, target, 99, 1)
    (red, _) = of(events, e.TacticsTested)
    assert (red.test.target, red.test.success) == (target, True)
    line = BATAILLE.narrate(play.state, red, SUE)
    assert line is not None and str(line.message).startswith(f"Tactics roll of Hero 101, {name}: {target} against")
    (own,) = BATAILLE.view(play.state, ANN).own
    assert (name, target) in [(str(label), number) for label, number in own.heroes[0].skills]
