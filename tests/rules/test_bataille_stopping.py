"""The GM ends a pitched battle by his word, in any phase; and what the rolls are called, and who goes on."""

from __future__ import annotations

import msgspec
import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import Battlefield, TestKey
from battles.rules.bataille.commands import Case
from battles.rules.bataille.house_rules import HouseRules
from battles.rules.bataille.state import Ending, Phase, State
from battles.rules.dice import Marked, MarkingDice, Rolled
from battles.rules.ruleset import AUDIENCES, fold
from tests.rules.bataille import ANN, BOB, GM, RED, SUE, Play, hero, setup
from tests.rules.pitched import QUIET, begun, declaring, seal
from tests.rules.playing import encoded, walk
from tests.rules.ruling import refusal

FINAL = "Ended by the GM: nobody has won."


def stopped(state: State) -> State:
    return fold(BATAILLE, state, BATAILLE.stop(state))


@pytest.mark.parametrize("seed", range(500, 520))
def test_it_ends_wherever_it_stands_with_what_was_lost_and_no_winner(seed: int):
    for state in {step.before.phase: step.before for step in walk(BATAILLE, seed)}.values():
        after = stopped(state)
        outcome = BATAILLE.outcome(after)
        assert outcome is not None and str(outcome.result) == FINAL and outcome.dead == (0, 0)
        lost = {loss.hero: loss.wounds for loss in outcome.heroes if loss.wounds}
        assert lost == {
            each.key: each.sheet.wounds_left - each.wounds
            for camp in (state.red, state.blue)
            for each in camp.heroes
            if each.wounds < each.sheet.wounds_left
        }
        for viewer in AUDIENCES.values():
            view = BATAILLE.view(after, viewer)
            assert view.finished and view.options == () and view.result is not None and view.waiting_for == ()
            assert (str(view.result.headline), view.result.winner) == (FINAL, None)
        assert (BATAILLE.waited_for(after), BATAILLE.onward(after), BATAILLE.figures(after)) == ((), None, ())
        assert msgspec.json.decode(encoded(after), type=State) == after


def test_what_was_not_announced_stays_the_gms_and_what_was_not_shown_its_sides():
    """Two battles that differ in what was not announced, and nobody else sees which it was."""
    one, other = Play(setup()), Play(setup())
    other.do(GM, c.ChooseCase(Case.CRUSHING, RED), c.SetBase(70), c.LeaveOut(102), c.SetEscape(RED, False))
    assert seen(one) == seen(other)
    one.do(GM, c.Advance())
    other = Play(one.state).then(ANN, c.NameGeneral(102), c.NameSecond(101)).then(GM, c.GiveSource(RED, "walls", 6))
    assert seen(one) == seen(other)
    one = declaring()
    other = Play(one.state).then(ANN, c.Declare(101, "ha-05", TestKey.BALLISTIC_SKILL))
    assert seen(one) == seen(other)


def seen(play: Play) -> list[bytes]:
    after = stopped(play.state)
    return [encoded(BATAILLE.view(after, viewer)) for viewer in (BOB, SUE)]


def test_who_was_dying_is_out_of_action_and_lives():
    play = declaring().alter_hero(101, dying=True, wounds=0)
    outcome = BATAILLE.outcome(stopped(play.state))
    assert outcome is not None and [loss.condition for loss in outcome.heroes] == ["out"]


def test_bd_15_no_dead_are_counted():
    play = begun(setup(rules=HouseRules(aftermath="on")))
    after = stopped(play.state)
    assert after.ended is not None and (after.ended.how, after.ended.dead) == (Ending.STOPPED, (0, 0))
    view = BATAILLE.view(after, SUE).result
    assert view is not None and [str(told) for told in view.sentences] == [
        "What both armies have lost so far stays lost."
    ]


def test_it_ends_once():
    after = stopped(begun().state)
    with pytest.raises(Exception, match="The battle is over."):
        BATAILLE.stop(after)
    assert refusal(after, "side.red.points", "3").clause == "BR-31"


