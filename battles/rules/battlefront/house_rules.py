"""What the source leaves open, as one struct of named choices: each field one D-nn, its default first.

A campaign sets it, a battle pins a copy when it opens. `CHOICES` says in plain words what each value does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import asdict

from battles.rules.battlefront.choices import CHOICES as CHOICES
from battles.rules.battlefront.choices import Choice, Option
from battles.rules.d100 import CAP, Method
from battles.rules.ruleset import Illegal, Value


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
BY_FIELD = {choice.field: choice for choice in CHOICES if choice.field is not None}


def method(rules: HouseRules) -> Method:
    """How tests are made under these rules (D-04, D-06, D-28)."""
    return Method(
        cap=CAP if rules.modifier_cap == "sixty" else None,
        tens_digits=rules.degrees == "tens_digits",
        reroll_failures=rules.both_fail == "roll_again",
    )


def differences(rules: HouseRules) -> tuple[tuple[Choice, Option], ...]:
    """Where the rules are not the defaults: each such choice with the option taken, in the order of the list."""
    taken = asdict(rules)
    changed = (choice for field, choice in BY_FIELD.items() if taken[field] != choice.default.value)
    return tuple((choice, choice.option(taken[choice.field or ""])) for choice in changed)


def unusual(rules: HouseRules, field: str) -> str | None:
    """The id of a field's choice where it is not the default, None where it is: reports name it."""
    choice = BY_FIELD[field]
    return None if getattr(rules, field) == choice.default.value else choice.id


def parse(chosen: Mapping[str, object]) -> HouseRules:
    """House rules from field names and values, as a form or a file gives them; what is left out is the default.

    Raises Illegal with the first field that is unknown or has a value outside its choices.
    """
    for field, value in chosen.items():
        _check(field, value)
    return HouseRules(**{field: str(value) for field, value in chosen.items()})  # type: ignore[arg-type]


def _check(field: str, value: object) -> None:
    choice = BY_FIELD.get(field)
    if choice is None:
        raise Illegal("There is no house rule named %(name)s.", clause="D-01", field=field, name=field)
    values = [option.value for option in choice.options]
    if value not in values:
        raise Illegal(
            "House rule %(rule)s, %(name)s: %(value)s is not one of its choices (%(choices)s).",
            clause=choice.id,
            field=field,
            rule=choice.id,
            name=field,
            value=str(value),
            choices=", ".join(values),
        )
