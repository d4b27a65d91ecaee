"""Corners of Bataille rangée that no other test reached: each line here failed no test when it was wrong."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Action, Skill, TestKey
from battles.rules.bataille.house_rules import HouseRules
from tests.rules.bataille import ANN, ROWS, SUE, Play, hero, setup
from tests.rules.table import of

K = TestKey
ARMIES = (1, 1, 1, 1, 99, 99)


@pytest.mark.parametrize(
    ("value", "name", "target"),
    [("academic", "Academic Knowledge (Strategy/Tactics)", 40), ("campaign", "The Art of War", 61)],
    ids=["academic", "campaign"],
)
def test_bd_21_an_action_tested_on_tactics_is_on_the_campaigns_skill_too(value: Any, name: str, target: int):
    """In the rules, in the report and on the hero's card."""
    plan = Action("plan", "Lay a plan", (K.TACTICS,), success="1d6", damage="0")
    rows = replace(ROWS, actions=(*ROWS.actions, plan), skill=Skill("war", "The Art of War", K.WILLPOWER))
    play = Play(setup([hero(101, tactics=1, willpower=61)], rules=HouseRules(tactics_skill=value), rows=rows)).begin()
    play.start(*ARMIES)
    choice = next(one for one in BATAILLE.view(play.state, ANN).own[0].heroes[0].choices if one.key == "plan")
    assert [(str(one.label), one.target) for one in choice.odds] == [(name, target)]
    play.do(ANN, c.Declare(101, "plan", K.TACTICS))
    (tested,) = of(play.resolve(target, 3), e.ActionTested)
    line = BATAILLE.narrate(play.state, tested, SUE)
    assert line is not None and (line.clause, str(line.terms[0].label)) == ("BR-23", name)
    assert str(line.message) == f"Hero 101, Lay a plan: {name} {target} against {target}, passed."


def test_br_03_br_27_the_gm_is_told_of_headcounts_that_are_open_and_of_heroes_who_are_hurt():
    hurt = [hero(101, "Otto", wounds=14, wounds_left=13), hero(102, "Brenna")]
    told = BATAILLE.doubts(setup(hurt, [hero(201, "Mokk", wounds_left=0)], headcounts=(0, 7)))
    assert [(str(one.message), one.clause) for one in told] == [
        ("Reds has no headcount: until it has one the armies are taken for balanced.", "BR-03"),
        ("Otto (Reds) is wounded. Wounds left: 13 of 14.", "BR-27"),
        ("Mokk (Blues) is wounded. Wounds left: 0 of 12.", "BR-27"),
    ]
    assert BATAILLE.doubts(setup()) == ()
