"""Foundry actors."""

import json
from typing import Any

import pytest

from tests.importers.files import draft, guessed, horde


def actor(name: Any = "Mob", kind: str = "horde", magnitude: Any = None, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "system": {} if magnitude is None else {"magnitude": magnitude}} | more


def read(raw: dict[str, Any]) -> Any:
    return horde(json.dumps(raw))


@pytest.mark.parametrize(
    ("magnitude", "squads", "left"),
    [
        ({"value": 30, "max": 60}, 3, 30),
        ({"value": 30}, 2, 30),
        ({"max": 40}, 2, 40),
        (45, 3, 45),
        ("45", 3, 45),
        (30.0, 2, 30),
        ({"value": 0, "max": 20}, 1, 0),
        (None, 5, 100),
    ],
)
def test_magnitude_is_read_and_squads_follow(magnitude, squads, left):
    found = read(actor(magnitude=magnitude))
    assert (found.squads, found.magnitude) == (squads, left)
    assert "squads" in guessed(found)


@pytest.mark.parametrize("magnitude", [{"value": 250, "max": 300}, {"value": 250}, 250, "250", 10**17])
def test_a_magnitude_above_a_hundred_is_asked_for(magnitude):
    found = read(actor(magnitude=magnitude))
    assert (found.squads, found.magnitude) == (5, None)
    (why,) = guessed(found)["magnitude"]
    assert " is more than the 100 of a horde. Say how much of it this one has" in why


def test_a_horde_that_has_had_losses_from_more_than_a_hundred_has_what_is_left():
    found = read(actor(magnitude={"value": 70, "max": 150}))
    assert (found.squads, found.magnitude) == (5, 70)


def test_weapons_are_those_among_the_items():
    items = [
        {"name": "Lasgun", "type": "weapon"},
        {"name": "Flak", "type": "armour"},
        {"name": "Knife", "type": "meleeWeapon"},
        {"name": None, "type": "weapon"},
        {"type": 5},
        "x",
    ]
    assert read(actor(items=items)).weapons == ("Lasgun", "Knife")


def test_an_array_gives_its_hordes_and_names_the_others():
    army = draft(json.dumps([actor("Infantry"), actor("Bob", "npc"), actor("Pack", "npc", 20), 5, actor(" ")]))
    assert [(each.name, each.profile) for each in army.hordes] == [("Infantry", "infantry"), ("Pack", None)]
    assert [(each.name, str(each.why), str(each.where)) for each in army.dropped] == [
        ("Bob", "It is an actor of type “npc”, not a horde.", "Actor 2"),
        ("", "It is not an actor.", "Actor 4"),
        ("", "It has no name.", "Actor 5"),
    ]


def test_older_files_have_the_same_under_data():
    found = read({"name": "Mob", "type": "npc", "data": {"magnitude": {"value": 25}}})
    assert found.magnitude == 25


@pytest.mark.parametrize("odd", [[], {}, "x", -3, 10**30, 1.5, True, {"value": {}}, {"value": [], "max": "x"}])
def test_an_odd_magnitude_breaks_nothing(odd):
    found = read(actor(magnitude=odd))
    assert found.magnitude is None or 0 <= found.magnitude <= found.squads * 20
    assert "magnitude" in guessed(found)
