"""services.bookings: an army's Magnitude is the sum of its bookings, whatever is done to it in whatever order."""

import random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from battles.models import Army, Campaign, Hero, Horde, LedgerEntry
from battles.rules.outcomes import Loss, Outcome
from battles.rules.ruleset import Message
from battles.services import bookings, ledger, openings, repairs, taking_back
from battles.services.refusals import Refused
from tests.services.planning import plan
from tests.table import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db: None) -> Table:
    return Table.laid()


def red(table: Table) -> Army:
    assert table.battle.red_army is not None
    return table.battle.red_army


def newest(**which: Any) -> LedgerEntry:
    return LedgerEntry.objects.filter(**which).order_by("-pk")[0]


def told(entry: LedgerEntry) -> tuple[Any, ...]:
    return entry.subject, entry.field, entry.reason, entry.name, entry.amount


def test_the_demo_is_booked_as_it_was_raised(table: Table) -> None:
    assert bookings.unbalanced() == []
    entries = LedgerEntry.objects.filter(field="magnitude")
    assert entries.count() == Horde.objects.count()
    assert set(entries.values_list("reason", flat=True)) == {"raised"}


def test_what_changes_in_the_block_is_booked_with_who_and_why(table: Table) -> None:
    army, before = red(table), LedgerEntry.objects.count()
    with bookings.booked(army=army, by=table.gm, why="after a storm") as held:
        horde = held.hordes.all()[0]
        held.hordes.filter(pk=horde.pk).update(magnitude=horde.magnitude - 7)
    entry = newest()
    assert LedgerEntry.objects.count() == before + 1
    assert told(entry) == ("horde", "magnitude", "edit", horde.name, -7)
    assert (entry.horde, entry.army, entry.campaign, entry.by) == (horde, army, army.campaign, table.gm)
    assert entry.detail == {"why": "after a storm"}


def test_a_new_horde_is_raised_and_a_deleted_one_goes_with_all_it_had(table: Table) -> None:
    army = red(table)
    with bookings.booked(army=army):
        new = army.hordes.create(name="Reserve", profile="infantry", squads=2, magnitude=33)
    assert told(newest()) == ("horde", "magnitude", "raised", "Reserve", 33)
    with bookings.booked(army=army):
        new.delete()
    gone = newest()
    assert told(gone) == ("horde", "magnitude", "edit", "Reserve", -33)
    assert (gone.horde, gone.detail) == (None, {"gone": True})


def test_heroes_and_commanders_come_and_go_and_what_a_hero_loses_is_booked(table: Table) -> None:
    army = red(table)
    leg = {"location": "right_leg", "effect": 3}
    with bookings.booked(army=army):
        hero = army.heroes.create(name="Otto", wounds=12, wounds_left=12, fate=2)
        commander = army.commanders.create(name="Kessler")
    assert {told(entry) for entry in LedgerEntry.objects.filter(field="roster", name__in=["Otto", "Kessler"])} >= {
        ("hero", "roster", "raised", "Otto", 1),
        ("commander", "roster", "raised", "Kessler", 1),
    }
    with bookings.booked(army=army):
        Hero.objects.filter(pk=hero.pk).update(wounds_left=5, fate=1, condition="out", injuries=[leg])
        commander.delete()
    entries = {entry.field: entry for entry in LedgerEntry.objects.filter(hero=hero, reason="edit")}
    assert {field: entry.amount for field, entry in entries.items()} == {
        "wounds": -7,
        "fate": -1,
        "condition": 0,
        "injuries": 1,
    }
    assert entries["condition"].detail == {"from": "fit", "to": "out"}
    assert entries["injuries"].detail == {"added": [leg], "removed": []}
    assert told(newest(subject="commander")) == ("commander", "roster", "edit", "Kessler", -1)


