"""Rosters of BattleScribe and New Recruit: one tree, written as XML, as zip or as JSON."""

import json
from decimal import Decimal
from typing import Any

import pytest

from battles.importers import DraftArmy
from tests.importers.files import (
    as_xml,
    cost,
    draft,
    force,
    guessed,
    refusal,
    roster,
    selection,
    unit,
    zipped,
)

WEAPON = {"name": "Choppa", "typeName": "Melee Weapons"}
MODEL = {"name": "Ork Boy", "typeName": "Unit"}


def written_as(form: str, raw: dict[str, Any]) -> tuple[bytes, str]:
    match form:
        case "ros":
            return as_xml(raw), "list.ros"
        case "rosz":
            return zipped({"list.ros": as_xml(raw)}), "list.rosz"
        case "plain rosz":
            return as_xml(raw), "list.rosz"
        case "utf-16":
            return as_xml(raw).replace(b"UTF-8", b"UTF-16").decode().encode("utf-16"), "list.ros"
        case "without name":
            return as_xml(raw), ""
        case _:
            return json.dumps(raw, indent=1).encode(), "list.json"


def read(*forces: dict[str, Any], **more: Any) -> DraftArmy:
    return draft(json.dumps(roster(*forces, **more)), "list.json")


def hordes(*selections: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(each.name, each.squads, each.magnitude) for each in read(force("Patrol", *selections)).hordes]


@pytest.mark.parametrize("form", ["ros", "rosz", "plain rosz", "utf-16", "without name", "json"])
def test_a_roster_reads_the_same_in_every_form(form):
    boyz = unit(
        "Boyz",
        selection("Ork Boy", "model", 29, selection("Choppa", profiles=[WEAPON], costs=[cost("0.0")], number=29)),
        selection("Nob", "model", 1, selection("Big Choppa", costs=[cost(5)]), costs=[cost(8.0)]),
        category="Troops",
        costs=[cost("232.0"), cost("12", "PL")],
    )
    raw = roster(
        force(
            "Battalion",
            selection("Battle Size", costs=[cost(0)]),
            boyz,
            forces=(force("Auxiliary", unit("Trukk & <b>", selection("Trukk", "model"), category="Vehicle")),),
        ),
        points="250.0",
    )
    army = draft(*written_as(form, raw))
    assert [(each.name, each.type, each.profile) for each in army.hordes] == [
        ("Boyz", "Troops", "infantry"),
        ("Trukk & <b>", "Vehicle", "tank"),
    ]
    first, second = army.hordes
    assert (first.squads, first.magnitude, first.weapons, first.points) == (2, 30, ("Choppa",), 245)
    assert (second.squads, second.magnitude, second.points) == (1, 1, None)
    assert str(second.where) == "Battalion › Auxiliary › Trukk & <b>"
    assert [(each.name, str(each.where)) for each in army.dropped] == [("Battle Size", "Battalion › Battle Size")]
    assert (army.name, army.headcount) == ("Waaagh", 31)
    (total,) = army.totals
    assert (total.said, total.added, total.differs) == (250, 245, True)


def test_every_size_is_marked_and_what_was_cut_is_said():
    army = read(force("Patrol", unit("Boyz", selection("Boy", "model", 130))))
    assert guessed(army.hordes[0]) == {
        "magnitude": ["Patrol › Boyz: 130 models were cut to Magnitude 100, the most a horde has."],
        "squads": ["Patrol › Boyz: Squads 5 for Magnitude 100, at 20 a Squad."],
        "profile": ["Patrol › Boyz: no type here is like “Boyz”; choose one."],
    }
    assert guessed(army) == {"headcount": ["Headcount: the models of all units added up."]}


def test_troopers_written_as_upgrades_are_counted_and_said():
    boyz = unit(
        "Boyz", selection("Boy", "upgrade", 19), selection("Nob", "upgrade", 1, selection("Klaw")), selection("Flag")
    )
    army = read(force("Patrol", boyz))
    assert army.hordes[0].magnitude == 20
    assert guessed(army.hordes[0])["magnitude"][0] == (
        "Patrol › Boyz: models that are written as upgrades were counted: 19 Boy, 1 Nob."
    )


@pytest.mark.parametrize(
    ("inner", "magnitude"),
    [
        ([selection("Biker", "upgrade", 5, profiles=[MODEL]), selection("Attack Bike", "model")], 6),
        ([selection("Gun", "upgrade", 10, profiles=[WEAPON]), selection("Boy", "upgrade", 10)], 10),
        ([selection("Boss", "model", 1, selection("Drone", "model", 2))], 3),
        ([selection("10 models")], 10),
        ([selection("Boy", "model", 0)], 1),
        ([], 1),
    ],
)
def test_models_are_found_however_they_are_written(inner, magnitude):
    assert hordes(unit("Mob", *inner)) == [("Mob", 1, magnitude)]


