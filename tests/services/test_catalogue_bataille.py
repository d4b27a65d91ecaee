"""services.catalogue with the rows of a pitched battle: all its numbers are a campaign's to change (BD-20)."""

from typing import Any

import pytest

from battles.models import Campaign, CatalogueEntry
from battles.rules import RULESETS
from battles.rules.bataille.catalogue import ACTIONS, BATTLEFIELDS, Action, Battlefield, Critical, TestKey
from battles.services import catalogue, columns, openings, rows, tables
from battles.services.refusals import Refused
from battles.services.words import sentence
from tests.services.planning import plan
from tests.table import Table

pytestmark = pytest.mark.django_db
KEY = "bataille"
ACTION: dict[str, Any] = {
    "name": "Burn the bridge",
    "tests": ["agility", "perception"],
    "mounted": "ride",
    "success": "2d6+SB−1",
    "failure": " -1d3 ",
    "damage": "2d10kh+7",
    "loser_damage": "",
    "scouts": True,
}
GIVEN: dict[str, dict[str, Any]] = {
    "action": ACTION,
    "source": {"name": "A fog bank", "points": "2", "most": "", "group": ""},
    "band": {"name": "About 200,000", "least": "150000", "value": "170"},
    "critical": {"name": "96 to 00", "first": "96", "effects": "1 1 2 3 4 5 6 7 8 9"},
    "skill": {"name": "Warfare", "characteristic": "fellowship"},
    "battlefield": {"name": "Hedges", "text": "Narrow\n lanes.", "base": "", "defender": "", "minutes": "30"},
}
FORMULA = "a formula such as"
EFFECTS = "Effects: ten numbers from 1 to 10 such as 3 5 7 8 8 9 9 10 10 10 is needed."


@pytest.fixture
def campaign(db: None) -> Campaign:
    return Table.laid(ruleset=KEY).battle.campaign


def load(campaign: Campaign) -> catalogue.Catalogue:
    return catalogue.load(campaign, KEY)


def save(campaign: Campaign, kind: str, key: str = "", **otherwise: Any) -> str:
    return catalogue.save(campaign=campaign, kind=kind, key=key, given=GIVEN[kind] | otherwise)


def refused(campaign: Campaign, kind: str, key: str = "", **otherwise: Any) -> Refused:
    """The refusal; nothing may have been stored."""
    before = list(CatalogueEntry.objects.values())
    with pytest.raises(Refused) as error:
        save(campaign, kind, key, **otherwise)
    assert list(CatalogueEntry.objects.values()) == before
    return error.value


@pytest.mark.parametrize("kind", list(GIVEN))
def test_every_bundled_row_is_the_same_after_a_form_showed_it_and_sent_it_back(campaign: Campaign, kind: str) -> None:
    found = load(campaign)
    for key, row in found.of(kind).items():
        catalogue.save(campaign=campaign, kind=kind, key=key, given=rows.texts(kind, row))
    assert load(campaign).own
    assert load(campaign).rows == found.rows


def test_a_changed_row_makes_the_rows_of_its_ruleset_the_campaigns_own_and_no_others(campaign: Campaign) -> None:
    save(campaign, "source")
    assert [found.own for found in catalogue.load_all(campaign)] == [rules.key == KEY for rules in RULESETS]
    assert set(CatalogueEntry.objects.values_list("ruleset", flat=True)) == {KEY}


def test_an_actions_tests_formulas_and_effects_are_read(campaign: Campaign) -> None:
    key = save(campaign, "action")
    assert load(campaign).row("action", key) == Action(
        key="burn-the-bridge",
        name="Burn the bridge",
        tests=(TestKey.AGILITY, TestKey.PERCEPTION),
        mounted=TestKey.RIDE,
        success="2d6+SB-1",
        failure="-1d3",
        damage="2d10kh+7",
        scouts=True,
    )


def test_what_is_left_empty_is_the_default(campaign: Campaign) -> None:
    key = save(campaign, "battlefield")
    assert load(campaign).row("battlefield", key) == Battlefield(
        "Hedges", "Narrow lanes.", red_escape=False, blue_escape=False, minutes=30
    )


