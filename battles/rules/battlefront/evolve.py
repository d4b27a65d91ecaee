"""The state after an event: no dice, no clock, no refusal."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from battles.rules.battlefront import aims, luck, moves, ruled, stratagems
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.changes import each_side, set_draft, set_horde, set_side, unready
from battles.rules.battlefront.drafting import drafted, orders_without
from battles.rules.battlefront.outcome import total
from battles.rules.battlefront.roster import chosen
from battles.rules.battlefront.state import (
    ContestResult,
    Phase,
    Played,
    RoundTrace,
    SideState,
    Stage,
    State,
)
from battles.rules.ruleset import Side
from battles.rules.script import ScriptOf

OPENS: dict[type[e.PhaseEvent], Phase] = {
    e.MusterOpened: Phase.MUSTER,
    e.AirContestOpened: Phase.AIR,
    e.FirstDeploymentOpened: Phase.FIRST_DEPLOYMENT,
    e.DeploymentOpened: Phase.DEPLOYMENT,
    e.BattleClosed: Phase.RESULT,
}


class Script(ScriptOf[State, e.BattlefrontEvent]):
    def evolve(self, event: e.BattlefrontEvent) -> State:
        return evolve(self.state, event)


def evolve(state: State, event: e.BattlefrontEvent) -> State:
    if isinstance(event, e.DraftEvent):
        camp = state.of(event.side)
        return state.put(event.side, replace(camp, draft=drafted(camp.draft, event)))
    if isinstance(event, e.PhaseEvent):
        return _phased(state, event)
    if isinstance(event, e.ResultEvent):
        return _ended(state, event)
    if isinstance(event, e.StratagemEvent):
        return _played(state, event)
    if isinstance(event, e.RulingEvent):
        return _ruled(state, event)
    return luck.counted(_fought(state, event), event)


def _phased(state: State, event: e.PhaseEvent) -> State:
    match event:
        case e.ReadyChanged(side=side, ready=ready):
            return set_side(state, side, ready=ready)
        case e.MusterOpened() | e.AirContestOpened() | e.FirstDeploymentOpened():
            return _opened(state, OPENS[type(event)])
        case e.DeploymentOpened() | e.BattleClosed():
            return _opened(state, OPENS[type(event)])
        case e.FirstHordesShown(side=side):
            placed = tuple(placement.horde for placement in state.of(side).draft.placements)
            return set_draft(state, side, fixed=placed)
        case e.DeploymentRevealed():
            return _revealed(state)
        case e.RoundOpened(contest=contest, round=number):
            return _round_opened(_traced(state, contest), number)
        case e.StageOpened(stage=stage):
            return replace(each_side(state, unready), stage=stage)
        case _:
            assert_never(event)


def _fought(state: State, event: e.RoundEvent) -> State:
    match event:
        case e.MoraleSet(side=side, level=level):
            return set_side(state, side, morale=level, morale_start=level)
        case e.RoundFought(stage=stage):
            return each_side(state, _unhurt) if stage is Stage.ORDERS else state
        case e.SideRetreated(side=side):
            return set_side(state, side, retreated=True)
        case e.HordeMovedUp(horde=horde):
            return moves.moved(state, state.side_of(horde), horde)
        case e.TacticsTested(contest=Domain.LAND, side=side, test=test):
            return set_side(state, side, test=test)
        case e.TestsRolledAgain() | e.TacticsTested() | e.RoundDecided() | e.AttackMade():
            return state  # what these lead to, other events of the step say
        case e.MoraleLost(side=side, level=level):
            return set_side(state, side, morale=level)
        case e.AirDamageTaken() | e.LandDamageTaken():
            return _damaged(state, event)
        case e.BreakTestTaken(horde=horde, passed=passed):
            return state if passed else _broken(state, horde)
        case _:
            assert_never(event)


def _played(state: State, event: e.StratagemEvent) -> State:
    match event:
        case e.StratagemPlayed(side=side, stratagem=stratagem, horde=horde, line=line, column=column):
            return stratagems.play(state, side, Played(stratagem, horde, line, column))
        case e.TargetLost(horde=horde):
            side = state.side_of(horde)
            return set_draft(state, side, orders=orders_without(state.of(side).draft, horde))
        case e.AttackSilenced():
            return state  # the order stands for the next round
        case _:
            assert_never(event)


def _ruled(state: State, event: e.RulingEvent) -> State:
    match event:
        case e.Adjusted(key=key, value=value):
            return ruled.ruled(state, key, value)
        case e.BattleStopped(phase=phase):
            return replace(each_side(_without_choices(state), unready), phase=Phase.RESULT, stopped=phase)
        case _:
            assert_never(event)


def _fresh_round(camp: SideState) -> SideState:
    """What belongs to one land round ends with it."""
    return replace(camp, ready=False, test=None, routed=(), played=None)


def _unhurt(camp: SideState) -> SideState:
    """Last round's damage is forgotten, and where it felled a horde."""
    return replace(
        camp, fallen=(), hordes=tuple(replace(horde, damage=0) if horde.damage else horde for horde in camp.hordes)
    )


