"""What a pitched battle is opened with: the ground, both armies with their heroes, the data rows, house rules."""

from __future__ import annotations

from battles.rules.armies import ArmySheet
from battles.rules.bataille.catalogue import Action, Band, Battlefield, Critical, Skill, Source
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.ruleset import Value


class Rows(Value):
    """The campaign's data rows, pinned."""

    actions: tuple[Action, ...]
    sources: tuple[Source, ...]
    bands: tuple[Band, ...]
    criticals: tuple[Critical, ...]
    skill: Skill


class Setup(Value):
    """Everything pinned when the battle opens."""

    battlefield: Battlefield
    red: ArmySheet
    blue: ArmySheet
    rows: Rows
    house_rules: HouseRules = HouseRules()
