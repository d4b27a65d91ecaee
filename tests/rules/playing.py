"""Random play for any ruleset: setups by ruleset key, and a walk by offered options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES, Event, Ruleset, SecretEvent, Viewer, fold
from tests.rules.bataille import random_setup
from tests.rules.table import setup

SECRET = b"a secret of sixteen bytes"
STEP_LIMIT = 20_000
# Else few battles come to blows.
RARE = {"Retreat": 0.03, "LeaveHorde": 0.2, "HoldBack": 0.1, "Unready": 0.3, "AllowWithdrawal": 0.03, "BreakOff": 0.02}


def _battlefront(random: Random) -> Any:
    """Small armies of every kind and skill, sometimes without a domain, on every terrain."""
    air, land = ("interceptor", "starfighter", "bomber"), ("infantry", "tank", "assault_tank", "ac_suit", "artillery")

    def army() -> list[tuple[str, int, int]]:
        counts = ((air, random.choice((0, 1, 3, 4))), (land, random.choice((0, 2, 3, 6))))
        kinds = [random.choice(domain) for domain, count in counts for _ in range(count)]
        return [(kind, squads, random.randint(1, squads * 20)) for kind in kinds for squads in [random.randint(1, 5)]]

    def skill() -> dict[str, int]:
        return {
            "intelligence": random.randint(30, 60),
            "fellowship": random.randint(30, 60),
            "tactics": random.randint(0, 3),
            "command": random.randint(0, 3),
        }

    terrain = random.choice(("open", "rough", "river", "urban", "fortified"))
    caps = tuple(random.randint(random.choice((0, 2)), 5) for _ in range(4))
    return setup(
        army(),
        army(),
        width=random.randint(1, 4),
        terrain=terrain,
        caps=caps,
        red_skill=skill(),
        blue_skill=skill(),
        linked=random.random() < 0.8,
    )


SETUPS: dict[str, Callable[[Random], Any]] = {"battlefront": _battlefront, "bataille": random_setup}


class Step(NamedTuple):
    """One step of a walk: the state before, who commanded what, what it caused, the state after."""

    before: Any
    viewer: Viewer
    command: Any
    number: int
    events: tuple[Event, ...]
    after: Any


def any_offered(ruleset: Ruleset, state: Any, random: Random) -> tuple[Viewer, Any] | None:
    """An actor among those with options, then a type of command, then one of that type; None when all is over."""
    offered = {name: options for name, viewer in AUDIENCES.items() if (options := ruleset.options(state, viewer))}
    if not offered:
        return None
    actor = random.choice(sorted(offered))
    return AUDIENCES[actor], one_of(offered[actor], random)


def one_of(options: tuple[Any, ...], random: Random) -> Any:
    kinds = sorted({type(option).__name__ for option in options})
    kind = random.choices(kinds, [RARE.get(kind, 1.0) for kind in kinds])[0]
    return random.choice([option for option in options if type(option).__name__ == kind])


def issue(ruleset: Ruleset, state: Any, viewer: Viewer, command: Any, number: int) -> tuple[tuple[Event, ...], Any]:
    events = ruleset.decide(state, viewer, command, SecretDice(SECRET, number))
    return events, fold(ruleset, state, events)


def walk(ruleset: Ruleset, seed: int) -> Iterator[Step]:
    """A random battle, step by step to its end."""
    random = Random(seed)
    state = ruleset.open(SETUPS[ruleset.key](random))
    for number in range(1, STEP_LIMIT + 1):
        chosen = any_offered(ruleset, state, random)
        if chosen is None:
            return
        events, after = issue(ruleset, state, *chosen, number)
        yield Step(state, *chosen, number, events, after)
        state = after
    raise AssertionError("the battle does not end")


def is_secret(events: tuple[Event, ...]) -> bool:
    return all(isinstance(event, SecretEvent) for event in events)


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)