def test_a_battle_is_fought_with_the_campaigns_own_rows(campaign: Campaign) -> None:
    key = save(campaign, "battlefield", base="41")
    save(campaign, "action")
    save(campaign, "critical")
    save(campaign, "skill", "tactics")
    red, blue = campaign.armies.all()
    battle = openings.open_planned(
        campaign=campaign, plan=plan(campaign, ruleset=KEY, scenario=key, red=red, blue=blue)
    )
    pinned = battle.setup["rows"]
    assert battle.setup["battlefield"]["base"] == 41
    assert [row["key"] for row in pinned["actions"]] == [*(row.key for row in ACTIONS), "burn-the-bridge"]
    assert pinned["criticals"][-1]["effects"] == "1 1 2 3 4 5 6 7 8 9"
    assert pinned["skill"] == {"key": "tactics", "name": "Warfare", "characteristic": "fellowship"}


@pytest.mark.parametrize(
    ("kind", "field", "value", "words"),
    [
        ("action", "success", "nonsense", "Success: a formula such as 1d6+SB is needed."),
        ("action", "success", "1d7", "Success: a formula such as 1d6+SB is needed."),
        ("action", "success", "1d6;2", "Success: a formula such as 1d6+SB is needed."),
        ("action", "failure", "x" * 500, "Failure: a formula such as -1d3 is needed."),
        ("action", "damage", "1d10+XX", "Damage: a formula such as 1d10+5 is needed."),
        ("action", "damage", "1d10\x00", "Damage: a formula such as 1d10+5 is needed."),
        ("action", "loser_damage", "2d10kl", "Loser's damage: a formula such as 2d10kh+foe SB+3 is needed."),
        ("action", "damage", "1d10+foe SB", "Damage: there is a foe in a duel only (Burn the bridge)."),
        ("action", "tests", ["luck"], "Tests: one of Weapon Skill, Ballistic Skill, Strength"),
        ("action", "mounted", "luck", "Test when mounted: one of Weapon Skill, Ballistic Skill, Strength"),
        ("action", "name", "hold back", "Name: there is another row named “hold back”."),
        ("source", "points", "0", "Points: a whole number from 1 to 20 is needed."),
        ("source", "most", "21", "At most: a whole number from 0 to 20 is needed."),
        ("source", "most", "2", "At most: 0 or more than 2 is needed (A fog bank)."),
        ("source", "group", "x" * 41, "Group: a text of at most 40 readable characters is needed."),
        ("band", "least", "10000001", "Fighters from: a whole number from 0 to 10000000 is needed."),
        ("band", "least", "15000", "Fighters from: two rows begin at 15000."),
        ("band", "value", "0", "Per cent of the base: a whole number from 1 to 999 is needed."),
        ("critical", "first", "101", "From: a whole number from 1 to 100 is needed."),
        ("critical", "first", "91", "From: two rows begin at 91."),
        ("critical", "effects", "1 2 3", EFFECTS),
        ("critical", "effects", "1 2 3 4 5 6 7 8 9 11", EFFECTS),
        ("critical", "effects", "", EFFECTS),
        ("battlefield", "base", "1000", "Threshold: a whole number from 0 to 999 is needed."),
        ("battlefield", "minutes", "29", "Minutes a turn: a whole number from 30 to 60 is needed."),
        ("battlefield", "defender", "green", "Defender: one of red, blue, nobody is needed."),
        ("battlefield", "text", "x" * 501, "Description: a text of at most 500 readable characters is needed."),
    ],
)
def test_a_bad_row_is_a_sentence_with_field_and_what_is_wanted(
    campaign: Campaign, kind: str, field: str, value: Any, words: str
) -> None:
    error = refused(campaign, kind, **{field: value})
    assert error.field == field
    assert words in str(error.message)
    assert len(str(error.message)) < 400


def test_a_duel_needs_a_test(campaign: Campaign) -> None:
    given = rows.texts("action", load(campaign).row("action", "ha-09"))
    assert "Tests: a duel needs one" in str(refused(campaign, "action", "ha-09", **given | {"tests": []}).message)


