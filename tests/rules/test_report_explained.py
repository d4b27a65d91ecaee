"""Every number explained: the roll, the target, each modifier with its source, the house rule where it is not usual."""

from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.house_rules import DEFAULTS, HouseRules
from battles.rules.battlefront.state import BreakCause
from battles.rules.d100 import Reason
from battles.rules.ruleset import Line
from tests.rules.table import ANN, BOB, RED, SUE, Play, setup
from tests.rules.test_report import sums, told

FLYERS, SUITS, TANKS = [("bomber", 5)], [("ac_suit", 3)], [("tank", 4)]


def flown(*rolls: int, rules: HouseRules = DEFAULTS, red: Any = FLYERS, blue: Any = FLYERS, **options: Any) -> Play:
    play = Play(setup(red, blue, rules=rules, **options)).to("air")
    play.resolve(*rolls)
    return play


def fought(*rolls: int, rules: HouseRules = DEFAULTS, weapon: int = 0, target: Any = SUITS) -> Play:
    """One AC Suit of red's attacks straight ahead."""
    play = Play(setup(SUITS, target, rules=rules)).to("deployment").place(ANN, F1=1000).place(BOB, F1=5000).ready()
    play.gm(c.Advance())
    play.red(c.OrderAttack(1000, 5000, weapon)).resolve(*rolls)
    return play


def one(play: Play, clause: str, start: str = "") -> Line:
    return next(line for line in told(play) if line.clause == clause and str(line.message).startswith(start))


def figures(line: Line) -> list[str]:
    return [str(term.label) for term in line.terms if term.plain]


def of_event(event: Any, **rules: Any) -> Line:
    state = Play(setup(FLYERS + TANKS, FLYERS + TANKS, rules=HouseRules(**rules))).to("air").state
    line = BATTLEFRONT.narrate(state, event, SUE)
    assert line is not None
    return line


def test_a_test_gives_target_roll_and_degrees_as_plain_figures():
    line = one(flown(20, 99, 1, red=[("interceptor", 3)]), "BF-06")
    assert sums(line) == [
        ("Scholastic Lore (Tactics)", 50),
        ("Squads (Interceptor): 3", 3),
        ("Target", 53),
        ("Roll", 20),
        ("Degrees of success", 3),
    ]
    assert figures(line) == ["Target", "Roll", "Degrees of success"]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, []),
        ({"degrees": "tens_digits"}, [("By house rule D-28", 9)]),
        ({"tactics_squads": "starting"}, [("By house rule D-05", 70)]),
        ({"modifier_cap": "none"}, [("By house rule D-06", 70)]),
    ],
)
def test_a_test_names_its_unusual_house_rules(rules: Any, expected: list[tuple[str, int]]):
    line = one(flown(33, 99, 1, red=[("starfighter", 5)] * 7, rules=HouseRules(**rules)), "BF-06")
    assert [term for term in sums(line) if "house rule" in term[0]] == expected
    assert ("Modifiers are capped at 60" in [name for name, _ in sums(line)]) is ("modifier_cap" not in rules)


def test_a_break_test_says_what_roll_would_have_held():
    line = one(flown(50, 99, 80), "BF-11")
    assert str(line.message) == "Break test, Blues 5000: 80 against 75, it breaks and leaves the contest."
    assert sums(line) == [
        ("10 x Morale Level", 50),
        ("5 x Squads", 25),
        ("Target", 75),
        ("Roll", 80),
        ("Highest roll that holds", 75),
    ]


@pytest.mark.parametrize(("target", "most"), [(120, 100), (100, 100), (0, 0), (-5, 0)])
def test_the_roll_that_holds_is_one_of_the_dies(target: int, most: int):
    line = of_event(e.BreakTestTaken(Domain.AIR, 1000, 50, 5, 5, target >= 50, target))
    assert sums(line)[-1] == ("Highest roll that holds", most)


