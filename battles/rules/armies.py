"""An army as the rules receive it: pinned when a battle opens, so later edits never touch the battle."""

from __future__ import annotations

from typing import Annotated

import msgspec

from battles.rules.ruleset import Value

SQUAD_MAGNITUDE = 20
MAX_SQUADS = 5
Characteristic = Annotated[int, msgspec.Meta(ge=1, le=100)]
Rank = Annotated[int, msgspec.Meta(ge=0, le=3)]


class CommanderSheet(Value):
    """A commanding character. Ranks: 0 untrained, 1 trained, 2 at +10, 3 at +20.

    willpower: hordes have none of their own, so a Break test on Willpower (D-03) is made on that of their Air Marshal
    or General.
    """

    key: int
    name: str
    intelligence: Characteristic
    fellowship: Characteristic
    tactics: Rank = 0
    command: Rank = 0
    talents: tuple[str, ...] = ()
    willpower: Characteristic = 35


class HordeSheet(Value):
    """A horde: 1 to 5 Squads of 20 Magnitude each. `profile` is a key of the battle's catalogue."""

    key: int
    name: str
    profile: str
    squads: Annotated[int, msgspec.Meta(ge=1, le=5)]
    magnitude: Annotated[int, msgspec.Meta(ge=1, le=100)]


class ArmySheet(Value):
    """A side's order of battle. Keys of commanders and hordes are unique within a battle and say nothing."""

    title: str
    commanders: tuple[CommanderSheet, ...]
    hordes: tuple[HordeSheet, ...]
