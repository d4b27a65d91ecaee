"""Our own exports: what is written is read again unchanged."""

import csv
import json
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.importers import DraftArmy, DraftHero, DraftHorde, DraftInjury, Guess, Remark, write_csv, write_json
from tests.importers.armies import ARMIES, TRICKY, hordes
from tests.importers.files import draft, guessed, refusal

ALPHA = DraftHorde(
    name="Alpha", type="Tank", profile="tank", squads=3, magnitude=55, weapons=("A", "B"), points=Decimal("7.5")
)


def own(**fields: Any) -> str:
    return json.dumps({"format": "battlefront-army", "version": 1, "name": "Red"} | fields)


@settings(max_examples=200, deadline=None)
@given(ARMIES)
def test_json_is_read_again_unchanged(army):
    again = draft(write_json(army), "whatever.txt")
    assert again.bare() == army
    assert again.guesses == again.dropped == again.totals == again.remarks == ()
    assert all(each.guesses == () for each in (*again.commanders, *again.hordes, *again.heroes))


@settings(max_examples=200, deadline=None)
@given(st.lists(hordes(), min_size=1, max_size=4))
def test_csv_of_hordes_is_read_again_unchanged(listed):
    again = draft(write_csv(DraftArmy(name="Red", hordes=tuple(listed))), "Red.csv")
    assert again.bare() == DraftArmy(name="Red", hordes=tuple(listed))
    assert again.dropped == again.totals == again.remarks == ()
    assert all(each.guesses == () for each in again.hordes)


def test_what_was_said_about_the_reading_is_not_written():
    why = Remark("why")
    marked = DraftArmy(
        name="Red",
        hordes=(DraftHorde(name="a", profile="tank", where=why, guesses=(Guess(field="name", why=why),)),),
        guesses=(Guess(field="name", why=why),),
        remarks=(why,),
    )
    assert write_json(marked) == write_json(marked.bare())
    assert b"why" not in write_json(marked)


def test_the_format_says_what_it_is():
    written = json.loads(write_json(DraftArmy(name="Red", hordes=(ALPHA,))))
    assert (written["format"], written["version"]) == ("battlefront-army", 1)
    assert written["hordes"] == [
        {
            "name": "Alpha",
            "type": "Tank",
            "profile": "tank",
            "squads": 3,
            "magnitude": 55,
            "weapons": ["A", "B"],
            "points": "7.5",
        }
    ]


def test_csv_is_one_line_a_horde_with_a_header():
    assert write_csv(DraftArmy(hordes=(ALPHA,))) == (
        b"\xef\xbb\xbf"
        b'"name","type","profile","squads","magnitude","weapons","points","notes"\r\n'
        b'"Alpha","Tank","tank","3","55","A\nB","7.5",""\r\n'
    )


@pytest.mark.parametrize("name", TRICKY)
def test_no_cell_of_the_csv_begins_like_a_formula(name):
    army = DraftArmy(hordes=(DraftHorde(name=name, type=name, profile="tank", weapons=(name,), points=Decimal(-3)),))
    for row in csv.reader(StringIO(write_csv(army).decode("utf-8-sig"), newline="")):
        assert [cell for cell in row if cell[:1] in tuple("=+-@＝＋－＠")] == []


def test_a_version_of_later_is_refused():
    assert refusal(own(version=2)) == "Version 2 of this format is not known here, only 1."
    assert refusal(own(version=[])) == "Version  of this format is not known here, only 1."


def test_what_is_missing_is_the_usual_and_marked():
    army = draft(own(commanders=[{"name": "Ann"}], heroes=[{"name": "Bob"}], hordes=[{"name": "Tank"}]))
    assert set(guessed(army)) == {"headcount", "arms", "training"}
    assert set(guessed(army.commanders[0])) == {"intelligence", "fellowship", "willpower", "tactics", "command"}
    assert guessed(army.commanders[0])["tactics"] == ["Commander 1, Tactics: not given; 1 was taken."]
    assert guessed(army.heroes[0])["armour"] == ["Hero 1, armour: what is not given is 0."]
    assert army.heroes[0].bare() == DraftHero(name="Bob")
    assert set(guessed(army.hordes[0])) == {"profile", "squads", "magnitude"}


def test_what_is_out_of_range_is_cut_and_marked():
    hero = {
        "name": "Bob",
        "wounds": 10,
        "wounds_left": 12,
        "magic": "1e9",
        "armour": [9, "x", 1, 1, 1, 1, 1],
        "condition": "asleep",
        "mounted": "yes",
        "injuries": [
            {"location": "head", "effect": 3},
            {"location": "tail", "effect": 3},
            {"location": "head", "effect": 6},
            "x",
        ],
    }
    army = draft(
        own(headcount=-10_000_000_000, heroes=[hero], hordes=[{"name": "a", "profile": "none", "squads": 2**31}])
    )
    (bob,) = army.heroes
    assert (army.headcount, bob.wounds_left, bob.magic, bob.armour) == (0, 10, 0, (5, 0, 1, 1, 1, 1))
    assert (bob.condition, bob.mounted, bob.injuries) == ("fit", False, (DraftInjury("head", 3),))
    assert {"wounds_left", "magic", "armour", "condition", "mounted", "injuries"} <= set(guessed(bob))
    assert guessed(bob)["magic"] == ["Hero 1, Magic: “1e9” is not a whole number from 0 to 10; 0 was taken."]
    assert guessed(army)["headcount"] == [
        "The army, headcount: “-10000000000” is not a whole number from 0 to 10000000; 0 was taken."
    ]
    assert guessed(army.hordes[0])["profile"] == ["Horde 1: no type here is like “none”; choose one."]


def test_an_entry_without_a_name_is_dropped():
    army = draft(own(heroes=[{}, {"name": "Bob"}, 3], commanders="none"))
    assert [each.name for each in army.heroes] == ["Bob"]
    assert [(str(each.where), str(each.why)) for each in army.dropped] == [
        ("Hero 1", "It has no name."),
        ("Hero 3", "It has no name."),
    ]
