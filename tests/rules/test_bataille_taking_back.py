"""A side's choices that are not yet shown, taken back: nothing tells any more what was chosen."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille.catalogue import TestKey
from battles.rules.bataille.state import Draft, State
from battles.rules.ruleset import Commander, Side
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, Play, hero, setup
from tests.rules.playing import is_secret, issue, one_of, walk

K = TestKey
ARMIES = (1, 1, 1, 1, 99, 99)
REDS = [hero(101, fate=1), hero(102, fate=1), hero(103)]


def taken_back(play: Play, side: Side = RED) -> list[Any]:
    """Everything that is taken back, each command of it offered."""
    viewer, told = Commander(side), list[Any]()
    while command := BATAILLE.take_back(play.state, side):
        assert command in BATAILLE.options(play.state, viewer)
        play.do(viewer, command)
        told.append(command)
        assert len(told) < 50
    return told


def naming(*chosen: Any) -> Play:
    return Play(setup(REDS)).then(GM, c.Advance()).then(ANN, *chosen)


def test_nothing_chosen_is_nothing_to_take_back():
    for play in (Play(setup(REDS)), naming(), Play(setup(REDS)).begin()):
        assert taken_back(play) == taken_back(play, BLUE) == []


@pytest.mark.parametrize("general", [101, 102, 103])
def test_br_18_the_first_hero_leads_whoever_was_named(general: int):
    play = naming(c.NameGeneral(general), c.Ready())
    told = taken_back(play)
    assert told == [c.Unready() if general == 101 else c.NameGeneral(101)]  # which takes Ready back, too
    assert (play.state.red.general, play.state.red.second, play.state.red.ready) == (101, None, False)


@pytest.mark.parametrize(("general", "second"), list(permutations((101, 102, 103), 2)))
def test_br_18_the_first_two_heroes_lead_whoever_were_named(general: int, second: int):
    play = naming(c.NameGeneral(general), c.NameSecond(second))
    taken_back(play)
    assert (play.state.red.general, play.state.red.second) == (101, 102)


@pytest.mark.parametrize("second", [101, 102, 103])
def test_br_18_a_second_who_was_named_alone_is_forgotten_too(second: int):
    play = naming(c.NameSecond(second))
    taken_back(play)
    assert (play.state.red.general, play.state.red.second) == (None, 102)


def test_br_18_who_takes_no_part_does_not_lead():
    play = Play(setup(REDS)).then(GM, c.LeaveOut(101), c.Advance()).then(ANN, c.NameGeneral(103))
    assert taken_back(play) == [c.NameGeneral(102)]


def test_ha_09_challenges_are_called_off():
    play = Play(setup(REDS)).begin().then(GM, c.Resolve())
    play.do(ANN, c.Challenge(101, 201), c.Challenge(103, 202), c.Ready())
    assert taken_back(play) == [c.CallOff(101), c.CallOff(103)]
    assert (play.state.red.draft, play.state.red.ready) == (Draft(), False)


@pytest.mark.parametrize("accept", [True, False])
def test_ha_09_a_challenge_that_was_answered_is_declined(accept: bool):
    play = Play(setup(REDS)).begin().then(GM, c.Resolve())
    play.do(BOB, c.Challenge(201, 101), c.Challenge(202, 102), c.Ready())
    play.do(ANN, c.Ready(), c.Answer(101, accept))
    assert taken_back(play) == [c.Answer(101, False)] * accept
    assert play.state.red.draft.answers == ((101, False),)


@pytest.mark.parametrize("phase", ["start_of_turn", "challenges"])
def test_ha_09_that_challenges_are_waived_is_taken_back(phase: str):
    play = Play(setup(REDS)).begin()
    if phase == "challenges":
        play.do(GM, c.Resolve())
    play.do(ANN, c.WaiveChallenges(True))
    assert play.state.phase == phase and play.state.red.ready is (phase == "challenges")
    assert c.WaiveChallenges(False) in taken_back(play)
    assert (play.state.red.waives, play.state.red.ready) == (False, False)


def test_br_21_actions_and_promises_of_fortune_are_taken_back():
    play = Play(setup(REDS)).begin()
    play.start(*ARMIES)
    play.do(ANN, c.Declare(101, "ha-10", K.WEAPON_SKILL), c.UseFortune(101, True), c.Declare(103, "ha-01"), c.Ready())
    play.do(BOB, c.Declare(201, "ha-01"))
    assert set(taken_back(play)) == {c.UseFortune(101, False), c.Undeclare(101), c.Undeclare(103)}
    assert (play.state.red.draft, play.state.red.ready) == (Draft(), False)
    assert [one.hero for one in play.state.blue.draft.actions] == [201]


@pytest.mark.parametrize("burn", [True, False])
def test_br_28_fate_is_burnt_whatever_was_decided(burn: bool):
    play = Play(setup(REDS)).begin()
    play.start(*ARMIES)
    for key in (101, 102):
        play.alter_hero(key, wounds=0).do(ANN, c.Declare(key, "ha-10", K.WEAPON_SKILL))
    play.resolve(99, 99, *(60, 9, 9, 1) * 2)
    play.do(ANN, c.BurnFate(101, burn))
    assert taken_back(play) == [c.BurnFate(101, True)] * (not burn)
    assert play.state.red.draft.fate == ((101, True),)


def moved(state: State, side: Side, random: Random) -> State:
    """After some of the side's drafts."""
    for _ in range(random.randint(1, 6)):
        drafts = tuple(one for one in BATAILLE.options(state, Commander(side)) if one.draft)
        if drafts:
            events, after = issue(BATAILLE, state, Commander(side), one_of(drafts, random), 1)
            state = after if is_secret(events) else state
    return state


def shape(state: State, side: Side) -> Any:
    """Which of the choices that cannot be open again are made, whatever they are."""
    camp = state.of(side)
    answered, decided = ({key for key, _ in pairs} for pairs in (camp.draft.answers, camp.draft.fate))
    return camp.general is None, camp.second is None, answered, decided


@pytest.mark.parametrize("seed", range(6))
def test_two_battles_that_differ_in_a_sides_drafts_are_the_same_once_these_are_taken_back(seed: int):
    random, met, steps = Random(seed), 0, list(walk(BATAILLE, seed + 500))
    for step in random.sample(steps, min(50, len(steps))):
        side = random.choice(list(Side))
        plays = [Play(moved(step.after, side, random)) for _ in range(2)]
        if shape(plays[0].state, side) != shape(plays[1].state, side):
            continue
        met += plays[0].state != plays[1].state
        for play in plays:
            taken_back(play, side)
        views = [BATAILLE.view(play.state, Commander(side)) for play in plays]
        assert views[0] == views[1]
    assert met > 5
