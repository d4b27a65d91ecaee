"""BD-20: all numbers are rows of the campaign's catalogue, pinned by the battle; a changed row changes the battle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Action, Band, Critical, Source, TestKey
from battles.rules.bataille.kinds import KINDS
from tests.rules.bataille import ANN, BLUE, BOB, FIELD, GM, RED, ROWS, Play, hero, setup
from tests.rules.table import of

K = TestKey
ARMIES = (1, 1, 1, 1, 99, 99)


def with_action(key: str, **changes: Any) -> Any:
    return replace(ROWS, actions=tuple(replace(row, **changes) if row.key == key else row for row in ROWS.actions))


def acting(rows: Any, command: Any, *rolls: int) -> tuple[Play, tuple[Any, ...]]:
    play = Play(setup(rows=rows)).begin()
    play.start(*ARMIES)
    play.alter(RED, points=30).do(ANN, command)
    return play, play.resolve(*rolls)


SHOOT = c.Declare(101, "ha-05", K.BALLISTIC_SKILL)


@pytest.mark.parametrize(
    ("changes", "rolls", "points", "wounds"),
    [
        ({}, (40, 3, 60, 2), 33, 11),
        ({"success": "2d10+TB-2"}, (40, 3, 7, 60, 2), 42, 11),
        ({"success": "3"}, (40, 60, 2), 33, 11),
        ({"success": "0"}, (40, 60, 2), 30, 11),
        ({"success": "-1d3"}, (40, 3, 60, 2), 28, 11),
        ({"failure": "-2d6"}, (41, 3, 4, 60, 2), 23, 11),
        ({"damage": "2d10kh+7"}, (40, 3, 60, 2, 4), 33, 5),
        ({"damage": "0"}, (40, 3), 33, 12),
        ({"damage": "-"}, (40, 3), 33, 12),
        ({"damage": "5"}, (40, 3, 60), 33, 11),
    ],
)
def test_bd_20_an_actions_points_and_damage_are_its_rows(changes: dict[str, Any], rolls: Any, points: int, wounds: int):
    play, _ = acting(with_action("ha-05", **changes), SHOOT, *rolls)
    assert (play.state.red.points, play.state.hero(101).wounds) == (points, wounds)


def test_bd_20_an_actions_tests_are_its_rows():
    rows = with_action("ha-05", tests=(K.WILLPOWER, K.HEAL))
    play, events = acting(rows, c.Declare(101, "ha-05", K.WILLPOWER), 40, 1, 60, 1)
    assert [one.key for one in of(events, e.ActionTested)] == [K.WILLPOWER]
    play = Play(setup([hero(101), hero(102, heal=1)], rows=rows)).begin()
    play.start(*ARMIES)
    offered = [one for one in BATAILLE.options(play.state, ANN) if isinstance(one, c.Declare) and one.action == "ha-05"]
    assert offered == [c.Declare(101, "ha-05", K.WILLPOWER)] + [
        c.Declare(102, "ha-05", key) for key in (K.WILLPOWER, K.HEAL)
    ]


def test_bd_20_a_campaigns_own_action_can_do_what_the_bundled_ones_do():
    own = Action("bless", "Bless the wounded", success="1d6", damage="0", stabilises=True, scouts=True)
    play, events = acting(replace(ROWS, actions=(*ROWS.actions, own)), c.Declare(101, "bless"), 6)
    assert play.state.red.points == 36 and play.state.red.scouted == 10
    assert [type(one) for one in events if isinstance(one, e.FriendTended | e.WayScouted)] == [
        e.FriendTended,
        e.WayScouted,
    ]
    lines = [BATAILLE.narrate(play.state, event, GM) for event in of(events, e.PointsChanged)]
    assert [line.clause for line in lines if line] == ["BR-23"]


def test_bd_20_without_a_duel_in_the_list_nobody_is_challenged():
    rows = replace(ROWS, actions=tuple(row for row in ROWS.actions if not row.duel))
    play = Play(setup(rows=rows)).begin()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    assert play.state.phase == "declarations"


def test_bd_20_a_duels_numbers_are_its_rows():
    rows = with_action("ha-09", tests=(K.STRENGTH,), success="2d6", failure="-1d6", damage="2", loser_damage="foe SB+6")
    play = Play(setup([hero(101, strength=55)], [hero(201, strength=30)], rows=rows)).begin()
    play.do(GM, c.Resolve(), rolls=ARMIES)
    play.alter(RED, points=30).alter(BLUE, points=30)
    play.do(ANN, c.Challenge(101, 201), c.Ready())
    play.do(BOB, c.Ready(), c.Answer(201, True), c.Ready())
    play.resolve(55, 31, 5, 6, 2, 60, 60)
    assert play.points() == (41, 28)
    assert (play.state.hero(101).wounds, play.state.hero(201).wounds) == (12, 12 - (5 + 6 - 4))


def test_bd_20_sources_are_rows():
    rows = replace(ROWS, sources=(Source("omen", "An omen", 7, most=9), Source("rain", "Rain", 1, repeats=True)))
    play = Play(setup(rows=rows))
    play.do(GM, c.Advance())
    offered = [one for one in BATAILLE.options(play.state, GM) if isinstance(one, c.GiveSource) and one.side is RED]
    assert [(one.source, one.points) for one in offered] == [("omen", 7), ("omen", 8), ("omen", 9), ("rain", 1)]
    play = Play(setup(rows=rows)).begin(given=[c.GiveSource(RED, "omen", 8), *[c.GiveSource(RED, "rain", 1)] * 2])
    assert play.points() == (10, 0)


def test_bd_20_a_battle_without_sources_has_no_strategic_points():
    play = Play(setup(rows=replace(ROWS, sources=()))).begin()
    assert (play.points(), play.state.red.threshold) == ((0, 0), 100)


@pytest.mark.parametrize(("fighters", "threshold"), [(1_999, 30), (2_000, 200), (99_999, 200)])
def test_bd_20_size_bands_are_rows(fighters: int, threshold: int):
    bands = (Band("many", "Many", 2_000, 200), Band("few", "Few", 0, 30))
    play = Play(setup(rows=replace(ROWS, bands=bands), headcounts=(fighters, 0))).begin()
    assert play.state.base == threshold


@pytest.mark.parametrize(("roll", "effect"), [(1, 1), (50, 1), (51, 2), (100, 2)])
def test_bd_20_the_critical_table_is_rows(roll: int, effect: int):
    table = (Critical("b", "High", 51, "2 " * 9 + "2"), Critical("a", "Low", 1, "1 1 1 1 1 1 1 1 1 1"))
    play = Play(setup([hero(101, wounds_left=0)], rows=replace(ROWS, criticals=table))).begin()
    play.start(*ARMIES)
    play.do(ANN, SHOOT)
    (critical,) = of(play.resolve(41, 60, 9, roll), e.CriticalSuffered)
    assert (critical.value, critical.effect) == (8, effect)


def test_bd_20_a_battle_pins_the_campaigns_rows_of_each_kind():
    """The ruleset's own setup: from rows by kind, as the campaign has them; no skill but the first."""
    begun = setup()
    rows = {kind.key: tuple(row for _, row in kind.rows) for kind in KINDS}
    made = BATAILLE.setup(scenario=FIELD, red=begun.red, blue=begun.blue, rows=rows, house_rules=begun.house_rules)
    assert made == begun
    rows["band"] = (Band("all", "All", 0, 70),)
    changed = BATAILLE.setup(scenario=FIELD, red=begun.red, blue=begun.blue, rows=rows, house_rules=begun.house_rules)
    assert Play(changed).begin().state.base == 70
