"""The list BD-01 to BD-21, and what is settled before the first turn: BD-01 to BD-04."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.choices import CHOICES
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import BY_FIELD, DEFAULTS, QUESTIONS, HouseRules, differences, parse
from battles.rules.bataille.setup import Setup
from battles.rules.ruleset import Illegal
from tests.rules.bataille import BLUE, GM, RED, SUE, Play, setup
from tests.rules.table import of

FIELDS = {field: get_args(kind) for field, kind in get_type_hints(HouseRules).items() if field in BY_FIELD}


def test_bd_01_to_bd_21_are_all_listed_in_order():
    assert [choice.id for choice in CHOICES] == [f"BD-{number:02}" for number in range(1, 22)]
    assert [choice.id for choice in CHOICES if choice.field is None] == ["BD-20"]


def test_each_choice_lists_the_values_of_its_field_with_the_default_first():
    assert set(FIELDS) == set(HouseRules.__struct_fields__)
    for field, values in FIELDS.items():
        choice = BY_FIELD[field]
        assert tuple(option.value for option in choice.options) == values
        assert choice.default.value == getattr(DEFAULTS, field)
        assert len(values) > 1


def test_each_choice_asks_and_each_option_answers_in_a_sentence():
    for choice in CHOICES:
        assert str(choice.question).endswith("?")
        assert choice.clauses and all(clause.startswith("BR-") for clause in choice.clauses)
        for option in choice.options:
            assert str(option.effect).endswith(".") and "\n" not in str(option.effect)


@pytest.mark.parametrize("field", FIELDS)
def test_differences_names_the_choice_and_the_option_taken(field: str):
    for value in FIELDS[field][1:]:
        rules = parse({field: value})
        ((choice, option),) = differences(rules)
        assert (choice.field, option.value) == (field, value)
        assert QUESTIONS.unusual(rules, field) == choice.id
    assert differences(parse({field: FIELDS[field][0]})) == ()


def test_parse_of_nothing_is_the_defaults():
    assert parse({}) == DEFAULTS == HouseRules()


@pytest.mark.parametrize("value", ["lots", "", None, 1, "Open", ("open",)])
def test_bd_18_a_value_outside_the_choices_is_refused_naming_field_and_id(value: object):
    with pytest.raises(Illegal) as refusal:
        parse({"dash": "one_die", "declarations": value})
    assert (refusal.value.clause, refusal.value.field) == ("BD-18", "declarations")
    sentence = f"House rule BD-18, declarations: {value} is not one of its choices (secret, open)."
    assert str(refusal.value) == sentence


def test_an_unknown_house_rule_is_refused_by_its_name():
    with pytest.raises(Illegal) as refusal:
        parse({"weather": "rain"})
    assert str(refusal.value) == "There is no house rule named weather."
    assert (refusal.value.clause, refusal.value.field) == ("BD-01", "weather")


@pytest.mark.parametrize(("text", "path"), [(b'{"dash":"no"}', r"\$\.dash"), (b'{"weather":"rain"}', "weather")])
def test_a_stored_value_outside_the_choices_is_refused(text: bytes, path: str):
    with pytest.raises(msgspec.ValidationError, match=path):
        msgspec.json.decode(text, type=HouseRules)


def test_a_battle_pins_its_house_rules():
    rules = HouseRules(dash="one_die", tie="from_turn_3")
    opened = setup(rules=rules)
    assert BATAILLE.open(opened).house_rules == rules
    assert msgspec.json.decode(msgspec.json.encode(opened), type=Setup).house_rules == rules
    assert msgspec.json.encode(rules) == b'{"dash":"one_die","tie":"from_turn_3"}'


def test_the_page_names_what_differs_and_the_default():
    view = BATAILLE.view(BATAILLE.open(setup(rules=HouseRules(dash="one_die"))), SUE)
    ((named),) = view.house_rules
    assert (named.id, named.clauses) == ("BD-05", ("BR-24", "BR-25"))
    assert (str(named.effect), str(named.default)) == ("1D6 victory points are lost.", "No change of victory points.")
    assert BATAILLE.view(BATAILLE.open(setup()), SUE).house_rules == ()


# BD-01, BD-02: the base of the threshold


def base(value: dict[str, Any], headcounts: tuple[int, int]) -> int:
    play = Play(setup(rules=HouseRules(**value), headcounts=headcounts)).begin()
    return play.state.base


@pytest.mark.parametrize(
    ("value", "bases"),
    [
        ("hundred", (100, 120, 135, 150)),
        ("eighty", (80, 96, 108, 120)),
        ("sixty", (60, 72, 81, 90)),
        ("forty", (40, 48, 54, 60)),
    ],
    ids=["hundred", "eighty", "sixty", "forty"],
)
def test_bd_01_the_base_that_the_size_table_is_a_factor_of(value: str, bases: tuple[int, ...]):
    sizes = ((5_000, 5_000), (10_000, 10_000), (20_000, 30_000), (60_000, 60_000))
    assert tuple(base({"base": value}, size) for size in sizes) == bases


BOTH = {(2_000, 1_500): 100, (12_000, 8_000): 120, (7_500, 7_499): 100, (7_500, 7_500): 120, (300, 200): 100}
LARGER = {(2_000, 1_500): 100, (12_000, 8_000): 100, (14_999, 14_999): 100, (15_000, 9): 120, (300, 200): 100}
SMALL = {(500, 400): 60, (1_500, 1_499): 60, (1_500, 1_500): 80, (3_000, 4_499): 80, (3_500, 4_000): 100}
LARGER_SMALL = {(2_999, 2_999): 60, (3_000, 10): 80, (7_499, 7_499): 80, (9, 7_500): 100, (12_000, 8_000): 100}


@pytest.mark.parametrize(
    ("value", "table"),
    [
        ("both", BOTH),
        ("larger", LARGER),
        ("both_with_small", SMALL | {(12_000, 8_000): 120}),
        ("larger_with_small", LARGER_SMALL),
    ],
    ids=["both", "larger", "both_with_small", "larger_with_small"],
)
def test_bd_02_whose_size_is_looked_up_and_in_which_rows(value: str, table: dict[tuple[int, int], int]):
    assert {size: base({"size": value}, size) for size in table} == table


# BD-03: strategic points

RED_NINE = [c.GiveSource(RED, key, points) for key, points in (("ground-major", 4), ("scouting", 2), ("mission", 3))]
BLUE_THREE = [c.GiveSource(BLUE, "morale", 2), c.GiveSource(BLUE, "weather", 1)]
READINGS = {
    "head_start": ((69, 69), (9, 3)),
    "raise_opponent": ((60, 69), (0, 0)),
    "raise_both": ((69, 69), (0, 0)),
    "raise_by_difference": ((60, 66), (0, 0)),
}
EQUAL = {"head_start": ((63, 63), (3, 3)), "raise_opponent": ((60, 60), (0, 0)), "raise_both": ((63, 63), (0, 0))}
EQUAL["raise_by_difference"] = EQUAL["raise_opponent"]


def race(value: Any, given: list[Any], **rules: Any) -> tuple[tuple[int | None, ...], tuple[int, int]]:
    """Thresholds and victory points at the start of turn 1."""
    play = Play(setup(rules=HouseRules(strategic_points=value, **rules))).begin(c.SetBase(60), given=given)
    return (play.state.red.threshold, play.state.blue.threshold), play.points()


@pytest.mark.parametrize("value", READINGS)
def test_bd_03_what_nine_strategic_points_against_three_do(value: str):
    assert race(value, RED_NINE + BLUE_THREE) == READINGS[value]


@pytest.mark.parametrize("value", READINGS)
def test_bd_03_the_same_the_other_way_round(value: str):
    swapped = [c.GiveSource(one.side.rival, one.source, one.points) for one in RED_NINE + BLUE_THREE]
    thresholds, start = READINGS[value]
    assert race(value, swapped) == (thresholds[::-1], start[::-1])


@pytest.mark.parametrize("value", EQUAL)
def test_bd_03_what_equal_strategic_points_do(value: str):
    assert race(value, BLUE_THREE + [c.GiveSource(RED, "morale", 2), c.GiveSource(RED, "local", 1)]) == EQUAL[value]


# BD-04: what the force evaluation brings

CASES = (Case.BALANCED, Case.SLIGHT, Case.CLEAR, Case.CRUSHING)
ARMY = {Case.BALANCED: (2, 0, 2), Case.SLIGHT: (2, 2, 2), Case.CLEAR: (3, 0, 2), Case.CRUSHING: (4, 0, 1)}
FLAT = {Case.BALANCED: 0, Case.SLIGHT: 2, Case.CLEAR: 4, Case.CRUSHING: 8}
MODIFIER = {Case.BALANCED: 0, Case.SLIGHT: 10, Case.CLEAR: 20, Case.CRUSHING: 30}
STRATEGIC = {Case.BALANCED: 0, Case.SLIGHT: 5, Case.CLEAR: 10, Case.CRUSHING: 20}


def favouring(value: Any, case: Case, given: Any = ()) -> Play:
    """A battle in which blue is favoured, unless the armies are balanced."""
    chosen = c.ChooseCase(case, None if case is Case.BALANCED else BLUE)
    return Play(setup(rules=HouseRules(force_effect=value))).begin(chosen, given=given)


def brought(play: Play) -> list[tuple[Any, int, int]]:
    """Side, number of dice and what is added to them, for all that the start of the turn brings."""
    return [(one.side, len(one.dice), one.flat) for one in of(play.start(), e.PointsChanged)]


def modifiers(play: Play) -> list[int]:
    tests = of(play.start(), e.TacticsTested)
    return [sum(term.value for term in one.test.modifiers if "Force" in str(term.label)) for one in tests]


@pytest.mark.parametrize("case", CASES)
def test_bd_04_army_dice_both_roll_the_favoured_one_more(case: Case):
    count, flat, other = ARMY[case]
    assert brought(favouring("army_dice", case)) == [(RED, other, 0), (BLUE, count, flat)]
    assert modifiers(favouring("army_dice", case)) == [0, 0]


@pytest.mark.parametrize("case", CASES)
def test_bd_04_none_it_is_announced_and_brings_nothing(case: Case):
    play = favouring("none", case)
    assert play.points() == (0, 0)
    assert brought(play) == [] and modifiers(favouring("none", case)) == [0, 0]


@pytest.mark.parametrize("case", CASES)
def test_bd_04_flat_the_favoured_side_gains_a_fixed_number(case: Case):
    expected = [(BLUE, 0, FLAT[case])] if FLAT[case] else []
    assert brought(favouring("flat", case)) == expected
    assert modifiers(favouring("flat", case)) == [0, 0]


@pytest.mark.parametrize("case", CASES)
def test_bd_04_tactics_the_favoured_sides_tactics_roll_is_easier(case: Case):
    assert modifiers(favouring("tactics", case)) == [0, MODIFIER[case]]
    assert [one for one in brought(favouring("tactics", case)) if one[1] > 1] == []


@pytest.mark.parametrize("case", CASES)
def test_bd_04_starting_points_the_favoured_side_gets_strategic_points_beyond_twenty(case: Case):
    given = [c.GiveSource(BLUE, key, 5) for key in ("surprise", "mission", "mission", "mission", "mission")]
    play = favouring("starting_points", case, given)
    assert play.points() == (0, 20 + STRATEGIC[case])
    assert play.state.red.threshold == 100 + 20 + STRATEGIC[case]
    assert brought(play) == [(BLUE, 0, 2)]  # the moral advantage


def test_bd_04_starting_points_are_shown_to_the_gm_before_and_said_in_the_report():
    play = Play(setup(rules=HouseRules(force_effect="starting_points")))
    play.do(GM, c.ChooseCase(Case.CLEAR, RED))
    (figures,) = BATAILLE.view(play.state, GM).evaluation
    assert (figures.strategic, figures.thresholds, figures.start) == ((10, 0), (110, 110), (10, 0))
    play.begin()
    event = e.StrategicPointsGiven(RED, 10, 10)
    line = BATAILLE.narrate(play.state, event, SUE)
    assert line is not None and [(str(term.label), term.value) for term in line.terms] == [("Force evaluation", 10)]
