"""Break tests: what a horde must roll to stay, by the house rule in force (BF-11, BF-36, D-03)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from battles.rules.battlefront.catalogue import Trait
from battles.rules.battlefront.state import BreakCause, Horde, State

HALF_STRENGTH = -10


class Nerve(NamedTuple):
    """What steadies a side's hordes. modifier: of Stratagems, in points of a d100 target."""

    morale: int
    willpower: int
    modifier: int = 0


class Demand(NamedTuple):
    """A roll of at most `target` on a die of `faces` passes; without a die (faces 0) the cause decides."""

    cause: BreakCause
    faces: int = 0
    target: int = 0


def demand(state: State, horde: Horde, nerve: Nerve) -> Demand:
    """What the horde's Break test takes; the Fearless need none."""
    if Trait.FEARLESS in state.profile(horde).traits:
        return Demand(BreakCause.FEARLESS)
    return DEMANDS[state.house_rules.break_test](horde, nerve)


def faces(break_test: str) -> int:
    """The die of a house rule's Break test."""
    return 10 if break_test == "morale_on_d10" else 100


def break_target(morale: int, squads: int) -> int:
    return 10 * morale + 5 * squads


def _morale_and_squads(horde: Horde, nerve: Nerve) -> Demand:
    if nerve.morale == 0:
        return Demand(BreakCause.MORALE)
    return Demand(BreakCause.ROLLED, 100, break_target(nerve.morale, horde.squads) + nerve.modifier)


def _morale_on_d10(horde: Horde, nerve: Nerve) -> Demand:
    """A Stratagem's points count by the ten on the smaller die."""
    if nerve.morale == 0:
        return Demand(BreakCause.MORALE)
    return Demand(BreakCause.ROLLED, 10, nerve.morale + nerve.modifier // 10)


def _willpower(horde: Horde, nerve: Nerve) -> Demand:
    """Quarters and halves of what the horde brought into the battle; the round's start is before its damage.

    A quarter left or less breaks it. Otherwise it tests if it is at half or below, or lost a quarter this round;
    whoever must test at Morale Level 0 breaks without a roll.
    """
    if 4 * horde.magnitude <= horde.start:
        return Demand(BreakCause.QUARTER)
    half = 2 * horde.magnitude <= horde.start
    if not half and 4 * horde.damage < horde.magnitude + horde.damage:
        return Demand(BreakCause.SPARED)
    if nerve.morale == 0:
        return Demand(BreakCause.MORALE)
    return Demand(BreakCause.ROLLED, 100, nerve.willpower + nerve.modifier + (HALF_STRENGTH if half else 0))


DEMANDS: dict[str, Callable[[Horde, Nerve], Demand]] = {
    "morale_and_squads": _morale_and_squads,
    "morale_on_d10": _morale_on_d10,
    "willpower": _willpower,
}
