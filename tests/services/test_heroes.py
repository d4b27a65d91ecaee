"""services.heroes and armies: the sheets that a GM keeps, and what a battle gets of them."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from battles.models import Army, Hero
from battles.rules.armies import HeroSheet, Injury, Location
from battles.services import armies, heroes
from battles.services.refusals import Refused
from tests.table import Table

pytestmark = pytest.mark.django_db
ARM, LEG = {"location": "left_arm", "effect": 5}, {"location": "right_leg", "effect": 3}
NUMBERS = {
    "Weapon Skill": ("weapon_skill", 0, 100),
    "Ballistic Skill": ("ballistic_skill", 0, 100),
    "Strength": ("strength", 0, 100),
    "Toughness": ("toughness", 0, 100),
    "Agility": ("agility", 0, 100),
    "Intelligence": ("intelligence", 0, 100),
    "Willpower": ("willpower", 0, 100),
    "Fellowship": ("fellowship", 0, 100),
    "Wounds": ("wounds", 1, 40),
    "Wounds left": ("wounds_left", 0, 12),  # of the 12 Wounds that he has
    "Fate Points": ("fate", 0, 9),
    "Magic": ("magic", 0, 10),
    "Armour, head": ("armour_head", 0, 5),
    "Armour, right arm": ("armour_right_arm", 0, 5),
    "Armour, left arm": ("armour_left_arm", 0, 5),
    "Armour, body": ("armour_body", 0, 5),
    "Armour, right leg": ("armour_right_leg", 0, 5),
    "Armour, left leg": ("armour_left_leg", 0, 5),
}
FIGURES = {
    "headcount": ("Headcount", 0, 10_000_000),
    "arms": ("Arms, per cent of the usual", 75, 150),
    "training": ("Training, per cent of the usual", 75, 150),
}


@pytest.fixture
def army(table: Table) -> Army:
    found: Army = table.battle.red_army  # type: ignore[assignment]
    return found


def sheet(**otherwise: Any) -> dict[str, Any]:
    return heroes.texts(Hero()) | {"name": "Otto"} | otherwise


def add(army: Army, **otherwise: Any) -> Hero:
    return heroes.add(army=army, given=sheet(**otherwise))


def names(army: Army) -> list[str]:
    return [hero.name for hero in army.heroes.all()]


def refused(army: Army, hero: Hero | None = None, **otherwise: Any) -> Refused:
    """The refusal; nothing may have been stored."""
    before = list(Hero.objects.values())
    given = (heroes.texts(hero) if hero else sheet()) | otherwise
    with pytest.raises(Refused) as error:
        if hero:
            heroes.change(army=army, hero=hero.pk, given=given)
        else:
            heroes.add(army=army, given=given)
    assert list(Hero.objects.values()) == before
    return error.value


def test_a_new_hero_is_the_last_in_rank_with_the_figures_given(army: Army) -> None:
    add(army)
    hero = add(
        army, name="Brenna", weapon_skill="52", wounds="13", wounds_left="4", heal="3", mounted=True, player=False
    )
    stored = army.heroes.get(name="Brenna")
    assert stored == hero and names(army) == ["Otto", "Brenna"]
    assert (stored.weapon_skill, stored.wounds, stored.wounds_left, stored.heal) == (52, 13, 4, 3)
    assert (stored.mounted, stored.player, stored.condition, stored.injuries) == (True, False, "fit", [])


def test_a_sheet_shown_and_sent_back_is_unchanged(army: Army) -> None:
    table = Table.laid(ruleset="bataille")
    assert table.battle.red_army is not None
    for hero in table.battle.red_army.heroes.all():
        before = Hero.objects.filter(pk=hero.pk).values().get()
        heroes.change(army=table.battle.red_army, hero=hero.pk, given=heroes.texts(hero))
        assert Hero.objects.filter(pk=hero.pk).values().get() == before


@pytest.mark.parametrize("title", NUMBERS)
def test_a_number_out_of_its_range_is_a_sentence_with_field_and_range_and_its_ends_are_taken(
    army: Army, title: str
) -> None:
    field, least, most = NUMBERS[title]
    for text in (str(least - 1), str(most + 1), "", "x", "3.5", "٣", "9" * 5000):
        error = refused(army, **{field: text})
        assert (error.field, str(error.message)) == (
            field,
            f"{title}: a whole number from {least} to {most} is needed.",
        )
    for number in (least, most):
        left = {"wounds_left": "1"} if field == "wounds" else {}
        assert getattr(add(army, **{field: str(number)} | left), field) == number


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "Name: a text of 1 to 100 readable characters is needed."),
        ("name", "x" * 101, "Name: a text of 1 to 100 readable characters is needed."),
        ("name", "a\x00b", "Name: a text of 1 to 100 readable characters is needed."),
        ("name", "\u200d", "Name: a text of 1 to 100 readable characters is needed."),
        ("command", "4", "Command: one of the choices offered is needed."),
        ("tactics", "", "Academic Knowledge (Strategy/Tactics): one of the choices offered is needed."),
        ("condition", "undead", "Condition: one of the choices offered is needed."),
    ],
)
def test_anything_else_that_is_not_wanted_is_a_sentence_with_the_field(
    army: Army, field: str, value: str, words: str
) -> None:
    error = refused(army, **{field: value})
    assert (error.field, str(error.message)) == (field, words)


def test_a_change_that_is_refused_changes_nothing(army: Army) -> None:
    error = refused(army, add(army), name="Renamed", weapon_skill="52", fellowship="101")
    assert error.field == "fellowship"


@pytest.mark.parametrize("name", ["Ó" * 100, "山田太郎", "محمد الفاتح", "نیم‌فاصله", "<b>Otto</b>", "%(name)s"])
def test_a_name_of_any_script_is_kept_as_it_is(army: Army, name: str) -> None:
    assert army.heroes.get(pk=add(army, name=name).pk).name == name


def test_an_army_has_fifty_heroes_at_most(army: Army) -> None:
    Hero.objects.bulk_create(Hero(army=army, name=str(number), position=number) for number in range(50))
    assert "at most 50 heroes are allowed" in str(refused(army).message)


def test_heroes_are_moved_up_and_down_in_rank_and_stay_at_the_ends(army: Army) -> None:
    one, two, three = (add(army, name=name) for name in ("One", "Two", "Three"))
    for hero, to, order in (
        (two, "up", ["Two", "One", "Three"]),
        (two, "up", ["Two", "One", "Three"]),
        (two, "down", ["One", "Two", "Three"]),
        (three, "down", ["One", "Two", "Three"]),
        (one, "down", ["Two", "One", "Three"]),
    ):
        heroes.move(army=army, hero=hero.pk, to=to)
        assert names(army) == order
    with pytest.raises(Refused, match="up or down"):
        heroes.move(army=army, hero=one.pk, to="away")
    heroes.delete(army=army, hero=two.pk)
    assert names(army) == ["One", "Three"]
    add(army, name="Four")
    assert names(army) == ["One", "Three", "Four"]


def test_a_hero_of_another_army_is_not_found(army: Army, table: Table) -> None:
    assert table.battle.blue_army is not None
    foreign = add(table.battle.blue_army)
    for act in (
        lambda: heroes.change(army=army, hero=foreign.pk, given=heroes.texts(foreign)),
        lambda: heroes.delete(army=army, hero=foreign.pk),
        lambda: heroes.move(army=army, hero=foreign.pk, to="up"),
    ):
        with pytest.raises(heroes.NoSuchHero):
            act()
    assert Hero.objects.filter(pk=foreign.pk).exists()


def test_an_injury_that_is_treated_is_gone_and_its_twin_stays(army: Army) -> None:
    hero = add(army)
    hero.injuries = [ARM, LEG, ARM]
    hero.save()
    assert [name for name, _ in heroes.injuries(hero)] == ["left_arm-5", "right_leg-3", "left_arm-5"]
    changed = heroes.change(army=army, hero=hero.pk, given=heroes.texts(hero) | {"treated": ["left_arm-5"]})
    assert Hero.objects.get(pk=changed.pk).injuries == [LEG, ARM]


def test_a_form_opened_before_a_battle_changed_the_hero_is_refused(army: Army) -> None:
    hero = add(army)
    opened = heroes.texts(hero)
    Hero.objects.filter(pk=hero.pk).update(condition="dead", wounds_left=0)
    with pytest.raises(Refused, match="Otto has changed since this page was opened"):
        heroes.change(army=army, hero=hero.pk, given=opened)
    assert Hero.objects.get(pk=hero.pk).condition == "dead"


# The army's own figures


@pytest.mark.parametrize("field", FIGURES)
def test_an_armys_figure_out_of_its_range_is_a_sentence_with_field_and_range(army: Army, field: str) -> None:
    title, least, most = FIGURES[field]
    before = Army.objects.filter(pk=army.pk).values().get()
    for text in (str(least - 1), str(most + 1), "", "many"):
        with pytest.raises(Refused) as error:
            armies.set_figures(army=army, given={"headcount": "7", "arms": "90", "training": "90"} | {field: text})
        assert str(error.value.message) == f"{title}: a whole number from {least} to {most} is needed."
        assert Army.objects.filter(pk=army.pk).values().get() == before
    for number in (least, most):
        armies.set_figures(army=army, given={"headcount": "7", "arms": "90", "training": "90"} | {field: str(number)})
        army.refresh_from_db()
        assert getattr(army, field) == number


# What a battle gets


def test_a_battle_gets_the_fit_heroes_in_their_order_under_keys_of_its_own(army: Army) -> None:
    armies.set_figures(army=army, given={"headcount": "1400", "arms": "110", "training": "95"})
    army.refresh_from_db()
    worn = {f"armour_{where}": str(points) for points, where in enumerate(Location)}
    first = add(army, name="First", weapon_skill="45", **{**worn, "armour_left_leg": "5"}, tactics="2")
    add(army, name="Dead", condition="dead")
    add(army, name="Out", condition="out")
    last = add(army, name="Last", mounted=True, player=False)
    last.injuries = [ARM]
    last.save()
    keys = armies.Keys()
    found = armies.sheet(army, keys)
    assert (found.headcount, found.arms, found.training) == (1400, 110, 95)
    assert [hero.name for hero in found.heroes] == ["First", "Last"]
    assert [keys.heroes[hero.key] for hero in found.heroes] == [first.pk, last.pk]
    assert (found.heroes[0].armour, found.heroes[0].tactics) == ((0, 1, 2, 3, 4, 5), 2)
    assert isinstance(found.heroes[1], HeroSheet)
    assert found.heroes[1].injuries == (Injury(Location.LEFT_ARM, 5),)
    assert (found.heroes[1].mounted, found.heroes[1].player) == (True, False)
    assert keys.sources == keys.hordes | keys.heroes
    assert len(keys.sources) == len(keys.hordes) + len(keys.heroes)


# The database's own limits


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, least, most in NUMBERS.values() for value in (least - 1, most + 1)]
    + [(skill, 4) for skill in ("command", "tactics", "heal", "ride", "perception", "channelling")]
    + [("condition", "ill")],
)
def test_the_database_itself_refuses_a_hero_out_of_range(army: Army, field: str, value: Any) -> None:
    add(army)
    with pytest.raises(Exception) as error, transaction.atomic():  # noqa: B017, PT011  (each database has its own)
        Hero.objects.update(**{field: value})
    assert isinstance(error.value, IntegrityError | OverflowError) or type(error.value).__name__ == "DataError"


@pytest.mark.parametrize("field", FIGURES)
def test_the_database_itself_refuses_an_armys_figure_out_of_range(army: Army, field: str) -> None:
    _, least, most = FIGURES[field]
    for value in (least - 1, most + 1):
        with pytest.raises(IntegrityError), transaction.atomic():
            Army.objects.update(**{field: value})