def test_d_03_b_is_explained_on_a_d10():
    line = one(flown(50, 99, 6, rules=HouseRules(break_test="morale_on_d10")), "BF-11")
    assert sums(line) == [
        ("Morale Level", 5),
        ("Target", 5),
        ("By house rule D-03", 5),
        ("Roll", 6),
        ("Highest roll that holds", 5),
    ]
    assert sums(of_event(e.BreakTestTaken(Domain.AIR, 1000, 3, 12, 5, True, 12), break_test="morale_on_d10"))[-1] == (
        "Highest roll that holds",
        10,
    )


def test_d_03_c_names_the_commander_whose_willpower_it_is():
    line = of_event(e.BreakTestTaken(Domain.AIR, 1000, 30, 5, 3, False, 25), break_test="willpower")
    assert sums(line)[:2] == [("Willpower of Officer 1900", 35), ("Half its start is left at most", -10)]
    line = of_event(e.BreakTestTaken(Domain.LAND, 1001, 30, 5, 3, True, 35), break_test="willpower")
    assert (line.clause, sums(line)[0]) == ("BF-36", ("Willpower of Officer 1901", 35))
    assert "Half its start" not in str(sums(line))


@pytest.mark.parametrize(
    ("break_test", "target", "counted"), [("morale_and_squads", 95, 20), ("morale_on_d10", 7, 2), ("willpower", 55, 20)]
)
def test_a_stratagem_is_named_in_the_break_test(break_test: Any, target: int, counted: int):
    event = e.BreakTestTaken(Domain.LAND, 1001, 4, 5, 5, True, target, 20)
    assert ("Hold the Line", counted) in sums(of_event(event, break_test=break_test))


@pytest.mark.parametrize(
    ("cause", "passed", "sentence"),
    [
        (BreakCause.FEARLESS, True, "fearless, it stays."),
        (BreakCause.SPARED, True, "not needed, it was not hit hard enough."),
        (BreakCause.MORALE, False, "Morale Level 0, it breaks and leaves the contest."),
        (BreakCause.QUARTER, False, "a quarter of its start is left at most, it breaks and leaves the contest."),
    ],
)
def test_a_break_test_without_a_roll_says_why(cause: BreakCause, passed: bool, sentence: str):
    line = of_event(e.BreakTestTaken(Domain.AIR, 1000, 0, 0, 5, passed, cause=cause))
    assert str(line.message) == f"Break test, Reds 1000: {sentence}"
    assert sums(line) == [("Morale Level", 0)]


def test_morale_names_its_commander_and_the_floor():
    play = Play(setup(FLYERS, FLYERS, morale=(-9, 0))).to("air")
    assert sums(one(play, "BF-04")) == [
        ("Fellowship bonus of Officer 1900", 4),
        ("Rank in Command", 2),
        ("Scenario", -9),
        ("At least 1", 4),
    ]


def test_d_02_leaves_out_what_does_not_count():
    play = Play(setup(FLYERS, FLYERS, morale=(3, 0), rules=HouseRules(morale="fellowship_only"))).to("air")
    assert sums(one(play, "BF-04")) == [("Fellowship bonus of Officer 1900", 4), ("By house rule D-02", 4)]


def test_a_morale_level_says_what_it_was():
    assert sums(one(flown(50, 99, 1), "BF-08")) == [("Morale Level before", 6), ("For the lost round", -1)]


def test_an_attack_is_explained_from_the_degrees_to_the_bonus():
    line = one(fought(10, 99, 1), "BF-33")
    assert sums(line) == [
        ("General's degrees of success", 4),
        ("Damage dice at that many degrees", 4),
        ("Weapon's flat damage", 6),
        ("Armour", 6),
        ("Penetration", 4),
        ("Armour left after penetration", 2),
        ("Rate of fire", 3),
        ("Blast", 0),
        ("General's bonus: the degrees of success", 4),
    ]


def test_the_losers_half_is_named_as_such():
    assert sums(one(fought(30, 10, 1), "BF-33"))[-1] == ("General's bonus: half the degrees of success", 1)


