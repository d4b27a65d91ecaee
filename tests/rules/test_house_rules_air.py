"""The house rules of muster, tests, Morale and the air: D-01..D-06, D-09, D-21, D-28, each value with its numbers."""

from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import air, breaking
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.breaking import Demand, Nerve, demand
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import Role
from battles.rules.battlefront.contest import effects
from battles.rules.battlefront.house_rules import DEFAULTS, HouseRules, method
from battles.rules.battlefront.state import BreakCause, Horde
from battles.rules.d100 import Contestant, Reason, degrees_of_success, judge, opposed
from battles.rules.ruleset import Message, Term
from tests.rules.table import ANN, BLUE, RED, SUE, Play, ScriptedDice, of, setup
from tests.rules.test_air_contest import BOMBERS, FEARLESS

MATCHED = [("bomber", 5)]
NO_MORALE = {"fellowship": 10, "command": 0}


def flying(red: Any = MATCHED, blue: Any = MATCHED, *, rules: HouseRules, **options: Any) -> Play:
    return Play(setup(red, blue, rules=rules, **options)).to("air")


def by(**rules: Any) -> Any:
    return method(HouseRules(**rules))


# D-01


def test_d_01_optional_a_side_may_name_a_supreme_commander():
    play = Play(setup()).to("muster")
    assert c.NameCommander(Role.SUPREME_COMMANDER, 1900) in BATTLEFRONT.options(play.state, ANN)


def test_d_01_off_there_is_no_supreme_commander():
    play = Play(setup(rules=HouseRules(supreme_commander="off"))).to("muster")
    offered = [one for one in BATTLEFRONT.options(play.state, ANN) if isinstance(one, c.NameCommander)]
    assert {one.role for one in offered} == {Role.AIR_MARSHAL, Role.GENERAL}
    refusal = play.refused(ANN, c.NameCommander(Role.SUPREME_COMMANDER, 1900))
    assert (str(refusal), refusal.clause) == ("This battle has no Supreme Commander.", "D-01")


# D-02


@pytest.mark.parametrize(
    ("value", "fellowship", "modifier", "event"),
    [
        ("fellowship_and_command", 43, 1, e.MoraleSet(RED, Domain.AIR, 4, 2, 1, 7)),
        ("fellowship_only", 43, 1, e.MoraleSet(RED, Domain.AIR, 4, 0, 0, 4)),
        ("fellowship_only", 9, 3, e.MoraleSet(RED, Domain.AIR, 0, 0, 0, 1)),
    ],
)
def test_d_02_the_morale_level(value: Any, fellowship: int, modifier: int, event: e.MoraleSet):
    skill = {"fellowship": fellowship, "command": 2}
    play = flying(rules=HouseRules(morale=value), red_skill=skill, morale=(modifier, 0))
    assert of(play.events, e.MoraleSet)[0] == event


def test_d_02_fellowship_only_holds_on_land_too():
    play = Play(setup([("tank", 4)], [("tank", 4)], rules=HouseRules(morale="fellowship_only"))).to("land")
    assert (play.state.red.morale, play.state.blue.morale) == (4, 4)


# D-03


@pytest.mark.parametrize(("roll", "passed"), [(75, True), (76, False)])
def test_d_03_a_morale_and_squads(roll: int, passed: bool):
    test = of(flying(rules=DEFAULTS).resolve(50, 99, roll), e.BreakTestTaken)[0]
    assert (test.target, test.passed) == (75, passed)


@pytest.mark.parametrize(("roll", "passed"), [(5, True), (6, False), (10, False), (1, True)])
def test_d_03_b_a_d10_against_the_morale_level(roll: int, passed: bool):
    test = of(flying(rules=HouseRules(break_test="morale_on_d10")).resolve(50, 99, roll), e.BreakTestTaken)[0]
    assert test == e.BreakTestTaken(Domain.AIR, 5000, roll, 5, 5, passed, 5)


def test_d_03_b_morale_zero_fails_without_a_roll():
    play = flying(rules=HouseRules(break_test="morale_on_d10"), blue_skill=NO_MORALE)
    test = of(play.resolve(50, 99), e.BreakTestTaken)[0]
    assert (test.roll, test.passed, test.cause) == (0, False, BreakCause.MORALE)


C = HouseRules(break_test="willpower")


def horde(magnitude: int, damage: int, start: int = 100) -> Horde:
    return Horde(1, "H", 0, 5, start, magnitude, damage=damage)


def demanded(one: Horde, nerve: Nerve) -> Demand:
    state = BATTLEFRONT.open(setup(MATCHED, MATCHED, rules=C))
    return demand(state, one, nerve)


