"""The Battle Grid: Widths, lanes, targets (BF-21..28, BF-47..49, D-12, D-25, D-26, section 4)."""

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront import lanes
from battles.rules.battlefront.catalogue import Trait
from battles.rules.battlefront.commands import Line
from battles.rules.battlefront.state import Square
from tests.rules.illustration import ILLUSTRATION, greyed, illustrated
from tests.rules.table import ANN, BLUE, BOB, GAME_MASTER, RED, Play, at, label, setup

EXAMPLES = [
    ("E1", "F3", "", "F2 F3 F4 R3", "F3"),
    ("E2", "F3", "", "F2 F4 R3 F5", "F2 F4 R3"),
    ("E3", "F3", "", "R3 F1 F5", "R3"),
    ("E4", "F3", "", "F1 R2 R4 F5", "F1 F5 R2 R4"),
    ("E5", "F1", "", "F3 F4 F5 R4", "F3"),
    ("E5b", "F1", "", "F4 R3 R4", "F4 R3"),
    ("E6", "F3", "maneuver", "F2 F3 F4 R3", "F2 F3 F4"),
    ("E7", "F3", "maneuver", "F3 F4 R2 R4", "F3 F4"),
    ("E7b", "F3", "maneuver", "R3 F1 F5", "R3"),
    ("E8", "R2", "artillery", "F2 F3 R2", "F2"),
    ("E8b", "R2", "artillery", "R2 F3 F5", "F3 R2"),
    ("E8c", "R2", "artillery", "F1 F4 R2", "F1 R2"),
    ("E9", "R2", "infantry", "F2 F3", ""),
    ("E10", "F6", "", "F1 F2 F3 F4 F5 R5", "F5"),
    ("E11", "F1", "", "F2 F3 R8", "F2"),
    ("E11", "F9", "", "F2 F3 R8", "R8"),
    ("E12", "F3", "maneuver", "", ""),
    ("E13", "F2", "", "R5", "R5"),
]


def numbered(labels: str) -> dict[Square, int]:
    return {at(one): number for number, one in enumerate(labels.split())}


