"""The battle report: every roll and sum of a round written out, each line with its clause."""

from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.ruleset import Line
from tests.rules.illustration import illustrated
from tests.rules.table import SUE, Play, setup


def told(play: Play) -> list[Line]:
    lines = (BATTLEFRONT.narrate(play.state, event, SUE) for event in play.events)
    return [line for line in lines if line]


def sums(line: Line) -> list[tuple[str, int]]:
    return [(str(term.label), term.value) for term in line.terms]


def test_an_air_round_is_told_line_by_line():
    play = Play(setup([("interceptor", 4)], [("bomber", 3), ("bomber", 3)])).to("air")
    play.resolve(20, 40, 100, 1)
    assert play.lines() == [
        "Air Contest, round 1 of 5",
        "Tactics, Officer 1900: 20 against 54, degrees of success: 3.",
        "Tactics, Officer 5900: 40 against 50, degrees of success: 1.",
        "Reds wins the round by degrees of success.",
        "The Morale Level of Blues drops: 6 → 5.",
        "Blues 5000: 3 + (3 - 1) + 1 = 6 Magnitude damage, 60 → 54.",
        "Blues 5001: 3 + (3 - 1) + 1 = 6 Magnitude damage, 60 → 54.",
        "Reds 1000: 0 + 2 = 2 Magnitude damage, 80 → 78.",
        "Break test, Blues 5000: 100 against 65, it breaks and leaves the contest.",
        "Break test, Blues 5001: 1 against 65, it stays.",
    ]
    clauses = "BF-05 BF-06 BF-06 BF-07 BF-08 BF-09 BF-09 BF-10 BF-11 BF-11"
    assert [line.clause for line in told(play)] == clauses.split()


def test_a_test_names_each_modifier_and_the_cap():
    play = Play(setup([("starfighter", 5)] * 7, [("bomber", 3)])).to("air")
    play.resolve(20, 99, 1)
    assert sums(told(play)[1]) == [
        ("Scholastic Lore (Tactics)", 50),
        ("Squads (Starfighter): 35", 70),
        ("Modifiers are capped at 60", -10),
        ("Target", 110),
        ("Roll", 20),
        ("Degrees of success", 9),
    ]


def test_bf_09_the_summands_of_the_damage():
    play = Play(setup([("bomber", 4)], [("bomber", 3)])).to("air")
    play.resolve(20, 40, 1)
    line = next(line for line in told(play) if line.clause == "BF-09")
    assert [term.value for term in line.terms] == [3, 2, 1]
    assert line.kind == "damage"


@pytest.mark.parametrize(
    ("own", "target", "weapon", "sentence", "values"),
    [
        ("R3", "F3", 0, "Howitzer: 10 above armour 0, 1 + 4 + 4 = 9 Magnitude damage.", [4, 4, 6, 3, 4, 0, 1, 4, 4]),
        ("F4", "F4", 0, "Rifles: 6 is not above armour 6, no damage.", [4, 4, 2, 6, 0, 6]),
        ("F4", "F4", 1, "AT launcher: 9 above armour 1, 1 + 1 + 4 = 6 Magnitude damage.", [4, 4, 5, 6, 5, 1, 1, 1, 4]),
    ],
)
def test_bf_33_an_attack_is_written_out(own: str, target: str, weapon: int, sentence: str, values: list[int]):
    play, french, german = illustrated()
    play.red(c.OrderAttack(french[own], german[target], weapon))
    play.resolve(10, 30, *[1] * 6)
    line = next(line for line in told(play) if line.clause == "BF-33")
    assert str(line.message).endswith(sentence)
    assert [term.value for term in line.terms] == values


def test_a_destroyed_horde_and_the_result_are_told():
    play = Play(setup([("infantry", 5)], [("artillery", 1, 1)])).to("land").seal()
    play.resolve(10, 99)
    assert play.lines()[-5:] == [
        "Blues 5000 takes 6 Magnitude damage in all and is destroyed.",
        "Reds 1000 takes 5 Magnitude damage in all, 100 → 95.",
        "All hordes of Blues are destroyed.",
        "Victory for Reds: 142 against 0 Magnitude.",
        "Reds may draw 2 Advantages from its surviving land hordes.",
    ]


def test_morale_is_told_with_its_parts():
    play = Play(setup([("bomber", 4)], [("bomber", 3)], morale=(1, 0))).to("air")
    line = next(line for line in told(play) if line.clause == "BF-04")
    assert str(line.message) == "Reds starts with Morale Level 7."
    assert [value for _, value in sums(line)] == [4, 2, 1]


def test_rerolls_are_told_with_every_roll():
    play = Play(setup([("bomber", 4)], [("bomber", 3)])).to("air")
    play.resolve(99, 98, 20, 60, 1)
    line = next(line for line in told(play) if line.clause == "D-04")
    assert sums(line) == [("Reds", 99), ("Blues", 98)]


@pytest.mark.parametrize(
    ("rolls", "sentence"),
    [((99, 98) * 101, "The round is drawn: no damage."), ((50, 60, 1), "a success beats a failure.")],
)
def test_why_a_round_was_won_or_not(rolls: Any, sentence: str):
    play = Play(setup([("bomber", 4)], [("bomber", 3)])).to("air")
    play.resolve(*rolls)
    assert any(line.endswith(sentence) for line in play.lines())
