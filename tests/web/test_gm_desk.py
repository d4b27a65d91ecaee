"""The GM's desk: his battles by state, who is waited for, who is here; never what a side has chosen."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import Battle, Campaign, Look, Seat, Step
from battles.services.gm import chair, desk, presence
from tests.services.ruling import resolved, seal
from tests.table import Table, signed_in

pytestmark = pytest.mark.django_db


def page(table: Table, address: str = "/gm/") -> str:
    answer = signed_in(table.gm).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def copies(table: Table, count: int, **fields: object) -> list[Battle]:
    """As many battles more, with their last step and their seats."""
    last, seats = table.steps()[-1], list(Seat.objects.filter(battle=table.battle))
    made = []
    for number in range(count):
        battle = Battle.objects.get(pk=table.battle.pk)
        battle.pk = None
        battle.title = f"Battle {number}"
        for name, value in fields.items():
            setattr(battle, name, value)
        battle.save(force_insert=True)
        made.append(battle)
    Step.objects.bulk_create(
        Step(battle=battle, number=0, events="[]", state=last.state, versions=last.versions, moment=last.moment)
        for battle in made
    )
    Seat.objects.bulk_create(
        Seat(battle=battle, user_id=each.user_id, role=each.role) for battle in made for each in seats
    )
    return made


def queries(table: Table, address: str) -> int:
    client = signed_in(table.gm)
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    return len(found)


@pytest.mark.parametrize("address", ["/gm/", "/gm/desk/"])
def test_it_costs_the_same_however_many_battles_there_are(lay_table: Callable[[str], Table], address: str) -> None:
    table = lay_table("land")
    copies(table, 1, finished_at=timezone.now())
    few = queries(table, address)
    copies(table, 30)
    copies(table, 30, finished_at=timezone.now())
    assert queries(table, address) == few <= 12


def test_each_live_battle_says_where_it_is_and_who_is_waited_for_since_when(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    presence.note(battle_id=table.battle.pk, person=table.ann.pk)
    text = page(table).split('id="live-title"')[1].split('id="waiting-title"')[0]
    assert "Land Contest" in text and "round 1" in text and "Waited for:" in text
    assert 'class="of-red"' in text and 'class="of-blue"' in text
    assert text.count("is-here") == 1 and "data-countdown" in text
    assert "You are waited for." not in text
    seal(table)
    assert "You are waited for." in page(table)
    assert "1 battle waits for you." in page(table, "/gm/desk/")


def test_a_battle_that_waits_to_be_begun_is_counted_with_those_that_wait_for_their_gm(table: Table) -> None:
    text = page(table, "/gm/desk/")
    assert text.count("You are waited for.") == 1 and "1 battle waits for you." in text


def test_a_round_that_waits_for_a_ruling_says_so() -> None:
    table = resolved(draft_first=True)
    assert "A round waits for your ruling." in page(table, "/gm/desk/")


def test_a_battle_is_listed_by_its_state(table: Table) -> None:
    text = page(table)
    assert f'id="desk-{table.battle.pk}"' in text.split('id="waiting-title"')[1].split('id="over-title"')[0]
    table.play_until("land")
    chair.pause(battle_id=table.battle.pk, actor=table.gm)
    text = page(table)
    assert "Paused." in text and f'id="desk-{table.battle.pk}"' in text.split('id="waiting-title"')[0]
    chair.void(battle_id=table.battle.pk, actor=table.gm, reason="A test")
    text = page(table)
    assert f'id="desk-{table.battle.pk}"' not in text and '<span class="tag">void</span>' in text


def test_those_that_are_over_come_by_the_page(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("muster")
    for battle in copies(table, 25):
        Battle.objects.filter(pk=battle.pk).update(finished_at=timezone.now() - timedelta(days=battle.pk))
    first, second = page(table), page(table, "/gm/?page=2")
    assert (first.count(">Battle "), second.count(">Battle ")) == (desk.OVER_ON_A_PAGE, 25 - desk.OVER_ON_A_PAGE)
    assert 'id="older"' in first and 'id="newer"' in second
    for odd in ("0", "999", "x", "9" * 40, "\x00"):
        page(table, f"/gm/?page={odd}")


def test_a_gm_sees_his_own_battles_alone_and_none_of_an_archived_campaign(table: Table) -> None:
    other = type(table.gm).objects.create(username="other_gm")
    Campaign.objects.create(name="Elsewhere", gm=other)
    text = signed_in(other).get("/gm/").content.decode()
    assert table.battle.title not in text and "Elsewhere" in text
    table.battle.campaign.archived_at = timezone.now()
    table.battle.campaign.save()
    assert f'id="desk-{table.battle.pk}"' not in page(table)


def test_it_is_no_look_at_a_secret_and_tells_none(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("deployment")
    looks, before = Look.objects.count(), page(table, "/gm/desk/")
    places = [command for command in table.board(table.ann).view.options if type(command).__name__ == "Place"]
    table.issue(table.ann, places[0])
    assert page(table, "/gm/desk/") == before
    assert Look.objects.count() == looks


def test_what_has_not_changed_is_not_sent_again(table: Table) -> None:
    client = signed_in(table.gm)
    first = client.get("/gm/desk/")
    same = {"If-None-Match": first.headers["ETag"]}
    assert client.get("/gm/desk/", headers=same).status_code == 304
    table.play_until("muster")
    assert client.get("/gm/desk/", headers=same).status_code == 200


def test_the_fragment_is_in_its_page_s_language(table: Table) -> None:
    call_command("compilemessages", verbosity=0)
    assert "Not begun" not in page(table, "/gm/desk/?language=fr")
