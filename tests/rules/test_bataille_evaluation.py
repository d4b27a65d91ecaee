"""Before the first turn: the force evaluation, strategic points, thresholds (BR-01 to BR-15)."""

from __future__ import annotations

from typing import Any

import pytest

from battles.rules import BATAILLE
from battles.rules.bataille import commands as c
from battles.rules.bataille import events as e
from battles.rules.bataille.catalogue import BATTLEFIELDS, SOURCES, Battlefield
from battles.rules.bataille.commands import Case
from battles.rules.bataille.evaluation import MOST_STRATEGIC
from battles.rules.bataille.view import EvaluationView
from battles.rules.dice import SecretDice
from battles.rules.ruleset import AUDIENCES, Commander, Illegal, Side, fold
from tests.rules.bataille import ANN, BLUE, BOB, GM, RED, SUE, Play, setup
from tests.rules.pitched import begun, of, points
from tests.rules.playing import SECRET

BALANCED, SLIGHT, CLEAR, CRUSHING = Case


def figures(play: Play) -> EvaluationView:
    (found,) = BATAILLE.view(play.state, GM).evaluation
    return found


def pre_battle(*commands: Any, ground: Battlefield | None = None) -> Play:
    play = Play(setup(ground=ground or Battlefield("Test")))
    play.do(GM, *commands, c.Advance())
    return play


def lead(play: Play) -> Play:
    """Both sides name a general and seal."""
    play.do(ANN, c.NameGeneral(101), c.Ready())
    play.do(BOB, c.NameGeneral(201), c.Ready())
    return play


def test_br_01_a_battle_without_any_list_of_units_is_played_to_its_end():
    opened = setup(headcounts=(0, 0))
    assert all(army.hordes == army.commanders == () for army in (opened.red, opened.blue))
    state, seen = BATAILLE.open(opened), list[str]()
    for number in range(1, 1000):
        moves = [(Commander(side), move) for side in Side for move in BATAILLE.suggest(state, side)]
        moves = moves or [(GM, move) for move in BATAILLE.options(state, GM)[:1]]
        if not moves:
            break
        viewer, move = moves[0]
        seen.append(state.phase.value)
        state = fold(BATAILLE, state, BATAILLE.decide(state, viewer, move, SecretDice(SECRET, number)))
    assert seen[0] == "evaluation" and state.ended is not None
    assert BATAILLE.outcome(state) is not None


def test_br_02_the_gm_evaluates_before_anything_else_can_be_done():
    state = BATAILLE.open(setup())
    assert state.phase == "evaluation"
    assert all(BATAILLE.options(state, viewer) == () for viewer in (ANN, BOB, SUE))
    with pytest.raises(Illegal):
        Play(state).do(ANN, c.NameGeneral(101))
    play = Play(state)
    (told,) = of(play.do(GM, c.Advance()), e.ForcesEvaluated)
    assert (told.case, told.favoured, told.chosen) == (BALANCED, None, False)
    with pytest.raises(Illegal, match="before anything else"):
        play.do(GM, c.ChooseCase(CLEAR, RED))


@pytest.mark.parametrize(
    ("red", "blue", "case", "favoured"),
    [
        ((1000, 100, 100), (1000, 100, 100), BALANCED, None),
        ((1249, 100, 100), (1000, 100, 100), BALANCED, None),
        ((1250, 100, 100), (1000, 100, 100), SLIGHT, RED),
        ((1999, 100, 100), (1000, 100, 100), SLIGHT, RED),
        ((1000, 100, 100), (2000, 100, 100), CLEAR, BLUE),
        ((1000, 100, 100), (2999, 100, 100), CLEAR, BLUE),
        ((3000, 100, 100), (1000, 100, 100), CRUSHING, RED),
        ((1000, 150, 100), (1000, 75, 100), CLEAR, RED),
        ((1000, 100, 125), (1000, 100, 100), SLIGHT, RED),
        ((1000, 100, 75), (1000, 150, 150), CRUSHING, BLUE),
        ((2000, 75, 100), (1500, 100, 100), BALANCED, None),
        ((0, 150, 150), (1000, 75, 75), BALANCED, None),
    ],
)
def test_br_03_the_suggestion_rests_on_headcount_arms_and_training(
    red: tuple[int, int, int], blue: tuple[int, int, int], case: Case, favoured: Side | None
):
    play = Play(setup())
    play.do(GM, c.Assess(RED, *red), c.Assess(BLUE, *blue))
    found = figures(play)
    assert (found.suggested, found.suggested_side) == (found.case, found.favoured) == (case, favoured)
    (told,) = of(play.do(GM, c.Advance()), e.ForcesEvaluated)
    assert (told.case, told.favoured) == (case, favoured)


