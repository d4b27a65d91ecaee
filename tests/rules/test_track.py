"""The figures of every round: as everybody saw them then, and kept only by battles opened to keep them."""

from random import Random
from typing import Any

import msgspec
import pytest

from battles.rules.battlefront.game import BATTLEFRONT
from battles.rules.battlefront.setup import Setup
from battles.rules.battlefront.state import State
from battles.rules.battlefront.view import BattlefrontView
from battles.rules.ruleset import AUDIENCES
from tests.rules.playing import SETUPS, any_offered, issue

each_seed = pytest.mark.parametrize("seed", range(900, 905))


def played(seed: int, *, traced: bool) -> list[State]:
    """A random battle, state by state."""
    random = Random(seed)
    setup: Setup = msgspec.structs.replace(SETUPS["battlefront"](random), traced=traced)
    states = [BATTLEFRONT.open(setup)]
    while chosen := any_offered(BATTLEFRONT, states[-1], random):
        states.append(issue(BATTLEFRONT, states[-1], *chosen, len(states))[1])
    return states


def public(state: State) -> BattlefrontView:
    return BATTLEFRONT.view(state, AUDIENCES["public"])


def figures(view: BattlefrontView) -> tuple[Any, ...]:
    red, blue = view.sides
    return red.total, blue.total, red.morale, blue.morale


def kept(view: BattlefrontView) -> dict[tuple[str, int], tuple[Any, ...]]:
    return {(row.contest, row.round): (row.red, row.blue, row.red_morale, row.blue_morale) for row in view.track}


@each_seed
def test_the_track_has_what_everybody_saw_when_each_round_began(seed: int):
    """And with that at the end of the one before; round 0 is the contest's start."""
    views = [public(state) for state in played(seed, traced=True)]
    track = kept(views[-1])
    began = {(view.contest, view.round - 1): figures(view) for view in reversed(views) if view.contest}
    assert {place: track.get(place) for place in began} == began
    assert all(len({row.round for row in view.track if row.contest == view.contest}) == view.round for view in views)


@each_seed
def test_the_last_round_of_a_contest_is_as_its_result_counts_it(seed: int):
    view = public(played(seed, traced=True)[-1])
    for result in (view.air_result, view.land_result):
        rows = [row for row in view.track if result and row.contest == result.contest]
        if result and rows:
            assert (rows[-1].round, rows[-1].red, rows[-1].blue) == (result.rounds, result.red_total, result.blue_total)
        assert [row.round for row in rows] == list(range(len(rows)))


@each_seed
def test_everybody_sees_the_same_track(seed: int):
    for state in played(seed, traced=True)[::7]:
        tracks = [BATTLEFRONT.view(state, viewer).track for viewer in AUDIENCES.values()]
        assert all(track == tracks[0] for track in tracks)


@each_seed
def test_a_battle_opened_before_there_was_a_track_has_the_same_states_as_ever(seed: int):
    """So what was stored of it can be read, gone on with and recomputed; it only draws no chart."""
    plain, traced = played(seed, traced=False), played(seed, traced=True)
    assert [msgspec.structs.replace(state, trace=None) for state in traced] == plain
    assert not any(b"trace" in msgspec.json.encode(state) for state in plain)
    assert public(plain[-1]).track == ()


def test_a_new_battle_keeps_a_track():
    setup = SETUPS["battlefront"](Random(1))
    rows = {"profile": setup.profiles}
    opened = BATTLEFRONT.setup(
        scenario=setup.scenario, red=setup.red, blue=setup.blue, rows=rows, house_rules=setup.house_rules
    )
    assert opened == msgspec.structs.replace(setup, traced=True)
