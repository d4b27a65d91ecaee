"""An army as the rules receive it: pinned when a battle opens, so later edits never touch the battle."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from battles.rules.ruleset import Message, Value

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


class Location(StrEnum):
    """Where a hero is hit, in the order of the hit location table and of `HeroSheet.armour`."""

    HEAD = "head"
    RIGHT_ARM = "right_arm"
    LEFT_ARM = "left_arm"
    BODY = "body"
    RIGHT_LEG = "right_leg"
    LEFT_LEG = "left_leg"


ARMS = (Location.RIGHT_ARM, Location.LEFT_ARM)
LEGS = (Location.RIGHT_LEG, Location.LEFT_LEG)
LIMBS = (*ARMS, *LEGS)
LOCATIONS: dict[Location, Message] = {
    Location.HEAD: Message("head"),
    Location.RIGHT_ARM: Message("right arm"),
    Location.LEFT_ARM: Message("left arm"),
    Location.BODY: Message("body"),
    Location.RIGHT_LEG: Message("right leg"),
    Location.LEFT_LEG: Message("left leg"),
}


class Injury(Value):
    """What a critical wound leaves until it is treated or, for 4, mended. effect: 3, 4 or 5 of the critical effects."""

    location: Location
    effect: Literal[3, 4, 5]


Percentile = Annotated[int, msgspec.Meta(ge=0, le=100)]
ArmourPoints = Annotated[int, msgspec.Meta(ge=0, le=5)]
Headcount = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Factor = Annotated[int, msgspec.Meta(ge=75, le=150)]  # per cent


class HeroSheet(Value):
    """A named character. Ranks of skills: 0 untrained, 1 trained, 2 at +10, 3 at +20.

    wounds: of 1 to 40, wounds_left of 0 to wounds. armour: Armour Points in the order of `Location`.
    player: a player's own character, not one of the GM's. injuries: what earlier battles left.
    """

    key: int
    name: str
    weapon_skill: Percentile
    ballistic_skill: Percentile
    strength: Percentile
    toughness: Percentile
    agility: Percentile
    intelligence: Percentile
    willpower: Percentile
    fellowship: Percentile
    wounds: Annotated[int, msgspec.Meta(ge=1, le=40)]
    wounds_left: Annotated[int, msgspec.Meta(ge=0, le=40)]
    magic: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    fate: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    armour: tuple[ArmourPoints, ArmourPoints, ArmourPoints, ArmourPoints, ArmourPoints, ArmourPoints] = (0,) * 6
    command: Rank = 0
    tactics: Rank = 0
    heal: Rank = 0
    ride: Rank = 0
    perception: Rank = 0
    channelling: Rank = 0
    mounted: bool = False
    player: bool = True
    injuries: tuple[Injury, ...] = ()


class ArmySheet(Value):
    """A side's order of battle. Keys of commanders, hordes and heroes are unique within a battle and say nothing.

    headcount, arms, training: what a force evaluation rests on; arms and training in per cent of the usual.
    heroes: the best-ranked first.
    """

    title: str
    commanders: tuple[CommanderSheet, ...] = ()
    hordes: tuple[HordeSheet, ...] = ()
    heroes: tuple[HeroSheet, ...] = ()
    headcount: Headcount = 0
    arms: Factor = 100
    training: Factor = 100
