"""/campaigns/<pk>/battles/new/: a battle like an earlier one, sides without players, and why it could not start."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Army, Battle, Campaign, CatalogueEntry, Commander, Hero, Horde, Member, Seat
from battles.rules.battlefront.house_rules import HouseRules
from battles.services import members
from tests.table import Table, signed_in
from tests.web.test_campaign import address, opening, refused, sitting

pytestmark = pytest.mark.django_db
HTML = "<b id=x>'\"&</b>"


def told(content: bytes) -> str:
    """What the page says of the battle as it stands in the form."""
    found = re.search(r'<div id="opening-check".*?</div>', content.decode(), re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found.group())).split())


def checked(table: Table, ruleset: str = "battlefront", **otherwise: Any) -> str:
    """What a press of “Check it first” says; nothing may have been opened."""
    before = Battle.objects.count()
    fields = opening(table, ruleset=ruleset, check="1", **otherwise)
    response = signed_in(table.gm).post(address(table, "battles/new/"), fields)
    assert response.status_code == 200
    assert Battle.objects.count() == before
    return told(response.content)


def red(table: Table) -> Army:
    assert table.battle.red_army is not None
    return table.battle.red_army


# Said before


def test_a_battle_that_could_start_is_said_to(table: Table) -> None:
    CatalogueEntry.objects.all().delete()
    page = checked(table)
    assert "This battle could start." in page and "could not" not in page


def test_before_anything_is_chosen_it_asks_for_it(table: Table) -> None:
    page = signed_in(table.gm).get(address(table, "battles/new/")).content
    assert told(page) == "Choose a scenario and both armies: here it says whether the battle could start."


def test_bf_02_both_armies_without_commanders_are_named_with_the_rule(table: Table) -> None:
    Commander.objects.all().delete()
    page = checked(table)
    assert "As it stands, this battle could not start:" in page
    for name in ("German Army", "French Army"):
        assert (
            f"{name} has fewer than two commanding characters: an Air Marshal and a General are needed. BF-02" in page
        )


def test_br_18_an_army_without_heroes_is_named_with_the_rule(table: Table) -> None:
    page = checked(table, "bataille", scenario="skirmish")
    for name in ("German Army", "French Army"):
        assert f"{name} has no hero who could lead it: a general is needed. BR-18" in page


def test_bf_01_a_type_that_left_the_catalogue_and_a_missing_commander_are_both_said(table: Table) -> None:
    Horde.objects.filter(army=red(table), profile="infantry").update(profile="hoplite")
    assert table.battle.blue_army is not None
    table.battle.blue_army.commanders.all().delete()
    page = checked(table)
    assert "is of a type that this battle does not know. BF-01" in page
    assert "French Army has fewer than two commanding characters" in page


def test_bf_01_caps_above_what_an_army_has_are_a_doubt(table: Table) -> None:
    red(table).hordes.exclude(profile="infantry").delete()
    page = checked(table, scenario="crossing-the-meuse")
    assert "This battle could start. Look at this first:" in page
    assert re.search(r"German Army has fewer air hordes than the scenario allows: 0 of \d+\. BF-01", page)
    assert re.search(r"German Army has fewer land hordes than the scenario allows: 2 of \d+\. BF-01", page)


def test_a_wounded_hero_and_a_missing_headcount_are_a_doubt(db: None) -> None:
    table = Table.laid(ruleset="bataille")
    first, second = table.battle.campaign.armies.order_by("-name")
    Army.objects.filter(pk=first.pk).update(headcount=0)
    hero = second.heroes.all()[0]
    Hero.objects.filter(pk=hero.pk).update(wounds_left=1)
    page = checked(table, "bataille", scenario="skirmish")
    assert f"{first.name} has no headcount: until it has one the armies are taken for balanced. BR-03" in page
    assert f"{hero.name} ({second.name}) is wounded. Wounds left: 1 of {hero.wounds}. BR-27" in page


def test_the_same_army_twice_is_said(table: Table) -> None:
    assert "Blue army: German Army is red's already." in checked(table, blue=opening(table)["red"])


def test_a_house_rule_that_is_none_is_said(table: Table) -> None:
    assert "House rule D-02, morale: courage is not one of its choices" in checked(table, **{"rule-morale": "courage"})


def test_what_is_said_before_is_what_refuses_it(table: Table) -> None:
    Commander.objects.all().delete()
    response = signed_in(table.gm).post(address(table, "battles/new/"), opening(table))
    assert response.status_code == 422
    assert "could not start" in told(response.content)
    assert Battle.objects.count() == 1


def test_html_in_a_name_stays_a_name_in_what_is_said(table: Table) -> None:
    Commander.objects.all().delete()
    Army.objects.update(name=HTML)
    response = signed_in(table.gm).post(address(table, "battles/new/"), opening(table, check="1"))
    assert HTML not in response.content.decode()
    assert HTML in told(response.content)


def test_an_unfinished_form_is_asked_for_what_is_missing(table: Table) -> None:
    response = signed_in(table.gm).post(address(table, "battles/new/"), {"check": "1", "red": red(table).pk})
    assert response.status_code == 422
    assert "Blue army: please fill this in." in unescape(response.content.decode())
    assert "Choose a scenario and both armies" in told(response.content)


def test_without_a_title_it_is_checked_all_the_same(table: Table) -> None:
    fields = opening(table, check="1", title="")
    assert "could start" in told(signed_in(table.gm).post(address(table, "battles/new/"), fields).content)


# Sides and people


def test_a_side_may_be_without_a_player_and_is_invited_later(table: Table) -> None:
    nobody = sitting(table, {"ann": "", "bob": "", "sue": ""})
    page = checked(table, **nobody)
    assert "Red has no player yet" in page and "Blue has no player yet" in page
    response = signed_in(table.gm).post(address(table, "battles/new/"), opening(table, **nobody))
    assert response.status_code == 302
    assert seated(Battle.objects.latest("pk")) == {("gm", "gm")}


def seated(battle: Battle) -> set[tuple[str, str]]:
    return set(Seat.objects.filter(battle=battle).values_list("user__username", "role"))


def offered(table: Table) -> list[str]:
    """Whom the form has a field for."""
    page = signed_in(table.gm).get(address(table, "battles/new/")).content.decode()
    return [User.objects.get(pk=pk).username for pk in re.findall(r'<select name="seat-(\d+)"', page)]


def test_only_who_plays_or_is_in_the_campaign_by_a_seat_alone_may_be_given_one(table: Table) -> None:
    made = {name: User.objects.create(username=name) for name in ("player", "watcher", "deputy", "gone", "stranger")}
    roles = {"player": "player", "watcher": "spectator", "deputy": "deputy", "gone": "player"}
    for name, role in roles.items():
        Member.objects.create(campaign=table.battle.campaign, user=made[name], role=role)
    User.objects.filter(username="gone").update(is_active=False)
    assert offered(table) == ["ann", "bob", "player", "sue"]


def test_the_form_does_not_grow_with_those_who_watch_the_campaign(table: Table) -> None:
    """A link for spectators lets in as many as come by it; they watch every battle without a seat."""
    before = offered(table)
    crowd = User.objects.bulk_create(User(username=f"watcher {number}") for number in range(1500))
    Member.objects.bulk_create(
        Member(campaign=table.battle.campaign, user=person, role="spectator") for person in crowd
    )
    assert offered(table) == before
    assert signed_in(table.gm).post(address(table, "battles/new/"), opening(table)).status_code == 302


UNREADABLE = [
    "a\u202eb",
    "a\u2028b",
    "a\x07b",
    "a\nb",
    "\u200b",
    "\u3164",
    "\u0301",
    "e" + "\u0301" * 60,
    "x" * 101,
    " ",
]


@pytest.mark.parametrize("title", UNREADABLE)
def test_a_title_that_cannot_be_read_is_refused_and_no_battle_opened(table: Table, title: str) -> None:
    assert refused(table, "battles/new/", opening(table, title=title)).startswith("Title: ")


def test_a_title_is_kept_as_it_is_seen(table: Table) -> None:
    fields = opening(table, title="  Über \u0938\u094d \u200d den   Fluss ")
    signed_in(table.gm).post(address(table, "battles/new/"), fields)
    assert Battle.objects.latest("pk").title == "Über \u0938\u094d \u200d den Fluss"


@pytest.mark.parametrize("name", [HTML, "a, b", "100%s", "%(title)s", "أحمد", "{{ x }}", "é" * 40])
def test_a_member_of_any_name_may_be_given_any_seat_and_is_refused_another(table: Table, name: str) -> None:
    person = User.objects.create(username=name)
    Member.objects.create(campaign=table.battle.campaign, user=person, role="player")
    client = signed_in(table.gm)
    response = client.post(address(table, "battles/new/"), opening(table, **sitting(table, {name: "red"})))
    assert response.status_code == 302
    assert (name, "red") in seated(Battle.objects.latest("pk"))
    assert f"{name}: one of the choices offered is needed." in refused(
        table, "battles/new/", opening(table, **sitting(table, {name: "gm"}))
    )


def test_who_is_not_in_the_campaign_is_refused_like_nobody_at_all(table: Table) -> None:
    """A form tells nobody who has an account here."""
    stranger = User.objects.create(username="stranger")
    keys = [f"seat-{key}" for key in (stranger.pk, table.gm.pk, 987_654, "x", "", HTML)]
    sentences = {refused(table, "battles/new/", opening(table, **{key: "red"})) for key in keys}
    assert sentences == {"Somebody to whom you gave a seat is no longer in the campaign."}
    page = signed_in(table.gm).post(address(table, "battles/new/"), opening(table, check="1", **{keys[0]: "red"}))
    assert "stranger" not in page.content.decode()


def test_without_members_it_says_how_people_come_in(db: None) -> None:
    gm = User.objects.create(username="alone")
    campaign = Campaign.objects.create(name="New", gm=gm)
    page = unescape(signed_in(gm).get(f"/campaigns/{campaign.pk}/battles/new/").content.decode())
    assert "Nobody but you is in this campaign yet." in page
    assert f'<a href="/campaigns/{campaign.pk}/members/">members</a>' in page and "a link into each seat" in page


def test_it_says_what_there_is_of_each_army_to_fight(table: Table) -> None:
    army = red(table)
    Horde.objects.filter(pk=army.hordes.all()[0].pk).update(magnitude=0)
    army.heroes.create(name="Otto")
    army.heroes.create(name="Dead", condition="dead")
    hordes, commanders = army.hordes.count() - 1, army.commanders.count()
    assert f"German Army: hordes {hordes}, commanders {commanders}, heroes fit to fight 1." in checked(table)


# Like an earlier one


def like(client: Client, table: Table, battle: Battle) -> str:
    return client.get(address(table, "battles/new/"), {"like": battle.pk}).content.decode()


def filled(page: str) -> dict[str, str]:
    """What the form would send."""
    fields = dict(re.findall(r'<input type="text" name="(\w+)" value="([^"]*)"', page))
    for name, options in re.findall(r'<select name="([\w-]+)".*?>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields[name] = chosen.group(1) if chosen else ""
    fields |= dict(re.findall(r'name="(rule-\w+)" value="(\w+)" checked', page))
    return {name: unescape(value) for name, value in fields.items()}


@pytest.mark.parametrize("ruleset", ["battlefront", "bataille"])
def test_a_battle_like_an_earlier_one_is_opened_as_that_was(ruleset: str) -> None:
    table = Table.laid(ruleset=ruleset)
    client = signed_in(table.gm)
    page = like(client, table, table.battle)
    assert "could start" in told(page.encode())
    response = client.post(address(table, "battles/new/"), filled(page) | {"ruleset": ruleset})
    assert response.status_code == 302
    new = Battle.objects.latest("pk")
    assert (new.title, new.ruleset, new.red_army_id, new.blue_army_id) == (
        table.battle.title,
        ruleset,
        table.battle.red_army_id,
        table.battle.blue_army_id,
    )
    pinned = {"battlefront": "scenario", "bataille": "battlefield"}[ruleset]
    assert new.setup[pinned] == table.battle.setup[pinned]
    seats = [set(Seat.objects.filter(battle=each).values_list("user", "role")) for each in (new, table.battle)]
    assert seats[0] == seats[1]


def test_it_has_that_battles_house_rules_and_not_the_campaigns(table: Table) -> None:
    table.battle.setup["house_rules"] = {"morale": "fellowship_only"}
    table.battle.save()
    Campaign.objects.update(house_rules={"battlefront": {"armour": "damage"}})
    client = signed_in(table.gm)
    page = like(client, table, table.battle)
    assert 'name="rule-morale" value="fellowship_only" checked' in page
    client.post(address(table, "battles/new/"), filled(page) | {"ruleset": "battlefront"})
    new = Battle.objects.latest("pk")
    assert new.pk != table.battle.pk
    assert HouseRules(**new.setup["house_rules"]) == HouseRules(morale="fellowship_only")


def test_what_is_no_more_is_left_open(table: Table) -> None:
    table.battle.setup["scenario"]["name"] = "Of old"
    table.battle.setup["house_rules"] = {"morale": "courage"}
    table.battle.save()
    red(table).delete()
    page = like(signed_in(table.gm), table, table.battle)
    fields = filled(page)
    assert (fields["red"], fields["blue"]) == ("", str(table.battle.blue_army_id))
    assert told(page.encode()).startswith("Choose a scenario and both armies")


def test_a_seat_of_who_has_left_or_runs_the_campaign_now_is_left_open(table: Table) -> None:
    Battle.objects.update(finished_at="2026-01-01T00:00Z")
    members.remove(campaign=table.battle.campaign, person=table.bob.pk)
    members.hand_over(campaign=table.battle.campaign, person=table.sue.pk)
    client = signed_in(table.sue)
    page = like(client, table, table.battle)
    assert "Blue has no player yet" in told(page.encode())
    assert client.post(address(table, "battles/new/"), filled(page) | {"ruleset": "battlefront"}).status_code == 302
    assert seated(Battle.objects.latest("pk")) == {("sue", "gm"), ("ann", "red")}


@pytest.mark.parametrize("pk", [0, 987_654])
def test_a_battle_of_another_campaign_is_no_template(table: Table, pk: int) -> None:
    foreign = Table.laid().battle.pk if pk else pk
    assert signed_in(table.gm).get(address(table, "battles/new/"), {"like": foreign}).status_code == 404
