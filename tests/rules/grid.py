"""A land battle drawn up square by square, with Generals who can do everything, or nothing."""

from __future__ import annotations

from typing import Any

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront.commands import StratagemKey
from battles.rules.ruleset import Side
from tests.rules.table import ANN, BOB, HordeSpec, Play, ScriptedDice, label, setup

MASTER = {"intelligence": 50, "fellowship": 50, "tactics": 3, "command": 3}  # Tactics 70, Morale Level 8
NOVICE = {"intelligence": 30, "fellowship": 30, "tactics": 0, "command": 0}  # Tactics 15, Morale Level 3
INFANTRY, TANK, SUIT, GUNS = ("infantry", 5), ("tank", 4), ("ac_suit", 3), ("artillery", 3)


def drawn_up(red: dict[str, HordeSpec], blue: dict[str, HordeSpec], **options: Any) -> Play:
    """The first land round. Keys count from 1000 and from 5000 in the order given; both Generals are masters."""
    skills = {"red_skill": MASTER, "blue_skill": MASTER}
    play = Play(setup(list(red.values()), list(blue.values()), **{**skills, **options})).to("deployment")
    for viewer, squares, first in ((ANN, red, 1000), (BOB, blue, 5000)):
        play.place(viewer, **{label: key for key, label in enumerate(squares, first)})
    play.ready().gm(c.Advance())
    return play


def plays(stratagem: StratagemKey, horde: int = 0, square: str = "") -> c.PlayStratagem:
    """`plays(REFUSE_FLANK, 1000, "R2")`."""
    line = {"F": c.Line.FRONT, "R": c.Line.REAR}.get(square[:1])
    return c.PlayStratagem(stratagem, horde, line, int(square[1:] or 0))


def after_rolls(play: Play, *rolls: int) -> Play:
    """Resolved up to the stage after the rolls."""
    play.roll(ScriptedDice(*rolls))
    assert play.state.stage == "during"
    return play


def after_losses(play: Play, *rolls: int) -> Play:
    """The stage after the Break tests; nobody plays in the one before."""
    dice = ScriptedDice(*rolls)
    play.roll(dice)
    if play.state.stage == "during":
        play.pass_stage(dice)
    assert play.state.stage == "after" and not dice.left
    return play


def offered(play: Play, viewer: Any, key: StratagemKey) -> list[c.PlayStratagem]:
    options = BATTLEFRONT.options(play.state, viewer)
    return [one for one in options if isinstance(one, c.PlayStratagem) and one.stratagem == key]


def where(play: Play, side: Side) -> dict[int, str]:
    return {key: label(square) for square, key in play.state.of(side).standing().items()}
