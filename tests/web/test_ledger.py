"""/campaigns/<pk>/ledger/: what each battle cost, in words; taking a result back; repairs; what it costs to show."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.models import Army, Battle, Campaign, Hero, Horde, LedgerEntry, Member, Seat
from battles.rules.outcomes import Gain, HeroLoss, Loss, Outcome
from battles.rules.ruleset import Message, Side
from battles.services import bookings, ledger
from tests.services.test_ledger_taking_back import key_of
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db
HTML = "<b id=x>'\"&</b>"


def address(table: Table, page: str = "ledger/") -> str:
    return f"/campaigns/{table.battle.campaign_id}/{page}"


def text(client: Client, where: str, **query: Any) -> str:
    """The page's main part as it is read, without its tags."""
    response = client.get(where, query)
    assert response.status_code == 200
    found = re.search(r"<main.*?</main>", response.content.decode(), re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found.group())).split())


def first(table: Table, side: str = "red") -> Horde:
    army: Army = getattr(table.battle, f"{side}_army")
    return army.hordes.all()[0]


def fought(table: Table) -> None:
    """Red's first horde loses 24, blue's 7; red draws an Advantage and is promised a bridge."""
    keys = [key_of(table.battle, first(table, side)) for side in ("red", "blue")]
    losses = tuple(Loss(key, magnitude) for key, magnitude in zip(keys, (24, 7), strict=True))
    gains = (Gain(Side.RED, keys[0], "Armoured Push", "your_turn", "Something."),)
    told = Outcome(Message("Victory"), losses, gains=gains, rewards=(Message("German Army: a bridge"),))
    ledger.book(battle=table.battle, outcome=told)


# What is read


def test_a_battle_is_told_in_words_with_what_it_cost_each_side(table: Table) -> None:
    fought(table)
    page = text(signed_in(table.gm), address(table))
    assert f"{first(table).name} lost 24 Magnitude in The Meuse crossing" in page
    assert f"{first(table, 'blue').name} lost 7 Magnitude in The Meuse crossing" in page
    assert "Result, as red sees it: Victory" in page
    assert "German Army: a bridge" in page
    assert f"Armoured Push was drawn by {first(table).name} in The Meuse crossing" in page
    assert "German Army Magnitude −24 Advantages drawn +1" in page
    assert "French Army Magnitude −7" in page


def test_the_newest_stands_first(table: Table) -> None:
    fought(table)
    with bookings.booked(army=first(table).army, by=table.gm, why="a storm"):
        Horde.objects.filter(pk=first(table).pk).update(magnitude=1)
    page = text(signed_in(table.gm), address(table))
    assert page.index("a storm") < page.index("Result, as red sees it") < page.index("was raised with")


def test_each_army_has_its_total_and_a_check_that_says_when_it_is_wrong(table: Table) -> None:
    fought(table)
    client, army = signed_in(table.gm), first(table).army
    page = text(client, address(table))
    full = sum(army.hordes.values_list("squads", flat=True)) * 20
    assert f"the bookings add up to {full - 24}" in page
    assert "past the ledger" not in page
    Horde.objects.filter(pk=first(table).pk).update(magnitude=0)
    assert "past the ledger" in text(client, address(table))


def test_it_is_filtered_by_army_and_by_battle(table: Table) -> None:
    fought(table)
    client, red, blue = signed_in(table.gm), first(table), first(table, "blue")
    page = text(client, address(table), army=red.army_id)
    assert f"{red.name} lost 24" in page and f"{blue.name} lost" not in page
    page = text(client, address(table), battle=table.battle.pk)
    assert f"{blue.name} lost 7" in page and "was raised with" not in page
    page = text(client, address(table), battle=table.battle.pk, army=blue.army_id)
    assert f"{blue.name} lost 7" in page and f"{red.name} lost" not in page


@pytest.mark.parametrize(
    "query", ["army=x", "army=-1", f"battle={'9' * 40}", "page=x", "page=-7", "page=9999", "army="]
)
def test_a_filter_that_makes_no_sense_is_no_error(table: Table, query: str) -> None:
    assert signed_in(table.gm).get(f"{address(table)}?{query}").status_code == 200


