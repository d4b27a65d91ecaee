"""The stages of a land round: who is asked, what stays secret, what the pause may tell (BF-37, D-20, F-02)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.catalogue import Domain
from battles.rules.battlefront.commands import StratagemKey
from battles.rules.battlefront.view import BattlefrontView, SideView
from battles.rules.ruleset import Side
from tests.rules.grid import GUNS, INFANTRY, MASTER, NOVICE, TANK, drawn_up, plays
from tests.rules.playing import any_offered, encoded, issue, walk
from tests.rules.table import ANN, BLUE, BOB, GAME_MASTER, RED, SUE, Play, ScriptedDice, of, setup
from tests.rules.test_options import accepted

HOLD, SMOKE, RALLY = StratagemKey.HOLD_THE_LINE, StratagemKey.SMOKE_AND_MIRRORS, StratagemKey.RALLY_THE_COLOURS


def facing(red: dict[str, Any] = NOVICE, blue: dict[str, Any] = NOVICE) -> Play:
    return drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}, red_skill=red, blue_skill=blue)


def rolled(play: Play, *rolls: int) -> Play:
    play.roll(ScriptedDice(*rolls))
    return play


def test_where_nobody_could_play_anything_a_round_is_one_step():
    play = rolled(facing(), 10, 99, 1)
    assert (play.state.round, play.state.stage) == (2, "orders")
    assert not of(play.events, e.StageOpened)


def test_who_could_play_something_makes_both_be_asked():
    play = rolled(facing(blue=NOVICE | {"command": 1}), 10, 99)
    view = BATTLEFRONT.view(play.state, SUE)
    assert (view.phase, view.stage, view.round) == ("land", "during", 1)
    assert [side.waited_for for side in view.sides] == [True, True]
    assert [str(message) for message in view.waiting_for] == [
        "Reds has to play a stratagem or none, and seal.",
        "Blues has to play a stratagem or none, and seal.",
    ]
    assert BATTLEFRONT.options(play.state, ANN) == (c.Ready(),)
    assert BATTLEFRONT.options(play.state, BOB) == (c.PlayStratagem(HOLD), c.Ready())


def test_the_gm_waits_and_the_second_seal_makes_the_round_go_on():
    play = rolled(facing(blue=NOVICE | {"command": 1}), 10, 99)
    assert BATTLEFRONT.options(play.state, GAME_MASTER) == ()
    assert play.refused(GAME_MASTER, c.Resolve()).clause == "BF-03"
    play.red(c.Ready())
    assert (play.events, play.state.stage) == ((e.ReadyChanged(RED, True),), "during")
    play.do(BOB, c.Ready(), ScriptedDice(1))
    assert play.events[0] == e.ReadyChanged(BLUE, True)
    assert of(play.events, e.RoundDecided) and play.state.round == 2


def test_ready_is_reset_at_each_stage_and_may_be_taken_back_in_it():
    play = rolled(facing(MASTER, MASTER), 60, 50)
    assert not (play.state.red.ready or play.state.blue.ready)
    play.red(c.Ready(), c.Unready(), plays(HOLD), c.Ready())
    play.do(ANN, c.DropStratagem())
    assert play.events == (e.StratagemDropped(RED), e.ReadyChanged(RED, False))
    play.red(c.Ready())
    play.do(BOB, c.Ready(), ScriptedDice(100))
    assert (play.state.stage, play.state.red.ready, play.state.blue.ready) == ("after", False, False)
    play.pass_stage()
    assert play.state.phase == "land_result"


@pytest.mark.parametrize("command", [c.OrderAttack(1000, 5000, 0), c.CancelAttack(1000), c.Retreat(), c.FightOn()])
def test_d_20_orders_and_retreats_come_before_the_rolls(command: c.BattlefrontCommand):
    play = facing(MASTER, MASTER).red(c.OrderAttack(1000, 5000, 0))
    rolled(play, 60, 60)
    refusal = play.refused(ANN, command)
    assert (refusal.clause, str(refusal)) == ("D-20", "The dice have rolled: orders are given before.")
    assert play.refused(ANN, c.FillIn()).clause == "BF-03"


@pytest.mark.parametrize("stage", ["during", "after"])
def test_options_of_a_stage_are_exactly_what_decide_accepts(stage: str):
    red = {"F1": INFANTRY, "F2": INFANTRY, "R1": GUNS}
    play = rolled(drawn_up(red, red, width=3), 60, 50)
    if stage == "after":
        play.pass_stage(ScriptedDice(100, 1, 100))
    assert play.state.stage == stage
    for number in range(2):
        for viewer in (GAME_MASTER, ANN, BOB, SUE):
            offered = [repr(option) for option in BATTLEFRONT.options(play.state, viewer)]
            assert accepted(play, viewer) == set(offered) and len(offered) == len(set(offered))
        key = HOLD if stage == "during" else RALLY
        play.red(plays(key), c.Ready()) if number == 0 else None


def seen(play: Play) -> list[bytes]:
    return [encoded(BATTLEFRONT.view(play.state, viewer)) for viewer in (BOB, SUE)]


@pytest.mark.parametrize("stage", ["orders", "during", "after"])
def test_a_chosen_stratagem_is_its_sides_alone_until_both_have_sealed(stage: str):
    play = facing(MASTER, MASTER)
    choice = plays(SMOKE, 1000)
    if stage != "orders":
        rolled(play, 60, 50)
        choice = plays(HOLD)
    if stage == "after":
        play.pass_stage(ScriptedDice(1))
        choice = plays(RALLY)
    assert play.state.stage == stage
    before = seen(play)
    play.red(choice)
    assert seen(play) == before
    assert play.events[0].audience == frozenset({"gm", "red"})
    assert BATTLEFRONT.view(play.state, ANN).own[0].played.key == choice.stratagem
    play.red(c.Ready())
    sealed = seen(play)
    play.red(c.DropStratagem(), c.Ready())
    assert seen(play) == sealed


def test_the_token_of_a_view_knows_the_stage():
    play = facing(MASTER, MASTER)
    before = BATTLEFRONT.view(play.state, ANN).decision
    assert rolled(play, 60, 60).state.round == 1
    assert BATTLEFRONT.view(play.state, ANN).decision != before


def test_the_rolls_are_shown_before_the_decision():
    play = rolled(facing(MASTER, MASTER), 20, 50)
    assert [side.degrees for side in BATTLEFRONT.view(play.state, SUE).sides] == [5, 2]
    assert [side.degrees for side in BATTLEFRONT.view(facing().state, SUE).sides] == [None, None]


def test_suggestions_play_no_stratagem_and_carry_a_round_through_its_stages():
    play, kinds = facing(MASTER, MASTER), set[type]()
    while play.state.phase == "land":
        for viewer in (ANN, BOB):
            kinds |= {type(command) for command in BATTLEFRONT.suggest(play.state, viewer.side)}
        play.forward()
    assert kinds == {c.FillIn, c.Ready}


def test_all_eight_are_listed_with_what_keeps_from_them():
    play = facing(MASTER | {"command": 2}, MASTER)
    views = {one.key: one for one in BATTLEFRONT.view(play.state, ANN).own[0].stratagems}
    assert list(views) == list(StratagemKey)
    assert [key for key, one in views.items() if one.available] == list(StratagemKey)[:3]
    assert str(views[HOLD].why_not) == "It is played after the rolls, before the attacks."
    assert str(views[RALLY].why_not) == str(views[RALLY].needs) == "It needs a General with Command at +20."
    assert str(views[SMOKE].name) == "Smoke and Mirrors" and views[SMOKE].timing == "orders"


# F-02: what a pause tells is what everybody knows


def could(side: SideView, rival: SideView, stage: str, spent: set[Any], routed: set[int], last: bool) -> bool:
    """Whether a General could play something, worked out anew from a spectator's view and the report."""
    general = side.general
    assert general is not None
    if stage == "during":
        guns = all(any(unbroken_guns(one) for one in camp.hordes) for camp in (side, rival))
        seize = general.tactics_rank == 3 and (side.side, StratagemKey.SEIZE_THE_INITIATIVE) not in spent
        return general.command_rank >= 1 or seize or guns
    goes_on = all(any(one.status == "ready" and one.line for one in camp.hordes) for camp in (side, rival)) and not last
    rally = (
        general.command_rank == 3 and (side.side, RALLY) not in spent and side.morale < side.morale_start and goes_on
    )
    return rally or (general.fellowship >= 50 and any(one.key in routed for one in side.hordes))


