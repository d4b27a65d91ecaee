"""What a side is told of an action before it chooses: chance, victory points, danger; against the rules themselves."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.armies import Injury, Location
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille import formulas, odds, wounds
from battles.rules.bataille.catalogue import CRITICALS, Critical, TestKey
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.interventions import Blow
from battles.rules.bataille.points import bonuses
from battles.rules.bataille.state import State
from battles.rules.bataille.testing import METHOD
from battles.rules.bataille.view import OwnHeroView
from battles.rules.d100 import judge
from tests.rules.bataille import ANN, GM, RED, ROWS, Loaded, Play, hero, setup
from tests.rules.table import of

K = TestKey
ARMIES = (1, 1, 1, 1, 99, 99)
INJURIES = (Injury(Location.BODY, 4), Injury(Location.LEFT_ARM, 5), Injury(Location.RIGHT_LEG, 3))
HEROES = {
    "hale": hero(101, heal=1, channelling=2, magic=3, command=3, ride=1, toughness=30),
    "weak": hero(101, toughness=19, wounds=8, wounds_left=1),
    "at his end": hero(101, toughness=30, wounds_left=0),
    "armoured": hero(101, toughness=52, armour=(2, 1, 1, 5, 0, 3), wounds=18, wounds_left=5),
    "hurt": hero(101, wounds_left=3, armour=(1, 1, 1, 2, 1, 1), injuries=INJURIES, mounted=True, strength=61),
}
each_hero = pytest.mark.parametrize("name", HEROES)


@pytest.fixture(autouse=True)
def cold() -> None:
    """What was worked out by other tests is forgotten: each works it out itself."""
    for kept in (odds.spread, odds.threat, odds._further, odds._effects, odds.duel_chances, formulas.parse):
        kept.cache_clear()


def play_of(name: str, rows: Any = ROWS, **rules: Any) -> Play:
    """At the declarations of turn 1, red with 50 points so that a loss shows."""
    play = Play(setup([HEROES[name]], rules=HouseRules(**rules), rows=rows)).begin()
    play.start(*ARMIES, exact=True)
    return play.alter(RED, points=50)


def shown(play: Play) -> OwnHeroView:
    return BATAILLE.view(play.state, ANN).own[0].heroes[0]


def resolved(play: Play, command: Any, *rolls: int, after: int = 1) -> tuple[Any, ...]:
    """The same moment played on with these dice, then with `after` on each."""
    other = Play(play.state).then(ANN, command)
    other.ready()
    return BATAILLE.decide(other.state, GM, c.Resolve(), Loaded(*rolls, after=after))


# Chance and victory points


@each_hero
def test_the_chance_shown_is_the_target_of_the_test(name: str):
    play, met = play_of(name), 0
    for choice in shown(play).choices:
        for each in choice.odds:
            (*_, tested) = of(resolved(play, c.Declare(101, choice.key, each.test), 99), e.ActionTested) or [None]
            if tested is None:
                assert (each.test, each.target, each.chance, str(each.label)) == (None, None, None, "no test")
            else:
                assert (each.target, each.chance) == (tested.test.target, max(0, min(100, tested.test.target)))
                met += 1
    assert met >= 6


def test_the_chance_is_between_nothing_and_certainty():
    poor = hero(101, weapon_skill=5, injuries=(Injury(Location.LEFT_ARM, 5),), command=3, fellowship=95)
    play = Play(setup([poor])).begin()
    play.start(*ARMIES)
    found = {
        (choice.key, each.test): (each.target, each.chance) for choice in shown(play).choices for each in choice.odds
    }
    assert found["ha-10", K.WEAPON_SKILL] == (-15, 0)
    assert found["ha-03", K.COMMAND] == (115, 100)


@each_hero
@pytest.mark.parametrize("dash", ["nothing", "same_amount", "one_die"])
def test_bd_05_the_span_of_victory_points_is_what_the_lowest_and_the_highest_dice_bring(name: str, dash: str):
    play = play_of(name, dash=dash)
    for choice in shown(play).choices:
        for each in choice.odds:
            command = c.Declare(101, choice.key, each.test)
            for success, span in ((True, each.success), (False, each.failure)):
                if (success and each.chance == 0) or (each.test is None and not success):
                    continue  # never comes to that
                assert span == _played_span(play, command, each.test is not None, success)


def _played_span(play: Play, command: Any, tested: bool, success: bool) -> tuple[int, int]:
    """By dice that all show 1 and dice that all show 6: no bundled formula has others."""
    ends = []
    for face in (1, 6):
        rolls = [1 if success else 100] if tested else []
        changes = of(resolved(play, command, *rolls, after=face), e.PointsChanged)
        ends.append(sum(one.after - one.before for one in changes if one.cause is e.Cause.ACTION))
    return min(ends), max(ends)


@pytest.mark.parametrize(
    ("text", "span"),
    [("0", (0, 0)), ("-", (0, 0)), ("1d6", (1, 6)), ("-1d3", (-3, -1)), ("2d10kh+7", (8, 17)), ("2d6-1d3+SB", (3, 15))]
    + [("3d10", (3, 30)), ("TB+Mag-2", (5, 5)), ("-SB", (-4, -4)), ("d6", (1, 6)), ("-2d6kh", (-6, -1))],
)
def test_bd_20_the_span_of_any_formula(text: str, span: tuple[int, int]):
    figures = replace(HEROES["hale"], strength=43, toughness=44)
    play = Play(setup([figures])).begin()
    assert odds.points(play.state.hero(101), text) == span


# Danger, by enumeration

HEAD, BODY, LIMBS = 0, 3, (1, 2, 4, 5)
BLEEDS = {*product((6, 7, 8), LIMBS), (7, BODY), (8, HEAD)}
OUT = BLEEDS | {(7, HEAD), (8, BODY)}
LOCATIONS = [(15, 0), (20, 1), (20, 2), (25, 3), (10, 4), (10, 5)]  # per cent, place of the armour


def further(rule: str, depth: int = 5) -> list[tuple[int, float]]:
    """What a 10 brings beyond itself, with its probability, as the rule text has it; deeper than the engine looks."""
    found = [(0, 0.75)]

    def die(before: int, chance: float, level: int) -> None:
        for face in range(1, 11):
            again = face == 10 and rule != "once" and level < depth
            if again and rule == "new_check":
                found.append((before + 10, chance / 10 * 0.75))
                die(before + 10, chance / 10 * 0.25, level + 1)
            elif again:
                die(before + 10, chance / 10, level + 1)
            else:
                found.append((before + face, chance / 10))

    die(0, 0.25, 1)
    return found


def totals(text: str, rule: str) -> list[tuple[int, float]]:
    """Every throw of one of the formulas below, without what is added."""
    number, highest = {"1d10": (1, False), "2d10kh": (2, True), "2d10": (2, False)}[text.partition("+")[0]]
    found = []
    for throw in product(range(1, 11), repeat=number):
        chance, total = 10**-number, max(throw) if highest else sum(throw)
        more = further(rule) if 10 in throw else [(0, 1.0)]
        found += [(total + extra, chance * likely) for extra, likely in more]
    return found


def enumerated(state: State, text: str) -> odds.Threat:
    figures = state.hero(101)
    toughness = figures.sheet.toughness // 10
    none = critical = fatal = mean = out = bleeding = 0.0
    lost = 1 - figures.sheet.toughness / 100  # a Toughness test
    for share, place in LOCATIONS:
        armour = figures.armour(list(Location)[place])
        for total, chance in totals(text, state.house_rules.further_tens):
            weight = share / 100 * chance
            net = max(0, total + int(text.partition("+")[2] or 0) - toughness - armour)
            none += weight * (net == 0)
            mean += weight * min(net, figures.wounds)
            if net > figures.wounds:
                critical += weight
                effects = [row.effect(net - figures.wounds) for row in CRITICALS]  # ten rows of ten
                part = weight / len(CRITICALS)
                fatal += part * sum(effect >= 9 for effect in effects)
                out += part * sum((effect, place) in OUT for effect in effects)
                bleeding += part * sum((effect, place) in BLEEDS for effect in effects) * lost
    return odds.Threat(none, critical, fatal, mean, out, bleeding)


@each_hero
@pytest.mark.parametrize("text", ["1d10", "1d10+5", "2d10kh+7", "2d10+3"])
@pytest.mark.parametrize("rule", ["keep_adding", "new_check", "once"])
def test_bd_07_danger_is_what_all_throws_come_to(name: str, text: str, rule: str):
    state = play_of(name, further_tens=rule).state
    assert odds.danger(state, state.hero(101), text) == pytest.approx(enumerated(state, text), abs=2e-4)


class Fair:
    """Dice of a fixed seed."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def roll(self, faces: int) -> int:
        return self.random.randint(1, faces)