def test_a_new_name_and_a_new_place_are_no_booking(table: Table) -> None:
    before = LedgerEntry.objects.count()
    with bookings.booked(army=red(table)) as held:
        held.hordes.update(position=3)
        for horde in held.hordes.all():
            horde.name = "Renamed"
            horde.save()
    assert LedgerEntry.objects.count() == before


def test_after_an_exception_nothing_is_changed_and_nothing_booked(table: Table) -> None:
    army, before = red(table), list(LedgerEntry.objects.values())
    with pytest.raises(RuntimeError), bookings.booked(army=army) as held:
        held.hordes.update(magnitude=1)
        raise RuntimeError
    assert list(LedgerEntry.objects.values()) == before
    assert bookings.unbalanced() == []


def test_a_horde_that_goes_over_to_another_army_is_booked_in_both(table: Table) -> None:
    army, other = red(table), table.battle.blue_army
    assert other is not None
    horde = army.hordes.all()[0]
    with bookings.booked(army=army), bookings.booked(army=other):
        Horde.objects.filter(pk=horde.pk).update(army=other)
    assert bookings.unbalanced() == []
    assert {
        (entry.army, entry.amount) for entry in LedgerEntry.objects.filter(name=horde.name).order_by("-pk")[:2]
    } == {
        (army, -horde.magnitude),
        (other, horde.magnitude),
    }


def test_a_disbanded_army_leaves_its_bookings_with_its_name(table: Table) -> None:
    army = red(table)
    full = sum(army.hordes.values_list("magnitude", flat=True))
    bookings.disband(army=army, by=table.gm)
    assert not Army.objects.filter(pk=army.pk).exists()
    gone = LedgerEntry.objects.filter(field="magnitude", reason="edit")
    assert sum(gone.values_list("amount", flat=True)) == -full
    assert {entry.detail["army"] for entry in gone} == {army.name}
    assert bookings.unbalanced() == []


def test_what_was_changed_past_the_ledger_is_found(table: Table) -> None:
    army = red(table)
    horde = army.hordes.all()[0]
    Horde.objects.filter(pk=horde.pk).update(magnitude=horde.magnitude - 3)
    (found,) = bookings.unbalanced()
    assert (found.army, found.name, found.booked - found.magnitude) == (army.pk, army.name, 3)
    assert bookings.unbalanced(Campaign.objects.create(name="Elsewhere", gm=table.gm)) == []


def test_the_block_costs_the_same_with_many_rows(table: Table) -> None:
    counts = []
    for size in (2, 80):
        army = Army.objects.create(campaign=table.battle.campaign, name=f"Of {size}")
        with CaptureQueriesContext(connection) as queries, bookings.booked(army=army) as held:
            held.hordes.bulk_create(
                Horde(army=held, name=f"Horde {place}", profile="infantry", squads=1, magnitude=20)
                for place in range(size)
            )
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 2  # SQLite takes so many values at once


# Whatever happens, in whatever order


