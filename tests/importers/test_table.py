"""Tables: CSV of any kind, and cells pasted from a spreadsheet."""

from decimal import Decimal

import pytest

from battles.importers import DraftHorde
from tests.importers.files import draft, guessed, horde, refusal

HEADER = "name,type,squads,magnitude,weapon,points"


def content(data: bytes | str) -> list[DraftHorde]:
    return [each.bare() for each in draft(data).hordes]


ALPHA = DraftHorde(
    name="Alpha", type="Tank", profile="tank", squads=3, magnitude=55, weapons=("Gun",), points=Decimal("7.5")
)


@pytest.mark.parametrize(
    "text",
    [
        "name,type,squads,magnitude,weapon,points\nAlpha,Tank,3,55,Gun,7.5",
        "points;weapon;magnitude;squads;type;name\n7,5;Gun;55;3;Tank;Alpha\n",
        "Name\tType\tSquads\tMagnitude\tWeapons\tPts\r\nAlpha\tTank\t3\t55\tGun\t7.5\r\n",
        "Einheit;Typ;Trupps;Stärke;Waffe;Punkte\nAlpha;Tank;3;55;Gun;7,50",
        "sep=;\nname;type;squads;magnitude;weapon;points\nAlpha;Tank;3;55;Gun;7,5",
        '"name","type","squads","magnitude","weapon","points"\r\n\r\n"Alpha","Tank","3.0","55,0","Gun","7.5"\r\n',
        "name, type, squads, magnitude, weapon, points\n Alpha , Tank , 3 , 55 , Gun , 7.5 ",
        "name,type,squads,magnitude,weapon,points\rAlpha,Tank,3,55,Gun,7.5\r",
        "name,profile,squads,magnitude,weapon,points\nAlpha,Tank,3,55,Gun,7.5",
    ],
)
def test_a_header_in_any_order_with_any_separator(text):
    assert content(text) == [ALPHA]
    assert draft(text).hordes[0].guesses == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings_of_unicode(encoding):
    army = draft("name,type\nÖtztal Schützen,Infantry\n".encode(encoding))
    assert [each.name for each in army.hordes] == ["Ötztal Schützen"]
    assert army.remarks == ()


def test_latin_1_is_read_and_said():
    army = draft("name,type\nÖtztal – Schützen,Infantry\n".encode("cp1252"))
    assert army.hordes[0].name == "Ötztal – Schützen"
    assert [str(each) for each in army.remarks] == [
        "The file is not in UTF-8. It was read as Latin-1: look at letters with accents."
    ]


def test_a_line_break_in_a_cell_is_a_space_in_a_name_and_parts_weapons():
    found = horde('name,type,squads,weapon,weapon 2\n"Alpha\nCompany",Tank,3,"Gun\r\nCoax","a, b"\n')
    assert (found.name, found.weapons) == ("Alpha Company", ("Gun", "Coax", "a, b"))


@pytest.mark.parametrize(
    ("given", "squads", "why"),
    [
        ("-5", 1, "Line 2, Squads: “-5” is not a whole number from 1 to 5; 1 was taken."),
        ("0", 1, "Line 2, Squads: “0” is not a whole number from 1 to 5; 1 was taken."),
        ("9", 5, "Line 2, Squads: “9” is not a whole number from 1 to 5; 5 was taken."),
        ("99999999999", 5, "Line 2, Squads: “99999999999” is not a whole number from 1 to 5; 5 was taken."),
        ("9" * 30, 2, f"Line 2, Squads: “{'9' * 30}” is not a whole number from 1 to 5."),
        ("3.5", 2, "Line 2, Squads: “3.5” is not a whole number from 1 to 5."),
        ("3,5", 2, "Line 2, Squads: “3,5” is not a whole number from 1 to 5."),
        ("1.000", 2, "Line 2, Squads: “1.000” is not a whole number from 1 to 5."),
        ("1e9", 2, "Line 2, Squads: “1e9” is not a whole number from 1 to 5."),
        ("two", 2, "Line 2, Squads: “two” is not a whole number from 1 to 5."),
        ("４", 4, "Line 2, Squads: “４” was read as 4."),
        ("", 2, "Line 2: Squads 2 for Magnitude 40, at 20 a Squad."),
    ],
)
def test_a_number_that_is_none_is_said_with_line_and_field(given, squads, why):
    found = horde(f"name;type;squads;magnitude\nAlpha;Tank;{given};40")
    assert found.squads == squads
    assert guessed(found)["squads"][0] == why


def test_magnitude_is_cut_to_what_the_squads_have():
    found = horde("name,type,squads,magnitude\nAlpha,Tank,2,60")
    assert (found.squads, found.magnitude) == (2, 40)
    assert guessed(found) == {"magnitude": ["Line 2: Magnitude 60 was cut to 40, the most for its Squads (2)."]}


