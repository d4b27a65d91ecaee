"""The GM's rulings on pitched battles, for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from battles.rules import BATAILLE
from battles.rules.bataille.state import State
from battles.rules.ruleset import Event, Illegal, fold
from battles.rules.rulings import Figure
from tests.rules.bataille import Play, random_setup
from tests.rules.playing import any_offered, issue

# No random battle shall last for ever.
LOW = {"threshold": 60, "base": 60}
TELLING = {"condition", "general", "fielded", "stunned", "mounted", "fortune", "heal", "case"}


def figure(state: State, key: str) -> Figure:
    return next(each for each in BATAILLE.figures(state) if each.key == key)


def keys(state: State) -> set[str]:
    return {each.key for each in BATAILLE.figures(state)}


def rule(play: Play, key: str, value: Any) -> tuple[Event, ...]:
    """The GM rules: what it causes, and the play goes on from there."""
    events = BATAILLE.adjust(play.state, key, str(value))
    play.state = fold(BATAILLE, play.state, events)
    return events


def value(play: Play, key: str) -> str:
    return figure(play.state, key).value


def refusal(state: State, key: str, value: str) -> Illegal:
    try:
        BATAILLE.adjust(state, key, value)
    except Illegal as illegal:
        return illegal
    raise AssertionError(f"{key} became {value}")


def values(each: Figure) -> tuple[str, ...]:
    """Its choices, or its ends and a number between them."""
    if each.choices:
        return tuple(choice.value for choice in each.choices)
    return str(each.least), str((each.least + each.most) // 2), str(each.most)


def ruled_walk(seed: int, most: int = 4000) -> Iterator[tuple[State, tuple[Event, ...], State]]:
    """A random battle with random rulings between the commands, to its end: before, events, after of each."""
    random = Random(seed)
    state = BATAILLE.open(random_setup(random))
    for number in range(1, most):
        before = state
        if random.random() < 0.25 and (ruling := _any(state, random)):
            events = BATAILLE.adjust(state, *ruling)
            state = fold(BATAILLE, state, events)
        elif chosen := any_offered(BATAILLE, state, random):
            events, state = issue(BATAILLE, state, *chosen, number)
        else:
            return
        yield before, events, state
    raise AssertionError("the battle does not end")


def _any(state: State, random: Random) -> tuple[str, str] | None:
    figures = BATAILLE.figures(state)
    if not figures:
        return None
    each = random.choice(figures if random.random() < 0.3 else [one for one in figures if telling(one.key)] or figures)
    chosen = random.choice(values(each))
    limit = LOW.get(each.key.rpartition(".")[2])
    return each.key, chosen if limit is None else str(random.randint(0, limit))


def telling(key: str) -> bool:
    """Whether the figure decides who may do what."""
    return key.rpartition(".")[2] in {
        "condition",
        "general",
        "fielded",
        "stunned",
        "mounted",
        "fortune",
        "heal",
        "case",
    }
