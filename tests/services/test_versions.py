"""services.army_versions: what each edit kept, and the ways back."""

from collections.abc import Iterator
from typing import Any

import pytest

from battles.models import Army, Hero, Horde
from battles.services import armies, army_rows, army_versions, bookings, heroes
from battles.services.army_kinds import COMMANDERS, HORDES, texts
from battles.services.army_versions import differences, picture
from battles.services.refusals import Refused
from battles.services.words import sentence
from tests.table import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def army(table: Table) -> Iterator[Army]:
    """Red's; whatever is done to it, its bookings add up to it."""
    found = table.battle.red_army
    assert found is not None
    yield found
    assert bookings.unbalanced() == []


@pytest.fixture
def horde(army: Army) -> Horde:
    return army.hordes.filter(profile="infantry")[0]


def change(army: Army, horde: Horde, **fields: str) -> None:
    horde.refresh_from_db()
    given = texts(HORDES, horde) | {"seen": army_rows.token(horde)} | fields
    army_rows.change(army=army, kind=HORDES, row=horde.pk, given=given, by=None)
    horde.refresh_from_db()


def fresh(army: Army) -> Army:
    return Army.objects.get(pk=army.pk)


def bring_back(army: Army, number: int, seen: str = "") -> None:
    shown = seen or army_versions.token(picture(army))
    army_versions.bring_back(army=army, number=number, seen=shown, by=None)


def told(army: Army, number: int) -> list[str]:
    return [sentence(each) for each in army_versions.edit(army, number).changed]


def all_kinds_of_edits(army: Army, horde: Horde) -> None:
    change(army, horde, name="Old guard", squads="4", magnitude="61", notes="tired")
    army_rows.add(army=army, kind=HORDES, given={"count": "2", "profile": "tank", "squads": "3"}, by=None)
    army_rows.duplicate(army=army, kind=COMMANDERS, row=army.commanders.all()[1].pk, by=None)
    army_rows.delete(army=army, kind=HORDES, row=army.hordes.all()[2].pk, by=None)
    army_rows.move(army=army, kind=HORDES, row=army.hordes.all()[4].pk, to="up", by=None)
    hero = heroes.add(army=army, given=heroes.texts(Hero()) | {"name": "Otto"})
    heroes.change(army=army, hero=hero.pk, given=heroes.texts(hero) | {"heal": "2", "mounted": True})
    armies.set_figures(army=army, given={"headcount": "500", "arms": "90", "training": "80"})


def test_each_edit_keeps_the_army_as_it_was_and_says_what_it_was(army: Army, horde: Horde) -> None:
    first = picture(army)
    all_kinds_of_edits(army, horde)
    listed = army_versions.versions(army)
    assert [each.number for each in listed] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert [str(each.what) for each in listed[::-1]] == [
        "Changed: Grenadier Regiment 5",
        "Added: 2 × Tank",
        "Duplicated: General von Stahl",
        "Deleted: Komet Staffel",
        "Moved: Panzer Alpha",
        "Added: Otto",
        "Changed: Otto",
        "The army's figures",
    ]
    assert army_versions.before(army, 1) == first
    assert army_versions.before(fresh(army), 9) == picture(army)


def test_what_an_edit_changed_is_told_in_words(army: Army, horde: Horde) -> None:
    all_kinds_of_edits(army, horde)
    assert [told(army, number) for number in range(1, 9)] == [
        [
            "Old guard: Name Grenadier Regiment 5 → Old guard, Squads 5 → 4, Magnitude 100 → 61, Notes – → tired",
        ],
        [
            "Horde added: Tank 1, Tank, Squads: 3, Magnitude: 60",
            "Horde added: Tank 2, Tank, Squads: 3, Magnitude: 60",
        ],
        ["Commander added: General von Stahl 2"],
        ["Horde gone: Komet Staffel, Starfighter, Squads: 3, Magnitude: 60"],
        ["The hordes are in another order."],
        ["Hero added: Otto"],
        ["Otto: Heal untrained → +10, Mounted no → yes"],
        [
            "Headcount 0 → 500",
            "Arms, per cent of the usual 100 → 90",
            "Training, per cent of the usual 100 → 80",
        ],
    ]


def test_differences_between_two_versions_leave_out_what_came_and_went(army: Army, horde: Horde) -> None:
    all_kinds_of_edits(army, horde)
    words = [sentence(each) for each in differences(fresh(army), 2, 9)]
    assert "Hero added: Otto" in words and "Headcount 0 → 500" in words
    assert not [each for each in words if "Old guard" in each]
    assert differences(fresh(army), 3, 3) == []


def test_an_army_brought_back_is_row_for_row_what_it_was(army: Army, horde: Horde) -> None:
    first, keys = picture(army), list(army.hordes.values_list("pk", flat=True))
    all_kinds_of_edits(army, horde)
    latest = picture(army)
    bring_back(army, 1)
    assert picture(army) == first
    assert list(army.hordes.values_list("pk", flat=True)) == keys, "open battles still find their hordes"
    bring_back(army, 9)
    assert picture(army) == latest, "what is brought back can be taken back"


