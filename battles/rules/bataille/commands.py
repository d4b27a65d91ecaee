"""What a GM or a commander may ask for in a pitched battle. All flat: a plain form carries each."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

import msgspec

from battles.rules.armies import Factor, Headcount
from battles.rules.bataille.catalogue import TestKey
from battles.rules.ruleset import Command, Message, Side


class Case(StrEnum):
    """The four outcomes of the force evaluation (BR-05)."""

    BALANCED = "balanced"
    SLIGHT = "slight"
    CLEAR = "clear"
    CRUSHING = "crushing"


class Draft(Command):
    """A choice in the own compartment, the GM's or a side's: secret, and open to change until it is announced."""

    draft: ClassVar[bool] = True


class Advance(Command):
    """GM: announce the evaluation, or the strategic points, and open the next phase."""


class Resolve(Command):
    """GM: roll the start of the turn, or reveal the heroes' actions and resolve them."""


class Assess(Draft):
    """GM, evaluation: what an army's judgement rests on (BR-03). arms, training: per cent, 75 to 150."""

    typed: ClassVar[dict[str, Message]] = {
        "headcount": Message("Headcount"),
        "arms": Message("Arms"),
        "training": Message("Training"),
    }
    clause: ClassVar[str] = "BR-03"
    side: Side
    headcount: Headcount
    arms: Factor
    training: Factor


class ChooseCase(Draft):
    """GM, evaluation: one of the four cases, and whom it favours; nobody if balanced (BR-02, BR-05)."""

    case: Case
    favoured: Side | None = None


class UseSuggestion(Draft):
    """GM, evaluation: the case that the figures suggest, after all."""


class SetBase(Draft):
    """GM, evaluation: a threshold of the GM's own before strategic points; 0 for the size table's (BR-11)."""

    typed: ClassVar[dict[str, Message]] = {"points": Message("Threshold")}
    clause: ClassVar[str] = "BR-11"
    points: Annotated[int, msgspec.Meta(ge=0, le=999)]


class LeaveOut(Draft):
    """GM, evaluation: this hero takes no part (BD-14)."""

    hero: int


class TakeIn(Draft):
    """GM, evaluation: this hero takes part after all."""

    hero: int


class SetEscape(Draft):
    """GM, before the battle: whether the side has a way out if it loses (BR-32)."""

    side: Side
    open: bool


class GiveSource(Draft):
    """GM, pre-battle: the side receives the strategic points of this source, of as many points (BR-14)."""

    side: Side
    source: str
    points: int


class TakeSource(Draft):
    """GM, pre-battle: not after all."""

    side: Side
    source: str
    points: int


class SetModifier(Draft):
    """GM, start of a turn: a modifier of the side's tactics roll of this turn."""

    typed: ClassVar[dict[str, Message]] = {"modifier": Message("Modifier")}
    clause: ClassVar[str] = "BR-18"
    side: Side
    modifier: Annotated[int, msgspec.Meta(ge=-60, le=60)]


class ModifyTest(Command):
    """GM, third phase: a modifier of the hero's tests of this turn, for everybody to see."""

    typed: ClassVar[dict[str, Message]] = {"modifier": Message("Modifier")}
    clause: ClassVar[str] = "BR-23"
    hero: int
    modifier: Annotated[int, msgspec.Meta(ge=-60, le=60)]


class AllowWithdrawal(Command):
    """GM, new turn: the side that asked leaves the field, the other wins."""

    side: Side


class BreakOff(Command):
    """GM, new turn: nobody can or will go on; both armies leave the field and neither is beaten."""


class NameGeneral(Draft):
    """Pre-battle: this hero is the side's general (BR-18)."""

    hero: int


class NameSecond(Draft):
    """Pre-battle: this hero takes command if the general dies."""

    hero: int


class Challenge(Draft):
    """Challenges: this hero challenges that enemy, who may accept or decline (HA-09)."""

    hero: int
    target: int


class CallOff(Draft):
    """Challenges: this hero challenges nobody after all."""

    hero: int


class WaiveChallenges(Draft):
    """Challenge nobody from now on without being asked each turn, or be asked again."""

    waive: bool


class Answer(Draft):
    """Answers: this challenged hero accepts, which becomes his action, or declines."""

    hero: int
    accept: bool


class Declare(Draft):
    """Declarations: this hero's one action of the turn and what he tests it on, None for an action without a test."""

    hero: int
    action: str
    test: TestKey | None = None


class Undeclare(Draft):
    """Declarations: this hero's action is open again."""

    hero: int


class UseFortune(Draft):
    """Declarations: if the hero's test fails he rolls once more, for a Fortune Point; or not."""

    hero: int
    use: bool


class BurnFate(Draft):
    """Wounds: a hero who would die burns a Fate Point instead, or dies."""

    hero: int
    burn: bool


class AskWithdrawal(Command):
    """New turn: ask the GM to let the own side leave the field."""


class FightOn(Command):
    """New turn: not after all."""


class FillIn(Draft):
    """Make the choices that are still open in a sensible way; never changes one already made."""


class Ready(Command):
    """Seal the present choices. A later edit takes it back, visibly."""


class Unready(Command):
    """Take Ready back before the GM goes on."""


GMCommand = (
    Advance
    | Resolve
    | Assess
    | ChooseCase
    | UseSuggestion
    | SetBase
    | LeaveOut
    | TakeIn
    | SetEscape
    | GiveSource
    | TakeSource
    | SetModifier
    | ModifyTest
    | AllowWithdrawal
    | BreakOff
)
SideCommand = (
    NameGeneral
    | NameSecond
    | Challenge
    | CallOff
    | WaiveChallenges
    | Answer
    | Declare
    | Undeclare
    | UseFortune
    | BurnFate
    | AskWithdrawal
    | FightOn
    | FillIn
    | Ready
    | Unready
)
BatailleCommand = GMCommand | SideCommand
