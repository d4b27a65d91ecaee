"""A step of eight heroes against eight stays small: their events at most 12 kB of JSON."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.armies import HeroSheet
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.setup import Setup
from battles.rules.dice import SecretDice
from battles.rules.ruleset import Commander, Side, fold
from tests.rules.bataille import ANN, GM, Play, hero, setup
from tests.rules.pitched import QUIET, WS, declaring, of, seal
from tests.rules.playing import SECRET, encoded

LIMIT = 12_000


def eight(first: int) -> list[HeroSheet]:
    """Long names, eight-digit keys, sorely wounded, with every skill and Fate: each has much to suffer."""
    skills = {"command": 3, "tactics": 3, "heal": 1, "channelling": 1, "magic": 4}
    return [
        hero(
            first + 7919 * number,
            f"Baron Number {number} of the Northern Marches",
            wounds_left=0,
            fate=1,
            toughness=9,
            **skills,
        )
        for number in range(8)
    ]


def opened() -> Setup:
    return setup(eight(10_000_001), eight(50_000_001), rules=QUIET, headcounts=(60_000, 60_000))


def most(play: Play, *commands: Any) -> tuple[int, tuple[Any, ...]]:
    """The longest of a reveal's events over many throws of the dice."""
    found = [BATAILLE.decide(play.state, GM, c.Resolve(), SecretDice(SECRET, step)) for step in range(1, 41)]
    longest = max(found, key=lambda events: len(encoded(events)))
    return len(encoded(longest)), longest


def in_the_thick_of_it(duels: bool) -> Play:
    """All sixteen fight with everything they have, seven pairs of them in duels if there are any."""
    play = declaring(opened(), rolls=[100, 100])
    if duels:
        play = Play(BATAILLE.open(opened()))
        play = _challenged(play)
    for side in Side:
        for sheet in play.state.of(side).heroes:
            if (each := c.Declare(sheet.key, "ha-10", WS)) in BATAILLE.options(play.state, Commander(side)):
                play.do(Commander(side), each)
            play.do(Commander(side), c.UseFortune(sheet.key, True))
    seal(play)
    return play


def _challenged(play: Play) -> Play:
    """Seven of red's heroes have challenged one each, and all have accepted."""
    play.do(GM, c.Advance())
    for side in Side:
        play.do(Commander(side), c.NameGeneral(play.state.of(side).heroes[0].key), c.Ready())
    play.do(GM, c.Advance(), c.Resolve(), rolls=[100, 100])
    pairs = zip(play.state.red.heroes[:7], play.state.blue.heroes[:7], strict=True)
    play.do(ANN, *(c.Challenge(one.key, other.key) for one, other in pairs))
    seal(play)
    play.do(Commander(Side.BLUE), *(c.Answer(duel.target, True) for duel in play.state.duels))
    seal(play)
    return play


@pytest.mark.parametrize("duels", [False, True], ids=["actions", "duels"])
def test_no_reveal_of_sixteen_heroes_is_large(duels: bool):
    size, events = most(in_the_thick_of_it(duels))
    assert len(of(events, e.Struck)) == 16 and len(of(events, e.CriticalSuffered)) > 8
    assert len(of(events, e.DuelDecided)) == 7 * duels
    assert size <= LIMIT


def test_no_other_step_of_a_battle_of_sixteen_is_large():
    state, number, largest = BATAILLE.open(opened()), 0, 0
    while state.ended is None and number < 500:
        moves = [(Commander(side), move) for side in Side for move in BATAILLE.suggest(state, side)[:1]]
        for viewer, move in moves or [(GM, BATAILLE.options(state, GM)[0])]:
            number += 1
            events = BATAILLE.decide(state, viewer, move, SecretDice(SECRET, number))
            state = fold(BATAILLE, state, events)
            largest = max(largest, len(encoded(events)))
    assert state.ended is not None
    assert 0 < largest <= LIMIT
