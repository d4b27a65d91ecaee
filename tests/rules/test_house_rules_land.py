"""The house rules of a land round: D-11, D-12, D-15..D-18, each value with its numbers."""

from typing import Any

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront import lanes
from battles.rules.battlefront.catalogue import PROFILES, Trait, Weapon
from battles.rules.battlefront.house_rules import DEFAULTS, HouseRules
from battles.rules.battlefront.strikes import Strike, earns_bonus, strike
from battles.rules.d100 import Reason
from tests.rules.illustration import illustrated
from tests.rules.table import ANN, BLUE, BOB, RED, Play, at, label, of, setup
from tests.rules.test_lanes import numbered

WEAPONS = {weapon.name: weapon for profile in PROFILES for weapon in profile.weapons}
STOIC = tuple(msgspec.structs.replace(one, traits=(*one.traits, Trait.FEARLESS)) for one in PROFILES)
INFANTRY, SUITS = (("infantry", 5),), (("ac_suit", 3),)
AS_IN_THE_AIR = HouseRules(land_ties="as_in_the_air")


def facing(rules: HouseRules, red: Any = INFANTRY, blue: Any = INFANTRY, **options: Any) -> Play:
    """Every horde in Front from column 1, without orders; nobody breaks."""
    play = Play(setup(red, blue, rules=rules, profiles=STOIC, **options)).to("deployment")
    for viewer, hordes, first in ((ANN, red, 1000), (BOB, blue, 5000)):
        play.place(viewer, **{f"F{column}": first + column - 1 for column in range(1, len(hordes) + 1)})
    play.ready().gm(c.Advance())
    return play


def decided(events: Any) -> tuple[Any, Reason]:
    event = of(events, e.RoundDecided)[0]
    return event.winner, event.reason


def bonuses(events: Any) -> list[tuple[int, int, int]]:
    return [(one.horde, one.bonus, one.dealt) for one in of(events, e.AttackMade)]


# D-11


@pytest.mark.parametrize(
    ("red", "blue", "drawn_round", "in_the_air"),
    [
        (50, 45, (None, Reason.DRAWN), (BLUE, Reason.ROLL)),
        (45, 50, (None, Reason.DRAWN), (RED, Reason.ROLL)),
        (50, 99, (None, Reason.DRAWN), (RED, Reason.SUCCESS)),
        (99, 50, (None, Reason.DRAWN), (BLUE, Reason.SUCCESS)),
        (30, 21, (None, Reason.DRAWN), (BLUE, Reason.ROLL)),
        (20, 31, (RED, Reason.DEGREES), (RED, Reason.DEGREES)),
        (31, 20, (BLUE, Reason.DEGREES), (BLUE, Reason.DEGREES)),
    ],
)
def test_d_11_who_wins_a_land_round(red: int, blue: int, drawn_round: Any, in_the_air: Any):
    assert decided(facing(DEFAULTS).resolve(red, blue)) == drawn_round
    assert decided(facing(AS_IN_THE_AIR).resolve(red, blue)) == in_the_air


def test_d_11_as_in_the_air_the_higher_intelligence_bonus_comes_before_the_roll():
    play = facing(AS_IN_THE_AIR, red_skill={"intelligence": 60})
    assert decided(play.resolve(35, 21)) == (RED, Reason.INTELLIGENCE)


def test_d_11_drawn_round_two_failures_are_equal():
    events = facing(DEFAULTS).resolve(99, 98)
    assert decided(events) == (None, Reason.DRAWN)
    assert not of(events, e.TestsRolledAgain)


def test_d_11_as_in_the_air_two_failures_are_rolled_again():
    events = facing(AS_IN_THE_AIR).resolve(99, 98, 20, 60)
    assert of(events, e.TestsRolledAgain) == [e.TestsRolledAgain(((99, 98),), (50, 50))]
    assert decided(events) == (RED, Reason.SUCCESS)
    assert of(events, e.MoraleLost)[0].side is BLUE


