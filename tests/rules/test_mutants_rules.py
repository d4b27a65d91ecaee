"""Corners of the rules that no other test reached: each line here failed no test when it was wrong."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront import luck, suggest
from battles.rules.battlefront.catalogue import PROFILES, Domain, Trait
from battles.rules.battlefront.commands import Role, StratagemKey
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.battlefront.state import Horde, Luck
from battles.rules.ruleset import Commander
from tests.rules.grid import GUNS, INFANTRY, MASTER, NOVICE, SUIT, TANK, after_losses, drawn_up, offered, plays
from tests.rules.table import ANN, BLUE, BOB, GAME_MASTER, RED, SUE, Play, of, setup

STOIC = tuple(msgspec.structs.replace(one, traits=(*one.traits, Trait.FEARLESS)) for one in PROFILES)
TWO_DICE = tuple(
    msgspec.structs.replace(one, weapons=tuple(msgspec.structs.replace(gun, dice=2) for gun in one.weapons))
    for one in PROFILES
)


def opened(play: Play, kind: type) -> list[tuple[str, int]]:
    """The terms of the first line about an event of this kind."""
    line = BATTLEFRONT.narrate(play.state, of(play.events, kind)[0], SUE)
    assert line is not None
    return [(str(term.label), term.value) for term in line.terms]


@pytest.mark.parametrize(("fellowship", "start", "rallied"), [(10, 1, 1), (20, 2, 1)])
def test_bf_37_rally_the_colours_at_morale_zero(fellowship: int, start: int, rallied: int):
    """From 0 it rises to 1: also where it never was higher, and not to 2 where it was."""
    rules, skill = HouseRules(morale="fellowship_only"), {**MASTER, "fellowship": fellowship}
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}, rules=rules, blue_skill=skill, profiles=STOIC)
    for _ in range(start - 1):
        play.resolve(1, 99)
    after_losses(play, 1, 99)
    assert (play.state.blue.morale, play.state.blue.morale_start) == (0, start)
    assert offered(play, BOB, StratagemKey.RALLY_THE_COLOURS) == [plays(StratagemKey.RALLY_THE_COLOURS)]
    play.blue(plays(StratagemKey.RALLY_THE_COLOURS)).pass_stage()
    assert play.state.blue.morale == rallied


@pytest.mark.parametrize(("value", "shown"), [("each", 12), ("sum", 6)])
def test_d_17_several_dice_are_explained(value: str, shown: int):
    rules = HouseRules(several_dice=value)  # type: ignore[arg-type]
    play = drawn_up({"F1": INFANTRY}, {"F1": TANK}, rules=rules, profiles=TWO_DICE).red(c.OrderAttack(1000, 5000, 1))
    play.resolve(10, 99, 1)
    terms = opened(play, e.AttackMade)
    assert terms[:2] == [("General's degrees of success", 6), ("Damage dice at that many degrees", shown)]
    assert (("By house rule D-17", shown) in terms) is (value == "sum")


def test_d_17_sum_is_not_named_for_one_die():
    rules = HouseRules(several_dice="sum")
    play = drawn_up({"F1": INFANTRY}, {"F1": TANK}, rules=rules).red(c.OrderAttack(1000, 5000, 1))
    play.resolve(10, 99, 1)
    assert not any("D-17" in label for label, _ in opened(play, e.AttackMade))


@pytest.mark.parametrize(("magnitude", "weakened"), [(80, []), (46, [("Half its start is left at most", -10)])])
def test_d_03_willpower_is_explained_with_a_stratagem(magnitude: int, weakened: list[tuple[str, int]]):
    play = drawn_up({"F1": INFANTRY}, {"F1": TANK}, rules=HouseRules(break_test="willpower"))
    event = e.BreakTestTaken(Domain.LAND, 5000, 30, 5, 3, True, 55 + sum(value for _, value in weakened), 20)
    play.events = (event,)
    terms = opened(play, e.BreakTestTaken)
    target = 55 + sum(value for _, value in weakened)
    assert terms == [
        ("Willpower of Officer 5901", 35),
        *weakened,
        ("Hold the Line", 20),
        ("Target", target),
        ("By house rule D-03", target),
        ("Roll", 30),
        ("Highest roll that holds", target),
    ]


@pytest.mark.clause("BF-03", "D-20", "D-27")
def test_what_is_waited_for_is_said():
    """Before and after both have sealed, in each phase of a battle that each side chooses in."""
    play, said = Play(setup([("bomber", 3), TANK], [("bomber", 3), TANK])), dict[tuple[str, str, bool], list[str]]()

    def listen() -> None:
        sealed = bool(BATTLEFRONT.options(play.state, GAME_MASTER))
        waiting = [str(one) for one in BATTLEFRONT.view(play.state, SUE).waiting_for]
        said.setdefault((str(play.state.phase), str(play.state.stage), sealed), waiting)

    while play.state.phase != "result":
        listen()
        play.seal()
        listen()
        if play.state.phase != "result":
            play.forward()
    draw = "draw its Advantages and seal"
    task = {"air_result": draw, "land_result": draw, "during": "play a stratagem or none, and seal"}
    task["after"] = task["during"]
    for (phase, stage, sealed), sentences in said.items():
        what = task.get(phase) or task.get(stage, "choose and seal")
        if sealed:
            next_step = "resolve the round" if phase in ("air", "land") else "open the next phase"
            assert sentences == [f"The GM has to {next_step}."]
        else:
            assert set(sentences) <= {f"Reds has to {what}.", f"Blues has to {what}."} and sentences
    assert {(phase, sealed) for phase, _, sealed in said} >= {
        *(("briefing", True), ("muster", False), ("muster", True), ("air", False), ("air", True)),
        *(("air_result", False), ("air_result", True), ("deployment", False), ("land", False), ("land", True)),
    }
    assert ("land", "during", False) in said


def test_bf_29_a_suggestion_adds_nothing_to_a_first_deployment_that_is_complete():
    play = Play(setup([("bomber", 5)], [TANK, TANK, GUNS], width=5)).to("first_deployment")
    play.place(BOB, F1=5000, F2=5001)
    assert c.FillIn() not in BATTLEFRONT.options(play.state, BOB)
    assert BATTLEFRONT.suggest(play.state, BLUE) == (c.Ready(),)


def test_what_a_suggestion_expects_of_the_generals_test():
    """Red's Tactics is 70, blue's 15."""
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}, blue_skill=NOVICE)
    assert suggest._degrees_chances(play.state, RED) == {0: 40, 1: 10, 2: 10, 3: 10, 4: 10, 5: 10, 6: 10}
    assert suggest._degrees_chances(play.state, BLUE) == {0: 95, 1: 5}


@pytest.mark.parametrize(
    ("chances", "armour", "magnitude", "expected"),
    [
        ({4: 100}, 3, 100, 3 + 2),
        ({3: 100}, 3, 100, 3 + 1),  # half of it, rounded down
        ({4: 100}, 3, 4, 4),  # never more than the target has
        ({4: 100}, 6, 100, 0),  # armour holds, and there is no bonus
        ({0: 50, 4: 50}, 3, 100, 2.5),
    ],
)
def test_what_a_suggestion_expects_of_an_attack(chances: dict[int, int], armour: int, magnitude: int, expected: float):
    rifles = next(one for one in PROFILES if one.key == "infantry").weapons[0]
    assert suggest._expected(Counter(chances), rifles, armour, magnitude, HouseRules()) == expected


@pytest.mark.parametrize(("start", "squads"), [(1, 1), (20, 1), (21, 2), (100, 5)])
def test_d_05_starting_squads_are_the_start_in_twenties_rounded_up(start: int, squads: int):
    horde = Horde(1, "H", 0, 5, start, 1)
    assert (horde.starting_squads, horde.squads) == (squads, 1)


def test_d_18_each_target_remembers_every_horde_hit_before():
    """The third attack is on the first one's target again, after one on another."""
    suits = {"F1": SUIT, "F2": SUIT, "F3": SUIT}
    play = drawn_up(suits, {"F1": INFANTRY, "F2": INFANTRY}, rules=HouseRules(degrees_bonus="each_target"))
    play.red(c.OrderAttack(1000, 5000, 0), c.OrderAttack(1001, 5001, 0), c.OrderAttack(1002, 5001, 0))
    play.resolve(30, 99, 1, 1)
    assert [one.bonus for one in of(play.events, e.AttackMade)] == [4, 4, 0]
    play.red(c.OrderAttack(1001, 5000, 0), c.OrderAttack(1000, 5001, 0))
    play.resolve(30, 99, 1, 1)
    assert [one.bonus for one in of(play.events, e.AttackMade)] == [4, 4, 0]


