"""services.invites: whom a link lets in, how often, and until when."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from battles.models import Battle, Campaign, Guest, HandOver, Invite, Member, Seat
from battles.services import campaigns, invites, members, seats
from battles.services.refusals import Refused
from tests.services.racing import needs_rows_that_lock, race
from tests.table import Table

pytestmark = pytest.mark.django_db


def link(table: Table, role: str = "red", **more: Any) -> Invite:
    """Into a seat of the table's battle."""
    return into(table, role, battle=table.battle, **more)


def into(table: Table, role: str = "player", **more: Any) -> Invite:
    return invites.make(campaign=table.battle.campaign, by=table.gm, role=role, **({"days": 7} | more))


def person(name: str = "zoe") -> User:
    return User.objects.create(username=name)


def role_of(table: Table, who: User) -> str:
    return campaigns.membership(campaign_id=table.battle.campaign_id, person=who).role


def stored() -> list[Any]:
    models = (Member, Seat, User, Guest, HandOver)
    return [list(model.objects.order_by("pk").values()) for model in models]


def gone(invite: Invite) -> None:
    """Nobody comes in by it, neither somebody known nor a guest."""
    before = stored()
    with pytest.raises(invites.Gone):
        invites.find(token=invite.token)
    with pytest.raises(invites.Gone):
        invites.follow(token=invite.token, person=User.objects.get(username="sue"))
    with pytest.raises(invites.Gone):
        invites.follow_as_guest(token=invite.token, name="Late")
    assert stored() == before


def test_a_seats_link_gives_the_seat_and_a_place_in_the_campaign(table: Table) -> None:
    zoe = person()
    invites.follow(token=link(table).token, person=zoe)
    assert seats.find(battle_id=table.battle.pk, person=zoe).role == "red"
    assert role_of(table, zoe) == "player"


def test_a_guest_comes_with_only_a_name_and_is_a_real_person(table: Table) -> None:
    invite = link(table, "blue")
    _, guest = invites.follow_as_guest(token=invite.token, name="Zoë")
    assert (guest.username, guest.has_usable_password(), guest.guest.invite) == ("Zoë", False, invite)
    assert seats.find(battle_id=table.battle.pk, person=guest).role == "blue"


@pytest.mark.parametrize("role", ["red", "blue"])
def test_a_sides_link_works_once(table: Table, role: str) -> None:
    invite = link(table, role)
    invites.follow(token=invite.token, person=person())
    gone(invite)


@pytest.mark.parametrize("role", ["player", "deputy"])
def test_a_link_for_a_player_or_a_deputy_works_once(table: Table, role: str) -> None:
    invite, zoe = into(table, role), person()
    invites.follow(token=invite.token, person=zoe)
    assert role_of(table, zoe) == role
    gone(invite)


@pytest.mark.parametrize("into_battle", [True, False])
def test_a_spectators_link_works_for_many_until_it_is_revoked(table: Table, into_battle: bool) -> None:
    invite = link(table, "public") if into_battle else into(table, "spectator")
    for name in ("Uno", "Dos", "Tres"):
        _, guest = invites.follow_as_guest(token=invite.token, name=name)
        assert seats.find(battle_id=table.battle.pk, person=guest).role == "public"
    invites.revoke(campaign=table.battle.campaign, invite=invite.pk)
    gone(invite)


@pytest.mark.parametrize("days", invites.DAYS)
def test_a_link_is_good_for_the_days_chosen(table: Table, days: int) -> None:
    invite = link(table, days=days)
    assert abs(invite.expires_at - timezone.now() - timedelta(days=days)) < timedelta(minutes=1)
    Invite.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    gone(invite)


@pytest.mark.parametrize("days", [0, -1, 8, 10**9])
def test_other_days_are_refused(table: Table, days: int) -> None:
    with pytest.raises(Refused, match="Good for"):
        link(table, days=days)


def test_a_link_made_anew_works_and_the_old_one_does_not(table: Table) -> None:
    old = link(table)
    new = invites.reissue(campaign=table.battle.campaign, invite=old.pk, by=table.gm)
    assert new.token != old.token
    assert (new.seat, new.role, new.many, new.battle) == (old.seat, old.role, old.many, old.battle)
    assert abs(new.expires_at - old.expires_at) < timedelta(minutes=1)
    gone(old)
    invites.follow(token=new.token, person=person())


def test_an_expired_link_can_be_made_anew_a_used_or_revoked_one_cannot(table: Table) -> None:
    used, expired = link(table), link(table)
    invites.follow(token=used.token, person=person())
    Invite.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    invites.reissue(campaign=table.battle.campaign, invite=expired.pk, by=table.gm)
    for invite in (used, expired):
        with pytest.raises(invites.NoSuchInvite):
            invites.reissue(campaign=table.battle.campaign, invite=invite.pk, by=table.gm)


def test_a_link_of_another_campaign_cannot_be_touched(table: Table) -> None:
    elsewhere = Campaign.objects.create(name="Elsewhere", gm=table.gm)
    invite = link(table)
    for act in (
        lambda: invites.revoke(campaign=elsewhere, invite=invite.pk),
        lambda: invites.reissue(campaign=elsewhere, invite=invite.pk, by=table.gm),
    ):
        with pytest.raises(invites.NoSuchInvite):
            act()
    invites.find(token=invite.token)


@pytest.mark.parametrize("token", ["", "x", "x" * 32, "../" * 10, "é" * 32])
def test_a_token_that_nobody_made_is_gone(table: Table, token: str) -> None:
    with pytest.raises(invites.Gone):
        invites.find(token=token)


