"""A battle that the GM ends; what he does to go on; what its rolls are called."""

from __future__ import annotations

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from tests.rules.adjusted import AIR, facing, rule, stop
from tests.rules.grid import INFANTRY, TANK
from tests.rules.table import ANN, BOB, GAME_MASTER, Play, setup


def test_a_stopped_battle_costs_what_was_lost_and_pays_what_was_paid_and_no_more():
    play = facing().red(c.OrderAttack(1000, 5000, 0))
    play.resolve(1, 80, 1, 1, 1)
    rule(play, "horde.1000.magnitude", 40)
    stop(play)
    outcome = BATTLEFRONT.outcome(play.state)
    lost = {loss.horde: loss.magnitude for loss in outcome.losses if loss.magnitude}
    assert lost == {1000: 60, 5000: 100 - play.horde(5000).magnitude} and lost[5000] > 0
    assert (str(outcome.result), outcome.gains, outcome.rewards) == ("Ended by the GM: nobody has won.", (), ())


def test_a_horde_that_only_a_ruling_has_weakened_is_booked_so():
    play = Play(setup(AIR, AIR)).to("muster")
    rule(play, "horde.1000.magnitude", 99)
    stop(play)
    assert [(loss.horde, loss.magnitude) for loss in BATTLEFRONT.outcome(play.state).losses] == [(1000, 1)]


def test_a_battle_stopped_in_the_deployment_keeps_it_secret():
    play = Play(setup([INFANTRY, TANK], [INFANTRY])).to("deployment")
    play.place(ANN, F3=1000)
    stop(play)
    view = BATTLEFRONT.view(play.state, BOB)
    assert view.finished and view.sides[0].hordes == () and str(view.stopped_in) == "Deployment"
    assert all(square.horde is None for row in view.grid for square in row)


def test_the_gm_is_offered_to_go_on_with_the_round_or_the_next_phase():
    assert BATTLEFRONT.onward(Play(setup(AIR, AIR)).state) == c.Advance()
    assert BATTLEFRONT.onward(facing().state) is None
    assert BATTLEFRONT.onward(facing().ready().state) == c.Resolve()


def test_the_rolls_of_a_round_are_named_by_who_makes_them():
    play = facing().red(c.OrderAttack(1000, 5000, 0))
    events = play.resolve(1, 80, 1, 1, 1)
    names = [str(BATTLEFRONT.rolled(play.state, event)) for event in events]
    assert {"Tactics test of Reds", "Tactics test of Blues", "Break test of Blues 5000", "A roll"} == {
        name for name in names if "500" not in name or name.endswith("5000")
    }
    assert str(BATTLEFRONT.rolled(play.state, e.TestsRolledAgain(((99, 98),)))) == "Tactics tests that nobody wins"
    assert BATTLEFRONT.options(play.state, GAME_MASTER) == ()
