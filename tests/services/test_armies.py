"""services.army_list: whose armies they are, new ones, names and owners, the end of one."""

from collections.abc import Iterator
from typing import Any

import pytest

from battles.models import Army, ArmyVersion, Commander, Hero, Horde, Member
from battles.services import army_list, bookings, campaigns
from battles.services.army_kinds import profiles_of
from battles.services.campaigns import Membership
from battles.services.refusals import Refused
from tests.table import Table

pytestmark = pytest.mark.django_db
LAND = ("infantry", "tank", "assault_tank", "ac_suit", "artillery")


@pytest.fixture(autouse=True)
def balanced(table: Table) -> Iterator[None]:
    """Whatever is done to an army, its bookings add up to it."""
    yield
    assert bookings.unbalanced() == []


@pytest.fixture
def army(table: Table) -> Army:
    assert table.battle.red_army is not None
    return table.battle.red_army


def member(table: Table, person: Any) -> Membership:
    return campaigns.membership(campaign_id=table.battle.campaign_id, person=person)


def content(army: Army) -> list[Any]:
    """Of an army, without the numbers of its rows."""
    rows = [list(model.objects.filter(army=army).values()) for model in (Commander, Horde, Hero)]
    return [[{**row, "id": 0, "army_id": 0} for row in each] for each in rows]


def made(table: Table, source: str, person: Any = None) -> Army:
    given = {"name": "New", "source": source}
    return army_list.create(member=member(table, person or table.gm), given=given)


# Whose they are


def test_who_runs_the_campaign_sees_all_and_an_owner_his_own(table: Table, army: Army) -> None:
    Army.objects.filter(pk=army.pk).update(owner=table.ann)
    Member.objects.create(campaign=table.battle.campaign, user=table.sue, role="deputy")
    seen = {person: {each.name for each in army_list.lines(member(table, person))} for person in _people(table)}
    both = {"German Army", "French Army"}
    assert seen == {table.gm: both, table.sue: both, table.ann: {"German Army"}, table.bob: set()}
    assert army_list.find(member(table, table.ann), army.pk) == army
    for person, pk in ((table.bob, army.pk), (table.ann, table.battle.blue_army_id), (table.gm, 987_654)):
        with pytest.raises(army_list.NoSuchArmy):
            army_list.find(member(table, person), pk or 0)


def _people(table: Table) -> list[Any]:
    return [table.gm, table.sue, table.ann, table.bob]


def test_totals_are_those_of_the_hordes_by_domain(army: Army) -> None:
    horde = army.hordes.filter(profile="bomber")[0]
    Horde.objects.filter(pk=horde.pk).update(magnitude=10)
    totals = army_list.totals(army, profiles_of(army.campaign))
    assert (totals.hordes, totals.squads, totals.magnitude, totals.full) == (12, 44, 830, 880)
    assert [(str(title), left, full) for title, left, full in totals.domains] == [("Air", 290, 340), ("Land", 540, 540)]
    assert (totals.commanders, totals.heroes) == (3, 0)
    Horde.objects.filter(pk=horde.pk).update(magnitude=60)


# New ones


def test_an_army_is_made_empty(table: Table) -> None:
    army = made(table, "")
    assert content(army) == [[], [], []]
    assert (army.owner, army.version) == (None, 0)


def test_a_players_army_is_his_own(table: Table) -> None:
    assert made(table, "template-small", table.ann).owner == table.ann


def test_a_template_has_hordes_of_the_usual_size_numbered(table: Table) -> None:
    land = made(table, "template-land")
    profiles = profiles_of(table.battle.campaign)
    found = [(horde.name, horde.profile, horde.squads, horde.magnitude) for horde in land.hordes.all()]
    assert {profile for _, profile, _, _ in found} == set(LAND)
    assert found[:3] == [(f"{profiles['infantry'].name} {number}", "infantry", 5, 100) for number in (1, 2, 3)]
    assert all(squads == profiles[profile].squads and full == squads * 20 for _, profile, squads, full in found)
    assert [commander.name for commander in land.commanders.all()] == ["General"]
    pitched = made(table, "template-pitched")
    assert (pitched.headcount, pitched.heroes.count(), pitched.hordes.count()) == (1000, 3, 0)
    land.refresh_from_db()
    assert land.version == 1, "it is one edit, which can be taken back"