def test_links_of_an_archived_campaign_let_nobody_in(table: Table) -> None:
    invite = link(table)
    campaigns.archive(campaign=table.battle.campaign)
    gone(invite)
    campaigns.unarchive(campaign=table.battle.campaign)
    invites.find(token=invite.token)


def test_so_many_open_links_and_no_more(table: Table) -> None:
    for _ in range(invites.MOST_OPEN):
        into(table)
    with pytest.raises(Refused, match="revoke some first"):
        link(table)


# Who may not use one: it is not spent


def spared(invite: Invite, who: User) -> str:
    """What he is told; the link still works for somebody else."""
    before = stored()
    with pytest.raises(Refused) as refused:
        invites.follow(token=invite.token, person=who)
    assert stored() == before
    invites.find(token=invite.token)
    return str(refused.value.message)


def test_f_04_who_commands_a_side_cannot_take_a_seat_on_the_other(table: Table) -> None:
    assert spared(link(table, "blue"), table.ann) == "ann has a seat in this battle already (red)."


def test_who_has_commanded_a_side_cannot_take_a_seat_on_the_other(table: Table) -> None:
    HandOver.objects.create(battle=table.battle, role="red", old=table.ann)
    Seat.objects.filter(user=table.ann).delete()
    assert spared(link(table, "blue"), table.ann) == "ann has commanded the other side of this battle."
    invites.follow(token=link(table, "red").token, person=table.ann)


def test_who_runs_the_campaign_cannot_take_a_side(table: Table) -> None:
    deputy = person()
    members.admit(campaign=table.battle.campaign, person=deputy, role="deputy")
    assert "sees both sides" in spared(link(table), deputy)
    Seat.objects.filter(user=table.gm).delete()
    assert "sees both sides" in spared(link(table), table.gm)


def test_a_spectator_may_come_to_command_a_side(table: Table) -> None:
    invites.follow(token=link(table, "blue").token, person=table.sue)
    assert list(Seat.objects.filter(user=table.sue).values_list("role", flat=True)) == ["blue"]
    assert role_of(table, table.sue) == "player"


def test_a_link_that_changes_nothing_is_not_spent(table: Table) -> None:
    zoe = person()
    members.admit(campaign=table.battle.campaign, person=zoe, role="player")
    assert spared(into(table), zoe) == "You are in this campaign already."
    assert spared(into(table), table.gm) == "You are in this campaign already."


def test_a_link_never_lowers_anybody(table: Table) -> None:
    zoe = person()
    members.admit(campaign=table.battle.campaign, person=zoe, role="deputy")
    spared(into(table, "spectator"), zoe)
    assert role_of(table, zoe) == "deputy"


def test_a_guest_whose_name_is_taken_does_not_spend_the_link(table: Table) -> None:
    invite, before = link(table), stored()
    with pytest.raises(Refused, match="is taken"):
        invites.follow_as_guest(token=invite.token, name="ANN")
    assert [list(model.objects.order_by("pk").values()) for model in (Member, Seat, User)] == before[:3]
    invites.find(token=invite.token)


# Races


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_f_06_of_two_who_come_by_one_seats_link_at_one_instant_one_gets_the_seat() -> None:
    table = Table.laid()
    invite, both = link(table), [person("uno"), person("dos")]
    got = race(*(lambda who=who: invites.follow(token=invite.token, person=who) for who in both))
    assert sorted(type(each).__name__ for each in got) == ["Gone", "Invite"]
    assert Seat.objects.filter(battle=table.battle, role="red").exclude(user=table.ann).count() == 1
    assert Member.objects.count() == 1


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_f_06_of_two_guests_by_one_link_only_one_is_made() -> None:
    table = Table.laid()
    invite, before = link(table), User.objects.count()
    got = race(
        *(lambda name=name: invites.follow_as_guest(token=invite.token, name=name) for name in ("First", "Second"))
    )
    assert sorted(type(each).__name__ for each in got) == ["Gone", "tuple"]
    assert (User.objects.count(), Guest.objects.count()) == (before + 1, 1)


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_one_name_at_one_instant_one_has_it() -> None:
    table = Table.laid()
    invite = link(table, "public")
    got = race(*(lambda name=name: invites.follow_as_guest(token=invite.token, name=name) for name in ("Zoe", "ZOE")))
    assert sorted(type(each).__name__ for each in got) == ["Refused", "tuple"]
    assert User.objects.filter(username__in=["Zoe", "ZOE"]).count() == 1


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_a_link_revoked_while_somebody_comes_by_it_does_one_or_the_other() -> None:
    table = Table.laid()
    invite, zoe = link(table), person()
    race(
        lambda: invites.follow(token=invite.token, person=zoe),
        lambda: invites.revoke(campaign=table.battle.campaign, invite=invite.pk),
    )
    invite.refresh_from_db()
    seated = Seat.objects.filter(battle=table.battle, user=zoe).exists()
    assert (invite.used_at is not None) == seated == (invite.revoked_at is None)


def test_a_battle_of_its_own_is_not_opened_by_another_battles_link(table: Table) -> None:
    other = Battle.objects.create(campaign=table.battle.campaign, title="Other", ruleset="battlefront", setup={})
    zoe = person()
    invites.follow(token=link(table).token, person=zoe)
    with pytest.raises(seats.NotSeated):
        seats.find(battle_id=other.pk, person=zoe)
