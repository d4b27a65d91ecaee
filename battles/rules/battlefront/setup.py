"""What a Battlefront battle is opened with: scenario, order of battle of both sides, catalogue, house rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from battles.rules.armies import ArmySheet
from battles.rules.battlefront.catalogue import Domain, Profile, Terrain
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.ruleset import Side, Value

Modifier = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
GradeName = Literal["decisive_victory", "victory", "stalemate", "defeat", "decisive_defeat"]


class Reward(Value):
    """What a scenario ties to a result, beside the tables: a gain or a loss, in the GM's own words (BF-46).

    result: as the rewarded side reads it, by the same five names in both contests: in the air they stand for Air
    Supremacy, Air Superiority, Stalemate, Conceded Sky and Enemy Sky. side: None for whichever reaches it.
    """

    contest: Domain
    result: GradeName
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    side: Side | None = None


class Scenario(Value):
    """The Briefing: where they fight, how wide, how many hordes each side may bring (BF-01, BF-24).

    base_width: 1..15 columns before terrain. morale: a modifier of each side's Morale Levels, red then blue (D-02).
    linked: whether a mission follows that Advantages can be spent in; without one only the rewards are paid.
    """

    name: str
    terrain: Terrain
    base_width: Annotated[int, msgspec.Meta(ge=1, le=15)]
    invader: Side
    red_air: Count
    red_land: Count
    blue_air: Count
    blue_land: Count
    red_morale: Modifier = 0
    blue_morale: Modifier = 0
    linked: bool = True
    rewards: tuple[Reward, ...] = ()


class Setup(Value):
    """Everything pinned when the battle opens.

    traced: the state keeps the figures of every round. False for battles opened before there was such a trace: from
    their setup and commands the same states follow as ever.
    """

    scenario: Scenario
    red: ArmySheet
    blue: ArmySheet
    profiles: tuple[Profile, ...]
    house_rules: HouseRules = HouseRules()
    traced: bool = False
