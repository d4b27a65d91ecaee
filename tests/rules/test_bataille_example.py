"""The worked example of the rule text, section 5, number by number."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.bataille import events as e
from battles.rules.bataille.events import TacticsReason as Why
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Ended, Ending
from battles.rules.outcomes import HeroLoss
from battles.rules.ruleset import Event
from tests.rules.bataille import ANN, BLUE, GM, RED, setup
from tests.rules.pitched import of, points
from tests.rules.worked import (
    BRENNA,
    EMPIRE,
    GRASHNAK,
    LUKAS,
    MOKK,
    ORCS,
    OTTO,
    URZOG,
    example,
    first,
    opened,
    second,
    third,
)


def gains(events: tuple[Event, ...]) -> list[tuple[Any, ...]]:
    """Whose, why or by whom, and both totals after each change."""
    return [(event.side, event.hero or event.cause, event.after) for event in of(events, e.PointsChanged)]


def blows(events: tuple[Event, ...]) -> list[tuple[Any, ...]]:
    """Location, raw, net, Wounds, and critical value of each hero who was hit."""
    struck = of(events, e.Struck)
    return [(each.hero, each.location, each.raw, each.net, each.before, each.after, each.critical) for each in struck]


def criticals(events: tuple[Event, ...]) -> list[tuple[int, int, int, int, bool]]:
    return [(one.hero, one.value, one.roll, one.effect, one.bare) for one in of(events, e.CriticalSuffered)]


def tactics(events: tuple[Event, ...]) -> list[tuple[int | None, int, int, int]]:
    """General, target, roll, degrees of success."""
    tests = of(events, e.TacticsTested)
    return [(each.hero, each.test.target, each.test.roll, each.test.degrees) for each in tests]


def decided(events: tuple[Event, ...]) -> tuple[Any, Any]:
    (found,) = of(events, e.TacticsDecided)
    return found.winner, found.reason


def test_br_11_the_table_says_100_and_the_gm_60():
    state = BATAILLE.open(setup(EMPIRE, ORCS, headcounts=(1400, 1600)))
    (figures,) = BATAILLE.view(state, GM).evaluation
    assert (figures.total, figures.table, figures.base) == (3000, 100, 100)
    assert opened(HouseRules()).state.base == 60


@pytest.mark.parametrize(
    ("reading", "thresholds", "start"),
    [
        ("head_start", (69, 69), (9, 3)),
        ("raise_opponent", (60, 69), (0, 0)),
        ("raise_both", (69, 69), (0, 0)),
        ("raise_by_difference", (60, 66), (0, 0)),
    ],
)
def test_br_14_br_15_bd_03_thresholds_and_start(reading: Any, thresholds: tuple[int, int], start: tuple[int, int]):
    play = opened(HouseRules(strategic_points=reading))
    assert (play.state.red.threshold, play.state.blue.threshold) == thresholds
    assert points(play) == start


def test_br_16_to_br_20_how_each_turn_starts():
    _, one, two, three = example()
    assert gains(one.start) == [(RED, "army", 16), (BLUE, "army", 12), (RED, "tactics", 20)]
    assert tactics(one.start) == [(OTTO, 38, 24, 1), (GRASHNAK, 13, 57, 0)]
    assert decided(one.start) == (RED, Why.SUCCESS)
    assert gains(two.start) == [(RED, "army", 37), (BLUE, "army", 31), (BLUE, "tactics", 36)]
    assert tactics(two.start) == [(OTTO, 38, 35, 0), (GRASHNAK, 13, 9, 0)]
    assert decided(two.start) == (BLUE, Why.MARGIN)
    assert gains(three.start) == [(RED, "moral", 54), (RED, "army", 60), (BLUE, "army", 43)]
    assert tactics(three.start) == [(OTTO, 38, 80, 0), (URZOG, -5, 44, 0)]
    assert decided(three.start) == (None, Why.NOBODY)
    assert [turn.after_start for turn in (one, two, three)] == [(20, 12), (37, 36), (60, 43)]


def test_br_21_br_23_br_24_br_25_the_points_of_each_deed():
    _, one, two, three = example()
    assert gains(one.deeds) == [
        (RED, OTTO, 18),
        (RED, BRENNA, 27),
        (RED, LUKAS, 30),
        (BLUE, GRASHNAK, 20),
        (BLUE, MOKK, 23),
    ]
    assert gains(two.deeds) == [
        (RED, OTTO, 42),
        (RED, LUKAS, 48),
        (BLUE, GRASHNAK, 41),
        (BLUE, URZOG, 37),
        (BLUE, MOKK, 36),
        (RED, GRASHNAK, 52),  # the general's death
    ]
    assert gains(three.deeds) == [(RED, OTTO, 64), (RED, BRENNA, 71), (BLUE, MOKK, 50)]


def test_br_26_to_br_29_the_wounds_of_the_first_turn():
    _, one, _, _ = example()
    assert blows(one.deeds) == [
        (OTTO, "body", 8, 2, 14, 12, 0),
        (BRENNA, "head", 20, 15, 13, 0, 2),
        (LUKAS, "left_leg", 5, 2, 12, 10, 0),
        (GRASHNAK, "left_arm", 16, 10, 18, 8, 0),
        (URZOG, "right_arm", 14, 9, 13, 4, 0),
        (MOKK, "body", 5, 1, 11, 10, 0),
    ]
    assert criticals(one.deeds) == [(BRENNA, 2, 84, 3, False)]


def test_br_26_to_br_29_the_wounds_of_the_second_turn():
    play, _, two, _ = example()
    assert blows(two.deeds) == [
        (OTTO, "right_arm", 9, 5, 12, 7, 0),
        (LUKAS, "body", 12, 8, 10, 2, 0),
        (GRASHNAK, "head", 32, 24, 8, 0, 16),
        (URZOG, "right_leg", 9, 4, 4, 0, 0),
        (MOKK, "right_arm", 9, 5, 10, 5, 0),
    ]
    assert criticals(two.deeds) == [(GRASHNAK, 16, 15, 10, False)]
    assert play.state.hero(GRASHNAK).condition == "dead"


def test_br_26_to_br_29_the_wounds_of_the_third_turn():
    play, _, _, three = example()
    assert blows(three.deeds) == [
        (OTTO, "left_leg", 3, 0, 7, 7, 0),
        (BRENNA, "body", 9, 3, 0, 0, 3),
        (MOKK, "left_arm", 11, 7, 5, 0, 2),
    ]
    assert criticals(three.deeds) == [(BRENNA, 3, 99, 4, False), (MOKK, 2, 64, 4, True)]
    (brenna,) = (each for each in BATAILLE.view(play.state, ANN).own[0].heroes if each.key == BRENNA)
    assert dict(brenna.armour)["body"] == 2
    assert play.state.hero(MOKK).injuries == ()


def test_br_28_brennas_head_wound_is_counted_in_her_next_test():
    _, _, _, three = example()
    (test,) = (each.test for each in of(three.deeds, e.ActionTested) if each.hero == BRENNA)
    assert (test.base, test.target, test.roll, test.success) == (52, 42, 42, True)


def test_br_30_grashnak_dies_and_urzog_takes_command():
    _, _, two, _ = example()
    wanted = (e.HeroDied, e.PointsChanged, e.CommandPassed)
    after = [event for event in two.deeds[two.deeds.index(e.HeroDied(GRASHNAK)) :] if isinstance(event, wanted)]
    gain = e.PointsChanged(RED, e.Cause.GENERAL, 48, 52, flat=4, hero=GRASHNAK)
    assert after == [e.HeroDied(GRASHNAK), gain, e.CommandPassed(BLUE, URZOG)]


def test_br_31_br_34_to_br_37_a_wins_b_flees_after_135_minutes():
    play, *_ = example()
    assert play.state.ended == Ended(RED, Ending.THRESHOLD, massacre=False)
    assert play.state.trace == ((9, 3), (30, 23), (52, 36), (71, 50))
    assert play.state.minutes == 135
    result = BATAILLE.view(play.state, GM).result
    assert result is not None and [str(line) for line in result.sentences] == ["Blues flees."]


def test_br_32_without_an_escape_b_is_massacred():
    play, *_ = example(blue_escape=False)
    assert play.state.ended == Ended(RED, Ending.THRESHOLD, massacre=True)


def test_what_the_campaign_hears_of_the_example():
    play, *_ = example()
    outcome = BATAILLE.outcome(play.state)
    assert outcome is not None and str(outcome.result) == "Victory"
    injuries = play.state.hero(BRENNA).injuries
    assert [(injury.location, injury.effect) for injury in injuries] == [("head", 3), ("body", 4)]
    assert outcome.heroes == (
        HeroLoss(OTTO, 7, 0, "fit"),
        HeroLoss(BRENNA, 13, 0, "fit", injuries),
        HeroLoss(LUKAS, 10, 0, "fit"),
        HeroLoss(GRASHNAK, 18, 0, "dead"),
        HeroLoss(URZOG, 13, 0, "fit"),
        HeroLoss(MOKK, 11, 0, "fit"),
    )


def test_the_same_battle_one_point_short_goes_on():
    play = opened(HouseRules())
    first(play)
    second(play)
    play.state = replace(play.state, red=replace(play.state.red, points=play.state.red.points - 3))
    third(play)
    assert (points(play), play.state.ended, play.state.turn) == ((68, 50), None, 4)
