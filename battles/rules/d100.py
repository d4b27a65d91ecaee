"""Tests on a d100, rolled under a target. Each result says what was rolled, against what, and why."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from battles.rules.dice import Dice
from battles.rules.ruleset import Term, Value

CAP = 60
MOST_REROLLS = 100


class Method(NamedTuple):
    """How a table tests. cap: on all modifiers together, None for none (D-06). tens_digits: a success has one degree
    more than the tens digits differ (D-28). reroll_failures: what two failures of an opposed test lead to (D-04)."""

    cap: int | None = CAP
    tens_digits: bool = False
    reroll_failures: bool = True


USUAL = Method()


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


def capped(modifiers: Iterable[Term], cap: int | None = CAP) -> int:
    """All modifiers together, never beyond the cap on either side of zero (D-06)."""
    together = sum(term.value for term in modifiers)
    return together if cap is None else max(-cap, min(cap, together))


def degrees_of_success(target: int, roll: int, method: Method = USUAL) -> int:
    """Full tens below the target, or 1 + the difference of the tens digits, on a success; 0 on a failure (D-28)."""
    if roll > target:
        return 0
    return 1 + target // 10 - roll // 10 if method.tens_digits else (target - roll) // 10


def judge(base: int, modifiers: tuple[Term, ...], roll: int, method: Method = USUAL) -> D100Test:
    """The test that a given roll makes."""
    target = base + capped(modifiers, method.cap)
    return D100Test(base, modifiers, target, roll, degrees_of_success(target, roll, method))


def roll_test(contestant: Contestant, dice: Dice, method: Method = USUAL) -> D100Test:
    return judge(contestant.base, contestant.modifiers, dice.roll(100), method)


def opposed(first: Contestant, second: Contestant, dice: Dice, method: Method = USUAL) -> Opposed:
    """Both roll, the first party first, until somebody wins or it is drawn (D-04)."""
    earlier: list[tuple[int, int]] = []
    while True:
        tests = (roll_test(first, dice, method), roll_test(second, dice, method))
        winner, reason = compare(tests, (first.intelligence_bonus, second.intelligence_bonus))
        if winner is not None or _drawn(tests, len(earlier), method):
            return Opposed(tests, winner, reason, tuple(earlier))
        earlier.append((tests[0].roll, tests[1].roll))


def _drawn(tests: tuple[D100Test, D100Test], rerolls: int, method: Method) -> bool:
    """Whether a pair that nobody won stands: after 100 re-rolls, or two failures where these draw the round (D-04)."""
    failed = not any(test.success for test in tests)
    return rerolls == MOST_REROLLS or (failed and not method.reroll_failures)


def compare(tests: tuple[D100Test, D100Test], bonuses: tuple[int, int]) -> tuple[int | None, Reason]:
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
