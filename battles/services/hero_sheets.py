"""What a hero's sheet holds, with its titles and limits, and his injuries in words."""

from __future__ import annotations

from dataclasses import dataclass

from battles.rules.armies import ARMS, LEGS, Injury, Location
from battles.rules.ruleset import Message as M


@dataclass(frozen=True)
class Figure:
    """A number of the sheet. short: a characteristic's, as a narrow place has it."""

    name: str
    title: M
    least: int
    most: int
    short: M = M("")


CHARACTERISTICS = (
    Figure("weapon_skill", M("Weapon Skill"), 0, 100, M("WS")),
    Figure("ballistic_skill", M("Ballistic Skill"), 0, 100, M("BS")),
    Figure("strength", M("Strength"), 0, 100, M("S")),
    Figure("toughness", M("Toughness"), 0, 100, M("T")),
    Figure("agility", M("Agility"), 0, 100, M("Ag")),
    Figure("intelligence", M("Intelligence"), 0, 100, M("Int")),
    Figure("willpower", M("Willpower"), 0, 100, M("WP")),
    Figure("fellowship", M("Fellowship"), 0, 100, M("Fel")),
)
WOUNDS = Figure("wounds", M("Wounds"), 1, 40)
WOUNDS_LEFT = Figure("wounds_left", M("Wounds left"), 0, 40)
RESERVES = (WOUNDS, WOUNDS_LEFT, Figure("fate", M("Fate Points"), 0, 9), Figure("magic", M("Magic"), 0, 10))
ARMOUR = (
    Figure("armour_head", M("Armour, head"), 0, 5),
    Figure("armour_right_arm", M("Armour, right arm"), 0, 5),
    Figure("armour_left_arm", M("Armour, left arm"), 0, 5),
    Figure("armour_body", M("Armour, body"), 0, 5),
    Figure("armour_right_leg", M("Armour, right leg"), 0, 5),
    Figure("armour_left_leg", M("Armour, left leg"), 0, 5),
)
NUMBERS = (*CHARACTERISTICS, *RESERVES, *ARMOUR)
SKILLS = {
    "command": M("Command"),
    "tactics": M("Academic Knowledge (Strategy/Tactics)"),
    "heal": M("Heal"),
    "ride": M("Ride"),
    "perception": M("Perception"),
    "channelling": M("Channelling"),
}
FLAGS = {"mounted": M("Mounted"), "player": M("A player's own character")}
GROUPS: tuple[tuple[M, tuple[str, ...]], ...] = (
    (M("Characteristics"), tuple(figure.name for figure in CHARACTERISTICS)),
    (M("Wounds, Fate and Magic"), tuple(figure.name for figure in RESERVES)),
    (M("Skills"), tuple(SKILLS)),
    (M("Armour Points"), tuple(figure.name for figure in ARMOUR)),
)
LOCATIONS = {
    Location.HEAD: M("Head"),
    Location.RIGHT_ARM: M("Right arm"),
    Location.LEFT_ARM: M("Left arm"),
    Location.BODY: M("Body"),
    Location.RIGHT_LEG: M("Right leg"),
    Location.LEFT_LEG: M("Left leg"),
}


def injury_in_words(injury: Injury) -> M:
    """What it does until it is treated: effects 3 to 5 of a critical wound."""
    where = LOCATIONS[injury.location]
    if injury.effect == 4:
        return M("%(location)s: one Armour Point less until the armour is mended", {"location": where})
    if injury.location in LEGS:
        return M("%(location)s: −20 on Agility until it is treated", {"location": where})
    if injury.location not in ARMS:
        return M("%(location)s: −10 on Weapon Skill until it is treated", {"location": where})
    loss = 10 if injury.effect == 3 else 20
    return M(
        "%(location)s: −%(loss)s on Weapon Skill and Ballistic Skill until it is treated",
        {"location": where, "loss": loss},
    )
