"""Rulings on Battlefront battles, for the tests."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.ruleset import Illegal
from battles.rules.rulings import Figure
from tests.rules.grid import GUNS, INFANTRY, SUIT, TANK, drawn_up
from tests.rules.table import Play, setup

AIR = [("bomber", 5), ("bomber", 5), ("bomber", 5), ("infantry", 5), ("tank", 4)]
LOST_SKY = [("interceptor", 1), ("infantry", 5), ("tank", 4), ("ac_suit", 3)]


def figure(play: Play, key: str) -> Figure:
    return next(each for each in BATTLEFRONT.figures(play.state) if each.key == key)


def keys(play: Play) -> set[str]:
    return {each.key for each in BATTLEFRONT.figures(play.state)}


def rule(play: Play, key: str, value: Any) -> tuple[e.BattlefrontEvent, ...]:
    """The GM rules: what it causes, and the play goes on from there."""
    events = BATTLEFRONT.adjust(play.state, key, str(value))
    for event in events:
        play.state = BATTLEFRONT.evolve(play.state, event)
    return events


def refused(play: Play, key: str, value: Any) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        BATTLEFRONT.adjust(play.state, key, str(value))
    return refusal.value


def squares(play: Play, key: int) -> list[str]:
    return [choice.value for choice in figure(play, f"horde.{key}.square").choices]


def facing() -> Play:
    """Front 3 faces Front 3, guns behind."""
    return drawn_up({"F3": INFANTRY, "F4": TANK, "R3": GUNS}, {"F3": INFANTRY, "F4": SUIT, "R3": GUNS})


def stop(play: Play) -> Play:
    for event in BATTLEFRONT.stop(play.state):
        play.state = BATTLEFRONT.evolve(play.state, event)
    return play


def lost_sky() -> Play:
    """Blue has lost the sky and has to place two or four hordes first."""
    play = Play(setup([("bomber", 5)] * 3 + [INFANTRY], LOST_SKY)).to("air")
    play.blue(c.Retreat()).ready().gm(c.Resolve())
    return play


def first_deploying() -> Play:
    play = lost_sky().seal()
    play.gm(c.Advance())
    return play
