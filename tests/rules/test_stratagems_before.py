"""What the stratagems before the rolls do (BF-37, D-20)."""

from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.commands import StratagemKey
from battles.rules.battlefront.state import Order
from tests.rules.grid import (
    GUNS,
    INFANTRY,
    SUIT,
    TANK,
    drawn_up,
    offered,
    plays,
    where,
)
from tests.rules.table import ANN, RED, of

REFUSE_FLANK = StratagemKey.REFUSE_FLANK
CONCENTRATED_FIRE = StratagemKey.CONCENTRATED_FIRE
SMOKE_AND_MIRRORS = StratagemKey.SMOKE_AND_MIRRORS


# Refuse Flank


def test_bf_37_refuse_flank_offers_every_own_horde_every_empty_own_square():
    play = drawn_up({"F1": INFANTRY, "R2": GUNS}, {"F1": INFANTRY}, width=2)
    squares = {(one.horde, f"{one.line[0].upper()}{one.column}") for one in offered(play, ANN, REFUSE_FLANK)}
    assert squares == {(1000, "F2"), (1000, "R1"), (1001, "F2"), (1001, "R1")}


def test_bf_37_refuse_flank_moves_the_horde_once_it_is_shown():
    play = drawn_up({"F1": INFANTRY, "F2": TANK}, {"F1": INFANTRY}).red(plays(REFUSE_FLANK, 1000, "R4"))
    assert where(play, RED) == {1000: "F1", 1001: "F2"}
    events = play.resolve(60, 60)
    assert of(events, e.StratagemPlayed) == [e.StratagemPlayed(RED, REFUSE_FLANK, 1000, c.Line.REAR, 4)]
    assert where(play, RED) == {1000: "R4", 1001: "F2"}


def test_bf_37_refuse_flank_an_order_on_a_horde_that_moved_out_of_reach_finds_no_target():
    play = drawn_up({"F1": INFANTRY, "F2": TANK}, {"F1": INFANTRY})
    play.blue(c.OrderAttack(5000, 1000, 0)).red(plays(REFUSE_FLANK, 1000, "F6"))
    events = play.resolve(60, 50, 1, 1)
    assert of(events, e.TargetLost) == [e.TargetLost(5000, 1000)]
    assert not of(events, e.AttackMade) and play.horde(1000).magnitude == 100
    assert "Blues 5000 finds no target: Reds 1000 is out of its reach now." in play.lines()


def test_bf_37_refuse_flank_an_order_on_a_horde_that_moved_within_reach_stands():
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY})
    play.blue(c.OrderAttack(5000, 1000, 0)).red(plays(REFUSE_FLANK, 1000, "F2"))
    events = play.resolve(60, 50, 1)
    assert not of(events, e.TargetLost)
    assert [attack.horde for attack in of(events, e.AttackMade)] == [5000]


def test_bf_37_refuse_flank_moving_in_front_of_an_attacker_shields_those_behind():
    play = drawn_up({"R3": INFANTRY, "F1": TANK}, {"F3": INFANTRY})
    play.blue(c.OrderAttack(5000, 1000, 0)).red(plays(REFUSE_FLANK, 1001, "F3"))
    assert of(play.resolve(60, 50, 1, 1), e.TargetLost) == [e.TargetLost(5000, 1000)]


def test_bf_37_refuse_flank_own_orders_are_given_from_the_new_square():
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY, "F4": TANK})
    assert play.refused(ANN, c.OrderAttack(1000, 5001, 1)).clause == "BF-25"
    play.red(plays(REFUSE_FLANK, 1000, "F4"), c.OrderAttack(1000, 5001, 1))
    assert BATTLEFRONT.view(play.state, ANN).own[0].attackers[0].targets == (5001,)
    assert play.refused(ANN, c.OrderAttack(1000, 5000, 1)).clause == "BF-25"
    assert [attack.target for attack in of(play.resolve(50, 60, 1, 1), e.AttackMade)] == [5001]


def test_bf_37_refuse_flank_orders_that_lose_their_ground_are_dropped_with_it():
    play = drawn_up({"F1": INFANTRY, "F2": TANK}, {"F1": INFANTRY, "F2": TANK, "F5": TANK})
    play.red(c.OrderAttack(1000, 5000, 0), c.OrderAttack(1001, 5001, 0))
    play.do(ANN, plays(REFUSE_FLANK, 1000, "F5"))
    assert play.events[1:] == (e.AttackCancelled(RED, 1000),)
    assert play.state.red.draft.orders == (Order(1001, 5001, 0),)
    play.red(c.OrderAttack(1000, 5002, 0), plays(REFUSE_FLANK, 1000, "F6"))
    assert play.state.red.draft.orders == (Order(1001, 5001, 0), Order(1000, 5002, 0))  # from 6 it still reaches 5
    play.red(c.DropStratagem())
    assert play.state.red.draft.orders == (Order(1001, 5001, 0),)


# Concentrated Fire