@pytest.mark.parametrize(
    ("rules", "named", "sentence"),
    [
        ({"armour": "damage"}, [("By house rule D-15", 24)], "24 + 0 + 4 = 28 Magnitude damage."),
        ({"rate_of_fire": "degrees"}, [("By house rule D-16", 3)], "3 + 0 + 4 = 7 Magnitude damage."),
        ({"degrees_bonus": "each_side"}, [("By house rule D-18", 4)], "3 + 0 + 4 = 7 Magnitude damage."),
        ({"degrees": "tens_digits"}, [("By house rule D-28", 5)], "3 + 0 + 5 = 8 Magnitude damage."),
        ({"several_dice": "sum"}, [], "3 + 0 + 4 = 7 Magnitude damage."),
    ],
)
def test_an_attack_names_its_unusual_house_rules(rules: Any, named: list[tuple[str, int]], sentence: str):
    line = one(fought(10, 99, 1, rules=HouseRules(**rules)), "BF-33")
    assert [term for term in sums(line) if "house rule" in term[0]] == named
    assert str(line.message).endswith(sentence)


def test_d_18_a_bonus_counted_elsewhere_is_named():
    state = Play(setup(SUITS, SUITS, rules=HouseRules(degrees_bonus="each_side"))).to("land").state
    line = BATTLEFRONT.narrate(state, e.AttackMade(1000, 5000, 0, 4, 0, 3), SUE)
    assert line is not None
    assert sums(line)[-2:] == [("General's bonus: none for this attack", 0), ("By house rule D-18", 0)]


def test_losses_name_what_was_too_much():
    play = fought(10, 99, target=[("artillery", 1, 3)])
    assert sums(one(play, "D-20")) == [
        ("Magnitude before", 3),
        ("All attacks together", -7),
        ("More than it had is lost", 4),
    ]


def test_a_tie_decided_by_intelligence_names_both_bonuses():
    play = flown(35, 21, 1, red_skill={"intelligence": 60})
    line = one(play, "BF-07")
    assert sums(line) == [
        ("Degrees of success of Reds", 2),
        ("Degrees of success of Blues", 2),
        ("Intelligence bonus of Officer 1900", 6),
        ("Intelligence bonus of Officer 5900", 5),
    ]


def test_a_drawn_round_names_the_house_rule_that_drew_it():
    line = one(flown(99, 98, rules=HouseRules(both_fail="drawn_round")), "D-04")
    assert sums(line)[-1] == ("By house rule D-04", 0)


def test_d_11_as_in_the_air_is_named_on_land():
    line = of_event(e.RoundDecided(Domain.LAND, RED, Reason.SUCCESS, 0, 0), land_ties="as_in_the_air")
    assert (line.clause, sums(line)[-1]) == ("BF-32", ("By house rule D-11", 0))


@pytest.mark.parametrize(("value", "named"), [("symmetric", []), ("literal", [("By house rule D-09", 2)])])
def test_d_09_is_named_with_the_width(value: Any, named: list[tuple[str, int]]):
    assert sums(of_event(e.WidthGained(RED, 2), air_superiority=value)) == named
    assert sums(of_event(e.AdvantagesEarned(Domain.AIR, RED, 2), air_superiority=value)) == []


def test_bf_40_the_result_shows_what_the_infantry_is_of_it():
    play = Play(setup([("infantry", 1, 11)] * 3 + TANKS, [])).to("land_result")
    line = next(line for line in told(play) if line.clause == "BF-42" or line.clause == "BF-43")
    assert sums(line) == [("Reds", 129), ("Infantry x1.5", 49), ("Other hordes", 80), ("Blues", 0)]


def test_d_19_d_21_are_named_in_the_result():
    rules = HouseRules(infantry_rounding="horde", retreat_total="counted")
    play = Play(setup([("infantry", 1, 11)], TANKS, rules=rules)).to("land").red(c.Retreat())
    play.resolve()
    line = next(line for line in told(play) if line.clause == "BF-43")
    assert sums(line) == [
        ("Reds", 16),
        ("Infantry x1.5", 16),
        ("Other hordes", 0),
        ("By house rule D-19", 16),
        ("By house rule D-21", 16),
        ("Blues", 80),
    ]
