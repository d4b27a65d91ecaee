"""Random battles under each house rule: none hangs, none raises, every number stays within its bounds."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict, replace

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille.house_rules import BY_FIELD, HouseRules, parse
from battles.rules.bataille.state import State
from battles.rules.ruleset import AUDIENCES, GM, Commander, Side, fold
from tests.rules.bataille import random_setup
from tests.rules.playing import STEP_LIMIT, Step, any_offered, encoded, issue, one_of

VALUES = [(field, option.value) for field, choice in BY_FIELD.items() for option in choice.options]
FEW, MANY = 40, 2_000
WILD, LEAVES = 0.4, 0.02
DULL = (c.Ready, c.FillIn, c.FightOn)  # what is suggested anyway


def battle(random: Random, **fixed: Any) -> State:
    """Any heroes on any ground, every house rule at any of its values but for what is fixed."""
    begun = random_setup(random)
    return BATAILLE.open(replace(begun, house_rules=parse({**asdict(begun.house_rules), **fixed})))


def quick(state: State, random: Random) -> tuple[Any, Any] | None:
    """A side takes what is suggested, or now and then anything it is offered; the GM goes on when he can, after a
    figure or two of his own, and lets go whoever asks."""
    moves = BATAILLE.options(state, GM())
    if c.BreakOff() in moves and random.random() < LEAVES:
        return GM(), c.BreakOff()
    if moves and random.random() < 0.3:
        figures = [move for move in moves if not isinstance(move, c.BreakOff)]
        return GM(), next((move for move in moves if isinstance(move, c.AllowWithdrawal)), random.choice(figures))
    sides = [side for side in Side if BATAILLE.suggest(state, side)]
    if not sides:
        return (GM(), moves[0]) if moves else any_offered(BATAILLE, state, random)
    viewer = Commander(random.choice(sides))
    offered = tuple(one for one in BATAILLE.options(state, viewer) if not isinstance(one, DULL))
    if offered and random.random() < WILD:
        return viewer, one_of(offered, random)
    return viewer, BATAILLE.suggest(state, viewer.side)[0]


def played(state: State, random: Random) -> list[Step]:
    """A battle to its end; one in which nobody can win any more is left by a side."""
    steps = list[Step]()
    while chosen := quick(state, random):
        assert len(steps) < STEP_LIMIT, "the battle does not end"
        if state.phase == "start_of_turn" and state.turn > 1 and (state.turn > 60 or random.random() < LEAVES):
            staying = [side for side in Side if not state.of(side).withdrawal]
            chosen = (Commander(random.choice(staying)), c.AskWithdrawal()) if staying else chosen
        events, after = issue(BATAILLE, state, *chosen, len(steps) + 1)
        steps.append(Step(state, *chosen, len(steps) + 1, events, after))
        state = after
    return steps


def check_bounds(state: State) -> None:
    for side in Side:
        camp = state.of(side)
        assert camp.points >= 0 or state.house_rules.negative_points == "allowed"
        assert camp.acting is None or camp.hero(camp.acting) is not None
        acted = [declared.hero for declared in camp.declared]
        fought = [duel.challenger for duel in state.duels] + [duel.target for duel in state.duels if duel.accepted]
        assert len(set(acted)) == len(acted) and not set(acted) & set(fought)  # one action each
        for hero in camp.heroes:
            assert 0 <= hero.wounds <= hero.sheet.wounds_left
            assert 0 <= hero.fate <= hero.sheet.fate and 0 <= hero.fortune <= hero.sheet.fate
            assert not hero.bleeding or hero.condition == "out"
            assert hero.dying <= (hero.condition != "dead")


def check_report(step: Step) -> None:
    for event in step.events:
        line = BATAILLE.narrate(step.after, event, AUDIENCES["public"])
        assert line is None or (line.clause and "%(" not in str(line.message))
        assert line is None or not any("%(" in str(term.label) for term in line.terms)


def check(state: State, random: Random) -> State:
    """Bounds and report at each step; round trip and replay of the whole battle."""
    steps = played(state, random)
    for step in steps:
        check_bounds(step.after)
        check_report(step)
    last = steps[-1].after
    assert BATAILLE.outcome(last) is not None and last.ended is not None
    assert msgspec.json.decode(encoded(last), type=State) == last
    stored = [msgspec.json.decode(encoded(step.events), type=tuple[BATAILLE.event_type, ...]) for step in steps]
    assert fold(BATAILLE, state, [event for events in stored for event in events]) == last
    return last


@pytest.mark.parametrize(("field", "value"), VALUES, ids=[f"{field}-{value}" for field, value in VALUES])
def test_random_battles_under_each_house_rule_end(field: str, value: str):
    for seed in range(2):
        random = Random(f"{field} {value} {seed}")
        check(battle(random, **{field: value}), random)


@pytest.mark.parametrize(("field", "value"), VALUES, ids=[f"{field}-{value}" for field, value in VALUES])
def test_a_battle_of_the_defaults_but_for_one_value_ends(field: str, value: str):
    random = Random(f"{field} {value}")
    defaults = {name: choice.default.value for name, choice in BY_FIELD.items()}
    last = check(battle(random, **{**defaults, field: value}), random)
    assert last.house_rules == HouseRules(**{field: value})


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(10))
def test_two_thousand_random_battles_under_random_house_rules(part: int):
    size = MANY // 10
    for seed in range(part * size, (part + 1) * size):
        random = Random(seed)
        check(battle(random), random)


def test_most_battles_are_fought_to_the_end_and_end_in_every_way():
    ends = []
    for seed in range(FEW):
        random = Random(seed)
        ends.append(played(battle(random), random)[-1].after)
    ways = [last.ended.how for last in ends if last.ended is not None]
    assert set(ways) == {"threshold", "tie", "withdrawal", "broken_off"}
    assert ways.count("threshold") > FEW / 2
    assert any(hero.condition == "dead" for last in ends for side in Side for hero in last.of(side).heroes)
    assert {last.ended.winner for last in ends if last.ended is not None} == {None, *Side}
