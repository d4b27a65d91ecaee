"""/campaigns/<pk>/armies/<army>/…: an army's heroes and figures, on plain forms of the GM's."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from battles.models import Army, Hero
from battles.services import armies, heroes
from tests.table import Table, signed_in
from tests.web.test_campaign import HTML, NUMBER_TOO_LARGE, address, refused, said, stored

pytestmark = pytest.mark.django_db
FIGURES = {"headcount": "1400", "arms": "110", "training": "95"}


@pytest.fixture
def table(db: None) -> Table:
    return Table.laid(ruleset="bataille")


@pytest.fixture
def gm(table: Table) -> Client:
    return signed_in(table.gm)


@pytest.fixture
def army(table: Table) -> Army:
    assert table.battle.red_army is not None
    return table.battle.red_army


def where(army: Army, page: str = "") -> str:
    """Below the campaign's address."""
    return f"armies/{army.pk}/{page}"


def sheet(hero: Hero | None = None, **otherwise: Any) -> dict[str, Any]:
    """What a browser sends of the form: no box that is not ticked."""
    given = heroes.texts(hero or Hero()) | ({} if hero else {"name": "Otto"}) | otherwise
    return {name: value for name, value in given.items() if value is not False}


def names(army: Army) -> list[str]:
    return [hero.name for hero in army.heroes.all()]


def test_the_campaigns_page_shows_each_armys_heroes_and_headcount_and_leads_to_them(
    gm: Client, table: Table, army: Army
) -> None:
    army.heroes.filter(position=1).update(wounds_left=3, condition="out")
    page = unescape(gm.get(address(table)).content.decode())
    assert f'href="{address(table, where(army))}"' in page
    for hero in Hero.objects.all():
        assert hero.name in page
        assert f"{hero.wounds_left} / {hero.wounds}" in page
    assert "out of action" in page
    assert "<dt>Headcount</dt><dd>1400</dd>" in page


def test_a_hero_is_added_changed_moved_and_deleted_by_plain_forms(gm: Client, table: Table, army: Army) -> None:
    before = names(army)
    page = gm.post(address(table, where(army, "heroes/new/")), sheet(magic="2"), follow=True).content.decode()
    assert "Saved: Otto." in page
    hero = army.heroes.get(name="Otto")
    assert (names(army), hero.magic, hero.mounted, hero.player) == ([*before, "Otto"], 2, False, True)
    own = where(army, f"heroes/{hero.pk}/")
    assert f'href="{address(table, own)}"' in page
    gm.post(address(table, own), sheet(hero, name="Brenna", mounted="on", player=False))
    hero.refresh_from_db()
    assert (hero.name, hero.mounted, hero.player) == ("Brenna", True, False)
    response = gm.post(address(table, f"{own}move/"), {"to": "up"})
    assert response.headers["Location"] == address(table, where(army))
    assert names(army) == [*before[:-1], "Brenna", before[-1]]
    assert "Deleted: Brenna." in gm.post(address(table, f"{own}delete/"), follow=True).content.decode()
    assert names(army) == before
    assert gm.get(address(table, own)).status_code == 404


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"weapon_skill": "101"}, "Weapon Skill: a whole number from 0 to 100 is needed."),
        ({"armour_head": "6"}, "Armour, head: a whole number from 0 to 5 is needed."),
        ({"wounds_left": "13"}, "Wounds left: a whole number from 0 to 12 is needed."),
        ({"wounds": "41"}, "Wounds: a whole number from 1 to 40 is needed."),
        ({"fate": NUMBER_TOO_LARGE}, "Fate Points: a whole number from 0 to 9 is needed."),
        ({"magic": ""}, "Magic: a whole number from 0 to 10 is needed."),
        ({"channelling": "expert"}, "Channelling: one of the choices offered is needed."),
        ({"condition": "asleep"}, "Condition: one of the choices offered is needed."),
        ({"name": ""}, "Name: a text of 1 to 100 readable characters is needed."),
        ({"name": "x" * 13_000}, "Name: at most 100 characters are allowed."),
        ({"strength": "a\x00"}, "Strength: only characters that can be read."),
        ({"treated": "head-3"}, "Injuries: one of the choices offered is needed."),
    ],
)
def test_a_sheet_that_is_refused_says_why_at_the_field_and_nothing_is_stored(
    table: Table, army: Army, fields: dict[str, str], words: str
) -> None:
    hero = army.heroes.all()[0]
    assert words in refused(table, where(army, "heroes/new/"), sheet(name="Another") | fields)
    kept = {"wounds": "12", "wounds_left": "12"} | fields
    assert words in refused(table, where(army, f"heroes/{hero.pk}/"), sheet(hero, name="Another") | kept)


def test_what_was_typed_stays_in_a_refused_sheet(gm: Client, table: Table, army: Army) -> None:
    page = gm.post(address(table, where(army, "heroes/new/")), sheet(name=HTML, agility="many")).content.decode()
    assert HTML not in page and HTML in unescape(page)
    assert 'value="many"' in page