@pytest.mark.parametrize(
    ("magnitude", "damage", "expected"),
    [
        (76, 24, Demand(BreakCause.SPARED)),
        (75, 25, Demand(BreakCause.ROLLED, 100, 40)),  # exactly a quarter of the round's start
        (60, 20, Demand(BreakCause.ROLLED, 100, 40)),  # a quarter of 80, with which it began the round
        (61, 19, Demand(BreakCause.SPARED)),
        (51, 9, Demand(BreakCause.SPARED)),
        (50, 0, Demand(BreakCause.ROLLED, 100, 30)),  # half of its start: at -10, hit or not
        (50, 50, Demand(BreakCause.ROLLED, 100, 30)),  # both reasons are one test
        (26, 4, Demand(BreakCause.ROLLED, 100, 30)),
        (25, 0, Demand(BreakCause.QUARTER)),
        (1, 99, Demand(BreakCause.QUARTER)),
    ],
)
def test_d_03_c_who_tests_willpower_and_against_what(magnitude: int, damage: int, expected: Demand):
    assert demanded(horde(magnitude, damage), Nerve(3, 40)) == expected


def test_d_03_c_halves_and_quarters_are_of_the_hordes_own_start():
    assert demanded(horde(20, 0, start=40), Nerve(3, 40)).target == 30
    assert demanded(horde(21, 0, start=40), Nerve(3, 40)).cause is BreakCause.SPARED
    assert demanded(horde(10, 0, start=40), Nerve(3, 40)).cause is BreakCause.QUARTER


def test_d_03_c_at_morale_zero_whoever_must_test_breaks():
    assert demanded(horde(75, 25), Nerve(0, 40)) == Demand(BreakCause.MORALE)
    assert demanded(horde(76, 24), Nerve(0, 40)) == Demand(BreakCause.SPARED)


def test_d_03_c_the_fearless_stay_at_a_quarter():
    state = BATTLEFRONT.open(setup(MATCHED, MATCHED, profiles=FEARLESS, rules=C))
    assert demand(state, horde(1, 99), Nerve(0, 1)) == Demand(BreakCause.FEARLESS)


@pytest.mark.parametrize(("roll", "passed"), [(45, True), (46, False)])
def test_d_03_c_the_test_is_on_the_air_marshals_willpower(roll: int, passed: bool):
    """Four hordes of red's and DoS 4 against 0 deal 12 to each of blue's: of 40 that is more than a quarter."""
    play = flying(BOMBERS, [("bomber", 5, 40)], rules=C, blue_skill={"willpower": 45})
    test = of(play.resolve(10, 99, roll), e.BreakTestTaken)[0]
    assert test == e.BreakTestTaken(Domain.AIR, 5000, roll, 5, 2, passed, 45)


def test_d_03_c_a_horde_that_was_hardly_hit_stays_without_a_roll():
    test = of(flying(rules=C).resolve(50, 99), e.BreakTestTaken)[0]
    assert (test.roll, test.passed, test.cause) == (0, True, BreakCause.SPARED)


@pytest.mark.parametrize(("value", "target"), [("morale_and_squads", 90), ("morale_on_d10", 7), ("willpower", 60)])
def test_d_03_a_stratagems_twenty_points_count_in_every_break_test(value: Any, target: int):
    state = BATTLEFRONT.open(setup(MATCHED, MATCHED, rules=HouseRules(break_test=value)))
    assert demand(state, horde(75, 25), Nerve(5, 40, 20)).target == target


@pytest.mark.parametrize(("value", "faces"), [("morale_and_squads", 100), ("morale_on_d10", 10), ("willpower", 100)])
def test_d_03_the_die_of_each_break_test(value: str, faces: int):
    assert breaking.faces(value) == faces


# D-04


def test_d_04_roll_again_when_both_fail():
    result = opposed(Contestant(50), Contestant(50), ScriptedDice(99, 98, 40, 99), by())
    assert (result.winner, result.earlier) == (0, ((99, 98),))


def test_d_04_drawn_round_when_both_fail():
    result = opposed(Contestant(50), Contestant(50), ScriptedDice(99, 98), by(both_fail="drawn_round"))
    assert (result.winner, result.reason, result.earlier) == (None, Reason.DRAWN, ())


def test_d_04_drawn_round_a_complete_tie_of_successes_is_still_rolled_again():
    dice = ScriptedDice(33, 33, 40, 20)
    assert opposed(Contestant(50), Contestant(50), dice, by(both_fail="drawn_round")).winner == 1


def test_d_04_drawn_round_in_the_air_nobody_is_hurt():
    play = flying(rules=HouseRules(both_fail="drawn_round"))
    events = play.resolve(99, 98)
    assert of(events, e.RoundDecided)[0].winner is None
    assert not of(events, e.AirDamageTaken) and not of(events, e.MoraleLost)
    assert play.state.round == 2


# D-05


@pytest.mark.parametrize(("value", "squads"), [("current", (3, 1)), ("starting", (4, 2))])
def test_d_05_the_squads_that_help_the_air_marshal(value: Any, squads: tuple[int, int]):
    """Hordes of 80 and 40 are down to 60 and 20: damage of 20 each."""
    play = flying([("interceptor", 5, 80), ("starfighter", 2)], rules=HouseRules(tactics_squads=value))
    for key, left in ((1000, 60), (1001, 20)):
        play.state = BATTLEFRONT.evolve(play.state, e.AirDamageTaken(key, False, 9, 0, 2, left + 20, left))
    assert [term.value for term in air.modifiers(play.state, RED)] == [squads[0], 2 * squads[1]]


