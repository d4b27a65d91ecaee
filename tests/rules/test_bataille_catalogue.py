"""The bundled rows equal the tables of the rule text, sections 1 to 3 (BD-20)."""

from __future__ import annotations

import pytest

from battles.rules import BATAILLE
from battles.rules.armies import Location
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import ACTIONS, BANDS, CRITICALS, SKILLS, SOURCES, Action, Critical
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.commands import Declare
from battles.rules.bataille.formulas import Formula, parse
from battles.rules.bataille.setup import Rows
from battles.rules.bataille.testing import SKILLS as TESTED
from battles.rules.bataille.wounds import location
from tests.rules.bataille import ROWS, hero, setup
from tests.rules.pitched import BODY, QUIET, declaring, of, resolve

# id, test, victory points on success and on failure, damage: as the rule text writes them
TABLE = """
HA-01 | none                        | 0          | 0         | none
HA-02 | Heal                        | +1D3       | 0         | 1D10
HA-03 | Command                     | +1D6       | -1D3      | 1D10+2
HA-04 | Ride or Perception          | +1D3       | 0         | 1D10+2
HA-05 | Ballistic Skill             | +1D6       | 0         | 1D10+3
HA-06 | Channelling                 | +[1D6+Mag] | -1D3      | 1D10+4
HA-07 | Weapon Skill or Toughness   | +[1D3+BE]  | -1D3      | 1D10+5
HA-08 | Weapon Skill (Ride)         | +[1D6+2]   | -1D6      | 1D10+6
HA-09 | Weapon Skill                | +1D6       | 0         | 1D10+BF adverse+3
HA-10 | Weapon Skill                | +[1D6+BF]  | none      | (2D10 keep highest)+7
"""
LINES = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
SPECIAL = {"HA-02": "stabilises", "HA-04": "scouts", "HA-09": "duel"}
CRITICAL_TABLE = """
01-10 |  5 |  7 |  9 | 10 | 10 | 10 | 10 | 10 | 10 | 10
11-20 |  5 |  6 |  8 |  9 | 10 | 10 | 10 | 10 | 10 | 10
21-30 |  4 |  6 |  8 |  9 |  9 | 10 | 10 | 10 | 10 | 10
31-40 |  4 |  5 |  7 |  8 |  9 |  9 | 10 | 10 | 10 | 10
41-50 |  3 |  5 |  7 |  8 |  8 |  9 |  9 | 10 | 10 | 10
51-60 |  3 |  4 |  6 |  7 |  8 |  8 |  9 |  9 | 10 | 10
61-70 |  2 |  4 |  6 |  7 |  7 |  8 |  8 |  9 |  9 | 10
71-80 |  2 |  3 |  5 |  6 |  7 |  7 |  8 |  8 |  9 |  9
81-90 |  1 |  3 |  5 |  6 |  6 |  7 |  7 |  8 |  8 |  9
91-00 |  1 |  2 |  4 |  5 |  6 |  6 |  7 |  7 |  8 |  8
"""


def in_words(row: Action) -> str:
    """The row's tests as the table writes them."""
    names = " or ".join(key.replace("_", " ").title() for key in row.tests)
    return (names or "none") + (f" ({row.mounted.title()})" if row.mounted else "")


def read(text: str, *, dash: bool = False) -> Formula:
    """A formula of the table. dash: nothing there is the source's dash, not a nought."""
    if text == "none":
        return parse("-" if dash else "0")
    plain = text.removeprefix("+").strip("[]").replace("(2D10 keep highest)", "2d10kh")
    return parse(plain.replace("D", "d"))


def test_br_21_the_list_has_its_ten_actions_in_order():
    assert [row.key.upper() for row in ACTIONS] == [line[0] for line in LINES]


@pytest.mark.parametrize("line", [pytest.param(x, id=x[0], marks=pytest.mark.clause(x[0])) for x in LINES])
def test_br_23_bd_20_a_row_of_the_list_is_as_the_rule_text_has_it(line: list[str]):
    key, tests, success, failure, damage = line
    row = next(row for row in ACTIONS if row.key == key.lower())
    assert in_words(row) == tests
    assert parse(row.success) == read(success)
    assert parse(row.failure) == read(failure, dash=True)
    assert parse(row.damage) == read(damage)
    flags = {flag: getattr(row, flag) for flag in SPECIAL.values()}
    assert flags == {flag: SPECIAL.get(key) == flag for flag in flags}


def test_ha_09_who_loses_a_duel_rolls_two_dice_and_keeps_the_higher():
    (row,) = (row for row in ACTIONS if row.duel)
    assert parse(row.loser_damage) == read("2d10kh+BF adverse+3")
    assert all(parse(row.loser_damage).empty for row in ACTIONS if not row.duel)


