"""Who hears of a deadline away from the page: once, in time, and nothing that is secret."""

import logging
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail

from battles.models import Battle, Campaign, Horde, Seat
from battles.rules.ruleset import Side
from battles.services import webhooks
from battles.services.gm import chair, clock, reminders
from battles.services.gm.conduct import Delay, Limit
from tests.services.chatting import SECRET, Chat, chatting
from tests.services.hours import Hours
from tests.services.racing import needs_rows_that_lock, race
from tests.services.ruling import choose, draft_of, onward, present, run, seal
from tests.table import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def chat(settings: Any) -> Iterator[Chat]:
    settings.WEBHOOKS_ANYWHERE = True
    with chatting() as found:
        yield found


def running(minutes: int = 240, **switches: Any) -> Table:
    """Both sides have that long in the Land Contest; everybody has an e-mail."""
    table = Table.laid("land")
    for person in (table.gm, table.ann, table.bob, table.sue):
        User.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")
    run(table, **{"limits": {"land": Limit(minutes=minutes)}} | switches)
    return table


def told_in(table: Table, chat: Chat) -> None:
    webhooks.put(campaign=table.battle.campaign, address=chat.address)


def tell(hours: Hours) -> None:
    """What one look does, with its troubles not swallowed."""
    for battle in reminders.wanted(hours.now):
        reminders.tell(battle_id=battle)


def mailed() -> list[str]:
    """To whom since the last time."""
    found = sorted(each for message in mail.outbox for each in message.to)
    mail.outbox.clear()
    return found


BOTH = ["ann@example.org", "bob@example.org"]


# By mail


@pytest.mark.parametrize(("minutes", "before"), [(20, 5), (60, 15), (240, 60), (14 * 24 * 60, 60)])
def test_a_reminder_comes_once_an_hour_or_a_quarter_of_the_time_before_the_deadline(
    hours: Hours, minutes: int, before: int
) -> None:
    running(minutes)
    hours.pass_(minutes=minutes - before, seconds=-1)
    tell(hours)
    assert mailed() == []
    hours.pass_(seconds=1)
    tell(hours)
    assert mailed() == BOTH
    for _ in range(before):
        tell(hours)
        hours.pass_(minutes=1)
    tell(hours)
    assert mailed() == []


def test_nobody_is_reminded_of_what_is_over_in_some_minutes_anyway(hours: Hours) -> None:
    running(9)
    for _ in range(10):
        tell(hours)
        hours.pass_(minutes=1)
    assert mailed() == []


def test_a_reminder_says_which_battle_and_phase_by_when_and_where_and_no_secret(hours: Hours, settings: Any) -> None:
    settings.SITE_URL = "https://battle.example"
    table = running(limits={"land": Limit(at="20:30", zone="Europe/Paris")})
    hours.pass_(hours=6, minutes=15)
    tell(hours)
    message = next(each for each in mail.outbox if each.to == ["ann@example.org"])
    name, red = table.battle.title, present(table).state.red.title
    assert message.subject == f"{name}: Land Contest is to be sealed by 2026-06-01 20:30 CEST (Europe/Paris)"
    for words in (
        f"{red} has not sealed",
        name,
        "what it has saved is sealed",
        f"https://battle.example{table.address()}",
    ):
        assert words in message.body
    assert not [horde.name for horde in Horde.objects.all() if horde.name in message.body + message.subject]
    assert len({each.to[0] for each in mail.outbox}) == len(mail.outbox), "one mail a person"


def test_without_an_address_of_the_site_there_is_no_link_rather_than_a_wrong_one(hours: Hours) -> None:
    running()
    hours.pass_(hours=3)
    tell(hours)
    assert mail.outbox and not [each for each in mail.outbox if "http" in each.body or "/battles/" in each.body]


def test_a_reminder_is_in_the_sites_language(hours: Hours, settings: Any) -> None:
    settings.SITE_LANGUAGE = "fr"
    running()
    hours.pass_(hours=3)
    tell(hours)
    assert "à sceller" in mail.outbox[0].subject and "UTC" in mail.outbox[0].subject


