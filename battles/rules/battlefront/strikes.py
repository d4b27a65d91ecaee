"""What an attack deals, by the house rules in force (BF-33..35, D-15..18)."""

from __future__ import annotations

from typing import NamedTuple

from battles.rules.battlefront.catalogue import Weapon
from battles.rules.battlefront.house_rules import DEFAULTS, HouseRules


class Strike(NamedTuple):
    """What a weapon does to an armour. left: armour after penetration. hits: 0 if the armour held."""

    raw: int
    left: int
    hits: int


def strike(weapon: Weapon, armour: int, degrees: int, rules: HouseRules = DEFAULTS) -> Strike:
    """The dice are the General's DoS (BF-34); above the armour left, shots and Blast tell (BF-33)."""
    raw = dice(weapon, degrees, rules) + weapon.flat
    left = max(0, armour - weapon.penetration)
    if raw <= left:
        return Strike(raw, left, 0)
    return Strike(raw, left, shots(weapon, degrees, rules) * per_shot(raw, left, rules) + weapon.blast)


def dice(weapon: Weapon, degrees: int, rules: HouseRules) -> int:
    """Each die shows the DoS up to its faces, or all together do, up to their maximum (BF-34, D-17)."""
    if rules.several_dice == "sum":
        return min(degrees, weapon.dice * weapon.faces)
    return weapon.dice * min(degrees, weapon.faces)


def shots(weapon: Weapon, degrees: int, rules: HouseRules) -> int:
    """The rate of fire that counts (D-16)."""
    return min(weapon.rate, 1 + degrees) if rules.rate_of_fire == "degrees" else weapon.rate


def per_shot(raw: int, left: int, rules: HouseRules) -> int:
    """What one shot deals once it beats the armour left (D-15)."""
    return raw - left if rules.armour == "damage" else 1


def earns_bonus(target: int, hit: set[int], rules: HouseRules) -> bool:
    """Whether an attack that dealt damage adds the General's bonus (D-18). hit: targets of the side's earlier ones."""
    match rules.degrees_bonus:
        case "each_target":
            return target not in hit
        case "each_side":
            return not hit
    return True
