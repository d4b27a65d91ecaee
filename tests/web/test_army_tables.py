"""/campaigns/<pk>/armies/…: the list, the tables edited in place and on plain forms, versions, and who may."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from battles.models import Army, ArmyVersion, Campaign, Commander, Hero, Horde, LedgerEntry, Member
from battles.services import army_list, army_rows, bookings
from battles.services.army_kinds import HORDES, texts
from tests.table import Table, signed_in
from tests.web.test_campaign import HTML, address, said

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LIVE = '"><img src=x hx-get=/sign-out/ hx-trigger=load>{{ user.password }}{% debug %}'


@pytest.fixture(autouse=True)
def balanced(table: Table) -> Iterator[None]:
    """Whatever is done to an army, its bookings add up to it."""
    yield
    assert bookings.unbalanced() == []


@pytest.fixture
def army(table: Table) -> Army:
    assert table.battle.red_army is not None
    return table.battle.red_army


@pytest.fixture
def gm(table: Table) -> Client:
    return signed_in(table.gm)


@pytest.fixture
def horde(army: Army) -> Horde:
    return army.hordes.filter(profile="infantry")[0]


def where(army: Army, page: str = "") -> str:
    return f"/campaigns/{army.campaign_id}/armies/{army.pk}/{page}"


def row(horde: Horde, page: str = "") -> str:
    return where(horde.army, f"rows/hordes/{horde.pk}/{page}")


def sent(horde: Horde, **otherwise: str) -> dict[str, str]:
    return texts(HORDES, horde) | {"seen": army_rows.token(horde)} | otherwise


def text(response: HttpResponse) -> str:
    return unescape(response.content.decode())


def stored() -> list[Any]:
    return [
        list(model.objects.order_by("pk").values())
        for model in (Army, Commander, Horde, Hero, ArmyVersion, LedgerEntry)
    ]


# A row, in place and without script


def test_a_row_turns_into_inputs_and_back(gm: Client, horde: Horde) -> None:
    form = text(gm.get(row(horde), headers=HTMX))
    assert form.strip().startswith(f'<tr id="hordes-{horde.pk}" class="army-row editing">') and form.count("<tr") == 1
    assert 'name="magnitude" value="100"' in form and "<html" not in form
    line = text(gm.get(row(horde, "?as=line"), headers=HTMX))
    assert (
        line.strip().startswith(f'<tr id="hordes-{horde.pk}" class="army-row">')
        and "<input" not in line.split("<form")[0]
    )


def test_a_row_saved_by_htmx_answers_the_row_and_beside_it_totals_notice_and_a_way_back(
    gm: Client, army: Army, horde: Horde
) -> None:
    page = text(gm.post(row(horde), sent(horde, magnitude="61"), headers=HTMX))
    assert "61 / 100" in page and page.strip().startswith(f'<tr id="hordes-{horde.pk}" class="army-row">')
    beside = page.split("<template>", 1)[1]
    assert (
        'id="army-totals" hx-swap-oob="innerHTML"' in beside
        and "841 / 880" in beside
        and "Saved: Grenadier Regiment 5." in beside
    )
    assert where(army, "versions/1/take-back/") in beside
    assert gm.post(where(army, "versions/1/take-back/")).headers["Location"] == where(army)
    horde.refresh_from_db()
    assert horde.magnitude == 100


def test_a_row_saved_by_a_plain_form_leads_back_to_its_table(gm: Client, army: Army, horde: Horde) -> None:
    assert 'value="100"' in text(gm.get(row(horde)))
    response = gm.post(row(horde), sent(horde, name="Rest"))
    assert response.headers["Location"] == where(army) + "#part-hordes"
    assert "Saved: Rest." in text(gm.get(where(army)))
    assert gm.get(row(horde, "?as=line")).headers["Location"] == where(army) + "#part-hordes"


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_f_28_a_refused_row_says_why_at_its_field_keeps_what_was_typed_and_stores_nothing(
    gm: Client, horde: Horde, headers: dict[str, str]
) -> None:
    before = stored()
    response = gm.post(row(horde), sent(horde, squads="3", magnitude="1e9", name="Typed"), headers=headers)
    assert response.status_code == 422 and stored() == before
    page = text(response)
    assert "Magnitude: a whole number from 0 to 60 is needed: 3 Squads of 20." in page
    assert 'value="1e9"' in page and 'value="Typed"' in page and 'aria-invalid="true"' in page


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_a_row_that_somebody_else_changed_is_refused_once_with_what_it_is_now(
    gm: Client, horde: Horde, headers: dict[str, str]
) -> None:
    opened = sent(horde, name="Mine")
    gm.post(row(horde), sent(horde, magnitude="40"))
    before = stored()
    response = gm.post(row(horde), opened, headers=headers)
    assert response.status_code == 422 and stored() == before
    assert "It is now: Name Grenadier Regiment 5, Magnitude 40." in text(response)
    (seen,) = re.findall(r'name="seen" value="(\w+)"', response.content.decode())
    assert gm.post(row(horde), opened | {"seen": seen}, headers=headers).status_code in (200, 302)
    horde.refresh_from_db()
    assert (horde.name, horde.magnitude) == ("Mine", 100)


def test_a_row_that_somebody_else_deleted_goes_with_a_sentence(gm: Client, horde: Horde) -> None:
    opened = sent(horde)
    gm.post(row(horde, "delete/"))
    for page in ("", "delete/", "duplicate/", "move/"):
        response = gm.post(row(horde, page), opened | {"to": "up"}, headers=HTMX)
        assert response.status_code == 404
        assert "Somebody has deleted this row since the page was opened." in text(response)
        assert gm.post(row(horde, page), opened | {"to": "up"}).status_code == 404


# Tables


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_several_are_added_at_once(gm: Client, army: Army, headers: dict[str, str]) -> None:
    fields = {"count": "3", "profile": "infantry", "squads": "4", "name": ""}
    response = gm.post(where(army, "rows/hordes/add/"), fields, headers=headers)
    page = text(response if headers else gm.get(where(army)))
    assert "Added: Infantry 1, Infantry 2, Infantry 3." in page
    assert list(army.hordes.order_by("-pk").values_list("magnitude", flat=True)[:3]) == [80] * 3
    assert ('<section class="army-part" id="part-hordes"' in page) and ("<html" in page) == (not headers)


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_what_cannot_be_added_is_said_in_the_form(gm: Client, army: Army, headers: dict[str, str]) -> None:
    before = stored()
    response = gm.post(where(army, "rows/hordes/add/"), {"count": "many", "profile": "infantry"}, headers=headers)
    assert response.status_code == 422 and stored() == before
    assert "How many: a whole number from 1 to 50 is needed." in said(response) and 'value="many"' in text(response)


def test_rows_are_moved_duplicated_and_deleted_by_plain_forms(gm: Client, army: Army, horde: Horde) -> None:
    first, second = army.commanders.all()[:2]
    gm.post(where(army, f"rows/commanders/{second.pk}/move/"), {"to": "up"})
    assert army.commanders.all()[0] == second
    gm.post(row(horde, "duplicate/"))
    assert army.hordes.filter(name="Grenadier Regiment 10").exists()
    assert gm.post(row(horde, "delete/")).headers["Location"] == where(army) + "#part-hordes"
    assert not army.hordes.filter(pk=horde.pk).exists()
    assert gm.post(where(army, f"rows/commanders/{first.pk}/move/"), {"to": "away"}).status_code == 422


def test_each_row_and_each_act_works_without_script(gm: Client, army: Army) -> None:
    page = gm.get(where(army)).content.decode()
    for horde in army.hordes.all():
        assert f'href="{row(horde)}"' in page and f'action="{row(horde, "move/")}"' in page
        for act in ("duplicate", "delete"):
            assert f'formaction="{row(horde, f"{act}/")}"' in page


@pytest.mark.parametrize("part", ["dragons", "armies", "rows"])
def test_a_kind_of_row_that_armies_do_not_have_is_not_found(gm: Client, army: Army, part: str) -> None:
    assert gm.post(where(army, f"rows/{part}/add/")).status_code == 404
    assert gm.get(where(army, f"rows/{part}/1/")).status_code == 404


@pytest.mark.parametrize("number", [0, 987_654, 10**17])
def test_a_row_that_does_not_exist_is_not_found(gm: Client, army: Army, number: int) -> None:
    assert gm.get(where(army, f"rows/hordes/{number}/")).status_code == 404
    assert gm.get(where(army, f"versions/{number}/")).status_code == 404


# Armies


def test_an_army_is_made_named_given_away_and_deleted(gm: Client, table: Table) -> None:
    response = gm.post(address(table, "armies/new/"), {"name": "Reserve", "source": "template-small"})
    army = Army.objects.get(name="Reserve")
    assert response.headers["Location"] == where(army) and "Made: Reserve." in text(gm.get(where(army)))
    fields = {"name": "Landwehr", "notes": "one\ntwo", "owner": str(table.ann.pk), "seen": army_list.names_token(army)}
    assert gm.post(where(army, "names/"), fields).headers["Location"] == where(army)
    page = text(gm.get(address(table, "armies/")))
    assert "Landwehr" in page and "of ann" in page
    assert "“Landwehr” is deleted for good" in text(gm.get(where(army, "names/")))
    gm.post(where(army, "delete/"))
    assert not Army.objects.filter(pk=army.pk).exists()


def test_deleting_an_army_that_fights_says_what_happens_to_the_battle(gm: Client, army: Army) -> None:
    assert "1 battle in progress was opened with it. It keeps its own copy" in text(gm.get(where(army, "names/")))


@pytest.mark.parametrize(
    ("page", "fields", "words"),
    [
        ("armies/new/", {"name": ""}, "Name: a text of 1 to 100 readable characters is needed."),
        ("armies/new/", {"name": "x", "source": "army-1x"}, "Made from: one of the choices offered is needed."),
        ("armies/{army}/names/", {"name": "x", "owner": "7777777"}, "Owner: one of the choices offered is needed."),
        ("armies/{army}/names/", {"name": "x"}, "The army has changed since this page was opened"),
        ("armies/{army}/names/", {"name": "x", "notes": "\x00"}, "Notes: only characters that can be read."),
    ],
)
def test_what_is_refused_of_an_army_says_why(
    gm: Client, table: Table, army: Army, page: str, fields: dict[str, str], words: str
) -> None:
    before = stored()
    response = gm.post(address(table, page.format(army=army.pk)), fields)
    assert response.status_code == 422 and stored() == before
    assert words in said(response)


# Versions


def test_versions_are_listed_told_compared_and_brought_back(gm: Client, army: Army, horde: Horde) -> None:
    gm.post(row(horde), sent(horde, magnitude="61"))
    gm.post(where(army, "rows/commanders/add/"), {"count": "1", "name": "Otto"})
    page = text(gm.get(where(army, "versions/")))
    assert "Changed: Grenadier Regiment 5" in page and "Added: 1 × Otto" in page and "gm," in page
    compared = text(gm.get(where(army, "versions/?from=1&to=3")))
    assert "Grenadier Regiment 5: Magnitude 100 → 61" in compared and "Commander added: Otto" in compared
    one = gm.get(where(army, "versions/1/"))
    assert "Magnitude 61 → 100" in text(one) and "Commander gone: Otto" in text(one)
    (seen,) = re.findall(r'name="seen" value="(\w+)"', one.content.decode())
    gm.post(where(army, "versions/1/bring-back/"), {"seen": seen})
    horde.refresh_from_db()
    assert (horde.magnitude, army.commanders.count()) == (100, 3)
    again = gm.post(where(army, "versions/1/bring-back/"), {"seen": seen})
    assert again.status_code == 422 and "The army has changed since this page was opened" in said(again)


def test_an_edit_that_cannot_be_taken_back_says_why(gm: Client, army: Army, horde: Horde) -> None:
    gm.post(row(horde), sent(horde, magnitude="61"))
    horde.refresh_from_db()
    gm.post(row(horde), sent(horde, magnitude="60"))
    response = gm.post(where(army, "versions/1/take-back/"))
    assert response.status_code == 422
    assert "Grenadier Regiment 5: Magnitude has changed since this edit." in said(response)


@pytest.mark.parametrize(
    "query", ["from=0&to=1", "from=1&to=99", "from=x&to=1", "from=" + "9" * 30, "to=2", "from=&to="]
)
def test_an_odd_comparison_breaks_nothing(gm: Client, army: Army, horde: Horde, query: str) -> None:
    gm.post(row(horde), sent(horde, magnitude="61"))
    assert gm.get(where(army, f"versions/?{query}")).status_code in (200, 404)


# Who may


def test_an_owner_does_with_his_army_what_the_gm_may_but_not_with_others(
    table: Table, army: Army, horde: Horde
) -> None:
    army_versions_before = ArmyVersion.objects.count()
    Army.objects.filter(pk=army.pk).update(owner=table.ann)
    ann, bob = signed_in(table.ann), signed_in(table.bob)
    pages = ["", "names/", "versions/", "export/json/", "export/csv/", f"rows/hordes/{horde.pk}/", "heroes/new/"]
    for page in pages:
        assert (ann.get(where(army, page)).status_code, bob.get(where(army, page)).status_code) == (200, 404)
    assert ann.post(row(horde), sent(horde, notes="mine")).status_code == 302
    assert bob.post(row(horde), sent(horde, notes="his")).status_code == 404
    assert ann.post(where(army, "delete/")).status_code == 404
    assert table.battle.blue_army is not None
    assert ann.get(where(table.battle.blue_army)).status_code == 404
    assert ArmyVersion.objects.count() == army_versions_before + 1
    assert ArmyVersion.objects.latest("pk").by == table.ann


def test_a_deputy_edits_every_army_and_who_is_no_longer_a_member_none(table: Table, army: Army) -> None:
    place = Member.objects.create(campaign=army.campaign, user=table.sue, role="deputy")
    sue = signed_in(table.sue)
    assert [sue.get(where(each)).status_code for each in army.campaign.armies.all()] == [200, 200]
    place.delete()
    assert sue.get(where(army)).status_code == 404


def test_no_name_of_an_army_or_its_rows_reaches_a_rival(table: Table, army: Army) -> None:
    Army.objects.filter(pk=army.pk).update(owner=table.ann)
    page = text(signed_in(table.bob).get(address(table, "armies/")))
    assert army.name not in page and "You have no army here." in page
    new = text(signed_in(table.bob).get(address(table, "armies/new/")))
    assert army.name not in new and army.name in text(signed_in(table.ann).get(address(table, "armies/new/")))


def test_an_army_of_an_archived_campaign_is_shown_and_never_changed(gm: Client, army: Army, horde: Horde) -> None:
    Campaign.objects.filter(pk=army.campaign_id).update(archived_at=timezone.now())
    before = stored()
    page = text(gm.get(where(army)))
    assert horde.name in page and "edit-row" not in page and 'id="add-hordes"' not in page
    for to in (row(horde), row(horde, "delete/"), where(army, "rows/hordes/add/"), where(army, "delete/")):
        assert gm.post(to, sent(horde, magnitude="1")).status_code == 403
    assert stored() == before


# F-27


@pytest.mark.parametrize("name", [HTML, LIVE[:100], "Ó" * 100, "محمد الفاتح", "山田太郎", "%(name)s {{ name }}"])
def test_f_27_whatever_a_text_says_is_shown_literally_on_every_page(
    gm: Client, army: Army, horde: Horde, name: str
) -> None:
    gm.post(row(horde), sent(horde, name=name, notes=name))
    commander = army.commanders.all()[0]
    gm.post(where(army, "rows/commanders/add/"), {"count": "1", "name": name})
    gm.post(where(army, f"rows/commanders/{commander.pk}/delete/"))
    Army.objects.filter(pk=army.pk).update(name=name, notes=name)
    horde.refresh_from_db()
    assert horde.name == horde.notes == name
    opened = [
        gm.get(where(army, page))
        for page in ("", "names/", "versions/", "versions/1/", "versions/?from=1&to=3", f"rows/hordes/{horde.pk}/")
    ]
    edited = [gm.get(row(horde), headers=HTMX), gm.post(row(horde, "duplicate/"), headers=HTMX)]
    listed = [gm.get(f"/campaigns/{army.campaign_id}/{page}") for page in ("armies/", "armies/new/", "armies/import/")]
    for response in (*opened, *edited, *listed):
        page = response.content.decode()
        assert response.status_code == 200
        assert "<b id=x>" not in page and "<img" not in page and table_password(page)
    assert all(name in text(response) for response in (*opened, *edited, listed[0]))


def table_password(page: str) -> bool:
    """No template syntax in a text is run: the hash of no password is on the page."""
    return "pbkdf2" not in page and "md5$" not in page


# What a page costs


def test_a_page_costs_the_same_with_forty_hordes(
    gm: Client, table: Table, army: Army, horde: Horde, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with bookings.booked(army=army):
        Horde.objects.bulk_create(Horde(army=army, name=f"H{n}", profile="tank", position=n) for n in range(40))
        Hero.objects.bulk_create(Hero(army=army, name=f"O{n}", position=n) for n in range(40))
    for number in range(10):
        Army.objects.create(campaign=army.campaign, name=str(number))
    gm.post(row(horde), sent(horde, notes="x"))
    pages = [address(table, "armies/"), where(army), row(horde), where(army, "versions/"), where(army, "versions/1/")]
    for page in (*pages, where(army, "export/json/"), where(army, "names/"), address(table, "armies/new/")):
        with django_assert_max_num_queries(16):
            assert gm.get(page).status_code == 200
    horde.refresh_from_db()
    with django_assert_max_num_queries(45):
        assert gm.post(row(horde), sent(horde, notes="y"), headers=HTMX).status_code == 200
    with django_assert_max_num_queries(45):
        assert (
            gm.post(where(army, "rows/hordes/add/"), {"count": "1", "profile": "tank"}, headers=HTMX).status_code == 200
        )
