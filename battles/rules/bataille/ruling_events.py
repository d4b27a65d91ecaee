"""What the GM's rulings do to a pitched battle: a figure changed, what can no longer be done, an end by his word."""

from __future__ import annotations

from battles.rules import rulings
from battles.rules.bataille.state import Phase
from battles.rules.ruleset import Event


class Adjusted(rulings.Adjusted, array_like=True):
    """As in every ruleset, short as the other events of this one."""


class ChallengeVoided(Event, array_like=True):
    """One of the two can't fight any more: the challenge is as if it had not been made."""

    challenger: int
    target: int


class ActionCancelled(Event, array_like=True):
    """An action declared in the open, by a hero who can't do it any more when the actions are rolled (BD-18)."""

    hero: int
    action: str


class BattleStopped(Event, array_like=True):
    """The GM ends the battle, in this phase of it. Nobody has won."""

    phase: Phase


RulingEvent = Adjusted | ChallengeVoided | ActionCancelled | BattleStopped
