"""The list D-01 to D-32: every choice named, its default first, read strictly, compared with the defaults."""

from typing import get_args, get_type_hints

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront.house_rules import BY_FIELD, CHOICES, DEFAULTS, HouseRules, differences, parse, unusual
from battles.rules.battlefront.setup import Setup
from battles.rules.ruleset import Illegal
from tests.rules.table import setup

FIELDS = {field: get_args(kind) for field, kind in get_type_hints(HouseRules).items() if field in BY_FIELD}
OPEN = {1, 2, 3, 4, 5, 6, 9, 11, 12, 14, 15, 16, 17, 18, 19, 21, 24, 28}


def test_d_01_to_d_32_are_all_listed_in_order():
    assert [choice.id for choice in CHOICES] == [f"D-{number:02}" for number in range(1, 33)]
    assert {number for number, choice in enumerate(CHOICES, 1) if choice.field} == OPEN


def test_each_choice_lists_the_values_of_its_field_with_the_default_first():
    assert set(FIELDS) == set(HouseRules.__struct_fields__)
    for field, values in FIELDS.items():
        choice = BY_FIELD[field]
        assert tuple(option.value for option in choice.options) == values
        assert choice.default.value == getattr(DEFAULTS, field)


def test_each_choice_asks_and_each_option_answers_in_a_sentence():
    for choice in CHOICES:
        assert str(choice.question).endswith("?")
        assert choice.clauses and all(clause.startswith("BF-") for clause in choice.clauses)
        for option in choice.options:
            assert str(option.effect).endswith(".") and "\n" not in str(option.effect)


def test_a_choice_without_alternatives_has_one_answer():
    assert all(len(choice.options) == 1 for choice in CHOICES if choice.field is None)
    assert all(len(choice.options) > 1 for choice in CHOICES if choice.field is not None)


def test_the_defaults_do_not_differ_from_themselves():
    assert differences(HouseRules()) == ()
    assert all(unusual(DEFAULTS, field) is None for field in FIELDS)


@pytest.mark.parametrize("field", FIELDS)
def test_differences_names_the_choice_and_the_option_taken(field: str):
    for value in FIELDS[field][1:]:
        rules = parse({field: value})
        ((choice, option),) = differences(rules)
        assert (choice.field, option.value) == (field, value)
        assert unusual(rules, field) == choice.id


def test_several_differences_come_in_the_order_of_the_list():
    rules = HouseRules(degrees="tens_digits", morale="fellowship_only", armour="damage")
    assert [choice.id for choice, _ in differences(rules)] == ["D-02", "D-15", "D-28"]


def test_parse_of_nothing_is_the_defaults():
    assert parse({}) == DEFAULTS


def test_parse_takes_every_value_of_every_choice():
    for field, values in FIELDS.items():
        assert [getattr(parse({field: value}), field) for value in values] == list(values)


@pytest.mark.parametrize("value", ["lots", "", None, 1, "Damage", ("damage",)])
def test_parse_refuses_a_value_outside_the_choices_naming_field_and_id(value: object):
    with pytest.raises(Illegal) as refusal:
        parse({"degrees": "tens_digits", "armour": value})
    assert (refusal.value.clause, refusal.value.field) == ("D-15", "armour")
    assert str(refusal.value) == (f"House rule D-15, armour: {value} is not one of its choices (threshold, damage).")


def test_parse_refuses_an_unknown_house_rule():
    with pytest.raises(Illegal) as refusal:
        parse({"weather": "rain"})
    assert str(refusal.value) == "There is no house rule named weather."
    assert (refusal.value.clause, refusal.value.field) == ("D-01", "weather")


def test_a_battle_pins_its_house_rules():
    rules = HouseRules(armour="damage", break_test="willpower")
    opened = setup(rules=rules)
    assert BATTLEFRONT.open(opened).house_rules == rules
    assert msgspec.json.decode(msgspec.json.encode(opened), type=Setup).house_rules == rules


def test_only_what_differs_is_stored():
    assert msgspec.json.encode(HouseRules()) == b"{}"
    assert msgspec.json.encode(HouseRules(armour="damage")) == b'{"armour":"damage"}'


def test_a_stored_value_outside_the_choices_is_refused():
    with pytest.raises(msgspec.ValidationError, match="armour"):
        msgspec.json.decode(b'{"armour":"paper"}', type=HouseRules)
