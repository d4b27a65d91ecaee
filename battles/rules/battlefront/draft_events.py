"""What a side does in its own compartment: secret, for that side and the GM alone."""

from __future__ import annotations

from battles.rules.battlefront.commands import Line, Role, StratagemKey
from battles.rules.ruleset import SecretEvent


class Draft(SecretEvent, array_like=True):
    """Something in a side's own compartment."""


class HordeChosen(Draft):
    horde: int


class HordeLeft(Draft):
    horde: int


class CommanderNamed(Draft):
    role: Role
    commander: int


class CommanderDismissed(Draft):
    role: Role


class HordePlaced(Draft):
    horde: int
    line: Line
    column: int


class HordeTakenUp(Draft):
    horde: int


class HordeHeldBack(Draft):
    horde: int


class AttackOrdered(Draft):
    horde: int
    target: int
    weapon: int


class AttackCancelled(Draft):
    horde: int


class MoveUpOrdered(Draft):
    horde: int


class MoveUpCancelled(Draft):
    horde: int


class StratagemChosen(Draft):
    """horde, line, column: as in the command."""

    stratagem: StratagemKey
    horde: int = 0
    line: Line | None = None
    column: int = 0


class StratagemDropped(Draft):
    pass


class CardChosen(Draft):
    """A horde's Advantage; it replaces none (D-27)."""

    horde: int
    advantage: int


class CardReturned(Draft):
    horde: int


class RetreatDeclared(Draft):
    pass


class RetreatWithdrawn(Draft):
    pass


DraftEvent = (
    HordeChosen
    | HordeLeft
    | CommanderNamed
    | CommanderDismissed
    | HordePlaced
    | HordeTakenUp
    | HordeHeldBack
    | AttackOrdered
    | AttackCancelled
    | MoveUpOrdered
    | MoveUpCancelled
    | StratagemChosen
    | StratagemDropped
    | CardChosen
    | CardReturned
    | RetreatDeclared
    | RetreatWithdrawn
)
