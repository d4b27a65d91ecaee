"""services.house_rules: what a campaign chose, stored as what differs, and pinned by a battle when it opens."""

import pytest

from battles.models import Battle, Campaign
from battles.rules.battlefront.house_rules import CHOICES, DEFAULTS, HouseRules
from battles.rules.ruleset import Illegal
from battles.services import house_rules, openings
from battles.services.refusals import Refused
from tests.services.planning import plan
from tests.table import Table

pytestmark = pytest.mark.django_db
KEY = "battlefront"
SELECTABLE = [
    (choice.id, choice.field, option.value) for choice in CHOICES if choice.field for option in choice.options
]


@pytest.fixture
def campaign(table: Table) -> Campaign:
    return table.battle.campaign


def test_a_new_campaign_has_the_defaults(campaign: Campaign) -> None:
    assert house_rules.of_campaign(campaign, KEY) == DEFAULTS
    choices = house_rules.choices(KEY, DEFAULTS)
    assert [choice.id for choice in choices] == [f"D-{number:02}" for number in range(1, 33)]
    assert house_rules.differences(choices) == ()


@pytest.mark.parametrize(("clause", "field", "value"), SELECTABLE)
def test_every_choice_of_d_01_to_d_32_can_be_taken_and_taken_back(
    campaign: Campaign, clause: str, field: str, value: str
) -> None:
    value = "".join(value)  # as a form sends it: no object of the rules' own
    house_rules.choose(campaign=campaign, ruleset=KEY, chosen={field: value})
    campaign.refresh_from_db()
    default = getattr(DEFAULTS, field)
    assert campaign.house_rules == {KEY: {} if value == default else {field: value}}, "only what differs is stored"
    taken = house_rules.of_campaign(campaign, KEY)
    assert taken == HouseRules(**{field: value})
    changed = house_rules.differences(house_rules.choices(KEY, taken))
    assert [choice.id for choice in changed] == ([] if value == default else [clause])
    house_rules.choose(campaign=campaign, ruleset=KEY, chosen={field: default})
    assert house_rules.of_campaign(campaign, KEY) == DEFAULTS


def test_choosing_one_leaves_the_others(campaign: Campaign) -> None:
    house_rules.choose(campaign=campaign, ruleset=KEY, chosen={"morale": "fellowship_only"})
    house_rules.choose(campaign=campaign, ruleset=KEY, chosen={"armour": "damage"})
    assert house_rules.of_campaign(campaign, KEY) == HouseRules(morale="fellowship_only", armour="damage")


def test_two_who_choose_at_one_time_do_not_undo_each_other(campaign: Campaign) -> None:
    other = Campaign.objects.get(pk=campaign.pk)
    house_rules.choose(campaign=campaign, ruleset=KEY, chosen={"morale": "fellowship_only"})
    house_rules.choose(campaign=other, ruleset=KEY, chosen={"armour": "damage"})
    assert house_rules.of_campaign(other, KEY) == HouseRules(morale="fellowship_only", armour="damage")


@pytest.mark.parametrize("value", ["", "nonsense", "Fellowship_only", "x" * 10_000, "<b>"])
def test_a_value_outside_the_choices_is_a_sentence_with_field_and_d_id_and_changes_nothing(
    campaign: Campaign, value: str
) -> None:
    house_rules.choose(campaign=campaign, ruleset=KEY, chosen={"armour": "damage"})
    with pytest.raises(Illegal) as refused:
        house_rules.choose(campaign=campaign, ruleset=KEY, chosen={"armour": "threshold", "morale": value})
    sentence = str(refused.value.message)
    assert "D-02" in sentence and "morale" in sentence and len(sentence) < 300
    campaign.refresh_from_db()
    assert campaign.house_rules == {KEY: {"armour": "damage"}}


def test_a_house_rule_or_a_ruleset_that_does_not_exist_is_refused(campaign: Campaign) -> None:
    with pytest.raises(Illegal, match="weather"):
        house_rules.choose(campaign=campaign, ruleset=KEY, chosen={"weather": "rain"})
    with pytest.raises(Refused, match="Ruleset"):
        house_rules.choose(campaign=campaign, ruleset="chess", chosen={})


def test_a_battle_has_the_campaigns_house_rules_with_its_own_over_them_and_keeps_both(campaign: Campaign) -> None:
    house_rules.choose(campaign=campaign, ruleset=KEY, chosen={"morale": "fellowship_only", "armour": "damage"})
    battle = openings.open_planned(campaign=campaign, plan=plan(campaign, house_rules={"armour": "threshold"}))
    house_rules.choose(campaign=campaign, ruleset=KEY, chosen={"morale": "fellowship_and_command"})
    pinned = Battle.objects.get(pk=battle.pk).setup["house_rules"]
    assert HouseRules(**pinned) == HouseRules(morale="fellowship_only")
