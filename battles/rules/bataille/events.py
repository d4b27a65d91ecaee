"""What can happen in a pitched battle. Drafts are their owner's, everything else is for everybody. Arrays in JSON that
refer to heroes by key.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from battles.rules.armies import Location
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.state import Ending, Phase
from battles.rules.d100 import D100Test
from battles.rules.ruleset import Event, SecretEvent, Side


class Public(Event, array_like=True):
    """Something everybody may hear of."""


class GMSecret(Event, array_like=True):
    """A figure in the GM's own compartment, nobody else's business until he announces it."""

    narrated: ClassVar[bool] = False

    @property
    def audience(self) -> frozenset[str]:
        return frozenset({"gm"})


class Assessed(GMSecret):
    side: Side
    headcount: int
    arms: int
    training: int


class CaseChosen(GMSecret):
    """case: None for the suggestion."""

    case: Case | None
    favoured: Side | None


class BaseSet(GMSecret):
    points: int


class HeroFielded(GMSecret):
    hero: int
    fielded: bool


class EscapeSet(GMSecret):
    side: Side
    open: bool


class SourceGiven(GMSecret):
    side: Side
    source: str
    points: int


class SourceTaken(GMSecret):
    side: Side
    source: str
    points: int


class ModifierSet(GMSecret):
    side: Side
    modifier: int


class GeneralNamed(SecretEvent, array_like=True):
    hero: int


class SecondNamed(SecretEvent, array_like=True):
    hero: int


class ChallengeDrafted(SecretEvent, array_like=True):
    hero: int
    target: int


class ChallengeCalledOff(SecretEvent, array_like=True):
    hero: int


class AnswerDrafted(SecretEvent, array_like=True):
    hero: int
    accept: bool


class ActionDrafted(SecretEvent, array_like=True):
    hero: int
    action: str
    test: TestKey | None


class ActionDropped(SecretEvent, array_like=True):
    hero: int


class FortuneDrafted(SecretEvent, array_like=True):
    hero: int
    use: bool


class FateDrafted(SecretEvent, array_like=True):
    hero: int
    burn: bool


class WithdrawalAsked(Event, array_like=True):
    """Between a side and the GM."""

    narrated: ClassVar[bool] = False
    side: Side
    asked: bool

    @property
    def audience(self) -> frozenset[str]:
        return frozenset({"gm", self.side.value})


class ReadyChanged(Public):
    """Shown as the side's present mark; the report has no line for each time somebody hesitated."""

    narrated: ClassVar[bool] = False
    side: Side
    ready: bool


class StageOpened(Public):
    """The battle waits for something else now. declaring: whose turn it is, where one side declares after the other."""

    narrated: ClassVar[bool] = False
    phase: Phase
    declaring: Side | None = None
    second: bool = False


class PhaseOpened(Public):
    """One of the rule's phases 1 to 7, of this turn, 0 before the first (BR-12)."""

    number: int
    turn: int


class ForcesEvaluated(Public):
    """chosen: by the GM against the suggestion. total: the fighters looked up, value: their row, base: threshold."""

    case: Case
    favoured: Side | None
    chosen: bool
    total: int
    value: int
    base: int


class GeneralsShown(Public):
    side: Side
    general: int
    second: int | None


class StrategicPointsGiven(Public):
    """points: all together, with `force` of them from the evaluation (BD-04)."""

    side: Side
    points: int
    force: int


class ThresholdSet(Public):
    """start: victory points that the side begins with (BR-15, BD-03)."""

    side: Side
    base: int
    raised: int
    start: int


class TurnOpened(Public):
    """The sixth phase, or the end of the first (BR-35)."""

    narrated: ClassVar[bool] = False
    turn: int


class Cause(StrEnum):
    """Why victory points change."""

    MORAL = "moral"
    ARMY = "army"
    FORCE = "force"
    TACTICS = "tactics"
    ACTION = "action"
    DECLINED = "declined"
    GENERAL = "general"