def test_d_27_a_winners_count_is_his_own():
    play = Play(setup([("bomber", 2)] * 3, [])).to("air_result")
    play.red(c.DrawAdvantage(1000, 0), c.DrawAdvantage(1001, 0))
    refusal = play.refused(ANN, c.DrawAdvantage(1002, 0))
    assert (str(refusal), refusal.clause) == ("You have drawn all the Advantages of this result: 2.", "D-27")


def test_bf_29_after_the_first_deployment_the_others_are_placed():
    """Though the ones that are fixed come first in the army."""
    play = Play(setup([("bomber", 5)], [TANK, TANK, TANK], width=3)).to("first_deployment")
    play.place(BOB, F2=5000, F3=5001).blue(c.Ready()).gm(c.Advance())
    options = BATTLEFRONT.options(play.state, BOB)
    assert {one.horde for one in options if isinstance(one, c.Place)} == {5002}
    assert len([one for one in options if isinstance(one, c.Place)]) == 4
    assert c.HoldBack(5002) in options


@pytest.mark.parametrize(("viewer", "own", "columns"), [(ANN, "F3", {1, 2, 3, 4, 5}), (BOB, "F2", {2, 3, 4})])
def test_bf_37_refuse_flank_moves_within_the_own_width(viewer: Commander, own: str, columns: set[int]):
    red, blue = ({"F3": INFANTRY}, {own if viewer is BOB else "F2": INFANTRY})
    play = drawn_up(red, blue, width=5, terrain="rough")
    found = offered(play, viewer, StratagemKey.REFUSE_FLANK)
    assert {one.column for one in found} == columns and len(found) == 2 * len(columns) - 1


