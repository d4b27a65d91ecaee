"""Who may play which stratagem, when, on what, how often; and several in one round (BF-37, BF-38, D-20)."""

import pytest

from battles.rules import BATTLEFRONT
from battles.rules.battlefront import commands as c
from battles.rules.battlefront import events as e
from battles.rules.battlefront.commands import StratagemKey
from battles.rules.battlefront.state import Ending
from battles.rules.battlefront.stratagems import STRATAGEMS
from battles.rules.ruleset import Commander
from tests.rules.grid import GUNS, INFANTRY, MASTER, NOVICE, TANK, after_losses, after_rolls, drawn_up, offered, plays
from tests.rules.table import ANN, BLUE, BOB, RED, Play, ScriptedDice, of, setup

(
    REFUSE_FLANK,
    CONCENTRATED_FIRE,
    SMOKE_AND_MIRRORS,
    SEIZE_THE_INITIATIVE,
    COUNTER_BATTERY,
    HOLD_THE_LINE,
    FEIGNED_ROUT,
    RALLY_THE_COLOURS,
) = StratagemKey


def test_bf_38_the_list_has_the_eight_each_once():
    assert [one.key for one in STRATAGEMS] == list(StratagemKey)
    assert [one.key for one in STRATAGEMS if one.once] == [SEIZE_THE_INITIATIVE, RALLY_THE_COLOURS]


NEEDS = [
    (REFUSE_FLANK, {"tactics": 1}, {"tactics": 0}),
    (CONCENTRATED_FIRE, {"tactics": 2}, {"tactics": 1}),
    (SMOKE_AND_MIRRORS, {"intelligence": 40}, {"intelligence": 39}),
    (SEIZE_THE_INITIATIVE, {"tactics": 3}, {"tactics": 2}),
    (HOLD_THE_LINE, {"command": 1}, {"command": 0}),
    (FEIGNED_ROUT, {"fellowship": 50}, {"fellowship": 49}),
    (RALLY_THE_COLOURS, {"command": 3}, {"command": 2}),
]


@pytest.mark.parametrize(("key", "enough", "short"), NEEDS, ids=[row[0] for row in NEEDS])
def test_bf_38_a_general_has_every_stratagem_whose_prerequisite_he_meets(key: StratagemKey, enough, short):
    for skill, has in ((NOVICE | enough, True), (MASTER | short, False)):
        play = drawn_up({"F1": INFANTRY, "F2": INFANTRY}, {"F1": INFANTRY}, red_skill=skill)
        reasons = {one.key: one.why_not for one in BATTLEFRONT.view(play.state, ANN).own[0].stratagems}
        needs = {one.key: one.needs for one in BATTLEFRONT.view(play.state, ANN).own[0].stratagems}
        assert (reasons[key] != needs[key]) is has


@pytest.mark.parametrize(("key", "enough", "short"), NEEDS, ids=[row[0] for row in NEEDS])
def test_bf_38_without_the_prerequisite_it_is_refused_with_a_sentence(key: StratagemKey, enough, short):
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}, red_skill=MASTER | short)
    refusal = play.refused(ANN, plays(key, 1000))
    assert (refusal.clause, refusal.field) == ("BF-38", "stratagem")
    assert str(refusal).startswith("It needs a General ")


def test_bf_38_counter_battery_needs_an_own_unbroken_artillery_on_the_grid():
    play = after_rolls(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY, "R1": GUNS}), 60, 60)
    refusal = play.refused(ANN, plays(COUNTER_BATTERY, 5001))
    assert (refusal.clause, str(refusal)) == ("BF-38", "It needs an unbroken Artillery of yours on the grid.")


STAGES = {one.key: one.stage for one in STRATAGEMS}


