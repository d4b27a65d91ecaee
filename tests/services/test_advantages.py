"""services.advantages: what a battle's end gave the armies, and spending it once (BF-14..18, BF-41..45, D-27)."""

import time
from collections.abc import Callable
from threading import Barrier, Thread
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection

from battles.models import Advantage, Horde
from battles.services import advantages, campaigns, ledger, recording, records
from battles.services.refusals import Refused
from battles.services.seats import NotSeated
from tests.table import Table

pytestmark = pytest.mark.django_db


def card(table: Table, side: str = "red", kind: str = "your_turn") -> Advantage:
    army = table.battle.red_army if side == "red" else table.battle.blue_army
    return Advantage.objects.create(
        campaign=table.battle.campaign,
        army=army,
        battle=table.battle,
        side=side,
        horde="Panzer Alpha",
        name="Armoured Push",
        kind=kind,
        effect="A tank breaks through a wall.",
    )


def member(table: Table, person: User) -> campaigns.Membership:
    return campaigns.membership(campaign_id=table.battle.campaign_id, person=person)


def spend(table: Table, person: User, advantage: Advantage, note: str = "Night raid") -> Advantage:
    return advantages.spend(member=member(table, person), card=advantage.pk, note=note)


def test_bf_41_what_was_drawn_is_kept_with_the_campaign_once_at_the_end(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    state = records.state_of(records.ruleset_of(table.battle), records.last_step(table.battle.pk))
    outcome = records.ruleset_of(table.battle).outcome(state)
    hordes = {each["key"]: each["name"] for side in ("red", "blue") for each in table.battle.setup[side]["hordes"]}
    drawn = [(gain.side, hordes[gain.horde], gain.name, gain.kind, gain.effect) for gain in outcome.gains]
    kept = list(Advantage.objects.values_list("side", "horde", "name", "kind", "effect"))
    assert drawn
    assert kept == drawn
    armies = {"red": table.battle.red_army, "blue": table.battle.blue_army}
    assert all(each.army == armies[each.side] and each.spent_at is None for each in Advantage.objects.all())


def test_losses_and_advantages_are_booked_together_or_not_at_all(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("land")
    before = dict(Horde.objects.values_list("pk", "magnitude"))
    with mock.patch.object(ledger.advantages, "record", side_effect=RuntimeError), pytest.raises(RuntimeError):
        table.play_until("result")
    assert dict(Horde.objects.values_list("pk", "magnitude")) == before
    table.battle.refresh_from_db()
    assert table.battle.finished_at is None
    assert Advantage.objects.count() == 0


@pytest.mark.parametrize("who", ["gm", "ann"])
def test_d_27_the_gm_and_the_side_that_drew_a_card_spend_it_with_a_note(table: Table, who: str) -> None:
    person = getattr(table, who)
    mine = card(table)
    spend(table, person, mine, "  Night raid ")
    mine.refresh_from_db()
    assert (mine.note, mine.spent_by, mine.spent_at is not None) == ("Night raid", person, True)


def test_d_27_the_rival_does_not_spend_it_and_for_a_spectator_there_is_none(table: Table) -> None:
    theirs = card(table)
    with pytest.raises(Refused, match="for the side that drew it"):
        spend(table, table.bob, theirs)
    with pytest.raises(NotSeated):
        spend(table, table.sue, theirs)
    theirs.refresh_from_db()
    assert theirs.spent_at is None


def test_d_27_a_card_spent_twice_is_refused_and_keeps_its_first_note(table: Table) -> None:
    mine = card(table)
    spend(table, table.ann, mine)
    with pytest.raises(Refused, match=r"Armoured Push has been spent already\."):
        spend(table, table.gm, mine, "Again")
    mine.refresh_from_db()
    assert (mine.note, mine.spent_by) == ("Night raid", table.ann)


def test_d_27_a_passive_card_is_in_force_until_it_is_put_away(table: Table) -> None:
    mine = card(table, kind="passive")
    (hand,) = advantages.hands(member(table, table.ann))
    assert (hand.cards[0].passive, hand.cards[0].may_spend) == (True, True)
    spend(table, table.ann, mine, "The air base was lost")
    (hand,) = advantages.hands(member(table, table.ann))
    assert (hand.cards[0].note, hand.cards[0].may_spend) == ("The air base was lost", False)


@pytest.mark.parametrize("note", ["", "   ", "x" * 501])
def test_spending_needs_a_note_of_the_linked_mission(table: Table, note: str) -> None:
    mine = card(table)
    with pytest.raises(Refused, match="1 to 500 characters"):
        spend(table, table.ann, mine, note)
    mine.refresh_from_db()
    assert mine.spent_at is None


def test_unspent_cards_come_first(table: Table) -> None:
    first, second = card(table), card(table)
    spend(table, table.ann, first)
    (hand,) = advantages.hands(member(table, table.gm))
    assert [each.pk for each in hand.cards] == [second.pk, first.pk]


def test_a_card_of_a_battle_without_a_seat_is_not_there(table: Table) -> None:
    other = Table.laid()  # the same people in a campaign of its own
    foreign = card(other)
    mine = card(table)
    other.battle.seats.filter(user=other.ann).delete()
    foreign.campaign = table.battle.campaign
    foreign.save()
    (hand,) = advantages.hands(member(table, table.ann))
    assert [each.pk for each in hand.cards] == [mine.pk]
    with pytest.raises(NotSeated):
        spend(table, table.ann, foreign)


def test_a_card_outlives_its_army(table: Table) -> None:
    mine = card(table)
    assert table.battle.red_army is not None
    table.battle.red_army.delete()
    (hand,) = advantages.hands(member(table, table.ann))
    assert [each.pk for each in hand.cards] == [mine.pk]
    spend(table, table.ann, mine)


def patiently(act: Callable[[], str]) -> str:
    """SQLite in memory, which the tests are on, refuses at once where a file waits its turn."""
    while True:
        try:
            return act()
        except OperationalError as error:
            assert "locked" in str(error)
            time.sleep(0.01)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_spend_a_card_at_one_instant_one_is_refused() -> None:
    table = Table.laid()
    mine = card(table)
    start, said = Barrier(2), []

    def go(person: User) -> None:
        start.wait()
        try:
            said.append(patiently(lambda: spend(table, person, mine, person.username).name))
        except Refused as error:
            said.append(str(error.message))
        finally:
            connection.close()

    threads = [Thread(target=go, args=(person,)) for person in (table.ann, table.gm)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said) == ["Armoured Push", "Armoured Push has been spent already."]


def test_a_battle_can_be_recomputed_after_its_cards_were_drawn(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1