def test_d_11_as_in_the_air_with_d_04_two_failures_draw_the_round_without_damage():
    play = facing(HouseRules(land_ties="as_in_the_air", both_fail="drawn_round")).seal()
    events = play.resolve(99, 98)
    assert decided(events) == (None, Reason.DRAWN)
    assert not of(events, e.AttackMade) and not of(events, e.LandDamageTaken)
    assert not of(events, e.MoraleLost) and not of(events, e.BreakTestTaken)


def test_d_11_as_in_the_air_the_winner_at_zero_degrees_adds_nothing():
    play = facing(AS_IN_THE_AIR, SUITS, SUITS).red(c.OrderAttack(1000, 5000, 0)).blue(c.OrderAttack(5000, 1000, 0))
    events = play.resolve(50, 99)
    assert bonuses(events) == [(1000, 0, 3), (5000, 0, 3)]


# D-12


@pytest.mark.parametrize(
    ("own", "trait", "enemy", "search", "any_front"),
    [
        ("R2", "artillery", "F1 F4 R2", "F1 R2", "F1 F4"),  # E8c
        ("R2", "artillery", "F2 F3 R2", "F2", "F2 F3"),
        ("R2", "artillery", "R1 R2 R5", "R2", "R2"),  # an empty Front: the usual search
        ("F2", "artillery", "F2 F3 R2", "F2", "F2"),  # from the Front Artillery is like the others
        ("R2", "infantry", "F2 F3", "", ""),
        ("F3", "maneuver", "F2 F3 F4 R3", "F2 F3 F4", "F2 F3 F4"),
        ("R2", "artillery", "", "", ""),
    ],
)
def test_d_12_targets_of_rear_artillery(own: str, trait: str, enemy: str, search: str, any_front: str):
    enemies = numbered(enemy)
    names = {number: label(square) for square, number in enemies.items()}
    for wide, legal in ((False, search), (True, any_front)):
        found = lanes.targets(at(own), (Trait(trait),), enemies, any_front=wide)
        assert {names[number] for number in found} == set(legal.split())


@pytest.mark.parametrize(("value", "legal"), [("search", "F3"), ("any_front", "F2 F3 F4 F5 F6")])
@pytest.mark.parametrize("own", ["R3", "R5"])
def test_d_12_the_french_artillery_of_the_illustration(value: Any, legal: str, own: str):
    play, french, german = illustrated()
    play.state = msgspec.structs.replace(play.state, house_rules=HouseRules(rear_artillery=value))
    offered = BATTLEFRONT.options(play.state, ANN)
    hit = {one.target for one in offered if isinstance(one, c.OrderAttack) and one.horde == french[own]}
    expected = legal if value == "any_front" else f"F{own[1]}"
    assert {name for name, key in german.items() if key in hit} == set(expected.split())


# D-15


@pytest.mark.parametrize(
    ("weapon", "armour", "degrees", "threshold", "damage"),
    [
        ("Howitzer", 3, 4, 5, 1 * 10 + 4),
        ("Rifles", 6, 4, 0, 0),
        ("Rifles", 5, 4, 3, 3 * 1),
        ("AT launcher", 6, 4, 2, 1 * 8 + 1),
        ("Autocannon", 8, 4, 3, 3 * 6),
        ("Main gun", 6, 2, 4, 1 * 10 + 3),
        ("Machine gun", 2, 0, 4, 4 * 1),
    ],
)
@pytest.mark.clause("D-15=threshold")
def test_d_15_damage_counts_what_exceeds_the_armour(weapon, armour, degrees, threshold: int, damage: int):
    assert strike(WEAPONS[weapon], armour, degrees, DEFAULTS).hits == threshold
    assert strike(WEAPONS[weapon], armour, degrees, HouseRules(armour="damage")).hits == damage


def test_d_15_damage_in_a_round_with_the_generals_bonus():
    """Autocannon at DoS 4 on armour 6 - 4: 3 x (10 - 2) + 0, and 4 for the winner."""
    play = facing(HouseRules(armour="damage"), SUITS, SUITS).red(c.OrderAttack(1000, 5000, 0))
    events = play.resolve(10, 99)
    assert bonuses(events) == [(1000, 4, 28)]
    assert play.horde(5000).magnitude == 32


# D-16


