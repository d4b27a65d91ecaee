"""The second phase: moral advantage, army dice, the tactics roll (BR-16 to BR-20)."""

from __future__ import annotations

from battles.rules.bataille import events as e
from battles.rules.bataille.commands import Case
from battles.rules.bataille.duels import ask, may_challenge
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.heroes import opens_declarations
from battles.rules.bataille.points import gain
from battles.rules.bataille.state import Hero, State
from battles.rules.bataille.testing import Target, tactics
from battles.rules.bataille.victory import ends_at_once
from battles.rules.d100 import MOST_REROLLS, D100Test
from battles.rules.dice import Dice
from battles.rules.ruleset import Side

MORAL_LEAD, MORAL_GAIN = 8, 2
# case -> (dice, flat) each turn: the favoured army's, the other's
ARMY_DICE = {
    Case.BALANCED: ((2, 0), (2, 0)),
    Case.SLIGHT: ((2, 2), (2, 0)),
    Case.CLEAR: ((3, 0), (2, 0)),
    Case.CRUSHING: ((4, 0), (1, 0)),
}
FLAT = {Case.BALANCED: 0, Case.SLIGHT: 2, Case.CLEAR: 4, Case.CRUSHING: 8}
Roll = tuple[Target, D100Test]


def start(script: Script, dice: Dice) -> None:
    """The whole phase; then the heroes' turn."""
    after_dice = script.state.house_rules.moral_check == "after_army_dice"
    script.add(e.PhaseOpened(2, script.state.turn))
    if not after_dice:
        _moral(script)
    if ends_at_once(script, dice):
        return
    _armies(script, dice)
    if after_dice:
        _moral(script)
    if ends_at_once(script, dice):
        return
    _tactics(script, dice)
    if ends_at_once(script, dice):
        return
    script.add(e.PhaseOpened(3, script.state.turn))
    if any(may_challenge(script.state, side) for side in Side):
        ask(script)
    else:
        script.add(opens_declarations(script.state))


def _moral(script: Script) -> None:
    """A lead of 8 or more brings 2 (BR-17, BD-11)."""
    state = script.state
    if state.house_rules.moral_check == "from_turn_2" and state.turn < 2:
        return
    lead = state.red.points - state.blue.points
    if abs(lead) >= MORAL_LEAD:
        gain(script, Side.RED if lead > 0 else Side.BLUE, e.Cause.MORAL, flat=MORAL_GAIN)


def _armies(script: Script, dice: Dice) -> None:
    """What the force evaluation brings each turn (BD-04)."""
    rules, case, favoured = script.state.house_rules, script.state.case, script.state.favoured
    assert case is not None  # announced before the first turn
    if rules.force_effect == "flat" and favoured is not None:
        gain(script, favoured, e.Cause.FORCE, flat=FLAT[case])
    if rules.force_effect != "army_dice":
        return
    for side in Side:
        count, flat = ARMY_DICE[case][0 if side is favoured else 1]
        gain(script, side, e.Cause.ARMY, tuple(dice.roll(6) for _ in range(count)), flat)


def _general(state: State, side: Side) -> Hero | None:
    hero = state.of(side).leader
    return hero if hero is not None and hero.present else None


def _tactics(script: Script, dice: Dice) -> None:
    """The generals' opposed roll; the winner's side gains 1D6 (BR-18, BR-20)."""
    winner, reason = _opposed(script, dice)
    script.add(e.TacticsDecided(winner, reason))
    if winner is not None:
        gain(script, winner, e.Cause.TACTICS, (dice.roll(6),))


def _opposed(script: Script, dice: Dice) -> tuple[Side | None, e.TacticsReason]:
    """Red rolls first. Both roll again while nobody has won and nobody may go without (BD-12)."""
    generals = {side: _general(script.state, side) for side in Side}
    targets = {side: tactics(script.state, side, hero) if hero else None for side, hero in generals.items()}
    for _ in range(MOST_REROLLS):
        rolls = {side: (wanted, wanted.roll(dice)) if wanted else None for side, wanted in targets.items()}
        decided = _compare(script.state, rolls[Side.RED], rolls[Side.BLUE])
        if decided is not None:
            break
        red, blue = rolls[Side.RED], rolls[Side.BLUE]
        assert red is not None and blue is not None  # who has no general cannot tie
        script.add(e.TacticsRolledAgain(red[1].roll, blue[1].roll))
    for side, hero in generals.items():
        rolled = rolls[side]
        key, test = (rolled[0].key, rolled[1]) if rolled else (None, None)
        script.add(e.TacticsTested(side, hero.key if hero else None, key, test))
    return decided or (None, e.TacticsReason.NOBODY)


def _compare(state: State, red: Roll | None, blue: Roll | None) -> tuple[Side | None, e.TacticsReason] | None:
    """Who wins and why; None to roll again. A side without a general has failed."""
    successes = [side for side, roll in ((Side.RED, red), (Side.BLUE, blue)) if roll is not None and roll[1].success]
    if len(successes) == 1:
        return successes[0], e.TacticsReason.SUCCESS
    if red is None or blue is None:
        return None, e.TacticsReason.NOBODY
    if successes:
        return _both_succeed(state, red[1], blue[1])
    return _both_fail(state, red, blue)


def _both_succeed(state: State, red: D100Test, blue: D100Test) -> tuple[Side, e.TacticsReason] | None:
    if red.degrees != blue.degrees:
        return _larger(red.degrees, blue.degrees), e.TacticsReason.DEGREES
    if state.house_rules.tactics_tie == "defender":
        holder = state.battlefield.defender or (state.favoured.rival if state.favoured else Side.BLUE)
        return holder, e.TacticsReason.DEFENDER
    margins = red.target - red.roll, blue.target - blue.roll
    return None if margins[0] == margins[1] else (_larger(*margins), e.TacticsReason.MARGIN)


def _both_fail(state: State, red: Roll, blue: Roll) -> tuple[Side | None, e.TacticsReason] | None:
    if state.house_rules.tactics_tie != "fewer_failures":
        return None, e.TacticsReason.NOBODY
    ours, theirs = red[0].degrees_of_failure(red[1].roll), blue[0].degrees_of_failure(blue[1].roll)
    if ours != theirs:
        return _larger(theirs, ours), e.TacticsReason.FEWER_FAILURES
    missed = red[1].roll - red[1].target, blue[1].roll - blue[1].target
    return None if missed[0] == missed[1] else (_larger(missed[1], missed[0]), e.TacticsReason.MARGIN)


def _larger(red: int, blue: int) -> Side:
    return Side.RED if red > blue else Side.BLUE
