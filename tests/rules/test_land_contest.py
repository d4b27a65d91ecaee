"""The Land Contest: BF-22, BF-31..36, D-08, D-11, D-15..18, D-20."""

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import PROFILES, Domain, Trait, Weapon
from battles.rules.battlefront.state import Order
from battles.rules.battlefront.strikes import Strike, strike
from battles.rules.d100 import Reason
from tests.rules.illustration import illustrated
from tests.rules.table import ANN, BLUE, BOB, RED, Play, of, setup

WEAPONS = {weapon.name: weapon for profile in PROFILES for weapon in profile.weapons}
RIFLES, LAUNCHER = 0, 1
STOIC = tuple(msgspec.structs.replace(one, traits=(*one.traits, Trait.FEARLESS)) for one in PROFILES)


def facing(red=(("infantry", 5),), blue=(("infantry", 5),), **options) -> Play:
    """Every horde in Front from column 1, without orders."""
    play = Play(setup(red, blue, **options)).to("deployment")
    for viewer, hordes, first in ((ANN, red, 1000), (BOB, blue, 5000)):
        play.place(viewer, **{f"F{column}": first + column - 1 for column in range(1, len(hordes) + 1)})
    play.ready().gm(c.Advance())
    return play


@pytest.mark.parametrize(
    ("weapon", "armour", "degrees", "expected"),
    [
        ("Howitzer", 3, 4, Strike(10, 0, 5)),
        ("Rifles", 6, 4, Strike(6, 6, 0)),
        ("AT launcher", 6, 4, Strike(9, 1, 2)),
        ("Autocannon", 8, 4, Strike(10, 4, 3)),
        ("Main gun", 6, 2, Strike(10, 0, 4)),
        ("Rifles", 3, 2, Strike(4, 3, 3)),
        ("Howitzer", 3, 2, Strike(8, 0, 5)),
    ],
)
def test_bf_33_d_15_d_16_hits_of_the_sample_round(weapon: str, armour: int, degrees: int, expected: Strike):
    assert strike(WEAPONS[weapon], armour, degrees) == expected


def test_bf_34_the_die_is_the_degrees_up_to_its_faces():
    small = Weapon("Small", faces=5, flat=0, penetration=0, rate=1)
    assert [strike(small, 9, degrees).raw for degrees in (0, 4, 5, 6)] == [0, 4, 5, 5]


def test_d_17_each_of_several_dice_shows_the_degrees():
    assert strike(Weapon("Twin", faces=5, flat=2, penetration=0, rate=1, dice=2), 0, 6).raw == 12


SAMPLE = [
    ("Howitzer at Infantry", "R3", "F3", 0, 9),
    ("Rifles at AC Suit", "F4", "F4", RIFLES, 0),
    ("AT launcher at AC Suit", "F4", "F4", LAUNCHER, 6),
    ("Autocannon at Tank", "F1", "F2", 0, 7),
]


@pytest.mark.parametrize(("name", "own", "target", "weapon", "dealt"), SAMPLE, ids=[row[0] for row in SAMPLE])
def test_bf_35_the_winners_attacks_of_the_sample_round(name: str, own: str, target: str, weapon: int, dealt: int):
    play, french, german = illustrated()
    play.red(c.OrderAttack(french[own], german[target], weapon))
    attacks = of(play.resolve(10, 30, *[1] * 6), e.AttackMade)
    assert [attack.dealt for attack in attacks] == [dealt]
    assert attacks[0].bonus == (4 if dealt else 0)


@pytest.mark.parametrize(("own", "target", "dealt"), [("F2", "F1", 5), ("F3", "F3", 4), ("R4", "F4", 6)])
def test_bf_35_d_08_the_losers_attacks_add_half(own: str, target: str, dealt: int):
    play, french, german = illustrated()
    play.blue(c.OrderAttack(german[own], french[target], 0))
    attacks = of(play.resolve(10, 30, *[1] * 6), e.AttackMade)
    assert [(attack.dealt, attack.bonus) for attack in attacks] == [(dealt, 1)]


def test_bf_32_bf_36_morale_and_break_targets_of_the_sample_round():
    play, french, german = illustrated()
    play.red(c.OrderAttack(french["R3"], german["F3"], 0))
    events = play.resolve(10, 30, *[1] * 6)
    assert of(events, e.MoraleLost) == [e.MoraleLost(Domain.LAND, BLUE, 6, 5)]
    assert play.horde(german["F3"]).magnitude == 91
    targets = {test.horde: 10 * test.morale + 5 * test.squads for test in of(events, e.BreakTestTaken)}
    assert targets[german["F4"]] == 65
    assert targets[german["F2"]] == 70
    assert targets[german["F3"]] == 75


def test_bf_31_no_horde_helps_the_general():
    tests = of(facing().resolve(50, 51), e.TacticsTested)
    assert [one.test.target for one in tests] == [50, 50]
    assert all(one.test.modifiers == () for one in tests)


def test_bf_31_an_order_may_be_changed_and_cancelled():
    play = facing().red(c.OrderAttack(1000, 5000, LAUNCHER), c.OrderAttack(1000, 5000, RIFLES))
    assert play.state.red.draft.orders == (Order(1000, 5000, RIFLES),)
    play.red(c.CancelAttack(1000))
    assert play.state.red.draft.orders == ()
    assert play.refused(ANN, c.CancelAttack(1000)).clause == "BF-31"


