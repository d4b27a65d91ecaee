"""What a GM or a commander may ask for in a Battlefront battle. All flat: a plain form carries each."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from battles.rules.ruleset import Command


class Line(StrEnum):
    """A row of a side's half of the Battle Grid (BF-21)."""

    FRONT = "front"
    REAR = "rear"


class Role(StrEnum):
    """A post that a commanding character fills (BF-02, D-01)."""

    AIR_MARSHAL = "air_marshal"
    GENERAL = "general"
    SUPREME_COMMANDER = "supreme_commander"


class StratagemKey(StrEnum):
    """What a General may play in the Land Contest (BF-37, BF-38); `stratagems.STRATAGEMS` says what each does."""

    REFUSE_FLANK = "refuse_flank"
    CONCENTRATED_FIRE = "concentrated_fire"
    SMOKE_AND_MIRRORS = "smoke_and_mirrors"
    SEIZE_THE_INITIATIVE = "seize_the_initiative"
    COUNTER_BATTERY = "counter_battery"
    HOLD_THE_LINE = "hold_the_line"
    FEIGNED_ROUT = "feigned_rout"
    RALLY_THE_COLOURS = "rally_the_colours"


class Draft(Command):
    """A choice in the side's own compartment: secret, and open to change until it is sealed and the GM goes on."""

    draft: ClassVar[bool] = True


class Advance(Command):
    """GM: open the next phase. Not for a contest's rounds, which are resolved."""


class Resolve(Command):
    """GM: roll and resolve the present round of a contest."""


class ChooseHorde(Draft):
    """Muster: take a horde into the battle (BF-01)."""

    horde: int


class LeaveHorde(Draft):
    """Muster: take a chosen horde back out."""

    horde: int


class NameCommander(Draft):
    """Muster: give a post to a character who holds none; whoever held the post leaves it (BF-02, D-01)."""

    role: Role
    commander: int


class DismissCommander(Draft):
    """Muster: empty a post."""

    role: Role


class Place(Draft):
    """Deployment: put a horde on a square of the own half; columns are the battle's shared numbers (D-26)."""

    horde: int
    line: Line
    column: int


class TakeUp(Draft):
    """Deployment: take a placed or held-back horde back beside the grid."""

    horde: int


class HoldBack(Draft):
    """Deployment: leave a horde out of the Land Contest (D-24)."""

    horde: int


class OrderAttack(Draft):
    """Land round: this horde attacks that enemy horde with its weapon of this index, from 0 (BF-31)."""

    horde: int
    target: int
    weapon: int


class CancelAttack(Draft):
    """Land round: this horde holds its fire."""

    horde: int


class MoveUp(Draft):
    """Land round: this Rear horde steps into the empty Front square of its column before the attacks (D-14)."""

    horde: int


class StayBack(Draft):
    """Land round: this horde stays in the Rear Line after all."""

    horde: int


class PlayStratagem(Draft):
    """Land round: play this stratagem in its stage; kept secret until both sides have sealed (BF-37).

    horde: the horde it is played on, own or enemy, 0 if on none. line, column: the square that the horde moves to,
    if it moves. Another choice replaces it.
    """

    stratagem: StratagemKey
    horde: int = 0
    line: Line | None = None
    column: int = 0


class DropStratagem(Draft):
    """Land round: play none after all."""


class DrawAdvantage(Draft):
    """A contest's result: draw the card of this index, from 0, in the list of the horde's type (D-27)."""

    horde: int
    advantage: int


class ReturnAdvantage(Draft):
    """A contest's result: give the horde's card back before it is shown."""

    horde: int


class Retreat(Draft):
    """A contest's round: leave the contest before the roll; takes effect when the round is resolved (D-21)."""


class FightOn(Draft):
    """Take the retreat back before the round is resolved."""


class FillIn(Draft):
    """Make the choices that are still open in a sensible way; never changes one already made."""


class Ready(Command):
    """Seal the present choices. A later edit takes it back, visibly."""


class Unready(Command):
    """Take Ready back before the GM goes on."""


BattlefrontCommand = (
    Advance
    | Resolve
    | ChooseHorde
    | LeaveHorde
    | NameCommander
    | DismissCommander
    | Place
    | TakeUp
    | HoldBack
    | OrderAttack
    | CancelAttack
    | MoveUp
    | StayBack
    | PlayStratagem
    | DropStratagem
    | DrawAdvantage
    | ReturnAdvantage
    | Retreat
    | FightOn
    | FillIn
    | Ready
    | Unready
)
