"""What the source leaves open, as one struct of named choices: each field one D-nn, its default first.

A campaign sets it, a battle pins a copy when it opens. `CHOICES` says in plain words what each value does.
"""

from __future__ import annotations

from typing import Literal

from battles.rules.battlefront.choices import CHOICES as CHOICES
from battles.rules.choices import Questions
from battles.rules.d100 import CAP, Method
from battles.rules.ruleset import Value


class HouseRules(Value):
    """The defaults of the rule text's list D-01 to D-32."""

    supreme_commander: Literal["optional", "off"] = "optional"  # D-01
    morale: Literal["fellowship_and_command", "fellowship_only"] = "fellowship_and_command"  # D-02
    break_test: Literal["morale_and_squads", "morale_on_d10", "willpower"] = "morale_and_squads"  # D-03: A, B, C
    both_fail: Literal["roll_again", "drawn_round"] = "roll_again"  # D-04
    tactics_squads: Literal["current", "starting"] = "current"  # D-05
    modifier_cap: Literal["sixty", "none"] = "sixty"  # D-06
    air_superiority: Literal["symmetric", "literal"] = "symmetric"  # D-09
    land_ties: Literal["drawn_round", "as_in_the_air"] = "drawn_round"  # D-11
    rear_artillery: Literal["search", "any_front"] = "search"  # D-12
    moving_up: Literal["never", "step_up"] = "never"  # D-14
    armour: Literal["threshold", "damage"] = "threshold"  # D-15
    rate_of_fire: Literal["maximum", "degrees"] = "maximum"  # D-16
    several_dice: Literal["each", "sum"] = "each"  # D-17
    degrees_bonus: Literal["each_attack", "each_target", "each_side"] = "each_attack"  # D-18
    infantry_rounding: Literal["side", "horde"] = "side"  # D-19
    retreat_total: Literal["nothing", "counted"] = "nothing"  # D-21
    surplus_hordes: Literal["refused", "reserve"] = "refused"  # D-24
    degrees: Literal["full_tens", "tens_digits"] = "full_tens"  # D-28


DEFAULTS = HouseRules()
QUESTIONS = Questions(HouseRules, CHOICES)
BY_FIELD = QUESTIONS.by_field
differences = QUESTIONS.differences
unusual = QUESTIONS.unusual
parse = QUESTIONS.parse


def method(rules: HouseRules) -> Method:
    """How tests are made under these rules (D-04, D-06, D-28)."""
    return Method(
        cap=CAP if rules.modifier_cap == "sixty" else None,
        tens_digits=rules.degrees == "tens_digits",
        reroll_failures=rules.both_fail == "roll_again",
    )