@pytest.mark.parametrize("source", ["template-small", "template-full", "template-air"])
def test_every_template_makes_an_army(table: Table, source: str) -> None:
    assert made(table, source).hordes.count() > 2


def test_a_copy_has_all_of_the_other(table: Table, army: Army) -> None:
    Hero.objects.create(army=army, name="Otto", agility=41)
    Army.objects.filter(pk=army.pk).update(notes="of old", headcount=300, arms=110)
    copy = made(table, f"army-{army.pk}")
    assert content(copy) == content(army)
    copy.refresh_from_db()
    assert (copy.name, copy.notes, copy.headcount, copy.arms) == ("New", "of old", 300, 110)


@pytest.mark.parametrize("source", ["template-none", "army-0", "army-x", "army-{blue}", "x", "template-"])
def test_nothing_is_made_from_what_is_not_offered(table: Table, source: str) -> None:
    before = Army.objects.count()
    with pytest.raises(Refused, match="Made from: one of the choices offered is needed."):
        made(table, source.format(blue=table.battle.blue_army_id), table.ann)
    assert Army.objects.count() == before


# Names and owners


def set_names(table: Table, person: Any, army: Army, **given: str) -> None:
    army = Army.objects.get(pk=army.pk)
    usual = {"name": army.name, "notes": army.notes, "owner": "", "seen": army_list.names_token(army)}
    army_list.set_names(member=member(table, person), army=army, given=usual | given)


def test_name_notes_and_owner_are_set(table: Table, army: Army) -> None:
    set_names(table, table.gm, army, name="Rest", notes="one\r\n\r\ntwo ", owner=str(table.ann.pk))
    army.refresh_from_db()
    assert (army.name, army.notes, army.owner) == ("Rest", "one\n\ntwo", table.ann)


def test_an_owner_does_not_give_his_army_away(table: Table, army: Army) -> None:
    set_names(table, table.gm, army, owner=str(table.ann.pk))
    set_names(table, table.ann, army, name="Mine", owner=str(table.bob.pk))
    army.refresh_from_db()
    assert (army.name, army.owner) == ("Mine", table.ann)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": " "}, "Name: a text of 1 to 100 readable characters is needed."),
        ({"notes": "x" * 2001}, "Notes: a text of at most 2000 readable characters is needed."),
        ({"notes": "a\x07"}, "Notes: a text of at most 2000 readable characters is needed."),
        ({"owner": "987654"}, "Owner: one of the choices offered is needed."),
        ({"owner": "{sue}"}, "Owner: one of the choices offered is needed."),
        ({"owner": "x"}, "Owner: one of the choices offered is needed."),
        ({"seen": ""}, "The army has changed since this page was opened: look at it before you save."),
    ],
)
def test_what_is_not_wanted_is_a_sentence(table: Table, army: Army, given: dict[str, str], words: str) -> None:
    before = list(Army.objects.values())
    with pytest.raises(Refused) as error:
        set_names(table, table.gm, army, **{key: text.format(sue=table.sue.pk) for key, text in given.items()})
    assert str(error.value.message) == words
    assert list(Army.objects.values()) == before


# The end


def test_a_deleted_army_is_booked_as_gone_and_a_battle_in_progress_goes_on(table: Table, army: Army) -> None:
    assert army_list.in_battle(army) == 1
    table.battle.refresh_from_db()
    setup = table.battle.setup
    army_list.disband(member=member(table, table.gm), army=army)
    assert not Army.objects.filter(name="German Army").exists()
    table.battle.refresh_from_db()
    assert (table.battle.setup, table.battle.red_army) == (setup, None)
    table.play_until("result")
    assert table.board(table.ann).view is not None


def test_only_who_runs_the_campaign_deletes_an_army(table: Table, army: Army) -> None:
    Army.objects.filter(pk=army.pk).update(owner=table.ann)
    with pytest.raises(army_list.NoSuchArmy):
        army_list.disband(member=member(table, table.ann), army=army)
    assert ArmyVersion.objects.count() == 0 and Army.objects.filter(pk=army.pk).exists()
