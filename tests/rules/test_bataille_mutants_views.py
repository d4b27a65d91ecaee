"""Every field of a view against the state it is made from, at every step of the golden battles of Bataille rangée."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.armies import Location
from battles.rules.bataille import commands as c
from battles.rules.bataille import drafts, duels, evaluation, heroes, testing
from battles.rules.bataille.state import Hero, State
from battles.rules.bataille.view import BatailleView, HeroView, OwnHeroView
from battles.rules.luck import sentence
from battles.rules.recording import replay
from battles.rules.ruleset import AUDIENCES, Commander, Side
from tests.rules.golden.contents import load, names

PHASES = {
    "evaluation": ("Force evaluation", 0),
    "pre_battle": ("Pre-battle and strategic points", 1),
    "start_of_turn": ("Start-of-turn rolls", 2),
    "challenges": ("Heroes' intervention: challenges", 3),
    "answers": ("Heroes' intervention: answers", 3),
    "declarations": ("Heroes' intervention: actions", 3),
    "wounds": ("Heroes' wounds: Fate", 4),
    "result": ("Result", 5),
}
SHEET = ("weapon_skill", "ballistic_skill", "strength", "toughness")
SHEET += ("agility", "intelligence", "willpower", "fellowship")
each_battle = pytest.mark.parametrize("name", names("bataille"))


def views(name: str, *audiences: str) -> Iterator[tuple[State, BatailleView]]:
    for step in replay(load(name)):
        for audience in audiences:
            yield step.state, BATAILLE.view(step.state, AUDIENCES[audience])


@each_battle
def test_the_view_says_what_the_state_says(name: str):
    for state, view in views(name, "gm", "public"):
        title, number = PHASES[state.phase]
        assert (view.phase, str(view.phase_title), view.rule_phase) == (state.phase, title, number)
        assert (view.round, view.minutes, view.finished) == (state.turn, state.minutes, state.phase == "result")
        assert view.battlefield == state.battlefield
        assert [(one.turn, one.red, one.blue) for one in view.track] == [
            (turn, *points) for turn, points in enumerate(state.trace)
        ]
        lucks = [sentence(camp.title, camp.luck) for camp in (state.red, state.blue)]
        assert list(view.luck) == (lucks if state.turn else [])
        assert bool(view.announced) is (state.phase != "evaluation")
        assert [one.side for one in view.sides] == list(Side)
        for side in Side:
            check_side(state, view, side)
        check_duels(state, view)


def check_side(state: State, view: BatailleView, side: Side) -> None:
    camp, shown = state.of(side), view.sides[side is Side.BLUE]
    known, evaluated = camp.threshold is not None, state.phase != "evaluation"
    assert (shown.title, shown.ready, shown.points, shown.threshold) == (
        camp.title,
        camp.ready,
        camp.points,
        camp.threshold,
    )
    assert shown.waited_for is (side in drafts.waited_for(state))
    assert shown.headcount == (camp.headcount if evaluated else None)
    assert shown.favoured is (evaluated and state.favoured is side)
    assert shown.has_escape == (camp.has_escape if known else None)
    assert shown.strategic == (evaluation.strategic(state, side) if known else None)
    assert [one.points for one in shown.given] == [one.points for one in camp.given if known]
    names_of = {row.key: row.name for row in state.rows.sources}
    assert [str(one.source) for one in shown.given] == [names_of[one.source] for one in camp.given if known]
    assert shown.start == (state.trace[0][side is Side.BLUE] if state.trace else None)
    acting = camp.hero(camp.acting) if camp.acting is not None and known else None
    assert shown.general == (acting.name if acting else None)
    fielded = [one for one in camp.heroes if one.fielded or not evaluated]
    assert [one.key for one in shown.heroes] == [one.key for one in fielded]
    for one, of in zip(shown.heroes, fielded, strict=True):
        check_hero(state, one, of, side)


def check_hero(state: State, shown: HeroView, of: Hero, side: Side) -> None:
    camp = state.of(side)
    known = camp.threshold is not None
    assert (shown.name, shown.side, shown.condition) == (of.name, side, of.condition)
    assert (shown.wounds, shown.full) == (of.wounds, of.sheet.wounds)
    assert shown.general is (known and camp.acting == of.key)
    assert shown.second is (known and camp.second == of.key)
    assert shown.acts is (state.turn > 0 and heroes.unable(state, of) is None)
    said = " ".join(map(str, shown.states))
    assert ("bleeding" in said, "dying" in said) == (of.bleeding, of.dying)
    assert ("stunned" in said) is (of.condition == "fit" and 0 < of.stunned >= state.turn)
    assert ("floored" in said) is (of.condition == "fit" and 0 < of.shaken >= state.turn)
    assert said.count("until treated") + said.count("damaged") == len(of.injuries)
    declared = [one for one in camp.declared if one.hero == of.key]
    assert (shown.action is not None) is bool(declared or heroes.duel_of(state, of.key))


def check_duels(state: State, view: BatailleView) -> None:
    for shown, duel in zip(view.duels, state.duels, strict=True):
        challenger, target = state.hero(duel.challenger), state.hero(duel.target)
        assert (shown.challenger, shown.challenger_side) == (challenger.name, state.side_of(challenger.key))
        assert (shown.target, shown.target_name, shown.accepted) == (target.key, target.name, duel.accepted)


@each_battle
def test_the_gms_figures_are_those_that_hold(name: str):
    for state, view in views(name, "gm"):
        (shown,) = view.evaluation
        races, proposal, found = evaluation.races(state), evaluation.suggested(state), evaluation.judged(state)
        base = evaluation.base(state) if state.phase in ("evaluation", "pre_battle") else state.base
        assert shown.thresholds == (base + races[0].raised, base + races[1].raised)
        assert (shown.start, shown.base) == ((races[0].start, races[1].start), base)
        assert (shown.ratio, shown.suggested, shown.suggested_side) == (
            proposal.ratio,
            proposal.case,
            proposal.favoured,
        )
        assert (shown.case, shown.favoured, shown.chosen) == (found.case, found.favoured, state.case is not None)
        assert (shown.total, shown.own_base, shown.most) == (evaluation.total(state), state.own_base, 20)
        assert (str(shown.band), shown.table) == (evaluation.band(state).name, evaluation.table_threshold(state))
        assert shown.strategic == tuple(evaluation.strategic(state, side) for side in Side)
        fielded = [sum(one.fielded for one in state.of(side).heroes) for side in Side]
        assert (shown.note is None) is (fielded[0] == fielded[1])
        for force, side in zip(shown.forces, Side, strict=True):
            camp = state.of(side)
            assert (force.side, force.title, force.headcount) == (side, camp.title, camp.headcount)
            assert (force.arms, force.training, force.modifier) == (camp.arms, camp.training, camp.modifier)
            assert (force.has_escape, force.heroes) == (camp.has_escape, fielded[side is Side.BLUE])
            assert force.strength == round(camp.headcount * camp.arms / 100 * camp.training / 100)
        for source, row in zip(shown.sources, state.rows.sources, strict=True):
            assert (source.key, str(source.name), source.points) == (row.key, row.name, row.points)
            assert (source.most, source.group, source.repeats) == (row.most, row.group, row.repeats)
            given = [[one.points for one in state.of(side).given if one.source == row.key] for side in Side]
            assert [(tick.side, list(tick.given)) for tick in source.ticks] == list(zip(Side, given, strict=True))


@each_battle
def test_a_sides_own_compartment_says_what_its_state_says(name: str):
    for state, view in views(name, "red", "blue"):
        (own,) = view.own
        side, camp = own.side, state.of(own.side)
        assert view.audience == side
        assert own.general == (camp.general if camp.threshold is None else camp.acting)
        assert (own.second, own.withdrawal) == (camp.second, camp.withdrawal)
        may = drafts.may_choose(state, side)
        assert own.problems == (drafts.problems(state, side) if may and not camp.ready else ())
        assert (len(own.fingerprint) == 8) is camp.ready
        drafted = {one.hero for one in camp.draft.actions}
        idle = [one for one in heroes.free(state, side) if one.key not in drafted]
        assert own.open == (len(idle) if may and state.phase == "declarations" else 0)
        assert [one.key for one in own.heroes] == [one.key for one in camp.heroes]
        for shown, of in zip(own.heroes, camp.heroes, strict=True):
            check_sheet(state, shown, of)
            check_turn(state, shown, of, side)


def check_sheet(state: State, shown: OwnHeroView, of: Hero) -> None:
    sheet, camp = of.sheet, state.of(state.side_of(of.key))
    assert (shown.name, shown.condition, shown.wounds, shown.full) == (of.name, of.condition, of.wounds, sheet.wounds)
    assert shown.fielded is (of.fielded or state.phase == "evaluation")
    assert (shown.fate, shown.fortune, shown.dying) == (of.fate, of.fortune, of.dying)
    assert (shown.magic, shown.mounted, shown.player) == (sheet.magic, sheet.mounted, sheet.player)
    assert [number for _, number in shown.figures] == [getattr(sheet, name) for name in SHEET]
    assert shown.armour == tuple((where, of.armour(where)) for where in Location)
    assert shown.injuries == of.injuries
    assert shown.general is (of.key == (camp.general if camp.threshold is None else camp.acting))
    assert shown.second is (of.key == camp.second)
    targets = [testing.target(state, of, key) for key in testing.SKILLS]
    assert [number for _, number in shown.skills] == [one.number for one in targets if one is not None]


def check_turn(state: State, shown: OwnHeroView, of: Hero, side: Side) -> None:
    draft, why_not = state.of(side).draft, heroes.unable(state, of)
    may = why_not is None and state.phase in ("challenges", "answers", "declarations")
    assert (shown.may, shown.why_not) == (may, why_not if state.turn else None)
    declared = [one for one in state.of(side).declared if one.hero == of.key]
    drafted, duel = heroes.drafted(state, side, of.key), heroes.duel_of(state, of.key)
    assert (shown.action is not None) is bool(declared or drafted or duel)
    assert shown.fixed is bool(declared or duel)
    assert shown.fortune_on is (of.key in draft.fortune)
    assert shown.answer == dict(draft.answers).get(of.key)
    assert shown.fate_choice == dict(draft.fate).get(of.key)
    challenges = {one.challenger: state.hero(one.target).name for one in draft.challenges}
    assert shown.challenge == challenges.get(of.key)
    waiting = {one.target: state.hero(one.challenger).name for one in duels.to_answer(state, side)}
    assert shown.challenged_by == waiting.get(of.key)
    assert bool(shown.foes) is (may and state.phase == "challenges" and bool(duels.duellists(state, side.rival)))
    assert (shown.duel is not None) is (may and state.phase in ("challenges", "answers"))
    check_choices(state, shown, of, side)


def check_choices(state: State, shown: OwnHeroView, of: Hero, side: Side) -> None:
    """Those and only those that the rules offer him, or that he has chosen."""
    offered: set[Any] = {
        (one.action, one.test)
        for one in BATAILLE.options(state, Commander(side))
        if isinstance(one, c.Declare) and one.hero == of.key
    }
    drafted = heroes.drafted(state, side, of.key)
    chosen = {(drafted.action, drafted.test)} if drafted and shown.choices else set()
    if state.declaring in (None, side):
        assert {(one.key, each.test) for one in shown.choices for each in one.odds} == offered | chosen
    assert {(one.key, each.test) for one in shown.choices for each in one.odds if each.declared} == chosen