@pytest.mark.parametrize(
    ("chance", "passed", "sentence"),
    [
        (40, 1, "Reds passed 1 of 1 tests; 0.4 were to be expected."),
        (
            33,
            1,
            "Reds passed 1 of 1 tests; 0.3 were to be expected. About one army in 3 is this lucky or more.",
        ),
        (
            75,
            0,
            "Reds passed 0 of 1 tests; 0.8 were to be expected. About one army in 4 is this unlucky or more.",
        ),
    ],
)
def test_luck_is_remarked_on_from_one_army_in_three(chance: int, passed: int, sentence: str):
    state = Play(setup()).state
    lucky = msgspec.structs.replace(state.red, luck=Luck(passed, ((chance, 1),)))
    assert str(luck.sentences(msgspec.structs.replace(state, red=lucky))[0]) == sentence


def test_bf_02_d_01_a_side_sees_its_own_posts_and_what_makes_its_commanders():
    play = Play(setup(red_skill={"willpower": 47, "talents": ("Iron Will",)})).to("muster")
    play.red(c.NameCommander(Role.AIR_MARSHAL, 1901))
    own, public = BATTLEFRONT.view(play.state, ANN), BATTLEFRONT.view(play.state, SUE)
    assert own.sides[0].air_marshal and own.sides[0].air_marshal.key == 1901
    assert public.sides[0].air_marshal is None
    assert (own.own[0].commanders[0].willpower, own.own[0].commanders[0].talents) == (47, ("Iron Will",))
    assert own.own[0].roles == tuple(Role)