def struck(state: State, text: str, dice: Fair) -> tuple[bool, bool, bool, int]:
    """One blow by the engine: no Wound lost, critical, deadly, Wounds lost."""
    script, formula = Script(state), formulas.parse(text)
    figures = state.hero(101)
    wounds.strike(script, [Blow(101, formula, bonuses(formula, figures), 0, False)], dice)
    (hit,) = of(script.events, e.Struck)
    deadly = [one.effect >= 9 for one in of(script.events, e.CriticalSuffered)]
    return hit.net == 0, bool(deadly), any(deadly), hit.before - hit.after


@each_hero
@pytest.mark.parametrize(
    ("text", "rule"), [("1d10+6", "keep_adding"), ("2d10kh+7", "once"), ("3d10kh+TB", "new_check")]
)
def test_bd_07_danger_is_what_the_engine_does_in_the_long_run(name: str, text: str, rule: str):
    """4,000 blows: the standard deviation of a share is below 0.008, of a mean of Wounds below 0.1."""
    state, dice = play_of(name, further_tens=rule).state, Fair(f"{name} {text}")
    blows = [struck(state, text, dice) for _ in range(4_000)]
    none, critical, fatal, lost = (sum(column) / len(blows) for column in zip(*blows, strict=True))
    threat = odds.danger(state, state.hero(101), text)
    assert (none, critical, fatal) == pytest.approx(threat[:3], abs=0.025)
    assert lost == pytest.approx(threat.mean, abs=0.2)


