"""The bundled profiles and terrains: data of ours, all editable. Traits are data, never a test on a name."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from battles.rules.ruleset import Value


class Domain(StrEnum):
    AIR = "air"
    LAND = "land"


class Trait(StrEnum):
    """What a profile can do beside its numbers."""

    MANEUVER = "maneuver"  # BF-28
    ARTILLERY = "artillery"  # BF-22, BF-27
    INFANTRY = "infantry"  # BF-40
    FEARLESS = "fearless"  # D-03


class Weapon(Value):
    """Damage `dice`d`faces`+`flat`, penetration, maximum rate of fire, Blast (BF-33)."""

    name: str
    faces: Annotated[int, msgspec.Meta(ge=1, le=100)]
    flat: Annotated[int, msgspec.Meta(ge=0, le=100)]
    penetration: Annotated[int, msgspec.Meta(ge=0, le=100)]
    rate: Annotated[int, msgspec.Meta(ge=1, le=100)]
    blast: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    dice: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1


class Profile(Value):
    """A type of horde. tactics_per_squad: what each Squad adds to the Air Marshal's target (BF-06)."""

    key: str
    name: str
    domain: Domain
    squads: Annotated[int, msgspec.Meta(ge=1, le=5)]
    armour: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    tactics_per_squad: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    weapons: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()


class Terrain(Value):
    """Changes the Width of the invader and of the defender (BF-24, D-32)."""

    key: str
    name: str
    invader: Annotated[int, msgspec.Meta(ge=-15, le=15)] = 0
    defender: Annotated[int, msgspec.Meta(ge=-15, le=15)] = 0


PROFILES: tuple[Profile, ...] = (
    Profile(key="interceptor", name="Interceptor", domain=Domain.AIR, squads=4, tactics_per_squad=1),
    Profile(key="starfighter", name="Starfighter", domain=Domain.AIR, squads=3, tactics_per_squad=2),
    Profile(key="bomber", name="Bomber", domain=Domain.AIR, squads=3),
    Profile(
        key="infantry",
        name="Infantry",
        domain=Domain.LAND,
        squads=5,
        armour=3,
        weapons=(
            Weapon(name="Rifles", faces=10, flat=2, penetration=0, rate=3),
            Weapon(name="AT launcher", faces=10, flat=5, penetration=5, rate=1, blast=1),
        ),
        traits=(Trait.INFANTRY,),
    ),
    Profile(
        key="tank",
        name="Tank",
        domain=Domain.LAND,
        squads=4,
        armour=8,
        weapons=(
            Weapon(name="Main gun", faces=10, flat=8, penetration=6, rate=1, blast=3),
            Weapon(name="Machine gun", faces=10, flat=3, penetration=0, rate=4),
        ),
    ),
    Profile(
        key="assault_tank",
        name="Tank (enemy pattern)",
        domain=Domain.LAND,
        squads=4,
        armour=8,
        weapons=(
            Weapon(name="Main gun", faces=10, flat=8, penetration=6, rate=1, blast=3),
            Weapon(name="Machine gun", faces=10, flat=3, penetration=0, rate=4),
        ),
        traits=(Trait.MANEUVER,),
    ),
    Profile(
        key="ac_suit",
        name="AC Suit",
        domain=Domain.LAND,
        squads=3,
        armour=6,
        weapons=(
            Weapon(name="Autocannon", faces=10, flat=6, penetration=4, rate=3),
            Weapon(name="Missile pod", faces=10, flat=5, penetration=3, rate=1, blast=3),
        ),
        traits=(Trait.MANEUVER,),
    ),
    Profile(
        key="artillery",
        name="Artillery",
        domain=Domain.LAND,
        squads=3,
        armour=2,
        weapons=(Weapon(name="Howitzer", faces=10, flat=6, penetration=4, rate=1, blast=4),),
        traits=(Trait.ARTILLERY,),
    ),
)

TERRAINS: tuple[Terrain, ...] = (
    Terrain(key="open", name="Open"),
    Terrain(key="rough", name="Rough", invader=-2),
    Terrain(key="river", name="River", invader=-3),
    Terrain(key="urban", name="Urban", invader=-1, defender=-1),
    Terrain(key="fortified", name="Fortified", invader=-2, defender=1),
)
