"""What is refused before the first turn: figures of the GM, armies, sheets and rows that do not fit."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.armies import ArmySheet, HeroSheet
from battles.rules.bataille import commands as c
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.setup import Setup
from battles.rules.ruleset import Illegal
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, Play, hero, setup
from tests.rules.test_bataille_refusals import check

K = TestKey
REDS, BLUES = [hero(101), hero(102)], [hero(201)]


def refused(begun: Setup) -> tuple[str, str, str]:
    with pytest.raises(Illegal) as refusal:
        BATAILLE.open(begun)
    return str(refusal.value), refusal.value.clause, refusal.value.field


# The GM's figures


def test_br_02_br_05_refusals_of_the_evaluation():
    play = Play(setup(REDS, BLUES))
    favoured = "Favoured: balanced armies favour nobody, and in every other case one side is favoured."
    wrong = (favoured, "BR-05", "favoured")
    check(play, GM, {c.ChooseCase(Case.BALANCED, RED): wrong, c.ChooseCase(Case.CLEAR): wrong})
    check(play, GM, {c.UseSuggestion(): ("The suggestion holds already.", "BR-02", "")})
    play.do(GM, c.ChooseCase(Case.CLEAR, RED))
    check(play, GM, {c.ChooseCase(Case.CLEAR, RED): ("That case is chosen already.", "BR-05", "case")})
    play.do(GM, c.ChooseCase(Case.CLEAR, BLUE), c.UseSuggestion())
    check(play, GM, {c.UseSuggestion(): ("The suggestion holds already.", "BR-02", "")})


def test_br_21_bd_14_refusals_of_taking_part():
    play = Play(setup(REDS, BLUES))
    same = ("That is so already.", "BR-21", "hero")
    last = ("Each side needs a hero who leads it.", "BR-18", "hero")
    nobody = ("Hero: there is no such hero in this battle.", "BR-21", "hero")
    check(play, GM, {c.TakeIn(101): same, c.LeaveOut(201): last, c.LeaveOut(7): nobody, c.TakeIn(7): nobody})
    play.do(GM, c.LeaveOut(102))
    check(play, GM, {c.LeaveOut(102): same, c.LeaveOut(101): last})


def test_br_13_br_14_refusals_of_strategic_points():
    play = Play(setup(REDS, BLUES))
    early = ("Strategic points are given before the battle.", "BR-13", "")
    check(play, GM, {c.GiveSource(RED, "local", 1): early, c.TakeSource(RED, "local", 1): early})
    play.do(GM, c.Advance())
    wrong = (
        "Source: that side has received it or another of its group, or it is worth other points.",
        "BR-14",
        "source",
    )
    check(play, GM, {c.GiveSource(RED, *other): wrong for other in (("local", 2), ("mission", 6), ("mission", 0))})
    check(play, GM, {c.GiveSource(RED, *other): wrong for other in (("nothing", 1), ("", 1), ("local", -1))})
    play.do(GM, c.GiveSource(RED, "local", 1), c.GiveSource(RED, "ground-major", 4), c.GiveSource(RED, "mission", 5))
    check(play, GM, {c.GiveSource(RED, "local", 1): wrong, c.GiveSource(RED, "ground-minor", 2): wrong})
    none = ("That side has not received it.", "BR-14", "source")
    check(play, GM, {c.TakeSource(BLUE, "local", 1): none, c.TakeSource(RED, "mission", 4): none})
    play.do(GM, c.GiveSource(BLUE, "ground-minor", 2), c.GiveSource(RED, "mission", 5))  # the other side, and a feat
    for viewer in (ANN, BOB):
        play.do(viewer, c.FillIn(), c.Ready())
    play.do(GM, c.Advance())
    check(play, GM, {c.GiveSource(RED, "mission", 1): early, c.TakeSource(RED, "local", 1): early})


def test_refusals_of_figures_out_of_their_phase():
    play = Play(setup(REDS, BLUES))
    modifier = ("The tactics roll is modified before a turn is rolled.", "BR-18", "")
    check(play, GM, {c.SetModifier(RED, 10): modifier})
    check(play, GM, {c.SetEscape(RED, True): ("That is so already.", "BR-32", "open")})
    play.do(GM, c.Advance())
    late = ("Forces are evaluated before anything else.", "BR-02", "")
    figures = (c.Assess(RED, 1, 100, 100), c.ChooseCase(Case.CLEAR, RED), c.UseSuggestion(), c.SetBase(60))
    check(play, GM, dict.fromkeys((*figures, c.LeaveOut(101), c.TakeIn(101)), late))
    check(play, GM, {c.SetModifier(RED, 10): modifier})
    play.do(GM, c.SetEscape(RED, False))
    check(play, GM, {c.SetEscape(RED, False): ("That is so already.", "BR-32", "open")})
    play = Play(setup(REDS, BLUES)).begin()
    check(play, GM, {c.SetEscape(RED, False): ("A way out is settled before the battle.", "BR-32", "")})
    play.start(1, 1, 1, 1, 99, 99)
    check(play, GM, {c.SetModifier(RED, 10): modifier})


@pytest.mark.parametrize("command", [c.Advance(), c.Resolve(), c.SetBase(60), c.SetModifier(RED, 10)])
def test_br_31_nothing_is_asked_of_the_gm_after_the_battle(command: Any):
    play = Play(setup(REDS, BLUES)).begin(c.SetBase(1))
    play.start(1, 1, 1, 1, 99, 99)
    play.resolve()
    check(play, GM, {command: ("The battle is over.", "BR-31", "")})
    assert all(BATAILLE.options(play.state, viewer) == () for viewer in (GM, ANN, BOB))


@pytest.mark.parametrize(
    ("kind", "fields", "path"),
    [
        ("Assess", {"side": "red", "headcount": -1, "arms": 100, "training": 100}, "headcount"),
        ("Assess", {"side": "red", "headcount": 10_000_001, "arms": 100, "training": 100}, "headcount"),
        ("Assess", {"side": "red", "headcount": 1, "arms": 74, "training": 100}, "arms"),
        ("Assess", {"side": "red", "headcount": 1, "arms": 100, "training": 151}, "training"),
        ("Assess", {"side": "green", "headcount": 1, "arms": 100, "training": 100}, "side"),
        ("SetBase", {"points": -1}, "points"),
        ("SetBase", {"points": 1000}, "points"),
        ("SetModifier", {"side": "red", "modifier": 61}, "modifier"),
        ("SetModifier", {"side": "red", "modifier": -61}, "modifier"),
        ("ChooseCase", {"case": "hopeless"}, "case"),
        ("Declare", {"hero": 101, "action": "ha-01", "test": "luck"}, "test"),
        ("Answer", {"hero": 101, "accept": 1}, "accept"),
        ("NameGeneral", {"hero": "101"}, "hero"),
    ],
)
def test_a_command_with_a_figure_out_of_its_range_is_not_understood(kind: str, fields: dict[str, Any], path: str):
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{path}"):
        msgspec.convert({"type": kind, **fields}, BATAILLE.command_type)


# Armies and sheets


def test_br_18_an_army_without_a_hero_has_nobody_to_lead_it():
    expected = ("Blues has no hero who could lead it: a general is needed.", "BR-18", "heroes")
    assert refused(setup(REDS, [])) == expected


def test_br_21_two_heroes_with_the_same_key():
    expected = ("Two heroes of this battle have the same key.", "BR-21", "key")
    assert refused(setup(REDS, [hero(101)])) == refused(setup([hero(101)] * 2, BLUES)) == expected


def test_br_27_more_wounds_left_than_there_are():
    wounded = hero(102, "Otto", wounds=12, wounds_left=13)
    expected = ("Otto has more Wounds left than there are in all: 12 at most.", "BR-27", "wounds_left")
    assert refused(setup([hero(101), wounded], BLUES)) == expected
    BATAILLE.open(setup([hero(101), replace(wounded, wounds_left=12)], BLUES))


@pytest.mark.parametrize(
    ("field", "value"),
    [(name, wrong) for name in ("weapon_skill", "toughness", "fellowship") for wrong in (-1, 101, "40", 40.5, None)]
    + [("wounds", 0), ("wounds", 41), ("wounds_left", -1), ("wounds_left", 41), ("magic", 11), ("magic", -1)]
    + [("fate", 10), ("fate", -1), ("command", 4), ("tactics", -1), ("mounted", 1), ("player", "yes"), ("name", 7)]
    + [("armour", [0, 0, 0, 0, 0, 6]), ("armour", [-1, 0, 0, 0, 0, 0]), ("armour", [0] * 5), ("armour", [0] * 7)]
    + [("injuries", [{"location": "tail", "effect": 3}]), ("injuries", [{"location": "head", "effect": 6}])],
)
def test_a_sheet_with_a_figure_out_of_its_range_is_not_understood(field: str, value: Any):
    sheet = {**msgspec.to_builtins(hero(101)), field: value}
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{field}"):
        msgspec.convert(sheet, HeroSheet)


@pytest.mark.parametrize(
    "name", ["weapon_skill", "ballistic_skill", "strength", "agility", "intelligence", "willpower"]
)
def test_a_sheet_goes_from_0_to_100(name: str):
    for value in (0, 100):
        assert getattr(msgspec.convert({**msgspec.to_builtins(hero(101)), name: value}, HeroSheet), name) == value


@pytest.mark.parametrize(("field", "value"), [("headcount", -1), ("arms", 74), ("training", 151), ("headcount", 1.5)])
def test_an_army_with_a_figure_out_of_its_range_is_not_understood(field: str, value: Any):
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{field}"):
        msgspec.convert({"title": "Reds", field: value}, ArmySheet)