def test_an_army_is_brought_back_only_as_it_was_shown(army: Army, horde: Horde) -> None:
    change(army, horde, magnitude="50")
    seen = army_versions.token(picture(army))
    Horde.objects.filter(pk=horde.pk).update(magnitude=30)
    with pytest.raises(Refused, match="The army has changed since this page was opened"):
        bring_back(army, 1, seen)
    Horde.objects.filter(pk=horde.pk).update(magnitude=50)
    bring_back(army, 1, seen)
    with pytest.raises(Refused, match="The army is as it was before edit 1"):
        bring_back(army, 1)


@pytest.mark.parametrize("number", range(1, 9))
def test_each_edit_is_taken_back_by_itself_and_the_others_stay(army: Army, horde: Horde, number: int) -> None:
    all_kinds_of_edits(army, horde)
    if number == 6:  # Otto has been changed since he was added
        army_versions.take_back(army=army, number=7, by=None)
    was = army_versions.find(army, number).data["changes"]
    army_versions.take_back(army=army, number=number, by=None)
    latest = army_versions.versions(army)[0]
    assert str(latest.what).startswith(f"Taken back, edit {number}: ")
    undone = army_versions.find(army, latest.number).data["changes"]
    assert undone.keys() == was.keys(), "nothing else has changed"


def test_an_edit_is_taken_back_after_another_of_the_same_army(army: Army, horde: Horde) -> None:
    other = army.hordes.all()[0]
    change(army, horde, magnitude="50")
    change(army, other, name="Renamed")
    army_versions.take_back(army=army, number=1, by=None)
    horde.refresh_from_db()
    other.refresh_from_db()
    assert (horde.magnitude, other.name) == (100, "Renamed")
    with pytest.raises(Refused, match="Grenadier Regiment 5: Magnitude has changed since this edit"):
        army_versions.take_back(army=army, number=1, by=None)


def test_an_edit_of_what_a_battle_has_changed_since_is_not_taken_back(army: Army, horde: Horde) -> None:
    change(army, horde, magnitude="50")
    with bookings.booked(army=army, reason="battle"):
        Horde.objects.filter(pk=horde.pk).update(magnitude=20)
    before = picture(army)
    with pytest.raises(Refused, match="Magnitude has changed since this edit"):
        army_versions.take_back(army=army, number=1, by=None)
    assert picture(army) == before


def test_what_a_deleted_row_was_taken_back_as_is_the_same_row(army: Army, horde: Horde) -> None:
    order = [each.pk for each in army.hordes.all()]
    army_rows.delete(army=army, kind=HORDES, row=horde.pk, by=None)
    army_versions.take_back(army=army, number=1, by=None)
    assert [each.pk for each in army.hordes.all()] == order
    with pytest.raises(Refused, match="Edit 1 has been taken back already"):
        army_versions.take_back(army=army, number=1, by=None)


def test_a_row_that_is_gone_since_is_not_changed_back(army: Army, horde: Horde) -> None:
    change(army, horde, magnitude="50")
    army_rows.delete(army=army, kind=HORDES, row=horde.pk, by=None)
    with pytest.raises(Refused, match="Grenadier Regiment 5 is gone since this edit"):
        army_versions.take_back(army=army, number=1, by=None)


def test_an_added_row_that_has_changed_since_is_not_taken_away(army: Army) -> None:
    (row,) = army_rows.add(army=army, kind=HORDES, given={"count": "1", "profile": "tank"}, by=None)
    assert isinstance(row, Horde)
    change(army, row, magnitude="1")
    with pytest.raises(Refused, match="Tank has changed since this edit"):
        army_versions.take_back(army=army, number=1, by=None)


def test_a_type_that_the_catalogue_has_lost_is_not_brought_back(army: Army, horde: Horde) -> None:
    army_rows.delete(army=army, kind=HORDES, row=horde.pk, by=None)
    version = army_versions.find(army, 1)
    version.data["changes"]["hordes"]["gone"][0][1]["profile"] = "cavalry"
    version.save()
    with pytest.raises(Refused, match="the catalogue has no type “cavalry” any more"):
        army_versions.take_back(army=army, number=1, by=None)


def test_the_last_hundred_are_kept(army: Army, horde: Horde) -> None:
    change(army, horde, notes="first")
    army.versions.update(number=3)
    Army.objects.filter(pk=army.pk).update(version=102)
    change(army, horde, notes="second")
    assert list(army.versions.values_list("number", flat=True)) == [103]
    with pytest.raises(army_versions.NoSuchVersion):
        army_versions.take_back(army=army, number=3, by=None)


def test_what_failed_is_no_edit(army: Army) -> None:
    def fail() -> Any:
        with army_versions.edited(army=army, what=army_versions.Message("x"), by=None) as held:
            held.hordes.all().delete()
            raise ZeroDivisionError

    before = picture(army)
    with pytest.raises(ZeroDivisionError):
        fail()
    assert picture(army) == before and not army.versions.exists()


def test_injuries_and_conditions_of_heroes_are_told_in_words(army: Army) -> None:
    hero = heroes.add(army=army, given=heroes.texts(Hero()) | {"name": "Otto"})
    with army_versions.edited(army=army, what=army_versions.Message("x"), by=None):
        Hero.objects.filter(pk=hero.pk).update(condition="out", injuries=[{"location": "head", "effect": 4}])
    assert told(army, 2) == [
        "Otto: Condition fit → out of action, Injuries – → Head: one Armour Point less until the armour is mended"
    ]