def test_only_who_is_waited_for_and_has_an_e_mail_is_reminded(hours: Hours) -> None:
    table = running()
    choose(table, table.ann, Side.RED)
    second, third = (User.objects.create(username=name, email=f"{name}@example.org") for name in ("ben", "bill"))
    Seat.objects.create(battle=table.battle, user=second, role="blue")
    Seat.objects.create(battle=table.battle, user=third, role="blue")
    User.objects.filter(pk=third.pk).update(is_active=False)
    User.objects.filter(pk=table.bob.pk).update(email="")
    hours.pass_(hours=3)
    tell(hours)
    assert mailed() == ["ben@example.org"]


def test_a_deadline_that_is_moved_is_reminded_of_anew(hours: Hours) -> None:
    table = running()
    hours.pass_(hours=3)
    tell(hours)
    assert mailed() == BOTH
    chair.extend(battle_id=table.battle.pk, actor=table.gm, minutes=600)
    tell(hours)
    assert mailed() == []
    hours.pass_(hours=10)
    tell(hours)
    assert mailed() == BOTH


@pytest.mark.parametrize("field", ["paused_at", "finished_at", "voided_at", "archived_at", "ready", "ruling", "over"])
def test_nobody_is_reminded_of_what_he_cannot_do_now(hours: Hours, field: str) -> None:
    table = running(draft_first=True)
    if field in ("ready", "ruling"):
        deadline = present(table).battle.deadline
        seal(table)
        if field == "ruling":
            onward(table)
            assert draft_of(table)
        Battle.objects.update(deadline=deadline, waiting_since=hours.now)
    hours.pass_(hours=4 if field == "over" else 3)
    if field == "paused_at":
        chair.pause(battle_id=table.battle.pk, actor=table.gm)
    elif field.endswith("_at"):
        model = Campaign if field == "archived_at" else Battle
        model.objects.update(**{field: hours.now})
    tell(hours)
    assert mailed() == []


