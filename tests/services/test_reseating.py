"""services.reseating: a seat changes hands; what its side has chosen in secret does not, unless the GM says so."""

from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import User

from battles.models import Battle, HandOver, Invite, Member, Seat
from battles.rules import by_key
from battles.rules.ruleset import Commander, Side
from battles.services import boards, campaigns, invites, live, members, recording, records, reseating, seats
from battles.services.refusals import Refused
from tests.services.racing import needs_rows_that_lock, race
from tests.services.test_invites import into, link, person
from tests.table import Table

pytestmark = pytest.mark.django_db
PHASES = {
    "battlefront": ("muster", "air", "deployment", "land"),
    "bataille": ("pre_battle", "challenges", "declarations"),
}
CASES = [(ruleset, phase) for ruleset, phases in PHASES.items() for phase in phases]


def member(table: Table, name: str = "zoe") -> User:
    zoe = person(name)
    invites.follow(token=into(table).token, person=zoe)
    return zoe


def seat(table: Table, who: User) -> int:
    return Seat.objects.get(battle=table.battle, user=who).pk


def free(table: Table, who: User, **more: Any) -> None:
    given = {"keep_drafts": False, "by": table.gm, "seat": seat(table, who)} | more
    reseating.free(battle_id=table.battle.pk, **given)


def state(table: Table) -> Any:
    battle = Battle.objects.get(pk=table.battle.pk)
    return records.state_of(records.ruleset_of(battle), records.last_step(battle.pk))


