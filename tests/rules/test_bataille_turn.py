"""The order of phases, and the second phase: moral advantage, army dice, the tactics roll (BR-12, BR-16 to BR-20)."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.armies import HeroSheet
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Battlefield
from battles.rules.bataille.commands import Case
from battles.rules.bataille.events import TacticsReason as Why
from battles.rules.ruleset import Side
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Play, hero, setup
from tests.rules.pitched import (
    NOBODY_SUCCEEDS,
    QUIET,
    begun,
    challenging,
    of,
    points,
    resolve,
    seal,
    with_hero,
    with_points,
)


def strategist(key: int, intelligence: int, rank: int = 1, **figures: Any) -> HeroSheet:
    return hero(key, tactics=rank, intelligence=intelligence, **figures)


def headings(play: Play, turns: int) -> list[tuple[int, int]]:
    """Rule phase and turn of each heading, from the start of the battle on."""
    found = list[Any]()
    for _ in range(turns):
        found += play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS, exact=True)
        seal(play)
        found += resolve(play)
    return [(event.number, event.turn) for event in of(found, e.PhaseOpened)]


def test_br_12_br_16_br_35_every_turn_runs_through_phases_2_to_6_and_phase_1_comes_once():
    play = Play(setup(rules=QUIET, ground=Battlefield("Test", base=40)))
    opening = of(play.do(GM, c.Advance()), e.PhaseOpened)
    assert opening == [e.PhaseOpened(1, 0)]
    play = begun(setup(rules=QUIET))
    assert headings(play, 3) == [(number, turn) for turn in (1, 2, 3) for number in (2, 3, 4, 5, 6)]


def test_br_12_the_last_turn_ends_with_phase_5():
    play = with_points(begun(), 100, 0)
    assert headings(play, 1) == [(2, 1), (3, 1), (4, 1), (5, 1)]


def test_br_12_everybody_sees_which_phase_it_is():
    play = Play(setup(rules=QUIET))
    seen = [BATAILLE.view(play.state, SUE).rule_phase]
    play.do(GM, c.Advance())
    seen.append(BATAILLE.view(play.state, SUE).rule_phase)
    play = with_points(begun(), 100, 0)
    seen.append(BATAILLE.view(play.state, SUE).rule_phase)
    play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS)
    seen.append(BATAILLE.view(play.state, SUE).rule_phase)
    seal(play)
    resolve(play)
    seen.append(BATAILLE.view(play.state, SUE).rule_phase)
    assert seen == [0, 1, 2, 3, 5]


@pytest.mark.parametrize(
    ("red", "blue", "gain"),
    [(7, 0, (0, 0)), (8, 0, (2, 0)), (30, 0, (2, 0)), (0, 7, (0, 0)), (0, 8, (0, 2)), (27, 20, (0, 0))]
    + [(20, 28, (0, 2)), (0, 0, (0, 0))],
)
def test_br_17_a_lead_of_8_brings_2_at_once(red: int, blue: int, gain: tuple[int, int]):
    play = with_points(begun(), red, blue)
    play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS, exact=True)
    assert points(play) == (red + gain[0], blue + gain[1])


def test_br_17_the_lead_is_looked_at_before_the_army_dice():
    play = with_points(begun(setup()), 7, 0)
    play.do(GM, c.Resolve(), rolls=[6, 6, 1, 1, *NOBODY_SUCCEEDS], exact=True)
    assert points(play) == (19, 2)
    play = with_points(begun(setup()), 8, 0)
    events = play.do(GM, c.Resolve(), rolls=[1, 1, 6, 6, *NOBODY_SUCCEEDS], exact=True)
    assert [event.cause for event in of(events, e.PointsChanged)] == ["moral", "army", "army"]
    assert points(play) == (12, 12)


def test_br_17_the_advantage_is_looked_at_anew_each_turn():
    play = with_points(begun(), 6, 14)
    for after in (16, 18, 20):
        play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS, exact=True)
        assert points(play) == (6, after)
        seal(play)
        resolve(play)


@pytest.mark.parametrize(
    ("case", "red", "blue"),
    [
        (Case.BALANCED, (2, 0), (2, 0)),
        (Case.SLIGHT, (2, 2), (2, 0)),
        (Case.CLEAR, (3, 0), (2, 0)),
        (Case.CRUSHING, (4, 0), (1, 0)),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
@pytest.mark.parametrize("favoured", list(Side))
def test_br_16_bd_04_army_dice_of_each_case(favoured: Side, case: Case, red: tuple[int, int], blue: tuple[int, int]):
    """red, blue: dice and flat, with red favoured."""
    play = Play(setup())
    play.do(GM, c.ChooseCase(case, None if case is Case.BALANCED else favoured))
    play = begun_from(play)
    ours, theirs = (red, blue) if favoured is RED else (blue, red)
    dice = [3, 6, 2, 5, 1, 4][: ours[0] + theirs[0]]
    play.do(GM, c.Resolve(), rolls=[*dice, *NOBODY_SUCCEEDS], exact=True)
    assert points(play) == (sum(dice[: ours[0]]) + ours[1], sum(dice[ours[0] :]) + theirs[1])


def begun_from(play: Play) -> Play:
    """On from the evaluation."""
    play.do(GM, c.Advance())
    for seat, general in ((ANN, 101), (BOB, 201)):
        play.do(seat, c.NameGeneral(general), c.Ready())
    play.do(GM, c.Advance())
    return play


CONTESTS = [
    # red's and blue's target, the rolls, who wins and why
    ("one_succeeds", 40, 40, [40, 41], RED, Why.SUCCESS),
    ("the_other_succeeds", 40, 40, [41, 1], BLUE, Why.SUCCESS),
    ("more_degrees", 46, 40, [25, 29], RED, Why.DEGREES),
    ("degrees_before_margin", 49, 40, [30, 20], BLUE, Why.DEGREES),
    ("larger_margin", 38, 40, [35, 38], RED, Why.MARGIN),
    ("equal_margins_roll_again", 40, 38, [35, 33, 38, 33], BLUE, Why.MARGIN),
    ("again_and_again", 40, 40, [35, 35, 21, 21, 90, 40], BLUE, Why.SUCCESS),
    ("both_fail", 40, 40, [41, 100], None, Why.NOBODY),
    ("a_target_of_0_fails", 40, 0, [50, 1], None, Why.NOBODY),
]


@pytest.mark.parametrize(
    ("red", "blue", "rolls", "winner", "why"), [case[1:] for case in CONTESTS], ids=[case[0] for case in CONTESTS]
)
def test_br_18_br_20_bd_12_the_opposed_roll(red: int, blue: int, rolls: list[int], winner: Side | None, why: Why):
    play = begun(setup([strategist(1, red)], [strategist(2, blue)], rules=QUIET))
    events = play.do(GM, c.Resolve(), rolls=[*rolls, *([5] if winner else [])], exact=True)
    assert of(events, e.TacticsDecided) == [e.TacticsDecided(winner, why)]
    assert len(of(events, e.TacticsRolledAgain)) == len(rolls) // 2 - 1
    assert points(play) == (5 * (winner is RED), 5 * (winner is BLUE))


@pytest.mark.parametrize("face", range(1, 7))
def test_br_20_the_winner_gains_what_one_d6_shows_and_the_loser_nothing(face: int):
    play = with_points(begun(setup([strategist(1, 40)], rules=QUIET)), 3, 4)
    play.do(GM, c.Resolve(), rolls=[1, 100, face], exact=True)
    assert points(play) == (3 + face, 4)


def test_br_18_the_generals_roll_and_nobody_else():
    play = begun(setup([strategist(1, 10), strategist(2, 90)], [strategist(3, 10), strategist(4, 90)], rules=QUIET))
    tests = of(play.do(GM, c.Resolve(), rolls=[11, 11], exact=True), e.TacticsTested)
    assert [(each.hero, each.key, each.test.target) for each in tests] == [(1, "tactics", 10), (3, "tactics", 10)]


TARGETS = [
    ("trained", {"tactics": 1, "intelligence": 38}, 38),
    ("mastery_10", {"tactics": 2, "intelligence": 38}, 48),
    ("mastery_20", {"tactics": 3, "intelligence": 38}, 58),
    ("the_skill_before_command", {"tactics": 1, "intelligence": 20, "command": 3, "fellowship": 90}, 20),
    ("command_trained", {"fellowship": 33, "command": 1}, 13),
    ("command_mastered", {"fellowship": 33, "command": 3}, 33),
    ("command_untrained", {"fellowship": 30}, -5),
    ("command_untrained_half_rounded_up", {"fellowship": 33}, -3),
]


@pytest.mark.parametrize(("figures", "target"), [case[1:] for case in TARGETS], ids=[case[0] for case in TARGETS])
def test_br_19_bd_13_command_at_minus_20_instead_of_the_skill(figures: dict[str, Any], target: int):
    play = begun(setup([hero(1, **figures)], rules=QUIET))
    (test, _) = of(play.do(GM, c.Resolve(), rolls=[1, 100], exact=False), e.TacticsTested)
    assert (test.key, test.test.target) == ("tactics" if figures.get("tactics") else "command", target)
    assert test.test.success is (target > 0)


def test_br_18_the_gms_modifier_holds_for_one_turn():
    play = begun(setup([strategist(1, 40)], rules=QUIET))
    play.do(GM, c.SetModifier(RED, -15))
    first = of(play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS), e.TacticsTested)
    seal(play)
    resolve(play)
    second = of(play.do(GM, c.Resolve(), rolls=NOBODY_SUCCEEDS), e.TacticsTested)
    assert (first[0].test.target, second[0].test.target) == (25, 40)


@pytest.mark.parametrize("present", [(True, False), (False, True), (False, False)])
def test_br_18_a_side_without_an_acting_general_fails_and_rolls_nothing(present: tuple[bool, bool]):
    play = begun(setup([strategist(1, 40)], [strategist(2, 40)], rules=QUIET))
    for key, there in zip((1, 2), present, strict=True):
        play = play if there else with_hero(play, key, condition="out")
    rolls = [7] * sum(present) + [6] * any(present)
    events = play.do(GM, c.Resolve(), rolls=rolls, exact=True)
    assert [each.test is not None for each in of(events, e.TacticsTested)] == list(present)
    assert points(play) == (6 * present[0], 6 * present[1])


@pytest.mark.parametrize(("rolls", "initiative"), [([1, 100, 4], RED), ([100, 100], None)])
def test_br_18_who_won_this_turns_roll_is_forgotten_with_the_next(rolls: list[int], initiative: Side | None):
    play = begun(setup([strategist(1, 40)], rules=QUIET))
    play.do(GM, c.Resolve(), rolls=rolls, exact=True)
    assert play.state.initiative is initiative
    seal(play)
    resolve(play)
    assert play.state.initiative is None


def test_br_21_the_heroes_turn_begins_once_the_start_is_rolled():
    play = challenging()
    assert (play.state.phase, play.state.turn) == ("challenges", 1)
    nobody_able = begun(setup([hero(1)], [hero(2, wounds=1)], rules=QUIET))
    nobody_able = with_hero(nobody_able, 2, condition="out")
    nobody_able.do(GM, c.Resolve(), rolls=[100], exact=True)
    assert nobody_able.state.phase == "declarations"  # there is nobody to challenge
