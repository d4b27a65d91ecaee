"""Luck: tests rolled, passes expected and made, and how unusual that is, against a brute-force enumeration."""

from itertools import product
from math import isclose, prod
from random import Random
from typing import Any

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import events as e
from battles.rules.battlefront import luck
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.battlefront.state import BreakCause, State
from battles.rules.d100 import judge
from battles.rules.luck import Luck, expected, rarity, tails
from battles.rules.ruleset import Message, fold
from tests.rules.table import BLUE, RED, Play, setup


def enumerated(chances: list[int], passed: int) -> tuple[float, float]:
    """At most and at least so many passes, by adding up all outcomes of all tests."""
    below = above = 0.0
    for made in product((0, 1), repeat=len(chances)):
        weight = prod(chance / 100 if hit else 1 - chance / 100 for chance, hit in zip(chances, made, strict=True))
        below += weight if sum(made) <= passed else 0
        above += weight if sum(made) >= passed else 0
    return below, above


def tally(chances: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple((chance, chances.count(chance)) for chance in sorted(set(chances)))


@pytest.mark.parametrize("seed", range(40))
def test_the_tails_are_those_of_every_outcome_added_up(seed: int):
    random = Random(seed)
    chances = [random.choice((0, 5, 37, 50, 65, 75, 95, 100)) for _ in range(random.randint(1, 10))]
    for passed in range(len(chances) + 1):
        found, wanted = tails(tally(chances), passed), enumerated(chances, passed)
        assert all(isclose(one, other, abs_tol=1e-12) for one, other in zip(found, wanted, strict=True))


def test_the_expectation_is_the_sum_of_the_chances():
    assert isclose(expected(Luck(3, ((35, 2), (50, 3), (100, 1)))), 0.35 * 2 + 0.5 * 3 + 1)


@pytest.mark.parametrize(("passed", "tail"), [(0, 1 / 8), (1, 4 / 8), (2, 4 / 8), (3, 1 / 8)])
def test_rarity_looks_to_the_side_of_the_result(passed: int, tail: float):
    assert isclose(rarity(Luck(passed, ((50, 3),))), tail)


def test_exactly_as_expected_counts_as_lucky():
    assert isclose(rarity(Luck(1, ((20, 5),))), 1 - 0.8**5)


def started(**rules: Any) -> State:
    """Before any test."""
    hordes = [("bomber", 5), ("infantry", 5)]
    return Play(setup(hordes, hordes, rules=HouseRules(**rules))).to("air").state


def after(state: State, *events: Any) -> State:
    return fold(BATTLEFRONT, state, events)


def tactics(side: Any, target: int, roll: int) -> e.TacticsTested:
    return e.TacticsTested(Domain.AIR, side, judge(target, (), roll))


def broken(horde: int, roll: int, target: int, **values: Any) -> e.BreakTestTaken:
    return e.BreakTestTaken(Domain.AIR, horde, roll, 5, 5, roll <= target, target, **values)


def test_tactics_and_break_tests_are_counted_for_their_side():
    state = after(started(), tactics(RED, 54, 54), tactics(BLUE, 50, 51), broken(1000, 75, 75), broken(5000, 99, 70))
    assert state.red.luck == Luck(2, ((54, 1), (75, 1)))
    assert state.blue.luck == Luck(0, ((50, 1), (70, 1)))


def test_rerolled_pairs_are_counted_too():
    state = after(started(), e.TestsRolledAgain(((99, 98), (30, 97)), (54, 20)))
    assert (state.red.luck, state.blue.luck) == (Luck(1, ((54, 2),)), Luck(0, ((20, 2),)))


def test_a_test_without_a_roll_is_no_luck():
    state = after(started(), e.BreakTestTaken(Domain.AIR, 1000, 0, 0, 5, False, cause=BreakCause.MORALE))
    assert state.red.luck == Luck()


@pytest.mark.parametrize(("target", "chance"), [(120, 100), (100, 100), (0, 0), (-10, 0)])
def test_a_chance_is_never_beyond_none_and_all(target: int, chance: int):
    assert after(started(), tactics(RED, target, 50)).red.luck.chances == ((chance, 1),)


def test_d_03_b_a_d10_counts_in_tenths():
    state = after(started(break_test="morale_on_d10"), broken(1000, 6, 6), broken(1000, 7, 12))
    assert state.red.luck == Luck(2, ((60, 1), (100, 1)))


def test_luck_runs_through_both_contests():
    play = Play(setup([("bomber", 5), ("tank", 4)], [("bomber", 5), ("tank", 4)])).to("air")
    play.resolve(50, 99, 1)
    play.to("land").resolve(40, 99, 1)
    assert (70, 1) in play.state.blue.luck.chances and (75, 1) in play.state.blue.luck.chances
    assert sum(number for _, number in play.state.red.luck.chances) >= 2


def sentence(luck_of_red: Luck) -> str:
    state = started()
    red = msgspec.structs.replace(state.red, luck=luck_of_red)
    return str(luck.sentences(msgspec.structs.replace(state, red=red))[0])


@pytest.mark.parametrize(
    ("chances", "passed", "text"),
    [
        ((), 0, "Reds has rolled no test yet."),
        (((50, 2),), 1, "Reds passed 1 of 2 tests; 1.0 were to be expected."),
        (
            ((50, 3),),
            0,
            "Reds passed 0 of 3 tests; 1.5 were to be expected. About one army in 8 is this unlucky or more.",
        ),
        (
            ((50, 3),),
            3,
            "Reds passed 3 of 3 tests; 1.5 were to be expected. About one army in 8 is this lucky or more.",
        ),
        (
            ((60, 15), (72, 10)),
            14,
            "Reds passed 14 of 25 tests; 16.2 were to be expected. About one army in 4 is this unlucky or more.",
        ),
        (
            ((50, 40),),
            0,
            "Reds passed 0 of 40 tests; 20.0 were to be expected. About one army in 1000000 is this unlucky or more.",
        ),
        (((100, 4),), 4, "Reds passed 4 of 4 tests; 4.0 were to be expected."),
        (((0, 4),), 0, "Reds passed 0 of 4 tests; 0.0 were to be expected."),
    ],
)
def test_the_sentence(chances: Any, passed: int, text: str):
    assert sentence(Luck(passed, chances)) == text


def test_the_sentences_are_red_then_blue_and_hold_no_floats():
    play = Play(setup([("bomber", 5)], [("bomber", 5)])).to("air")
    play.resolve(50, 99, 1)
    red, blue = luck.sentences(play.state)
    assert (red.values["side"], blue.values["side"]) == ("Reds", "Blues")
    assert all(isinstance(value, str | int | Message) for one in (red, blue) for value in one.values.values())
