"""The bundled profiles and terrains: data of ours, all editable. Traits are data, never a test on a name."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

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


class Advantage(Value):
    """A card for the linked mission (D-27). A passive one holds, one for `your_turn` is used once.

    It needs no roll; what it hits is hit, but may dodge.
    """

    name: str
    kind: Literal["passive", "your_turn"]
    effect: str


class Profile(Value):
    """A type of horde. tactics_per_squad: what each Squad adds to the Air Marshal's target (BF-06).

    advantages: what a surviving horde of the type may supply, one of them (D-27).
    """

    key: str
    name: str
    domain: Domain
    squads: Annotated[int, msgspec.Meta(ge=1, le=5)]
    armour: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    tactics_per_squad: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    weapons: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    advantages: tuple[Advantage, ...] = ()


class Terrain(Value):
    """Changes the Width of the invader and of the defender (BF-24, D-32)."""

    key: str
    name: str
    invader: Annotated[int, msgspec.Meta(ge=-15, le=15)] = 0
    defender: Annotated[int, msgspec.Meta(ge=-15, le=15)] = 0


def _passive(name: str, effect: str) -> Advantage:
    return Advantage(name=name, kind="passive", effect=effect)


def _your_turn(name: str, effect: str) -> Advantage:
    return Advantage(name=name, kind="your_turn", effect=effect)


TANK_WEAPONS = (
    Weapon(name="Main gun", faces=10, flat=8, penetration=6, rate=1, blast=3),
    Weapon(name="Machine gun", faces=10, flat=3, penetration=0, rate=4),
)
TANK_ADVANTAGES = (
    _your_turn("Armoured Push", "A tank breaks through a wall, a gate or a barricade."),
    _passive("Hull Down", "Your team has heavy cover while it stays near a dug-in tank."),
)
PROFILES: tuple[Profile, ...] = (
    Profile(
        key="interceptor",
        name="Interceptor",
        domain=Domain.AIR,
        squads=4,
        tactics_per_squad=1,
        advantages=(
            _passive("Air Cover", "No enemy aircraft takes part in the mission."),
            _your_turn("Forward Observer", "One enemy position is shown to your team."),
        ),
    ),
    Profile(
        key="starfighter",
        name="Starfighter",
        domain=Domain.AIR,
        squads=3,
        tactics_per_squad=2,
        advantages=(
            _your_turn("Strafing Run", "Everybody in a straight line that you choose is hit."),
            _passive("Escort", "Your team reaches and leaves the mission unharmed."),
        ),
    ),
    Profile(
        key="bomber",
        name="Bomber",
        domain=Domain.AIR,
        squads=3,
        advantages=(
            _your_turn("Air Strike", "An area attack on a square that you choose."),
            _your_turn("Supply Drop", "Ammunition and medicine for the whole team."),
        ),
    ),
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
        advantages=(
            _passive("Dug-in Garrison", "A place that your team has taken stays yours."),
            _your_turn("Reserves", "A squad joins your team for the rest of a fight."),
        ),
    ),
    Profile(
        key="tank",
        name="Tank",
        domain=Domain.LAND,
        squads=4,
        armour=8,
        weapons=TANK_WEAPONS,
        advantages=TANK_ADVANTAGES,
    ),
    Profile(
        key="assault_tank",
        name="Tank (enemy pattern)",
        domain=Domain.LAND,
        squads=4,
        armour=8,
        weapons=TANK_WEAPONS,
        advantages=TANK_ADVANTAGES,
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
        advantages=(
            _your_turn("Strike Team", "AC Suits attack one enemy that you name."),
            _passive("Overwatch", "Whoever charges your team is shot at first."),
        ),
    ),
    Profile(
        key="artillery",
        name="Artillery",
        domain=Domain.LAND,
        squads=3,
        armour=2,
        weapons=(Weapon(name="Howitzer", faces=10, flat=6, penetration=4, rate=1, blast=4),),
        traits=(Trait.ARTILLERY,),
        advantages=(
            _your_turn("Bombardment", "Everybody in an area that you choose is hit."),
            _passive("Illumination", "Darkness is no hindrance to your team."),
        ),
    ),
)

TERRAINS: tuple[Terrain, ...] = (
    Terrain(key="open", name="Open"),
    Terrain(key="rough", name="Rough", invader=-2),
    Terrain(key="river", name="River", invader=-3),
    Terrain(key="urban", name="Urban", invader=-1, defender=-1),
    Terrain(key="fortified", name="Fortified", invader=-2, defender=1),
)