@pytest.mark.parametrize(("name", "own", "trait", "enemy", "legal"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
@pytest.mark.clause("BF-22", "BF-25", "BF-26", "BF-27", "BF-28", "D-12=search")
def test_section_4_targets(name: str, own: str, trait: str, enemy: str, legal: str):
    enemies = numbered(enemy)
    found = lanes.targets(at(own), (Trait(trait),) if trait else (), enemies)
    names = {number: label(square) for square, number in enemies.items()}
    assert {names[number] for number in found} == set(legal.split())


@pytest.mark.parametrize(
    ("width", "larger", "columns"),
    [(5, 7, (2, 6)), (3, 7, (3, 5)), (7, 9, (2, 8)), (5, 6, (1, 5)), (4, 7, (2, 5)), (7, 8, (1, 7)), (6, 6, (1, 6))],
)
def test_d_26_lanes_are_centred_on_the_larger_width(width: int, larger: int, columns: tuple[int, int]):
    covered = lanes.columns_of(width, larger)
    assert (covered[0], covered[-1], len(covered)) == (*columns, width)


def test_bf_22_a_rear_horde_without_artillery_attacks_nobody():
    assert lanes.targets(at("R1"), (Trait.MANEUVER,), numbered("F1 F2")) == ()


def test_bf_27_rear_artillery_attacks_the_front_square_of_its_column():
    assert lanes.targets(at("R1"), (Trait.ARTILLERY,), numbered("F1 F2 R1")) == (0,)


@pytest.mark.parametrize(
    ("terrain", "invader", "widths"),
    [
        ("open", RED, (7, 7)),
        ("rough", BLUE, (7, 5)),
        ("river", RED, (4, 7)),
        ("urban", RED, (6, 6)),
        ("fortified", BLUE, (8, 5)),
    ],
)
def test_bf_24_d_32_terrain_changes_the_widths_of_invader_and_defender(terrain, invader, widths):
    state = BATTLEFRONT.open(setup(width=7, terrain=terrain, invader=invader))
    assert (lanes.width(state, RED), lanes.width(state, BLUE)) == widths


def test_bf_24_each_side_adds_its_own_air_effect():
    state = BATTLEFRONT.evolve(BATTLEFRONT.open(setup(width=7)), e.WidthGained(BLUE, 2))
    assert (lanes.width(state, RED), lanes.width(state, BLUE), lanes.columns(state)) == (7, 9, 9)
    assert list(lanes.own_columns(state, RED)) == [2, 3, 4, 5, 6, 7, 8]


def test_d_25_a_width_is_never_below_one():
    state = BATTLEFRONT.open(setup(width=2, terrain="river", invader=RED))
    assert lanes.width(state, RED) == 1
    assert lanes.own_columns(state, RED) == range(1, 2)


def test_bf_23_width_six_gives_six_squares_in_each_line():
    squares = lanes.own_squares(BATTLEFRONT.open(setup(width=6)), RED)
    assert len(squares) == 12
    assert {square.line for square in squares[:6]} == {Line.FRONT}


def targets_of(play: Play, viewer, key: int, names: dict[str, int]) -> set[str]:
    offered = BATTLEFRONT.options(play.state, viewer)
    hit = {order.target for order in offered if isinstance(order, c.OrderAttack) and order.horde == key}
    return {name for name, target in names.items() if target in hit}


@pytest.mark.parametrize(
    ("own", "legal"),
    [
        ("F1", "F2"),
        ("F7", "F6"),
        *((f"F{column}", f"F{column}") for column in range(2, 7)),
        ("R3", "F3"),
        ("R5", "F5"),
    ],
)
def test_bf_48_bf_49_what_the_french_of_the_illustration_may_attack(own: str, legal: str):
    play, french, german = illustrated()
    assert targets_of(play, ANN, french[own], german) == set(legal.split())


@pytest.mark.parametrize(
    ("own", "legal"),
    [("F2", "F1 F2 F3"), ("F3", "F3"), ("F5", "F5"), ("F4", "F3 F4 F5"), ("F6", "F5 F6 F7"), ("R4", "F4")],
)
def test_bf_28_what_the_germans_of_the_illustration_may_attack(own: str, legal: str):
    play, french, german = illustrated()
    assert targets_of(play, BOB, german[own], french) == set(legal.split())


def test_d_13_a_tank_without_maneuver_attacks_straight_ahead():
    assert lanes.targets(at("F2"), (), numbered("F1 F2 F3")) == (1,)


@pytest.mark.parametrize(
    ("viewer", "own", "target"),
    [(ANN, "F1", "F3"), (ANN, "F2", "F3"), (ANN, "R3", "R4"), (BOB, "F3", "R3")],
)
def test_bf_25_what_the_illustration_forbids(viewer, own: str, target: str):
    play, french, german = illustrated()
    ours, theirs = (french, german) if viewer is ANN else (german, french)
    refusal = play.refused(viewer, c.OrderAttack(ours[own], theirs[target], 0))
    assert (refusal.clause, refusal.field) == ("BF-25", "target")


def test_bf_47_the_two_lost_columns_are_greyed_in_the_view():
    play, _, _ = illustrated()
    grid = BATTLEFRONT.view(play.state, ANN).grid
    found = {(row, square.column) for row, line in enumerate(grid) for square in line if square.greyed}
    assert found == greyed(ILLUSTRATION)
    assert all(len(row) == 7 for row in grid)


def test_bf_21_each_viewer_sees_the_grid_from_its_own_seat():
    play, _, _ = illustrated()
    far = [BATTLEFRONT.view(play.state, viewer).grid[0][0].side for viewer in (ANN, BOB, GAME_MASTER)]
    assert far == [BLUE, RED, BLUE]
