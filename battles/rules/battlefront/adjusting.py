"""The GM's rulings on a Battlefront battle: a figure changed, and the choices that it makes impossible; the end by his
word. No dice, and no end of a contest: the next round finds who has nothing left.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from battles.rules.battlefront import advantages, drafts, stages
from battles.rules.battlefront import events as e
from battles.rules.battlefront.commands import Role
from battles.rules.battlefront.evolve import Script
from battles.rules.battlefront.figures import figures
from battles.rules.battlefront.roster import deployable
from battles.rules.battlefront.ruled import BESIDE
from battles.rules.battlefront.state import Phase, Stage, State
from battles.rules.ruleset import Illegal, Side
from battles.rules.rulings import Figure, find

OVER = "The battle is over."


def adjust(state: State, key: str, value: str) -> tuple[e.BattlefrontEvent, ...]:
    """Raises Illegal."""
    if state.phase is Phase.RESULT:
        raise Illegal(OVER, clause="BF-39")
    figure = find(figures(state), key)
    script = Script(state)
    script.add(_told(state, figure, figure.checked(value)))
    moved = figure.side if key.endswith(".square") and _unsettles(state, value) else None
    for side in Side:
        _clear(script, side)
        changed = moved is side or _basis(state, side) != _basis(script.state, side)
        if changed and script.state.of(side).ready:
            script.add(e.ReadyChanged(side, False))
    return tuple(script.events)


def stop(state: State) -> tuple[e.BattlefrontEvent, ...]:
    """Raises Illegal."""
    if state.phase is Phase.RESULT:
        raise Illegal(OVER, clause="BF-39")
    return (e.BattleStopped(state.phase),)


def _told(state: State, figure: Figure, value: str) -> e.Adjusted:
    """A horde that comes out of its reserve onto the grid is seen by everybody."""
    event = e.Adjusted.of(figure, value)
    shown = state.reached(Phase.LAND) and figure.key.endswith(".square") and value != figure.value
    return replace(event, to=()) if shown else event


def _unsettles(state: State, value: str) -> bool:
    """Whether a horde put there leaves its side's deployment unfinished."""
    return state.phase is Phase.FIRST_DEPLOYMENT or (state.phase is Phase.DEPLOYMENT and value == BESIDE)


def _clear(script: Script, side: Side) -> None:
    if script.state.phase is Phase.LAND:
        stages.clear(script, side)
    elif script.state.phase in advantages.DRAWING:
        advantages.clear(script, side)


def _basis(state: State, side: Side) -> Any:
    """What the side's choices rest on in this phase. Ready is taken back where it has changed, whatever was chosen, so
    that it tells nothing of that.
    """
    if state.phase in drafts.DEPLOYMENTS:
        return {horde.key for horde in deployable(state, side)}
    if state.phase is Phase.LAND:
        return _field(state, side)
    if state.phase in advantages.DRAWING:
        return state.of(side).draws, {horde.key for horde in advantages.suppliers(state, side)}
    return None


def _field(state: State, side: Side) -> Any:
    """Of a land round: who stands where, what he can do there, what Stratagems ask for."""
    camp = state.of(side)
    grid = [state.of(each).standing() for each in Side]
    placed = {key for half in grid for key in half.values()}
    traits = {each.horde: each.traits for each in state.ruled_traits if each.horde in placed}
    rally = (state.round, camp.morale, camp.morale_start) if state.stage is Stage.AFTER else None
    return grid, traits, camp.routed, camp.holder(Role.GENERAL), rally