def test_it_is_paged_and_a_filter_stays_on_the_next_page(table: Table) -> None:
    army = first(table).army
    for magnitude in range(70):
        with bookings.booked(army=army, why=f"edit {magnitude}"):
            Horde.objects.filter(pk=first(table).pk).update(magnitude=magnitude % 50)
    page = signed_in(table.gm).get(address(table), {"army": army.pk}).content.decode()
    assert "Page 1 of 2" in page
    assert f'href="?page=2&amp;army={army.pk}"' in page


def test_html_and_names_from_right_to_left_are_shown_literally(table: Table) -> None:
    Horde.objects.update(name=HTML)
    Army.objects.update(name=HTML)
    Battle.objects.update(title=HTML)
    fought(table)
    client = signed_in(table.gm)
    for page in ("ledger/", f"ledger/{table.battle.pk}/take-back/", f"armies/{first(table).army_id}/repairs/"):
        shown = client.get(address(table, page)).content.decode()
        assert HTML not in shown and "<b id=x>" not in shown
        assert "&lt;b id=x&gt;" in shown


def test_a_booking_whose_army_or_battle_is_gone_is_still_read(table: Table) -> None:
    fought(table)
    bookings.disband(army=first(table).army, by=table.gm, why="surrender")
    client = signed_in(table.gm)
    assert "surrender" in text(client, address(table))
    Battle.objects.all().delete()
    page = text(client, address(table))
    assert "lost 24 Magnitude in a battle since deleted" in page


def test_every_kind_of_booking_has_words(db: None) -> None:
    table = Table.laid(ruleset="bataille")
    army = table.battle.red_army
    assert army is not None
    hero = army.heroes.all()[0]
    lost = HeroLoss(key_of(table.battle, hero), 9, 1, "dead")
    ledger.book(battle=table.battle, outcome=Outcome(Message("Defeat"), (), heroes=(lost,), dead=(210, 0)))
    with bookings.booked(army=army) as held:
        Hero.objects.filter(pk=hero.pk).update(condition="out", wounds_left=3, fate=2, injuries=[])
        Hero.objects.filter(pk=hero.pk).update(injuries=[{"location": "head", "effect": 4}])
        held.headcount += 50
        held.save()
        held.commanders.create(name="Kessler")
    with bookings.booked(army=army) as held:
        held.commanders.all().delete()
        held.heroes.exclude(pk=hero.pk).delete()
        Hero.objects.filter(pk=hero.pk).update(injuries=[])
    client = signed_in(table.gm)
    page = text(client, address(table))
    for words in (
        f"{hero.name} lost Wounds in The battle of Eichenfurt: 9",
        f"{hero.name} burnt Fate Points in The battle of Eichenfurt: 1",
        f"{hero.name} died in The battle of Eichenfurt",
        f"{army.name} lost 210 of its headcount in The battle of Eichenfurt",
        f"{hero.name} is out of action now",
        f"{hero.name} has another injury. Head: one Armour Point less",
        f"{hero.name} is rid of an injury.",
        f"{army.name} gained 50 in headcount by an edit",
        "Kessler joined the army",
        "Kessler left the army",
        "Heroes out of action or dead +1",
    ):
        assert words in page
    taken = client.post(address(table, f"ledger/{table.battle.pk}/take-back/"), {"why": "a dream"}, follow=True)
    assert taken.status_code == 200
    page = text(client, address(table))
    assert "not changed: what came later holds" in page
    assert "The result is no longer counted: Defeat" in page


# Who reads it


def test_a_player_reads_his_own_army_and_what_a_battle_did_to_his_side(table: Table) -> None:
    fought(table)
    page = text(signed_in(table.ann), address(table))
    assert f"{first(table).name} lost 24" in page and "Result, as red sees it: Victory" in page
    assert first(table, "blue").name not in page and "French Army" not in page
    assert "was raised with" not in page and "the bookings add up to" not in page
    Army.objects.filter(pk=first(table).army_id).update(owner=table.ann)
    page = text(signed_in(table.ann), address(table))
    assert "was raised with" in page and "the bookings add up to" in page
    assert first(table, "blue").name not in page and "French Army" not in page


def test_a_spectator_and_a_rival_read_nothing_of_an_army(table: Table) -> None:
    fought(table)
    assert "nothing here for you to see" in text(signed_in(table.sue), address(table))
    page = text(signed_in(table.bob), address(table), army=first(table).army_id)
    assert first(table).name not in page and "German Army" not in page


