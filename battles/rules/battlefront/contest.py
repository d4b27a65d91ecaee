"""What both contests share: Morale Levels, Break tests, retreats, the end (BF-04, BF-11, BF-12, D-02, D-03)."""

from __future__ import annotations

from battles.rules.armies import CommanderSheet
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain, Trait
from battles.rules.battlefront.commands import Role
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.outcome import grade, total, winner
from battles.rules.battlefront.roster import fighting, fought
from battles.rules.battlefront.state import Ending, Horde, State
from battles.rules.d100 import bonus
from battles.rules.dice import Dice
from battles.rules.ruleset import Side

MAX_ROUNDS = {Domain.AIR: 5, Domain.LAND: 10}
COMMANDER = {Domain.AIR: Role.AIR_MARSHAL, Domain.LAND: Role.GENERAL}


def commander(state: State, side: Side, contest: Domain) -> CommanderSheet:
    """The Air Marshal or the General."""
    found = state.of(side).holder(COMMANDER[contest])
    assert found is not None, "the muster closes with both posts filled"
    return found


def start(script: Script, contest: Domain) -> None:
    """Morale Levels and the first round; a contest that a side has no hordes for is skipped (D-23)."""
    absent = [side for side in Side if not fighting(script.state, side, contest)]
    if absent:
        close(script, contest, Ending.ABSENT, absent)
        return
    for side in Side:
        script.add(_morale(script.state, side, contest))
    script.add(e.RoundOpened(contest, 1))


def _morale(state: State, side: Side, contest: Domain) -> e.MoraleSet:
    """Fellowship bonus, Command rank and the scenario's modifier, at least 1 (BF-04, BF-20, D-02)."""
    sheet = commander(state, side, contest)
    modifier = state.scenario.red_morale if side is Side.RED else state.scenario.blue_morale
    level = max(1, bonus(sheet.fellowship) + sheet.command + modifier)
    return e.MoraleSet(side, contest, bonus(sheet.fellowship), sheet.command, modifier, level)


def lose_morale(script: Script, side: Side, contest: Domain) -> None:
    """Exactly one point, never below 0 (BF-08, BF-32, D-31)."""
    before = script.state.of(side).morale or 0
    script.add(e.MoraleLost(contest, side, before, max(0, before - 1)))


def break_target(morale: int, squads: int) -> int:
    return 10 * morale + 5 * squads


def break_tests(script: Script, side: Side, contest: Domain, dice: Dice) -> None:
    """One test for each surviving horde of the round's loser (BF-11, BF-36)."""
    morale = script.state.of(side).morale or 0
    for horde in fighting(script.state, side, contest):
        script.add(_break_test(script.state, horde, contest, morale, dice))


def _break_test(state: State, horde: Horde, contest: Domain, morale: int, dice: Dice) -> e.BreakTestTaken:
    """Fearless passes and Morale 0 fails without a roll (D-03)."""
    if Trait.FEARLESS in state.profile(horde).traits or morale == 0:
        passed = Trait.FEARLESS in state.profile(horde).traits
        return e.BreakTestTaken(contest, horde.key, 0, morale, horde.squads, passed)
    roll = dice.roll(100)
    passed = roll <= break_target(morale, horde.squads)
    return e.BreakTestTaken(contest, horde.key, roll, morale, horde.squads, passed)


def retreat(script: Script, contest: Domain) -> bool:
    """Retreats come before the roll and end the contest (D-20, D-21, D-22). True if there was one."""
    leaving = [side for side in Side if script.state.of(side).draft.retreat]
    for side in leaving:
        script.add(e.SideRetreated(contest, side))
    if leaving:
        close(script, contest, Ending.RETREAT, leaving)
    return bool(leaving)


def finish_round(script: Script, contest: Domain) -> None:
    """The end check: a defeated side, the last round, or another round (BF-12, BF-39)."""
    defeated = [side for side in Side if not fighting(script.state, side, contest)]
    if defeated:
        close(script, contest, _loss(script.state, contest, defeated), defeated)
    elif script.state.round >= MAX_ROUNDS[contest]:
        close(script, contest, Ending.ROUNDS, [])
    else:
        script.add(e.RoundOpened(contest, script.state.round + 1))


def _loss(state: State, contest: Domain, defeated: list[Side]) -> Ending:
    broken = {horde.broken for side in defeated for horde in fought(state, side, contest)}
    if len(broken) > 1:
        return Ending.LOST
    return Ending.BROKEN if True in broken else Ending.DESTROYED


def close(script: Script, contest: Domain, ending: Ending, sides: list[Side]) -> None:
    """The contest is over: the totals and what they bring."""
    script.add(e.ContestEnded(contest, ending, sides[0] if len(sides) == 1 else None))
    red, blue = (total(script.state, side, contest) for side in Side)
    script.add(e.ResultDeclared(contest, red, blue))
    script.add(*effects(contest, red - blue))


def effects(contest: Domain, diff: int) -> tuple[e.EffectEvent, ...]:
    """What a result brings, in the order of its table."""
    line, best = grade(contest, diff), winner(diff)
    if best is None:
        return tuple(e.AdvantagesEarned(contest, side, line.advantages) for side in Side)
    earned = e.AdvantagesEarned(contest, best, line.advantages)
    if contest is Domain.LAND:
        return (earned,)
    return earned, e.WidthGained(best, line.width), e.FirstDeploymentOrdered(best.rival, line.first)
