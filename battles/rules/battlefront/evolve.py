"""The state after an event: no dice, no clock, no refusal."""

from __future__ import annotations

from typing import Any, assert_never

from msgspec.structs import replace

from battles.rules.battlefront import events as e
from battles.rules.battlefront import lanes
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.state import ContestResult, Draft, Order, Phase, Placement, Post, SideState, State
from battles.rules.ruleset import Side


class Script:
    """The events of a step as they are written, and the state that they lead to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[e.BattlefrontEvent] = []

    def add(self, *events: e.BattlefrontEvent) -> None:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)


def evolve(state: State, event: e.BattlefrontEvent) -> State:
    if isinstance(event, e.DraftEvent):
        camp = state.of(event.side)
        return state.put(event.side, replace(camp, draft=_drafted(camp.draft, event)))
    if isinstance(event, e.PhaseEvent):
        return _phased(state, event)
    if isinstance(event, e.ResultEvent):
        return _ended(state, event)
    return _fought(state, event)


def _drafted(draft: Draft, event: e.DraftEvent) -> Draft:
    match event:
        case e.HordeChosen(horde=horde):
            return replace(draft, chosen=(*draft.chosen, horde))
        case e.HordeLeft(horde=horde):
            return replace(draft, chosen=tuple(key for key in draft.chosen if key != horde))
        case e.CommanderNamed(role=role, commander=commander):
            others = tuple(post for post in draft.posts if post.role is not role)
            return replace(draft, posts=(*others, Post(role, commander)))
        case e.CommanderDismissed(role=role):
            return replace(draft, posts=tuple(post for post in draft.posts if post.role is not role))
        case e.HordePlaced() | e.HordeTakenUp() | e.HordeHeldBack():
            return _deployed(draft, event)
        case e.AttackOrdered(horde=horde, target=target, weapon=weapon):
            return replace(draft, orders=(*_orders_without(draft, horde), Order(horde, target, weapon)))
        case e.AttackCancelled(horde=horde):
            return replace(draft, orders=_orders_without(draft, horde))
        case e.RetreatDeclared():
            return replace(draft, retreat=True)
        case e.RetreatWithdrawn():
            return replace(draft, retreat=False)
        case _:
            assert_never(event)


def _orders_without(draft: Draft, horde: int) -> tuple[Order, ...]:
    return tuple(order for order in draft.orders if order.horde != horde)


def _deployed(draft: Draft, event: e.HordePlaced | e.HordeTakenUp | e.HordeHeldBack) -> Draft:
    """Placed, held back or beside the grid: a horde is in one of the three."""
    placements = tuple(placement for placement in draft.placements if placement.horde != event.horde)
    held_back = tuple(key for key in draft.held_back if key != event.horde)
    if isinstance(event, e.HordePlaced):
        placements = (*placements, Placement(event.horde, event.line, event.column))
    elif isinstance(event, e.HordeHeldBack):
        held_back = (*held_back, event.horde)
    return replace(draft, placements=placements, held_back=held_back)


def _phased(state: State, event: e.PhaseEvent) -> State:
    match event:
        case e.ReadyChanged(side=side, ready=ready):
            return _set(state, side, ready=ready)
        case e.MusterOpened():
            return _opened(state, Phase.MUSTER)
        case e.AirContestOpened():
            return _opened(state, Phase.AIR)
        case e.FirstDeploymentOpened():
            return _opened(state, Phase.FIRST_DEPLOYMENT)
        case e.DeploymentOpened():
            return _opened(state, Phase.DEPLOYMENT)
        case e.FirstHordesShown(side=side):
            placed = tuple(placement.horde for placement in state.of(side).draft.placements)
            return _set_draft(state, side, fixed=placed)
        case e.DeploymentRevealed():
            return _revealed(state)
        case e.RoundOpened(round=number):
            return _round_opened(state, number)
        case _:
            assert_never(event)


def _fought(state: State, event: e.RoundEvent) -> State:
    match event:
        case e.MoraleSet(side=side, level=level):
            return _set(state, side, morale=level, morale_start=level)
        case e.RoundFought():
            return _each_side(state, _unhurt)
        case e.SideRetreated(side=side):
            return _set(state, side, retreated=True)
        case e.TestsRolledAgain() | e.TacticsTested() | e.RoundDecided() | e.AttackMade():
            return state  # what these lead to, other events of the step say
        case e.MoraleLost(side=side, level=level):
            return _set(state, side, morale=level)
        case e.AirDamageTaken() | e.LandDamageTaken():
            return _damaged(state, event)
        case e.BreakTestTaken(horde=horde, passed=passed):
            return state if passed else _set_horde(state, horde, broken=True)
        case _:
            assert_never(event)


def _set(state: State, side: Side, **changes: Any) -> State:
    return state.put(side, replace(state.of(side), **changes))


def _set_draft(state: State, side: Side, **changes: Any) -> State:
    return _set(state, side, draft=replace(state.of(side).draft, **changes))


def _each_side(state: State, change: Any) -> State:
    return replace(state, red=change(state.red), blue=change(state.blue))


def _unready(camp: SideState) -> SideState:
    return replace(camp, ready=False)


def _unhurt(camp: SideState) -> SideState:
    """Last round's damage is forgotten."""
    return replace(camp, hordes=tuple(replace(horde, damage=0) if horde.damage else horde for horde in camp.hordes))


