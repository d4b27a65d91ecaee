"""How lucky a side was: the tests that it rolled, against what was to be expected."""

from __future__ import annotations

from functools import lru_cache

from battles.rules.ruleset import Message, Value, Values, tenths

NONE = Message("%(side)s has rolled no test yet.")
PASSED = Message("%(side)s passed %(passed)s of %(tests)s tests; %(expected)s were to be expected.")
UNLUCKY = Message(
    "%(side)s passed %(passed)s of %(tests)s tests; %(expected)s were to be expected."
    " About one army in %(number)s is this unlucky or more."
)
LUCKY = Message(
    "%(side)s passed %(passed)s of %(tests)s tests; %(expected)s were to be expected."
    " About one army in %(number)s is this lucky or more."
)
RAREST = 1_000_000
ORDINARY = 3  # what befalls one army in two needs no remark


class Luck(Value, array_like=True):
    """The tests that a side rolled: how many passed, and how many there were of each chance, as (per cent, number)."""

    passed: int = 0
    chances: tuple[tuple[int, int], ...] = ()


def more(luck: Luck, target: int, roll: int, die: int = 100) -> Luck:
    """With one more test: its chance in per cent, and whether it passed."""
    chance = max(0, min(100, target * 100 // die))
    numbers = dict(luck.chances)
    numbers[chance] = numbers.get(chance, 0) + 1
    return Luck(luck.passed + (roll <= target), tuple(sorted(numbers.items())))


def expected(luck: Luck) -> float:
    """The sum of the tests' probabilities."""
    return sum(chance * count for chance, count in luck.chances) / 100


def rarity(luck: Luck) -> float:
    """The chance of a result at least as far from the expectation, on the same side of it."""
    below, above = tails(luck.chances, luck.passed)
    return below if luck.passed < expected(luck) else above


@lru_cache(maxsize=256)
def tails(chances: tuple[tuple[int, int], ...], passed: int) -> tuple[float, float]:
    """The chances of at most and of at least `passed` passes among tests of these (per cent, number): exact, as the
    sum of independent tests of unequal chance (Poisson binomial)."""
    spread = [1.0]
    for chance, count in chances:
        for _ in range(count):
            spread = _one_more(spread, chance / 100)
    return sum(spread[: passed + 1]), sum(spread[passed:])


def _one_more(spread: list[float], chance: float) -> list[float]:
    """spread: the chance of each number of passes. The same with one more test."""
    missed, made = [one * (1 - chance) for one in spread], [one * chance for one in spread]
    return [miss + hit for miss, hit in zip([*missed, 0.0], [0.0, *made], strict=True)]


def sentence(title: str, luck: Luck) -> Message:
    """For everybody to read: all tests are public. title: the side's."""
    tests = sum(count for _, count in luck.chances)
    if not tests:
        return Message(NONE.text, {"side": title})
    values: Values = {"side": title, "passed": luck.passed, "tests": tests}
    values["expected"] = tenths(round(10 * expected(luck)))
    number = round(1 / max(rarity(luck), 1 / RAREST))
    if number < ORDINARY:
        return Message(PASSED.text, values)
    text = UNLUCKY if luck.passed < expected(luck) else LUCKY
    return Message(text.text, {**values, "number": number})
