"""A campaign's pages with every ruleset there is: catalogue, house rules, opening a battle."""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from battles.models import Battle, CatalogueEntry
from battles.rules import RULESETS, by_key
from battles.rules.bataille.house_rules import HouseRules
from battles.services.columns import columns
from battles.services.words import sentence
from tests.services.planning import SEATED
from tests.services.test_catalogue_bataille import GIVEN
from tests.table import Table, signed_in
from tests.web.test_campaign import address, refused, sitting

pytestmark = pytest.mark.django_db
KINDS = [kind for ruleset in RULESETS for kind in ruleset.catalogue]
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)


@pytest.fixture
def table(db: None) -> Table:
    return Table.laid(ruleset="bataille")


@pytest.fixture
def gm(table: Table) -> Client:
    return signed_in(table.gm)


def opening(table: Table, **otherwise: Any) -> dict[str, Any]:
    battle = table.battle
    usual = {"ruleset": "bataille", "title": "Again", "scenario": "last-stand"}
    armies = {"red": battle.red_army_id, "blue": battle.blue_army_id}
    return usual | armies | sitting(table, SEATED) | otherwise


def test_the_catalogue_has_a_section_of_each_ruleset_with_every_row_of_every_kind(gm: Client, table: Table) -> None:
    page = unescape(gm.get(address(table, "catalogue/")).content.decode())
    for ruleset in RULESETS:
        assert f'<h2 id="catalogue-{ruleset.key}">{ruleset.title}</h2>' in page
    for kind in KINDS:
        for key, row in kind.rows:
            assert f'href="{address(table, f"catalogue/{kind.key}/{key}/")}">{row.name}</a>' in page
    for text in ("1D10+foe SB+3", "1D3+TB", "Weapon Skill, Toughness", "3 5 7 8 8 9 9 10 10 10", "100,001"):
        assert text in page
    assert 'id="new-action"' in page and 'id="new-skill"' not in page


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_every_kinds_form_has_a_labelled_field_for_each_column(gm: Client, table: Table, kind: Any) -> None:
    new = unescape(gm.get(address(table, f"catalogue/{kind.key}/new/")).content.decode())
    old = unescape(gm.get(address(table, f"catalogue/{kind.key}/{kind.rows[0][0]}/")).content.decode())
    for page in (new, old):
        assert all(f">{sentence(column.title)}<" in page for column in columns(kind.key))
    assert ('id="delete-row"' in old) is (kind.most > kind.least)


@pytest.mark.parametrize("kind", ["action", "source", "band", "critical", "battlefield"])
def test_a_row_is_added_changed_and_deleted_by_plain_forms(gm: Client, table: Table, kind: str) -> None:
    row = GIVEN[kind]
    page = unescape(gm.post(address(table, f"catalogue/{kind}/new/"), row, follow=True).content.decode())
    assert f"Saved: {row['name']}." in page
    key = CatalogueEntry.objects.filter(kind=kind).latest("pk").key
    where = address(table, f"catalogue/{kind}/{key}/")
    page = gm.post(where, row | {"name": "Renamed"}, follow=True).content.decode()
    assert f'href="{where}">Renamed</a>' in page
    page = gm.post(f"{where}delete/", follow=True).content.decode()
    assert "Deleted." in page and "Renamed" not in page


@pytest.mark.parametrize(
    ("page", "fields", "words"),
    [
        ("action/new/", {"success": "1d7"}, "Success: a formula such as 1d6+SB is needed."),
        ("action/new/", {"tests": ["luck"]}, "Tests: one of the choices offered is needed."),
        ("critical/new/", {"effects": "1 2"}, "Effects: ten numbers from 1 to 10 such as"),
        ("critical/from-01/delete/", {}, "From: one row has to begin at 1."),
        ("skill/new/", {}, "Tactics skill: no more than 1 in the catalogue."),
        ("skill/tactics/delete/", {}, "is the only row of its kind; change it instead."),
    ],
)
def test_a_bad_row_is_refused_with_a_sentence(table: Table, page: str, fields: dict[str, Any], words: str) -> None:
    assert words in refused(table, f"catalogue/{page}", GIVEN[page.split("/")[0]] | fields)


