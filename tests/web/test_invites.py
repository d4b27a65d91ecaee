"""/invites/<token>/, and the pages on which links are made: what each shows, and what it never shows."""

import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from battles.models import Campaign, Invite, Seat
from battles.services import invites
from battles.views.links import reaches_others
from tests.noise import without_noise
from tests.services.test_invites import into, link
from tests.table import Table, signed_in
from tests.web.test_accounts import said

pytestmark = pytest.mark.django_db
HTML = "<b id=x>'\"&{{ 7 }}</b>"


def opened(invite: Invite, client: Client | None = None) -> HttpResponse:
    return (client or Client()).get(f"/invites/{invite.token}/")


def followed(invite: Invite, client: Client | None = None, **fields: str) -> HttpResponse:
    return (client or Client()).post(f"/invites/{invite.token}/", fields)


def seats_page(table: Table) -> str:
    return signed_in(table.gm).get(table.address("seats/")).content.decode()


def members_page(table: Table, who: User | None = None) -> str:
    return signed_in(who or table.gm).get(f"/campaigns/{table.battle.campaign_id}/members/").content.decode()


# Following one


def test_a_link_says_who_invites_to_what_and_asks_for_a_name_only(table: Table) -> None:
    page = opened(link(table)).content.decode()
    for words in ("gm", "The Meuse crossing", "a seat for red"):
        assert words in page
    form = re.search(r'<form method="post" class="single.*?</form>', page, re.DOTALL)
    assert form and re.findall(r'<input[^>]*name="(\w+)"', form[0]) == ["csrfmiddlewaretoken", "name"]


def test_f_08_a_link_that_a_chat_looks_at_is_not_spent(table: Table) -> None:
    invite = link(table)
    for _ in range(3):
        assert opened(invite).status_code == 200
    assert followed(invite, name="Zoë").status_code == 302


def test_a_guest_is_in_his_seat_at_once(table: Table) -> None:
    client = Client()
    assert followed(link(table), client, name="Zoë").headers["Location"] == table.address()
    assert b'data-viewer="red"' in client.get(table.address()).content


def test_who_is_signed_in_joins_as_himself(table: Table) -> None:
    zoe = User.objects.create(username="zoe")
    client, before = signed_in(zoe), User.objects.count()
    assert "Join as zoe" in opened(link(table), client).content.decode()
    assert followed(link(table), client).status_code == 302
    assert (User.objects.count(), Seat.objects.get(user=zoe).role) == (before, "red")


def test_a_link_into_the_campaign_leads_to_the_campaign(table: Table) -> None:
    campaign = table.battle.campaign
    assert followed(into(table), name="Zoë").headers["Location"] == campaign.get_absolute_url()


def test_used_revoked_expired_and_unknown_links_are_answered_alike(table: Table) -> None:
    used, revoked, expired, archived, unknown = link(table), link(table), link(table), link(table), link(table)
    followed(used, name="Zoë")
    invites.revoke(campaign=table.battle.campaign, invite=revoked.pk)
    Invite.objects.filter(pk=expired.pk).update(expires_at="2020-01-01T00:00Z")
    elsewhere = Campaign.objects.create(name="Elsewhere", gm=table.gm, archived_at="2020-01-01T00:00Z")
    Invite.objects.filter(pk=archived.pk).update(campaign=elsewhere, battle=None, seat="")
    unknown.delete()
    for client in (Client(), signed_in(User.objects.create(username="stranger"))):
        for ask in (opened, followed):
            answers = [ask(each, client) for each in (used, revoked, expired, archived, unknown)]
            assert {answer.status_code for answer in answers} == {410}
            texts = {
                without_noise(answer.content.decode()).replace(each.token, "")
                for answer, each in zip(answers, (used, revoked, expired, archived, unknown), strict=True)
            }
            assert len(texts) == 1
            assert "Ask the GM for another" in texts.pop()


def test_who_has_used_a_link_and_opens_it_again_is_led_to_his_seat(table: Table) -> None:
    invite, client = link(table), Client()
    followed(invite, client, name="Zoë")
    assert opened(invite, client).headers["Location"] == table.address()


def test_who_opens_a_link_for_many_again_is_led_where_it_led_him(table: Table) -> None:
    """People keep it in their chat as the way to the battle."""
    for invite, there in (
        (link(table, "public"), table.address()),
        (into(table, "spectator"), table.battle.campaign.get_absolute_url()),
    ):
        client = Client()
        assert followed(invite, client, name=f"Zoë {invite.pk}").headers["Location"] == there
        for again in (opened, followed):
            assert (again(invite, client).status_code, again(invite, client).headers["Location"]) == (302, there)
        assert client.get(there).status_code == 200


@pytest.mark.parametrize(("who", "role"), [("ann", "red"), ("ann", "public"), ("gm", "public"), ("sue", "public")])
def test_who_has_as_much_as_a_link_gives_is_led_there_and_spends_nothing(table: Table, who: str, role: str) -> None:
    invite, before = link(table, role), list(Seat.objects.values())
    client = signed_in(User.objects.get(username=who))
    for answer in (opened(invite, client), followed(invite, client)):
        assert answer.headers["Location"] == table.address()
    assert list(Seat.objects.values()) == before
    assert opened(invite).status_code == 200


def test_a_guest_at_somebody_elses_browser_comes_in_by_his_own_name_all_the_same(table: Table) -> None:
    client = signed_in(table.sue)
    assert followed(link(table, "public"), client, name="Zoë").status_code == 302
    assert Seat.objects.get(user__username="Zoë").role == "public"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "Name: please fill this in."),
        ("x" * 81, "Name: at most 80 characters"),
        ("a\x00b", "Name: only characters that can be read."),
        ("ANN", "Name: “ANN”, or a name that looks like it, is taken."),
        (HTML + "\u202e", "Name: at most 80 characters"),
    ],
)
def test_a_name_that_is_refused_spends_no_link_and_makes_nobody(table: Table, name: str, words: str) -> None:
    invite, before = link(table), User.objects.count()
    answer = followed(invite, name=name)
    assert (answer.status_code, User.objects.count()) == (422, before)
    assert words in said(answer)
    assert opened(invite).status_code == 200


