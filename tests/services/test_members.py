"""services.campaigns and services.members: who is what, who sees what, and how that changes."""

from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.test import TestCase
from django.utils import timezone

from battles.models import Battle, Campaign, HandOver, Member, Seat
from battles.services import boards, campaigns, invites, live, members, openings, reseating, seats
from battles.services.gm import conduct
from battles.services.gm.conduct import Conduct
from battles.services.refusals import Refused
from tests.services.planning import plan
from tests.services.racing import needs_rows_that_lock, race
from tests.services.test_invites import into, link, person
from tests.table import Table

pytestmark = pytest.mark.django_db


def admitted(table: Table, role: str, name: str = "zoe") -> User:
    zoe = person(name)
    members.admit(campaign=table.battle.campaign, person=zoe, role=role)
    return zoe


def membership(table: Table, who: User) -> campaigns.Membership:
    return campaigns.membership(campaign_id=table.battle.campaign_id, person=who)


def audience(table: Table, who: User) -> str:
    """What the person is in the battle; empty for nobody there."""
    try:
        return table.board(who).audience
    except seats.NotSeated:
        return ""


def titles(who: User) -> list[str]:
    return [line.title for line in campaigns.battles_for(who)]


# Who is what


@pytest.mark.parametrize(
    ("role", "is_gm", "sees", "plays"),
    [("deputy", True, True, "gm"), ("player", False, False, ""), ("spectator", False, True, "public")],
)
def test_a_place_in_the_campaign_is_one_in_its_battles(
    table: Table, role: str, is_gm: bool, sees: bool, plays: str
) -> None:
    zoe = admitted(table, role)
    found = membership(table, zoe)
    assert (found.role, found.is_gm, found.is_owner, found.sees_all_battles) == (role, is_gm, False, sees)
    assert audience(table, zoe) == plays
    assert seats.is_gm(zoe) is is_gm


def test_the_gm_is_the_owner(table: Table) -> None:
    found = membership(table, table.gm)
    assert (found.role, found.is_gm, found.is_owner) == ("gm", True, True)


@pytest.mark.parametrize(("who", "role"), [("ann", "player"), ("bob", "player"), ("sue", "spectator")])
def test_who_has_a_seat_in_one_of_its_battles_is_in_the_campaign(table: Table, who: str, role: str) -> None:
    found = membership(table, getattr(table, who))
    assert (found.role, found.by_seat, found.sees_all_battles) == (role, True, False)


def test_a_stranger_is_told_what_he_is_told_of_no_campaign_at_all(table: Table) -> None:
    for pk in (table.battle.campaign_id, 987_654):
        with pytest.raises(seats.NotSeated):
            campaigns.membership(campaign_id=pk, person=person(f"stranger {pk}"))


def test_a_seat_of_ones_own_comes_before_a_place_in_the_campaign(table: Table) -> None:
    """A deputy who commands a side, as one to whom a campaign was handed over does, sees that side alone."""
    Member.objects.create(campaign=table.battle.campaign, user=table.ann, role="deputy")
    assert audience(table, table.ann) == "red"
    assert not seats.run_by(table.ann).exists()


def test_run_by_and_find_agree_for_everybody(table: Table) -> None:
    people = [admitted(table, role, role) for role in ("deputy", "player", "spectator")]
    elsewhere = Table.laid().battle
    members.admit(campaign=elsewhere.campaign, person=people[1], role="deputy")
    for who in (*people, table.gm, table.ann, table.sue, person("stranger")):
        chairs = {battle.pk for battle in Battle.objects.all() if _sits_as_gm(battle, who)}
        assert chairs == set(seats.run_by(who).values_list("pk", flat=True))


def _sits_as_gm(battle: Battle, who: User) -> bool:
    try:
        return seats.find(battle_id=battle.pk, person=who).role == "gm"
    except seats.NotSeated:
        return False


# The lobby


def test_a_person_is_shown_his_own_battles_and_campaigns_and_nothing_else(table: Table) -> None:
    deputy, player, spectator = (admitted(table, role, role) for role in ("deputy", "player", "spectator"))
    shown = {who.username: (len(titles(who)), campaigns.of_person(who).count()) for who in User.objects.all()}
    assert shown == {
        "gm": (1, 1),
        "ann": (1, 1),
        "bob": (1, 1),
        "sue": (1, 1),
        "deputy": (1, 1),
        "player": (0, 1),
        "spectator": (0, 1),
    }
    assert (titles(person("stranger")), campaigns.of_person(User.objects.get(username="stranger")).count()) == ([], 0)
    assert [len(campaigns.battles_of(membership(table, who))) for who in (deputy, player, spectator)] == [1, 0, 1]