def _opened(state: State, phase: Phase) -> State:
    return replace(_each_side(state, _unready), phase=phase, round=0)


def _revealed(state: State) -> State:
    """The Land Contest starts afresh: nothing of the air's Morale or retreat stays (BF-03, BF-20)."""
    for side in Side:
        state = _set(state, side, retreated=False, morale=None, morale_start=None)
    return _opened(_each_side(state, _unhurt), Phase.LAND)


def _round_opened(state: State, number: int) -> State:
    state = replace(_each_side(state, _unready), round=number)
    for side in Side:
        legal = lanes.attackers(state, side) if state.phase is Phase.LAND else {}
        orders = state.of(side).draft.orders
        kept = tuple(order for order in orders if order.target in legal.get(order.horde, ()))
        if kept != orders:
            state = _set_draft(state, side, orders=kept)
    return state


def _ended(state: State, event: e.ResultEvent) -> State:
    match event:
        case e.ContestEnded(contest=contest, ending=ending, side=side):
            return _put_result(state, contest, ContestResult(state.round, ending, side))
        case e.ResultDeclared():
            return _declared(state, event)
        case e.AdvantagesEarned():
            return state  # follows from the result; drawing the cards is not part of the battle yet
        case e.WidthGained(side=side, columns=columns):
            return _set(state, side, width_bonus=columns)
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
    for side in Side:
        state = _set_draft(state, side, retreat=False, orders=())
    return _opened(state, Phase.AIR_RESULT if event.contest is Domain.AIR else Phase.RESULT)


def _damaged(state: State, event: e.AirDamageTaken | e.LandDamageTaken) -> State:
    return _set_horde(state, event.horde, magnitude=event.left, damage=event.before - event.left)


def _set_horde(state: State, key: int, **changes: Any) -> State:
    """Changes a horde of either side; one that no longer fights leaves its square and its order."""
    side = Side.RED if state.red.horde(key) else Side.BLUE
    camp = state.of(side)
    hordes = tuple(replace(horde, **changes) if horde.key == key else horde for horde in camp.hordes)
    state = _set(state, side, hordes=hordes)
    horde = state.of(side).horde(key)
    return state if horde is None or horde.fights else _off_the_grid(state, side, key)


def _off_the_grid(state: State, side: Side, key: int) -> State:
    draft = state.of(side).draft
    placements = tuple(placement for placement in draft.placements if placement.horde != key)
    return _set_draft(state, side, placements=placements, orders=_orders_without(draft, key))
