"""Random battles under random house rules: none hangs, none raises, every number stays within its bounds."""

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.house_rules import BY_FIELD, HouseRules, differences, parse
from battles.rules.battlefront.state import State
from battles.rules.ruleset import AUDIENCES, GM, Commander, Side, fold
from tests.rules.playing import STEP_LIMIT, Step, any_offered, encoded, issue, one_of
from tests.rules.table import setup

AIR, LAND = ("interceptor", "starfighter", "bomber"), ("infantry", "assault_tank", "ac_suit", "artillery")
FEW, MANY = 60, 2_000
WILD, RETREATS = 0.5, 0.1  # else few battles come to blows
DULL = (c.Ready, c.FillIn, c.FightOn)  # what is suggested anyway


def sampled(random: Random) -> HouseRules:
    """Each field any of its values."""
    return parse({field: random.choice(choice.options).value for field, choice in BY_FIELD.items() if field})


def _army(random: Random) -> list[tuple[str, int, int]]:
    """One to three hordes for each contest: the rules do not grow with their number."""
    kinds = [random.choice(AIR) for _ in range(random.randint(1, 2))]
    kinds += [random.choice(LAND) for _ in range(random.randint(1, 3))]
    squads = [random.randint(1, 5) for _ in kinds]
    return [(kind, number, random.randint(1, number * 20)) for kind, number in zip(kinds, squads, strict=True)]


def _skill(random: Random) -> dict[str, int]:
    ranks = {"tactics": random.randint(0, 3), "command": random.randint(0, 3)}
    return ranks | {name: random.randint(15, 75) for name in ("intelligence", "fellowship", "willpower")}


def battle(random: Random) -> State:
    skills = {"red_skill": _skill(random), "blue_skill": _skill(random)}
    terrain = random.choice(("open", "rough", "fortified"))
    opened = setup(
        _army(random), _army(random), width=random.randint(1, 3), terrain=terrain, rules=sampled(random), **skills
    )
    return BATTLEFRONT.open(opened)


def quick(state: State, random: Random) -> tuple[Any, Any] | None:
    """The GM goes on when he can; a side takes what is suggested, or now and then anything it is offered; so battles
    get on, and most are fought."""
    if moves := BATTLEFRONT.options(state, GM()):
        return GM(), moves[0]
    sides = [side for side in Side if BATTLEFRONT.suggest(state, side)]
    if not sides:
        return any_offered(BATTLEFRONT, state, random)
    viewer = Commander(random.choice(sides))
    offered = tuple(one for one in BATTLEFRONT.options(state, viewer) if not isinstance(one, DULL))
    if offered and random.random() < WILD:
        picked = one_of(offered, random)
        if not isinstance(picked, c.Retreat) or random.random() < RETREATS:
            return viewer, picked
    return viewer, BATTLEFRONT.suggest(state, viewer.side)[0]


def played(seed: int) -> list[Step]:
    """A battle to its end."""
    random = Random(seed)
    state, steps = battle(random), list[Step]()
    while chosen := quick(state, random):
        assert len(steps) < STEP_LIMIT, "the battle does not end"
        events, after = issue(BATTLEFRONT, state, *chosen, len(steps) + 1)
        steps.append(Step(state, *chosen, len(steps) + 1, events, after))
        state = after
    return steps


def check_bounds(state: State) -> None:
    for side in Side:
        camp = state.of(side)
        assert camp.morale is None or camp.morale >= 0
        assert all(0 <= horde.magnitude <= horde.start for horde in camp.hordes)
        squares = [placement.square for placement in camp.draft.placements]
        assert len(squares) == len(set(squares))
        assert camp.luck.passed <= sum(number for _, number in camp.luck.chances)


def check_report(step: Step) -> None:
    for event in step.events:
        line = BATTLEFRONT.narrate(step.after, event, AUDIENCES["public"])
        assert line is None or (line.clause and "%(" not in str(line.message))
        assert line is None or not any("%(" in str(term.label) for term in line.terms)


def check(seed: int) -> State:
    """Bounds and report at each step; round trip and replay of the whole battle."""
    steps = played(seed)
    for step in steps:
        check_bounds(step.after)
        check_report(step)
    last = steps[-1].after
    assert BATTLEFRONT.outcome(last) is not None
    for state in (steps[0].before, last):
        assert msgspec.json.decode(encoded(state), type=State) == state
    stored = [msgspec.json.decode(encoded(step.events), type=tuple[BATTLEFRONT.event_type, ...]) for step in steps]
    assert fold(BATTLEFRONT, steps[0].before, [event for events in stored for event in events]) == last
    again = [issue(BATTLEFRONT, step.before, step.viewer, step.command, step.number)[0] for step in steps[-3:]]
    assert again == [step.events for step in steps[-3:]]
    return last


def test_random_battles_under_random_house_rules():
    for seed in range(FEW):
        check(seed)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(10))
def test_two_thousand_random_battles_under_random_house_rules(part: int):
    size = MANY // 10
    for seed in range(FEW + part * size, FEW + (part + 1) * size):
        check(seed)


def test_the_sample_holds_every_value_of_every_choice():
    met = {(choice.id, option.value) for seed in range(FEW) for choice, option in differences(sampled(Random(seed)))}
    others = {(choice.id, option.value) for choice in BY_FIELD.values() for option in choice.options[1:]}
    assert met == others


def test_the_battles_reach_the_land_contest():
    ends = [check(seed) for seed in range(20)]
    assert sum(state.land_result is not None and state.land_result.rounds > 0 for state in ends) > 5
    assert all(first is not second for first, second in pairwise(ends))