def test_a_sheet_opened_before_a_battle_changed_the_hero_says_so_once(gm: Client, table: Table, army: Army) -> None:
    hero = army.heroes.all()[0]
    page, opened = address(table, where(army, f"heroes/{hero.pk}/")), sheet(hero)
    Hero.objects.filter(pk=hero.pk).update(condition="dead", wounds_left=0)
    before = stored()
    response = gm.post(page, opened)
    assert response.status_code == 422 and stored() == before
    assert f"{hero.name} has changed since this page was opened" in said(response)
    fresh = re.findall(r'name="seen" value="(\w+)"', response.content.decode())
    assert gm.post(page, opened | {"seen": fresh[0]}).status_code == 302
    hero.refresh_from_db()
    assert hero.condition == "fit", "the GM has looked, and meant it"


def test_injuries_are_shown_in_words_and_ticked_off(gm: Client, table: Table, army: Army) -> None:
    hero = army.heroes.all()[0]
    hero.injuries = [{"location": "left_arm", "effect": 5}, {"location": "head", "effect": 4}]
    hero.save()
    page = unescape(gm.get(address(table, where(army))).content.decode())
    assert "Left arm: −20 on Weapon Skill and Ballistic Skill until it is treated" in page
    assert "Head: one Armour Point less until the armour is mended" in page
    own = address(table, where(army, f"heroes/{hero.pk}/"))
    assert 'value="left_arm-5"' in gm.get(own).content.decode()
    gm.post(own, sheet(hero) | {"treated": ["left_arm-5"]})
    hero.refresh_from_db()
    assert hero.injuries == [{"location": "head", "effect": 4}]


def test_an_armys_figures_are_set_by_a_plain_form(gm: Client, table: Table, army: Army) -> None:
    seen = {"seen": armies.figures_token(army)}
    assert "Saved." in gm.post(address(table, where(army)), FIGURES | seen, follow=True).content.decode()
    army.refresh_from_db()
    assert (army.headcount, army.arms, army.training) == (1400, 110, 95)


def test_figures_opened_before_a_battle_cost_some_are_refused_once(table: Table, army: Army) -> None:
    seen = {"seen": armies.figures_token(army)}
    Army.objects.filter(pk=army.pk).update(headcount=900)
    assert "The figures have changed since this page was opened" in refused(table, where(army), FIGURES | seen)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"headcount": "10000001"}, "Headcount: a whole number from 0 to 10000000 is needed."),
        ({"headcount": NUMBER_TOO_LARGE}, "Headcount: a whole number from 0 to 10000000 is needed."),
        ({"arms": "74"}, "Arms, per cent of the usual: a whole number from 75 to 150 is needed."),
        ({"training": "151"}, "Training, per cent of the usual: a whole number from 75 to 150 is needed."),
    ],
)
def test_an_armys_figure_that_is_refused_says_why_and_nothing_is_stored(
    table: Table, army: Army, fields: dict[str, str], words: str
) -> None:
    assert words in refused(table, where(army), FIGURES | fields)


@pytest.mark.parametrize("page", ["", "heroes/new/", "heroes/{hero}/", "heroes/{hero}/move/", "heroes/{hero}/delete/"])
def test_an_army_of_another_campaign_is_not_found(table: Table, page: str) -> None:
    foreign = Table.laid(ruleset="bataille").battle.blue_army
    assert foreign is not None
    where_to = where(foreign, page.format(hero=foreign.heroes.all()[0].pk))
    refused(table, where_to, FIGURES | sheet() | {"to": "up"}, status=404)


@pytest.mark.parametrize("hero", [0, 987_654, 10**30])
@pytest.mark.parametrize("page", ["", "move/", "delete/"])
def test_a_hero_that_does_not_exist_is_not_found(table: Table, army: Army, hero: int, page: str) -> None:
    refused(table, where(army, f"heroes/{hero}/{page}"), sheet() | {"to": "up"}, status=404)


def test_only_the_gm_is_told_of_heroes_and_figures(table: Table) -> None:
    found = list(Hero.objects.values_list("name", flat=True))
    for person in (table.ann, table.bob, table.sue):
        for page in ("", "house-rules/", "advantages/"):
            text = unescape(signed_in(person).get(address(table, page)).content.decode())
            assert not re.search(r"armies/\d", text)
            assert not [name for name in found if name in text]


@pytest.mark.parametrize("name", [HTML, "Ó" * 100, "محمد الفاتح", "山田太郎", "{{ name }} %(name)s"])
def test_a_name_of_any_script_is_shown_literally(gm: Client, table: Table, army: Army, name: str) -> None:
    gm.post(address(table, where(army, "heroes/new/")), sheet(name=name))
    hero = army.heroes.get(name=name)
    for page in (address(table), address(table, where(army)), address(table, where(army, f"heroes/{hero.pk}/"))):
        text = gm.get(page).content.decode()
        assert "<b id=x>" not in text
        assert name in unescape(text)


def test_a_page_costs_the_same_with_many_heroes(
    gm: Client, table: Table, army: Army, django_assert_max_num_queries: Any
) -> None:
    Hero.objects.bulk_create(Hero(army=army, name=f"Hero {number}", position=number) for number in range(40))
    for page in ("", where(army)):
        with django_assert_max_num_queries(12):
            assert gm.get(address(table, page)).status_code == 200
