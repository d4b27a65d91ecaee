"""The state after an event: no dice, no clock, no refusal."""

from __future__ import annotations

from typing import Any, assert_never

from msgspec.structs import replace

from battles.rules.bataille import events as e
from battles.rules.bataille.drafting import drafted, prepared
from battles.rules.bataille.effects import suffered
from battles.rules.bataille.ruled import SCOUTED, ruled
from battles.rules.bataille.state import Declared, Draft, Duel, Ended, Ending, Phase, State
from battles.rules.luck import more
from battles.rules.ruleset import Side
from battles.rules.script import ScriptOf


class Script(ScriptOf[State, e.BatailleEvent]):
    def evolve(self, event: e.BatailleEvent) -> State:
        return evolve(self.state, event)


def evolve(state: State, event: e.BatailleEvent) -> State:
    if isinstance(event, e.SideDraft):
        return state.put(event.side, drafted(state.of(event.side), event))
    if isinstance(event, e.GMDraft):
        return prepared(state, event)
    if isinstance(event, e.OpeningEvent):
        return _opened(state, event)
    if isinstance(event, e.FlowEvent):
        return _flowed(state, event)
    if isinstance(event, e.EndEvent):
        return _ended(state, event)
    if isinstance(event, e.TurnEvent):
        return _acted(state, event)
    if isinstance(event, e.DuelEvent):
        return _challenged(state, event)
    if isinstance(event, e.RulingEvent):
        return _ruled(state, event)
    return _wounded(state, event)


def _set(state: State, side: Side, **changes: Any) -> State:
    return state.put(side, replace(state.of(side), **changes))


def _hero(state: State, key: int, **changes: Any) -> State:
    side = state.side_of(key)
    return state.put(side, state.of(side).put(replace(state.hero(key), **changes)))


def _opened(state: State, event: e.OpeningEvent) -> State:
    match event:
        case e.ForcesEvaluated(case=case, favoured=favoured, base=base):
            return replace(state, case=case, favoured=favoured, base=base)
        case e.GeneralsShown(side=side, general=general):
            return _set(state, side, acting=general)
        case e.ThresholdSet(side=side, base=base, raised=raised, start=start):
            return _set(state, side, threshold=base + raised, points=start)
        case e.StrategicPointsGiven():
            return state  # what they do, the threshold says
        case _:
            assert_never(event)


def _flowed(state: State, event: e.FlowEvent) -> State:
    match event:
        case e.WithdrawalAsked(side=side, asked=asked):
            return _set(state, side, withdrawal=asked)
        case e.ReadyChanged(side=side, ready=ready):
            return _set(state, side, ready=ready)
        case e.StageOpened(phase=phase, declaring=declaring, second=second):
            return replace(_each(state, ready=False), phase=phase, declaring=declaring, declared_first=second)
        case e.TurnOpened(turn=turn):
            return _turn_opened(state, turn)
        case e.PhaseOpened(number=3):
            return replace(_each(state, declared=()), duels=())  # till then the last turn's are to be seen
        case e.PhaseOpened():
            return state  # a heading
        case _:
            assert_never(event)


def _ended(state: State, event: e.EndEvent) -> State:
    match event:
        case e.TurnEnded(minutes=minutes):
            trace = (*state.trace, (state.red.points, state.blue.points))
            return replace(state, minutes=state.minutes + minutes, trace=trace)
        case e.BattleEnded(winner=winner, how=how, massacre=massacre):
            over = replace(_each(state, ready=False, withdrawal=False), phase=Phase.RESULT)
            return replace(over, ended=Ended(winner, how, massacre))
        case e.AftermathCounted(side=side, dead=dead, wounded=wounded):
            return _counted(state, side, dead, wounded)
        case _:
            assert_never(event)


def _ruled(state: State, event: e.RulingEvent) -> State:
    match event:
        case e.Adjusted(key=key, value=value):
            return ruled(state, key, value)
        case e.ChallengeVoided(challenger=one, target=other):
            return replace(state, duels=tuple(d for d in state.duels if (d.challenger, d.target) != (one, other)))
        case e.ActionCancelled(hero=hero):
            side = state.side_of(hero)
            return _set(state, side, declared=tuple(each for each in state.of(side).declared if each.hero != hero))
        case e.BattleStopped(phase=phase):
            over = replace(_each(state, ready=False, withdrawal=False), phase=Phase.RESULT)
            return replace(over, ended=Ended(None, Ending.STOPPED, stopped=phase))
        case _:
            assert_never(event)


