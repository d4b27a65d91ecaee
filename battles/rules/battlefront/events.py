"""What can happen, as arrays in JSON that refer to hordes by key: a land round of forty hordes stays small."""

from __future__ import annotations

from typing import ClassVar

from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import Line, StratagemKey
from battles.rules.battlefront.draft_events import AttackCancelled as AttackCancelled
from battles.rules.battlefront.draft_events import AttackOrdered as AttackOrdered
from battles.rules.battlefront.draft_events import CardChosen as CardChosen
from battles.rules.battlefront.draft_events import CardReturned as CardReturned
from battles.rules.battlefront.draft_events import CommanderDismissed as CommanderDismissed
from battles.rules.battlefront.draft_events import CommanderNamed as CommanderNamed
from battles.rules.battlefront.draft_events import DraftEvent as DraftEvent
from battles.rules.battlefront.draft_events import HordeChosen as HordeChosen
from battles.rules.battlefront.draft_events import HordeHeldBack as HordeHeldBack
from battles.rules.battlefront.draft_events import HordeLeft as HordeLeft
from battles.rules.battlefront.draft_events import HordePlaced as HordePlaced
from battles.rules.battlefront.draft_events import HordeTakenUp as HordeTakenUp
from battles.rules.battlefront.draft_events import MoveUpCancelled as MoveUpCancelled
from battles.rules.battlefront.draft_events import MoveUpOrdered as MoveUpOrdered
from battles.rules.battlefront.draft_events import RetreatDeclared as RetreatDeclared
from battles.rules.battlefront.draft_events import RetreatWithdrawn as RetreatWithdrawn
from battles.rules.battlefront.draft_events import StratagemChosen as StratagemChosen
from battles.rules.battlefront.draft_events import StratagemDropped as StratagemDropped
from battles.rules.battlefront.ruling_events import Adjusted as Adjusted
from battles.rules.battlefront.ruling_events import BattleStopped as BattleStopped
from battles.rules.battlefront.ruling_events import RulingEvent as RulingEvent
from battles.rules.battlefront.state import BreakCause, Card, Ending, Stage
from battles.rules.d100 import D100Test, Reason
from battles.rules.ruleset import Event, Side


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


class StageOpened(Public):
    """The round pauses: both Generals may react to what was rolled or lost (D-20)."""

    narrated: ClassVar[bool] = False
    stage: Stage


class BattleClosed(Public):
    narrated: ClassVar[bool] = False  # what it closes was told before


class RoundFought(Public):
    """A round's resolution begins, or goes on after the stage in which both Generals have sealed (D-20)."""

    contest: Domain
    round: int
    stage: Stage = Stage.ORDERS


class SideRetreated(Public):
    contest: Domain
    side: Side


class StratagemPlayed(Public):
    """A side's sealed choice is shown and takes effect."""

    side: Side
    stratagem: StratagemKey
    horde: int = 0
    line: Line | None = None
    column: int = 0


class TargetLost(Public):
    """An order whose target is out of reach, now that the stratagems are shown: it falls away."""

    horde: int
    target: int


class AttackSilenced(Public):
    """An ordered attack that deals no damage this round."""

    horde: int
    target: int


class HordeMovedUp(Public):
    """From the Rear Line to the Front Line of its column, at the round's start (D-14)."""

    horde: int
    column: int


class TestsRolledAgain(Public):
    """The pairs of rolls, red then blue, that decided nothing (D-04), and what they were rolled against."""

    rolls: tuple[tuple[int, int], ...]
    targets: tuple[int, int] = (0, 0)


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
    """A failed one breaks the horde (D-03). roll: 0 where no die decides, and `cause` says why.

    target: the highest roll that stays, `modifier` of it from Stratagems (in points of a d100).
    """

    contest: Domain
    horde: int
    roll: int
    morale: int
    squads: int
    passed: bool
    target: int = 0
    modifier: int = 0
    cause: BreakCause = BreakCause.ROLLED


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


class AdvantagesDrawn(Public):
    """The cards that a side drew at a result, in the order of its army (D-27)."""

    contest: Domain
    side: Side
    cards: tuple[Card, ...]


class RewardPaid(Public):
    """What the scenario ties to this result for this side (BF-46)."""

    contest: Domain
    side: Side
    reward: str


class WidthGained(Public):
    side: Side
    columns: int


class FirstDeploymentOrdered(Public):
    side: Side
    count: int


PhaseEvent = (
    ReadyChanged
    | MusterOpened
    | AirContestOpened
    | FirstDeploymentOpened
    | FirstHordesShown
    | DeploymentOpened
    | DeploymentRevealed
    | RoundOpened
    | StageOpened
    | BattleClosed
)
StratagemEvent = StratagemPlayed | TargetLost | AttackSilenced
EffectEvent = AdvantagesEarned | WidthGained | FirstDeploymentOrdered
ResultEvent = ContestEnded | ResultDeclared | EffectEvent | AdvantagesDrawn | RewardPaid
RoundEvent = (
    MoraleSet
    | RoundFought
    | SideRetreated
    | HordeMovedUp
    | TestsRolledAgain
    | TacticsTested
    | RoundDecided
    | MoraleLost
    | AirDamageTaken
    | AttackMade
    | LandDamageTaken
    | BreakTestTaken
)
BattlefrontEvent = DraftEvent | PhaseEvent | RoundEvent | StratagemEvent | ResultEvent | RulingEvent