@each_ruleset
def test_the_page_of_a_ruleset_offers_its_scenarios_and_house_rules_and_leads_to_the_others(
    gm: Client, table: Table, ruleset: Any
) -> None:
    page = unescape(gm.get(address(table, f"battles/new/?ruleset={ruleset.key}")).content.decode())
    for kind in KINDS:
        if kind.key in {each.scenario_kind for each in RULESETS}:
            for key, row in kind.rows:
                assert (f'<option value="{key}">{row.name}</option>' in page) is (kind.key == ruleset.scenario_kind)
    for each in RULESETS:
        assert f'href="{address(table, "battles/new/")}?ruleset={each.key}"' in page
        offered = [choice.id for choice in each.house_rules.CHOICES if choice.field and f'id="{choice.id}"' in page]
        assert bool(offered) is (each.key == ruleset.key)


def test_a_ruleset_that_does_not_exist_is_not_found(table: Table) -> None:
    assert signed_in(table.gm).get(address(table, "battles/new/?ruleset=chess")).status_code == 404
    refused(table, "battles/new/", opening(table, ruleset="chess"), status=404)


def test_without_a_choice_the_page_is_of_the_ruleset_of_the_newest_battle(gm: Client, table: Table) -> None:
    assert 'name="ruleset" value="bataille"' in gm.get(address(table, "battles/new/")).content.decode()
    Battle.objects.update(ruleset="chess")
    assert f'name="ruleset" value="{RULESETS[0].key}"' in gm.get(address(table, "battles/new/")).content.decode()


def test_a_pitched_battle_is_opened_seated_and_pinned_and_played_to_its_end(gm: Client, table: Table) -> None:
    gm.post(address(table, "house-rules/"), {"ruleset": "bataille", "rule-tie": "from_turn_2", "rule-dash": "one_die"})
    response = gm.post(address(table, "battles/new/"), opening(table, **{"rule-dash": "nothing"}))
    battle = Battle.objects.exclude(pk=table.battle.pk).get()
    assert response.headers["Location"] == f"/gm/battles/battle/{battle.pk}/change/"
    assert gm.get(response.headers["Location"]).status_code == 200
    assert battle.ruleset == "bataille"
    assert battle.setup["battlefield"]["name"] == "A last stand"
    assert HouseRules(**battle.setup["house_rules"]) == HouseRules(tie="from_turn_2")
    table.battle = battle
    table.play_until("result")
    assert table.board(table.ann).view.finished


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"scenario": "open-field"}, "Battlefield: one of the choices offered is needed."),
        ({"rule-dash": "two_dice"}, "House rule BD-05, dash: two_dice is not one of its choices"),
        ({"rule-morale": "fellowship_only"}, "There is no house rule named morale."),
    ],
)
def test_a_pitched_battle_that_cannot_be_opened_says_why(table: Table, fields: dict[str, str], words: str) -> None:
    assert words in refused(table, "battles/new/", opening(table, **fields))


def test_br_18_an_army_without_a_fit_hero_is_refused_by_the_rules_with_the_clause(table: Table) -> None:
    assert table.battle.blue_army is not None
    table.battle.blue_army.heroes.update(condition="dead")
    words = refused(table, "battles/new/", opening(table))
    assert "Horde of the Split Tusk has no hero who could lead it" in words and "BR-18" in words


def test_the_house_rules_of_every_ruleset_are_on_one_page_and_set_apart(gm: Client, table: Table) -> None:
    gm.post(address(table, "house-rules/"), {"ruleset": "bataille", "rule-dash": "one_die"})
    table.battle.campaign.refresh_from_db()
    assert table.battle.campaign.house_rules == {"bataille": {"dash": "one_die"}}
    page = unescape(gm.get(address(table, "house-rules/")).content.decode())
    for ruleset in RULESETS:
        assert f'id="rules-{ruleset.key}"' in page
        assert all(f'id="{choice.id}"' in page for choice in by_key(ruleset.key).house_rules.CHOICES)