@pytest.mark.parametrize("name", ["Boyz (20 models)", "20x Models of Boyz", "Boyz, 20 men"])
def test_a_size_that_only_the_name_says(name):
    army = read(force("Patrol", unit(name)))
    assert army.hordes[0].magnitude == 20
    assert guessed(army.hordes[0])["magnitude"][0].endswith(": models by its name: 20.")


def test_a_unit_that_is_written_as_an_upgrade_is_a_horde_too():
    assert hordes(selection("Boyz", "upgrade", 1, selection("Boy", "model", 12))) == [("Boyz", 1, 12)]
    assert hordes(selection("Boyz (15 models)")) == [("Boyz (15 models)", 1, 15)]
    assert hordes(selection("Boy", number=7, profiles=[MODEL])) == [("Boy", 1, 7)]


def test_units_within_groups_and_units_stand_for_themselves():
    inner = unit("Crew", selection("Gretchin", "model", 4, costs=[cost(12)]))
    transport = unit("Trukk", selection("Trukk", "model"), inner, costs=[cost(70)])
    group = selection("Regiment", "upgrade", 1, transport, costs=[cost(3)])
    army = read(force("Patrol", group), points=85)
    assert [(each.name, each.magnitude, each.points) for each in army.hordes] == [("Trukk", 1, 70), ("Crew", 4, 12)]
    assert [(each.name, str(each.why), each.points) for each in army.dropped] == [
        ("Regiment", "It is not a unit itself: it holds others (1).", 3)
    ]
    assert not army.totals[0].differs


def test_costs_of_other_kinds_are_no_points_and_decimals_are_exact():
    costs = [cost(0.1), cost("0,2", " Points "), cost(9, "PL"), cost(-1, "CP"), cost("many")]
    army = read(force("Patrol", unit("Mob", costs=costs)), points="0.3")
    assert army.hordes[0].points == Decimal("0.3")
    assert not army.totals[0].differs


def test_a_roster_that_states_no_total_is_compared_with_none():
    assert read(force("Patrol", unit("Mob"))).totals == ()


def test_a_custom_name_goes_before_the_units_own():
    assert hordes(unit("Boyz") | {"customName": "Da Ladz"}) == [("Da Ladz", 1, 1)]


def test_a_commander_is_a_horde_with_a_remark():
    army = read(force("Patrol", unit("Warboss", selection("Warboss", "model"), category="HQ")))
    assert [str(each) for each in army.remarks] == [
        "Warboss (HQ) may be a commander or a hero; it was taken as a horde."
    ]


def test_a_unit_without_a_name_is_dropped():
    army = read(force("Patrol", unit(" "), unit("Mob")))
    assert [str(each.why) for each in army.dropped] == ["It has no name."]


@pytest.mark.parametrize(
    "raw",
    [
        {"forces": []},
        {"forces": "none"},
        {"roster": {"forces": [None, 3, {"selections": {"name": "x"}}]}},
        {"roster": {"forces": [{"selections": [[], "x", None]}]}},
    ],
)
def test_a_roster_without_units_is_refused(raw):
    assert refusal(json.dumps(raw)) == "Nothing in the file can be read as a horde."


@pytest.mark.parametrize("odd", [None, [], {}, "x", -3, 10**30, 1.5, True, "１２"])
def test_odd_values_anywhere_break_nothing(odd):
    mob = {"name": "Mob", "type": "unit", "number": odd, "categories": odd, "costs": [{"name": odd, "value": odd}, odd]}
    mob |= {"profiles": [odd, {"name": odd, "typeName": odd}], "selections": [odd, {"name": odd, "type": odd}]}
    army = draft(json.dumps({"roster": {"name": odd, "costs": odd, "forces": [{"name": odd, "selections": [mob]}]}}))
    assert [each.name for each in army.hordes] == ["Mob"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ('<?xml version="1.0"?><gameSystem name="x"/>', "The XML is not a roster: its first element is gameSystem."),
        ("<html><body>", "Line 1: the XML is damaged or cut off."),
        ('{"a": 1}', "The JSON is not an army that is known here: not exported here, no roster, no actors."),
        ('{"roster": 5}', "The JSON is not an army that is known here: not exported here, no roster, no actors."),
        ("[]", "The JSON is not an army that is known here: not exported here, no roster, no actors."),
        ('{"roster":\n{"forces": [', "Line 2: the JSON is damaged or cut off."),
    ],
)
def test_what_is_no_roster_is_refused(data, sentence):
    assert refusal(data) == sentence