def test_bf_37_concentrated_fire_its_horde_may_attack_any_enemy_front_horde():
    play = drawn_up({"F1": SUIT, "F2": INFANTRY}, {"F1": INFANTRY, "F5": TANK, "R5": GUNS, "F6": TANK})
    play.red(plays(CONCENTRATED_FIRE, 1000))
    targets = {one.horde: one.targets for one in BATTLEFRONT.view(play.state, ANN).own[0].attackers}
    assert targets == {1000: (5000, 5001, 5003), 1001: (5000,)}
    play.red(c.OrderAttack(1000, 5001, 0))
    attacks = of(play.resolve(30, 60, 1, 1, 1, 1), e.AttackMade)
    assert [(attack.target, attack.dealt) for attack in attacks] == [(5001, 3 + 4)]


def test_bf_37_concentrated_fire_keeps_the_ordinary_targets_too():
    play = drawn_up({"F1": INFANTRY}, {"R1": GUNS, "F6": TANK}).red(plays(CONCENTRATED_FIRE, 1000))
    assert BATTLEFRONT.view(play.state, ANN).own[0].attackers[0].targets == (5000, 5001)


def test_bf_37_concentrated_fire_is_for_front_hordes_while_the_enemy_front_is_held():
    play = drawn_up({"F1": INFANTRY, "R2": GUNS}, {"R1": GUNS})
    assert offered(play, ANN, CONCENTRATED_FIRE) == []
    play = drawn_up({"F1": INFANTRY, "R2": GUNS}, {"F1": GUNS})
    assert [one.horde for one in offered(play, ANN, CONCENTRATED_FIRE)] == [1000]


def test_bf_37_concentrated_fire_its_order_is_dropped_with_it_and_ends_with_the_round():
    play = drawn_up({"F1": INFANTRY}, {"F1": TANK, "F5": INFANTRY})
    play.red(plays(CONCENTRATED_FIRE, 1000), c.OrderAttack(1000, 5001, 0), c.DropStratagem())
    assert play.state.red.draft.orders == ()
    play.red(plays(CONCENTRATED_FIRE, 1000), c.OrderAttack(1000, 5001, 0))
    play.resolve(60, 60)
    assert (play.state.round, play.state.red.draft.orders) == (2, ())


# Smoke and Mirrors


def smoked(blue: dict[str, Any], *orders: c.OrderAttack) -> tuple[Any, ...]:
    """Red's Infantry on F2 is hidden, a Tank stands on F1; blue attacks it."""
    play = drawn_up({"F2": INFANTRY, "F1": TANK}, blue).red(plays(SMOKE_AND_MIRRORS, 1000)).blue(*orders)
    return play.resolve(60, 60)


def test_bf_37_smoke_and_mirrors_maneuver_does_not_find_it():
    events = smoked({"F1": SUIT}, c.OrderAttack(5000, 1000, 0))
    assert of(events, e.TargetLost) == [e.TargetLost(5000, 1000)] and not of(events, e.AttackMade)


def test_bf_37_smoke_and_mirrors_maneuver_finds_others_and_straight_ahead_all():
    assert not of(smoked({"F1": SUIT}, c.OrderAttack(5000, 1001, 0)), e.TargetLost)
    assert not of(smoked({"F2": SUIT}, c.OrderAttack(5000, 1000, 0)), e.TargetLost)


@pytest.mark.parametrize("square", ["R2", "F2"])
def test_bf_37_smoke_and_mirrors_artillery_does_not_find_it_from_either_line(square: str):
    assert of(smoked({square: GUNS}, c.OrderAttack(5000, 1000, 0)), e.TargetLost) == [e.TargetLost(5000, 1000)]


def test_bf_37_smoke_and_mirrors_others_attack_it_as_ever():
    assert not of(smoked({"F2": INFANTRY}, c.OrderAttack(5000, 1000, 0)), e.TargetLost)


def test_bf_37_smoke_and_mirrors_concentrated_fire_is_neither():
    """A Maneuver horde that chooses it by Concentrated Fire does not choose it by Maneuver; Artillery stays blind."""
    for kind, lost in ((SUIT, 0), (GUNS, 1)):
        play = drawn_up({"F2": INFANTRY, "F1": TANK}, {"F6": kind, "F5": INFANTRY})
        play.red(plays(SMOKE_AND_MIRRORS, 1000)).blue(plays(CONCENTRATED_FIRE, 5000), c.OrderAttack(5000, 1000, 0))
        assert len(of(play.resolve(60, 60), e.TargetLost)) == lost


def test_bf_37_smoke_and_mirrors_clears_with_the_round():
    play = drawn_up({"F2": INFANTRY, "F1": TANK}, {"F1": SUIT}).red(plays(SMOKE_AND_MIRRORS, 1000))
    play.resolve(60, 60)
    play.blue(c.OrderAttack(5000, 1000, 0))
    assert not of(play.resolve(60, 60), e.TargetLost)
