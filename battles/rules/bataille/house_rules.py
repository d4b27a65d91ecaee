"""What the rule text leaves open, as one struct of named choices: each field one BD-nn, its default first."""

from __future__ import annotations

from typing import Literal

from battles.rules.bataille.choices import CHOICES as CHOICES
from battles.rules.choices import Questions
from battles.rules.ruleset import Value


class HouseRules(Value):
    """The defaults of the rule text's list BD-01 to BD-21."""

    base: Literal["hundred", "eighty", "sixty", "forty"] = "hundred"  # BD-01
    size: Literal["both", "larger", "both_with_small", "larger_with_small"] = "both"  # BD-02
    strategic_points: Literal["head_start", "raise_opponent", "raise_both", "raise_by_difference"] = "head_start"
    force_effect: Literal["army_dice", "none", "flat", "tactics", "starting_points"] = "army_dice"  # BD-04
    dash: Literal["nothing", "same_amount", "one_die"] = "nothing"  # BD-05
    damage: Literal["always", "on_failure", "half_on_success"] = "always"  # BD-06
    further_tens: Literal["keep_adding", "new_check", "once"] = "keep_adding"  # BD-07
    generals: Literal["each", "first"] = "each"  # BD-08
    tie: Literal["at_threshold", "from_turn_2", "from_turn_3", "from_turn_4"] = "at_threshold"  # BD-09
    both_past: Literal["higher_total", "in_order", "play_on"] = "higher_total"  # BD-10
    moral_check: Literal["turn_start", "after_army_dice", "from_turn_2"] = "turn_start"  # BD-11
    tactics_tie: Literal["margin", "defender", "fewer_failures"] = "margin"  # BD-12
    untrained_command: Literal["half_then_minus", "minus_only"] = "half_then_minus"  # BD-13
    heroes: Literal["anybody_named", "players_only"] = "anybody_named"  # BD-14
    aftermath: Literal["off", "on"] = "off"  # BD-15
    negative_points: Literal["floor", "allowed"] = "floor"  # BD-16
    ending: Literal["phase_five", "at_once"] = "phase_five"  # BD-17
    declarations: Literal["secret", "open"] = "secret"  # BD-18
    location: Literal["fresh", "swapped"] = "fresh"  # BD-19
    tactics_skill: Literal["academic", "campaign"] = "academic"  # BD-21


DEFAULTS = HouseRules()
QUESTIONS = Questions(HouseRules, CHOICES)
BY_FIELD = QUESTIONS.by_field
differences = QUESTIONS.differences
parse = QUESTIONS.parse