def test_an_archived_campaign_and_its_battles_leave_the_lobby(table: Table) -> None:
    campaigns.archive(campaign=table.battle.campaign)
    for who in (table.gm, table.ann):
        assert (titles(who), campaigns.of_person(who).count()) == ([], 0)
        assert campaigns.of_person(who, archived=True).count() == 1
    campaigns.unarchive(campaign=table.battle.campaign)
    assert titles(table.ann) == [table.battle.title]


def test_nothing_of_an_archived_campaigns_battle_goes_on(table: Table) -> None:
    from battles.rules.battlefront.commands import Advance
    from battles.rules.ruleset import Illegal

    campaigns.archive(campaign=table.battle.campaign)
    before = len(table.steps())
    with pytest.raises(Illegal, match="archived"):
        table.issue(table.gm, Advance())
    assert len(table.steps()) == before


def test_queries_of_the_lists_do_not_grow_with_the_campaign(table: Table, django_assert_num_queries: Any) -> None:
    member = membership(table, table.gm)

    def cost() -> int:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(
            connection,
        ) as asked:
            campaigns.battles_of(member)
            list(campaigns.of_person(table.gm))
            campaigns.battles_for(table.gm)
            members.of_campaign(table.battle.campaign)
            reseating.candidates(table.battle)
        return len(asked)

    before = cost()
    for number in range(30):
        zoe = admitted(table, "player", f"player {number}")
        battle = Battle.objects.create(
            campaign=table.battle.campaign, title=f"Battle {number}", ruleset="battlefront", setup={}
        )
        seats.seat_person(battle=battle, person=zoe, role="red")
    assert cost() == before


# Changes


def change(table: Table, who: User, role: str = "player", faction: str = "") -> None:
    members.change(campaign=table.battle.campaign, person=who.pk, role=role, faction=faction)


def test_a_role_and_a_faction_are_changed(table: Table) -> None:
    zoe = admitted(table, "spectator")
    change(table, zoe, "player", "The <b>Reds</b>")
    assert (membership(table, zoe).role, membership(table, zoe).faction) == ("player", "The <b>Reds</b>")
    change(table, zoe, "deputy", "The Reds")
    assert (membership(table, zoe).role, membership(table, zoe).faction) == ("deputy", "")


def test_who_is_in_it_by_a_seat_gets_a_place_of_his_own(table: Table) -> None:
    change(table, table.sue, "player", "Blue")
    assert Member.objects.get().user == table.sue
    assert audience(table, table.sue) == "public"


def test_a_spectator_made_deputy_has_the_gms_chair(table: Table) -> None:
    change(table, table.sue, "deputy")
    assert audience(table, table.sue) == "gm"


def test_a_deputy_no_longer_hears_what_the_gm_hears(table: Table, django_capture_on_commit_callbacks: Any) -> None:
    zoe, old = admitted(table, "deputy"), Battle.objects.get().live_key
    with mock.patch.object(live, "_send") as send, django_capture_on_commit_callbacks(execute=True):
        change(table, zoe, "player")
    assert audience(table, zoe) == ""
    assert Battle.objects.get().live_key != old
    sent = [message for call in send.call_args_list for message in call.args[0]]
    assert [message["type"] for message in sent] == ["hub.hang_up", "hub.rotate"]
    assert sent[0]["person"] == zoe.pk


@pytest.mark.parametrize("role", ["", "gm", "king", "public", "red"])
def test_a_role_that_there_is_not_is_refused(table: Table, role: str) -> None:
    zoe = admitted(table, "player")
    with pytest.raises(Refused, match="Role"):
        change(table, zoe, role)
    assert membership(table, zoe).role == "player"


@pytest.mark.parametrize("faction", ["x" * 81, "a\x00b", "a\u202eb", "Two\nlines"])
def test_a_faction_that_cannot_be_read_is_refused(table: Table, faction: str) -> None:
    with pytest.raises(Refused, match="Faction"):
        change(table, admitted(table, "player"), "player", faction)