def unbroken_guns(horde: Any) -> bool:
    return "artillery" in horde.traits and horde.status == "ready" and horde.line is not None


def asked(view: BattlefrontView, stage: str, spent: set[Any], routed: set[int]) -> bool:
    played = {one.side for one in view.stratagems_played}
    return any(
        side.side not in played and could(side, rival, stage, spent, routed, view.round == view.max_rounds)
        for side, rival in (view.sides, view.sides[::-1])
    )


def pauses(seed: int) -> Iterator[tuple[str, BattlefrontView, bool, set[Any], set[int]]]:
    """Each moment of a random battle at which a stage may open: the public view then, and whether it did."""
    spent: set[Any] = set()
    routed: set[int] = set()
    for step in walk(BATTLEFRONT, seed):
        state, decided = step.before, False
        for event, after in zip(step.events, (*step.events[1:], None), strict=True):
            state = BATTLEFRONT.evolve(state, event)
            opens = isinstance(after, e.StageOpened)
            if isinstance(event, e.StratagemPlayed):
                spent.add((event.side, event.stratagem))
            elif isinstance(event, e.RoundFought) and event.stage == "orders":
                routed = set()
            elif isinstance(event, e.BreakTestTaken) and not event.passed:
                routed.add(event.horde)
            decided = decided or (isinstance(event, e.RoundDecided) and event.contest is Domain.LAND)
            if isinstance(event, e.TacticsTested) and event.contest is Domain.LAND and not decided:
                if event.side is BLUE and isinstance(step.command, c.Resolve):
                    yield "during", BATTLEFRONT.view(state, SUE), opens, spent, routed
            elif decided and isinstance(after, e.StageOpened | e.RoundOpened | e.ContestEnded):
                yield "after", BATTLEFRONT.view(state, SUE), opens, spent, routed
                decided = False