def _opened(state: State, phase: Phase) -> State:
    return replace(each_side(state, _fresh_round), phase=phase, round=0, stage=Stage.ORDERS)


def _revealed(state: State) -> State:
    """The Land Contest starts afresh: nothing of the air's Morale or retreat stays (BF-03, BF-20)."""
    for side in Side:
        state = set_side(state, side, retreated=False, morale=None, morale_start=None)
        state = set_draft(state, side, held_back=_not_placed(state, side))
    return _opened(each_side(state, _unhurt), Phase.LAND)


def _not_placed(state: State, side: Side) -> tuple[int, ...]:
    """Whoever was left beside the grid is in the reserve, with those held back (D-24). Not whom all have seen placed
    first, and a ruling has taken off again.
    """
    draft = state.of(side).draft
    placed = {placement.horde for placement in draft.placements} | {*draft.held_back, *draft.fixed}
    left = (horde.key for horde in chosen(state, side, Domain.LAND) if horde.key not in placed)
    return (*draft.held_back, *left)


def _traced(state: State, contest: Domain) -> State:
    """With the figures at the end of the present round; a contest that was skipped has none."""
    red, blue = state.red.morale, state.blue.morale
    if state.trace is None or red is None or blue is None:
        return state
    totals = total(state, Side.RED, contest), total(state, Side.BLUE, contest)
    return replace(state, trace=(*state.trace, RoundTrace(contest, state.round, *totals, red, blue)))


def _round_opened(state: State, number: int) -> State:
    state = replace(each_side(state, _fresh_round), round=number, stage=Stage.ORDERS)
    for side in Side:
        legal = aims.attackers(state, side) if state.phase is Phase.LAND else {}
        orders = state.of(side).draft.orders
        kept = tuple(order for order in orders if order.target in legal.get(order.horde, ()))
        if kept != orders or state.of(side).draft.moves:
            state = set_draft(state, side, orders=kept, moves=())
    return state


def _ended(state: State, event: e.ResultEvent) -> State:
    match event:
        case e.ContestEnded(contest=contest, ending=ending, side=side):
            return _put_result(_traced(state, contest), contest, ContestResult(state.round, ending, side))
        case e.ResultDeclared():
            return _declared(state, event)
        case e.AdvantagesEarned(side=side, count=count):
            return set_side(state, side, draws=count)
        case e.AdvantagesDrawn(side=side, cards=cards):
            state = set_side(state, side, draws=0, cards=(*state.of(side).cards, *cards))
            return set_draft(state, side, cards=())
        case e.RewardPaid():
            return state  # for the campaign
        case e.WidthGained(side=side, columns=columns):
            return set_side(state, side, width_bonus=columns)
        case e.FirstDeploymentOrdered(side=side, count=count):
            return replace(state, first_side=side, first_count=count)
        case _:
            assert_never(event)


def _put_result(state: State, contest: Domain, result: ContestResult) -> State:
    air = contest is Domain.AIR
    return replace(state, air_result=result) if air else replace(state, land_result=result)


def _declared(state: State, event: e.ResultDeclared) -> State:
    known = state.result(event.contest)
    assert known is not None, "a result is declared after its contest's end"
    totals = replace(known, red_total=event.red_total, blue_total=event.blue_total)
    state = _put_result(state, event.contest, totals)
    state = _without_choices(state)
    return _opened(state, Phase.AIR_RESULT if event.contest is Domain.AIR else Phase.LAND_RESULT)


def _without_choices(state: State) -> State:
    """A contest's choices end with it."""
    for side in Side:
        state = set_draft(state, side, retreat=False, orders=(), moves=(), stratagem=None, cards=())
        state = set_side(state, side, draws=0)
    return state


def _damaged(state: State, event: e.AirDamageTaken | e.LandDamageTaken) -> State:
    return set_horde(state, event.horde, magnitude=event.left, damage=event.before - event.left)


def _broken(state: State, key: int) -> State:
    """It leaves its square, which is kept in mind until the round ends."""
    side = state.side_of(key)
    camp = state.of(side)
    stood = tuple(placement for placement in camp.draft.placements if placement.horde == key)
    return set_horde(set_side(state, side, routed=(*camp.routed, *stood)), key, broken=True)
