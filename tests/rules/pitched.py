"""Pitched battles brought to the moment that a test is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.armies import HeroSheet
from battles.rules.bataille import commands as c
from battles.rules.bataille import drafts
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.setup import Setup
from battles.rules.bataille.state import Hero, State
from battles.rules.ruleset import Commander, Event, Side
from tests.rules.bataille import BLUE, GM, RED, Play, setup

QUIET = HouseRules(force_effect="none")  # no army dice: what a turn's start brings is the tactics roll's alone
NOBODY_SUCCEEDS = (100, 100)  # the tactics roll of a turn that is about something else
WS, BS, TOUGHNESS = TestKey.WEAPON_SKILL, TestKey.BALLISTIC_SKILL, TestKey.TOUGHNESS
# A d100 that hits there; what a d6 shows for a d3; the d100 that the check for a further die fails on.
HEAD, RIGHT_ARM, LEFT_ARM, BODY, RIGHT_LEG, LEFT_LEG = 1, 16, 36, 56, 81, 91


def seal(play: Play) -> None:
    """Every side that has something to choose is ready."""
    for side in drafts.waited_for(play.state):
        play.do(Commander(side), c.Ready())


def begun(opened: Setup | None = None) -> Play:
    """At the start of the first turn: the best-ranked hero of each side leads, the next one is the second."""
    play = Play(opened or setup(rules=QUIET))
    play.do(GM, c.Advance())
    for side in Side:
        first, *others = (hero.key for hero in play.state.of(side).heroes if hero.fielded)
        play.do(Commander(side), c.NameGeneral(first), *(c.NameSecond(key) for key in others[:1]), c.Ready())
    play.do(GM, c.Advance())
    return play


def challenging(opened: Setup | None = None, *, rolls: Sequence[int] = NOBODY_SUCCEEDS) -> Play:
    """At the challenges of the first turn. rolls: of its start, all of them."""
    play = begun(opened)
    play.do(GM, c.Resolve(), rolls=rolls, exact=True)
    return play


def declaring(opened: Setup | None = None, *, rolls: Sequence[int] = NOBODY_SUCCEEDS) -> Play:
    """At the declarations of the first turn; nobody challenges anybody."""
    play = challenging(opened, rolls=rolls)
    seal(play)
    assert play.state.phase == "declarations"
    return play


def next_turn(play: Play, *, rolls: Sequence[int] = NOBODY_SUCCEEDS) -> None:
    """From the start of a turn to its declarations."""
    play.do(GM, c.Resolve(), rolls=rolls, exact=True)
    seal(play)


def resolve(play: Play, *declared: Any, rolls: Sequence[int] = (), exact: bool = True) -> tuple[Event, ...]:
    """What the GM's reveal causes once these actions are declared and all is sealed."""
    for command in declared:
        play.do(Commander(play.state.side_of(command.hero)), command)
    seal(play)
    return play.do(GM, c.Resolve(), rolls=rolls, exact=exact)


def lone(hero: HeroSheet, foe: HeroSheet | None = None, rules: HouseRules = QUIET) -> Setup:
    """One hero of red's against a blue one who does nothing."""
    return setup([hero], [foe] if foe else None, rules=rules)


def with_points(play: Play, red: int, blue: int) -> Play:
    state = play.state
    changed = (replace(camp, points=points) for camp, points in ((state.red, red), (state.blue, blue)))
    red_side, blue_side = changed
    return Play(state.put(RED, red_side).put(BLUE, blue_side))


def with_hero(play: Play, key: int, **changes: Any) -> Play:
    """The same battle with a hero in that condition."""
    state, side = play.state, play.state.side_of(key)
    return Play(state.put(side, state.of(side).put(replace(state.hero(key), **changes))))


def points(play: Play) -> tuple[int, int]:
    return play.state.red.points, play.state.blue.points


def wounds(play: Play, *keys: int) -> tuple[int, ...]:
    return tuple(play.state.hero(key).wounds for key in keys)


def of(events: Sequence[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def lines(state: State, events: Sequence[Event], viewer: Any = GM) -> list[tuple[str, str]]:
    """Clause and sentence of each line of the report."""
    told = (BATAILLE.narrate(state, event, viewer) for event in events)
    return [(line.clause, str(line.message)) for line in told if line is not None]


def conditions(play: Play, side: Side) -> tuple[str, ...]:
    heroes: tuple[Hero, ...] = play.state.of(side).heroes
    return tuple(hero.condition for hero in heroes)
