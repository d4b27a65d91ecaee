"""services.army_rows: commanders, hordes and heroes as an army's tables edit them, one edit an act."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from battles.models import Army, ArmyVersion, Commander, Hero, Horde, LedgerEntry
from battles.services import army_rows, bookings
from battles.services.army_kinds import COMMANDERS, HEROES, HORDES, Kind, Row, texts
from battles.services.refusals import Refused
from tests.table import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def army(table: Table) -> Iterator[Army]:
    """Red's, with two hordes of infantry; whatever is done to it, its bookings add up to it."""
    found = table.battle.red_army
    assert found is not None
    yield found
    assert bookings.unbalanced() == []


@pytest.fixture
def horde(army: Army) -> Horde:
    return army.hordes.filter(profile="infantry")[0]


def stored() -> list[Any]:
    return [
        list(model.objects.order_by("pk").values())
        for model in (Army, Commander, Horde, Hero, ArmyVersion, LedgerEntry)
    ]


def refused(act: Callable[[], Any]) -> Refused:
    """The refusal; nothing may have been stored."""
    before = stored()
    with pytest.raises(Refused) as error:
        act()
    assert stored() == before
    return error.value


def given(kind: Kind, row: Row, **otherwise: str) -> dict[str, str]:
    return texts(kind, row) | {"seen": army_rows.token(row)} | otherwise


def change(army: Army, kind: Kind, row: Row, **otherwise: str) -> Row:
    return army_rows.change(army=army, kind=kind, row=row.pk, given=given(kind, row, **otherwise), by=None)


def add(army: Army, kind: Kind = HORDES, **fields: str) -> list[str]:
    usual = {"count": "1", "profile": "infantry"} if kind is HORDES else {"count": "1"}
    return [row.name for row in army_rows.add(army=army, kind=kind, given=usual | fields, by=None)]


def names(army: Army, kind: Kind = HORDES) -> list[str]:
    return [row.name for row in kind.model.objects.filter(army=army)]


def test_a_row_shown_and_sent_back_is_unchanged_and_no_edit(army: Army) -> None:
    before = stored()
    for kind in (COMMANDERS, HORDES):
        for row in kind.model.objects.filter(army=army):
            change(army, kind, row)
    assert stored() == before


def test_a_horde_is_changed_as_one_edit_and_booked(army: Army, horde: Horde) -> None:
    change(army, HORDES, horde, name="Rest", profile="tank", squads="3", magnitude="42", notes=" of the\nold guard ")
    horde.refresh_from_db()
    assert (horde.name, horde.profile, horde.squads, horde.magnitude, horde.notes) == (
        "Rest",
        "tank",
        3,
        42,
        "of the old guard",
    )
    entry = LedgerEntry.objects.latest("pk")
    assert (entry.horde_id, entry.field, entry.amount, entry.reason) == (horde.pk, "magnitude", -58, "edit")
    army.refresh_from_db()
    assert (army.version, army.versions.count()) == (1, 1)


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        (
            {"squads": "3", "magnitude": "61"},
            "magnitude",
            "Magnitude: a whole number from 0 to 60 is needed: 3 Squads of 20.",
        ),
        (
            {"squads": "1", "magnitude": "21"},
            "magnitude",
            "Magnitude: a whole number from 0 to 20 is needed: 1 Squad of 20.",
        ),
        ({"magnitude": "-1"}, "magnitude", "Magnitude: a whole number from 0 to 100 is needed: 5 Squads of 20."),
        (
            {"magnitude": "-10000000000"},
            "magnitude",
            "Magnitude: a whole number from 0 to 100 is needed: 5 Squads of 20.",
        ),
        ({"magnitude": str(2**31)}, "magnitude", "Magnitude: a whole number from 0 to 100 is needed: 5 Squads of 20."),
        ({"magnitude": "3.5"}, "magnitude", "Magnitude: a whole number from 0 to 100 is needed: 5 Squads of 20."),
        ({"magnitude": ""}, "magnitude", "Magnitude: a whole number from 0 to 100 is needed: 5 Squads of 20."),
        ({"magnitude": "１２"}, "magnitude", "Magnitude: a whole number from 0 to 100 is needed: 5 Squads of 20."),
        ({"squads": "0"}, "squads", "Squads: a whole number from 1 to 5 is needed."),
        ({"squads": "6"}, "squads", "Squads: a whole number from 1 to 5 is needed."),
        ({"profile": "dragon"}, "profile", "Type: one of the choices offered is needed."),
        ({"name": ""}, "name", "Name: a text of 1 to 100 readable characters is needed."),
        ({"name": "x" * 101}, "name", "Name: a text of 1 to 100 readable characters is needed."),
        ({"name": "a\x00"}, "name", "Name: a text of 1 to 100 readable characters is needed."),
        ({"notes": "x" * 501}, "notes", "Notes: a text of at most 500 readable characters is needed."),
    ],
)
def test_f_28_what_is_not_wanted_of_a_horde_is_a_sentence_that_names_the_field(
    army: Army, horde: Horde, fields: dict[str, str], field: str, words: str
) -> None:
    error = refused(lambda: change(army, HORDES, horde, **fields))
    assert (error.field, str(error.message)) == (field, words)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"intelligence": "101"}, "Intelligence: a whole number from 1 to 100 is needed."),
        ({"fellowship": "0"}, "Fellowship: a whole number from 1 to 100 is needed."),
        ({"willpower": "x"}, "Willpower: a whole number from 1 to 100 is needed."),
        ({"tactics": "4"}, "Tactics: one of the choices offered is needed."),
        ({"command": ""}, "Command: one of the choices offered is needed."),
    ],
)
def test_what_is_not_wanted_of_a_commander_is_a_sentence(army: Army, fields: dict[str, str], words: str) -> None:
    found = army.commanders.all()[0]
    assert str(refused(lambda: change(army, COMMANDERS, found, **fields)).message) == words


