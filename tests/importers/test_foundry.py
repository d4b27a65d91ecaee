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


@pytest.mark.parametrize("magnitude", [{"value": 130, "max": 150}, {"value": 130}, 130])
def test_magnitude_above_a_hundred_is_cut_and_said(magnitude):
    found = read(actor(magnitude=magnitude))
    assert (found.squads, found.magnitude) == (5, 100)
    assert guessed(found)["magnitude"] == ["Actor 1, Magnitude: “130” is no whole number from 0 to 100; 100 was taken."]


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
        ("Bob", "It is an actor of type “npc”, no horde.", "Actor 2"),
        ("", "It is no actor.", "Actor 4"),
        ("", "It has no name.", "Actor 5"),
    ]


def test_older_files_have_the_same_under_data():
    found = read({"name": "Mob", "type": "npc", "data": {"magnitude": {"value": 25}}})
    assert found.magnitude == 25


@pytest.mark.parametrize("odd", [[], {}, "x", -3, 10**30, 1.5, True, {"value": {}}, {"value": [], "max": "x"}])
def test_an_odd_magnitude_breaks_nothing(odd):
    found = read(actor(magnitude=odd))
    assert 0 <= found.magnitude <= found.squads * 20
    assert "magnitude" in guessed(found)
