"""Forms that make something: whoever presses the button twice, or comes back by Back and presses it, makes it once."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import models
from django.test import Client
from django.utils import timezone

from battles.models import Army, Campaign, CatalogueEntry, Commander, Hero, Horde, Invite, LedgerEntry, SentForm
from tests.services.racing import needs_rows_that_lock, race
from tests.table import Table, signed_in
from tests.web.test_limits import Page

pytestmark = pytest.mark.django_db
C, A = "/campaigns/{campaign}/", "/campaigns/{campaign}/armies/{army}/"
# what is made -> the page, the end of its form's address, what is filled in, what there is one more of
FORMS: dict[str, tuple[str, str, dict[str, str], Callable[[], models.QuerySet[Any]]]] = {
    "a campaign": ("/campaigns/new/", "/campaigns/new/", {"name": "Twice"}, Campaign.objects.all),
    "an army": (C + "armies/new/", "armies/new/", {"name": "Twice"}, Army.objects.all),
    "a horde": (A, "rows/hordes/add/", {"name": "Twice"}, Horde.objects.all),
    "a commander": (A, "rows/commanders/add/", {"name": "Twice"}, Commander.objects.all),
    "a horde like another": (A, "rows/hordes/{horde}/duplicate/", {}, Horde.objects.all),
    "a hero": (A + "heroes/new/", "heroes/new/", {"name": "Twice"}, Hero.objects.all),
    "a row of the catalogue": (
        C + "catalogue/terrain/new/",
        "catalogue/terrain/new/",
        {"name": "Twice"},
        CatalogueEntry.objects.filter(data__name__startswith="Twice").all,
    ),
    "a link into the campaign": (C + "members/", "members/links/", {}, Invite.objects.all),
    "a link into a seat": ("/battles/{battle}/seats/", "seats/links/", {}, Invite.objects.all),
    "a repair": (
        A + "repairs/",
        "repairs/",
        {"amount": "5", "why": "Rest"},
        LedgerEntry.objects.filter(reason="repair").all,
    ),
}


@pytest.fixture
def where(table: Table) -> dict[str, int]:
    army = table.battle.red_army
    assert army is not None
    horde = army.hordes.all()[0]
    Horde.objects.filter(pk=horde.pk).update(magnitude=1)
    return {"campaign": table.battle.campaign_id, "battle": table.battle.pk, "army": army.pk, "horde": horde.pk}


def form_of(client: Client, page: str, end: str) -> tuple[str, dict[str, Any]]:
    """Where it goes, and what it carries as it stands. Its last part may be a button's own address."""
    html = client.get(page).content.decode()
    forms = Page(html).forms
    form = next((each for each in forms if each.get("action", page).split("#")[0].endswith(end)), None)
    if form is None:
        button = html.index(f'{end}"')
        opened = html.rindex("<form", 0, button)
        form = Page(html[opened:button]).forms[0]
        return re.findall(r'="(\S+)"', html[: button + len(end) + 1])[-1], dict(form["fields"])
    return form.get("action", page).split("#")[0], dict(form["fields"])


@pytest.mark.parametrize("what", FORMS)
def test_a_button_pressed_twice_makes_one_and_leads_to_it_both_times(
    table: Table, where: dict[str, int], what: str
) -> None:
    page, end, filled, found = FORMS[what]
    client = signed_in(table.gm)
    to, fields = form_of(client, page.format(**where), end.format(**where))
    before = found().count()
    answers = [client.post(to, fields | filled) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302] * 3
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert found().count() == before + 1
    to, fields = form_of(client, page.format(**where), end.format(**where))
    another = {name: "Twice again" if name == "name" else value for name, value in filled.items()}
    assert client.post(to, fields | another).status_code == 302
    assert found().count() == before + 2, "the page shown anew makes another"


def test_the_second_press_in_a_table_leaves_it_as_the_first_has_made_it(table: Table, where: dict[str, int]) -> None:
    client, htmx = signed_in(table.gm), {"HX-Request": "true"}
    to, fields = form_of(client, A.format(**where), "rows/hordes/add/")
    answers = [client.post(to, fields | {"name": "Twice"}, headers=htmx).status_code for _ in range(2)]
    assert (answers, Horde.objects.filter(name="Twice").count()) == ([200, 204], 1)


def test_what_was_refused_may_be_mended_and_sent_again_from_the_same_page(table: Table) -> None:
    client = signed_in(table.gm)
    to, fields = form_of(client, "/campaigns/new/", "/campaigns/new/")
    answers = [client.post(to, fields | {"name": name}).status_code for name in ("", "Mended", "Mended")]
    assert (answers, Campaign.objects.filter(name="Mended").count()) == ([422, 302, 302], 1)


def test_one_persons_form_is_no_other_persons(table: Table) -> None:
    for who in (table.ann, table.bob):
        assert signed_in(who).post("/campaigns/new/", {"name": "Same", "once": "the-same-key"}).status_code == 302
    assert Campaign.objects.filter(name="Same").count() == 2


@pytest.mark.parametrize("key", ["x" * 5000, "\x00", "é{{ 7 }}", " "])
def test_a_key_that_no_page_has_made_breaks_nothing(table: Table, key: str) -> None:
    for _ in range(2):
        assert signed_in(table.gm).post("/campaigns/new/", {"name": "Odd", "once": key}).status_code == 302


def test_what_was_sent_is_not_remembered_for_ever(table: Table) -> None:
    client = signed_in(table.gm)
    client.post("/campaigns/new/", {"name": "Old", "once": "old"})
    SentForm.objects.update(at=timezone.now() - timedelta(days=2))
    client.post("/campaigns/new/", {"name": "New", "once": "new"})
    assert [sent.key for sent in SentForm.objects.all()] == ["new"]


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_two_presses_at_one_instant_make_one() -> None:
    gm = User.objects.create(username="gm")
    clients = [signed_in(gm) for _ in range(4)]
    fields = {"name": "Twice", "once": "one-key"}
    got = race(*(lambda client=client: client.post("/campaigns/new/", fields) for client in clients))
    assert len({answer.headers["Location"] for answer in got}) == 1
    assert Campaign.objects.count() == 1