@pytest.mark.parametrize("stage", ["orders", "during", "after"])
def test_bf_37_each_is_played_in_its_timing_and_refused_out_of_it(stage: str):
    play = drawn_up({"F1": INFANTRY, "F2": INFANTRY, "R1": GUNS}, {"F1": INFANTRY, "R1": GUNS})
    if stage == "during":
        after_rolls(play, 60, 50)
    elif stage == "after":
        after_losses(play, 60, 50, 100, 1, 1)
    offers = {one.stratagem for one in BATTLEFRONT.options(play.state, ANN) if isinstance(one, c.PlayStratagem)}
    assert offers == {key for key in StratagemKey if STAGES[key] == stage}
    for key in set(StratagemKey) - offers:
        refusal = play.refused(ANN, plays(key))
        assert (refusal.clause, refusal.field) == ("BF-37", "stratagem")
        assert str(refusal).startswith("It is played ")


@pytest.mark.parametrize(
    ("key", "horde", "square", "field"),
    [
        (REFUSE_FLANK, 5000, "F5", "horde"),
        (REFUSE_FLANK, 77, "F5", "horde"),
        (REFUSE_FLANK, 1000, "F2", "square"),
        (REFUSE_FLANK, 1000, "F7", "square"),
        (REFUSE_FLANK, 1000, "F0", "square"),
        (REFUSE_FLANK, 1000, "", "square"),
        (CONCENTRATED_FIRE, 1002, "", "horde"),
        (CONCENTRATED_FIRE, 5000, "", "horde"),
        (CONCENTRATED_FIRE, 1000, "F5", "square"),
        (SMOKE_AND_MIRRORS, 5000, "", "horde"),
        (SMOKE_AND_MIRRORS, 0, "", "horde"),
    ],
)
def test_bf_37_on_what_can_t_be_its_object_it_is_refused(key: StratagemKey, horde: int, square: str, field: str):
    play = drawn_up({"F1": INFANTRY, "F2": INFANTRY, "R1": GUNS}, {"F1": INFANTRY})
    refusal = play.refused(ANN, plays(key, horde, square))
    assert (refusal.clause, refusal.field) == ("BF-37", field)


def test_bf_37_what_is_played_on_nothing_takes_no_horde():
    play = after_rolls(drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}), 60, 60)
    assert play.refused(ANN, plays(HOLD_THE_LINE, 1000)).field == "horde"


def test_bf_37_with_nothing_to_play_it_on_that_is_said():
    play = after_rolls(drawn_up({"F1": INFANTRY, "R1": GUNS}, {"F1": INFANTRY}), 60, 60)
    refusal = play.refused(ANN, plays(COUNTER_BATTERY, 5000))
    assert (refusal.clause, str(refusal)) == ("BF-37", "There is nothing to play it on.")


def test_bf_37_one_a_round_whatever_its_timing():
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}).red(plays(SMOKE_AND_MIRRORS, 1000))
    after_rolls(play, 60, 60)
    assert not any(isinstance(one, c.PlayStratagem) for one in BATTLEFRONT.options(play.state, ANN))
    refusal = play.refused(ANN, plays(HOLD_THE_LINE))
    assert (refusal.clause, str(refusal)) == ("BF-37", "You have played a stratagem this round: one a round.")
    assert offered(play, BOB, HOLD_THE_LINE)


def test_bf_37_the_next_round_has_a_stratagem_of_its_own():
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}).red(plays(SMOKE_AND_MIRRORS, 1000))
    play.resolve(60, 60)
    assert play.state.round == 2
    play.red(plays(SMOKE_AND_MIRRORS, 1000))


def test_bf_37_another_choice_replaces_the_first_and_may_be_dropped():
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY})
    assert play.refused(ANN, c.DropStratagem()).clause == "BF-37"
    play.red(plays(SMOKE_AND_MIRRORS, 1000), plays(CONCENTRATED_FIRE, 1000))
    assert play.state.red.draft.stratagem.stratagem == CONCENTRATED_FIRE
    play.red(c.DropStratagem())
    assert play.state.red.draft.stratagem is None
    assert not of(play.resolve(60, 60), e.StratagemPlayed)


