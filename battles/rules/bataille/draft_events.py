"""What somebody chose and nobody else may know yet: the GM's figures, and a side's drafts."""

from __future__ import annotations

from typing import ClassVar

from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.commands import Case
from battles.rules.ruleset import Event, SecretEvent, Side


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


class NamingDropped(SecretEvent, array_like=True):
    """Who was named general or second can't lead any more: that is open again."""

    hero: int


class ChallengeDrafted(SecretEvent, array_like=True):
    hero: int
    target: int


class ChallengeCalledOff(SecretEvent, array_like=True):
    hero: int


class ChallengesWaived(SecretEvent, array_like=True):
    """The side is ready by itself when challenges are asked for, or no longer."""

    waive: bool


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


SideDraft = (
    GeneralNamed
    | SecondNamed
    | NamingDropped
    | ChallengeDrafted
    | ChallengeCalledOff
    | ChallengesWaived
    | AnswerDrafted
    | ActionDrafted
    | ActionDropped
    | FortuneDrafted
    | FateDrafted
)
GMDraft = Assessed | CaseChosen | BaseSet | HeroFielded | EscapeSet | SourceGiven | SourceTaken | ModifierSet