def test_who_cannot_take_the_seat_is_told_why(table: Table) -> None:
    answer = followed(link(table, "blue"), signed_in(table.ann))
    assert (answer.status_code, said(answer)) == (422, "ann has a seat in this battle already (red).")


def test_guests_from_one_address_are_counted(table: Table, monkeypatch: Any) -> None:
    from battles.views import tries

    monkeypatch.setitem(tries.BY_ADDRESS, "guest", "3/h")
    invite = link(table, "public")
    answers = [followed(invite, name=f"Guest {name}").status_code for name in ("Uno", "Dos", "Tres", "Quat")]
    assert answers == [302] * 3 + [429]


def test_nothing_of_a_link_is_kept_by_a_cache_or_told_to_other_sites(table: Table) -> None:
    answer = opened(link(table))
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Referrer-Policy"] == "same-origin"


def test_html_in_the_names_on_a_link_is_shown_literally(table: Table) -> None:
    invite = into(table, faction=HTML)
    User.objects.filter(pk=table.gm.pk).update(username=HTML)
    Campaign.objects.update(name=HTML)
    page = opened(invite).content.decode()
    assert page.count("&lt;b id=x&gt;") >= 3 and "<b id=x>" not in page


# Making one


def test_a_new_link_is_shown_as_text_and_as_a_code_that_says_the_same(table: Table) -> None:
    answer = signed_in(table.gm).post(table.address("seats/links/"), {"role": "red", "days": "7"}, follow=True)
    page, invite = answer.content.decode(), Invite.objects.get()
    address = f"http://testserver/invites/{invite.token}/"
    assert f'value="{address}" readonly' in page
    source = re.search(r'<img src="(data:image/svg\+xml[^"]+)"', page)
    assert source and "<svg" in unquote(unescape(source[1]))
    assert (invite.seat, invite.many, invite.battle) == ("red", False, table.battle)


def test_the_content_policy_lets_the_code_be_shown_and_no_script_run_from_it(table: Table) -> None:
    link(table)
    policy = signed_in(table.gm).get(table.address("seats/")).headers["Content-Security-Policy"]
    assert "img-src 'self' data:" in policy and "unsafe-inline" not in policy


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Seat: please fill this in."),
        ({"role": "gm", "days": "7"}, "Seat: one of the choices offered is needed."),
        ({"role": "red", "days": "8"}, "Good for: one of the choices offered is needed."),
        ({"role": "red", "days": HTML}, "Good for: one of the choices offered is needed."),
    ],
)
def test_a_link_that_cannot_be_made_says_why(table: Table, fields: dict[str, str], words: str) -> None:
    answer = signed_in(table.gm).post(table.address("seats/links/"), fields)
    assert (answer.status_code, Invite.objects.count()) == (422, 0)
    assert words in said(answer)


@pytest.mark.parametrize(("role", "many"), [("player", False), ("deputy", False), ("spectator", True)])
def test_links_into_the_campaign_are_made_among_its_members(table: Table, role: str, many: bool) -> None:
    where = f"/campaigns/{table.battle.campaign_id}/members/links/"
    answer = signed_in(table.gm).post(where, {"role": role, "days": "30", "faction": "Reds"}, follow=True)
    invite = Invite.objects.get()
    assert (invite.role, invite.many, invite.battle) == (role, many, None)
    assert invite.faction == ("Reds" if role == "player" else "")
    assert invite.token in answer.content.decode()


def test_no_link_is_shown_to_anybody_but_who_runs_the_campaign(table: Table) -> None:
    tokens = {into(table).token, link(table).token}
    for person in (table.ann, table.sue):
        for page in (members_page(table, person), signed_in(person).get(table.address()).content.decode()):
            assert not [token for token in tokens if token in page]


def test_what_a_dead_links_address_was_is_not_shown(table: Table) -> None:
    used, old = link(table), into(table)
    followed(used, name="Zoë")
    new = invites.reissue(campaign=table.battle.campaign, invite=old.pk, by=table.gm)
    assert "Used by Zoë" in seats_page(table) and used.token not in seats_page(table)
    assert old.token not in members_page(table) and new.token in members_page(table)


def test_revoking_and_renewing_lead_back_to_where_the_link_stands(table: Table) -> None:
    campaign, client = table.battle.campaign_id, signed_in(table.gm)
    for invite, page in ((link(table), table.address("seats/")), (into(table), f"/campaigns/{campaign}/members/")):
        answer = client.post(f"/campaigns/{campaign}/members/links/{invite.pk}/reissue/")
        assert answer.headers["Location"] == page
        newest = Invite.objects.latest("pk")
        answer = client.post(f"/campaigns/{campaign}/members/links/{newest.pk}/revoke/")
        assert answer.headers["Location"] == page
        assert client.post(f"/campaigns/{campaign}/members/links/{newest.pk}/revoke/").status_code == 404


@pytest.mark.parametrize(
    ("host", "reaches"),
    [
        ("127.0.0.1:8000", False),
        ("localhost", False),
        ("[::1]:8000", False),
        ("192.168.1.7:8000", True),
        ("battle.example", True),
    ],
)
def test_the_gm_is_warned_where_a_link_works_on_his_own_machine_alone(
    rf: Any, settings: Any, host: str, reaches: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert reaches_others(rf.get("/", headers={"Host": host})) is reaches
