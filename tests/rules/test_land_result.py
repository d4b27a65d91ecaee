"""The land result and the outcome for the campaign: BF-40..45, D-19."""

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront import outcome
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.contest import effects
from battles.rules.battlefront.house_rules import DEFAULTS
from battles.rules.outcomes import Loss
from tests.rules.table import BLUE, RED, SUE, Play, setup


@pytest.mark.parametrize(
    ("diff", "red", "blue"),
    [
        (99, "Stalemate", "Stalemate"),
        (-99, "Stalemate", "Stalemate"),
        (100, "Victory", "Defeat"),
        (199, "Victory", "Defeat"),
        (200, "Decisive Victory", "Decisive Defeat"),
        (-100, "Defeat", "Victory"),
        (-200, "Decisive Defeat", "Decisive Victory"),
    ],
)
@pytest.mark.clause("BF-42", "BF-43", "BF-44", "BF-45")
def test_bf_41_to_45_the_names_of_the_result(diff: int, red: str, blue: str):
    assert [str(outcome.name(Domain.LAND, diff, side)) for side in (RED, BLUE)] == [red, blue]


@pytest.mark.parametrize(
    ("diff", "expected"),
    [
        (250, (e.AdvantagesEarned(Domain.LAND, RED, 3),)),
        (100, (e.AdvantagesEarned(Domain.LAND, RED, 2),)),
        (-99, (e.AdvantagesEarned(Domain.LAND, RED, 1), e.AdvantagesEarned(Domain.LAND, BLUE, 1))),
        (-100, (e.AdvantagesEarned(Domain.LAND, BLUE, 2),)),
        (-200, (e.AdvantagesEarned(Domain.LAND, BLUE, 3),)),
    ],
)
@pytest.mark.clause("BF-42", "BF-43", "BF-44", "BF-45")
def test_bf_41_to_45_advantages(diff: int, expected):
    assert effects(Domain.LAND, diff, DEFAULTS) == expected


def test_bf_40_d_19_infantry_counts_half_as_much_again_rounded_down_for_the_side():
    play = Play(setup([("infantry", 2, 33), ("infantry", 1, 20), ("tank", 2, 40)], [])).to("result")
    assert play.state.land_result.red_total == 119


def test_outcome_is_none_before_the_end():
    assert BATTLEFRONT.outcome(Play(setup()).state) is None


def test_outcome_names_the_result_from_reds_seat_and_every_loss_in_air_and_land():
    red = [("bomber", 5), ("bomber", 5), ("infantry", 5), ("tank", 4)]
    blue = [("bomber", 5), ("bomber", 5), ("infantry", 5)]
    play = Play(setup(red, blue, caps=(9, 9, 9, 9))).to("air")
    play.resolve(50, 99, 100, 1)
    play.blue(c.Retreat())
    play.resolve()
    play.to("land").blue(c.Retreat())
    play.resolve()
    assert BATTLEFRONT.outcome(play.state) is None
    play.to("result")
    found = BATTLEFRONT.outcome(play.state)
    assert str(found.result) == "Decisive Victory"
    losses = {1000: 2, 1001: 2, 1002: 0, 1003: 0, 5000: 2, 5001: 2, 5002: 0}
    assert found.losses == tuple(Loss(key, magnitude) for key, magnitude in losses.items())


def test_outcome_says_nothing_of_hordes_that_were_held_back_or_left_at_home():
    play = Play(setup([("tank", 4)] * 3, [("tank", 4)], caps=(0, 2, 0, 1))).to("deployment").red(c.HoldBack(1000))
    play.to("result")
    assert {loss.horde for loss in BATTLEFRONT.outcome(play.state).losses} == {1001, 5000}


def test_the_result_shows_both_totals_and_names():
    play = Play(setup([("infantry", 5)], [("tank", 2)])).to("land").blue(c.Retreat())
    play.resolve()
    result = BATTLEFRONT.view(play.state, SUE).land_result
    assert (result.red_total, result.blue_total, result.diff) == (150, 0, 150)
    assert (str(result.red_result), str(result.blue_result)) == ("Victory", "Defeat")
    assert str(result.ended_by) == "Blues retreated."
    assert [str(effect) for effect in result.effects] == ["Reds may draw 2 Advantages from its surviving land hordes."]