class PointsChanged(Public):
    """dice: as they show; flat: what is added to them; lost: the sum is taken away. hero: whose action, or who died."""

    side: Side
    cause: Cause
    before: int
    after: int
    dice: tuple[int, ...] = ()
    flat: int = 0
    lost: bool = False
    hero: int = 0


class TacticsTested(Public):
    """One general's roll. key: what it is made on. hero: None for a side without a general, which fails."""

    side: Side
    hero: int | None
    key: TestKey | None
    test: D100Test | None


class TacticsRolledAgain(Public):
    """A pair of rolls that nobody won."""

    red: int
    blue: int


class TacticsReason(StrEnum):
    SUCCESS = "success"
    DEGREES = "degrees"
    MARGIN = "margin"
    DEFENDER = "defender"
    FEWER_FAILURES = "fewer_failures"
    NOBODY = "nobody"


class TacticsDecided(Public):
    winner: Side | None
    reason: TacticsReason


class ChallengeAnnounced(Public):
    challenger: int
    target: int


class ChallengeAnswered(Public):
    """by_rule: nobody was asked, because both challenge each other or the target challenges somebody else."""

    challenger: int
    target: int
    accepted: bool
    by_rule: bool


class ActionRevealed(Public):
    hero: int
    action: str
    test: TestKey | None


class ActionTested(Public):
    """again: his second roll, for a Fortune Point."""

    hero: int
    action: str
    key: TestKey
    test: D100Test
    again: bool = False


class DuelDecided(Public):
    """winner: 0 for a tie."""

    challenger: int
    target: int
    winner: int


class FriendTended(Public):
    """One of the side's bleeding heroes will be helped this turn (HA-02)."""

    hero: int


class WayScouted(Public):
    """The side's next tactics roll is at +10 (HA-04)."""

    hero: int


class Struck(Public):
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


class CriticalSuffered(Public):
    """effect: 1 to 10, as the table says it. bare: a 4 without armour left there, which is a 2."""

    hero: int
    location: Location
    value: int
    roll: int
    effect: int
    bare: bool
    turn: int


class BleedingStopped(Public):
    hero: int


class BleedingTested(Public):
    hero: int
    test: D100Test


class FateBurned(Public):
    hero: int


class HeroDied(Public):
    hero: int


class CommandPassed(Public):
    """hero: None if nobody is left who could lead."""

    side: Side
    hero: int | None


class TurnEnded(Public):
    """minutes: that this turn took."""

    turn: int
    minutes: int


class BattleEnded(Public):
    winner: Side | None
    how: Ending
    massacre: bool


class AftermathCounted(Public):
    """Of one army's headcount (BD-15)."""

    side: Side
    dead: int
    wounded: int


SideDraft = (
    GeneralNamed
    | SecondNamed
    | ChallengeDrafted
    | ChallengeCalledOff
    | AnswerDrafted
    | ActionDrafted
    | ActionDropped
    | FortuneDrafted
    | FateDrafted
)
GMDraft = Assessed | CaseChosen | BaseSet | HeroFielded | EscapeSet | SourceGiven | SourceTaken | ModifierSet
OpeningEvent = ForcesEvaluated | GeneralsShown | StrategicPointsGiven | ThresholdSet
FlowEvent = WithdrawalAsked | ReadyChanged | StageOpened | PhaseOpened | TurnOpened
EndEvent = TurnEnded | BattleEnded | AftermathCounted
TurnEvent = (
    PointsChanged
    | TacticsTested
    | TacticsRolledAgain
    | TacticsDecided
    | ActionRevealed
    | ActionTested
    | FriendTended
    | WayScouted
)
DuelEvent = ChallengeAnnounced | ChallengeAnswered | DuelDecided
WoundEvent = Struck | CriticalSuffered | BleedingStopped | BleedingTested | FateBurned | HeroDied | CommandPassed
BatailleEvent = SideDraft | GMDraft | OpeningEvent | FlowEvent | EndEvent | TurnEvent | DuelEvent | WoundEvent
