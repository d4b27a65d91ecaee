"""A pasted list, a line a horde."""

from decimal import Decimal

import pytest

from tests.importers.files import draft, guessed, horde, refusal


@pytest.mark.parametrize(
    ("line", "name", "profile", "squads", "magnitude"),
    [
        ("10x Termagants - Fleshborer", "Termagants", None, 1, 10),
        ("10 x Termagants", "Termagants", None, 1, 10),
        ("35×Infantry", "Infantry", "infantry", 2, 35),
        ("3 Panzer", "Panzer", "tank", 3, 60),
        ("40 Rifles", "Rifles", "infantry", 2, 40),
        ("5 squads of Infantry", "Infantry", "infantry", 5, 100),
        ("Infantry (5 squads)", "Infantry", "infantry", 5, 100),
        ("Boyz (20 models) [180 pts]", "Boyz", None, 1, 20),
        ("Artillerie x12", "Artillerie", "artillery", 1, 12),
        ("Alpha Company (Tank)", "Alpha Company", "tank", 5, 100),
        ("Alpha – Tank", "Alpha", "tank", 5, 100),
        ("Assault Tanks", "Assault Tanks", "assault_tank", 5, 100),
        ("Infantrie", "Infantrie", "infantry", 5, 100),
        ("1st Company", "1st Company", None, 5, 100),
        ("10 xenos", "xenos", None, 1, 10),
        ("Guard (veterans)", "Guard (veterans)", None, 5, 100),
        ("４ Tanks", "Tanks", "tank", 4, 80),
        ("- 2 Bombers", "Bombers", "bomber", 2, 40),
        ("<b>Boyz</b>", "<b>Boyz</b>", None, 5, 100),
    ],
)
def test_a_line_is_taken_apart(line, name, profile, squads, magnitude):
    found = horde(line)
    assert (found.name, found.profile, found.squads, found.magnitude) == (name, profile, squads, magnitude)
    assert "name" in guessed(found)


@pytest.mark.parametrize("number", ["-5", "−5", "3.5", "1e9", "1000000000", "99999999999"])
@pytest.mark.parametrize(
    "line",
    [
        "{} Infantry",
        "{}x Infantry",
        "{} squads of Infantry",
        "Infantry ({} squads)",
        "Infantry ({})",
        "Infantry - {} squads",
    ],
)
def test_a_number_that_is_none_of_ours_is_said_and_becomes_no_name(line, number):
    found = horde(line.format(number))
    assert (found.name, found.profile, found.weapons) == ("Infantry", "infantry", ())
    said = [sentence for sentences in guessed(found).values() for sentence in sentences]
    assert any(f"“{number}” is not a whole number from " in sentence for sentence in said), said


def test_what_is_taken_is_said():
    found = horde("Heading:\n120x Rifles - Lasgun, Mortar")
    assert found.weapons == ("Lasgun", "Mortar")
    assert guessed(found) == {
        "name": ["Line 2: taken out of “120x Rifles - Lasgun, Mortar”."],
        "magnitude": ["Line 2: 120 models were cut to Magnitude 100, the most a horde has."],
        "squads": ["Line 2: Squads 5 for Magnitude 100, at 20 a Squad."],
        "profile": ["Line 2: “Rifles” was taken for Infantry."],
        "weapons": ["Line 2: what stands behind the name was taken for weapons."],
    }


def test_a_type_that_is_like_none_is_left_open_and_said():
    found = horde("10x Termagants")
    assert found.profile is None
    assert guessed(found)["profile"] == ["Line 1: no type here is like “Termagants”; choose one."]


def test_headings_and_what_belongs_to_a_line_are_dropped_with_a_reason():
    army = draft("++ Army ++\nTermagants (60 Points)\n  • 10x Fleshborer\nHeavy:\n***\nTank")
    assert [each.name for each in army.hordes] == ["Termagants", "Tank"]
    assert [(each.name, str(each.why), str(each.where)) for each in army.dropped] == [
        ("++ Army ++", "It is a heading.", "Line 1"),
        ("10x Fleshborer", "It belongs to Termagants above.", "Line 3"),
        ("Heavy:", "It is a heading.", "Line 4"),
        ("***", "It is a heading.", "Line 5"),
    ]


def test_points_are_added_up_and_compared_with_the_total():
    army = draft("Boyz [5 PL, 90pts]\nTank (110,5 points)\nTotal: 210 pts")
    assert [each.points for each in army.hordes] == [90, Decimal("110.5")]
    (total,) = army.totals
    assert (str(total.what), total.said, total.added, total.differs) == ("points", 210, Decimal("200.5"), True)


def test_windows_lines_and_empty_ones_are_counted_as_people_count():
    army = draft("\r\n\r\nTank\r\nInfantry\r\n")
    assert [str(each.where) for each in army.hordes] == ["Line 3", "Line 4"]


def test_a_line_without_end_is_refused():
    assert refusal("Tank\n" + "x" * 2001) == "Line 2 has more than 2000 characters."
