"""What the fourth phase does to heroes, for everybody to hear (BR-27 to BR-30)."""

from __future__ import annotations

from battles.rules.armies import Location
from battles.rules.d100 import D100Test
from battles.rules.ruleset import Event, Side


class Struck(Event, array_like=True):
    """Damage of an action. roll: of the location, 0 if it was the action's own, swapped. dice: those of the formula.

    kept: what counts of them. checks: rolls for a further die on a 10, with the dice that they brought. flat: what the
    formula adds. raw: after halving, if a house rule halves it. toughness, armour: what is taken off.
    """

    hero: int
    roll: int
    location: Location
    dice: tuple[int, ...]
    kept: int
    checks: tuple[int, ...]
    further: tuple[int, ...]
    flat: int
    raw: int
    toughness: int
    armour: int
    before: int
    after: int

    @property
    def net(self) -> int:
        return max(0, self.raw - self.toughness - self.armour)

    @property
    def critical(self) -> int:
        """What goes beyond the last Wound."""
        return max(0, self.net - self.before)


class CriticalSuffered(Event, array_like=True):
    """effect: 1 to 10, as the table says it. bare: a 4 without armour left there, which is a 2."""

    hero: int
    location: Location
    value: int
    roll: int
    effect: int
    bare: bool
    turn: int


class BleedingStopped(Event, array_like=True):
    """helper: who tended the wounded this turn and helps nobody else."""

    hero: int
    helper: int


class BleedingTested(Event, array_like=True):
    hero: int
    test: D100Test


class FateBurned(Event, array_like=True):
    hero: int


class HeroDied(Event, array_like=True):
    hero: int


class CommandPassed(Event, array_like=True):
    """hero: None if nobody is left who could lead."""

    side: Side
    hero: int | None


WoundEvent = Struck | CriticalSuffered | BleedingStopped | BleedingTested | FateBurned | HeroDied | CommandPassed
