"""/campaigns/new/, /campaigns/<pk>/members/, /settings/, and /battles/<pk>/seats/."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from battles.models import Army, Campaign, Member, Seat
from battles.services import campaigns, invites, members
from tests.services.test_invites import link
from tests.services.test_members import admitted
from tests.table import Table, signed_in
from tests.web.test_accounts import said

pytestmark = pytest.mark.django_db
ARCHIVED = "This campaign is archived: it can only be read, so nothing was changed."
HTML = "<b id=x>'\"&{{ 7 }}</b>"


def address(table: Table, page: str = "") -> str:
    return f"/campaigns/{table.battle.campaign_id}/{page}"


def act(table: Table, page: str, who: User | None = None, **fields: object) -> HttpResponse:
    return signed_in(who or table.gm).post(address(table, page), fields)


def shown(who: User, page: str) -> str:
    return unescape(signed_in(who).get(page).content.decode())


# The lobby


def test_a_newcomer_is_told_what_to_do_next() -> None:
    page = shown(User.objects.create_user("zoe", password="x"), "/")
    assert "start a campaign of your own" in page and 'href="/campaigns/new/"' in page
    assert "archived" not in page


def test_a_member_without_a_seat_is_told_whom_to_ask(table: Table) -> None:
    zoe = admitted(table, "player")
    assert "Ask the GM of your campaign for a seat" in shown(zoe, "/")
    assert "its GM gives you one" in shown(zoe, address(table))


def test_whoever_has_no_password_is_told_how_to_come_back(table: Table) -> None:
    assert 'id="to-claim"' in shown(table.ann, "/")
    assert 'id="to-claim"' not in shown(User.objects.create_user("zoe", password="x"), "/")


def test_a_deputy_finds_the_campaigns_battles_in_the_lobby_and_the_gms_page_behind_them(table: Table) -> None:
    zoe = admitted(table, "deputy")
    assert f'id="battle-{table.battle.pk}"' in shown(zoe, "/") and "you are its deputy GM" in shown(zoe, "/")
    answer = signed_in(zoe).get(table.address(), follow=True)
    assert answer.redirect_chain[-1][0] == f"/gm/battles/battle/{table.battle.pk}/change/"
    assert 'data-viewer="gm"' in answer.content.decode()


# A campaign


def test_anybody_signed_in_starts_a_campaign_and_is_its_gm(table: Table) -> None:
    zoe = User.objects.create(username="zoe")
    answer = signed_in(zoe).post("/campaigns/new/", {"name": " The   Reds "})
    campaign = Campaign.objects.get(gm=zoe)
    assert answer.headers["Location"] == campaign.get_absolute_url()
    page = shown(zoe, campaign.get_absolute_url())
    steps = page[page.index('class="steps"') :]
    for where in ("members/", "armies/new/", "armies/import/", "battles/new/"):
        assert f'href="{campaign.get_absolute_url()}{where}"' in steps, "it says what to do next"
    assert signed_in(zoe).get("/gm/").status_code == 200


@pytest.mark.parametrize("name", ["", " ", "x" * 101, "a\u202eb"])
def test_a_campaign_without_a_proper_name_is_refused(table: Table, name: str) -> None:
    answer = signed_in(table.gm).post("/campaigns/new/", {"name": name})
    assert (answer.status_code, Campaign.objects.count()) == (422, 1)
    assert "Name: a text of 1 to 100 readable characters is needed." in said(answer)
    assert act(table, "settings/", name=name).status_code == 422


def test_a_campaign_is_renamed(table: Table) -> None:
    assert act(table, "settings/", name="The Reds").status_code == 302
    assert Campaign.objects.get().name == "The Reds"


def test_an_archived_campaign_is_read_and_not_changed(table: Table) -> None:
    assert act(table, "archive/").status_code == 302
    for who in (table.gm, table.ann):
        assert shown(who, address(table)).count("archived: read only") == 1
        assert f'id="battle-{table.battle.pk}"' not in shown(who, "/")
        assert 'id="to-archived"' in shown(who, "/")
        assert table.battle.campaign.name in shown(who, "/archived/")
    before = list(Army.objects.values()), list(Member.objects.values()), list(Campaign.objects.values("name"))
    army = table.battle.red_army_id
    for page in ("settings/", "members/links/", "house-rules/", "battles/new/", f"armies/{army}/", "armies/new/"):
        answer = act(table, page, name="x", role="player", days="7")
        assert answer.status_code == 403, page
        assert ARCHIVED in answer.content.decode()
    seat = Seat.objects.get(user=table.ann)
    answer = signed_in(table.gm).post(table.address(f"seats/{seat.pk}/replace/"), {"to": "nobody"})
    assert answer.status_code == 403
    after = list(Army.objects.values()), list(Member.objects.values()), list(Campaign.objects.values("name"))
    assert after == before
    assert act(table, "members/1/hand-over/").status_code == 403
    assert act(table, "unarchive/").status_code == 302
    assert f'id="battle-{table.battle.pk}"' in shown(table.ann, "/")


def test_htmx_is_told_to_load_an_archived_campaigns_page_anew_which_then_says_so(table: Table) -> None:
    campaigns.archive(campaign=table.battle.campaign)
    client = signed_in(table.gm)
    for page in ("battles/new/", f"armies/{table.battle.red_army_id}/rows/hordes/add/", "settings/"):
        answer = client.post(address(table, page), headers={"HX-Request": "true"})
        assert (answer.status_code, answer.headers["HX-Refresh"], answer.content) == (403, "true", b""), page
        assert ARCHIVED in client.get(address(table, "armies/")).content.decode(), page
        assert ARCHIVED not in client.get(address(table, "armies/")).content.decode(), page


def test_a_stranger_is_not_told_that_a_campaign_is_archived(table: Table) -> None:
    campaigns.archive(campaign=table.battle.campaign)
    answer = signed_in(User.objects.create(username="zoe")).post(address(table, "settings/"), {"name": "x"})
    assert answer.status_code == 404
    assert "archived" not in answer.content.decode()


def test_a_command_to_a_battle_of_an_archived_campaign_is_refused_with_a_sentence(table: Table) -> None:
    campaigns.archive(campaign=table.battle.campaign)
    command = {"command": '{"type":"Advance"}', "seen": table.board(table.gm).seen}
    answer = signed_in(table.gm).post(table.address("commands/"), command, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "This campaign is archived" in answer.content.decode()


# Members


def test_members_are_listed_to_each_other_and_managed_by_who_runs_the_campaign(table: Table) -> None:
    zoe, deputy = admitted(table, "player"), admitted(table, "deputy", "dep")
    members.change(campaign=table.battle.campaign, person=zoe.pk, role="player", faction=HTML)
    for who in (table.ann, table.sue, zoe):
        page = shown(who, address(table, "members/"))
        assert all(name in page for name in ("gm", "ann", "bob", "sue", "zoe", "dep"))
        assert 'id="remove-' not in page and 'id="make-link"' not in page
    for who in (table.gm, deputy):
        page = shown(who, address(table, "members/"))
        assert f'id="remove-{zoe.pk}"' in page and f'id="remove-{table.gm.pk}"' not in page
        assert (f'id="hand-over-{zoe.pk}"' in page) is (who == table.gm)
    raw = signed_in(table.gm).get(address(table, "members/")).content.decode()
    assert "&lt;b id=x&gt;" in raw and "<b id=x>" not in raw


def test_a_member_is_changed_removed_and_made_the_gm(table: Table) -> None:
    zoe, yan = admitted(table, "player"), admitted(table, "player", "yan")
    assert act(table, f"members/{zoe.pk}/change/", role="deputy", faction="").status_code == 302
    assert Member.objects.get(user=zoe).role == "deputy"
    assert act(table, f"members/{yan.pk}/remove/", who=zoe).status_code == 302
    assert signed_in(yan).get(address(table)).status_code == 404
    assert act(table, f"members/{zoe.pk}/hand-over/").status_code == 302
    assert Campaign.objects.get().gm == zoe


@pytest.mark.parametrize(
    ("page", "fields", "words"),
    [
        ("members/{gm}/remove/", {}, "The GM of a campaign can only hand it over."),
        ("members/{gm}/change/", {"role": "player"}, "The GM of a campaign can only hand it over."),
        ("members/{ann}/change/", {"role": "gm"}, "Role: one of the choices offered is needed."),
        ("members/{ann}/change/", {"role": "player", "faction": "x" * 81}, "Faction: a text of at most 80"),
        ("members/{ann}/remove/", {}, "ann is the only commander of a side in The Meuse crossing"),
    ],
)
def test_what_cannot_be_done_to_a_member_is_said(table: Table, page: str, fields: dict[str, str], words: str) -> None:
    answer = act(table, page.format(gm=table.gm.pk, ann=table.ann.pk), **fields)
    assert answer.status_code == 422
    assert words in said(answer)


def test_a_member_of_nothing_here_is_not_found(table: Table) -> None:
    stranger = User.objects.create(username="stranger")
    for what in ("change", "remove", "hand-over"):
        for pk in (stranger.pk, 987_654, 10**17):
            assert act(table, f"members/{pk}/{what}/", role="player").status_code == 404


# The seats of a battle


def replace(table: Table, who: User, **fields: object) -> HttpResponse:
    seat = Seat.objects.get(battle=table.battle, user=who).pk
    return signed_in(table.gm).post(table.address(f"seats/{seat}/replace/"), fields)


def test_the_seats_page_is_reached_from_the_control_room_and_the_campaign(table: Table) -> None:
    link = f'href="{table.address("seats/")}"'
    assert link in shown(table.gm, f"/gm/battles/battle/{table.battle.pk}/change/")
    assert link in shown(table.gm, address(table))
    assert link not in shown(table.ann, address(table))


def test_a_seat_goes_to_a_member_and_the_old_holders_pages_are_not_found(table: Table) -> None:
    zoe, ann = admitted(table, "player"), signed_in(table.ann)
    assert ann.get(table.address()).status_code == 200
    assert replace(table, table.ann, to=zoe.pk).status_code == 302
    for page in ("", "frame/", "log/?before=9"):
        assert ann.get(table.address(page)).status_code == 404
    assert ann.post(table.address("commands/"), {"command": '{"type":"Ready"}', "seen": ""}).status_code == 404
    assert b'data-viewer="red"' in signed_in(zoe).get(table.address()).content


def test_a_seat_goes_to_whoever_opens_a_new_link(table: Table) -> None:
    assert replace(table, table.ann, to="link").status_code == 302
    page = shown(table.gm, table.address("seats/"))
    found = re.search(r"http://testserver(/invites/[\w-]+/)", page)
    assert found and "Nobody commands this side" in page
    client = Client()
    assert client.post(found[1], {"name": "Zoë"}).headers["Location"] == table.address()


def test_the_gm_is_asked_about_a_sides_secrets_only_where_they_hang_on_the_seat(table: Table) -> None:
    assert shown(table.gm, table.address("seats/")).count('name="keep_drafts"') == 2
    invites.follow(token=link(table, "red").token, person=User.objects.create(username="zoe"))
    page = shown(table.gm, table.address("seats/"))
    assert page.count('name="keep_drafts"') == 1 and page.count("others share it") == 2


@pytest.mark.parametrize("to", ["", "987654", "gm", HTML, "9" * 40])
def test_somebody_who_is_not_offered_takes_no_seat(table: Table, to: str) -> None:
    answer = replace(table, table.ann, to=to)
    assert answer.status_code == 422
    assert table.board(table.ann).audience == "red"


def test_a_seat_that_there_is_not_is_not_found(table: Table) -> None:
    for pk in (987_654, 10**17, Seat.objects.get(user=table.gm).pk):
        answer = signed_in(table.gm).post(table.address(f"seats/{pk}/replace/"), {"to": "nobody"})
        assert answer.status_code == 404


def test_html_in_names_is_shown_literally_on_the_seats_page(table: Table) -> None:
    User.objects.filter(pk=table.ann.pk).update(username=HTML)
    type(table.battle).objects.update(title=HTML)
    Campaign.objects.update(name=HTML)
    admitted(table, "player", HTML + "2")
    page = signed_in(table.gm).get(table.address("seats/")).content.decode()
    assert page.count("&lt;b id=x&gt;") > 5 and "<b id=x>" not in page