def test_bf_37_air_marshals_have_none():
    play = Play(setup([("bomber", 3)], [("bomber", 3)], red_skill=MASTER)).to("air")
    assert play.refused(ANN, plays(HOLD_THE_LINE)).clause == "BF-37"
    assert play.refused(ANN, c.DropStratagem()).clause == "BF-37"
    assert BATTLEFRONT.view(play.state, ANN).own[0].stratagems == ()


def test_d_20_a_retreat_in_the_same_round_comes_first_and_cancels_it():
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}).red(plays(REFUSE_FLANK, 1000, "F2"), c.Retreat())
    play.blue(plays(SMOKE_AND_MIRRORS, 5000))
    events = play.resolve()
    assert not of(events, e.StratagemPlayed)
    assert (play.state.red.draft.stratagem, play.state.blue.draft.stratagem) == (None, None)
    assert of(events, e.ContestEnded)[0].ending is Ending.RETREAT


def test_d_20_both_sides_before_stratagems_are_shown_and_hold_at_once():
    """Blue's Tank leaves the Front Line, where red's Concentrated Fire would have found it."""
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY, "F6": TANK})
    play.red(plays(CONCENTRATED_FIRE, 1000), c.OrderAttack(1000, 5001, 1))
    play.blue(plays(REFUSE_FLANK, 5001, "R6"))
    events = play.resolve(60, 60)
    assert [one.stratagem for one in of(events, e.StratagemPlayed)] == [CONCENTRATED_FIRE, REFUSE_FLANK]
    assert of(events, e.TargetLost) == [e.TargetLost(1000, 5001)]


def test_d_20_the_order_of_a_round_with_stratagems_of_every_timing():
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY, "R1": GUNS})
    play.red(plays(SMOKE_AND_MIRRORS, 1000)).blue(c.OrderAttack(5001, 1000, 0))
    after_rolls(play, 50, 60).blue(plays(HOLD_THE_LINE))
    play.pass_stage(ScriptedDice(1, 1))
    assert play.state.stage == "orders", "who has played has nothing left to play"
    kinds = [type(event).__name__ for event in play.events if event.narrated]
    assert kinds == ["RoundFought", "StratagemPlayed", "RoundDecided", "MoraleLost", "BreakTestTaken", "BreakTestTaken"]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (plays(REFUSE_FLANK, 1000, "F4"), "Reds plays Refuse Flank: Reds 1000 moves to Front 4."),
        (plays(REFUSE_FLANK, 1000, "R4"), "Reds plays Refuse Flank: Reds 1000 moves to Rear 4."),
        (
            plays(CONCENTRATED_FIRE, 1000),
            "Reds plays Concentrated Fire: Reds 1000 may attack the whole enemy Front Line.",
        ),
        (
            plays(SMOKE_AND_MIRRORS, 1000),
            "Reds plays Smoke and Mirrors: neither Maneuver nor Artillery can choose Reds 1000.",
        ),
    ],
)
def test_a_stratagem_is_told_with_what_it_is_played_on(command: c.PlayStratagem, sentence: str):
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}).red(command)
    play.resolve(60, 60)
    assert sentence in play.lines()


def test_everybody_sees_what_was_played_this_round_and_what_became_of_it():
    play = drawn_up({"F1": INFANTRY}, {"F1": INFANTRY}).red(plays(REFUSE_FLANK, 1000, "R4"))
    after_rolls(play, 60, 60)
    shown = BATTLEFRONT.view(play.state, Commander(BLUE)).stratagems_played
    assert [(one.side, one.key, one.horde, one.line, one.column) for one in shown] == [
        (RED, REFUSE_FLANK, 1000, "rear", 4)
    ]
    play.pass_stage()
    assert BATTLEFRONT.view(play.state, BOB).stratagems_played == ()
