"""What a ruling of the GM's writes: the state with one figure changed. `figures` says which there are."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from battles.rules.battlefront import lanes
from battles.rules.battlefront.catalogue import Trait
from battles.rules.battlefront.changes import off_the_grid, set_draft, set_horde, set_side
from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.state import Draft, Horde, Phase, Placement, RuledTraits, State
from battles.rules.ruleset import Side

YES, NO, NOBODY = "yes", "no", "nobody"
BESIDE, RESERVE = "beside", "reserve"  # where a horde is that stands on no square


def square_key(line: Line, column: int) -> str:
    """`front.3`."""
    return f"{line}.{column}"


def square_of(draft: Draft, horde: Horde) -> str:
    """Where the horde is, as its figure has it."""
    placed = next((each for each in draft.placements if each.horde == horde.key), None)
    if placed:
        return square_key(placed.line, placed.column)
    return RESERVE if horde.key in draft.held_back else BESIDE


def ruled(state: State, key: str, value: str) -> State:
    match key.split("."):
        case ["battle", "first_side"]:
            return replace(state, first_side=None if value == NOBODY else Side(value))
        case ["battle", name]:
            return replace(state, **{name: int(value)})
        case ["side", side, "width"]:
            return _width(state, Side(side), int(value))
        case ["side", side, name]:
            return set_side(state, Side(side), **{name: int(value)})
        case ["commander", commander, name]:
            return _commander(state, int(commander), name, int(value))
        case ["horde", horde, "trait", trait]:
            return _trait(state, int(horde), Trait(trait), value == YES)
        case ["horde", horde, "square"]:
            return _square(state, int(horde), value)
        case ["horde", horde, "broken"]:
            return _horde(state, int(horde), broken=value == YES)
        case ["horde", horde, name]:
            return _horde(state, int(horde), **{name: int(value)})
        case _:
            raise LookupError(key)


def _width(state: State, side: Side, value: int) -> State:
    """What the air result will bring still comes to it."""
    return set_side(state, side, width_ruling=value - lanes.unruled_width(state, side))


def _commander(state: State, key: int, name: str, value: int) -> State:
    for side in Side:
        sheets = state.of(side).commanders
        changed = tuple(replace(sheet, **{name: value}) if sheet.key == key else sheet for sheet in sheets)
        if changed != sheets:
            return set_side(state, side, commanders=changed)
    return state


def _trait(state: State, key: int, trait: Trait, has: bool) -> State:
    """A horde that has what its profile says needs no ruling."""
    horde = _find(state, key)
    now = {*state.profile(horde).traits} - {trait} | ({trait} if has else set())
    others = tuple(each for each in state.ruled_traits if each.horde != key)
    if now == set(state.profiles[horde.profile].traits):
        return replace(state, ruled_traits=others)
    own = RuledTraits(key, tuple(each for each in Trait if each in now))
    return replace(state, ruled_traits=tuple(sorted((*others, own), key=lambda each: each.horde)))


def _find(state: State, key: int) -> Horde:
    horde = state.of(state.side_of(key)).horde(key)
    assert horde is not None, "a ruling is on a horde of the battle"
    return horde


def _horde(state: State, key: int, **changes: Any) -> State:
    """Out of the fight it leaves the grid as by damage; back in it, it waits beside the grid or in the reserve."""
    side, before = state.side_of(key), _find(state, key).fights
    fallen = state.of(side).fallen
    state = set_horde(state, key, **changes)
    if _find(state, key).fights is before:
        return state
    camp = state.of(side)
    if before and not state.reached(Phase.LAND):
        # A deployment's squares are secret, and nobody fell there.
        return set_side(state, side, fallen=fallen)
    if not before:
        state = set_draft(state, side, fixed=tuple(each for each in camp.draft.fixed if each != key))
        state = set_side(state, side, fallen=tuple(each for each in camp.fallen if each.horde != key))
    # Whom a ruling took away or brought back did not break and can't feign it.
    return set_side(state, side, routed=tuple(each for each in camp.routed if each.horde != key))


def _square(state: State, key: int, value: str) -> State:
    side = state.side_of(key)
    camp = state.of(side)
    line, _, column = value.partition(".")
    held_back = tuple(each for each in camp.draft.held_back if each != key)
    if not column:
        taken = set_side(off_the_grid(state, side, key), side, fallen=camp.fallen)
        fixed = tuple(each for each in camp.draft.fixed if each != key)
        return set_draft(taken, side, fixed=fixed, held_back=(*held_back, key) if value == RESERVE else held_back)
    new = Placement(key, Line(line), int(column))
    placements = camp.draft.placements
    if any(each.horde == key for each in placements):
        placements = tuple(new if each.horde == key else each for each in placements)
    else:
        placements = (*placements, new)
    return set_draft(state, side, placements=placements, held_back=held_back)
