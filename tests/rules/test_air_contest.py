"""The Air Contest: BF-04..12, D-02, D-03, D-05, D-07, D-29, D-31."""

import msgspec
import pytest

from battles.rules.armies import CommanderSheet
from battles.rules.battlefront import air, breaking
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import PROFILES, Domain, Trait
from battles.rules.battlefront.roster import tactics
from battles.rules.d100 import Reason
from tests.rules.table import BLUE, GAME_MASTER, RED, Play, of, setup

ILLUSTRATED = [("interceptor", 5), ("interceptor", 3), ("starfighter", 4), ("bomber", 5)]
BOMBERS = [("bomber", 5)] * 4
FEARLESS = tuple(
    msgspec.structs.replace(profile, traits=(Trait.FEARLESS,)) if profile.key == "bomber" else profile
    for profile in PROFILES
)


def flying(red=BOMBERS, blue=BOMBERS, **options) -> Play:
    return Play(setup(red, blue, **options)).to("air")


@pytest.mark.parametrize(("rank", "target"), [(0, 22), (1, 45), (2, 55), (3, 65)])
def test_d_29_tactics_by_rank(rank: int, target: int):
    assert tactics(CommanderSheet(1, "A", 45, 40, tactics=rank)) == target


@pytest.mark.parametrize(
    ("fellowship", "command", "modifier", "level"),
    [(43, 0, 0, 4), (43, 1, 0, 5), (43, 3, 0, 7), (43, 2, 2, 8), (20, 0, -5, 1), (9, 0, 0, 1)],
)
def test_bf_04_d_02_the_morale_level(fellowship: int, command: int, modifier: int, level: int):
    skill = {"fellowship": fellowship, "command": command}
    play = flying(red_skill=skill, morale=(modifier, 0))
    assert (play.state.red.morale, play.state.red.morale_start) == (level, level)
    assert play.state.blue.morale == 6


def test_bf_06_interceptors_give_one_and_starfighters_two_a_squad():
    terms = air.modifiers(flying(ILLUSTRATED).state, RED)
    assert [term.value for term in terms] == [8, 8]
    assert [str(term.label) for term in terms] == ["8 Squads of Interceptor", "4 Squads of Starfighter"]


def test_bf_05_bf_06_each_marshal_rolls_against_his_own_target():
    play = flying(ILLUSTRATED)
    tests = of(play.resolve(40, 90, *[1] * 4), e.TacticsTested)
    assert [(one.side, one.test.target, one.test.roll) for one in tests] == [(RED, 66, 40), (BLUE, 50, 90)]


def test_d_05_only_current_squads_of_unbroken_hordes_count():
    play = flying([("interceptor", 5, 41), ("starfighter", 2, 20)])
    assert [term.value for term in air.modifiers(play.state, RED)] == [3, 2]


def test_d_06_the_hordes_modifiers_are_capped():
    play = flying([("starfighter", 5)] * 7)
    tests = of(play.resolve(40, 90, *[1] * 4), e.TacticsTested)
    assert tests[0].test.target == 110


@pytest.mark.parametrize(("high", "low", "hordes", "damage"), [(3, 1, 4, 9), (3, 0, 4, 10)])
def test_bf_09_damage_to_the_loser(high: int, low: int, hordes: int, damage: int):
    assert air.loser_damage(high, low, hordes) == damage


@pytest.mark.parametrize(("low", "hordes", "damage"), [(1, 3, 3), (5, 3, 5)])
def test_bf_10_damage_to_the_winner(low: int, hordes: int, damage: int):
    assert air.winner_damage(low, hordes) == damage


def test_bf_07_to_bf_11_a_whole_round():
    """Red's DoS 3 against 1, four hordes against three: 9 to each of blue's, 3 to each of red's."""
    play = flying(BOMBERS, BOMBERS[:3])
    events = play.resolve(20, 40, 100, 80, 1)
    assert of(events, e.RoundDecided) == [e.RoundDecided(Domain.AIR, RED, Reason.DEGREES, 3, 1)]
    assert of(events, e.MoraleLost) == [e.MoraleLost(Domain.AIR, BLUE, 6, 5)]
    assert [play.horde(key).magnitude for key in (5000, 5001, 5002)] == [91, 91, 91]
    assert [play.horde(key).magnitude for key in (1000, 1001, 1002, 1003)] == [97] * 4
    assert [(test.roll, test.passed) for test in of(events, e.BreakTestTaken)] == [(100, False), (80, False), (1, True)]
    assert [play.horde(key).broken for key in (5000, 5001, 5002)] == [True, True, False]
    assert play.horde(5002).damage == 9


