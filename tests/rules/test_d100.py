"""Tests on a d100: D-04, D-06, D-28."""

import pytest

from battles.rules.d100 import MOST_REROLLS, Contestant, Reason, bonus, capped, judge, opposed, roll_test
from battles.rules.ruleset import Message, Term
from tests.rules.table import ScriptedDice


def term(value: int) -> Term:
    return Term(Message("Something"), value)


@pytest.mark.parametrize(
    ("target", "roll", "success", "degrees"),
    [
        (71, 33, True, 3),
        (71, 71, True, 0),
        (71, 72, False, 0),
        (71, 1, True, 7),
        (110, 100, True, 1),
        (5, 96, False, 0),
    ],
)
def test_d_28_degrees_are_full_tens_below_the_target(target: int, roll: int, success: bool, degrees: int):
    test = judge(target, (), roll)
    assert (test.success, test.degrees) == (success, degrees)


def test_a_test_says_what_was_rolled_against_what_and_why():
    test = roll_test(Contestant(40, (term(8), term(3))), ScriptedDice(33))
    assert (test.base, [one.value for one in test.modifiers], test.target, test.roll) == (40, [8, 3], 51, 33)


@pytest.mark.parametrize(("values", "together"), [((40, 19), 59), ((40, 40), 60), ((-50, -30), -60), ((90, -50), 40)])
def test_d_06_modifiers_together_are_capped_at_sixty(values: tuple[int, ...], together: int):
    terms = tuple(term(value) for value in values)
    assert capped(terms) == together
    assert judge(50, terms, 50).target == 50 + together


@pytest.mark.parametrize(("value", "tens"), [(43, 4), (9, 0), (100, 10)])
def test_a_characteristic_bonus_is_the_tens_digit(value: int, tens: int):
    assert bonus(value) == tens


@pytest.mark.parametrize(
    ("first", "second", "rolls", "winner", "reason"),
    [
        (50, 50, (50, 51), 0, Reason.SUCCESS),
        (50, 50, (51, 50), 1, Reason.SUCCESS),
        (50, 50, (20, 31), 0, Reason.DEGREES),
        (50, 50, (31, 20), 1, Reason.DEGREES),
        (50, 50, (33, 32), 1, Reason.ROLL),
        (50, 50, (32, 33), 0, Reason.ROLL),
    ],
)
def test_d_04_success_then_degrees_then_the_lower_roll(first, second, rolls, winner, reason):
    result = opposed(Contestant(first), Contestant(second), ScriptedDice(*rolls))
    assert (result.winner, result.reason, result.earlier) == (winner, reason, ())


def test_d_04_equal_degrees_go_to_the_higher_intelligence_bonus_before_the_lower_roll():
    clever, lucky = Contestant(50, (), 5), Contestant(50, (), 4)
    assert opposed(clever, lucky, ScriptedDice(35, 31)).winner == 0
    assert opposed(lucky, clever, ScriptedDice(31, 35)).reason is Reason.INTELLIGENCE


def test_d_04_a_complete_tie_is_rolled_again():
    result = opposed(Contestant(50), Contestant(50), ScriptedDice(33, 33, 40, 20))
    assert (result.winner, result.earlier) == (1, ((33, 33),))


def test_d_04_two_failures_are_rolled_again():
    result = opposed(Contestant(50), Contestant(50), ScriptedDice(99, 98, 97, 96, 20, 60))
    assert (result.winner, result.earlier) == (0, ((99, 98), (97, 96)))


def test_d_04_after_a_hundred_rerolls_it_is_drawn():
    dice = ScriptedDice(*[99] * 2 * (MOST_REROLLS + 1))
    result = opposed(Contestant(50), Contestant(50), dice)
    assert (result.winner, result.reason, len(result.earlier), dice.left) == (None, Reason.DRAWN, 100, [])


def test_d_04_the_hundredth_reroll_may_still_win():
    dice = ScriptedDice(*[99] * 2 * MOST_REROLLS, 99, 1)
    assert opposed(Contestant(50), Contestant(50), dice).winner == 1
