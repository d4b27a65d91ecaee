"""The third phase resolved: actions are shown and tested, and victory points change hands (BR-21 to BR-25)."""

from __future__ import annotations

from typing import NamedTuple

from battles.rules.bataille import events as e
from battles.rules.bataille import formulas
from battles.rules.bataille.catalogue import Action, TestKey
from battles.rules.bataille.duels import fought
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.formulas import Formula, Pool
from battles.rules.bataille.heroes import action_of, duel_action, possible, revealed
from battles.rules.bataille.points import bonuses, by_formula
from battles.rules.bataille.state import Declared, Duel, Hero
from battles.rules.bataille.testing import target
from battles.rules.d100 import D100Test
from battles.rules.dice import Dice
from battles.rules.ruleset import Side

ONE_DIE = Formula((Pool(1, 6, False, 1),))


class Blow(NamedTuple):
    """Damage that an action brings its hero. roll: the action's own, 0 without a test. success: as BD-06 asks."""

    hero: int
    formula: Formula
    flat: int
    roll: int
    success: bool


def intervene(script: Script, dice: Dice) -> list[Blow]:
    """Reveal what is still hidden, then test each hero, red's by rank, then blue's. Returns the damage to come."""
    for side in Side:
        if not script.state.of(side).declared:
            script.add(*revealed(script.state, side))
    blows = list[Blow]()
    for duel in fought(script.state):
        blows += _duel(script, duel, dice)
    for side in Side:
        for declared in script.state.of(side).declared:
            blows += _act(script, declared, dice)
    return blows


def _act(script: Script, declared: Declared, dice: Dice) -> list[Blow]:
    hero, action = script.state.hero(declared.hero), action_of(script.state, declared.action)
    assert action is not None
    if not possible(script.state, declared):
        script.add(e.ActionCancelled(hero.key, action.key))
        return []
    test = _test(script, hero, action, declared.test, dice) if declared.test else None
    success = test is None or test.success
    _score(script, hero, action, success, dice)
    if success and action.stabilises:
        script.add(e.FriendTended(hero.key))
    if success and action.scouts:
        script.add(e.WayScouted(hero.key))
    damage = formulas.parse(action.damage)
    return [Blow(hero.key, damage, bonuses(damage, hero), test.roll if test else 0, success)]


def _score(script: Script, hero: Hero, action: Action, success: bool, dice: Dice, foe: Hero | None = None) -> None:
    formula = formulas.parse(action.success if success else action.failure)
    if formula.dash and not success:
        _dash(script, hero, action, dice)
    else:
        by_formula(script, hero, formula, dice, foe=foe)


def _dash(script: Script, hero: Hero, action: Action, dice: Dice) -> None:
    """The failure column's dash (BR-25, BD-05)."""
    match script.state.house_rules.dash:
        case "same_amount":
            by_formula(script, hero, formulas.parse(action.success), dice, lost=True)
        case "one_die":
            by_formula(script, hero, ONE_DIE, dice, lost=True)
        case "nothing":
            pass


def _test(script: Script, hero: Hero, action: Action, key: TestKey, dice: Dice) -> D100Test:
    """The hero's test; a failure is rolled once more if he spends a Fortune Point."""
    wanted = target(script.state, hero, key)
    assert wanted is not None  # an action that he never learnt is not declared
    test = wanted.roll(dice)
    script.add(e.ActionTested(hero.key, action.key, key, test))
    if not test.success and hero.fortune and hero.key in _lucky(script, hero):
        test = wanted.roll(dice)
        script.add(e.ActionTested(hero.key, action.key, key, test, again=True))
    return test


def _lucky(script: Script, hero: Hero) -> tuple[int, ...]:
    return script.state.of(script.state.side_of(hero.key)).draft.fortune


def _duel(script: Script, duel: Duel, dice: Dice) -> list[Blow]:
    """Both test; success beats failure, then more degrees; otherwise it is a tie (HA-09)."""
    action = duel_action(script.state)
    assert action is not None
    pair = script.state.hero(duel.challenger), script.state.hero(duel.target)
    tests = tuple(_test(script, hero, action, action.tests[0], dice) for hero in pair)
    winner = _winner(tests)
    script.add(e.DuelDecided(duel.challenger, duel.target, 0 if winner is None else pair[winner].key))
    if winner is not None:
        _score(script, pair[winner], action, True, dice, pair[1 - winner])
        _score(script, pair[1 - winner], action, False, dice, pair[winner])
    blows = list[Blow]()
    for place, hero in enumerate(pair):
        lost = winner is not None and winner != place
        formula = formulas.parse(action.loser_damage if lost else action.damage)
        flat = bonuses(formula, hero, pair[1 - place])
        blows.append(Blow(hero.key, formula, flat, tests[place].roll, winner == place))
    return blows


def _winner(tests: tuple[D100Test, ...]) -> int | None:
    one, two = tests
    for ours, theirs in ((one.success, two.success), (one.degrees, two.degrees)):
        if ours != theirs:
            return 0 if ours > theirs else 1
    return None