class Campaigning:
    """A campaign to which things happen at random, as they would over a year."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.dice = table, random.Random(seed)
        self.battles = [table.battle]

    def army(self) -> Army:
        return self.dice.choice(list(Army.objects.order_by("pk")[:2]))

    def raise_a_horde(self) -> None:
        squads = self.dice.randint(1, 5)
        with bookings.booked(army=self.army(), by=self.table.gm) as held:
            held.hordes.create(
                name="New", profile="infantry", squads=squads, magnitude=self.dice.randint(0, 20 * squads)
            )

    def edit(self) -> None:
        with bookings.booked(army=self.army()) as held:
            for horde in self.dice.sample(list(held.hordes.all()), min(3, held.hordes.count())):
                horde.magnitude = self.dice.randint(0, 20 * horde.squads)
                horde.save()

    def delete(self) -> None:
        with bookings.booked(army=self.army()) as held:
            if held.hordes.count() > 4:
                self.dice.choice(list(held.hordes.all())).delete()

    def import_all_anew(self) -> None:
        with bookings.booked(army=self.army(), why="imported") as held:
            kept = list(held.hordes.all())[:4]
            held.hordes.exclude(pk__in=[horde.pk for horde in kept]).delete()
            held.hordes.bulk_create(
                Horde(army=held, name=f"Import {n}", profile="infantry", squads=3, magnitude=60) for n in range(3)
            )

    def repair(self) -> None:
        army = self.army()
        damaged = repairs.damaged(army)
        if damaged:
            horde = self.dice.choice(damaged)
            kind = self.dice.choice(["repair", "replacement"])
            given = {"amount": str(self.dice.randint(1, horde.room)), "kind": kind, "why": "spares"}
            repairs.mend(army=army, horde=horde.pk, given=given, by=self.table.gm)

    def open(self) -> None:
        campaign = self.table.battle.campaign
        first, second = Army.objects.order_by("pk")[:2]
        self.battles.append(openings.open_planned(campaign=campaign, plan=plan(campaign, red=first, blue=second)))

    def fight(self) -> None:
        """To its end, or once more."""
        battle = self.dice.choice(self.battles)
        losses = tuple(Loss(int(key), self.dice.randint(0, 60)) for key in battle.sources)
        ledger.book(battle=battle, outcome=Outcome(Message("Victory"), losses))

    def take_back(self) -> None:
        battle = self.dice.choice(self.battles)
        try:
            taking_back.take_back(campaign=battle.campaign, battle=battle.pk, by=self.table.gm, why="a slip")
        except Refused as error:
            assert "taken back" in str(error.message)

    def move(self) -> None:
        first, second = Army.objects.order_by("pk")[:2]
        with bookings.booked(army=first), bookings.booked(army=second):
            if first.hordes.count() > 4:
                Horde.objects.filter(pk=self.dice.choice(list(first.hordes.all())).pk).update(army=second)

    def anything(self) -> None:
        self.dice.choice(
            [
                self.raise_a_horde,
                self.edit,
                self.delete,
                self.import_all_anew,
                self.repair,
                self.open,
                self.fight,
                self.fight,
                self.take_back,
                self.move,
            ]
        )()


@pytest.mark.parametrize("seed", range(12))
def test_the_magnitude_of_an_army_is_the_sum_of_its_bookings_whatever_happens(table: Table, seed: int) -> None:
    campaigning = Campaigning(table, seed)
    for _ in range(40):
        campaigning.anything()
        assert bookings.unbalanced() == []


@pytest.mark.parametrize("seed", range(6))
def test_battles_taken_back_in_any_order_leave_the_armies_as_they_were(table: Table, seed: int) -> None:
    """Nothing else having happened, and no horde having been asked for more than it had."""
    campaigning = Campaigning(table, seed)
    campaigning.open()
    campaigning.open()
    before = dict(Horde.objects.values_list("pk", "magnitude"))
    for battle in campaigning.battles:
        losses = tuple(Loss(int(key), campaigning.dice.randint(0, 9)) for key in battle.sources)
        assert ledger.book(battle=battle, outcome=Outcome(Message("Victory"), losses))
    assert dict(Horde.objects.values_list("pk", "magnitude")) != before
    campaigning.dice.shuffle(campaigning.battles)
    for battle in campaigning.battles:
        assert taking_back.take_back(campaign=battle.campaign, battle=battle.pk, by=table.gm, why="a slip") == []
    assert dict(Horde.objects.values_list("pk", "magnitude")) == before
    assert bookings.unbalanced() == []


def test_a_booking_and_its_change_are_of_one_transaction(table: Table, django_user_model: type[User]) -> None:
    army = red(table)
    horde = army.hordes.all()[0]
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        with bookings.booked(army=army):
            Horde.objects.filter(pk=horde.pk).update(magnitude=1)
        raise ZeroDivisionError
    assert bookings.unbalanced() == []
    assert Horde.objects.get(pk=horde.pk).magnitude == horde.magnitude