def test_a_deputy_reads_and_does_all_of_it(table: Table, django_user_model: type[User]) -> None:
    fought(table)
    deputy = django_user_model.objects.create(username="deputy")
    Member.objects.create(campaign=table.battle.campaign, user=deputy, role="deputy")
    page = text(signed_in(deputy), address(table))
    assert "lost 24" in page and "lost 7" in page and "Take the result back" in page


def test_only_the_gm_is_offered_his_acts(table: Table) -> None:
    fought(table)
    for person, offered in ((table.gm, True), (table.ann, False), (table.sue, False)):
        page = signed_in(person).get(address(table)).content.decode()
        assert ("take-back" in page) == ("/repairs/" in page) == offered


# Taking a result back


def test_it_asks_once_says_what_it_does_and_does_it(table: Table) -> None:
    fought(table)
    client, where = signed_in(table.gm), address(table, f"ledger/{table.battle.pk}/take-back/")
    assert f'href="{where}"' in client.get(address(table)).content.decode()
    asked = text(client, where)
    assert f"{first(table).name} lost 24 Magnitude" in asked and "stays spent" in asked
    assert first(table).magnitude == first(table).squads * 20 - 24
    response = client.post(where, {"why": "a wrong die"}, follow=True)
    page = unescape(response.content.decode())
    assert "The result has been taken back." in page and "Not everything" not in page
    assert "a wrong die" in page and "taken back" in page
    assert f"{first(table).name} got 24 Magnitude back" in page
    assert f'href="{where}"' not in page
    assert first(table).magnitude == first(table).squads * 20


def test_the_second_try_and_a_missing_reason_are_refused_with_a_sentence(table: Table) -> None:
    fought(table)
    client, where = signed_in(table.gm), address(table, f"ledger/{table.battle.pk}/take-back/")
    response = client.post(where, {"why": ""})
    assert response.status_code == 422
    assert "Reason: a text of 1 to 200 readable characters is needed." in response.content.decode()
    client.post(where, {"why": "a wrong die"})
    before = LedgerEntry.objects.count()
    response = client.post(where, {"why": "a wrong die"})
    assert response.status_code == 422
    assert "The Meuse crossing was taken back already, on" in response.content.decode()
    assert client.get(where).status_code == 422
    assert LedgerEntry.objects.count() == before


def test_what_could_not_be_given_back_is_said(table: Table) -> None:
    fought(table)
    army = first(table).army
    with bookings.booked(army=army):
        Horde.objects.filter(pk=first(table).pk).update(magnitude=first(table).squads * 20 - 4)
    where = address(table, f"ledger/{table.battle.pk}/take-back/")
    page = unescape(signed_in(table.gm).post(where, {"why": "a wrong die"}, follow=True).content.decode())
    assert "Not everything could be given back" in page
    assert f"not given back: 20 (it holds no more than {first(table).squads * 20})" in page


@pytest.mark.parametrize("pk", [0, 987_654, 10**17])
def test_a_battle_that_does_not_exist_is_not_found(table: Table, pk: int) -> None:
    for method in ("get", "post"):
        assert getattr(signed_in(table.gm), method)(address(table, f"ledger/{pk}/take-back/")).status_code == 404


# Repairs


def test_a_horde_is_repaired_and_a_refused_form_keeps_what_was_typed(table: Table) -> None:
    fought(table)
    horde, client = first(table), signed_in(table.gm)
    where = address(table, f"armies/{horde.army_id}/repairs/")
    assert f"{horde.name} {horde.magnitude} / {horde.squads * 20}" in text(client, where)
    fields = {"horde": horde.pk, "amount": "25", "kind": "replacement", "why": "from the depot"}
    response = client.post(where, fields)
    page = unescape(response.content.decode())
    assert response.status_code == 422
    assert "Magnitude given back: a whole number from 1 to 24 is needed." in page
    assert 'value="25"' in page and 'value="from the depot"' in page and '"replacement" selected' in page
    page = unescape(client.post(where, fields | {"amount": "20"}, follow=True).content.decode())
    assert f"Booked: {horde.name}." in page
    assert f"{horde.name} received replacements: 20 Magnitude" in text(client, address(table))
    assert bookings.unbalanced() == []


