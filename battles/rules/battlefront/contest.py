"""What both contests share: Morale Levels, Break tests, retreats, the end (BF-04, BF-11, BF-12, D-02, D-03)."""

from __future__ import annotations

from battles.rules.armies import CommanderSheet
from battles.rules.battlefront import advantages
from battles.rules.battlefront import events as e
from battles.rules.battlefront.breaking import Nerve, demand
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.house_rules import HouseRules
from battles.rules.battlefront.outcome import grade, total, winner
from battles.rules.battlefront.roster import COMMANDER, MAX_ROUNDS, fighting, fought
from battles.rules.battlefront.state import Ending, Horde, State
from battles.rules.d100 import Opposed, bonus
from battles.rules.dice import Dice
from battles.rules.ruleset import Side


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
    rank = modifier = 0
    if state.house_rules.morale == "fellowship_and_command":
        rank = sheet.command
        modifier = state.scenario.red_morale if side is Side.RED else state.scenario.blue_morale
    level = max(1, bonus(sheet.fellowship) + rank + modifier)
    return e.MoraleSet(side, contest, bonus(sheet.fellowship), rank, modifier, level)


def tests(contest: Domain, result: Opposed) -> tuple[e.RoundEvent, ...]:
    """An opposed test as it is told: what was rolled again, then the pair that stands, red first."""
    red, blue = result.tests
    again = (e.TestsRolledAgain(result.earlier, (red.target, blue.target)),) if result.earlier else ()
    return *again, e.TacticsTested(contest, Side.RED, red), e.TacticsTested(contest, Side.BLUE, blue)


def lose_morale(script: Script, side: Side, contest: Domain) -> None:
    """Exactly one point, never below 0 (BF-08, BF-32, D-31)."""
    before = script.state.of(side).morale or 0
    script.add(e.MoraleLost(contest, side, before, max(0, before - 1)))


def break_tests(script: Script, side: Side, contest: Domain, dice: Dice, modifier: int = 0) -> None:
    """One test for each surviving horde of the round's loser (BF-11, BF-36). modifier: of Stratagems, on a d100."""
    willpower = commander(script.state, side, contest).willpower
    nerve = Nerve(script.state.of(side).morale or 0, willpower, modifier)
    for horde in fighting(script.state, side, contest):
        script.add(_break_test(script.state, horde, contest, nerve, dice))


def _break_test(state: State, horde: Horde, contest: Domain, nerve: Nerve, dice: Dice) -> e.BreakTestTaken:
    """Some stay or break without a roll (D-03)."""
    needed = demand(state, horde, nerve)
    roll = dice.roll(needed.faces) if needed.faces else 0
    passed = roll <= needed.target if needed.faces else needed.cause.stays
    modifier = nerve.modifier if needed.faces else 0
    return e.BreakTestTaken(
        contest, horde.key, roll, nerve.morale, horde.squads, passed, needed.target, modifier, needed.cause
    )


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
    hordes = [horde for side in defeated for horde in fought(state, side, contest)]
    if not hordes or any(horde.fights for horde in hordes):
        return Ending.ABSENT  # a ruling took them off the grid
    broken = {horde.broken for horde in hordes}
    if len(broken) > 1:
        return Ending.LOST
    return Ending.BROKEN if True in broken else Ending.DESTROYED


def close(script: Script, contest: Domain, ending: Ending, sides: list[Side]) -> None:
    """The contest is over: the totals and what they bring."""
    script.add(e.ContestEnded(contest, ending, sides[0] if len(sides) == 1 else None))
    red, blue = (total(script.state, side, contest) for side in Side)
    script.add(e.ResultDeclared(contest, red, blue))
    script.add(*advantages.paid(script.state, effects(contest, red - blue, script.state.house_rules)))
    script.add(*advantages.rewards(script.state, contest, red - blue))
    if contest is Domain.LAND and not any(advantages.allowed(script.state, side) for side in Side):
        script.add(e.BattleClosed())


def effects(contest: Domain, diff: int, rules: HouseRules) -> tuple[e.EffectEvent, ...]:
    """What a result brings, in the order of its table."""
    line, best = grade(contest, diff, rules), winner(diff)
    if best is None:
        return tuple(e.AdvantagesEarned(contest, side, line.advantages) for side in Side)
    earned = e.AdvantagesEarned(contest, best, line.advantages)
    if contest is Domain.LAND:
        return (earned,)
    return earned, e.WidthGained(best, line.width), e.FirstDeploymentOrdered(best.rival, line.first)