def test_bf_31_a_horde_without_an_order_holds_its_fire():
    assert not of(facing().resolve(10, 60, 1), e.AttackMade)


@pytest.mark.parametrize(
    ("command", "clause", "field"),
    [
        (c.OrderAttack(1000, 5001, 0), "BF-25", "target"),
        (c.OrderAttack(1000, 1000, 0), "BF-25", "target"),
        (c.OrderAttack(1000, 77, 0), "BF-25", "target"),
        (c.OrderAttack(1000, 5000, 2), "BF-33", "weapon"),
        (c.OrderAttack(1000, 5000, -1), "BF-33", "weapon"),
        (c.OrderAttack(5000, 1000, 0), "BF-01", "horde"),
        (c.OrderAttack(77, 5000, 0), "BF-01", "horde"),
    ],
)
def test_bf_25_bf_33_illegal_orders_name_their_field(command, clause: str, field: str):
    refusal = facing(blue=(("infantry", 5), ("tank", 4))).refused(ANN, command)
    assert (refusal.clause, refusal.field) == (clause, field)


def test_bf_22_a_horde_that_cannot_attack_says_so():
    play = Play(setup([("infantry", 5)], [("infantry", 5)])).to("deployment").place(ANN, R1=1000).seal()
    play.gm(c.Advance())
    assert play.refused(ANN, c.OrderAttack(1000, 5000, 0)).clause == "BF-22"


@pytest.mark.parametrize(("red", "blue", "degrees"), [(30, 21, 2), (50, 45, 0), (90, 99, 0), (50, 99, 0)])
def test_d_11_equal_degrees_are_a_drawn_round(red: int, blue: int, degrees: int):
    events = facing().seal().resolve(red, blue)
    assert of(events, e.RoundDecided) == [e.RoundDecided(Domain.LAND, None, Reason.DRAWN, degrees, degrees)]
    assert not of(events, e.MoraleLost) and not of(events, e.BreakTestTaken)
    assert len(of(events, e.AttackMade)) == 2


def test_d_11_in_a_drawn_round_each_side_adds_half_its_degrees():
    events = facing().seal().resolve(20, 20)
    assert [attack.bonus for attack in of(events, e.AttackMade)] == [1, 1]


def test_d_18_the_bonus_counts_once_for_each_attack_that_hit():
    play = facing((("ac_suit", 3), ("ac_suit", 3)), (("infantry", 5),))
    play.red(c.OrderAttack(1000, 5000, 0), c.OrderAttack(1001, 5000, 0))
    events = play.resolve(10, 99, 1)
    assert [attack.dealt for attack in of(events, e.AttackMade)] == [7, 7]
    assert of(events, e.LandDamageTaken) == [e.LandDamageTaken(5000, 14, 100, 86)]


def test_d_20_a_horde_destroyed_now_still_fires_and_overkill_is_lost():
    play = facing((("infantry", 1, 2), ("infantry", 5)), (("infantry", 1, 3), ("infantry", 5)))
    play.red(c.OrderAttack(1000, 5000, 0)).blue(c.OrderAttack(5000, 1000, 0))
    play.resolve(20, 30, 1)
    assert (play.horde(1000).magnitude, play.horde(5000).magnitude) == (0, 0)
    assert (play.horde(1000).damage, play.horde(5000).damage) == (2, 3)


def test_a_destroyed_horde_leaves_its_square_and_opens_the_way():
    play = facing((("infantry", 5),), (("infantry", 1, 3), ("infantry", 5)), profiles=STOIC)
    play.red(c.OrderAttack(1000, 5000, 0))
    play.resolve(20, 99)
    legal = {option.target for option in BATTLEFRONT.options(play.state, ANN) if isinstance(option, c.OrderAttack)}
    assert legal == {5001}
    assert play.state.red.draft.orders == ()


def test_a_broken_horde_leaves_its_square_but_keeps_its_magnitude():
    play = facing(blue=(("infantry", 5), ("infantry", 5)))
    play.resolve(10, 60, 100, 1)
    assert (play.horde(5000).broken, play.horde(5000).magnitude) == (True, 100)
    assert 5000 not in play.state.blue.standing().values()


def test_orders_that_are_still_legal_stay_for_the_next_round():
    play = facing(profiles=STOIC).red(c.OrderAttack(1000, 5000, LAUNCHER))
    play.resolve(20, 99)
    assert play.state.red.draft.orders == (Order(1000, 5000, LAUNCHER),)
    assert BATTLEFRONT.view(play.state, ANN).own[0].orders[0].weapon == LAUNCHER
    assert (play.state.red.ready, play.state.round) == (False, 2)


def test_the_suggested_attack_uses_the_weapon_that_promises_most():
    play = facing(blue=(("tank", 4),)).red(c.FillIn())
    assert play.state.red.draft.orders == (Order(1000, 5000, LAUNCHER),)


def test_only_the_losers_surviving_hordes_test():
    play = facing((("infantry", 5),), (("infantry", 1, 1), ("infantry", 5))).red(c.OrderAttack(1000, 5000, 0))
    events = play.resolve(10, 60, 1)
    assert [test.horde for test in of(events, e.BreakTestTaken)] == [5001]
    assert RED is of(events, e.RoundDecided)[0].winner