def test_bd_20_danger_by_the_campaigns_critical_table_in_any_order():
    table = (Critical("b", "High", 41, "1 " * 9 + "1"), Critical("a", "Low", 1, "9 " * 9 + "9"))
    state = play_of("at his end", rows=replace(ROWS, criticals=table)).state
    threat = odds.danger(state, state.hero(101), "1d10+5")
    assert threat.critical == pytest.approx(1.0) and threat.fatal == pytest.approx(0.4)


@pytest.mark.parametrize("text", ["9d10+9d10+9d10+9d10+9d10+9d10", "9d10kh+9d6+9d3"])
def test_bd_20_danger_of_dozens_of_dice_is_told_at_once(text: str):
    state = play_of("hale").state
    threat = odds.danger(state, state.hero(101), text)
    assert threat.none == 0 and threat.critical == pytest.approx(1.0)
    assert sum(chance for _, chance in odds.spread(formulas.parse(text), "keep_adding")) == pytest.approx(1.0)


@pytest.mark.parametrize(("one", "two"), [(40, 40), (40, 30), (0, 40), (-5, 61), (100, 35), (130, 101), (7, 7)])
def test_ha_09_the_chances_of_a_duel_are_those_of_all_pairs_of_rolls(one: int, two: int):
    """Success beats failure, then more degrees; 10,000 pairs in per cent."""
    judged = [[judge(wanted, (), roll, METHOD) for roll in range(1, 101)] for wanted in (one, two)]
    pairs = [(ours, theirs) for ours in judged[0] for theirs in judged[1]]
    better = [(ours.success, ours.degrees) > (theirs.success, theirs.degrees) for ours, theirs in pairs]
    worse = [(ours.success, ours.degrees) < (theirs.success, theirs.degrees) for ours, theirs in pairs]
    assert odds.duel_chances(one, two) == (round(sum(better) / 100), round(sum(worse) / 100))
