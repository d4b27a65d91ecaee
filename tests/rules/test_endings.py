"""Every end of a contest: BF-12, BF-39, D-21, D-22, D-23."""

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import PROFILES, Domain, Trait
from battles.rules.battlefront.state import Ending
from battles.rules.ruleset import Commander, Side
from tests.rules.table import ANN, BLUE, GAME_MASTER, RED, SUE, Play, of, setup

STOIC = tuple(msgspec.structs.replace(one, traits=(*one.traits, Trait.FEARLESS)) for one in PROFILES)
AIR, LAND = [("bomber", 5)], [("tank", 4)]


def playing(phase: str, red=(), blue=(), **options) -> Play:
    hordes = AIR if phase == "air" else LAND
    return Play(setup(red or hordes, blue or hordes, **options)).to(phase)


def ended(play: Play) -> tuple[Ending, Side | None]:
    event = of(play.events, e.ContestEnded)[0]
    return event.ending, event.side


@pytest.mark.parametrize(("phase", "rounds", "after"), [("air", 5, "air_result"), ("land", 10, "land_result")])
def test_bf_12_bf_39_the_round_limit(phase: str, rounds: int, after: str):
    play = playing(phase, profiles=STOIC)
    for number in range(1, rounds + 1):
        assert (play.state.phase, play.state.round) == (phase, number)
        play.resolve(50, 99)
    assert (play.state.phase, ended(play)) == (after, (Ending.ROUNDS, None))
    result = play.state.result(Domain(phase))
    assert result.rounds == rounds


@pytest.mark.parametrize("phase", ["air", "land"])
@pytest.mark.parametrize("side", list(Side))
def test_d_21_a_side_retreats_before_any_roll_and_its_hordes_count_nothing(phase: str, side: Side):
    play = playing(phase)
    play.do(Commander(side), c.Retreat())
    play.resolve()
    assert ended(play) == (Ending.RETREAT, side)
    result = play.state.result(Domain(phase))
    totals = {RED: result.red_total, BLUE: result.blue_total}
    assert totals[side] == 0
    assert totals[side.rival] == (100 if phase == "air" else 80)


@pytest.mark.parametrize("phase", ["air", "land"])
def test_d_22_both_retreat(phase: str):
    play = playing(phase)
    for side in Side:
        play.do(Commander(side), c.Retreat())
    play.resolve()
    assert ended(play) == (Ending.RETREAT, None)
    assert play.state.result(Domain(phase)).diff == 0


def test_d_21_a_retreat_may_be_taken_back_and_stays_secret():
    play = playing("land")
    before = BATTLEFRONT.view(play.state, SUE)
    play.red(c.Retreat())
    assert BATTLEFRONT.view(play.state, SUE) == before
    assert play.refused(ANN, c.Retreat()).clause == "D-21"
    play.red(c.FightOn())
    assert play.refused(ANN, c.FightOn()).clause == "D-21"
    play.resolve(40, 99, 1)
    assert play.state.round == 2


def test_d_21_an_air_retreat_does_not_touch_the_land_contest():
    play = Play(setup(AIR + LAND, AIR + LAND)).to("air").red(c.Retreat())
    play.resolve()
    assert play.state.first_side is RED
    play.to("land")
    assert BATTLEFRONT.view(play.state, SUE).sides[0].total == 80


@pytest.mark.parametrize("phase", ["air", "land"])
def test_bf_12_all_hordes_broken(phase: str):
    play = playing(phase)
    play.resolve(40, 99, 100)
    assert ended(play) == (Ending.BROKEN, BLUE)
    assert play.state.result(Domain(phase)).blue_total == 0


@pytest.mark.parametrize(("phase", "small"), [("air", ("bomber", 1, 1)), ("land", ("artillery", 1, 1))])
def test_bf_12_all_hordes_destroyed(phase: str, small):
    play = playing(phase, blue=[small]).seal()
    play.resolve(40, 99)
    assert ended(play) == (Ending.DESTROYED, BLUE)


def test_bf_12_some_broken_the_others_destroyed():
    play = playing("air", blue=[("bomber", 1, 1), ("bomber", 5)])
    play.resolve(40, 99, 100)
    assert ended(play) == (Ending.LOST, BLUE)


@pytest.mark.parametrize(("phase", "small"), [("air", ("bomber", 1, 1)), ("land", ("artillery", 1, 1))])
def test_d_22_both_defeated_in_one_round_is_decided_by_the_totals(phase: str, small):
    play = playing(phase, red=[small], blue=[small])
    if phase == "land":
        play = Play(setup([small], [small])).to("deployment").place(ANN, F1=1000)
        play.place(Commander(BLUE), F1=5000).ready().gm(c.Advance())
    play.seal().resolve(40, 99)
    assert ended(play) == (Ending.DESTROYED, None)
    assert play.state.result(Domain(phase)).diff == 0


@pytest.mark.parametrize(
    ("red", "blue", "side", "diff"), [(AIR * 2, [], BLUE, 200), ([], AIR, RED, -100), ([], [], None, 0)]
)
def test_d_23_an_empty_sky_skips_the_air_contest(red, blue, side: Side | None, diff: int):
    play = Play(setup(red + LAND, blue + LAND)).to("muster").seal()
    play.gm(c.Advance())
    assert (play.state.phase, ended(play)) == ("air_result", (Ending.ABSENT, side))
    assert (play.state.air_result.rounds, play.state.air_result.diff) == (0, diff)
    assert not of(play.events, e.TacticsTested)


@pytest.mark.parametrize(
    ("red", "blue", "side", "diff", "after"),
    [
        (LAND * 3, [], BLUE, 240, "land_result"),
        ([], LAND, RED, -80, "land_result"),
        ([], [], None, 0, "result"),  # nobody has a horde to draw from
    ],
)
def test_d_23_an_empty_field_skips_the_land_contest(red, blue, side: Side | None, diff: int, after: str):
    play = Play(setup(red, blue)).to("deployment").seal()
    play.gm(c.Advance())
    assert (play.state.phase, ended(play)) == (after, (Ending.ABSENT, side))
    assert play.state.land_result.diff == diff
    assert len(of(play.events, e.DeploymentRevealed)) == 1


def test_d_23_a_side_that_holds_everything_back_has_no_hordes():
    play = Play(setup(LAND, LAND)).to("deployment").red(c.HoldBack(1000)).seal()
    play.gm(c.Advance())
    assert ended(play) == (Ending.ABSENT, RED)
    assert play.state.land_result.diff == -80


def test_the_end_offers_nobody_anything():
    play = Play(setup(LAND, [])).to("result")
    assert all(BATTLEFRONT.options(play.state, viewer) == () for viewer in (GAME_MASTER, ANN, SUE))
    view = BATTLEFRONT.view(play.state, SUE)
    assert (view.finished, view.waiting_for) == (True, ())
    assert play.refused(GAME_MASTER, c.Advance()).clause == "BF-39"
    assert BATTLEFRONT.suggest(play.state, RED) == ()
