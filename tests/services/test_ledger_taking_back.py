"""services.taking_back: a battle's result un-booked, once; what came later stays, nothing leaves its range."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, transaction

from battles.models import Advantage, Army, Battle, Hero, Horde, LedgerEntry
from battles.rules.armies import Injury, Location
from battles.rules.outcomes import Gain, HeroLoss, Loss, Outcome
from battles.rules.ruleset import Message, Side
from battles.services import advantages, bookings, campaigns, ledger, openings, records, repairs, taking_back
from battles.services.refusals import Refused
from tests.services.planning import plan
from tests.services.test_advantages import patiently
from tests.table import Table

pytestmark = pytest.mark.django_db
LEG, HEAD = Injury(Location.RIGHT_LEG, 3), Injury(Location.HEAD, 4)


@pytest.fixture
def table(db: None) -> Table:
    return Table.laid()


@pytest.fixture
def heroic(db: None) -> Table:
    return Table.laid(ruleset="bataille")


def key_of(battle: Battle, row: Horde | Hero) -> int:
    return next(int(key) for key, pk in battle.sources.items() if pk == row.pk)


def end(battle: Battle, *losses: Loss | HeroLoss, dead: tuple[int, int] = (0, 0), **more: Any) -> bool:
    hordes = tuple(loss for loss in losses if isinstance(loss, Loss))
    heroes = tuple(loss for loss in losses if isinstance(loss, HeroLoss))
    return ledger.book(battle=battle, outcome=Outcome(Message("Victory"), hordes, heroes=heroes, dead=dead, **more))


def back(table: Table, battle: Battle | None = None, why: str = "a wrong die") -> list[str]:
    """The fields of what could not be met in full."""
    battle = battle or table.battle
    found = taking_back.take_back(campaign=battle.campaign, battle=battle.pk, by=table.gm, why=why)
    return [entry.field for entry in found]


def first_hero(table: Table) -> Hero:
    assert table.battle.red_army is not None
    return table.battle.red_army.heroes.all()[0]


def first_horde(table: Table) -> Horde:
    assert table.battle.red_army is not None
    return table.battle.red_army.hordes.all()[0]


def loss(
    battle: Battle, hero: Hero, condition: Any = "fit", wounds: int = 0, fate: int = 0, *injuries: Any
) -> HeroLoss:
    return HeroLoss(key_of(battle, hero), wounds, fate, condition, injuries)


def another(table: Table) -> Battle:
    scenario = {"battlefront": "open-field", "bataille": "skirmish"}[table.battle.ruleset]
    campaign = table.battle.campaign
    wanted = plan(campaign, ruleset=table.battle.ruleset, scenario=scenario)
    return openings.open_planned(campaign=campaign, plan=wanted)


def everything() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in (Horde, Hero, Army, Advantage)]


@pytest.mark.parametrize("ruleset", ["battlefront", "bataille"])
def test_a_whole_battle_taken_back_leaves_the_campaign_as_it_was(ruleset: str) -> None:
    table = Table.laid(ruleset=ruleset)
    before = everything()
    table.play_until("result")
    assert everything() != before
    own = LedgerEntry.objects.filter(reason="battle")
    last = records.last_step(table.battle.pk).number
    assert set(own.values_list("battle", "step")) == {(table.battle.pk, last)}
    assert back(table) == []
    assert everything() == before
    assert bookings.unbalanced() == []
    assert {entry.pk for entry in own} == set(
        LedgerEntry.objects.filter(reason="taken_back").values_list("reverses", flat=True)
    )


def test_one_booking_for_each_loss_and_gain(lay_table: Callable[[str], Table]) -> None:
    table = lay_table("result")
    ruleset = records.ruleset_of(table.battle)
    outcome = ruleset.outcome(records.state_of(ruleset, records.last_step(table.battle.pk)))
    assert outcome is not None
    lost = {table.battle.sources[str(each.horde)]: -each.magnitude for each in outcome.losses if each.magnitude}
    entries = LedgerEntry.objects.filter(reason="battle")
    assert dict(entries.filter(field="magnitude").values_list("horde", "amount")) == lost
    assert [entry.name for entry in entries.filter(field="drawn")] == [gain.name for gain in outcome.gains]
    assert entries.get(field="result").detail["message"] == {"text": outcome.result.text}
    assert [entry.detail["message"]["text"] for entry in entries.filter(field="paid")] == [
        reward.text for reward in outcome.rewards
    ]


def test_the_second_try_is_refused_with_a_sentence_and_changes_nothing(table: Table) -> None:
    end(table.battle, Loss(key_of(table.battle, first_horde(table)), 9))
    back(table)
    before = everything(), LedgerEntry.objects.count()
    with pytest.raises(Refused, match="The Meuse crossing was taken back already, on"):
        back(table)
    assert (everything(), LedgerEntry.objects.count()) == before


def test_a_battle_counts_once_however_often_it_is_taken_back_and_ends_again(table: Table) -> None:
    horde = first_horde(table)
    lost = Loss(key_of(table.battle, horde), 9)
    for _ in range(2):
        assert end(table.battle, lost)
        assert not end(table.battle, lost)
        assert Horde.objects.get(pk=horde.pk).magnitude == horde.magnitude - 9
        back(table)
        assert Horde.objects.get(pk=horde.pk).magnitude == horde.magnitude
    assert end(another(table), Loss(key_of(Battle.objects.latest("pk"), horde), 5))
    assert Horde.objects.get(pk=horde.pk).magnitude == horde.magnitude - 5


def test_a_battle_that_costs_nothing_is_booked_and_taken_back_once_as_well(table: Table) -> None:
    assert end(table.battle)
    assert not end(table.battle)
    assert back(table) == []
    with pytest.raises(Refused):
        back(table)


def test_a_battle_under_way_has_nothing_to_take_back(table: Table) -> None:
    with pytest.raises(Refused, match="has no booking that could be taken back"):
        back(table)


@pytest.mark.parametrize("why", ["", "  ", "x" * 201, "a\x00b"])
def test_a_reason_is_wanted(table: Table, why: str) -> None:
    end(table.battle)
    with pytest.raises(Refused, match="Reason: a text of 1 to 200 readable characters is needed."):
        back(table, why=why)
    assert not LedgerEntry.objects.filter(reason="taken_back").exists()


def test_a_battle_of_another_campaign_is_not_found(table: Table) -> None:
    other = Table.laid()
    end(other.battle)
    with pytest.raises(taking_back.NoSuchBattle):
        taking_back.take_back(campaign=table.battle.campaign, battle=other.battle.pk, by=table.gm, why="mine")


def test_what_was_repaired_edited_and_lost_since_stays(table: Table) -> None:
    horde, army = first_horde(table), table.battle.red_army
    assert army is not None
    end(table.battle, Loss(key_of(table.battle, horde), 30))
    repairs.mend(army=army, horde=horde.pk, given={"amount": "4", "kind": "repair", "why": "spares"}, by=table.gm)
    with bookings.booked(army=army):
        Horde.objects.filter(pk=horde.pk).update(magnitude=horde.magnitude - 30 + 4 - 10)
    assert back(table) == []
    assert Horde.objects.get(pk=horde.pk).magnitude == horde.magnitude + 4 - 10


def test_what_there_is_no_room_for_is_said(table: Table) -> None:
    horde, army = first_horde(table), table.battle.red_army
    assert army is not None
    end(table.battle, Loss(key_of(table.battle, horde), 30))
    repairs.mend(army=army, horde=horde.pk, given={"amount": "25", "kind": "repair", "why": "spares"}, by=table.gm)
    assert back(table) == ["magnitude"]
    entry = LedgerEntry.objects.get(reason="taken_back", field="magnitude")
    assert (entry.amount, entry.detail["short"], entry.detail["most"]) == (5, 25, horde.squads * 20)
    assert Horde.objects.get(pk=horde.pk).magnitude == horde.magnitude
    assert bookings.unbalanced() == []


def test_what_was_not_there_to_lose_is_not_given_back(table: Table) -> None:
    horde, army = first_horde(table), table.battle.red_army
    assert army is not None
    with bookings.booked(army=army):
        Horde.objects.filter(pk=horde.pk).update(magnitude=3)
    end(table.battle, Loss(key_of(table.battle, horde), 30))
    assert LedgerEntry.objects.get(reason="battle", field="magnitude").detail["short"] == 27
    back(table)
    assert Horde.objects.get(pk=horde.pk).magnitude == 3


def test_whoever_is_gone_gets_nothing_back_and_that_is_said(table: Table) -> None:
    horde, army = first_horde(table), table.battle.red_army
    assert army is not None
    end(table.battle, Loss(key_of(table.battle, horde), 30))
    with bookings.booked(army=army):
        horde.delete()
    assert back(table) == ["magnitude"]
    assert bookings.unbalanced() == []


def test_a_horde_that_went_over_gets_its_own_back_where_it_is(table: Table) -> None:
    horde, army, other = first_horde(table), table.battle.red_army, table.battle.blue_army
    assert army is not None and other is not None
    end(table.battle, Loss(key_of(table.battle, horde), 30))
    with bookings.booked(army=army), bookings.booked(army=other):
        Horde.objects.filter(pk=horde.pk).update(army=other)
    assert back(table) == []
    assert LedgerEntry.objects.get(reason="taken_back", field="magnitude").army == other
    assert bookings.unbalanced() == []


def test_an_army_disbanded_meanwhile_is_no_obstacle(table: Table) -> None:
    horde, army = first_horde(table), table.battle.red_army
    assert army is not None
    end(table.battle, Loss(key_of(table.battle, horde), 30))
    bookings.disband(army=army)
    assert back(table) == ["magnitude"]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_battle_back_at_one_instant_one_is_refused() -> None:
    table = Table.laid()
    horde = first_horde(table)
    with transaction.atomic():
        end(table.battle, Loss(key_of(table.battle, horde), 9))
    start, said = Barrier(2), list[str]()

    def go() -> None:
        start.wait()
        try:
            said.append(patiently(lambda: str(back(table))))
        except Refused as error:
            said.append(str(error.message))
        finally:
            connection.close()

    threads = [Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said)[1] == "[]" and "was taken back already" in sorted(said)[0]
    assert Horde.objects.get(pk=horde.pk).magnitude == horde.magnitude
    assert bookings.unbalanced() == []


# Heroes


def test_wounds_fate_condition_injuries_and_headcount_are_restored(heroic: Table) -> None:
    hero, before = first_hero(heroic), everything()
    end(heroic.battle, loss(heroic.battle, hero, "dead", 9, 1, LEG, HEAD), dead=(210, 190))
    assert Hero.objects.get(pk=hero.pk).condition == "dead"
    assert back(heroic) == []
    assert everything() == before


def test_wounds_healed_since_are_not_given_twice(heroic: Table) -> None:
    hero = first_hero(heroic)
    end(heroic.battle, loss(heroic.battle, hero, "out", 9, 0, LEG))
    given = {"wounds": "9", "condition": "fit", "treated": ["right_leg-3"], "why": "a surgeon"}
    repairs.heal(army=hero.army, hero=hero.pk, given=given, by=heroic.gm)
    assert back(heroic) == ["wounds"]
    now = Hero.objects.get(pk=hero.pk)
    assert (now.wounds_left, now.condition, now.injuries) == (hero.wounds_left, "fit", [])


@pytest.mark.parametrize(
    ("first", "second", "taken", "expected"),
    [
        ("out", "dead", 0, "dead"),
        ("out", "dead", 1, "out"),
        ("out", "out", 0, "out"),
        ("out", "out", 1, "out"),
        ("dead", "out", 0, "out"),
        ("dead", "out", 1, "dead"),
        ("dead", "fit", 0, "fit"),
    ],
)
def test_two_battles_of_one_hero_and_one_of_them_taken_back(
    heroic: Table, first: str, second: str, taken: int, expected: str
) -> None:
    hero, later = first_hero(heroic), another(heroic)
    battles = [heroic.battle, later]
    for battle, condition in zip(battles, (first, second), strict=True):
        end(battle, loss(battle, hero, condition, 1))
    back(heroic, battles[taken])
    assert Hero.objects.get(pk=hero.pk).condition == expected
    back(heroic, battles[1 - taken])
    now = Hero.objects.get(pk=hero.pk)
    assert (now.condition, now.wounds_left) == ("fit", hero.wounds_left)


def test_a_condition_that_was_set_since_stays(heroic: Table) -> None:
    hero = first_hero(heroic)
    end(heroic.battle, loss(heroic.battle, hero, "out", 1))
    with bookings.booked(army=hero.army):
        Hero.objects.filter(pk=hero.pk).update(condition="dead")
    assert back(heroic) == ["condition"]
    assert Hero.objects.get(pk=hero.pk).condition == "dead"


def test_a_condition_that_the_ledger_does_not_know_of_stays(heroic: Table) -> None:
    hero = first_hero(heroic)
    end(heroic.battle, loss(heroic.battle, hero, "out", 1))
    Hero.objects.filter(pk=hero.pk).update(condition="dead")
    assert back(heroic) == ["condition"]
    assert Hero.objects.get(pk=hero.pk).condition == "dead"


# Advantages


def draw(table: Table) -> list[Advantage]:
    key = key_of(table.battle, first_horde(table))
    gains = tuple(Gain(Side.RED, key, name, "your_turn", "Something.") for name in ("First", "Second"))
    end(table.battle, gains=gains, rewards=(Message("red: a bridge"),))
    return list(Advantage.objects.order_by("pk"))


def test_advantages_leave_the_hand_and_a_spent_one_stays_marked(table: Table) -> None:
    spent, _ = draw(table)
    member = campaigns.membership(campaign_id=table.battle.campaign_id, person=table.ann)
    advantages.spend(member=member, card=spent.pk, note="Night raid")
    assert back(table) == ["drawn"]
    assert list(Advantage.objects.all()) == [spent]
    ((card,),) = (hand.cards for hand in advantages.hands(member))
    assert (card.name, card.taken_back, card.may_spend) == ("First", True, False)


def test_spending_a_card_is_a_booking_that_a_refusal_does_not_make(table: Table) -> None:
    card, _ = draw(table)
    member = campaigns.membership(campaign_id=table.battle.campaign_id, person=table.ann)
    with pytest.raises(Refused):
        advantages.spend(member=member, card=card.pk, note="")
    advantages.spend(member=member, card=card.pk, note="Night raid")
    with pytest.raises(Refused):
        advantages.spend(member=member, card=card.pk, note="Night raid")
    entry = LedgerEntry.objects.get(reason="spent")
    assert (entry.advantage, entry.army, entry.by, entry.amount) == (card, table.battle.red_army, table.ann, -1)
    assert entry.detail["why"] == "Night raid"


# Repairs


def mending(table: Table, **given: str) -> None:
    horde = first_horde(table)
    assert table.battle.red_army is not None
    usual = {"amount": "5", "kind": "repair", "why": "spares"}
    repairs.mend(army=table.battle.red_army, horde=horde.pk, given=usual | given, by=table.gm)


@pytest.mark.parametrize("kind", ["repair", "replacement"])
def test_a_repair_is_a_booking(table: Table, kind: str) -> None:
    end(table.battle, Loss(key_of(table.battle, first_horde(table)), 9))
    mending(table, kind=kind)
    entry = LedgerEntry.objects.get(reason=kind)
    assert (entry.field, entry.amount, entry.by, entry.detail["why"]) == ("magnitude", 5, table.gm, "spares")
    assert bookings.unbalanced() == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"amount": "10"}, "Magnitude given back: a whole number from 1 to 9 is needed."),
        ({"amount": "0"}, "Magnitude given back: a whole number from 1 to 9 is needed."),
        ({"amount": "-3"}, "Magnitude given back: a whole number from 1 to 9 is needed."),
        ({"amount": "9" * 40}, "Magnitude given back: a whole number from 1 to 9 is needed."),
        ({"amount": "１"}, "Magnitude given back: a whole number from 1 to 9 is needed."),
        ({"kind": "magic"}, "Kind: one of the choices offered is needed."),
        ({"kind": "battle"}, "Kind: one of the choices offered is needed."),
        ({"why": " "}, "Reason: a text of 1 to 200 readable characters is needed."),
    ],
)
def test_a_repair_outside_its_range_is_refused_with_a_sentence(table: Table, given: dict[str, str], words: str) -> None:
    end(table.battle, Loss(key_of(table.battle, first_horde(table)), 9))
    before = everything(), LedgerEntry.objects.count()
    with pytest.raises(Refused) as refused:
        mending(table, **given)
    assert str(refused.value.message) == words
    assert (everything(), LedgerEntry.objects.count()) == before


def test_a_whole_horde_takes_no_repair(table: Table) -> None:
    with pytest.raises(Refused, match="has all its Magnitude"):
        mending(table)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"wounds": "10"}, "Wounds healed: a whole number from 0 to 9 is needed."),
        ({"wounds": "-1"}, "Wounds healed: a whole number from 0 to 9 is needed."),
        ({"condition": "immortal"}, "Condition: one of the choices offered is needed."),
        ({"treated": ["head-4"]}, "nothing is changed by this."),
        ({"wounds": "1", "why": ""}, "Reason: a text of 1 to 200 readable characters is needed."),
    ],
)
def test_healing_outside_its_range_is_refused_with_a_sentence(heroic: Table, given: dict[str, Any], words: str) -> None:
    hero = first_hero(heroic)
    end(heroic.battle, loss(heroic.battle, hero, "fit", 9, 0, LEG))
    before = everything(), LedgerEntry.objects.count()
    with pytest.raises(Refused) as refused:
        repairs.heal(army=hero.army, hero=hero.pk, given={"why": "a surgeon"} | given, by=heroic.gm)
    assert words in str(refused.value.message)
    assert (everything(), LedgerEntry.objects.count()) == before


def test_a_horde_or_hero_of_another_army_is_not_found(table: Table, heroic: Table) -> None:
    assert table.battle.blue_army is not None
    given = {"amount": "1", "kind": "repair", "why": "x"}
    with pytest.raises(repairs.NoSuchPiece):
        repairs.mend(army=table.battle.blue_army, horde=first_horde(table).pk, given=given, by=table.gm)
    with pytest.raises(repairs.NoSuchPiece):
        repairs.heal(army=table.battle.blue_army, hero=first_hero(heroic).pk, given=given, by=table.gm)
