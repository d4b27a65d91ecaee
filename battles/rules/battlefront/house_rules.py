"""What the source leaves open, as one struct of named choices: each field one D-nn, its default first.

A campaign sets it, a battle pins a copy when it opens. Only choices that the rules implement may be named here.
"""

from __future__ import annotations

from typing import Literal

from battles.rules.ruleset import Value


class HouseRules(Value):
    """The defaults of the rule text's list D-01 to D-32."""

    supreme_commander: Literal["optional"] = "optional"  # D-01
    morale: Literal["fellowship_and_command"] = "fellowship_and_command"  # D-02
    break_test: Literal["morale_and_squads"] = "morale_and_squads"  # D-03
    both_fail: Literal["roll_again"] = "roll_again"  # D-04
    tactics_squads: Literal["current"] = "current"  # D-05
    modifier_cap: Literal["sixty"] = "sixty"  # D-06
    air_superiority: Literal["symmetric"] = "symmetric"  # D-09
    land_ties: Literal["drawn_round"] = "drawn_round"  # D-11
    rear_artillery: Literal["search"] = "search"  # D-12
    moving_up: Literal["never"] = "never"  # D-14
    armour: Literal["threshold"] = "threshold"  # D-15
    rate_of_fire: Literal["maximum"] = "maximum"  # D-16
    several_dice: Literal["each"] = "each"  # D-17
    degrees_bonus: Literal["each_attack"] = "each_attack"  # D-18
    infantry_rounding: Literal["side"] = "side"  # D-19
    retreat_total: Literal["nothing"] = "nothing"  # D-21
    surplus_hordes: Literal["refused"] = "refused"  # D-24
    degrees: Literal["full_tens"] = "full_tens"  # D-28
