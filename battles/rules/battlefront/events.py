"""What can happen in a Battlefront battle. Drafts are secret, everything else is for everybody.

Events are arrays in JSON and refer to hordes and commanders by key: a land round of forty hordes stays small.
"""

from __future__ import annotations

from typing import ClassVar

from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import Line, Role
from battles.rules.battlefront.state import Ending
from battles.rules.d100 import D100Test, Reason
from battles.rules.ruleset import Event, SecretEvent, Side


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


class RetreatDeclared(Draft):
    pass


class RetreatWithdrawn(Draft):
    pass


class Public(Event, array_like=True):
    """Something everybody may hear of."""


class ReadyChanged(Public):
    """Shown as the side's present mark; the report has no line for each time somebody hesitated."""

    narrated: ClassVar[bool] = False
    side: Side
    ready: bool


class MusterOpened(Public):
    """The Briefing is over (BF-01)."""


class AirContestOpened(Public):
    """The chosen air hordes and the Air Marshals are shown (BF-03)."""


class FirstDeploymentOpened(Public):
    side: Side


class FirstHordesShown(Public):
    """The hordes that the side had to place first, shown to everybody and fixed (BF-29, D-30)."""

    side: Side


class DeploymentOpened(Public):
    pass


class DeploymentRevealed(Public):
    """The one reveal: every placed horde, the Generals and the Supreme Commanders (BF-30)."""


class MoraleSet(Public):
    """A Morale Level from Fellowship bonus, Command rank and scenario modifier (BF-04, BF-20)."""

    side: Side
    contest: Domain
    bonus: int
    rank: int
    modifier: int
    level: int


class RoundOpened(Public):
    """Both sides choose anew; orders of the round before that are still legal stay."""

    narrated: ClassVar[bool] = False
    contest: Domain
    round: int


class RoundFought(Public):
    """A round's resolution begins."""

    contest: Domain
    round: int


class SideRetreated(Public):
    contest: Domain
    side: Side


class TestsRolledAgain(Public):
    """The pairs of rolls, red then blue, that decided nothing (D-04)."""

    rolls: tuple[tuple[int, int], ...]


class TacticsTested(Public):
    contest: Domain
    side: Side
    test: D100Test


class RoundDecided(Public):
    contest: Domain
    winner: Side | None
    reason: Reason
    red_degrees: int
    blue_degrees: int


class MoraleLost(Public):
    contest: Domain
    side: Side
    before: int
    level: int


class AirDamageTaken(Public):
    """hordes: how many the other side had at the round's start. before, left: Magnitude (BF-09, BF-10)."""

    horde: int
    won: bool
    winner_degrees: int
    loser_degrees: int
    hordes: int
    before: int
    left: int


class AttackMade(Public):
    """degrees: the General's, for the damage die. bonus: of BF-35. dealt: Magnitude damage, 0 if armour held."""

    horde: int
    target: int
    weapon: int
    degrees: int
    bonus: int
    dealt: int


class LandDamageTaken(Public):
    """All attacks on one horde together (D-20)."""

    horde: int
    dealt: int
    before: int
    left: int


class BreakTestTaken(Public):
    """roll: 0 where no die decides (Morale 0, Fearless). A failed one breaks the horde (D-03)."""

    contest: Domain
    horde: int
    roll: int
    morale: int
    squads: int
    passed: bool


class ContestEnded(Public):
    contest: Domain
    ending: Ending
    side: Side | None


class ResultDeclared(Public):
    """The final totals (BF-13, BF-40)."""

    contest: Domain
    red_total: int
    blue_total: int


class AdvantagesEarned(Public):
    contest: Domain
    side: Side
    count: int


class WidthGained(Public):
    side: Side
    columns: int


class FirstDeploymentOrdered(Public):
    side: Side
    count: int


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
    | RetreatDeclared
    | RetreatWithdrawn
)
PhaseEvent = (
    ReadyChanged
    | MusterOpened
    | AirContestOpened
    | FirstDeploymentOpened
    | FirstHordesShown
    | DeploymentOpened
    | DeploymentRevealed
    | RoundOpened
)
EffectEvent = AdvantagesEarned | WidthGained | FirstDeploymentOrdered
ResultEvent = ContestEnded | ResultDeclared | EffectEvent
RoundEvent = (
    MoraleSet
    | RoundFought
    | SideRetreated
    | TestsRolledAgain
    | TacticsTested
    | RoundDecided
    | MoraleLost
    | AirDamageTaken
    | AttackMade
    | LandDamageTaken
    | BreakTestTaken
)
BattlefrontEvent = DraftEvent | PhaseEvent | RoundEvent | ResultEvent