def test_a_heros_figures_in_the_table_leave_the_rest_of_his_sheet_alone(army: Army) -> None:
    hero = Hero.objects.create(army=army, name="Otto", agility=44, heal=2, wounds=14, wounds_left=14)
    changed = change(army, HEROES, hero, wounds_left="3", condition="out")
    assert isinstance(changed, Hero)
    hero.refresh_from_db()
    assert (hero.wounds_left, hero.condition, hero.agility, hero.heal) == (3, "out", 44, 2)
    error = refused(lambda: change(army, HEROES, hero, wounds="2"))
    assert str(error.message) == "Wounds left: a whole number from 0 to 2 is needed."


def test_a_change_of_what_somebody_else_has_changed_is_refused_once_with_what_it_is_now(
    army: Army, horde: Horde
) -> None:
    opened = given(HORDES, horde, name="Mine")
    change(army, HORDES, horde, magnitude="40")
    act = lambda sent: army_rows.change(army=army, kind=HORDES, row=horde.pk, given=sent, by=None)  # noqa: E731
    error = refused(lambda: act(opened))
    assert error.field == "seen"
    assert "has changed since this page was opened. It is now: Name Grenadier Regiment 5, Magnitude 40." in str(error)
    horde.refresh_from_db()
    act(opened | {"seen": army_rows.token(horde)})
    horde.refresh_from_db()
    assert (horde.name, horde.magnitude) == ("Mine", 100)


@pytest.mark.parametrize("kind", [COMMANDERS, HORDES, HEROES], ids=lambda kind: kind.key)
def test_a_row_of_another_army_is_not_found(army: Army, table: Table, kind: Kind) -> None:
    foreign = kind.model.objects.create(army=table.battle.blue_army, name="Foreign", **_needs(kind))
    before = stored()
    for act in (
        lambda: change(army, kind, foreign),
        lambda: army_rows.delete(army=army, kind=kind, row=foreign.pk, by=None),
        lambda: army_rows.duplicate(army=army, kind=kind, row=foreign.pk, by=None),
        lambda: army_rows.move(army=army, kind=kind, row=foreign.pk, to="up", by=None),
    ):
        with pytest.raises(army_rows.NoSuchRow):
            act()
    assert stored() == before
    foreign.delete()


def _needs(kind: Kind) -> dict[str, Any]:
    return {"profile": "tank"} if kind is HORDES else {}


# Several at once


def test_several_are_added_at_once_numbered_behind_those_there_are(army: Army) -> None:
    assert add(army, count="3", squads="4") == ["Infantry 1", "Infantry 2", "Infantry 3"]
    assert add(army, count="2") == ["Infantry 4", "Infantry 5"]
    assert names(army)[-5:] == [f"Infantry {number}" for number in range(1, 6)]
    sizes = [(horde.squads, horde.magnitude, horde.profile) for horde in army.hordes.all()][-5:]
    assert sizes == [(4, 80, "infantry")] * 3 + [(5, 100, "infantry")] * 2
    army.refresh_from_db()
    assert army.version == 2


