"""Deployment on the Battle Grid, secret until the one reveal (BF-21, BF-23, BF-29, BF-30, D-24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import BattlefrontCommand, HoldBack, Place, TakeUp
from battles.rules.battlefront.lanes import own_columns, own_squares
from battles.rules.battlefront.roster import Problem, chosen, deployable, own_horde
from battles.rules.battlefront.state import Horde, Phase, Square, State
from battles.rules.ruleset import Illegal, Message, Side

DeploymentCommand = Place | TakeUp | HoldBack


def to_place(state: State, side: Side) -> tuple[Horde, ...]:
    """The chosen land hordes still beside the grid."""
    draft = state.of(side).draft
    settled = {placement.horde for placement in draft.placements} | set(draft.held_back)
    return tuple(horde for horde in deployable(state, side) if horde.key not in settled)


def first_needed(state: State, side: Side) -> int:
    """How many hordes the side places first: all of them if it has fewer (BF-29)."""
    return min(state.first_count, len(deployable(state, side)), len(own_squares(state, side)))


def first_missing(state: State, side: Side) -> int:
    return first_needed(state, side) - len(state.of(side).draft.placements)


def options(state: State, side: Side) -> Iterator[BattlefrontCommand]:
    draft, taken = state.of(side).draft, state.of(side).standing()
    free = tuple(square for square in own_squares(state, side) if square not in taken)
    placed, full = set(taken.values()), _first_is_full(state, side)
    for horde in deployable(state, side):
        key = horde.key
        if key in draft.fixed:
            continue
        if key in placed or not full:
            yield from (Place(key, line, column) for line, column in free)
        if key in placed or key in draft.held_back:
            yield TakeUp(key)
        if state.phase is Phase.DEPLOYMENT and key not in draft.held_back:
            yield HoldBack(key)


def problems(state: State, side: Side) -> tuple[Problem, ...]:
    """Every chosen land horde is placed or held back; in the first deployment just the number asked for."""
    if state.phase is Phase.FIRST_DEPLOYMENT:
        missing = first_missing(state, side)
        text = Message("Hordes still to be placed first: %(number)s.", {"number": missing})
        return (Problem(text, "BF-29"),) if missing else ()
    waiting = len(to_place(state, side))
    free = len(own_squares(state, side)) - len(state.of(side).draft.placements)
    reserve = state.house_rules.surplus_hordes == "reserve"
    if not waiting or (reserve and not free):
        return ()  # in the reserve whoever finds no square (D-24)
    surplus = waiting - free
    found = [Problem(Message("Hordes still to be placed or held back: %(number)s.", {"number": waiting}), "BF-29")]
    if surplus > 0 and not reserve:
        text = Message("More hordes than squares: %(number)s must be held back.", {"number": surplus})
        found.insert(0, Problem(text, "D-24"))
    return tuple(found)


def decide(state: State, side: Side, command: DeploymentCommand) -> e.DraftEvent:
    match command:
        case Place(horde=key, line=line, column=column):
            return _place(state, side, key, Square(line, column))
        case TakeUp(horde=key):
            return _take_up(state, side, key)
        case HoldBack(horde=key):
            return _hold_back(state, side, key)
        case _:
            assert_never(command)


def _first_is_full(state: State, side: Side) -> bool:
    return state.phase is Phase.FIRST_DEPLOYMENT and first_missing(state, side) <= 0


def _movable(state: State, side: Side, key: int) -> Horde:
    """A chosen land horde of the side that the first deployment has not fixed."""
    horde = own_horde(state.of(side), key)
    if horde not in chosen(state, side, Domain.LAND):
        raise Illegal(
            "%(name)s is not one of the land hordes that you chose.",
            clause="BF-21",
            field="horde",
            name=horde.name,
        )
    if not horde.fights:
        raise Illegal(
            "%(name)s is out of this battle: it can't be placed.", clause="BF-21", field="horde", name=horde.name
        )
    if key in state.of(side).draft.fixed:
        raise Illegal(
            "%(name)s was placed first and seen by all: it stays where it is.",
            clause="D-30",
            field="horde",
            name=horde.name,
        )
    return horde


def _place(state: State, side: Side, key: int, square: Square) -> e.DraftEvent:
    horde = _movable(state, side, key)
    if square not in own_squares(state, side):
        raise _outside(own_columns(state, side))
    taken = state.of(side).standing()
    if square in taken:
        raise _occupied(state, side, taken[square])
    if horde.key not in taken.values() and _first_is_full(state, side):
        number = first_needed(state, side)
        raise Illegal("Hordes you place first: %(number)s, no more.", clause="BF-29", field="horde", number=number)
    return e.HordePlaced(side, horde.key, square.line, square.column)


def _outside(columns: range) -> Illegal:
    return Illegal(
        "That column is outside your Width: you have columns %(first)s to %(last)s.",
        clause="BF-23",
        field="column",
        first=columns[0],
        last=columns[-1],
    )


def _occupied(state: State, side: Side, key: int) -> Illegal:
    name = own_horde(state.of(side), key).name
    return Illegal("%(name)s stands on that square: one horde per square.", clause="BF-21", field="square", name=name)


def _take_up(state: State, side: Side, key: int) -> e.DraftEvent:
    horde = _movable(state, side, key)
    if horde in to_place(state, side):
        raise Illegal("%(name)s is still beside the grid.", clause="BF-21", field="horde", name=horde.name)
    return e.HordeTakenUp(side, key)


def _hold_back(state: State, side: Side, key: int) -> e.DraftEvent:
    horde = _movable(state, side, key)
    if key in state.of(side).draft.held_back:
        raise Illegal("%(name)s is already held back.", clause="D-24", field="horde", name=horde.name)
    return e.HordeHeldBack(side, key)
