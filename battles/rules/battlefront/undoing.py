"""An own edit taken back: which choices of a draft are still open in which phase."""

from __future__ import annotations

from battles.rules.battlefront.changes import set_draft, set_side
from battles.rules.battlefront.drafts import waited_for
from battles.rules.battlefront.state import Phase, Stage, State
from battles.rules.ruleset import AUDIENCES, Commander, Side, Viewer
from battles.rules.undoing import Undoing

OPEN: dict[Phase, tuple[str, ...]] = {
    Phase.MUSTER: ("chosen", "posts"),
    Phase.AIR: ("retreat",),
    Phase.AIR_RESULT: ("cards",),
    Phase.FIRST_DEPLOYMENT: ("placements", "held_back"),
    Phase.DEPLOYMENT: ("placements", "held_back"),
    Phase.LAND: ("orders", "moves", "stratagem", "retreat"),
    Phase.LAND_RESULT: ("cards",),
}


def sealed(state: State, viewer: Viewer) -> bool:
    """The GM has no draft in this ruleset."""
    return not isinstance(viewer, Commander) or viewer.side not in waited_for(state)


def chosen(state: State, other: State, viewer: Viewer) -> State:
    if not isinstance(viewer, Commander):
        return state
    draft = other.of(viewer.side).draft
    return set_draft(state, viewer.side, **{name: getattr(draft, name) for name in _open(state)})


def caught_up(state: State, now: State) -> State:
    for side in Side:
        state = chosen(state, now, AUDIENCES[side.value])
        state = set_side(state, side, ready=now.of(side).ready)
    return state


def _open(state: State) -> tuple[str, ...]:
    """After the rolls the orders are carried out: only a stratagem can still be chosen (D-20)."""
    if state.phase is Phase.LAND and state.stage is not Stage.ORDERS:
        return ("stratagem",)
    return OPEN.get(state.phase, ())


UNDOING = Undoing(sealed, chosen, caught_up)