@pytest.mark.parametrize(
    ("name", "count", "wanted"),
    [
        ("Wolves", 1, ["Wolves"]),
        ("Wolves", 2, ["Wolves 1", "Wolves 2"]),
        ("Infantry", 1, ["Infantry 5"]),
        ("Infantry 9", 2, ["Infantry 9", "Infantry 10"]),
        ("Infantry 4", 1, ["Infantry 5"]),
        ("12e Régiment", 2, ["12e Régiment 1", "12e Régiment 2"]),
        ("77", 2, ["77 1", "77 2"]),
        ("x" * 100, 2, [f"{'x' * 92} 1", f"{'x' * 92} 2"]),
    ],
)
def test_names_are_numbered_behind_the_highest_that_is_taken(name: str, count: int, wanted: list[str]) -> None:
    assert army_rows.numbered(name, ["Infantry", "Infantry 4", "Infantry 4b"], count) == wanted


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"count": "0"}, "How many: a whole number from 1 to 50 is needed."),
        ({"count": "51"}, "How many: a whole number from 1 to 50 is needed."),
        ({"count": "two"}, "How many: a whole number from 1 to 50 is needed."),
        ({"squads": "6"}, "Squads: a whole number from 1 to 5 is needed."),
        ({"profile": ""}, "Type: one of the choices offered is needed."),
        ({"name": "x" * 101}, "Name: a text of 1 to 100 readable characters is needed."),
    ],
)
def test_what_cannot_be_added_is_a_sentence(army: Army, fields: dict[str, str], words: str) -> None:
    assert str(refused(lambda: add(army, **fields)).message) == words


def test_an_army_has_a_hundred_hordes_at_most(army: Army) -> None:
    add(army, count="50")
    room = 100 - army.hordes.count()
    error = refused(lambda: add(army, count=str(room + 1)))
    assert str(error.message) == "German Army. Hordes: at most 100 are allowed."
    add(army, count=str(room))
    last = army.hordes.all()[99]
    assert "at most 100" in str(refused(lambda: army_rows.duplicate(army=army, kind=HORDES, row=last.pk, by=None)))


def test_commanders_and_heroes_are_added_with_the_usual_figures(army: Army) -> None:
    assert add(army, COMMANDERS, name="Adjutant", count="2") == ["Adjutant 1", "Adjutant 2"]
    assert add(army, HEROES) == ["Hero"]
    assert army.heroes.get().wounds == 12


# Order, twins, ends


def test_a_twin_stands_right_behind_under_the_next_number(army: Army, horde: Horde) -> None:
    change(army, HORDES, horde, magnitude="33", notes="tired")
    twin = army_rows.duplicate(army=army, kind=HORDES, row=horde.pk, by=None)
    order = names(army)
    assert order[order.index(horde.name) + 1] == twin.name == "Grenadier Regiment 10"
    assert isinstance(twin, Horde) and (twin.magnitude, twin.notes) == (33, "tired")


def test_rows_are_moved_and_stay_at_the_ends(army: Army) -> None:
    one, two, three = army.commanders.all()
    first = names(army, COMMANDERS)
    for row, to, order in (
        (two, "up", (1, 0, 2)),
        (two, "up", (1, 0, 2)),
        (two, "down", (0, 1, 2)),
        (three, "down", (0, 1, 2)),
        (one, "down", (1, 0, 2)),
    ):
        army_rows.move(army=army, kind=COMMANDERS, row=row.pk, to=to, by=None)
        assert names(army, COMMANDERS) == [first[place] for place in order]
    army.refresh_from_db()
    assert army.version == 3, "what moved nothing is no edit"
    refused(lambda: army_rows.move(army=army, kind=COMMANDERS, row=one.pk, to="away", by=None))


def test_a_deleted_horde_is_booked_as_gone(army: Army, horde: Horde) -> None:
    assert army_rows.delete(army=army, kind=HORDES, row=horde.pk, by=None) == "Grenadier Regiment 5"
    entry = LedgerEntry.objects.latest("pk")
    assert (entry.name, entry.amount) == ("Grenadier Regiment 5", -100)