def _each(state: State, **changes: Any) -> State:
    for side in Side:
        state = _set(state, side, **changes)
    return state


def _turn_opened(state: State, turn: int) -> State:
    """The first turn remembers what both sides start with."""
    trace = state.trace or ((state.red.points, state.blue.points),)
    cleared = _each(state, ready=False, draft=Draft(), modifier=0, aid=(), withdrawal=False)
    return replace(cleared, phase=Phase.START_OF_TURN, turn=turn, initiative=None, trace=trace)


def _counted(state: State, side: Side, dead: int, wounded: int) -> State:
    assert state.ended is not None
    at = list(Side).index(side)
    changed = {"dead": _at(state.ended.dead, at, dead), "wounded": _at(state.ended.wounded, at, wounded)}
    return replace(state, ended=replace(state.ended, **changed))


def _at(pair: tuple[int, int], index: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if index == 0 else (pair[0], value)


def _acted(state: State, event: e.TurnEvent) -> State:
    match event:
        case e.PointsChanged(side=side, after=after):
            return _set(state, side, points=after)
        case e.TacticsTested(side=side, test=test):
            return state if test is None else _lucky(state, side, test.target, test.roll)
        case e.TacticsDecided(winner=winner):
            return replace(_each(state, scouted=0), initiative=winner)
        case e.ActionRevealed(hero=hero, action=action, test=key):
            side = state.side_of(hero)
            return _set(state, side, declared=(*state.of(side).declared, Declared(hero, action, key)))
        case e.ActionTested(hero=hero, test=test, again=again):
            tested = _lucky(state, state.side_of(hero), test.target, test.roll)
            return _hero(tested, hero, fortune=tested.hero(hero).fortune - again)
        case e.TestModified(hero=hero, modifier=modifier, turn=turn):
            return _hero(state, hero, modifier=modifier, modified=turn)
        case e.FriendTended(hero=hero):
            side = state.side_of(hero)
            return _set(state, side, aid=(*state.of(side).aid, hero))
        case e.WayScouted(hero=hero):
            return _set(state, state.side_of(hero), scouted=SCOUTED)
        case e.TacticsRolledAgain():
            return state  # what these lead to, other events of the step say
        case _:
            assert_never(event)


def _challenged(state: State, event: e.DuelEvent) -> State:
    match event:
        case e.ChallengeAnnounced(challenger=challenger, target=target):
            return replace(state, duels=(*state.duels, Duel(challenger, target)))
        case e.ChallengeAnswered(challenger=challenger, accepted=accepted):
            answered = (replace(d, accepted=accepted) if d.challenger == challenger else d for d in state.duels)
            return replace(state, duels=tuple(answered))
        case e.DuelDecided():
            return state
        case _:
            assert_never(event)


def _lucky(state: State, side: Side, target: int, roll: int) -> State:
    return _set(state, side, luck=more(state.of(side).luck, target, roll))


def _wounded(state: State, event: e.WoundEvent) -> State:
    match event:
        case e.Struck(hero=hero, after=after):
            return _hero(state, hero, wounds=after)
        case e.CriticalSuffered(hero=hero):
            return _hero(state, hero, **suffered(state.hero(hero), event))
        case e.BleedingStopped(hero=hero, helper=helper):
            side = state.side_of(hero)
            left = tuple(key for key in state.of(side).aid if key != helper)
            return _hero(_set(state, side, aid=left), hero, bleeding=False)
        case e.BleedingTested(hero=hero, test=test):
            tested = _lucky(state, state.side_of(hero), test.target, test.roll)
            return _hero(tested, hero, bleeding=False, dying=not test.success)
        case e.FateBurned(hero=hero):
            return _hero(state, hero, fate=state.hero(hero).fate - 1, dying=False, condition="out")
        case e.HeroDied(hero=hero):
            return _hero(state, hero, dying=False, bleeding=False, condition="dead", wounds=0)
        case e.CommandPassed(side=side, hero=key):
            return _set(state, side, acting=key)
        case _:
            assert_never(event)