def test_a_hero_is_healed(db: None) -> None:
    table = Table.laid(ruleset="bataille")
    army = table.battle.red_army
    assert army is not None
    hero = army.heroes.all()[0]
    with bookings.booked(army=army):
        leg = {"location": "right_leg", "effect": 3}
        Hero.objects.filter(pk=hero.pk).update(wounds_left=2, condition="out", injuries=[leg, leg])
    client, where = signed_in(table.gm), address(table, f"armies/{army.pk}/repairs/")
    assert "Right leg: −20 on Agility until it is treated" in text(client, where)
    fields = {"hero": hero.pk, "wounds": "3", "condition": "fit", "treated": "right_leg-3", "why": "a surgeon"}
    assert client.post(where, fields).status_code == 302
    healed = Hero.objects.get(pk=hero.pk)
    assert (healed.wounds_left, healed.condition, healed.injuries) == (5, "fit", [leg])
    assert f"{hero.name} was healed, Wounds: 3" in text(client, address(table))


@pytest.mark.parametrize("field", ["horde", "hero"])
def test_a_piece_of_another_army_is_not_found(table: Table, field: str) -> None:
    where = address(table, f"armies/{first(table).army_id}/repairs/")
    fields = {field: first(table, "blue").pk, "amount": "1", "kind": "repair", "why": "x"}
    assert signed_in(table.gm).post(where, fields).status_code == 404


# What it costs


def grown(table: Table, battles: int, armies: int, hordes: int) -> None:
    """A campaign with so many finished battles, and armies of so many hordes."""
    campaign = table.battle.campaign
    made = Army.objects.bulk_create(Army(campaign=campaign, name=f"Army {place}") for place in range(armies))
    Horde.objects.bulk_create(
        Horde(army=army, name=f"Horde {place}", profile="infantry", squads=5, magnitude=100)
        for army in made
        for place in range(hordes)
    )
    fought = Battle.objects.bulk_create(
        Battle(campaign=campaign, title=f"Battle {place}", ruleset="battlefront", setup={}, red_army=made[0])
        for place in range(battles)
    )
    Seat.objects.bulk_create(
        Seat(battle=battle, user=user, role=role)
        for battle in fought
        for user, role in ((table.gm, "gm"), (table.ann, "red"), (table.sue, "public"))
    )
    common: dict[str, Any] = {"campaign": campaign, "subject": "horde", "field": "magnitude"}
    LedgerEntry.objects.bulk_create(
        LedgerEntry(army=horde.army, horde=horde, name=horde.name, reason="raised", amount=100, **common)
        for horde in Horde.objects.filter(army__in=made)
    )
    LedgerEntry.objects.bulk_create(
        LedgerEntry(army=made[0], battle=battle, step=9, name="Horde", reason="battle", amount=-1, **common)
        for battle in fought
    )


@pytest.fixture
def count(table: Table) -> Callable[[User, str], int]:
    def queries(person: User, where: str) -> int:
        client = signed_in(person)
        with CaptureQueriesContext(connection) as found:
            assert client.get(where).status_code == 200
        return len(found)

    return queries


# The page, and the most queries it may take in a campaign of a hundred battles and fifty armies of forty hordes.
COSTS = [("ledger/", 16), ("", 16), ("armies/", 16), ("battles/new/", 20), ("advantages/", 12), ("house-rules/", 12)]


@pytest.mark.parametrize(("page", "most"), COSTS)
def test_a_page_costs_the_same_in_a_campaign_that_has_grown(
    table: Table, count: Callable[[User, str], int], django_assert_max_num_queries: Any, page: str, most: int
) -> None:
    grown(table, battles=2, armies=2, hordes=2)
    people = (table.gm, table.ann, table.sue)
    before = [count(person, address(table, page)) for person in people if page != "battles/new/" or person is table.gm]
    grown(table, battles=100, armies=50, hordes=40)
    after = [count(person, address(table, page)) for person in people if page != "battles/new/" or person is table.gm]
    assert after == before
    client = signed_in(table.gm)
    with django_assert_max_num_queries(most):
        client.get(address(table, page))


def test_the_lobby_costs_the_same_in_a_campaign_that_has_grown(
    table: Table, count: Callable[[User, str], int], django_assert_max_num_queries: Any
) -> None:
    grown(table, battles=2, armies=2, hordes=2)
    before = [count(person, "/") for person in (table.gm, table.ann, table.sue)]
    for place in range(20):
        Campaign.objects.create(name=f"Campaign {place}", gm=table.gm)
    grown(table, battles=100, armies=50, hordes=40)
    assert [count(person, "/") for person in (table.gm, table.ann, table.sue)] == before
    client = signed_in(table.gm)
    with django_assert_max_num_queries(16):
        client.get("/")
