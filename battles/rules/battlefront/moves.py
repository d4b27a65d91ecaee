"""Moving up from the Rear Line where the house rules allow it: ordered in secret, made at the round's start (D-14)."""

from __future__ import annotations

from msgspec.structs import replace

from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.state import Placement, Square, State
from battles.rules.ruleset import Side


def possible(state: State, side: Side, but: int = 0) -> tuple[Placement, ...]:
    """Rear hordes whose Front square is empty, as the side stands. but: one that moves otherwise this round."""
    if state.house_rules.moving_up == "never":
        return ()
    camp = state.of(side)
    standing = camp.standing()
    rear = (one for one in camp.draft.placements if one.line is Line.REAR and one.horde != but)
    return tuple(placement for placement in rear if Square(Line.FRONT, placement.column) not in standing)


def ordered(state: State, side: Side) -> tuple[Placement, ...]:
    """Of those, the ones that are ordered to move. An order whose square was taken since is void."""
    moves = state.of(side).draft.moves
    return tuple(placement for placement in possible(state, side) if placement.horde in moves)


def applied(state: State, side: Side) -> State:
    """As if the side's ordered moves were made."""
    for placement in ordered(state, side):
        state = moved(state, side, placement.horde)
    return state


def moved(state: State, side: Side, horde: int) -> State:
    """The horde stands in front of the square it held; its order is carried out."""
    camp = state.of(side)
    placements = tuple(
        replace(placement, line=Line.FRONT) if placement.horde == horde else placement
        for placement in camp.draft.placements
    )
    moves = tuple(key for key in camp.draft.moves if key != horde)
    return state.put(side, replace(camp, draft=replace(camp.draft, placements=placements, moves=moves)))
