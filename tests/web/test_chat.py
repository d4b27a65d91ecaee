"""/campaigns/<pk>/settings/chat/: where a campaign's chat is told of its battles."""

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpResponse

from battles.models import Campaign
from battles.services import campaigns, members
from tests.services.chatting import SECRET, Chat, chatting
from tests.table import Table, signed_in
from tests.web.test_accounts import said

pytestmark = pytest.mark.django_db
ADDRESS = f"https://discord.com/api/webhooks/1/{SECRET}"


@pytest.fixture(autouse=True)
def nothing_tried_yet() -> None:
    cache.clear()


@pytest.fixture
def chat(settings: Any) -> Iterator[Chat]:
    settings.WEBHOOKS_ANYWHERE = True
    with chatting() as found:
        yield found


def where(table: Table, page: str = "settings/") -> str:
    return f"/campaigns/{table.battle.campaign_id}/{page}"


def save(table: Table, address: str) -> HttpResponse:
    return signed_in(table.gm).post(where(table, "settings/chat/"), {"webhook": address})


def greet(table: Table) -> str:
    answer = signed_in(table.gm).post(where(table, "settings/chat/greet/"), follow=True)
    assert answer.redirect_chain == [(where(table), 302)]
    return unescape(answer.content.decode())


def deputy(table: Table) -> User:
    person = User.objects.create(username="zoe")
    members.admit(campaign=table.battle.campaign, person=person, role="deputy")
    return person


def test_the_gm_sets_it_sees_it_and_takes_it_away(table: Table) -> None:
    assert "greet-chat" not in signed_in(table.gm).get(where(table)).content.decode()
    assert save(table, ADDRESS).headers["Location"] == where(table)
    page = signed_in(table.gm).get(where(table)).content.decode()
    assert f'value="{ADDRESS}"' in page and "greet-chat" in page
    save(table, "")
    assert Campaign.objects.get().webhook == ""


def test_nobody_else_sees_it_not_even_a_deputy(table: Table) -> None:
    save(table, ADDRESS)
    page = signed_in(deputy(table)).get(where(table)).content.decode()
    assert SECRET not in page and 'name="webhook"' not in page
    for person in (table.ann, table.sue):
        assert SECRET not in signed_in(person).get(where(table, "")).content.decode()


@pytest.mark.parametrize("address", ["http://chat.example/x", "x", "https://10.0.0.8/x", "https://a.example/\u00e9"])
def test_what_cannot_be_one_is_refused_beside_the_field_and_nothing_is_changed(table: Table, address: str) -> None:
    save(table, ADDRESS)
    answer = save(table, address)
    assert answer.status_code == 422
    assert "Webhook: an address that begins with https://, of an internet server, is needed." in said(answer)
    assert f'value="{address}"' in answer.content.decode(), "what was typed is not lost"
    assert Campaign.objects.get().webhook == ADDRESS


def test_its_length_is_limited_with_a_sentence(table: Table) -> None:
    answer = save(table, "https://chat.example/" + "x" * 20_000)
    assert answer.status_code == 422 and "Webhook: at most 500 characters are allowed." in said(answer)


def test_a_first_message_shows_whether_it_arrives(table: Table, chat: Chat) -> None:
    save(table, chat.address)
    assert "The chat has taken the message." in greet(table)
    assert chat.texts == [f"Battlefront tells this chat of the battles of {table.battle.campaign.name}."]
    chat.answer = b"HTTP/1.1 404 No\r\n\r\n"
    assert "The chat has not taken the message." in greet(table)


def test_without_one_a_first_message_is_a_sentence(table: Table) -> None:
    assert "The chat has not taken the message." in greet(table)


def test_first_messages_are_counted(table: Table, chat: Chat) -> None:
    save(table, chat.address)
    for _ in range(10):
        greet(table)
    assert "tried too often" in greet(table)
    assert len(chat.heard) == 10


def test_an_archived_campaigns_chat_stays_as_it_is(table: Table, chat: Chat) -> None:
    save(table, chat.address)
    campaigns.archive(campaign=table.battle.campaign)
    assert save(table, ADDRESS).status_code == 403
    assert signed_in(table.gm).post(where(table, "settings/chat/greet/")).status_code == 403
    assert (Campaign.objects.get().webhook, chat.heard) == (chat.address, [])
