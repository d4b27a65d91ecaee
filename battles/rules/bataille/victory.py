"""The fifth and the sixth phase: victory, massacre, tie, a new turn (BR-31 to BR-36)."""

from __future__ import annotations

from typing import NamedTuple

from battles.rules.bataille import events as e
from battles.rules.bataille.evolve import Script
from battles.rules.bataille.state import Ending, State
from battles.rules.dice import Dice, read_off
from battles.rules.ruleset import Side

DECISIVE_LEAD = 8
FLED, MASSACRED, DRAWN, WON = 15, 90, 10, 10  # per cent of a headcount


class Verdict(NamedTuple):
    winner: Side | None
    how: Ending


def reached(state: State, side: Side) -> bool:
    camp = state.of(side)
    return camp.threshold is not None and camp.points >= camp.threshold


def verdict(state: State) -> Verdict | None:
    """Who has won by the points as they stand, None while the battle goes on (BR-31, BR-33, BD-09, BD-10)."""
    past = [side for side in Side if reached(state, side)]
    if state.red.points == state.blue.points and (len(past) == 2 or _ties_count(state)):
        return Verdict(None, Ending.TIE)
    if len(past) < 2:
        return Verdict(past[0], Ending.THRESHOLD) if past else None
    ahead = Side.RED if state.red.points > state.blue.points else Side.BLUE
    match state.house_rules.both_past:
        case "higher_total":
            return Verdict(ahead, Ending.THRESHOLD)
        case "in_order":
            return Verdict(state.initiative or state.favoured or Side.RED, Ending.THRESHOLD)
        case "play_on":
            decisive = abs(state.red.points - state.blue.points) >= DECISIVE_LEAD
            return Verdict(ahead, Ending.THRESHOLD) if decisive else None


def _ties_count(state: State) -> bool:
    rule = state.house_rules.tie
    return rule.startswith("from_turn_") and state.turn >= int(rule.removeprefix("from_turn_"))


def close_turn(script: Script, dice: Dice) -> None:
    """After the wounds: the clock, then victory or a new turn."""
    turn = script.state.turn
    script.add(e.PhaseOpened(5, turn))
    found = verdict(script.state)
    if found is None:
        script.add(e.PhaseOpened(6, turn))
    script.add(e.TurnEnded(turn, _minutes(script.state, dice)))
    if found is None:
        script.add(e.TurnOpened(turn + 1))
    else:
        end(script, found)


def ends_at_once(script: Script, dice: Dice) -> bool:
    """Where a battle can end in the middle of a turn (BD-17): end it if a side has reached its threshold."""
    if script.state.house_rules.ending != "at_once" or not any(reached(script.state, side) for side in Side):
        return False
    found = verdict(script.state)
    if found is None:
        return False
    script.add(e.TurnEnded(script.state.turn, _minutes(script.state, dice)))
    end(script, found)
    return True


def _minutes(state: State, dice: Dice) -> int:
    """30 to 60 minutes of fighting (BR-36)."""
    if not state.battlefield.rolled:
        return state.battlefield.minutes
    rolled = dice.roll(4)
    return read_off(rolled, 20 + 10 * rolled)


def end(script: Script, found: Verdict) -> None:
    """Losers with a way out flee, the others are massacred; after a tie both withdraw (BR-32, BR-33)."""
    massacre = found.winner is not None and not script.state.of(found.winner.rival).has_escape
    script.add(e.BattleEnded(found.winner, found.how, massacre))
    if script.state.house_rules.aftermath == "on":
        script.add(e.PhaseOpened(7, script.state.turn), *(_counted(script.state, side) for side in Side))


def _counted(state: State, side: Side) -> e.AftermathCounted:
    """Dead, rounded down, and half as many again wounded (BD-15)."""
    assert state.ended is not None
    share = WON
    if state.ended.winner is None:
        share = DRAWN
    elif state.ended.winner is not side:
        share = MASSACRED if state.ended.massacre else FLED
    dead = state.of(side).headcount * share // 100
    return e.AftermathCounted(side, dead, min(dead // 2, state.of(side).headcount - dead))
