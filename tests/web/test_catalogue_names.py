"""A bundled row's name is read in the reader's language wherever it stands; a campaign's own name as it was written."""

import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from battles.models import Advantage, Army, CatalogueEntry
from battles.rules import by_key
from battles.rules.bataille.catalogue import ACTIONS, SOURCES
from battles.rules.battlefront.catalogue import PROFILES, TERRAINS
from battles.rules.battlefront.kinds import SCENARIOS
from battles.rules.recording import replay
from battles.rules.ruleset import AUDIENCES
from battles.services.words import catalogue_name, sentence
from tests.rules.golden.contents import load
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db
FRENCH = {"Accept-Language": "fr"}
OWN = "Ready"  # a text of the interface, and no bundled name
CARDS = {card.name for profile in PROFILES for card in profile.advantages}
WEAPONS = {weapon.name for profile in PROFILES for weapon in profile.weapons}
BUNDLED = {*CARDS, *WEAPONS, *(each.name for each in PROFILES), *(each.name for each in (*ACTIONS, *SOURCES))}


@pytest.fixture
def gm(table: Table) -> Client:
    return signed_in(table.gm)


def row(table: Table, key: str = "infantry") -> str:
    return f"/campaigns/{table.battle.campaign_id}/catalogue/profile/{key}/"


def army_of(table: Table) -> Army:
    army = table.battle.campaign.armies.first()
    assert army is not None
    return army


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
    page = gm.get(row(table), headers=FRENCH).content.decode()
    assert (named(page), f"<h1>{OWN}</h1>" in page, f"«\xa0{OWN}\xa0»" in page) == (OWN, True, True)
    army = gm.get(f"/campaigns/{table.battle.campaign_id}/armies/{army_of(table).pk}/", headers=FRENCH).content.decode()
    assert f">{OWN}</option>" in army


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


@pytest.mark.parametrize("name", ["stratagems", "both-at-once", "pitched-battle"])
def test_a_report_in_french_has_no_bundled_name_in_english(name: str) -> None:
    told = " ".join(in_french(name))
    with override("fr"):
        french = {each: catalogue_name(each) for each in BUNDLED}
    assert [each for each in french.values() if each in told]
    assert [each for each, own in french.items() if own != each and re.search(rf"\b{re.escape(each)}\b", told)] == []


def in_french(name: str) -> Iterator[str]:
    """Every line of a recorded battle's report, and what is read when it is opened."""
    recording = load(name)
    rules = by_key(recording.ruleset)
    with override("fr"):
        for step in replay(recording):
            for event in step.events:
                if line := rules.narrate(step.state, event, AUDIENCES["public"]):
                    yield from map(sentence, (line.message, *(term.label for term in line.terms)))


def test_an_advantage_is_read_in_french_until_it_is_spent_and_afterwards(table: Table, gm: Client) -> None:
    card = PROFILES[3].advantages[1]
    link = {"campaign": table.battle.campaign, "battle": table.battle, "army": army_of(table)}
    told = {"side": "red", "horde": "Alpha", "name": card.name, "kind": card.kind, "effect": card.effect}
    held = Advantage.objects.create(**link, **told)
    address = f"/campaigns/{table.battle.campaign_id}/advantages/"
    with override("fr"):
        name, effect = catalogue_name(card.name), catalogue_name(card.effect)
    page = unescape(gm.get(address, headers=FRENCH).content.decode())
    assert (name in page, effect in page, card.name in page) == (True, True, False)
    answer = gm.post(f"{address}{held.pk}/spend/", {"note": "Pont pris"}, headers=FRENCH, follow=True)
    assert f"Noté\xa0: {name}." in unescape(answer.content.decode())
    ledger = unescape(gm.get(f"/campaigns/{table.battle.campaign_id}/ledger/", headers=FRENCH).content.decode())
    assert (f"{name} a été utilisée" in ledger, card.name in ledger) == (True, False)
