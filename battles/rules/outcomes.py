"""A finished battle in short, for the campaign that it belongs to."""

from __future__ import annotations

from typing import Literal

from battles.rules.armies import Injury
from battles.rules.ruleset import Message, Side, Value


class Loss(Value):
    """What one horde lost in the battle. `horde` is its key in the setup, `magnitude` the points lost (>= 0)."""

    horde: int
    magnitude: int


class Gain(Value):
    """What one horde of a side won for its campaign. horde: its key in the setup. kind: the ruleset's word."""

    side: Side
    horde: int
    name: str
    kind: str
    effect: str


class HeroLoss(Value):
    """What the battle did to a hero. hero: his key in the setup. wounds, fate: points lost (>= 0).

    injuries: those he has in addition. condition: `fit`, `out` (of action, alive) or `dead`.
    """

    hero: int
    wounds: int
    fate: int
    condition: Literal["fit", "out", "dead"]
    injuries: tuple[Injury, ...] = ()


class Outcome(Value):
    """A finished battle in short, for the campaign: the result's name seen from red, every loss and gain, rewards.

    dead: of red's and of blue's headcount.
    """

    result: Message
    losses: tuple[Loss, ...]
    gains: tuple[Gain, ...] = ()
    rewards: tuple[Message, ...] = ()
    heroes: tuple[HeroLoss, ...] = ()
    dead: tuple[int, int] = (0, 0)