@pytest.mark.parametrize("seed", range(400, 440))
def test_whether_a_stage_opens_is_a_function_of_what_everybody_knows(seed: int):
    for stage, view, opened, spent, routed in pauses(seed):
        assert opened is asked(view, stage, spent, routed)


def test_random_play_meets_stages_that_open_and_that_do_not():
    met = {(stage, opened) for seed in range(400, 440) for stage, _, opened, _, _ in pauses(seed)}
    assert met == {(stage, opened) for stage in ("during", "after") for opened in (True, False)}


@pytest.mark.parametrize("seed", range(400, 410))
def test_bf_12_bf_39_no_stage_prolongs_a_contest(seed: int):
    for step in walk(BATTLEFRONT, seed):
        assert step.after.round <= (5 if step.after.phase == "air" else 10)


def test_random_play_by_offered_options_plays_every_stratagem():
    played, random, squares = set[StratagemKey](), Random(5), {"F1": INFANTRY, "F2": TANK, "R1": GUNS}
    state = opened = drawn_up(squares, squares).state
    for number in range(20_000):
        chosen = any_offered(BATTLEFRONT, state, random) if state.phase == "land" else None
        if chosen is None:
            state = opened
            continue
        events, state = issue(BATTLEFRONT, state, *chosen, number)
        played |= {event.stratagem for event in of(events, e.StratagemPlayed)}
        if len(played) == len(StratagemKey):
            return
    raise AssertionError(f"played: {played}")


def test_held_back_artillery_opens_no_stage():
    """Else the pause would betray it."""
    red = [INFANTRY, GUNS]
    play = Play(setup(red, red, red_skill=NOVICE, blue_skill=NOVICE)).to("deployment")
    play.place(ANN, F1=1000).red(c.HoldBack(1001)).place(BOB, F1=5000, R1=5001).ready().gm(c.Advance())
    rolled(play, 10, 99, 1, 1)
    assert play.state.round == 2


def test_the_same_step_resolves_whoever_seals_last():
    for first, last in ((ANN, BOB), (BOB, ANN)):
        play = rolled(facing(MASTER, MASTER), 60, 50)
        play.do(first, c.Ready())
        play.do(last, c.Ready(), ScriptedDice(1))
        assert of(play.events, e.RoundDecided)[0].winner is Side.BLUE
