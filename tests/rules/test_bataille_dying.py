"""Who bleeds, who is helped, who dies and who burns Fate; the general's death and his successor (BR-28, BR-30)."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.armies import HeroSheet, Injury, Location
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.outcomes import HeroLoss
from battles.rules.ruleset import Illegal, Side
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Play, hero
from tests.rules.pitched import conditions, lines, next_turn, of, points, resolve, seal, with_hero
from tests.rules.wounded import ROLLS, blow, field, hurt, weak, with_effect

LEG = Location.LEFT_LEG
PASSED, FAILED = 9, 10  # of a Toughness of 9
HEALED = (40, 1)  # a Heal test and a d3 of 1


def surgeon(key: int, **figures: Any) -> HeroSheet:
    return hero(key, heal=1, toughness=50, **figures)


def tend(key: int) -> c.Declare:
    return c.Declare(key, "ha-02", K.HEAL)


BLEEDS = with_effect(6)  # in a limb
DIES = with_effect(10)


def wound(effect: tuple[int, int], where: Location = LEG) -> list[int]:
    """The rolls of a wound by a blow of that size."""
    return [ROLLS[where], effect[1]]


@pytest.mark.parametrize(("roll", "condition"), [(PASSED, "out"), (FAILED, "dead")])
def test_br_28_who_bleeds_passes_one_toughness_test_or_dies(roll: int, condition: str):
    play = hurt(6, LEG, roll)
    assert conditions(play, RED) == (condition, "fit")
    assert not play.state.hero(1).bleeding


def test_br_28_who_is_out_of_action_acts_no_more_and_bleeds_no_more():
    play = hurt(6, LEG, PASSED)
    next_turn(play)
    with pytest.raises(Illegal, match="out of action"):
        play.do(ANN, c.Declare(1, "ha-01"))
    resolve(play, rolls=[])
    assert conditions(play, RED) == ("out", "fit")


@pytest.mark.parametrize(
    ("heal", "aftermath", "helped"),
    [([40, 1], [], True), ([41], [FAILED], False)],
    ids=["passed", "failed"],
)
def test_ha_02_a_friend_who_passes_stops_the_bleeding(heal: list[int], aftermath: list[int], helped: bool):
    play = field(weak(), surgeon(2))
    rolls = [*heal, *wound(BLEEDS), 56, 1, *aftermath]
    events = resolve(play, blow(1, BLEEDS[0]), tend(2), rolls=rolls)
    assert of(events, e.BleedingStopped) == ([e.BleedingStopped(1, 2)] if helped else [])
    assert conditions(play, RED) == ("out" if helped else "dead", "fit")
    assert play.state.red.aid == ()


def test_ha_02_each_surgeon_helps_one_friend_the_best_ranked_first():
    play = field(weak(1), weak(2), weak(3), surgeon(4), surgeon(5))
    deeds = [*(blow(key, BLEEDS[0]) for key in (1, 2, 3)), tend(4), tend(5)]
    rolls = [*HEALED * 2, *wound(BLEEDS) * 3, *(56, 1) * 2, FAILED]
    events = resolve(play, *deeds, rolls=rolls)
    assert [(event.hero, event.helper) for event in of(events, e.BleedingStopped)] == [(1, 4), (2, 5)]
    assert conditions(play, RED) == ("out", "out", "dead", "fit", "fit")


def test_ha_02_help_is_for_this_turn_and_for_friends_only():
    play = field(weak(1), surgeon(2), blues=(weak(99),))
    resolve(play, tend(2), rolls=[*HEALED, 56, 1])
    next_turn(play)
    resolve(play, blow(1, BLEEDS[0]), rolls=[*wound(BLEEDS), FAILED])
    assert play.state.hero(1).condition == "dead"
    play = field(weak(1), surgeon(2), blues=(weak(99),))
    resolve(play, blow(99, BLEEDS[0]), tend(2), rolls=[*HEALED, 56, 1, *wound(BLEEDS), FAILED])
    assert play.state.hero(99).condition == "dead"


BLEEDING_SURGEON = {"wounds_left": 0, "toughness": 9}  # a 1d10 of 2 in the leg, and the table says 6 at 11


def test_ha_02_nobody_stops_his_own_bleeding():
    play = field(hero(1, heal=1, **BLEEDING_SURGEON), hero(2))
    events = resolve(play, tend(1), rolls=[*HEALED, ROLLS[LEG], 2, 11, FAILED])
    assert of(events, e.CriticalSuffered)[0].effect == 6
    assert conditions(play, RED) == ("dead", "fit")


def test_ha_02_two_surgeons_who_bleed_help_each_other():
    play = field(hero(1, heal=1, **BLEEDING_SURGEON), hero(2, heal=1, **BLEEDING_SURGEON))
    struck = (ROLLS[LEG], 2, 11)
    events = resolve(play, tend(1), tend(2), rolls=[*HEALED * 2, *struck * 2])
    assert of(events, e.BleedingStopped) == [e.BleedingStopped(1, 2), e.BleedingStopped(2, 1)]


def test_ha_02_a_surgeon_who_bleeds_helps_a_friend_first_and_another_helps_him():
    play = field(weak(1), surgeon(2), hero(3, heal=1, **BLEEDING_SURGEON))
    rolls = [*HEALED * 2, *wound(BLEEDS), 56, 1, ROLLS[LEG], 2, 11]
    events = resolve(play, blow(1, BLEEDS[0]), tend(2), tend(3), rolls=rolls)
    assert of(events, e.BleedingStopped) == [e.BleedingStopped(1, 3), e.BleedingStopped(3, 2)]


def doomed(fate: int = 1, **figures: Any) -> Play:
    """The first hero is about to die: he has not decided yet."""
    return hurt(10, Location.HEAD, play=field(weak(fate=fate, **figures), hero(2)))


@pytest.mark.parametrize("effect", [9, 10])
def test_br_28_without_fate_a_deadly_wound_kills_at_once(effect: int):
    play = hurt(effect, Location.BODY)
    assert play.state.phase == "start_of_turn"
    assert (play.state.hero(1).condition, play.state.hero(1).wounds) == ("dead", 0)


@pytest.mark.parametrize(("burn", "condition", "left"), [(True, "out", 1), (False, "dead", 2)], ids=["burns", "dies"])
def test_br_28_a_hero_with_fate_may_burn_it_instead_of_dying(burn: bool, condition: str, left: int):
    play = doomed(fate=2)
    assert (play.state.phase, play.state.hero(1).condition) == ("wounds", "fit")
    with pytest.raises(Illegal, match="burn a Fate Point or not"):
        play.do(ANN, c.Ready())
    play.do(ANN, c.BurnFate(1, burn))
    seal(play)
    assert (conditions(play, RED), play.state.hero(1).fate) == ((condition, "fit"), left)
    assert (play.state.phase, play.state.turn) == ("start_of_turn", 2)


def test_br_28_who_bleeds_to_death_may_burn_fate_too():
    play = field(weak(fate=1), hero(2))
    resolve(play, blow(1, BLEEDS[0]), rolls=[*wound(BLEEDS), FAILED])
    assert play.state.phase == "wounds"
    play.do(ANN, c.BurnFate(1, True))
    seal(play)
    assert (play.state.hero(1).condition, play.state.hero(1).fate) == ("out", 0)


def test_br_28_both_sides_decide_about_fate_in_secret_and_at_once():
    play = field(weak(fate=1), hero(2), blues=(weak(99, fate=1), hero(98)))
    resolve(play, blow(1, DIES[0]), blow(99, DIES[0]), rolls=wound(DIES) * 2)
    before = BATAILLE.view(play.state, BOB)
    play.do(ANN, c.BurnFate(1, True))
    assert BATAILLE.view(play.state, BOB) == before
    play.do(ANN, c.Ready())
    assert conditions(play, RED) == ("fit", "fit")
    events = play.do(BOB, c.BurnFate(99, False), c.Ready())
    assert [event for event in events if isinstance(event, e.FateBurned | e.HeroDied)] == [
        e.FateBurned(1),
        e.HeroDied(99),
    ]
    assert (conditions(play, RED), conditions(play, BLUE)) == (("out", "fit"), ("dead", "fit"))


def test_br_28_only_somebody_who_is_dying_can_burn_fate():
    play = doomed()
    for key in (2, 99):
        with pytest.raises(Illegal, match="who is dying"):
            play.do(ANN, c.BurnFate(key, True))
    with pytest.raises(Illegal, match="nothing to choose"):
        play.do(BOB, c.BurnFate(1, False))


def test_what_the_campaign_hears_of_wounds_fate_and_death():
    old = Injury(Location.HEAD, 3)
    play = field(weak(1, fate=2, wounds=12, wounds_left=0, injuries=(old,)), hero(2, wounds_left=10), hero(3))
    size, roll = with_effect(5)
    resolve(play, blow(1, size), blow(2, 6), rolls=[ROLLS[Location.LEFT_ARM], roll, 56])
    next_turn(play)
    resolve(play, blow(1, DIES[0]), rolls=wound(DIES))
    play.do(ANN, c.BurnFate(1, True))
    seal(play)
    play.do(ANN, c.AskWithdrawal())
    play.do(GM, c.AllowWithdrawal(RED))
    outcome = BATAILLE.outcome(play.state)
    assert outcome is not None and outcome.heroes == (
        HeroLoss(1, 0, 1, "out", (Injury(Location.LEFT_ARM, 5),)),
        HeroLoss(2, 2, 0, "fit"),
    )


def killed(play: Play, *keys: int) -> tuple[Any, ...]:
    """These heroes die in this turn, in the order of their sides and ranks."""
    return resolve(play, *(blow(key, DIES[0]) for key in keys), rolls=wound(DIES) * len(keys))


def side(first: int, count: int = 3) -> tuple[HeroSheet, ...]:
    return tuple(weak(first + number) for number in range(count))


def two_sides() -> Play:
    """Red 1, 2, 3 and blue 11, 12, 13; the first ones lead, the second ones take over."""
    return field(*side(1), blues=side(11))


def test_br_30_the_generals_death_brings_the_other_side_4_at_once():
    play = two_sides()
    events = killed(play, 1)
    assert of(events, e.PointsChanged) == [e.PointsChanged(BLUE, e.Cause.GENERAL, 0, 4, flat=4, hero=1)]
    assert points(play) == (0, 4)
    assert events.index(e.HeroDied(1)) < events.index(of(events, e.PointsChanged)[0]) < events.index(e.TurnEnded(1, 45))


def test_br_30_the_death_of_another_hero_brings_nothing():
    play = two_sides()
    assert not of(killed(play, 2, 3), e.PointsChanged)
    assert play.state.red.acting == 1


def test_br_30_a_general_who_bleeds_to_death_counts_as_well():
    play = two_sides()
    resolve(play, blow(1, BLEEDS[0]), rolls=[*wound(BLEEDS), FAILED])
    assert (points(play), play.state.red.acting) == ((0, 4), 2)


def test_br_30_both_generals_die_in_one_turn_4_each():
    play = two_sides()
    killed(play, 1, 11)
    assert points(play) == (4, 4)
    assert (play.state.red.acting, play.state.blue.acting) == (2, 12)


def test_br_30_bd_08_each_acting_general_who_dies_counts():
    play = two_sides()
    for after, heir in ((4, 2), (8, 3), (14, None)):  # 8 ahead brings 2 more
        killed(play, play.state.red.acting or 0)
        assert (play.state.blue.points, play.state.red.acting) == (after, heir)
        next_turn(play, rolls=[100, 100] if heir else [100])


@pytest.mark.parametrize(
    ("second", "gone", "heir"), [(3, (), 3), (3, (3,), 2), (2, (), 2), (None, (), 2), (2, (2, 3), None)]
)
def test_br_30_command_passes_to_the_second_else_to_the_best_ranked_else_to_nobody(
    second: int | None, gone: tuple[int, ...], heir: int | None
):
    play = two_sides()
    play.state = play.state.put(RED, BATAILLE.evolve(play.state, e.SecondNamed(RED, second or 0)).red)
    for key in gone:
        play = with_hero(play, key, condition="out")
    (passed,) = of(killed(play, 1), e.CommandPassed)
    assert passed == e.CommandPassed(RED, heir)
    assert play.state.red.acting == heir


def test_br_30_a_hero_who_takes_no_part_takes_no_command():
    play = with_hero(two_sides(), 2, fielded=False)
    killed(play, 1)
    assert play.state.red.acting == 3


@pytest.mark.parametrize("saved", ["fate", "out"])
def test_br_30_a_general_out_of_action_costs_nothing_but_passes_the_command(saved: str):
    play = field(weak(1, fate=1), hero(2), blues=side(11))
    if saved == "fate":
        killed(play, 1)
        play.do(ANN, c.BurnFate(1, True))
        seal(play)
    else:
        resolve(play, blow(1, BLEEDS[0]), rolls=[*wound(BLEEDS), PASSED])
    assert (conditions(play, RED), play.state.red.acting, points(play)) == (("out", "fit"), 2, (0, 0))


def test_br_30_the_successor_makes_the_next_tactics_roll():
    play = field(weak(1), hero(2, tactics=1, intelligence=47), blues=side(11))
    killed(play, 1)
    tests = of(play.do(GM, c.Resolve(), rolls=[100, 100]), e.TacticsTested)
    assert (tests[0].hero, tests[0].test.target) == (2, 47)


@pytest.mark.parametrize("fallen", list(Side))
def test_br_30_what_the_report_says_of_a_fallen_general(fallen: Side):
    play = two_sides()
    general, loser, winner = (1, "Reds", "Blues") if fallen is RED else (11, "Blues", "Reds")
    told = [line for line in lines(play.state, killed(play, general), SUE) if line[0] == "BR-30"]
    assert told == [
        ("BR-30", f"Hero {general} has fallen: {winner} gains 4, 0 → 4 victory points."),
        ("BR-30", f"Hero {general + 1} takes command of {loser}."),
    ]
