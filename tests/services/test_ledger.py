"""services.ledger: what a battle did to heroes and headcounts, taken off as differences and once (BR-27, BR-30)."""

from typing import Any

import pytest

from battles.models import Army, Hero
from battles.rules.armies import Injury, Location
from battles.rules.outcomes import HeroLoss, Outcome
from battles.rules.ruleset import Message
from battles.services import ledger, recording, records
from tests.table import Table

pytestmark = pytest.mark.django_db
LEG = Injury(Location.RIGHT_LEG, 3)


@pytest.fixture
def table(db: None) -> Table:
    return Table.laid(ruleset="bataille")


def key_of(table: Table, hero: Hero) -> int:
    return next(int(key) for key, pk in table.battle.sources.items() if pk == hero.pk)


def book(table: Table, *losses: HeroLoss, dead: tuple[int, int] = (0, 0)) -> None:
    ledger.book(battle=table.battle, outcome=Outcome(Message("Victory"), (), heroes=losses, dead=dead))


def loss(table: Table, hero: Hero, condition: Any = "fit", **lost: Any) -> HeroLoss:
    return HeroLoss(key_of(table, hero), **{"wounds": 0, "fate": 0} | lost, condition=condition)


def first(table: Table) -> Hero:
    assert table.battle.red_army is not None
    return table.battle.red_army.heroes.all()[0]


def test_wounds_fate_condition_and_injuries_are_booked_on_the_hero(table: Table) -> None:
    hero, others = first(table), list(Hero.objects.values())
    hero.injuries = [{"location": "head", "effect": 4}]
    hero.save()
    book(table, loss(table, hero, "out", wounds=9, fate=1, injuries=(LEG,)))
    booked = Hero.objects.get(pk=hero.pk)
    assert (booked.wounds_left, booked.fate, booked.condition) == (hero.wounds_left - 9, hero.fate - 1, "out")
    assert booked.injuries == [{"location": "head", "effect": 4}, {"location": "right_leg", "effect": 3}]
    assert list(Hero.objects.exclude(pk=hero.pk).values()) == [each for each in others if each["id"] != hero.pk]


def test_a_loss_is_a_difference_and_what_was_edited_meanwhile_stays(table: Table) -> None:
    hero = first(table)
    Hero.objects.filter(pk=hero.pk).update(wounds=30, wounds_left=20, fate=5, name="Renamed", position=9)
    book(table, loss(table, hero, wounds=9, fate=1))
    booked = Hero.objects.get(pk=hero.pk)
    assert (booked.wounds_left, booked.fate, booked.name, booked.position) == (11, 4, "Renamed", 9)


def test_nothing_falls_below_zero_and_nobody_comes_back_to_life(table: Table) -> None:
    hero = first(table)
    Hero.objects.filter(pk=hero.pk).update(wounds_left=1, fate=0, condition="dead")
    book(table, loss(table, hero, "out", wounds=40, fate=3), dead=(9_999, 5))
    booked = Hero.objects.get(pk=hero.pk)
    assert (booked.wounds_left, booked.fate, booked.condition) == (0, 0, "dead")
    assert Army.objects.get(pk=table.battle.red_army_id).headcount == 0


def test_the_dead_are_taken_off_each_armys_headcount(table: Table) -> None:
    book(table, dead=(210, 190))
    red, blue = (Army.objects.get(pk=pk) for pk in (table.battle.red_army_id, table.battle.blue_army_id))
    assert (red.headcount, blue.headcount) == (1400 - 210, 1900 - 190)


def test_a_hero_or_an_army_deleted_meanwhile_has_nothing_to_lose(table: Table) -> None:
    hero = first(table)
    lost = loss(table, hero, "dead", wounds=9)
    hero.delete()
    assert table.battle.red_army is not None
    table.battle.red_army.delete()
    table.battle.refresh_from_db()
    book(table, lost, dead=(1, 1))
    assert Army.objects.get().headcount == 1899


def test_a_hero_moved_to_another_army_is_found_there(table: Table) -> None:
    hero = first(table)
    Hero.objects.filter(pk=hero.pk).update(army=table.battle.blue_army_id)
    book(table, loss(table, hero, wounds=2))
    assert Hero.objects.get(pk=hero.pk).wounds_left == hero.wounds_left - 2


def test_at_the_end_of_a_battle_its_losses_are_booked_once(table: Table) -> None:
    before = {hero.pk: hero for hero in Hero.objects.all()}
    heads = dict(Army.objects.values_list("pk", "headcount"))
    table.play_until("result")
    state = records.state_of(records.ruleset_of(table.battle), records.last_step(table.battle.pk))
    outcome = records.ruleset_of(table.battle).outcome(state)
    assert outcome is not None and any(each.wounds for each in outcome.heroes)
    for each in outcome.heroes:
        was = before[table.battle.sources[str(each.hero)]]
        now = Hero.objects.get(pk=was.pk)
        assert (now.wounds_left, now.fate, now.condition) == (
            was.wounds_left - each.wounds,
            was.fate - each.fate,
            each.condition,
        )
        assert len(now.injuries) == len(each.injuries)
    dead = dict(zip((table.battle.red_army_id, table.battle.blue_army_id), outcome.dead, strict=True))
    assert dict(Army.objects.values_list("pk", "headcount")) == {pk: heads[pk] - dead[pk] for pk in heads}
    assert recording.recompute(battle_id=table.battle.pk) == len(table.steps()) - 1


def test_a_battle_under_way_does_not_feel_what_its_army_becomes(table: Table) -> None:
    before = table.board(table.ann).view
    Hero.objects.update(name="Renamed", weapon_skill=1, wounds_left=0, condition="dead")
    Army.objects.update(headcount=1, arms=75, training=75)
    assert table.board(table.ann).view == before
    Hero.objects.all().delete()
    table.play_until("result")
    assert table.board(table.ann).view.finished