def test_a_mail_that_cannot_be_sent_keeps_no_other_from_being_sent_and_is_not_tried_for_ever(
    hours: Hours, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, asked, send = running(), [], reminders.send_mail

    def send_or_break(subject: str, body: str, sender: None, to: list[str]) -> None:
        asked.append(to[0])
        if to == ["ann@example.org"]:
            raise OSError("the mail server is away")
        send(subject, body, sender, to)

    monkeypatch.setattr(reminders, "send_mail", send_or_break)
    hours.pass_(hours=3)
    for _ in range(3):
        tell(hours)
    assert (mailed(), sorted(asked)) == (["bob@example.org"], BOTH)
    assert f"Battle {table.battle.pk}: a reminder could not be sent" in caplog.text


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_two_clocks_at_one_instant_remind_once(hours: Hours) -> None:
    table = running()
    hours.pass_(hours=3)
    for _ in range(10):
        Battle.objects.update(reminded_for=None)
        remind = partial(reminders.tell, battle_id=table.battle.pk)
        assert race(remind, remind) == [None, None]
        assert mailed() == BOTH


# In the chat


def test_the_chat_hears_of_each_phase_once(hours: Hours, chat: Chat, settings: Any) -> None:
    settings.SITE_URL = "https://battle.example"
    table = Table.laid("deployment")
    name, link = table.battle.title, f"https://battle.example{table.address()}"
    told_in(table, chat)
    tell(hours)
    assert chat.texts == [], "what was before is no news"
    run(table, limits={"land": Limit(minutes=90)})
    seal(table)
    onward(table)
    for _ in range(3):
        tell(hours)
    assert chat.texts == [f"{name}: Land Contest has begun.\nTo be sealed by 2026-06-01 13:30 UTC.\n{link}"]


def test_the_chat_hears_when_a_deadline_nears_and_when_it_was_over(hours: Hours, chat: Chat) -> None:
    table = running()
    told_in(table, chat)
    choose(table, table.ann, Side.RED)
    hours.pass_(hours=3)
    for _ in range(2):
        tell(hours)
    name, blue = table.battle.title, present(table).state.blue.title
    assert chat.texts == [f"{name}: Land Contest is to be sealed by 2026-06-01 16:00 UTC; {blue} has not sealed yet."]
    hours.pass_(hours=1)
    clock.striking()(hours.now)
    for _ in range(2):
        tell(hours)
    assert chat.texts[1:] == [f"{name}: time was up, and {blue} was not ready."]


def test_what_struck_and_what_it_began_are_one_message_in_their_order(hours: Hours, chat: Chat) -> None:
    table = Table.laid("deployment")
    told_in(table, chat)
    run(table, limits={"deployment": Limit(minutes=60)}, by_itself=True)
    hours.pass_(hours=1)
    clock.striking()(hours.now)
    tell(hours)
    name = table.battle.title
    assert chat.texts == [f"{name}: time was up, and neither side was ready.\n{name}: Land Contest has begun."]


def test_the_chat_hears_of_the_end_once_and_of_nothing_after_it(hours: Hours, chat: Chat) -> None:
    table = running()
    told_in(table, chat)
    chair.stop(battle_id=table.battle.pk, actor=table.gm, reason="Night")
    for _ in range(3):
        tell(hours)
        hours.pass_(days=2)
    assert chat.texts == [f"{table.battle.title} has ended."]


@pytest.mark.parametrize(
    "switches",
    [{"spectators": False}, {"delays": {"status": Delay(seconds=60)}}, {"delays": {"status": Delay(a_round=True)}}],
)
def test_the_chat_hears_nothing_of_a_battle_that_spectators_may_not_follow_as_it_is(
    hours: Hours, chat: Chat, switches: dict[str, Any]
) -> None:
    table = running(by_itself=True, **switches)
    told_in(table, chat)
    hours.pass_(hours=3)
    tell(hours)
    assert mailed() == BOTH, "the sides do"
    hours.pass_(hours=1)
    clock.striking()(hours.now)
    tell(hours)
    run(table)
    tell(hours)
    assert chat.texts == [], "nor later, when they may"


def test_no_secret_is_written_to_the_chat(hours: Hours, chat: Chat) -> None:
    table = running()
    told_in(table, chat)
    Battle.objects.update(told={})
    for _ in range(2):
        hours.pass_(hours=3)
        tell(hours)
        clock.striking()(hours.now)
    tell(hours)
    text = "\n".join(chat.texts)
    assert len(chat.texts) >= 3
    assert not [horde.name for horde in Horde.objects.all() if horde.name in text]
    assert table.battle.secret.hex() not in text


def test_a_chat_that_fails_loses_its_message_and_is_logged_without_its_secret(
    hours: Hours, chat: Chat, caplog: pytest.LogCaptureFixture
) -> None:
    table = running()
    told_in(table, chat)
    chat.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
    hours.pass_(hours=3)
    with caplog.at_level(logging.DEBUG):
        for _ in range(3):
            tell(hours)
    assert len(chat.heard) == 1 and mailed() == BOTH
    assert f"Battle {table.battle.pk}: the campaign's chat was not told: localhost answered 500" in caplog.text
    assert SECRET not in caplog.text


def test_no_command_waits_for_the_chat(hours: Hours, chat: Chat) -> None:
    table = running(by_itself=True)
    told_in(table, chat)
    seal(table)
    hours.pass_(hours=4)
    clock.striking()(hours.now)
    chair.stop(battle_id=table.battle.pk, actor=table.gm, reason="Night")
    assert chat.heard == []


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_two_clocks_at_one_instant_tell_the_chat_once(hours: Hours, chat: Chat) -> None:
    table = Table.laid("land")
    told_in(table, chat)
    for number in range(10):
        Battle.objects.update(told={"phase": "deployment"})
        news = partial(reminders.tell, battle_id=table.battle.pk)
        assert race(news, news) == [None, None]
        assert len(chat.heard) == number + 1
    assert present(table).battle.told == {"phase": "land"}