def chosen(table: Table, choose: int) -> None:
    """Ann makes choices: the first, the last or the middle one of what she may, several times over."""
    rules = by_key(table.battle.ruleset)
    for turn in range(11 + choose // 7):
        drafts = [each for each in rules.options(state(table), Commander(Side.RED)) if each.draft]
        if drafts:
            table.issue(table.ann, drafts[(choose * turn) % len(drafts)])


def told(table: Table) -> Any:
    """All that red's side is shown."""
    return by_key(table.battle.ruleset).view(state(table), Commander(Side.RED))


@pytest.mark.parametrize(("ruleset", "phase"), CASES)
def test_nothing_of_what_was_chosen_in_secret_is_left_to_the_next(ruleset: str, phase: str) -> None:
    """Whatever Ann has chosen, who comes after her sees the same."""
    table = Table.laid(phase, ruleset)
    zoe, secrets, left = member(table), [], []
    members.admit(campaign=table.battle.campaign, person=table.ann, role="player")
    for choose in (1, 7):
        chosen(table, choose)
        secrets.append(told(table))
        free(table, table.ann, person=zoe.pk)
        left.append(told(table))
        free(table, zoe, person=table.ann.pk)
    assert secrets[0] != secrets[1], "two different choices were wanted"
    assert left[0] == left[1]
    assert by_key(ruleset).take_back(state(table), Side.RED) is None


def test_every_choice_that_stands_open_is_taken_back(lay_table: Any) -> None:
    table = lay_table("deployment")
    table.play_until("deployment")
    for command in by_key("battlefront").suggest(state(table), Side.RED):
        table.issue(table.ann, command)
    assert state(table).red.ready and state(table).red.draft.placements
    rival = table.board(table.bob).view
    free(table, table.ann)
    red = state(table).red
    fixed = {placement.horde for placement in red.draft.placements}
    assert fixed == set(red.draft.fixed) and not red.draft.held_back and not red.ready
    assert state(table).blue == state(table).blue
    assert table.board(table.bob).view.options == rival.options


def test_what_was_taken_back_is_the_gms_doing_and_can_be_recomputed(lay_table: Any) -> None:
    table = lay_table("muster")
    chosen(table, 1)
    before = len(table.steps())
    free(table, table.ann)
    new = table.steps()[before:]
    *back, told = new
    assert back and {(step.actor, step.audience) for step in back} == {(table.gm, "red")}
    assert (told.kind, told.actor, told.act["message"]["values"]["name"]) == ("reseated", table.gm, "ann")
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_with_the_gms_word_the_choices_go_over_with_the_seat(lay_table: Any) -> None:
    table = lay_table("muster")
    chosen(table, 1)
    before, zoe = told(table), member(table)
    free(table, table.ann, person=zoe.pk, keep_drafts=True)
    assert told(table) == before
    (entry,) = HandOver.objects.all()
    assert (entry.role, entry.old, entry.new, entry.drafts) == ("red", table.ann, zoe, True)


def test_a_side_that_others_share_keeps_its_choices(lay_table: Any) -> None:
    table = lay_table("muster")
    zoe = person()
    invites.follow(token=link(table).token, person=zoe)
    chosen(table, 1)
    before = told(table)
    free(table, table.ann)
    assert told(table) == before
    free(table, zoe)
    assert told(table) != before


def test_the_old_holder_is_out_and_the_new_one_in(table: Table) -> None:
    zoe = member(table)
    free(table, table.ann, person=zoe.pk)
    with pytest.raises(seats.NotSeated):
        boards.load(battle_id=table.battle.pk, person=table.ann)
    assert table.board(zoe).audience == "red"


def test_a_seat_freed_for_a_link_is_whosoever_follows_it(table: Table) -> None:
    given = {"battle_id": table.battle.pk, "seat": seat(table, table.ann), "by": table.gm, "keep_drafts": False}
    invite = invites.free_for_a_link(campaign=table.battle.campaign, **given)
    assert (invite.seat, invite.many, HandOver.objects.get().new) == ("red", False, None)
    _, guest = invites.follow_as_guest(token=invite.token, name="Zoë")
    assert table.board(guest).audience == "red"
    assert (HandOver.objects.get().new, HandOver.objects.get().drafts) == (guest, False)


def test_a_seat_is_not_freed_if_its_link_cannot_be_made(table: Table) -> None:
    for _ in range(invites.MOST_OPEN):
        into(table)
    given = {"battle_id": table.battle.pk, "seat": seat(table, table.ann), "by": table.gm, "keep_drafts": False}
    with pytest.raises(Refused):
        invites.free_for_a_link(campaign=table.battle.campaign, **given)
    assert table.board(table.ann).audience == "red"
    assert Invite.objects.count() == invites.MOST_OPEN


def test_the_old_name_of_what_is_pushed_is_given_up_and_his_sockets_are_closed(
    table: Table, django_capture_on_commit_callbacks: Any
) -> None:
    old = Battle.objects.get().live_key
    with mock.patch.object(live, "_send") as send, django_capture_on_commit_callbacks(execute=True):
        free(table, table.ann)
    new = Battle.objects.get().live_key
    assert new != old
    told = [message for call in send.call_args_list for message in call.args[0]]
    hang_up, rotate = told[0], told[-1]  # before and after all that is pushed
    assert (hang_up["type"], hang_up["person"]) == ("hub.hang_up", table.ann.pk)
    assert (rotate["type"], rotate["old"], rotate["new"]) == ("hub.rotate", old, new)


@pytest.mark.parametrize("pk", [0, 987_654, "gm"])
def test_only_a_sides_or_a_spectators_seat_can_be_freed(table: Table, pk: int | str) -> None:
    number = seat(table, table.gm) if pk == "gm" else int(pk)
    with pytest.raises(reseating.NoSuchSeat):
        free(table, table.ann, seat=number)


def test_a_seat_of_another_battle_is_not_found(table: Table) -> None:
    other = Table.laid()
    with pytest.raises(reseating.NoSuchSeat):
        free(table, table.ann, seat=seat(other, other.ann))


@pytest.mark.parametrize("who", ["bob", "gm", "stranger"])
def test_only_a_member_who_has_seen_no_secret_of_it_takes_a_seat(table: Table, who: str) -> None:
    new = {"bob": table.bob, "gm": table.gm}.get(who) or person("stranger")
    with pytest.raises(Refused, match="Member: one of the choices offered"):
        free(table, table.ann, person=new.pk)
    assert table.board(table.ann).audience == "red"


def test_who_has_commanded_red_is_not_given_blue(table: Table) -> None:
    free(table, table.ann, person=member(table).pk)
    with pytest.raises(Refused, match="commanded the other side"):
        free(table, table.bob, person=table.ann.pk)
    assert table.board(table.bob).audience == "blue"


def place(table: Table, who: User) -> str:
    """What he is in the campaign; empty for a stranger."""
    try:
        return campaigns.membership(campaign_id=table.battle.campaign_id, person=who).role
    except seats.NotSeated:
        return ""


@pytest.mark.parametrize("role", ["", "player", "spectator", "deputy"])
def test_who_is_put_out_of_a_sides_seat_is_in_the_campaign_as_before(table: Table, role: str) -> None:
    """A seat alone made him a player there; a place of his own stays what it was."""
    if role:
        Member.objects.create(campaign=table.battle.campaign, user=table.ann, role=role, faction="Reds")
    free(table, table.ann)
    assert place(table, table.ann) == (role or "player")
    assert Member.objects.get(user=table.ann).faction == ("Reds" if role else "")
    assert campaigns.of_person(table.ann).count() == 1


@pytest.mark.parametrize("role", ["red", "blue", "public"])
def test_who_came_into_a_seat_by_a_link_is_in_the_campaign_without_it_too(table: Table, role: str) -> None:
    zoe = person()
    invites.follow(token=link(table, role).token, person=zoe)
    free(table, zoe)
    assert place(table, zoe) == ("spectator" if role == "public" else "player")


def test_who_watched_by_a_seat_alone_is_out_with_it(table: Table) -> None:
    free(table, table.sue)
    assert place(table, table.sue) == ""


def test_the_gm_seats_a_member_and_a_spectator(table: Table) -> None:
    zoe = member(table)
    reseating.seat_member(battle_id=table.battle.pk, person=zoe.pk, role="blue")
    reseating.seat_member(battle_id=table.battle.pk, person=table.sue.pk, role="red")
    assert (table.board(zoe).audience, table.board(table.sue).audience) == ("blue", "red")


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_two_who_share_a_side_and_are_freed_at_one_instant_leave_nothing_behind() -> None:
    table = Table.laid("muster")
    zoe = person()
    invites.follow(token=link(table).token, person=zoe)
    chosen(table, 1)
    got = race(*(lambda who=who: free(table, who) for who in (table.ann, zoe)))
    assert got == [None, None]
    assert by_key("battlefront").take_back(state(table), Side.RED) is None


@needs_rows_that_lock
@pytest.mark.django_db(transaction=True)
def test_a_command_and_the_end_of_its_seat_at_one_instant_leave_nothing_behind() -> None:
    table = Table.laid("muster")
    (first, *_) = [each for each in by_key("battlefront").options(state(table), Commander(Side.RED)) if each.draft]
    race(lambda: table.issue(table.ann, first), lambda: free(table, table.ann))
    assert by_key("battlefront").take_back(state(table), Side.RED) is None
