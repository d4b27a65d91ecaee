"""The data rows of a pitched battle, editable per campaign: actions, sources of points, size bands, wounds, ground."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from battles.rules.bataille.formulas import FormulaText
from battles.rules.ruleset import Side, Value

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Points = Annotated[int, msgspec.Meta(ge=1, le=20)]
Text = Annotated[str, msgspec.Meta(max_length=500)]
EFFECTS = r"^(?:10|[1-9])(?: +(?:10|[1-9])){9}$"


class TestKey(StrEnum):
    """What a test can be made on: a characteristic, or a skill with its own characteristic."""

    __test__ = False  # nothing for pytest to collect
    WEAPON_SKILL = "weapon_skill"
    BALLISTIC_SKILL = "ballistic_skill"
    STRENGTH = "strength"
    TOUGHNESS = "toughness"
    AGILITY = "agility"
    INTELLIGENCE = "intelligence"
    WILLPOWER = "willpower"
    FELLOWSHIP = "fellowship"
    COMMAND = "command"
    HEAL = "heal"
    RIDE = "ride"
    PERCEPTION = "perception"
    CHANNELLING = "channelling"
    TACTICS = "tactics"


CHARACTERISTICS = tuple(TestKey)[:8]


class Action(Value):
    """What a hero may do in the third phase (HA-01 to HA-10).

    tests: those he may choose from; none, and he succeeds without a test. mounted: the only test of who rides.
    success, failure: victory points. damage: what he suffers either way; loser_damage: instead, of who loses a duel.
    duel: an opposed test against somebody who accepts the challenge. stabilises, scouts: what success brings besides.
    """

    key: str
    name: Name
    tests: tuple[TestKey, ...] = ()
    mounted: TestKey | None = None
    success: FormulaText = "0"
    failure: FormulaText = "0"
    damage: FormulaText = "0"
    loser_damage: FormulaText = "0"
    duel: bool = False
    stabilises: bool = False
    scouts: bool = False


class Source(Value):
    """A source of strategic points. most: above `points` if the GM chooses how many. group: one of a group at most.

    repeats: may be given to a side several times.
    """

    key: str
    name: Name
    points: Points
    most: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    group: Annotated[str, msgspec.Meta(max_length=40)] = ""
    repeats: bool = False


class Band(Value):
    """A line of the size table: from `least` fighters on, the threshold is `value` hundredths of the base.

    small: a row for small battles, in force where a house rule says so (BD-02).
    """

    key: str
    name: Name
    least: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    value: Annotated[int, msgspec.Meta(ge=1, le=999)]
    small: bool = False


class Critical(Value):
    """A row of the critical table: from `first` on a d100; effects 1 to 10 for a critical value of 1 to 10 and more."""

    key: str
    name: Name
    first: Annotated[int, msgspec.Meta(ge=1, le=100)]
    effects: Annotated[str, msgspec.Meta(pattern=EFFECTS, max_length=60)]

    def effect(self, value: int) -> int:
        return int(self.effects.split()[min(value, 10) - 1])


class Skill(Value):
    """The skill that the tactics roll is made on, where the campaign names its own (BD-21)."""

    key: str
    name: Name
    characteristic: TestKey


class Battlefield(Value):
    """What the GM knows beforehand. base: of the threshold, 0 for the size table's. defender: who holds the ground.

    minutes: what a turn stands for (30 to 60); rolled: 20 + 10 x 1d4 instead (BR-36).
    """

    name: Name
    text: Text = ""
    base: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    defender: Side | None = None
    red_escape: bool = True
    blue_escape: bool = True
    minutes: Annotated[int, msgspec.Meta(ge=30, le=60)] = 45
    rolled: bool = False


K = TestKey
ACTIONS = (
    Action("ha-01", "Hold back"),
    Action("ha-02", "Tend the wounded", (K.HEAL,), success="1d3", damage="1d10", stabilises=True),
    Action("ha-03", "Harangue and rally", (K.COMMAND,), success="1d6", failure="-1d3", damage="1d10+2"),
    Action("ha-04", "Scout or carry orders", (K.RIDE, K.PERCEPTION), success="1d3", damage="1d10+2", scouts=True),
    Action("ha-05", "Shoot or serve a gun", (K.BALLISTIC_SKILL,), success="1d6", damage="1d10+3"),
    Action("ha-06", "Battle magic or prayer", (K.CHANNELLING,), None, "1d6+Mag", "-1d3", "1d10+4"),
    Action("ha-07", "Hold the line", (K.WEAPON_SKILL, K.TOUGHNESS), None, "1d3+TB", "-1d3", "1d10+5"),
    Action("ha-08", "Lead a charge", (K.WEAPON_SKILL,), K.RIDE, "1d6+2", "-1d6", "1d10+6"),
    Action(
        "ha-09",
        "Challenge a champion",
        (K.WEAPON_SKILL,),
        success="1d6",
        damage="1d10+foe SB+3",
        loser_damage="2d10kh+foe SB+3",
        duel=True,
    ),
    Action("ha-10", "Into the thick of the fight", (K.WEAPON_SKILL,), None, "1d6+SB", "-", "2d10kh+7"),
)
SOURCES = (
    Source("ground-minor", "Favourable ground, minor", 2, group="ground"),
    Source("ground-major", "Favourable ground, major", 4, group="ground"),
    Source("field-works", "Field works", 3, group="fortification"),
    Source("walls", "Walls or a castle", 6, group="fortification"),
    Source("surprise", "Ambush, night march or an unready enemy", 5),
    Source("scouting", "A scouting test passed", 2),
    Source("supplies", "Fed and rested troops against tired or hungry ones", 2),
    Source("morale", "A harangue or a holy cause: a test passed before the battle", 2),
    Source("intelligence", "The enemy's plan known: a traitor or a spy", 3),
    Source("weather", "Sun, wind or rain in their favour", 1),
    Source("local", "Local guides or population", 1),
    Source("mission", "A preparatory feat of the heroes", 1, most=5, repeats=True),
)
BANDS = (
    Band("about-10-000", "About 10,000", 0, 100),
    Band("about-20-000", "About 20,000", 15_000, 120),
    Band("about-50-000", "About 50,000", 35_000, 135),
    Band("over-100-000", "More than 100,000", 100_001, 150),
    Band("about-1-000", "About 1,000", 0, 60, small=True),
    Band("about-5-000", "About 5,000", 3_000, 80, small=True),
    Band("small-10-000", "About 10,000, beside the small rows", 7_500, 100, small=True),
)
CRITICALS = tuple(
    Critical(f"from-{first:02}", f"{first:02} to {first + 9 if first < 91 else '00'}", first, effects)
    for first, effects in (
        (1, "5 7 9 10 10 10 10 10 10 10"),
        (11, "5 6 8 9 10 10 10 10 10 10"),
        (21, "4 6 8 9 9 10 10 10 10 10"),
        (31, "4 5 7 8 9 9 10 10 10 10"),
        (41, "3 5 7 8 8 9 9 10 10 10"),
        (51, "3 4 6 7 8 8 9 9 10 10"),
        (61, "2 4 6 7 7 8 8 9 9 10"),
        (71, "2 3 5 6 7 7 8 8 9 9"),
        (81, "1 3 5 6 6 7 7 8 8 9"),
        (91, "1 2 4 5 6 6 7 7 8 8"),
    )
)
SKILLS = (Skill("tactics", "Academic Knowledge (Strategy/Tactics)", K.INTELLIGENCE),)
BATTLEFIELDS = {
    "open-country": Battlefield("Open country"),
    "skirmish": Battlefield("A small fight", "A few thousand men, one afternoon.", base=60),
    "last-stand": Battlefield("A last stand", "Blue has its back to the river.", defender=Side.BLUE, blue_escape=False),
    "siege": Battlefield("Storming the walls", "Red storms, blue holds.", defender=Side.BLUE, rolled=True),
}