def test_bf_08_morale_drops_before_the_break_tests():
    tests = of(flying().resolve(20, 60, 75, 76, 1, 1), e.BreakTestTaken)
    assert [(test.morale, test.passed) for test in tests[:2]] == [(5, True), (5, False)]


def test_bf_11_only_the_losers_hordes_test():
    events = flying().resolve(20, 60, 1, 1, 1, 1)
    assert {test.horde for test in of(events, e.BreakTestTaken)} == {5000, 5001, 5002, 5003}


@pytest.mark.parametrize(("morale", "squads", "target"), [(5, 3, 65), (5, 4, 70), (5, 5, 75), (0, 5, 25)])
def test_d_03_the_break_target(morale: int, squads: int, target: int):
    assert breaking.break_target(morale, squads) == target


def test_d_03_current_squads_count_after_the_damage():
    events = flying(BOMBERS, [("bomber", 5, 81)]).resolve(50, 99, 1)
    assert of(events, e.BreakTestTaken) == [e.BreakTestTaken(Domain.AIR, 5000, 1, 5, 4, True, 70)]


def test_d_03_morale_zero_fails_without_a_roll():
    play = flying(blue_skill={"fellowship": 10, "command": 0})
    events = play.resolve(50, 99)
    assert all(not test.passed and test.roll == 0 for test in of(events, e.BreakTestTaken))
    assert play.state.phase == "air_result"


def test_d_03_the_fearless_pass_without_a_roll():
    play = flying(blue_skill={"fellowship": 10, "command": 0}, profiles=FEARLESS)
    assert all(test.passed and test.roll == 0 for test in of(play.resolve(50, 99), e.BreakTestTaken))
    assert play.state.phase == "air"


def test_d_31_morale_never_falls_below_zero():
    play = flying(blue_skill={"fellowship": 10, "command": 0}, profiles=FEARLESS)
    play.resolve(50, 99)
    assert of(play.resolve(50, 99), e.MoraleLost) == [e.MoraleLost(Domain.AIR, BLUE, 0, 0)]


def test_d_03_a_destroyed_horde_makes_no_break_test():
    events = flying(BOMBERS, [("bomber", 1, 4), ("bomber", 5)]).resolve(50, 99, 1)
    assert [test.horde for test in of(events, e.BreakTestTaken)] == [5001]


def test_d_07_both_damages_count_the_hordes_at_the_start_of_the_round():
    """Blue's small hordes are destroyed in the round in which they still count against red."""
    play = flying(BOMBERS, [("bomber", 1, 1)] * 3 + [("bomber", 5)])
    play.resolve(50, 99, 1)
    assert play.horde(1000).magnitude == 96


def test_d_07_broken_hordes_count_no_more():
    play = flying(BOMBERS, BOMBERS)
    play.resolve(50, 99, 100, 100, 100, 1)
    before = play.horde(1000).magnitude
    play.resolve(50, 99, 1)
    assert before - play.horde(1000).magnitude == 1


def test_d_04_two_failures_are_rolled_again_and_reported():
    events = flying().resolve(99, 98, 50, 99, 1, 1, 1, 1)
    assert of(events, e.TestsRolledAgain) == [e.TestsRolledAgain(((99, 98),), (50, 50))]
    assert of(events, e.RoundDecided)[0].winner is RED


def test_d_04_after_a_hundred_rerolls_the_round_is_drawn_without_damage():
    play = flying()
    events = play.resolve(*[99] * 202)
    assert of(events, e.RoundDecided)[0].winner is None
    assert not of(events, e.AirDamageTaken) and not of(events, e.MoraleLost) and not of(events, e.BreakTestTaken)
    assert (play.state.round, play.horde(1000).magnitude) == (2, 100)


def test_both_are_unready_in_a_new_round():
    play = flying()
    play.resolve(50, 99, 1, 1, 1, 1)
    assert (play.state.red.ready, play.state.blue.ready, play.state.round) == (False, False, 2)


def test_damage_of_the_last_round_is_forgotten_in_the_next():
    play = flying(BOMBERS, BOMBERS[:2])
    play.resolve(50, 99, 1, 1)
    assert play.horde(1000).damage == 2
    play.resolve(*[99] * 202)
    assert play.horde(1000).damage == 0


def test_a_round_waits_for_both():
    play = flying().red(c.Ready())
    assert "Blues has not sealed" in str(play.refused(GAME_MASTER, c.Resolve()))
    assert "resolve its round" in str(play.refused(GAME_MASTER, c.Advance()))