def test_d_05_starting_broken_and_destroyed_hordes_help_no_more():
    play = flying([("interceptor", 5)] * 3, rules=HouseRules(tactics_squads="starting"))
    play.state = BATTLEFRONT.evolve(play.state, e.BreakTestTaken(Domain.AIR, 1000, 100, 5, 5, False, 75))
    play.state = BATTLEFRONT.evolve(play.state, e.AirDamageTaken(1001, False, 9, 0, 2, 100, 0))
    assert [term.value for term in air.modifiers(play.state, RED)] == [5]


# D-06


@pytest.mark.parametrize(("value", "target"), [("sixty", 110), ("none", 120)])
def test_d_06_the_cap_on_modifiers(value: Any, target: int):
    play = flying([("starfighter", 5)] * 7, rules=HouseRules(modifier_cap=value))
    assert of(play.resolve(40, 90, 1), e.TacticsTested)[0].test.target == target


@pytest.mark.parametrize(("value", "target"), [("sixty", -10), ("none", -30)])
def test_d_06_the_cap_below_zero(value: Any, target: int):
    assert judge(50, (Term(Message("x"), -80),), 1, by(modifier_cap=value)).target == target


# D-09


@pytest.mark.parametrize(
    ("value", "diff", "width", "first", "cards"),
    [
        ("symmetric", 100, 1, 2, 2),
        ("symmetric", 199, 1, 2, 2),
        ("symmetric", 200, 2, 4, 3),
        ("literal", 100, 2, 4, 2),
        ("literal", 199, 2, 4, 2),
        ("literal", 200, 2, 4, 3),
    ],
)
@pytest.mark.parametrize("best", [RED, BLUE])
def test_d_09_the_table_of_the_air_result(value: Any, diff: int, width: int, first: int, cards: int, best: Any):
    signed = diff if best is RED else -diff
    assert effects(Domain.AIR, signed, HouseRules(air_superiority=value)) == (
        e.AdvantagesEarned(Domain.AIR, best, cards),
        e.WidthGained(best, width),
        e.FirstDeploymentOrdered(best.rival, first),
    )


@pytest.mark.parametrize("diff", [0, 99, -99])
def test_d_09_literal_a_stalemate_stays_one(diff: int):
    expected = tuple(e.AdvantagesEarned(Domain.AIR, side, 1) for side in (RED, BLUE))
    assert effects(Domain.AIR, diff, HouseRules(air_superiority="literal")) == expected


@pytest.mark.parametrize(("value", "width", "first"), [("symmetric", 7, 2), ("literal", 8, 4)])
def test_d_09_reaches_the_battle_and_its_view(value: Any, width: int, first: int):
    rules = HouseRules(air_superiority=value)
    view = BATTLEFRONT.view(Play(setup(MATCHED, (), rules=rules)).to("air_result").state, SUE)
    assert (view.sides[0].width, view.first_side, view.first_count) == (width, BLUE, first)
    assert str(view.air_result.effects[-1]) == f"Blues must place {first} hordes first, or all it has or has room for."


# D-21


@pytest.mark.parametrize(("value", "total"), [("nothing", 0), ("counted", 100)])
def test_d_21_what_a_retreating_side_counts_in_the_air(value: Any, total: int):
    play = flying(MATCHED, MATCHED, rules=HouseRules(retreat_total=value)).red(c.Retreat())
    play.resolve()
    assert (play.state.air_result.red_total, play.state.air_result.blue_total) == (total, 100)
    assert BATTLEFRONT.view(play.state, SUE).sides[0].total == total


# D-28


@pytest.mark.parametrize(
    ("target", "roll", "full_tens", "tens_digits"),
    [
        (71, 33, 3, 5),
        (71, 71, 0, 1),
        (71, 72, 0, 0),
        (71, 69, 0, 2),
        (71, 1, 7, 8),
        (110, 100, 1, 2),
        (50, 50, 0, 1),
        (59, 50, 0, 1),
        (5, 5, 0, 1),
    ],
)
@pytest.mark.clause("D-28=full_tens", "D-28=tens_digits")
def test_d_28_degrees_of_success(target: int, roll: int, full_tens: int, tens_digits: int):
    assert degrees_of_success(target, roll, by()) == full_tens
    assert degrees_of_success(target, roll, by(degrees="tens_digits")) == tens_digits


def test_d_28_tens_digits_in_an_air_round():
    """3 against 1 become 1 + 50 - 20 in tens = 4 against 2: 4 + 2 + 1 to the loser, 1 + 1 to the winner."""
    events = flying(rules=HouseRules(degrees="tens_digits")).resolve(20, 40, 1)
    assert of(events, e.RoundDecided)[0] == e.RoundDecided(Domain.AIR, RED, Reason.DEGREES, 4, 2)
    assert [(one.horde, one.before - one.left) for one in of(events, e.AirDamageTaken)] == [(5000, 7), (1000, 2)]
