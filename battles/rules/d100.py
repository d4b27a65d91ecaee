"""Tests on a d100, rolled under a target. Each result says what was rolled, against what, and why."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from battles.rules.dice import Dice
from battles.rules.ruleset import Term, Value

CAP = 60
MOST_REROLLS = 100


class D100Test(Value):
    """One test: `base` and its labelled modifiers make `target`; `degrees` of success, 0 on a failure."""

    base: int
    modifiers: tuple[Term, ...]
    target: int
    roll: int
    degrees: int

    @property
    def success(self) -> bool:
        return self.roll <= self.target


class Contestant(NamedTuple):
    """One party of an opposed test; the Intelligence bonus breaks a tie (D-04)."""

    base: int
    modifiers: tuple[Term, ...] = ()
    intelligence_bonus: int = 0


class Reason(StrEnum):
    """Why an opposed test went the way it did (D-04), or that nobody won it."""

    SUCCESS = "success"
    DEGREES = "degrees"
    INTELLIGENCE = "intelligence"
    ROLL = "roll"
    DRAWN = "drawn"


class Opposed(NamedTuple):
    """An opposed test. winner: 0 the first party, 1 the second, None drawn. earlier: the re-rolled pairs."""

    tests: tuple[D100Test, D100Test]
    winner: int | None
    reason: Reason
    earlier: tuple[tuple[int, int], ...] = ()


def bonus(characteristic: int) -> int:
    """The tens digit: 43 gives 4, 100 gives 10."""
    return characteristic // 10


def capped(modifiers: Iterable[Term]) -> int:
    """All modifiers together, never beyond +60 or -60 (D-06)."""
    return max(-CAP, min(CAP, sum(term.value for term in modifiers)))


def degrees_of_success(target: int, roll: int) -> int:
    """Full tens below the target on a success, 0 on a failure (D-28)."""
    return max(0, (target - roll) // 10)


def judge(base: int, modifiers: tuple[Term, ...], roll: int) -> D100Test:
    """The test that a given roll makes."""
    target = base + capped(modifiers)
    return D100Test(base, modifiers, target, roll, degrees_of_success(target, roll))


def roll_test(contestant: Contestant, dice: Dice) -> D100Test:
    return judge(contestant.base, contestant.modifiers, dice.roll(100))


def opposed(first: Contestant, second: Contestant, dice: Dice) -> Opposed:
    """Both roll, the first party first, until somebody wins or 100 re-rolls were made (D-04)."""
    earlier: list[tuple[int, int]] = []
    while True:
        tests = (roll_test(first, dice), roll_test(second, dice))
        winner, reason = _compare(tests, (first.intelligence_bonus, second.intelligence_bonus))
        if winner is not None or len(earlier) == MOST_REROLLS:
            return Opposed(tests, winner, reason, tuple(earlier))
        earlier.append((tests[0].roll, tests[1].roll))


def _compare(tests: tuple[D100Test, D100Test], bonuses: tuple[int, int]) -> tuple[int | None, Reason]:
    """The first difference in D-04's order decides; two failures are nobody's."""
    one, two = tests
    if not one.success and not two.success:
        return None, Reason.DRAWN
    for reason, ours, theirs in (
        (Reason.SUCCESS, one.success, two.success),
        (Reason.DEGREES, one.degrees, two.degrees),
        (Reason.INTELLIGENCE, *bonuses),
        (Reason.ROLL, -one.roll, -two.roll),
    ):
        if ours != theirs:
            return (0 if ours > theirs else 1), reason
    return None, Reason.DRAWN