@pytest.mark.parametrize("ground", BATTLEFIELDS)
def test_br_04_the_ground_is_never_part_of_the_evaluation(ground: str):
    play = Play(setup(ground=BATTLEFIELDS[ground], headcounts=(2000, 1000)))
    plain = Play(setup(headcounts=(2000, 1000)))
    assert (figures(play).case, figures(play).favoured, figures(play).ratio) == (CLEAR, RED, 200)
    assert [force.strength for force in figures(play).forces] == [force.strength for force in figures(plain).forces]


def test_br_04_the_position_brings_strategic_points_and_leaves_the_evaluation_alone():
    play = pre_battle()
    play.do(GM, c.GiveSource(RED, "ground-major", 4), c.GiveSource(RED, "walls", 6))
    assert (figures(play).case, figures(play).favoured) == (BALANCED, None)
    assert figures(play).strategic == (10, 0)


def test_br_05_there_are_exactly_four_cases_and_three_of_them_favour_a_side():
    assert len(Case) == 4
    play = Play(setup())
    offered = {one for one in BATAILLE.options(play.state, GM) if isinstance(one, c.ChooseCase)}
    favouring = {c.ChooseCase(case, side) for case in (SLIGHT, CLEAR, CRUSHING) for side in Side}
    assert offered == {c.ChooseCase(BALANCED), *favouring}


@pytest.mark.parametrize(("case", "side"), [(BALANCED, RED), (SLIGHT, None), (CRUSHING, None)])
def test_br_05_balanced_armies_favour_nobody_and_every_other_case_somebody(case: Case, side: Side | None):
    with pytest.raises(Illegal) as refusal:
        Play(setup()).do(GM, c.ChooseCase(case, side))
    assert refusal.value.clause == "BR-05"


def test_br_06_the_first_of_the_four_is_balanced():
    assert next(iter(Case)) is BALANCED
    play = pre_battle()
    assert str(BATAILLE.view(play.state, SUE).announced[0]) == "The armies are roughly balanced."


def test_br_02_the_gms_own_choice_goes_before_the_suggestion_and_may_be_taken_back():
    play = Play(setup(headcounts=(3000, 1000)))
    play.do(GM, c.ChooseCase(SLIGHT, BLUE))
    assert (figures(play).case, figures(play).favoured, figures(play).chosen) == (SLIGHT, BLUE, True)
    play.do(GM, c.UseSuggestion())
    assert (figures(play).case, figures(play).favoured, figures(play).chosen) == (CRUSHING, RED, False)


SIZES = [
    (0, 100, "BR-07"),
    (2000, 100, "BR-07"),
    (14_999, 100, "BR-07"),
    (15_000, 120, "BR-08"),
    (34_999, 120, "BR-08"),
    (35_000, 135, "BR-09"),
    (100_000, 135, "BR-09"),
    (100_001, 150, "BR-10"),
    (2_000_000, 150, "BR-10"),
]


@pytest.mark.parametrize(
    ("fighters", "needed"),
    [pytest.param(size, needed, id=str(size), marks=pytest.mark.clause(key)) for size, needed, key in SIZES],
)
def test_br_11_what_a_side_needs_by_the_fighters_of_both(fighters: int, needed: int):
    red = fighters // 3
    play = begun(setup(headcounts=(red, fighters - red)))
    assert (play.state.red.threshold, play.state.blue.threshold) == (needed, needed)


def test_br_11_the_gm_may_set_another_threshold():
    ground = Battlefield("Small", base=45)
    assert figures(Play(setup(ground=ground))).base == 45
    play = Play(setup(ground=ground))
    play.do(GM, c.SetBase(70))
    assert (figures(play).base, figures(play).table) == (70, 100)
    play.do(GM, c.SetBase(0))
    assert figures(play).base == 100


def test_br_13_the_favoured_army_is_announced_to_everybody_as_phase_1_opens():
    play = Play(setup())
    events = play.do(GM, c.ChooseCase(CLEAR, BLUE), c.Advance())
    assert [type(event) for event in events[1:]] == [e.PhaseOpened, e.ForcesEvaluated, e.StageOpened]
    assert events[1] == e.PhaseOpened(1, 0)
    for viewer in AUDIENCES.values():
        view = BATAILLE.view(play.state, viewer)
        assert str(view.announced[0]) == "Blues has a clear advantage."
        assert [side.favoured for side in view.sides] == [False, True]