def test_everybody_hears_of_it():
    (event,) = BATAILLE.stop(begun().state)
    after = stopped(begun().state)
    for viewer in AUDIENCES.values():
        line = BATAILLE.narrate(after, event, viewer)
        assert line is not None and str(line.message) == FINAL


# What comes next


def test_the_phases_are_those_of_the_state_each_with_a_title():
    assert [key for key, _ in BATAILLE.phases] == [phase.value for phase in Phase]
    for step in walk(BATAILLE, 501):
        view = BATAILLE.view(step.after, SUE)
        assert (view.phase, view.phase_title) in BATAILLE.phases


@pytest.mark.parametrize("seed", range(520, 530))
def test_to_go_on_is_to_advance_or_to_resolve_and_nothing_that_ends_the_battle(seed: int):
    for step in walk(BATAILLE, seed):
        onward = BATAILLE.onward(step.before)
        waits = bool(BATAILLE.waited_for(step.before))
        assert (onward is None) is waits
        assert onward is None or onward == BATAILLE.options(step.before, GM)[0]
        assert isinstance(onward, c.Advance | c.Resolve | None)


def test_ready_seals():
    assert BATAILLE.sealing == c.Ready()
    play = declaring()
    assert BATAILLE.waited_for(play.state)
    seal(play)
    assert not BATAILLE.waited_for(play.state)


# Rolls


def names(play: Play, rolls: tuple[int, ...]) -> dict[int, str]:
    """What each roll of the GM's reveal is called, by its number."""
    dice = MarkingDice(Rolled(number, 0, value) for number, value in enumerate(rolls, 1))
    events = BATAILLE.decide(play.state, GM, c.Resolve(), dice)
    after = fold(BATAILLE, play.state, events)
    found = dict[int, str]()
    for event in reversed(events):
        found |= {number: str(BATAILLE.rolled(after, event)) for number in marks(event)}
    return dict(sorted(found.items()))


def marks(value: object) -> list[int]:
    if isinstance(value, Marked):
        return [value.number]
    parts = value if isinstance(value, tuple) else ()
    if isinstance(value, msgspec.Struct):
        parts = tuple(getattr(value, name) for name in value.__struct_fields__)
    return [mark for part in parts for mark in marks(part)]


def test_every_roll_of_a_turns_start_has_a_name():
    assert names(begun(setup([hero(101, tactics=1)])), (1, 2, 3, 4, 1, 90, 5)) == {
        **dict.fromkeys((1, 2), "Army dice of Reds"),
        **dict.fromkeys((3, 4), "Army dice of Blues"),
        5: "Tactics roll of Hero 101",
        6: "Tactics roll of Hero 201",
        7: "Victory points of Reds for the tactics roll",
    }


def test_every_roll_of_the_actions_has_a_name_those_of_half_a_die_and_of_the_clock_too():
    ground = Battlefield("Test", rolled=True)
    play = declaring(
        setup([hero(101, fate=1, wounds_left=0, toughness=99, armour=(5,) * 6)], ground=ground, rules=QUIET)
    )
    play.do(ANN, c.Declare(101, "ha-07", TestKey.WEAPON_SKILL), c.UseFortune(101, True))
    seal(play)
    # fails, passes, a D3 by a D6; head, a 10, a further die; critical; the clock
    assert names(play, (90, 10, 5, 1, 10, 20, 3, 99, 2)) == {
        1: "Test of Hero 101: Hold the line",
        2: "Second test of Hero 101, for a Fortune Point: Hold the line",
        3: "Victory points by Hero 101",
        **dict.fromkeys((4, 5, 6, 7), "Hit location and damage of Hero 101"),
        8: "Critical wound of Hero 101",
        9: "Length of the turn",
    }


def test_a_roll_of_who_bleeds_has_a_name_and_what_is_no_roll_another():
    play = declaring().alter_hero(102, bleeding=True, condition="out")
    seal(play)
    assert names(play, (1,)) == {1: "Toughness test of Hero 102, who bleeds"}
    again, plain = e.TacticsRolledAgain(1, 2), e.TacticsTested(RED, None, None, None)
    assert [str(BATAILLE.rolled(play.state, each)) for each in (again, plain)] == [
        "Tactics rolls that nobody wins",
        "A roll",
    ]
