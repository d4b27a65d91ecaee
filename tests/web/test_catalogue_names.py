"""A bundled row's name is read in the reader's language wherever it stands; a campaign's own name as it was written."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from battles.models import CatalogueEntry
from battles.rules.battlefront.catalogue import PROFILES, TERRAINS
from battles.rules.battlefront.kinds import SCENARIOS
from battles.services.words import catalogue_name
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db
FRENCH = {"Accept-Language": "fr"}
OWN = "Ready"  # a text of the interface, and no bundled name


@pytest.fixture
def gm(table: Table) -> Client:
    return signed_in(table.gm)


def row(table: Table, key: str = "infantry") -> str:
    return f"/campaigns/{table.battle.campaign_id}/catalogue/profile/{key}/"


def named(page: str) -> str:
    found = re.search(r'<input type="text" name="name" value="([^"]*)"', page)
    assert found
    return unescape(found.group(1))


def fields(page: str) -> dict[str, str | list[str]]:
    """As the browser sends the row back untouched."""
    found: dict[str, str | list[str]] = {
        name: unescape(value) for name, value in re.findall(r'<input[^>]* name="(\w+)" value="([^"]*)"', page)
    }
    found |= {
        name: unescape(text).strip("\n")
        for name, text in re.findall(r'<textarea name="(\w+)"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    }
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', page, re.DOTALL):
        found[name] = "".join(re.findall(r'value="(\w*)" selected', options))
    ticked = re.findall(r'<input type="checkbox" name="(\w+)" value="(\w+)"[^>]* checked', page)
    return found | {name: [value for each, value in ticked if each == name] for name, _ in ticked}


def test_every_bundled_horde_type_is_translated_and_nothing_else_is(table: Table) -> None:
    with override("fr"):
        assert catalogue_name("Infantry") == "Infanterie"
        assert (catalogue_name(OWN), catalogue_name("")) == (OWN, "")
        assert {catalogue_name(weapon.name) for each in PROFILES for weapon in each.weapons} != {
            weapon.name for each in PROFILES for weapon in each.weapons
        }


def test_a_bundled_name_is_shown_translated_and_saved_as_it_was(table: Table, gm: Client) -> None:
    page = gm.get(row(table), headers=FRENCH).content.decode()
    assert named(page) == "Infanterie"
    assert gm.post(row(table), fields(page), headers=FRENCH).status_code == 302
    stored = {entry.data["name"] for entry in CatalogueEntry.objects.filter(kind="profile")}
    assert "Infantry" in stored and "Infanterie" not in stored
    assert named(gm.get(row(table), headers={"Accept-Language": "en"}).content.decode()) == "Infantry"


def test_a_name_that_was_changed_is_a_campaigns_own(table: Table, gm: Client) -> None:
    sent = fields(gm.get(row(table), headers=FRENCH).content.decode()) | {"name": OWN}
    assert gm.post(row(table), sent, headers=FRENCH).status_code == 302
    assert named(gm.get(row(table), headers=FRENCH).content.decode()) == OWN


@pytest.mark.parametrize("phase", ["", "muster", "deployment", "land"])
def test_a_board_in_french_has_no_bundled_name_in_english(lay_table: Callable[[str], Table], phase: str) -> None:
    table = lay_table(phase)
    with override("fr"):
        names = {row.name: catalogue_name(row.name) for row in (*PROFILES, *TERRAINS, *SCENARIOS.values())}
    for person in (table.ann, table.bob, table.sue):
        page = unescape(signed_in(person).get(table.address(), headers=FRENCH).content.decode())
        texts = {text.strip() for text in re.findall(r">([^<>]+)<", page)}
        assert texts & set(names.values())
        assert [name for name, french in names.items() if french != name and name in texts] == []
