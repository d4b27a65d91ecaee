"""The fifth and the sixth phase: victory, flight or massacre, a tie, a new turn, the clock (BR-31 to BR-36)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Battlefield
from battles.rules.bataille.catalogue import TestKey as K
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Ended, Ending
from battles.rules.ruleset import AUDIENCES, Illegal, Side
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Play, setup
from tests.rules.pitched import QUIET, begun, declaring, lines, next_turn, of, points, resolve, with_points

THRESHOLD = 69


def turn_at(red: int, blue: int, *, minutes: tuple[int, ...] = (), **ground: Any) -> tuple[Play, tuple[Any, ...]]:
    """A turn in which nobody acts ends with these points. minutes: what is rolled for the clock."""
    play = declaring(setup(rules=QUIET, ground=Battlefield("Test", base=THRESHOLD, **ground)))
    play = with_points(play, red, blue)
    return play, resolve(play, rolls=minutes)


ENDS = [
    (69, 0, RED),
    (0, 69, BLUE),
    (70, 69, RED),
    (69, 120, BLUE),
    (68, 0, None),
    (68, 68, None),
    (40, 40, None),
    (0, 0, None),
]


@pytest.mark.parametrize(("red", "blue", "winner"), ENDS)
def test_br_31_br_34_bd_10_who_has_reached_the_threshold_wins_the_higher_total_before_the_lower(
    red: int, blue: int, winner: Side | None
):
    play, events = turn_at(red, blue)
    ended = Ended(winner, Ending.THRESHOLD) if winner else None
    assert play.state.ended == ended
    if winner is None:
        assert (play.state.phase, play.state.turn) == ("start_of_turn", 2)
        assert events[-4:] == (e.PhaseOpened(5, 1), e.PhaseOpened(6, 1), e.TurnEnded(1, 45), e.TurnOpened(2))
    else:
        ended_by = e.BattleEnded(winner, Ending.THRESHOLD, massacre=False)
        assert events[-3:] == (e.PhaseOpened(5, 1), e.TurnEnded(1, 45), ended_by)
        assert play.state.phase == "result"


@pytest.mark.parametrize("winner", list(Side))
@pytest.mark.parametrize("escape", [True, False], ids=["flees", "massacred"])
def test_br_31_br_32_losers_flee_or_are_massacred_where_there_is_no_way_out(winner: Side, escape: bool):
    loser = winner.rival
    ground = {f"{loser.value}_escape": escape, f"{winner.value}_escape": not escape}
    play, events = turn_at(*((80, 0) if winner is RED else (0, 80)), **ground)
    assert play.state.ended == Ended(winner, Ending.THRESHOLD, massacre=not escape)
    title, other = ("Reds", "Blues") if winner is RED else ("Blues", "Reds")
    fate = f"{other} flees." if escape else f"{other} is massacred: there is no way out."
    rule = "BR-31" if escape else "BR-32"
    assert lines(play.state, events, SUE)[-1] == (rule, f"{title} wins the battle. {fate}")


@pytest.mark.parametrize("changed", [True, False])
def test_br_32_the_gm_settles_before_the_battle_whether_there_is_a_way_out(changed: bool):
    play = Play(setup(ground=Battlefield("Test", blue_escape=not changed)))
    play.do(GM, c.SetEscape(BLUE, changed))
    assert [camp.has_escape for camp in (play.state.red, play.state.blue)] == [True, changed]
    assert all(side.has_escape is None for side in BATAILLE.view(play.state, SUE).sides)
    with pytest.raises(Illegal, match="so already"):
        play.do(GM, c.SetEscape(BLUE, changed))
    with pytest.raises(Illegal, match="before the battle"):
        begun().do(GM, c.SetEscape(BLUE, False))


@pytest.mark.parametrize("both", [69, 70, 101])
def test_br_33_bd_09_nobody_is_beaten_at_an_exact_tie_of_two_who_have_reached_it(both: int):
    play, events = turn_at(both, both, red_escape=False, blue_escape=False)
    assert play.state.ended == Ended(None, Ending.TIE, massacre=False)
    told = "An exact tie: neither army is beaten. The survivors go back to their camps and count their dead."
    assert lines(play.state, events)[-1] == ("BR-33", told)
    outcome = BATAILLE.outcome(play.state)
    assert outcome is not None and str(outcome.result) == "Nobody beaten"


@pytest.mark.parametrize(("winner", "result"), [(RED, "Victory"), (BLUE, "Defeat")])
def test_br_31_the_result_as_red_reads_it(winner: Side, result: str):
    play, _ = turn_at(*((80, 0) if winner is RED else (0, 80)))
    outcome = BATAILLE.outcome(play.state)
    assert outcome is not None and str(outcome.result) == result
    for viewer in AUDIENCES.values():
        view = BATAILLE.view(play.state, viewer)
        assert view.finished and view.result is not None and view.result.winner is winner
        assert BATAILLE.options(play.state, viewer) == ()


@pytest.mark.parametrize(
    ("rule", "rolls", "phase", "after"), [("phase_five", [100, 100], "challenges", 102), ("at_once", [], "result", 102)]
)
def test_br_31_bd_17_a_threshold_reached_as_a_turn_starts(rule: Any, rolls: list[int], phase: str, after: int):
    play = with_points(begun(setup(rules=HouseRules(force_effect="none", ending=rule))), 100, 0)
    play.do(GM, c.Resolve(), rolls=rolls, exact=True)
    assert (play.state.phase, points(play)) == (phase, (after, 0))


@pytest.mark.parametrize(("rule", "wounds"), [("phase_five", [56, 1]), ("at_once", [])])
def test_br_31_bd_17_a_threshold_reached_by_a_deed(rule: Any, wounds: list[int]):
    play = declaring(setup(rules=HouseRules(force_effect="none", ending=rule)))
    play = with_points(play, 99, 0)
    events = resolve(play, c.Declare(101, "ha-05", K.BALLISTIC_SKILL), rolls=[40, 1, *wounds])
    assert play.state.ended == Ended(RED, Ending.THRESHOLD)
    assert [event.number for event in of(events, e.PhaseOpened)] == ([4, 5] if wounds else [])
    assert play.state.trace[-1] == (100, 0)


def test_br_31_after_the_end_nothing_more_is_commanded():
    play, _ = turn_at(80, 0)
    for viewer, command in (
        (GM, c.Resolve()),
        (GM, c.AllowWithdrawal(RED)),
        (ANN, c.Ready()),
        (BOB, c.AskWithdrawal()),
    ):
        with pytest.raises(Illegal):
            play.do(viewer, command)


def test_br_35_each_turn_starts_clean():
    play = declaring(setup(rules=QUIET))
    resolve(play, c.Declare(101, "ha-01"), exact=False)
    assert (play.state.turn, play.state.phase) == (2, "start_of_turn")
    for camp in (play.state.red, play.state.blue):
        assert (camp.ready, camp.modifier, camp.draft.actions, camp.draft.challenges) == (False, 0, (), ())
    assert [one.action for one in play.state.red.declared] == ["ha-01"]  # to be seen until the next ones come
    next_turn(play)
    assert play.state.red.declared == ()


@pytest.mark.parametrize("minutes", [30, 45, 60])
def test_br_36_a_turn_takes_the_minutes_of_the_battlefield(minutes: int):
    play = begun(setup(rules=QUIET, ground=Battlefield("Test", minutes=minutes)))
    for turn in (1, 2, 3):
        next_turn(play)
        assert of(resolve(play), e.TurnEnded) == [e.TurnEnded(turn, minutes)]
    assert play.state.minutes == BATAILLE.view(play.state, SUE).minutes == 3 * minutes


@pytest.mark.parametrize(("roll", "minutes"), [(1, 30), (2, 40), (3, 50), (4, 60)])
def test_br_36_or_20_and_10_times_a_d4(roll: int, minutes: int):
    play, events = turn_at(0, 0, minutes=(roll,), rolled=True)
    assert (of(events, e.TurnEnded), play.state.minutes) == ([e.TurnEnded(1, minutes)], minutes)


def test_br_36_the_last_turn_counts_as_well():
    play, _ = turn_at(80, 0)
    assert play.state.minutes == 45


@pytest.mark.parametrize("minutes", [29, 61, 0])
def test_br_36_30_to_60_minutes_and_no_others(minutes: int):
    with pytest.raises(msgspec.ValidationError, match="minutes"):
        msgspec.convert({"name": "Test", "minutes": minutes}, Battlefield)


def test_br_37_the_track_shows_both_totals_from_the_start_on():
    play, _ = turn_at(12, 30)
    next_turn(play)
    resolve(play)
    track = [(one.turn, one.red, one.blue) for one in BATAILLE.view(play.state, SUE).track]
    assert track == [(0, 0, 0), (1, 12, 30), (2, 12, 32)]


@pytest.mark.parametrize("escape", [True, False])
def test_br_35_a_side_may_leave_the_field_between_two_turns_if_the_gm_allows_it(escape: bool):
    play, _ = turn_at(20, 10, red_escape=escape)
    with pytest.raises(Illegal, match="has not asked"):
        play.do(GM, c.AllowWithdrawal(RED))
    play.do(ANN, c.AskWithdrawal())
    assert c.AllowWithdrawal(RED) in BATAILLE.options(play.state, GM)
    events = play.do(GM, c.AllowWithdrawal(RED))
    assert play.state.ended == Ended(BLUE, Ending.WITHDRAWAL, massacre=not escape)
    fate = "Reds withdraws by its way out." if escape else "Reds is massacred: there is no way out."
    assert lines(play.state, events)[-1][1] == f"Blues wins: Reds leaves the field. {fate}"


def test_br_35_a_side_that_fights_on_after_all_stays():
    play, _ = turn_at(20, 10)
    play.do(ANN, c.AskWithdrawal(), c.FightOn())
    with pytest.raises(Illegal, match="has not asked"):
        play.do(GM, c.AllowWithdrawal(RED))
    play.do(ANN, c.AskWithdrawal())
    next_turn(play)
    resolve(play)
    assert not play.state.red.withdrawal  # it would have to ask again


def test_br_35_nobody_asks_before_the_first_turn_is_over_or_in_the_middle_of_one():
    for play in (begun(), declaring()):
        with pytest.raises(Illegal) as refusal:
            play.do(ANN, c.AskWithdrawal())
        assert refusal.value.clause == "BR-35"


def test_br_35_only_the_gm_hears_that_a_side_wants_to_leave():
    play, _ = turn_at(20, 10)
    before = [BATAILLE.view(play.state, viewer) for viewer in (BOB, SUE)]
    play.do(ANN, c.AskWithdrawal())
    assert [BATAILLE.view(play.state, viewer) for viewer in (BOB, SUE)] == before
