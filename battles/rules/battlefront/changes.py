"""Small changes of a state that events and rulings share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from battles.rules.battlefront.drafting import orders_without
from battles.rules.battlefront.state import SideState, State
from battles.rules.ruleset import Side


def set_side(state: State, side: Side, **changes: Any) -> State:
    return state.put(side, replace(state.of(side), **changes))


def set_draft(state: State, side: Side, **changes: Any) -> State:
    return set_side(state, side, draft=replace(state.of(side).draft, **changes))


def each_side(state: State, change: Callable[[SideState], SideState]) -> State:
    return replace(state, red=change(state.red), blue=change(state.blue))


def unready(camp: SideState) -> SideState:
    return replace(camp, ready=False)


def set_horde(state: State, key: int, **changes: Any) -> State:
    """Changes a horde of either side; one that no longer fights leaves its square and its order."""
    side = state.side_of(key)
    camp = state.of(side)
    hordes = tuple(replace(horde, **changes) if horde.key == key else horde for horde in camp.hordes)
    state = set_side(state, side, hordes=hordes)
    horde = state.of(side).horde(key)
    return state if horde is None or horde.fights else off_the_grid(state, side, key)


def off_the_grid(state: State, side: Side, key: int) -> State:
    draft, fallen = state.of(side).draft, state.of(side).fallen
    placements = tuple(placement for placement in draft.placements if placement.horde != key)
    left = tuple(placement for placement in draft.placements if placement.horde == key)
    state = set_side(state, side, fallen=(*fallen, *left))
    return set_draft(state, side, placements=placements, orders=orders_without(draft, key))
