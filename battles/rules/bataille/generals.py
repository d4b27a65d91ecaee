"""Who leads a side: its general, and the second who takes over (BR-18, BR-30)."""

from __future__ import annotations

from collections.abc import Iterator

from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.state import Hero, State
from battles.rules.ruleset import Illegal, Side


def candidates(state: State, side: Side) -> tuple[Hero, ...]:
    return tuple(hero for hero in state.of(side).heroes if hero.present)


def options(state: State, side: Side) -> Iterator[c.SideCommand]:
    camp = state.of(side)
    for hero in candidates(state, side):
        if hero.key != camp.general:
            yield c.NameGeneral(hero.key)
            if hero.key != camp.second:
                yield c.NameSecond(hero.key)


def decide(state: State, side: Side, command: c.NameGeneral | c.NameSecond) -> e.SideDraft:
    camp = state.of(side)
    if not any(hero.key == command.hero for hero in candidates(state, side)):
        raise Illegal("Hero: one of your own who takes part in the battle is needed.", clause="BR-18", field="hero")
    if command.hero == camp.general:
        raise Illegal("Hero: this one is the general already.", clause="BR-18", field="hero")
    if isinstance(command, c.NameGeneral):
        return e.GeneralNamed(side, command.hero)
    if command.hero == camp.second:
        raise Illegal("Hero: this one is the second already.", clause="BR-18", field="hero")
    return e.SecondNamed(side, command.hero)
