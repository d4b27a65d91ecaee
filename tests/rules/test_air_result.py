"""The air result and its effects: BF-13..19, D-09, D-10."""

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront import outcome
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.contest import effects
from battles.rules.battlefront.house_rules import DEFAULTS
from tests.rules.table import BLUE, GAME_MASTER, RED, SUE, Play, setup


@pytest.mark.parametrize(
    ("diff", "red", "blue"),
    [
        (0, "Stalemate", "Stalemate"),
        (99, "Stalemate", "Stalemate"),
        (-99, "Stalemate", "Stalemate"),
        (100, "Air Superiority", "Conceded Sky"),
        (199, "Air Superiority", "Conceded Sky"),
        (200, "Air Supremacy", "Enemy Sky"),
        (-100, "Conceded Sky", "Air Superiority"),
        (-199, "Conceded Sky", "Air Superiority"),
        (-200, "Enemy Sky", "Air Supremacy"),
    ],
)
@pytest.mark.clause("BF-15", "BF-16", "BF-17", "BF-18")
def test_bf_14_to_18_d_10_the_names_of_the_result(diff: int, red: str, blue: str):
    assert [str(outcome.name(Domain.AIR, diff, side)) for side in (RED, BLUE)] == [red, blue]


@pytest.mark.parametrize(
    ("diff", "expected"),
    [
        (200, (e.AdvantagesEarned(Domain.AIR, RED, 3), e.WidthGained(RED, 2), e.FirstDeploymentOrdered(BLUE, 4))),
        (100, (e.AdvantagesEarned(Domain.AIR, RED, 2), e.WidthGained(RED, 1), e.FirstDeploymentOrdered(BLUE, 2))),
        (0, (e.AdvantagesEarned(Domain.AIR, RED, 1), e.AdvantagesEarned(Domain.AIR, BLUE, 1))),
        (-100, (e.AdvantagesEarned(Domain.AIR, BLUE, 2), e.WidthGained(BLUE, 1), e.FirstDeploymentOrdered(RED, 2))),
        (-200, (e.AdvantagesEarned(Domain.AIR, BLUE, 3), e.WidthGained(BLUE, 2), e.FirstDeploymentOrdered(RED, 4))),
    ],
)
@pytest.mark.clause("BF-15", "BF-16", "BF-17", "BF-18")
def test_bf_14_to_18_d_09_what_the_result_brings(diff: int, expected):
    assert effects(Domain.AIR, diff, DEFAULTS) == expected


def skipped(magnitude: int) -> Play:
    """Blue brings no aircraft: the table is applied to red's Magnitude (D-23)."""
    squads = [5] * (magnitude // 100) + ([1] if magnitude % 100 else [])
    hordes = [("bomber", number, min(number * 20, magnitude - 100 * index)) for index, number in enumerate(squads)]
    return Play(setup(hordes, [], width=7)).to("air_result")


@pytest.mark.parametrize(
    ("magnitude", "width", "first"), [(0, 7, None), (19, 7, None), (100, 8, 2), (200, 9, 4), (300, 9, 4)]
)
def test_bf_13_to_16_the_effects_reach_the_state_and_the_view(magnitude: int, width: int, first: int | None):
    view = BATTLEFRONT.view(skipped(magnitude).state, SUE)
    assert [side.width for side in view.sides] == [width, 7]
    assert (view.first_side, view.first_count) == ((BLUE, first) if first else (None, 0))
    assert (view.air_result.red_total, view.air_result.blue_total, view.air_result.diff) == (magnitude, 0, magnitude)


def test_bf_13_broken_and_lost_magnitude_does_not_count():
    play = Play(setup([("bomber", 5)] * 3, [("bomber", 5)] * 3)).to("air")
    play.resolve(50, 99, 100, 1, 1)
    assert [outcome.total(play.state, side, Domain.AIR) for side in (RED, BLUE)] == [291, 194]


def test_bf_16_the_result_names_its_effects_in_sentences():
    view = BATTLEFRONT.view(skipped(200).state, SUE)
    assert [str(effect) for effect in view.air_result.effects] == [
        "Reds may draw 3 Advantages from its surviving air hordes.",
        "+2 to the Width of Reds, which is never below 1.",
        "Blues must place 4 hordes first, or all it has or has room for.",
    ]


def test_bf_19_the_land_contest_follows():
    play = skipped(0)
    play.seal().gm(c.Advance())
    assert play.state.phase == "deployment"
    play = skipped(200)
    play.seal().gm(c.Advance())
    assert play.state.phase == "first_deployment"
    assert BATTLEFRONT.options(play.state, GAME_MASTER) == ()