def test_br_14_bd_20_the_sources_of_strategic_points():
    fixed = {row.key: row.points for row in SOURCES if not row.most}
    assert fixed == {
        "ground-minor": 2,
        "ground-major": 4,
        "field-works": 3,
        "walls": 6,
        "surprise": 5,
        "scouting": 2,
        "supplies": 2,
        "morale": 2,
        "intelligence": 3,
        "weather": 1,
        "local": 1,
    }
    (mission,) = (row for row in SOURCES if row.most)
    assert (mission.key, mission.points, mission.most, mission.repeats) == ("mission", 1, 5, True)
    assert not any(row.repeats for row in SOURCES if not row.most)


def test_br_07_to_br_10_bd_20_the_size_bands():
    usual = [(row.least, row.value) for row in BANDS if not row.small]
    assert usual == [(0, 100), (15_000, 120), (35_000, 135), (100_001, 150)]
    assert {row.value for row in BANDS if row.small} == {60, 80, 100}


@pytest.mark.clause("BR-07", "BR-08", "BR-09", "BR-10")
def test_the_four_size_clauses_are_the_four_usual_bands():
    assert len([row for row in BANDS if not row.small]) == 4


@pytest.mark.parametrize(
    ("key", "characteristic", "basic"),
    [
        (K.COMMAND, K.FELLOWSHIP, True),
        (K.TACTICS, K.INTELLIGENCE, False),
        (K.RIDE, K.AGILITY, True),
        (K.PERCEPTION, K.INTELLIGENCE, True),
        (K.HEAL, K.INTELLIGENCE, False),
        (K.CHANNELLING, K.WILLPOWER, False),
    ],
)
def test_br_19_the_skills_and_what_they_are_tested_on(key: K, characteristic: K, basic: bool):
    assert TESTED[key] == (characteristic, basic)


def test_bd_21_the_tactics_skill_of_the_catalogue_is_the_parent_games():
    (row,) = SKILLS
    assert (row.name, row.characteristic) == ("Academic Knowledge (Strategy/Tactics)", K.INTELLIGENCE)


@pytest.mark.parametrize(
    ("first", "last", "where"),
    [
        (1, 15, "head"),
        (16, 35, "right_arm"),
        (36, 55, "left_arm"),
        (56, 80, "body"),
        (81, 90, "right_leg"),
        (91, 100, "left_leg"),
    ],
)
def test_br_28_the_hit_locations(first: int, last: int, where: str):
    assert {location(roll) for roll in range(first, last + 1)} == {Location(where)}


def rows_of_the_table() -> list[tuple[range, list[int]]]:
    found = []
    for line in CRITICAL_TABLE.strip().splitlines():
        rolls, *effects = line.split("|")
        first, last = (int(end) or 100 for end in rolls.split("-"))
        found.append((range(first, last + 1), [int(effect) for effect in effects]))
    return found


def test_br_28_bd_20_the_critical_table():
    assert [row.first for row in CRITICALS] == [rolls.start for rolls, _ in rows_of_the_table()]
    for row, (_, effects) in zip(CRITICALS, rows_of_the_table(), strict=True):
        assert [row.effect(value) for value in range(1, 11)] == effects
        assert row.effect(11) == row.effect(40) == effects[-1]


def looked_up(value: int, roll: int, criticals: tuple[Critical, ...] = CRITICALS) -> int:
    """The effect in a battle: of a blow of so much beyond the last Wound."""
    rows = Rows((Action("blow", "A blow", damage=str(value)),), ROWS.sources, ROWS.bands, criticals, ROWS.skill)
    struck = hero(1, toughness=9, wounds_left=0)
    play = declaring(setup([struck], rules=QUIET, rows=rows))
    (found,) = of(resolve(play, Declare(1, "blow"), rolls=[BODY, roll], exact=False), e.CriticalSuffered)
    assert (found.value, found.roll) == (value, roll)
    effect: int = found.effect
    return effect


@pytest.mark.parametrize("value", [*range(1, 11), 16])
def test_br_28_the_critical_table_is_looked_up_by_value_and_roll(value: int):
    for rolls, effects in rows_of_the_table():
        for roll in (rolls[0], rolls[-1]):
            assert looked_up(value, roll) == effects[min(value, 10) - 1], (value, roll)


def test_br_28_bd_20_a_campaigns_own_critical_table_in_any_order():
    own = (
        Critical("high", "High", 51, "2 2 2 2 2 2 2 2 2 2"),
        Critical("low", "Low", 1, "1 1 1 1 1 1 1 1 1 1"),
    )
    assert [looked_up(3, roll, own) for roll in (1, 50, 51, 100)] == [1, 1, 2, 2]


def test_every_kind_of_row_is_accepted_as_bundled():
    for kind in BATAILLE.catalogue:
        rows = dict(kind.rows)
        assert all(isinstance(row, kind.struct) for row in rows.values())
        kind.check(rows)
        assert len(rows) >= kind.least