@pytest.mark.parametrize(
    ("degrees", "maximum", "by_degrees"), [(0, 4, 1), (1, 4, 2), (2, 4, 3), (3, 4, 4), (4, 4, 4), (9, 4, 4)]
)
@pytest.mark.clause("D-16=maximum", "D-16=degrees")
def test_d_16_shots_by_degrees(degrees: int, maximum: int, by_degrees: int):
    gun = WEAPONS["Machine gun"]
    assert strike(gun, 0, degrees, DEFAULTS).hits == maximum
    assert strike(gun, 0, degrees, HouseRules(rate_of_fire="degrees")).hits == by_degrees


def test_d_16_degrees_with_blast_and_d_15_damage():
    weapon = Weapon("Pod", faces=10, flat=5, penetration=0, rate=3, blast=2)
    rules = HouseRules(rate_of_fire="degrees", armour="damage")
    assert strike(weapon, 4, 1, rules) == Strike(6, 4, 2 * 2 + 2)


# D-17


@pytest.mark.parametrize(("degrees", "each", "together"), [(0, 2, 2), (3, 8, 5), (5, 12, 7), (6, 12, 8), (12, 12, 12)])
@pytest.mark.clause("D-17=each", "D-17=sum")
def test_d_17_two_dice_of_five_faces(degrees: int, each: int, together: int):
    twin = Weapon("Twin", faces=5, flat=2, penetration=0, rate=1, dice=2)
    assert strike(twin, 99, degrees, DEFAULTS).raw == each
    assert strike(twin, 99, degrees, HouseRules(several_dice="sum")).raw == together


def test_d_17_one_die_is_the_same_either_way():
    small = Weapon("Small", faces=5, flat=0, penetration=0, rate=1)
    for degrees in range(8):
        assert strike(small, 9, degrees, HouseRules(several_dice="sum")).raw == min(5, degrees)


# D-18

THREE_ON_TWO = {
    "each_attack": [(1000, 4, 7), (1001, 4, 7), (1002, 4, 7)],
    "each_target": [(1000, 4, 7), (1001, 0, 3), (1002, 4, 7)],
    "each_side": [(1000, 4, 7), (1001, 0, 3), (1002, 0, 3)],
}


@pytest.mark.parametrize("value", THREE_ON_TWO)
def test_d_18_how_often_the_bonus_counts(value: Any):
    """AC Suits 1 and 2 hit Infantry 1, AC Suit 3 hits Infantry 2."""
    play = facing(HouseRules(degrees_bonus=value), SUITS * 3, INFANTRY * 2)
    play.red(*(c.OrderAttack(key, target, 0) for key, target in ((1002, 5001), (1001, 5000), (1000, 5000))))
    assert bonuses(play.resolve(10, 99)) == THREE_ON_TWO[value]


@pytest.mark.parametrize(("value", "second"), [("each_target", 8), ("each_side", 8)])
def test_d_18_an_attack_that_armour_stopped_does_not_use_up_the_bonus(value: Any, second: int):
    """Rifles of DoS 4 fail on armour 8, then a main gun hits the same Tank: 1 + 3, and 4."""
    play = facing(HouseRules(degrees_bonus=value), (("infantry", 5), ("assault_tank", 4)), (("tank", 4),))
    play.red(c.OrderAttack(1000, 5000, 0), c.OrderAttack(1001, 5000, 0))
    assert bonuses(play.resolve(10, 99)) == [(1000, 0, 0), (1001, 4, second)]


def test_d_18_the_loser_counts_his_half_the_same_way():
    play = facing(HouseRules(degrees_bonus="each_side"), INFANTRY * 2, SUITS * 2)
    play.blue(c.OrderAttack(5000, 1000, 0), c.OrderAttack(5001, 1001, 0))
    assert bonuses(play.resolve(10, 30)) == [(5000, 1, 4), (5001, 0, 3)]


@pytest.mark.parametrize(
    ("value", "earned"),
    [("each_attack", [True] * 3), ("each_target", [True, False, True]), ("each_side", [True, False, False])],
)
def test_d_18_earning_by_the_targets_hit_before(value: Any, earned: list[bool]):
    rules = HouseRules(degrees_bonus=value)
    assert [earns_bonus(target, hit, rules) for target, hit in ((1, set()), (1, {1}), (2, {1}))] == earned