def test_the_critical_table_covers_every_roll(campaign: Campaign) -> None:
    """Section 3: the first row begins at 01, whatever is changed or deleted."""
    given = rows.texts("critical", load(campaign).row("critical", "from-01"))
    error = refused(campaign, "critical", "from-01", **given | {"first": "2"})
    assert (error.field, str(error.message)) == ("first", "From: one row has to begin at 1.")
    with pytest.raises(Refused, match="one row has to begin at 1"):
        catalogue.delete(campaign=campaign, kind="critical", key="from-01")
    catalogue.delete(campaign=campaign, kind="critical", key="from-91")
    left = load(campaign).of("critical").values()
    assert [row.first for row in left if isinstance(row, Critical)][0] == 1


def test_br_07_the_size_table_covers_every_battle(campaign: Campaign) -> None:
    given = rows.texts("band", load(campaign).row("band", "about-10-000"))
    assert "has to begin at 0" in str(refused(campaign, "band", "about-10-000", **given | {"least": "1"}).message)
    assert "has to begin at 0" in str(refused(campaign, "band", "about-10-000", **given | {"small": True}).message)
    with pytest.raises(Refused, match="has to begin at 0"):
        catalogue.delete(campaign=campaign, kind="band", key="about-10-000")


def test_bd_21_there_is_one_tactics_skill_and_it_stays(campaign: Campaign) -> None:
    assert "no more than 1 in the catalogue" in str(refused(campaign, "skill").message)
    assert "one of the eight is needed" in str(refused(campaign, "skill", "tactics", characteristic="ride").message)
    with pytest.raises(Refused, match="is the only row of its kind"):
        catalogue.delete(campaign=campaign, kind="skill", key="tactics")
    save(campaign, "skill", "tactics")
    assert load(campaign).row("skill", "tactics").characteristic is TestKey.FELLOWSHIP


def test_bd_20_sources_may_all_go_but_a_battlefield_stays(campaign: Campaign) -> None:
    for key in list(load(campaign).of("source")):
        catalogue.delete(campaign=campaign, kind="source", key=key)
    assert load(campaign).of("source") == {}
    *others, last = BATTLEFIELDS
    for key in others:
        catalogue.delete(campaign=campaign, kind="battlefield", key=key)
    with pytest.raises(Refused, match="last row"):
        catalogue.delete(campaign=campaign, kind="battlefield", key=last)


def test_a_kind_has_room_for_so_many_rows(campaign: Campaign) -> None:
    save(campaign, "source")
    CatalogueEntry.objects.bulk_create(
        CatalogueEntry(
            campaign=campaign,
            ruleset=KEY,
            kind="source",
            key=f"s-{number}",
            data={"key": f"s-{number}", "name": f"Source {number}", "points": 1},
        )
        for number in range(200 - len(load(campaign).of("source")))
    )
    error = refused(campaign, "source", name="One more")
    assert "Sources of strategic points: no more than 200 in the catalogue." in str(error.message)


# Every ruleset


def test_no_two_rulesets_have_a_kind_of_the_same_key() -> None:
    keys = [kind.key for ruleset in RULESETS for kind in ruleset.catalogue]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_every_field_of_every_kind_has_words_of_its_own(ruleset: Any) -> None:
    """A title for each, an example for each pattern, a word for each choice: nothing is shown as the code has it."""
    assert ruleset.scenario_kind in [kind.key for kind in ruleset.catalogue]
    for kind in ruleset.catalogue:
        for column in columns.columns(kind.key):
            assert column.name in kind.titles
            assert column.allowed.shape != "pattern" or column.name in kind.examples
            assert all(option in kind.words for option in column.allowed.options)
            assert not column.allowed.open or column.name in kind.nothing


def test_a_table_says_what_a_row_holds(campaign: Campaign) -> None:
    sections = {section.key: section for section in tables.sections(campaign)}
    table = next(table for table in sections[KEY].tables if table.kind == "action")
    line = next(line for line in table.lines if line.key == "ha-09")
    said = [[sentence(each) for each in cell.lines] for cell in line.cells]
    assert said == [["Weapon Skill"], ["–"], ["1d6"], ["0"], ["1d10+foe SB+3"], ["2d10kh+foe SB+3"]]
    assert [sentence(tag) for tag in line.tags] == ["Duel"]
    skill = next(table for table in sections[KEY].tables if table.kind == "skill")
    assert (table.may_add, skill.may_add) == (True, False)
