"""Heroes who suffer exactly the wound that a test is about."""

from __future__ import annotations

from typing import Any

from battles.rules.armies import HeroSheet, Location
from battles.rules.bataille import commands as c
from battles.rules.bataille.catalogue import ACTIONS, CRITICALS, Action
from battles.rules.bataille.setup import Rows
from tests.rules.bataille import ROWS, Play, hero, setup
from tests.rules.pitched import QUIET, declaring, resolve

ROLLS = {  # the d100 that hits there
    Location.HEAD: 1,
    Location.RIGHT_ARM: 16,
    Location.LEFT_ARM: 36,
    Location.BODY: 56,
    Location.RIGHT_LEG: 81,
    Location.LEFT_LEG: 91,
}
# Blows of a fixed size, so that every critical value can be had
BLOWS = tuple(Action(f"blow-{size}", f"A blow of {size}", damage=str(size)) for size in range(1, 31))
WITH_BLOWS = Rows((*ACTIONS, *BLOWS), ROWS.sources, ROWS.bands, ROWS.criticals, ROWS.skill)


def blow(key: int, size: int) -> c.Declare:
    return c.Declare(key, f"blow-{size}")


def field(*reds: HeroSheet, blues: tuple[HeroSheet, ...] = (hero(99),)) -> Play:
    return declaring(setup(reds, blues, rules=QUIET, rows=WITH_BLOWS))


def weak(key: int = 1, **figures: Any) -> HeroSheet:
    """No Wound left and a Toughness Bonus of 0: the critical value is what the blow is."""
    return hero(key, **{"toughness": 9, "wounds_left": 0, **figures})


def with_effect(effect: int) -> tuple[int, int]:
    """A critical value and a d100 that the table makes that effect of."""
    found = ((value, row.first) for row in CRITICALS for value in range(1, 11) if row.effect(value) == effect)
    return next(found)


def hurt(effect: int, where: Location, *more: int, play: Play | None = None, key: int = 1) -> Play:
    """The first hero suffers that effect there. more: the rolls that follow."""
    size, roll = with_effect(effect)
    play = play or field(weak(armour=(1,) * 6), hero(2))
    size += play.state.hero(key).armour(where)
    resolve(play, blow(key, size), rolls=[ROLLS[where], roll, *more])
    return play
