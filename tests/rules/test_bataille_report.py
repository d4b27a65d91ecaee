"""The battle report of a pitched battle: sentences, their clauses, and the sums that explain them."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from battles.rules import BATAILLE
from battles.rules.armies import Location
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import ACTIONS, Action, Battlefield
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.choices import CHOICES
from battles.rules.bataille.commands import Case
from battles.rules.bataille.setup import Rows
from battles.rules.bataille.state import Ending, State
from battles.rules.d100 import D100Test
from battles.rules.ruleset import Line, Message, Side, Term
from tests.rules.bataille import BLUE, GM, RED, ROWS, SUE, Play, hero, setup
from tests.rules.clauses import CLAUSES
from tests.rules.pitched import QUIET, begun, declaring, lines, resolve
from tests.rules.playing import walk
from tests.rules.worked import example

KNOWN = {*CLAUSES["bataille"], *(choice.id for choice in CHOICES)}
TEST = D100Test(50, (Term(Message("Skill mastery"), 10),), 60, 20, 4)


@pytest.mark.parametrize("seed", range(12))
def test_every_line_of_the_report_names_a_clause_of_the_rules(seed: int):
    named = set[str]()
    for step in walk(BATAILLE, seed):
        for event in step.events:
            if (line := BATAILLE.narrate(step.after, event, GM)) is not None:
                named.add(line.clause)
                assert str(line.message)[-1] in ".:?" or line.kind == "heading"
    assert named <= KNOWN and len(named) > 3


def told(event: Any, state: State | None = None) -> Line:
    line = BATAILLE.narrate(state or declaring(setup(rules=QUIET)).state, event, SUE)
    assert line is not None
    return line


def terms(line: Line) -> list[tuple[str, int]]:
    return [(str(term.label), term.value) for term in line.terms]


@pytest.mark.parametrize(
    ("cause", "clause", "text"),
    [
        (e.Cause.MORAL, "BR-17", "Moral advantage: Reds gains 7, 3 → 10 victory points."),
        (e.Cause.ARMY, "BD-04", "Army dice: Reds gains 7, 3 → 10 victory points."),
        (e.Cause.FORCE, "BD-04", "Force: Reds gains 7, 3 → 10 victory points."),
        (e.Cause.TACTICS, "BR-20", "Tactics: Reds gains 7, 3 → 10 victory points."),
        (e.Cause.DECLINED, "HA-09", "Hero 201 declines: Reds gains 7, 3 → 10 victory points."),
        (e.Cause.GENERAL, "BR-30", "Hero 201 has fallen: Reds gains 7, 3 → 10 victory points."),
    ],
)
def test_br_37_why_victory_points_change(cause: e.Cause, clause: str, text: str):
    who = 201 if "Hero" in text else 0
    line = told(e.PointsChanged(RED, cause, 3, 10, dice=(4, 1), flat=2, hero=who))
    assert (str(line.message), line.clause, line.side) == (text, clause, RED)
    assert terms(line) == [("Die 1", 4), ("Die 2", 1), ("Added", 2)]


OWN = Action("own", "Own", success="2", damage="0")


@pytest.mark.parametrize("row", [*(row for row in ACTIONS if not row.duel), OWN], ids=lambda row: row.key)
def test_br_23_an_actions_points_are_told_with_its_own_clause(row: Action):
    rows = Rows((*ACTIONS, OWN), ROWS.sources, ROWS.bands, ROWS.criticals, ROWS.skill)
    skilled = hero(1, heal=1, channelling=1, wounds=40)
    play = declaring(setup([skilled], rules=QUIET, rows=rows))
    deed = c.Declare(1, row.key, row.tests[0] if row.tests else None)
    events = resolve(play, deed, rolls=[1], exact=False)
    found = lines(play.state, events)
    points = [clause for clause, text in found if "victory points" in text]
    assert points == ([] if row.key == "ha-01" else [row.key.upper() if row is not OWN else "BR-23"])


@pytest.mark.parametrize(
    ("before", "after", "text", "more"),
    [
        (9, 6, "Hero 101: Reds loses 3, 9 → 6 victory points.", []),
        (1, 0, "Hero 101: Reds loses 1, 1 → 0 victory points.", [("Never below 0: lost", 1)]),
        (0, 0, "Hero 101: Reds loses 0, 0 → 0 victory points.", [("Never below 0: lost", 0)]),
    ],
)
def test_br_23_bd_16_points_that_are_lost(before: int, after: int, text: str, more: list[tuple[str, int]]):
    line = told(e.PointsChanged(RED, e.Cause.ACTION, before, after, dice=(3,), lost=True, hero=101))
    assert (str(line.message), terms(line)) == (text, [("Die 1", 3), *more])


@pytest.mark.parametrize(
    ("key", "clause", "name"),
    [(K.TACTICS, "BR-18", "Academic Knowledge (Strategy/Tactics)"), (K.COMMAND, "BR-19", "Command")],
)
def test_br_18_br_19_a_tactics_roll_with_all_that_makes_its_target(key: K, clause: str, name: str):
    line = told(e.TacticsTested(RED, 101, key, TEST))
    assert (line.clause, line.kind) == (clause, "test")
    assert str(line.message) == f"Tactics roll of Hero 101, {name}: 20 against 60, passed."
    assert terms(line) == [(name, 50), ("Skill mastery", 10), ("Target", 60), ("Roll", 20), ("Degrees of success", 4)]


def test_br_18_a_side_without_a_general():
    line = told(e.TacticsTested(BLUE, None, None, None))
    assert (str(line.message), line.clause) == ("Blues has no general on the field: its tactics roll fails.", "BR-18")


REASONS = {
    e.TacticsReason.SUCCESS: "Blues wins the tactics roll: only its general succeeds.",
    e.TacticsReason.DEGREES: "Blues wins the tactics roll by degrees of success.",
    e.TacticsReason.MARGIN: "Blues wins the tactics roll by the margin.",
    e.TacticsReason.DEFENDER: "Blues wins the tactics roll as the defender.",
    e.TacticsReason.FEWER_FAILURES: "Blues wins the tactics roll: it fails by less.",
    e.TacticsReason.NOBODY: "Nobody wins the tactics roll.",
}


@pytest.mark.parametrize("reason", list(e.TacticsReason))
def test_br_20_who_wins_the_tactics_roll_and_why(reason: e.TacticsReason):
    winner = None if reason is e.TacticsReason.NOBODY else BLUE
    line = told(e.TacticsDecided(winner, reason))
    assert (str(line.message), line.clause, line.side) == (REASONS[reason], "BR-20", winner)


FAILED = D100Test(40, (), 40, 63, 0)


@pytest.mark.parametrize(
    ("test", "again", "text", "last"),
    [
        (TEST, False, "Hero 101, Hold the line: Toughness 20 against 60, passed.", ("Degrees of success", 4)),
        (FAILED, False, "Hero 101, Hold the line: Toughness 63 against 40, failed.", ("Degrees of failure", 2)),
        (TEST, True, "Hero 101 spends a Fortune Point: 20 against 60, passed.", ("Degrees of success", 4)),
        (FAILED, True, "Hero 101 spends a Fortune Point: 63 against 40, failed.", ("Degrees of failure", 2)),
    ],
)
def test_ha_07_a_heros_test(test: D100Test, again: bool, text: str, last: tuple[str, int]):
    line = told(e.ActionTested(101, "ha-07", K.TOUGHNESS, test, again))
    assert (str(line.message), line.clause, terms(line)[-1]) == (text, "HA-07", last)


def struck(**changes: Any) -> e.Struck:
    usual: dict[str, Any] = {"hero": 101, "roll": 8, "location": Location.HEAD, "dice": (4, 7), "kept": 7}
    usual |= {"checks": (), "further": (), "flat": 7, "raw": 14, "toughness": 3, "armour": 2, "before": 12, "after": 3}
    return e.Struck(**usual | changes)


FURY = {"dice": (4, 10), "kept": 10, "checks": (19,), "further": (10, 3), "raw": 30}
UP_TO_HIT: list[tuple[str, int]] = [("Location, D100", 8), ("Die 1", 4)]
TAKEN_OFF = [("Toughness Bonus", -3), ("Armour", -2)]


@pytest.mark.parametrize(
    ("changes", "text", "middle"),
    [
        ({}, "head: damage 9, Wounds 12 → 3.", [("Die 2", 7), ("Counts", 7), ("Added", 7)]),
        (
            {"before": 5, "after": 0},
            "head: damage 9, Wounds 5 → 0, critical value +4.",
            [("Die 2", 7), ("Counts", 7), ("Added", 7)],
        ),
        (
            FURY | {"before": 40, "after": 15},
            "head, with Ulric's Fury: damage 25, Wounds 40 → 15.",
            [
                ("Die 2", 10),
                ("Counts", 10),
                ("Check for a further die, up to 25", 19),
                ("Further die", 10),
                ("Further die", 3),
                ("Added", 7),
            ],
        ),
    ],
    ids=["wounded", "critical", "fury"],
)
def test_br_28_br_29_damage_is_a_sum(changes: dict[str, Any], text: str, middle: list[tuple[str, int]]):
    event = struck(**changes)
    line = told(event)
    assert (str(line.message), line.clause) == (f"Hero 101 is hit, {text}", "BR-28")
    assert terms(line) == [*UP_TO_HIT, *middle, *TAKEN_OFF]
    total = sum(term.value for term in line.terms if not term.plain) + event.kept
    assert total == event.net


def test_br_28_fury_beyond_the_last_wound():
    line = told(struck(**FURY, before=5, after=0))
    assert str(line.message) == (
        "Hero 101 is hit, head, with Ulric's Fury: damage 25, Wounds 5 → 0, critical value +20."
    )


CRITICALS = [
    (1, Location.BODY, False, "nothing lasting"),
    (4, Location.BODY, True, "nothing lasting"),
    (3, Location.BODY, False, "wounded, body: Weapon Skill at -10 until treated"),
    (3, Location.LEFT_ARM, False, "wounded, left arm: Weapon Skill and Ballistic Skill at -10 until treated"),
    (3, Location.RIGHT_LEG, False, "wounded, right leg: Agility at -20 until treated"),
    (4, Location.HEAD, False, "armour damaged, head: -1"),
    (5, Location.RIGHT_ARM, False, "maimed, right arm: Weapon Skill and Ballistic Skill at -20 until treated"),
    (5, Location.LEFT_LEG, False, "floored: next turn's tests at -30"),
    (6, Location.HEAD, False, "stunned: loses next turn's action"),
    (6, Location.LEFT_LEG, False, "out of action and bleeding"),
    (7, Location.HEAD, False, "out of action"),
    (8, Location.BODY, False, "out of action"),
    (9, Location.BODY, False, "deadly"),
]


@pytest.mark.parametrize(("effect", "where", "bare", "text"), CRITICALS)
def test_br_28_what_a_critical_wound_does_in_words(effect: int, where: Location, bare: bool, text: str):
    line = told(e.CriticalSuffered(101, where, 2, 84, effect, bare, 1))
    assert str(line.message) == f"Critical wound of Hero 101, effect {effect}: {text}."
    assert terms(line) == [("Critical value", 2), ("D100", 84), ("Effect", effect)]


PHASES = {1: "BR-13", 2: "BR-16", 3: "BR-21", 4: "BR-27", 5: "BR-31", 6: "BR-35", 7: "BD-15"}


@pytest.mark.parametrize("number", PHASES)
def test_br_12_each_phase_has_a_heading(number: int):
    line = told(e.PhaseOpened(number, 3))
    assert (line.clause, line.kind) == (PHASES[number], "heading")
    assert f"hase {number}" in str(line.message)


@pytest.mark.parametrize("winner", [RED, BLUE, None])
def test_br_31_br_33_how_a_battle_ends(winner: Side | None):
    event = e.BattleEnded(winner, Ending.THRESHOLD if winner else Ending.TIE, massacre=False)
    line = told(event, BATAILLE.evolve(begun().state, event))
    assert (line.clause, line.side) == ("BR-31" if winner else "BR-33", winner)


def test_br_02_br_14_br_15_what_is_announced_is_explained():
    play = Play(setup(ground=Battlefield("Test", base=60), headcounts=(1400, 1600)))
    play.do(GM, c.ChooseCase(Case.SLIGHT, BLUE))
    (_, forces, *_) = play.do(GM, c.Advance())
    line = told(forces, play.state)
    assert terms(line) == [
        ("Headcount of Reds", 1400),
        ("Headcount of Blues", 1600),
        ("Fighters looked up", 3000),
        ("Row of the size table", 100),
        ("Threshold before strategic points", 60),
    ]
    play.do(GM, *(c.GiveSource(RED, "mission", 5) for _ in range(5)))
    points = told(e.StrategicPointsGiven(RED, 20, 0), play.state)
    assert terms(points) == [("A preparatory feat of the heroes", 5)] * 5 + [("At most 20 by sources", -5)]
    assert terms(told(e.ThresholdSet(RED, 60, 20, 20))) == [("Base", 60), ("Strategic points", 20)]


def test_br_16_to_br_30_the_worked_examples_report_tells_every_public_event_once():
    play, *turns = example()
    for turn in turns:
        for event in (*turn.start, *turn.deeds):
            line = BATAILLE.narrate(play.state, event, SUE)
            assert (line is not None) is event.narrated


def test_every_kind_of_public_event_is_told_or_says_that_it_is_not():
    silent = {kind.__name__ for kind in get_args(BATAILLE.event_type) if not kind.narrated}
    secret = {kind.__name__ for kind in get_args(e.SideDraft) + get_args(e.GMDraft)}
    assert silent == secret | {"WithdrawalAsked", "ReadyChanged", "StageOpened", "TurnOpened"}
