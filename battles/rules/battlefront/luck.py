"""How lucky each side was: its Tactics and Break tests that were rolled, against what was to be expected."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from battles.rules.battlefront import events as e
from battles.rules.battlefront.breaking import faces
from battles.rules.battlefront.state import Luck, SideState, State
from battles.rules.ruleset import Message, Side

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


def sentences(state: State) -> tuple[Message, Message]:
    """One sentence for red and one for blue. All tests are public, so everybody may read them."""
    red, blue = (_sentence(state.of(side)) for side in Side)
    return red, blue


def counted(state: State, event: e.RoundEvent) -> State:
    """The state with the event's tests added to its sides' luck. What no die decided is no luck."""
    match event:
        case e.TacticsTested(side=side, test=test):
            return _add(state, side, test.target, test.roll)
        case e.TestsRolledAgain(rolls=rolls, targets=targets):
            for pair in rolls:
                for side, target, roll in zip(Side, targets, pair, strict=True):
                    state = _add(state, side, target, roll)
        case e.BreakTestTaken(horde=horde, target=target, roll=roll) if roll:
            side = state.side_of(horde)
            return _add(state, side, target, roll, faces(state.house_rules.break_test))
    return state


def _add(state: State, side: Side, target: int, roll: int, die: int = 100) -> State:
    """One more test: its chance in per cent, and whether it passed."""
    luck = state.of(side).luck
    chance = max(0, min(100, target * 100 // die))
    numbers = dict(luck.chances)
    numbers[chance] = numbers.get(chance, 0) + 1
    more = Luck(luck.passed + (roll <= target), tuple(sorted(numbers.items())))
    return state.put(side, replace(state.of(side), luck=more))


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


def _sentence(camp: SideState) -> Message:
    luck = camp.luck
    tests = sum(count for _, count in luck.chances)
    if not tests:
        return Message(NONE.text, {"side": camp.title})
    values: dict[str, str | int] = {"side": camp.title, "passed": luck.passed, "tests": tests}
    values["expected"] = f"{expected(luck):.1f}"
    number = round(1 / max(rarity(luck), 1 / RAREST))
    if number < ORDINARY:
        return Message(PASSED.text, values)
    text = UNLUCKY if luck.passed < expected(luck) else LUCKY
    return Message(text.text, {**values, "number": number})
