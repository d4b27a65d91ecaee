"""What the GM's rulings do to a battle: a figure changed, an end by his word."""

from __future__ import annotations

from battles.rules import rulings
from battles.rules.battlefront.state import Phase
from battles.rules.ruleset import Event


class Adjusted(rulings.Adjusted, array_like=True):
    """As in every ruleset, short as the other events of this one."""


class BattleStopped(Event, array_like=True):
    """The GM ends the battle, in this phase of it. Nobody has won."""

    phase: Phase


RulingEvent = Adjusted | BattleStopped