def test_nobody_changes_or_removes_the_gm(table: Table) -> None:
    for act in (
        lambda: change(table, table.gm),
        lambda: members.remove(campaign=table.battle.campaign, person=table.gm.pk),
    ):
        with pytest.raises(Refused, match="only hand it over"):
            act()
    assert membership(table, table.gm).is_owner


def test_a_stranger_is_no_member_that_could_be_changed(table: Table) -> None:
    stranger = person("stranger")
    campaign = table.battle.campaign
    for act in (
        lambda: change(table, stranger),
        lambda: members.remove(campaign=campaign, person=stranger.pk),
        lambda: members.hand_over(campaign=campaign, person=stranger.pk),
        lambda: members.remove(campaign=campaign, person=10**17),
    ):
        with pytest.raises(members.NoSuchMember):
            act()
    assert not Member.objects.exists()


def test_who_is_removed_loses_every_seat_and_sees_nothing(table: Table) -> None:
    zoe = admitted(table, "player")
    reseating.seat_member(battle_id=table.battle.pk, person=zoe.pk, role="red")
    members.remove(campaign=table.battle.campaign, person=zoe.pk)
    assert audience(table, zoe) == ""
    with pytest.raises(seats.NotSeated):
        membership(table, zoe)
    assert (titles(zoe), campaigns.of_person(zoe).count()) == ([], 0)
    assert HandOver.objects.get().old == zoe


def test_the_only_commander_of_a_side_is_replaced_before_he_is_removed(table: Table) -> None:
    with pytest.raises(Refused, match="ann is the only commander of a side in The Meuse crossing"):
        members.remove(campaign=table.battle.campaign, person=table.ann.pk)
    assert audience(table, table.ann) == "red"
    Battle.objects.update(finished_at="2026-01-01T00:00Z")
    members.remove(campaign=table.battle.campaign, person=table.ann.pk)
    assert audience(table, table.ann) == ""


def test_a_campaign_handed_over_has_a_new_gm_and_the_old_one_as_deputy(table: Table) -> None:
    zoe = admitted(table, "player")
    members.hand_over(campaign=table.battle.campaign, person=zoe.pk)
    assert (membership(table, zoe).role, membership(table, table.gm).role) == ("gm", "deputy")
    assert (audience(table, zoe), audience(table, table.gm)) == ("gm", "gm")
    assert Campaign.objects.get().gm == zoe
    assert not Member.objects.filter(user=zoe).exists()


def test_a_new_gm_who_commands_a_side_goes_on_commanding_it(table: Table) -> None:
    members.hand_over(campaign=table.battle.campaign, person=table.ann.pk)
    assert (audience(table, table.ann), audience(table, table.gm)) == ("red", "gm")


# Who runs a campaign, or has, commands no side


def deputy_by(way: str, table: Table, who: User) -> None:
    if way == "link":
        invites.follow(token=into(table, "deputy").token, person=who)
    else:
        members.change(campaign=table.battle.campaign, person=who.pk, role="deputy", faction="")


@pytest.mark.parametrize("way", ["link", "change"])
def test_who_commands_a_side_is_made_no_deputy_while_the_battle_goes_on(table: Table, way: str) -> None:
    with pytest.raises(Refused, match="ann commands a side in .*, and a deputy sees both"):
        deputy_by(way, table, table.ann)
    assert not Member.objects.filter(user=table.ann, role="deputy").exists()
    assert audience(table, table.ann) == "red"
    Battle.objects.update(finished_at=timezone.now())
    deputy_by(way, table, table.ann)
    assert membership(table, table.ann).is_gm


@pytest.mark.parametrize("end", ["changed", "removed"])
@pytest.mark.parametrize("way", ["link", "member", "opening"])
def test_who_has_run_a_battle_commands_no_side_of_it_and_any_of_a_later_one(table: Table, end: str, way: str) -> None:
    zoe, campaign = admitted(table, "deputy"), table.battle.campaign
    if end == "removed":
        members.remove(campaign=campaign, person=zoe.pk)
        members.admit(campaign=campaign, person=zoe, role="player")
    else:
        members.change(campaign=campaign, person=zoe.pk, role="player", faction="")
    if way == "opening":
        later = openings.open_planned(campaign=campaign, plan=plan(campaign, seats={zoe: Seat.Role.RED}))
        assert boards.load(battle_id=later.pk, person=zoe).audience == "red"
        return
    with pytest.raises(Refused, match="zoe has run this battle and seen both sides."):
        if way == "link":
            invites.follow(token=link(table).token, person=zoe)
        else:
            reseating.seat_member(battle_id=table.battle.pk, person=zoe.pk, role="blue")
    assert audience(table, zoe) == ""
    reseating.seat_member(battle_id=table.battle.pk, person=zoe.pk, role="public")
    assert audience(table, zoe) == "public"


