"""The house rules of tally, retreat and reserve on land: D-19, D-21, D-24, each value with its numbers."""

from typing import Any

import msgspec
import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront import outcome
from battles.rules.battlefront.catalogue import PROFILES, Domain, Trait
from battles.rules.battlefront.house_rules import HouseRules
from tests.rules.table import ANN, RED, SUE, Play, of, setup
from tests.rules.test_house_rules_land import facing

# D-19


@pytest.mark.parametrize(("value", "total"), [("side", 119), ("horde", 119)])
def test_d_19_the_rule_texts_sample_is_the_same_either_way(value: Any, total: int):
    hordes = [("infantry", 2, 33), ("infantry", 1, 20), ("tank", 2, 40)]
    play = Play(setup(hordes, [], rules=HouseRules(infantry_rounding=value))).to("land_result")
    assert play.state.land_result.red_total == total


@pytest.mark.parametrize(("value", "total"), [("side", 49 + 40), ("horde", 16 + 16 + 16 + 40)])
def test_d_19_infantry_rounded_for_the_side_or_for_each_horde(value: Any, total: int):
    hordes = [("infantry", 1, 11)] * 3 + [("tank", 2, 40)]
    play = Play(setup(hordes, [], rules=HouseRules(infantry_rounding=value))).to("land_result")
    assert play.state.land_result.red_total == total


def test_d_19_infantry_counts_plainly_in_the_air():
    flying = tuple(
        msgspec.structs.replace(one, traits=(Trait.INFANTRY,)) if one.key == "bomber" else one for one in PROFILES
    )
    play = Play(setup([("bomber", 1, 11)], [("bomber", 1, 11)], profiles=flying)).to("air")
    assert outcome.total(play.state, RED, Domain.AIR) == 11


# D-21


@pytest.mark.parametrize(("value", "total"), [("nothing", 0), ("counted", 150)])
def test_d_21_what_a_retreating_side_counts_on_land(value: Any, total: int):
    play = facing(HouseRules(retreat_total=value)).red(c.Retreat())
    play.resolve()
    assert (play.state.land_result.red_total, play.state.land_result.blue_total) == (total, 150)


def test_d_21_counted_a_retreat_still_ends_the_contest():
    play = facing(HouseRules(retreat_total="counted")).red(c.Retreat())
    assert [one.side for one in of(play.resolve(), e.ContestEnded)] == [RED]


# D-24


def crowded(value: Any) -> Play:
    """Five hordes for two squares."""
    return Play(setup([("tank", 4)] * 5, [("tank", 4)], width=1, rules=HouseRules(surplus_hordes=value))).to(
        "deployment"
    )


def test_d_24_refused_the_surplus_must_be_held_back():
    play = crowded("refused").place(ANN, F1=1000, R1=1001)
    assert play.refused(ANN, c.Ready()).clause == "D-24"


def test_d_24_reserve_the_squares_are_filled_first():
    play = crowded("reserve").place(ANN, F1=1000)
    refusal = play.refused(ANN, c.Ready())
    assert (str(refusal), refusal.clause) == ("Hordes still to be placed or held back: 4.", "BF-29")


def test_d_24_reserve_the_others_never_fight_and_do_not_count():
    play = crowded("reserve").place(ANN, F1=1000, R1=1001).red(c.Ready()).seal()
    play.gm(c.Advance())
    assert play.state.red.draft.held_back == (1002, 1003, 1004)
    view = BATTLEFRONT.view(play.state, SUE)
    assert (view.sides[0].total, [horde.key for horde in view.sides[0].hordes]) == (160, [1000, 1001])
    own = BATTLEFRONT.view(play.state, ANN).own[0]
    assert [horde.status for horde in own.roster] == ["ready", "ready", "held_back", "held_back", "held_back"]
    play.red(c.Retreat())
    play.resolve()
    play.to("result")
    assert {loss.horde for loss in BATTLEFRONT.outcome(play.state).losses} == {1000, 1001, 5000}


def test_d_24_reserve_hordes_may_be_held_back_all_the_same():
    play = crowded("reserve").place(ANN, F1=1000).red(*(c.HoldBack(key) for key in range(1001, 1005)), c.Ready())
    assert play.state.red.ready