def test_br_13_nothing_of_the_evaluation_is_to_be_seen_before():
    play = Play(setup(headcounts=(3000, 1000)))
    play.do(GM, c.ChooseCase(CLEAR, RED))
    for viewer in (ANN, BOB, SUE):
        view = BATAILLE.view(play.state, viewer)
        assert view.announced == () and view.evaluation == ()
        assert [(side.headcount, side.favoured) for side in view.sides] == [(None, False)] * 2


def test_br_14_each_side_receives_its_own_strategic_points():
    play = pre_battle(ground=Battlefield("Test", base=60))
    play.do(GM, c.GiveSource(RED, "surprise", 5), c.GiveSource(BLUE, "weather", 1), c.GiveSource(BLUE, "walls", 6))
    assert figures(play).strategic == (5, 7)
    for viewer in (ANN, BOB, SUE):
        assert [side.strategic for side in BATAILLE.view(play.state, viewer).sides] == [None, None]
    told = of(lead(play).do(GM, c.Advance()), e.StrategicPointsGiven)
    assert [(event.side, event.points, event.force) for event in told] == [(RED, 5, 0), (BLUE, 7, 0)]
    assert [side.strategic for side in BATAILLE.view(play.state, SUE).sides] == [5, 7]


def test_br_14_a_side_counts_20_at_most():
    play = pre_battle()
    play.do(GM, *(c.GiveSource(RED, "mission", 5) for _ in range(4)))
    assert figures(play).strategic == (20, 0) and figures(play).most == 20 == MOST_STRATEGIC
    play.do(GM, c.GiveSource(RED, "surprise", 5))
    assert figures(play).strategic == (20, 0)
    play.do(GM, c.TakeSource(RED, "mission", 5), c.TakeSource(RED, "mission", 5))
    assert figures(play).strategic == (15, 0)


def offered(play: Play, side: Side) -> set[tuple[str, int]]:
    found = (one for one in BATAILLE.options(play.state, GM) if isinstance(one, c.GiveSource))
    return {(one.source, one.points) for one in found if one.side is side}


def test_br_14_a_source_is_given_once_and_one_of_a_group_at_most():
    play = pre_battle()
    everything = {(row.key, n) for row in SOURCES for n in range(row.points, max(row.points, row.most) + 1)}
    assert offered(play, RED) == everything
    play.do(GM, c.GiveSource(RED, "ground-minor", 2), c.GiveSource(RED, "weather", 1), c.GiveSource(RED, "mission", 3))
    gone = {("ground-minor", 2), ("ground-major", 4), ("weather", 1)}
    assert offered(play, RED) == everything - gone
    assert offered(play, BLUE) == everything
    play.do(GM, c.TakeSource(RED, "ground-minor", 2))
    assert offered(play, RED) == everything - {("weather", 1)}


@pytest.mark.parametrize(
    ("red", "blue", "needed"),
    [
        (["walls"], [], 106),
        (["walls"], ["surprise"], 106),
        (["weather"], ["surprise", "scouting"], 107),
        (["weather"], ["local"], 101),
        ([], [], 100),
    ],
)
def test_br_15_the_larger_total_is_added_to_the_one_threshold(red: list[str], blue: list[str], needed: int):
    worth = {row.key: row.points for row in SOURCES}
    play = pre_battle()
    play.do(GM, *(c.GiveSource(side, key, worth[key]) for side, keys in ((RED, red), (BLUE, blue)) for key in keys))
    lead(play).do(GM, c.Advance())
    assert (play.state.red.threshold, play.state.blue.threshold) == (needed, needed)
    assert points(play) == (sum(map(worth.__getitem__, red)), sum(map(worth.__getitem__, blue)))


def test_br_18_both_sides_name_a_general_before_the_first_turn():
    play = pre_battle()
    with pytest.raises(Illegal, match="Name a general"):
        play.do(ANN, c.Ready())
    play.do(ANN, c.NameGeneral(102), c.NameSecond(101), c.Ready())
    with pytest.raises(Illegal, match="Blues is not ready"):
        play.do(GM, c.Advance())
    assert play.state.red.acting is None  # nobody's business yet
    play.do(BOB, c.NameGeneral(201), c.Ready())
    told = of(play.do(GM, c.Advance()), e.GeneralsShown)
    assert told == [e.GeneralsShown(RED, 102, 101), e.GeneralsShown(BLUE, 201, None)]
    assert (play.state.red.acting, play.state.blue.acting) == (102, 201)