def test_who_watched_the_campaign_and_is_seated_on_a_side_sees_the_other_battles_no_more(table: Table) -> None:
    zoe, campaign = admitted(table, "spectator"), table.battle.campaign
    other = openings.open_planned(campaign=campaign, plan=plan(campaign, seats={}))
    assert boards.load(battle_id=other.pk, person=zoe).audience == "public"
    with mock.patch.object(live, "hang_up") as hang_up, TestCase.captureOnCommitCallbacks(execute=True):
        reseating.seat_member(battle_id=table.battle.pk, person=zoe.pk, role="red")
    assert hang_up.call_args == mock.call(person=zoe.pk)
    assert membership(table, zoe).role == "player" and audience(table, zoe) == "red"
    with pytest.raises(seats.NotSeated):
        boards.load(battle_id=other.pk, person=zoe)


# The list


def seen(table: Table, who: User) -> set[tuple[str, str]]:
    """Every seat that the list tells him of: person and battle."""
    return {(line.name, seat.title) for line in members.seen_by(membership(table, who)) for seat in line.seats}


def test_the_list_tells_nobody_of_a_battle_that_he_does_not_know(table: Table) -> None:
    zoe, campaign = admitted(table, "player"), table.battle.campaign
    watcher, deputy = admitted(table, "spectator", "watcher"), admitted(table, "deputy", "deputy")
    other = plan(campaign, title="The raid", seats={zoe: Seat.Role.RED, table.bob: Seat.Role.BLUE})
    openings.open_planned(campaign=campaign, plan=other)
    raid = {("gm", "The raid"), ("zoe", "The raid"), ("bob", "The raid")}
    first = {(name, table.battle.title) for name in ("gm", "ann", "bob", "sue")}
    told = {zoe: raid, table.bob: raid | first, table.ann: first, table.sue: first}
    told |= dict.fromkeys((table.gm, deputy, watcher), raid | first)
    assert {who: seen(table, who) for who in told} == told
    conduct.put(table.battle, Conduct(spectators=False))
    table.battle.save()
    assert seen(table, watcher) == raid
    Battle.objects.filter(title="The raid").update(finished_at=timezone.now())
    assert seen(table, table.gm) == first


@pytest.mark.parametrize("name", ["", " ", "x" * 101, "a\x00", "Two\nlines", "\u200b"])
def test_a_campaigns_name_that_cannot_be_read_is_refused(table: Table, name: str) -> None:
    with pytest.raises(Refused, match="Name: a text of 1 to 100"):
        campaigns.create(name=name, gm=table.gm)
    with pytest.raises(Refused):
        campaigns.rename(campaign=table.battle.campaign, name=name)
    assert Campaign.objects.get().name == "The Meuse crossing"


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_two_commanders_of_one_side_removed_at_one_instant_leave_one() -> None:
    table = Table.laid()
    zoe = admitted(table, "player")
    reseating.seat_member(battle_id=table.battle.pk, person=zoe.pk, role="red")
    campaign = table.battle.campaign
    got = race(*(lambda who=who: members.remove(campaign=campaign, person=who.pk) for who in (table.ann, zoe)))
    assert sorted(type(each).__name__ for each in got) == ["Refused", "User"]
    assert Seat.objects.filter(battle=table.battle, role="red").count() == 1


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_a_campaign_handed_over_twice_at_one_instant_has_one_gm_and_one_seat_each() -> None:
    table = Table.laid()
    both = [admitted(table, "player", name) for name in ("uno", "dos")]
    campaign = table.battle.campaign
    race(*(lambda who=who: members.hand_over(campaign=campaign, person=who.pk) for who in both))
    gm = Campaign.objects.get().gm
    assert gm in both
    assert not Member.objects.filter(user=gm).exists()
    assert boards.load(battle_id=table.battle.pk, person=gm).audience == "gm"
