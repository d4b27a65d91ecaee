"""What can happen in a pitched battle. Drafts are their owner's, everything else is for everybody. Arrays in JSON that
refer to heroes by key.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.draft_events import ActionDrafted as ActionDrafted
from battles.rules.bataille.draft_events import ActionDropped as ActionDropped
from battles.rules.bataille.draft_events import AnswerDrafted as AnswerDrafted
from battles.rules.bataille.draft_events import Assessed as Assessed
from battles.rules.bataille.draft_events import BaseSet as BaseSet
from battles.rules.bataille.draft_events import CaseChosen as CaseChosen
from battles.rules.bataille.draft_events import ChallengeCalledOff as ChallengeCalledOff
from battles.rules.bataille.draft_events import ChallengeDrafted as ChallengeDrafted
from battles.rules.bataille.draft_events import ChallengesWaived as ChallengesWaived
from battles.rules.bataille.draft_events import EscapeSet as EscapeSet
from battles.rules.bataille.draft_events import FateDrafted as FateDrafted
from battles.rules.bataille.draft_events import FortuneDrafted as FortuneDrafted
from battles.rules.bataille.draft_events import GeneralNamed as GeneralNamed
from battles.rules.bataille.draft_events import GMDraft as GMDraft
from battles.rules.bataille.draft_events import HeroFielded as HeroFielded
from battles.rules.bataille.draft_events import ModifierSet as ModifierSet
from battles.rules.bataille.draft_events import NamingDropped as NamingDropped
from battles.rules.bataille.draft_events import SecondNamed as SecondNamed
from battles.rules.bataille.draft_events import SideDraft as SideDraft
from battles.rules.bataille.draft_events import SourceGiven as SourceGiven
from battles.rules.bataille.draft_events import SourceTaken as SourceTaken
from battles.rules.bataille.ruling_events import ActionCancelled as ActionCancelled
from battles.rules.bataille.ruling_events import Adjusted as Adjusted
from battles.rules.bataille.ruling_events import BattleStopped as BattleStopped
from battles.rules.bataille.ruling_events import ChallengeVoided as ChallengeVoided
from battles.rules.bataille.ruling_events import RulingEvent as RulingEvent
from battles.rules.bataille.state import Ending, Phase
from battles.rules.bataille.wound_events import BleedingStopped as BleedingStopped
from battles.rules.bataille.wound_events import BleedingTested as BleedingTested
from battles.rules.bataille.wound_events import CommandPassed as CommandPassed
from battles.rules.bataille.wound_events import CriticalSuffered as CriticalSuffered
from battles.rules.bataille.wound_events import FateBurned as FateBurned
from battles.rules.bataille.wound_events import HeroDied as HeroDied
from battles.rules.bataille.wound_events import Struck as Struck
from battles.rules.bataille.wound_events import WoundEvent as WoundEvent
from battles.rules.d100 import D100Test
from battles.rules.ruleset import Event, Side


class Public(Event, array_like=True):
    """Something everybody may hear of."""


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


class TestModified(Public):
    """The GM's modifier of a hero's tests of that turn."""

    hero: int
    modifier: int
    turn: int


class FriendTended(Public):
    """One of the side's bleeding heroes will be helped this turn (HA-02)."""

    hero: int


class WayScouted(Public):
    """The side's next tactics roll is at +10 (HA-04)."""

    hero: int


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
    | TestModified
    | FriendTended
    | WayScouted
)
DuelEvent = ChallengeAnnounced | ChallengeAnswered | DuelDecided
BatailleEvent = (
    SideDraft | GMDraft | OpeningEvent | FlowEvent | EndEvent | TurnEvent | DuelEvent | WoundEvent | RulingEvent
)