def test_a_number_of_models_is_magnitude_at_twenty_a_squad():
    found = horde("unit,type,count\nAlpha,Infantry,45")
    assert (found.squads, found.magnitude) == (3, 45)
    assert set(guessed(found)) == {"squads", "magnitude"}


def test_a_bad_number_of_models_is_told_of_the_magnitude():
    found = horde("unit,type,count\nAlpha,Infantry,lots")
    assert guessed(found)["magnitude"][0] == "Line 2, models: “lots” is not a whole number from 0 to 10000000."


def test_bad_points_are_said_and_left_empty():
    found = horde("name,type,squads,magnitude,points\nAlpha,Tank,2,40,cheap")
    said = {"points": ["Line 2, points: “cheap” is not a number; left empty."]}
    assert (found.points, guessed(found)) == (None, said)


def test_a_type_by_name_or_key_is_no_guess_and_one_that_is_like_it_is():
    army = draft("name,type,squads,magnitude\na,tank,1,20\nb,TANK (enemy pattern),1,20\nc,Panzer,1,20\nd,Boyz,1,20\n")
    assert [each.profile for each in army.hordes] == ["tank", "assault_tank", "tank", None]
    assert [guessed(each) for each in army.hordes[:2]] == [{}, {}]
    assert guessed(army.hordes[2]) == {"profile": ["Line 4: “Panzer” was taken for Tank."]}
    assert guessed(army.hordes[3]) == {"profile": ["Line 5: no type here is like “Boyz”; choose one."]}


def test_a_row_without_a_name_has_its_types_or_is_dropped():
    army = draft("name,type,squads,magnitude\n,Tank,1,20\n,,2,40\n,,,\n")
    assert [(each.name, guessed(each)) for each in army.hordes] == [
        ("Tank", {"name": ["Line 2: no name is given; the type was taken."]})
    ]
    assert [(str(each.where), str(each.why)) for each in army.dropped] == [("Line 3", "It has no name.")]


def test_columns_and_cells_that_were_not_used_are_named():
    army = draft("name,type,colour,name\nAlpha,Tank,red,x,y\n")
    assert [str(each) for each in army.remarks] == [
        "The column “colour” was not used.",
        "The column “name” was not used.",
        "Line 2 has more cells than the header; those were not used.",
    ]


def test_a_row_of_totals_is_compared_and_no_horde():
    army = draft("name;type;squads;magnitude;points\na;Tank;2;40;1,5\nb;Tank;1;20;2\nGesamt;;3;70;3,5\n")
    assert len(army.hordes) == 2
    assert [(str(each.what), each.said, each.added, each.differs) for each in army.totals] == [
        ("Squads", 3, 3, False),
        ("Magnitude", 70, 60, True),
        ("points", Decimal("3.5"), Decimal("3.5"), False),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Alpha\tInfantry\t3\t55\nBeta\tTank\t1\t20", [("Alpha", "infantry", 3, 55), ("Beta", "tank", 1, 20)]),
        ("Alpha;3;Infantry;55\nBeta;2;Tank;20", [("Alpha", "infantry", 3, 55), ("Beta", "tank", 2, 20)]),
        ("Alpha, Infantry\nBeta, Tank", [("Alpha", "infantry", 5, 100), ("Beta", "tank", 5, 100)]),
        ("30,Infantry\n7,Tank", [("Infantry", "infantry", 2, 30), ("Tank", "tank", 1, 7)]),
    ],
)
def test_without_a_header_the_columns_are_guessed_and_marked(text, expected):
    army = draft(text)
    assert [(each.name, each.profile, each.squads, each.magnitude) for each in army.hordes] == expected
    assert [str(each) for each in army.remarks] == ["There is no header: what the columns hold was guessed."]
    assert all("name" in guessed(each) for each in army.hordes)


@pytest.mark.parametrize(("row", "line"), [('"Alpha,Tank', 3), ('"Al"pha,Tank', 3), ('"Alpha\n\n,Tank', 3)])
def test_an_open_quotation_mark_is_refused_with_its_line(row, line):
    sentence = refusal(f"name,type\nBeta,Tank\n{row}")
    assert sentence == f"Line {line}: a quotation mark is not closed or not doubled, or a cell is too long."


@pytest.mark.parametrize(
    ("filename", "name", "why"),
    [
        ("Red army.csv", "Red army", "The army is named after the file."),
        ("C:\\lists\\Red army.csv", "Red army", "The army is named after the file."),
        ("../../x/Red army", "Red army", "The army is named after the file."),
        ("", "", "The file gives no name for the army."),
        ("\u202e.csv", "", "The file gives no name for the army."),
    ],
)
def test_an_army_is_named_after_its_file(filename, name, why):
    army = draft(f"{HEADER}\nAlpha,Tank,1,20,,", filename)
    assert (army.name, guessed(army)) == (name, {"name": [why]})


@pytest.mark.parametrize("text", ["name,type\n", "name\n", "name,type\n,\n\n"])
def test_a_table_without_rows_is_refused(text):
    assert refusal(text) == "Nothing in the file can be read as a horde."
