"""services.veterans: what a battle may have cost an army, its player does not give back to himself."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from battles.models import Army, Battle, Hero, Horde, LedgerEntry, Member
from battles.services import (
    armies,
    army_list,
    army_rows,
    army_versions,
    bookings,
    campaigns,
    exports,
    heroes,
    imports,
    members,
    taking_back,
    veterans,
)
from battles.services.army_kinds import COMMANDERS, HEROES, HORDES, Kind, texts
from battles.services.refusals import Refused
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db
HURT = {
    "wounds_left": 3,
    "condition": "dead",
    "fate": 0,
    "injuries": [{"location": "head", "effect": 3}],
}


@pytest.fixture
def army(table: Table) -> Army:
    """Ann's, with a hurt hero and a horde that has had losses; the table's battle is fought with it."""
    members.admit(campaign=table.battle.campaign, person=table.ann, role="player")
    found = table.battle.red_army
    assert found is not None
    Army.objects.filter(pk=found.pk).update(owner=table.ann, headcount=500)
    Hero.objects.create(army=found, name="Otto", **HURT)
    with army_versions.edited(army=found, what=army_rows.Message("Lost"), by=table.gm) as held:
        held.hordes.filter(pk=held.hordes.all()[0].pk).update(magnitude=10)
    return Army.objects.get(pk=found.pk)


def kept(army: Army) -> list[Any]:
    hordes = army.hordes.order_by("pk").values_list("pk", "profile", "squads", "magnitude")
    return [list(hordes), list(army.heroes.order_by("pk").values_list("pk", *HURT)), army.headcount]


def row_changed(kind: Kind, **otherwise: str) -> Callable[[Army, User], object]:
    def act(army: Army, by: User) -> object:
        row = getattr(army, kind.key).all()[0]
        given = texts(kind, row) | {"seen": army_rows.token(row)} | otherwise
        return army_rows.change(army=army, kind=kind, row=row.pk, given=given, by=by)

    return act


def sheet_changed(**otherwise: Any) -> Callable[[Army, User], object]:
    def act(army: Army, by: User) -> object:
        hero = army.heroes.all()[0]
        return heroes.change(army=army, hero=hero.pk, given=heroes.texts(hero) | otherwise, by=by)

    return act


def rows(act: Callable[..., object], kind: Kind, **more: str) -> Callable[[Army, User], object]:
    return lambda army, by: act(army=army, kind=kind, row=getattr(army, kind.key).all()[0].pk, by=by, **more)


def added(kind: Kind, **given: str) -> Callable[[Army, User], object]:
    return lambda army, by: army_rows.add(army=army, kind=kind, given={"count": "1", **given}, by=by)


def imported(army: Army, by: User) -> object:
    data, _, name = exports.exported(army, "json")
    draft = imports.read_file(campaign=army.campaign, data=data, filename=name)
    return imports.accept(member=member(army, by), draft=draft, given={"target": str(army.pk)})


def brought_back(army: Army, by: User) -> object:
    seen = army_versions.edit(army, army.version).seen
    return army_versions.bring_back(army=army, number=army.version, seen=seen, by=by)


def member(army: Army, person: User) -> campaigns.Membership:
    return campaigns.membership(campaign_id=army.campaign_id, person=person)


def figures_set(**otherwise: str) -> Callable[[Army, User], object]:
    return lambda army, by: armies.set_figures(army=army, given=armies.figures(army) | otherwise, by=by)


GIVES_BACK: dict[str, Callable[[Army, User], object]] = {
    "Magnitude raised": row_changed(HORDES, magnitude="80"),
    "Magnitude lowered, to be raised once more": row_changed(HORDES, magnitude="5"),
    "a horde of more Squads": row_changed(HORDES, squads="5"),
    "a horde of another type": row_changed(HORDES, profile="tank"),
    "a horde added": added(HORDES, profile="infantry", squads="5", name="New"),
    "a horde duplicated": rows(army_rows.duplicate, HORDES),
    "a horde deleted": rows(army_rows.delete, HORDES),
    "the dead alive, in the table": row_changed(HEROES, condition="fit"),
    "the dead alive, on his sheet": sheet_changed(condition="fit"),
    "Wounds": sheet_changed(wounds_left="12"),
    "Fate": sheet_changed(fate="3"),
    "injuries": sheet_changed(treated=["head-3"]),
    "a hero added": lambda army, by: heroes.add(army=army, given=heroes.texts(Hero()) | {"name": "New"}, by=by),
    "a hero duplicated": rows(army_rows.duplicate, HEROES),
    "a hero deleted": lambda army, by: heroes.delete(army=army, hero=army.heroes.all()[0].pk, by=by),
    "headcount": figures_set(headcount="1000"),
    "a file imported into it": imported,
    "the GM's edit taken back": lambda army, by: army_versions.take_back(army=army, number=army.version, by=by),
    "a version brought back": brought_back,
}
HIS_OWN: dict[str, Callable[[Army, User], object]] = {
    "a horde's name and notes": row_changed(HORDES, name="Landwehr", notes="brave"),
    "the order of the hordes": rows(army_rows.move, HORDES, to="down"),
    "a hero's name and skill": sheet_changed(name="Otto II", weapon_skill="50"),
    "a commander's figures": row_changed(COMMANDERS, name="Moltke", intelligence="60"),
    "a commander added": added(COMMANDERS, name="New"),
    "arms": figures_set(arms="110"),
}


@pytest.mark.parametrize("what", GIVES_BACK)
def test_a_player_changes_nothing_of_what_his_army_has_left_once_it_has_fought(
    table: Table, army: Army, what: str
) -> None:
    before, entries = kept(army), LedgerEntry.objects.count()
    with pytest.raises((Refused, imports.Mistakes)) as refused:
        GIVES_BACK[what](army, table.ann)
    assert "has fought" in str(getattr(refused.value, "message", "")) or what == "a file imported into it"
    assert (kept(Army.objects.get(pk=army.pk)), LedgerEntry.objects.count()) == (before, entries)


@pytest.mark.parametrize("what", GIVES_BACK)
@pytest.mark.parametrize("who", ["gm", "deputy"])
def test_whoever_runs_the_campaign_may(table: Table, army: Army, what: str, who: str) -> None:
    if who == "deputy":
        Member.objects.create(campaign=army.campaign, user=table.sue, role="deputy")
    before = kept(army)
    GIVES_BACK[what](army, table.gm if who == "gm" else table.sue)
    assert kept(Army.objects.get(pk=army.pk)) != before
    assert bookings.unbalanced(army.campaign) == []


@pytest.mark.parametrize("what", GIVES_BACK)
def test_before_an_army_has_fought_its_player_may(table: Table, army: Army, what: str) -> None:
    """Also if the battle that it was in was declared void: then that has cost nothing."""
    Battle.objects.update(voided_at=timezone.now())
    before = kept(army)
    GIVES_BACK[what](army, table.ann)
    assert kept(Army.objects.get(pk=army.pk)) != before


@pytest.mark.parametrize("what", HIS_OWN)
def test_what_no_battle_costs_stays_his_to_change(table: Table, army: Army, what: str) -> None:
    HIS_OWN[what](army, table.ann)
    assert Army.objects.get(pk=army.pk).version == army.version + 1


def test_an_army_has_fought_while_its_battle_or_what_that_cost_is_there(table: Table, army: Army) -> None:
    assert veterans.is_kept(army, table.ann) and not veterans.is_kept(army, table.gm)
    table.play_until("over")
    assert veterans.is_kept(army, table.ann)
    Battle.objects.update(red_army=None, blue_army=None)
    assert veterans.is_kept(army, table.ann)
    taking_back.take_back(campaign=army.campaign, battle=table.battle.pk, by=table.gm, why="A mistake")
    assert not veterans.is_kept(army, table.ann)


def test_the_tables_offer_a_player_only_what_he_may_and_say_why(table: Table, army: Army) -> None:
    at = f"/campaigns/{army.campaign_id}/armies/{army.pk}/"
    page = signed_in(table.ann).get(at).content.decode()
    assert 'id="has-fought"' in page and 'id="add-commanders"' in page
    for button in ("add-hordes", "duplicate-hordes", "delete-hordes", "new-hero", "duplicate-heroes", "army-import"):
        assert f'id="{button}' not in page
        assert f'id="{button}' in signed_in(table.gm).get(at).content.decode()


def test_what_a_form_only_shows_cannot_be_sent(table: Table, army: Army) -> None:
    horde: Horde = army.hordes.all()[0]
    fields = texts(HORDES, horde) | {"seen": army_rows.token(horde), "magnitude": "100", "name": "Landwehr"}
    at = f"/campaigns/{army.campaign_id}/armies/{army.pk}/"
    assert signed_in(table.ann).post(f"{at}rows/hordes/{horde.pk}/", fields).status_code == 302
    horde.refresh_from_db()
    assert (horde.name, horde.magnitude) == ("Landwehr", 10)
    hero = army.heroes.all()[0]
    sheet = heroes.texts(hero) | {"name": "Otto II", "condition": "fit", "treated": ["head-3"], "wounds_left": "12"}
    sheet = {name: value for name, value in sheet.items() if value is not False}
    assert signed_in(table.ann).post(f"{at}heroes/{hero.pk}/", sheet).status_code == 302
    hero.refresh_from_db()
    assert (hero.name, {name: getattr(hero, name) for name in HURT}) == ("Otto II", HURT)


def test_an_army_that_has_fought_is_no_place_to_import_into_for_its_player(table: Table, army: Army) -> None:
    assert str(army.pk) not in dict(imports.targets(member(army, table.ann)))
    assert str(army.pk) in dict(imports.targets(member(army, table.gm)))


def test_whoever_is_made_a_spectator_edits_no_army_any_more(table: Table, army: Army) -> None:
    at = f"/campaigns/{army.campaign_id}/armies/{army.pk}/"
    client = signed_in(table.ann)
    assert client.get(at).status_code == 200
    members.change(campaign=army.campaign, person=table.ann.pk, role="spectator", faction="")
    assert (client.get(at).status_code, client.post(f"{at}rows/hordes/add/").status_code) == (404, 404)
    assert army_list.lines(member(army, table.ann)) == [] and imports.targets(member(army, table.ann)) == []
